/* What players do, as verbs for the tests. Unless it says otherwise, each asks, waits and insists
 * on success. */
#ifndef TESTS_E2E_PLAY_H
#define TESTS_E2E_PLAY_H

#include "tests/e2e/peer.h"

enum { MOVE_TEXT_MAX = 64 };

/* A key that was not used before; valid until the next call. */
struct wire_text fresh_key(void);

/* Asks for each of these once, and does not wait; NULL: not given. */
uint32_t hello_ask(struct peer *peer, const char *name, const char *password);
/* A log-in that shows the work that `refusal` of an earlier one on this connection has asked for.
 */
uint32_t hello_ask_working(struct peer *peer, const char *name, const char *password,
                           const struct answer *refusal);
/* With an operator's one-time code and the new password. */
uint32_t hello_ask_code(struct peer *peer, const char *name, struct wire_text code,
                        const char *password);
uint32_t hello_ask_token(struct peer *peer, struct wire_text token);
/* Over a new connection. They give the error's code, or ERROR_NONE. */
enum error_code hello_try(const struct server *server, const char *name, const char *password);
enum error_code hello_try_token(const struct server *server, struct wire_text token);
enum error_code account_register(struct peer *peer, const char *password);
enum error_code account_password(struct peer *peer, const char *old, const char *password);
/* The operator makes a one-time code. */
const struct wire_code *operator_reset_password(struct peer *admin, const char *name);
enum error_code account_close(struct peer *peer, const char *password);
const struct wire_tokens *token_list(struct peer *peer);
/* 0: all but the one in use. */
enum error_code token_revoke(struct peer *peer, int64_t token);
/* A new guest who registers. */
struct peer *account_open(const struct server *server, const char *name, const char *password);

enum error_code chat_say(struct peer *peer, int64_t match, const char *text);
const struct wire_chat_lines *chat_list(struct peer *peer, int64_t match);
/* The next chat.said, which the test insists is this. */
void chat_expect(struct peer *peer, const char *room, const char *from, const char *text);
enum error_code chat_mute(struct peer *peer, const char *player, bool muted);

/* Who makes the offer moves first. They return the offer's number. */
int64_t offer_seek(struct peer *peer, const char *rules, const char *start);
int64_t offer_challenge(struct peer *peer, const char *to, const char *rules, const char *start);
const struct wire_match *offer_accept(struct peer *peer, int64_t offer);
/* `method` is OFFER_CANCEL, OFFER_DECLINE or OFFER_ACCEPT. Gives the error's code, or ERROR_NONE.
 */
enum error_code offer_choose(struct peer *peer, enum wire_method method, int64_t offer);

/* Sends the move and does not wait. */
uint32_t match_ask_move(struct peer *peer, int64_t match, int64_t ply, const char *move);
struct answer match_try_move(struct peer *peer, int64_t match, int64_t ply, const char *move);
void match_move(struct peer *peer, int64_t match, int64_t ply, const char *move);
/* A move that is too late, and is told how the match stands. */
void match_expect_stale(struct peer *peer, const struct wire_move *move, int64_t ply,
                        const char *position);
/* `method` is MATCH_RESIGN or MATCH_ABORT. Gives the error's code, or ERROR_NONE. */
enum error_code match_choose(struct peer *peer, enum wire_method method, int64_t match);
const struct wire_rematch *match_rematch(struct peer *peer, int64_t match);
const struct wire_match *match_resume(struct peer *peer, int64_t match);
const struct wire_match *match_watch(struct peer *peer, int64_t match);
/* Two more players, anna and carl, play many matches, each move of which tells a position of about
 * 1 KB. `deaf` watches these and does not read, until the server has given that connection up. */
void play_until_unread(const struct server *server, struct peer *deaf);
const struct wire_summaries *match_list(struct peer *peer);
/* `player` may be NULL: of everybody. */
const struct wire_summaries *history_of(struct peer *peer, const char *player);

const struct wire_stats *stats_of(struct peer *peer);
/* The value of this counter, which the test insists on. */
int64_t stats_counter(const struct wire_stats *stats, const char *name);

/* The two at a match, both connected. */
struct table {
    struct peer *first, *second;
    int64_t match;
};

/* Two new guests: the first seeks, the second accepts. */
struct table table_open(const struct server *server, const char *first, const char *second,
                        const char *rules, const char *start);
/* Whoever has to make the move of that ply. */
struct peer *table_mover(const struct table *table, int64_t ply);
/* Makes the move, which both see happen. */
void table_move(const struct table *table, int64_t ply, const char *move);
/* Makes the moves of a record, separated by blanks, from ply 1 on. Returns how many they were. */
int64_t table_play(const struct table *table, const char *moves);
/* The first player asks to take this move back; the question as the second one hears it, whose
 * texts are not kept. */
struct wire_takeback table_ask_takeback(const struct table *table, int64_t ply);
/* The second player agrees, which both see happen; or is told why that cannot be. */
enum error_code table_allow_takeback(const struct table *table,
                                     const struct wire_takeback *question);
/* Both come back, after the server did. */
void table_come_back(struct table *table, const struct server *server);

/* In Fibonacci nim one counter may always be taken: the move of that ply when all did, from
 * `counters` on. */
void single_move(int64_t counters, int64_t ply, char ret_move[MOVE_TEXT_MAX]);

#endif
