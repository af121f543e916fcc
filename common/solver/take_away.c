/* Take-away games with one heap, by their P-sequence [Schwenk]: the mover wins exactly when the
 * quota allows the smallest part of the heap's representation.
 *
 * Misere play: a heap of n is won as one of n - 1 in normal play, by the same takes. For a take of
 * n loses, one of n - 1 wins, because it leaves one counter that the opponent has to take, and any
 * other t leaves a heap of n - t, which is won as one of n - 1 - t in normal play (induction). */
#include "common/game/take_away.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/solver/p_sequence.h"
#include "common/solver/parts_text.h"
#include "common/solver/promising_takes.h"
#include "common/solver/proof.h"
#include "common/solver/quota_values.h"
#include "common/solver/solver_family.h"

#include <inttypes.h>
#include <stdlib.h>

struct tables {
    struct p_sequence sequence;
    struct quota_values *values; /* only normal play has values */
};

static void *take_away_tables_create(const struct rules *rules)
{
    struct tables *tables = memory_zeroed(1, sizeof *tables);
    p_sequence_init(&tables->sequence, take_away_function(rules));
    if (!rules->misere)
        tables->values = quota_values_create(rules);
    return tables;
}

static void take_away_tables_destroy(void *memory)
{
    struct tables *tables = memory;
    p_sequence_finish(&tables->sequence);
    quota_values_destroy(tables->values);
    free(tables);
}

static size_t take_away_memory(const void *memory)
{
    const struct tables *tables = memory;
    size_t values = tables->values ? quota_values_memory(tables->values) : 0;
    return p_sequence_memory(&tables->sequence) + values;
}

static struct p_sequence *sequence_of(struct solver *solver)
{
    struct tables *tables = solver->tables;
    return &tables->sequence;
}

static int64_t quota_of(const struct position *position)
{
    return position->count ? position->cells[TAKE_AWAY_QUOTA] : 0;
}

/* The number of counters in play as in normal play: in misere play all but the last one. */
static int64_t counters_in_play(const struct solver *solver, const struct position *position)
{
    if (position->count == 0)
        return 0;
    return position->cells[TAKE_AWAY_HEAP] - solver->rules.misere;
}

static bool take_away_grundy(struct solver *solver, const struct position *position,
                             uint64_t *ret_value)
{
    struct tables *tables = solver->tables;
    int64_t heap = counters_in_play(solver, position);
    if (!tables->values || heap > quota_values_heap_max(tables->values))
        return false;
    *ret_value = quota_value(tables->values, heap, quota_of(position));
    return true;
}

static enum outcome take_away_outcome(struct solver *solver, const struct position *position)
{
    int64_t heap = counters_in_play(solver, position), quota = quota_of(position);
    if (quota == 0)
        return solver->rules.misere ? OUTCOME_N : OUTCOME_P;
    if (heap == 0)
        return OUTCOME_P;
    return quota >= p_sequence_smallest_part(sequence_of(solver), heap) ? OUTCOME_N : OUTCOME_P;
}

static void take_away_winning_moves(struct solver *solver, const struct position *position,
                                    struct winning_list *list)
{
    int64_t takes[P_SEQUENCE_PARTS_MAX];
    uint32_t count = p_sequence_winning_takes(
        sequence_of(solver), counters_in_play(solver, position), quota_of(position),
        list->first_only ? 1 : P_SEQUENCE_PARTS_MAX, takes);
    for (uint32_t i = 0; i < count; i++) {
        struct move *move = winning_list_add(list);
        int64_t heap = position->cells[TAKE_AWAY_HEAP];
        if (move)
            *move = take_away_move(heap, heap - takes[i]);
    }
}

/* The quota allows all counters in play. */
static bool take_away_ending_move(struct solver *solver, const struct position *position,
                                  struct move *ret_move)
{
    int64_t heap = counters_in_play(solver, position);
    if (heap == 0 || quota_of(position) < heap)
        return false;
    *ret_move = take_away_move(position->cells[TAKE_AWAY_HEAP], solver->rules.misere);
    return true;
}

static uint32_t take_away_promising_replies(struct solver *solver, const struct position *position,
                                            struct move replies[SOLVER_REPLIES_MAX])
{
    int64_t takes[SOLVER_REPLIES_MAX], heap = position->cells[TAKE_AWAY_HEAP];
    uint32_t count =
        promising_takes(&solver->rules, heap, quota_of(position), promising_window(1), takes);
    for (uint32_t i = 0; i < count; i++)
        replies[i] = take_away_move(heap, heap - takes[i]);
    return count;
}

static void explain_misere(const struct position *position, struct text *out)
{
    if (quota_of(position) == 0)
        text_append_string(out, "No move is left, and who has none wins in misere play.\n");
    else if (position->cells[TAKE_AWAY_HEAP] == 1)
        text_append_string(out,
                           "The last counter has to be taken, and in misere play that loses.\n");
    else
        text_printf(out,
                    "Leave the last counter to the opponent: play for the other %" PRId64
                    " as in normal play.\n",
                    position->cells[TAKE_AWAY_HEAP] - 1);
}

static void take_away_explain(struct solver *solver, const struct position *position,
                              const struct move *best, bool is_brief, struct text *out)
{
    (void)is_brief;
    int64_t heap = counters_in_play(solver, position), quota = quota_of(position);
    int64_t take = best ? position->cells[TAKE_AWAY_HEAP] - take_away_heap_left(best) : 0;
    if (solver->rules.misere)
        explain_misere(position, out);
    if (heap == 0 || quota == 0)
        return;
    parts_text_explain(sequence_of(solver), heap, quota, take, out);
}

static bool take_away_is_quick(const struct solver *solver, const struct position *position)
{
    (void)position;
    return p_sequence_is_quick(take_away_function(&solver->rules));
}

static enum error_code take_away_prove(struct proof *proof)
{
    parts_text_prove(sequence_of(proof->solver), counters_in_play(proof->solver, proof->lost),
                     proof->out);
    return ERROR_NONE;
}

const struct solver_family solver_family_take_away = {
    .family = &family_take_away,
    .variant = TAKE_AWAY_ONE,
    .tables_create = take_away_tables_create,
    .tables_destroy = take_away_tables_destroy,
    .memory = take_away_memory,
    .grundy = take_away_grundy,
    .outcome = take_away_outcome,
    .winning_moves = take_away_winning_moves,
    .ending_move = take_away_ending_move,
    .promising_replies = take_away_promising_replies,
    .is_quick = take_away_is_quick,
    .explain = take_away_explain,
    .prove = SOLVER_PROVES(take_away_prove),
};

const struct solver_family solver_family_misere_take_away = {
    .family = &family_take_away,
    .variant = TAKE_AWAY_ONE,
    .misere = true,
    .tables_create = take_away_tables_create,
    .tables_destroy = take_away_tables_destroy,
    .memory = take_away_memory,
    .outcome = take_away_outcome,
    .winning_moves = take_away_winning_moves,
    .ending_move = take_away_ending_move,
    .promising_replies = take_away_promising_replies,
    .is_quick = take_away_is_quick,
    .explain = take_away_explain,
    .prove = SOLVER_PROVES(take_away_prove),
};
