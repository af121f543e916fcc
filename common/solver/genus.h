/* The genus of single heaps [Conway], [WW, ch. 13]: the Grundy value g of the heap and the misere
 * values of the heap with 0, 1, 2, ... heaps of 2 of Nim beside it, written g^g0g1g2... A misere
 * value is 1 where there is no move, else the least number that is no misere value of an option.
 * From some place on the misere values alternate between two numbers; they are written up to these.
 *
 * Why a finite table is a proof. The options of G + k 2s are G' + k 2s for the options G' of G, and
 * G + (k-1) 2s, alone or with a 1, which changes the lowest digit of a misere value. So the value
 * at k is decided by the values at k of the options and the one at k-1. Where those of all options
 * alternate already, and two values of the same parity are equal, they are equal for ever.
 *
 * 0^120 and 1^031 are called fickle, n^n(n^2) with any n firm (n^2 is a nim-sum here). Both are
 * tame, others wild. Heaps with tame genera, whose options are sums of such heaps, add up like
 * those of Nim: the genus of a sum is firm if that of some heap is, else fickle, and its value is
 * the nim-sum (THEORY.md, section 3, proves it). All other sums are searched.
 */
#ifndef COMMON_SOLVER_GENUS_H
#define COMMON_SOLVER_GENUS_H

#include "common/solver/heap_options.h"

enum { GENUS_DIGITS_MAX = 250 };

struct genus {
    uint16_t normal;
    uint8_t count;                     /* of the misere values; at least 2 */
    uint16_t misere[GENUS_DIGITS_MAX]; /* after these, the last two in turn */
};

/* Is it the genus of a position of Nim? */
bool genus_is_tame(const struct genus *genus);

struct genus_table;

enum { GENUS_MOVES_MAX = 20000000 }; /* some 10 seconds */

/* Looks at no more than `moves_max` moves of sums of heaps; GENUS_MOVES_MAX is what a person may
 * wait for. Preconditions as of heap_options_create(). Misere and normal rules give the same table.
 */
struct genus_table *genus_table_create(const struct rules *rules, int64_t upto, int64_t moves_max);
void genus_table_destroy(struct genus_table *table);

/* The genus of a heap up to `upto`, valid until the next question. NULL: the search would need more
 * than `moves_max` moves, or a genus more than GENUS_DIGITS_MAX values. Ask for smaller heaps
 * first: no heap is known above one that is not. */
const struct genus *genus_table_heap(struct genus_table *table, int64_t heap);
/* Has the heap a tame genus, and each heap that can come from it? Precondition: it is known. */
bool genus_table_is_tame(const struct genus_table *table, int64_t heap);
#endif
