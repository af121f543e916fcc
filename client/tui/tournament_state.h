/* The inside of a tournament's page, for its own files only. */
#ifndef CLIENT_TUI_TOURNAMENT_STATE_H
#define CLIENT_TUI_TOURNAMENT_STATE_H

#include "client/tui/app.h"
#include "client/tui/tournament_words.h"

/* A request that is repeated, one at a time. */
struct tournament_asking {
    bool is_wanted;   /* the last answer is old */
    bool is_asked;    /* the answer has not come yet */
    int64_t asked_ms; /* time of the last request, of app_now_ms() */
};

struct tournament_page {
    struct page page;
    int64_t tournament;
    struct text title;
    struct text rules;  /* of its game; empty: not known yet, or none that can be read */
    struct text failed; /* why the server does not tell; empty: it does */
    bool grows;         /* rounds are paired one after another */
    enum tournament_tab tab;
    bool was_turned; /* the person has chosen the tab */
    struct tournament_news news;
    struct tournament_role role;
    enum tournament_act act; /* the act that the person is asked about, or that is under way */
    bool is_doing;           /* the latter */
    bool owes_farewell;      /* it has ended, and the final standings have not come yet */

    struct tournament_asking standings_asking, pairs_asking;
    struct tournament_span span; /* the pairs that are asked for */
    bool has_standings, has_pairs;
    struct sheet standings;
    struct tournament_pairs pairs;
    struct tournament_cross cross; /* made again before it is drawn, if it is old */
    bool is_cross_old;
    struct sheet games;  /* of the round that is shown */
    int64_t round;       /* the round that the person has chosen; 0: the current round */
    int64_t shown_round; /* 0: there is none */
    struct tournament_plan_view plan;

    int64_t *begun; /* own matches that have begun and that the person has not seen yet; owned */
    size_t begun_count;
};

/* --- tournament_page.c --- */

/* Makes the rows of the round that is to be shown. */
void tournament_show_round(struct tournament_page *tournament);

/* --- tournament_ask.c --- */

void tournament_watch(struct tournament_page *tournament);
void tournament_unwatch(struct tournament_page *tournament);
void tournament_take_news(struct tournament_page *tournament,
                          const struct wire_tournament_news *told);
/* Repeats the requests whose answers are seen and old, but not too often. */
void tournament_ask(struct tournament_page *tournament);
/* The same at once for the standings. */
void tournament_hasten(struct tournament_page *tournament);
/* Asks the server for the act. */
void tournament_do(struct tournament_page *tournament);

#endif
