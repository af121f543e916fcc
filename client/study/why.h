/* What perfect play says about a position, and why, for whoever shows it. */
#ifndef CLIENT_STUDY_WHY_H
#define CLIENT_STUDY_WHY_H

#include "client/study/solution.h"
#include "client/study/solvers.h"

struct why;

/* The rule for hints during a match: NULL where there are hints, else the reason why there are
 * none, without the full stop. */
const char *why_no_hint(bool in_tournament, bool is_rated, bool is_against_bot);

/* `text` are the lines of solver_explain(). Both live during the call. */
typedef void why_answered(void *owner, const struct solution *solution, const char *text);

/* Rules and position are copied. Answered once, unless it is dropped: quick ones before this
 * returns, and NULL is returned then; the others when the solver has found out. */
struct why *why_ask(struct solvers *solvers, const struct rules *rules,
                    const struct position *position, why_answered *answered, void *owner);
/* The answer is wanted no more. To be called before it; NULL is taken. */
void why_drop(struct why *why);

#endif
