/* What perfect play says about a position, and why, for whoever shows it. */
#ifndef CLIENT_TUI_WHY_H
#define CLIENT_TUI_WHY_H

#include "client/study/solution.h"
#include "client/tui/app.h"

struct why;

/* `text` are the lines of solver_explain(). Both live during the call. */
typedef void why_answered(void *owner, const struct solution *solution, const char *text);

/* Rules and position are copied. Answered once, unless it is dropped: quick ones before this returns, and NULL is returned then;
 * the others when the solver has found out. */
struct why *why_ask(struct app *app, const struct rules *rules, const struct position *position,
                    why_answered *answered, void *owner);
/* The answer is wanted no more. To be called before it; NULL is taken. */
void why_drop(struct why *why);

#endif
