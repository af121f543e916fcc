/* Completion: the candidates for the last word of a command line, the scripts of the shells, and
 * the requests for these and for the manual page. */
#include "common/cli/cli.h"

#include <string.h>

/* An unfinished command line. */
struct typed_line {
    const struct cli *cli;
    const struct cli_command *command; /* the innermost command named so far */
    const struct cli_verb *verb;       /* given as first argument, or NULL */
    const struct cli_option *open;     /* the last word is its value; NULL: it is none */
    int arguments;                     /* how many precede the last word */
    const char *word;                  /* the part of the last word to complete */
    const char *before;                /* the part in front of it, such as "--game=" */
    size_t before_len;
    struct text *out;
};

static bool begins_with(const char *text, const char *start, size_t len)
{
    return strncmp(text, start, len) == 0;
}

/* --- offering --- */

static void offer(const struct typed_line *line, const char *word, size_t len, const char *meaning)
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

/* Offers the values of the placeholder `form`. False: the program has no list of them. */
static bool offer_values(const struct typed_line *line, const char *form, size_t len)
{
    const char *command = cli_last_word(line->command);
    size_t command_len = strlen(command);
    const struct cli_values *row = line->cli->values;
    for (; row->word; row++) {
        const char *word = row->word;
        if (begins_with(word, command, command_len) && word[command_len] == ' ')
            word += command_len + 1;
        if (strlen(word) == len && begins_with(word, form, len))
            break;
    }
    if (!row->word)
        return false;
    if (!row->print && strcmp(row->values, CLI_FILES) == 0) {
        text_append_string(line->out, CLI_FILES "\n");
        return true;
    }

    struct text values = {0};
    text_append_string(&values, row->print ? "" : row->values);
    if (row->print)
        row->print(&values);
    for (const char *word = text_string(&values); *word; word += strspn(word, " ")) {
        size_t word_len = strcspn(word, " ");
        offer(line, word, word_len, NULL);
        word += word_len;
    }
    text_finish(&values);
    return true;
}

/* Offers each alternative of a form such as "me|them|NAME": itself, or values of a placeholder. */
static void offer_form(const struct typed_line *line, const char *form, size_t len)
{
    for (const char *end = form + len; form < end;) {
        size_t part = strcspn(form, "|");
        if (part > (size_t)(end - form))
            part = (size_t)(end - form);
        bool is_literal = (form[0] >= 'a' && form[0] <= 'z') || (form[0] >= '0' && form[0] <= '9');
        if (!offer_values(line, form, part) && is_literal)
            offer(line, form, part, NULL);
        form += part + 1;
    }
}

/* Argument 1 of "RULES [POSITION]" is "POSITION". */
static void offer_argument(const struct typed_line *line)
{
    static const char apart[] = " []";
    const char *form = line->verb ? line->verb->argument : line->command->arguments;
    int index = line->verb ? line->arguments - 1 : line->arguments;
    if (!form)
        return;
    form += strspn(form, apart);
    for (int i = 0; i < index && *form; i++) {
        form += strcspn(form, apart);
        form += strspn(form, apart);
    }
    offer_form(line, form, strcspn(form, apart));
}

static void offer_options(const struct typed_line *line)
{
    uint128 of_verbs = 0; /* all other options go with every verb */
    for (const struct cli_verb *verb = line->command->verbs; verb && verb->name; verb++)
        of_verbs |= verb->options;
    if (line->verb)
        of_verbs &= ~line->verb->options;

    for (size_t i = 0; i < cli_option_count(line->cli); i++) {
        bool goes_with_verb = !line->verb || !(of_verbs >> i & 1);
        if (!cli_takes(line->cli, line->command, i) || !goes_with_verb)
            continue;
        struct text word = {0}, meaning = {0};
        text_printf(&word, "--%s", cli_option_at(line->cli, i)->name);
        cli_print_meaning(line->cli, line->command, i, &meaning);
        offer(line, text_string(&word), word.len, text_string(&meaning));
        text_finish(&word);
        text_finish(&meaning);
    }
}

static void offer_parts(const struct typed_line *line)
{
    for (const struct cli_command *part = line->command->parts; part->name; part++) {
        const char *name = cli_last_word(part);
        offer(line, name, strlen(name), part->summary);
    }
    if (line->command == &line->cli->program)
        offer(line, cli_help_command.name, strlen(cli_help_command.name), cli_help_command.summary);
}

/* --- reading --- */

static const struct cli_command *find_part(const struct typed_line *line, const char *word)
{
    bool is_help = line->command == &line->cli->program && line->command->parts &&
                   strcmp(word, cli_help_command.name) == 0;
    return is_help ? &cli_help_command : cli_part(line->command, word);
}

/* Finds the option of "--game" or "--game=kayles" among those of the command, or NULL. */
static const struct cli_option *find_option(const struct typed_line *line, const char *word)
{
    size_t len = strcspn(word, "=");
    for (size_t i = 0; i < cli_option_count(line->cli); i++) {
        const struct cli_option *option = cli_option_at(line->cli, i);
        if (cli_takes(line->cli, line->command, i) && strlen(option->name) == len - 2 &&
            begins_with(option->name, word + 2, len - 2))
            return option;
    }
    return NULL;
}

static bool is_option(const char *word)
{
    return begins_with(word, "--", 2);
}

/* Advances by one word that precedes the last. */
static void pass(struct typed_line *line, const char *word)
{
    const struct cli_command *part = line->arguments == 0 ? find_part(line, word) : NULL;
    if (line->open) {
        line->open = NULL;
    } else if (is_option(word)) {
        const struct cli_option *option = find_option(line, word);
        line->open = option && option->value && !strchr(word, '=') ? option : NULL;
    } else if (part) {
        line->command = part;
    } else {
        for (const struct cli_verb *verb = line->command->verbs;
             line->arguments == 0 && verb && verb->name; verb++) {
            if (strcmp(verb->name, word) == 0)
                line->verb = verb;
        }
        line->arguments++;
    }
}

/* Only the part behind "--game=", or behind the last comma of a list such as "perfect,ra", is
 * completed. The part in front of it is repeated in each candidate. */
static void split_word(struct typed_line *line)
{
    const char *word = line->word, *equals = strchr(word, '=');
    const struct cli_option *option =
        !line->open && equals && is_option(word) ? find_option(line, word) : NULL;
    if (option) {
        line->open = option;
        line->word = equals + 1;
    }
    const char *form = line->open && line->open->value ? line->open->value : "";
    const char *comma = strstr(form, ",...") ? strrchr(line->word, ',') : NULL;
    if (comma)
        line->word = comma + 1;
    line->before = word;
    line->before_len = (size_t)(line->word - word);
}

void cli_complete(const struct cli *cli, int count, const char *const *words, struct text *out)
{
    struct typed_line line = {
        .cli = cli,
        .command = &cli->program,
        .word = count > 0 ? words[count - 1] : "",
        .out = out,
    };
    /* `takeaway help alpha count` takes names of commands and parts alone. */
    if (count > 1 && cli->program.parts && strcmp(words[0], cli_help_command.name) == 0) {
        for (int i = 1; i + 1 < count && line.command; i++)
            line.command = find_part(&line, words[i]);
        if (line.command && line.command->parts)
            offer_parts(&line);
        return;
    }
    for (int i = 0; i + 1 < count; i++)
        pass(&line, words[i]);
    split_word(&line);

    size_t len_before = out->len;
    if (line.open && line.open->value)
        offer_form(&line, line.open->value, strlen(line.open->value));
    else if (line.word[0] == '-')
        offer_options(&line);
    else if (line.command->parts && line.arguments == 0)
        offer_parts(&line);
    else
        offer_argument(&line);
    if (!line.open && !*line.word && out->len == len_before)
        offer_options(&line); /* rather than nothing */
}

/* --- scripts --- */

/* The scripts ask the program by --complete. PROGRAM is replaced by its name and FUNCTION by the
 * name of a shell function. */

/* Bash splits words at ':' and '=' and replaces only the part behind the last of them. */
static const char bash[] =
    "# Completes command lines of PROGRAM in bash, by asking it.\n"
    "FUNCTION() {\n"
    "    local words current broken line\n"
    "    read -ra words <<<\"${COMP_LINE:0:COMP_POINT}\"\n"
    "    [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && words+=('')\n"
    "    current=${words[-1]}\n"
    "    broken=${current%\"${current##*[:=]}\"}\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r line; do\n"
    "        if [[ $line == '" CLI_FILES "' ]]; then\n"
    "            compopt -o filenames\n"
    "            mapfile -t COMPREPLY < <(compgen -f -- \"${current#--*=}\")\n"
    "            return\n"
    "        fi\n"
    "        line=${line%%$'\\t'*}\n"
    "        COMPREPLY+=(\"${line#\"$broken\"}\")\n"
    "    done < <(\"$1\" --complete \"${words[@]:1}\" 2>/dev/null)\n"
    "}\n"
    "complete -F FUNCTION PROGRAM\n";

/* _describe expects WORD:MEANING. */
static const char zsh[] =
    "#compdef PROGRAM\n"
    "# Completes command lines of PROGRAM in zsh, by asking it.\n"
    "FUNCTION() {\n"
    "    local line\n"
    "    local -a described\n"
    "    for line in ${(f)\"$(${(Q)words[1]} --complete \"${(@Q)words[2,CURRENT]}\" "
    "2>/dev/null)\"}; do\n"
    "        if [[ $line == '" CLI_FILES "' ]]; then\n"
    "            compset -P '--*='\n"
    "            _files\n"
    "            return\n"
    "        fi\n"
    "        line=${line//:/\\\\:}\n"
    "        described+=(\"${line/$'\\t'/:}\")\n"
    "    done\n"
    "    _describe -V PROGRAM described\n"
    "}\n"
    "if [[ ${funcstack[1]} == FUNCTION ]]; then\n"
    "    FUNCTION \"$@\"\n"
    "else\n"
    "    compdef FUNCTION PROGRAM\n"
    "fi\n";

static const char fish[] =
    "# Completes command lines of PROGRAM in fish, by asking it.\n"
    "function FUNCTION\n"
    "    set -l words (commandline -opc)\n"
    "    set -l current (commandline -ct)\n"
    "    for line in ($words[1] --complete $words[2..-1] \"$current\" 2>/dev/null)\n"
    "        if test \"$line\" = '" CLI_FILES "'\n"
    "            set -l before (string match -r -- '^--[^=]*=' \"$current\")\n"
    "            for path in (__fish_complete_path (string replace -- \"$before\" '' "
    "\"$current\"))\n"
    "                echo -- \"$before$path\"\n"
    "            end\n"
    "        else\n"
    "            echo -- $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c PROGRAM -f -a '(FUNCTION)'\n";

bool cli_print_script(const char *program, const char *shell, struct text *out)
{
    static const char program_word[] = "PROGRAM", function_word[] = "FUNCTION";
    const char *script = strcmp(shell, "bash") == 0   ? bash
                         : strcmp(shell, "zsh") == 0  ? zsh
                         : strcmp(shell, "fish") == 0 ? fish
                                                      : NULL;
    for (const char *c = script; c && *c;) {
        if (begins_with(c, program_word, strlen(program_word))) {
            text_append_string(out, program);
            c += strlen(program_word);
        } else if (begins_with(c, function_word, strlen(function_word))) {
            text_append_char(out, '_'); /* "_takeaway_bot" of "takeaway-bot" */
            for (const char *letter = program; *letter; letter++)
                text_append_char(out, *letter == '-' ? '_' : *letter);
            c += strlen(function_word);
        } else {
            text_append_char(out, *c++);
        }
    }
    return script;
}

/* --- requests --- */

bool cli_answer(const struct cli *cli, int argument_count, const char *const *arguments,
                struct text *out)
{
    const char *wish = argument_count > 1 ? arguments[1] : "";
    if (strcmp(wish, "--complete") == 0) {
        cli_complete(cli, argument_count - 2, arguments + 2, out);
        return true;
    }
    if (strcmp(wish, "--manual") == 0 && argument_count == 2) {
        cli_print_page(cli, out);
        return true;
    }
    return strcmp(wish, "--completion") == 0 && argument_count == 3 &&
           cli_print_script(cli->program.name, arguments[2], out);
}
