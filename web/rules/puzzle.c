/* Puzzles, and the practice of a person without an account, which the page keeps as one text. */
#include "common/puzzle/practice.h"
#include "common/words/typed.h"
#include "common/words/words.h"
#include "web/rules/json.h"
#include "web/rules/question.h"

#include <math.h>
#include <string.h>

#define NOW_MS_MAX (INT64_C(1) << 53)

static void json_puzzle(struct text *out, const char *source, const struct puzzle *puzzle)
{
    struct text words = {0};
    words_rules(puzzle->rules.text, LOOK_PLAIN, &words);
    json_open(out, NULL, '{');
    json_string(out, "source", source);
    json_string(out, "rules", puzzle->rules.text);
    json_words(out, "title", &words);
    words_explain(puzzle->rules.text, LOOK_PLAIN, &words);
    json_words(out, "explain", &words);
    json_number(out, "rating", (int64_t)puzzle_rating(puzzle).rating);
    json_count(out, "legal", puzzle->moves);
    json_count(out, "winning", puzzle->winning);
    json_position(out, "view", &puzzle->rules, &puzzle->position);
    json_close(out, '}');
}

static void json_practice(struct text *out, const struct practice *practice, int64_t now_ms)
{
    json_number(out, "rating", llround(practice->rating.rating));
    json_number(out, "deviation", llround(practice->rating.deviation));
    json_number(out, "tried", practice->tried);
    json_number(out, "solved", practice->solved);
    json_number(out, "due", (int64_t)practice_due(practice, NULL, now_ms));
}

/* The arguments `at`, a practice, and `at_now`. */
static enum error_code question_practice(struct question *question, int at, int at_now,
                                         struct practice *ret_practice, int64_t *ret_now_ms)
{
    if (question_number(question, at_now, NOW_MS_MAX, ret_now_ms))
        return question->error->code;
    if (!practice_parse(ret_practice, question->arguments[at]))
        return error_set(question->error, ERROR_USAGE, "argument %d is no practice", at + 1);
    return ERROR_NONE;
}

/* The arguments `at` and `at` + 1, rules and a position from which a move wins. */
static enum error_code question_puzzle(struct question *question, int at, struct puzzle *ret_puzzle)
{
    struct rules rules;
    struct position position = {0};
    enum error_code code = question_position(question, at, &rules, &position);
    if (!code) {
        struct solver *solver = solver_shelf_take(question->desk->shelf, &rules);
        if (!puzzle_make(solver, &position, ret_puzzle))
            code = error_set(question->error, ERROR_USAGE, "no move wins from %s",
                             question->arguments[at + 1]);
        solver_shelf_give_back(question->desk->shelf, solver);
    }
    position_finish(&position);
    return code;
}

enum error_code answer_puzzle_next(struct question *question)
{
    struct practice practice;
    struct puzzle puzzle = {0};
    struct rules rules;
    int64_t now_ms;
    bool has_rules = question->arguments[2][0] != '\0';
    if ((has_rules && question_rules(question, 2, &rules)) ||
        question_practice(question, 0, 1, &practice, &now_ms))
        return question->error->code;
    enum practice_choice choice =
        practice_next(&practice, question->desk->shelf, has_rules ? &rules : NULL, now_ms, &puzzle);
    if (choice == PRACTICE_NONE)
        json_string(question->out, NULL, NULL);
    else
        json_puzzle(question->out, choice == PRACTICE_REPEAT ? "repeat" : "new", &puzzle);
    practice_finish(&practice);
    puzzle_finish(&puzzle);
    return ERROR_NONE;
}

enum error_code answer_puzzle_daily(struct question *question)
{
    struct puzzle puzzle = {0};
    struct rules rules;
    int64_t now_ms;
    if (question_number(question, 0, NOW_MS_MAX, &now_ms))
        return question->error->code;
    struct puzzle_place place = puzzle_daily(now_ms / PUZZLE_DAY_MS);
    puzzle_rules_at(place.rules, &rules);
    practice_draw(question->desk->shelf, &rules, place.number, &puzzle);
    json_puzzle(question->out, "daily", &puzzle);
    puzzle_finish(&puzzle);
    return ERROR_NONE;
}

enum error_code answer_puzzle_show(struct question *question)
{
    struct puzzle puzzle = {0};
    enum error_code code = question_puzzle(question, 0, &puzzle);
    if (!code)
        json_puzzle(question->out, question->arguments[2], &puzzle);
    puzzle_finish(&puzzle);
    return code;
}

/* The fields `right` and `say` of an answer: the argument `at` is a move, or empty if the puzzle
 * was given up. */
static enum error_code check_answer(struct question *question, int at, const struct puzzle *puzzle,
                                    bool *ret_right)
{
    struct move move;
    struct text say = {0};
    const char *typed = question->arguments[at];
    if (*typed && typed_move(&puzzle->rules, &puzzle->position, typed, &move, question->error))
        return question->error->code;
    struct solver *solver = solver_shelf_take(question->desk->shelf, &puzzle->rules);
    *ret_right = *typed && puzzle_is_right(solver, puzzle, &move);
    puzzle_say(solver, puzzle, *typed ? &move : NULL, &say);
    solver_shelf_give_back(question->desk->shelf, solver);
    json_bool(question->out, "right", *ret_right);
    json_words(question->out, "say", &say);
    return ERROR_NONE;
}

enum error_code answer_puzzle_check(struct question *question)
{
    struct puzzle puzzle = {0};
    bool right;
    enum error_code code = question_puzzle(question, 0, &puzzle);
    json_open(question->out, NULL, '{');
    if (!code)
        code = check_answer(question, 2, &puzzle, &right);
    json_close(question->out, '}');
    puzzle_finish(&puzzle);
    return code;
}

enum error_code answer_puzzle_answer(struct question *question)
{
    struct text *out = question->out, text = {0}, kept = {0};
    struct puzzle puzzle = {0};
    struct practice practice = {0};
    int64_t now_ms;
    bool right;
    enum error_code code = question_practice(question, 0, 1, &practice, &now_ms);
    if (!code)
        code = question_puzzle(question, 2, &puzzle);
    json_open(out, NULL, '{');
    if (!code)
        code = check_answer(question, 4, &puzzle, &right);
    if (!code) {
        struct glicko rating = puzzle_rating(&puzzle);
        puzzle_print(&puzzle, &text);
        json_bool(out, "rated", practice_answer(&practice, text.bytes, &rating, right, now_ms));
        const struct practice_item *item = practice_find(&practice, text.bytes);
        json_practice(out, &practice, now_ms);
        if (item && item->rung < PRACTICE_LEARNED)
            json_number(out, "again", item->due_ms);
        practice_print(&practice, &kept);
        json_words(out, "practice", &kept);
    }
    json_close(out, '}');
    text_finish(&text);
    practice_finish(&practice);
    puzzle_finish(&puzzle);
    return code;
}

enum error_code answer_puzzle_state(struct question *question)
{
    struct practice practice;
    int64_t now_ms;
    if (question_practice(question, 0, 1, &practice, &now_ms))
        return question->error->code;
    json_open(question->out, NULL, '{');
    json_practice(question->out, &practice, now_ms);
    json_close(question->out, '}');
    practice_finish(&practice);
    return ERROR_NONE;
}

enum error_code answer_puzzle_explain(struct question *question)
{
    struct text say = {0};
    practice_explain(&say);
    json_words(question->out, NULL, &say);
    return ERROR_NONE;
}

enum error_code answer_puzzle_again(struct question *question)
{
    int64_t now_ms, due_ms = -1;
    struct text say = {0};
    if (question_number(question, 0, NOW_MS_MAX, &now_ms) ||
        (question->arguments[1][0] && question_number(question, 1, NOW_MS_MAX, &due_ms)))
        return question->error->code;
    practice_say_again(due_ms, now_ms, &say);
    json_words(question->out, NULL, &say);
    return ERROR_NONE;
}

/* --- one's own mistakes --- */

enum { ARGUMENT_RULES = 2, ARGUMENT_START, ARGUMENT_MOVES, ARGUMENT_SEAT };

/* Goes through the moves from `position` on, and lists the mistakes that are new. */
static enum error_code add_mistakes(struct question *question, struct solver *solver,
                                    struct position *position, struct practice *practice,
                                    int64_t now_ms)
{
    const struct rules *rules = solver_rules(solver);
    const char *at = question->arguments[ARGUMENT_MOVES];
    bool is_own = strcmp(question->arguments[ARGUMENT_SEAT], "first") == 0;
    struct puzzle puzzle = {0};
    struct text text = {0};
    struct move move;
    enum error_code code = ERROR_NONE;
    for (; !code && *at; is_own = !is_own) {
        size_t len = strcspn(at, " ");
        code = move_parse(rules, position, at, len, &move, question->error);
        if (!code && is_own && puzzle_of_mistake(solver, position, &move, &puzzle)) {
            text_clear(&text);
            puzzle_print(&puzzle, &text);
            if (practice_add_mistake(practice, text.bytes, now_ms))
                json_position(question->out, NULL, rules, position);
        }
        if (!code)
            move_apply(rules, position, &move);
        at += len + strspn(at + len, " ");
    }
    puzzle_finish(&puzzle);
    text_finish(&text);
    return code;
}

enum error_code answer_puzzle_mistakes(struct question *question)
{
    struct text *out = question->out, kept = {0};
    struct practice practice;
    struct rules rules;
    struct position position = {0};
    int64_t now_ms;
    enum error_code code = question_practice(question, 0, 1, &practice, &now_ms);
    if (code)
        return code;
    code = question_position(question, ARGUMENT_RULES, &rules, &position);
    if (!code) {
        struct solver *solver = solver_shelf_take(question->desk->shelf, &rules);
        json_open(out, NULL, '{');
        json_open(out, "puzzles", '[');
        code = add_mistakes(question, solver, &position, &practice, now_ms);
        json_close(out, ']');
        practice_print(&practice, &kept);
        json_words(out, "practice", &kept);
        json_close(out, '}');
        solver_shelf_give_back(question->desk->shelf, solver);
    }
    position_finish(&position);
    practice_finish(&practice);
    return code;
}
