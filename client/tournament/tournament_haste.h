/* Which players of `takeaway tournament run` had no move of their own, as the log of the programs tells: nothing in the record
 * does, where such a move looks like any other. */
#ifndef CLIENT_TOURNAMENT_HASTE_H
#define CLIENT_TOURNAMENT_HASTE_H

#include "common/base/text.h"

/* Appends a line for each such player, "crash: 28 of its 30 moves were made in haste by the bridge", out of the log and the
 * record in the folder; nothing where they cannot be read. */
void tournament_haste_print(const char *folder, struct text *out);

#endif
