/* A manual page, in the language of man(7). */
#include "common/cli/cli.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

/* --- text --- */

/* Escapes a character that the formatter would interpret. */
static void print_char(char c, struct text *out)
{
    static const char special[] = "\\-'^~";
    static const char *const told[] = {"\\e", "\\-", "\\(aq", "\\(ha", "\\(ti"};
    assert(c != '\0');
    const char *found = strchr(special, c);
    if (found)
        text_append_string(out, told[found - special]);
    else
        text_append_char(out, c);
}

/* `...` becomes bold. A character that would begin a request is escaped at the start of a line. */
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
struct page_line {
    const char *text;
    size_t len;
    size_t indent;
};

static struct page_line line_at(const char *text)
{
    return (struct page_line){
        .text = text,
        .len = strcspn(text, "\n"),
        .indent = strspn(text, " "),
    };
}

static const char *line_end(const struct page_line *line)
{
    return line->text + line->len + (line->text[line->len] == '\n');
}

static bool is_listed(const struct page_line *line)
{
    return line->indent > 0 && line->indent < line->len;
}

/* The column where the meaning of a term begins in its line; 0: it begins in the next one. */
static size_t column_of(const struct page_line *line)
{
    for (size_t i = line->indent; i + 2 < line->len; i++) {
        if (line->text[i] == ' ' && line->text[i + 1] == ' ')
            return i + strspn(line->text + i, " ");
    }
    return 0;
}

/* Prints a term and its meaning, which begins at `meaning` in its line (0: in the next one) and may
 * go on in lines that begin further right. Returns the text behind them. */
static const char *print_item(const struct page_line *line, size_t meaning, struct text *out)
{
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

    struct page_line next = line_at(line_end(line));
    while (is_listed(&next) && next.indent > line->indent) {
        print_text(next.text + next.indent, next.len - next.indent, out);
        text_append_char(out, '\n');
        next = line_at(line_end(&next));
    }
    return next.text;
}

/* Prints lines that begin with blanks. Returns the text behind them. */
static const char *print_list(const char *text, struct text *out)
{
    /* The column of the meanings: a long term may leave one blank in front of it. */
    struct page_line line = line_at(text);
    size_t indent = line.indent, list_column = 0;
    for (; is_listed(&line) && list_column == 0; line = line_at(line_end(&line))) {
        if (line.indent == indent)
            list_column = column_of(&line);
    }

    for (line = line_at(text); is_listed(&line);) {
        struct page_line next = line_at(line_end(&line));
        bool reaches =
            list_column > 0 && line.len > list_column && line.text[list_column - 1] == ' ';
        size_t meaning = column_of(&line);
        if (meaning == 0 && reaches)
            meaning = list_column;
        if (meaning > 0 || (is_listed(&next) && next.indent > line.indent)) {
            line = line_at(print_item(&line, meaning, out));
            continue;
        }
        text_append_string(out, ".RS 4\n.PP\n.nf\n");
        print_text(line.text + line.indent, line.len - line.indent, out);
        text_append_string(out, "\n.fi\n.RE\n");
        line = next;
    }
    if (line.len > 0)
        text_append_string(out, ".PP\n"); /* an empty line would begin one anyway */
    return line.text;
}

static void print_prose(const char *text, struct text *out)
{
    while (*text) {
        struct page_line line = line_at(text);
        struct page_line next = line_at(line_end(&line));
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

/* "--server HOST:PORT", the placeholder in italics. */
static void print_option(const struct cli_option *option, struct text *out)
{
    struct text name = {0};
    text_printf(&name, "--%s", option->name);
    print_bold(text_string(&name), name.len, out);
    text_finish(&name);
    if (!option->value)
        return;
    text_append_string(out, "\\ \\fI"); /* an unbreakable blank */
    print_string(option->value, out);
    text_append_string(out, "\\fP");
}

static void print_option_item(const struct cli *cli, const struct cli_command *command,
                              size_t index, struct text *out)
{
    struct text meaning = {0};
    text_append_string(out, ".TP\n");
    print_option(cli_option_at(cli, index), out);
    text_append_char(out, '\n');
    cli_print_meaning(cli, command, index, &meaning);
    print_prose(text_string(&meaning), out);
    text_finish(&meaning);
}

static void print_command(const struct cli *cli, const struct cli_command *command,
                          struct text *out)
{
    struct text call = {0};
    text_printf(&call, "%s %s", cli->program.name, command->name);
    text_append_string(out, ".SS ");
    print_text(call.bytes, call.len, out);
    text_append_char(out, '\n');
    print_bold(call.bytes, call.len, out);
    text_finish(&call);
    if (command->arguments) {
        text_append_string(out, " \\fI");
        for (const char *c = command->arguments; *c; c++) {
            print_char(*c, out);
            if (*c == '|')
                text_append_string(out, "\\:"); /* allows a line break */
        }
        text_append_string(out, "\\fP");
    }
    for (size_t i = 0; i < cli->option_count; i++) {
        if (!cli_takes(cli, command, i))
            continue;
        text_append_string(out, "\n[");
        print_option(cli_option_at(cli, i), out);
        text_append_char(out, ']');
    }

    /* The summary as a sentence. */
    text_append_string(out, "\n.PP\n");
    text_append_char(out, (char)toupper((unsigned char)command->summary[0]));
    print_string(command->summary + 1, out);
    text_append_string(out, ".\n");
    if (command->details) {
        text_append_string(out, command->details[0] == ' ' ? "" : ".PP\n");
        print_prose(command->details, out);
    }

    /* Options whose meaning differs from that in the list of all options. */
    for (const struct cli_words *words = command->words; words && words->meaning; words++) {
        if (cli_takes(cli, command, words->option))
            print_option_item(cli, command, words->option, out);
    }
    for (const struct cli_command *part = command->parts; part && part->name; part++)
        print_command(cli, part, out);
}

/* --- the page --- */

void cli_print_page(const struct cli *cli, struct text *out)
{
    const struct cli_command *program = &cli->program;
    text_printf(out, ".TH %s %d \"\" \"takeaway " TAKEAWAY_VERSION "\"\n.nh\n.ad l\n.SH NAME\n",
                program->name, cli->section);
    print_string(program->name, out);
    text_append_string(out, " \\- ");
    print_string(program->summary, out);

    size_t name_len = strlen(program->name);
    text_append_string(out, "\n.SH SYNOPSIS\n.nf\n");
    for (const char *text = cli->synopsis; *text;) {
        struct page_line line = line_at(text);
        assert(strncmp(line.text, program->name, name_len) == 0);
        print_bold(line.text, name_len, out);
        print_text(line.text + name_len, line.len - name_len, out);
        text_append_char(out, '\n');
        text = line_end(&line);
    }
    text_append_string(out, ".fi\n.SH DESCRIPTION\n");
    print_prose(program->details, out);

    if (program->parts) {
        text_append_string(out, ".SH COMMANDS\n");
        for (const struct cli_command *command = program->parts; command->name; command++)
            print_command(cli, command, out);
        print_command(cli, &cli_help_command, out);
    }

    text_append_string(out, ".SH OPTIONS\n");
    for (size_t i = 0; i < cli_option_count(cli); i++) {
        if (cli_option_at(cli, i)->group)
            text_printf(out, ".SS %s\n", cli_option_at(cli, i)->group);
        print_option_item(cli, program, i, out);
    }

    for (const struct cli_section *section = cli->sections; section->title; section++) {
        struct text text = {0};
        text_printf(out, ".SH %s\n", section->title);
        text_append_string(&text, section->text);
        if (section->has_statuses)
            exit_status_describe(cli->last_status, &text);
        if (section->print)
            section->print(&text);
        print_prose(text_string(&text), out);
        text_finish(&text);
    }
    print_prose(cli_documents, out);
}
