/* Matches: what they are, how they are shown, played, watched and ended. Private to server/hall. */
#ifndef SERVER_HALL_MATCHES_H
#define SERVER_HALL_MATCHES_H

#include "server/hall/hall_state.h"

/* --- matches.c --- */

/* The player has come back for the first time since the start, and the address is known now: the
 * player's matches take their places there. */
void matches_return(struct hall *hall, const struct player *player);
/* NO_SUCH_MATCH; MATCH_OVER. */
enum error_code match_look(const struct hall *hall, int64_t id, struct match **ret_match,
                           struct error *error);
/* The live match of a request; NULL, and the request is refused, when it is none. */
struct match *match_require_live(struct hall *hall, struct hall_caller from, int64_t id);
/* The properties of a new match. */
struct match_draft {
    struct shared_rules *rules; /* match_add() takes over a reference */
    struct player *first, *second;
    struct time_control control;
    /* The rest. Rules, players and clock are those above. */
    struct match_record record;
};
/* The first turn is pending. Copies start and look. */
struct match *match_add(struct hall *hall, const struct match_draft *draft);
/* A new match: it gets a number and a time, and is recorded. */
struct match *match_begin(struct hall *hall, const struct match_draft *draft);
void match_play(struct match *match, const struct move *move);
/* Takes the move number `ply` back with all after it, and keeps what it has taken. */
void match_unplay(struct match *match, int64_t ply);
/* Holds the bytes of its start and moves in its places, or in those of its tournament. */
void match_hold(struct match *match);
/* The same, if the moves have grown by some since; returns whether they have. */
bool match_hold_moves(struct match *match);
void match_destroy(struct hall *hall, struct match *match);
/* The match has ended. It is kept for a rematch and for its chat only: its record is in the
 * database. */
void match_retire(struct hall *hall, struct match *match);
/* All moves, each time that some were taken back, and the end. */
int64_t match_seq(const struct match *match);
/* In the list of the live matches by their numbers: the place of the first one after `id`. */
size_t matches_place_after(const struct hall *hall, int64_t id);

/* --- match_moves.c --- */

/* Refuses a request about the move number `ply` with how the match stands. */
void match_refuse_ply(struct hall *hall, struct hall_caller from, const struct match *match,
                      int64_t ply);
/* Has the request come before the mover's time was up? Otherwise the match ends, before its
 * deadline is met in the loop, and the request is refused. */
bool match_check_time(struct hall *hall, struct hall_caller from, struct match *match);
/* The message tells how the match stands now: the mover's turn begins with its release. */
void match_give_turn(const struct match *match, struct message *message);

/* --- match_shown.c --- */

/* An event for both players and everybody who watches. */
struct message *match_say(struct hall *hall, const struct match *match, enum wire_event event,
                          const void *body);
/* Tells that the match begins, as this seat is shown it, to the seat's player if connected.
 * `offer`, `invitation`: which of them it comes from; 0: not from one. */
struct message *match_say_started(struct hall *hall, const struct match *match, enum seat seat,
                                  int64_t offer, int64_t invitation);
/* Tells everybody at the player's live matches that the player came or went; spectators perhaps
 * later, and not of each time. */
void match_tell_presence(struct hall *hall, const struct player *player);
/* Tells the spectators which players have come or gone. */
void match_tell_spectators(struct hall *hall, struct match *match);
/* Answers with the match as the player is shown it from ply `after` on: from here when it is live,
 * else by a look-up. */
struct message *match_answer(struct hall *hall, struct hall_caller from,
                             const struct player *player, int64_t match, int64_t after);

/* --- takebacks.c --- */

/* The open question as an event, or as a part of a match. */
struct wire_takeback takeback_shown(const struct match *match);
/* The player of this seat has moved: the open question is gone, and the player may ask again. */
void takebacks_note_move(struct match *match, int seat);

/* --- endings.c --- */

/* Begins a change to a live match by one of its players; NULL when it was answered here. */
struct match *match_change(struct hall *hall, struct hall_caller from, enum request_kind kind,
                           int64_t id, struct hall_text key, struct player **ret_player);
/* Records the end, tells it, asks for the judgement, and retires the match. Its tournament draws
 * the consequences later, in hall_go_on(). */
void match_end(struct hall *hall, struct match *match, enum ending ending, enum seat winner);
/* Ends the match because of time. TIME, and in tournaments STALL and DISCONNECT: the mover has
 * lost. UNSTARTED: the mover has not made a first move. ABANDONED: neither player goes on. ABORTED:
 * both players have left before both had moved. */
void match_end_by_time(struct hall *hall, struct match *match, enum ending ending);
/* Ends the player's live matches outside tournaments: resigned, or aborted before both have moved.
 */
void matches_give_up(struct hall *hall, const struct player *player);
/* Counts a move that the rules forbid: in a tournament, one too many ends the match. */
void match_count_illegal(struct hall *hall, struct match *match, const struct player *player);

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

/* Removes the session from the match's spectators, but not the match from those it watches. */
void spectator_leave(struct hall *hall, int64_t match, uint64_t session);
/* Removes all spectators, and the match from those that they watch. */
void spectators_clear(struct hall *hall, struct match *match);

/* --- chat.c --- */

/* Drops all lines of the match. */
void rooms_clear(struct hall *hall, struct match *match);

/* --- unjudged.c --- */

/* The match has ended: asks for its marks. */
void unjudged_add(struct hall *hall, const struct match *match);
void unjudged_destroy(struct hall *hall);

/* --- ratings.c --- */

/* A match has ended: changes the ratings of both players, if it is rated and its end says who is
 * stronger. */
void ratings_change(struct hall *hall, const struct match *match, enum seat winner);
/* In this family, in whole points; that of a new player where no match was rated yet; -1: a guest.
 */
int64_t rating_points(const struct hall *hall, const struct player *player,
                      const struct family *family);
void ratings_destroy(struct hall *hall);

#endif
