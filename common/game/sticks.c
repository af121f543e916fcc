#include "common/game/sticks.h"

#include "common/game/family.h"
#include "common/game/heaps.h"

#include <assert.h>
#include <inttypes.h>

enum { LENGTH }; /* the parameter: the greatest length; 0: any */

enum { DRAWN_STICKS_MIN = 3, DRAWN_STICKS_MAX = 5, DRAWN_LENGTH_MAX = 9 };

static enum error_code sticks_rules_parse(struct rules *rules, struct scanner *scanner,
                                          struct text *out, struct error *error)
{
    text_append_string(out, "sticks");
    rules->parameters[LENGTH] = 0;
    if (!scanner_take(scanner, ':'))
        return ERROR_NONE;
    size_t place = scanner->at + 1;
    int64_t length;
    enum error_code failed = scanner_take_int(scanner, &length, ERROR_BAD_RULES, error);
    if (failed)
        return failed;
    if (length < 2 || length > STICKS_TOTAL_MAX)
        return error_set(error, ERROR_BAD_RULES,
                         "at %zu: the greatest length of a stick is 2 to %d, not %" PRId64
                         "; 'sticks' alone sets none",
                         place, STICKS_TOTAL_MAX, length);
    rules->parameters[LENGTH] = length;
    text_printf(out, ":%" PRId64, length);
    return ERROR_NONE;
}

uint128 sticks_sixes(const struct position *position)
{
    uint128 sixes = 0;
    for (uint32_t i = 0; i < position->count; i++)
        sixes += (uint128)(position->cells[i] / STICKS_SIX);
    return sixes;
}

static enum error_code sticks_position_check_limits(const struct rules *rules,
                                                    const struct position *position,
                                                    struct error *error)
{
    int64_t most = rules->parameters[LENGTH];
    int64_t longest = position->count ? position->cells[position->count - 1] : 0;
    if (most && longest > most)
        return error_set(error, ERROR_BAD_POSITION,
                         "%s: the sticks are of length %" PRId64 " at most, not %" PRId64,
                         rules->text, most, longest);
    if (position->count > HEAPS_MAX)
        return error_set(error, ERROR_BAD_POSITION, "%s: at most %d sticks, not %" PRIu32,
                         rules->text, HEAPS_MAX, position->count);
    uint128 total = position_counters(rules, position);
    if (sticks_sixes(position) >= STICKS_SIX && total > STICKS_TOTAL_MAX)
        return error_set(error, ERROR_BAD_POSITION,
                         "%s: where six sticks of length 6 can be broken off, the lengths sum to "
                         "%d at most",
                         rules->text, STICKS_TOTAL_MAX);
    return ERROR_NONE;
}

/* Always within the theorem. */
static void sticks_position_draw_start(const struct rules *rules, struct random *random,
                                       struct position *position)
{
    int64_t most = rules->parameters[LENGTH], count = DRAWN_STICKS_MIN;
    if (most == 0 || most > DRAWN_LENGTH_MAX)
        most = DRAWN_LENGTH_MAX;
    count += (int64_t)random_below(random, DRAWN_STICKS_MAX - DRAWN_STICKS_MIN + 1);
    while (count-- > 0)
        heaps_add(position, 1 + (int64_t)random_below(random, (uint128)most));
}

/* The number of sticks of the length of the one at `index`, the first of them. */
static uint32_t run_at(const struct position *position, uint32_t index)
{
    uint32_t end = index;
    while (end < position->count && position->cells[end] == position->cells[index])
        end++;
    return end - index;
}

static uint128 moves_of_run(int64_t length, uint32_t run)
{
    return (uint128)length / 2 + (run >= length);
}

static bool sticks_is_over(const struct rules *rules, const struct position *position)
{
    (void)rules;
    return position->count == 0;
}

static uint128 sticks_move_count(const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint128 count = 0;
    for (uint32_t i = 0, run; i < position->count; i += run) {
        run = run_at(position, i);
        count += moves_of_run(position->cells[i], run);
    }
    return count;
}

static void sticks_move_at(const struct rules *rules, const struct position *position,
                           uint128 index, struct move *move)
{
    (void)rules;
    uint32_t i = 0, run = run_at(position, 0);
    while (index >= moves_of_run(position->cells[i], run)) {
        index -= moves_of_run(position->cells[i], run);
        i += run;
        assert(i < position->count);
        run = run_at(position, i);
    }
    int64_t length = position->cells[i], smaller = (int64_t)index + 1;
    if (smaller <= length / 2)
        *move = heaps_move(length, smaller, length - smaller);
    else
        *move = heaps_move(length, 0, 0);
}

/* The two sides are read already, and name sticks on the table. */
static enum error_code check_removal(const struct heaps_sides *sides, struct error *error)
{
    int64_t length = sides->before.cells[0];
    uint32_t named = sides->before.count;
    if (run_at(&sides->before, 0) < named)
        return error_set(error, ERROR_ILLEGAL_MOVE, "sticks that are removed have equal lengths");
    if (named != length)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "of length %" PRId64 ", %" PRId64 " sticks are removed, not %" PRIu32,
                         length, length, named);
    return ERROR_NONE;
}

static enum error_code check_break(const struct heaps_sides *sides, struct error *error)
{
    const struct position *after = &sides->after;
    if (sides->before.count > 1)
        return error_set(error, ERROR_ILLEGAL_MOVE, "a move breaks one stick, not %" PRIu32,
                         sides->before.count);
    if (after->count != 2)
        return error_set(error, ERROR_ILLEGAL_MOVE, "a stick is broken into two, not into %" PRIu32,
                         after->count);
    int64_t length = sides->before.cells[0], missing = length - after->cells[0] - after->cells[1];
    if (missing > 0)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "the pieces of a stick of length %" PRId64 " have this length together, "
                         "and %" PRId64 " would be missing",
                         length, missing);
    return ERROR_NONE;
}

static enum error_code sticks_move_parse(const struct rules *rules, const struct position *position,
                                         struct scanner *scanner, struct move *move,
                                         struct error *error)
{
    (void)rules;
    struct heaps_sides sides;
    heaps_sides_init(&sides);
    enum error_code failed = heaps_sides_parse(position, scanner, &sides, error);
    if (failed)
        return failed;
    const struct position *after = &sides.after;
    bool removes = after->count == 0;
    failed = removes ? check_removal(&sides, error) : check_break(&sides, error);
    if (!failed)
        *move = heaps_move(sides.before.cells[0], removes ? 0 : after->cells[0],
                           removes ? 0 : after->cells[1]);
    return failed;
}

static void sticks_move_print(const struct rules *rules, const struct position *position,
                              const struct move *move, struct text *out)
{
    if (move->after_count > 0) {
        heaps_move_print(rules, position, move, out);
        return;
    }
    for (int64_t i = 0; i < move->cells[0]; i++)
        text_printf(out, "%s%" PRId64, i > 0 ? "+" : "", move->cells[0]);
    text_append_string(out, ">0");
}

static void sticks_move_apply(const struct rules *rules, struct position *position,
                              const struct move *move)
{
    int64_t removed = move->after_count > 0 ? 1 : move->cells[0];
    heaps_move_apply(rules, position, move);
    while (--removed > 0)
        heaps_move_apply(rules, position, move);
}

const struct family family_sticks = {
    .name = "sticks",
    .form = "sticks (or with the greatest length, as sticks:4)",
    .rules_parse = sticks_rules_parse,
    .position_parse = heaps_position_parse,
    .position_print = heaps_position_print,
    .position_check_limits = sticks_position_check_limits,
    .position_draw_start = sticks_position_draw_start,
    .is_over = sticks_is_over,
    .move_count = sticks_move_count,
    .move_at = sticks_move_at,
    .move_parse = sticks_move_parse,
    .move_print = sticks_move_print,
    .move_apply = sticks_move_apply,
};
