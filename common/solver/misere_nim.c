/* Nim in which the player who takes the last counter loses [Bouton]: as in normal play while a heap
 * of 2 or more is left; when there are only heaps of 1, an odd number of them is lost. So the last
 * heap of 2 or more has to become 0 or 1 such that this number is odd. */
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/proof.h"
#include "common/solver/solver_family.h"

#include <inttypes.h>
#include <string.h>

/* The sizes ascend: the heaps of 1 come first. */
static uint32_t count_of_ones(const struct position *position)
{
    uint32_t ones = 0;
    while (ones < position->count && position->cells[ones] == 1)
        ones++;
    return ones;
}

static uint32_t count_of_larger(const struct position *position)
{
    return position->count - count_of_ones(position);
}

static enum outcome misere_nim_outcome(struct solver *solver, const struct position *position)
{
    uint64_t sum;
    solver_family_nim.grundy(solver, position, &sum);
    bool lost = count_of_larger(position) ? sum == 0 : position->count % 2 == 1;
    return lost ? OUTCOME_P : OUTCOME_N;
}

/* Finds the only winning move where at most one heap is not 1; false where there is none. */
static bool move_to_odd_ones(const struct position *position, struct move *ret_move)
{
    uint32_t ones = count_of_ones(position);
    bool has_larger = ones < position->count;
    if (position->count == 0 || (!has_larger && ones % 2 == 1))
        return false;
    int64_t left = has_larger && ones % 2 == 0 ? 1 : 0;
    *ret_move = heaps_move(position->cells[position->count - 1], 0, left);
    return true;
}

static void misere_nim_winning_moves(struct solver *solver, const struct position *position,
                                     struct winning_list *list)
{
    if (count_of_larger(position) >= 2) {
        solver_family_nim.winning_moves(solver, position, list);
        return;
    }
    struct move move;
    if (!move_to_odd_ones(position, &move))
        return;
    struct move *place = winning_list_add(list);
    if (place)
        *place = move;
}

/* With more than SOLVER_EXACT_MOVES moves, two heaps or more are far above 1. */
static uint32_t misere_nim_promising_replies(struct solver *solver, const struct position *position,
                                             struct move replies[SOLVER_REPLIES_MAX])
{
    return solver_family_nim.promising_replies(solver, position, replies);
}

static bool misere_nim_is_quick(const struct solver *solver, const struct position *position)
{
    return solver_family_nim.is_quick(solver, position);
}

static void misere_nim_explain(struct solver *solver, const struct position *position,
                               const struct move *best, bool is_brief, struct text *out)
{
    uint32_t ones = count_of_ones(position), larger = position->count - ones;
    if (larger >= 2) {
        text_append_string(out, "As in Nim: two heaps or more are not 1.\n");
        solver_family_nim.explain(solver, position, best, is_brief, out);
        return;
    }
    if (larger == 1)
        text_printf(out,
                    "Bring the heap of %" PRId64
                    " down to %s: that leaves an odd number of heaps of 1.\n",
                    position->cells[position->count - 1], ones % 2 ? "0" : "1");
    else if (position->count > 0)
        text_printf(out, "%s: the heaps of 1 are %" PRIu32 ", an %s number.\n",
                    best ? "Take a heap of 1" : "No move wins", ones, ones % 2 ? "odd" : "even");
    text_append_string(out,
                       "Of heaps of 1 alone, an odd number makes who moves next take the last.\n");
}

static enum error_code misere_nim_prove(struct proof *proof)
{
    text_append_string(proof->out, "theorem misere-nim [Bouton]\n");
    proof_sums(proof, NULL);
    return ERROR_NONE;
}

const struct solver_family solver_family_misere_nim = {
    .family = &family_nim,
    .misere = true,
    .outcome = misere_nim_outcome,
    .winning_moves = misere_nim_winning_moves,
    .promising_replies = misere_nim_promising_replies,
    .is_quick = misere_nim_is_quick,
    .explain = misere_nim_explain,
    .prove = SOLVER_PROVES(misere_nim_prove),
};

static bool is_nim(const struct rules *rules)
{
    return strcmp(rules->text, "octal:0.3...,misere") == 0;
}

const struct solver_family solver_family_misere_octal_nim = {
    .family = &family_octal,
    .misere = true,
    .serves = is_nim,
    .outcome = misere_nim_outcome,
    .winning_moves = misere_nim_winning_moves,
    .promising_replies = misere_nim_promising_replies,
    .is_quick = misere_nim_is_quick,
    .explain = misere_nim_explain,
    .prove = SOLVER_PROVES(misere_nim_prove),
};
