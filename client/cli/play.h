/* The running command `takeaway play`, for its own files only: play.c connects input, opponent and
 * connection, play_match.c tells of the match, play_typed.c executes the input. */
#ifndef CLIENT_PLAY_H
#define CLIENT_PLAY_H

#include "client/cli/begun.h"
#include "client/cli/commentary.h"
#include "client/cli/console.h"
#include "client/cli/input.h"
#include "client/cli/opponent_bot.h"
#include "client/cli/options.h"
#include "client/cli/session.h"
#include "client/cli/solvers.h"
#include "client/cli/wish.h"
#include "client/lib/lines.h"
#include "client/lib/seat.h"
#include "client/lib/seeking.h"

#include <stdbool.h>
#include <stdint.h>

/* The tournament that the person plays in, one match after the other. */
struct play_tournament {
    int64_t number;  /* 0: none */
    bool is_joining; /* the server has not answered yet */
    bool is_ending;  /* it is over; the request for its standings is under way */
    bool is_over;
    bool has_one_round; /* at a time; other formats announce no rounds */
    int64_t round;      /* the round announced last */
    bool has_to_come;   /* the wait for the next match has been announced */
    /* Matches that have begun and wait behind the current one, the oldest first; owned. */
    int64_t *waiting;
    size_t waiting_count;
};

/* Requests for hints and for `why` in a position. */
struct play_advice {
    bool is_asked;      /* an answer is pending, unless the position has changed */
    int64_t match, ply; /* the position that was asked about */
    unsigned wanted;    /* the bit 1 << kind for each enum input_kind that was asked */
    struct why *why;    /* the solver's job; NULL: none */
};

struct play {
    const struct options *options;
    const struct begun *begun; /* NULL: an opponent is to be found */
    struct wish wish;
    struct session *session;
    struct console console;
    struct lines *lines;
    struct line_queue typed;
    struct seeking seeking;
    struct seat seat;
    struct commentary commentary;
    const char *remark; /* told once, at the start of a match; NULL: none */
    bool hint_is_told;  /* the person has been told how to move */
    struct opponent_bot *bot;
    struct play_tournament tournament;
    struct solvers *solvers;
    struct play_advice advice;
    struct loop_timer *short_of_time; /* goes off when little time is left to move */
    struct loop_timer *claim_due;     /* goes off when `claim` wins the match */
    int64_t newest_known;             /* highest number among our matches at the connection */
    int64_t resumed;                  /* the match that waits for our bot's return; 0: none */
    bool is_interactive;              /* is standard input a terminal? */
    bool input_has_ended;
    bool is_arranging;    /* between the first connection and a match or a search */
    bool resign_is_asked; /* `resign` waits for confirmation */
    bool after_end_is_told;
};

/* Prints the command that resumes an unfinished match, and ends the session. */
void play_leave(struct play *play);

/* To be called after every event. */
void play_go_on(struct play *play);
/* Reports the failure of a request or of something awaited. */
void play_say_failed(struct play *play, enum error_code code, const char *words);

/* Takes the seat in one of our matches. */
void play_resume(struct play *play, int64_t match);

/* To be called once, before the session runs. */
void play_match_init(struct play *play);
/* To be called after a reconnection. */
void play_match_refresh(struct play *play);
/* The commands that show the match. */
void play_show_moves(struct play *play, bool all);
void play_show_record(struct play *play);
/* Explains how to move, if it is our turn. */
void play_show_hint(struct play *play);
/* These tell the person when little time is left, and when the match can be claimed. */
void play_clocks_create(struct play *play);
/* To be called after every event. */
void play_clocks_watch(struct play *play);

/* Begins to play in a tournament. `joins`: enters it first, unless already entered. */
void play_tournament_begin(struct play *play, int64_t tournament, bool joins);
/* Does the person play in a tournament that is not over? */
bool play_tournament_is_on(const struct play *play);
/* Does the match belong to the tournament? */
bool play_tournament_expects(const struct play *play, const struct wire_match *match);
/* To be called while no match is played: takes the seat in the next match, announces the wait for
 * it, or leaves when the tournament is over. */
void play_tournament_go_on(struct play *play);
/* Queues a match that has begun during another one. */
void play_tournament_add(struct play *play, int64_t match);
/* Queues our matches that come after `chosen`, in case `chosen` belongs to a tournament. */
void play_tournament_put_off(struct play *play, const struct wire_welcome *welcome, int64_t chosen);
/* To be called after a reconnection. */
void play_tournament_reconnected(struct play *play, const struct wire_welcome *welcome);
void play_tournament_event(struct play *play, enum wire_event event, const void *body);

/* Answers one of the hints or `why`: tells the best move, less of it, or the reason for it, or why
 * this match has no hints. A slow answer follows later, and is dropped if the position has changed.
 */
void play_advise(struct play *play, enum input_kind kind);
/* Is an answer of play_advise() pending in this position? */
bool play_waits_for_advice(const struct play *play);

/* Executes a line. A program's objects have been translated where possible. */
void typed_take(struct play *play, const char *line);
/* Is the line valid input while there is no match? */
bool typed_is_for_search(const char *line);
/* Is the line valid input during the opponent's turn, or while advice is pending? For a program
 * every line is, except moves, `hint` and `why`. */
bool typed_is_for_any_turn(const struct play *play, const char *line);

#endif
