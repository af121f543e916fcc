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

/* Wythoff's game is a queen on a board, whose columns and rows count the two heaps. */
enum { QUEEN_PARTS = 3, QUEEN_SIDE_MAX = 25 };

/* squares: [{part, count, at: [column, row]}], to which the queen can go: what is taken from which
 * part, and the heaps that are left. Nothing where the board would be too large. */
static void json_queen(struct text *out, const struct parts *parts)
{
    const struct part *items = parts->items;
    if (items[0].size > QUEEN_SIDE_MAX || items[1].size > QUEEN_SIDE_MAX)
        return;
    json_string(out, "look", "queen");
    json_open(out, "squares", '[');
    for (uint32_t i = 0; i < parts->count; i++) {
        for (int64_t count = 1; count <= items[i].most; count++) {
            json_open(out, NULL, '{');
            json_number(out, "part", i);
            json_number(out, "count", count);
            json_open(out, "at", '[');
            for (uint32_t heap = 0; heap < QUEEN_PARTS - 1; heap++)
                json_number(out, NULL,
                            items[heap].size - (items[i].is_both || i == heap ? count : 0));
            json_close(out, ']');
            json_close(out, '}');
        }
    }
    json_close(out, ']');
}

enum { STRIP_SQUARE_MAX = 40, STRIP_WAYS_MAX = 400 };

/* squares: [{part, count, at}], to which the chip of each part can go. Nothing where the strip
 * would be too long. */
static void json_strip(struct text *out, const struct rules *rules, const struct position *position,
                       const struct parts *parts)
{
    uint128 moves = move_count(rules, position);
    if (parts->count == 0 || moves * parts->count > STRIP_WAYS_MAX)
        return;
    for (uint32_t i = 0; i < parts->count; i++)
        if (parts->items[i].size > STRIP_SQUARE_MAX)
            return;
    json_string(out, "look", look_text(LOOK_STRIP));
    json_open(out, "squares", '[');
    for (uint128 index = 0; index < moves; index++) {
        struct move move;
        move_at(rules, position, index, &move);
        struct parts_move way = parts_move_of(rules, &move);
        for (uint32_t i = 0; i < parts->count; i++) {
            if (memcmp(parts->items[i].group, way.group, sizeof way.group) != 0)
                continue;
            json_open(out, NULL, '{');
            json_number(out, "part", i);
            json_number(out, "count", way.taken);
            json_number(out, "at", parts->items[i].size - way.taken);
            json_close(out, '}');
        }
    }
    json_close(out, ']');
}

static void json_parts(struct text *out, const struct rules *rules, const struct position *position)
{
    static const char *const kinds[] = {
        [PARTS_HEAPS] = "heaps", [PARTS_PINS] = "pins",       [PARTS_CHOCOLATE] = "chocolate",
        [PARTS_EDGES] = "edges", [PARTS_UNKNOWN] = "unknown",
    };
    struct parts parts = {0};
    parts_find(&parts, rules, position);
    json_open(out, "parts", '{');
    json_string(out, "kind", kinds[parts.kind]);
    json_bool(out, "may_split", parts.may_split);
    json_bool(out, "only_splits", parts.only_splits);
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
    if (parts.count == QUEEN_PARTS && parts.items[QUEEN_PARTS - 1].is_both)
        json_queen(out, &parts);
    else if (rules->look == LOOK_STRIP)
        json_strip(out, rules, position, &parts);
    json_close(out, '}');
    parts_finish(&parts);
}

/* The fields of json_position(). */
static void json_position_fields(struct text *out, const struct rules *rules,
                                 const struct position *position)
{
    struct text words = {0};
    words_position(rules, position, &words);
    json_position_text(out, "position", rules, position);
    json_words(out, "words", &words);
    json_bool(out, "over", position_is_over(rules, position));
    json_count(out, "counters", position_counters(rules, position));
    json_parts(out, rules, position);
}

void json_position(struct text *out, const char *key, const struct rules *rules,
                   const struct position *position)
{
    json_open(out, key, '{');
    json_position_fields(out, rules, position);
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

enum error_code answer_rules(struct question *question)
{
    struct rules rules;
    struct text words = {0}, explain = {0}, *out = question->out;
    if (question_rules(question, 0, &rules))
        return question->error->code;
    words_rules(rules.text, rules.look, &words);
    words_explain(rules.text, rules.look, &explain);
    json_open(out, NULL, '{');
    json_string(out, "rules", rules.text);
    json_string(out, "look", look_text(rules.look));
    json_words(out, "words", &words);
    json_words(out, "explain", &explain);
    json_bool(out, "misere", rules.misere);
    json_string(out, "example", words_example(&rules));
    json_close(out, '}');
    return ERROR_NONE;
}

enum error_code answer_position(struct question *question)
{
    struct rules rules;
    struct position position = {0};
    struct text *out = question->out;
    enum error_code code = question_position(question, 0, &rules, &position);
    if (!code) {
        struct error error;
        bool is_start = !position_check_start(&rules, &position, &error);
        json_open(out, NULL, '{');
        json_position_fields(out, &rules, &position);
        json_string(out, "start", is_start ? NULL : error.message);
        json_close(out, '}');
    }
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
    for (uint32_t i = 0; choice->is_open && i < choice->parts.count; i++) {
        struct choice_cut cut = choice_cut_of(choice, i);
        json_open(out, NULL, '{');
        json_count(out, "taken", (uint128)cut.taken);
        json_count(out, "before", (uint128)cut.before);
        json_close(out, '}');
    }
    json_close(out, ']');
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
