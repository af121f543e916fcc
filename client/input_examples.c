#include "client/input_examples.h"

#include "client/words.h"
#include "common/game/chomp.h"
#include "common/game/family.h"

#include <inttypes.h>

enum { EXAMPLE_TAKEN_MAX = 64 };

static bool is_legal(const struct rules *rules, const struct position *position,
                     const struct text *text)
{
    struct move move;
    struct error error;
    return move_parse(rules, position, text->bytes, text->len, &move, &error) == ERROR_NONE;
}

/* Taking so many from a heap of this size. */
struct example_take {
    int64_t taken;
    int64_t heap;
};

/* Fills `out` with a move that takes from the heap and leaves at most one. */
static bool find_take(const struct rules *rules, const struct position *position,
                      struct example_take *take, struct text *out)
{
    for (take->taken = 1; take->taken <= take->heap && take->taken <= EXAMPLE_TAKEN_MAX;
         take->taken++) {
        text_clear(out);
        text_printf(out, "%" PRId64 ">%" PRId64, take->heap, take->heap - take->taken);
        if (is_legal(rules, position, out))
            return true;
    }
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

/* From the largest heap; false where no such move was found. */
static bool find_heap_examples(const struct rules *rules, const struct position *position,
                               struct input_examples *examples)
{
    uint32_t count = words_heap_count(rules, position);
    if (count == 0)
        return false;
    struct example_take take = {.heap = words_heap_at(rules, position, count - 1).size};
    find_split(rules, position, take.heap, &examples->split);
    if (!find_take(rules, position, &take, &examples->move))
        return false;
    if (count == 1)
        text_printf(&examples->number, "take %" PRId64, take.taken);
    text_printf(&examples->words, "take %" PRId64 " from %" PRId64, take.taken, take.heap);
    return true;
}

void input_examples_find(const struct rules *rules, const struct position *position,
                         struct input_examples *examples)
{
    *examples = (struct input_examples){0};
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
}
