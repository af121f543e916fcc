#include "common/game/odd_scoring.h"

#include "common/game/family.h"
#include "common/game/heaps.h"

#include <assert.h>
#include <inttypes.h>

enum { DRAWN_STEPS_MIN = 11, DRAWN_STEPS_MAX = 35 };

static enum error_code odd_scoring_rules_parse(struct rules *rules, struct scanner *scanner,
                                               struct text *out, struct error *error)
{
    (void)rules;
    (void)scanner;
    (void)error;
    text_append_string(out, "odd-scoring");
    return ERROR_NONE;
}

static enum error_code odd_scoring_position_parse(const struct rules *rules,
                                                  struct scanner *scanner,
                                                  struct position *position, struct error *error)
{
    (void)rules;
    int64_t left, own = 0;
    enum error_code failed = scanner_take_int(scanner, &left, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    bool has_own = scanner_take(scanner, '@');
    if (has_own && !scanner_take(scanner, '0')) {
        own = 1;
        if (!scanner_take(scanner, '1'))
            return scanner_expected(scanner, ERROR_BAD_POSITION,
                                    "0 or 1, for an even or odd number of own steps,", error);
    }
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_POSITION, has_own ? "the end" : "'@' or the end",
                                error);
    if (!has_own && left % 2 == 0)
        return error_set(error, ERROR_BAD_POSITION,
                         "a match starts an odd number of steps from the end, so that one player "
                         "makes an even number; on the way write %" PRId64 "@0 or %" PRId64
                         "@1: the player to move has made an even or odd number so far",
                         left, left);
    position_push(position, left);
    position_push(position, own);
    return ERROR_NONE;
}

static void odd_scoring_position_print(const struct rules *rules, const struct position *position,
                                       struct text *out)
{
    (void)rules;
    text_printf(out, "%" PRId64 "@%" PRId64, position->cells[ODD_SCORING_LEFT],
                position->cells[ODD_SCORING_OWN]);
}

static void odd_scoring_position_draw_start(const struct rules *rules, struct random *random,
                                            struct position *position)
{
    (void)rules;
    uint128 count = (DRAWN_STEPS_MAX - DRAWN_STEPS_MIN) / 2 + 1;
    position_push(position, DRAWN_STEPS_MIN + 2 * (int64_t)random_below(random, count));
    position_push(position, 0);
}

static uint128 odd_scoring_counters(const struct rules *rules, const struct position *position)
{
    (void)rules;
    return (uint128)position->cells[ODD_SCORING_LEFT];
}

static enum stuck_result odd_scoring_stuck_result(const struct rules *rules,
                                                  const struct position *position)
{
    (void)rules;
    assert(position->cells[ODD_SCORING_LEFT] == 0);
    return position->cells[ODD_SCORING_OWN] == 0 ? STUCK_WINS : STUCK_LOSES;
}

int64_t odd_scoring_most(const struct position *position)
{
    int64_t left = position->cells[ODD_SCORING_LEFT];
    return left < ODD_SCORING_STEPS_MAX ? left : ODD_SCORING_STEPS_MAX;
}

struct move odd_scoring_move(const struct position *position, int64_t steps)
{
    assert(steps >= 1 && steps <= odd_scoring_most(position));
    int64_t left = position->cells[ODD_SCORING_LEFT];
    return heaps_move(left, 0, left - steps);
}

static uint128 odd_scoring_move_count(const struct rules *rules, const struct position *position)
{
    (void)rules;
    return (uint128)odd_scoring_most(position);
}

static void odd_scoring_move_at(const struct rules *rules, const struct position *position,
                                uint128 index, struct move *move)
{
    (void)rules;
    *move = odd_scoring_move(position, 1 + (int64_t)index);
}

static enum error_code odd_scoring_move_parse(const struct rules *rules,
                                              const struct position *position,
                                              struct scanner *scanner, struct move *move,
                                              struct error *error)
{
    (void)rules;
    int64_t before, after, left = position->cells[ODD_SCORING_LEFT];
    int64_t most = odd_scoring_most(position);
    enum error_code failed = scanner_take_int(scanner, &before, ERROR_BAD_MOVE, error);
    if (!failed && !scanner_take(scanner, '>'))
        failed = scanner_expected(scanner, ERROR_BAD_MOVE, "'>'", error);
    if (!failed)
        failed = scanner_take_int(scanner, &after, ERROR_BAD_MOVE, error);
    if (!failed && !scanner_at_end(scanner))
        failed = scanner_expected(scanner, ERROR_BAD_MOVE, "the end", error);
    if (failed)
        return failed;

    if (before != left)
        return error_set(error, ERROR_BAD_MOVE,
                         "the chip stands %" PRId64 " steps from the end, not %" PRId64, left,
                         before);
    if (most == 0)
        return error_set(error, ERROR_ILLEGAL_MOVE, "the chip has reached the end");
    if (after >= left || left - after > most)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "a move makes 1%s steps towards the end: from %" PRId64 " to %" PRId64
                         " at least",
                         most == 3   ? ", 2 or 3"
                         : most == 2 ? " or 2"
                                     : "",
                         left, left - most);
    *move = odd_scoring_move(position, left - after);
    return ERROR_NONE;
}

/* All steps of the match are odd, so those made so far are odd where `left` is even. */
static void odd_scoring_move_apply(const struct rules *rules, struct position *position,
                                   const struct move *move)
{
    (void)rules;
    int64_t left = position->cells[ODD_SCORING_LEFT], own = position->cells[ODD_SCORING_OWN];
    assert(move->cells[0] == left);
    position->cells[ODD_SCORING_LEFT] = move->after_count > 0 ? move->cells[1] : 0;
    position->cells[ODD_SCORING_OWN] = (1 + left % 2 + own) % 2; /* of the other player */
}

const struct family family_odd_scoring = {
    .name = "odd-scoring",
    .form = "odd-scoring",
    .no_misere = "an even number of steps wins, whoever makes the last one",
    .rules_parse = odd_scoring_rules_parse,
    .position_parse = odd_scoring_position_parse,
    .position_print = odd_scoring_position_print,
    .position_draw_start = odd_scoring_position_draw_start,
    .counters = odd_scoring_counters,
    .stuck_result = odd_scoring_stuck_result,
    .move_count = odd_scoring_move_count,
    .move_at = odd_scoring_move_at,
    .move_parse = odd_scoring_move_parse,
    .move_print = heaps_move_print,
    .move_apply = odd_scoring_move_apply,
};
