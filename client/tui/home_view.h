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
    bool is_private; /* the server is private: some panels are left out */
    bool is_connected;
    size_t badges[HOME_PANEL_COUNT]; /* numbers behind the panels' names; 0: none */
    bool has_chat;                   /* the person's own matches have unread chat */
    const char *waiting;             /* the expected opponent, in a sentence; NULL: none */
    const char *people;              /* "ben and zoe are here"; NULL: no other people */
    const char *server;              /* HOST:PORT, as commands take it; NULL: unknown */
    /* The panel PLAY. */
    const struct play_form *form;
    const char *wrong; /* the error in the form; NULL: none */
    /* The other panels. */
    struct sheet *sheet; /* drawing updates its scroll position */
    bool is_loading;     /* the first answer is pending */
    bool is_everybodys;  /* the history is that of all players */
    const char *refused; /* the server's refusal; NULL: none */
};

bool home_has_panel(bool is_private, enum home_panel panel);
/* The panel of a digit, counted from 1; HOME_PANEL_COUNT: none. */
enum home_panel home_panel_of_digit(bool is_private, int64_t digit);

void home_draw(const struct home_view *view, struct canvas *canvas, struct area area);

/* --- the server's answers as rows of its lists: home_rows.c; `name` is the person's own --- */

/* The kinds of rows. */
enum {
    HOME_ROW_OTHER,
    HOME_ROW_FIRST,     /* a match in which the person moves first */
    HOME_ROW_SECOND,    /* ... or second */
    HOME_ROW_OWN,       /* the person's own offer or, among the players, the person */
    HOME_ROW_SEEK,      /* an offer to anybody */
    HOME_ROW_CHALLENGE, /* an offer to the person */
    HOME_ROW_OPEN,      /* a tournament open for joining */
    HOME_ROW_PERSON,    /* another player, not a bot */
};

/* Appends the name of the game, such as "Kayles", or its rules if it has no name. */
void home_rows_game(struct wire_text rules, struct wire_text look, struct text *out);

/* `is_everybodys`: the history of all players, whose columns differ from those of the person's
 * own. */
const struct column *home_columns(enum home_panel panel, bool is_everybodys);
/* Adds a row for each record of the server's answer to the panel's request. Returns whether the
 * server has more records. */
bool home_rows_of(enum home_panel panel, const void *answer, const char *name, bool is_everybodys,
                  struct sheet *sheet);
/* The number of rows of this kind. */
size_t home_rows_count(const struct sheet *sheet, int kind);

/* Adds or replaces the row of an unfinished match of the person's own. */
void home_rows_of_match(const struct wire_match *match, struct sheet *sheet);
/* Updates the row of such a match after a move. */
void home_rows_moved(struct sheet *sheet, int64_t match, int64_t ply);
/* Marks the chat of such a match as unread or read. False: no change, or no such match. */
bool home_rows_mark_chat(struct sheet *sheet, int64_t match, bool is_new);
bool home_rows_have_chat(const struct sheet *sheet);
/* Has one of these matches a clock? */
bool home_rows_have_clock(const struct sheet *sheet);
/* Is this match played with a clock of days, with which players may disconnect? */
bool home_rows_is_patient(const struct sheet_row *row);
/* Finds the oldest challenge to the person and appends it in words; NULL: none. */
const struct wire_offer *home_rows_challenge(const struct wire_offers *offers, const char *name,
                                             struct text *out);
/* Appends the other people online, as "ben and zoe are here"; nothing if there are none. Returns
 * their number. */
size_t home_rows_people(const struct sheet *sheet, struct text *out);
/* Moves the choice from the person to the first other player, if any. */
void home_rows_choose_other(struct sheet *sheet);

#endif
