/* Sums of heaps whose tables are heap_values.h: the moves of a heap that leave a given value, and
 * the entries that the solvers of such games share. */
#ifndef COMMON_SOLVER_HEAP_SPLITS_H
#define COMMON_SOLVER_HEAP_SPLITS_H

#include "common/solver/heap_values.h"
#include "common/solver/solver_family.h"

/* Entries of struct solver_family for families whose tables are heap_values. */
void *heap_family_tables_create(const struct rules *rules);
void heap_family_tables_destroy(void *tables);
size_t heap_family_memory(const void *tables);
bool heap_family_grundy(struct solver *solver, const struct position *position,
                        uint64_t *ret_value);
void heap_family_explain(struct solver *solver, const struct position *position,
                         const struct move *best, bool is_brief, struct text *out);
/* The figures alone: what the values are (not when brief), and their binary columns with those
 * after the move. Precondition: there is a heap. */
void heap_explain_figures(struct heap_values *values, const struct position *position,
                          const struct move *best, bool is_brief, struct text *out);

/* The splits of `sum` into a + b, 1 <= a <= b (a < b where they must differ), with value(a) ^
 * value(b) == target: the least a > after, or 0; and their number. Neither looks at more than
 * heap_split_work() pairs. Only for games that split heaps. */
int64_t heap_next_split(struct heap_values *values, int64_t sum, uint64_t target, int64_t after);
uint64_t heap_count_splits(struct heap_values *values, int64_t sum, uint64_t target);
int64_t heap_split_work(struct heap_values *values, int64_t sum);

/* The one heap that has this value (2^63-1 for any above), where a closed form gives every heap a
 * different value; false elsewhere. */
bool heap_values_closed_heap(const struct heap_values *values, uint64_t value, int64_t *ret_heap);

/* The smallest heap with this value; -1 where no heap up to the largest one that was asked for has
 * it. Only for all-but sets whose values have no closed form. */
int64_t heap_values_first(const struct heap_values *values, uint64_t value);

/* A search for winning moves. Where theory gives no count, it ends after some tenths of a second
 * once it has found more than the list can hold: list->found.counted is false then. */
struct heap_search {
    struct heap_values *values;
    struct winning_list *list;
    int64_t heap;
    uint64_t target; /* the value that the heap has to become */
    int64_t work;    /* pairs searched so far, for all heaps */
};

/* Adds the moves of search->heap that leave `left` counters as one heap (or none), or as two. */
void heap_search_add_single(struct heap_search *search, int64_t left);
void heap_search_add_splits(struct heap_search *search, int64_t left);
/* Is it time to end? Then the list says that not all moves were counted. */
bool heap_search_stops(const struct heap_search *search);

uint64_t heap_nim_sum(struct heap_values *values, const struct position *position);

/* Calls `add_moves` for each heap, smaller first, whose moves may win, until the list is done. */
void heap_search_all(struct heap_values *values, const struct position *position,
                     struct winning_list *list, void (*add_moves)(struct heap_search *search));

#endif
