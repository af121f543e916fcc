/* Odd Scoring repeats itself every eight steps (THEORY.md): the player to move has lost with an
 * even number of own steps where 1 or 4 is the remainder of the steps left, with an odd number
 * where it is 0 or 5. */
#include "common/game/odd_scoring.h"

#include "common/game/family.h"
#include "common/solver/proof.h"
#include "common/solver/solver_family.h"

#include <inttypes.h>

static enum outcome odd_scoring_outcome(struct solver *solver, const struct position *position)
{
    (void)solver;
    int64_t rest = position->cells[ODD_SCORING_LEFT] % 8;
    bool is_lost =
        position->cells[ODD_SCORING_OWN] == 0 ? rest == 1 || rest == 4 : rest == 0 || rest == 5;
    return is_lost ? OUTCOME_P : OUTCOME_N;
}

static void odd_scoring_winning_moves(struct solver *solver, const struct position *position,
                                      struct winning_list *list)
{
    struct position after = {0};
    for (int64_t steps = 1; steps <= odd_scoring_most(position); steps++) {
        struct move move = odd_scoring_move(position, steps);
        position_copy(&after, position);
        move_apply(&solver->rules, &after, &move);
        if (odd_scoring_outcome(solver, &after) == OUTCOME_N || winning_list_is_done(list))
            continue;
        struct move *place = winning_list_add(list);
        if (place)
            *place = move;
    }
    position_finish(&after);
}

static bool odd_scoring_is_quick(const struct solver *solver, const struct position *position)
{
    (void)solver;
    (void)position;
    return true;
}

static void odd_scoring_explain(struct solver *solver, const struct position *position,
                                const struct move *best, bool is_brief, struct text *out)
{
    const char *own = position->cells[ODD_SCORING_OWN] == 0 ? "even" : "odd";
    int64_t left = position->cells[ODD_SCORING_LEFT];
    if (best) {
        struct position after = {0};
        position_copy(&after, position);
        move_apply(&solver->rules, &after, best);
        move_print(&solver->rules, position, best, out);
        text_printf(out,
                    " wins: it leaves %" PRId64 " steps, %" PRId64 " modulo 8, to a player who "
                    "has made an %s number.\n",
                    after.cells[ODD_SCORING_LEFT], after.cells[ODD_SCORING_LEFT] % 8,
                    after.cells[ODD_SCORING_OWN] == 0 ? "even" : "odd");
        position_finish(&after);
    } else if (left > 0) {
        text_printf(out,
                    "No move wins: %" PRId64 " steps are left, %" PRId64
                    " modulo 8, to a player who has made an %s number.\n",
                    left, left % 8, own);
    } else {
        text_printf(out,
                    "The chip is at the end, and the player to move has made an %s number of "
                    "steps.\n",
                    own);
    }
    if (!is_brief)
        text_append_string(out,
                           "Lost are, modulo 8: 1 and 4 steps for a player to move who has made "
                           "an even number so far,\n0 and 5 for one who has made an odd "
                           "number.\n");
}

static enum error_code odd_scoring_prove(struct proof *proof)
{
    text_append_string(proof->out, "theorem odd-scoring\n");
    return ERROR_NONE;
}

const struct solver_family solver_family_odd_scoring = {
    .family = &family_odd_scoring,
    .outcome = odd_scoring_outcome,
    .winning_moves = odd_scoring_winning_moves,
    .is_quick = odd_scoring_is_quick,
    .explain = odd_scoring_explain,
    .prove = SOLVER_PROVES(odd_scoring_prove),
};
