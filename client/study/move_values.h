/* The moves of a position with the Grundy values that they lead to. The value of the position is
 * the mex of these, that is the least of 0, 1, 2, ... that is missing among them. */
#ifndef CLIENT_MOVE_VALUES_H
#define CLIENT_MOVE_VALUES_H

#include "common/solver/solver.h"

#include <jansson.h>

struct move_value {
    struct move move;
    uint64_t value; /* of the position after it */
};

struct move_values {
    struct move_value *moves; /* owned; by value, those of one value in the order of move_at() */
    uint32_t count;
};

/* USAGE: the game has no values (in misere play), or not all of them are known, or the position has
 * too many moves. On failure there is nothing to finish. */
enum error_code move_values_find(struct solver *solver, const struct position *position,
                                 struct move_values *ret_values, struct error *error);
void move_values_finish(struct move_values *values);

/* Appends a line for each value up to the largest one, also for the missing one that is the value
 * of the position. */
void move_values_print(const struct rules *rules, const struct position *position,
                       const struct move_values *values, struct text *out);
/* A list of objects: value, moves. */
json_t *move_values_json(const struct rules *rules, const struct position *position,
                         const struct move_values *values);

#endif
