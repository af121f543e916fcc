/* Bytes a day on disk: each record that makes the database grow is charged to the players because
 * of whom it is written, to the addresses of these players, to all guests together and to all
 * players. Private to server/hall.
 *
 * A payer has a level, which charges raise and which falls evenly, by its limit in a day. So a
 * payer may write its limit at once, and on average as much each day; after a start all levels are
 * 0. At its limit a payer begins nothing that would write more (a new guest, an offer, a match, a
 * tournament). Matches that have begun go on, and are charged. Only at twice the limit of a player
 * or an address its first moves of matches are refused, and then one of each PAID_PLIES.
 *
 * The charges are estimates of what stays in the file for good, from the sizes of rows and of their
 * index entries; OPERATING.md has the measured sizes. Answers to keys are not charged, because
 * hall_limits.keys bounds their number. */
#ifndef SERVER_HALL_PAYERS_H
#define SERVER_HALL_PAYERS_H

#include "server/hall/hall.h"

#include <stddef.h>
#include <stdint.h>

/* The cost of a row beside its texts, in bytes. */
enum {
    COST_GUEST = 60, /* the row of a new player */
    COST_TOKEN = 160,
    COST_BLOCK = 60,
    COST_LINE = 60, /* of chat; the store deletes it in time */
    COST_REPORT = 120,
    COST_PUZZLE = 40, /* that a player has met */
    /* With its two entries in the history, and two in the scores of its players. */
    COST_MATCH = 240,
    COST_MOVE = 12,   /* in the row of its match: its time, its mark */
    COST_RATING = 50, /* in the history of ratings */
    COST_TOURNAMENT = 300,
    COST_ENTRANT = 30,
    COST_PAIR = 90,
};

enum payer_kind {
    PAYER_GUEST,
    PAYER_ACCOUNT,
    PAYER_GUESTS_OF_ADDRESS,
    PAYER_ACCOUNTS_OF_ADDRESS,
    PAYER_ALL_GUESTS,
    PAYER_ALL,
    PAYER_KINDS,
};

/* A match is charged when it begins, after so many plies again and again, and when it ends. */
enum { PAID_PLIES = 128 };

struct match;
struct player;
struct payer;

/* All payers whose level is not 0, and some of those whose level has fallen to 0 since. Zeroed:
 * none. */
struct payers {
    struct payer *by_key;
    int64_t charged; /* bytes since the start */
    uint64_t refusals;
};

void payers_finish(struct payers *payers);
/* `bytes` of texts beside the cost of a row. */
void payers_charge(struct hall *hall, const struct player *player, int64_t cost, size_t bytes);
/* Charges both players with half of what was written of the match since it was charged last; of a
 * match of a tournament its owner with all of it. */
void payers_charge_match(struct hall *hall, struct match *match);
/* May the player begin something that writes? Otherwise the request is refused with LIMIT_REACHED.
 */
bool payers_allow(struct hall *hall, struct hall_caller from, const struct player *player);
/* Would such a request be refused? */
bool payers_are_full(const struct hall *hall, const struct player *player);
/* May the player make the next move of the match? Otherwise as above. */
bool payers_allow_move(struct hall *hall, struct hall_caller from, const struct player *player,
                       const struct match *match);
/* May a new guest come from this address? Otherwise as above. */
bool payers_allow_guest(struct hall *hall, struct hall_caller from, uint64_t address);
/* The level of PAYER_ALL_GUESTS or PAYER_ALL now. */
int64_t payers_level(const struct hall *hall, enum payer_kind kind);

#endif
