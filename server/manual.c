/* What takeaway-server says of itself: its help and its manual page. */
#include "server/manual.h"

#include "common/base/exit_status.h"
#include "common/manual/manual.h"
#include "server/option_row.h"

#include <assert.h>
#include <string.h>

static const char description[] =
    "`takeaway-server` plays host to take-away games between people and bots, and keeps every\n"
    "acknowledged move. --db is all that it needs:\n"
    "  takeaway-server --db takeaway.db\n"
    "\n"
    "The protocol has no encryption of its own: leave the server on a loopback address, and let\n"
    "others come through a tunnel.\n";

static const char values_text[] =
    "Defaults are in brackets. A configuration file has a line `name = value` for each of these that it\n"
    "sets, such as `hello-time = 5`. A # or ; at the start of a line or after a blank begins a comment.\n"
    "What the command line says counts more.\n"
    "SECONDS may have three decimals; BYTES may end in K, M or G; --public and its like can be taken\n"
    "back with --public=no, and the empty PATH or HOST:PORT is none.\n";

static const char life[] =
    "The first line on standard output is `listening on HOST:PORT`; the log goes to standard error.\n"
    "With --exit-on-eof a fault is told on standard output instead, as `failed CODE: REASON`; CODE is\n"
    "too_early where only another server has to end first.\n"
    "SIGTERM and SIGINT end the server within 5 seconds: unfinished matches go on at the next start.\n";

static const char environment[] =
    "  LISTEN_FDS, LISTEN_PID  where a system such as systemd hands over a socket that listens\n"
    "                          already\n";

static const char see_also[] =
    "`takeaway(1)`, `takeaway-bot(1)`; OPERATING.md is about running a server for others.\n";

/* Those that are no rows of a configuration. */
static const struct manual_option other_rows[] = {
    {NULL, "config", "FILE", "read options from this file"},
    {NULL, "check-config", NULL,
     "check the configuration as a start does, before it opens anything; print what would be in "
     "force, and end"},
    {NULL, "version", NULL, "print the version"},
    {NULL, "help", NULL, "print this"},
};

enum {
    OTHER_ROWS = sizeof other_rows / sizeof *other_rows,
    ALL_ROWS = OTHER_ROWS + OPTION_ROWS,
};

static_assert(ALL_ROWS <= MANUAL_OPTIONS_MAX, "a set of options has a bit for each");

/* All options, with their defaults. */
struct book {
    struct manual_option rows[ALL_ROWS];
    struct text meanings[OPTION_ROWS];
    struct text ending;
};

static void fill_row(const struct option_row *row, const struct options *standard,
                     struct text *meaning, struct manual_option *ret_option)
{
    struct text value = {0};
    option_print(row, standard, &value);
    text_append_string(meaning, row->meaning);
    if (row->kind != OPTION_FLAG && value.len > 0)
        text_printf(meaning, " [%s]", text_string(&value));
    text_finish(&value);
    *ret_option = (struct manual_option){
        .group = row->group,
        .name = row->name,
        .value = row->kind == OPTION_FLAG ? NULL : option_word(row->kind),
        .meaning = text_string(meaning),
    };
}

static void fill(struct book *book)
{
    struct options standard = options_default();
    memcpy(book->rows, other_rows, sizeof other_rows);
    for (size_t i = 0; i < OPTION_ROWS; i++)
        fill_row(&option_rows[i], &standard, &book->meanings[i], &book->rows[OTHER_ROWS + i]);
    text_append_string(&book->ending, life);
    exit_status_describe(EXIT_USAGE, &book->ending);
}

static void finish(struct book *book)
{
    for (size_t i = 0; i < OPTION_ROWS; i++)
        text_finish(&book->meanings[i]);
    text_finish(&book->ending);
}

/* --- help --- */

enum { MEANING_COLUMN = 34, LINE_WIDTH = 100 };

/* Appends `words` from the column of the meanings on, in as many lines as they need. */
static void print_wrapped(const char *words, size_t column, struct text *out)
{
    while (*words) {
        size_t len = strcspn(words, " ");
        if (column + 1 + len > LINE_WIDTH) {
            text_append_char(out, '\n');
            column = 0;
        }
        size_t blanks = column < MEANING_COLUMN ? MEANING_COLUMN - column : 1;
        text_printf(out, "%*s%.*s", (int)blanks, "", (int)len, words);
        column += blanks + len;
        words += len + strspn(words + len, " ");
    }
    text_append_char(out, '\n');
}

static void describe(const struct manual_option *option, struct text *out)
{
    size_t before = out->len;
    text_printf(out, "  --%s%s%s", option->name, option->value ? " " : "",
                option->value ? option->value : "");
    print_wrapped(option->meaning, out->len - before, out);
}

void options_describe(struct text *out)
{
    struct book book = {0};
    fill(&book);
    text_append_string(
        out, "takeaway-server: plays host to take-away games, and keeps every acknowledged move\n"
             "\n"
             "usage: takeaway-server --db PATH [OPTION...]\n"
             "\n");
    for (size_t i = 0; i < ALL_ROWS; i++) {
        if (book.rows[i].group)
            text_printf(out, "\n%s\n", book.rows[i].group);
        describe(&book.rows[i], out);
    }
    text_printf(out, "\n%s\n" MANUAL_HELP "%s\n%s", values_text, manual_documents,
                text_string(&book.ending));
    finish(&book);
}

/* --- the manual --- */

bool server_manual_answer(int argument_count, const char *const *arguments, struct text *out)
{
    static const struct manual_values values[] = {
        {"PATH", MANUAL_FILES},
        {"FILE", MANUAL_FILES},
        {"LEVEL", "debug info warn error"},
        {0},
    };
    struct book book = {0};
    fill(&book);
    const struct manual_section sections[] = {
        {"CONFIGURATION", values_text},
        {"EXIT STATUS", text_string(&book.ending)},
        {"ENVIRONMENT", environment},
        {"SEE ALSO", see_also},
        {0},
    };
    const struct manual manual = {
        .program =
            {
                .name = "takeaway-server",
                .arguments = "",
                .options = (UINT64_C(1) << ALL_ROWS) - 1,
                .summary = "plays host to take-away games",
                .details = description,
            },
        .synopsis = "takeaway-server --db PATH [OPTION ...]\n",
        .section = 8,
        .options = book.rows,
        .option_count = ALL_ROWS,
        .values = values,
        .sections = sections,
    };
    bool is_answered = manual_answer(&manual, argument_count, arguments, out);
    finish(&book);
    return is_answered;
}
