/* Puzzles: a position on a table, on which a move is chosen as in a match; then whether it wins,
 * and why. The practice is that of the account, or without one a file of this machine. */
#ifndef CLIENT_TUI_PUZZLE_PAGE_H
#define CLIENT_TUI_PUZZLE_PAGE_H

#include "client/tui/page.h"
#include "client/tui/table_view.h"

struct page *puzzle_page_create(void);

/* --- drawing: puzzle_draw.c --- */

/* Texts may be "". */
struct puzzle_view {
    struct table_view table; /* rules NULL: there is no puzzle */
    const char *rules;       /* of the game, in words */
    const char *question;    /* where the puzzle comes from, or what is waited for */
    const char *does;        /* the chosen move */
    const char *leaves;      /* the position after it */
    const char *refused;     /* why the last stroke had no effect */
    const char *verdict;     /* of the answer; "": none yet */
    bool is_right;
    const char *state; /* the rating, and how many puzzles are due */
};

void puzzle_view_draw(const struct puzzle_view *view, struct canvas *canvas, struct area area);

#endif
