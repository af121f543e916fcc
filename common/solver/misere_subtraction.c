/* Subtraction games in which a player who cannot move wins. The heaps have the values of normal
 * play. As in misere Nim, what loses is the nim-sum 0 while a heap has a value of 2 or more, and
 * the nim-sum 1 where all values are 0 or 1. The proof is in THEORY.md. */
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/game/subtraction.h"
#include "common/solver/proof.h"
#include "common/solver/subtraction_takes.h"

#include <assert.h>
#include <string.h>

enum { LONG_HEAP = 1000000 }; /* a move of it may take half a line */

/* The tables are the values of normal play. */
static void *misere_subtraction_create(const struct rules *rules)
{
    static const char suffix[] = ",misere";
    struct rules normal;
    struct error error;
    assert(rules->text_len > strlen(suffix));
    enum error_code failed =
        rules_parse(&normal, rules->text, rules->text_len - strlen(suffix), &error);
    assert(!failed && !normal.misere);
    (void)failed;
    return heap_family_tables_create(&normal);
}

/* Heaps, by what decides. */
struct census {
    uint64_t nim_sum;
    uint32_t larger; /* the number of values of 2 and more */
};

static struct census census_of(struct heap_values *values, const struct position *position)
{
    struct census census = {0};
    for (uint32_t i = 0; i < position->count; i++) {
        uint64_t value = heap_value(values, position->cells[i]);
        census.nim_sum ^= value;
        census.larger += value >= 2;
    }
    return census;
}

/* The same without one of the heaps. */
static struct census census_without(struct census census, uint64_t value)
{
    return (struct census){census.nim_sum ^ value, census.larger - (value >= 2)};
}

/* The nim-sum that loses beside heaps with this census. */
static uint64_t lost_sum(const struct census *census)
{
    return census->larger > 0 ? 0 : 1;
}

static enum outcome misere_subtraction_outcome(struct solver *solver,
                                               const struct position *position)
{
    struct census census = census_of(solver->tables, position);
    return census.nim_sum == lost_sum(&census) ? OUTCOME_P : OUTCOME_N;
}

/* The value that a heap has to get is 0 or 1 where the others have no larger one; so it never adds
 * one, and the census of the others says which nim-sum loses after the move. */
static void misere_subtraction_winning_moves(struct solver *solver, const struct position *position,
                                             struct winning_list *list)
{
    struct heap_values *values = solver->tables;
    struct heap_search search = {.values = values, .list = list};
    struct census census = census_of(values, position);
    for (uint32_t i = 0; i < position->count && !winning_list_is_done(list); i++) {
        if (heap_is_repeated(position, i))
            continue;
        search.heap = position->cells[i];
        uint64_t value = heap_value(values, search.heap);
        struct census others = census_without(census, value);
        search.target = others.nim_sum ^ lost_sum(&others);
        if (search.target != value)
            subtraction_add_takes(&search);
    }
}

/* Nothing is faster than leaving the last move to the opponent: one heap that has moves, all of
 * which end the match because it is below twice the least number that may be taken. */
static bool misere_subtraction_ending_move(struct solver *solver, const struct position *position,
                                           struct move *ret_move)
{
    const struct rules *rules = &solver->rules;
    int64_t least = subtraction_number(rules, 0);
    uint32_t alive = 0, last = position->count - 1;
    while (alive < position->count && position->cells[last - alive] >= least)
        alive++;
    if (alive == 0 || alive > 2)
        return false;

    int64_t heap = position->cells[last], low = least, high = 2 * least - 1;
    if (alive == 2) { /* one of them stays as it is, the other becomes less than `least` */
        int64_t smaller = position->cells[last - 1];
        if (smaller > high)
            return false;
        if (heap <= high)
            heap = smaller;
        low = 0;
        high = least - 1;
    }
    int64_t index = high < heap ? subtraction_count(rules, heap - high - 1) : 0;
    if (heap < low || index == subtraction_count(rules, heap - low))
        return false;
    *ret_move = heaps_move(heap, 0, heap - subtraction_number(rules, index));
    return true;
}

static uint32_t misere_subtraction_promising_replies(struct solver *solver,
                                                     const struct position *position,
                                                     struct move replies[SOLVER_REPLIES_MAX])
{
    return solver_family_subtraction.promising_replies(solver, position, replies);
}

static void misere_subtraction_explain(struct solver *solver, const struct position *position,
                                       const struct move *best, bool is_brief, struct text *out)
{
    struct heap_values *values = solver->tables;
    struct census census = census_of(values, position);
    if (best)
        census = census_without(census, heap_value(values, best->cells[0]));
    if (census.larger > 0) {
        text_append_string(out, "As in normal play, while a heap has a value of 2 or more.\n");
        heap_family_explain(solver, position, best, is_brief, out);
        return;
    }
    if (position_is_over(&solver->rules, position)) {
        text_append_string(out, "No move is left, and so whoever is to move wins.\n");
        return;
    }
    if (best) {
        const char *gap = best->cells[0] < LONG_HEAP ? " " : "\n";
        move_print(&solver->rules, position, best, out);
        text_printf(out, " wins:%sthe values are then 0 and 1 only, with an odd number of 1s.\n",
                    gap);
    } else {
        text_append_string(
            out, "No move wins: the values are 0 and 1 only, with an odd number of 1s.\n");
    }
    if (!is_brief)
        text_append_string(out,
                           "That is lost in misere play. Where a value is 2 or more, an even "
                           "number of 1s\nin each binary column is lost, as in normal play.\n");
    heap_explain_figures(values, position, best, is_brief, out);
}

static enum error_code misere_subtraction_prove(struct proof *proof)
{
    struct solver *normal = solver_create(heap_values_rules(proof->solver->tables));
    text_append_string(proof->out, "theorem misere-subtraction\n");
    proof_sums(proof, normal);
    enum error_code failed = proof_values(proof, normal);
    solver_destroy(normal);
    return failed;
}

const struct solver_family solver_family_misere_subtraction = {
    .family = &family_subtraction,
    .misere = true,
    .tables_create = misere_subtraction_create,
    .tables_destroy = heap_family_tables_destroy,
    .memory = heap_family_memory,
    .outcome = misere_subtraction_outcome,
    .winning_moves = misere_subtraction_winning_moves,
    .ending_move = misere_subtraction_ending_move,
    .promising_replies = misere_subtraction_promising_replies,
    .is_quick = heaps_are_small,
    .explain = misere_subtraction_explain,
    .prove = SOLVER_PROVES(misere_subtraction_prove),
};
