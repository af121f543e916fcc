/* What a word of a command line may become. */
#include "common/manual/row.h"

#include <string.h>

/* A command line as far as it is typed. */
struct line {
    const struct manual *manual;
    const struct manual_command *command; /* the innermost that is named */
    const struct manual_verb *verb;       /* its first argument; NULL: none, or it has no verbs */
    const struct manual_option *open;     /* the option whose value the last word is; NULL: none */
    int arguments;                        /* before the last word */
    const char *word;                     /* the last */
    const char *before;                   /* what every answer begins with, such as "--game=" */
    size_t before_len;
    struct text *out;
};

static bool begins_with(const char *text, const char *start, size_t len)
{
    return strncmp(text, start, len) == 0;
}

/* --- offering --- */

static void offer(const struct line *line, const char *word, size_t len, const char *meaning)
{
    size_t typed = strlen(line->word);
    if (len < typed || !begins_with(word, line->word, typed))
        return;
    text_append(line->out, line->before, line->before_len);
    text_append(line->out, word, len);
    if (meaning)
        text_append_char(line->out, '\t');
    for (const char *c = meaning ? meaning : ""; *c; c++)
        text_append_char(line->out, *c == '\n' ? ' ' : *c);
    text_append_char(line->out, '\n');
}

static void offer_words(const struct line *line, const char *words)
{
    while (*words) {
        size_t len = strcspn(words, " ");
        offer(line, words, len, NULL);
        words += len + strspn(words + len, " ");
    }
}

static const char *values_of(const struct line *line, const char *word, size_t len)
{
    const char *command = line->command->name;
    size_t command_len = strlen(command);
    for (const struct manual_values *row = line->manual->values; row->word; row++) {
        const char *form = row->word;
        if (begins_with(form, command, command_len) && form[command_len] == ' ')
            form += command_len + 1;
        if (strlen(form) == len && begins_with(form, word, len))
            return row->values;
    }
    return NULL;
}

/* `form` is one of "me|them|NAME": as it is, or what stands for it. */
static void offer_alternative(const struct line *line, const char *form, size_t len)
{
    const char *values = values_of(line, form, len);
    bool is_literal = form[0] >= 'a' && form[0] <= 'z';
    bool is_number = form[0] >= '0' && form[0] <= '9';
    if (values && strcmp(values, MANUAL_FILES) == 0)
        text_append_string(line->out, MANUAL_FILES "\n");
    else if (values)
        offer_words(line, values);
    else if (is_literal || is_number)
        offer(line, form, len, NULL);
}

static void offer_form(const struct line *line, const char *form, size_t len)
{
    for (size_t at = 0; at < len;) {
        size_t alternative = strcspn(form + at, "|");
        if (alternative > len - at)
            alternative = len - at;
        offer_alternative(line, form + at, alternative);
        at += alternative + 1;
    }
}

/* `index` 1 of "RULES [POSITION]" is "POSITION". */
static void offer_argument_of(const struct line *line, const char *form, int index)
{
    static const char apart[] = " []";
    form += strspn(form, apart);
    for (int i = 0; i < index && *form; i++) {
        form += strcspn(form, apart);
        form += strspn(form, apart);
    }
    offer_form(line, form, strcspn(form, apart));
}

static void offer_argument(const struct line *line)
{
    if (!line->verb)
        offer_argument_of(line, line->command->arguments, line->arguments);
    else if (line->verb->argument)
        offer_argument_of(line, line->verb->argument, line->arguments - 1);
}

static void offer_option(const struct line *line, size_t index)
{
    struct text word = {0};
    text_printf(&word, "--%s", row_at(line->manual, index)->name);
    offer(line, text_string(&word), word.len, row_meaning(line->manual, line->command, index));
    text_finish(&word);
}

/* Every verb takes an option that is of none. */
static bool goes_with_verb(const struct line *line, size_t index)
{
    uint64_t taken = 0;
    for (const struct manual_verb *verb = line->command->verbs; verb && verb->name; verb++)
        taken |= verb->options;
    return !line->verb || !(taken >> index & 1) || line->verb->options >> index & 1;
}

static void offer_options(const struct line *line)
{
    for (size_t i = 0; i < row_count(line->manual); i++) {
        if (row_is_of(line->manual, line->command, i) && goes_with_verb(line, i))
            offer_option(line, i);
    }
}

static void offer_parts(const struct line *line)
{
    for (const struct manual_command *part = line->command->parts; part->name; part++)
        offer(line, part->name, strlen(part->name), part->summary);
}

/* --- reading --- */

static const struct manual_command *find_part(const struct manual_command *command,
                                              const char *name)
{
    for (const struct manual_command *part = command->parts; part && part->name; part++) {
        if (strcmp(part->name, name) == 0)
            return part;
    }
    return NULL;
}

static const struct manual_verb *find_verb(const struct manual_command *command, const char *name)
{
    for (const struct manual_verb *verb = command->verbs; verb && verb->name; verb++) {
        if (strcmp(verb->name, name) == 0)
            return verb;
    }
    return NULL;
}

/* Of "--game" or "--game=kayles"; NULL: the command has none of this name. */
static const struct manual_option *find_option(const struct line *line, const char *word)
{
    size_t len = strcspn(word, "=");
    for (size_t i = 0; i < row_count(line->manual); i++) {
        const struct manual_option *option = row_at(line->manual, i);
        if (row_is_of(line->manual, line->command, i) && strlen(option->name) == len - 2 &&
            begins_with(option->name, word + 2, len - 2))
            return option;
    }
    return NULL;
}

static bool is_option(const char *word)
{
    return begins_with(word, "--", 2);
}

/* Takes a word before the last. */
static void pass(struct line *line, const char *word)
{
    const struct manual_command *part =
        line->arguments == 0 ? find_part(line->command, word) : NULL;
    if (line->open) {
        line->open = NULL;
    } else if (is_option(word)) {
        const struct manual_option *option = find_option(line, word);
        line->open = option && option->value && !strchr(word, '=') ? option : NULL;
    } else if (part) {
        line->command = part;
    } else {
        if (line->arguments == 0)
            line->verb = find_verb(line->command, word);
        line->arguments++;
    }
}

/* In "--game=ka" the word to be completed is "ka". */
static void split_option(struct line *line)
{
    const char *equals = strchr(line->word, '=');
    const struct manual_option *option =
        equals && is_option(line->word) ? find_option(line, line->word) : NULL;
    if (!option || line->open)
        return;
    line->open = option;
    line->before = line->word;
    line->before_len = (size_t)(equals + 1 - line->word);
    line->word = equals + 1;
}

/* In the list "perfect,ra" the word to be completed is "ra". It follows what stands before it. */
static void split_list(struct line *line)
{
    static const char end[] = ",...";
    const char *form = line->open && line->open->value ? line->open->value : "";
    const char *comma = strrchr(line->word, ',');
    if (!comma || !strstr(form, end))
        return;
    if (line->before_len == 0)
        line->before = line->word;
    line->before_len += (size_t)(comma + 1 - line->word);
    line->word = comma + 1;
}

static void offer_rest(const struct line *line)
{
    size_t len_before = line->out->len;
    if (line->open && line->open->value)
        offer_form(line, line->open->value, strlen(line->open->value));
    else if (line->word[0] == '-')
        offer_options(line);
    else if (line->command->parts && line->arguments == 0)
        offer_parts(line);
    else
        offer_argument(line);
    if (!line->open && !*line->word && line->out->len == len_before)
        offer_options(line); /* nothing else is left to be said */
}

/* `takeaway help alpha count`: as these would be typed, but without what comes after. */
static void complete_help(struct line *line, int count, const char *const *words)
{
    for (int i = 0; i + 1 < count; i++) {
        line->command = find_part(line->command, words[i]);
        if (!line->command || !line->command->parts)
            return;
    }
    offer_parts(line);
}

void manual_complete(const struct manual *manual, int count, const char *const *words,
                     struct text *out)
{
    struct line line = {
        .manual = manual,
        .command = &manual->program,
        .word = count > 0 ? words[count - 1] : "",
        .before = "",
        .out = out,
    };
    if (count > 1 && strcmp(words[0], "help") == 0 && manual->program.parts) {
        complete_help(&line, count - 1, words + 1);
        return;
    }
    for (int i = 0; i + 1 < count; i++)
        pass(&line, words[i]);
    split_option(&line);
    split_list(&line);
    offer_rest(&line);
}
