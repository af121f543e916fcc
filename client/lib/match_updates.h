/* A match (common/game/match.h) as its client learns of it: the server's snapshot, kept up to date
 * by events, every move checked by the same rules as on the server. Pure: no I/O. */
#ifndef CLIENT_LIB_MATCH_UPDATES_H
#define CLIENT_LIB_MATCH_UPDATES_H

#include "common/game/match.h"
#include "common/wire/schema.h"

/* What an update did. */
enum match_update {
    MATCH_UPDATED,
    MATCH_KNOWN,  /* nothing new: an event seen before */
    MATCH_BEHIND, /* moves are missing: call match.resume with `after` = ply, and apply its answer
                   */
};

/* From match.resume, match.watch, offer.accept or match.started, whose moves begin at ply 1.
 * INTERNAL when the rules refuse what the server says. The result may be MATCH_BEHIND when the
 * record comes in pages. */
enum error_code match_create(const struct wire_match *state, int64_t now_ms,
                             struct match **ret_match, enum match_update *ret_update,
                             struct error *error);

/* Both return INTERNAL when the rules refuse what the server says, or the server contradicts
 * itself: then no later update can be relied on either, and the match is to be created anew. */

/* Takes a snapshot; MATCH_BEHIND also when its moves begin after ply + 1. */
enum error_code match_apply_state(struct match *match, const struct wire_match *state,
                                  int64_t now_ms, enum match_update *ret_update,
                                  struct error *error);
enum error_code match_apply_moved(struct match *match, const struct wire_moved *moved,
                                  int64_t now_ms, enum match_update *ret_update,
                                  struct error *error);

enum match_update match_apply_ended(struct match *match, const struct wire_ended *ended,
                                    int64_t now_ms);
void match_apply_presence(struct match *match, const struct wire_presence *presence,
                          int64_t now_ms);

#endif
