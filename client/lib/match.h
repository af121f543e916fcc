/* A match as its client knows it: the server's snapshot, kept up to date by events, every move
 * checked by the same rules as on the server. Pure: no I/O. */
#ifndef CLIENT_LIB_MATCH_H
#define CLIENT_LIB_MATCH_H

#include "common/base/error.h"
#include "common/game/game.h"
#include "common/wire/schema.h"

#include <stdbool.h>
#include <stdint.h>

enum match_seat {
    MATCH_SPECTATOR = 0,
    MATCH_FIRST = 1,
    MATCH_SECOND = 2,
};

struct match {
    int64_t id;
    struct rules rules;
    struct position start;
    struct position position;
    struct text moves; /* all moves so far, a space between two */
    int64_t ply;       /* moves in `moves` */
    int64_t seq;       /* of the last change that was applied */
    char first[WIRE_NAME_MAX + 1];
    char second[WIRE_NAME_MAX + 1];
    enum match_seat seat;
    bool online[2];
    bool behind;     /* moves are known to be missing */
    char ending[33]; /* "" while it is live, or the moves before its end are missing */
    char winner[17];
};

/* What an update did. */
enum match_update {
    MATCH_UPDATED,
    MATCH_KNOWN,  /* nothing new: an event seen before */
    MATCH_BEHIND, /* moves are missing: call match.resume with `after` = ply, and apply its answer */
};

/* From match.resume, match.watch, offer.accept or match.started, whose moves begin at ply 1.
 * INTERNAL when the rules refuse what the server says. The result may be MATCH_BEHIND when the
 * record comes in pages. */
enum error_code match_create(const struct wire_match *state, struct match **ret_match,
                             enum match_update *ret_update, struct error *error);
void match_destroy(struct match *match); /* NULL is taken */

/* Both return INTERNAL when the rules refuse what the server says, or the server contradicts itself:
 * then no later update can be relied on either, and the match is to be created anew. */

/* Takes a snapshot; MATCH_BEHIND also when its moves begin after ply + 1. */
enum error_code match_apply_state(struct match *match, const struct wire_match *state,
                                  enum match_update *ret_update, struct error *error);
enum error_code match_apply_moved(struct match *match, const struct wire_moved *moved,
                                  enum match_update *ret_update, struct error *error);

enum match_update match_apply_ended(struct match *match, const struct wire_ended *ended);
void match_apply_presence(struct match *match, const struct wire_presence *presence);

bool match_is_over(const struct match *match);
/* Is it the turn of this client's seat, in a live match all of whose moves are here, with a legal
 * move to make? */
bool match_is_my_turn(const struct match *match);
/* The name of who sits opposite; a spectator's is the second player. */
const char *match_opponent(const struct match *match);

#endif
