/* Perfect matchings of the least cost: all of an even number of things in pairs, so that the sum of what the pairs cost is as small
 * as it can be. Exact, for any costs, in time O(n^3). */
#ifndef COMMON_TOURNAMENT_MATCHING_H
#define COMMON_TOURNAMENT_MATCHING_H

/* Wide enough for several aims of falling rank in one number. */
__extension__ typedef __int128 matching_cost;

enum {
    MATCHING_MAX = 256,       /* things */
    MATCHING_COST_BITS = 111, /* of what a pair may cost; not negative */
};

/* `costs`: count x count, symmetric; what is on the diagonal is not looked at. `count` is even and at most MATCHING_MAX.
 * `ret_mates`: by thing, with which one it is paired. Of several matchings that cost the same it is always the same one. */
void matching_cheapest(int count, const matching_cost *costs, int *ret_mates);

#endif
