/* Collects the figures of the rows and prints them. */
#ifndef TESTS_BENCH_REPORT_H
#define TESTS_BENCH_REPORT_H

#include "tests/bench/bench.h"

enum report_form {
    REPORT_TABLE,
    REPORT_JSON, /* one object, printed at the end */
    REPORT_TAP,  /* for Meson: a line for each row */
};

struct report *report_create(enum report_form form, bool is_short);
void report_destroy(struct report *report);

/* Between these two the row's figures are reported. */
void report_begin_row(struct report *report, const struct bench_row *row);
void report_end_row(struct report *report);
/* Returns whether all checks agreed. */
bool report_finish(struct report *report);

#endif
