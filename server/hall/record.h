/* Records are the changes that the store keeps for good, in the order in which they happened. The
 * records made since the last hand-over form the open batch; the store writes a batch in one
 * transaction. */
#ifndef SERVER_HALL_RECORD_H
#define SERVER_HALL_RECORD_H

#include "common/base/text.h"
#include "common/tournament/standings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TOKEN_HASH_BYTES = 32,
    INVITATION_CODE_BYTES = 22, /* base64url of 128 random bits */
};

/* How a match ended; its text is what the database and the protocol say. */
enum ending {
    ENDING_NONE = 0, /* it goes on */
    ENDING_NORMAL,
    ENDING_RESIGNATION,
    ENDING_ABORTED,
    ENDING_PLIES,
    ENDING_DRAW,      /* the player to move has no move, which by the rules is a draw */
    ENDING_TIME,      /* a flag fell */
    ENDING_ABANDONED, /* claimed from a player who was gone; nobody wins when both were */
    ENDING_UNSTARTED, /* a first move did not come in time */
    /* Of tournaments only; the player who did it has lost. */
    ENDING_STALL, /* time was up, and the connected player's program did not answer pings either */
    ENDING_DISCONNECT, /* time was up, or had been left alone too long, while the player was not
                          connected */
    ENDING_ILLEGAL,    /* too many moves that the rules forbid */
    ENDING_PROTOCOL,   /* the connection was ended for breaking the protocol */
    ENDING_VOID, /* it does not count: the pair is played again, or not needed any more; nobody has
                    won */
    ENDING_COUNT,
};

enum seat {
    SEAT_NOBODY = 0,
    SEAT_FIRST = 1,
    SEAT_SECOND = 2,
};

/* "normal", "resignation", ...; "none" for ENDING_NONE. ending_from_text: ENDING_NONE for what it
 * does not know. */
const char *ending_text(enum ending ending);
enum ending ending_from_text(const char *text);
/* Who moves first in a match that is offered. */
enum offer_first {
    FIRST_RANDOM,
    FIRST_MAKER,
    FIRST_TAKER,
    FIRST_COUNT,
};

/* "random", "maker", "taker". ..._from_text: FIRST_COUNT for what it does not know. */
const char *offer_first_text(enum offer_first first);
enum offer_first offer_first_from_text(const char *text, size_t len);
/* "nobody", "first", "second" */
const char *seat_text(enum seat seat);
enum seat seat_from_text(const char *text);
/* The points, in halves, of the first entrant of a pair in its match `game`, 0 or 1: in match 1 the
 * first entrant moves second. -1: the match is not over, or does not count. */
int8_t pair_match_points(enum ending ending, enum seat winner, int game);

/* The changing requests that carry a key. Numbers are stored. */
enum request_kind {
    REQUEST_OFFER_MAKE = 1,
    REQUEST_OFFER_CANCEL = 2,
    REQUEST_OFFER_ACCEPT = 3,
    REQUEST_OFFER_DECLINE = 4,
    REQUEST_MATCH_RESIGN = 5,
    REQUEST_MATCH_ABORT = 6,
    REQUEST_MATCH_REMATCH = 7,
    REQUEST_MATCH_CLAIM = 8,
    REQUEST_ACCOUNT_REGISTER = 9,
    REQUEST_ACCOUNT_PASSWORD = 10,
    REQUEST_TOKEN_REVOKE = 11,
    REQUEST_CHAT_SAY = 12,
    REQUEST_TOURNAMENT_CREATE = 13,
    REQUEST_TOURNAMENT_JOIN = 14,
    REQUEST_TOURNAMENT_START = 15,
    REQUEST_TOURNAMENT_PAUSE = 16,
    REQUEST_TOURNAMENT_RESUME = 17,
    REQUEST_TOURNAMENT_CANCEL = 18,
    REQUEST_TOURNAMENT_WITHDRAW = 19,
    REQUEST_TOURNAMENT_VOID = 20,
    REQUEST_INVITATION_CREATE = 21,
    REQUEST_INVITATION_ACCEPT = 22,
    REQUEST_INVITATION_REVOKE = 23,
    REQUEST_ACCOUNT_CLOSE = 24,
    REQUEST_PLAYER_REPORT = 25,
    REQUEST_MATCH_TAKEBACK = 26,
    REQUEST_MATCH_ACCEPT_TAKEBACK = 27,
    REQUEST_MATCH_DECLINE_TAKEBACK = 28,
    REQUEST_PUZZLE_ANSWER = 29,
    REQUEST_PUZZLE_MISTAKE = 30,
};

enum tournament_state {
    TOURNAMENT_OPEN,    /* players join */
    TOURNAMENT_RUNNING, /* until every match is over and judged */
    TOURNAMENT_PAUSED,  /* no match begins; those that are live go on */
    TOURNAMENT_FINISHED,
    TOURNAMENT_CANCELLED,
    TOURNAMENT_STATES,
};

/* "open", "running", "paused", "finished", "cancelled". ..._from_text: TOURNAMENT_STATES for what
 * it does not know. */
const char *tournament_state_text(enum tournament_state state);
enum tournament_state tournament_state_from_text(const char *text);
/* Finished or cancelled: nothing changes any more. */
bool tournament_state_is_over(enum tournament_state state);
/* "played", "bye", "forfeit" */
const char *meeting_kind_text(enum meeting_kind kind);
/* MEETING_PLAYED for what it does not know. */
enum meeting_kind meeting_kind_from_text(const char *text);
/* Meetings as one text, as the record of a tournament keeps the forbidden ones: pairs of entrants'
 * numbers, 0-3 1-2. meetings_parse: false when the text cannot be read; the caller frees the list,
 * which is NULL for an empty text. */
void meetings_print(const struct meeting *meetings, size_t count, struct text *out);
bool meetings_parse(const char *text, struct meeting **ret_meetings, size_t *ret_count);

enum ban_kind {
    BAN_NAME,
    BAN_ADDRESS,
};

/* "name", "address" */
const char *ban_kind_text(enum ban_kind kind);
/* BAN_NAME for what it does not know. */
enum ban_kind ban_kind_from_text(const char *text);

enum record_kind {
    RECORD_PLAYER,        /* a new player, a guest */
    RECORD_PASSWORD,      /* of a player, who has an account from now on */
    RECORD_TOKEN,         /* a new token */
    RECORD_TOKEN_USED,    /* it lasts longer from now on */
    RECORD_TOKEN_REVOKED, /* one token of a player, or all but one */
    RECORD_CLOSED, /* an account is closed: its tokens and ratings go, its name stays taken */
    RECORD_CODE,   /* a one-time code for an account; replaces an earlier one */
    RECORD_BLOCK,  /* a player blocks another one */
    RECORD_UNBLOCK,
    RECORD_LINE,   /* a line of chat */
    RECORD_REPORT, /* a new report to the operator */
    RECORD_REPORT_CLOSED,
    RECORD_BAN, /* replaces an earlier one of the same subject */
    RECORD_UNBAN,
    RECORD_MATCH,             /* a new match */
    RECORD_MOVE,              /* a move of a live match */
    RECORD_TAKEBACK,          /* moves of a live match are taken back */
    RECORD_END,               /* the end of a match, with its whole record */
    RECORD_ANSWER,            /* a key was used, and what came of it */
    RECORD_FORGET,            /* a key is too old to be kept */
    RECORD_TOURNAMENT,        /* a new tournament: its plan */
    RECORD_TOURNAMENT_STATE,  /* how it stands now */
    RECORD_TOURNAMENT_ACTIVE, /* something has happened in an open or paused one */
    RECORD_ENTRANT,           /* a new entrant, or replaces what was said of this one */
    RECORD_ENTRANT_GONE,      /* the last entrant's place is none any more */
    RECORD_PAIR,              /* a pair of matches, a bye or a forfeit is decided on */
    RECORD_PAIR_MATCH,        /* a match of a pair begins */
    RECORD_PAIR_VOID,         /* the pair does not count */
    RECORD_MARKS,             /* an ended match is judged */
    RECORD_RATING,            /* replaces an earlier one of the player and the family, which stays
                                 in the history of ratings */
    RECORD_INVITATION,        /* a new invitation */
    RECORD_INVITATION_USED,   /* one use less is left of it */
    RECORD_INVITATION_GONE,   /* used up, revoked or expired */
    RECORD_PRACTICE,          /* with puzzles: replaces an earlier one of the player */
    RECORD_PRACTICE_ITEM,     /* a puzzle in it: replaces an earlier one */
    RECORD_PUZZLE,            /* the rating of a puzzle: replaces an earlier one */
};

/* The records that are read again after a start, or shown: each has one list of fields. From it
 * come the members of its struct, the columns of its table with the same names, and what is written
 * and read. F(of, TYPE, NAME, when it is NULL in the database) */

// clang-format off

/* Of UNBAN kind and subject only. */
#define BAN_FIELDS(F, of)                                                                          \
    F(of, enum ban_kind, kind, NOT_NULL)                                                           \
    F(of, const char *, subject, NOT_NULL) /* a name_key or an address */                          \
    F(of, const char *, shown, NOT_NULL)   /* the name as the operator wrote it, or the address */ \
    F(of, const char *, reason, NOT_NULL)                                                          \
    F(of, int64_t, made_ms, NOT_NULL)                                                              \
    F(of, int64_t, until_ms, NULL_IF(0)) /* 0: for good */

#define LINE_FIELDS(F, of)                                                                         \
    F(of, int64_t, match, NOT_NULL)                                                                \
    F(of, const char *, room, NOT_NULL) /* "players" or "spectators" */                            \
    F(of, int64_t, player, NOT_NULL)    /* who says it, ... */                                     \
    F(of, const char *, name, NOT_NULL) /* ... under this name */                                  \
    F(of, const char *, text, NOT_NULL)                                                            \
    F(of, int64_t, at_ms, NOT_NULL)

#define REPORT_FIELDS(F, of)                                                                       \
    F(of, int64_t, id, NOT_NULL)                                                                   \
    F(of, int64_t, player, NOT_NULL) /* who makes it, ... */                                       \
    F(of, const char *, player_name, NOT_NULL)                                                     \
    F(of, int64_t, about, NOT_NULL) /* ... and about whom */                                       \
    F(of, const char *, about_name, NOT_NULL)                                                      \
    F(of, int64_t, match, NULL_IF(0)) /* whose lines it is about; 0: none */                       \
    F(of, const char *, words, NOT_NULL)                                                           \
    F(of, int64_t, made_ms, NOT_NULL)

#define MATCH_FIELDS(F, of)                                                                        \
    F(of, int64_t, id, NOT_NULL)                                                                   \
    F(of, const char *, rules, NOT_NULL)                                                           \
    F(of, const char *, start, NOT_NULL)                                                           \
    F(of, int64_t, first, NOT_NULL) /* the player who moves first */                               \
    F(of, int64_t, second, NOT_NULL)                                                               \
    F(of, const char *, clock, NULL_IF_EMPTY) /* time_control_print(); empty: none */              \
    F(of, int64_t, created_ms, NOT_NULL)                                                           \
    F(of, int64_t, tournament, NULL_IF(0)) /* 0: none */                                           \
    F(of, bool, rated, NOT_NULL)                                                                   \
    /* A player who is away is awaited until then, before both have moved; 0: not. */              \
    F(of, int64_t, awaited_until_ms, NULL_IF(0))                                                   \
    F(of, int64_t, code, NULL_IF(0)) /* a number made of its invitation's; 0: it had none */       \
    F(of, const char *, look, NULL_IF_EMPTY) /* see common/game/look.h */

/* Of a TAKEBACK `move` is empty, `ply` that of the first move taken back, and the times are those
 * of the turn that ends with it, as if its player had moved. */
#define MOVE_FIELDS(F, of)                                                                         \
    F(of, int64_t, match, NOT_NULL)                                                                \
    F(of, int64_t, ply, NOT_NULL) /* from 1 */                                                     \
    F(of, const char *, move, NOT_NULL)                                                            \
    F(of, int64_t, at_ms, NOT_NULL)     /* when it came; given to the mover `taken_ms` before */   \
    F(of, int64_t, taken_ms, NOT_NULL)  /* by the monotonic clock, lag included */                 \
    F(of, int64_t, credit_ms, NOT_NULL) /* of these given back for lag */                          \
    F(of, int64_t, left_ms, NULL_IF(-1)) /* on the mover's clock after the move; -1: no clock */

#define ANSWER_FIELDS(F, of)                                                                       \
    F(of, int64_t, player, NOT_NULL)                                                               \
    F(of, const char *, key, NOT_NULL)                                                             \
    F(of, enum request_kind, kind, NOT_NULL)                                                       \
    F(of, int64_t, subject, NOT_NULL) /* the offer, match, tournament or invitation that the */    \
                                      /* request names, or a number made of its code; 0: none */   \
    F(of, int64_t, result, NOT_NULL)  /* what came of it: a match, a tournament, an invitation, */ \
                                      /* an offer's number negated, or 0 */                        \
    F(of, int64_t, at_ms, NOT_NULL)

#define TOURNAMENT_FIELDS(F, of)                                                                   \
    F(of, int64_t, id, NOT_NULL)                                                                   \
    F(of, int64_t, owner, NOT_NULL) /* the player who directs it */                                \
    F(of, const char *, name, NOT_NULL)                                                            \
    F(of, const char *, rules, NOT_NULL)                                                           \
    F(of, enum tournament_format, format, NOT_NULL)                                                \
    F(of, int64_t, rounds, NOT_NULL)                                                               \
    F(of, const char *, starts, NOT_NULL) /* see common/tournament/starts.h */                     \
    F(of, int64_t, seed, NOT_NULL)                                                                 \
    F(of, const char *, clock, NOT_NULL)                                                           \
    F(of, int64_t, at_once, NOT_NULL)      /* matches */                                           \
    F(of, int64_t, each_at_once, NOT_NULL) /* matches of one player; 0: any number */              \
    F(of, bool, rated, NOT_NULL)                                                                   \
    F(of, bool, invited, NOT_NULL) /* are all entrants named from the beginning? */                \
    F(of, const char *, forbidden, NOT_NULL) /* pairs of entrants' numbers: "0-3 1-2" */           \
    F(of, enum tournament_state, state, NOT_NULL)                                                  \
    F(of, const char *, reason, NOT_NULL) /* as in tournament_state */                             \
    F(of, int64_t, created_ms, NOT_NULL)                                                           \
    F(of, int64_t, active_ms, NOT_NULL) /* last activity or change of state; first the creation */ \
    F(of, const char *, look, NULL_IF_EMPTY)

#define INVITATION_FIELDS(F, of)                                                                   \
    F(of, int64_t, id, NOT_NULL)                                                                   \
    F(of, const char *, code, NOT_NULL)                                                            \
    F(of, int64_t, maker, NOT_NULL)             /* the player whose it is */                       \
    F(of, const char *, addressee, NULL_IF_EMPTY) /* the one name that it is for; empty: any */    \
    F(of, const char *, rules, NOT_NULL)                                                           \
    F(of, const char *, start, NOT_NULL)                                                           \
    F(of, const char *, clock, NULL_IF_EMPTY)                                                      \
    F(of, enum offer_first, first, NOT_NULL)                                                       \
    F(of, bool, rated, NOT_NULL)                                                                   \
    F(of, int64_t, uses, NOT_NULL) /* that are left */                                             \
    F(of, int64_t, created_ms, NOT_NULL)                                                           \
    F(of, int64_t, expires_ms, NOT_NULL)                                                           \
    F(of, const char *, look, NULL_IF_EMPTY)

/* Of GONE tournament and number only. */
#define ENTRANT_FIELDS(F, of)                                                                      \
    F(of, int64_t, tournament, NOT_NULL)                                                           \
    F(of, int64_t, number, NOT_NULL) /* from 0: the order of the seeding */                        \
    F(of, const char *, name, NOT_NULL)                                                            \
    F(of, int64_t, player, NULL_IF(0))     /* 0: has not joined yet */                             \
    F(of, int64_t, withdrawn, NULL_IF(-1)) /* when so many rounds had been paired; -1: not */

#define PAIR_FIELDS(F, of)                                                                         \
    F(of, int64_t, tournament, NOT_NULL)                                                           \
    F(of, int64_t, number, NOT_NULL) /* from 1: the order of the schedule, replays last */         \
    F(of, int64_t, round, NOT_NULL)  /* from 1, as the next two */                                 \
    F(of, int64_t, board, NOT_NULL)                                                                \
    F(of, int64_t, leg, NOT_NULL)                                                                  \
    F(of, int64_t, attempt, NOT_NULL) /* from 1: grows when the pair is void */                    \
    F(of, enum meeting_kind, kind, NOT_NULL)                                                       \
    F(of, int64_t, first, NOT_NULL)     /* entrants' numbers; moves first in the first match */    \
    F(of, int64_t, second, NULL_IF(-1)) /* ENTRANT_NOBODY: a bye */                                \
    F(of, int64_t, winner, NULL_IF(-1)) /* of a forfeit; else ENTRANT_NOBODY */                    \
    F(of, const char *, start, NOT_NULL) /* of a played one */

#define RATING_FIELDS(F, of)                                                                       \
    F(of, int64_t, player, NOT_NULL)                                                               \
    F(of, const char *, family, NOT_NULL) /* of games: "take-away" */                              \
    F(of, double, rating, NOT_NULL)       /* see common/tournament/glicko.h */                     \
    F(of, double, deviation, NOT_NULL)                                                             \
    F(of, double, volatility, NOT_NULL)                                                            \
    F(of, int64_t, matches, NOT_NULL)                                                              \
    F(of, int64_t, at_ms, NOT_NULL)   /* of the last one ... */                                    \
    F(of, int64_t, match, NULL_IF(0)) /* ... and which it was; 0: not kept under version 4 */

#define PRACTICE_FIELDS(F, of)                                                                     \
    F(of, int64_t, player, NOT_NULL)                                                               \
    F(of, double, rating, NOT_NULL) /* see common/tournament/glicko.h */                           \
    F(of, double, deviation, NOT_NULL)                                                             \
    F(of, double, volatility, NOT_NULL)                                                            \
    F(of, int64_t, tried, NOT_NULL)   /* rated first answers */                                    \
    F(of, int64_t, solved, NOT_NULL)  /* the right ones of them */                                 \
    F(of, int64_t, changes, NOT_NULL) /* of any kind, ever */

#define PRACTICE_ITEM_FIELDS(F, of)                                                                \
    F(of, int64_t, player, NOT_NULL)                                                               \
    F(of, const char *, puzzle, NOT_NULL) /* "RULES POSITION" */                                   \
    F(of, int64_t, rung, NOT_NULL)        /* see common/puzzle/practice.h */                       \
    F(of, int64_t, due_ms, NOT_NULL)

#define PUZZLE_FIELDS(F, of)                                                                       \
    F(of, const char *, puzzle, NOT_NULL)                                                          \
    F(of, double, rating, NOT_NULL)                                                                \
    F(of, double, deviation, NOT_NULL)                                                             \
    F(of, double, volatility, NOT_NULL)                                                            \
    F(of, int64_t, attempts, NOT_NULL) /* rated ones */

// clang-format on

#define RECORD_MEMBER(of, type, name, when_null) type name;

/* Times are milliseconds since 1970 UTC. A text that is NULL is written as the empty one. After a
 * start, records of the named types are read again: see hall_restore_match() and others. */
struct record {
    enum record_kind kind;
    union {
        struct {
            int64_t id;
            const char *name;
            const char *name_key; /* equal for names that differ in case only */
            int64_t created_ms;
        } player;
        struct {
            int64_t player;
            const char *hash; /* as libsodium writes it; the password itself is nowhere */
        } password;
        struct {
            int64_t number; /* unique among all tokens */
            int64_t player;
            unsigned char hash[TOKEN_HASH_BYTES];
            const char *client;
            int64_t created_ms;
            int64_t expires_ms;
        } token;
        struct {
            int64_t number;
            int64_t expires_ms;
        } token_used;
        struct {
            int64_t player;
            int64_t number; /* this one; 0: all but `except` */
            int64_t except; /* 0: none */
        } token_revoked;
        struct {
            int64_t player;
            unsigned char hash[TOKEN_HASH_BYTES]; /* a password, once set, takes it away */
            int64_t expires_ms;
        } code;
        struct {
            int64_t player;
        } closed;
        struct {
            int64_t player, blocked;
            int64_t made_ms;
        } block; /* and of UNBLOCK, without the time */
        struct line_record {
            LINE_FIELDS(RECORD_MEMBER, )
        } line;
        struct report_record {
            REPORT_FIELDS(RECORD_MEMBER, )
        } report;
        struct {
            int64_t id;
            int64_t at_ms;
        } report_closed;
        struct ban_record {
            BAN_FIELDS(RECORD_MEMBER, )
        } ban;
        struct match_record {
            MATCH_FIELDS(RECORD_MEMBER, )
        } match;
        struct move_record {
            MOVE_FIELDS(RECORD_MEMBER, )
        } move; /* and of TAKEBACK */
        struct {
            int64_t match;
            int64_t plies;
            const char *moves; /* all of them, a space between two */
            const char *times; /* of each move: see match_record.h, here and below */
            const char *taken_back;
            enum ending ending;
            enum seat winner;
            int64_t ended_ms;
        } end;
        struct answer_record {
            ANSWER_FIELDS(RECORD_MEMBER, )
        } answer;
        struct {
            int64_t player;
            const char *key;
        } forget;
        struct tournament_record {
            TOURNAMENT_FIELDS(RECORD_MEMBER, )
        } tournament;
        struct {
            int64_t id;
            enum tournament_state state;
            const char *reason; /* of a pause or an end that no owner asked for; else empty */
            int64_t at_ms;
        } tournament_state;
        struct {
            int64_t id;
            int64_t at_ms;
        } tournament_active;
        struct entrant_record {
            ENTRANT_FIELDS(RECORD_MEMBER, )
        } entrant;
        struct pair_record {
            PAIR_FIELDS(RECORD_MEMBER, )
        } pair;
        struct {
            int64_t tournament, number;
            int64_t game; /* 1 or 2 */
            int64_t match;
        } pair_match;
        struct {
            int64_t tournament, number;
        } pair_void;
        struct {
            int64_t match;
            const char *marks; /* see common/judge/mark.h */
        } marks;
        struct rating_record {
            RATING_FIELDS(RECORD_MEMBER, )
        } rating;
        struct invitation_record {
            INVITATION_FIELDS(RECORD_MEMBER, )
        } invitation; /* of USED and GONE the number only */
        struct practice_record {
            PRACTICE_FIELDS(RECORD_MEMBER, )
        } practice;
        struct practice_item_record {
            PRACTICE_ITEM_FIELDS(RECORD_MEMBER, )
        } practice_item;
        struct puzzle_record {
            PUZZLE_FIELDS(RECORD_MEMBER, )
        } puzzle;
    };
};

struct batch {
    uint64_t number; /* 1, 2, 3, ... in the order of commits */
    struct record *records;
    size_t count;
    size_t capacity;
    struct batch_block *texts; /* the newest block, which has room; then the full ones */
};

struct batch *batch_create(void);
void batch_destroy(struct batch *batch);
/* Empties it for reuse. */
void batch_clear(struct batch *batch);
/* Appends a zeroed record of this kind; the pointer is valid until the next append. */
struct record *batch_append(struct batch *batch, enum record_kind kind);
/* A zero-terminated copy that lives as long as the records. The text has no zero byte. */
const char *batch_keep(struct batch *batch, const char *text, size_t len);

#endif
