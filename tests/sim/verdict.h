/* The referee's sums: what time allows, and which endings there is evidence for. Private to
 * referee.c and verdict.c. */
#ifndef TESTS_SIM_VERDICT_H
#define TESTS_SIM_VERDICT_H

#include "tests/sim/referee.h"

/* The time of play: since the start, but standing still while the hall does. */
int64_t referee_play_at(const struct referee *referee, int64_t at_ms);
/* Up to when flags had been judged by then; -1: no flags had been. */
int64_t referee_judged_by(const struct referee *referee, int64_t at_ms);
bool referee_is_standing(const struct referee *referee);
/* Whatever happens to a match at `at_ms`: its time was not up when flags could be judged before. */
void verdict_overdue(const struct referee *referee, const struct bout *bout, int64_t at_ms);
void verdict_move(const struct referee *referee, const struct bout *bout,
                  const struct bout_move *move, const struct made *made);
/* When the present turn was given, after the first `comings` of all players: a loss of the mover
 * begins it anew, a welcome ends the wait. */
int64_t verdict_given_play(const struct referee *referee, const struct bout *bout, size_t comings);
/* When the mover's time was up in a match that has ended, without any credit; INT64_MAX: never. */
int64_t verdict_due_play(const struct referee *referee, const struct bout *bout);
/* Is there evidence that it can end so? */
bool verdict_end(const struct referee *referee, const struct bout *bout, enum ending ending,
                 enum seat winner, int64_t at_ms);

/* A match that was made at `at_ms` or before, and tells of deadlines besides its clocks: they are
 * possible. */
void verdict_told(const struct referee *referee, const struct bout *bout,
                  const struct wire_match *view, int64_t at_ms);

#endif
