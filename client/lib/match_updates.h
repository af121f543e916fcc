/* Updates of a match (common/game/match.h) on the client: from the server's snapshots and events,
 * each move checked with the same rules as on the server. Pure: no I/O. */
#ifndef CLIENT_LIB_MATCH_UPDATES_H
#define CLIENT_LIB_MATCH_UPDATES_H

#include "common/game/match.h"
#include "common/wire/schema.h"

/* The effect of an update. */
enum match_update {
    MATCH_UPDATED,
    MATCH_KNOWN,  /* nothing new: the event was seen before */
    MATCH_BEHIND, /* moves are missing: call match.resume with `after` = ply and apply the answer */
};

/* Creates a match from the snapshot of match.resume, match.watch, offer.accept or match.started,
 * whose moves begin at ply 1. INTERNAL: the snapshot violates the rules. MATCH_BEHIND is possible
 * where the record comes in pages. */
enum error_code match_create(const struct wire_match *state, int64_t now_ms,
                             struct match **ret_match, enum match_update *ret_update,
                             struct error *error);

/* Both return INTERNAL when the server violates the rules or contradicts itself. Later updates are
 * unreliable then: the caller creates the match anew. */

/* Applies a snapshot; MATCH_BEHIND also when its moves begin after ply + 1. */
enum error_code match_apply_state(struct match *match, const struct wire_match *state,
                                  int64_t now_ms, enum match_update *ret_update,
                                  struct error *error);
enum error_code match_apply_moved(struct match *match, const struct wire_moved *moved,
                                  int64_t now_ms, enum match_update *ret_update,
                                  struct error *error);

enum error_code match_apply_taken_back(struct match *match,
                                       const struct wire_taken_back *taken_back, int64_t now_ms,
                                       enum match_update *ret_update, struct error *error);
/* A question, or its decline. Returns whether it is about the match as it is known here: one that
 * is not comes again with the snapshot that brings what is missing. */
bool match_apply_takeback(struct match *match, const struct wire_takeback *question);

enum match_update match_apply_ended(struct match *match, const struct wire_ended *ended,
                                    int64_t now_ms);
void match_apply_presence(struct match *match, const struct wire_presence *presence,
                          int64_t now_ms);

#endif
