#include "tests/bench/report.h"

#include "common/base/memory.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum bound {
    BOUND_NONE,
    BOUND_AT_MOST,
    BOUND_AT_LEAST,
};

struct report {
    enum report_form form;
    bool is_short;
    const struct bench_row *row;
    int row_count;
    bool row_agrees;
    bool all_agree;
    json_t *figures; /* an array */
};

struct report *report_create(enum report_form form, bool is_short)
{
    struct report *report = memory_zeroed(1, sizeof *report);
    *report = (struct report){
        .form = form,
        .is_short = is_short,
        .all_agree = true,
        .figures = json_array(),
    };
    if (form == REPORT_TABLE)
        printf("%-16s %-42s %12s %-6s %12s  %s\n", "row", "figure", "measured", "", "goal", "met");
    return report;
}

void report_destroy(struct report *report)
{
    json_decref(report->figures);
    free(report);
}

void report_begin_row(struct report *report, const struct bench_row *row)
{
    report->row = row;
    report->row_count++;
    report->row_agrees = true;
}

void report_end_row(struct report *report)
{
    if (report->form == REPORT_TAP)
        printf("%sok %d - %s\n", report->row_agrees ? "" : "not ", report->row_count,
               report->row->name);
    report->all_agree = report->all_agree && report->row_agrees;
}

bool report_finish(struct report *report)
{
    if (report->form == REPORT_TAP)
        printf("1..%d\n", report->row_count);
    if (report->form == REPORT_JSON) {
        json_t *whole = json_pack("{sbsbsO}", "short", report->is_short, "agrees",
                                  report->all_agree, "figures", report->figures);
        json_dumpf(whole, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        putchar('\n');
        json_decref(whole);
    }
    return report->all_agree;
}

bool report_is_short(const struct report *report)
{
    return report->is_short;
}

int report_size(const struct report *report, int large, int tiny)
{
    return report->is_short ? tiny : large;
}

static void print_figure(const struct report *report, const char *figure, double value,
                         const char *unit, enum bound bound, double goal, bool is_met)
{
    printf("%-16s %-42s %12.4g %-6s", report->row->name, figure, value, unit);
    if (bound != BOUND_NONE)
        printf(" %s%10.4g  %s", bound == BOUND_AT_MOST ? "<=" : ">=", goal, is_met ? "yes" : "NO");
    putchar('\n');
    fflush(stdout);
}

static void keep_figure(struct report *report, const char *figure, double value, const char *unit,
                        enum bound bound, double goal, bool is_met)
{
    json_t *entry = json_pack("{sssssfss}", "row", report->row->name, "figure", figure, "value",
                              value, "unit", unit);
    if (bound != BOUND_NONE) {
        json_object_set_new(entry, bound == BOUND_AT_MOST ? "at_most" : "at_least",
                            json_real(goal));
        json_object_set_new(entry, "met", json_boolean(is_met));
    }
    json_array_append_new(report->figures, entry);
}

/* In the short form the sizes are not those of the goals. */
static void take_figure(struct report *report, const char *figure, double value, const char *unit,
                        enum bound bound, double goal)
{
    bool is_met = bound == BOUND_AT_MOST ? value <= goal : value >= goal;
    if (report->is_short)
        bound = BOUND_NONE;
    if (report->form == REPORT_TABLE)
        print_figure(report, figure, value, unit, bound, goal, is_met);
    keep_figure(report, figure, value, unit, bound, goal, is_met);
}

void report_at_most(struct report *report, const char *figure, double value, const char *unit,
                    double goal)
{
    take_figure(report, figure, value, unit, BOUND_AT_MOST, goal);
}

void report_at_least(struct report *report, const char *figure, double value, const char *unit,
                     double goal)
{
    take_figure(report, figure, value, unit, BOUND_AT_LEAST, goal);
}

void report_value(struct report *report, const char *figure, double value, const char *unit)
{
    take_figure(report, figure, value, unit, BOUND_NONE, 0);
}

void report_missing(struct report *report, const char *why)
{
    if (report->form == REPORT_TABLE)
        printf("%-16s not measured: %s\n", report->row->name, why);
    json_array_append_new(report->figures,
                          json_pack("{ssss}", "row", report->row->name, "missing", why));
}

void report_check(struct report *report, bool agrees, const char *what)
{
    if (agrees)
        return;
    report->row_agrees = false;
    fprintf(stderr, "bench: %s: not the same: %s\n", report->row->name, what);
}
