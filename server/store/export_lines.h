/* The lines of an export, made from stored rows. They point to the tournament, to their row, and
 * into the arena. */
#ifndef SERVER_STORE_EXPORT_LINES_H
#define SERVER_STORE_EXPORT_LINES_H

#include "server/store/meeting_results.h"

struct export_line export_plan_line(const struct held_tournament *held, struct wire_arena *arena);
/* The line of a bye or a forfeit. */
struct export_line export_unplayed_line(const struct held_tournament *held,
                                        const struct hall_stored_pair *pair);
struct export_line export_end_line(const struct held_tournament *held,
                                   const struct results *results, struct wire_arena *arena);

/* The caller appends a condition on one match to these queries; the functions below read the row.
 * `game` is 0 or 1. */
#define EXPORT_MATCH_SELECT                                                                        \
    "SELECT start, ending, winner, moves, coalesce(marks, ''), rules FROM match"                   \
    " LEFT JOIN judgement ON judgement.match = match.id"
#define EXPORT_TIMES_SELECT "SELECT created_ms, ended_ms, plies, coalesce(times, '') FROM match"

struct export_line export_match_line(const struct held_tournament *held,
                                     const struct hall_stored_pair *pair, int game,
                                     struct statement *row);
/* INTERNAL: the numbers of times and of moves differ. */
enum error_code export_times_line(const struct hall_stored_pair *pair, int game,
                                  struct statement *row, struct wire_arena *arena,
                                  struct export_line *ret_line, struct error *error);

#endif
