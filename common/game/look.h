/* How a position is shown. Different boards can have the same rules: Nimble, chips on a strip of
 * squares, is Nim. A look is a short text that travels beside the rules, in offers, invitations,
 * matches and tournaments. It changes words, drawings and the starts that are drawn: notation,
 * moves, solver and record are those of the rules. What a program does not know, or what does not
 * fit the rules, is LOOK_PLAIN: the position is shown as its rules have it, in heaps. */
#ifndef COMMON_GAME_LOOK_H
#define COMMON_GAME_LOOK_H

#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>

enum { LOOK_TEXT_MAX = 16 }; /* bytes */

enum game_look {
    LOOK_PLAIN,
    LOOK_STRIP,  /* a heap is a chip on the square of this number; a move takes it to the left */
    LOOK_BINARY, /* a heap is a row of bits, a chip for each 1 */
    LOOK_BAND,   /* a heap is the gap between the two checkers of a row */
    LOOK_QUEEN,  /* two heaps are the column and the row of a queen */
    LOOK_PINS,   /* a heap is a row of pins, of which neighbours are knocked down */
    LOOK_RING,   /* the same; for games that begin with a ring of pins */
    LOOK_PAWNS,  /* a heap is the files of a board of Dawson's Chess; for games of one board */
    LOOK_PILE,   /* as LOOK_PLAIN; for games that begin with one heap */
    LOOK_COUNT,
};

struct rules;
struct position;

/* The look of this name if these rules can be shown so, else LOOK_PLAIN. `text` NULL: none. */
enum game_look look_of(const struct rules *rules, const char *text, size_t len);
/* Gives rules the look that a person names. USAGE lists the looks that these rules have. */
enum error_code look_set(struct rules *rules, const char *text, struct error *error);
/* "strip"; NULL for LOOK_PLAIN. */
const char *look_text(enum game_look look);
/* Is a position shown as its rules have it? */
bool look_is_plain(enum game_look look);
/* Has look_fit_start() something to do? */
bool look_has_start(enum game_look look);
/* Makes of a start that the rules have drawn one of their look: one heap, or one ring. It has a
 * legal move, as before. */
void look_fit_start(const struct rules *rules, struct position *position);
/* Can it be the name of a look, known or not: 1 to 16 lower-case letters, digits and hyphens? */
bool look_is_name(const char *text, size_t len);

#endif
