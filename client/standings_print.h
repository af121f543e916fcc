/* The standings of a tournament as text. Pure. */
#ifndef CLIENT_STANDINGS_PRINT_H
#define CLIENT_STANDINGS_PRINT_H

#include "common/export/export.h"

/* Appends the table, its header included: rank, player, points, matches won-drawn-lost; the exact judgement: won positions
 * met, the share that was kept, how many were thrown away; Elo difference with its 95 % error, likelihood of
 * superiority. A second table has the tie-breaks of those who have as many points as another. */
void standings_print(const struct export_standing *rows, size_t count, struct text *out);

#endif
