/* The players of `takeaway tournament run` who had no move of their own in time. Their bots report
 * it, and haste.txt in the folder keeps it, since the record does not show it. */
#ifndef CLIENT_HASTY_MOVES_H
#define CLIENT_HASTY_MOVES_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Adds a line to the file; ignores write errors. The same move may be added again. */
void hasty_moves_add(const char *folder, const char *player, int64_t match, int64_t ply,
                     bool has_resigned);
/* Appends a line for each such player, "crash: 28 of its 30 moves were made in haste by the
 * bridge". Reads the file and the record in the folder; appends nothing if they cannot be read. */
void hasty_moves_print(const char *folder, struct text *out);

#endif
