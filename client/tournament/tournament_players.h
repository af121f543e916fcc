/* The players of a tournament's plan, as the options --players and --forbid name them. Pure. */
#ifndef CLIENT_TOURNAMENT_PLAYERS_H
#define CLIENT_TOURNAMENT_PLAYERS_H

#include "client/tournament/tournament_plan.h"

/* "P,P,...": `with_bots`, each P is a strategy of takeaway-bot, `exec:COMMAND` or
 * `exec-or-move:COMMAND`, and may have a name before it, as in "anna=mcts:500"; without one it is
 * called by what it is, with a number where that would be said twice. A comma within a COMMAND is
 * written twice. Else each P is a name. Appends to plan->players. USAGE. */
enum error_code tournament_players_parse(const char *text, bool with_bots,
                                         struct tournament_plan *plan, struct error *error);
/* "A-B,C-D": names of the plan's players, who must not meet. */
enum error_code tournament_players_parse_forbidden(const char *text, struct tournament_plan *plan,
                                                   struct error *error);

/* Append what makes the same players, with all names, or the same forbidden meetings. */
void tournament_players_print(const struct tournament_plan *plan, struct text *out);
void tournament_players_print_forbidden(const struct tournament_plan *plan, struct text *out);

#endif
