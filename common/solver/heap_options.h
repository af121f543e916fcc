/* The moves of single heaps, as the heaps that they leave: of every game whose positions are sums
 * of heaps. Normal play needs no more of a heap than its Grundy value (heap_values.h); in misere
 * play a sum depends on all of this. */
#ifndef COMMON_SOLVER_HEAP_OPTIONS_H
#define COMMON_SOLVER_HEAP_OPTIONS_H

#include "common/game/game.h"

enum { HEAP_OPTIONS_UPTO_MAX = 500 };

/* What a move leaves of a heap: smaller <= larger, and 0 is no heap. A heap with the same options
 * as smaller ones is the same game: the smallest of them stands for it, and 0 for one without
 * moves.
 */
struct heap_option {
    uint16_t smaller;
    uint16_t larger;
};

/* The options of the heaps 0 .. upto, each one once. */
struct heap_options {
    int64_t upto;
    uint16_t *stands_for; /* by heap: the one that stands for it, or the heap itself */
    uint32_t *starts; /* those of a heap are at options[starts[heap]] .. [starts[heap + 1] - 1] */
    struct heap_option *options;
};

/* Is a position of this game a sum of heaps, each of which a move leaves in at most two? */
bool heap_options_serve(const struct rules *rules);

/* Preconditions: heap_options_serve(rules), 0 <= upto <= HEAP_OPTIONS_UPTO_MAX. */
struct heap_options heap_options_create(const struct rules *rules, int64_t upto);
void heap_options_finish(struct heap_options *options);

/* Makes `after` the sum of `rest` and what the option leaves. */
void heap_option_leave(struct heap_option option, const struct position *rest,
                       struct position *after);

static inline uint32_t heap_options_count(const struct heap_options *options, int64_t heap)
{
    return options->starts[heap + 1] - options->starts[heap];
}

static inline struct heap_option heap_option_at(const struct heap_options *options, int64_t heap,
                                                uint32_t index)
{
    return options->options[options->starts[heap] + index];
}

#endif
