/* The inside of the home page, for its own files only. */
#ifndef CLIENT_TUI_HOME_STATE_H
#define CLIENT_TUI_HOME_STATE_H

#include "client/cli/opponent_bot.h"
#include "client/lib/seeking.h"
#include "client/tui/app.h"
#include "client/tui/home_view.h"

/* The list of a panel, from the server's last answer. */
struct home_list {
    struct sheet sheet;
    bool is_known;
    bool is_asked;    /* a request is pending */
    bool is_outdated; /* ... whose answer may be older than a later event */
    bool has_more;
    int64_t wanted;      /* rows to ask for */
    int64_t asked_ms;    /* time of the last request, as app_now_ms() */
    struct text refused; /* the server's refusal; empty: none */
};

/* A bot started by this program. */
struct home_bot {
    struct home_bot *next;
    struct home *home;
    struct opponent_bot *bot; /* NULL: ended */
    char strategy[WIRE_NAME_MAX + 1];
    char name[WIRE_NAME_MAX + 1]; /* "": not connected yet */
};

struct home {
    struct page page;
    enum home_panel panel;
    bool is_private;
    bool has_arrived; /* was connected once */
    bool is_covered;  /* a page opened from here is above */
    bool is_everybodys;
    size_t challenges;
    struct home_list lists[HOME_PANEL_COUNT];

    struct play_form form;
    struct text wrong; /* the error in the form; empty: none */

    int64_t invited; /* the offer of the invitation; 0: none */

    struct seeking seeking;
    struct wish wish;                   /* of the current search */
    char challenged[WIRE_NAME_MAX + 1]; /* by the current search */
    bool is_beginners;                  /* the current search is for a beginner's first game */
    struct text people;                 /* the people online, for the view */
    struct text waiting;                /* the expected opponent, in words; empty: none */

    struct home_bot *bots;     /* owned */
    struct home_bot *hired;    /* challenged as soon as it is connected; NULL: none */
    struct loop_timer *revive; /* for bots that have ended; NULL: not created yet */
};

/* --- home.c --- */

/* Opens the board of a match, to play in it or to watch it. */
void home_sit_down(struct home *home, int64_t match);

/* --- home_lists.c --- */

void home_lists_init(struct home *home);
void home_lists_finish(struct home *home);
/* Requests the list of the panel, unless a request is pending. */
void home_list_ask(struct home *home, enum home_panel panel);
/* Requests the visible list when it is old or when its last row is about to be visible. */
void home_lists_tick(struct home *home);
/* Empties a list after a change of the panel or of the history's player. */
void home_list_forget(struct home *home, enum home_panel panel);
/* Takes the list of the person's own matches from the welcome. */
void home_lists_arrive(struct home *home, const struct wire_welcome *welcome);
/* Updates the person's own matches, and requests the lists that may have changed. */
void home_lists_event(struct home *home, enum wire_event event, const void *body);

/* --- home_search.c --- */

void home_search_init(struct home *home);
void home_search_finish(struct home *home);
/* Begins the search described by the form. */
void home_search_begin(struct home *home);
/* Shows what the invitation with this code is for, and asks whether to accept it. */
void home_search_look_at(struct home *home, const char *code);
bool home_is_searching(const struct home *home);
void home_search_stop(struct home *home);
/* Shows the oldest challenge as an invitation on every page. */
void home_search_invite(struct home *home, const struct wire_offers *offers);
void home_search_ready(struct home *home, const struct wire_welcome *welcome);
void home_search_event(struct home *home, enum wire_event event, const void *body);

/* Restarts the opponent if it is a bot of this program that has ended. */
void home_bot_wake(struct home *home, const char *opponent);
/* Ends the bots without a current or imminent match. */
void home_bots_settle(struct home *home);
void home_bots_finish(struct home *home);

#endif
