/* Boards of squares, of any game: a cell for a square, the labels beside and below.
 *
 *     1  .  .  .  .            .  .  .  ●  .  ◌  .  ●
 *     0  .  ◌  .  ♛            0  1  2  3  4  5  6  7
 *        0  1  2  3
 *
 * A board of one row that is too long goes on in the next line; of others the part is shown where
 * the move is chosen. */
#include "client/tui/table_view.h"

#include "common/base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MARGIN_COLUMNS = 2, /* before the labels of the rows */
    PITCH_MIN = 2,      /* columns from a square to the next */
    EVERY_LABEL = 5,    /* where there is no room for all labels, so many squares apart */
};

struct drawn_grid {
    const struct table_view *view;
    const struct grid *grid;
    struct choice_square *squares; /* of the choice; owned; NULL: there is none */
    int body;                      /* the column before the first square's */
    int pitch;
    int widest;   /* label */
    int per_line; /* squares */
    int lines;    /* of squares */
    bool has_labels, has_column_labels;
};

static int label_width(const char *label)
{
    return (int)strlen(label);
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int digits(uint32_t count)
{
    int all = 1;
    for (; count > 9; count /= 10)
        all++;
    return all;
}

/* Lays out the grid. To be released with end(). */
static struct drawn_grid begin(const struct table_view *view, const struct grid *grid, int columns)
{
    struct drawn_grid drawn = {.view = view, .grid = grid};
    int row_labels = 0, counts = 1;
    for (uint32_t row = 0; row < grid->rows; row++)
        row_labels = larger(row_labels, label_width(grid->row_labels[row].text));
    for (uint32_t column = 0; column < grid->columns; column++)
        drawn.widest = larger(drawn.widest, label_width(grid->column_labels[column].text));
    drawn.has_column_labels = drawn.widest > 0;
    for (uint32_t i = 0; i < grid->rows * grid->columns; i++) {
        const struct grid_square *square = &grid->squares[i];
        drawn.widest = larger(drawn.widest, label_width(square->label));
        drawn.has_labels |= square->label[0] != '\0';
        counts = larger(counts, digits(square->count));
    }

    drawn.body = MARGIN_COLUMNS + row_labels + (row_labels > 0);
    int room = larger(columns - drawn.body, PITCH_MIN), all = (int)grid->columns;
    drawn.pitch = larger(drawn.widest, counts) + 1;
    if (drawn.pitch > room / all)
        drawn.pitch = counts + 1;
    drawn.per_line = larger(room / drawn.pitch, 1);
    if (drawn.per_line > all)
        drawn.per_line = all;
    drawn.lines = grid->rows > 1 ? (int)grid->rows : (all + drawn.per_line - 1) / drawn.per_line;
    return drawn;
}

/* Adds what a choice makes of the squares. */
static void add_choice(struct drawn_grid *drawn)
{
    const struct choice *choice = drawn->view->choice;
    if (!choice || !choice->is_open || choice->parts.kind != PARTS_GRID)
        return;
    drawn->squares = memory_zeroed(GRID_SQUARES_MAX, sizeof *drawn->squares);
    choice_squares(choice, drawn->squares);
}

static void end(struct drawn_grid *drawn)
{
    free(drawn->squares);
}

/* --- a square --- */

static const enum glyph glyphs[GRID_PIECE_COUNT] = {
    [GRID_COUNTER] = GLYPH_COUNTER,
    [GRID_OTHER] = GLYPH_OTHER_COUNTER,
    [GRID_DOLLAR] = GLYPH_DOLLAR,
    [GRID_HEADS] = GLYPH_HEADS,
    [GRID_TAILS] = GLYPH_TAILS,
    [GRID_QUEEN] = GLYPH_QUEEN,
    [GRID_PIN] = GLYPH_PIN,
    [GRID_PAWN_UP] = GLYPH_PAWN_UP,
    [GRID_PAWN_DOWN] = GLYPH_PAWN_DOWN,
    [GRID_TOKEN] = GLYPH_TOKEN,
};

/* What the choice makes of a square; NULL: there is no choice, or the square is not on its board.
 */
static const struct choice_square *chosen_square(const struct drawn_grid *drawn,
                                                 const struct grid_square *square)
{
    return drawn->squares && square->at != GRID_NOWHERE ? &drawn->squares[square->at] : NULL;
}

static enum style style_of(const struct grid_square *square, const struct choice_square *chosen)
{
    if (chosen && chosen->is_pressed)
        return STYLE_CHOSEN;
    if (chosen && chosen->changes)
        return STYLE_TAKEN;
    if (square->is_last)
        return STYLE_LAST;
    if (square->count > 0)
        return STYLE_COUNTER;
    return chosen && chosen->press == CHOICE_PRESS_GOES_ON ? STYLE_KEY : STYLE_DIM;
}

/* Draws what stands on the square, or comes there with the chosen move, so that it ends at the
 * column. */
static void draw_square(const struct drawn_grid *drawn, const struct grid_square *square,
                        struct canvas *canvas, struct area area, int row, int column)
{
    const struct choice_square *chosen = chosen_square(drawn, square);
    bool changes = chosen && chosen->changes;
    enum style style = changes && square->count == 0 ? STYLE_TAKEN : style_of(square, chosen);
    enum grid_piece piece = square->piece;
    if (piece == GRID_HOLE)
        return;
    /* A piece that is to go elsewhere is still seen where it stands, and a coin as it lies. */
    bool stays = drawn->grid->is_by_moving && piece != GRID_EMPTY;
    bool is_taken =
        changes && !stays && (piece == GRID_EMPTY || chosen->becomes.piece == GRID_EMPTY);
    if (square->count > 1)
        canvas_printf(canvas, area, row, column - digits(square->count) + 1, style, "%" PRIu32,
                      square->count);
    else if (is_taken)
        canvas_glyph(canvas, area, row, column, style, GLYPH_TAKEN);
    else if (piece == GRID_EMPTY)
        canvas_put(canvas, area, row, column, style, ".");
    else
        canvas_glyph(canvas, area, row, column, style, glyphs[piece]);
    if (drawn->view->choice && !drawn->view->is_shown_only && square->at != GRID_NOWHERE)
        canvas_target(
            canvas,
            (struct area){area.row + row, area.column + column - drawn->pitch + 1, 1, drawn->pitch},
            choice_press((uint32_t)square->at, 0, 0));
}

/* Draws a label that ends at the column, if it is one of those for which there is room. */
static void draw_label(const struct drawn_grid *drawn, const char *label, int number,
                       struct canvas *canvas, struct area area, int row, int column)
{
    if (drawn->widest < drawn->pitch || number % EVERY_LABEL == 0)
        canvas_put(canvas, area, row, column - label_width(label) + 1, STYLE_DIM, label);
}

/* --- the board --- */

/* The square that is to be seen, in any case: where the chosen move ends or begins; without a
 * choice the piece that was moved or the first one, and rows further down as people scroll. */
static uint32_t focus_of(const struct drawn_grid *drawn)
{
    const struct grid *grid = drawn->grid;
    uint32_t count = grid->rows * grid->columns, found = count;
    for (uint32_t i = 0; i < count; i++) {
        const struct grid_square *square = &grid->squares[i];
        if (square->count > 0 &&
            (found == count || (square->is_last && !grid->squares[found].is_last)))
            found = i;
    }
    found = found == count ? 0 : found;
    for (uint32_t row = drawn->view->focus; row > 0 && found + grid->columns < count; row--)
        found += grid->columns;
    for (uint32_t i = 0; i < count && drawn->squares; i++) {
        const struct choice_square *chosen = chosen_square(drawn, &grid->squares[i]);
        if (chosen && chosen->is_pressed)
            found = i;
    }
    for (uint32_t i = 0; i < count && drawn->squares; i++) {
        const struct choice_square *chosen = chosen_square(drawn, &grid->squares[i]);
        if (chosen && chosen->changes && !chosen->is_pressed)
            return i;
    }
    return found;
}

/* The first of `seen` things out of `count` that are seen around the focus. */
static int first_seen(int focus, int seen, int count)
{
    int first = focus - seen / 2;
    if (first > count - seen)
        first = count - seen;
    return first > 0 ? first : 0;
}

/* The squares of a line, from the column `first` on: a line of the one row, or a row. */
static void draw_line(const struct drawn_grid *drawn, int line, int first, struct canvas *canvas,
                      struct area area)
{
    const struct grid *grid = drawn->grid;
    int from = grid->rows > 1 ? first : line * drawn->per_line;
    int row = grid->rows > 1 ? line : 0;
    const char *name = grid->row_labels[row].text;
    canvas_put(canvas, area, 0, drawn->body - 1 - label_width(name), STYLE_DIM, name);
    for (int i = from; i < from + drawn->per_line && i < (int)grid->columns; i++) {
        const struct grid_square *square = &grid->squares[row * (int)grid->columns + i];
        int column = drawn->body + (i - from + 1) * drawn->pitch - 1;
        draw_square(drawn, square, canvas, area, 0, column);
        if (drawn->has_labels)
            draw_label(drawn, square->label, i, canvas, area, 1, column);
    }
}

void grid_draw(const struct table_view *view, const struct grid *grid, struct canvas *canvas,
               struct area area)
{
    struct drawn_grid drawn = begin(view, grid, area.columns);
    add_choice(&drawn);
    uint32_t focus = focus_of(&drawn);
    int per_line = 1 + drawn.has_labels;
    int focus_row = (int)(focus / grid->columns), focus_column = (int)(focus % grid->columns);
    int focus_line = grid->rows > 1 ? focus_row : focus_column / drawn.per_line;
    int rows = area.rows - drawn.has_column_labels;
    int seen = rows < per_line ? 1 : rows / per_line;
    struct area all = area;
    int first_line = first_seen(focus_line, seen, drawn.lines);
    int first = first_seen(focus_column, drawn.per_line, (int)grid->columns);

    for (int line = first_line; line < first_line + seen && line < drawn.lines; line++)
        draw_line(&drawn, line, first, canvas, area_cut_rows(&area, per_line));
    for (int i = first; i < first + drawn.per_line && drawn.has_column_labels; i++)
        draw_label(&drawn, grid->column_labels[i].text, i, canvas, area, 0,
                   drawn.body + (i - first + 1) * drawn.pitch - 1);
    if (first_line > 0)
        canvas_glyph(canvas, all, 0, 0, STYLE_DIM, GLYPH_UP);
    if (first_line + seen < drawn.lines)
        canvas_glyph(canvas, all, (seen - 1) * per_line, 0, STYLE_DIM, GLYPH_DOWN);
    end(&drawn);
}

int grid_rows(const struct table_view *view, const struct grid *grid, int columns)
{
    struct drawn_grid drawn = begin(view, grid, columns);
    return drawn.lines * (1 + drawn.has_labels) + drawn.has_column_labels;
}
