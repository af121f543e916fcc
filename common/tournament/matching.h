/* Perfect matchings of the least cost: an even number of things in pairs, such that the sum of the
 * costs of the pairs is as small as possible. Exact, for any costs, in time O(n^3). */
#ifndef COMMON_TOURNAMENT_MATCHING_H
#define COMMON_TOURNAMENT_MATCHING_H

#include <stdbool.h>

/* Wide enough for several aims of falling rank in one number. */
__extension__ typedef __int128 matching_cost;

enum {
    MATCHING_MAX = 256,       /* things */
    MATCHING_COST_BITS = 111, /* of the cost of a pair, which is not negative */
};

struct matching;

/* Begins a search. `costs`: count x count, symmetric, the diagonal is ignored; they have to last
 * until matching_end(). `count` is even and at most MATCHING_MAX. */
struct matching *matching_begin(int count, const matching_cost *costs);
/* Does one step of the search, in time O(n^2): for 256 things about a millisecond. Returns whether
 * there is more to do. */
bool matching_go_on(struct matching *matching);
/* Destroys the search. `ret_mates`: by thing, its partner; only after the last step, NULL before
 * it. Among several matchings of the same cost the choice is deterministic. */
void matching_end(struct matching *matching, int *ret_mates);

#endif
