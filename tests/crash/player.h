/* A client that plays random legal moves in several matches at once against its partner, or against
 * whoever challenges it, and keeps its own record of them. It speaks to the server through
 * client/lib only, and finds its matches again after each crash. */
#ifndef TESTS_CRASH_PLAYER_H
#define TESTS_CRASH_PLAYER_H

#include "client/lib/loop.h"
#include "tests/crash/ledger.h"

struct player;

/* How a match ended, as this player was told. */
struct player_result {
    int64_t match;
    char ending[33];
    char winner[17];
};

struct player_config {
    const char *server; /* HOST:PORT, or several */
    const char *name;
    const char *partner;    /* NULL: none */
    size_t matches_at_once; /* that this player offers to the partner; 0: accepts all challenges */
    uint32_t think_ms;      /* about a move, on average */
    uint64_t seed;
    uint32_t quiet_ms;      /* as in struct client_config */
    bool may_lack_database; /* does the server lose it now and then? */
};

/* Texts are copied. A fault, such as a legal move that is refused, ends this process with a
 * message. */
struct player *player_create(struct loop *loop, const struct player_config *config);
void player_destroy(struct player *player);
/* From now on it offers no match, without a partner accepts none, and does not think. */
void player_wind_down(struct player *player);
/* Was it ever welcomed? Before that its name may be held by a connection that has ended unseen. */
bool player_is_welcome(const struct player *player);
/* The port of the server that it is connected to, or tries. */
uint16_t player_port(const struct player *player);
/* Has every match that it knows of ended, with nothing unanswered? */
bool player_is_done(const struct player *player);

const struct ledger *player_ledger(const struct player *player);
const struct player_result *player_results(const struct player *player, size_t *ret_count);

#endif
