/* Grundy's game: a move splits a heap into two that differ. Cells are heaps, sizes ascending, a
 * cell for each heap. */
#include "common/game/family.h"
#include "common/game/heaps.h"

#include <assert.h>
#include <inttypes.h>

/* Misere play is solved by trying every move, so there the drawn heaps sum to less. */
enum { DRAWN_HEAPS_MAX = 3, DRAWN_HEAP_MIN = 5, DRAWN_HEAP_MAX = 40, DRAWN_MISERE_MAX = 12 };

static enum error_code grundy_rules_parse(struct rules *rules, struct scanner *scanner,
                                          struct text *out, struct error *error)
{
    (void)rules;
    (void)scanner;
    (void)error;
    text_append_string(out, "grundy");
    return ERROR_NONE;
}

static enum error_code grundy_position_check_limits(const struct rules *rules,
                                                    const struct position *position,
                                                    struct error *error)
{
    enum error_code failed = heaps_check_largest(rules, position, GRUNDY_HEAP_MAX, error);
    if (!failed && rules->misere)
        failed = heaps_check_search(rules, position, true, error);
    return failed ? failed : heaps_position_check_limits(rules, position, error);
}

static void grundy_position_draw_start(const struct rules *rules, struct random *random,
                                       struct position *position)
{
    int64_t most = rules->misere ? DRAWN_MISERE_MAX : DRAWN_HEAP_MAX;
    for (uint128 heaps = 1 + random_below(random, DRAWN_HEAPS_MAX); heaps > 0; heaps--) {
        int64_t above = (int64_t)random_below(random, (uint128)(most - DRAWN_HEAP_MIN + 1));
        heaps_add(position, DRAWN_HEAP_MIN + above);
    }
}

static uint128 moves_of_heap(const struct rules *rules, int64_t heap)
{
    (void)rules;
    return (uint128)(heap - 1) / 2;
}

static bool grundy_is_over(const struct rules *rules, const struct position *position)
{
    return heaps_are_over(rules, position, moves_of_heap);
}

static uint128 grundy_move_count(const struct rules *rules, const struct position *position)
{
    return heaps_move_count(rules, position, moves_of_heap);
}

static void grundy_move_at(const struct rules *rules, const struct position *position,
                           uint128 index, struct move *move)
{
    int64_t heap = heaps_heap_of_move(rules, position, moves_of_heap, &index);
    int64_t smaller = (int64_t)index + 1;
    assert(smaller < heap - smaller);
    *move = heaps_move(heap, smaller, heap - smaller);
}

static enum error_code grundy_move_parse(const struct rules *rules, const struct position *position,
                                         struct scanner *scanner, struct move *move,
                                         struct error *error)
{
    (void)rules;
    enum error_code failed = heaps_move_parse(position, scanner, 2, move, error);
    if (failed)
        return failed;
    if (move->after_count < 2)
        return error_set(error, ERROR_ILLEGAL_MOVE, "grundy: a heap must be split into two");
    int64_t taken = move->cells[0] - move->cells[1] - move->cells[2];
    if (taken > 0)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "grundy: nothing may be taken, and %" PRId64 " would be missing", taken);
    if (move->cells[1] == move->cells[2])
        return error_set(error, ERROR_ILLEGAL_MOVE, "grundy: the two heaps must differ");
    return ERROR_NONE;
}

const struct family family_grundy = {
    .name = "grundy",
    .form = "grundy",
    .has_heaps = true,
    .rules_parse = grundy_rules_parse,
    .position_parse = heaps_position_parse,
    .position_print = heaps_position_print,
    .position_check_limits = grundy_position_check_limits,
    .position_draw_start = grundy_position_draw_start,
    .is_over = grundy_is_over,
    .move_count = grundy_move_count,
    .move_at = grundy_move_at,
    .move_parse = grundy_move_parse,
    .move_print = heaps_move_print,
    .move_apply = heaps_move_apply,
};
