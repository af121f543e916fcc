/* `takeaway solve --batch`: reads a line, prints a JSON object or a certificate. Pure. */
#ifndef CLIENT_BATCH_H
#define CLIENT_BATCH_H

#include "common/solver/solver_shelf.h"

/* Longest line: rules, position, and some blanks. */
enum { BATCH_LINE_MAX = RULES_TEXT_MAX + POSITION_TEXT_MAX + 256 };

struct batch {
    struct solver_shelf *shelf; /* keeps the solvers' tables from line to line */
    int64_t line_number;        /* of the last line */
    bool certificates;          /* the answers are certificates, not JSON */
    struct position position;
};

/* A batch before its first line. */
void batch_init(struct batch *batch, bool certificates);
void batch_finish(struct batch *batch);

/* Appends the answer to a line "RULES POSITION": an object and a newline, or a certificate; nothing
 * for a blank line or one that begins with '#'. Instead of a certificate there may be a line
 * "refused: ", the number of the line and the reason. A line of more than BATCH_LINE_MAX bytes is
 * refused, so the caller may cut a longer line to BATCH_LINE_MAX + 1 bytes. */
void batch_answer(struct batch *batch, const char *line, size_t len, struct text *out);

#endif
