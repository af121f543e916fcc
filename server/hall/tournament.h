/* Tournaments as the hall remembers them. Private to server/hall.
 *
 * A change to a tournament only makes the tournament *due*. hall_go_on() does the work that
 * follows, in small steps: it pairs rounds, asks for starts, decides on pairs, begins matches. The
 * due tournaments take turns, a step each. After its last step a tournament is no longer due, and
 * its followers are told.
 *
 * The driver spreads the steps over turns of its loop, so no tournament keeps the loop busy for
 * long: to pair one round of a swiss of ENTRANTS_MAX takes 40 to 60 ms in all, and when the first
 * player of a gauntlet withdraws, up to PAIRING_MEETINGS_MAX forfeits follow at once. Requests and
 * crashes can come between any two steps. After each step the records on disk describe a tournament
 * that can go on: pairs are decided on in the order of the schedule, matches begin in the same
 * order, and what is not recorded is worked out again after a start, from the same results.
 *
 * A tournament that is not over keeps all its pairs in memory, about 150 bytes and a start
 * position each. One that is over forgets them in steps, too. */
#ifndef SERVER_HALL_TOURNAMENT_H
#define SERVER_HALL_TOURNAMENT_H

#include "common/tournament/starts.h"
#include "server/hall/hall_state.h"

/* The plan of a tournament. */
struct plan {
    char *name;                 /* owned */
    struct shared_rules *rules; /* or a class of rules; one reference is the plan's */
    char look[LOOK_TEXT_MAX + 1];
    enum tournament_format format;
    int rounds;           /* as in struct pairing */
    struct starts starts; /* owned */
    char *starts_text;    /* canonical; owned */
    int64_t seed;
    struct time_control control;
    int64_t at_once, each_at_once; /* each_at_once 0: any number */
    bool rated;
    bool invited;              /* are all entrants named from the beginning? */
    struct meeting *forbidden; /* owned */
    size_t forbidden_count;
};

/* A player who takes part, or the place of an invited player who has not joined. */
struct entrant {
    struct tournament *tournament;
    int number;
    char *name;            /* owned, as `key` */
    char *key;             /* name_key(name) */
    struct player *player; /* NULL: has not joined */
    int64_t withdrawn;     /* when so many rounds had been paired; -1: takes part */
    int64_t live;          /* matches in this tournament */
    uint64_t address;      /* of a guest who has joined since the start; else 0 */
    struct entrant *prev_entry, *next_entry; /* of the same player */
};

/*
 *     PLANNED --(a fair start is asked for)--> ASKED --(it is drawn)--> DRAWN
 *     PLANNED --(any other start is drawn at once; a bye or a forfeit needs none)--> DRAWN
 *     DRAWN --(its turn in the schedule)--> READY, or OVER if it needs no start
 *     READY --(both matches have begun)--> UNDER_WAY --(both are over)--> OVER
 *     READY, UNDER_WAY, OVER --(declared void, or withdrawn from)--> VOID; another pair replaces it
 *     READY, UNDER_WAY --(cancelled while one match is live and none is over)--> VOID
 *
 * From READY and OVER on, it has a number and is recorded.
 */
enum pair_state {
    PAIR_PLANNED,
    PAIR_ASKED,
    PAIR_DRAWN,
    PAIR_READY,
    PAIR_UNDER_WAY,
    PAIR_OVER,
    PAIR_VOID,
};

struct pair_game {
    int64_t match; /* 0: has not begun */
    enum ending ending;
    enum seat winner;
};

struct pair {
    struct tournament *tournament;
    enum pair_state state;
    int64_t number;                 /* from 1; 0: none yet */
    int round, board, leg, attempt; /* from 1 */
    enum meeting_kind kind;
    struct meeting meeting;
    int winner;  /* of a forfeit; else ENTRANT_NOBODY */
    char *start; /* owned; NULL: none (yet) */
    struct pair_game games[2];
    struct pair *prev, *next; /* among the planned, the ready ones or those under way */
};

/* The results of rounds that are over, where the next round goes by them. */
struct score {
    size_t pairs; /* so many of the first pairs are in it */
    int64_t points[ENTRANTS_MAX];
    bool is_beaten[ENTRANTS_MAX]; /* in a knockout */
    struct meeting *met;          /* owned */
    size_t met_count;
};

/* The recipients of the next event about a tournament. */
enum news {
    NEWS_NONE,
    NEWS_FOR_FOLLOWERS,
    NEWS_FOR_ALL, /* entrants and the owner too */
};

struct tournament {
    int64_t id;
    struct player *owner; /* directs it; is kept as long as it is not over */
    int64_t created_ms;
    struct plan plan;
    enum tournament_state state;
    char *reason;    /* of a pause or an end that no owner asked for; owned; NULL: none */
    int64_t idle_ms; /* of play: since when nothing has happened, while it is open or paused */
    bool is_left;    /* is nobody connected who directs it or takes part? */
    int64_t left_ms; /* of play: since when */
    struct deadline deadline; /* when it has waited for too long, or been left */
    struct place places[2];   /* while it is not over: at its owner's address, in the hall */
    int64_t held_bytes;       /* in these: of pairs and of long starts */
    int64_t held_moves;       /* in these: bytes of the moves of live matches */
    struct tournament *prev_directed, *next_directed; /* of the same owner */
    struct entrant **entrants;                        /* by number */
    int entrant_count;
    int missing;         /* entrants who have not joined */
    struct pair **pairs; /* that have a number, by it: number 1 is the first */
    size_t pair_count, pair_capacity;
    struct pair *planned; /* up to DRAWN, in the order of the schedule */
    struct pair *ready;
    struct pair *under_way;
    int round;                   /* the last one that was paired, or is being paired; 0: none */
    struct score score;          /* of the rounds before that */
    struct swiss_round *pairing; /* of `round`; owned; NULL: none is being paired */
    int decided;   /* the last one of which a pair is decided on, and so kept for good; 0: none */
    int64_t open;  /* pairs, planned ones too, that are neither over nor void */
    int64_t ahead; /* matches of the ASKED, DRAWN and READY that have not begun */
    int64_t live;  /* matches */
    /* Matches that are over. Void ones and those of void pairs are left aside, here and below. */
    int64_t matches;
    int64_t unjudged;
    /* Matches that there will be while nobody withdraws and no knockout pair is level. */
    int64_t total;
    int rounds, boards;       /* of all rounds; of a round at most */
    struct id_list followers; /* sessions */
    enum news news;
    bool is_due;
    struct tournament *prev_due, *next_due;
    UT_hash_handle hh;
};

/* --- for the rest of the hall --- */

void answer_tournament_number(struct hall *hall, struct hall_caller from, int64_t tournament);
/* For match_end(), of matches with a `tournament`, after the end is recorded and before the match
 * is retired. */
void tournament_match_ended(struct hall *hall, struct match *match, enum ending ending,
                            enum seat winner);
/* The seed for the random choices of a program in this seat of a live match; 0: none. */
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
/* The number of tournaments that are not over. */
size_t tournaments_count(const struct hall *hall);

/* --- tournament_plan.c --- */

/* BAD_PLAN, BAD_RULES, ...: see hall_tournament_create(). */
enum error_code plan_read(struct hall *hall, const struct hall_tournament_plan *request,
                          struct plan *ret_plan, struct error *error);
void plan_finish(struct hall *hall, struct plan *plan);
/* As pairing.h wants it, with so many entrants. */
struct pairing plan_pairing(const struct plan *plan, int entrants);

/* --- tournaments.c --- */

/* Holds so many bytes of starts, and of moves, more (or fewer) in its places. */
void tournament_hold(struct tournament *tournament, int64_t bytes, int64_t moves);
/* May it hold `more` bytes? A tournament that then holds nothing always may: other things of its
 * owner are no reason to refuse it. */
bool tournament_can_hold(const struct hall *hall, const struct tournament *tournament,
                         int64_t more);
/* NULL: there is none, or it is over. */
struct tournament *tournament_find(const struct hall *hall, int64_t id);
/* The same, and the request is refused. */
struct tournament *tournament_require(struct hall *hall, struct hall_caller from, int64_t id);
/* NO_SUCH_TOURNAMENT; WRONG_STATE: it is over. */
enum error_code tournament_look(const struct hall *hall, int64_t id,
                                struct tournament **ret_tournament, struct error *error);
/* Takes over the plan. */
struct tournament *tournament_add(struct hall *hall, int64_t id, struct player *owner,
                                  const struct plan *plan, int64_t created_ms);
void tournament_destroy(struct hall *hall, struct tournament *tournament);
/* Something has happened to it. */
void tournament_touch(struct hall *hall, struct tournament *tournament, enum news news);
/* `reason` NULL: none. */
void tournament_set_state(struct hall *hall, struct tournament *tournament,
                          enum tournament_state state, const char *reason);
bool tournament_is_over(const struct tournament *tournament);
/* To be called when there are more or fewer entrants: how large it is follows from their number. */
void tournament_measure(struct tournament *tournament);
void tournament_tell(struct hall *hall, struct tournament *tournament);

/* --- tournament_direct.c --- */

/* Otherwise the request is refused. */
bool tournament_is_directed_by(struct hall *hall, struct hall_caller from,
                               const struct tournament *tournament, const struct player *player);
/* Its live matches end. `reason` NULL: its owner wanted it. One that is complete is finished
 * instead. */
void tournament_cancel(struct hall *hall, struct tournament *tournament, const char *reason);

/* --- tournament_schedule.c --- */

/* Is all of it played and judged? */
bool tournament_is_complete(const struct tournament *tournament);

/* --- tournament_idle.c --- */

/* To be called when it may have begun to wait for somebody, or ceased to: time ends one that waits
 * or is left for too long. */
void tournament_await(struct hall *hall, struct tournament *tournament);
/* The same, and its time begins anew. */
void tournament_await_anew(struct hall *hall, struct tournament *tournament);
/* The same, and it is recorded: to be called when somebody has done something in it, or a match has
 * ended. Without effect on one that is not open or paused; a change of state is recorded by itself.
 */
void tournament_note_activity(struct hall *hall, struct tournament *tournament);
/* After a start: when was it last noted? */
void tournament_restore_activity(struct hall *hall, struct tournament *tournament,
                                 int64_t active_ms);

/* --- tournament_entrants.c --- */

struct entrant *entrant_add(struct tournament *tournament, const char *name, size_t len);
void entrant_record(struct hall *hall, const struct entrant *entrant);
/* The player takes the place. */
void entrant_take(struct hall *hall, struct entrant *entrant, struct player *player);
/* Of all: the players are let go. */
void entrants_destroy(struct hall *hall, struct tournament *tournament);
/* NULL: takes no part. */
struct entrant *entrant_of(const struct tournament *tournament, const struct player *player);
/* Takes the player out of all tournaments that are not over. */
void entrant_withdraw_everywhere(struct hall *hall, struct player *player);
bool entrant_has_withdrawn(const struct tournament *tournament, int number);

/* --- tournament_pairs.c --- */

/* Goes to the end of the planned ones. */
struct pair *pair_plan(struct tournament *tournament, int round, int board, int leg,
                       struct meeting meeting);
/* Out of the planned ones. */
void pair_take_out(struct pair *pair);
/* The same, and destroys the pair. */
void pair_drop(struct pair *pair);
/* Gives a pair that is in no list its number, and records it. */
void pair_decide(struct hall *hall, struct pair *pair);
/* Takes its place among those that have numbers, by its number, as its state says. */
void pair_keep(struct pair *pair);
/* The match is this one of the pair. */
void pair_seat(struct pair *pair, int game, struct match *match);
/* Begins the match. */
void pair_begin(struct hall *hall, struct pair *pair, int game);
/* Does not count any more: its live matches end. */
void pair_void(struct hall *hall, struct pair *pair);
/* Its live matches end, and do not count; nor does the pair, unless one of its matches is over. */
void pair_break_off(struct hall *hall, struct pair *pair);
/* The same meeting again, after a void one, as `kind` (won by `winner`). */
void pair_repeat(struct hall *hall, const struct pair *before, enum meeting_kind kind, int winner);
bool pair_has(const struct pair *pair, int entrant);
/* As it stands. */
struct meeting_result pair_result(const struct pair *pair);
/* Plans another leg when the pair is of a knockout, over and level, unless that was the last leg.
 */
void pair_follow(struct pair *pair);
int64_t pair_start_index(const struct pair *pair);
/* Those of the tournament; drawn ones, if it has a class of rules. */
void pair_rules(const struct pair *pair, struct rules *ret_rules);
/* Takes over `start`, which may be NULL: none. A long one holds bytes in the tournament's places.
 */
void pair_set_start(struct pair *pair, char *start);
void pair_destroy(struct pair *pair);
/* Of a tournament that is over: destroys some pairs with numbers. Returns whether any are left. */
bool pairs_forget_some(struct hall *hall, struct tournament *tournament);

/* --- tournament_rounds.c --- */

/* Does one step of planning the meetings of the next round: a swiss takes several. From the
 * first step on it counts as paired: an entrant who withdraws between two steps has a meeting,
 * and loses it by forfeit. */
void round_plan(struct tournament *tournament);
/* Plans those meetings of the last round that no pair was decided on for. */
void round_plan_rest(struct tournament *tournament);
/* Does a round depend on what the one before it has brought? */
bool rounds_wait(const struct tournament *tournament);
/* Is there a next round? */
bool round_is_next(const struct tournament *tournament);

/* --- unjudged.c --- */

/* A match of the pair that was over and not judged before the start. */
void unjudged_restore(struct hall *hall, struct pair *pair, int game);
/* Asks for those that were restored. */
void unjudged_ask(struct hall *hall);
/* Drops the pair's matches that wait for the solver. */
void unjudged_drop(struct hall *hall, struct pair *pair);

#endif
