/* A match that has ended, for those who look at it. */
#ifndef TESTS_UNIT_REVIEW_MATCH_H
#define TESTS_UNIT_REVIEW_MATCH_H

#include "common/game/match.h"

enum { REVIEW_MOVES_MAX = 64 };

/* Of ann, who moves first, and ben. `moves` with a blank between two; `seat` is the reader's, NULL:
 * none. */
struct match *review_match(const char *rules, const char *start, const char *moves,
                           const char *seat, const char *ending, const char *winner);

#endif
