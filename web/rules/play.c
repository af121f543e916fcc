/* Games, positions, moves, and choosing a move. */
#include "common/base/memory.h"
#include "common/words/guide.h"
#include "common/words/typed.h"
#include "common/words/words.h"
#include "web/rules/json.h"
#include "web/rules/question.h"

#include <stdlib.h>
#include <string.h>

static void json_position_text(struct text *out, const char *key, const struct rules *rules,
                               const struct position *position)
{
    struct text text = {0};
    position_print(rules, position, &text);
    json_words(out, key, &text);
}

static const char *piece_name(enum grid_piece piece)
{
    static const char *const names[GRID_PIECE_COUNT] = {
        [GRID_EMPTY] = "empty",     [GRID_HOLE] = "hole",           [GRID_COUNTER] = "counter",
        [GRID_OTHER] = "other",     [GRID_DOLLAR] = "dollar",       [GRID_HEADS] = "heads",
        [GRID_TAILS] = "tails",     [GRID_QUEEN] = "queen",         [GRID_PIN] = "pin",
        [GRID_PAWN_UP] = "pawn-up", [GRID_PAWN_DOWN] = "pawn-down", [GRID_TOKEN] = "token",
    };
    return names[piece];
}

static void json_labels(struct text *out, const char *key, const struct grid_label *labels,
                        uint32_t count)
{
    json_open(out, key, '[');
    for (uint32_t i = 0; i < count; i++)
        json_string(out, NULL, labels[i].text);
    json_close(out, ']');
}

/* grid: {rows, columns, is_checkered, row_labels, column_labels, squares: [{at, piece, count,
 * label, last}]}, the squares row by row from the top; `at` names a square for presses and is
 * missing where the board has the square for the last move only. */
static void json_grid(struct text *out, const struct grid *grid)
{
    json_open(out, "grid", '{');
    json_number(out, "rows", grid->rows);
    json_number(out, "columns", grid->columns);
    json_bool(out, "is_checkered", grid->is_checkered);
    json_labels(out, "row_labels", grid->row_labels, grid->rows);
    json_labels(out, "column_labels", grid->column_labels, grid->columns);
    json_open(out, "squares", '[');
    for (uint32_t i = 0; i < grid->rows * grid->columns; i++) {
        const struct grid_square *square = &grid->squares[i];
        json_open(out, NULL, '{');
        if (square->at != GRID_NOWHERE)
            json_number(out, "at", square->at);
        json_string(out, "piece", piece_name(square->piece));
        json_number(out, "count", square->count);
        if (square->label[0])
            json_string(out, "label", square->label);
        if (square->is_last)
            json_bool(out, "last", true);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}

/* `before`: the position before the last move, which a board shows; NULL: unknown. */
static void json_parts(struct text *out, const struct rules *rules, const struct position *position,
                       const struct position *before)
{
    static const char *const kinds[] = {
        [PARTS_HEAPS] = "heaps", [PARTS_PINS] = "pins", [PARTS_CHOCOLATE] = "chocolate",
        [PARTS_EDGES] = "edges", [PARTS_GRID] = "grid", [PARTS_UNKNOWN] = "unknown",
    };
    struct parts parts = {0};
    parts_find(&parts, rules, position);
    json_open(out, "parts", '{');
    json_string(out, "kind", kinds[parts.kind]);
    json_bool(out, "may_split", parts.may_split);
    json_bool(out, "only_splits", parts.only_splits);
    if (parts.eats_other)
        json_bool(out, "eats_other", true);
    json_open(out, "items", '[');
    for (uint32_t i = 0; i < parts.count; i++) {
        const struct part *part = &parts.items[i];
        json_open(out, NULL, '{');
        json_count(out, "size", (uint128)part->size);
        json_count(out, "most", (uint128)part->most);
        if (part->is_both)
            json_bool(out, "is_both", true);
        if (part->is_ring)
            json_bool(out, "is_ring", true);
        if (parts.kind == PARTS_CHOCOLATE && i == 0)
            json_bool(out, "is_poisoned", true); /* its first square */
        if (parts.kind == PARTS_EDGES) {
            json_number(out, "from", part->from);
            json_number(out, "to", part->to);
            json_number(out, "depth", part->depth);
            json_bool(out, "leads_back", part->leads_back);
        }
        json_close(out, '}');
    }
    json_close(out, ']');
    if (parts.kind == PARTS_GRID) {
        struct grid former = {0};
        if (before && grid_of(&former, rules, before))
            grid_show_last(&parts.grid, &former);
        json_grid(out, &parts.grid);
        grid_finish(&former);
    }
    json_close(out, '}');
    parts_finish(&parts);
}

/* The fields of json_position(). */
static void json_position_fields(struct text *out, const struct rules *rules,
                                 const struct position *position, const struct position *before)
{
    struct text words = {0};
    words_position(rules, position, &words);
    json_position_text(out, "position", rules, position);
    json_words(out, "words", &words);
    json_bool(out, "over", position_is_over(rules, position));
    json_count(out, "counters", position_counters(rules, position));
    json_parts(out, rules, position, before);
}

void json_position(struct text *out, const char *key, const struct rules *rules,
                   const struct position *position)
{
    json_open(out, key, '{');
    json_position_fields(out, rules, position, NULL);
    json_close(out, '}');
}

void json_move_fields(struct text *out, const struct rules *rules, const struct position *position,
                      const struct move *move)
{
    struct text text = {0}, words = {0};
    struct position after = {0};
    move_print(rules, position, move, &text);
    words_move(rules, position, move, true, &words);
    position_copy(&after, position);
    move_apply(rules, &after, move);
    json_words(out, "move", &text);
    json_words(out, "words", &words);
    json_position_text(out, "after", rules, &after);
    position_finish(&after);
}

void json_move(struct text *out, const char *key, const struct rules *rules,
               const struct position *position, const struct move *move)
{
    json_open(out, key, '{');
    json_move_fields(out, rules, position, move);
    json_close(out, '}');
}

/* --- games and positions --- */

enum error_code answer_games(struct question *question)
{
    struct text *out = question->out;
    json_open(out, NULL, '[');
    for (size_t i = 0; i < guide_list_count(); i++) {
        struct rules rules;
        const char *name = guide_list_rules(i);
        if (rules_parse(&rules, name, strlen(name), question->error))
            return question->error->code;
        const struct game *game = words_game(rules.text, rules.look);
        json_open(out, NULL, '{');
        json_string(out, "name", name);
        json_string(out, "rules", rules.text);
        json_string(out, "look", look_text(rules.look));
        json_string(out, "title", guide_list_title(i));
        json_string(out, "summary", game ? game->summary : NULL);
        json_string(out, "example", game ? game->example : words_example(&rules));
        json_close(out, '}');
    }
    json_close(out, ']');
    return ERROR_NONE;
}

/* The start that the catalogue has for the game, or one for its family. */
static const char *example_of(const struct rules *rules)
{
    const struct game *game = words_game(rules->text, rules->look);
    return game ? game->example : words_example(rules);
}

enum error_code answer_rules(struct question *question)
{
    struct rules rules;
    struct text words = {0}, explain = {0}, *out = question->out;
    if (question_rules_or_class(question, 0, &rules))
        return question->error->code;
    bool is_class = rules.class_size > 0;
    words_rules(rules.text, rules.look, &words);
    words_explain(rules.text, rules.look, &explain);
    json_open(out, NULL, '{');
    json_string(out, "rules", rules.text);
    json_string(out, "look", look_text(rules.look));
    json_words(out, "words", &words);
    json_words(out, "explain", &explain);
    json_bool(out, "misere", rules.misere);
    json_bool(out, "drawn", is_class);
    json_string(out, "example", is_class ? NULL : example_of(&rules));
    json_close(out, '}');
    return ERROR_NONE;
}

enum error_code answer_position(struct question *question)
{
    struct rules rules;
    struct position position = {0};
    struct text *out = question->out;
    struct position before = {0};
    enum error_code code = question_position(question, 0, &rules, &position);
    bool has_before = question->arguments[2][0];
    if (!code && has_before)
        code = position_parse(&rules, question->arguments[2], strlen(question->arguments[2]),
                              &before, question->error);
    if (!code) {
        struct error error;
        bool is_start = !position_check_start(&rules, &position, &error);
        json_open(out, NULL, '{');
        json_position_fields(out, &rules, &position, has_before ? &before : NULL);
        json_string(out, "start", is_start ? NULL : error.message);
        json_close(out, '}');
    }
    position_finish(&before);
    position_finish(&position);
    return code;
}

enum error_code answer_draw(struct question *question)
{
    struct rules rules;
    int64_t seed;
    if (question_rules(question, 0, &rules) || question_number(question, 1, INT64_MAX, &seed))
        return question->error->code;
    struct position position = {0};
    struct random random = random_from_seed((uint64_t)seed);
    position_draw_start(&rules, &random, &position);
    json_position(question->out, NULL, &rules, &position);
    position_finish(&position);
    return ERROR_NONE;
}

enum { MOVES_LISTED_MAX = 1000 };

enum error_code answer_moves(struct question *question)
{
    struct rules rules;
    struct position position = {0};
    struct text *out = question->out;
    int64_t first = 0, most = MOVES_LISTED_MAX;
    enum error_code code = question_position(question, 0, &rules, &position);
    if (!code && question->arguments[2][0])
        code = question_number(question, 2, INT64_MAX, &first);
    if (!code && question->arguments[3][0])
        code = question_number(question, 3, MOVES_LISTED_MAX, &most);
    if (!code) {
        uint128 count = move_count(&rules, &position);
        json_open(out, NULL, '{');
        json_count(out, "count", count);
        json_open(out, "moves", '[');
        for (int64_t i = 0; i < most && (uint128)first + (uint128)i < count; i++) {
            struct move move;
            move_at(&rules, &position, (uint128)first + (uint128)i, &move);
            json_move(out, NULL, &rules, &position, &move);
        }
        json_close(out, ']');
        json_close(out, '}');
    }
    position_finish(&position);
    return code;
}

enum error_code answer_move(struct question *question)
{
    struct rules rules;
    struct position position = {0};
    struct move move;
    struct text *out = question->out;
    enum error_code code = question_position(question, 0, &rules, &position);
    if (!code)
        code = typed_move(&rules, &position, question->arguments[2], &move, question->error);
    if (!code) {
        json_open(out, NULL, '{');
        json_move_fields(out, &rules, &position, &move);
        move_apply(&rules, &position, &move);
        json_position(out, "position", &rules, &position);
        json_close(out, '}');
    }
    position_finish(&position);
    return code;
}

/* --- choosing a move --- */

/* The choice that the first argument names, and its number. */
static enum error_code find_choice(struct question *question, int64_t *ret_number,
                                   struct choice **ret_choice)
{
    if (question_number(question, 0, DESK_CHOICES_MAX - 1, ret_number))
        return question->error->code;
    *ret_choice = question->desk->choices[*ret_number];
    if (!*ret_choice)
        return error_set(question->error, ERROR_USAGE, "no choice %s is open",
                         question->arguments[0]);
    return ERROR_NONE;
}

static void json_hints(struct text *out, const struct choice *choice)
{
    struct hint hints[CHOICE_HINTS_MAX];
    size_t count = choice_hints(choice, hints);
    json_open(out, "hints", '[');
    for (size_t i = 0; i < count; i++) {
        json_open(out, NULL, '{');
        json_string(out, "key", hints[i].key);
        json_string(out, "label", hints[i].label);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* grid: {way, ways, squares: [{at, press, pressed, piece, count}]}: how many ways to press a move
 * there are and which of them is chosen; the squares where a press "begins" or goes "on", that are
 * pressed already, or that the chosen move changes, to the piece there. Others are left out. */
static void json_choice_grid(struct text *out, const struct choice *choice)
{
    static const char *const presses[] = {
        [CHOICE_PRESS_BEGINS] = "begins", [CHOICE_PRESS_GOES_ON] = "on"};
    struct choice_square squares[GRID_SQUARES_MAX];
    choice_squares(choice, squares);
    json_open(out, "grid", '{');
    json_number(out, "way", choice->ways.at);
    json_number(out, "ways", choice->ways.count);
    json_open(out, "squares", '[');
    for (uint32_t i = 0; i < choice->parts.grid.rows * choice->parts.grid.columns; i++) {
        const struct choice_square *square = &squares[i];
        if (!square->press && !square->is_pressed && !square->changes)
            continue;
        json_open(out, NULL, '{');
        json_number(out, "at", i);
        if (square->press)
            json_string(out, "press", presses[square->press]);
        if (square->is_pressed)
            json_bool(out, "pressed", true);
        if (square->changes) {
            json_string(out, "piece", piece_name(square->becomes.piece));
            json_number(out, "count", square->becomes.count);
        }
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}

/* `used` -1: not asked for. */
static void json_choice(struct text *out, int64_t number, const struct choice *choice, int used)
{
    struct text text = {0}, say = {0}, after = {0}, refused = {0};
    const struct move *move = choice_move(choice);
    choice_say_move(choice, &say);
    choice_say_after(choice, &after);
    choice_say_refused(choice, &refused);
    if (move)
        move_print(&choice->rules, &choice->position, move, &text);
    json_open(out, NULL, '{');
    json_number(out, "choice", number);
    if (used >= 0)
        json_bool(out, "used", used);
    json_bool(out, "open", choice->is_open);
    json_string(out, "move", move ? text_string(&text) : NULL);
    json_number(out, "part", choice->is_open ? (int64_t)choice->part : -1);
    json_open(out, "cuts", '[');
    bool is_grid = choice->parts.kind == PARTS_GRID;
    for (uint32_t i = 0; choice->is_open && !is_grid && i < choice->parts.count; i++) {
        struct choice_cut cut = choice_cut_of(choice, i);
        json_open(out, NULL, '{');
        json_count(out, "taken", (uint128)cut.taken);
        json_count(out, "before", (uint128)cut.before);
        json_close(out, '}');
    }
    json_close(out, ']');
    if (is_grid && choice->is_open)
        json_choice_grid(out, choice);
    json_bool(out, "whole", choice_is_whole(choice));
    json_words(out, "say", &say);
    json_words(out, "after", &after);
    json_words(out, "refused", &refused);
    json_hints(out, choice);
    json_close(out, '}');
    text_finish(&text);
}

enum error_code answer_choice_open(struct question *question)
{
    struct desk *desk = question->desk;
    struct rules rules;
    struct position position = {0};
    int number = 0;
    enum error_code code = question_position(question, 0, &rules, &position);
    while (number < DESK_CHOICES_MAX && desk->choices[number])
        number++;
    if (!code && number == DESK_CHOICES_MAX)
        code = error_set(question->error, ERROR_LIMIT_REACHED, "too many choices are open: %d",
                         DESK_CHOICES_MAX);
    if (!code) {
        struct choice *choice = desk->choices[number] = memory_zeroed(1, sizeof *choice);
        choice_begin(choice, &rules, &position);
        json_choice(question->out, number, choice, -1);
    }
    position_finish(&position);
    return code;
}

enum error_code answer_choice_close(struct question *question)
{
    struct choice *choice;
    int64_t number;
    if (find_choice(question, &number, &choice))
        return question->error->code;
    question->desk->choices[number] = NULL;
    choice_finish(choice);
    free(choice);
    json_string(question->out, NULL, NULL);
    return ERROR_NONE;
}

enum error_code answer_choice(struct question *question)
{
    struct choice *choice;
    int64_t number;
    if (find_choice(question, &number, &choice))
        return question->error->code;
    json_choice(question->out, number, choice, -1);
    return ERROR_NONE;
}

/* A key by the name that browsers give it (KeyboardEvent.key). */
static struct stroke stroke_of_key(const char *key)
{
    static const struct {
        const char *key;
        enum stroke_kind kind;
    } keys[] = {
        {"ArrowUp", STROKE_UP},          {"ArrowDown", STROKE_DOWN},
        {"ArrowLeft", STROKE_LEFT},      {"ArrowRight", STROKE_RIGHT},
        {"PageUp", STROKE_PAGE_UP},      {"PageDown", STROKE_PAGE_DOWN},
        {"Home", STROKE_HOME},           {"End", STROKE_END},
        {"Escape", STROKE_ESCAPE},       {"Delete", STROKE_DELETE},
        {"Backspace", STROKE_BACKSPACE},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i].key) == 0)
            return stroke_of(keys[i].kind);
    return key[0] && !key[1] ? stroke_character((unsigned char)key[0]) : stroke_of(STROKE_UNKNOWN);
}

enum error_code answer_choice_stroke(struct question *question)
{
    struct choice *choice;
    int64_t number;
    if (find_choice(question, &number, &choice))
        return question->error->code;
    bool used = choice_stroke(choice, stroke_of_key(question->arguments[1]));
    json_choice(question->out, number, choice, used);
    return ERROR_NONE;
}

/* The press that the arguments from the second on describe. */
static enum error_code question_press(struct question *question, struct stroke *ret_stroke)
{
    int64_t part, cell, cells;
    if (question_number(question, 1, UINT32_MAX, &part) ||
        question_number(question, 3, CHOICE_CELLS_MAX, &cells) ||
        question_number(question, 2, cells, &cell))
        return question->error->code;
    *ret_stroke = choice_press((uint32_t)part, (uint32_t)cell, (uint32_t)cells);
    return ERROR_NONE;
}

enum error_code answer_choice_press(struct question *question)
{
    struct choice *choice;
    struct stroke press;
    int64_t number;
    if (find_choice(question, &number, &choice) || question_press(question, &press))
        return question->error->code;
    bool used = choice_stroke(choice, press);
    json_choice(question->out, number, choice, used);
    return ERROR_NONE;
}

enum error_code answer_choice_point(struct question *question)
{
    struct choice *choice;
    struct stroke press;
    int64_t number;
    if (find_choice(question, &number, &choice) || question_press(question, &press))
        return question->error->code;
    struct choice pointed = *choice; /* strokes leave the position and the parts as they are */
    bool used = choice_stroke(&pointed, press);
    for (const char *digit = question->arguments[4]; *digit && used; digit++)
        used = choice_stroke(&pointed, stroke_character((unsigned char)*digit));
    json_choice(question->out, number, &pointed, used);
    return ERROR_NONE;
}

enum error_code answer_choice_set(struct question *question)
{
    struct choice *choice;
    struct move move;
    int64_t number;
    if (find_choice(question, &number, &choice) ||
        typed_move(&choice->rules, &choice->position, question->arguments[1], &move,
                   question->error))
        return question->error->code;
    choice_set(choice, &move);
    json_choice(question->out, number, choice, true);
    return ERROR_NONE;
}
