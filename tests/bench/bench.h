/* What the benchmarks are made of: rows, each of which measures something and reports figures. To
 * add one, write its function and give it a row in a table like solver_rows; a new table goes into
 * the list in main.c. */
#ifndef TESTS_BENCH_BENCH_H
#define TESTS_BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>

struct report;

struct bench_row {
    const char *name;    /* as on the command line */
    const char *summary; /* what is measured, in a line */
    void (*measure)(struct report *report);
};

/* Ends with a row whose name is NULL. */
extern const struct bench_row solver_rows[];
extern const struct bench_row judge_rows[];
extern const struct bench_row play_rows[];
extern const struct bench_row hot_rows[];
extern const struct bench_row server_rows[];
extern const struct bench_row postgres_rows[];
extern const struct bench_row start_rows[];
extern const struct bench_row cluster_rows[];

/* Tiny sizes: only to see that all rows run and that their values agree. */
bool report_is_short(const struct report *report);
/* The large size, or the tiny one. */
int report_size(const struct report *report, int large, int tiny);

/* A figure with its goal: no more, or no less. The names and units are borrowed. */
void report_at_most(struct report *report, const char *figure, double value, const char *unit,
                    double goal);
void report_at_least(struct report *report, const char *figure, double value, const char *unit,
                     double goal);
/* A figure without a goal. */
void report_value(struct report *report, const char *figure, double value, const char *unit);
/* A row that cannot be measured here, and why. */
void report_missing(struct report *report, const char *why);
/* Two ways to compute something must agree; the program fails when they do not. */
void report_check(struct report *report, bool agrees, const char *what);

/* Processor time of this process in seconds: what others do on the machine counts little. */
double bench_now_s(void);
/* Time of the wall in seconds, from no particular beginning: for what waits for a disk. */
double bench_wall_s(void);
/* The least time of so many runs. */
double bench_least_s(void (*run)(void *context), void *context, int runs);

/* The move that takes 1 from a heap, as text: "9>8". */
enum { BENCH_MOVE_BYTES = 64 };
void bench_take_one(int64_t heap, char ret_text[BENCH_MOVE_BYTES]);

/* The least first. */
void bench_sort(double *values, int64_t count);

/* May the program have so many descriptors? */
bool bench_has_descriptors(int count);

/* Ends the program: something that should be measured does not run at all. */
_Noreturn void bench_fail(const char *what);

#endif
