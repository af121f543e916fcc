/* Checks times.jsonl: its match with the results, the clocks of every match, and the times of
 * day. */
#include "client/tournament/verify.h"
#include "common/base/memory.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The times of beginning and end come from the computer's clock, which can drift against that of
 * the match. */
enum { DAY_CLOCK_TOLERANCE_MS = 2000 };

/* --- clocks --- */

/* The clocks of one match during the replay of its moves. */
struct clocks {
    struct verify *verify;
    size_t line; /* of times.jsonl, from 0 */
    const struct export_times *times;
    bool is_void; /* then `index` is unused */
    size_t index; /* of the match */
    int64_t left_ms[2];
    int64_t quota_ms[2]; /* the most lag that can still be credited */
    int64_t taken_ms;    /* by both players */
};

__attribute__((format(printf, 3, 4))) static void line_fault(const struct verify *verify,
                                                             size_t line, const char *format, ...)
{
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    verdict_fault(verify->verdict, 0, NULL, "times.jsonl, line %zu: %s", line + 1, what);
}

__attribute__((format(printf, 2, 3))) static void clock_fault(const struct clocks *clocks,
                                                              const char *format, ...)
{
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (clocks->is_void)
        line_fault(clocks->verify, clocks->line, "%s", what);
    else
        verify_fault(clocks->verify, clocks->index, "times.jsonl, line %zu: %s", clocks->line + 1,
                     what);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Checks the lag credit. False: it exceeds that of any server. */
static bool check_credit(struct clocks *clocks, size_t ply)
{
    int64_t credit_ms = clocks->times->credit_ms[ply - 1];
    int64_t *quota_ms = &clocks->quota_ms[(ply - 1) % 2];
    int64_t most_ms = least(TIME_CONTROL_LAG_PER_MOVE_MS, *quota_ms);
    if (credit_ms > most_ms) {
        clock_fault(clocks,
                    "ply %zu: %" PRId64 " ms were given back for lag, but at most %" PRId64
                    " ms can be",
                    ply, credit_ms, most_ms);
        return false;
    }
    *quota_ms = least(*quota_ms - credit_ms + TIME_CONTROL_LAG_GAIN_MS, TIME_CONTROL_LAG_QUOTA_MS);
    return true;
}

/* Checks the time of a move. False: it is impossible. */
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
    if (!check_credit(clocks, ply))
        return false;
    if (spent_ms > *left_ms) {
        clock_fault(clocks,
                    "ply %zu took %" PRId64 " ms, but %" PRId64
                    " ms were left: the match should have ended by time",
                    ply, spent_ms, *left_ms);
        return false;
    }
    if (control->kind == TIME_FISCHER)
        *left_ms += control->increment_ms - spent_ms;
    return true;
}

/* Checks that a match lasted at least as long as its moves. */
static void check_duration(const struct clocks *clocks)
{
    int64_t lasted_ms = clocks->times->ended_ms - clocks->times->began_ms;
    if (lasted_ms < 0)
        clock_fault(clocks, "it ended %" PRId64 " ms before it began", -lasted_ms);
    else if (lasted_ms < clocks->taken_ms - DAY_CLOCK_TOLERANCE_MS)
        clock_fault(clocks,
                    "it ended %" PRId64 " ms after it began, but its moves alone took %" PRId64
                    " ms",
                    lasted_ms, clocks->taken_ms);
}

/* Checks that a match that ended by time lasted until the flag could fall. The flag may fall
 * earlier before both have moved. */
static void check_flag(const struct clocks *clocks)
{
    const struct export_match *match = results_match(&clocks->verify->results, clocks->index);
    const struct export_times *times = clocks->times;
    bool is_by_time = strcmp(match->ending, "time") == 0 || strcmp(match->ending, "stall") == 0;
    if (!is_by_time || times->count < 2)
        return;
    int64_t lasted_ms = times->ended_ms - times->began_ms;
    int64_t least_ms = clocks->taken_ms + clocks->left_ms[times->count % 2];
    if (lasted_ms < least_ms - DAY_CLOCK_TOLERANCE_MS)
        clock_fault(clocks,
                    "it ended by '%s' %" PRId64 " ms after it began, but the flag could fall"
                    " after %" PRId64 " ms only",
                    match->ending, lasted_ms, least_ms);
}

/* Checks the clocks of a match; `index` is unused for a void one. */
static void check_clocks(struct verify *verify, size_t line, size_t index)
{
    const struct time_control *control = &verify->clock;
    const struct export_times *times = results_times(&verify->results, line);
    struct clocks clocks = {
        .verify = verify,
        .line = line,
        .times = times,
        .is_void = times->is_void,
        .index = index,
        .left_ms = {control->base_ms, control->base_ms},
        .quota_ms = {TIME_CONTROL_LAG_QUOTA_MS, TIME_CONTROL_LAG_QUOTA_MS},
    };
    if (!times->is_void) {
        int64_t moves = results_words(results_match(&verify->results, index)->moves);
        if ((int64_t)times->count != moves) {
            clock_fault(&clocks, "there are the times of %zu moves, but should be of %" PRId64,
                        times->count, moves);
            return;
        }
    }
    for (size_t ply = 1; ply <= times->count; ply++) {
        if (!check_move(&clocks, ply))
            return;
    }
    check_duration(&clocks);
    if (!times->is_void)
        check_flag(&clocks);
}

/* --- one line for each match --- */

/* Checks the lines of void matches and returns the index behind them. */
static size_t check_void(struct verify *verify, size_t line)
{
    while (line < results_times_count(&verify->results) &&
           results_times(&verify->results, line)->is_void)
        check_clocks(verify, line++, 0);
    return line;
}

static void check_lines(struct verify *verify)
{
    size_t line = 0, count = results_times_count(&verify->results);
    for (size_t i = 0; i < results_count(&verify->results); i++) {
        const struct export_match *match = results_match(&verify->results, i);
        if (match->kind != MEETING_PLAYED)
            continue;
        line = check_void(verify, line);
        if (line == count || !results_are_times_of(results_times(&verify->results, line), match)) {
            verify_fault(verify, i, "line %zu of times.jsonl should be that of this match",
                         line + 1);
            return;
        }
        check_clocks(verify, line++, i);
    }
    line = check_void(verify, line);
    if (line < count)
        verdict_fault(verify->verdict, 0, NULL,
                      "line %zu of times.jsonl is that of no match of the record", line + 1);
}

/* --- the order of the matches --- */

static bool is_same_board(const struct export_times *a, const struct export_times *b)
{
    return a->round == b->round && a->board == b->board;
}

/* Lines of one pair, void or not, have the same leg, and game 1 comes before game 2. */
static bool is_same_pair(const struct export_times *a, const struct export_times *b)
{
    return is_same_board(a, b) && a->leg == b->leg && a->game < b->game;
}

static bool is_before(const struct export_times *a, const struct export_times *b)
{
    if (a->round != b->round)
        return a->round < b->round;
    return a->board != b->board ? a->board < b->board : a->leg < b->leg;
}

/* Checks that a match began after the earlier pairs of its board and, if the pairing depends on
 * results, after the earlier rounds. */
static void check_sequence(struct verify *verify)
{
    int64_t rounds_ended_ms = 0, round_ended_ms = 0; /* latest end of earlier rounds, of this one */
    int64_t pairs_ended_ms = 0, pair_ended_ms = 0;   /* the same for the board's pairs */
    const struct export_times *before = NULL;
    for (size_t line = 0; line < results_times_count(&verify->results); line++) {
        const struct export_times *times = results_times(&verify->results, line);
        if (before && is_before(times, before)) {
            line_fault(verify, line,
                       "it should stand before line %zu: the order is round, board,"
                       " leg",
                       line);
            return;
        }
        if (before && before->round != times->round && verify_rounds_wait(verify)) {
            rounds_ended_ms = round_ended_ms;
            round_ended_ms = 0;
        }
        if (!before || !is_same_board(before, times))
            pairs_ended_ms = pair_ended_ms = 0;
        else if (!is_same_pair(before, times))
            pairs_ended_ms = pair_ended_ms;
        if (times->began_ms < pairs_ended_ms - DAY_CLOCK_TOLERANCE_MS)
            line_fault(verify, line,
                       "it began %" PRId64 " ms before the pair before it at its board had ended",
                       pairs_ended_ms - times->began_ms);
        if (times->began_ms < rounds_ended_ms - DAY_CLOCK_TOLERANCE_MS)
            line_fault(verify, line, "it began %" PRId64 " ms before the round before it had ended",
                       rounds_ended_ms - times->began_ms);
        if (times->ended_ms > pair_ended_ms)
            pair_ended_ms = times->ended_ms;
        if (times->ended_ms > round_ended_ms)
            round_ended_ms = times->ended_ms;
        before = times;
    }
}

static int by_number(const void *a, const void *b)
{
    int64_t x = (*(const struct export_times *const *)a)->match;
    int64_t y = (*(const struct export_times *const *)b)->match;
    return (x > y) - (x < y);
}

/* Checks that the numbers of matches grow with their beginnings. */
static void check_numbers(struct verify *verify)
{
    size_t count = results_times_count(&verify->results);
    const struct export_times **list = memory_zeroed(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = results_times(&verify->results, i);
    qsort(list, count, sizeof *list, by_number);
    int64_t latest_ms = 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && list[i - 1]->match == list[i]->match)
            verdict_fault(verify->verdict, 0, NULL, "times.jsonl has two lines for match %" PRId64,
                          list[i]->match);
        if (list[i]->began_ms < latest_ms - DAY_CLOCK_TOLERANCE_MS)
            verdict_fault(verify->verdict, 0, NULL,
                          "times.jsonl: match %" PRId64 " began %" PRId64
                          " ms before one with a smaller number",
                          list[i]->match, latest_ms - list[i]->began_ms);
        if (list[i]->began_ms > latest_ms)
            latest_ms = list[i]->began_ms;
    }
    free(list);
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
    check_sequence(verify);
    check_numbers(verify);
    verdict_checked(verify->verdict, "%zu matches, the clocks of each kept anew under %s",
                    results_times_count(&verify->results), results_plan(&verify->results)->clock);
}
