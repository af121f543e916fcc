#include "client/play/input_examples.h"

#include "common/game/chomp.h"
#include "common/game/family.h"
#include "common/game/take_away.h"
#include "common/game/wythoff.h"
#include "common/words/words.h"

#include <inttypes.h>

enum { EXAMPLE_TAKEN_MAX = 64 };

static bool is_legal(const struct rules *rules, const struct position *position,
                     const struct text *text)
{
    struct move move;
    struct error error;
    return move_parse(rules, position, text->bytes, text->len, &move, &error) == ERROR_NONE;
}

/* Taking so many from a heap. */
struct example_take {
    int64_t taken;
    struct words_heap heap;
    bool needs_quota; /* to tell the heap from an equal one */
};

static void print_take(const struct example_take *take, bool with_quota, struct text *out)
{
    text_clear(out);
    text_append_int(out, take->heap.size);
    if (with_quota)
        text_printf(out, "@%" PRId64, take->heap.most);
    text_printf(out, ">%" PRId64, take->heap.size - take->taken);
}

/* Fills `out` with a move that takes from the heap and leaves at most one. */
static bool find_take(const struct rules *rules, const struct position *position,
                      struct example_take *take, struct text *out)
{
    int64_t most = take->heap.most < EXAMPLE_TAKEN_MAX ? take->heap.most : EXAMPLE_TAKEN_MAX;
    for (take->taken = 1; take->taken <= most; take->taken++) {
        print_take(take, take->needs_quota, out);
        if (is_legal(rules, position, out))
            return true;
    }
    text_clear(out);
    return false;
}

/* ... and one that leaves two heaps of it. */
static bool find_split(const struct rules *rules, const struct position *position, int64_t heap,
                       struct text *out)
{
    for (int64_t taken = 0; taken <= heap - 2 && taken <= EXAMPLE_TAKEN_MAX; taken++) {
        int64_t left = heap - taken, smaller = left > 2 ? (left - 1) / 2 : 1;
        text_clear(out);
        text_printf(out, "%" PRId64 ">%" PRId64 "+%" PRId64, heap, smaller, left - smaller);
        if (is_legal(rules, position, out))
            return true;
    }
    text_clear(out);
    return false;
}

static bool has_own_quotas(const struct rules *rules)
{
    return rules->family == &family_take_away && rules->variant == TAKE_AWAY_LOCAL;
}

/* Is the heap of this index another in size than all before it? Or, where heaps have quotas, in
 * either. */
static bool is_equal_to_last(const struct rules *rules, const struct position *position,
                             uint32_t index)
{
    if (index == 0)
        return false;
    struct words_heap heap = words_heap_at(rules, position, index);
    struct words_heap last = words_heap_at(rules, position, index - 1);
    return heap.size == last.size && heap.most == last.most;
}

static bool has_equal_with_other_quota(const struct rules *rules, const struct position *position,
                                       struct words_heap heap)
{
    for (uint32_t i = 0; i < words_heap_count(rules, position); i++) {
        struct words_heap other = words_heap_at(rules, position, i);
        if (other.size == heap.size && other.most != heap.most)
            return true;
    }
    return false;
}

static void print_heap_examples(const struct rules *rules, const struct position *position,
                                const struct example_take *take, struct input_examples *examples)
{
    if (words_heap_count(rules, position) == 1)
        text_append_int(&examples->number, take->taken);
    text_printf(&examples->words, "take %" PRId64 " from %" PRId64, take->taken, take->heap.size);
    if (take->needs_quota)
        text_printf(&examples->words, "@%" PRId64, take->heap.most);
    else if (has_own_quotas(rules))
        print_take(take, true, &examples->with_quota);
}

/* From the largest heaps that allow it; false where nothing can be taken. */
static bool find_heap_examples(const struct rules *rules, const struct position *position,
                               struct input_examples *examples)
{
    bool has_take = false;
    for (uint32_t i = words_heap_count(rules, position); i-- > 0;) {
        struct example_take take = {.heap = words_heap_at(rules, position, i)};
        take.needs_quota = has_equal_with_other_quota(rules, position, take.heap);
        if (is_equal_to_last(rules, position, i))
            continue;
        if (!has_take && find_take(rules, position, &take, &examples->move)) {
            print_heap_examples(rules, position, &take, examples);
            has_take = true;
        }
        if (examples->split.len == 0)
            find_split(rules, position, take.heap.size, &examples->split);
    }
    return has_take;
}

static void find_both(const struct rules *rules, const struct position *position,
                      struct input_examples *examples)
{
    if (rules->family != &family_wythoff || position->count < 2)
        return;
    struct move move = wythoff_move_of_both(position, 1);
    text_append_string(&examples->both, "take 1 from both");
    move_print(rules, position, &move, &examples->both_move);
}

void input_examples_find(const struct rules *rules, const struct position *position,
                         struct input_examples *examples)
{
    *examples = (struct input_examples){0};
    find_both(rules, position, examples);
    if (words_has_heaps(rules) && find_heap_examples(rules, position, examples))
        return;
    struct move first;
    text_clear(&examples->move);
    move_at(rules, position, 0, &first);
    move_print(rules, position, &first, &examples->move);
    if (rules->family == &family_chomp)
        text_printf(&examples->words, "eat %" PRId64 " %" PRId64, first.cells[CHOMP_ROW] + 1,
                    first.cells[CHOMP_LEFT] + 1);
}

void input_examples_finish(struct input_examples *examples)
{
    text_finish(&examples->number);
    text_finish(&examples->words);
    text_finish(&examples->move);
    text_finish(&examples->split);
    text_finish(&examples->with_quota);
    text_finish(&examples->both);
    text_finish(&examples->both_move);
}
