/* Candy Squares: of two heaps one is eaten and the other one split into two. Cells are the two
 * heaps, the smaller one first. A move is the heap that is split and its two parts: "8>3+5"; the
 * other heap goes. The order of the moves is that of game.h. */
#include "common/game/family.h"
#include "common/game/heaps.h"

#include <assert.h>
#include <inttypes.h>

enum { CANDY_HEAPS = 2, DRAWN_HEAP_MIN = 4, DRAWN_HEAP_MAX = 30 };

static enum error_code candy_rules_parse(struct rules *rules, struct scanner *scanner,
                                         struct text *out, struct error *error)
{
    (void)rules;
    (void)scanner;
    (void)error;
    text_append_string(out, "candy");
    return ERROR_NONE;
}

static enum error_code candy_position_check_limits(const struct rules *rules,
                                                   const struct position *position,
                                                   struct error *error)
{
    if (position->count != CANDY_HEAPS)
        return error_set(error, ERROR_BAD_POSITION,
                         "%d heaps, not %" PRIu32 ", stand in %s at every moment", CANDY_HEAPS,
                         position->count, rules->text);
    return ERROR_NONE;
}

static void candy_position_draw_start(const struct rules *rules, struct random *random,
                                      struct position *position)
{
    (void)rules;
    for (int i = 0; i < CANDY_HEAPS; i++) {
        int64_t above = (int64_t)random_below(random, DRAWN_HEAP_MAX - DRAWN_HEAP_MIN + 1);
        heaps_add(position, DRAWN_HEAP_MIN + above);
    }
}

static uint128 moves_of_heap(const struct rules *rules, int64_t heap)
{
    (void)rules;
    return (uint128)heap / 2;
}

static uint128 candy_move_count(const struct rules *rules, const struct position *position)
{
    return heaps_move_count(rules, position, moves_of_heap);
}

static void candy_move_at(const struct rules *rules, const struct position *position, uint128 index,
                          struct move *move)
{
    int64_t heap = heaps_heap_of_move(rules, position, moves_of_heap, &index);
    int64_t smaller = (int64_t)index + 1;
    assert(smaller <= heap - smaller);
    *move = heaps_move(heap, smaller, heap - smaller);
}

static enum error_code candy_move_parse(const struct rules *rules, const struct position *position,
                                        struct scanner *scanner, struct move *move,
                                        struct error *error)
{
    (void)rules;
    struct scanner ahead = *scanner;
    int64_t heap;
    if (!scanner_take_int(&ahead, &heap, ERROR_BAD_MOVE, error) && scanner_peek(&ahead) == '+')
        return error_set(error, ERROR_BAD_MOVE,
                         "candy: before '>' stands the heap that is split alone, as in 8>3+5");
    enum error_code failed = heaps_move_parse(position, scanner, CANDY_HEAPS, move, error);
    if (failed)
        return failed;
    if (move->after_count < CANDY_HEAPS)
        return error_set(error, ERROR_ILLEGAL_MOVE, "candy: a heap must be split into two");
    int64_t missing = move->cells[0] - move->cells[1] - move->cells[2];
    if (missing > 0)
        return error_set(
            error, ERROR_ILLEGAL_MOVE,
            "candy: the heap that is split stays whole, and %" PRId64 " would be missing", missing);
    return ERROR_NONE;
}

static void candy_move_apply(const struct rules *rules, struct position *position,
                             const struct move *move)
{
    (void)rules;
    assert(position->count == CANDY_HEAPS && move->after_count == CANDY_HEAPS);
    for (int i = 0; i < CANDY_HEAPS; i++)
        position->cells[i] = move->cells[move->before_count + i];
}

const struct family family_candy = {
    .name = "candy",
    .form = "candy",
    .has_heaps = true,
    .rules_parse = candy_rules_parse,
    .position_parse = heaps_position_parse,
    .position_print = heaps_position_print,
    .position_check_limits = candy_position_check_limits,
    .position_draw_start = candy_position_draw_start,
    .move_count = candy_move_count,
    .move_at = candy_move_at,
    .move_parse = candy_move_parse,
    .move_print = heaps_move_print,
    .move_apply = candy_move_apply,
};
