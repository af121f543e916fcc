#include "client/tui/choice.h"

#include "client/play/input.h"
#include "client/tui/spot.h"
#include "common/game/family.h"

#include <inttypes.h>

/* Stands for the right end of a row, where counters are taken unless a person goes elsewhere. */
enum { RIGHT_END = -1 };

/* --- choosing --- */

static void put(struct choice *choice, uint32_t part, const struct spot *spot, int64_t before)
{
    choice->part = part;
    choice->taken = spot->taken;
    choice->before = before;
    choice->move = spot->move;
    choice->refused.code = ERROR_NONE;
}

/* Where the chosen ones stand, for another number or part. */
static int64_t wanted_place(const struct choice *choice)
{
    int64_t left = choice->parts.items[choice->part].size - choice->taken;
    return choice->before == left ? RIGHT_END : choice->before;
}

/* Takes as many as `spot` does, as near to the wanted place as can be. */
static void put_near(struct choice *choice, uint32_t index, struct spot spot, int64_t wanted)
{
    const struct part *part = &choice->parts.items[index];
    int64_t taken = spot.taken, left = part->size - taken;
    int64_t before = wanted == RIGHT_END || wanted > left ? left : wanted;
    int64_t smallest = spot_smallest(part, taken, before);
    struct spot near;
    if (spot_find_from(choice, part, taken, smallest, &near) && near.taken == taken)
        spot = near;
    else if (spot_find_before(choice, part, taken, smallest, &near) && near.taken == taken)
        spot = near;
    bool is_left_half = before < left - before;
    if (!spot_is_split(part, &spot))
        before = is_left_half && choice->parts.may_split ? 0 : left;
    else
        before = is_left_half ? spot.smallest : left - spot.smallest;
    put(choice, index, &spot, before);
}

/* --- what is forbidden --- */

/* The numbers that may be taken of a part, before the reason why another may not; nothing where
 * they are many. */
static void say_numbers(struct choice *choice, const struct part *part)
{
    enum { NUMBERS_MAX = 4 };
    struct text said = {0};
    int64_t numbers[NUMBERS_MAX + 1];
    int count = 0;
    struct spot spot;
    for (int64_t from = 1; count <= NUMBERS_MAX && spot_find_from(choice, part, from, 0, &spot);
         from = spot.taken + 1)
        numbers[count++] = spot.taken;
    for (int i = 0; i < count; i++)
        text_printf(&said, "%s%" PRId64, i == 0 ? "" : i + 1 < count ? ", " : " or ", numbers[i]);
    struct error reason = choice->refused;
    if (count > 0 && count <= NUMBERS_MAX)
        error_set(&choice->refused, reason.code, "only %s may be taken (%s)", text_string(&said),
                  reason.message);
    text_finish(&said);
}

/* Types what a person may not do, to hear why. */
static void refuse(struct choice *choice, uint32_t index, int64_t taken, int64_t before)
{
    const struct part *part = &choice->parts.items[index];
    int64_t after = part->size - taken - before;
    struct text heap = {0}, line = {0};
    text_append_int(&heap, part->size);
    if (part->group[1] > 0)
        text_printf(&heap, "@%" PRId64, part->group[1]);
    if (choice->parts.kind == PARTS_CHOCOLATE)
        text_printf(&line, "eat %" PRIu32 " %" PRId64, index + 1, part->size - taken + 1);
    else if (before > part->size)
        text_printf(&line, "%s>%" PRId64, text_string(&heap), before);
    else if (before > 0 && after > 0)
        text_printf(&line, "%s>%" PRId64 "+%" PRId64, text_string(&heap), before, after);
    else
        text_printf(&line, "take %" PRId64 " from %s", taken > 0 ? taken : 0,
                    part->is_both ? "both" : text_string(&heap));
    struct move move;
    if (!input_move(&choice->rules, &choice->position, text_string(&line), &move, &choice->refused))
        error_set(&choice->refused, ERROR_ILLEGAL_MOVE, "there is nothing beyond");
    if (choice->rules.family == &family_octal && taken > 0)
        say_numbers(choice, part);
    text_finish(&heap);
    text_finish(&line);
}

/* Taking nothing would be a split. */
static void refuse_number(struct choice *choice, uint32_t index, int64_t taken)
{
    int64_t size = choice->parts.items[index].size;
    bool is_split = taken == 0 && choice->parts.may_split && size > 1;
    refuse(choice, index, taken, is_split ? 1 : size - taken);
}

static void put_exactly(struct choice *choice, uint32_t index, int64_t taken, int64_t before)
{
    const struct part *part = &choice->parts.items[index];
    int64_t smallest = spot_smallest(part, taken, before);
    struct spot spot;
    if (taken <= part->size && spot_find_from(choice, part, taken, smallest, &spot) &&
        spot.taken == taken && spot.smallest == smallest)
        put(choice, index, &spot, before);
    else
        refuse(choice, index, taken, before);
}

static void put_number(struct choice *choice, uint32_t index, int64_t taken, int64_t wanted)
{
    const struct part *part = &choice->parts.items[index];
    struct spot spot;
    if (taken <= part->size && spot_find_number(choice, part, taken, &spot))
        put_near(choice, index, spot, wanted);
    else
        refuse_number(choice, index, taken);
}

/* --- strokes --- */

/* Of chocolate the column is kept, elsewhere the number. */
static bool go_to_part(struct choice *choice, uint32_t index)
{
    const struct part *part = &choice->parts.items[index];
    struct spot spot;
    int64_t taken = choice->taken, wanted = wanted_place(choice);
    if (choice->parts.kind == PARTS_CHOCOLATE)
        taken = part->size > choice->before ? part->size - choice->before : 1;
    if (!spot_find_near(choice, part, taken, &spot)) {
        refuse_number(choice, index, choice->parts.only_splits ? 0 : 1);
        return false;
    }
    put_near(choice, index, spot, wanted);
    return true;
}

/* To the next part that has a legal move. */
static void step_part(struct choice *choice, int direction)
{
    uint32_t index = choice->part;
    struct spot spot;
    do {
        if (direction < 0 ? index == 0 : index + 1 == choice->parts.count)
            return;
        index += (uint32_t)direction;
    } while (!spot_find_near(choice, &choice->parts.items[index], 0, &spot));
    go_to_part(choice, index);
}

static void step_number(struct choice *choice, int direction)
{
    const struct part *part = &choice->parts.items[choice->part];
    struct spot spot;
    int64_t wanted = wanted_place(choice);
    if (choice->taken == INT64_MAX && direction > 0)
        return; /* as many as there can be */
    int64_t next = choice->taken + direction;
    if (direction > 0 ? spot_find_from(choice, part, next, 0, &spot)
                      : spot_find_before(choice, part, choice->taken, 0, &spot))
        put_near(choice, choice->part, spot, wanted);
    else if (next > 0 && next <= part->size) /* beyond, there is nothing to be said */
        refuse(choice, choice->part, next, part->size - next);
}

/* Along the row. A place may be left out where the two halves are equal. */
static void step_place(struct choice *choice, int direction)
{
    int64_t left = choice->parts.items[choice->part].size - choice->taken;
    int64_t old = choice->before;
    for (int64_t step = 1; step <= 2 && choice->before == old; step++) {
        int64_t before = old + step * direction;
        if (before >= 0 && before <= left)
            put_exactly(choice, choice->part, choice->taken, before);
    }
}

static void step_along(struct choice *choice, int direction)
{
    if (choice->parts.kind == PARTS_EDGES)
        step_part(choice, direction);
    else if (spot_has_places(choice, choice->part, choice->taken))
        step_place(choice, direction);
    else
        step_number(choice, -direction);
}

static void step_up(struct choice *choice, int direction)
{
    if (choice->parts.count == 1)
        step_number(choice, -direction);
    else
        step_part(choice, direction);
}

/* --- numbers --- */

static void put_typed(struct choice *choice)
{
    int64_t number = choice->typed, wanted = wanted_place(choice);
    int64_t size = choice->parts.items[choice->part].size;
    if (choice->parts.kind == PARTS_CHOCOLATE)
        put_exactly(choice, choice->part, size - (number - 1), number - 1);
    else if (choice->parts.only_splits)
        put_exactly(choice, choice->part, 0, number);
    else if (choice->parts.kind != PARTS_EDGES)
        put_number(choice, choice->part, number, wanted);
    else if (number >= 1 && number <= choice->parts.count)
        go_to_part(choice, (uint32_t)number - 1);
    else
        error_set(&choice->refused, ERROR_BAD_MOVE, "the edges are numbered from 1 to %" PRIu32,
                  choice->parts.count);
}

/* Is there, as far as the part goes, a number that begins with the digits typed so far and has
 * more? */
static bool may_grow(const struct choice *choice)
{
    const struct part *part = &choice->parts.items[choice->part];
    bool is_count = choice->parts.kind <= PARTS_PINS && !choice->parts.only_splits;
    int64_t most = choice->parts.kind == PARTS_EDGES ? choice->parts.count : part->size;
    uint128 from = (uint128)choice->typed * 10, numbers = 10;
    struct spot spot;
    for (; from > 0 && from <= (uint128)most; from *= 10, numbers *= 10) {
        if (!is_count)
            return true;
        if (spot_find_from(choice, part, (int64_t)from, 0, &spot) &&
            (uint128)spot.taken < from + numbers)
            return true;
    }
    return false;
}

static void put_number_typed(struct choice *choice, int64_t number)
{
    choice->typed = number;
    choice->refused.code = ERROR_NONE;
    put_typed(choice);
}

/* Who types 2 and then 1 in Kayles has thought better of it: a digit that leaves no number begins
 * one, where it is one by itself. Otherwise it stays, so that the number that was typed is the one
 * that is refused. */
static void type_digit(struct choice *choice, int64_t digit)
{
    int64_t number = choice->typed > 0 ? choice->typed : 0;
    bool is_too_large = number > (INT64_MAX - digit) / 10;
    int64_t longer = is_too_large ? INT64_MAX : 10 * number + digit;
    put_number_typed(choice, longer);
    if (number == 0 || !choice->refused.code || may_grow(choice))
        return;
    put_number_typed(choice, digit);
    if (choice->refused.code)
        put_number_typed(choice, longer);
}

void choice_end_number(struct choice *choice)
{
    choice->typed = -1;
    choice->refused.code = ERROR_NONE;
}

static bool remove_digit(struct choice *choice)
{
    if (choice->typed < 0)
        return false;
    if (choice->typed > 9)
        put_number_typed(choice, choice->typed / 10);
    else
        choice_end_number(choice);
    return true;
}

static bool type_character(struct choice *choice, int64_t code)
{
    if (code >= '0' && code <= '9') {
        type_digit(choice, code - '0');
        return true;
    }
    if ((code != '+' && code != '-') || choice->parts.kind == PARTS_EDGES)
        return false;
    choice_end_number(choice);
    step_number(choice, code == '+' ? 1 : -1);
    return true;
}

/* --- presses --- */

enum { PART_SHIFT = 32, CELLS_SHIFT = 16 };

struct stroke choice_press(uint32_t part, uint32_t cell, uint32_t cells)
{
    return stroke_choose((int64_t)part << PART_SHIFT | (int64_t)cells << CELLS_SHIFT | cell);
}

/* On the counter with this index, exactly or as near as a cell of a bar can tell. */
static void press_counter(struct choice *choice, uint32_t index, int64_t at, bool is_exact)
{
    const struct part *part = &choice->parts.items[index];
    struct spot spot;
    if (!go_to_part(choice, index) || part->is_both)
        return;
    if (spot_has_places(choice, index, choice->taken) &&
        spot_find_number(choice, part, choice->taken, &spot))
        put_near(choice, index, spot, at);
    else if (is_exact)
        put_exactly(choice, index, part->size - at, at);
    else if (spot_find_near(choice, part, part->size - at, &spot))
        put_near(choice, index, spot, RIGHT_END);
}

static void press(struct choice *choice, int64_t code)
{
    uint32_t index = (uint32_t)(code >> PART_SHIFT);
    uint32_t cells = (uint32_t)(code >> CELLS_SHIFT) & CHOICE_CELLS_MAX;
    uint32_t cell = (uint32_t)code & CHOICE_CELLS_MAX;
    if (index >= choice->parts.count)
        return;
    int64_t size = choice->parts.items[index].size;
    if (cells == 0 || cell >= cells || choice->parts.kind == PARTS_EDGES)
        go_to_part(choice, index);
    else
        press_counter(choice, index, (int64_t)((uint128)size * cell / cells), cells == size);
}

static bool is_arrow(enum stroke_kind kind)
{
    return kind == STROKE_UP || kind == STROKE_DOWN || kind == STROKE_LEFT || kind == STROKE_RIGHT;
}

static void step(struct choice *choice, enum stroke_kind arrow)
{
    int direction = arrow == STROKE_UP || arrow == STROKE_LEFT ? -1 : 1;
    if (arrow == STROKE_UP || arrow == STROKE_DOWN)
        step_up(choice, direction);
    else
        step_along(choice, direction);
}

bool choice_stroke(struct choice *choice, struct stroke stroke)
{
    if (!choice->is_open)
        return false;
    if (stroke.kind == STROKE_CHARACTER)
        return type_character(choice, stroke.code);
    if (stroke.kind == STROKE_BACKSPACE)
        return remove_digit(choice);
    if (!is_arrow(stroke.kind) && stroke.kind != STROKE_CHOOSE)
        return false;
    choice_end_number(choice);
    if (stroke.kind == STROKE_CHOOSE)
        press(choice, stroke.code);
    else
        step(choice, stroke.kind);
    return true;
}

/* --- beginning, asking --- */

void choice_begin(struct choice *choice, const struct rules *rules, const struct position *position)
{
    choice->rules = *rules;
    position_copy(&choice->position, position);
    parts_find(&choice->parts, rules, position);
    choice->part = 0;
    choice->typed = -1;
    choice->refused.code = ERROR_NONE;
    choice->is_open = false;
    struct spot spot;
    for (uint32_t i = 0; i < choice->parts.count && !choice->is_open; i++) {
        choice->is_open = spot_find_near(choice, &choice->parts.items[i], 1, &spot);
        if (choice->is_open)
            put_near(choice, i, spot, RIGHT_END);
    }
}

void choice_finish(struct choice *choice)
{
    position_finish(&choice->position);
    parts_finish(&choice->parts);
}

void choice_set(struct choice *choice, const struct move *move)
{
    struct parts_move key = parts_move_of(&choice->rules, move);
    choice->typed = -1;
    for (uint32_t i = 0; i < choice->parts.count; i++) {
        const struct part *part = &choice->parts.items[i];
        struct spot spot = {.taken = key.taken, .smallest = key.smallest, .move = *move};
        if (part->group[0] != key.group[0] || part->group[1] != key.group[1])
            continue;
        put(choice, i, &spot, spot_is_split(part, &spot) ? key.smallest : part->size - key.taken);
        return;
    }
}

const struct move *choice_move(const struct choice *choice)
{
    bool is_pending = choice->typed >= 0 && choice->refused.code;
    return choice->is_open && !is_pending ? &choice->move : NULL;
}

struct choice_cut choice_cut_of(const struct choice *choice, uint32_t part)
{
    const struct part *items = choice->parts.items;
    int64_t size = items[part].size, taken = 0;
    if (part == choice->part)
        return (struct choice_cut){choice->taken, choice->before};
    if (items[choice->part].is_both)
        taken = choice->taken;
    else if (choice->parts.kind == PARTS_CHOCOLATE && part > choice->part && size > choice->before)
        taken = size - choice->before;
    return (struct choice_cut){taken, size - taken};
}

/* --- hints --- */

static size_t add(struct hint *hints, size_t count, struct stroke stroke, const char *key,
                  const char *label)
{
    hints[count] = (struct hint){stroke, key, label};
    return count + 1;
}

/* In a row: along it, and with + and - another number. */
static size_t add_place_hints(const struct choice *choice, struct hint *hints, size_t count)
{
    int64_t left = choice->parts.items[choice->part].size - choice->taken;
    if (choice->before == left)
        count = add(hints, count, stroke_of(STROKE_LEFT), "Left", "split");
    else if (choice->before == 0)
        count = add(hints, count, stroke_of(STROKE_RIGHT), "Right", "split");
    else
        count = add(hints, count, stroke_of(STROKE_LEFT), "Left/Right", "where");
    if (choice->parts.only_splits)
        return count;
    count = add(hints, count, stroke_character('+'), "+", choice->taken > 0 ? "more" : "take some");
    return choice->taken > 0 ? add(hints, count, stroke_character('-'), "-", "fewer") : count;
}

static const char *number_label(const struct choice *choice)
{
    if (choice->parts.kind == PARTS_CHOCOLATE)
        return "column";
    return choice->parts.only_splits ? "first heap" : "number";
}

static size_t add_number_hints(const struct choice *choice, struct hint *hints, size_t count)
{
    if (spot_has_places(choice, choice->part, choice->taken)) {
        count = add_place_hints(choice, hints, count);
    } else {
        count = add(hints, count, stroke_of(STROKE_LEFT), "Left", "more");
        count = add(hints, count, stroke_of(STROKE_RIGHT), "Right", "fewer");
    }
    return add(hints, count, stroke_of(STROKE_NONE), "0-9", number_label(choice));
}

/* Can a 0 that is typed now split the part, instead of taking from it? */
static bool may_split_by_zero(const struct choice *choice)
{
    return choice->taken > 0 && choice->typed <= 0 && spot_has_places(choice, choice->part, 0);
}

static size_t add_part_hints(const struct choice *choice, struct hint *ret_hints)
{
    static const char *const parts[] = {"heap", "row", "row", "edge"};
    size_t count = 0;
    if (may_split_by_zero(choice))
        count = add(ret_hints, count, stroke_character('0'), "0", "split");
    if (choice->parts.count > 1)
        count = add(ret_hints, count, stroke_of(STROKE_DOWN), "Up/Down", parts[choice->parts.kind]);
    if (choice->parts.kind == PARTS_EDGES)
        return add(ret_hints, count, stroke_of(STROKE_NONE), "0-9", "edge");
    return add_number_hints(choice, ret_hints, count);
}

size_t choice_hints(const struct choice *choice, struct hint *ret_hints)
{
    if (!choice->is_open)
        return 0;
    size_t count = add_part_hints(choice, ret_hints);
    if (choice->typed < 0)
        return count;
    return add(ret_hints, count, stroke_of(STROKE_BACKSPACE), "BSpace",
               "undo a digit; an arrow: all of them");
}
