/* How a person chooses a move, by keys or by pressing on a drawn position. No I/O: a program hands
 * in strokes and draws what is chosen.
 *
 * A choice is a part of the position (a heap, a row of chocolate, an edge, in Wythoff's game both
 * heaps), how much is taken from it, and where. It is a legal move at every moment: a stroke that
 * leads to no legal move changes nothing, and choice.refused says why in the words of the rules.
 * Only at the end of a range a stroke is ignored without a word. Moves are found by their order
 * (game.h) and never listed, so a heap may be as large as the rules allow.
 *
 *      Up, Down       the part before or after; where there is one heap only, more or fewer
 *      Left, Right    where the cut goes: along a row that can be split; else through the counters,
 *                     which are taken from the right; where three heaps can be left, through the
 *                     moves that take as many, in their order
 *      +, -           how many
 *      digits         how many, typed; 0 splits a heap where nothing need be taken. In chocolate
 *                     the column; in a picture the edge's number; in a heap that can only be split
 *                     the size of the first half
 *      CHOOSE         a press on a part or on something in it, choice_press()
 *
 * On a board of squares (grid.h) a choice is a way to press a move, square after square. A press on
 * a square goes on with the squares pressed so far if a move does, or else begins anew there, or
 * else changes the last of them; or else it is refused.
 *
 *      Up, Down       the piece before or after; where there is one only, a square above or below
 *      Left, Right    the ways of the piece, in the order of their squares
 *      digits         a press on the square of this label; a blank ends a number
 *      CHOOSE         a press on a square, choice_press() with the square as the part */
#ifndef COMMON_WORDS_CHOICE_H
#define COMMON_WORDS_CHOICE_H

#include "common/game/game.h"
#include "common/words/grid.h"
#include "common/words/stroke.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- the parts of a position, in the order in which they are drawn: choice_parts.c --- */

enum parts_kind {
    PARTS_HEAPS,     /* of counters */
    PARTS_PINS,      /* rows of pins; pins can be taken from the middle of a row */
    PARTS_CHOCOLATE, /* rows; a bite into one row goes on through the rows below */
    PARTS_EDGES,     /* of a picture */
    PARTS_GRID,      /* squares of a board; of a game of heaps the heaps are told besides */
    PARTS_UNKNOWN,   /* there are no parts: the position is shown in its notation */
};

enum { PART_GROUP = 2 };

struct part {
    int64_t size; /* counters, squares; of an edge 1 */
    int64_t most; /* the position's quota allows at most this many to be taken */
    /* The first components of the place, in the order of the moves (struct parts_move), of every
     * move that changes this part; equal parts have the same group. */
    int64_t group[PART_GROUP];
    bool is_both; /* both heaps of Wythoff's game, a further part after the two heaps */
    /* Its counters stand in a circle. All places to take from are the same move, so that a choice
     * may have any number of counters before the taken ones. */
    bool is_ring;
    /* Of an edge, which is found by a walk from the ground up: its ends, its distance from the
     * ground, and whether it leads to a vertex that the walk has seen before. */
    int64_t from, to;
    int depth;
    bool leads_back;
};

/* {0} is a valid value; parts_finish() it when done. */
struct parts {
    enum parts_kind kind;
    bool may_split;   /* some move in some position of the game leaves two heaps, or three */
    bool into_three;  /* ... three */
    bool only_splits; /* nothing is ever taken of the heap that is chosen */
    bool eats_other;  /* ... and the other heap goes (Candy Squares) */
    uint32_t count;
    struct part *items; /* owned */
    struct grid grid;   /* PARTS_GRID: the board; owned */
};

/* Replaces the former contents. */
void parts_find(struct parts *parts, const struct rules *rules, const struct position *position);
void parts_finish(struct parts *parts);

/* The place of a move in the order of the moves (game.h), and its effect on its part. */
struct parts_move {
    int64_t group[PART_GROUP];
    int64_t taken;
    int64_t smallest; /* the smallest heap that is left, or the rest of a row; 0: nothing */
    int64_t second;   /* the next heap of two or three; 0: there is none */
};

/* {0} where there are no parts. */
struct parts_move parts_move_of(const struct rules *rules, const struct move *move);

/* --- choosing: choice.c --- */

/* A way to press a move on a board. */
struct choice_way {
    struct grid_path path;
    struct move move;
    uint32_t index; /* of the move, in the order of the moves */
};

/* The ways on a board, in the order of their squares. */
struct choice_ways {
    struct choice_way *items; /* owned */
    uint32_t count;
    uint32_t at;      /* the chosen one */
    uint32_t pressed; /* squares of its path that were pressed; 0: it is only proposed */
    /* `at` and `pressed` before the number that is being typed. */
    uint32_t typed_at, typed_pressed;
};

/* {0} is a valid value; choice_finish() it when done. */
struct choice {
    struct rules rules;
    struct position position; /* owned */
    struct parts parts;       /* of the position; owned */
    struct choice_ways ways;  /* on a board of squares */
    bool is_open;             /* there is a legal move, so a move is chosen */
    uint32_t part;            /* on a board of squares this and the next two say nothing */
    int64_t taken;            /* from the part; if it is both heaps, from each */
    int64_t before;   /* counters that stay before the taken ones; in a split others stay after */
    int64_t typed;    /* the number typed so far; -1: none */
    struct move move; /* the chosen move */
    struct error refused; /* why the last stroke had no effect; its code is NONE if it had one */
};

/* Begins to choose among the moves of a position, both copied. */
void choice_begin(struct choice *choice, const struct rules *rules,
                  const struct position *position);
void choice_finish(struct choice *choice);

/* False: the choice has no use for this stroke. */
bool choice_stroke(struct choice *choice, struct stroke stroke);
/* Ends a number: the next digit begins a new one. */
void choice_end_number(struct choice *choice);
/* Chooses this legal move. */
void choice_set(struct choice *choice, const struct move *move);
/* The chosen move; NULL while the typed number is no move, and where there is no legal move. */
const struct move *choice_move(const struct choice *choice);

/* The stroke of a press on a part that is drawn with `cells` cells, on the one with index `cell`.
 * There is a cell for each counter, or fewer; `cells` 0: a press on the part as a whole. */
enum { CHOICE_CELLS_MAX = UINT16_MAX, CHOICE_PART_SHIFT = 32 };
struct stroke choice_press(uint32_t part, uint32_t cell, uint32_t cells);

/* The number that the chosen move takes from a part, and the rest that stands before it. */
struct choice_cut {
    int64_t taken, before;
};
struct choice_cut choice_cut_of(const struct choice *choice, uint32_t part);

/* A square of the board during the choice. */
enum choice_press {
    CHOICE_PRESS_NOTHING, /* a press is refused */
    CHOICE_PRESS_BEGINS,  /* ... chooses a way that begins here */
    CHOICE_PRESS_GOES_ON, /* ... goes on with the chosen piece */
};

struct choice_square {
    enum choice_press press;
    bool is_pressed;            /* pressed already, or the piece that the keys have chosen */
    bool changes;               /* with the chosen move, */
    struct grid_square becomes; /* to this; its label says nothing */
};

/* Tells of each square of parts.grid. A choice on a board of squares must be open. */
void choice_squares(const struct choice *choice,
                    struct choice_square ret_squares[GRID_SQUARES_MAX]);
/* Can moves begin on several squares? Where each is one press on a board of several rows, the keys
 * go from row to row instead, and no square is a piece. */
bool choice_has_pieces(const struct choice *choice);
/* Have all squares of the chosen way been pressed? True for all other choices. */
bool choice_is_whole(const struct choice *choice);

/* The possible strokes, of two opposite ones only one; returns their number, at most
 * CHOICE_HINTS_MAX. */
enum { CHOICE_HINTS_MAX = 8 };
size_t choice_hints(const struct choice *choice, struct hint *ret_hints);

/* --- the choice in words, appended to a text --- */

/* "Take 3 from the heap of 7, leaving 4 (7>4)."; nothing where no move is chosen. */
void choice_say_move(const struct choice *choice, struct text *out);
/* "Then: heaps of 3, 4 and 5.", or that the move ends the match. */
void choice_say_after(const struct choice *choice, struct text *out);
/* Why the last stroke had no effect; nothing if it had one. */
void choice_say_refused(const struct choice *choice, struct text *out);

#endif
