/* times.jsonl: that it belongs to the results, the clocks of every match, and the signature of both files. */
#include "client/verify/verify.h"
#include "common/base/memory.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The clock of the computer, by which the beginning and the end are told, need not go as evenly as that of the match. */
enum { DAY_CLOCK_TOLERANCE_MS = 2000 };

/* --- the lines --- */

static int by_number(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void check_numbers(struct verify *verify)
{
    size_t count = results_times_count(&verify->results);
    int64_t *numbers = memory_zeroed(count + 1, sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = results_times(&verify->results, i)->match;
    qsort(numbers, count, sizeof *numbers, by_number);
    for (size_t i = 1; i < count; i++) {
        if (numbers[i - 1] == numbers[i])
            verdict_fault(verify->verdict, 0, NULL, "times.jsonl has two lines for match %" PRId64,
                          numbers[i]);
    }
    free(numbers);
}

/* --- clocks --- */

/* Those of one match, while its moves are gone through. */
struct clocks {
    struct verify *verify;
    size_t index; /* of the match */
    size_t line;  /* of times.jsonl, from 1 */
    const struct export_times *times;
    int64_t left_ms[2];
    int64_t taken_ms; /* by both together */
};

__attribute__((format(printf, 2, 3))) static void clock_fault(const struct clocks *clocks,
                                                              const char *format, ...)
{
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    verify_fault(clocks->verify, clocks->index, "times.jsonl, line %zu: %s", clocks->line, what);
}

static void charge(const struct time_control *control, int64_t *left_ms, int64_t spent_ms)
{
    if (control->kind == TIME_FISCHER)
        *left_ms += control->increment_ms - spent_ms;
}

/* False: a time that cannot be. */
static bool check_move(struct clocks *clocks, size_t ply)
{
    const struct time_control *control = &clocks->verify->clock;
    int64_t taken_ms = clocks->times->taken_ms[ply - 1];
    int64_t credit_ms = clocks->times->credit_ms[ply - 1], spent_ms = taken_ms - credit_ms;
    int64_t *left_ms = &clocks->left_ms[(ply - 1) % 2];
    clocks->taken_ms += taken_ms;
    if (spent_ms < 0) {
        clock_fault(clocks,
                    "ply %zu: %" PRId64 " ms taken and %" PRId64 " ms of them given back cannot be",
                    ply, taken_ms, credit_ms);
        return false;
    }
    if (control->kind == TIME_NONE)
        return true;
    if (spent_ms > *left_ms) {
        clock_fault(clocks,
                    "ply %zu took %" PRId64 " ms, but %" PRId64
                    " ms were left: the match should have ended by time",
                    ply, spent_ms, *left_ms);
        return false;
    }
    charge(control, left_ms, spent_ms);
    return true;
}

/* A match lasts as long as its moves at the least. */
static void check_duration(const struct clocks *clocks)
{
    int64_t lasted_ms = clocks->times->ended_ms - clocks->times->began_ms;
    if (lasted_ms < clocks->taken_ms - DAY_CLOCK_TOLERANCE_MS)
        clock_fault(clocks,
                    "it ended %" PRId64 " ms after it began, but its moves alone took %" PRId64
                    " ms",
                    lasted_ms, clocks->taken_ms);
}

/* A match that ended by time lasted at least until the flag fell. Before both have moved it may fall sooner. */
static void check_flag(const struct clocks *clocks)
{
    const struct export_match *match = results_match(&clocks->verify->results, clocks->index);
    const struct export_times *times = clocks->times;
    bool is_by_time = strcmp(match->ending, "time") == 0 || strcmp(match->ending, "stall") == 0;
    if (!is_by_time || times->count < 2 || clocks->verify->clock.kind == TIME_NONE)
        return;
    int64_t lasted_ms = times->ended_ms - times->began_ms;
    int64_t least_ms = clocks->taken_ms + clocks->left_ms[times->count % 2];
    if (lasted_ms < least_ms - DAY_CLOCK_TOLERANCE_MS)
        clock_fault(clocks,
                    "it ended by '%s' %" PRId64 " ms after it began, but the flag could fall"
                    " after %" PRId64 " ms only",
                    match->ending, lasted_ms, least_ms);
}

static void check_clocks(struct clocks *clocks)
{
    int64_t moves = results_words(results_match(&clocks->verify->results, clocks->index)->moves);
    if ((int64_t)clocks->times->count != moves) {
        clock_fault(clocks, "there are the times of %zu moves, but should be of %" PRId64,
                    clocks->times->count, moves);
        return;
    }
    for (size_t ply = 1; ply <= clocks->times->count; ply++) {
        if (!check_move(clocks, ply))
            return;
    }
    check_duration(clocks);
    check_flag(clocks);
}

/* --- one line for each match --- */

/* Goes past the lines of void matches. */
static size_t next_line(const struct verify *verify, size_t line)
{
    while (line < results_times_count(&verify->results) &&
           results_times(&verify->results, line)->is_void)
        line++;
    return line;
}

static void check_lines(struct verify *verify)
{
    size_t line = 0, count = results_times_count(&verify->results);
    for (size_t i = 0; i < results_count(&verify->results); i++) {
        const struct export_match *match = results_match(&verify->results, i);
        if (match->kind != MEETING_PLAYED)
            continue;
        line = next_line(verify, line);
        const struct export_times *times =
            line < count ? results_times(&verify->results, line) : NULL;
        if (!times || !results_are_times_of(times, match)) {
            verify_fault(verify, i, "line %zu of times.jsonl should be that of this match",
                         line + 1);
            return;
        }
        struct clocks clocks = {
            .verify = verify,
            .index = i,
            .line = line + 1,
            .times = times,
            .left_ms = {verify->clock.base_ms, verify->clock.base_ms},
        };
        check_clocks(&clocks);
        line++;
    }
    line = next_line(verify, line);
    if (line < count)
        verdict_fault(verify->verdict, 0, NULL,
                      "line %zu of times.jsonl is that of no match of the record", line + 1);
}

void verify_times(struct verify *verify)
{
    verdict_begin(verify->verdict, "times");
    if (!verify->results.times.path) {
        verdict_left_out(verify->verdict,
                         "not checked: there is no times.jsonl beside it, so no clocks");
        return;
    }
    check_lines(verify);
    check_numbers(verify);
    verdict_checked(verify->verdict, "%zu matches, the clocks of each kept anew under %s",
                    results_times_count(&verify->results), results_plan(&verify->results)->clock);
}

/* --- the signature --- */

/* The chain of times.jsonl up to its last line; false: it is broken. */
static bool check_chain(struct verify *verify)
{
    const struct results_file *file = &verify->results.times;
    for (size_t i = 0; i < file->count; i++) {
        struct export_chain before = verify->chain;
        struct error error;
        if (!export_chain_check(&verify->chain, file->lines[i].bytes, file->lines[i].len, &error)) {
            if (i + 1 == file->count)
                verify->chain = before;
            continue;
        }
        verdict_fault(verify->verdict, 0, NULL, "times.jsonl, line %zu: %s", i + 1, error.message);
        return false;
    }
    return true;
}

static void print_digits(const unsigned char bytes[EXPORT_HASH_BYTES], struct text *out)
{
    for (int i = 0; i < EXPORT_HASH_BYTES; i++)
        text_printf(out, "%02x", bytes[i]);
}

/* 32 bytes of the seal: hashes and keys are equally long. */
static void expect_bytes(struct verify *verify, const char *what, const unsigned char *told,
                         const unsigned char *expected)
{
    struct text told_digits = {0}, digits = {0};
    if (memcmp(told, expected, EXPORT_HASH_BYTES) == 0)
        return;
    print_digits(told, &told_digits);
    print_digits(expected, &digits);
    verdict_fault(verify->verdict, 0, NULL, "times.jsonl, line %zu: %s is %s, but should be %s",
                  verify->results.times.count, what, text_string(&told_digits),
                  text_string(&digits));
    text_finish(&told_digits);
    text_finish(&digits);
}

static void check_seal(struct verify *verify, const struct export_chain *results)
{
    const struct export_seal *seal = results_seal(&verify->results);
    expect_bytes(verify, "the seal of results.jsonl", seal->results, results->hash);
    expect_bytes(verify, "the seal of times.jsonl", seal->times, verify->chain.hash);
    if (verify->key)
        expect_bytes(verify, "the key", seal->key, verify->key);
    if (!export_seal_is_signed(seal))
        verdict_fault(verify->verdict, 0, NULL,
                      "times.jsonl, line %zu: the signature was not made with the key beside it",
                      verify->results.times.count);
}

void verify_seal(struct verify *verify)
{
    struct export_chain results = verify->chain;
    struct text key = {0};
    verdict_begin(verify->verdict, "signature");
    if (!verify->results.times.path) {
        verdict_left_out(verify->verdict,
                         "not checked: it stands in times.jsonl, which is not there");
        return;
    }
    if (!verify->is_chained) {
        verdict_left_out(verify->verdict, "not checked: the chain that it signs is broken");
        return;
    }
    if (check_chain(verify))
        check_seal(verify, &results);
    print_digits(results_seal(&verify->results)->key, &key);
    verdict_checked(verify->verdict, "of both files, by the key %s%s", text_string(&key),
                    verify->key ? ", as asked for" : "; --key says whose it has to be");
    text_finish(&key);
}
