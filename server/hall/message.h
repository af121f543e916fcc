/* What the hall wants said, and what it wants looked up: its effects besides records. A message waits in the hall's outbox
 * until everything that it could reveal is on disk. */
#ifndef SERVER_HALL_MESSAGE_H
#define SERVER_HALL_MESSAGE_H

#include "common/base/error.h"
#include "server/hall/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum offer_first {
    FIRST_RANDOM,
    FIRST_MAKER,
    FIRST_TAKER,
};

enum offer_end {
    OFFER_DECLINED,
    OFFER_CANCELLED,
    OFFER_GONE, /* its maker or its addressee left */
};

/* All texts are owned. */
struct offer_view {
    int64_t offer;
    char *from;
    char *to; /* NULL: an open seek */
    char *rules;
    char *start;
    enum offer_first first;
    int64_t rematch_of; /* 0: none */
};

/* Which page of the history; `player_key` NULL: everybody's. */
struct history_page {
    char *player_key; /* owned; see name_key() */
    int64_t before;   /* 0: from the latest on */
    int64_t limit;
};

enum message_kind {
    /* Answers: to one session, for one request. */
    MESSAGE_WELCOME,
    MESSAGE_NOTHING,
    MESSAGE_OFFER_NUMBER,
    MESSAGE_OFFERS,
    MESSAGE_MOVE_DONE,
    MESSAGE_MATCH,
    MESSAGE_REMATCH,
    MESSAGE_SUMMARIES,
    MESSAGE_ERROR,
    /* Look-ups: the driver asks the database, and then answers (for a token: calls hall_hello_looked_up). */
    MESSAGE_LOOK_UP_TOKEN,
    MESSAGE_LOOK_UP_MATCH,
    MESSAGE_LOOK_UP_MOVE, /* was this move made? then it is acknowledged again */
    MESSAGE_LOOK_UP_HISTORY,
    /* Events: to all the sessions named. */
    MESSAGE_OFFER_RECEIVED,
    MESSAGE_OFFER_CLOSED,
    MESSAGE_MATCH_STARTED,
    MESSAGE_MOVED,
    MESSAGE_ENDED,
    MESSAGE_PRESENCE,
    MESSAGE_STALLED,
    MESSAGE_RESUMED,
    MESSAGE_CLOSING,
    MESSAGE_REPLACED, /* the driver closes the session's connection after it */
};

struct message {
    struct message *next;
    enum message_kind kind;
    uint64_t barrier;   /* the batch that has to be on disk before this may be said */
    uint32_t request;   /* of answers and look-ups: the request's id */
    uint64_t *sessions; /* to whom; owned */
    size_t session_count;
    union {
        struct {
            int64_t player;
            char *name;
            char *token;
            int64_t *matches; /* all owned */
            size_t match_count;
        } welcome;
        int64_t offer_number;
        struct {
            struct offer_view *list; /* owned */
            size_t count;
        } offers;
        struct {
            int64_t match, seq, ply;
        } move_done;
        struct {
            int64_t offer; /* 0: none */
            int64_t match; /* 0: none */
        } rematch;
        struct {
            struct match_summary *list; /* owned */
            size_t count;
            bool more;
        } summaries;
        struct {
            struct error error;
            bool stale; /* then match, seq, ply and position tell how the match stands */
            int64_t match, seq, ply;
            char *position; /* owned */
        } error;
        struct {
            unsigned char hash[TOKEN_HASH_BYTES];
        } look_up_token;
        struct {
            int64_t match, after;
            int64_t player; /* who asks: decides the view's seat */
        } look_up_match;
        struct {
            int64_t match, ply;
            int64_t player; /* who says that they made it */
            char *move;     /* owned */
        } look_up_move;
        struct history_page look_up_history;
        struct offer_view offer_received;
        struct {
            int64_t offer;
            enum offer_end reason;
        } offer_closed;
        struct {
            struct match_view view;
            int64_t offer; /* of MATCH_STARTED: where it comes from, 0: nowhere */
        } match;
        struct {
            int64_t match, seq, ply;
            char *move;     /* owned */
            char *position; /* owned */
        } moved;
        struct {
            int64_t match, seq;
            enum ending ending;
            enum seat winner;
        } ended;
        struct {
            int64_t match, seq;
            enum seat seat;
            bool online;
        } presence;
        struct {
            char *reason; /* owned */
        } notice;         /* STALLED, CLOSING, REPLACED */
    };
};

/* Frees the message and what it owns; NULL is taken. */
void message_destroy(struct message *message);
void offer_view_finish(struct offer_view *view);

#endif
