#include "common/game/take_away_variant.h"

#include "common/game/heaps.h"

#include <assert.h>
#include <inttypes.h>

enum { DRAWN_HEAPS_MIN = 2, DRAWN_HEAPS_MAX = 3, DRAWN_HEAP_MIN = 5 };

enum error_code take_away_read_quota(struct scanner *scanner, int64_t *quota, enum error_code code,
                                     struct error *error)
{
    if (!scanner_take(scanner, '@'))
        return ERROR_NONE;
    size_t start = scanner->at;
    enum error_code failed = scanner_take_int(scanner, quota, code, error);
    if (!failed && *quota == 0)
        return error_set(error, code, "at %zu: a quota is at least 1", start + 1);
    return failed;
}

enum error_code take_away_check_empty(const struct scanner *scanner, struct error *error)
{
    if (scanner_peek(scanner) == '@')
        return error_set(error, ERROR_BAD_POSITION, "at %zu: the empty position has no quota",
                         scanner->at + 1);
    return ERROR_NONE;
}

void take_away_print_quota(int64_t quota, int64_t most, struct text *out)
{
    if (quota != most - 1)
        text_printf(out, "@%" PRId64, quota);
}

enum error_code take_away_check_quota(int64_t heap, int64_t heap_left, int64_t quota,
                                      struct error *error)
{
    if (heap - heap_left > quota)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "quota is %" PRId64 ": at most %" PRId64 " of %" PRId64 " may be taken",
                         quota, quota, heap);
    return ERROR_NONE;
}

struct move take_away_move(int64_t heap, int64_t heap_left)
{
    assert(heap_left >= 0);
    return (struct move){
        .before_count = 1, .after_count = heap_left > 0, .cells = {heap, heap_left}};
}

struct move take_away_local_move(int64_t heap, int64_t quota, int64_t heap_left)
{
    assert(heap_left >= 0);
    return (struct move){
        .before_count = 2, .after_count = heap_left > 0, .cells = {heap, quota, heap_left}};
}

int64_t take_away_heap_left(const struct move *move)
{
    return move->after_count ? move->cells[move->before_count] : 0;
}

void take_away_draw_heaps(struct random *random, int64_t largest, struct position *heaps)
{
    assert(largest >= DRAWN_HEAP_MIN);
    uint128 count = DRAWN_HEAPS_MIN + random_below(random, DRAWN_HEAPS_MAX - DRAWN_HEAPS_MIN + 1);
    for (; count > 0; count--)
        heaps_add(heaps, DRAWN_HEAP_MIN + (int64_t)random_below(
                                              random, (uint128)(largest - DRAWN_HEAP_MIN + 1)));
}

void take_away_multiply(struct take_away_product *product, uint128 factor)
{
    assert(product->value >= 1 && factor >= 1);
    if (factor > (uint128)(INT64_MAX / product->value))
        product->value = INT64_MAX;
    else
        product->value *= (int64_t)factor;
}

enum error_code take_away_check_product(const struct rules *rules,
                                        const struct take_away_product *product,
                                        struct error *error)
{
    if (product->value > product->most)
        return error_set(error, ERROR_BAD_POSITION,
                         "%s: the product of %s is at most %" PRId64 " (as in %s), not %" PRId64
                         "%s",
                         rules->text, product->of, product->most, product->example, product->value,
                         product->value == INT64_MAX ? " or more" : "");
    return ERROR_NONE;
}
