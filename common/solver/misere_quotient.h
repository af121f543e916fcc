/* The misere quotient [PS] of the sums of heaps up to a size: two sums are the same element if no
 * third one, of such heaps, makes one of them lost and the other not. The elements form a
 * commutative monoid; which of them are lost and which element each heap is solve misere play of
 * these heaps. It is finite for some games and sizes, and found then, within limits.
 *
 * How it is found. Elements are told apart by tests, sums whose addition makes one lost and the
 * other not; who wins a sum is found by trying every move. From each element, heap by heap, leads
 * an arrow to the element that no test tells from the sum with this heap. The arrows are a
 * hypothesis about all sums, and it is checked as a whole:
 *   - the order of heaps does not matter;
 *   - no move leads from a lost element to a lost one: this is about elements and heaps;
 *   - each sum that is not lost has a move to one that is, or is empty: the pairs (element of a
 *     sum, elements of its options) are finite in number, and all pairs that some sum has are gone
 *     through. A pair with more options than another of the same element can be left out.
 * The rules of play determine who wins, so a hypothesis that passes is true. One that fails names a
 * sum of which it is wrong, and so a new test, which tells two sums apart that were one element
 * (the algorithm by which Angluin learns automata). As no two elements are ever made without a test
 * that tells them apart, the result has no element too many. */
#ifndef COMMON_SOLVER_MISERE_QUOTIENT_H
#define COMMON_SOLVER_MISERE_QUOTIENT_H

#include "common/solver/heap_options.h"

enum {
    QUOTIENT_ELEMENTS_MAX = 2048,
    QUOTIENT_SEARCHED_MAX = 2000000, /* sums judged by trying every move */
    QUOTIENT_PAIRS_MAX = 200000,     /* of an element and those of the options */
};

struct misere_quotient {
    int64_t upto;     /* of the heaps */
    uint32_t count;   /* of the elements; the element 0 is that of the empty sum */
    uint32_t *arrows; /* the element e and the heap h: at [e * (upto + 1) + h] */
    bool *is_lost;    /* by element: the player to move loses */
    uint32_t *orders; /* the number of elements for the heaps up to h, at [h] */
};

enum quotient_end {
    QUOTIENT_FOUND,
    QUOTIENT_TOO_LARGE, /* more than QUOTIENT_ELEMENTS_MAX elements */
    QUOTIENT_TOO_LONG,  /* more sums or pairs than the limits */
};

/* Looks for the quotients of the heaps up to 1, 2, ... `upto`, each with the help of the one
 * before, and leaves the last that it finds: ret_quotient->upto says of which heaps. Finish it,
 * whatever the end. Preconditions as of heap_options_create(). */
enum quotient_end misere_quotient_find(const struct rules *rules, int64_t upto,
                                       struct misere_quotient *ret_quotient);
void misere_quotient_finish(struct misere_quotient *quotient);

/* The element of a heap, and of the sum of an element and a heap. */
static inline uint32_t quotient_heap(const struct misere_quotient *quotient, int64_t heap)
{
    return quotient->arrows[heap];
}

static inline uint32_t quotient_plus_heap(const struct misere_quotient *quotient, uint32_t element,
                                          int64_t heap)
{
    return quotient->arrows[(int64_t)element * (quotient->upto + 1) + heap];
}

#endif
