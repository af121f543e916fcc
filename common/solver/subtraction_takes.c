#include "common/solver/subtraction_takes.h"

#include "common/game/heaps.h"
#include "common/game/subtraction.h"

#include <assert.h>

/* Heaps with the value that is looked for: base, base + step, ..., `count` of them. */
struct progression {
    int64_t base;
    int64_t step;
    int64_t count;
};

/* Adds the moves that take from `least` to `most` and leave one of these heaps. */
static void add_from(struct heap_search *search, const struct progression *left, int64_t least,
                     int64_t most)
{
    struct winning_list *list = search->list;
    int64_t low = search->heap - most, high = search->heap - least;
    if (low > high || high < left->base)
        return;
    int64_t first = low > left->base ? (low - left->base - 1) / left->step + 1 : 0;
    int64_t last = (high - left->base) / left->step;
    if (last >= left->count)
        last = left->count - 1;
    for (; first <= last && winning_list_has_room(list); last--)
        *winning_list_add(list) = heaps_move(search->heap, 0, left->base + last * left->step);
    if (first <= last && !winning_list_is_done(list))
        list->found.count += (uint128)(last - first + 1);
}

/* From a to b may be taken. The value repeats after a + b heaps, and within them `a` heaps in a row
 * have it, but fewer the greatest one. A move passes no more than two such rows. */
static void add_of_range(struct heap_search *search, struct subtraction_range range)
{
    int64_t period = range.least + range.most;
    if (search->target > (uint64_t)((period - 1) / range.least))
        return;
    int64_t offset = (int64_t)search->target * range.least;
    int64_t count = offset + range.least > period ? period - offset : range.least;
    int64_t most = search->heap < range.most ? search->heap : range.most;
    int64_t high = search->heap - range.least;
    for (int64_t start = high - high % period; high >= 0 && start >= 0; start -= period) {
        if (start > high - offset)
            continue;
        struct progression left = {start + offset, 1, count};
        if (left.base + count <= search->heap - most || winning_list_is_done(search->list))
            return;
        add_from(search, &left, range.least, most);
    }
}

/* All but a to b may be taken. The heaps with a value are floor(b / a) + 1, each larger by a. */
static void add_of_all_but_range(struct heap_search *search, struct subtraction_range range)
{
    int64_t heap = search->heap, count = range.most / range.least + 1;
    uint128 block = search->target / (uint64_t)range.least,
            base = block * (uint128)count * (uint128)range.least +
                   search->target % (uint64_t)range.least;
    if (base >= (uint128)heap)
        return;
    struct progression left = {(int64_t)base, range.least, count};
    add_from(search, &left, 1, heap < range.least ? heap : range.least - 1);
    if (!winning_list_is_done(search->list))
        add_from(search, &left, range.most + 1, heap);
}

/* All but many numbers may be taken: those with the value are the first one and some that are
 * larger by one of these numbers. */
static void add_of_all_but(struct heap_search *search, const struct rules *rules)
{
    int64_t first = heap_values_first(search->values, search->target);
    if (first < 0 || first >= search->heap)
        return;
    int64_t numbers[SUBTRACTION_NUMBERS_MAX];
    int64_t count = subtraction_numbers(rules, numbers);
    for (int64_t i = count; i >= 0 && !winning_list_is_done(search->list); i--) {
        int64_t left = first + (i > 0 ? numbers[i - 1] : 0);
        if (left < search->heap && subtraction_contains(rules, search->heap - left))
            heap_search_add_single(search, left);
    }
}

/* There are no more than SUBTRACTION_NUMBERS_MAX numbers to try. */
static void add_of_numbers(struct heap_search *search, const struct rules *rules)
{
    int64_t numbers[SUBTRACTION_NUMBERS_MAX];
    int64_t count = subtraction_numbers(rules, numbers);
    for (int64_t i = 0; i < count && numbers[i] <= search->heap; i++) {
        if (winning_list_is_done(search->list))
            return;
        heap_search_add_single(search, search->heap - numbers[i]);
    }
}

void subtraction_add_takes(struct heap_search *search)
{
    const struct rules *rules = heap_values_rules(search->values);
    bool is_all_but = subtraction_kind(rules) == SUBTRACTION_ALL_BUT;
    struct subtraction_range range;
    if (subtraction_is_range(rules, &range))
        (is_all_but ? add_of_all_but_range : add_of_range)(search, range);
    else
        (is_all_but ? add_of_all_but : add_of_numbers)(search, rules);
}
