/* What happened in all games of a run, counted once a game, and whether it is what should have
 * happened. */
#ifndef TESTS_SOAK_TALLY_H
#define TESTS_SOAK_TALLY_H

#include "common/game/match.h"
#include "common/wire/schema.h"

#include <stdbool.h>
#include <stdint.h>

enum { TALLY_MS_MAX = 60000 }; /* longer moves count as this long */

struct tally {
    uint64_t games; /* that have ended */
    uint64_t normal, by_time, otherwise;
    uint64_t moves;
    uint64_t needed[TALLY_MS_MAX +
                    1];    /* moves by the ms that the server counted for them, without dawdling */
    int64_t credit_ms;     /* given back for lag, in all */
    int64_t least_left_ms; /* that a clock ever showed after a move */
};

/* `ret_tally` is cleared first. */
void tally_begin(struct tally *ret_tally);
void tally_move(struct tally *tally, const struct wire_moved *moved, int64_t dawdled_ms);
void tally_end(struct tally *tally, const struct match *match);

/* The time that no more than that share of the moves exceeded: 500 of 1000 is the median. */
int64_t tally_needed_ms(const struct tally *tally, unsigned per_mille);

/* Have so many games ended, and all as they should: with no move left, or where flags fall on
 * purpose by time? */
bool tally_is_good(const struct tally *tally, uint64_t expected, bool flags_fall);
/* Prints the figures as lines that begin with '#'. */
void tally_print(const struct tally *tally, double seconds);

#endif
