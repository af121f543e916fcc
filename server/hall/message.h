/* What the hall wants said, and what it wants looked up: its effects besides records. A message
 * waits in the hall's outbox until everything that it could reveal is on disk. */
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
    bool rated;
    char *clock; /* NULL: none */
};

enum chat_room {
    ROOM_PLAYERS,
    ROOM_SPECTATORS,
};

/* All texts are owned. */
struct chat_line {
    int64_t match;
    enum chat_room room;
    char *from;
    char *text;
    int64_t at_ms;
};

/* Somebody who is connected. All texts are owned. */
struct present_view {
    uint64_t session;
    int64_t player;
    char *name;
    bool account;
    char *address;
    char *client;
    int64_t lag_ms; /* -1: not measured */
    size_t matches;
    int64_t since_ms;
};

/* All texts are owned. */
struct ban_view {
    enum ban_kind kind;
    char *shown;
    char *reason;
    int64_t made_ms, until_ms; /* until 0: for good */
};

/* What came of a move for the mover's clock. */
struct move_times {
    int64_t taken_ms, credit_ms;
    int64_t left_ms; /* -1: no clock */
};

/* Which page of the history; `player_key` NULL: everybody's. */
struct history_page {
    char *player_key; /* owned; see name_key() */
    int64_t before;   /* 0: from the latest on */
    int64_t limit;
};

/* How a tournament stands. */
struct tournament_news {
    int64_t tournament;
    enum tournament_state state;
    char *reason;     /* of a pause or an end that no owner asked for; owned; NULL: none */
    int64_t round;    /* the last one of which a pair is decided on; 0: none */
    int64_t matches;  /* that are over; void ones and those of void pairs left aside */
    int64_t total;    /* as in struct wire_tournament */
    int64_t live;     /* matches */
    int64_t missing;  /* entrants who have not joined */
    int64_t unjudged; /* matches that are over but not judged yet */
};

enum message_kind {
    /* Answers: to one session, for one request. */
    MESSAGE_WELCOME,
    MESSAGE_NOTHING,
    MESSAGE_OFFER_NUMBER,
    MESSAGE_CLEARED,
    MESSAGE_TOURNAMENT_NUMBER,
    MESSAGE_TOURNAMENT_NOW, /* as MESSAGE_TOURNAMENT */
    MESSAGE_OFFERS,
    MESSAGE_MOVE_DONE,
    MESSAGE_MATCH,
    MESSAGE_REMATCH,
    MESSAGE_SUMMARIES,
    MESSAGE_CHAT_LINES,
    MESSAGE_PRESENT, /* to an operator */
    MESSAGE_ONLINE,  /* the same, to a player */
    MESSAGE_BANS,
    MESSAGE_ERROR,
    /* Look-ups: the driver asks the database, and then answers (for a hello: calls
     * hall_hello_looked_up; for a password: hall_account_password). */
    MESSAGE_LOOK_UP_HELLO,
    MESSAGE_LOOK_UP_PASSWORD,
    MESSAGE_LOOK_UP_TOKENS,
    MESSAGE_LOOK_UP_MATCH,
    MESSAGE_LOOK_UP_MOVE, /* was this move made? then it is acknowledged again */
    MESSAGE_LOOK_UP_HISTORY,
    MESSAGE_LOOK_UP_TOURNAMENTS, /* a page of all */
    MESSAGE_LOOK_UP_TOURNAMENT,
    MESSAGE_LOOK_UP_STANDINGS,
    MESSAGE_LOOK_UP_PAIRS,
    MESSAGE_LOOK_UP_EXPORT,
    MESSAGE_LOOK_UP_SEAL,
    MESSAGE_LOOK_UP_RATINGS,
    /* For nobody: what the driver is to find out, behind the disk too. */
    MESSAGE_DRAW_START, /* then it calls hall_start_drawn() */
    MESSAGE_JUDGE,      /* then it calls hall_match_judged() */
    /* Events: to all the sessions named. */
    MESSAGE_OFFER_RECEIVED,
    MESSAGE_OFFER_CLOSED,
    MESSAGE_MATCH_STARTED,
    MESSAGE_MOVED,
    MESSAGE_ENDED,
    MESSAGE_PRESENCE,
    MESSAGE_CHAT,
    MESSAGE_TOURNAMENT, /* how one stands now */
    MESSAGE_STALLED,
    MESSAGE_RESUMED,
    MESSAGE_CLOSING,
    MESSAGE_REPLACED, /* the driver closes the session's connection after this one and the next */
    MESSAGE_KICKED,
};

enum { MESSAGE_FEW = 2 }; /* the players of a match */

/* May not be copied: `sessions` can point into it. */
struct message {
    struct message *next;
    enum message_kind kind;
    size_t bytes;       /* its memory, once the hall has weighed it */
    uint64_t barrier;   /* the batch that has to be on disk before this may be said */
    bool is_free;       /* a stall does not hold it back */
    size_t unasked;     /* bytes that count for its sessions, see HALL_UNASKED_BYTES_MAX */
    uint32_t request;   /* of answers and look-ups: the request's id */
    uint64_t *sessions; /* to whom: `few` while these are enough, otherwise owned */
    size_t session_count, session_capacity;
    uint64_t few[MESSAGE_FEW];
    /* The match in which this gives somebody the move, from the release on; 0: none. */
    int64_t gives_turn;
    union {
        struct {
            int64_t player;
            char *name;
            char *token;
            int64_t token_expires_ms;
            bool account;
            int64_t *matches; /* all owned */
            size_t match_count;
        } welcome;
        int64_t offer_number;
        struct {
            int64_t matches, offers; /* ended */
            bool more;               /* are there others? */
        } cleared;
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
            struct chat_line *list; /* owned */
            size_t count;
        } chat_lines;
        struct {
            struct present_view *list; /* owned */
            size_t count;
            bool more;
        } present;
        struct {
            struct ban_view *list; /* owned */
            size_t count;
        } bans;
        struct {
            struct error error;
            bool stale; /* then match, seq, ply and position tell how the match stands */
            int64_t match, seq, ply;
            char *position; /* owned */
        } error;
        struct {
            bool by_token;
            unsigned char token_hash[TOKEN_HASH_BYTES];
            char *name_key; /* owned; NULL by a token */
        } look_up_hello;
        struct {
            int64_t player;
        } look_up_password;
        struct {
            int64_t player;
            int64_t current; /* the number of the token in use */
        } look_up_tokens;
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
        struct {
            int64_t tournament;    /* of TOURNAMENTS: 0 */
            int64_t before, after; /* the page, where there are pages; 0: from the beginning */
            int64_t limit;
            bool times;       /* of EXPORT: lines of times.jsonl, otherwise of results.jsonl */
        } look_up_tournament; /* and of TOURNAMENTS, STANDINGS, PAIRS, EXPORT, SEAL */
        struct {
            char *player_key; /* owned; NULL: everybody's */
            char *family;     /* owned; NULL: all */
            int64_t limit;
        } look_up_ratings;
        int64_t tournament_number;
        struct {
            int64_t tournament, index;
            char *rules; /* owned, as `starts` */
            char *starts;
            int64_t seed;
        } draw_start;
        struct {
            int64_t match;
            int64_t tournament; /* 0: of none, so that it may be left unjudged */
            int64_t player;     /* its first player ... */
            uint64_t address;   /* ... and where that one comes from; 0: not known */
        } judge;
        struct tournament_news tournament;
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
            char *position; /* in the same memory */
            struct move_times times;
            int64_t first_move_left_ms, claim_in_ms, idle_left_ms; /* as in struct match_view */
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
            /* As in struct match_view, of this seat and for its opponent. */
            int64_t claim_in_ms, abort_in_ms;
        } presence;
        struct chat_line chat;
        struct {
            char *reason; /* owned */
        } notice;         /* STALLED, CLOSING, REPLACED, KICKED */
    };
};

/* How much memory it takes: all that message_finish() releases, and the message itself. */
size_t message_bytes(const struct message *message);
/* Frees what the message owns and empties it. */
void message_finish(struct message *message);
/* Frees the message too; NULL is taken. */
void message_destroy(struct message *message);
void offer_view_finish(struct offer_view *view);
void chat_line_finish(struct chat_line *line);

#endif
