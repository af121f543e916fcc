/* The view of the home screen. */
#ifndef CLIENT_TUI_HOME_VIEW_H
#define CLIENT_TUI_HOME_VIEW_H

#include "client/tui/play_form.h"
#include "client/tui/sheet.h"
#include "common/wire/schema.h"

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

/* --- the server's answers as rows of its lists: home_rows.c; `name` is the person's own --- */

/* The kinds of rows. */
enum {
    HOME_ROW_OTHER,
    HOME_ROW_FIRST,     /* a match in which the person moves first */
    HOME_ROW_SECOND,    /* ... or second */
    HOME_ROW_OWN,       /* the person's own offer, or the person among the players */
    HOME_ROW_SEEK,      /* an offer to anybody */
    HOME_ROW_CHALLENGE, /* an offer to the person */
    HOME_ROW_OPEN,      /* a tournament that can be joined */
    HOME_ROW_PERSON,    /* another player who is no bot */
};

/* The name of a game that has one, without its rules: "Kayles". */
void home_rows_game(struct wire_text rules, struct text *out);

/* `is_everybodys` is about the history: else it is the person's own, in columns of its own. */
const struct column *home_columns(enum home_panel panel, bool is_everybodys);
/* Adds a row for each record of the server's answer to the request of a panel that asks for one.
 * Are there more than it lists? */
bool home_rows_of(enum home_panel panel, const void *answer, const char *name, bool is_everybodys,
                  struct sheet *sheet);
/* The number of rows of this kind. */
size_t home_rows_count(const struct sheet *sheet, int kind);

/* Adds or replaces the row of an unfinished match of the person's own. */
void home_rows_of_match(const struct wire_match *match, struct sheet *sheet);
/* Such a match has moved on to this ply. */
void home_rows_moved(struct sheet *sheet, int64_t match, int64_t ply);
/* Notes that there is a new line of chat in such a match, or that it was read. False: that was
 * known, or it is no such match. */
bool home_rows_mark_chat(struct sheet *sheet, int64_t match, bool is_new);
bool home_rows_have_chat(const struct sheet *sheet);
/* Is one of them played with a clock? */
bool home_rows_have_clock(const struct sheet *sheet);
/* Does the clock of this match let its players be away? */
bool home_rows_is_patient(const struct sheet_row *row);
/* Finds the oldest challenge to the person, and appends it in words; NULL: there is none. */
const struct wire_offer *home_rows_challenge(const struct wire_offers *offers, const char *name,
                                             struct text *out);
/* Appends which other people are there, as "ben and zoe are here", nothing for nobody; returns
 * their number. */
size_t home_rows_people(const struct sheet *sheet, struct text *out);
/* Moves the choice among the players from the person to the first other player, if there is one. */
void home_rows_choose_other(struct sheet *sheet);

#endif
