/* Take-away with a quota for each heap. */
#include "common/game/take_away.h"

#include "common/game/heaps.h"
#include "common/game/take_away_pairs.h"
#include "common/game/take_away_variant.h"

#include <inttypes.h>

enum {
    DRAWN_HEAP_MAX = 20,
    DRAWN_HEAP_MAX_MISERE = 12,
};

static enum error_code read_pair(struct scanner *scanner, struct position *position,
                                 struct error *error)
{
    int64_t heap;
    enum error_code failed =
        heaps_read_heap(scanner, pairs_count(position), &heap, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    int64_t quota = heap - 1;
    failed = take_away_read_quota(scanner, &quota, ERROR_BAD_POSITION, error);
    if (!failed)
        pairs_add(position, heap, quota);
    return failed;
}

static enum error_code local_position_parse(const struct rules *rules, struct scanner *scanner,
                                            struct position *position, struct error *error)
{
    (void)rules;
    enum error_code failed = ERROR_NONE;
    if (heaps_take_none(scanner)) {
        failed = take_away_check_empty(scanner, error);
    } else {
        do
            failed = read_pair(scanner, position, error);
        while (!failed && scanner_take(scanner, '+'));
    }
    if (!failed && !scanner_at_end(scanner))
        failed = scanner_expected(scanner, ERROR_BAD_POSITION, "'@' with a quota, '+' or the end",
                                  error);
    return failed;
}

static void local_position_print(const struct rules *rules, const struct position *position,
                                 struct text *out)
{
    (void)rules;
    if (position->count == 0)
        text_append_char(out, '0');
    for (uint32_t i = 0; i < pairs_count(position); i++) {
        if (i > 0)
            text_append_char(out, '+');
        text_append_int(out, pairs_heap(position, i));
        take_away_print_quota(pairs_quota(position, i), pairs_heap(position, i), out);
    }
}

/* Building the solver's table takes time with the values that heaps reach, which grow with F(1). */
int64_t take_away_local_heap_max(const struct rules *rules)
{
    enum { GROWTH_MAX = 100 };
    struct take_away_function function = take_away_function(rules);
    int64_t coefficient_max = GROWTH_MAX - (function.constant > 0 ? function.constant : 0);
    bool is_slow =
        coefficient_max > 0 &&
        (uint128)function.numerator <= (uint128)coefficient_max * (uint128)function.denominator;
    return is_slow ? 1000000 : 65535;
}

/* A heap of n has at most n(n + 1)/2 positions with a counter and a quota left, and the empty
 * one. */
static enum error_code check_misere_limit(const struct rules *rules,
                                          const struct position *position, struct error *error)
{
    struct take_away_product product = {
        .of = "(heap * (heap + 1) / 2 + 1) over all heaps",
        .most = TAKE_AWAY_MISERE_PRODUCT_MAX,
        .example = "12+12+12",
        .value = 1,
    };
    for (uint32_t i = 0; i < pairs_count(position); i++) {
        uint128 heap = (uint128)pairs_heap(position, i);
        take_away_multiply(&product, heap * (heap + 1) / 2 + 1);
    }
    return take_away_check_product(rules, &product, error);
}

static enum error_code local_position_check_limits(const struct rules *rules,
                                                   const struct position *position,
                                                   struct error *error)
{
    if (rules->misere)
        return check_misere_limit(rules, position, error);
    if (position->count == 0)
        return ERROR_NONE;
    int64_t largest = pairs_heap(position, pairs_count(position) - 1);
    int64_t most = take_away_local_heap_max(rules);
    if (largest > most)
        return error_set(error, ERROR_BAD_POSITION,
                         "heaps of %" PRId64 " at most, not %" PRId64 ", may stand in %s", most,
                         largest, rules->text);
    return ERROR_NONE;
}

static void local_position_draw_start(const struct rules *rules, struct random *random,
                                      struct position *position)
{
    struct position heaps = {0};
    take_away_draw_heaps(random, rules->misere ? DRAWN_HEAP_MAX_MISERE : DRAWN_HEAP_MAX, &heaps);
    for (uint32_t i = 0; i < heaps.count; i++)
        pairs_add(position, heaps.cells[i], heaps.cells[i] - 1);
    position_finish(&heaps);
}

static uint128 local_counters(const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint128 counters = 0;
    for (uint32_t i = 0; i < pairs_count(position); i++)
        counters += (uint128)pairs_heap(position, i);
    return counters;
}

static uint128 moves_of_pair(const struct position *position, uint32_t i)
{
    return pairs_is_first(position, i) ? (uint128)pairs_quota(position, i) : 0;
}

static uint128 local_move_count(const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint128 count = 0;
    for (uint32_t i = 0; i < pairs_count(position); i++)
        count += moves_of_pair(position, i);
    return count;
}

static void local_move_at(const struct rules *rules, const struct position *position, uint128 index,
                          struct move *move)
{
    (void)rules;
    uint32_t i = 0;
    for (; index >= moves_of_pair(position, i); i++)
        index -= moves_of_pair(position, i);
    int64_t heap = pairs_heap(position, i);
    *move = take_away_local_move(heap, pairs_quota(position, i), heap - 1 - (int64_t)index);
}

static void local_move_print(const struct rules *rules, const struct position *position,
                             const struct move *move, struct text *out)
{
    (void)rules;
    int64_t heap = move->cells[TAKE_AWAY_HEAP];
    text_append_int(out, heap);
    if (!pairs_has_one_quota(position, pairs_find(position, heap, 0)))
        text_printf(out, "@%" PRId64, move->cells[TAKE_AWAY_QUOTA]);
    text_printf(out, ">%" PRId64, take_away_heap_left(move));
}

static void local_move_apply(const struct rules *rules, struct position *position,
                             const struct move *move)
{
    int64_t heap = move->cells[TAKE_AWAY_HEAP], left = take_away_heap_left(move);
    pairs_remove(position, heap, move->cells[TAKE_AWAY_QUOTA]);
    if (left > 0)
        pairs_add(position, left, take_away_quota(rules, heap - left));
}

const struct family take_away_local = {
    .position_parse = local_position_parse,
    .position_print = local_position_print,
    .position_check_limits = local_position_check_limits,
    .position_draw_start = local_position_draw_start,
    .counters = local_counters,
    .move_count = local_move_count,
    .move_at = local_move_at,
    .move_parse = take_away_local_move_parse,
    .move_print = local_move_print,
    .move_apply = local_move_apply,
};
