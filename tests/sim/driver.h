/* What the parts of the driver know of each other: driver.c is the loop, driver_calls.c says what
 * each request calls in the hall, driver_chores.c is what is done beside the loop. Private to
 * these. */
#ifndef TESTS_SIM_DRIVER_H
#define TESTS_SIM_DRIVER_H

#include "tests/sim/world.h"

/* An empty text is not given. */
struct hall_text driver_text(const char *text);
struct hall_caller driver_caller(struct world *world, uint64_t session, uint32_t request);

/* --- driver_calls.c --- */

void driver_call(struct world *world, struct hall_caller from, const struct request *request);

/* --- driver_chores.c --- */

struct chore *chore_add(struct world *world, enum chore_kind kind, uint64_t session,
                        uint32_t request);
void chore_destroy(struct world *world, struct chore *chore);
/* Is this a question of the hall, rather than something to be said? */
bool chore_is_wanted(const struct message *message);
/* Takes over the message. */
void chore_take(struct world *world, struct message *message);
/* Those that are due. */
void chores_finish(struct world *world);
/* The key for the chore that waits for this wire; NULL: there is none. */
void chore_derived(struct world *world, uint64_t wire, const unsigned char *key);

#endif
