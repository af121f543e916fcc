/* A move while a person chooses it: a part of the position (a heap, a row of chocolate, an edge, in
 * Wythoff's game both heaps), how many are taken from it, and where. What is chosen is legal at
 * every moment: a stroke that would leave the rules changes nothing, and the rules' own words say
 * why, except beyond an end, where there is nothing to say. Moves are found by their order
 * (game.h), never listed, so that a heap may be as large as the rules allow. Pure.
 *
 *      Up, Down       the part before and after; with one heap alone, more and fewer
 *      Left, Right    where the cut goes: along a row that can be split, else through the counters,
 *                     which are taken from the right
 *      +, -           how many
 *      digits         how many, typed; 0 splits a heap if that can be done without taking. Of
 *                     chocolate the column, of edges their number, of a heap that is only split
 *                     the first part
 *      CHOOSE         a press on a part or on something in it, choice_press() */
#ifndef CLIENT_TUI_CHOICE_H
#define CLIENT_TUI_CHOICE_H

#include "client/tui/page.h"
#include "client/tui/parts.h"

/* {0} is a valid value; choice_finish() it when done. */
struct choice {
    struct rules rules;
    struct position position; /* owned */
    struct parts parts;       /* of the position; owned */
    bool is_open;             /* there is a legal move, and so one is chosen */
    uint32_t part;
    int64_t taken;  /* from each heap where both are chosen */
    int64_t before; /* so many of what is left stand before what is taken: a split has some on both
                       sides */
    int64_t typed;  /* the number under way; -1: none */
    struct move move; /* the one that is chosen */
    struct error
        refused; /* what the last stroke would have done is forbidden; its code NONE: nothing */
};

/* Chooses among the moves of a position. */
void choice_begin(struct choice *choice, const struct rules *rules,
                  const struct position *position);
void choice_finish(struct choice *choice);

/* False: not for a choice. */
bool choice_stroke(struct choice *choice, struct stroke stroke);
/* The next digit begins a new number. */
void choice_end_number(struct choice *choice);
/* Chooses this legal move. */
void choice_set(struct choice *choice, const struct move *move);
/* What is chosen; NULL while a typed number is no move, and where there is no move at all. */
const struct move *choice_move(const struct choice *choice);

/* A press on cell number `cell` of the `cells` with which a part is drawn, a cell for each counter
 * or fewer; `cells` 0: on the part as a whole. */
enum { CHOICE_CELLS_MAX = UINT16_MAX };
struct stroke choice_press(uint32_t part, uint32_t cell, uint32_t cells);

/* How much of a part the chosen move takes, and how many of the rest stand before it. */
struct choice_cut {
    int64_t taken, before;
};
struct choice_cut choice_cut_of(const struct choice *choice, uint32_t part);

/* The strokes that there are now, two that go to and fro as one; returns their number,
 * CHOICE_HINTS_MAX at most. */
enum { CHOICE_HINTS_MAX = 8 };
size_t choice_hints(const struct choice *choice, struct hint *ret_hints);

#endif
