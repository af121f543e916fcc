#include "client/study/solution.h"

#include "client/given.h"

enum error_code solution_position_parse(const struct rules *rules, const char *text, size_t len,
                                        struct position *ret_position, struct error *error)
{
    struct position position = {0};
    enum error_code failed = given_position_parse(rules, text, len, &position, error);
    if (!failed)
        failed = position_check_start(rules, &position, error);
    if (failed && failed != ERROR_NO_LEGAL_MOVE) {
        position_finish(&position);
        return failed;
    }
    position_finish(ret_position);
    *ret_position = position;
    return ERROR_NONE;
}

void solution_find(struct solver *solver, const struct position *position,
                   struct solution *ret_solution)
{
    struct solution *solution = ret_solution;
    solution->outcome = solver_outcome(solver, position);
    solution->has_grundy = solver_grundy(solver, position, &solution->grundy);
    solution->winning = solver_winning_moves(solver, position, solution->moves, SOLUTION_MOVES_MAX);
    solution->has_best = !position_is_over(solver_rules(solver), position);
    if (solution->has_best)
        solver_best_move(solver, position, &solution->best);
}

void best_line_begin(struct best_line *line, struct solver *solver, const struct position *position)
{
    *line = (struct best_line){
        .solver = solver,
        .is_complete = position_is_over(solver_rules(solver), position),
    };
    position_copy(&line->position, position);
}

void best_line_go_on(struct best_line *line)
{
    const struct rules *rules = solver_rules(line->solver);
    struct move move;
    solver_best_move(line->solver, &line->position, &move);
    if (line->count++ > 0)
        text_append_char(&line->moves, ' ');
    move_print(rules, &line->position, &move, &line->moves);
    move_apply(rules, &line->position, &move);
    line->is_complete = position_is_over(rules, &line->position);
}

void best_line_finish(struct best_line *line)
{
    position_finish(&line->position);
    text_finish(&line->moves);
}
