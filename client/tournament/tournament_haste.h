/* Which players of `takeaway tournament run` had no move of their own in time. Their bots say so,
 * and the folder keeps it in haste.txt: in the record such a move looks like any other. */
#ifndef CLIENT_TOURNAMENT_HASTE_H
#define CLIENT_TOURNAMENT_HASTE_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Adds a line to the file, or nothing where it cannot be written. The same move may be added
 * again. */
void tournament_haste_add(const char *folder, const char *player, int64_t match, int64_t ply,
                          bool has_resigned);
/* Appends a line for each such player, "crash: 28 of its 30 moves were made in haste by the
 * bridge", out of the file and the record in the folder; nothing where they cannot be read. */
void tournament_haste_print(const char *folder, struct text *out);

#endif
