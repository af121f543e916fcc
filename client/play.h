/* What play.c and typed.c share: the command `takeaway play` as it runs. */
#ifndef CLIENT_PLAY_H
#define CLIENT_PLAY_H

#include "client/console.h"
#include "client/lib/lines.h"
#include "client/line_queue.h"
#include "client/opponent_bot.h"
#include "client/options.h"
#include "client/pairing.h"
#include "client/seat.h"
#include "client/session.h"
#include "client/wish.h"

#include <stdbool.h>
#include <stdint.h>

struct play {
    const struct options *options;
    struct wish wish;
    struct session *session;
    struct console console;
    struct lines *lines;
    struct line_queue typed;
    struct pairing pairing;
    struct seat seat;
    struct opponent_bot *bot;
    struct loop_timer *short_of_time; /* goes off when little is left on our clock */
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

/* Does what a line asks for. */
void typed_take(struct play *play, const char *line);
/* Is this a line that makes sense while there is no match? */
bool typed_is_for_search(const char *line);
/* ... while the other is to move? */
bool typed_is_for_any_turn(const char *line);

#endif
