/* A manual page, in the language of man(7). */
#include "common/manual/row.h"

#include <ctype.h>
#include <string.h>

/* --- text --- */

/* One character as the formatter has to be told of it. */
static void print_char(char c, struct text *out)
{
    switch (c) {
    case '\\':
        text_append_string(out, "\\e");
        break;
    case '-':
        text_append_string(out, "\\-");
        break;
    case '\'':
        text_append_string(out, "\\(aq");
        break;
    case '^':
        text_append_string(out, "\\(ha");
        break;
    case '~':
        text_append_string(out, "\\(ti");
        break;
    default:
        text_append_char(out, c);
    }
}

/* `...` becomes bold. What would begin a request at the start of a line is kept from it. */
static void print_text(const char *text, size_t len, struct text *out)
{
    bool is_bold = false;
    if (len > 0 && (text[0] == '.' || text[0] == '\''))
        text_append_string(out, "\\&");
    for (size_t i = 0; i < len; i++) {
        if (text[i] != '`') {
            print_char(text[i], out);
            continue;
        }
        is_bold = !is_bold;
        text_append_string(out, is_bold ? "\\fB" : "\\fP");
    }
}

static void print_string(const char *text, struct text *out)
{
    print_text(text, strlen(text), out);
}

static void print_bold(const char *text, size_t len, struct text *out)
{
    text_append_string(out, "\\fB");
    print_text(text, len, out);
    text_append_string(out, "\\fP");
}

/* --- paragraphs, lists, examples --- */

/* A line of a text: where it begins, its length, and the blanks before its first word. */
struct line {
    const char *text;
    size_t len;
    size_t indent;
};

static struct line line_at(const char *text)
{
    return (struct line){
        .text = text,
        .len = strcspn(text, "\n"),
        .indent = strspn(text, " "),
    };
}

static const char *line_end(const struct line *line)
{
    return line->text + line->len + (line->text[line->len] == '\n');
}

static bool is_listed(const struct line *line)
{
    return line->indent > 0 && line->indent < line->len;
}

/* Where what is to the right of the term begins; 0: there is nothing. */
static size_t column_of(const struct line *line)
{
    for (size_t i = line->indent; i + 2 < line->len; i++) {
        if (line->text[i] == ' ' && line->text[i + 1] == ' ')
            return i + strspn(line->text + i, " ");
    }
    return 0;
}

/* The column of a list is that of its first line that has one: in another line the term may reach
 * up to it. */
static size_t list_column(const char *text)
{
    size_t indent = line_at(text).indent, column = 0;
    for (struct line line = line_at(text); is_listed(&line) && column == 0;
         line = line_at(line_end(&line))) {
        if (line.indent == indent)
            column = column_of(&line);
    }
    return column;
}

/* The column of this line's meaning; 0: it has none. */
static size_t meaning_column(const struct line *line, size_t column)
{
    if (column_of(line) > 0)
        return column_of(line);
    bool reaches = column > 0 && line->len > column && line->text[column - 1] == ' ';
    return reaches ? column : 0;
}

/* Lines that belong to the item before them. Returns what follows. */
static const char *print_continuation(const char *text, size_t indent, struct text *out)
{
    struct line line = line_at(text);
    while (is_listed(&line) && line.indent > indent) {
        print_text(line.text + line.indent, line.len - line.indent, out);
        text_append_char(out, '\n');
        line = line_at(line_end(&line));
    }
    return line.text;
}

static const char *print_item(const struct line *line, size_t column, struct text *out)
{
    size_t meaning = meaning_column(line, column);
    size_t term_end = meaning > 0 ? meaning : line->len;
    while (line->text[term_end - 1] == ' ')
        term_end--;
    text_append_string(out, ".TP\n");
    print_bold(line->text + line->indent, term_end - line->indent, out);
    text_append_char(out, '\n');
    if (meaning > 0) {
        print_text(line->text + meaning, line->len - meaning, out);
        text_append_char(out, '\n');
    }
    return print_continuation(line_end(line), line->indent, out);
}

static void print_example(const struct line *line, struct text *out)
{
    text_append_string(out, ".RS 4\n.PP\n.nf\n");
    print_text(line->text + line->indent, line->len - line->indent, out);
    text_append_string(out, "\n.fi\n.RE\n");
}

/* Lines that begin with blanks. Returns what follows them. */
static const char *print_list(const char *text, struct text *out)
{
    size_t column = list_column(text);
    struct line line = line_at(text);
    while (is_listed(&line)) {
        struct line next = line_at(line_end(&line));
        bool has_meaning = meaning_column(&line, column) > 0;
        bool goes_on = is_listed(&next) && next.indent > line.indent;
        if (has_meaning || goes_on) {
            line = line_at(print_item(&line, column, out));
        } else {
            print_example(&line, out);
            line = next;
        }
    }
    if (line.len > 0)
        text_append_string(out, ".PP\n"); /* otherwise the empty line says so */
    return line.text;
}

static void print_prose(const char *text, struct text *out)
{
    while (*text) {
        struct line line = line_at(text);
        struct line next = line_at(line_end(&line));
        if (is_listed(&line)) {
            text = print_list(text, out);
            continue;
        }
        print_text(line.text, line.len, out);
        if (line.len == 0 && *next.text)
            text_append_string(out, ".PP");
        text_append_char(out, '\n');
        text = next.text;
    }
}

/* --- commands and options --- */

/* "--server HOST:PORT", the value as what stands for something else. */
static void print_option(const struct manual_option *option, struct text *out)
{
    struct text name = {0};
    text_printf(&name, "--%s", option->name);
    print_bold(text_string(&name), name.len, out);
    text_finish(&name);
    if (!option->value)
        return;
    text_append_string(out, "\\ \\fI"); /* a blank at which no line ends */
    print_string(option->value, out);
    text_append_string(out, "\\fP");
}

static void print_call(const struct manual *manual, const char *parents,
                       const struct manual_command *command, struct text *out)
{
    struct text call = {0};
    text_printf(&call, "%s%s", parents, command->name);
    print_bold(text_string(&call), call.len, out);
    text_finish(&call);
    if (*command->arguments) {
        text_append_string(out, " \\fI");
        for (const char *c = command->arguments; *c; c++) {
            print_char(*c, out);
            if (*c == '|')
                text_append_string(out, "\\:"); /* a line may end here */
        }
        text_append_string(out, "\\fP");
    }
    for (size_t i = 0; i < manual->option_count; i++) {
        if (!row_is_of(manual, command, i))
            continue;
        text_append_string(out, "\n[");
        print_option(row_at(manual, i), out);
        text_append_char(out, ']');
    }
    text_append_char(out, '\n');
}

/* As a sentence. */
static void print_summary(const char *summary, struct text *out)
{
    text_append_char(out, (char)toupper((unsigned char)summary[0]));
    print_string(summary + 1, out);
    text_append_string(out, ".\n");
}

static void print_option_item(const struct manual_option *option, const char *meaning,
                              struct text *out)
{
    text_append_string(out, ".TP\n");
    print_option(option, out);
    text_append_char(out, '\n');
    print_prose(meaning, out);
}

/* The options that mean something else here than below. */
static void print_words(const struct manual *manual, const struct manual_command *command,
                        struct text *out)
{
    for (const struct manual_words *words = command->words; words && words->meaning; words++) {
        if (row_is_of(manual, command, words->option))
            print_option_item(row_at(manual, words->option), words->meaning, out);
    }
}

static void print_command(const struct manual *manual, const char *parents,
                          const struct manual_command *command, struct text *out)
{
    text_append_string(out, ".SS ");
    print_string(parents, out);
    print_string(command->name, out);
    text_append_char(out, '\n');
    print_call(manual, parents, command, out);
    text_append_string(out, ".PP\n");
    print_summary(command->summary, out);
    if (command->details) {
        text_append_string(out, command->details[0] == ' ' ? "" : ".PP\n");
        print_prose(command->details, out);
    }
    print_words(manual, command, out);
    struct text inner = {0};
    text_printf(&inner, "%s%s ", parents, command->name);
    for (const struct manual_command *part = command->parts; part && part->name; part++)
        print_command(manual, text_string(&inner), part, out);
    text_finish(&inner);
}

static void print_options(const struct manual *manual, struct text *out)
{
    text_append_string(out, ".SH OPTIONS\n");
    for (size_t i = 0; i < row_count(manual); i++) {
        const struct manual_option *option = row_at(manual, i);
        if (option->group)
            text_printf(out, ".SS %s\n", option->group);
        print_option_item(option, option->meaning, out);
    }
}

/* --- the page --- */

/* Each line begins with the program's name. */
static void print_synopsis(const struct manual *manual, struct text *out)
{
    size_t name_len = strlen(manual->program.name);
    text_append_string(out, ".SH SYNOPSIS\n.nf\n");
    for (const char *text = manual->synopsis; *text;) {
        struct line line = line_at(text);
        print_bold(line.text, name_len, out);
        print_text(line.text + name_len, line.len - name_len, out);
        text_append_char(out, '\n');
        text = line_end(&line);
    }
    text_append_string(out, ".fi\n");
}

static void print_head(const struct manual *manual, struct text *out)
{
    const struct manual_command *program = &manual->program;
    text_printf(out, ".TH %s %d \"\" \"takeaway " TAKEAWAY_VERSION "\"\n.nh\n.ad l\n.SH NAME\n",
                program->name, manual->section);
    print_string(program->name, out);
    text_append_string(out, " \\- ");
    print_string(program->summary, out);
    text_append_char(out, '\n');
    print_synopsis(manual, out);
    text_append_string(out, ".SH DESCRIPTION\n");
    print_prose(program->details, out);
}

static void print_commands(const struct manual *manual, struct text *out)
{
    struct text parents = {0};
    text_printf(&parents, "%s ", manual->program.name);
    text_append_string(out, ".SH COMMANDS\n");
    for (const struct manual_command *command = manual->program.parts; command->name; command++)
        print_command(manual, text_string(&parents), command, out);
    text_finish(&parents);
}

void manual_print_page(const struct manual *manual, struct text *out)
{
    print_head(manual, out);
    if (manual->program.parts)
        print_commands(manual, out);
    print_options(manual, out);
    for (const struct manual_section *section = manual->sections; section->title; section++) {
        text_printf(out, ".SH %s\n", section->title);
        print_prose(section->text, out);
    }
    print_prose(manual_documents, out);
}
