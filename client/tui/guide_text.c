#include "client/tui/guide_text.h"

#include "common/words/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    VALUES_SHOWN = 20,
    LOST_SHOWN_MAX = 12,
    LOST_HEAP_MAX = 200,
    LOST_PAIR_MAX = 20,
    LOST_ROW_MAX = 5, /* squares of chocolate */
    LINE_MOVES_MAX = 40,
};

void guide_finish(struct guide *guide)
{
    text_finish(&guide->title);
    text_finish(&guide->summary);
    text_finish(&guide->table);
    text_finish(&guide->example);
    text_finish(&guide->figures);
    text_finish(&guide->line);
    position_finish(&guide->position);
    *guide = (struct guide){0};
}

/* --- the position --- */

/* False: these rules do not allow it, or it is over. */
static bool read_start(const struct rules *rules, const char *text, struct position *ret_position)
{
    struct error error;
    return text && !position_parse(rules, text, strlen(text), ret_position, &error) &&
           !position_check_start(rules, ret_position, &error);
}

static void find_position(struct guide *guide)
{
    const struct rules *rules = &guide->rules;
    const struct game *game = words_game(rules->text);
    if (read_start(rules, guide->lesson->example, &guide->position) ||
        read_start(rules, game ? game->example : NULL, &guide->position) ||
        read_start(rules, words_example(rules), &guide->position))
        return;
    struct random random = random_from_seed(1);
    position_draw_start(rules, &random, &guide->position);
}

static void tell_misere(struct guide *guide)
{
    const struct game *game = words_game(guide->rules.text);
    if (!guide->rules.misere)
        text_printf(&guide->summary, " In misere play they win: other rules, %s,misere.",
                    game ? game->name : guide->rules.text);
}

void guide_begin(struct guide *guide, const struct rules *rules)
{
    guide_finish(guide);
    guide->rules = *rules;
    guide->lesson = lesson_of(rules);
    words_rules(rules->text, &guide->title);
    words_explain(rules->text, &guide->summary);
    tell_misere(guide);
    find_position(guide);
}

/* --- the table --- */

/* False: there is no such position. */
static bool read_position(const struct solver *solver, const char *text,
                          struct position *ret_position)
{
    struct error error;
    return !position_parse(solver_rules(solver), text, strlen(text), ret_position, &error);
}

static void add_value(struct solver *solver, int64_t heap, struct text *out)
{
    char text[32];
    struct position position = {0};
    uint64_t value;
    snprintf(text, sizeof text, "%" PRId64, heap);
    if (read_position(solver, text, &position) && solver_grundy(solver, &position, &value))
        text_printf(out, " %" PRIu64, value);
    position_finish(&position);
}

static void tabulate_values(struct solver *solver, struct text *out)
{
    text_append_string(out, "Values of 1, 2, 3, ...:");
    for (int64_t heap = 1; heap <= VALUES_SHOWN; heap++)
        add_value(solver, heap, out);
    text_append_string(out, " ...");
}

static bool is_lost(struct solver *solver, const char *text)
{
    struct position position = {0};
    bool lost =
        read_position(solver, text, &position) && solver_outcome(solver, &position) == OUTCOME_P;
    position_finish(&position);
    return lost;
}

/* False: there are enough of them. */
static bool add_if_lost(struct solver *solver, const char *text, int *count, struct text *out)
{
    if (*count == LOST_SHOWN_MAX)
        return false;
    if (!is_lost(solver, text))
        return true;
    text_printf(out, "%s %s", *count > 0 ? "," : "", text);
    ++*count;
    return true;
}

static void tabulate_lost_heaps(struct solver *solver, struct text *out)
{
    int count = 0;
    text_append_string(out, "Who begins loses from:");
    for (int64_t heap = 1; heap <= LOST_HEAP_MAX; heap++) {
        char text[32];
        snprintf(text, sizeof text, "%" PRId64, heap);
        if (!add_if_lost(solver, text, &count, out))
            break;
    }
    text_append_string(out, count > 0 ? ", ..." : " none of the small ones.");
}

static void tabulate_lost_pairs(struct solver *solver, struct text *out)
{
    int count = 0;
    text_append_string(out, "Who is to move loses from:");
    for (int64_t sum = 2; sum <= 2 * LOST_PAIR_MAX; sum++) {
        for (int64_t a = 1; 2 * a <= sum; a++) {
            char text[64];
            snprintf(text, sizeof text, "%" PRId64 "+%" PRId64, a, sum - a);
            add_if_lost(solver, text, &count, out);
        }
    }
    text_append_string(out, ", ...");
}

/* Three rows at most. */
static void print_shape(const int64_t rows[3], struct text *out)
{
    text_append_int(out, rows[0]);
    for (int i = 1; i < 3 && rows[i] > 0; i++)
        text_printf(out, "+%" PRId64, rows[i]);
}

static void tabulate_lost_shapes(struct solver *solver, struct text *out)
{
    int count = 0;
    int64_t rows[3];
    struct text shape = {0};
    text_append_string(out, "Who is to move loses from:");
    for (rows[0] = 1; rows[0] <= LOST_ROW_MAX; rows[0]++) {
        for (rows[1] = 0; rows[1] <= rows[0]; rows[1]++) {
            for (rows[2] = 0; rows[2] <= rows[1]; rows[2]++) {
                text_clear(&shape);
                print_shape(rows, &shape);
                add_if_lost(solver, text_string(&shape), &count, out);
            }
        }
    }
    text_append_string(out, ", ...");
    text_finish(&shape);
}

static void tabulate(struct guide *guide, struct solver *solver)
{
    static void (*const tabulators[])(struct solver * solver, struct text * out) = {
        [LESSON_VALUES] = tabulate_values,
        [LESSON_LOST_HEAPS] = tabulate_lost_heaps,
        [LESSON_LOST_PAIRS] = tabulate_lost_pairs,
        [LESSON_LOST_SHAPES] = tabulate_lost_shapes,
    };
    if (guide->lesson->table != LESSON_NO_TABLE)
        tabulators[guide->lesson->table](solver, &guide->table);
}

/* --- the example --- */

static void tell_outcome(struct guide *guide, struct solver *solver)
{
    if (solver_outcome(solver, &guide->position) == OUTCOME_P) {
        text_append_string(&guide->example,
                           ". The mover loses against best play: every move has an answer.");
        return;
    }
    guide->has_best = true;
    solver_best_move(solver, &guide->position, &guide->best);
    text_append_string(&guide->example, ". The mover can win: ");
    words_move(&guide->rules, &guide->position, &guide->best, true, &guide->example);
    text_append_char(&guide->example, '.');
}

static void tell_line(struct guide *guide, struct solver *solver)
{
    struct position position = {0};
    struct move move;
    position_copy(&position, &guide->position);
    for (int i = 1; i <= LINE_MOVES_MAX && !position_is_over(&guide->rules, &position); i++) {
        solver_best_move(solver, &position, &move);
        text_printf(&guide->line, "%s%3d. ", i > 1 ? "\n" : "", i);
        words_move(&guide->rules, &position, &move, true, &guide->line);
        move_apply(&guide->rules, &position, &move);
    }
    if (!position_is_over(&guide->rules, &position))
        text_append_string(&guide->line, "\n     ...");
    position_finish(&position);
}

void guide_solve(struct guide *guide, struct solver *solver)
{
    tabulate(guide, solver);
    text_append_string(&guide->example, "Example ");
    position_print(&guide->rules, &guide->position, &guide->example);
    tell_outcome(guide, solver);
    solver_explain_briefly(solver, &guide->position, &guide->figures);
    tell_line(guide, solver);
}
