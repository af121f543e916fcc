/* Explains in words the parts of a heap in a take-away game. */
#ifndef COMMON_SOLVER_PARTS_TEXT_H
#define COMMON_SOLVER_PARTS_TEXT_H

#include "common/base/text.h"
#include "common/solver/p_sequence.h"

/* Appends "35 = 34 + 1." and, on a line of its own, the kind of these parts. heap >= 1. */
void parts_text_sum(struct p_sequence *sequence, int64_t heap, struct text *out);

/* Appends the reason why the take wins under the quota, or for `take` 0 why no take wins; then the
 * parts. heap >= 1. */
void parts_text_explain(struct p_sequence *sequence, int64_t heap, int64_t quota, int64_t take,
                        struct text *out);

/* Appends the theorem of the P-sequence for a certificate: the terms up to this number of counters
 * in play, and its parts. */
void parts_text_prove(struct p_sequence *sequence, int64_t counters, struct text *out);

#endif
