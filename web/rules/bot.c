/* Opponents within the page: the strategies of takeaway-bot. */
#include "bots/strategy.h"
#include "client/lib/strategy_name.h"
#include "web/rules/json.h"
#include "web/rules/question.h"

#include <stdio.h>

enum error_code answer_levels(struct question *question)
{
    json_open(question->out, NULL, '[');
    for (int level = 1; level <= STRATEGY_LEVELS; level++) {
        char name[16];
        snprintf(name, sizeof name, "level:%d", level);
        json_string(question->out, NULL, name);
    }
    json_close(question->out, ']');
    return ERROR_NONE;
}

enum error_code answer_bot(struct question *question)
{
    struct strategy strategy;
    struct rules rules;
    struct position position = {0};
    int64_t seed, ply;
    if (strategy_parse(question->arguments[0], 0, &strategy, question->error) ||
        question_number(question, 3, INT64_MAX, &seed) ||
        question_number(question, 4, MATCH_PLIES_MAX, &ply))
        return question->error->code;
    enum error_code code = question_position(question, 1, &rules, &position);
    if (!code && position_is_over(&rules, &position))
        code = error_set(question->error, ERROR_NO_LEGAL_MOVE, "no move is legal here");
    if (!code) {
        struct turn turn = {
            .rules = &rules, .position = &position, .ply = ply, .seed = seed ? seed : 1};
        struct move move;
        struct solver *solver =
            strategy.uses_solver ? solver_shelf_take(question->desk->shelf, &rules) : NULL;
        strategy.choose(&strategy, solver, &turn, &move);
        if (solver)
            solver_shelf_give_back(question->desk->shelf, solver);
        json_move(question->out, NULL, &rules, &position, &move);
    }
    position_finish(&position);
    return code;
}
