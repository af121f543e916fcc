#include "common/judge/judge.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* A match on the way from its start to its last move. */
struct walk {
    struct solver *solver;
    const struct rules *rules;
    struct position position;
    enum outcome outcome; /* of the position */
    int64_t ply;          /* of the next move, from 1 */
};

static struct mark mark_before(struct walk *walk)
{
    struct mark mark = {
        .won = walk->outcome == OUTCOME_N,
        .drawn = walk->outcome == OUTCOME_D,
        .counted = true,
    };
    if (!mark.won && !mark.drawn)
        return mark;
    struct winning_moves winning =
        mark.won ? solver_winning_moves(walk->solver, &walk->position, NULL, 0)
                 : solver_drawing_moves(walk->solver, &walk->position, NULL, 0);
    mark.winning = winning.count;
    mark.counted = winning.counted;
    return mark;
}

static enum error_code step(struct walk *walk, const char *text, size_t len, struct text *marks,
                            struct error *error)
{
    struct move move;
    struct error cause;
    if (move_parse(walk->rules, &walk->position, text, len, &move, &cause))
        return error_set(error, cause.code, "ply %" PRId64 ": %s", walk->ply, cause.message);
    struct mark mark = mark_before(walk);
    assert(!(mark.won || mark.drawn) || mark.winning > 0);
    move_apply(walk->rules, &walk->position, &move);
    walk->outcome = solver_outcome(walk->solver, &walk->position);
    walk->ply++;
    mark.to_draw = mark.won && walk->outcome == OUTCOME_D;
    mark.kept =
        (mark.won && walk->outcome == OUTCOME_P) || (mark.drawn && walk->outcome == OUTCOME_D);
    mark_print(&mark, marks);
    return ERROR_NONE;
}

static enum error_code walk_moves(struct walk *walk, const char *moves,
                                  const struct patience *patience, struct text *marks,
                                  struct error *error)
{
    while (*moves) {
        if (!patience_goes_on(patience))
            return error_set(error, ERROR_DISCONNECTED, "given up before ply %" PRId64, walk->ply);
        size_t len = strcspn(moves, " ");
        enum error_code code = step(walk, moves, len, marks, error);
        if (code)
            return code;
        moves += len;
        if (*moves)
            moves++;
    }
    return ERROR_NONE;
}

enum error_code judge_match(struct solver *solver, const char *start, const char *moves,
                            const struct patience *patience, struct text *out, struct error *error)
{
    struct walk walk = {.solver = solver, .rules = solver_rules(solver), .ply = 1};
    struct text marks = {0};
    enum error_code code = position_parse(walk.rules, start, strlen(start), &walk.position, error);
    if (!code && *moves)
        walk.outcome = solver_outcome(solver, &walk.position);
    if (!code)
        code = walk_moves(&walk, moves, patience, &marks, error);
    if (!code)
        text_append(out, text_string(&marks), marks.len);
    text_finish(&marks);
    position_finish(&walk.position);
    return code;
}

struct judged_ending ending_judge(const char *ending, const char *winner, int64_t ply,
                                  enum outcome outcome)
{
    assert(ply >= 0);
    struct judged_ending judged = {.mover = (int)(ply % 2)};
    judged.favoured = outcome == OUTCOME_N ? judged.mover : 1 - judged.mover;
    bool first_won = winner && strcmp(winner, "first") == 0;
    bool second_won = winner && strcmp(winner, "second") == 0;
    judged.loser = first_won ? 1 : 0;

    if (strcmp(ending, "normal") == 0 || strcmp(ending, "draw") == 0)
        judged.worth = ENDING_BY_MOVE;
    else if (!first_won && !second_won)
        judged.worth = ENDING_NOBODY_WON;
    else if (outcome == OUTCOME_D)
        judged.worth = ENDING_IN_DRAW;
    else
        judged.worth = judged.loser == judged.favoured ? ENDING_IN_WON : ENDING_IN_LOST;
    return judged;
}
