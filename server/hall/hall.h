/* The heart of the server, without I/O: players, seeks and challenges, matches. It knows no socket, no clock, no database and no
 * encoding. Requests go in as calls; what comes of them comes out as records (for the store) and messages (for
 * the players). Time and randomness are parameters, so that one process can simulate an evening of play.
 *
 * Acknowledged means durable, and this is where that is made true:
 *
 *     request -> state changes in memory -> record into the open batch
 *                                        -> answer and events into the outbox, behind that batch
 *     hall_batch_take()      the driver hands the open batch to the store; the next one opens
 *     hall_batch_committed() the batch is on disk: the outbox is open up to it
 *     hall_message_next()    gives the messages that may be said now, in the order in which they were made
 *
 * Every message waits for the newest batch that was begun when it was made, answers to reads included: nobody
 * ever learns of a change that a power cut could undo.
 *
 * Sessions are the driver's numbers for connections, never used twice. Each request gets exactly one answer: a message to its
 * session with its id, or a look-up after which the driver answers. */
#ifndef SERVER_HALL_HALL_H
#define SERVER_HALL_HALL_H

#include "common/game/game.h"
#include "server/hall/message.h"
#include "server/hall/record.h"

enum {
    HALL_OFFERS_PER_PLAYER = 256,
    HALL_PLIES_MAX = 10000,
    HALL_ENDED_KEPT = 4096,     /* ended matches that can still be repeated with match.rematch */
    HALL_ANSWERS_KEPT = 200000, /* keys, at most; the oldest go first */
    HALL_ANSWER_AGE_MS = 86400000,
    HALL_PAGE_BYTES_MAX = 262144, /* of start positions in one list: a page ends there */
    HALL_PAGE_MAX = 1000,         /* elements of a list in one answer */
    HALL_KEY_MAX = 64,            /* bytes */
    HALL_WATCHED_MAX = 256,       /* matches that one session may watch */
};

struct hall;

struct hall_config {
    uint64_t seed;          /* of everything that the hall draws */
    unsigned server_number; /* 0..1023, the upper 10 bits of every id that it gives */
    int64_t now_ms;         /* since 1970 UTC */
};

struct hall *hall_create(const struct hall_config *config);
void hall_destroy(struct hall *hall);
/* Call before each request or group of requests; time never goes back (an earlier time is left aside). */
void hall_set_time(struct hall *hall, int64_t now_ms);

/* --- rebuilding after a start, before any session --- */

/* The greatest ids ever given. */
void hall_restore_counters(struct hall *hall, int64_t last_player, int64_t last_match);
/* Only the players of the unfinished matches; others are looked up when they come. */
void hall_restore_player(struct hall *hall, int64_t id, const char *name,
                         const unsigned char token_hash[TOKEN_HASH_BYTES]);
/* In the order of their ids. INTERNAL when the database says what cannot be: unreadable rules, an unknown player. */
enum error_code hall_restore_match(struct hall *hall, int64_t id, const char *rules,
                                   const char *start, int64_t first, int64_t second,
                                   int64_t created_ms, struct error *error);
/* The moves of each match in the order of their plies. INTERNAL when the rules refuse one. */
enum error_code hall_restore_move(struct hall *hall, int64_t match, int64_t ply, const char *move,
                                  struct error *error);
/* In the order of their times. */
void hall_restore_answer(struct hall *hall, int64_t player, const char *key, enum request_kind kind,
                         int64_t subject, int64_t result, int64_t at_ms);

/* --- requests --- */

/* Who asks: the session, and the request's id for the answer. */
struct hall_caller {
    uint64_t session;
    uint32_t request;
};

/* A text from outside, checked for length and UTF-8 by the driver; bytes NULL: not given. */
struct hall_text {
    const char *bytes;
    size_t len;
};

struct hall_hello {
    struct hall_text name;
    struct hall_text token; /* what the client showed */
    unsigned char token_hash[TOKEN_HASH_BYTES];
    char fresh_token[80]; /* for a new guest: zero-terminated */
    unsigned char fresh_token_hash[TOKEN_HASH_BYTES];
};

/* What MESSAGE_LOOK_UP_TOKEN found; id 0: nobody. */
struct hall_found_player {
    int64_t id;
    const char *name;
};

/* Has this session said hello successfully? All requests but hall_hello need that. */
bool hall_session_is_open(const struct hall *hall, uint64_t session);
/* Returns whether a MESSAGE_LOOK_UP_TOKEN was made, so that the driver has to keep `hello` for the second half. */
bool hall_hello(struct hall *hall, struct hall_caller from, const struct hall_hello *hello);
/* The second half of a hello whose token nobody present has. */
void hall_hello_looked_up(struct hall *hall, struct hall_caller from,
                          const struct hall_hello *hello, const struct hall_found_player *found);
/* The connection is gone. */
void hall_leave(struct hall *hall, uint64_t session);

struct hall_offer {
    struct hall_text to; /* not given: an open seek */
    struct hall_text rules;
    struct hall_text start; /* not given: the hall draws one */
    enum offer_first first;
};

void hall_offer_make(struct hall *hall, struct hall_caller from, const struct hall_offer *offer,
                     struct hall_text key);
void hall_offer_cancel(struct hall *hall, struct hall_caller from, int64_t offer,
                       struct hall_text key);
void hall_offer_accept(struct hall *hall, struct hall_caller from, int64_t offer,
                       struct hall_text key);
void hall_offer_decline(struct hall *hall, struct hall_caller from, int64_t offer,
                        struct hall_text key);
void hall_offer_list(struct hall *hall, struct hall_caller from);

void hall_match_move(struct hall *hall, struct hall_caller from, int64_t match, int64_t ply,
                     struct hall_text move);
void hall_match_resign(struct hall *hall, struct hall_caller from, int64_t match,
                       struct hall_text key);
void hall_match_abort(struct hall *hall, struct hall_caller from, int64_t match,
                      struct hall_text key);
void hall_match_rematch(struct hall *hall, struct hall_caller from, int64_t match,
                        struct hall_text key);
void hall_match_resume(struct hall *hall, struct hall_caller from, int64_t match, int64_t after);
void hall_match_watch(struct hall *hall, struct hall_caller from, int64_t match);
void hall_match_unwatch(struct hall *hall, struct hall_caller from, int64_t match);
void hall_match_list(struct hall *hall, struct hall_caller from, int64_t after, int64_t limit);
void hall_history_list(struct hall *hall, struct hall_caller from, struct hall_text player,
                       int64_t before, int64_t limit);

/* Answers a request with an error that the driver found (an unknown method, a bad argument), in its turn. */
void hall_refuse(struct hall *hall, struct hall_caller from, const struct error *error);

/* --- durability --- */

/* The open batch, when it holds a record and the batch before it is committed; NULL otherwise. The caller owns it until
 * hall_batch_committed(), which takes it back. */
struct batch *hall_batch_take(struct hall *hall);
void hall_batch_committed(struct hall *hall, struct batch *batch);
/* The store cannot write the batch it holds and goes on trying: everybody is told, changes are refused until it is
 * committed. Idempotent. */
void hall_stalled(struct hall *hall, const char *reason);
/* From now on changes are refused; everybody is told. */
void hall_close(struct hall *hall, const char *reason);
/* Is every record on disk? */
bool hall_is_durable(const struct hall *hall);
/* Is everything on disk and said? */
bool hall_is_settled(const struct hall *hall);
/* The next message that may be said; NULL: none now. The caller destroys it. */
struct message *hall_message_next(struct hall *hall);

/* --- figures --- */

struct hall_figures {
    size_t sessions, players, offers, live_matches;
};
struct hall_figures hall_figures(const struct hall *hall);

#endif
