/* Ten levels for people, each a mixture of the other strategies: for every move chance decides
 * which of them chooses. Level 1 plays without a plan, level 10 perfectly; LEVELS.md has their
 * measured strength. */
#ifndef BOTS_LEVEL_H
#define BOTS_LEVEL_H

#include "bots/strategy.h"

/* The strategy's parameter is the level, from 1. */
void level_choose(const struct strategy *strategy, struct solver *solver, const struct turn *turn,
                  struct move *ret_move);
bool level_is_quick(const struct strategy *strategy, const struct solver *solver,
                    const struct turn *turn);

#endif
