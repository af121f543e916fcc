#include "common/game/wythoff.h"

#include "common/game/family.h"
#include "common/game/heaps.h"

#include <assert.h>
#include <inttypes.h>

enum { DRAWN_HEAP_MIN = 3, DRAWN_HEAP_MAX = 25 };

static enum error_code wythoff_rules_parse(struct rules *rules, struct scanner *scanner,
                                           struct text *out, struct error *error)
{
    (void)rules;
    (void)scanner;
    (void)error;
    text_append_string(out, "wythoff");
    return ERROR_NONE;
}

static enum error_code wythoff_position_check_limits(const struct rules *rules,
                                                     const struct position *position,
                                                     struct error *error)
{
    if (position->count > WYTHOFF_HEAPS_MAX)
        return error_set(error, ERROR_BAD_POSITION,
                         "%d heaps at most, not %" PRIu32 ", may stand in %s", WYTHOFF_HEAPS_MAX,
                         position->count, rules->text);
    return ERROR_NONE;
}

static void wythoff_position_draw_start(const struct rules *rules, struct random *random,
                                        struct position *position)
{
    (void)rules;
    for (int i = 0; i < WYTHOFF_HEAPS_MAX; i++) {
        int64_t above = (int64_t)random_below(random, DRAWN_HEAP_MAX - DRAWN_HEAP_MIN + 1);
        heaps_add(position, DRAWN_HEAP_MIN + above);
    }
}

static uint128 moves_of_heap(const struct rules *rules, int64_t heap)
{
    (void)rules;
    return (uint128)heap;
}

/* The number of counters for which a move of both heaps has the same result as a move of the larger
 * heap alone; 0 where there is no such number. */
static int64_t doubled_take(const struct position *position)
{
    if (position->count < WYTHOFF_HEAPS_MAX)
        return 0;
    int64_t difference = position->cells[1] - position->cells[0];
    assert(difference >= 0);
    return difference <= position->cells[0] ? difference : 0;
}

static uint128 wythoff_move_count(const struct rules *rules, const struct position *position)
{
    uint128 count = heaps_move_count(rules, position, moves_of_heap);
    if (position->count == WYTHOFF_HEAPS_MAX)
        count += (uint128)position->cells[0] - (doubled_take(position) > 0);
    return count;
}

struct move wythoff_move_of_both(const struct position *position, int64_t take)
{
    assert(position->count == WYTHOFF_HEAPS_MAX && take >= 1 && take <= position->cells[0]);
    int64_t smaller = position->cells[0], larger = position->cells[1];
    if (take == doubled_take(position))
        return heaps_move(larger, 0, smaller - take);
    struct move move = {.before_count = WYTHOFF_HEAPS_MAX, .cells = {smaller, larger}};
    if (smaller > take)
        move.cells[WYTHOFF_HEAPS_MAX + move.after_count++] = smaller - take;
    if (larger > take)
        move.cells[WYTHOFF_HEAPS_MAX + move.after_count++] = larger - take;
    return move;
}

int64_t wythoff_taken_of_both(const struct move *move)
{
    assert(move->before_count == WYTHOFF_HEAPS_MAX);
    return move->cells[0] - (move->after_count == 2 ? move->cells[WYTHOFF_HEAPS_MAX] : 0);
}

static void wythoff_move_at(const struct rules *rules, const struct position *position,
                            uint128 index, struct move *move)
{
    uint128 of_one = heaps_move_count(rules, position, moves_of_heap);
    if (index < of_one) {
        int64_t heap = heaps_heap_of_move(rules, position, moves_of_heap, &index);
        *move = heaps_move(heap, 0, heap - 1 - (int64_t)index);
        return;
    }
    int64_t take = (int64_t)(index - of_one) + 1, doubled = doubled_take(position);
    if (doubled > 0 && take >= doubled)
        take++;
    *move = wythoff_move_of_both(position, take);
}

static enum error_code one_heap_move(const struct heaps_sides *sides, struct move *move,
                                     struct error *error)
{
    const struct position *after = &sides->after;
    if (after->count > 1)
        return error_set(error, ERROR_ILLEGAL_MOVE, "wythoff: a heap may not be split");
    *move = heaps_move(sides->before.cells[0], 0, after->count ? after->cells[0] : 0);
    return ERROR_NONE;
}

/* Equal takes keep the heaps in order, so the smaller one left comes from the smaller one. */
static enum error_code two_heap_move(const struct position *position,
                                     const struct heaps_sides *sides, struct move *move,
                                     struct error *error)
{
    const struct position *after = &sides->after;
    assert(position->count == WYTHOFF_HEAPS_MAX);
    if (after->count > 2)
        return error_set(error, ERROR_ILLEGAL_MOVE, "wythoff: a heap may not be split");
    int64_t smaller = after->count > 1 ? after->cells[0] : 0;
    int64_t larger = after->count > 0 ? after->cells[after->count - 1] : 0;
    if (smaller > position->cells[0] || larger > position->cells[1])
        return error_set(error, ERROR_ILLEGAL_MOVE, "wythoff: a heap may not grow");
    int64_t take = position->cells[0] - smaller, other_take = position->cells[1] - larger;
    if (take != other_take)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "the same number has to be taken from both heaps, not %" PRId64
                         " and %" PRId64,
                         take, other_take);
    *move = wythoff_move_of_both(position, take);
    return ERROR_NONE;
}

static enum error_code wythoff_move_parse(const struct rules *rules,
                                          const struct position *position, struct scanner *scanner,
                                          struct move *move, struct error *error)
{
    (void)rules;
    struct heaps_sides sides;
    heaps_sides_init(&sides);
    enum error_code failed = heaps_sides_parse(position, scanner, &sides, error);
    if (!failed && sides.before.count == 1)
        failed = one_heap_move(&sides, move, error);
    else if (!failed)
        failed = two_heap_move(position, &sides, move, error);
    return failed;
}

const struct family family_wythoff = {
    .name = "wythoff",
    .form = "wythoff",
    .has_heaps = true,
    .rules_parse = wythoff_rules_parse,
    .position_parse = heaps_position_parse,
    .position_print = heaps_position_print,
    .position_check_limits = wythoff_position_check_limits,
    .position_draw_start = wythoff_position_draw_start,
    .move_count = wythoff_move_count,
    .move_at = wythoff_move_at,
    .move_parse = wythoff_move_parse,
    .move_print = heaps_move_print,
    .move_apply = heaps_move_apply,
};
