/* The lines of an export, made of what is stored. They point to the tournament, to the row that
 * they are made of, and into the arena. */
#ifndef SERVER_STORE_EXPORT_LINES_H
#define SERVER_STORE_EXPORT_LINES_H

#include "server/store/results.h"

struct export_line export_plan_line(const struct held_tournament *held, struct wire_arena *arena);
/* Of a bye or a forfeit. */
struct export_line export_unplayed_line(const struct held_tournament *held,
                                        const struct hall_stored_pair *pair);
struct export_line export_end_line(const struct held_tournament *held,
                                   const struct results *results, struct wire_arena *arena);

/* These two go on with a condition that finds one match, and the functions below them read the row.
 * `game` 0 or 1. */
#define EXPORT_MATCH_SELECT                                                                        \
    "SELECT start, ending, winner, moves, coalesce(marks, '') FROM match"                          \
    " LEFT JOIN judgement ON judgement.match = match.id"
#define EXPORT_TIMES_SELECT "SELECT created_ms, ended_ms, plies, coalesce(times, '') FROM match"

struct export_line export_match_line(const struct held_tournament *held,
                                     const struct hall_stored_pair *pair, int game,
                                     sqlite3_stmt *row);
/* INTERNAL: there is not one time for each move. */
enum error_code export_times_line(const struct hall_stored_pair *pair, int game, sqlite3_stmt *row,
                                  struct wire_arena *arena, struct export_line *ret_line,
                                  struct error *error);

#endif
