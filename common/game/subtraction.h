/* Subtraction games: a move takes a number of counters from one heap, and the number must be in a
 * given set: a finite one, the squares, or the Fibonacci numbers 1, 2, 3, 5, 8, ... Cells are
 * heaps, sizes ascending, a cell for each heap. */
#ifndef COMMON_GAME_SUBTRACTION_H
#define COMMON_GAME_SUBTRACTION_H

#include "common/game/game.h"

enum {
    SUBTRACTION_HEAP_MAX = 1048576, /* but for {1, ..., k} */
    SUBTRACTION_NUMBERS_MAX = 1024, /* that any set has up to SUBTRACTION_HEAP_MAX */
};

/* How many numbers of the set are at most `heap`. */
int64_t subtraction_count(const struct rules *rules, int64_t heap);
/* The number with this index, the least one having 0. Precondition: there is such a number. */
int64_t subtraction_number(const struct rules *rules, int64_t index);
/* The numbers that are at most `heap` <= SUBTRACTION_HEAP_MAX, ascending; returns how many. */
int64_t subtraction_numbers(const struct rules *rules, int64_t heap,
                            int64_t numbers[SUBTRACTION_NUMBERS_MAX]);

/* The largest number of a finite set; 0 for an infinite one. */
int64_t subtraction_largest(const struct rules *rules);
/* k where the set is {1, ..., k}, else 0. */
int64_t subtraction_consecutive(const struct rules *rules);

/* The largest heap of these rules: 2^63-1 for {1, ..., k}, else SUBTRACTION_HEAP_MAX. */
int64_t subtraction_heap_max(const struct rules *rules);

#endif
