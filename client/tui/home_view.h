/* The view of the home screen. */
#ifndef CLIENT_TUI_HOME_VIEW_H
#define CLIENT_TUI_HOME_VIEW_H

#include "client/tui/play_form.h"
#include "client/tui/sheet.h"

/* X(NAME, "name", only on a shared server) */
#define HOME_PANELS(X)                                                                             \
    X(PLAY, "Play", false)                                                                         \
    X(YOURS, "Yours", false)                                                                       \
    X(OFFERS, "Offers", true)                                                                      \
    X(PLAYERS, "Players", true)                                                                    \
    X(LIVE, "Live", true)                                                                          \
    X(TOURNAMENTS, "Tournaments", true)                                                            \
    X(HISTORY, "History", false)

enum home_panel {
#define X(name, text, is_shared) HOME_##name,
    HOME_PANELS(X)
#undef X
        HOME_PANEL_COUNT,
};

struct home_view {
    enum home_panel panel;
    bool is_private; /* the server: some panels make no sense then */
    bool is_connected;
    size_t badges[HOME_PANEL_COUNT]; /* a number behind the panel's name; 0: none */
    bool has_chat;                   /* there is new chat in the person's own matches */
    const char *waiting;             /* whom the person waits for, in a sentence; NULL: nobody */
    const char *people;              /* "ben and zoe are here"; NULL: nobody else is */
    const char *server;              /* HOST:PORT, as commands take it; NULL: not known */
    /* Of PLAY. */
    const struct play_form *form;
    const char *wrong; /* what is wrong with the form; NULL: nothing */
    /* Of the others. */
    struct sheet *sheet; /* drawing it scrolls it */
    bool is_loading;     /* nothing is known yet */
    bool is_everybodys;  /* the history */
    const char *refused; /* why the server does not tell; NULL: it does */
};

bool home_has_panel(bool is_private, enum home_panel panel);
/* The panel of a digit, from 1 on; HOME_PANEL_COUNT: none. */
enum home_panel home_panel_of_digit(bool is_private, int64_t digit);

void home_draw(const struct home_view *view, struct canvas *canvas, struct area area);

#endif
