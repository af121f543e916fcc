/* The formats behind pairing.h. Each of the first four functions lists the meetings of one round of
 * its format and returns their number. */
#ifndef COMMON_TOURNAMENT_PAIRING_FORMATS_H
#define COMMON_TOURNAMENT_PAIRING_FORMATS_H

#include "common/tournament/pairing.h"

size_t pairing_round_robin(const struct pairing *pairing, const struct pairing_state *state,
                           struct meeting *ret_meetings);
size_t pairing_gauntlet(const struct pairing *pairing, const struct pairing_state *state,
                        struct meeting *ret_meetings);
size_t pairing_swiss(const struct pairing *pairing, const struct pairing_state *state,
                     struct meeting *ret_meetings);
size_t pairing_knockout(const struct pairing *pairing, const struct pairing_state *state,
                        struct meeting *ret_meetings);

/* The number of rounds in one cycle of a round-robin. */
int pairing_round_robin_cycle(int entrants);
int pairing_knockout_rounds(int entrants);
/* The most meetings that a round of a swiss can have, without forbidden ones. */
int pairing_swiss_boards(const struct pairing *pairing);

/* The forbidden meetings in both orders: entrants x entrants, by row; free() it. */
bool *pairing_forbidden_table(const struct pairing *pairing);

#endif
