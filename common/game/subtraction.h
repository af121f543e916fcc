/* Subtraction games: a move takes a number of counters from one heap, and the number must be in a
 * given set: a finite one, all numbers but a finite set, the squares, or the Fibonacci numbers 1,
 * 2, 3, 5, 8, ... Cells are heaps, sizes ascending, a cell for each heap.
 *
 * Under `clear` it is the last counter of all that decides: who takes it has won, in misere play
 * lost; a player who cannot move while counters are left is not beaten: the match is a draw.
 *
 * The rules list numbers: those of a finite set, or those that an all-but set lacks. */
#ifndef COMMON_GAME_SUBTRACTION_H
#define COMMON_GAME_SUBTRACTION_H

#include "common/base/scanner.h"
#include "common/game/game.h"

enum {
    SUBTRACTION_HEAP_MAX = 1048576,   /* where the values have no closed form */
    SUBTRACTION_LISTED_MAX = 1048576, /* the largest number that may be listed */
    SUBTRACTION_NUMBERS_MAX = 1024,   /* listed that are no single range, and of any infinite set
                                         without them up to SUBTRACTION_HEAP_MAX */
};

/* The variants, as in the table of the family. */
enum { SUBTRACTION_PLAIN, SUBTRACTION_CLEAR };

enum subtraction_kind {
    SUBTRACTION_SET,
    SUBTRACTION_ALL_BUT,
    SUBTRACTION_SQUARES,
    SUBTRACTION_FIBONACCI,
};

enum subtraction_kind subtraction_kind(const struct rules *rules);

/* Consecutive numbers. */
struct subtraction_range {
    int64_t least;
    int64_t most;
};

/* The listed numbers as ranges that do not touch, ascending: the one that begins above `after`.
 * False where there is none, as for the squares. */
bool subtraction_next_range(const struct rules *rules, int64_t after,
                            struct subtraction_range *ret_range);
/* Are numbers listed, and do they make a single range? Then the values have a closed form. */
bool subtraction_is_range(const struct rules *rules, struct subtraction_range *ret_range);

/* How many numbers of the set are at most `heap`, which for the Fibonacci numbers is at most
 * SUBTRACTION_HEAP_MAX. */
int64_t subtraction_count(const struct rules *rules, int64_t heap);
/* The number with this index, the least one having 0. Precondition: there is such a number. */
int64_t subtraction_number(const struct rules *rules, int64_t index);
bool subtraction_contains(const struct rules *rules, int64_t number);

/* The numbers that a table goes through, ascending: the listed ones, or those of the squares or the
 * Fibonacci numbers up to SUBTRACTION_HEAP_MAX; returns how many. Not for a single range. */
int64_t subtraction_numbers(const struct rules *rules, int64_t numbers[SUBTRACTION_NUMBERS_MAX]);

/* The largest heap of these rules: 2^63-1 for a single range, else SUBTRACTION_HEAP_MAX. */
int64_t subtraction_heap_max(const struct rules *rules);

/* Entry for the table of the family. */
enum error_code subtraction_rules_parse(struct rules *rules, struct scanner *scanner,
                                        struct text *out, struct error *error);

#endif
