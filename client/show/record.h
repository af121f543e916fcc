/* The record of a match and its review, printed as text and as JSON: `takeaway show` and `takeaway
 * review`. */
#ifndef CLIENT_RECORD_H
#define CLIENT_RECORD_H

#include "common/words/review.h"

#include <jansson.h>

/* An object for the move that led to the position `after`: ply, by, move, position, and the ms
 * taken and given back, null where unknown. */
json_t *record_json_move(const struct match *match, const struct match_step *step,
                         const struct position *after);
/* Adds to the object of summary_json(): the position, the moves as a list of such objects, what was
 * taken back, if anything, and whether the ending threw a win away. */
void record_json_add(const struct match *match, json_t *summary);

/* Appends two lines: rules, start and players. */
void record_print_head(const struct match *match, struct text *out);
/* Appends a line for each time that moves were taken back. */
void record_print_taken_back(const struct match *match, struct text *out);
/* Appends the head, every move with its time (where known) and the position after it, and the
 * ending. If no move ended the match, the solver judges whether the loser's position was won. */
void record_print(const struct match *match, struct text *out);

/* --- reviews: review_print.c --- */

/* Appends the review of a judged match: the table of both players, each move with its mark, the
 * first mistake with its reason, the ending. Moves the replay to another stop. */
void review_print(struct replay *replay, struct solver *solver, struct text *out);
/* Adds the same to the object of summary_json() and record_json_add(). Moves the replay to another
 * stop. */
void review_json_add(struct replay *replay, struct solver *solver, json_t *summary);

#endif
