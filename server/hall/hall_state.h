/* The state of the hall. Private to server/hall. */
#ifndef SERVER_HALL_HALL_STATE_H
#define SERVER_HALL_HALL_STATE_H

#include "common/base/number_table.h"
#include "common/game/game.h"
#include "common/wire/wire.h"
#include "server/hall/clocks.h"
#include "server/hall/hall.h"
#include "server/hall/payers.h"
#include "server/hall/places.h"

#include <uthash.h>
#include <utlist.h>

/* A set of sessions or matches, small and unordered. */
struct id_list {
    uint64_t *ids;
    uint32_t count;
    uint32_t capacity;
};

void id_list_finish(struct id_list *list);
bool id_list_has(const struct id_list *list, uint64_t id);
void id_list_add(struct id_list *list, uint64_t id); /* no effect when it is there */
void id_list_remove(struct id_list *list, uint64_t id);

/* Rules, or a class of rules (drawn.h), shared by all matches, offers and tournaments with them. */
struct shared_rules {
    struct rules rules;
    size_t references;
    UT_hash_handle hh; /* by rules.text */
};

static inline int64_t or_absent(int64_t value)
{
    return value ? value : WIRE_ABSENT;
}

static inline int64_t unless_negative(int64_t value)
{
    return value < 0 ? WIRE_ABSENT : value;
}

struct match;
struct tournament;
struct entrant;
struct pair;

/* A seat of a match, and its place in the list of its player's live matches. */
struct seating {
    struct match *match;
    struct player *player;
    struct seating *prev, *next;
    struct place place; /* at the address of its player; none in a match of a tournament */
};

/*
 *     NONE --(hall_lose())--> AWAY --(a hello)--> RETURNED --(its welcome is said)--> NONE
 *                               ^___(hall_lose())____/
 */
enum loss {
    LOSS_NONE,
    LOSS_AWAY,     /* the connection was lost by the server's fault */
    LOSS_RETURNED, /* the player has had a session since, and will be told so */
};

/* A player is *present* while connected, seated in a live match, an entrant or the director of a
 * tournament that is not over, or the maker of an open offer or invitation: then the name is taken.
 * A player who is not present is dropped once no ended match refers to them. An account's name is
 * taken for good: the database knows these. */
struct player {
    int64_t id;
    uint64_t session; /* 0: not connected */
    uint64_t address; /* of the last session, as in struct hall_hello; 0: none since the start */
    int64_t gone_since_ms;       /* of play: when the last session ended; not connected only */
    struct seating *seats;       /* in live matches */
    uint32_t live_seats;         /* their number */
    uint32_t kept_seats;         /* in ended matches that are kept */
    uint32_t tournaments;        /* not over: places in them, and those directed */
    struct entrant *entries;     /* these places */
    struct tournament *directed; /* and these tournaments */
    uint32_t made_count;
    struct offer *made;    /* offers that this one made */
    struct offer *invited; /* challenges to this one */
    struct invitation *invitations;
    uint32_t invitation_count;
    struct id_list muted; /* players whose lines this one does not want to get */
    UT_hash_handle by_id, by_key, by_skeleton;
    char *key;         /* name_key(name), behind the name */
    uint64_t skeleton; /* name_skeleton(name) */
    bool account;
    bool is_bot; /* as the last session's hello says */
    enum loss loss;
    uint32_t losses;  /* of connections, by hall_lose() */
    int64_t grace_ms; /* of play; during a loss: clocks wait for the player until then */
    bool has_come;    /* has there been a session since the start? */
    bool is_welcome;  /* and has it been told so? Then this player is on disk */
    bool present;     /* is it in players_by_key and players_by_skeleton? */
    char name[];
};

struct session {
    uint64_t id;
    struct player *player;
    int64_t token;             /* the number of the one it came in with */
    int64_t instance, attempt; /* of its hello */
    int64_t since_ms;
    int64_t renewed_ms; /* when its token was used or renewed last */
    struct session *prev_renewed, *next_renewed;
    struct id_list watched;                /* matches */
    struct id_list followed;               /* tournaments */
    struct session *prev_open, *next_open; /* in the list of all */
    int32_t lag_ms;                        /* -1: not measured */
    uint32_t unasked_bytes; /* of messages in the outbox, see message_count_unasked() */
    uint8_t client_at;      /* in `address`: the place of its client's text, after the zero */
    bool silent;            /* see hall_session_silent() */
    bool is_behind;         /* see hall_session_behind() */
    bool follows_lobby;     /* see struct lobby */
    bool has_missed;        /* ... an event of it, while it was behind */
    char address[];
};

static inline const char *session_client(const struct session *session)
{
    return session->address + session->client_at;
}

/* The token that a player comes in with. */
struct used_token {
    const char *text; /* of the hello */
    size_t len;
    int64_t number;
    int64_t expires_ms;
};

/* A hello is answered in two halves with a look-up in the database between them. The look-up waits
 * in the outbox for everything decided before the first half, so the database holds all of that.
 * Later changes may be in the database or not. The second half therefore applies the later changes
 * again, which does no harm when the database had them. A change is kept while an older question is
 * open. (Bans and present players are all in memory.) */
struct question {
    uint64_t session;
    uint64_t changes_before; /* made before the first half */
    bool has_left;           /* is its connection gone? Then nobody is let in */
    /* Did a stall begin? The look-up may have overtaken changes that it should wait for. */
    bool is_refused;
    UT_hash_handle hh; /* by session; the oldest comes first */
};

enum account_change_kind {
    CHANGE_REGISTERED, /* the player has an account, and its name for good */
    CHANGE_PASSWORD,   /* the old password is no longer valid, nor is a one-time code */
    CHANGE_CLOSED,     /* nobody comes in as this player again */
    CHANGE_CODE,       /* an earlier one-time code is no longer valid */
    CHANGE_REVOKED,    /* the token, or all of the player's but one */
};

struct account_change {
    uint64_t number; /* 1, 2, 3, ... */
    enum account_change_kind kind;
    int64_t player;
    char *key;             /* of REGISTERED the name's; owned; else NULL */
    int64_t token, except; /* of REVOKED, as in its record */
    struct account_change *prev, *next;
};

/* A block, among those of the player who made it and among those of the player whom it is of. */
struct block {
    struct block_ends {
        int64_t player, blocked;
    } ends;
    int64_t made_ms;
    struct block_shelf *maker, *target;
    struct block *prev_made, *next_made; /* the oldest first, here and below */
    struct block *prev_suffered, *next_suffered;
    UT_hash_handle hh; /* by ends */
    char name[];       /* of the blocked */
};

/* All blocks by and of a player, present or not. */
struct block_shelf {
    int64_t player;
    struct block *made, *suffered;
    uint32_t made_count;
    enum place_party party; /* of a player who has made some */
    UT_hash_handle hh;
};

/* An open report. */
struct report {
    int64_t id;
    int64_t player; /* who made it */
    enum place_party party;
    UT_hash_handle hh;
};

enum { BAN_KINDS = BAN_ADDRESS + 1 };

struct ban {
    char *subject; /* a name_key or an address */
    char *shown;
    char *reason; /* "": none was given */
    int64_t made_ms;
    int64_t until_ms; /* 0: for good */
    UT_hash_handle hh;
};

/* A line of chat, in its room and among all lines. */
struct said_line {
    struct room *room;
    int64_t player; /* who said it */
    char *from;     /* the name; owned */
    char *text;     /* owned */
    int64_t at_ms;
    struct said_line *prev, *next;               /* in the room, the oldest first */
    struct said_line *prev_by_age, *next_by_age; /* in hall->lines */
};

/* What was taken back in a match, and the question whether more may be. */
struct takebacks {
    struct text taken;     /* as in struct record */
    int64_t times;         /* how often moves were taken back, */
    int64_t moves;         /* and how many */
    enum seat asker;       /* of the open question; SEAT_NOBODY: there is none. Then of it: */
    int64_t ply;           /* the first move to be taken back */
    uint8_t unaccepted[2]; /* questions of each player, the open one among them */
    bool is_declined[2];   /* was one, since that player's last move? */
};

enum chat_room {
    ROOM_PLAYERS,
    ROOM_SPECTATORS,
    ROOM_COUNT,
};

struct room {
    struct said_line *lines;
    size_t count;
};

/*
 *     started --> live --(over, resigned, aborted, too long, out of time)--> ended
 *     ended, kept for a rematch --> forgotten
 */
struct match {
    /* As it is in the database. The texts live as long as the match. */
    struct match_record record;
    struct shared_rules *rules;
    struct position position;
    struct text moves;     /* canonical, a space between two */
    int64_t ply;           /* moves made; even: the first player is to move */
    int64_t rematch_offer; /* a live offer to repeat it; 0: none */
    struct takebacks takebacks;
    struct seating seats[2];
    struct match_clock clock;
    struct id_list spectators; /* sessions */
    struct deadline presence;  /* when these are told which players have come or gone */
    bool presence_changed[2];  /* of each player, since these were told */
    struct room *rooms;        /* by enum chat_room; NULL: nobody has said anything */
    struct pair *pair;         /* of the tournament, while the match is live; NULL: none */
    int game;                  /* which match of its pair: 0 or 1 */
    uint32_t illegal[2];       /* moves of each player that the rules forbid */
    enum ending ending;        /* ENDING_NONE while it is live */
    size_t paid_bytes;         /* that its payers were charged with, see payers_charge_match() */
    int64_t held_start;        /* bytes in its places, or in those of its tournament */
    int64_t held_moves;        /* the same of its moves; 0: they are few */
    struct ended_shelf *shelf; /* NULL while it is live. Then there: */
    struct match *prev_ended, *next_ended;
    UT_hash_handle hh;  /* by record.id, once it has ended */
    struct place place; /* in the hall; none in a match of a tournament */
    bool is_of_guests;  /* both players are guests, and no tournament has made it */
    char texts[];       /* of the record: start, clock and look */
};

/* What is to be played, see terms.h. */
struct terms {
    struct shared_rules *rules;   /* or a class of rules, from which terms_begin() draws */
    char look[LOOK_TEXT_MAX + 1]; /* "": none */
    char *start;                  /* canonical; "" with a class of rules; owned */
    struct time_control control;
    char *clock; /* as control, in words; owned; NULL: none */
    enum offer_first first;
    bool rated;
};

struct offer {
    int64_t id;
    struct player *maker;
    struct player *taker; /* NULL: an open seek */
    struct terms terms;
    struct conditions conditions;        /* of an open seek */
    int64_t rematch_of;                  /* 0: none */
    int64_t code;                        /* of that match (struct match_record), for the rematch */
    struct deadline deadline;            /* while its maker is away */
    struct place places[2];              /* at the maker's address, in the hall */
    struct answer *answers;              /* tied to it: several when a rematch is asked for again */
    struct offer *prev_made, *next_made; /* of the same maker */
    struct offer *prev_invited, *next_invited; /* to the same taker, or among the same seeks */
    struct seeks *seeks;                       /* NULL: it is a challenge */
    UT_hash_handle hh;
};

/* An open invitation, as it is in the database. */
struct invitation {
    int64_t id;
    char code[INVITATION_CODE_BYTES + 1];
    struct player *maker;
    char *addressee; /* the one name that it is for; owned; NULL: it is for anybody */
    struct terms terms;
    int64_t uses; /* that are left */
    int64_t created_ms, expires_ms;
    struct deadline deadline;                         /* when it expires */
    struct place places[2];                           /* at the maker's address, in the hall */
    struct invitation *prev_of_maker, *next_of_maker; /* the oldest first */
    UT_hash_handle by_id, by_code;
};

/* The outcome of a request with a key. An answer that names an open offer is tied to the offer: it
 * is dropped when the offer vanishes with its maker's connection, so that the repeated request
 * makes the offer again; it becomes durable when the offer is accepted, together with the match.
 * The server holds more answers than anything else, so they are small. */
struct answer {
    int64_t subject;
    int64_t result;
    int64_t at_ms;
    struct answer *prev, *next; /* on its player's shelf */
    struct answer *next_of_offer;
    UT_hash_handle hh; /* by id; the oldest comes first */
    uint8_t kind;      /* enum request_kind */
    bool durable;      /* is it in the database? */
    bool is_tied;      /* to the live offer that its result names */
    uint8_t id_len;
    char id[]; /* the player's number, then the key */
};

/* The kept ended matches whose first player had this address. */
struct ended_shelf {
    uint64_t address;
    struct match *matches; /* the oldest first */
    int64_t count, bytes;  /* of them, of their start positions */
    UT_hash_handle hh;
};

/* All answers to one player. */
struct answer_shelf {
    int64_t player;
    struct answer *answers; /* the oldest first */
    size_t count;
    UT_hash_handle hh;
};

/* The open seeks for everybody to see, and the sessions that watch them come and go. */
struct lobby {
    struct offer **seeks; /* of ascending ids */
    size_t count, capacity;
    struct id_list followers;
    /* While there are followers: they were told of the seeks up to `told`; `gone` are those of
     * these that have ended since, in the order in which they did. */
    int64_t told;
    int64_t *gone;
    size_t gone_count, gone_capacity;
    struct deadline deadline; /* of the next event */
    int64_t next_ms;          /* of play: no event before */
};

struct message_queue {
    struct message *head, *tail;
    struct message *weighed; /* the last message whose weight is counted; NULL: none */
    size_t bytes;            /* the sum of the counted weights */
};

struct hall {
    struct random random;
    int64_t server_bits; /* the upper bits of every id */
    struct hall_limits limits;
    int64_t now_ms;
    int64_t tick_ms;
    /* Play time: ms since the start by the tick, without stalls and without the time after the
     * closing began, because nobody can play then. All deadlines are in play time. */
    int64_t play_ms;
    int64_t heard_ms; /* of play: up to then, all that had come in was heard when flags fell */
    struct deadlines
        deadlines; /* of live matches and invitations, and of what waits for somebody */
    int64_t last_player, last_match, last_offer, last_token, last_tournament, last_invitation,
        last_report;

    struct player *players_by_id, *players_by_key, *players_by_skeleton;
    /* The skeletons of all accounts' names, in any order with gaps of 0: open addressing. At most
     * three quarters are taken. */
    uint64_t *account_skeletons;
    size_t skeleton_count, skeleton_capacity; /* the capacity is a power of two, or 0 */
    struct question *questions;
    struct account_change *changes; /* the oldest first */
    uint64_t changes_made;
    struct ban *bans[BAN_KINDS]; /* by enum ban_kind */
    uint64_t bans_changed;       /* the batch that changed them last */
    struct block *blocks;
    struct block_shelf *block_shelves;
    size_t block_count[PARTIES]; /* of their makers */
    struct report *reports;
    size_t report_count[PARTIES];
    struct said_line *lines; /* of all rooms, the oldest first */
    size_t line_count;
    struct session *sessions;
    struct number_table sessions_by_id; /* the same */
    struct session *renewed;            /* the same; the longest not renewed first */
    struct number_table live;           /* struct match, by id */
    struct match **live_in_order;       /* the same, of ascending ids; as many as live.count */
    size_t live_capacity;               /* of that list */
    struct match *ended;                /* the kept ones, the oldest first */
    struct ended_shelf *ended_shelves;
    int64_t ended_bytes;          /* of their start positions */
    size_t endings[ENDING_COUNT]; /* of matches since the start */
    size_t spectators;            /* places in all matches */
    /* When the next spectator may get a presence event: in 1/HALL_PRESENCE_PER_MS ms of play. */
    int64_t next_presence;
    uint64_t moves;       /* since the start */
    struct offer *offers; /* by id */
    struct lobby lobby;
    struct invitation *invitations_by_id, *invitations_by_code;
    struct seeks *seeks[PARTIES]; /* not empty; the one with the newest seek first */
    struct holder *holders;       /* addresses whose players hold places */
    struct holder whole;          /* all places */
    struct shared_rules *rules;
    struct tournament *tournaments; /* not over, in the order of their ids */
    struct tournament *due;         /* the queue of tournaments that may have work to do */
    struct unjudged *unjudged;      /* ended matches that wait for the solver's judgement */
    struct answer *answers;
    struct answer_shelf *answer_shelves;
    struct rating *ratings; /* by player and family */
    struct player_practice *practices;
    struct rated_puzzle *puzzles; /* that have been rated */
    struct payers payers;

    struct batch *open;
    struct batch *spare;      /* an empty one for reuse; NULL: none */
    uint64_t open_number;     /* of the open batch */
    uint64_t committed;       /* the newest batch on disk */
    bool in_flight;           /* does the driver hold a batch? */
    bool stalls[STALL_COUNT]; /* which of them last? */
    bool closing;
    struct message_queue outbox; /* in the order of barriers */
    struct message_queue urgent; /* without a barrier: reveals no uncommitted change */
    struct message_queue said;   /* empty ones for reuse */
    size_t said_count;
    uint64_t told;                  /* sessions of all messages ever weighed */
    struct text printed;            /* a position that is being said; kept for its memory */
    const struct text *signing_key; /* see struct hall_config */
};

static inline bool is_stalled(const struct hall *hall)
{
    return hall->stalls[STALL_DISK] || hall->stalls[STALL_LEASE];
}

/* --- rules --- */

/* Shares rules. shared_rules_drop() gives the reference back. */
struct shared_rules *shared_rules_of(struct hall *hall, const struct rules *rules);
/* Reads rules, or also a class of rules, and shares them; NULL with BAD_RULES. */
struct shared_rules *shared_rules_get(struct hall *hall, const char *text, size_t len,
                                      struct error *error);
struct shared_rules *shared_rules_or_class_get(struct hall *hall, const char *text, size_t len,
                                               struct error *error);
struct shared_rules *shared_rules_ref(struct shared_rules *rules);
void shared_rules_drop(struct hall *hall, struct shared_rules *rules);

/* --- finding --- */

/* NULL: it has not come in, or has left. */
struct session *session_find(const struct hall *hall, uint64_t session);
/* NULL: not remembered. */
struct player *player_find(const struct hall *hall, int64_t id);
/* The present player with this name, in upper or lower case; NULL: none. */
struct player *player_named(const struct hall *hall, struct hall_text name);
/* A live match; NULL: none. */
struct match *match_find(const struct hall *hall, int64_t id);
/* One that has ended and is kept; NULL: none. */
struct match *match_find_ended(const struct hall *hall, int64_t id);
enum seat match_seat_of(const struct match *match, const struct player *player);
/* The seat across the table. */
enum seat seat_opposite(enum seat seat);
/* NULL: not open any more. */
struct offer *offer_find(const struct hall *hall, int64_t id);

#endif
