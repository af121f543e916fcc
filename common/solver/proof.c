#include "common/solver/proof.h"

#include <assert.h>
#include <inttypes.h>

enum error_code proof_add_moves(struct proof *proof, uint128 moves)
{
    proof->moves += moves;
    if (proof->moves <= SOLVER_PROOF_MOVES_MAX)
        return ERROR_NONE;
    return error_set(proof->error, ERROR_TOO_LARGE,
                     "%s: a certificate lists %d moves at most, and this one needs more",
                     proof->solver->rules.text, SOLVER_PROOF_MOVES_MAX);
}

/* Writes the lines after the position. `left` is room for the position after the best move. */
static enum error_code print_verdict(struct proof *proof, struct position *left)
{
    struct solver *solver = proof->solver;
    enum outcome outcome = solver_outcome(solver, proof->position);
    if (outcome == OUTCOME_D)
        return error_set(proof->error, ERROR_USAGE,
                         "%s: certificates prove who wins, and this position is a draw",
                         solver->rules.text);
    if (outcome == OUTCOME_P) {
        text_append_string(proof->out, "verdict P\n");
    } else if (position_is_over(&solver->rules, proof->position)) {
        assert(position_stuck_result(&solver->rules, proof->position) == STUCK_WINS);
        text_append_string(proof->out, "verdict N over\n");
        return ERROR_NONE;
    } else {
        struct move best;
        solver_best_move(solver, proof->position, &best);
        position_copy(left, proof->position);
        move_apply(&solver->rules, left, &best);
        proof->lost = left;
        text_append_string(proof->out, "verdict N leave ");
        position_print(&solver->rules, left, proof->out);
        text_append_char(proof->out, '\n');
    }
    return solver->family->prove ? solver->family->prove(proof) : proof_every_move(proof);
}

enum error_code solver_prove(struct solver *solver, const struct position *position,
                             struct text *out, struct error *error)
{
    struct text written = {0};
    struct position left = {0};
    struct proof proof = {
        .solver = solver,
        .position = position,
        .lost = position,
        .out = &written,
        .error = error,
    };
    text_printf(&written, "takeaway certificate 1\nrules %s\nposition ", solver->rules.text);
    position_print(&solver->rules, position, &written);
    text_append_char(&written, '\n');
    enum error_code failed = print_verdict(&proof, &left);
    if (!failed) {
        text_append(out, written.bytes, written.len);
        text_append_string(out, "end\n");
    }
    position_finish(&left);
    text_finish(&written);
    return failed;
}
