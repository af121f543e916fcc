/* Take-away games with one heap, by their P-sequence [Schwenk]: whoever may take the smallest part
 * of the heap's representation wins, and nobody else does. */
#include "common/game/take_away.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/solver/p_sequence.h"
#include "common/solver/solver_family.h"

#include <stdlib.h>

static void *take_away_tables_create(const struct rules *rules)
{
    struct p_sequence *sequence = memory_zeroed(1, sizeof *sequence);
    p_sequence_init(sequence, rules);
    return sequence;
}

static void take_away_tables_destroy(void *tables)
{
    p_sequence_finish(tables);
    free(tables);
}

static enum outcome take_away_outcome(struct solver *solver, const struct position *position)
{
    if (position->count == 0)
        return OUTCOME_P;
    struct p_sequence *sequence = solver->tables;
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = p_sequence_represent(sequence, position->cells[TAKE_AWAY_HEAP], parts);
    int64_t smallest = sequence->terms[parts[count - 1]];
    return position->cells[TAKE_AWAY_QUOTA] >= smallest ? OUTCOME_N : OUTCOME_P;
}

/* Taking t < n wins iff the smallest part of n - t exceeds F(t). Then t is the sum of the smallest
 * parts of n: with L the largest part of t, F(L) <= F(t) is below the smallest part of n - t, so
 * the parts of t followed by those of n - t are a representation of n, and there is only one. So
 * each sum of smallest parts is tried once: it wins iff the next part is shielded from it. Taking
 * all of n wins when it is allowed. */
static void take_away_winning_moves(struct solver *solver, const struct position *position,
                                    struct winning_list *list)
{
    if (position->count == 0)
        return;
    struct p_sequence *sequence = solver->tables;
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = p_sequence_represent(sequence, position->cells[TAKE_AWAY_HEAP], parts);
    int64_t take = 0;
    while (count-- > 0 && !winning_list_is_done(list)) {
        take += sequence->terms[parts[count]];
        if (take > position->cells[TAKE_AWAY_QUOTA])
            return;
        if (count > 0 && take > sequence->shields[parts[count - 1]])
            continue;
        struct move *move = winning_list_add(list);
        if (move)
            move_at(&solver->rules, position, (uint128)take - 1, move);
    }
}

/* The least take after which the opponent may take all the rest. */
static int64_t first_reckless_take(const struct rules *rules, int64_t heap)
{
    int64_t low = 0, high = heap;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (take_away_quota(rules, middle) >= heap - middle)
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* The smallest and the largest takes, and those about the point up to which the opponent's choice
 * grows with the take and from which on it shrinks with the rest. */
static uint32_t take_away_promising_replies(struct solver *solver, const struct position *position,
                                            struct move replies[SOLVER_REPLIES_MAX])
{
    enum { WINDOW = 64 };
    int64_t quota = position->cells[TAKE_AWAY_QUOTA];
    int64_t turn = first_reckless_take(&solver->rules, position->cells[TAKE_AWAY_HEAP]);
    if (turn > quota)
        turn = quota;
    int64_t starts[] = {1, turn - WINDOW / 2, quota - WINDOW + 1};
    uint32_t count = 0;
    int64_t take = 0;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        if (take < starts[i])
            take = starts[i] - 1;
        for (int64_t end = starts[i] + WINDOW; take + 1 < end && take < quota; take++)
            move_at(&solver->rules, position, (uint128)take, &replies[count++]);
    }
    return count;
}

static uint128 take_away_counters(const struct position *position)
{
    return position->count ? (uint128)position->cells[TAKE_AWAY_HEAP] : 0;
}

const struct solver_family solver_family_take_away = {
    .family = &family_take_away,
    .tables_create = take_away_tables_create,
    .tables_destroy = take_away_tables_destroy,
    .outcome = take_away_outcome,
    .winning_moves = take_away_winning_moves,
    .promising_replies = take_away_promising_replies,
    .counters = take_away_counters,
};
