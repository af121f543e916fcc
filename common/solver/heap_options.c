#include "common/solver/heap_options.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/game/subtraction.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool heap_options_serve(const struct rules *rules)
{
    return rules->family == &family_nim || rules->family == &family_octal ||
           (rules->family == &family_subtraction && rules->variant == SUBTRACTION_PLAIN) ||
           rules->family == &family_grundy;
}

static struct heap_option option_of(const struct heap_options *options, const struct move *move)
{
    const int64_t *after = move->cells + move->before_count;
    uint16_t first = move->after_count > 0 ? options->stands_for[after[0]] : 0;
    uint16_t second = move->after_count > 1 ? options->stands_for[after[1]] : 0;
    return first < second ? (struct heap_option){first, second}
                          : (struct heap_option){second, first};
}

static int compare_options(const void *a, const void *b)
{
    const struct heap_option *left = a, *right = b;
    int by_larger = (left->larger > right->larger) - (left->larger < right->larger);
    return by_larger ? by_larger
                     : (left->smaller > right->smaller) - (left->smaller < right->smaller);
}

/* Sorts the options and leaves each of them once; returns their number. */
static uint32_t sorted_once(struct heap_option *options, uint32_t count)
{
    uint32_t kept = 0;
    qsort(options, count, sizeof *options, compare_options);
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || compare_options(&options[kept - 1], &options[i]) != 0)
            options[kept++] = options[i];
    }
    return kept;
}

static bool have_same_options(const struct heap_options *options, int64_t a, int64_t b)
{
    uint32_t count = heap_options_count(options, a);
    return count == heap_options_count(options, b) &&
           (count == 0 ||
            memcmp(options->options + options->starts[a], options->options + options->starts[b],
                   count * sizeof *options->options) == 0);
}

static uint16_t first_same(const struct heap_options *options, int64_t heap)
{
    int64_t first = 0;
    while (first < heap && !have_same_options(options, first, heap))
        first++;
    return (uint16_t)first;
}

struct heap_options heap_options_create(const struct rules *rules, int64_t upto)
{
    assert(heap_options_serve(rules) && upto >= 0 && upto <= HEAP_OPTIONS_UPTO_MAX);
    struct heap_options options = {
        .upto = upto,
        .stands_for = memory_zeroed((size_t)upto + 1, sizeof *options.stands_for),
        .starts = memory_zeroed((size_t)upto + 2, sizeof *options.starts),
    };
    struct position position = {0};
    position_push(&position, 1);
    for (int64_t heap = 1; heap <= upto; heap++) {
        uint32_t start = options.starts[heap];
        position.cells[0] = heap;
        uint32_t count = (uint32_t)move_count(rules, &position);
        options.options =
            memory_resized(options.options, start + count + 1, sizeof *options.options);
        for (uint32_t i = 0; i < count; i++) {
            struct move move;
            move_at(rules, &position, i, &move);
            options.options[start + i] = option_of(&options, &move);
        }
        if (count > 0)
            count = sorted_once(options.options + start, count);
        options.starts[heap + 1] = start + count;
        options.stands_for[heap] = first_same(&options, heap);
    }
    position_finish(&position);
    return options;
}

void heap_option_leave(struct heap_option option, const struct position *rest,
                       struct position *after)
{
    position_copy(after, rest);
    if (option.smaller > 0)
        heaps_add(after, option.smaller);
    if (option.larger > 0)
        heaps_add(after, option.larger);
}

void heap_options_finish(struct heap_options *options)
{
    free(options->stands_for);
    free(options->starts);
    free(options->options);
    *options = (struct heap_options){0};
}
