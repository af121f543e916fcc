/* Answers the page's questions about rules, positions, moves, perfect play and reviews: what the
 * terminal programs know, from the same code, so that the page needs no rule, no notation and no
 * explanation of its own. No I/O.
 *
 * A question is lines: its name, then its arguments, one a line; the last ones may be left out
 * where the table in desk.c says so. Rules are as a person may type them, and may have a tab and a
 * look behind them (common/game/look.h): "nim\tstrip". An answer is one value of JSON. Numbers of
 * counters and values can be as large as 2^63, so they are strings of digits; small numbers, such
 * as an index, are numbers. A question that cannot be answered gets
 *
 *     {"error": "illegal_move", "message": "..."}
 *
 * Some answers take seconds (a table has to be made first): the page asks those in a Worker.
 * Compiled with DESK_WITHOUT_STUDY, desk.c has none of them, and a program with it no solver. */
#ifndef WEB_RULES_DESK_H
#define WEB_RULES_DESK_H

#include "common/base/text.h"

#include <stddef.h>

/* Keeps the solvers used last, and the choices that are open. For one thread. */
struct desk;

/* `memory_max`: of the solvers that are kept, in bytes as solver_memory() counts them. */
struct desk *desk_create(size_t memory_max);
void desk_destroy(struct desk *desk);
/* Appends the answer. `question` need not be zero-terminated. */
void desk_answer(struct desk *desk, const char *question, size_t len, struct text *out);

#endif
