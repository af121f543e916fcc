#include "common/words/choice_grid.h"

#include "common/base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- ways --- */

static int compare_ways(const void *left, const void *right)
{
    const struct choice_way *a = left, *b = right;
    for (uint32_t i = 0; i < a->path.count && i < b->path.count; i++)
        if (a->path.squares[i] != b->path.squares[i])
            return a->path.squares[i] < b->path.squares[i] ? -1 : 1;
    return (a->path.count > b->path.count) - (a->path.count < b->path.count);
}

static void add_way(struct choice_ways *ways, const struct choice_way *way)
{
    if ((ways->count & (ways->count - 1)) == 0)
        ways->items =
            memory_resized(ways->items, ways->count ? 2 * ways->count : 1, sizeof *ways->items);
    ways->items[ways->count++] = *way;
}

static void list_ways(struct choice *choice)
{
    uint128 moves = move_count(&choice->rules, &choice->position);
    assert(moves <= GRID_MOVES_MAX);
    choice->ways.count = 0;
    for (uint32_t index = 0; index < (uint32_t)moves; index++) {
        struct choice_way way = {.index = index};
        move_at(&choice->rules, &choice->position, index, &way.move);
        way.path = grid_path_of(&choice->rules, &choice->position, &way.move);
        do
            add_way(&choice->ways, &way);
        while (grid_path_next(&choice->rules, &choice->position, &way.move, &way.path));
    }
    if (choice->ways.count > 1)
        qsort(choice->ways.items, choice->ways.count, sizeof *choice->ways.items, compare_ways);
}

static const struct choice_way *chosen_way(const struct choice *choice)
{
    assert(choice->ways.at < choice->ways.count);
    return &choice->ways.items[choice->ways.at];
}

static uint32_t last_square(const struct choice_way *way)
{
    return way->path.squares[way->path.count - 1];
}

static void put(struct choice *choice, uint32_t way, uint32_t pressed)
{
    assert(way < choice->ways.count && pressed <= choice->ways.items[way].path.count);
    choice->ways.at = way;
    choice->ways.pressed = pressed;
    choice->move = choice->ways.items[way].move;
    choice->refused.code = ERROR_NONE;
}

/* Does a way begin with the first `count` squares of the chosen one, and then this square? */
static bool goes_on(const struct choice *choice, const struct choice_way *way, uint32_t count,
                    uint32_t square)
{
    const struct grid_path *chosen = &chosen_way(choice)->path;
    return way->path.count > count && way->path.squares[count] == square &&
           memcmp(way->path.squares, chosen->squares, count * sizeof *chosen->squares) == 0;
}

/* Is the way better to begin with than another one? A short one is, and of those as long one that
 * ends with a square twice, or else the earlier move. */
static bool is_before(const struct choice_way *a, const struct choice_way *b)
{
    const struct grid_path *one = &a->path, *other = &b->path;
    if (one->count != other->count)
        return one->count < other->count;
    bool ends_twice = one->count > 1 && one->squares[one->count - 2] == last_square(a);
    bool other_does = one->count > 1 && other->squares[one->count - 2] == last_square(b);
    return ends_twice != other_does ? ends_twice : a->index < b->index;
}

/* Chooses the best way that begins with the first `count` squares of the chosen one and then this
 * square. */
static bool put_on(struct choice *choice, uint32_t count, uint32_t square)
{
    const struct choice_ways *ways = &choice->ways;
    uint32_t best = ways->count;
    for (uint32_t i = 0; i < ways->count; i++)
        if (goes_on(choice, &ways->items[i], count, square) &&
            (best == ways->count || is_before(&ways->items[i], &ways->items[best])))
            best = i;
    if (best == ways->count)
        return false;
    put(choice, best, count + 1);
    return true;
}

/* --- presses --- */

/* The number of squares of the chosen way from which a press goes on. */
static uint32_t begun(const struct choice *choice)
{
    uint32_t count = chosen_way(choice)->path.count, pressed = choice->ways.pressed;
    uint32_t least = count > 1 ? 1 : 0;
    if (pressed == count)
        pressed--;
    return pressed > least ? pressed : least;
}

static void press(struct choice *choice, uint32_t square)
{
    const struct choice_way *way = chosen_way(choice);
    bool is_whole = choice_is_whole(choice);
    /* Where moves take, the last square of one is the first of others. */
    bool begins_another = choice->parts.grid.is_by_taking && way->path.count > 1;
    if (is_whole && square == last_square(way) && !begins_another)
        return;
    if (!is_whole && choice->ways.pressed > 0 && put_on(choice, choice->ways.pressed, square))
        return;
    if (put_on(choice, 0, square))
        return;
    for (uint32_t count = begun(choice); count > 0; count--)
        if (put_on(choice, count, square))
            return;
    const char *noun = choice->parts.grid.noun;
    if (noun)
        error_set(&choice->refused, ERROR_ILLEGAL_MOVE,
                  "no move begins with this %s, and the chosen one does not go on with it", noun);
    else if (!choice_has_pieces(choice))
        error_set(&choice->refused, ERROR_ILLEGAL_MOVE, "no move ends on this square");
    else if (choice->parts.grid.is_by_moving)
        error_set(&choice->refused, ERROR_ILLEGAL_MOVE,
                  "no move begins on this square, and the chosen piece cannot go there");
    else
        error_set(&choice->refused, ERROR_ILLEGAL_MOVE,
                  "no move begins on this square, and the chosen one does not go on there");
}

/* --- digits --- */

/* Finds a square whose label is the number, or with `is_longer` begins with it. */
static bool find_label(const struct choice *choice, int64_t number, bool is_longer,
                       uint32_t *ret_square)
{
    const struct grid *grid = &choice->parts.grid;
    char label[GRID_LABEL_MAX + 1];
    grid_label_number(label, number);
    size_t len = strlen(label);
    for (uint32_t i = 0; i < grid->rows * grid->columns; i++) {
        const char *own = grid->squares[i].label;
        if (strncmp(own, label, len) == 0 && (own[len] != '\0') == is_longer) {
            *ret_square = i;
            return true;
        }
    }
    return false;
}

/* Presses the square of the number, or waits for more digits. False: no label begins with it. */
static bool put_typed(struct choice *choice, int64_t number)
{
    uint32_t square;
    bool is_label = find_label(choice, number, false, &square);
    if (!is_label && !find_label(choice, number, true, &square))
        return false;
    put(choice, choice->ways.typed_at, choice->ways.typed_pressed);
    choice->typed = number;
    if (is_label)
        press(choice, square);
    else
        error_set(&choice->refused, ERROR_BAD_MOVE, "no %s has this number",
                  grid_noun(&choice->parts.grid));
    return true;
}

/* A digit that makes no label of the number typed so far begins a new number. */
static bool type_digit(struct choice *choice, int64_t digit)
{
    enum { NUMBER_MAX = 1000000 };
    uint32_t square;
    if (choice->typed >= 0 && choice->typed < NUMBER_MAX &&
        put_typed(choice, 10 * choice->typed + digit))
        return true;
    if (!find_label(choice, digit, false, &square) && !find_label(choice, digit, true, &square))
        return false;
    choice->ways.typed_at = choice->ways.at;
    choice->ways.typed_pressed = choice->ways.pressed;
    return put_typed(choice, digit);
}

/* --- arrows --- */

/* Goes to the way before or after, of the same piece. */
static void step_way(struct choice *choice, int direction)
{
    uint32_t at = choice->ways.at;
    if (direction < 0 ? at == 0 : at + 1 == choice->ways.count)
        return;
    at += (uint32_t)direction;
    const struct choice_way *way = &choice->ways.items[at];
    if (way->path.count == 1 || way->path.squares[0] == chosen_way(choice)->path.squares[0])
        put(choice, at, way->path.count);
}

/* Goes to the piece before or after. False: there is one only. */
static bool step_piece(struct choice *choice, int direction)
{
    const struct choice_ways *ways = &choice->ways;
    uint32_t first = chosen_way(choice)->path.squares[0], square = first;
    if (!choice_has_pieces(choice))
        return false;
    for (uint32_t i = 0; i < ways->count; i++) {
        uint32_t other = ways->items[i].path.squares[0];
        if (direction < 0 ? other < first : other > first && square == first)
            square = other;
    }
    if (square != first)
        put_on(choice, 0, square);
    return true;
}

static int64_t distance(int64_t a, int64_t b)
{
    return a > b ? a - b : b - a;
}

/* Goes to the nearest way that ends on a row above or below. */
static void step_row(struct choice *choice, int direction)
{
    const struct choice_ways *ways = &choice->ways;
    int64_t columns = choice->parts.grid.columns, from = last_square(chosen_way(choice));
    int64_t nearest = INT64_MAX;
    uint32_t best = ways->at;
    for (uint32_t i = 0; i < ways->count; i++) {
        int64_t to = last_square(&ways->items[i]), rows = to / columns - from / columns;
        int64_t far = columns * rows * direction + distance(to % columns, from % columns);
        if (rows * direction > 0 && far < nearest) {
            nearest = far;
            best = i;
        }
    }
    if (best != ways->at)
        put(choice, best, ways->items[best].path.count);
}

/* --- the functions of choice.h --- */

void choice_grid_begin(struct choice *choice)
{
    list_ways(choice);
    choice->taken = choice->before = 0;
    choice->is_open = choice->ways.count > 0;
    if (!choice->is_open)
        return;
    put(choice, 0, 0);
    put_on(choice, 0, choice->ways.items[0].path.squares[0]);
    choice->ways.pressed = 0;
}

void choice_grid_finish(struct choice *choice)
{
    free(choice->ways.items);
    choice->ways = (struct choice_ways){0};
}

void choice_grid_set(struct choice *choice, const struct move *move)
{
    choice->typed = -1;
    for (uint32_t i = 0; i < choice->ways.count; i++)
        if (move_equal(&choice->ways.items[i].move, move)) {
            put(choice, i, choice->ways.items[i].path.count);
            return;
        }
}

bool choice_grid_stroke(struct choice *choice, struct stroke stroke)
{
    bool is_back = stroke.kind == STROKE_UP || stroke.kind == STROKE_LEFT;
    bool is_along = stroke.kind == STROKE_LEFT || stroke.kind == STROKE_RIGHT;
    bool is_arrow = is_back || is_along || stroke.kind == STROKE_DOWN;
    bool had_number = choice->typed >= 0;
    int direction = is_back ? -1 : 1;
    if (stroke.kind == STROKE_CHARACTER && stroke.code >= '0' && stroke.code <= '9')
        return type_digit(choice, stroke.code - '0');
    if (stroke.kind == STROKE_BACKSPACE && had_number) {
        choice->typed = -1;
        put(choice, choice->ways.typed_at, choice->ways.typed_pressed);
        return true;
    }
    if (stroke.kind == STROKE_CHARACTER && stroke.code == ' ' && had_number) {
        choice_end_number(choice);
        return true;
    }
    if (!is_arrow && stroke.kind != STROKE_CHOOSE)
        return false;

    choice_end_number(choice);
    if (stroke.kind == STROKE_CHOOSE)
        press(choice, (uint32_t)(stroke.code >> CHOICE_PART_SHIFT));
    else if (is_along)
        step_way(choice, direction);
    else if (!step_piece(choice, direction))
        step_row(choice, direction);
    return true;
}

void choice_grid_say_move(const struct choice *choice, struct text *out)
{
    const struct choice_way *way = chosen_way(choice);
    grid_say_move(&choice->rules, &choice->position, &way->move, &way->path, out);
}

size_t choice_grid_hints(const struct choice *choice, struct hint *ret_hints)
{
    uint32_t square;
    bool has_pieces = choice_has_pieces(choice);
    bool has_numbers = false;
    size_t count = 0;
    for (int64_t digit = 0; digit <= 9 && !has_numbers; digit++)
        has_numbers =
            find_label(choice, digit, false, &square) || find_label(choice, digit, true, &square);
    if (has_pieces || choice->parts.grid.rows > 1)
        ret_hints[count++] =
            (struct hint){stroke_of(STROKE_DOWN), "Up/Down", has_pieces ? "from where" : "row"};
    bool is_row_first = !has_pieces && choice->parts.grid.rows > 1;
    ret_hints[count++] =
        (struct hint){stroke_of(STROKE_LEFT), "Left/Right", is_row_first ? "square" : "to where"};
    if (has_numbers)
        ret_hints[count++] =
            (struct hint){stroke_of(STROKE_NONE), "0-9", grid_noun(&choice->parts.grid)};
    if (choice->typed >= 0)
        ret_hints[count++] =
            (struct hint){stroke_of(STROKE_BACKSPACE), "BSpace", "undo the number"};
    assert(count <= CHOICE_HINTS_MAX);
    return count;
}

bool choice_has_pieces(const struct choice *choice)
{
    const struct choice_ways *ways = &choice->ways;
    assert(ways->count > 0);
    bool is_at_a_press = choice->parts.grid.rows > 1;
    for (uint32_t i = 0; i < ways->count; i++)
        is_at_a_press &= ways->items[i].path.count == 1;
    return !is_at_a_press &&
           ways->items[0].path.squares[0] != ways->items[ways->count - 1].path.squares[0];
}

bool choice_is_whole(const struct choice *choice)
{
    return choice->parts.kind != PARTS_GRID ||
           (choice->is_open && choice->ways.pressed == chosen_way(choice)->path.count);
}

/* --- squares --- */

static bool stands_the_same(const struct grid_square *a, const struct grid_square *b)
{
    return a->piece == b->piece && a->count == b->count;
}

static void take_piece(struct grid_square *square)
{
    assert(square->count > 0);
    if (--square->count == 0)
        square->piece = GRID_EMPTY;
}

/* What the chosen move makes of the board, by moving one piece. One that goes nowhere, or comes to
 * another piece, leaves the board. */
static void move_piece(const struct choice *choice, struct choice_square *squares)
{
    const struct choice_way *way = chosen_way(choice);
    struct grid_square *from = &squares[way->path.squares[0]].becomes;
    struct grid_square *to = &squares[last_square(way)].becomes;
    enum grid_piece piece = from->piece;
    take_piece(from);
    if (to == from || (to->piece != GRID_EMPTY && to->piece != piece))
        return;
    to->piece = piece;
    to->count++;
}

/* A row that breaks keeps what stands up to the pressed square, where a row of the board after it
 * ends there; `rows` is what grid_match_rows() has found. */
static void keep_up_to(const struct grid *grid, const struct grid *after, uint32_t square,
                       int32_t rows[GRID_SQUARES_MAX])
{
    uint32_t broken = square / grid->columns, length = square % grid->columns + 1;
    bool is_taken[GRID_SQUARES_MAX] = {0};
    for (uint32_t row = 0; row < grid->rows; row++)
        if (row != broken && rows[row] != GRID_NOWHERE)
            is_taken[rows[row]] = true;

    for (uint32_t row = 0; row < after->rows; row++) {
        uint32_t count = 0;
        for (uint32_t column = 0; column < after->columns; column++)
            count += after->squares[row * after->columns + column].count > 0;
        if (!is_taken[row] && count == length)
            rows[broken] = (int32_t)row;
    }
}

/* What the chosen move makes of the board, by the board after it. Without one nothing changes. */
static void compare_with_after(const struct choice *choice, struct choice_square *squares)
{
    const struct grid *grid = &choice->parts.grid;
    struct position position = {0};
    struct grid after = {0};
    int32_t rows[GRID_SQUARES_MAX];
    position_copy(&position, &choice->position);
    move_apply(&choice->rules, &position, &choice->move);
    if (grid_of(&after, &choice->rules, &position)) {
        uint32_t square = chosen_way(choice)->path.squares[0];
        int32_t add = grid_match_rows(grid, &after, (int32_t)(square / grid->columns), rows);
        if (grid->has_like_rows)
            keep_up_to(grid, &after, square, rows);
        for (uint32_t i = 0; i < grid->rows * grid->columns; i++) {
            int32_t row = rows[i / grid->columns], column = (int32_t)(i % grid->columns) + add;
            bool is_there = row != GRID_NOWHERE && column >= 0 && column < (int32_t)after.columns;
            struct grid_square empty = {.piece = GRID_EMPTY};
            struct grid_square then =
                is_there ? after.squares[row * (int32_t)after.columns + column] : empty;
            if (grid->squares[i].piece != GRID_HOLE)
                squares[i].becomes = then.piece == GRID_HOLE ? empty : then;
        }
    }
    grid_finish(&after);
    position_finish(&position);
}

/* What the chosen move makes of the board, by emptying squares. */
static void take_pieces(const struct choice *choice, struct choice_square *squares)
{
    bool taken[GRID_SQUARES_MAX];
    uint32_t count = choice->parts.grid.rows * choice->parts.grid.columns;
    grid_taken(&choice->rules, &choice->position, &choice->move, &chosen_way(choice)->path, taken);
    for (uint32_t i = 0; i < count; i++)
        if (taken[i])
            squares[i].becomes = (struct grid_square){.piece = GRID_EMPTY};
}

void choice_squares(const struct choice *choice, struct choice_square ret_squares[GRID_SQUARES_MAX])
{
    assert(choice->parts.kind == PARTS_GRID && choice->is_open);
    const struct grid *grid = &choice->parts.grid;
    const struct grid_path *chosen = &chosen_way(choice)->path;
    uint32_t count = grid->rows * grid->columns, from = begun(choice);
    uint32_t pressed = choice->ways.pressed > from ? choice->ways.pressed : from;
    for (uint32_t i = 0; i < count; i++)
        ret_squares[i] = (struct choice_square){.becomes = grid->squares[i]};
    if (grid->is_by_moving)
        move_piece(choice, ret_squares);
    else if (grid->is_by_taking)
        take_pieces(choice, ret_squares);
    else
        compare_with_after(choice, ret_squares);
    for (uint32_t i = 0; i < count; i++)
        ret_squares[i].changes = !stands_the_same(&ret_squares[i].becomes, &grid->squares[i]);
    for (uint32_t i = 0; i < choice->ways.count; i++) {
        const struct choice_way *way = &choice->ways.items[i];
        struct choice_square *first = &ret_squares[way->path.squares[0]];
        if (first->press == CHOICE_PRESS_NOTHING)
            first->press = CHOICE_PRESS_BEGINS;
        if (way->path.count > from && goes_on(choice, way, from, way->path.squares[from]))
            ret_squares[way->path.squares[from]].press = CHOICE_PRESS_GOES_ON;
    }
    for (uint32_t i = 0; i < pressed; i++)
        ret_squares[chosen->squares[i]].is_pressed = true;
}
