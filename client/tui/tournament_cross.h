/* Who has how much against whom: a row and a column for each player, in the order of the standings.
 * Pure. */
#ifndef CLIENT_TUI_TOURNAMENT_CROSS_H
#define CLIENT_TUI_TOURNAMENT_CROSS_H

#include "client/tui/sheet.h"
#include "client/tui/tournament_pairs.h"

/* What one has against another. */
struct cross_cell {
    int64_t points; /* in halves */
    int over, live, waiting, forfeits;
};

/* What one has without a match: the points of a pair for each bye, and for each forfeit of the
 * other one. */
struct cross_free {
    int byes, forfeits; /* of both sides */
    int64_t points;     /* in halves */
};

/* One of zeroes is empty; tournament_cross_finish() it when done. */
struct tournament_cross {
    size_t count;                  /* of players */
    struct cross_cell *cells;      /* owned, row by row */
    struct cross_free *free;       /* of each player; owned */
    bool has_free;                 /* somebody has points without a match */
    int cell_columns;              /* that the widest cell takes */
    const struct sheet *standings; /* borrowed: as many rows, in the same order */
    struct list list;
    size_t left;               /* the first column that is seen */
    size_t seen, seen_columns; /* as it was drawn last */
};

void tournament_cross_finish(struct tournament_cross *cross);
/* `standings`: as tournament_rows.h makes them. Void pairs and who is not in the standings are left
 * aside. */
void tournament_cross_make(struct tournament_cross *cross, const struct tournament_pairs *pairs,
                           const struct sheet *standings);

/* As list_stroke(); Left and Right bring other columns into view. */
bool tournament_cross_stroke(struct tournament_cross *cross, struct stroke stroke);
/* Are there columns out of view, as it was drawn last? */
bool tournament_cross_is_wide(const struct tournament_cross *cross);
void tournament_cross_draw(struct tournament_cross *cross, struct canvas *canvas, struct area area);

#endif
