/* The lines of an export, made of what is stored. Whoever makes one gives it to
 * export_line_finish(). */
#ifndef SERVER_STORE_EXPORT_LINES_H
#define SERVER_STORE_EXPORT_LINES_H

#include "server/store/results.h"

struct export_line export_plan_line(const struct tournament_view *tournament);
/* Of a bye or a forfeit. */
struct export_line export_unplayed_line(const struct tournament_view *tournament,
                                        const struct hall_stored_pair *pair);
struct export_line export_end_line(const struct tournament_view *tournament,
                                   const struct results *results);

/* These two go on with a condition that finds one match, and the functions below them read the row.
 * `game` 0 or 1. */
#define EXPORT_MATCH_SELECT                                                                        \
    "SELECT start, ending, winner, moves, coalesce(marks, '') FROM match"                          \
    " LEFT JOIN judgement ON judgement.match = match.id"
#define EXPORT_TIMES_SELECT "SELECT created_ms, ended_ms, plies, coalesce(times, '') FROM match"

struct export_line export_match_line(const struct tournament_view *tournament,
                                     const struct hall_stored_pair *pair, int game,
                                     sqlite3_stmt *row);
/* INTERNAL: there is not one time for each move. Then there is nothing to finish. */
enum error_code export_times_line(const struct hall_stored_pair *pair, int game, sqlite3_stmt *row,
                                  struct export_line *ret_line, struct error *error);

#endif
