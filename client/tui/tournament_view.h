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

/* A player's points without a match: those of a pair for each bye, and for each forfeit of the
 * opponent. */
struct cross_free {
    int byes, forfeits; /* forfeits: also the own ones */
    int64_t points;     /* in halves */
};

/* {0} is an empty one; tournament_cross_finish() it when done. */
struct tournament_cross {
    size_t count;                  /* of players */
    struct cross_cell *cells;      /* owned, row by row */
    struct cross_free *free;       /* of each player; owned */
    bool has_free;                 /* some player has points without a match */
    int cell_columns;              /* of the widest cell */
    const struct sheet *standings; /* borrowed: as many rows, in the same order */
    struct list list;
    size_t left;               /* the first column that is seen */
    size_t seen, seen_columns; /* as it was drawn last */
};

void tournament_cross_finish(struct tournament_cross *cross);
/* `standings` are made by tournament_rows.c. Void pairs and players who are not in the standings
 * are left out. */
void tournament_cross_make(struct tournament_cross *cross, const struct tournament_pairs *pairs,
                           const struct sheet *standings);

/* As list_stroke(); Left and Right bring other columns into view. */
bool tournament_cross_stroke(struct tournament_cross *cross, struct stroke stroke);
/* Were there columns out of view when it was drawn last? */
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

/* A text that scrolls. */
struct tournament_plan_view {
    struct text text;
    int skip;        /* rows above the visible part */
    int rows, below; /* as it was drawn last */
};

/* Drawing it changes only the scroll positions of the members that are not constant. */
struct tournament_view {
    enum tournament_tab tab;
    bool is_connected;
    const struct tournament_news *news;
    const char *failed; /* why the server does not tell; NULL: it does */
    bool has_standings; /* and the plan */
    bool has_pairs;     /* all of them */
    size_t pairs;       /* that are known by now */
    struct sheet *standings;
    struct tournament_cross *cross;
    struct sheet *games;   /* of the round */
    int64_t round, rounds; /* the one shown, and the number of paired rounds; 0: none */
    int64_t live;          /* matches of it that are being played */
    bool grows;            /* rounds are paired one after another, and it is not over */
    struct tournament_plan_view *plan;
};

void tournament_draw(const struct tournament_view *view, struct canvas *canvas, struct area area);

/* --- standings and pairs as rows of sheets: tournament_rows.c --- */

extern const struct column tournament_round_columns[];

/* A row for each player, whose name is its key and whose points, in halves, are its kind. The row
 * of the person, `name`, is marked. */
void tournament_rows_of_standings(const struct wire_standings *standings, const char *name,
                                  struct sheet *sheet);
/* The pairs of a round: a row for each match, bye or forfeit. */
void tournament_rows_of_round(const struct tournament_pairs *pairs, int64_t round,
                              struct sheet *sheet);

/* What a person can do with the match of a row. */
enum tournament_row_use {
    TOURNAMENT_ROW_NOTHING, /* it has not begun, or there is none */
    TOURNAMENT_ROW_PLAY,
    TOURNAMENT_ROW_WATCH,
    TOURNAMENT_ROW_REVIEW,
};

/* `row` may be NULL; `name` is the person's. `*ret_match` is set unless the answer is NOTHING. */
enum tournament_row_use tournament_row_use(const struct tournament_pairs *pairs,
                                           const struct sheet_row *row, const char *name,
                                           int64_t *ret_match);

#endif
