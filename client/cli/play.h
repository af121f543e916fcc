/* The command `takeaway play` as it runs, for its own files only: play.c brings lines, opponent and
 * connection together, play_match.c tells of the match, play_typed.c does what is typed. */
#ifndef CLIENT_PLAY_H
#define CLIENT_PLAY_H

#include "client/cli/commentary.h"
#include "client/cli/console.h"
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

/* The tournament that the person plays in, match after match. */
struct play_tournament {
    int64_t number;  /* 0: none */
    bool is_joining; /* the server has not answered yet */
    bool is_ending;  /* it is over, and its end is about to be told */
    bool is_over;
    bool has_one_round; /* at a time: of others no round is told */
    int64_t round;      /* that was told last */
    bool has_to_come;   /* it has been told that the next match has to be waited for */
    /* That have begun and come after the one that is played, the oldest first; owned. */
    int64_t *waiting;
    size_t waiting_count;
};

/* `hint` and `why` that were asked for in a position. */
struct play_advice {
    bool is_asked;      /* an answer is still to come, unless the position has changed */
    int64_t match, ply; /* where the match stood */
    bool wants_hint, wants_why;
    struct why *why; /* the question to the solver; NULL: none is under way */
};

struct play {
    const struct options *options;
    struct wish wish;
    struct session *session;
    struct console console;
    struct lines *lines;
    struct line_queue typed;
    struct seeking seeking;
    struct seat seat;
    struct commentary commentary;
    const char *remark; /* told once, when a match has begun; NULL: none */
    bool hint_is_told;  /* how to move in this match */
    struct opponent_bot *bot;
    struct play_tournament tournament;
    struct solvers *solvers;
    struct play_advice advice;
    struct loop_timer *short_of_time; /* goes off when little is left for our move */
    struct loop_timer *claim_due;     /* goes off when the match can be claimed */
    int64_t newest_known;             /* the greatest number of a match of ours when we came */
    int64_t resumed;                  /* the match that waits for our bot to come back; 0: none */
    bool is_interactive;              /* is standard input a terminal? */
    bool input_has_ended;
    bool is_arranging;    /* between the first connection and a match or a search */
    bool resign_is_asked; /* `resign` waits to be confirmed */
    bool after_end_is_told;
};

/* Says how to come back to an unfinished match, and ends the session. */
void play_leave(struct play *play);

/* To be called whenever anything has happened. */
void play_go_on(struct play *play);
/* Something that was asked for, or waited for, does not come about. */
void play_say_failed(struct play *play, enum error_code code, const char *words);

/* Sits down in a match of ours. */
void play_resume(struct play *play, int64_t match);

/* Once, before the session runs. */
void play_match_init(struct play *play);
/* After a break. */
void play_match_refresh(struct play *play);
/* What the person asks to see of the match. */
void play_show_moves(struct play *play, bool all);
void play_show_record(struct play *play);
/* Says how to move, when it is our turn. */
void play_show_hint(struct play *play);
/* Tell the person when little time is left, and when the match can be claimed. */
void play_clocks_create(struct play *play);
/* To be called whenever anything has happened. */
void play_clocks_watch(struct play *play);

/* Takes part in a tournament from now on. `joins`: enters it first, unless that was done before. */
void play_tournament_begin(struct play *play, int64_t tournament, bool joins);
/* Is there one that is not over? */
bool play_tournament_is_on(const struct play *play);
/* Is this a match of it? */
bool play_tournament_expects(const struct play *play, const struct wire_match *match);
/* No match is being played: sits down in the next, says what is waited for, or leaves when the
 * tournament is over. */
void play_tournament_go_on(struct play *play);
/* A match has begun while another is played. */
void play_tournament_add(struct play *play, int64_t match);
/* Those of our matches that come after `chosen`, if that turns out to be one of a tournament. */
void play_tournament_put_off(struct play *play, const struct wire_welcome *welcome, int64_t chosen);
/* After a break. */
void play_tournament_reconnected(struct play *play, const struct wire_welcome *welcome);
void play_tournament_event(struct play *play, enum wire_event event, const void *body);

/* `hint` or, if `is_why`, `why`: says the best move or its reason, or why there are no hints in
 * this match. Says it later where that takes long, and never when the position has changed by then.
 */
void play_advise(struct play *play, bool is_why);
/* Is an answer of play_advise() still to come in this position? */
bool play_waits_for_advice(const struct play *play);

/* Does what a line asks for. A program's objects have been translated, where that was possible. */
void typed_take(struct play *play, const char *line);
/* Is this a line that makes sense while there is no match? */
bool typed_is_for_search(const char *line);
/* ... while the other is to move, or advice is being worked out? A program is answered at once, but
 * for moves, `hint` and `why`. */
bool typed_is_for_any_turn(const struct play *play, const char *line);

#endif
