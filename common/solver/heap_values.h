/* The Grundy values of single heaps, for every game whose positions are sums of heaps in normal
 * play: Nim, octal codes, subtraction games, Grundy's game. This is the one way to get them. */
#ifndef COMMON_SOLVER_HEAP_VALUES_H
#define COMMON_SOLVER_HEAP_VALUES_H

#include "common/game/game.h"

struct heap_values;

/* NULL for other games, and in misere play. `rules` is copied. */
struct heap_values *heap_values_create(const struct rules *rules);
void heap_values_destroy(struct heap_values *values);
/* In bytes. */
size_t heap_values_memory(const struct heap_values *values);
const struct rules *heap_values_rules(const struct heap_values *values);

/* The largest heap whose value is available: 2^63-1 with a closed form or once a period is proven
 * (any question may prove it), else the limit of the table. */
int64_t heap_values_max(const struct heap_values *values);

/* The value of a heap from 0 to heap_values_max(), or of a ring (heaps.h) as large. Tables are
 * extended as far as the heap needs, which may take some seconds for the largest. The value of a
 * Lasker heap may be 2^63. */
uint64_t heap_value(struct heap_values *values, int64_t heap);

/* The closed form of the values in words ("the value of a heap is its size"); NULL where there is
 * none. */
const char *heap_values_closed_form(const struct heap_values *values);

/* value(n + period) = value(n) + growth for all n >= first. */
struct heap_period {
    int64_t first;
    int64_t period;
    int64_t growth;      /* more than 0 for all-but sets, 0 elsewhere */
    int64_t proven_with; /* the proof needs the values of 0..proven_with, which were computed */
    const char *theorem; /* in words, why they are a proof */
};

/* The period that the values computed so far prove; false where they prove none. Compute the values
 * first: heap_value(values, 10000) computes those up to 10000. Of the closed forms only those of
 * the sets {a..b} have a period here. */
bool heap_values_period(const struct heap_values *values, struct heap_period *ret_period);

#endif
