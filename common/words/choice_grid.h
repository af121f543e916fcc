/* Choosing on a board of squares: the half of choice.c for PARTS_GRID. */
#ifndef COMMON_WORDS_CHOICE_GRID_H
#define COMMON_WORDS_CHOICE_GRID_H

#include "common/words/choice.h"

/* The functions of choice.h, for choices whose parts are PARTS_GRID. */
void choice_grid_begin(struct choice *choice);  /* the parts are found */
void choice_grid_finish(struct choice *choice); /* of any kind */
void choice_grid_set(struct choice *choice, const struct move *move);
bool choice_grid_stroke(struct choice *choice, struct stroke stroke);
size_t choice_grid_hints(const struct choice *choice, struct hint *ret_hints);
void choice_grid_say_move(const struct choice *choice, struct text *out); /* a move is chosen */

#endif
