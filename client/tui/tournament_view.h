/* What the page of a tournament shows. */
#ifndef CLIENT_TUI_TOURNAMENT_VIEW_H
#define CLIENT_TUI_TOURNAMENT_VIEW_H

#include "client/tournament/tournament_news.h"
#include "client/tui/tournament_cross.h"

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

/* Lines of which some are seen. */
struct tournament_plan {
    struct text text;
    int skip;        /* rows above what is seen */
    int rows, below; /* as it was drawn last */
};

/* Drawing it scrolls what is not constant. */
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
    int64_t round, rounds; /* which one, of how many that are paired; 0: none */
    int64_t live;          /* matches of it that are being played */
    bool grows;            /* its rounds are paired one after the other, and it is not over */
    struct tournament_plan *plan;
};

void tournament_draw(const struct tournament_view *view, struct canvas *canvas, struct area area);

#endif
