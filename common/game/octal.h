/* Take-and-break games by octal code d0.d1d2d3...: digit dk says what may be left of a heap from
 * which k counters are taken. A code with a digit from 8 to f, which may leave three heaps, is
 * hexadecimal, a family of its own. Cells are heaps and rings (heaps.h), a cell for each.
 *
 * Counters in a ring stand in a circle. A code is then read for counters that stand in rows, from
 * which neighbours are taken: its digit dk says whether k neighbours may go where they have other
 * counters on no side (bit 1), on one (bit 2), on both (bit 4). In a ring the k that go have others
 * on both sides, those n-k that are left as one row, or they are all. So k < n may be taken if dk
 * has bit 4, which leaves one heap of n-k, and n if dn has bit 1. Rings stand under the codes to
 * which this gives a meaning: octal ones with some digit that has bit 4 and with digit 0 equal
 * to 0, because a cut without taking is none of the three. No move makes a ring.
 *
 * Among the moves that take as many from a heap and leave the same smallest heap, the order is by
 * the next smallest one, smaller first. */
#ifndef COMMON_GAME_OCTAL_H
#define COMMON_GAME_OCTAL_H

#include "common/game/game.h"

/* The bits of a digit: how many heaps a move may leave. Digit 0 has only the last two: leaving one
 * heap without taking would be no move. */
enum {
    OCTAL_LEAVE_NONE = 1,
    OCTAL_LEAVE_ONE = 2,
    OCTAL_LEAVE_TWO = 4,
    OCTAL_LEAVE_THREE = 8,
};

enum { OCTAL_LEFT_MAX = 3 }; /* heaps */

/* Digit dk, for any k >= 0. */
int octal_digit(const struct rules *rules, int64_t k);

/* The bits of the moves that take k >= 0 from the heap or ring of this cell. Of a ring: as from a
 * heap of as many counters, which such moves would never split. */
int octal_cell_digit(const struct rules *rules, int64_t cell, int64_t k);

/* May rings stand under these rules? */
bool octal_has_rings(const struct rules *rules);

/* Has some digit from index `from` on one of these bits? */
bool octal_may_leave(const struct rules *rules, int64_t from, int bits);

/* The index of the last digit that is written before the repeating tail; for a finite code, of the
 * last digit that is not 0. It is 0 where no digit after the point precedes the tail. */
int64_t octal_digit_count(const struct rules *rules);

/* The length of the shortest tail that repeats for ever from index octal_digit_count() + 1 on; 0
 * for a finite code, all of whose further digits are 0. */
int64_t octal_tail_period(const struct rules *rules);

/* The move that leaves the heaps a <= b <= c of one. */
struct move octal_split(int64_t heap, int64_t a, int64_t b, int64_t c);

/* The largest heap of these rules in normal play, and of 0.77 in misere play too: 2^63-1 where a
 * closed form or a proven period gives its value, else octal_table_heap_max(). */
int64_t octal_heap_max(const struct rules *rules);

/* Three heaps that are left make tables and searches slow: so many counters in all, in misere play
 * the latter. */
enum { OCTAL_THREE_HEAP_MAX = 4096, OCTAL_THREE_MISERE_MAX = 36 };

/* The largest heap that a table may have to hold, so that the first question takes some seconds at
 * most: 1,048,576 for codes of at most two digits after the point but 0.04, 0.06 and 0.76 (the
 * others have a large sparse space, or a period that a table proves); 262,144 for these and the
 * codes of three digits; 131,072 for other finite codes of at most 16 digits; 65,536 for all
 * others, under which no more counters than that may stand in all heaps together; so may under
 * hexadecimal codes only OCTAL_THREE_HEAP_MAX. */
int64_t octal_table_heap_max(const struct rules *rules);

#endif
