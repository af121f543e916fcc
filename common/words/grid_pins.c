#include "common/game/heaps.h"
#include "common/game/octal.h"
#include "common/words/grid_boards.h"
#include "common/words/row_look.h"

#include <assert.h>
#include <string.h>

/* A block for each heap or ring, one below the other. A row of pins is a line. A ring is a circle,
 * clockwise from the upper left:
 *
 *         1  2  3  4  5  6
 *     13                    7
 *        12 11 10  9  8
 *
 * A board of pawns is three lines, a round one too: its last file is beside the first. */
enum { PAWN_ROWS = 3, SHOWN_MAX = GRID_SQUARES_MAX };

/* The block of a heap or ring. */
struct block {
    int64_t cell;
    int64_t top; /* line */
    int64_t lines, columns;
    /* Of a circle: the pins of the upper line, of the lower one, and of each side. */
    int64_t upper, lower, side;
};

static struct block block_of(const struct rules *rules, int64_t cell, int64_t top)
{
    int64_t counters = heaps_counters(cell);
    struct block block = {.cell = cell, .top = top, .lines = 1, .columns = counters};
    if (rules->look == LOOK_PAWNS) {
        block.lines = PAWN_ROWS;
    } else if (heaps_is_ring(cell)) {
        block.side = counters < 4 ? 0 : 1 + (counters - 4) / 10;
        block.upper = (counters - 2 * block.side + 1) / 2;
        block.lower = counters - 2 * block.side - block.upper;
        block.lines = 1 + (block.lower > 0) + block.side;
        block.columns = block.upper + (block.side > 0 ? 2 : 0);
    }
    return block;
}

/* The block of the next cell, with a line between unless both are rows of pins. */
static struct block next_block(const struct rules *rules, const struct block *block, int64_t cell)
{
    bool is_close = rules->look != LOOK_PAWNS && !heaps_is_ring(block->cell);
    return block_of(rules, cell, block->top + block->lines + (is_close ? 0 : 1));
}

/* The columns of all blocks, and their lines; false: they are too many. */
static bool measure(const struct rules *rules, const struct position *position,
                    uint32_t *ret_columns, uint32_t *ret_lines)
{
    int64_t columns = 0;
    struct block block = {0};
    for (uint32_t i = 0; i < position->count; i++) {
        if (heaps_counters(position->cells[i]) > SHOWN_MAX || block.top > SHOWN_MAX)
            return false;
        block = i ? next_block(rules, &block, position->cells[i])
                  : block_of(rules, position->cells[i], 0);
        columns = block.columns > columns ? block.columns : columns;
    }
    *ret_columns = (uint32_t)columns;
    *ret_lines = (uint32_t)(block.top + block.lines);
    return true;
}

/* The square of a place, from 1; `line` is one of the lines of pawns. */
static uint32_t square_of(const struct block *block, uint32_t columns, int64_t place, int64_t line)
{
    int64_t at = place - 1, column = at;
    if (block->upper > 0) {             /* a circle */
        int64_t edge = block->side > 0; /* the column of the first pin of the upper line */
        int64_t right = at - block->upper, below = right - block->side, left = below - block->lower;
        line = left >= 0    ? block->side - left
               : below >= 0 ? block->lines - 1
               : right >= 0 ? 1 + right
                            : 0;
        column = left >= 0    ? 0
                 : below >= 0 ? edge + block->lower - 1 - below
                 : right >= 0 ? block->columns - 1
                              : edge + at;
    }
    return (uint32_t)((block->top + line) * columns + column);
}

static void show_pins(struct grid *grid, const struct block *block)
{
    for (int64_t place = 1; place <= heaps_counters(block->cell); place++) {
        struct grid_square *square = &grid->squares[square_of(block, grid->columns, place, 0)];
        square->piece = GRID_PIN;
        square->count = 1;
        grid_label_number(square->label, place);
    }
}

static void show_pawns(struct grid *grid, const struct block *block)
{
    static const enum grid_piece pieces[PAWN_ROWS] = {GRID_PAWN_DOWN, GRID_EMPTY, GRID_PAWN_UP};
    for (int64_t file = 1; file <= heaps_counters(block->cell); file++) {
        for (int64_t line = 0; line < PAWN_ROWS; line++) {
            struct grid_square *square =
                &grid->squares[square_of(block, grid->columns, file, line)];
            square->piece = pieces[line];
            square->count = pieces[line] != GRID_EMPTY;
        }
    }
}

bool grid_pins(struct grid *grid, const struct rules *rules, const struct position *position)
{
    bool is_pawns = rules->look == LOOK_PAWNS;
    uint32_t columns, lines;
    if (!measure(rules, position, &columns, &lines) || !grid_make(grid, lines, columns))
        return false;
    grid->noun = is_pawns ? "file" : "pin";
    grid->has_like_rows = true;
    grid->is_by_taking = true;
    for (uint32_t i = 0; i < lines * columns; i++)
        grid->squares[i].piece = GRID_HOLE;
    struct block block = {0};
    struct text label = {0};
    for (uint32_t i = 0; i < position->count; i++) {
        int64_t cell = position->cells[i];
        block = i ? next_block(rules, &block, cell) : block_of(rules, cell, 0);
        (is_pawns ? show_pawns : show_pins)(grid, &block);
        text_clear(&label);
        heaps_print_cell(cell, &label);
        char *row = grid->row_labels[block.top + (is_pawns ? PAWN_ROWS / 2 : 0)].text;
        memcpy(row, text_string(&label), label.len < GRID_LABEL_MAX ? label.len : GRID_LABEL_MAX);
    }
    for (uint32_t file = 1; is_pawns && file <= columns; file++) {
        text_clear(&label);
        row_look_print_file(file, &label);
        memcpy(grid->column_labels[file - 1].text, text_string(&label), label.len);
    }
    text_finish(&label);
    return true;
}

/* --- ways to press a move: the first pin that falls and the last one, either first; or any square
 * of the file --- */

/* All ways, one after the other. */
struct way_search {
    const struct rules *rules;
    const struct position *position;
    const struct move *move;
    uint32_t columns;
    uint32_t cell; /* index */
    struct block block;
    int64_t next; /* of the ways to try in this block */
};

/* A way, with its block and places. */
struct row_way {
    struct grid_path path;
    struct block block;
    struct row_places places;
};

static struct way_search search_begin(const struct rules *rules, const struct position *position,
                                      const struct move *move)
{
    struct way_search search = {.rules = rules, .position = position, .move = move};
    uint32_t lines;
    bool fits = measure(rules, position, &search.columns, &lines);
    assert(fits && position->count > 0);
    (void)fits;
    search.block = block_of(rules, position->cells[0], 0);
    return search;
}

/* Do these places make the move? */
static bool is_made_by(const struct move *move, const struct row_places *places)
{
    int64_t before = places->first - 1,
            after = heaps_counters(places->cell) - before - places->count;
    if (heaps_is_ring(places->cell)) {
        int64_t left = move->after_count > 0 ? move->cells[1] : 0;
        return before + after == left;
    }
    struct move other = before < 0 || after < 0 ? (struct move){0}
                        : before < after        ? heaps_move(places->cell, before, after)
                                                : heaps_move(places->cell, after, before);
    return move_equal(move, &other);
}

/* The way to try with this number in the block. */
static void make_way(const struct way_search *search, int64_t number, struct row_way *way)
{
    struct row_places places = row_look_places(search->rules->look, search->move);
    const struct block *block = &search->block;
    int64_t counters = heaps_counters(block->cell);
    way->block = *block;
    if (search->rules->look == LOOK_PAWNS) {
        int64_t file = number / PAWN_ROWS + 1;
        way->places = row_look_places_of_file(block->cell, file);
        way->path =
            (struct grid_path){1, {square_of(block, search->columns, file, number % PAWN_ROWS)}};
        return;
    }
    places.first = number / 2 + 1;
    int64_t last = (places.first + places.count - 2) % counters + 1;
    uint32_t from = square_of(block, search->columns, places.first, 0);
    uint32_t to = square_of(block, search->columns, last, 0);
    way->places = places;
    way->path = (struct grid_path){2, {number % 2 ? to : from, number % 2 ? from : to}};
}

/* Is the way that empties these places, turned round, a way without that? With one pin it is the
 * same; in a ring it empties the other places, with these two ends, if a move may. */
static bool is_way_already(const struct rules *rules, const struct row_places *places)
{
    int64_t others = heaps_counters(places->cell) - places->count + 2;
    int leave = places->count == 2 ? OCTAL_LEAVE_NONE : OCTAL_LEAVE_ONE;
    return places->count == 1 ||
           (heaps_is_ring(places->cell) && octal_cell_digit(rules, places->cell, others) & leave);
}

/* False: there are no more. */
static bool search_next(struct way_search *search, struct row_way *way)
{
    bool is_pawns = search->rules->look == LOOK_PAWNS;
    for (;;) {
        int64_t cell = search->block.cell, counters = heaps_counters(cell);
        int64_t numbers =
            cell == search->move->cells[0] ? counters * (is_pawns ? PAWN_ROWS : 2) : 0;
        while (search->next < numbers) {
            int64_t number = search->next++;
            make_way(search, number, way);
            bool is_turned = !is_pawns && number % 2;
            if (is_turned && is_way_already(search->rules, &way->places))
                continue;
            if (is_made_by(search->move, &way->places))
                return true;
        }
        if (++search->cell == search->position->count)
            return false;
        search->block =
            next_block(search->rules, &search->block, search->position->cells[search->cell]);
        search->next = 0;
    }
}

static bool is_same_path(const struct grid_path *a, const struct grid_path *b)
{
    return a->count == b->count &&
           memcmp(a->squares, b->squares, a->count * sizeof *a->squares) == 0;
}

/* Goes on to the way of this path. */
static void search_path(struct way_search *search, const struct grid_path *path,
                        struct row_way *way)
{
    bool is_found = false;
    while (!is_found && search_next(search, way))
        is_found = is_same_path(&way->path, path);
    assert(is_found);
}

struct grid_path grid_pins_path(const struct rules *rules, const struct position *position,
                                const struct move *move)
{
    struct way_search search = search_begin(rules, position, move);
    struct row_way way = {0};
    bool is_found = search_next(&search, &way);
    assert(is_found);
    (void)is_found;
    return way.path;
}

bool grid_pins_next(const struct rules *rules, const struct position *position,
                    const struct move *move, struct grid_path *path)
{
    struct way_search search = search_begin(rules, position, move);
    struct row_way way = {0};
    search_path(&search, path, &way);
    if (!search_next(&search, &way))
        return false;
    *path = way.path;
    return true;
}

void grid_pins_taken(const struct rules *rules, const struct position *position,
                     const struct move *move, const struct grid_path *path,
                     bool ret_taken[GRID_SQUARES_MAX])
{
    struct way_search search = search_begin(rules, position, move);
    struct row_way way = {0};
    search_path(&search, path, &way);
    int64_t counters = heaps_counters(way.block.cell);
    memset(ret_taken, 0, GRID_SQUARES_MAX * sizeof *ret_taken);
    for (int64_t i = 0; i < way.places.count; i++) {
        int64_t place = (way.places.first - 1 + i) % counters + 1;
        for (int64_t line = 0; line < (rules->look == LOOK_PAWNS ? PAWN_ROWS : 1); line++)
            ret_taken[square_of(&way.block, search.columns, place, line)] = true;
    }
}

void grid_pins_say(const struct rules *rules, const struct position *position,
                   const struct move *move, const struct grid_path *path, struct text *out)
{
    struct way_search search = search_begin(rules, position, move);
    struct row_way way = {0};
    search_path(&search, path, &way);
    row_look_print_move(rules->look, move, &way.places, "", out);
}
