/* The view of a tournament. */
#ifndef CLIENT_TUI_TOURNAMENT_VIEW_H
#define CLIENT_TUI_TOURNAMENT_VIEW_H

#include "client/show/tournament_print.h"
#include "client/tui/sheet.h"
#include "client/tui/tournament_pairs.h"

/* --- the cross-table: a row and a column for each player, in the order of the standings:
 * tournament_cross.c --- */

/* A player's results against another. */
struct cross_cell {
    int64_t points; /* in halves */
    int over, live, waiting, forfeits;
};

/* A player's points without a match: a bye and a forfeit of the opponent count as a won pair
 * each. */
struct cross_free {
    int byes, forfeits; /* forfeits: also by the player */
    int64_t points;     /* in halves */
};

/* {0}: empty. To be released with tournament_cross_finish(). */
struct tournament_cross {
    size_t count;                  /* of players */
    struct cross_cell *cells;      /* owned, row by row */
    struct cross_free *free;       /* of each player; owned */
    bool has_free;                 /* some player has points without a match */
    int cell_columns;              /* of the widest cell */
    const struct sheet *standings; /* borrowed; same rows in the same order */
    struct list list;
    size_t left;               /* the first visible column */
    size_t seen, seen_columns; /* at the last drawing */
};

void tournament_cross_finish(struct tournament_cross *cross);
/* `standings` come from tournament_rows_of_standings(). Void pairs and players outside the
 * standings are left out. */
void tournament_cross_make(struct tournament_cross *cross, const struct tournament_pairs *pairs,
                           const struct sheet *standings);

/* As list_stroke(); Left and Right scroll the columns. */
bool tournament_cross_stroke(struct tournament_cross *cross, struct stroke stroke);
/* Were columns out of view at the last drawing? */
bool tournament_cross_is_wide(const struct tournament_cross *cross);
void tournament_cross_draw(struct tournament_cross *cross, struct canvas *canvas, struct area area);

/* --- the page: tournament_draw.c --- */

/* X(NAME, "name") */
#define TOURNAMENT_TABS(X)                                                                         \
    X(STANDINGS, "Standings")                                                                      \
    X(CROSS, "Cross-table")                                                                        \
    X(ROUNDS, "Rounds")                                                                            \
    X(PLAN, "Plan")

enum tournament_tab {
#define X(name, text) TOURNAMENT_##name,
    TOURNAMENT_TABS(X)
#undef X
        TOURNAMENT_TAB_COUNT,
};

/* A scrolling text. */
struct tournament_plan_view {
    struct text text;
    int skip;        /* rows above the visible part */
    int rows, below; /* at the last drawing */
};

/* Drawing changes only the scroll positions of the members without `const`. */
struct tournament_view {
    enum tournament_tab tab;
    bool is_connected;
    const struct tournament_news *news;
    const char *failed; /* the server's refusal; NULL: none */
    bool has_standings; /* and the plan */
    bool has_pairs;     /* all of them */
    size_t pairs;       /* known so far */
    struct sheet *standings;
    struct tournament_cross *cross;
    struct sheet *games;   /* of the round */
    int64_t round, rounds; /* the shown round, and the number of paired rounds; 0: none */
    int64_t live;          /* its running matches */
    bool grows;            /* further rounds may be paired */
    struct tournament_plan_view *plan;
};

void tournament_draw(const struct tournament_view *view, struct canvas *canvas, struct area area);

/* --- standings and pairs as rows of sheets: tournament_rows.c --- */

extern const struct column tournament_round_columns[];

/* A row for each player: its key is the name, its kind the points in halves. The row of the person,
 * `name`, is marked. */
void tournament_rows_of_standings(const struct wire_standings *standings, const char *name,
                                  struct sheet *sheet);
/* The pairs of a round: a row for each match, bye or forfeit. */
void tournament_rows_of_round(const struct tournament_pairs *pairs, int64_t round,
                              struct sheet *sheet);

/* The action that the match of a row offers. */
enum tournament_row_use {
    TOURNAMENT_ROW_NOTHING, /* the match has not begun, or does not exist */
    TOURNAMENT_ROW_PLAY,
    TOURNAMENT_ROW_WATCH,
    TOURNAMENT_ROW_REVIEW,
};

/* `row` may be NULL; `name` is the person's. `*ret_match` is set unless the answer is NOTHING. */
enum tournament_row_use tournament_row_use(const struct tournament_pairs *pairs,
                                           const struct sheet_row *row, const char *name,
                                           int64_t *ret_match);

#endif
