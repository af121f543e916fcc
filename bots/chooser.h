/* Whoever chooses the moves of all matches of a bot: a strategy (thinker.h) or a program in another
 * language (bridge.h). */
#ifndef BOTS_CHOOSER_H
#define BOTS_CHOOSER_H

#include "bots/strategy.h"
#include "common/game/match.h"

#include <stdbool.h>

enum chooser_choice {
    CHOOSER_MOVES,
    CHOOSER_RESIGNS,
    CHOOSER_HAS_NONE, /* no move could be chosen */
};

/* `move` is that of MOVES, and lives during the call; else NULL. */
typedef void chooser_answer(void *owner, enum chooser_choice choice, const struct move *move);

/* A plain value; `owner` lives as long as it is used. */
struct chooser {
    void *owner;
    /* Chooses now where that is quick; false where it is not. NULL: it never is. */
    bool (*choose_at_once)(void *owner, const struct match *match, struct move *ret_move);
    /* It is this client's turn in the match, which lives and stays as it is until the answer, or
     * until `drop`. `answer` is called once, on the loop, never from inside this call; what is
     * returned is gone by then. */
    void *(*ask)(void *owner, const struct match *match, chooser_answer *answer,
                 void *answer_owner);
    /* No answer comes for what `ask` has returned. */
    void (*drop)(void *owner, void *asked);
    /* A match in which it may have been asked is over. NULL: it need not know. */
    void (*ended)(void *owner, const struct match *match);
    /* May it use nearly all of the time that is left? Otherwise half of it, but in matches with a
     * seed (seats.h). */
    bool is_patient;
};

/* What a move is to be chosen for; points into the match. */
struct turn chooser_turn(const struct match *match);

#endif
