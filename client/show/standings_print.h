/* The standings of a tournament: their columns, and the text. Pure. */
#ifndef CLIENT_STANDINGS_PRINT_H
#define CLIENT_STANDINGS_PRINT_H

#include "client/show/columns.h"
#include "common/export/export.h"

#include <stdbool.h>

/* The columns of struct export_standing. The exact judgement, from "won met" to "thrown", counts
 * won positions: those met, the share kept, the number thrown away. Then come the Elo difference
 * with its 95 % error and the likelihood of superiority. */
extern const struct column standings_columns[];
/* The indices of two of these columns. */
enum { STANDINGS_PLAYER = 1, STANDINGS_POINTS = 2 };
/* The columns for report.html, which begin with the player: with tie-breaks or, for a knockout,
 * without. */
extern const struct column standings_html[], standings_html_knockout[];

/* Appends the table with its header: matches won-drawn-lost, with the points gained without a
 * match, if any. A second table has the tie-breaks of players with equal points; not for a
 * knockout, which has none. */
void standings_print(enum tournament_format format, const struct export_standing *rows,
                     size_t count, struct text *out);

/* Appends "93.1%", or "-" if `whole` is 0. */
void standings_print_share(int64_t part, int64_t whole, struct text *out);

#endif
