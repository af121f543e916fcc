/* Chooses the moves of all matches of a bot, on threads beside its loop where that may take long:
 * so that a hard match holds up neither the others nor the connection.
 *
 * There is one solver for each rules, shared by all matches under these rules, which take their
 * turns with it. The last used ones are kept (solver_shelf.h). */
#ifndef BOTS_THINKER_H
#define BOTS_THINKER_H

#include "bots/strategy.h"
#include "client/lib/loop.h"

struct thinker;
struct thought;

struct thinker *thinker_create(struct loop *loop, const struct strategy *strategy);
/* Drops all thoughts. Those under way go on to their end, for which loop_destroy() waits. NULL is
 * taken. */
void thinker_destroy(struct thinker *thinker);

/* Chooses the move now where that is quick: handing it to a thread and back would cost more. False
 * where it is not. */
bool thinker_choose_at_once(struct thinker *thinker, const struct turn *turn,
                            struct move *ret_move);

/* The turn is copied. `answer` is called once, on the loop, never from inside this call; the
 * thought is gone by then. */
struct thought *thinker_ask(struct thinker *thinker, const struct turn *turn,
                            chooser_answer *answer, void *owner);
/* No answer comes. */
void thought_drop(struct thought *thought);

struct chooser thinker_chooser(struct thinker *thinker);

#endif
