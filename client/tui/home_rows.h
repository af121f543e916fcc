/* What the server tells, as rows of the home screen's lists. `name` is the person's own. Pure. */
#ifndef CLIENT_TUI_HOME_ROWS_H
#define CLIENT_TUI_HOME_ROWS_H

#include "client/tui/home_view.h"
#include "common/wire/schema.h"

/* The kinds of rows. */
enum {
    HOME_ROW_OTHER,
    HOME_ROW_FIRST, /* a match in which one moves first, and one in which one does not */
    HOME_ROW_SECOND,
    HOME_ROW_OWN,       /* an offer of one's own, oneself among the players */
    HOME_ROW_SEEK,      /* an offer to anybody */
    HOME_ROW_CHALLENGE, /* an offer to the person */
    HOME_ROW_OPEN,      /* a tournament that can be joined */
};

/* The name of a game that has one, without its rules: "Kayles". */
void home_rows_game(struct wire_text rules, struct text *out);

const struct sheet_column *home_columns(enum home_panel panel);

/* Adds or replaces the row of an unfinished match of one's own. */
void home_rows_of_match(const struct wire_match *match, struct sheet *sheet);
/* ... has moved on to this ply. */
void home_rows_moved(struct sheet *sheet, int64_t match, int64_t ply);
/* Returns how many of them are challenges to the person. */
size_t home_rows_of_offers(const struct wire_offers *offers, const char *name, struct sheet *sheet);
void home_rows_of_players(const struct wire_online_list *list, const char *name,
                          struct sheet *sheet);
void home_rows_of_live(const struct wire_summaries *matches, struct sheet *sheet);
void home_rows_of_history(const struct wire_summaries *matches, const char *name,
                          struct sheet *sheet);
/* ... of nobody else, in columns of their own. */
extern const struct sheet_column *const home_own_history_columns;
void home_rows_of_own_history(const struct wire_summaries *matches, const char *name,
                              struct sheet *sheet);
void home_rows_of_tournaments(const struct wire_tournaments *tournaments, struct sheet *sheet);

#endif
