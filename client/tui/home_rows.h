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
    HOME_ROW_PERSON,    /* another player who is no bot */
};

/* The name of a game that has one, without its rules: "Kayles". */
void home_rows_game(struct wire_text rules, struct text *out);

const struct sheet_column *home_columns(enum home_panel panel);

/* Adds or replaces the row of an unfinished match of one's own. */
void home_rows_of_match(const struct wire_match *match, struct sheet *sheet);
/* ... has moved on to this ply. */
void home_rows_moved(struct sheet *sheet, int64_t match, int64_t ply);
/* Notes that something new was said in an unfinished match of one's own, or that it was read.
 * False: that was known, or it is no such match. */
bool home_rows_mark_chat(struct sheet *sheet, int64_t match, bool is_new);
bool home_rows_have_chat(const struct sheet *sheet);
/* Is one of one's unfinished matches played with a clock? */
bool home_rows_have_clock(const struct sheet *sheet);
/* Does the clock of this match let its players be away? */
bool home_rows_is_patient(const struct sheet_row *row);
/* Returns how many of them are challenges to the person. */
size_t home_rows_of_offers(const struct wire_offers *offers, const char *name, struct sheet *sheet);
/* The oldest offer that is a challenge to the person, and appends it in words; NULL: there is
 * none. */
const struct wire_offer *home_rows_challenge(const struct wire_offers *offers, const char *name,
                                             struct text *out);
void home_rows_of_players(const struct wire_online_list *list, const char *name,
                          struct sheet *sheet);
/* Appends who is there of other people, as "ben and zoe are here", and returns how many: nothing
 * where there is nobody. */
size_t home_rows_people(const struct sheet *sheet, struct text *out);
/* Moves the choice among the players from the person to the first other one, if there is any. */
void home_rows_choose_other(struct sheet *sheet);
void home_rows_of_live(const struct wire_summaries *matches, struct sheet *sheet);
void home_rows_of_history(const struct wire_summaries *matches, const char *name,
                          struct sheet *sheet);
/* ... of nobody else, in columns of their own. */
extern const struct sheet_column *const home_own_history_columns;
void home_rows_of_own_history(const struct wire_summaries *matches, const char *name,
                              struct sheet *sheet);
void home_rows_of_tournaments(const struct wire_tournaments *tournaments, struct sheet *sheet);

#endif
