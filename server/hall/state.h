/* What the hall remembers. Private to server/hall. */
#ifndef SERVER_HALL_STATE_H
#define SERVER_HALL_STATE_H

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

/* Rules, shared by all matches and offers that use them. */
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

/* A player is *present* while connected, seated in a live match, an entrant or the director of a
 * tournament that is not over, or the maker of an open offer: then the name is taken. A player who
 * is not present is dropped once no ended match refers to them. An account's name is taken for
 * good: the database knows these. */
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
    struct id_list muted;  /* players whose lines this one does not want to get */
    UT_hash_handle by_id, by_key, by_skeleton;
    char *key;         /* name_key(name), behind the name */
    uint64_t skeleton; /* name_skeleton(name) */
    bool account;
    bool has_come;   /* has there been a session since the start? */
    bool is_welcome; /* and has it been told so? Then this player is on disk */
    bool present;    /* is it in players_by_key and players_by_skeleton? */
    char name[];
};

struct session {
    uint64_t id;
    struct player *player;
    int64_t token;  /* the number of the one it came in with */
    int64_t lag_ms; /* -1: not measured */
    int64_t since_ms;
    int64_t renewed_ms; /* when its token was used or renewed last */
    struct session *prev_renewed, *next_renewed;
    struct id_list watched;  /* matches */
    struct id_list followed; /* tournaments */
    UT_hash_handle hh;
    char *client;         /* behind the address */
    bool silent;          /* see hall_session_silent() */
    bool is_behind;       /* see hall_session_behind() */
    size_t unasked_bytes; /* of messages in the outbox, see message_count_unasked() */
    char address[];
};

/* What a player comes in with. */
struct used_token {
    const char *text; /* of the hello */
    size_t len;
    int64_t number;
    int64_t expires_ms;
};

/* A hello is answered in two halves, and between them the database is asked, as it is at some
 * moment after the first half. It then holds everything that was decided before the first half,
 * since the question waits for that in the outbox. What was decided later may be there or not: so
 * the second half goes by these changes too, and it does no harm when the database knew them. A
 * change is kept as long as an older question is under way. (Bans, and players who are present, are
 * all in memory.) */
struct question {
    uint64_t session;
    uint64_t changes_before; /* made before the first half */
    bool has_left;           /* is its connection gone? Then nobody is let in */
    /* Because of a stall, whatever the answer is: it may have overtaken what it should wait for. */
    bool is_refused;
    UT_hash_handle hh; /* by session; the oldest comes first */
};

enum account_change_kind {
    CHANGE_REGISTERED, /* the player has an account, and its name for good */
    CHANGE_PASSWORD,   /* whoever knew the old one may not come in with it */
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
    int64_t id;
    struct shared_rules *rules;
    struct position position;
    struct text moves; /* canonical, a space between two */
    int64_t ply;       /* moves made; even: the first player is to move */
    int64_t created_ms;
    int64_t rematch_offer; /* a live offer to repeat it; 0: none */
    struct seating seats[2];
    struct match_clock clock;
    struct id_list spectators; /* sessions */
    struct deadline presence;  /* when these are told which players have come or gone */
    bool presence_changed[2];  /* of each player, since these were told */
    struct room *rooms;        /* by enum chat_room; NULL: nobody has said anything */
    int64_t tournament;        /* 0: none */
    struct pair *pair;         /* of the tournament, while the match is live; NULL: none */
    int game;                  /* which match of its pair: 0 or 1 */
    uint32_t illegal[2];       /* moves of each player that the rules forbid */
    enum ending ending;        /* ENDING_NONE while it is live */
    size_t paid_bytes;         /* that its payers were charged with, see payers_charge_match() */
    int64_t held_start;        /* bytes in its places, or in those of its tournament */
    int64_t held_moves;        /* the same of its moves; 0: they are few */
    struct ended_shelf *shelf; /* NULL while it is live. Then there: */
    struct match *prev_ended, *next_ended;
    UT_hash_handle hh;  /* by id */
    struct place place; /* in the hall; none in a match of a tournament */
    bool rated;
    bool is_of_guests; /* both players are guests, and no tournament has made it */
    char start[];      /* canonical */
};

struct offer {
    int64_t id;
    struct player *maker;
    struct player *taker; /* NULL: an open seek */
    struct shared_rules *rules;
    char *start;
    struct time_control control;
    enum offer_first first;
    int64_t rematch_of; /* 0: none */
    bool rated;
    char *clock;                         /* as control, in words; NULL: none */
    struct deadline deadline;            /* while its maker is away */
    struct place places[2];              /* at the maker's address, in the hall */
    struct answer *answers;              /* tied to it: several when a rematch is asked for again */
    struct offer *prev_made, *next_made; /* of the same maker */
    struct offer *prev_invited, *next_invited; /* to the same taker, or among the same seeks */
    struct seeks *seeks;                       /* NULL: it is a challenge */
    UT_hash_handle hh;
};

/* What came of a request with a key. Answers that name an offer live as it does, tied to it: they
 * are forgotten when it vanishes with its maker's connection, so that the request makes it anew,
 * and become durable when it is accepted, as the match is. There are more of these than of anything
 * else. */
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

/* The ended matches that are kept, of those whose first player had this address. */
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

struct message_queue {
    struct message *head, *tail;
    struct message *weighed; /* the last one that is weighed; NULL: none of them */
    size_t bytes;            /* of all that are weighed */
};

struct hall {
    struct random random;
    int64_t server_bits; /* the upper bits of every id */
    struct hall_limits limits;
    int64_t now_ms;
    int64_t tick_ms;
    /* Since the start, as the tick goes, but standing still while stalled and once closing: what
     * nobody can play in is nobody's. Everything that time brings is reckoned in it. */
    int64_t play_ms;
    struct deadlines
        deadlines; /* of live matches, and of tournaments and offers that wait for somebody */
    int64_t last_player, last_match, last_offer, last_token, last_tournament;

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
    struct said_line *lines;     /* of all rooms, the oldest first */
    size_t line_count;
    struct session *sessions;
    struct session *renewed;      /* the same; the longest not renewed first */
    struct match *live;           /* by id */
    struct match **live_in_order; /* the same, of ascending ids; as many as HASH_COUNT(live) */
    size_t live_capacity;         /* of that list */
    struct match *ended;          /* that are kept, the oldest first */
    struct ended_shelf *ended_shelves;
    int64_t ended_bytes;          /* of their start positions */
    size_t endings[ENDING_COUNT]; /* of matches since the start */
    size_t spectators;            /* places in all matches */
    /* When the next spectator can be told who has come or gone: in 1/HALL_PRESENCE_PER_MS ms of
     * play. */
    int64_t next_presence;
    uint64_t moves;               /* since the start */
    struct offer *offers;         /* by id */
    struct seeks *seeks[PARTIES]; /* that are not empty; the one with the newest seek first */
    struct holder *holders;       /* addresses whose players hold places */
    struct holder whole;          /* all places */
    struct shared_rules *rules;
    struct tournament *tournaments; /* that are not over, in the order of their ids */
    struct tournament *due;         /* those of them that can perhaps go on, as a queue */
    struct unjudged *unjudged;      /* matches that are over and wait for the solver's word */
    struct answer *answers;
    struct answer_shelf *answer_shelves;
    struct rating *ratings; /* by player and family */
    struct payers payers;

    struct batch *open;
    struct batch *spare;  /* an empty one for reuse; NULL: none */
    uint64_t open_number; /* of the open batch */
    uint64_t committed;   /* the newest batch on disk */
    bool in_flight;       /* does the driver hold a batch? */
    bool stalled;
    bool closing;
    struct message_queue outbox; /* in the order of barriers */
    struct message_queue urgent; /* says nothing that could be undone, so it does not wait */
    struct message_queue said;   /* empty ones for reuse */
    size_t said_count;
    uint64_t told;                  /* sessions of all messages that were ever weighed */
    struct text printed;            /* a position that is being said; kept for its memory */
    const struct text *signing_key; /* see struct hall_config */
};

/* --- outbox.c: messages and their barriers --- */

/* An event behind everything begun so far, still without sessions. */
struct message *say(struct hall *hall, enum wire_event event, const void *body);
/* One that overtakes the outbox. */
struct message *say_at_once(struct hall *hall, enum wire_event event, const void *body);
void message_to(struct message *message, uint64_t session);
/* Counts so much for each of the message's sessions until it is said: another player is the cause.
 */
void message_count_unasked(struct hall *hall, struct message *message, size_t bytes);
/* The answer to a request. */
struct message *answer(struct hall *hall, struct hall_caller from, const struct wire_record *record,
                       const void *result);
/* One that says nothing which could be undone: it keeps its turn, but no stall holds it back. */
void answer_freely(struct hall *hall, struct hall_caller from, const struct wire_record *record,
                   const void *result);
/* The answer without anything in it. */
void answer_done(struct hall *hall, struct hall_caller from);
void refuse(struct hall *hall, struct hall_caller from, enum error_code code, const char *format,
            ...) __attribute__((format(printf, 4, 5)));
void refuse_stale(struct hall *hall, struct hall_caller from, const struct error *error,
                  const struct wire_stale *stale);
/* At once, during a stall or after one that the request has met. */
void refuse_stalled(struct hall *hall, struct hall_caller from);
/* False, and the request is refused, while no change can be taken: stalled or closing. */
bool changes_allowed(struct hall *hall, struct hall_caller from);
/* What the driver is to find out; the caller says what. */
struct message *find_out(struct hall *hall, enum message_kind kind);
/* The same for who asks: the driver gives the answer. */
struct message *answer_later(struct hall *hall, struct hall_caller from, enum message_kind kind);
struct message *answer_later_freely(struct hall *hall, struct hall_caller from,
                                    enum message_kind kind);
/* Puts copies of a question's texts into its message; NULL stays NULL. */
void message_keep(struct message *message, const char **first, const char **second);
void message_queue_clear(struct message_queue *queue);

/* --- answers.c: requests with keys --- */

/* Keeps what came of a request. `result`: see struct record. `durable`: also in the database. */
void answer_keep(struct hall *hall, int64_t player, struct hall_text key, enum request_kind kind,
                 int64_t subject, int64_t result, bool durable);
/* Keeps that a request of the offer's maker made it. */
void answer_keep_offer(struct hall *hall, struct offer *offer, struct hall_text key,
                       enum request_kind kind, int64_t subject);
/* What becomes of the answers that name the offer: forgotten, durable, or kept as they are.
 * Afterwards none is tied to it. */
void answers_forget_offer(struct hall *hall, struct offer *offer);
void answers_record_offer(struct hall *hall, struct offer *offer);
void answers_release_offer(struct offer *offer);
void answers_destroy(struct hall *hall);
/* Begins a changing request: the player who asks, when the request is to be carried out. NULL when
 * it was answered here: refused, or repeated from its key. */
struct player *change_begin(struct hall *hall, struct hall_caller from, enum request_kind kind,
                            int64_t subject, struct hall_text key);

/* --- players.c --- */

struct session *session_find(const struct hall *hall, uint64_t session);
/* The player of a session that is open. */
struct player *player_of(const struct hall *hall, struct hall_caller from);
struct player *player_add(struct hall *hall, int64_t id, const char *name, size_t name_len,
                          bool account);
/* NULL: not remembered. */
struct player *player_find(const struct hall *hall, int64_t id);
/* Who is present with this name, in any case; NULL: nobody. */
struct player *player_named(const struct hall *hall, struct hall_text name);
/* To be called when something that keeps the player present or remembered may have changed; frees a
 * player who is neither. */
void player_settle(struct hall *hall, struct player *player);
/* May another player make the session hear so much that its program did not ask for? Otherwise the
 * request is refused. */
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
/* A stall has come: those who wait for their second half are not let in. */
void questions_refuse(struct hall *hall);
/* Begins the second half. False: there is nobody to let in; who is still there is refused. */
bool question_end(struct hall *hall, struct hall_caller from);
void questions_destroy(struct hall *hall);

/* From now on nobody new can have a name that looks like this one, which an account has. */
void account_protect_name(struct hall *hall, const char *name);
/* Does the name, as it is written, in small letters or in capitals, look like an account's? */
bool account_looks_like(const struct hall *hall, struct hall_text name);
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

/* --- chat.c --- */

/* All that was said in the match. */
void rooms_clear(struct hall *hall, struct match *match);

/* --- operator.c --- */

/* True, and the request is refused, when there is a ban of the subject. */
bool is_banned(struct hall *hall, struct hall_caller from, enum ban_kind kind, const char *subject);
void bans_destroy(struct hall *hall);

/* --- offers.c --- */

/* NULL: not open any more. */
struct offer *offer_find(const struct hall *hall, int64_t id);
/* Closes all offers that this player made or is addressed by. */
void offers_drop(struct hall *hall, struct player *player);
/* The same when the player's connection ends, except open seeks of days: these wait for
 * HALL_OFFER_KEPT_MS. */
void offers_leave(struct hall *hall, struct player *player);
/* The player is connected again: the offers that were left do not expire any more. */
void offers_return(struct hall *hall, struct player *player);
/* Closes the open seeks that the player of this name key has left. */
void offers_ban(struct hall *hall, const char *key);
/* The operator takes it back: its maker and its taker are told. */
void offer_withdraw(struct hall *hall, struct offer *offer);
/* The maker has been away for too long. */
void offer_expire(struct hall *hall, struct offer *offer);
void answer_offer_number(struct hall *hall, struct hall_caller from, int64_t offer);
/* With the offer that was made, or the match that was begun; the other is 0. */
struct message *answer_rematch(struct hall *hall, struct hall_caller from, int64_t offer,
                               int64_t match);

/* --- matches.c --- */

/* The player has come back for the first time since the start: what the player's matches take is
 * taken at the player's address. */
void matches_return(struct hall *hall, const struct player *player);
/* A live match; NULL: none. */
struct match *match_find(const struct hall *hall, int64_t id);
/* One that has ended and is kept; NULL: none. */
struct match *match_find_ended(const struct hall *hall, int64_t id);
/* NO_SUCH_MATCH; MATCH_OVER. */
enum error_code match_look(const struct hall *hall, int64_t id, struct match **ret_match,
                           struct error *error);
/* The live match of a request; NULL, and the request is refused, when it is none. */
struct match *match_require_live(struct hall *hall, struct hall_caller from, int64_t id);
/* What a match begins with. */
struct match_draft {
    struct shared_rules *rules; /* match_add() takes over a reference */
    const char *start;          /* canonical */
    struct player *first, *second;
    struct time_control control;
    bool rated;
    int64_t tournament; /* 0: none */
};
/* The first turn is pending. */
struct match *match_add(struct hall *hall, int64_t id, const struct match_draft *draft,
                        int64_t created_ms);
/* A new one: it gets a number, and is recorded. */
struct match *match_begin(struct hall *hall, const struct match_draft *draft);
void match_play(struct match *match, const struct move *move);
/* Holds the bytes of its start and moves in its places, or in those of its tournament. */
void match_hold(struct match *match);
/* The same, if the moves have grown by some since; returns whether they have. */
bool match_hold_moves(struct match *match);
void match_destroy(struct hall *hall, struct match *match);
/* The match has ended. It is kept for a rematch and for its chat only: its record is in the
 * database. */
void match_retire(struct hall *hall, struct match *match);
/* Moves, and one for the end. */
int64_t match_seq(const struct match *match);
/* An event for both players and everybody who watches. */
struct message *match_say(struct hall *hall, const struct match *match, enum wire_event event,
                          const void *body);
enum seat match_seat_of(const struct match *match, const struct player *player);
/* Tells that the match begins, as this seat is shown it, to the seat's player if connected.
 * `offer`: where it comes from; 0: nowhere. */
struct message *match_say_started(struct hall *hall, const struct match *match, enum seat seat,
                                  int64_t offer);
/* Tells everybody at the player's live matches that the player came or went; spectators perhaps
 * later, and not of each time. */
void match_tell_presence(struct hall *hall, const struct player *player);
/* Tells the spectators which players have come or gone. */
void match_tell_spectators(struct hall *hall, struct match *match);
/* Answers with the match as the player is shown it from ply `after` on: from here when it is live,
 * else by a look-up. */
struct message *match_answer(struct hall *hall, struct hall_caller from,
                             const struct player *player, int64_t match, int64_t after);

/* --- endings.c --- */

/* Records the end, tells it, asks for its judgement, and retires the match. What a tournament makes
 * of it comes later, in hall_go_on(). */
void match_end(struct hall *hall, struct match *match, enum ending ending, enum seat winner);
/* Because the mover has taken too long, and has lost (TIME; of tournaments STALL, DISCONNECT) or
 * not even begun (UNSTARTED), or because nobody plays on (ABANDONED), or because both have left
 * before it really began (ABORTED). */
void match_end_by_time(struct hall *hall, struct match *match, enum ending ending);
/* The rules forbid a move that the player wanted to make: in a tournament one too many ends the
 * match. */
void match_count_illegal(struct hall *hall, struct match *match, const struct player *player);

/* --- unjudged.c --- */

/* The match has ended: asks for its marks. */
void unjudged_add(struct hall *hall, const struct match *match);
void unjudged_destroy(struct hall *hall);

/* --- ratings.c --- */

/* A match has ended: changes the ratings of both players, if it is rated and its end says who is
 * stronger. */
void ratings_change(struct hall *hall, const struct match *match, enum seat winner);
void ratings_destroy(struct hall *hall);

/* --- tournaments --- */

void answer_tournament_number(struct hall *hall, struct hall_caller from, int64_t tournament);
/* For match_end(), of matches with a `tournament`, after the end is recorded and before the match
 * is retired. */
void tournament_match_ended(struct hall *hall, struct match *match, enum ending ending,
                            enum seat winner);
/* What the chance of a program in this seat of a live match follows from; 0: none. */
int64_t tournament_seed(const struct match *match, enum seat seat);
/* The session has ended. */
void tournaments_unfollow(struct hall *hall, struct session *session);
/* The player's session has begun or ended. */
void tournaments_of_player_changed(struct hall *hall, const struct player *player);
/* As matches_return(), of those that the player directs. */
void tournaments_return(struct hall *hall, const struct player *player);
/* It has waited for too long. */
void tournament_expire(struct hall *hall, struct tournament *tournament);
/* Is there anything to do for hall_go_on()? Not while nothing may change. */
bool tournaments_are_due(const struct hall *hall);
/* All is rebuilt. INTERNAL: one has begun that its entrants cannot play. */
enum error_code tournaments_restored(struct hall *hall, struct error *error);
void tournaments_destroy(struct hall *hall);
/* That are not over. */
size_t tournaments_count(const struct hall *hall);

/* --- spectators.c --- */

/* A match, or a tournament. */
struct watchable {
    const char *noun, *nouns; /* what it is called */
    int64_t id;
    const struct id_list *spectators;
};
/* May this session, which watches these of its kind, watch it, too? Otherwise the request is
 * refused. */
bool spectator_may_come(struct hall *hall, struct hall_caller from, const struct session *session,
                        const struct id_list *watched, const struct watchable *watchable);

/* Of the match: the session still counts it among those that it watches. */
void spectator_leave(struct hall *hall, int64_t match, uint64_t session);
/* All of them, on both sides. */
void spectators_clear(struct hall *hall, struct match *match);

/* --- hall.c --- */

/* Reads rules and shares them; NULL with BAD_RULES. shared_rules_drop() gives the reference back.
 */
struct shared_rules *shared_rules_get(struct hall *hall, const char *text, size_t len,
                                      struct error *error);
struct shared_rules *shared_rules_ref(struct shared_rules *rules);
void shared_rules_drop(struct hall *hall, struct shared_rules *rules);

#endif
