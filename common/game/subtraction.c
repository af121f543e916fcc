#include "common/game/subtraction.h"

#include "common/game/family.h"
#include "common/game/heaps.h"

#include <inttypes.h>

enum { DRAWN_HEAPS_MAX = 3, DRAWN_HEAP_MIN = 8, DRAWN_HEAP_MAX = 40 };

static enum error_code subtraction_position_check_limits(const struct rules *rules,
                                                         const struct position *position,
                                                         struct error *error)
{
    enum error_code failed =
        heaps_check_largest(rules, position, subtraction_heap_max(rules), error);
    return failed ? failed : heaps_position_check_limits(rules, position, error);
}

/* A set of large numbers needs a larger heap. */
static void subtraction_position_draw_start(const struct rules *rules, struct random *random,
                                            struct position *position)
{
    int64_t least = subtraction_number(rules, 0);
    if (least > DRAWN_HEAP_MIN) {
        int64_t drawn = least + (int64_t)random_below(random, DRAWN_HEAP_MAX);
        int64_t most = subtraction_heap_max(rules);
        heaps_add(position, drawn < most ? drawn : most);
        return;
    }
    for (uint128 heaps = 1 + random_below(random, DRAWN_HEAPS_MAX); heaps > 0; heaps--) {
        int64_t above = (int64_t)random_below(random, DRAWN_HEAP_MAX - DRAWN_HEAP_MIN + 1);
        heaps_add(position, DRAWN_HEAP_MIN + above);
    }
}

static uint128 moves_of_heap(const struct rules *rules, int64_t heap)
{
    return (uint128)subtraction_count(rules, heap);
}

static bool subtraction_is_over(const struct rules *rules, const struct position *position)
{
    return heaps_are_over(rules, position, moves_of_heap);
}

static enum stuck_result clear_stuck_result(const struct rules *rules,
                                            const struct position *position)
{
    if (position->count > 0)
        return STUCK_DRAWS;
    return rules->misere ? STUCK_WINS : STUCK_LOSES;
}

/* The solver tries every move. No move makes this product larger. */
static enum error_code clear_position_check_limits(const struct rules *rules,
                                                   const struct position *position,
                                                   struct error *error)
{
    enum error_code failed = subtraction_position_check_limits(rules, position, error);
    if (failed || position->count == 0)
        return failed;
    int64_t largest = position->cells[position->count - 1];
    uint128 work = (uint128)position->count * moves_of_heap(rules, largest);
    for (uint32_t i = 0; i < position->count && work <= HEAPS_SEARCH_MOVES_MAX; i++)
        work *= (uint128)position->cells[i] + 1;
    if (largest > SUBTRACTION_HEAP_MAX || work > HEAPS_SEARCH_MOVES_MAX)
        return error_set(error, ERROR_BAD_POSITION,
                         "%s: heaps go to %d, and the product of (heap + 1) over all heaps, times "
                         "the number of heaps, times the moves of the largest heap, is at most %d",
                         rules->text, SUBTRACTION_HEAP_MAX, HEAPS_SEARCH_MOVES_MAX);
    return ERROR_NONE;
}

/* Where the heaps would be too large, one that allows a single move. */
static void clear_position_draw_start(const struct rules *rules, struct random *random,
                                      struct position *position)
{
    struct error error;
    subtraction_position_draw_start(rules, random, position);
    if (!clear_position_check_limits(rules, position, &error))
        return;
    position->count = 0;
    heaps_add(position, subtraction_number(rules, 0));
}

static uint128 subtraction_move_count(const struct rules *rules, const struct position *position)
{
    return heaps_move_count(rules, position, moves_of_heap);
}

static void subtraction_move_at(const struct rules *rules, const struct position *position,
                                uint128 index, struct move *move)
{
    int64_t heap = heaps_heap_of_move(rules, position, moves_of_heap, &index);
    *move = heaps_move(heap, 0, heap - subtraction_number(rules, (int64_t)index));
}

static enum error_code subtraction_move_parse(const struct rules *rules,
                                              const struct position *position,
                                              struct scanner *scanner, struct move *move,
                                              struct error *error)
{
    enum error_code failed = heaps_move_parse(position, scanner, 2, move, error);
    if (failed)
        return failed;
    if (move->after_count > 1)
        return error_set(error, ERROR_ILLEGAL_MOVE, "%s: a heap may not be split", rules->text);
    int64_t taken = move->cells[0] - (move->after_count ? move->cells[1] : 0);
    if (!subtraction_contains(rules, taken))
        return error_set(error, ERROR_ILLEGAL_MOVE, "%" PRId64 " may not be taken in %s", taken,
                         rules->text);
    return ERROR_NONE;
}

/* The entries of both variants. */
#define ENTRIES                                                                                    \
    .name = "subtraction",                                                                         \
    .form = "subtraction:SET (as subtraction:1,3-5 or subtraction:squares)", .has_heaps = true,    \
    .rules_parse = subtraction_rules_parse, .position_parse = heaps_position_parse,                \
    .position_print = heaps_position_print, .is_over = subtraction_is_over,                        \
    .move_count = subtraction_move_count, .move_at = subtraction_move_at,                          \
    .move_parse = subtraction_move_parse, .move_print = heaps_move_print,                          \
    .move_apply = heaps_move_apply

static const struct family clear = {
    ENTRIES,
    .position_check_limits = clear_position_check_limits,
    .position_draw_start = clear_position_draw_start,
    .stuck_result = clear_stuck_result,
};

static const char *const variants[] = {"clear", NULL};
static const struct family *const by_variant[] = {
    [SUBTRACTION_PLAIN] = &family_subtraction,
    [SUBTRACTION_CLEAR] = &clear,
};

const struct family family_subtraction = {
    ENTRIES,
    .variants = variants,
    .by_variant = by_variant,
    .position_check_limits = subtraction_position_check_limits,
    .position_draw_start = subtraction_position_draw_start,
};
