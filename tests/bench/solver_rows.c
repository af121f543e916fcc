#include "common/base/memory.h"
#include "common/solver/alpha_walk.h"
#include "common/solver/heap_values.h"
#include "common/solver/quota_values.h"
#include "common/solver/solver.h"
#include "tests/bench/allocations.h"
#include "tests/bench/bench.h"
#include "tests/bench/choice.h"
#include "tests/bench/plain.h"
#include "tests/bench/resident.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 5 };

/* --- perfect moves from random positions --- */

/* Seconds for one move; the tables are there. */
static double time_choice(struct choice *choice, int rounds)
{
    choice->rounds = 1;
    choice_make(choice);
    choice->rounds = rounds;
    return bench_least_s(choice_make, choice, RUNS) / rounds / CHOICE_POSITIONS;
}

/* Allocations during a round through all positions. */
static void report_allocations(struct report *report, struct choice *choice)
{
    if (!allocations_are_counted())
        return;
    choice->rounds = 1;
    int64_t before = allocations_count();
    choice_make(choice);
    report_at_most(report, "allocations of 1,024 moves", (double)(allocations_count() - before), "",
                   0);
}

static void choose_plain_fibonacci_moves(void *context)
{
    struct choice *choice = context;
    for (int round = 0; round < choice->rounds; round++) {
        for (int i = 0; i < CHOICE_POSITIONS; i++) {
            int64_t heap = choice->positions[i].cells[0];
            choice->moves[i].cells[1] = heap - plain_fibonacci_take(heap);
        }
    }
}

/* Differs when the moves differ. */
static uint64_t mix_of_heaps_left(const struct choice *choice)
{
    uint64_t mix = 0;
    for (int i = 0; i < CHOICE_POSITIONS; i++)
        mix = mix * 31 + (uint64_t)choice->moves[i].cells[1];
    return mix;
}

static void measure_fibonacci_move(struct report *report)
{
    struct choice *choice = choice_create("take-away:2x", 1, INT64_C(1) << 62);
    int rounds = report_size(report, 200, 1);
    double seconds = time_choice(choice, rounds);
    uint64_t mix = mix_of_heaps_left(choice);
    double plain_s =
        bench_least_s(choose_plain_fibonacci_moves, choice, RUNS) / rounds / CHOICE_POSITIONS;
    report_check(report, mix == mix_of_heaps_left(choice), "winning moves of Fibonacci nim");
    report_at_most(report, "a winning move", seconds * 1e9, "ns", 150);
    report_value(report, "a scan of all Fibonacci numbers", plain_s * 1e9, "ns");
    report_value(report, "the scan's time to ours", plain_s / seconds, "x");
    report_allocations(report, choice);
    choice_destroy(choice);
}

/* Does each move lead to a position whose values, by `value`, have the nim-sum 0? */
static bool all_moves_win(struct choice *choice, uint64_t (*value)(int64_t heap))
{
    bool all_win = true;
    for (int i = 0; i < CHOICE_POSITIONS; i++) {
        struct position after = {0};
        uint64_t sum = 0;
        position_copy(&after, &choice->positions[i]);
        move_apply(solver_rules(choice->solver), &after, &choice->moves[i]);
        for (uint32_t cell = 0; cell < after.count; cell++)
            sum ^= value(after.cells[cell]);
        all_win = all_win && sum == 0;
        position_finish(&after);
    }
    return all_win;
}

static uint64_t nim_value(int64_t heap)
{
    return (uint64_t)heap;
}

static void measure_nim_move(struct report *report)
{
    struct choice *choice = choice_create("nim", 100, INT64_C(1) << 62);
    double seconds = time_choice(choice, report_size(report, 20, 1));
    report_check(report, all_moves_win(choice, nim_value), "winning moves of nim");
    report_at_most(report, "a winning move", seconds * 1e6, "us", 1);
    report_allocations(report, choice);
    choice_destroy(choice);
}

/* The period of 12 holds from 71 on [GS]. */
static uint64_t kayles_value(int64_t heap)
{
    enum { FIRST = 71, PERIOD = 12 };
    static uint16_t values[FIRST + PERIOD];
    if (values[1] == 0)
        plain_kayles_values(FIRST + PERIOD - 1, values);
    return values[heap < FIRST ? heap : FIRST + (heap - FIRST) % PERIOD];
}

static void measure_kayles_move(struct report *report)
{
    struct choice *choice = choice_create("kayles", 10, INT64_C(1000000000000));
    double seconds = time_choice(choice, report_size(report, 20, 1));
    report_check(report, all_moves_win(choice, kayles_value), "winning moves of kayles");
    report_at_most(report, "a winning move", seconds * 1e6, "us", 3);
    report_allocations(report, choice);
    choice_destroy(choice);
}

/* --- tables of one heap --- */

struct heap_table {
    struct rules rules;
    int max;
    uint16_t *plain; /* the plain values: plain_digit 0 for Grundy's game */
    int plain_digit_index, plain_digit;
};

static struct heap_table heap_table_of(const char *rules, int max)
{
    return (struct heap_table){.rules = bench_rules(rules), .max = max};
}

static void make_heap_values(void *context)
{
    const struct heap_table *table = context;
    struct heap_values *values = heap_values_create(&table->rules);
    heap_value(values, table->max);
    heap_values_destroy(values);
}

static void make_plain_values(void *context)
{
    struct heap_table *table = context;
    if (table->plain_digit == 0)
        plain_grundy_values(table->max, table->plain);
    else
        plain_octal_values(table->plain_digit_index, table->plain_digit, table->max, table->plain);
}

static bool has_plain_values(const struct heap_table *table)
{
    struct heap_values *values = heap_values_create(&table->rules);
    bool agrees = true;
    for (int heap = 0; heap <= table->max; heap++)
        agrees = agrees && heap_value(values, heap) == table->plain[heap];
    heap_values_destroy(values);
    return agrees;
}

/* The most memory at once that one table takes; no goal: 0. */
static void report_memory(struct report *report, void (*make)(void *context), void *context,
                          double goal_mb)
{
    int64_t bytes = resident_peak_bytes(make, context);
    if (bytes < 0)
        return;
    if (goal_mb > 0)
        report_at_most(report, "memory", (double)bytes / 1e6, "MB", goal_mb);
    else
        report_value(report, "memory", (double)bytes / 1e6, "MB");
}

/* Of threads the processor time says little: they count while they wait, too. So a table is made by
 * one, and returned is what sched_setaffinity() takes to give back the others. */
static cpu_set_t take_one_processor(void)
{
    cpu_set_t all, one;
    int first = 0;
    CPU_ZERO(&all);
    sched_getaffinity(0, sizeof all, &all);
    while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &all))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof one, &one);
    return all;
}

static double seconds_alone(struct heap_table *table, int runs)
{
    cpu_set_t all = take_one_processor();
    double seconds = bench_least_s(make_heap_values, table, runs);
    sched_setaffinity(0, sizeof all, &all);
    return seconds;
}

static void measure_long_table(struct report *report, const char *rules, int max)
{
    struct heap_table table = heap_table_of(rules, report_size(report, max, 5000));
    double seconds = seconds_alone(&table, report_size(report, 3, 1));
    report_at_most(report, "all values", seconds, "s", 3);
    report_memory(report, make_heap_values, &table, 0);
}

static void measure_grundy(struct report *report)
{
    measure_long_table(report, "grundy", 1 << 20);
}

static void measure_octal_long(struct report *report)
{
    measure_long_table(report, "octal:0.6", 1000000);
}

static double wall_s_of(struct heap_table *table, int runs)
{
    double least = INFINITY;
    for (int i = 0; i < runs; i++) {
        double begun = bench_wall_s();
        make_heap_values(table);
        least = fmin(least, bench_wall_s() - begun);
    }
    return least;
}

/* On one of the processors, and on all of them. */
static void measure_octal_threads(struct report *report)
{
    struct heap_table table = heap_table_of("octal:0.6", report_size(report, 1000000, 20000));
    int runs = report_size(report, 3, 1);
    cpu_set_t all = take_one_processor();
    double alone_s = wall_s_of(&table, runs);
    sched_setaffinity(0, sizeof all, &all);
    if (CPU_COUNT(&all) < 2) {
        report_missing(report, "there is one processor");
        return;
    }
    double together_s = wall_s_of(&table, runs);
    report_value(report, "on one processor", alone_s, "s");
    report_value(report, "on all", together_s, "s");
    report_at_least(report, "the one to all", alone_s / together_s, "x", 1.3);
}

/* Against the plain way, all values compared. */
static void compare_table(struct report *report, struct heap_table table, double goal)
{
    table.plain = memory_zeroed((size_t)table.max + 1, sizeof *table.plain);
    double plain_s = bench_least_s(make_plain_values, &table, report_size(report, 3, 1));
    double seconds = seconds_alone(&table, report_size(report, 3, 1));
    report_check(report, has_plain_values(&table), table.rules.text);
    report_value(report, "all values", seconds, "s");
    report_value(report, "every option looked at", plain_s, "s");
    if (goal > 0)
        report_at_least(report, "the plain time to ours", plain_s / seconds, "x", goal);
    else
        report_value(report, "the plain time to ours", plain_s / seconds, "x");
    free(table.plain);
}

static void compare_octal(struct report *report, const char *rules, int digit_index, int digit,
                          double goal)
{
    struct heap_table table = heap_table_of(rules, report_size(report, 100000, 3000));
    table.plain_digit_index = digit_index;
    table.plain_digit = digit;
    compare_table(report, table, goal);
}

static void measure_octal_6(struct report *report)
{
    compare_octal(report, "octal:0.6", 1, 6, 3);
}

static void measure_octal_007(struct report *report)
{
    compare_octal(report, "octal:0.007", 3, 7, 1);
}

static void measure_grundy_plain(struct report *report)
{
    compare_table(report, heap_table_of("grundy", report_size(report, 50000, 3000)), 0);
}

/* --- the positions of a board --- */

struct board {
    struct rules rules;
    struct position position;
    struct solver *solver; /* with the table */
};

static void make_board_table(void *context)
{
    struct board *board = context;
    struct solver *solver = solver_create(&board->rules);
    solver_outcome(solver, &board->position);
    solver_destroy(solver);
}

static void choose_on_board(void *context)
{
    struct board *board = context;
    struct move move;
    solver_best_move(board->solver, &board->position, &move);
}

/* The table of TacTix, and the hardest move to answer in a lost position of many chips. */
static void measure_tactix(struct report *report)
{
    bool is_large = report_size(report, 5, 4) == 5;
    const char *lost = is_large ? "xx.xx/xx.xx/xx.xx/xx.xx/xx.xx" : "xxxx/xxxx/xxxx/xxxx";
    struct board board = {.rules = bench_rules("tactix,misere")};
    struct error error;
    position_parse(&board.rules, lost, strlen(lost), &board.position, &error);
    double seconds = bench_least_s(make_board_table, &board, report_size(report, 3, 1));
    report_at_most(report, "all positions", seconds, "s", 10);
    report_memory(report, make_board_table, &board, 64);
    board.solver = solver_create(&board.rules);
    report_check(report, solver_outcome(board.solver, &board.position) == OUTCOME_P, "tactix");
    report_at_most(report, "the hardest move", bench_least_s(choose_on_board, &board, RUNS) * 1e6,
                   "us", 1000);
    solver_destroy(board.solver);
    position_finish(&board.position);
}

/* --- one heap under a quota --- */

static void make_quota_values(void *context)
{
    const struct heap_table *table = context;
    struct quota_values *values = quota_values_create(&table->rules);
    quota_value(values, table->max, 1);
    quota_values_destroy(values);
}

static void measure_quota(struct report *report)
{
    struct heap_table table =
        heap_table_of("take-away:2x,local", report_size(report, 1000000, 5000));
    double seconds = bench_least_s(make_quota_values, &table, report_size(report, 3, 1));
    report_at_most(report, "all values, every quota", seconds, "s", 1.5);
    report_memory(report, make_quota_values, &table, 80);
}

struct plain_quota {
    int max;
    uint8_t *values;
};

static void make_plain_quota_values(void *context)
{
    struct plain_quota *plain = context;
    plain_quota_values(plain->max, plain->values);
}

static bool agree_on_quotas(const struct heap_table *table, const struct plain_quota *plain)
{
    struct quota_values *values = quota_values_create(&table->rules);
    bool agrees = true;
    for (int heap = 1; heap <= plain->max; heap++) {
        for (int quota = 1; quota <= heap; quota++)
            agrees = agrees && quota_value(values, heap, quota) ==
                                   plain->values[plain_quota_index(heap, quota)];
    }
    quota_values_destroy(values);
    return agrees;
}

static void measure_quota_plain(struct report *report)
{
    struct heap_table table = heap_table_of("take-away:2x,local", report_size(report, 2000, 300));
    struct plain_quota plain = {.max = table.max};
    plain.values = memory_zeroed((size_t)plain_quota_index(plain.max, plain.max) + 1, 1);
    double seconds = bench_least_s(make_quota_values, &table, RUNS);
    double plain_s = bench_least_s(make_plain_quota_values, &plain, RUNS);
    report_check(report, agree_on_quotas(&table, &plain), "values under a quota");
    report_value(report, "all values, every quota", seconds * 1e3, "ms");
    report_value(report, "the definition", plain_s * 1e3, "ms");
    report_value(report, "the definition's time to ours", plain_s / seconds, "x");
    free(plain.values);
}

/* --- the cutoffs of alpha --- */

struct cutoffs {
    int64_t max;
    int64_t below; /* how many there are below `max` */
    int64_t plain; /* and up to `max`, the plain way */
};

static void count_cutoffs(void *context)
{
    struct cutoffs *cutoffs = context;
    struct alpha from = {1, 1}, below = {cutoffs->max, 1};
    enum alpha_count_result result = alpha_count_within(from, below, NULL, &cutoffs->below);
    assert(result == ALPHA_COUNTED);
    (void)result;
}

static void count_plain_cutoffs(void *context)
{
    struct cutoffs *cutoffs = context;
    cutoffs->plain = plain_count_cutoffs(cutoffs->max);
}

static void measure_cutoffs(struct report *report)
{
    struct cutoffs cutoffs = {.max = report_size(report, 100, 10)};
    double seconds = bench_least_s(count_cutoffs, &cutoffs, RUNS);
    double plain_s = bench_least_s(count_plain_cutoffs, &cutoffs, report_size(report, RUNS, 1));
    report_check(report, cutoffs.below + 1 == cutoffs.plain, "the number of cutoffs");
    report_at_most(report, "all cutoffs counted", seconds, "s", 0.2);
    report_value(report, "each sequence from its beginning", plain_s, "s");
    report_value(report, "the plain time to ours", plain_s / seconds, "x");
}

const struct bench_row solver_rows[] = {
    {"fibonacci-move", "Fibonacci nim: a winning move from heaps near 2^62",
     measure_fibonacci_move},
    {"nim-move", "nim: a winning move in 100 heaps near 2^62", measure_nim_move},
    {"kayles-move", "kayles: a winning move in 10 heaps near 10^12", measure_kayles_move},
    {"quota", "local Fibonacci nim: all Grundy values to 10^6", measure_quota},
    {"quota-plain", "the same to 2,000, against the definition", measure_quota_plain},
    {"grundy", "Grundy's game: all values to 2^20", measure_grundy},
    {"grundy-plain", "Grundy's game to 50,000, against the plain program", measure_grundy_plain},
    {"octal-0.6-long", "octal:0.6: all values to 10^6", measure_octal_long},
    {"octal-0.6-threads", "octal:0.6 to 10^6, on one processor and on all", measure_octal_threads},
    {"octal-0.6", "octal:0.6 to 100,000, against the plain program", measure_octal_6},
    {"octal-0.007", "octal:0.007 to 100,000, against the plain program", measure_octal_007},
    {"tactix-table", "TacTix: all positions of 5 by 5 squares", measure_tactix},
    {"cutoffs", "the cutoffs of alpha to 100, against the plain program", measure_cutoffs},
    {0},
};
