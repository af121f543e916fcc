/* A match's record: a walk through its moves, and how it is printed for a person. */
#ifndef CLIENT_RECORD_H
#define CLIENT_RECORD_H

#include "common/game/match.h"

#include <jansson.h>

/* The place after some move of a match; position_finish() the position when done. The match may
 * grow meanwhile. */
struct record_walk {
    struct position position;
    int64_t ply; /* of the last move gone past; 0 at the start */
    size_t at;   /* bytes of match->moves gone past */
};

/* The move that a walk went past last. */
struct record_step {
    int64_t ply;
    enum match_seat by;
    const char *text; /* in the notation, `len` bytes; borrowed from the match */
    size_t len;
    struct move move;
};

/* Begins before the first move. `ret_walk->position` has to be a valid position. */
void record_walk_begin(const struct match *match, struct record_walk *ret_walk);
/* The next move of the record, without going past it; false at its end. `move` is legal in
 * walk->position. */
bool record_walk_peek(const struct match *match, const struct record_walk *walk,
                      struct record_step *ret_step);
/* Goes past a move that was peeked at. */
void record_walk_pass(const struct match *match, struct record_walk *walk,
                      const struct record_step *step);

/* A list with an object for each move: ply, by, move, the position after it, and the ms taken and
 * given back, null where they are not known. */
json_t *record_json_moves(const struct match *match);
/* One of these: the step that led to the position `after`. */
json_t *record_json_move(const struct match *match, const struct record_step *step,
                         const struct position *after);
/* Adds to what summary_json() says of a match its position now, its moves, and whether its ending
 * threw a win away. */
void record_json_add(const struct match *match, json_t *summary);

/* Appends rules, start and players, two lines. */
void record_print_head(const struct match *match, struct text *out);
/* Appends this head, every move with its time, where that is known, and the position after it; and
 * how the match ended: where no move ended it, also whether the loser's position was won, for which
 * the solver is asked. */
void record_print(const struct match *match, struct text *out);

#endif
