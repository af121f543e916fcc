/* Perfect matchings of the least cost: all of an even number of things in pairs, so that the sum of
 * what the pairs cost is as small as it can be. Exact, for any costs, in time O(n^3). */
#ifndef COMMON_TOURNAMENT_MATCHING_H
#define COMMON_TOURNAMENT_MATCHING_H

#include <stdbool.h>

/* Wide enough for several aims of falling rank in one number. */
__extension__ typedef __int128 matching_cost;

enum {
    MATCHING_MAX = 256,       /* things */
    MATCHING_COST_BITS = 111, /* of what a pair may cost; not negative */
};

struct matching;

/* Begins to search. `costs`: count x count, symmetric, the diagonal is ignored; they have to
 * last until matching_end(). `count` is even and at most MATCHING_MAX. */
struct matching *matching_begin(int count, const matching_cost *costs);
/* Does one step of the search, in time O(n^2): of 256 things about a millisecond. Returns
 * whether there is more to do. */
bool matching_go_on(struct matching *matching);
/* Destroys the search. `ret_mates`: by thing, with which one it is paired; only after the last
 * step, NULL before it. Of several matchings that cost the same the result is always the same
 * one. */
void matching_end(struct matching *matching, int *ret_mates);

#endif
