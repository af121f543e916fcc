/* The inside of a tournament's page, for its own files only. */
#ifndef CLIENT_TUI_TOURNAMENT_STATE_H
#define CLIENT_TUI_TOURNAMENT_STATE_H

#include "client/tui/app.h"
#include "client/tui/tournament_words.h"

/* A repeated request, at most one pending. */
struct tournament_asking {
    bool is_wanted;   /* the last answer is outdated */
    bool is_asked;    /* a request is pending */
    int64_t asked_ms; /* time of the last request, as app_now_ms() */
};

struct tournament_page {
    struct page page;
    int64_t tournament;
    struct text title;
    struct text rules;  /* of its game; empty: unknown or unreadable */
    struct text failed; /* the server's refusal; empty: none */
    bool grows;         /* rounds are paired one after another */
    enum tournament_tab tab;
    bool was_turned; /* the person has chosen the tab */
    struct tournament_news news;
    struct tournament_role role;
    enum tournament_act act; /* the act of the open question or of the pending request */
    bool is_doing;           /* a request for the act is pending */
    bool owes_farewell;      /* the tournament has ended, and its final standings are pending */

    struct tournament_asking standings_asking, pairs_asking;
    struct tournament_span span; /* the range of the pending request */
    bool has_standings, has_pairs;
    struct sheet standings;
    struct tournament_pairs pairs;
    struct tournament_cross cross; /* updated before it is drawn, if it is old */
    bool is_cross_old;
    struct sheet games;  /* of the shown round */
    int64_t round;       /* chosen by the person; 0: the current round */
    int64_t shown_round; /* 0: none */
    bool is_row_chosen;  /* the person has chosen a row of the shown round */
    struct tournament_plan_view plan;

    int64_t *begun; /* own matches that have begun and were not opened yet; owned */
    size_t begun_count;
};

/* --- tournament_page.c --- */

/* Makes the rows of the round to be shown. */
void tournament_show_round(struct tournament_page *tournament);

/* --- tournament_ask.c --- */

void tournament_watch(struct tournament_page *tournament);
void tournament_unwatch(struct tournament_page *tournament);
void tournament_take_news(struct tournament_page *tournament,
                          const struct wire_tournament_news *told);
/* Repeats the requests whose answers are visible and outdated, at limited intervals. */
void tournament_ask(struct tournament_page *tournament);
/* Requests the standings at once. */
void tournament_hasten(struct tournament_page *tournament);
/* Sends the request for `act`. */
void tournament_do(struct tournament_page *tournament);

#endif
