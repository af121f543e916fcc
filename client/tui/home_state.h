/* The inside of the home page, for its own files only. */
#ifndef CLIENT_TUI_HOME_STATE_H
#define CLIENT_TUI_HOME_STATE_H

#include "client/lib/seeking.h"
#include "client/play/opponent_bot.h"
#include "client/tui/app.h"
#include "client/tui/home_view.h"

/* What a panel shows of what the server has told. */
struct home_list {
    struct sheet sheet;
    bool is_known;
    bool is_asked;    /* the answer is still to come */
    bool is_outdated; /* and may be older than an event that came meanwhile */
    bool has_more;
    int64_t wanted;      /* how many rows are asked for */
    int64_t asked_ms;    /* when last; of app_now_ms() */
    struct text refused; /* why it is not told; empty: it is */
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
    bool is_covered;  /* a page that was pushed from here lies above */
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
    struct home_bot *hired;    /* that is to be challenged as soon as it is there; NULL: none */
    struct loop_timer *revive; /* bots that have ended; NULL: was not needed yet */
};

/* --- home.c --- */

/* Sits down in a match of one's own, or watches another. */
void home_sit_down(struct home *home, int64_t match);

/* --- home_lists.c --- */

void home_lists_init(struct home *home);
void home_lists_finish(struct home *home);
/* Asks for what the panel shows, unless that is under way. */
void home_list_ask(struct home *home, enum home_panel panel);
/* Asks for what is seen when it has become old, or its end is near. */
void home_lists_tick(struct home *home);
/* After the panel, or whose history it shows, has changed. */
void home_list_forget(struct home *home, enum home_panel panel);
/* One's own matches, as the welcome lists them. */
void home_lists_arrive(struct home *home, const struct wire_welcome *welcome);
/* One's own matches move on, and what may have changed elsewhere is asked for. */
void home_lists_event(struct home *home, enum wire_event event, const void *body);

/* --- home_search.c --- */

void home_search_init(struct home *home);
void home_search_finish(struct home *home);
/* Does what the form asks for. */
void home_search_begin(struct home *home);
bool home_is_searching(const struct home *home);
void home_search_stop(struct home *home);
/* The bot that was hired is there, or does not come. */
void home_search_bot(struct home *home, const struct home_bot *bot);
void home_search_bot_failed(struct home *home, const struct error *error);
/* Invites the person to accept the oldest challenge, wherever they are. */
void home_search_invite(struct home *home, const struct wire_offers *offers);
void home_search_ready(struct home *home, const struct wire_welcome *welcome);
void home_search_event(struct home *home, enum wire_event event, const void *body);

/* --- home_bots.c --- */

/* A bot of this strategy, running or about to run; NULL, and the person is told, when there can be
 * none. */
struct home_bot *home_bot_hire(struct home *home, const char *strategy);
/* Is the opponent a bot of ours that has to come back first? Then it does. */
void home_bot_wake(struct home *home, const char *opponent);
/* Lets those go that nobody needs: no match with them is unfinished, and none is about to begin. */
void home_bots_settle(struct home *home);
void home_bots_finish(struct home *home);

#endif
