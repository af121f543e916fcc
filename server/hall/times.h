/* The times of a match's moves as one text, as its record keeps them: of each move the ms taken, as
 * 1234, or with what was given back for lag as 1234-56; a space between two. */
#ifndef SERVER_HALL_TIMES_H
#define SERVER_HALL_TIMES_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* What came of a move for the mover's clock. */
struct move_times {
    int64_t taken_ms, credit_ms;
    int64_t left_ms; /* -1: no clock */
};

void times_append(struct text *times, int64_t taken_ms, int64_t credit_ms);
/* Reads the times of the move that *at points to, and goes on to the next, or to the end of the
 * text. False, and *at is anywhere: there are none, or they cannot be. */
bool times_next(const char **at, int64_t *ret_taken_ms, int64_t *ret_credit_ms);

#endif
