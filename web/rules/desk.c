#include "web/rules/desk.h"

#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "common/words/typed.h"
#include "web/rules/json.h"
#include "web/rules/question.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* name, arguments that must be there, at most, what they are and what the answer is */
static const struct {
    const char *name;
    int least, most;
    question_answer *answer;
} questions[] = {
    /* -> [{name, rules, look, title, summary, example}], the games with a name, and examples of
       others */
    {"games", 0, 0, answer_games},
    /* rules, or a class of them -> {rules, look, words, explain, misere, drawn: is it a class?,
     * example} */
    {"rules", 1, 1, answer_rules},
    /* rules, position, the one before the last move -> as json_position(), with `start`: why no
     * match can start there, or null */
    {"position", 2, 3, answer_position},
    /* rules, seed -> a start that people would choose, as json_position() */
    {"draw", 2, 2, answer_draw},
    /* rules, position, first index, at most how many -> {count, moves: [as json_move()]} */
    {"moves", 2, 4, answer_moves},
    /* rules, position, a move as a person may type it -> as json_move(), with `position`: the one
     * after it, as json_position() */
    {"move", 3, 3, answer_move},

    /* rules, position -> as choice; its `choice` is the number for the other questions */
    {"choice.open", 2, 2, answer_choice_open},
    {"choice.close", 1, 1, answer_choice_close}, /* choice -> null */
    /* choice -> {choice, move, part, cuts, grid, whole, say, after, refused, hints} */
    {"choice", 1, 1, answer_choice},
    {"choice.stroke", 2, 2, answer_choice_stroke}, /* choice, key -> as choice, with `used` */
    {"choice.press", 4, 4, answer_choice_press},   /* choice, part, cell, cells -> the same */
    {"choice.set", 2, 2, answer_choice_set},       /* choice, move -> the same */
    /* choice, part, cell, cells, or a number typed after a press on the part -> as choice: what
     * that would choose; the choice stays as it is */
    {"choice.point", 4, 5, answer_choice_point},

    /* rules, start, moves, ending, winner, first, second, own seat -> {result, moves: [as
     * json_move()]}; a match that goes on has no ending and no result. Without an ending a match in
     * which no move is left has ended by its last move. */
    {"record", 3, 8, answer_record},
    {"help.steps", 0, 0, answer_help_steps}, /* -> the questions that the steps answer */
    /* rules, two sizes -> the position of two heaps or rows, as json_position() */
    {"pair", 3, 3, answer_pair},
    {"levels", 0, 0, answer_levels},
    {"puzzle.explain", 0, 0, answer_puzzle_explain}, /* -> what is right, and what comes again */
    {"puzzle.again", 1, 2, answer_puzzle_again},     /* now, due (left out: never) -> a sentence */

#ifndef DESK_WITHOUT_STUDY /* these need the solver */
    /* rules, seed, outcome -> as draw, a start that is won, "N", or lost, "P", for the player to
     * move */
    {"draw.judged", 3, 3, answer_draw_judged},
    /* rules, position -> {outcome, grundy, winning, moves, best, say, hint, why} */
    {"solve", 2, 2, answer_solve},
    /* rules, position, move -> {won, kept, winning, counted, say}: the mark of the move, and the
     * sentence of the coach about it */
    {"judge", 3, 3, answer_judge},
    /* rules, position, step (1: is it won? 2: which heap? 3: which move?) -> {say, why} */
    {"help", 3, 3, answer_help},
    /* rules, position, at most how many -> {moves, complete}: the best play of both */
    {"line", 2, 3, answer_line},
    /* as record -> the review */
    {"review", 3, 8, answer_review},

    /* rules, position, first index, at most how many -> {count, moves: [as json_move(), with wins
     * and, where it is known, value]}, in the order of the moves */
    {"options", 4, 4, answer_options},
    /* rules, position -> {mex, say, moves: [{value, move: as json_move()}]}, by value */
    {"values", 2, 2, answer_values},
    /* rules, position -> {value, heaps: [{heap, value}]}: a sum of heaps, each as a position; only
     * of games in which the values of heaps are added */
    {"sum", 2, 2, answer_sum},
    /* rules, first, last -> {values, most, period, say} of single heaps: the period that these
     * prove, and what is known of the values, in sentences */
    {"heaps", 3, 3, answer_heaps},
    /* rules, first, last, largest -> {rows, say}: of two heaps, the first from `first` to `last`
     * and the second up to `largest`; a row has a letter for each position, "P", "N", or "-": there
     * is no such position; `say` is the meaning of P */
    {"pairs", 4, 4, answer_pairs},
    /* rules, heap, largest -> {terms, complete, parts, sum}: the lost heaps of a take-away game up
     * to `largest`, and the sum of them that the heap is, as numbers and written */
    {"ruler", 3, 3, answer_ruler},

    /* rules -> {title, summary, how, table, example, position, best, figures, line, sources} */
    {"lesson", 1, 1, answer_lesson},

    /* strategy, rules, position, seed, ply -> as json_move() */
    {"bot", 5, 5, answer_bot},

    /* practice (as practice.h prints it; empty: a new one), now in ms since 1970 UTC, rules (left
     * out: any) -> {source, rules, title, explain, rating, legal, winning, view}, or null: none is
     * left */
    {"puzzle.next", 2, 3, answer_puzzle_next},
    {"puzzle.daily", 1, 1, answer_puzzle_daily}, /* now -> as puzzle.next */
    {"puzzle.show", 2, 3, answer_puzzle_show},   /* rules, position, source -> as puzzle.next */
    /* rules, position, move (empty: given up) -> {right, say} */
    {"puzzle.check", 2, 3, answer_puzzle_check},
    /* practice, now, rules, position, move -> {right, say, rated, rating, deviation, tried, solved,
     * due, again (left out: never), practice} */
    {"puzzle.answer", 4, 5, answer_puzzle_answer},
    {"puzzle.state", 2, 2, answer_puzzle_state}, /* practice, now -> {rating, ..., due} */
    /* practice, now, rules, start, moves, seat -> {puzzles: [as json_position()], practice}: the
     * mistakes of first or second become puzzles, but those that it has already */
    {"puzzle.mistakes", 6, 6, answer_puzzle_mistakes},
#endif
};

struct desk *desk_create(size_t memory_max)
{
    struct desk *desk = memory_zeroed(1, sizeof *desk);
    desk->shelf = solver_shelf_create(memory_max);
    return desk;
}

void desk_destroy(struct desk *desk)
{
    for (int i = 0; i < DESK_CHOICES_MAX; i++) {
        if (desk->choices[i])
            choice_finish(desk->choices[i]);
        free(desk->choices[i]);
    }
    solver_shelf_destroy(desk->shelf);
    heap_values_destroy(desk->values);
    free(desk);
}

enum error_code question_rules_or_class(struct question *question, int at, struct rules *ret_rules)
{
    const char *text = question->arguments[at];
    size_t len = strcspn(text, "\t");
    const char *look = text[len] ? text + len + 1 : NULL;
    if (rules_or_class_parse(ret_rules, text, len, question->error))
        return typed_rules_blame(question->error, text);
    if (look)
        ret_rules->look = look_of(ret_rules, look, strlen(look));
    return ERROR_NONE;
}

enum error_code question_rules(struct question *question, int at, struct rules *ret_rules)
{
    struct rules rules;
    enum error_code code = question_rules_or_class(question, at, &rules);
    if (!code && rules.class_size > 0)
        return rules_parse(ret_rules, rules.text, rules.text_len, question->error);
    if (!code)
        *ret_rules = rules;
    return code;
}

enum error_code question_position(struct question *question, int at, struct rules *ret_rules,
                                  struct position *ret_position)
{
    const char *text = question->arguments[at + 1];
    enum error_code code = question_rules(question, at, ret_rules);
    return code ? code
                : typed_problem_parse(ret_rules, text, strlen(text), ret_position, question->error);
}

enum error_code question_number(struct question *question, int at, int64_t max, int64_t *ret_number)
{
    const char *text = question->arguments[at];
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end || errno || number > max)
        return error_set(question->error, ERROR_USAGE,
                         "argument %d has to be a number from 0 to %lld, not '%s'", at + 1,
                         (long long)max, text);
    *ret_number = number;
    return ERROR_NONE;
}

/* Cuts the lines apart, in place. Returns their number, the name counted, or -1: too many. */
static int cut_lines(char *text, const char **lines, int max)
{
    int count = 0;
    for (char *end; text; text = end) {
        if (count == max)
            return -1;
        end = strchr(text, '\n');
        if (end)
            *end++ = '\0';
        lines[count++] = text;
    }
    return count;
}

static enum error_code answer_lines(struct question *question, const char **lines, int count)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (count < 1 || strcmp(lines[0], questions[i].name) != 0)
            continue;
        if (count - 1 < questions[i].least || count - 1 > questions[i].most)
            return error_set(question->error, ERROR_USAGE, "'%s' takes %d to %d arguments, not %d",
                             lines[0], questions[i].least, questions[i].most, count - 1);
        for (int j = 0; j < QUESTION_ARGUMENTS_MAX; j++)
            question->arguments[j] = j + 1 < count ? lines[j + 1] : "";
        return questions[i].answer(question);
    }
    return error_set(question->error, ERROR_USAGE, "there is no such question");
}

void desk_answer(struct desk *desk, const char *question, size_t len, struct text *out)
{
    struct text copy = {0};
    struct error error;
    const char *lines[1 + QUESTION_ARGUMENTS_MAX];
    struct question asked = {.desk = desk, .out = out, .error = &error};
    size_t before = out->len;
    text_append(&copy, question, len);
    text_append_char(&copy, '\0');
    int count = cut_lines(copy.bytes, lines, 1 + QUESTION_ARGUMENTS_MAX);
    if (answer_lines(&asked, lines, count)) {
        out->len = before;
        json_open(out, NULL, '{');
        json_string(out, "error", error_name(error.code));
        json_string(out, "message", error.message);
        json_close(out, '}');
    }
    text_finish(&copy);
}
