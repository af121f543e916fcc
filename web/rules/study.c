/* Perfect play, reviews and lessons. */
#include "common/base/memory.h"
#include "common/words/coach.h"
#include "common/words/guide.h"
#include "common/words/review.h"
#include "common/words/typed.h"
#include "common/words/why.h"
#include "common/words/words.h"
#include "web/rules/json.h"
#include "web/rules/question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *outcome_text(enum outcome outcome)
{
    static const char *const texts[] = {[OUTCOME_P] = "P", [OUTCOME_N] = "N", [OUTCOME_D] = "D"};
    return texts[outcome];
}

enum error_code begin_study(struct question *question, struct study *ret_study)
{
    *ret_study = (struct study){0};
    enum error_code code = question_position(question, 0, &ret_study->rules, &ret_study->position);
    if (code)
        position_finish(&ret_study->position);
    else
        ret_study->solver = solver_shelf_take(question->desk->shelf, &ret_study->rules);
    return code;
}

void end_study(struct question *question, struct study *study)
{
    solver_shelf_give_back(question->desk->shelf, study->solver);
    position_finish(&study->position);
}

/* --- positions --- */

static void json_mark(struct text *out, const struct mark *mark)
{
    json_bool(out, "won", mark->won);
    json_bool(out, "drawn", mark->drawn);
    json_bool(out, "kept", mark->kept);
    json_count(out, "winning", mark->winning);
    json_bool(out, "counted", mark->counted);
}

enum { DRAWS_MAX = 1000 };

enum error_code answer_draw_judged(struct question *question)
{
    struct rules rules;
    int64_t seed;
    const char *outcome = question->arguments[2];
    if (question_rules(question, 0, &rules) || question_number(question, 1, INT64_MAX, &seed))
        return question->error->code;
    if (strcmp(outcome, "N") != 0 && strcmp(outcome, "P") != 0)
        return error_set(question->error, ERROR_USAGE, "an outcome is N or P, not '%s'", outcome);
    struct position position = {0};
    struct random random = random_from_seed((uint64_t)seed);
    struct solver *solver = solver_shelf_take(question->desk->shelf, &rules);
    enum outcome wanted = *outcome == 'N' ? OUTCOME_N : OUTCOME_P;
    bool is_found = false;
    for (int i = 0; i < DRAWS_MAX && !is_found; i++) {
        position_draw_start(&rules, &random, &position);
        is_found = solver_outcome(solver, &position) == wanted;
    }
    if (is_found)
        json_position(question->out, NULL, &rules, &position);
    else
        error_set(question->error, ERROR_BAD_POSITION,
                  "none of %d drawn starts is %s for the player to move: let the other player "
                  "begin, or take any start",
                  DRAWS_MAX, wanted == OUTCOME_N ? "won" : "lost");
    solver_shelf_give_back(question->desk->shelf, solver);
    position_finish(&position);
    return is_found ? ERROR_NONE : question->error->code;
}

enum error_code answer_solve(struct question *question)
{
    struct study study;
    struct text *out = question->out, say = {0}, hint = {0}, why = {0};
    if (begin_study(question, &study))
        return question->error->code;
    struct solution *solution = memory_zeroed(1, sizeof *solution);
    solution_find(study.solver, &study.position, solution);
    solution_say_outcome(solution, &say);
    solution_say_move(&study.rules, &study.position, solution, &hint);
    solver_explain(study.solver, &study.position, &why);
    json_open(out, NULL, '{');
    json_string(out, "outcome", outcome_text(solution->outcome));
    if (solution->has_grundy)
        json_count(out, "grundy", solution->grundy);
    json_count(out, "winning", solution->winning.count);
    json_bool(out, "counted", solution->winning.counted);
    json_open(out, "moves", '[');
    for (uint32_t i = 0; i < solution->winning.listed; i++)
        json_move(out, NULL, &study.rules, &study.position, &solution->moves[i]);
    json_close(out, ']');
    if (solution->has_best)
        json_move(out, "best", &study.rules, &study.position, &solution->best);
    json_words(out, "say", &say);
    json_words(out, "hint", &hint);
    json_words(out, "why", &why);
    json_close(out, '}');
    free(solution);
    end_study(question, &study);
    return ERROR_NONE;
}

/* --- the coach --- */

enum error_code answer_judge(struct question *question)
{
    struct study study;
    struct move move;
    struct text *out = question->out, say = {0};
    if (begin_study(question, &study))
        return question->error->code;
    enum error_code code =
        typed_move(&study.rules, &study.position, question->arguments[2], &move, question->error);
    if (!code) {
        struct solution *solution = memory_zeroed(1, sizeof *solution);
        solution_find(study.solver, &study.position, solution);
        struct mark mark = coach_say_move(study.solver, &study.position, solution, &move, &say);
        json_open(out, NULL, '{');
        json_mark(out, &mark);
        json_words(out, "say", &say);
        json_close(out, '}');
        free(solution);
    }
    end_study(question, &study);
    return code;
}

enum error_code answer_help(struct question *question)
{
    struct study study;
    int64_t step;
    struct text *out = question->out, say = {0}, why = {0};
    if (question_number(question, 2, COACH_MOVE, &step))
        return question->error->code;
    if (step < COACH_OUTCOME)
        return error_set(question->error, ERROR_USAGE, "help has the steps 1, 2 and 3");
    if (begin_study(question, &study))
        return question->error->code;
    struct solution *solution = memory_zeroed(1, sizeof *solution);
    solution_find(study.solver, &study.position, solution);
    if (solution->has_best) {
        coach_say_help(&study.rules, &study.position, solution, (enum coach_step)step, &say);
        if (step == COACH_MOVE)
            solver_explain(study.solver, &study.position, &why);
    }
    json_open(out, NULL, '{');
    json_words(out, "say", &say);
    json_words(out, "why", &why);
    json_close(out, '}');
    free(solution);
    end_study(question, &study);
    return ERROR_NONE;
}

enum error_code answer_help_steps(struct question *question)
{
    json_open(question->out, NULL, '[');
    for (int step = COACH_OUTCOME; step <= COACH_MOVE; step++)
        json_string(question->out, NULL, coach_step_question((enum coach_step)step));
    json_close(question->out, ']');
    return ERROR_NONE;
}

enum { LINE_MOVES_MAX = 1000, LINE_MOVES_DEFAULT = 100 };

enum error_code answer_line(struct question *question)
{
    struct study study;
    struct best_line line;
    struct text *out = question->out;
    int64_t most = LINE_MOVES_DEFAULT;
    if (question->arguments[2][0] && question_number(question, 2, LINE_MOVES_MAX, &most))
        return question->error->code;
    if (begin_study(question, &study))
        return question->error->code;
    best_line_begin(&line, study.solver, &study.position);
    while (!line.is_complete && line.count < most)
        best_line_go_on(&line);
    json_open(out, NULL, '{');
    json_text(out, "moves", text_string(&line.moves), line.moves.len);
    json_bool(out, "complete", line.is_complete);
    json_close(out, '}');
    best_line_finish(&line);
    end_study(question, &study);
    return ERROR_NONE;
}

/* --- reviews --- */

/* The match of a review; NULL: the error says why there is none. */
static struct match *read_match(struct question *question)
{
    const char *const *arguments = question->arguments;
    static const struct match_time unknown = {-1, -1};
    struct match *match = memory_zeroed(1, sizeof *match);
    enum error_code code = question_position(question, 0, &match->rules, &match->start);
    if (!code)
        position_copy(&match->position, &match->start);
    for (const char *move = arguments[2]; !code && *move;) {
        size_t len = strcspn(move, " ");
        code = match_play(match, move, len, unknown, question->error);
        move += len + strspn(move + len, " ");
    }
    snprintf(match->ending, sizeof match->ending, "%s", arguments[3]);
    snprintf(match->winner, sizeof match->winner, "%s", arguments[4]);
    snprintf(match->first, sizeof match->first, "%s", arguments[5]);
    snprintf(match->second, sizeof match->second, "%s", arguments[6]);
    match->seat = strcmp(arguments[7], "first") == 0    ? MATCH_FIRST
                  : strcmp(arguments[7], "second") == 0 ? MATCH_SECOND
                                                        : MATCH_SPECTATOR;
    if (code) {
        match_destroy(match);
        return NULL;
    }
    if (!match->ending[0] && position_is_over(&match->rules, &match->position)) {
        enum stuck_result result = position_stuck_result(&match->rules, &match->position);
        enum match_seat mover = match_turn(match);
        enum match_seat winner = result == STUCK_WINS ? mover : match_seat_opposite(mover);
        snprintf(match->ending, sizeof match->ending, result == STUCK_DRAWS ? "draw" : "normal");
        snprintf(match->winner, sizeof match->winner, "%s",
                 result == STUCK_DRAWS   ? "nobody"
                 : winner == MATCH_FIRST ? "first"
                                         : "second");
    }
    return match;
}

/* One stop of a review: the position there, the move, its mark, and the sentences about it. */
static void json_stop(struct text *out, struct replay *replay, struct solver *solver)
{
    const struct match *match = replay->match;
    struct match_step step;
    struct text mark = {0}, move = {0}, worth = {0}, ways = {0};
    const struct position *position = &replay->walk.position;
    bool has_step = replay_step(replay, &step);
    bool first_moves = replay->stop % 2 == 1;
    struct solution *solution = memory_zeroed(1, sizeof *solution);
    solution_find(solver, position, solution);
    if (has_step)
        mark_print(replay_mark(replay, replay->stop), &mark);
    review_say_move(replay, &move);
    review_say_worth(replay,
                     solution->winning.listed || solution->drawing.listed ? solution->moves : NULL,
                     &worth);
    review_say_winning(replay, solution, &ways);
    json_open(out, NULL, '{');
    if (has_step) {
        json_number(out, "by", step.by);
        json_words(out, "mark", &mark);
        json_mark(out, replay_mark(replay, replay->stop));
        json_move(out, "step", &match->rules, position, &step.move);
    }
    json_string(out, "outcome", outcome_text(solution->outcome));
    json_string(out, "has_win",
                solution->outcome == OUTCOME_D                    ? "nobody"
                : (solution->outcome == OUTCOME_N) == first_moves ? "first"
                                                                  : "second");
    json_words(out, "ways", &ways);
    json_count(out, "moves", move_count(&match->rules, position));
    json_bool(out, "mistake", replay_is_mistake(replay, replay->stop));
    json_words(out, "say", &move);
    json_words(out, "worth", &worth);
    json_position(out, "position", &match->rules, position);
    json_close(out, '}');
    free(solution);
}

static void json_sums(struct text *out, const char *key, const struct replay *replay, int player)
{
    const struct mark_sums *sums = &replay->sums[player];
    const struct draw_sums *draws = &replay->draws[player];
    json_open(out, key, '{');
    json_number(out, "won", sums->won);
    json_number(out, "kept", sums->kept);
    json_number(out, "thrown", sums->thrown);
    json_number(out, "drawn", draws->met);
    json_number(out, "kept_draw", draws->kept);
    json_number(out, "thrown_draw", draws->lost);
    json_close(out, '}');
}

enum error_code answer_review(struct question *question)
{
    struct replay replay = {0};
    struct match *match = read_match(question);
    struct text *out = question->out, result = {0};
    if (!match)
        return question->error->code;
    struct rules rules = match->rules;
    struct solver *solver = solver_shelf_take(question->desk->shelf, &rules);
    replay_begin(&replay, match);
    replay_judge_by(&replay, solver);
    if (match_is_over(match))
        words_result(match, &result);
    json_open(out, NULL, '{');
    json_words(out, "result", &result);
    json_number(out, "first_mistake", replay_first_mistake(&replay, MATCH_SPECTATOR));
    json_number(out, "own_first_mistake",
                match->seat ? replay_first_mistake(&replay, match->seat) : 0);
    json_bool(out, "has_draws", replay_has_draws(&replay));
    json_sums(out, "first", &replay, 0);
    json_sums(out, "second", &replay, 1);
    json_open(out, "stops", '[');
    for (int64_t stop = 1; stop <= match->ply + 1; stop++) {
        replay_go(&replay, stop);
        json_stop(out, &replay, solver);
    }
    json_close(out, ']');
    json_close(out, '}');
    replay_finish(&replay);
    solver_shelf_give_back(question->desk->shelf, solver);
    return ERROR_NONE;
}

enum error_code answer_record(struct question *question)
{
    struct match *match = read_match(question);
    struct text *out = question->out, result = {0};
    struct match_walk walk = {0};
    struct match_step step;
    if (!match)
        return question->error->code;
    if (match_is_over(match))
        words_result(match, &result);
    json_open(out, NULL, '{');
    json_words(out, "result", &result);
    json_open(out, "moves", '[');
    match_walk_begin(match, &walk);
    while (match_walk_peek(match, &walk, &step)) {
        json_move(out, NULL, &match->rules, &walk.position, &step.move);
        match_walk_pass(match, &walk, &step);
    }
    json_close(out, ']');
    json_close(out, '}');
    position_finish(&walk.position);
    match_destroy(match);
    return ERROR_NONE;
}

/* --- lessons --- */

enum error_code answer_lesson(struct question *question)
{
    struct rules rules;
    struct guide guide = {0};
    struct text *out = question->out;
    if (question_rules(question, 0, &rules))
        return question->error->code;
    struct solver *solver = solver_shelf_take(question->desk->shelf, &rules);
    guide_begin(&guide, &rules);
    guide_solve(&guide, solver);
    json_open(out, NULL, '{');
    json_string(out, "title", text_string(&guide.title));
    json_string(out, "summary", text_string(&guide.summary));
    json_string(out, "how", guide.lesson->how);
    json_string(out, "table", text_string(&guide.table));
    json_string(out, "example", text_string(&guide.example));
    json_position(out, "position", &rules, &guide.position);
    if (guide.has_best)
        json_move(out, "best", &rules, &guide.position, &guide.best);
    json_string(out, "figures", text_string(&guide.figures));
    json_string(out, "line", text_string(&guide.line));
    json_string(out, "sources", guide.lesson->sources);
    json_close(out, '}');
    guide_finish(&guide);
    solver_shelf_give_back(question->desk->shelf, solver);
    return ERROR_NONE;
}
