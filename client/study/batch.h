/* `takeaway solve --batch`: a line in, a JSON object out. Pure. */
#ifndef CLIENT_BATCH_H
#define CLIENT_BATCH_H

#include "common/solver/solver_shelf.h"

/* Of a line: rules, position, and some blanks. */
enum { BATCH_LINE_MAX = RULES_TEXT_MAX + POSITION_TEXT_MAX + 256 };

struct batch {
    struct solver_shelf *shelf; /* so that the tables serve for many lines */
    int64_t line_number;        /* of the last line */
    struct position position;
};

/* It has read nothing. */
void batch_init(struct batch *batch);
void batch_finish(struct batch *batch);

/* Appends the answer to a line "RULES POSITION": an object and a newline; nothing to a blank line
 * or one that begins with '#'. A line of more than BATCH_LINE_MAX bytes is refused, so that of a
 * longer one no more need be given. */
void batch_answer(struct batch *batch, const char *line, size_t len, struct text *out);

#endif
