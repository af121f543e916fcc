#include "common/solver/misere_quotient.h"

#include "common/base/memory.h"
#include "common/game/heaps.h"
#include "common/solver/position_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SET_WORDS = QUOTIENT_ELEMENTS_MAX / 64 };

#define NO_ELEMENT UINT32_MAX

/* A set of elements, or the answers to the tests. */
struct bits {
    uint64_t words[SET_WORDS];
};

/* Sums are positions whose cells are heaps with moves. In a "word" the heaps are in the order in
 * which arrows are followed; in all other sums they ascend. */
struct finder {
    struct heap_options options;
    int64_t heap; /* the largest in work */

    uint32_t count;
    struct position *sums;  /* one of each element */
    struct bits *rows;      /* its answers to the tests: is it lost with them? */
    uint32_t *arrows;       /* as in struct misere_quotient; NO_ELEMENT: not known yet */
    struct position *tests; /* the first is empty */
    uint32_t test_count;

    struct misere_quotient found;    /* of the heaps below `heap` */
    struct position_table *verdicts; /* 1: not lost, 2: lost */
    bool is_guess;                   /* nothing is learned from what is wrong */
    bool is_stopped;                 /* by a limit; answers mean nothing from here on */
    enum quotient_end end;
};

static bool bits_have(const struct bits *bits, uint32_t index)
{
    return bits->words[index / 64] >> (index % 64) & 1;
}

static void bits_add(struct bits *bits, uint32_t index)
{
    bits->words[index / 64] |= UINT64_C(1) << (index % 64);
}

static bool bits_contain(const struct bits *bits, const struct bits *part)
{
    for (int i = 0; i < SET_WORDS; i++) {
        if (part->words[i] & ~bits->words[i])
            return false;
    }
    return true;
}

static void stop(struct finder *finder, enum quotient_end end)
{
    if (!finder->is_stopped)
        finder->end = end;
    finder->is_stopped = true;
}

/* --- who wins a sum --- */

/* A heap whose only move ends the game: two of them change nothing in any sum. */
static bool is_one(const struct heap_options *options, int64_t heap)
{
    return heap_options_count(options, heap) == 1 && heap_option_at(options, heap, 0).larger == 0;
}

static void cancel_ones(const struct heap_options *options, struct position *sum)
{
    for (uint32_t i = 0; i + 1 < sum->count;) {
        if (sum->cells[i] == sum->cells[i + 1] && is_one(options, sum->cells[i])) {
            position_remove(sum, i);
            position_remove(sum, i);
        } else {
            i++;
        }
    }
}

static bool is_known_lost(const struct misere_quotient *found, const struct position *sum)
{
    uint32_t element = 0;
    for (uint32_t i = 0; i < sum->count; i++)
        element = quotient_plus_heap(found, element, sum->cells[i]);
    return found->is_lost[element];
}

static bool is_lost(struct finder *finder, struct position *sum);

static bool has_winning_move(struct finder *finder, const struct position *sum)
{
    struct position rest = {0}, after = {0};
    bool wins = false;
    for (uint32_t i = sum->count; i-- > 0 && !wins && !finder->is_stopped;) {
        int64_t heap = sum->cells[i];
        uint32_t count = heap_options_count(&finder->options, heap);
        position_copy(&rest, sum);
        position_remove(&rest, i);
        for (uint32_t k = 0; k < count && !wins && !finder->is_stopped; k++) {
            struct heap_option option = heap_option_at(&finder->options, heap, k);
            heap_option_leave(option, &rest, &after);
            wins = is_lost(finder, &after);
        }
    }
    position_finish(&rest);
    position_finish(&after);
    return wins;
}

/* May change the sum into one that is lost in the same sums. */
static bool is_lost(struct finder *finder, struct position *sum)
{
    cancel_ones(&finder->options, sum);
    if (sum->count == 0)
        return false;
    if (sum->cells[sum->count - 1] <= finder->found.upto)
        return is_known_lost(&finder->found, sum);
    uint32_t *verdict = position_table_find(finder->verdicts, sum);
    if (verdict)
        return *verdict == 2;
    bool lost = !has_winning_move(finder, sum);
    if (position_table_count(finder->verdicts) >= QUOTIENT_SEARCHED_MAX)
        stop(finder, QUOTIENT_TOO_LONG);
    if (!finder->is_stopped)
        *position_table_place(finder->verdicts, sum) = lost ? 2 : 1;
    return lost;
}

/* Is the sum of these lost? The heap may be 0. */
static bool is_lost_together(struct finder *finder, const struct position *sum, int64_t heap,
                             const struct position *test)
{
    struct position all = {0};
    for (uint32_t i = 0; i < sum->count; i++)
        heaps_add(&all, sum->cells[i]);
    for (uint32_t i = 0; i < test->count; i++)
        heaps_add(&all, test->cells[i]);
    if (heap > 0)
        heaps_add(&all, heap);
    bool lost = is_lost(finder, &all);
    position_finish(&all);
    return lost;
}

/* --- the hypothesis --- */

static uint32_t *arrow(const struct finder *finder, uint32_t element, int64_t heap)
{
    return &finder->arrows[(int64_t)element * (finder->options.upto + 1) + heap];
}

static bool element_is_lost(const struct finder *finder, uint32_t element)
{
    return bits_have(&finder->rows[element], 0);
}

/* Follows the arrows. */
static uint32_t element_after(const struct finder *finder, uint32_t element,
                              const struct position *word)
{
    for (uint32_t i = 0; i < word->count; i++)
        element = *arrow(finder, element, word->cells[i]);
    return element;
}

/* The element with an option of a heap beside it. */
static uint32_t element_with(const struct finder *finder, uint32_t element,
                             struct heap_option option)
{
    if (option.larger > 0)
        element = *arrow(finder, element, option.larger);
    return option.smaller > 0 ? *arrow(finder, element, option.smaller) : element;
}

static uint32_t element_with_row(const struct finder *finder, const struct bits *row)
{
    for (uint32_t i = 0; i < finder->count; i++) {
        if (memcmp(&finder->rows[i], row, sizeof *row) == 0)
            return i;
    }
    return NO_ELEMENT;
}

static struct bits row_of(struct finder *finder, const struct position *sum, int64_t heap)
{
    struct bits row = {0};
    for (uint32_t i = 0; i < finder->test_count && !finder->is_stopped; i++) {
        if (is_lost_together(finder, sum, heap, &finder->tests[i]))
            bits_add(&row, i);
    }
    return row;
}

static void add_element(struct finder *finder, const struct position *sum, int64_t heap,
                        const struct bits *row)
{
    uint32_t element = finder->count;
    if (element == QUOTIENT_ELEMENTS_MAX) {
        stop(finder, QUOTIENT_TOO_LARGE);
        return;
    }
    size_t heaps = (size_t)finder->options.upto + 1;
    struct position with = {0};
    position_copy(&with, sum); /* it may be in the list */
    if (heap > 0)
        position_push(&with, heap);
    finder->sums = memory_for_next(finder->sums, element, sizeof *finder->sums);
    finder->rows = memory_for_next(finder->rows, element, sizeof *finder->rows);
    finder->arrows = memory_resized(finder->arrows, (element + 1) * heaps, sizeof *finder->arrows);
    finder->sums[element] = with;
    finder->rows[element] = *row;
    finder->count++;
    for (size_t i = 0; i < heaps; i++)
        *arrow(finder, element, (int64_t)i) = NO_ELEMENT;
}

/* Is the heap one in its own right? Another stands for it otherwise. */
static bool stands_alone(const struct finder *finder, int64_t heap)
{
    return finder->options.stands_for[heap] == heap;
}

/* Finds the missing arrows; new elements come in with all theirs missing. */
static void find_arrows(struct finder *finder)
{
    for (uint32_t element = 0; element < finder->count; element++) {
        for (int64_t heap = 1; heap <= finder->heap && !finder->is_stopped; heap++) {
            if (!stands_alone(finder, heap) || *arrow(finder, element, heap) != NO_ELEMENT)
                continue;
            struct bits row = row_of(finder, &finder->sums[element], heap);
            uint32_t found = element_with_row(finder, &row);
            if (found == NO_ELEMENT) {
                found = finder->count;
                add_element(finder, &finder->sums[element], heap, &row);
            }
            if (!finder->is_stopped)
                *arrow(finder, element, heap) = found;
        }
    }
}

/* Adds a test, and takes back the arrows that it shows to be wrong. */
static void add_test(struct finder *finder, struct position test)
{
    uint32_t index = finder->test_count;
    assert(index < QUOTIENT_ELEMENTS_MAX);
    finder->tests = memory_for_next(finder->tests, index, sizeof *finder->tests);
    finder->tests[index] = test;
    finder->test_count++;
    for (uint32_t i = 0; i < finder->count; i++) {
        if (is_lost_together(finder, &finder->sums[i], 0, &test))
            bits_add(&finder->rows[i], index);
    }
    for (uint32_t i = 0; i < finder->count; i++) {
        for (int64_t heap = 1; heap <= finder->heap; heap++) {
            uint32_t *to = arrow(finder, i, heap);
            if (stands_alone(finder, heap) && *to != NO_ELEMENT &&
                is_lost_together(finder, &finder->sums[i], heap, &test) !=
                    bits_have(&finder->rows[*to], index))
                *to = NO_ELEMENT;
        }
    }
}

/* --- from a wrong answer to a test --- */

static bool is_wrong(struct finder *finder, const struct position *word)
{
    static const struct position none;
    return is_lost_together(finder, word, 0, &none) !=
           element_is_lost(finder, element_after(finder, 0, word));
}

/* The hypothesis is wrong about this word. Somewhere along it the sum of the element reached, with
 * the rest of the word, changes from lost to not lost or back: there an arrow leads to an element
 * that the rest tells from where it should lead. The shortest such rest becomes a test. */
static void learn(struct finder *finder, const struct position *word)
{
    struct position rest = {0};
    uint32_t at = word->count;
    bool before, after = element_is_lost(finder, element_after(finder, 0, word));
    do {
        assert(at > 0);
        position_insert(&rest, 0, word->cells[--at]);
        struct position start = {.count = at, .cells = word->cells};
        uint32_t element = element_after(finder, 0, &start);
        before = is_lost_together(finder, &finder->sums[element], 0, &rest);
    } while (before == after && !finder->is_stopped);
    if (finder->is_stopped) {
        position_finish(&rest);
        return;
    }
    position_remove(&rest, 0);
    add_test(finder, rest);
}

/* Learns from the word if the hypothesis is wrong about it. */
static bool learns_from(struct finder *finder, const struct position *word)
{
    if (finder->is_stopped || !is_wrong(finder, word) || finder->is_stopped)
        return false;
    learn(finder, word);
    return true;
}

static void append(struct position *word, const struct position *more)
{
    for (uint32_t i = 0; i < more->count; i++)
        position_push(word, more->cells[i]);
}

static bool learns_from_sum(struct finder *finder, const struct position *sum, int64_t first,
                            int64_t second, const struct position *test)
{
    struct position word = {0};
    append(&word, sum);
    if (first > 0)
        position_push(&word, first);
    if (second > 0)
        position_push(&word, second);
    append(&word, test);
    bool learned = learns_from(finder, &word);
    position_finish(&word);
    return learned;
}

/* --- the check --- */

/* Two heaps lead to two elements in their two orders; a test tells these apart. One of four words
 * is wrong. */
static bool learn_order(struct finder *finder, uint32_t element, int64_t g, int64_t h)
{
    uint32_t one = *arrow(finder, *arrow(finder, element, g), h);
    uint32_t other = *arrow(finder, *arrow(finder, element, h), g);
    uint32_t i = 0;
    while (bits_have(&finder->rows[one], i) == bits_have(&finder->rows[other], i))
        i++;
    assert(i < finder->test_count);
    struct position test = {0};
    position_copy(&test, &finder->tests[i]);
    bool learned = learns_from_sum(finder, &finder->sums[element], g, h, &test) ||
                   learns_from_sum(finder, &finder->sums[element], h, g, &test) ||
                   learns_from_sum(finder, &finder->sums[one], 0, 0, &test) ||
                   learns_from_sum(finder, &finder->sums[other], 0, 0, &test);
    assert(learned || finder->is_stopped);
    position_finish(&test);
    return learned;
}

/* True where nothing was wrong. */
static bool check_order(struct finder *finder)
{
    for (uint32_t element = 0; element < finder->count; element++) {
        for (int64_t g = 1; g <= finder->heap; g++) {
            for (int64_t h = g + 1; h <= finder->heap; h++) {
                if (stands_alone(finder, g) && stands_alone(finder, h) &&
                    *arrow(finder, *arrow(finder, element, g), h) !=
                        *arrow(finder, *arrow(finder, element, h), g))
                    return learn_order(finder, element, g, h), false;
            }
        }
    }
    return true;
}

/* No move leads from lost to lost. */
static bool check_lost(struct finder *finder)
{
    static const struct position none;
    for (uint32_t element = 0; element < finder->count; element++) {
        for (int64_t heap = 1; heap <= finder->heap; heap++) {
            if (!stands_alone(finder, heap) ||
                !element_is_lost(finder, *arrow(finder, element, heap)))
                continue;
            for (uint32_t i = 0; i < heap_options_count(&finder->options, heap); i++) {
                struct heap_option option = heap_option_at(&finder->options, heap, i);
                if (!element_is_lost(finder, element_with(finder, element, option)))
                    continue;
                if (finder->is_guess)
                    return false;
                const struct position *sum = &finder->sums[element];
                bool learned = learns_from_sum(finder, sum, heap, 0, &none) ||
                               learns_from_sum(finder, sum, option.larger, option.smaller, &none);
                assert(learned || finder->is_stopped);
                return false;
            }
        }
    }
    return true;
}

/* A sum, made by adding a heap to an earlier one, with its element and those of its options. */
struct pair {
    uint32_t element;
    uint32_t earlier;
    int64_t heap;
    bool is_left_out;
    struct bits options;
};

struct pairs {
    struct pair *list; /* the first is the empty sum */
    uint32_t count;
};

static struct pair pair_with(const struct finder *finder, const struct pairs *pairs, uint32_t index,
                             int64_t heap)
{
    const struct pair *pair = &pairs->list[index];
    struct pair with = {.element = *arrow(finder, pair->element, heap), index, heap, false, {{0}}};
    for (uint32_t i = 0; i < finder->count; i++) {
        if (bits_have(&pair->options, i))
            bits_add(&with.options, *arrow(finder, i, heap));
    }
    for (uint32_t i = 0; i < heap_options_count(&finder->options, heap); i++) {
        struct heap_option option = heap_option_at(&finder->options, heap, i);
        bits_add(&with.options, element_with(finder, pair->element, option));
    }
    return with;
}

/* Adds a pair unless one with the same element has no other options than its; those with more are
 * left out. The empty sum alone has no move: nothing is compared with it. */
static void add_pair(struct pairs *pairs, const struct pair *pair)
{
    for (uint32_t i = 1; i < pairs->count; i++) {
        const struct pair *other = &pairs->list[i];
        if (other->element == pair->element && !other->is_left_out &&
            bits_contain(&pair->options, &other->options))
            return;
    }
    for (uint32_t i = 1; i < pairs->count; i++) {
        struct pair *other = &pairs->list[i];
        if (other->element == pair->element && bits_contain(&other->options, &pair->options))
            other->is_left_out = true;
    }
    pairs->list = memory_for_next(pairs->list, pairs->count, sizeof *pairs->list);
    pairs->list[pairs->count++] = *pair;
}

static bool has_lost_option(const struct finder *finder, const struct pair *pair)
{
    for (uint32_t i = 0; i < finder->count; i++) {
        if (bits_have(&pair->options, i) && element_is_lost(finder, i))
            return true;
    }
    return false;
}

/* No option of the sum is lost, by the hypothesis, nor is the sum: it is wrong about one of them.
 */
static void learn_stuck(struct finder *finder, const struct pairs *pairs, uint32_t index)
{
    static const struct position none;
    struct position sum = {0}, rest = {0};
    for (; index > 0; index = pairs->list[index].earlier)
        heaps_add(&sum, pairs->list[index].heap);
    bool learned = learns_from_sum(finder, &sum, 0, 0, &none);
    for (uint32_t i = 0; i < sum.count && !learned && !finder->is_stopped; i++) {
        position_copy(&rest, &sum);
        position_remove(&rest, i);
        uint32_t count = heap_options_count(&finder->options, sum.cells[i]);
        for (uint32_t k = 0; k < count && !learned; k++) {
            struct heap_option option = heap_option_at(&finder->options, sum.cells[i], k);
            learned = learns_from_sum(finder, &rest, option.larger, option.smaller, &none);
        }
    }
    assert(learned || finder->is_stopped);
    position_finish(&sum);
    position_finish(&rest);
}

/* Each sum that is not lost, but for the empty one, has a move to one that is. */
static bool check_won(struct finder *finder)
{
    struct pairs pairs = {memory_zeroed(1, sizeof(struct pair)), 1};
    bool passes = true;
    for (uint32_t i = 0; i < pairs.count && passes && !finder->is_stopped; i++) {
        for (int64_t heap = 1; heap <= finder->heap && passes && !pairs.list[i].is_left_out;
             heap++) {
            if (!stands_alone(finder, heap))
                continue;
            struct pair with = pair_with(finder, &pairs, i, heap);
            uint32_t before = pairs.count;
            add_pair(&pairs, &with);
            if (pairs.count == before)
                continue;
            passes = element_is_lost(finder, with.element) || has_lost_option(finder, &with);
            if (!passes && !finder->is_guess)
                learn_stuck(finder, &pairs, before);
        }
        if (pairs.count > QUOTIENT_PAIRS_MAX)
            stop(finder, QUOTIENT_TOO_LONG);
    }
    free(pairs.list);
    return passes;
}

/* --- heap by heap --- */

static void keep(struct finder *finder)
{
    struct misere_quotient *found = &finder->found;
    size_t heaps = (size_t)finder->heap + 1;
    found->upto = finder->heap;
    found->count = finder->count;
    found->arrows = memory_resized(found->arrows, found->count * heaps, sizeof *found->arrows);
    found->is_lost = memory_resized(found->is_lost, found->count, sizeof *found->is_lost);
    found->orders = memory_resized(found->orders, heaps, sizeof *found->orders);
    found->orders[found->upto] = found->count;
    for (uint32_t i = 0; i < found->count; i++) {
        found->is_lost[i] = element_is_lost(finder, i);
        found->arrows[i * heaps] = i;
        for (size_t heap = 1; heap < heaps; heap++) {
            uint16_t same = finder->options.stands_for[heap];
            found->arrows[i * heaps + heap] = same ? *arrow(finder, i, same) : i;
        }
    }
}

/* Is the new heap the same as an element of the smaller ones? Then none is added, and nothing has
 * to be searched: a hypothesis that passes is true. */
static bool guess(struct finder *finder)
{
    bool passes = false;
    finder->is_guess = true;
    for (uint32_t as = 0; as < finder->count && !passes && !finder->is_stopped; as++) {
        for (uint32_t i = 0; i < finder->count; i++)
            *arrow(finder, i, finder->heap) = element_after(finder, i, &finder->sums[as]);
        passes = check_lost(finder) && check_won(finder) && !finder->is_stopped;
    }
    for (uint32_t i = 0; i < finder->count && !passes; i++)
        *arrow(finder, i, finder->heap) = NO_ELEMENT;
    finder->is_guess = false;
    return passes;
}

static void find_next(struct finder *finder)
{
    finder->heap++;
    if (stands_alone(finder, finder->heap) && !guess(finder)) {
        do {
            find_arrows(finder);
        } while (!finder->is_stopped &&
                 !(check_order(finder) && check_lost(finder) && check_won(finder)));
    }
    if (!finder->is_stopped)
        keep(finder);
}

enum quotient_end misere_quotient_find(const struct rules *rules, int64_t upto,
                                       struct misere_quotient *ret_quotient)
{
    static const struct position none;
    struct finder finder = {
        .options = heap_options_create(rules, upto),
        .verdicts = position_table_create(),
        .end = QUOTIENT_FOUND,
    };
    struct bits row = {0}; /* who cannot move has won */
    add_test(&finder, none);
    add_element(&finder, &none, 0, &row);
    keep(&finder);
    while (finder.heap < upto && !finder.is_stopped)
        find_next(&finder);

    *ret_quotient = finder.found;
    for (uint32_t i = 0; i < finder.count; i++)
        position_finish(&finder.sums[i]);
    for (uint32_t i = 0; i < finder.test_count; i++)
        position_finish(&finder.tests[i]);
    free(finder.sums);
    free(finder.rows);
    free(finder.arrows);
    free(finder.tests);
    position_table_destroy(finder.verdicts);
    heap_options_finish(&finder.options);
    return finder.end;
}

void misere_quotient_finish(struct misere_quotient *quotient)
{
    free(quotient->arrows);
    free(quotient->is_lost);
    free(quotient->orders);
    *quotient = (struct misere_quotient){0};
}
