/* Which tournaments people hold in the simulation: small ones of each format, and some that cannot
 * be held. */
#ifndef TESTS_SIM_PLANS_H
#define TESTS_SIM_PLANS_H

#include "server/hall/hall.h"

enum { PLAN_PLAYERS_MAX = 8 };

/* Not to be copied: it points into itself. */
struct plan_choice {
    struct hall_tournament_plan plan;
    struct hall_text players[PLAN_PLAYERS_MAX];
    struct hall_text forbidden[1][2];
};

/* Everything follows from `choice`, and who is invited from `names`, which stay the caller's; count
 * 0: nobody, it is open. */
void plan_choose(struct plan_choice *plan, unsigned choice, const char *const names[],
                 size_t count);

#endif
