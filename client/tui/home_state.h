/* The inside of the home page, for its own files only. */
#ifndef CLIENT_TUI_HOME_STATE_H
#define CLIENT_TUI_HOME_STATE_H

#include "client/cli/opponent_bot.h"
#include "client/lib/seeking.h"
#include "client/tui/app.h"
#include "client/tui/home_view.h"

/* The list of a panel, as the server has told it. */
struct home_list {
    struct sheet sheet;
    bool is_known;
    bool is_asked;    /* the answer has not come yet */
    bool is_outdated; /* ... and may be older than an event that has come since */
    bool has_more;
    int64_t wanted;      /* rows to ask for */
    int64_t asked_ms;    /* time of the last request, of app_now_ms() */
    struct text refused; /* why the server does not tell; empty: it does */
};

/* A bot of ours. */
struct home_bot {
    struct home_bot *next;
    struct home *home;
    struct opponent_bot *bot; /* NULL: it has ended */
    char strategy[WIRE_NAME_MAX + 1];
    char name[WIRE_NAME_MAX + 1]; /* "": not there yet */
};

struct home {
    struct page page;
    enum home_panel panel;
    bool is_private;
    bool has_arrived; /* has been connected */
    bool is_covered;  /* a page that was pushed from here is above */
    bool is_everybodys;
    size_t challenges;
    struct home_list lists[HOME_PANEL_COUNT];

    struct play_form form;
    struct text wrong; /* with the form; empty: nothing */

    int64_t invited; /* the offer that the person is invited to accept; 0: none */

    struct seeking seeking;
    struct wish wish;                   /* of the search under way */
    char challenged[WIRE_NAME_MAX + 1]; /* by it */
    bool is_beginners;                  /* the first game of all */
    struct text people;                 /* who is there, for the view */
    struct text waiting;                /* for whom, in words; empty: for nobody */

    struct home_bot *bots;     /* owned */
    struct home_bot *hired;    /* to be challenged as soon as it is there; NULL: none */
    struct loop_timer *revive; /* for bots that have ended; NULL: not needed yet */
};

/* --- home.c --- */

/* Opens the board of a match: the person's own, or another to watch. */
void home_sit_down(struct home *home, int64_t match);

/* --- home_lists.c --- */

void home_lists_init(struct home *home);
void home_lists_finish(struct home *home);
/* Asks for the list of the panel, unless a request is under way. */
void home_list_ask(struct home *home, enum home_panel panel);
/* Asks for the visible list when it is old, or when its last row is about to be seen. */
void home_lists_tick(struct home *home);
/* Empties a list: the panel or the player of the history has changed. */
void home_list_forget(struct home *home, enum home_panel panel);
/* Takes the list of the person's own matches from the welcome. */
void home_lists_arrive(struct home *home, const struct wire_welcome *welcome);
/* Updates the person's own matches, and asks for lists that may have changed. */
void home_lists_event(struct home *home, enum wire_event event, const void *body);

/* --- home_search.c --- */

void home_search_init(struct home *home);
void home_search_finish(struct home *home);
/* Begins the search that the form asks for. */
void home_search_begin(struct home *home);
bool home_is_searching(const struct home *home);
void home_search_stop(struct home *home);
/* Invites the person on any page to accept the oldest challenge. */
void home_search_invite(struct home *home, const struct wire_offers *offers);
void home_search_ready(struct home *home, const struct wire_welcome *welcome);
void home_search_event(struct home *home, enum wire_event event, const void *body);

/* Starts the opponent again if it is a bot of ours that has ended. */
void home_bot_wake(struct home *home, const char *opponent);
/* Ends the bots that have no unfinished match and are not about to begin one. */
void home_bots_settle(struct home *home);
void home_bots_finish(struct home *home);

#endif
