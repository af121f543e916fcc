#include "tests/bench/guard.h"
#include "tests/bench/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const struct table {
    const struct bench_row *rows;
    const char *group; /* NULL, or one word on the command line for all of them */
} tables[] = {
    {solver_rows, NULL}, {judge_rows, NULL}, {play_rows, NULL},          {hot_rows, NULL},
    {server_rows, NULL}, {start_rows, NULL}, {postgres_rows, "cluster"}, {cluster_rows, "cluster"},
};

enum { TABLE_COUNT = sizeof tables / sizeof *tables, STATUS_USAGE = 2 };

struct options {
    bool is_short;
    enum report_form form;
    char **rows; /* rows or groups of the command line; none: all */
    int row_count;
};

static bool is_called(const struct table *table, const struct bench_row *row, const char *word)
{
    return strcmp(row->name, word) == 0 || (table->group && strcmp(table->group, word) == 0);
}

static bool is_known(const char *word)
{
    for (int i = 0; i < TABLE_COUNT; i++) {
        for (const struct bench_row *row = tables[i].rows; row->name; row++) {
            if (is_called(&tables[i], row, word))
                return true;
        }
    }
    return false;
}

static bool is_wanted(const struct options *options, const struct table *table,
                      const struct bench_row *row)
{
    for (int i = 0; i < options->row_count; i++) {
        if (is_called(table, row, options->rows[i]))
            return true;
    }
    return options->row_count == 0;
}

static bool take_word(struct options *options, char *word)
{
    if (strcmp(word, "--short") == 0)
        options->is_short = true;
    else if (strcmp(word, "--json") == 0)
        options->form = REPORT_JSON;
    else if (strcmp(word, "--tap") == 0)
        options->form = REPORT_TAP;
    else if (is_known(word))
        options->rows[options->row_count++] = word;
    else
        return false;
    return true;
}

static int explain_usage(const char *word)
{
    fprintf(stderr,
            "bench: '%s' is not understood\nusage: bench [--short] [--json | --tap] "
            "[ROW...]\n       bench --guard FILE\n"
            "rows, and cluster for the last ones from postgres on:\n",
            word);
    for (int i = 0; i < TABLE_COUNT; i++) {
        for (const struct bench_row *row = tables[i].rows; row->name; row++)
            fprintf(stderr, "  %-16s %s\n", row->name, row->summary);
    }
    return STATUS_USAGE;
}

static int run(const struct options *options)
{
    struct report *report = report_create(options->form, options->is_short);
    for (int i = 0; i < TABLE_COUNT; i++) {
        for (const struct bench_row *row = tables[i].rows; row->name; row++) {
            if (!is_wanted(options, &tables[i], row))
                continue;
            report_begin_row(report, row);
            row->measure(report);
            report_end_row(report);
        }
    }
    bool agrees = report_finish(report);
    report_destroy(report);
    return agrees ? 0 : 1;
}

/* As many as the system gives: rows open thousands of connections, and so do the programs that they
 * start. */
static void raise_descriptors(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 3 && strcmp(arguments[1], "--guard") == 0)
        return guard_run(arguments[2]) ? 0 : 1;
    raise_descriptors();
    struct options options = {.form = REPORT_TABLE, .rows = arguments};
    for (int i = 1; i < argument_count; i++) {
        if (!take_word(&options, arguments[i]))
            return explain_usage(arguments[i]);
    }
    return run(&options);
}
