/* The looks of octal codes whose counters stand in rows and rings: pins (`pins`, `ring`), and the
 * files of Dawson's Chess (`pawns`). A person names the places of a move, numbered from 1 in each
 * row: the pins that fall ("5 6"), or the file whose pawn is moved ("e"); where there are several
 * rows, with the row behind ("5 6 from 11"). Inside common/words. */
#ifndef COMMON_WORDS_ROW_LOOK_H
#define COMMON_WORDS_ROW_LOOK_H

#include "common/words/words_look.h"

extern const struct look_words row_look_pins, row_look_pawns;

/* A move as places of a row or ring. */
struct row_places {
    int64_t cell;  /* of the row or ring, heaps.h */
    int64_t first; /* the first place that is emptied; in a ring the next of the last one is 1 */
    int64_t count; /* places that are emptied */
    int64_t named; /* the pin or file that a person names first */
};

/* The places nearest to the left end of the row that make this move. */
struct row_places row_look_places(enum game_look look, const struct move *move);
/* Those of the pawn on this file. Precondition: the file is on the board of this cell. */
struct row_places row_look_places_of_file(int64_t cell, int64_t file);

/* Appends the move that empties these places, in words: "knock down pins 5 and 6 of the row of 11,
 * leaving ..."; `ending` is that of the verb. */
void row_look_print_move(enum game_look look, const struct move *move,
                         const struct row_places *places, const char *ending, struct text *out);

/* Appends the name of a file: "e", and of those behind z the number. */
void row_look_print_file(int64_t file, struct text *out);

#endif
