/* The standings of a tournament: their columns, and the text. Pure. */
#ifndef CLIENT_STANDINGS_PRINT_H
#define CLIENT_STANDINGS_PRINT_H

#include "client/show/columns.h"
#include "common/export/export.h"

#include <stdbool.h>

/* Of struct export_standing. The exact judgement, from "won met" to "thrown", counts won positions:
 * those met, the share that was kept, how many were thrown away. Then the Elo difference with its
 * 95 % error, and the likelihood of superiority. */
extern const struct column standings_columns[];
/* Where two of them stand. */
enum { STANDINGS_PLAYER = 1, STANDINGS_POINTS = 2 };
/* For report.html: the player first; with the tie-breaks or, in a knockout, without. */
extern const struct column standings_html[], standings_html_knockout[];

/* Appends the table, its header included; matches won-drawn-lost with the points that came without
 * a match, if any. A second table has the tie-breaks of those who have as many points as another;
 * not in a knockout, which has none. */
void standings_print(enum tournament_format format, const struct export_standing *rows,
                     size_t count, struct text *out);

/* "93.1%"; "-" of nothing. */
void standings_print_share(int64_t part, int64_t whole, struct text *out);

#endif
