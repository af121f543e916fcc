/* Grundy values of heaps in take-and-break games: octal and hexadecimal codes, and Grundy's game,
 * in which a heap is split into two that differ. They are computed one after the other, up to the
 * largest requested heap (split_sets.h says how). For a finite code a period that the values prove
 * [GS] is used from then on, so that heaps up to 2^63-1 cost no more than small ones. Three heaps
 * that are left are two and one: the values of the pairs of each smaller sum are kept, and each is
 * combined with the value of the third heap. A table that has far to grow takes threads for that
 * time (look_ahead.h). */
#ifndef COMMON_SOLVER_BREAK_TABLE_H
#define COMMON_SOLVER_BREAK_TABLE_H

#include "common/game/octal.h"

/* The heaps that a move may leave: digits as in octal.h. */
struct break_code {
    int64_t count;                  /* the index of the last digit before the tail */
    int64_t tail;                   /* the length of the tail that repeats; 0 for a finite code */
    bool unequal;                   /* two heaps that are left must differ */
    uint8_t digits[RULES_TEXT_MAX]; /* 0 .. count, then the tail */
};

struct break_table;

/* For heaps up to `heap_max` where no period is proven. `code` is copied. */
struct break_table *break_table_create(const struct break_code *code, int64_t heap_max);
void break_table_destroy(struct break_table *table);
/* In bytes. */
size_t break_table_memory(const struct break_table *table);

/* The largest heap that may be requested now: 2^63-1 once a period is proven. */
int64_t break_table_heap_max(const struct break_table *table);

uint32_t break_table_value(struct break_table *table, int64_t heap);

/* The splits of `sum` into a + b, 1 <= a <= b (a < b where they must differ), with value(a) ^
 * value(b) == target: the least a > after, or 0; and their number. Neither looks at more than
 * break_table_split_work() pairs. */
int64_t break_table_next_split(struct break_table *table, int64_t sum, uint32_t target,
                               int64_t after);
int64_t break_table_count_splits(struct break_table *table, int64_t sum, uint32_t target);
int64_t break_table_split_work(struct break_table *table, int64_t sum);

/* The proven period, the heap from which it holds, and the largest heap whose value the proof
 * needs; false while none is proven. */
bool break_table_period(const struct break_table *table, int64_t *ret_first, int64_t *ret_period,
                        int64_t *ret_proven_with);

#endif
