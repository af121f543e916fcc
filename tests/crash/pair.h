/* Two servers that share one PostgreSQL, each through a proxy of its own, and what befalls the one
 * that is active. Or these two are halls of a cluster, with two gateways and a NATS server. */
#ifndef TESTS_CRASH_PAIR_H
#define TESTS_CRASH_PAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(NAME, "name", "what it is") */
#define PAIR_FAULTS(X)                                                                             \
    X(KILL, "kill", "the active server is killed")                                                 \
    X(PAUSE, "pause", "it is stopped for 6 s, and goes on (SIGSTOP, SIGCONT)")                     \
    X(CUT, "cut", "its cable to the database is out for 6 s")                                      \
    X(DATABASE, "database", "PostgreSQL is killed, and starts again")                              \
    X(GATEWAY, "gateway", "with --cluster: a gateway is killed")                                   \
    X(GATEWAY_PAUSE, "gateway-pause", "with --cluster: a gateway is stopped for 6 s")              \
    X(BUS, "bus", "with --cluster: NATS is killed, and starts again after 2 s")                    \
    X(BUS_PAUSE, "bus-pause", "with --cluster: NATS is stopped for 6 s")

enum pair_fault {
#define X(name, text, meaning) PAIR_##name,
    PAIR_FAULTS(X)
#undef X
        PAIR_FAULT_COUNT,
    PAIR_FAULTS_OF_TWO = PAIR_GATEWAY, /* the first that needs gateways */
};

struct pair;

/* One of the two is active when it returns. `program`: the path of takeaway-server. */
struct pair *pair_create(const char *program, bool has_gateways);
/* Ends what still runs, and removes all of it. */
void pair_destroy(struct pair *pair);
/* As --server takes them: ONE,TWO. */
const char *pair_addresses(const struct pair *pair);
const char *pair_database(const struct pair *pair);

/* Is one active, does the other stand by, and is no fault under way? */
bool pair_is_whole(struct pair *pair);
/* Something befalls the active one; the pair was whole. */
void pair_befall(struct pair *pair, enum pair_fault fault, int64_t now_ms);
/* To be called all the time: ends a fault when it has lasted, and starts again what has ended.
 * False, and it is on standard error: a server has ended in another way than one that was replaced.
 */
bool pair_go_on(struct pair *pair, int64_t now_ms);
/* Asks both to end. False: one did not do so as asked. */
bool pair_stop(struct pair *pair);
/* The rows that a server has written that had been replaced by another one. */
int64_t pair_zombie_rows(const struct pair *pair);

#endif
