/* One heap under an octal code: its Grundy value, and which of its options have a given value. Nim
 * and Lasker's Nim have closed forms, all other codes a table. */
#ifndef COMMON_SOLVER_OCTAL_VALUES_H
#define COMMON_SOLVER_OCTAL_VALUES_H

#include "common/game/game.h"

struct octal_values;

/* `rules` are borrowed. */
struct octal_values *octal_values_create(const struct rules *rules);
void octal_values_destroy(struct octal_values *values);

uint64_t octal_value(struct octal_values *values, int64_t heap);

/* The numbers of counters whose taking from `heap` may leave the value `target`, ascending: the
 * least one above `taken`, or -1. Those left out surely cannot. */
int64_t octal_next_take(struct octal_values *values, int64_t heap, uint64_t target, int64_t taken);

/* The splits of `sum` into a + b, 1 <= a <= b, with value(a) ^ value(b) == target: the least a >
 * after, or 0; and how many there are. Neither looks at more than octal_split_work() pairs. */
int64_t octal_next_split(struct octal_values *values, int64_t sum, uint64_t target, int64_t after);
uint64_t octal_count_splits(struct octal_values *values, int64_t sum, uint64_t target);
int64_t octal_split_work(struct octal_values *values, int64_t sum);

#endif
