/* Words about the parts of a heap in a take-away game, for explanations. */
#ifndef COMMON_SOLVER_PARTS_TEXT_H
#define COMMON_SOLVER_PARTS_TEXT_H

#include "common/base/text.h"
#include "common/solver/p_sequence.h"

/* Appends "35 = 34 + 1." and, on a line of its own, what these parts are. heap >= 1. */
void parts_text_sum(struct p_sequence *sequence, int64_t heap, struct text *out);

/* Appends why a take from a heap of which `quota` may be taken wins; or, where `take` is 0, why
 * none does; then the parts. heap >= 1. */
void parts_text_explain(struct p_sequence *sequence, int64_t heap, int64_t quota, int64_t take,
                        struct text *out);

#endif
