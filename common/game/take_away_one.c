/* Take-away with one heap. */
#include "common/game/take_away.h"

#include "common/game/heaps.h"
#include "common/game/take_away_variant.h"

#include <assert.h>
#include <inttypes.h>

enum { DRAWN_HEAP_MIN = 20, DRAWN_HEAP_MAX = 50 };

static int64_t heap_of(const struct position *position)
{
    return position->count ? position->cells[TAKE_AWAY_HEAP] : 0;
}

static int64_t quota_of(const struct position *position)
{
    return position->count ? position->cells[TAKE_AWAY_QUOTA] : 0;
}

/* Makes the canonical cells: a quota above the heap means no more than the heap itself. */
static void set_position(struct position *position, int64_t heap, int64_t quota)
{
    assert(heap >= 0 && (heap == 0 || quota >= 0));
    position->count = 0;
    if (heap == 0)
        return;
    position_push(position, heap);
    position_push(position, quota < heap ? quota : heap);
}

static enum error_code one_position_parse(const struct rules *rules, struct scanner *scanner,
                                          struct position *position, struct error *error)
{
    int64_t heap;
    enum error_code failed = scanner_take_int(scanner, &heap, ERROR_BAD_POSITION, error);
    if (!failed && heap == 0)
        failed = take_away_check_empty(scanner, error);
    if (failed)
        return failed;
    int64_t quota = heap - 1;
    failed = take_away_read_quota(scanner, &quota, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    if (scanner_peek(scanner) == '+')
        return error_set(error, ERROR_BAD_POSITION, "at %zu: a position of %s has one heap",
                         scanner->at + 1, rules->text);
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_POSITION, "'@' with a quota or the end", error);
    set_position(position, heap, quota);
    return ERROR_NONE;
}

static void one_position_print(const struct rules *rules, const struct position *position,
                               struct text *out)
{
    (void)rules;
    text_append_int(out, heap_of(position));
    if (position->count)
        take_away_print_quota(quota_of(position), heap_of(position), out);
}

static void one_position_draw_start(const struct rules *rules, struct random *random,
                                    struct position *position)
{
    (void)rules;
    int64_t heap =
        DRAWN_HEAP_MIN + (int64_t)random_below(random, DRAWN_HEAP_MAX - DRAWN_HEAP_MIN + 1);
    set_position(position, heap, heap - 1);
}

static uint128 one_counters(const struct rules *rules, const struct position *position)
{
    (void)rules;
    return (uint128)heap_of(position);
}

static uint128 one_move_count(const struct rules *rules, const struct position *position)
{
    (void)rules;
    return (uint128)quota_of(position);
}

static void one_move_at(const struct rules *rules, const struct position *position, uint128 index,
                        struct move *move)
{
    (void)rules;
    int64_t heap = heap_of(position);
    *move = take_away_move(heap, heap - 1 - (int64_t)index);
}

/* A move while it is being read. */
struct take {
    int64_t heap;
    int64_t quota;
    int64_t left;
};

/* Reads "35>29" or "35@12>29". */
static enum error_code parse_take(struct scanner *scanner, struct take *take, struct error *error)
{
    enum error_code failed = scanner_take_int(scanner, &take->heap, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    failed = take_away_read_quota(scanner, &take->quota, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_take(scanner, '>'))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "'>'", error);
    failed = scanner_take_int(scanner, &take->left, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "the end", error);
    return ERROR_NONE;
}

/* Does the left side of the move say what is on the table? */
static enum error_code check_left_side(const struct position *position, const struct take *take,
                                       struct error *error)
{
    if (position->count == 0)
        return error_set(error, ERROR_BAD_MOVE, "no heap is on the table");
    int64_t heap = heap_of(position), quota = quota_of(position);
    if (take->heap != heap)
        return error_set(error, ERROR_BAD_MOVE,
                         "no heap of %" PRId64 " is on the table, but one of %" PRId64, take->heap,
                         heap);
    int64_t named = take->quota < heap ? take->quota : heap;
    if (named != quota)
        return error_set(error, ERROR_BAD_MOVE, "quota is %" PRId64 ", not %" PRId64, quota,
                         take->quota);
    return ERROR_NONE;
}

static enum error_code check_take(const struct take *take, struct error *error)
{
    if (take->left > take->heap)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "more counters stand after the move than before");
    if (take->left == take->heap)
        return error_set(error, ERROR_ILLEGAL_MOVE, "the move changes nothing");
    return take_away_check_quota(take->heap, take->left, take->quota, error);
}

static enum error_code one_move_parse(const struct rules *rules, const struct position *position,
                                      struct scanner *scanner, struct move *move,
                                      struct error *error)
{
    (void)rules;
    struct take take = {.quota = quota_of(position)};
    enum error_code failed = parse_take(scanner, &take, error);
    if (failed)
        return failed;
    failed = check_left_side(position, &take, error);
    if (failed)
        return failed;
    failed = check_take(&take, error);
    if (failed)
        return failed;
    *move = take_away_move(take.heap, take.left);
    return ERROR_NONE;
}

static void one_move_apply(const struct rules *rules, struct position *position,
                           const struct move *move)
{
    assert(move->before_count == 1 && move->cells[0] == heap_of(position));
    int64_t left = take_away_heap_left(move);
    assert(move->cells[0] - left <= quota_of(position));
    set_position(position, left, take_away_quota(rules, move->cells[0] - left));
}

const struct family take_away_one = {
    .position_parse = one_position_parse,
    .position_print = one_position_print,
    .position_draw_start = one_position_draw_start,
    .counters = one_counters,
    .move_count = one_move_count,
    .move_at = one_move_at,
    .move_parse = one_move_parse,
    .move_print = heaps_move_print,
    .move_apply = one_move_apply,
};
