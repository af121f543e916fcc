/* Players, their sessions, accounts and tokens, the requests that they repeat, and bans. Private to
 * server/hall. */
#ifndef SERVER_HALL_PLAYERS_H
#define SERVER_HALL_PLAYERS_H

#include "server/hall/hall_state.h"

/* --- players.c --- */

/* The player of a session that is open. */
struct player *player_of(const struct hall *hall, struct hall_caller from);
struct player *player_add(struct hall *hall, int64_t id, const char *name, size_t name_len,
                          bool account);
/* Call when something that keeps the player present or remembered may have changed: frees a player
 * who is neither. */
void player_settle(struct hall *hall, struct player *player);
/* May another player cause a message of so many bytes to the session? Otherwise the request is
 * refused. */
bool session_may_be_told(struct hall *hall, struct hall_caller from, uint64_t session,
                         size_t bytes);
/* Tells the session why, and ends it: the driver closes its connection. */
void session_kick(struct hall *hall, struct session *session, const char *reason);

/* --- accounts.c: what a hello has to know of accounts and tokens --- */

/* Notes the first half of a hello that is looked up. */
void question_begin(struct hall *hall, uint64_t session);
/* Is the session waiting for its hello's second half? */
bool question_is_open(const struct hall *hall, uint64_t session);
/* The connection is gone. */
void question_leave(struct hall *hall, uint64_t session);
/* Changes *found by what was decided since the first half. */
void question_correct(const struct hall *hall, uint64_t session, const struct hall_hello *hello,
                      struct hall_found *found);
/* A stall has begun: refuses all hellos that wait for their second half. */
void questions_refuse(struct hall *hall);
/* Begins the second half. False: the hello is not let in; if its connection is still there, it is
 * refused. */
bool question_end(struct hall *hall, struct hall_caller from);
void questions_destroy(struct hall *hall);

/* From now on no new player can have a name that looks like this name of an account. */
void account_protect_name(struct hall *hall, const char *name);
/* Does the name, as it is written, in small letters or in capitals, look like an account's? */
bool account_looks_like(const struct hall *hall, struct hall_text name);
/* The account has a new password, because of an operator's code: all tokens and the code end. */
void account_recover(struct hall *hall, const struct player *player, const char *password_hash);
/* Gives the player the fresh token of a hello: sets number and expiry in *token. */
void token_add(struct hall *hall, const struct player *player, const struct hall_hello *hello,
               struct used_token *token);
/* Renews the tokens of sessions that have been open for long. For the first half of a hello: the
 * second one may make a new token, and then the database deletes tokens that have run out, and with
 * them guests who have done nothing yet. */
void tokens_renew(struct hall *hall);
/* The token that a player came back with: it lasts longer from now on. */
void token_use(struct hall *hall, const struct hall_hello *hello, const struct hall_found *found,
               struct used_token *token);

/* --- answers.c: requests with keys --- */

/* Keeps the outcome of a request. `result`: see struct record. `durable`: also in the database. */
void answer_keep(struct hall *hall, int64_t player, struct hall_text key, enum request_kind kind,
                 int64_t subject, int64_t result, bool durable);
/* Keeps that a request of the offer's maker made it. */
void answer_keep_offer(struct hall *hall, struct offer *offer, struct hall_text key,
                       enum request_kind kind, int64_t subject);
/* Drop the answers tied to the offer, make them durable, or keep them as they are. Afterwards none
 * is tied to it. */
void answers_forget_offer(struct hall *hall, struct offer *offer);
void answers_record_offer(struct hall *hall, struct offer *offer);
void answers_release_offer(struct offer *offer);
void answers_destroy(struct hall *hall);
/* A number for the thing that a request names by a text. Equal texts have equal numbers, and
 * different ones may have them too: only the retries of one player are compared by it. Never 0. */
int64_t subject_of_text(struct hall_text text);
/* Begins a changing request: the player who asks, when the request is to be carried out. NULL when
 * it was answered here: refused, or repeated from its key. */
struct player *change_begin(struct hall *hall, struct hall_caller from, enum request_kind kind,
                            int64_t subject, struct hall_text key);

/* --- operator.c --- */

/* True, and the request is refused, when there is a ban of the subject. */
bool is_banned(struct hall *hall, struct hall_caller from, enum ban_kind kind, const char *subject);
void bans_destroy(struct hall *hall);

#endif
