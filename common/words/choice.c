#include "common/words/choice_grid.h"

#include "common/game/family.h"
#include "common/game/wythoff.h"
#include "common/words/typed.h"
#include "common/words/words.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>

/* Stands for the right end of a row: counters are taken there unless a person goes elsewhere. */
enum { RIGHT_END = -1 };

/* --- the legal moves of a part, found by their order --- */

/* A legal move of a part. */
struct spot {
    int64_t taken;
    int64_t smallest; /* as in struct parts_move */
    struct move move;
};

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* The index of the first move that does not come before this place in the order. */
static uint128 index_of(const struct choice *choice, const struct parts_move *place)
{
    uint128 low = 0, high = move_count(&choice->rules, &choice->position);
    while (low < high) {
        uint128 middle = low + (high - low) / 2;
        struct move move;
        move_at(&choice->rules, &choice->position, middle, &move);
        struct parts_move key = parts_move_of(&choice->rules, &move);
        int order = compare(key.group[0], place->group[0]);
        if (order == 0)
            order = compare(key.group[1], place->group[1]);
        if (order == 0)
            order = compare(key.taken, place->taken);
        if (order == 0)
            order = compare(key.smallest, place->smallest);
        if (order == 0)
            order = compare(key.second, place->second);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The index of the move of the part that takes `taken` and leaves `smallest` and one other heap or
 * none, or of the first move after that place in the order. */
static uint128 index_from(const struct choice *choice, const struct part *part, int64_t taken,
                          int64_t smallest)
{
    bool is_heap = choice->parts.kind <= PARTS_PINS && smallest > 0;
    return index_of(choice, &(struct parts_move){
                                .group = {part->group[0], part->group[1]},
                                .taken = taken,
                                .smallest = smallest,
                                .second = is_heap ? part->size - taken - smallest : 0,
                            });
}

/* False: there is no move with this index, or it belongs to another part. */
static bool spot_at(const struct choice *choice, const struct part *part, uint128 index,
                    struct spot *ret_spot)
{
    if (index >= move_count(&choice->rules, &choice->position))
        return false;
    move_at(&choice->rules, &choice->position, index, &ret_spot->move);
    struct parts_move key = parts_move_of(&choice->rules, &ret_spot->move);
    ret_spot->taken = key.taken;
    ret_spot->smallest = key.smallest;
    return key.group[0] == part->group[0] && key.group[1] == part->group[1];
}

/* The move that takes `taken` from both heaps of Wythoff's game. These moves cannot be searched by
 * their order, because one of them stands among the moves of a single heap. */
static bool spot_of_both(const struct choice *choice, const struct part *part, int64_t taken,
                         struct spot *ret_spot)
{
    if (taken < 1 || taken > part->size)
        return false;
    *ret_spot =
        (struct spot){.taken = taken, .move = wythoff_move_of_both(&choice->position, taken)};
    return true;
}

/* Finds the move of a part that takes `taken` and leaves `smallest`, or the next in the order. */
static bool find_from(const struct choice *choice, const struct part *part, int64_t taken,
                      int64_t smallest, struct spot *ret_spot)
{
    if (part->is_both)
        return spot_of_both(choice, part, taken + (smallest > 0 || taken == 0), ret_spot);
    return spot_at(choice, part, index_from(choice, part, taken, smallest), ret_spot);
}

/* Finds the last move of a part before (`taken`, `smallest`) in the order of moves. */
static bool find_before(const struct choice *choice, const struct part *part, int64_t taken,
                        int64_t smallest, struct spot *ret_spot)
{
    if (part->is_both) {
        int64_t last = smallest > 0 ? taken : taken - 1;
        return spot_of_both(choice, part, last < part->size ? last : part->size, ret_spot);
    }
    uint128 index = index_from(choice, part, taken, smallest);
    return index > 0 && spot_at(choice, part, index - 1, ret_spot);
}

/* Finds the first move of a part that takes exactly `taken`. */
static bool find_number(const struct choice *choice, const struct part *part, int64_t taken,
                        struct spot *ret_spot)
{
    return find_from(choice, part, taken, 0, ret_spot) && ret_spot->taken == taken;
}

/* Finds a move that takes `taken`, or nearly so many; false where the part has no move at all. */
static bool find_near(const struct choice *choice, const struct part *part, int64_t taken,
                      struct spot *ret_spot)
{
    return find_from(choice, part, taken, 0, ret_spot) ||
           find_before(choice, part, taken, 0, ret_spot);
}

/* Size of the smaller remaining heap if `taken` counters are removed after the first `before`; the
 * whole remainder if they are taken from an end. */
static int64_t smallest_of(const struct part *part, int64_t taken, int64_t before)
{
    int64_t left = part->size - taken, after = left - before;
    if (part->is_both)
        return 0;
    if (before == 0 || after == 0)
        return left;
    return before < after ? before : after;
}

static bool is_split(const struct part *part, const struct spot *spot)
{
    return spot->smallest > 0 && spot->smallest < part->size - spot->taken;
}

/* Can `taken` counters be taken from the middle of the part? */
static bool has_places(const struct choice *choice, uint32_t index, int64_t taken)
{
    const struct part *part = &choice->parts.items[index];
    struct spot spot;
    return choice->parts.may_split && find_number(choice, part, taken, &spot) &&
           is_split(part, &spot);
}

/* --- choosing --- */

static void put(struct choice *choice, uint32_t part, const struct spot *spot, int64_t before)
{
    assert(part < choice->parts.count && before >= 0 && spot->taken >= 0);
    assert(before <= choice->parts.items[part].size - spot->taken);
    choice->part = part;
    choice->taken = spot->taken;
    choice->before = before;
    choice->move = spot->move;
    choice->refused.code = ERROR_NONE;
}

/* The place of the taken counters, to be kept for another number or part. */
static int64_t wanted_place(const struct choice *choice)
{
    int64_t left = choice->parts.items[choice->part].size - choice->taken;
    return choice->before == left ? RIGHT_END : choice->before;
}

/* Chooses a move that takes as many as `spot`, as near to the wanted place as possible. */
static void put_near(struct choice *choice, uint32_t index, struct spot spot, int64_t wanted)
{
    const struct part *part = &choice->parts.items[index];
    int64_t taken = spot.taken, left = part->size - taken;
    int64_t before = wanted == RIGHT_END || wanted > left ? left : wanted;
    int64_t smallest = smallest_of(part, taken, before);
    struct spot near;
    if (find_from(choice, part, taken, smallest, &near) && near.taken == taken)
        spot = near;
    else if (find_before(choice, part, taken, smallest, &near) && near.taken == taken)
        spot = near;
    bool is_left_half = before < left - before;
    if (!is_split(part, &spot))
        before = is_left_half && choice->parts.may_split ? 0 : left;
    else
        before = is_left_half ? spot.smallest : left - spot.smallest;
    put(choice, index, &spot, before);
}

/* --- strokes without a legal move --- */

/* Begins the refusal with the numbers that may be taken ("only 1, 2 or 4 may be taken"), if they
 * are few. */
static void say_numbers(struct choice *choice, const struct part *part)
{
    enum { NUMBERS_MAX = 4 };
    struct text said = {0};
    int64_t numbers[NUMBERS_MAX + 1];
    int count = 0;
    struct spot spot;
    for (int64_t from = 1; count <= NUMBERS_MAX && find_from(choice, part, from, 0, &spot);
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

/* Keeps the choice, and lets the rules say why this move is none: it is put into words and read as
 * if it were typed. */
static void refuse(struct choice *choice, uint32_t index, int64_t taken, int64_t before)
{
    const struct part *part = &choice->parts.items[index];
    int64_t after = part->size - taken - before;
    struct text heap = {0}, line = {0};
    text_printf(&heap, "%s%" PRId64, part->is_ring ? "o" : "", part->size);
    if (part->group[1] > 0)
        text_printf(&heap, "@%" PRId64, part->group[1]);
    if (choice->parts.kind == PARTS_CHOCOLATE)
        text_printf(&line, "eat %" PRIu32 " %" PRId64, index + 1, part->size - taken + 1);
    else if (before > part->size)
        text_printf(&line, "%s>%" PRId64, text_string(&heap), before);
    else if (before > 0 && after > 0 && !part->is_ring)
        text_printf(&line, "%s>%" PRId64 "+%" PRId64, text_string(&heap), before, after);
    else
        text_printf(&line, "take %" PRId64 " from %s", taken > 0 ? taken : 0,
                    part->is_both ? "both" : text_string(&heap));
    struct move move;
    if (!typed_move(&choice->rules, &choice->position, text_string(&line), &move, &choice->refused))
        error_set(&choice->refused, ERROR_ILLEGAL_MOVE, "there is nothing beyond");
    if (family_is_code(choice->rules.family) && taken > 0)
        say_numbers(choice, part);
    text_finish(&heap);
    text_finish(&line);
}

/* As refuse(), for a number without a place. Taking nothing is meant as a split, where there can be
 * one. */
static void refuse_number(struct choice *choice, uint32_t index, int64_t taken)
{
    int64_t size = choice->parts.items[index].size;
    bool is_split = taken == 0 && choice->parts.may_split && size > 1;
    refuse(choice, index, taken, is_split ? 1 : size - taken);
}

static void put_exactly(struct choice *choice, uint32_t index, int64_t taken, int64_t before)
{
    const struct part *part = &choice->parts.items[index];
    int64_t smallest = smallest_of(part, taken, before);
    struct spot spot;
    if (taken <= part->size && find_from(choice, part, taken, smallest, &spot) &&
        spot.taken == taken && spot.smallest == smallest)
        put(choice, index, &spot, before);
    else
        refuse(choice, index, taken, before);
}

/* --- strokes --- */

/* Keeps the column in chocolate, elsewhere the number. False: the part has no legal move. */
static bool go_to_part(struct choice *choice, uint32_t index)
{
    const struct part *part = &choice->parts.items[index];
    struct spot spot;
    int64_t taken = choice->taken, wanted = wanted_place(choice);
    if (choice->parts.kind == PARTS_CHOCOLATE)
        taken = part->size > choice->before ? part->size - choice->before : 1;
    if (!find_near(choice, part, taken, &spot)) {
        refuse_number(choice, index, choice->parts.only_splits ? 0 : 1);
        return false;
    }
    put_near(choice, index, spot, wanted);
    return true;
}

/* Goes to the next part that has a legal move. */
static void step_part(struct choice *choice, int direction)
{
    uint32_t index = choice->part;
    struct spot spot;
    do {
        if (direction < 0 ? index == 0 : index + 1 == choice->parts.count)
            return;
        index += (uint32_t)direction;
    } while (!find_near(choice, &choice->parts.items[index], 0, &spot));
    go_to_part(choice, index);
}

static void step_number(struct choice *choice, int direction)
{
    const struct part *part = &choice->parts.items[choice->part];
    struct spot spot;
    int64_t wanted = wanted_place(choice);
    if (choice->taken == INT64_MAX && direction > 0)
        return; /* there is no larger number */
    int64_t next = choice->taken + direction;
    if (direction > 0 ? find_from(choice, part, next, 0, &spot)
                      : find_before(choice, part, choice->taken, 0, &spot))
        put_near(choice, choice->part, spot, wanted);
    else if (next > 0 && next <= part->size) /* at the end of the range nothing is said */
        refuse(choice, choice->part, next, part->size - next);
}

/* Goes to the next move that takes as many, in the order of the moves. */
static void step_move(struct choice *choice, int direction)
{
    const struct part *part = &choice->parts.items[choice->part];
    struct parts_move place = parts_move_of(&choice->rules, &choice->move);
    uint128 index = index_of(choice, &place);
    struct spot spot;
    if ((index > 0 || direction > 0) &&
        spot_at(choice, part, direction > 0 ? index + 1 : index - 1, &spot) &&
        spot.taken == choice->taken)
        put(choice, choice->part, &spot, spot.smallest);
}

/* Moves the cut along the row, by two places where the next would leave equal halves and the rules
 * forbid that. */
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

/* --- numbers --- */

/* Chooses what the typed number means; without a legal move it is refused. */
static void put_typed(struct choice *choice, int64_t number)
{
    const struct part *part = &choice->parts.items[choice->part];
    struct spot spot;
    choice->typed = number;
    choice->refused.code = ERROR_NONE;
    if (choice->parts.kind == PARTS_CHOCOLATE)
        put_exactly(choice, choice->part, part->size - (number - 1), number - 1);
    else if (choice->parts.only_splits)
        put_exactly(choice, choice->part, 0, number);
    else if (choice->parts.kind == PARTS_EDGES && number >= 1 && number <= choice->parts.count)
        go_to_part(choice, (uint32_t)number - 1);
    else if (choice->parts.kind == PARTS_EDGES)
        error_set(&choice->refused, ERROR_BAD_MOVE, "the edges are numbered from 1 to %" PRIu32,
                  choice->parts.count);
    else if (number <= part->size && find_number(choice, part, number, &spot))
        put_near(choice, choice->part, spot, wanted_place(choice));
    else
        refuse_number(choice, choice->part, number);
}

/* Can more digits be typed? Is there a legal number, at most as large as the part, that begins with
 * the typed digits and has more? */
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
        if (find_from(choice, part, (int64_t)from, 0, &spot) &&
            (uint128)spot.taken < from + numbers)
            return true;
    }
    return false;
}

/* A digit that makes an impossible number of the typed ones begins a new number, if it is possible
 * by itself: 2 and then 1 in Kayles means 1. Otherwise the long number stays and is refused. */
static void type_digit(struct choice *choice, int64_t digit)
{
    int64_t number = choice->typed > 0 ? choice->typed : 0;
    bool is_too_large = number > (INT64_MAX - digit) / 10;
    int64_t longer = is_too_large ? INT64_MAX : 10 * number + digit;
    put_typed(choice, longer);
    if (number == 0 || !choice->refused.code || may_grow(choice))
        return;
    put_typed(choice, digit);
    if (choice->refused.code)
        put_typed(choice, longer);
}

void choice_end_number(struct choice *choice)
{
    choice->typed = -1;
    choice->refused.code = ERROR_NONE;
}

/* --- presses --- */

enum { CELLS_SHIFT = 16 };

struct stroke choice_press(uint32_t part, uint32_t cell, uint32_t cells)
{
    assert(cells <= CHOICE_CELLS_MAX && cell <= CHOICE_CELLS_MAX);
    return stroke_choose((int64_t)part << CHOICE_PART_SHIFT | (int64_t)cells << CELLS_SHIFT | cell);
}

/* A press where a row cannot be emptied from there on: the least number that can be taken from its
 * middle, else as many as before or nearly so, from there or as near to it as possible. */
static void press_within(struct choice *choice, uint32_t index, int64_t at)
{
    const struct part *part = &choice->parts.items[index];
    struct spot spot, other;
    if (!find_near(choice, part, choice->taken, &spot))
        return;
    for (int64_t taken = 1; find_from(choice, part, taken, 0, &other); taken = other.taken + 1) {
        if (has_places(choice, index, other.taken)) {
            spot = other;
            break;
        }
    }
    put_near(choice, index, spot, at);
}

static void press(struct choice *choice, int64_t code)
{
    uint32_t index = (uint32_t)(code >> CHOICE_PART_SHIFT);
    uint32_t cells = (uint32_t)(code >> CELLS_SHIFT) & CHOICE_CELLS_MAX;
    uint32_t cell = (uint32_t)code & CHOICE_CELLS_MAX;
    if (index >= choice->parts.count)
        return;
    const struct part *part = &choice->parts.items[index];
    struct spot spot;
    if (!go_to_part(choice, index) || part->is_both || cells == 0 || cell >= cells ||
        choice->parts.kind == PARTS_EDGES)
        return;

    int64_t at =
        (int64_t)((uint128)part->size * cell / cells); /* the counter, or the first of them */
    bool is_exact = cells == part->size;
    int64_t left = part->size - choice->taken;
    if (part->is_ring)
        choice->before = at < left ? at : left;
    else if (has_places(choice, index, choice->taken) &&
             find_number(choice, part, choice->taken, &spot))
        put_near(choice, index, spot, at);
    else if (is_exact && choice->parts.may_split &&
             !find_number(choice, part, part->size - at, &spot))
        press_within(choice, index, at);
    else if (is_exact)
        put_exactly(choice, index, part->size - at, at);
    else if (find_near(choice, part, part->size - at, &spot))
        put_near(choice, index, spot, RIGHT_END);
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

bool choice_stroke(struct choice *choice, struct stroke stroke)
{
    bool is_back = stroke.kind == STROKE_UP || stroke.kind == STROKE_LEFT;
    bool is_along = stroke.kind == STROKE_LEFT || stroke.kind == STROKE_RIGHT;
    bool is_arrow = is_back || is_along || stroke.kind == STROKE_DOWN;
    if (!choice->is_open)
        return false;
    if (choice->parts.kind == PARTS_GRID)
        return choice_grid_stroke(choice, stroke);
    if (stroke.kind == STROKE_CHARACTER)
        return type_character(choice, stroke.code);
    if (stroke.kind == STROKE_BACKSPACE && choice->typed > 9) {
        put_typed(choice, choice->typed / 10);
        return true;
    }
    if (stroke.kind == STROKE_BACKSPACE) {
        bool has_digit = choice->typed >= 0;
        if (has_digit)
            choice_end_number(choice);
        return has_digit;
    }
    if (!is_arrow && stroke.kind != STROKE_CHOOSE)
        return false;

    choice_end_number(choice);
    int direction = is_back ? -1 : 1;
    if (stroke.kind == STROKE_CHOOSE)
        press(choice, stroke.code);
    else if (is_along ? choice->parts.kind == PARTS_EDGES : choice->parts.count > 1)
        step_part(choice, direction);
    else if (is_along && has_places(choice, choice->part, choice->taken))
        (choice->parts.into_three ? step_move : step_place)(choice, direction);
    else
        step_number(choice, -direction);
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
    if (choice->parts.kind == PARTS_GRID) {
        choice_grid_begin(choice);
        return;
    }
    struct spot spot;
    for (uint32_t i = 0; i < choice->parts.count && !choice->is_open; i++) {
        choice->is_open = find_near(choice, &choice->parts.items[i], 1, &spot);
        if (choice->is_open)
            put_near(choice, i, spot, RIGHT_END);
    }
}

void choice_finish(struct choice *choice)
{
    position_finish(&choice->position);
    parts_finish(&choice->parts);
    choice_grid_finish(choice);
}

void choice_set(struct choice *choice, const struct move *move)
{
    if (choice->parts.kind == PARTS_GRID) {
        choice_grid_set(choice, move);
        return;
    }
    struct parts_move key = parts_move_of(&choice->rules, move);
    choice->typed = -1;
    for (uint32_t i = 0; i < choice->parts.count; i++) {
        const struct part *part = &choice->parts.items[i];
        struct spot spot = {.taken = key.taken, .smallest = key.smallest, .move = *move};
        if (part->group[0] != key.group[0] || part->group[1] != key.group[1])
            continue;
        put(choice, i, &spot, is_split(part, &spot) ? key.smallest : part->size - key.taken);
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
    assert(part < choice->parts.count);
    int64_t size = items[part].size, taken = 0;
    if (part == choice->part)
        return (struct choice_cut){choice->taken, choice->before};
    if (items[choice->part].is_both)
        taken = choice->taken;
    else if (choice->parts.eats_other)
        taken = size;
    else if (choice->parts.kind == PARTS_CHOCOLATE && part > choice->part && size > choice->before)
        taken = size - choice->before;
    return (struct choice_cut){taken, size - taken};
}

/* --- hints --- */

static void add(struct hint *hints, size_t *count, struct stroke stroke, const char *key,
                const char *label)
{
    assert(*count < CHOICE_HINTS_MAX);
    hints[(*count)++] = (struct hint){stroke, key, label};
}

/* Can another number be taken from the chosen part? In Dawson's Kayles it is always two. */
static bool has_numbers(const struct choice *choice)
{
    const struct part *part = &choice->parts.items[choice->part];
    struct spot spot;
    return (choice->taken < INT64_MAX && find_from(choice, part, choice->taken + 1, 0, &spot)) ||
           find_before(choice, part, choice->taken, 0, &spot);
}

/* Hints of a row that can be split: along it, and + and - for another number. */
static void add_place_hints(const struct choice *choice, struct hint *hints, size_t *count)
{
    int64_t left = choice->parts.items[choice->part].size - choice->taken;
    if (choice->before == left)
        add(hints, count, stroke_of(STROKE_LEFT), "Left", "split");
    else if (choice->before == 0)
        add(hints, count, stroke_of(STROKE_RIGHT), "Right", "split");
    else
        add(hints, count, stroke_of(STROKE_LEFT), "Left/Right", "where");
    if (choice->parts.only_splits || !has_numbers(choice))
        return;
    add(hints, count, stroke_character('+'), "+", choice->taken > 0 ? "more" : "take some");
    if (choice->taken > 0)
        add(hints, count, stroke_character('-'), "-", "fewer");
}

size_t choice_hints(const struct choice *choice, struct hint *ret_hints)
{
    static const char *const parts[] = {"heap", "row", "row", "edge"};
    enum parts_kind kind = choice->parts.kind;
    size_t count = 0;
    if (!choice->is_open)
        return 0;
    if (kind == PARTS_GRID)
        return choice_grid_hints(choice, ret_hints);
    bool splits_by_zero =
        choice->taken > 0 && choice->typed <= 0 && has_places(choice, choice->part, 0);
    if (splits_by_zero)
        add(ret_hints, &count, stroke_character('0'), "0", "split");
    if (choice->parts.count > 1)
        add(ret_hints, &count, stroke_of(STROKE_DOWN), "Up/Down", parts[kind]);

    if (kind != PARTS_EDGES && has_places(choice, choice->part, choice->taken)) {
        add_place_hints(choice, ret_hints, &count);
    } else if (kind != PARTS_EDGES && has_numbers(choice)) {
        add(ret_hints, &count, stroke_of(STROKE_LEFT), "Left", "more");
        add(ret_hints, &count, stroke_of(STROKE_RIGHT), "Right", "fewer");
    }
    bool has_digits = kind >= PARTS_CHOCOLATE || choice->parts.only_splits || has_numbers(choice);
    if (has_digits)
        add(ret_hints, &count, stroke_of(STROKE_NONE), "0-9",
            kind == PARTS_EDGES         ? "edge"
            : kind == PARTS_CHOCOLATE   ? "column"
            : choice->parts.only_splits ? "first heap"
                                        : "number");
    if (choice->typed >= 0)
        add(ret_hints, &count, stroke_of(STROKE_BACKSPACE), "BSpace",
            "undo a digit; an arrow: all of them");
    return count;
}

/* --- in words --- */

void choice_say_move(const struct choice *choice, struct text *out)
{
    const struct move *move = choice_move(choice);
    if (!move)
        return;
    size_t at = out->len;
    if (choice->parts.kind == PARTS_GRID)
        choice_grid_say_move(choice, out);
    else
        words_move(&choice->rules, &choice->position, move, true, out);
    out->bytes[at] = (char)toupper((unsigned char)out->bytes[at]);
    text_append_string(out, " (");
    move_print(&choice->rules, &choice->position, move, out);
    text_append_string(out, ").");
}

void choice_say_after(const struct choice *choice, struct text *out)
{
    const struct move *move = choice_move(choice);
    if (!move)
        return;
    struct position after = {0};
    position_copy(&after, &choice->position);
    move_apply(&choice->rules, &after, move);
    text_append_string(out, "Then: ");
    words_position(&choice->rules, &after, out);
    if (position_is_over(&choice->rules, &after)) {
        static const char *const results[] = {
            [STUCK_LOSES] = "you win",
            [STUCK_WINS] = "you lose",
            [STUCK_DRAWS] = "it is a draw",
        };
        text_printf(out, "%s and %s",
                    words_end_of(&choice->rules) == WORDS_END_DOLLAR ? "," : "; nobody can move,",
                    results[position_stuck_result(&choice->rules, &after)]);
    }
    text_append_char(out, '.');
    position_finish(&after);
}

void choice_say_refused(const struct choice *choice, struct text *out)
{
    if (!choice->refused.code)
        return;
    if (choice->typed >= 0)
        text_printf(out, "%" PRId64 " is not possible: ", choice->typed);
    else
        text_append_string(out, "Not possible: ");
    text_printf(out, "%s.", choice->refused.message);
}
