/* Reads a move of take-away with a quota for each heap: the heap's size says which heap is meant,
 * and where heaps of one size have different quotas, the quota named with it. */
#include "common/game/heaps.h"
#include "common/game/take_away_pairs.h"
#include "common/game/take_away_variant.h"

#include <inttypes.h>

enum { LISTED_MAX = 3 }; /* heaps that a message names */

/* A move while it is being read. */
struct reading {
    struct heaps_sides sides;
    struct position named; /* the left side in pairs, quota 0 where none is named */
};

static enum error_code read_left_side(struct scanner *scanner, struct reading *reading,
                                      struct error *error)
{
    if (heaps_take_none(scanner))
        return ERROR_NONE;
    struct position *before = &reading->sides.before;
    do {
        int64_t heap, quota = 0;
        enum error_code failed =
            heaps_read_heap(scanner, before->count, &heap, ERROR_BAD_MOVE, error);
        if (failed)
            return failed;
        failed = take_away_read_quota(scanner, &quota, ERROR_BAD_MOVE, error);
        if (failed)
            return failed;
        heaps_add(before, heap);
        pairs_add(&reading->named, heap, quota);
    } while (scanner_take(scanner, '+'));
    return ERROR_NONE;
}

/* Lists the heaps of this size that may be taken from, each followed by `tail`: "8@3>6 or 8@7>6".
 */
static void list_heaps(const struct position *position, int64_t heap, const char *tail,
                       struct text *out)
{
    int listed = 0;
    uint32_t i = pairs_find(position, heap, 1);
    for (; i < pairs_count(position) && pairs_heap(position, i) == heap; i++) {
        if (!pairs_is_first(position, i))
            continue;
        if (listed == LISTED_MAX) {
            text_append_string(out, " or ...");
            return;
        }
        text_printf(out, "%s%" PRId64 "@%" PRId64 "%s", listed++ > 0 ? " or " : "", heap,
                    pairs_quota(position, i), tail);
    }
}

/* Heaps of this size are on the table, but none has the quota that the move names. */
static enum error_code other_quota(const struct position *position, int64_t heap, int64_t quota,
                                   struct error *error)
{
    uint32_t i = pairs_find(position, heap, 0);
    if (pairs_has_one_quota(position, i))
        return error_set(error, ERROR_BAD_MOVE,
                         "quota of the heap of %" PRId64 " is %" PRId64 ", not %" PRId64, heap,
                         pairs_quota(position, i), quota);
    struct text heaps = {0};
    list_heaps(position, heap, "", &heaps);
    error_set(error, ERROR_BAD_MOVE, "no %" PRId64 "@%" PRId64 " is on the table, but %s", heap,
              quota, text_string(&heaps));
    text_finish(&heaps);
    return ERROR_BAD_MOVE;
}

static enum error_code several_quotas(const struct position *position, int64_t heap, int64_t left,
                                      struct error *error)
{
    struct text tail = {0}, heaps = {0};
    text_printf(&tail, ">%" PRId64, left);
    list_heaps(position, heap, text_string(&tail), &heaps);
    error_set(error, ERROR_BAD_MOVE, "heaps of %" PRId64 " have different quotas: write %s", heap,
              text_string(&heaps));
    text_finish(&tail);
    text_finish(&heaps);
    return ERROR_BAD_MOVE;
}

/* Do the heaps whose quotas are named stand in the position, each as often as it is named? */
static enum error_code check_quotas(const struct position *position, const struct position *named,
                                    struct error *error)
{
    for (uint32_t i = 0; i < pairs_count(named); i++) {
        int64_t heap = pairs_heap(named, i), quota = pairs_quota(named, i);
        if (quota == 0 || !pairs_is_first(named, i))
            continue;
        uint32_t present = pairs_times(position, heap, quota);
        uint32_t times = pairs_times(named, heap, quota);
        if (present == 0)
            return other_quota(position, heap, quota, error);
        if (present < times)
            return error_set(error, ERROR_BAD_MOVE,
                             "heaps of %" PRId64 "@%" PRId64 " on the table: %" PRIu32
                             ", named in the move: %" PRIu32,
                             heap, quota, present, times);
    }
    return ERROR_NONE;
}

/* Finds the quota of the heap of this size that changes. When the move names several such heaps and
 * some of them stay, all must have the same quota. */
static enum error_code find_quota(const struct position *position, const struct position *named,
                                  int64_t heap, int64_t left, int64_t *ret_quota,
                                  struct error *error)
{
    uint32_t on_table = pairs_find(position, heap, 0);
    uint32_t in_move = pairs_find(named, heap, 0);
    if (pairs_has_one_quota(position, on_table))
        *ret_quota = pairs_quota(position, on_table);
    else if (pairs_has_one_quota(named, in_move) && pairs_quota(named, in_move) > 0)
        *ret_quota = pairs_quota(named, in_move);
    else
        return several_quotas(position, heap, left, error);
    return ERROR_NONE;
}

static enum error_code check_sides(const struct position *position, struct reading *reading,
                                   struct error *error)
{
    struct position heaps = {0};
    for (uint32_t i = 0; i < pairs_count(position); i++)
        position_push(&heaps, pairs_heap(position, i));
    enum error_code failed = heaps_sides_reduce(&heaps, &reading->sides, error);
    position_finish(&heaps);
    return failed ? failed : heaps_sides_check_one(&reading->sides, 2, error);
}

static enum error_code read_move(const struct rules *rules, const struct position *position,
                                 struct scanner *scanner, struct reading *reading,
                                 struct move *move, struct error *error)
{
    enum error_code failed = read_left_side(scanner, reading, error);
    if (!failed)
        failed = heaps_sides_read_after(scanner, &reading->sides, error);
    if (!failed)
        failed = check_sides(position, reading, error);
    if (!failed)
        failed = check_quotas(position, &reading->named, error);
    if (failed)
        return failed;
    if (reading->sides.after.count > 1)
        return error_set(error, ERROR_ILLEGAL_MOVE, "%s: a heap may not be split", rules->text);
    int64_t heap = reading->sides.before.cells[0], quota;
    int64_t left = reading->sides.after.count ? reading->sides.after.cells[0] : 0;
    failed = find_quota(position, &reading->named, heap, left, &quota, error);
    if (failed)
        return failed;
    if (heap - left > quota)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "quota of the heap of %" PRId64 " is %" PRId64 ": at most %" PRId64
                         " may be taken",
                         heap, quota, quota);
    *move = take_away_local_move(heap, quota, left);
    return ERROR_NONE;
}

enum error_code take_away_local_move_parse(const struct rules *rules,
                                           const struct position *position, struct scanner *scanner,
                                           struct move *move, struct error *error)
{
    struct reading reading;
    heaps_sides_init(&reading.sides);
    reading.named = (struct position){0};
    enum error_code failed = read_move(rules, position, scanner, &reading, move, error);
    position_finish(&reading.named);
    return failed;
}
