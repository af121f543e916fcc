/* Take-away with one quota for all heaps. */
#include "common/game/take_away.h"

#include "common/game/heaps.h"
#include "common/game/take_away_variant.h"

#include <assert.h>
#include <inttypes.h>

enum { DRAWN_HEAP_MAX = 20 };

static int64_t quota_of(const struct position *position)
{
    return position->count ? position->cells[TAKE_AWAY_GLOBAL_QUOTA] : 0;
}

static int64_t largest_of(const struct position *position)
{
    return position->cells[position->count - 1];
}

/* Puts the quota before the heaps, which makes a position of them. A quota above the largest heap
 * means no more than that heap. There must be a heap. */
static void put_quota(struct position *heaps, int64_t quota)
{
    assert(heaps->count > 0 && quota >= 0);
    int64_t most = largest_of(heaps);
    position_insert(heaps, TAKE_AWAY_GLOBAL_QUOTA, quota < most ? quota : most);
}

static enum error_code read_quota(struct scanner *scanner, int64_t *quota, struct error *error)
{
    enum error_code failed = take_away_read_quota(scanner, quota, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    if (scanner_peek(scanner) == '+')
        return error_set(error, ERROR_BAD_POSITION,
                         "at %zu: the one quota comes after the last heap (as in 5+8@3)",
                         scanner->at + 1);
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_POSITION, "the end", error);
    return ERROR_NONE;
}

static enum error_code global_position_parse(const struct rules *rules, struct scanner *scanner,
                                             struct position *position, struct error *error)
{
    (void)rules;
    enum error_code failed = heaps_read(scanner, position, ERROR_BAD_POSITION, error);
    if (!failed && position->count == 0)
        failed = take_away_check_empty(scanner, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner) && scanner_peek(scanner) != '@')
        return scanner_expected(scanner, ERROR_BAD_POSITION, "'+', '@' with the quota or the end",
                                error);
    if (position->count == 0)
        return ERROR_NONE;
    int64_t quota = largest_of(position) - 1;
    failed = read_quota(scanner, &quota, error);
    if (failed)
        return failed;
    put_quota(position, quota);
    return ERROR_NONE;
}

static void global_position_print(const struct rules *rules, const struct position *position,
                                  struct text *out)
{
    (void)rules;
    if (position->count == 0) {
        text_append_char(out, '0');
        return;
    }
    for (uint32_t i = TAKE_AWAY_GLOBAL_HEAPS; i < position->count; i++) {
        if (i > TAKE_AWAY_GLOBAL_HEAPS)
            text_append_char(out, '+');
        text_append_int(out, position->cells[i]);
    }
    take_away_print_quota(quota_of(position), largest_of(position), out);
}

enum take_away_theory take_away_global_theory(const struct rules *rules,
                                              const struct position *position)
{
    assert(rules->variant == TAKE_AWAY_GLOBAL);
    uint32_t count = position->count ? position->count - TAKE_AWAY_GLOBAL_HEAPS : 0;
    if (count <= 1)
        return TAKE_AWAY_BY_PARTS;
    struct take_away_function function = take_away_function(rules);
    if (take_away_function_is_binary(&function))
        return TAKE_AWAY_BY_NIM_SUM;
    if (count == 2 && take_away_function_is_doubling(&function))
        return TAKE_AWAY_BY_DIFFERENCE;
    return TAKE_AWAY_BY_TABLE;
}

static void multiply_heaps(const struct position *position, struct take_away_product *product)
{
    for (uint32_t i = TAKE_AWAY_GLOBAL_HEAPS; i < position->count; i++)
        take_away_multiply(product, (uint128)position->cells[i] + 1);
}

static enum error_code check_misere_limit(const struct rules *rules,
                                          const struct position *position, struct error *error)
{
    struct take_away_product product = {
        .of = "(heap + 1) over all heaps, times (the largest heap + 1),",
        .most = TAKE_AWAY_MISERE_PRODUCT_MAX,
        .example = "25+25+25",
        .value = 1,
    };
    multiply_heaps(position, &product);
    if (position->count)
        take_away_multiply(&product, (uint128)largest_of(position) + 1);
    return take_away_check_product(rules, &product, error);
}

static enum error_code global_position_check_limits(const struct rules *rules,
                                                    const struct position *position,
                                                    struct error *error)
{
    if (rules->misere)
        return check_misere_limit(rules, position, error);
    if (take_away_global_theory(rules, position) != TAKE_AWAY_BY_TABLE)
        return ERROR_NONE;
    struct take_away_product product = {
        .of = "(heap + 1) over all heaps",
        .most = TAKE_AWAY_GLOBAL_PRODUCT_MAX,
        .example = "255+255+255",
        .value = 1,
    };
    multiply_heaps(position, &product);
    return take_away_check_product(rules, &product, error);
}

static void global_position_draw_start(const struct rules *rules, struct random *random,
                                       struct position *position)
{
    (void)rules;
    take_away_draw_heaps(random, DRAWN_HEAP_MAX, position);
    put_quota(position, largest_of(position) - 1);
}

static uint128 global_counters(const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint128 counters = 0;
    for (uint32_t i = TAKE_AWAY_GLOBAL_HEAPS; i < position->count; i++)
        counters += (uint128)position->cells[i];
    return counters;
}

/* The number of moves of the heap in this cell; equal heaps count once. */
static uint128 moves_of_cell(const struct position *position, uint32_t cell)
{
    int64_t heap = position->cells[cell], quota = quota_of(position);
    if (cell > TAKE_AWAY_GLOBAL_HEAPS && position->cells[cell - 1] == heap)
        return 0;
    return (uint128)(heap < quota ? heap : quota);
}

static uint128 global_move_count(const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint128 count = 0;
    for (uint32_t cell = TAKE_AWAY_GLOBAL_HEAPS; cell < position->count; cell++)
        count += moves_of_cell(position, cell);
    return count;
}

static void global_move_at(const struct rules *rules, const struct position *position,
                           uint128 index, struct move *move)
{
    (void)rules;
    uint32_t cell = TAKE_AWAY_GLOBAL_HEAPS;
    for (; index >= moves_of_cell(position, cell); cell++)
        index -= moves_of_cell(position, cell);
    int64_t heap = position->cells[cell];
    *move = take_away_move(heap, heap - 1 - (int64_t)index);
}

static enum error_code read_move(const struct position *position, struct scanner *scanner,
                                 struct move *move, struct error *error)
{
    struct position heaps = {0};
    for (uint32_t i = TAKE_AWAY_GLOBAL_HEAPS; i < position->count; i++)
        position_push(&heaps, position->cells[i]);
    enum error_code failed = heaps_move_parse(&heaps, scanner, 2, move, error);
    position_finish(&heaps);
    return failed;
}

static enum error_code global_move_parse(const struct rules *rules, const struct position *position,
                                         struct scanner *scanner, struct move *move,
                                         struct error *error)
{
    enum error_code failed = read_move(position, scanner, move, error);
    if (failed)
        return failed;
    if (move->after_count > 1)
        return error_set(error, ERROR_ILLEGAL_MOVE, "%s: a heap may not be split", rules->text);
    return take_away_check_quota(move->cells[0], take_away_heap_left(move), quota_of(position),
                                 error);
}

static void global_move_apply(const struct rules *rules, struct position *position,
                              const struct move *move)
{
    assert(move->cells[0] - take_away_heap_left(move) <= quota_of(position));
    position_remove(position, TAKE_AWAY_GLOBAL_QUOTA);
    heaps_move_apply(rules, position, move);
    if (position->count)
        put_quota(position, take_away_quota(rules, move->cells[0] - take_away_heap_left(move)));
}

const struct family take_away_global = {
    .position_parse = global_position_parse,
    .position_print = global_position_print,
    .position_check_limits = global_position_check_limits,
    .position_draw_start = global_position_draw_start,
    .counters = global_counters,
    .move_count = global_move_count,
    .move_at = global_move_at,
    .move_parse = global_move_parse,
    .move_print = heaps_move_print,
    .move_apply = global_move_apply,
};
