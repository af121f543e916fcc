/* Ways of choosing a move. To add one, give it a row in client/lib/strategy_name.c and one in
 * strategy.c, and write its functions.
 *
 *     perfect   the solver's best move: wins where a win exists, and else makes it hard
 *     greedy    takes as many counters as the rules allow; of several such moves the first in the
 *               order of move_at(). Counters taken: those on the table before, less those after
 *     random    every legal move is as likely as any other
 *     mistaken  plays perfectly, but with the probability of its parameter (in millionths) a
 *               losing move, each as likely as any other, where there is one. (In a lost position
 *               every move is a losing one)
 *     mcts      mcts.h
 *     level     one of ten for people, each a mixture of the other strategies: chance decides
 *               which of them chooses a move. Level 1 plays without a plan, level 10 perfectly;
 *               LEVELS.md has their measured strength
 *
 * All chance comes from strategy_chance(), so a match can be played again exactly, on any number of
 * threads and at any speed. */
#ifndef BOTS_STRATEGY_H
#define BOTS_STRATEGY_H

#include "common/base/error.h"
#include "common/base/random.h"
#include "common/game/match.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    /* Up to this number of legal moves greedy tries all. Of more moves (a heap may have 2^63) it
     * looks at few, and relies on their order: moves with the same cells before them stand side by
     * side, and none takes fewer counters than the one before it. */
    GREEDY_TRIED_MOVES = 256,
    MISTAKEN_LISTED_MOVES = 1024, /* up to this number of legal moves mistaken looks at all */
    /* The number of draws in search of a losing move among more. If all fail, most likely fewer
     * than one move in a hundred loses, and the perfect one is played. */
    MISTAKEN_DRAWN_MOVES = 512,
};

struct solver; /* declared only, so that this header does not need common/solver */

/* The turn for which a move is chosen. */
struct turn {
    const struct rules *rules;
    const struct position *position; /* not over */
    int64_t match;
    int64_t ply; /* of the move to choose */
    /* The seed of chance in this match, together with the ply. 0: none was given, and chance
     * depends on the strategy's seed, the match and the ply. */
    int64_t seed;
};

/* A plain value: assign it to copy it. */
struct strategy {
    /* Depends on its arguments alone, so that any thread may call it. `solver` is one for the rules
     * of the turn that no other thread uses; NULL unless uses_solver. */
    void (*choose)(const struct strategy *strategy, struct solver *solver, const struct turn *turn,
                   struct move *ret_move);
    /* Does choosing certainly take less than about a millisecond? */
    bool (*is_quick)(const struct strategy *strategy, const struct solver *solver,
                     const struct turn *turn);
    bool uses_solver;
    uint64_t seed;
    int64_t parameter; /* as in client/lib/strategy_name.h */
};

/* USAGE for a text that strategy_name_parse() refuses. */
enum error_code strategy_parse(const char *text, uint64_t seed, struct strategy *ret_strategy,
                               struct error *error);

/* The generator for all draws of the strategy in this turn. */
struct random strategy_chance(const struct strategy *strategy, const struct turn *turn);

/* Chooses when there is no time to choose well: the greedy move where that is quick, else a random
 * one, the quickest choice there is. */
void strategy_choose_in_haste(const struct turn *turn, struct move *ret_move);

/* --- the chooser of the moves of all matches of a bot: a strategy (thinker.h), or a program in
 * another language (bridge.h) --- */

enum chooser_choice {
    CHOOSER_MOVES,
    CHOOSER_RESIGNS,
    CHOOSER_HAS_NONE, /* no move could be chosen */
};

/* `move` is set for MOVES, and valid during the call; otherwise NULL. */
typedef void chooser_answer(void *owner, enum chooser_choice choice, const struct move *move);

/* A plain value; `owner` lives as long as it is used. */
struct chooser {
    void *owner;
    /* Chooses now where that is quick; false where it is not. NULL: it never is. */
    bool (*choose_at_once)(void *owner, const struct match *match, struct move *ret_move);
    /* Asks for a move in a match in which it is this client's turn. The match must not change until
     * the answer, or until `drop`. `answer` is called once, on the loop, never from inside this
     * call; the returned question is gone by then. */
    void *(*ask)(void *owner, const struct match *match, chooser_answer *answer,
                 void *answer_owner);
    /* Cancels a question that `ask` returned: no answer comes. */
    void (*drop)(void *owner, void *asked);
    /* A match in which it may have been asked is over. NULL: not needed. */
    void (*ended)(void *owner, const struct match *match);
    /* May it use nearly all of the time that is left? Otherwise it uses half of it, except in
     * matches with a seed (seats.h). */
    bool is_patient;
};

/* The current turn of a match; points into the match. */
struct turn chooser_turn(const struct match *match);

#endif
