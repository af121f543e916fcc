/* Standings and pairs of a tournament as rows of sheets. No I/O. */
#ifndef CLIENT_TUI_TOURNAMENT_ROWS_H
#define CLIENT_TUI_TOURNAMENT_ROWS_H

#include "client/tui/sheet.h"
#include "client/tui/tournament_pairs.h"

extern const struct column tournament_round_columns[];

/* A row for each player, whose name is its key and whose points, in halves, are its kind. The row
 * of the person, `name`, is marked. */
void tournament_rows_of_standings(const struct wire_standings *standings, const char *name,
                                  struct sheet *sheet);
/* The pairs of a round: a row for each match, bye or forfeit. */
void tournament_rows_of_round(const struct tournament_pairs *pairs, int64_t round,
                              struct sheet *sheet);

/* What a person can do with the match of a row. */
enum tournament_row_use {
    TOURNAMENT_ROW_NOTHING, /* it has not begun, or there is none */
    TOURNAMENT_ROW_PLAY,
    TOURNAMENT_ROW_WATCH,
    TOURNAMENT_ROW_REVIEW,
};

/* `row` may be NULL; `name` is the person's. `*ret_match` is set unless the answer is NOTHING. */
enum tournament_row_use tournament_row_use(const struct tournament_pairs *pairs,
                                           const struct sheet_row *row, const char *name,
                                           int64_t *ret_match);

#endif
