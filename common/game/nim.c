/* Nim: take any number of counters from one heap. Cells are heaps, sizes ascending. */
#include "common/game/family.h"
#include "common/game/heaps.h"

#include <assert.h>

enum { DRAWN_HEAPS = 3, DRAWN_HEAP_MAX = 15 };

static enum error_code nim_rules_parse(struct rules *rules, struct scanner *scanner,
                                       struct text *out, struct error *error)
{
    (void)rules;
    (void)scanner;
    (void)error;
    text_append_string(out, "nim");
    return ERROR_NONE;
}

static void nim_position_draw_start(const struct rules *rules, struct random *random,
                                    struct position *position)
{
    (void)rules;
    for (int i = 0; i < DRAWN_HEAPS; i++)
        heaps_add(position, 1 + (int64_t)random_below(random, DRAWN_HEAP_MAX));
}

static uint128 moves_of_heap(const struct rules *rules, int64_t heap)
{
    (void)rules;
    return (uint128)heap;
}

static uint128 nim_move_count(const struct rules *rules, const struct position *position)
{
    return heaps_move_count(rules, position, moves_of_heap);
}

static void nim_move_at(const struct rules *rules, const struct position *position, uint128 index,
                        struct move *move)
{
    int64_t heap = heaps_heap_of_move(rules, position, moves_of_heap, &index);
    assert(index < (uint128)heap);
    *move = heaps_move(heap, 0, heap - 1 - (int64_t)index);
}

static enum error_code nim_move_parse(const struct rules *rules, const struct position *position,
                                      struct scanner *scanner, struct move *move,
                                      struct error *error)
{
    (void)rules;
    enum error_code failed = heaps_move_parse(position, scanner, 2, move, error);
    if (failed)
        return failed;
    if (move->after_count > 1)
        return error_set(error, ERROR_ILLEGAL_MOVE, "nim: a heap may not be split");
    return ERROR_NONE;
}

const struct family family_nim = {
    .name = "nim",
    .form = "nim",
    .has_heaps = true,
    .rules_parse = nim_rules_parse,
    .position_parse = heaps_position_parse,
    .position_print = heaps_position_print,
    .position_check_limits = heaps_position_check_limits,
    .position_draw_start = nim_position_draw_start,
    .move_count = nim_move_count,
    .move_at = nim_move_at,
    .move_parse = nim_move_parse,
    .move_print = heaps_move_print,
    .move_apply = heaps_move_apply,
};
