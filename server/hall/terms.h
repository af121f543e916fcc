/* The terms of a match that is still to begin, for offers and invitations. Private to server/hall.
 */
#ifndef SERVER_HALL_TERMS_H
#define SERVER_HALL_TERMS_H

#include "server/hall/hall_state.h"

/* Reads what was requested; otherwise the request is refused: BAD_CLOCK, BAD_RULES, BAD_POSITION,
 * NO_LEGAL_MOVE. terms_finish() frees the result. */
bool terms_read(struct hall *hall, struct hall_caller from, const struct hall_terms *request,
                struct terms *ret_terms);
/* Reads the look that was asked for, else that of the game whose name stands for the rules. "":
 * none. BAD_ARGUMENTS. */
enum error_code look_read(struct hall_text look, struct hall_text rules,
                          char ret_look[LOOK_TEXT_MAX + 1], struct error *error);
void terms_finish(struct hall *hall, struct terms *terms);
/* Have both an account, which a rated match needs? Otherwise the request is refused. `other` NULL:
 * not known yet. */
bool players_may_be_rated(struct hall *hall, struct hall_caller from, const struct player *asking,
                          const struct player *other);
/* May these two play one more match? Otherwise the request is refused; `from` is the taker's. */
bool players_may_begin(struct hall *hall, struct hall_caller from, const struct player *maker,
                       const struct player *taker);
/* Begins the match. `awaited_until_ms`, `code`: as in its record. */
const struct match *terms_begin(struct hall *hall, const struct terms *terms, struct player *maker,
                                struct player *taker, int64_t awaited_until_ms, int64_t code);

#endif
