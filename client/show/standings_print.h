/* The standings of a tournament as text. Pure. */
#ifndef CLIENT_STANDINGS_PRINT_H
#define CLIENT_STANDINGS_PRINT_H

#include "common/export/export.h"

#include <stdbool.h>

/* The columns of the table; the exact judgement, from MET to THROWN, counts won positions. X(NAME,
 * "title", does it end at its right?) */
#define STANDINGS_COLUMNS(X)                                                                       \
    X(RANK, "#", true)                                                                             \
    X(PLAYER, "player", false)                                                                     \
    X(POINTS, "points", true)                                                                      \
    X(RESULTS, "W-D-L", true)                                                                      \
    X(MET, "won met", true)                                                                        \
    X(KEPT, "kept", true)                                                                          \
    X(THROWN, "thrown", true)                                                                      \
    X(ELO, "Elo +-", true)                                                                         \
    X(SUPERIORITY, "LOS", true)

enum standings_column {
#define X(name, title, is_right) STANDINGS_##name,
    STANDINGS_COLUMNS(X)
#undef X
        STANDINGS_COLUMN_COUNT,
};

/* Appends what stands in one column of a player's row. */
void standings_print_cell(const struct export_standing *row, enum standings_column column,
                          struct text *out);

/* Appends the table, its header included: rank, player, points, matches won-drawn-lost with the
 * points that came without a match, if any; the exact judgement: won positions met, the share that
 * was kept, how many were thrown away; Elo difference with its 95 % error, likelihood of
 * superiority. A second table has the tie-breaks of those who have as many points as another; not
 * in a knockout, which has none. */
void standings_print(enum tournament_format format, const struct export_standing *rows,
                     size_t count, struct text *out);

/* "12.5", "12": as points are written everywhere. */
void standings_print_halves(int64_t halves, struct text *out);
/* Is there anything that tells of the player's strength? */
bool standings_has_pairs(const struct export_standing *row);

#endif
