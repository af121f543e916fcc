#include "common/words/guide.h"

#include "common/game/family.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
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

void guide_begin(struct guide *guide, const struct rules *rules)
{
    guide_finish(guide);
    guide->rules = *rules;
    guide->lesson = lesson_of(rules);
    words_rules(rules->text, rules->look, &guide->title);
    words_explain(rules->text, rules->look, &guide->summary);
    const struct game *game = words_game(rules->text, rules->look);
    if (!rules->misere && !family_no_misere(rules))
        text_printf(&guide->summary, " In misere play they win: other rules, %s,misere.",
                    game ? game->name : rules->text);

    if (read_start(rules, guide->lesson->example, &guide->position) ||
        read_start(rules, game ? game->example : NULL, &guide->position) ||
        read_start(rules, words_example(rules), &guide->position))
        return;
    struct random random = random_from_seed(1);
    position_draw_start(rules, &random, &guide->position);
}

/* --- the table --- */

/* False: there is no such position. */
static bool read_position(const struct solver *solver, const struct text *text,
                          struct position *ret_position)
{
    struct error error;
    return !position_parse(solver_rules(solver), text_string(text), text->len, ret_position,
                           &error);
}

static void tabulate_values(struct solver *solver, struct text *out)
{
    struct text text = {0};
    struct position position = {0};
    uint64_t value;
    text_append_string(out, "Values of 1, 2, 3, ...:");
    for (int64_t heap = 1; heap <= VALUES_SHOWN; heap++) {
        text_clear(&text);
        text_append_int(&text, heap);
        if (read_position(solver, &text, &position) && solver_grundy(solver, &position, &value))
            text_printf(out, " %" PRIu64, value);
    }
    text_append_string(out, " ...");
    position_finish(&position);
    text_finish(&text);
}

/* A list of lost positions while it grows. */
struct lost {
    struct solver *solver;
    int count;
    struct text *out;
};

/* Adds a position of these heaps or rows if it is lost. A 0 ends the sizes. */
static void add_if_lost(struct lost *lost, const int64_t *sizes, int size_count)
{
    struct text text = {0};
    struct position position = {0};
    for (int i = 0; i < size_count && sizes[i] > 0; i++)
        text_printf(&text, i > 0 ? "+%" PRId64 : "%" PRId64, sizes[i]);
    if (lost->count < LOST_SHOWN_MAX && read_position(lost->solver, &text, &position) &&
        solver_outcome(lost->solver, &position) == OUTCOME_P)
        text_printf(lost->out, "%s %s", lost->count++ > 0 ? "," : "", text_string(&text));
    position_finish(&position);
    text_finish(&text);
}

static void tabulate_lost(struct solver *solver, enum lesson_table table, struct text *out)
{
    struct lost lost = {.solver = solver, .out = out};
    int64_t sizes[3];
    text_append_string(out, table == LESSON_LOST_HEAPS ? "Whoever begins loses from:"
                                                       : "Whoever is to move loses from:");
    if (table == LESSON_LOST_HEAPS) {
        for (sizes[0] = 1; sizes[0] <= LOST_HEAP_MAX && lost.count < LOST_SHOWN_MAX; sizes[0]++)
            add_if_lost(&lost, sizes, 1);
    } else if (table == LESSON_LOST_PAIRS) {
        for (int64_t sum = 2; sum <= 2 * LOST_PAIR_MAX; sum++) {
            for (sizes[0] = 1; 2 * sizes[0] <= sum; sizes[0]++) {
                sizes[1] = sum - sizes[0];
                add_if_lost(&lost, sizes, 2);
            }
        }
    } else {
        for (sizes[0] = 1; sizes[0] <= LOST_ROW_MAX; sizes[0]++)
            for (sizes[1] = 0; sizes[1] <= sizes[0]; sizes[1]++)
                for (sizes[2] = 0; sizes[2] <= sizes[1]; sizes[2]++)
                    add_if_lost(&lost, sizes, 3);
    }
    bool is_empty = table == LESSON_LOST_HEAPS && lost.count == 0;
    text_append_string(out, is_empty ? " none of the small ones." : ", ...");
}

/* --- the example --- */

static void play_to_end(struct guide *guide, struct solver *solver)
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
    const struct rules *rules = &guide->rules;
    assert(guide->example.len == 0);
    assert(strcmp(solver_rules(solver)->text, rules->text) == 0);
    if (guide->lesson->table == LESSON_VALUES)
        tabulate_values(solver, &guide->table);
    else if (guide->lesson->table != LESSON_NO_TABLE)
        tabulate_lost(solver, guide->lesson->table, &guide->table);

    text_append_string(&guide->example, "Example ");
    position_print(rules, &guide->position, &guide->example);
    guide->has_best = solver_outcome(solver, &guide->position) == OUTCOME_N;
    if (guide->has_best) {
        solver_best_move(solver, &guide->position, &guide->best);
        text_append_string(&guide->example, ". The mover can win: ");
        words_move(rules, &guide->position, &guide->best, true, &guide->example);
        text_append_char(&guide->example, '.');
    } else {
        text_append_string(&guide->example,
                           ". The mover loses against best play: every move has an answer.");
    }
    solver_explain_briefly(solver, &guide->position, &guide->figures);
    play_to_end(guide, solver);
}

/* --- the list of games --- */

/* Rules that have no name of their own, one of each kind. */
static const char *const others[] = {
    "take-away:x",           "take-away:3x",
    "take-away:phi",         "take-away:2x,local",
    "take-away:2x,global",   "octal:0.6",
    "hexadecimal:0.3f",      "subtraction:1,3,4",
    "subtraction:2-4",       "subtraction:all-but-1,4",
    "subtraction:fibonacci", "nim,misere",
    "fibonacci-nim,misere",  "kayles,misere",
    "bachets-game,misere",   "wythoff,misere",
    "grundy,misere",
};

static size_t game_count(void)
{
    size_t count = 0;
    while (games[count].name)
        count++;
    return count;
}

size_t guide_list_count(void)
{
    return game_count() + sizeof others / sizeof *others;
}

const char *guide_list_rules(size_t index)
{
    size_t named = game_count();
    assert(index < guide_list_count());
    return index < named ? games[index].name : others[index - named];
}

const char *guide_list_title(size_t index)
{
    return index < game_count() ? games[index].title : guide_list_rules(index);
}
