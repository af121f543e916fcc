#include "tests/soak/tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void tally_begin(struct tally *ret_tally)
{
    *ret_tally = (struct tally){.least_left_ms = INT64_MAX};
}

void tally_move(struct tally *tally, const struct wire_moved *moved, int64_t dawdled_ms)
{
    int64_t needed_ms = moved->taken > dawdled_ms ? moved->taken - dawdled_ms : 0;
    tally->moves++;
    tally->needed[needed_ms < TALLY_MS_MAX ? needed_ms : TALLY_MS_MAX]++;
    tally->credit_ms += moved->credit;
    if (moved->left != WIRE_ABSENT && moved->left < tally->least_left_ms)
        tally->least_left_ms = moved->left;
}

void tally_end(struct tally *tally, const struct match *match)
{
    tally->games++;
    if (strcmp(match->ending, "normal") == 0)
        tally->normal++;
    else if (strcmp(match->ending, "time") == 0)
        tally->by_time++;
    else
        tally->otherwise++;
}

int64_t tally_needed_ms(const struct tally *tally, unsigned per_mille)
{
    uint64_t passed = 0;
    int64_t ms = 0;
    while (ms < TALLY_MS_MAX && (passed += tally->needed[ms]) * 1000 < tally->moves * per_mille)
        ms++;
    return ms;
}

bool tally_is_good(const struct tally *tally, uint64_t expected, bool flags_fall)
{
    return tally->games == expected && (flags_fall ? tally->by_time : tally->normal) == expected;
}

void tally_print(const struct tally *tally, double seconds)
{
    printf("# %" PRIu64 " games in %.1f s: %" PRIu64 " ended with no move left, %" PRIu64
           " by time, %" PRIu64 " otherwise\n",
           tally->games, seconds, tally->normal, tally->by_time, tally->otherwise);
    printf("# %" PRIu64 " moves, %.0f a second\n", tally->moves, (double)tally->moves / seconds);
    if (tally->moves == 0)
        return;
    printf("# counted for a move besides dawdling: half of them at most %" PRId64
           " ms, 99 of 100 %" PRId64 " ms, 999 of 1000 %" PRId64 " ms, the slowest %" PRId64
           " ms\n",
           tally_needed_ms(tally, 500), tally_needed_ms(tally, 990), tally_needed_ms(tally, 999),
           tally_needed_ms(tally, 1000));
    printf("# given back for lag: %" PRId64 " ms in all; the least that a clock showed: %" PRId64
           " ms\n",
           tally->credit_ms, tally->least_left_ms);
}
