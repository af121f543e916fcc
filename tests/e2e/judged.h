/* Matches that end after one move and are then judged, in no time or after seconds of work; and the
 * solver's processes, which a test can stop. */
#ifndef TESTS_E2E_JUDGED_H
#define TESTS_E2E_JUDGED_H

#include "tests/e2e/play.h"

/* From the start of a match that is dear to judge: the solver first makes a table, which takes
 * seconds. Each number from 0 to 9 gives rules of their own, valid until the next call. */
#define DEAR_START "65536"
const char *dear_rules(int number);

/* The two play one move, and the first gives up. Returns the match. */
int64_t end_match(struct table *table, const char *rules, const char *start, const char *move);
/* As many of different rules. */
void end_dear_matches(struct table *table, int count);
/* An ordinary one: its first try judges it. */
int64_t end_plain_match(struct table *table);

/* Starts all processes of the solver. */
pid_t solver_parent(const struct server *server);
/* The two end dear matches until the second try of one is under way, and stop it: until its
 * process, which is returned, gets SIGCONT, no second try ends, since all others wait behind it. */
pid_t hold_second_tries(const struct server *server, struct table *table);
int64_t matches_to_judge(struct peer *peer);
void wait_for_marks(struct peer *peer, int64_t match);

#endif
