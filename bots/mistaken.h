/* A perfect player who errs now and then: with the probability of its parameter (in millionths) it
 * plays a losing move, each as likely as any other, where there is one; otherwise the perfect move.
 * In a lost position every move is a losing one. */
#ifndef BOTS_MISTAKEN_H
#define BOTS_MISTAKEN_H

#include "bots/strategy.h"

enum {
    MISTAKEN_LISTED_MOVES = 1024, /* of so many legal moves all are looked at */
    /* Of more, so many are drawn in search of a losing one. Who finds none plays perfectly: then
     * fewer than one in a hundred loses, most likely. */
    MISTAKEN_DRAWN_MOVES = 512,
};

void mistaken_choose(const struct strategy *strategy, struct solver *solver,
                     const struct turn *turn, struct move *ret_move);
bool mistaken_is_quick(const struct strategy *strategy, const struct solver *solver,
                       const struct turn *turn);

#endif
