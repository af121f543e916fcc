/* Messages are the effects of the hall besides records: events and answers for sessions, look-ups
 * and questions for the driver. A message waits in the outbox until every change that it could
 * reveal is on disk. Events and answers are encoded already and go to any connection as they are.
 */
#ifndef SERVER_HALL_MESSAGE_H
#define SERVER_HALL_MESSAGE_H

#include "common/base/error.h"
#include "common/base/text.h"
#include "common/wire/schema.h"
#include "server/hall/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which page of the history; `player_key` NULL: everybody's, without a filter. */
struct history_page {
    const char *player_key; /* see name_key() */
    int64_t before;         /* 0: from the latest on */
    int64_t limit;
    /* Filters; NULL: any. */
    const char *opponent_key;
    const char *rules;          /* canonical */
    const char *result;         /* "won", "lost" or "nobody" */
    bool rated;                 /* only those */
    int64_t since_ms, until_ms; /* ended since then, and before then; 0: at any time */
};

/* Which page of how it stands between two names. */
struct versus_page {
    const char *player_key, *opponent_key;
    const char *rules; /* canonical; NULL: under all rules ... */
    const char *after; /* ... behind these; NULL: from the first on */
    int64_t limit;
};

/* What an account is looked up for. */
enum account_purpose {
    ACCOUNT_FOR_CODE, /* an operator makes a one-time code */
    ACCOUNT_TO_BLOCK,
    ACCOUNT_TO_REPORT,
};

enum message_kind {
    MESSAGE_SAID, /* in `bytes`, to all the sessions named */
    /* Look-ups: the driver asks the database, and then answers (for a hello: calls
     * hall_hello_looked_up(); for a password: hall_account_password()). */
    MESSAGE_LOOK_UP_HELLO,
    MESSAGE_LOOK_UP_PASSWORD,
    MESSAGE_LOOK_UP_ACCOUNT, /* of a name; then it calls hall_account_looked_up() */
    MESSAGE_LOOK_UP_TOKENS,
    MESSAGE_LOOK_UP_REPORTS,
    MESSAGE_LOOK_UP_REPORT,
    MESSAGE_LOOK_UP_MATCH,
    MESSAGE_LOOK_UP_MOVE, /* was this move made? then it is acknowledged again */
    MESSAGE_LOOK_UP_HISTORY,
    MESSAGE_LOOK_UP_VERSUS,
    MESSAGE_LOOK_UP_PUZZLE,        /* one to solve */
    MESSAGE_LOOK_UP_PRACTICE,      /* how it stands */
    MESSAGE_LOOK_UP_PUZZLE_CHANGE, /* then it calls hall_puzzle_looked_up() */
    MESSAGE_LOOK_UP_TOURNAMENTS,   /* a page of all */
    MESSAGE_LOOK_UP_TOURNAMENT,
    MESSAGE_LOOK_UP_STANDINGS,
    MESSAGE_LOOK_UP_PAIRS,
    MESSAGE_LOOK_UP_EXPORT,
    MESSAGE_LOOK_UP_SEAL,
    MESSAGE_LOOK_UP_RATING_POINTS,
    MESSAGE_LOOK_UP_RATINGS,
    /* Questions to the driver without a session; they wait for the disk, too. */
    MESSAGE_DRAW_START, /* then it calls hall_start_drawn() */
    MESSAGE_JUDGE,      /* then it calls hall_match_judged() */
};

enum { MESSAGE_FEW = 2 }; /* the players of a match */

/* May not be copied: `sessions` can point into it. */
struct message {
    struct message *next;
    enum message_kind kind;
    /* SAID: one whole message of the protocol. Otherwise the texts that the question points to. */
    struct text bytes;
    const struct wire_record *record; /* of SAID: what it carries; NULL: an error */
    enum error_code error;            /* of an error */
    size_t weight;                    /* its memory, once the hall has weighed it */
    uint64_t barrier;                 /* the batch that has to be on disk before this may be said */
    bool is_free;                     /* a stall does not hold it back */
    bool is_answer;                   /* to one session, for one request; otherwise an event */
    bool closes;        /* the driver closes the session's connection after this and the next */
    size_t unasked;     /* bytes that count for its sessions, see HALL_UNASKED_BYTES_MAX */
    uint32_t request;   /* of answers and look-ups: the request's id */
    uint64_t *sessions; /* to whom: `few` while these are enough, otherwise owned */
    size_t session_count, session_capacity;
    uint64_t few[MESSAGE_FEW];
    /* The match in which this gives somebody the move, from the release on, unless it has changed
     * since it had so many changes; 0: none. */
    int64_t gives_turn, turn_seq;
    /* The player whose clocks run from the release on, unless the player had more losses by then;
     * 0: none. */
    int64_t welcomes;
    uint32_t losses;
    /* Of look-ups and questions: what the driver has to find out. */
    union {
        struct {
            bool by_token;
            unsigned char token_hash[TOKEN_HASH_BYTES];
            const char *name_key; /* NULL by a token */
        } look_up_hello;
        struct {
            int64_t player;
        } look_up_password;
        struct {
            enum account_purpose purpose;
            const char *name_key;
            const char *code; /* of a CODE: for the answer; else NULL */
            unsigned char code_hash[TOKEN_HASH_BYTES];
            /* Of a REPORT; the request's key follows the words. */
            int64_t match;
            const char *words;
            size_t words_len, key_len;
        } look_up_account;
        struct {
            int64_t player;
            int64_t current; /* the number of the token in use */
        } look_up_tokens;
        struct {
            bool all; /* closed ones, too */
            int64_t after, limit;
            int64_t report; /* of REPORT only this */
        } look_up_reports;
        struct {
            int64_t match, after;
            int64_t player; /* who asks: decides which seat is theirs */
        } look_up_match;
        struct {
            int64_t match, ply;
            int64_t player; /* who says that they made it */
            const char *move;
        } look_up_move;
        struct history_page look_up_history;
        struct versus_page look_up_versus;
        struct {
            int64_t player;
            bool is_daily;     /* of PUZZLE: that of today */
            const char *rules; /* of PUZZLE: of these alone; NULL: of any */
            /* Of CHANGE, in the notation: an answer, or a mistake that becomes a puzzle. */
            enum request_kind change;
            const char *puzzle; /* "RULES POSITION" */
            const char *move;   /* of an answer; "": given up */
            bool right;         /* what the player says of it */
            int64_t subject;    /* of the request */
            const char *key;
        } look_up_puzzle; /* and of PRACTICE, CHANGE */
        struct {
            int64_t tournament;    /* of TOURNAMENTS: 0 */
            int64_t before, after; /* the page, where there are pages; 0: from the beginning */
            int64_t limit;
            bool times;       /* of EXPORT: lines of times.jsonl, otherwise of results.jsonl */
        } look_up_tournament; /* and of TOURNAMENTS, STANDINGS, PAIRS, EXPORT, SEAL */
        struct {
            const char *player_key; /* NULL: everybody's */
            const char *family;     /* NULL: all */
            int64_t limit;
        } look_up_ratings;
        struct {
            const char *player_key;
            const char *family;
            int64_t before, limit;
        } look_up_rating_points;
        struct {
            int64_t tournament, index;
            const char *rules, *starts;
            int64_t seed;
        } draw_start;
        struct {
            int64_t match;
            int64_t tournament; /* 0: of none, so that it may be left unjudged */
            int64_t player;     /* its first player ... */
            uint64_t address;   /* ... and where that one comes from; 0: not known */
        } judge;
    };
};

/* The memory of the message: all that message_destroy() releases. */
size_t message_bytes(const struct message *message);
/* Empties it, and keeps the memory of its bytes while that is small. */
void message_clear(struct message *message);
/* NULL is taken. */
void message_destroy(struct message *message);

#endif
