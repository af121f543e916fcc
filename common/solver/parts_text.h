/* Words about the parts of a heap in a take-away game, for explanations. */
#ifndef COMMON_SOLVER_PARTS_TEXT_H
#define COMMON_SOLVER_PARTS_TEXT_H

#include "common/base/text.h"
#include "common/solver/p_sequence.h"

/* Appends "35 = 34 + 1" and, on a line of its own, what these parts are. heap >= 1. */
void parts_text_heap(struct p_sequence *sequence, int64_t heap, struct text *out);

/* Appends why the mover wins or loses a heap under a quota, by its smallest part. heap >= 1. */
void parts_text_outcome(struct p_sequence *sequence, int64_t heap, int64_t quota, struct text *out);

#endif
