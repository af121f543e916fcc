/* The seeds of all chance in a tournament. They never depend on the order in which matches end. */
#ifndef COMMON_TOURNAMENT_SEED_H
#define COMMON_TOURNAMENT_SEED_H

#include "common/base/random.h"

#include <stddef.h>
#include <stdint.h>

/* JavaScript's largest exact integer: larger ones would not survive in JSON. */
#define SEED_MAX ((INT64_C(1) << 53) - 1)

/* A match of a tournament. */
struct seed_place {
    int64_t round, board; /* from 1 */
    int64_t leg;          /* from 1: a level pair of a knockout is followed by another leg */
    int64_t game;         /* 1 or 2 of the pair */
    int64_t seat;         /* 1 first, 2 second */
};

/* Draws a seed, 1..SEED_MAX. */
int64_t seed_draw(struct random *random);
/* The seed of a bot in this match of the tournament with this seed: 1..SEED_MAX, the same when a
 * pair is void and replayed. */
int64_t seed_of_seat(int64_t seed, const struct seed_place *place);
/* The index, from 0, of the start of a pair: see starts.h. Each leg has its own; a void pair keeps
 * its index when it is played again. `boards` is pairing_boards(): the indices of the first legs
 * fill one round after the other without a gap while all boards are taken. Each round begins them
 * one board further on, so that no board always gets the same start of a short list, or the same
 * kind of a fair one. */
int64_t seed_start_index(int64_t boards, int64_t round, int64_t board, int64_t leg);
/* A generator that depends on the seed and these numbers alone. */
struct random seed_generator(uint64_t seed, const int64_t *numbers, size_t count);

#endif
