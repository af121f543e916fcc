/* Two servers that share one PostgreSQL, each through proxies of its own, and what befalls them. Or
 * a cluster: these two are halls, with two gateways, a NATS server, and a PostgreSQL with a
 * synchronous standby. */
#ifndef TESTS_CRASH_PAIR_H
#define TESTS_CRASH_PAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(NAME, "name", "what it is") */
#define PAIR_PARTS(X)                                                                              \
    X(HALL, "hall", "the active server")                                                           \
    X(PRIMARY, "primary", "PostgreSQL")                                                            \
    X(GATEWAY, "gateway", "with --cluster: a gateway")                                             \
    X(NATS, "nats", "with --cluster: NATS")

#define PAIR_WAYS(X)                                                                               \
    X(KILL, "kill", "is killed, and starts again")                                                 \
    X(PAUSE, "pause", "is stopped for 6 s, and goes on (SIGSTOP, SIGCONT)")                        \
    X(CUT, "cut", "has its cables to the database and to NATS out for 6 s")

enum pair_part {
#define X(name, text, meaning) PAIR_##name,
    PAIR_PARTS(X)
#undef X
        PAIR_PART_COUNT,
    PAIR_PARTS_OF_TWO = PAIR_GATEWAY, /* the first that needs a cluster */
};

enum pair_way {
#define X(name, text, meaning) PAIR_##name,
    PAIR_WAYS(X)
#undef X
        PAIR_WAY_COUNT,
};

struct pair_fault {
    enum pair_part part;
    enum pair_way way;
};

struct pair;

struct pair_config {
    const char *program; /* the path of takeaway-server */
    bool is_cluster;
    bool is_short; /* faults last only as long as they need to be noticed */
};

/* One of the two is active when it returns. */
struct pair *pair_create(const struct pair_config *config);
/* Says on standard error where the logs and the data are. */
void pair_show_folders(const struct pair *pair);
/* Ends what still runs, and removes all of it. */
void pair_destroy(struct pair *pair);
/* As --server takes them: ONE,TWO. */
const char *pair_addresses(const struct pair *pair);
/* The one that can be written. */
const char *pair_database(const struct pair *pair);
/* That of the standby, when it has applied what it has; NULL: it does not, for seconds. */
const char *pair_standby(const struct pair *pair);

/* Is one active, does the other stand by, and is no fault under way? */
bool pair_is_whole(struct pair *pair);
/* Something befalls a part; the pair was whole. Of the doors, the server's or gateways' addresses,
 * `at` is the one that most players are at; a fault of a gateway befalls that. */
void pair_befall(struct pair *pair, struct pair_fault fault, int at, int64_t now_ms);
/* The port of such a door: 0 or 1. */
uint16_t pair_port(const struct pair *pair, int at);
/* The primary is killed for good, and the standby is promoted. */
void pair_fail_over(struct pair *pair);
/* To be called all the time: ends a fault when it has lasted, and starts again what has ended.
 * False, and it is on standard error: a server has ended in another way than one that was replaced.
 */
bool pair_go_on(struct pair *pair, int64_t now_ms);
/* Asks both to end. False: one did not do so as asked. */
bool pair_stop(struct pair *pair);
/* The rows that a server has written that had been replaced by another one. */
int64_t pair_zombie_rows(const struct pair *pair);

#endif
