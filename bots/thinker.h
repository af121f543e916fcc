/* Chooses the moves of all matches of a bot, on threads beside its loop where that may take long,
 * so that a hard match holds up neither the others nor the connection.
 *
 * All matches under the same rules share one solver in turns. The solvers used last are kept
 * (solver_shelf.h). */
#ifndef BOTS_THINKER_H
#define BOTS_THINKER_H

#include "bots/strategy.h"
#include "client/lib/loop.h"

struct thinker;
struct thought;

struct thinker *thinker_create(struct loop *loop, const struct strategy *strategy);
/* Drops all thoughts. Those under way run to their end, and loop_destroy() waits for it. NULL is
 * allowed. */
void thinker_destroy(struct thinker *thinker);

/* Chooses the move now where that is quick and a thread would cost more; false where it is not. */
bool thinker_choose_at_once(struct thinker *thinker, const struct turn *turn,
                            struct move *ret_move);

/* Begins a thought about a copy of the turn. `answer` is called once, on the loop, never from
 * inside this call; the thought is gone by then. */
struct thought *thinker_ask(struct thinker *thinker, const struct turn *turn,
                            chooser_answer *answer, void *owner);
/* Cancels the thought: no answer comes. */
void thought_drop(struct thought *thought);

struct chooser thinker_chooser(struct thinker *thinker);

#endif
