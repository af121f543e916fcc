#include "client/tui/canvas.h"

#include "common/base/harmless.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <unigbrk.h>
#include <unistr.h>
#include <uniwidth.h>

static const char *const glyphs[GLYPH_COUNT][2] = {
#define X(name, unicode, plain) [GLYPH_##name] = {plain, unicode},
    GLYPHS(X)
#undef X
};

static const char letters[STYLE_COUNT] = {
#define X(name, letter) [STYLE_##name] = (letter),
    STYLES(X)
#undef X
};

/* --- the canvas --- */

void canvas_clear(struct canvas *canvas, int rows, int columns, bool has_unicode)
{
    assert(rows >= 0 && columns >= 0);
    size_t count = (size_t)rows * (size_t)columns;
    canvas->cells = memory_resized(canvas->cells, count, sizeof *canvas->cells);
    canvas->rows = rows;
    canvas->columns = columns;
    canvas->has_unicode = has_unicode;
    canvas->target_count = 0;
    canvas->cursor_row = canvas->cursor_column = -1;
    for (size_t i = 0; i < count; i++)
        canvas->cells[i] = (struct cell){.text = " ", .style = STYLE_PLAIN};
}

void canvas_finish(struct canvas *canvas)
{
    free(canvas->cells);
    free(canvas->targets);
    *canvas = (struct canvas){0};
}

/* --- areas --- */

struct area canvas_area(const struct canvas *canvas)
{
    return (struct area){.rows = canvas->rows, .columns = canvas->columns};
}

static int at_most(int wanted, int there)
{
    int positive = there > 0 ? there : 0;
    return wanted < positive ? wanted : positive;
}

struct area area_cut_rows(struct area *area, int rows)
{
    struct area cut = *area;
    cut.rows = at_most(abs(rows), area->rows);
    area->rows -= cut.rows;
    if (rows >= 0)
        area->row += cut.rows;
    else
        cut.row = area->row + area->rows;
    return cut;
}

struct area area_cut_columns(struct area *area, int columns)
{
    struct area cut = *area;
    cut.columns = at_most(abs(columns), area->columns);
    area->columns -= cut.columns;
    if (columns >= 0)
        area->column += cut.columns;
    else
        cut.column = area->column + area->columns;
    return cut;
}

struct area area_inset(struct area area, int rows, int columns)
{
    return (struct area){.row = area.row + rows,
                         .column = area.column + columns,
                         .rows = area.rows - 2 * rows,
                         .columns = area.columns - 2 * columns};
}

/* --- cells --- */

/* NULL: outside the area or the canvas. */
static struct cell *cell_at(const struct canvas *canvas, struct area area, int row, int column)
{
    int r = area.row + row, c = area.column + column;
    bool is_inside = row >= 0 && row < area.rows && column >= 0 && column < area.columns &&
                     r >= 0 && r < canvas->rows && c >= 0 && c < canvas->columns;
    return is_inside ? &canvas->cells[(size_t)r * (size_t)canvas->columns + (size_t)c] : NULL;
}

/* A grapheme and its width in cells; '?' for one that cannot be shown. */
struct grapheme {
    char text[CELL_BYTES];
    int width;
};

static struct grapheme unknown(void)
{
    return (struct grapheme){.text = "?", .width = 1};
}

static struct grapheme grapheme_of(const struct canvas *canvas, const char *bytes, size_t len)
{
    struct grapheme grapheme = {.width = 1};
    ucs4_t first;
    if (u8_mbtoucr(&first, (const uint8_t *)bytes, len) < 1 || len >= CELL_BYTES ||
        !harmless_is(first) || (!canvas->has_unicode && first > 0x7E))
        return unknown();
    grapheme.width = u8_width((const uint8_t *)bytes, len, "UTF-8");
    if (grapheme.width < 1 || grapheme.width > 2)
        return unknown();
    memcpy(grapheme.text, bytes, len);
    return grapheme;
}

static int width_of(const struct canvas *canvas, const char *text, size_t len)
{
    const uint8_t *at = (const uint8_t *)text, *end = at + len;
    int width = 0;
    while (at < end) {
        const uint8_t *next = u8_grapheme_next(at, end);
        width += grapheme_of(canvas, (const char *)at, (size_t)(next - at)).width;
        at = next;
    }
    return width;
}

/* A blank replaces the remaining half of an overwritten wide grapheme. */
static void part_wide(struct canvas *canvas, const struct cell *cell)
{
    size_t at = (size_t)(cell - canvas->cells);
    assert(at < (size_t)canvas->rows * (size_t)canvas->columns);
    if (cell->text[0] == '\0' && at > 0)
        strcpy(canvas->cells[at - 1].text, " ");
    else if (at + 1 < (size_t)canvas->rows * (size_t)canvas->columns && cell[1].text[0] == '\0')
        strcpy(canvas->cells[at + 1].text, " ");
}

static int put_grapheme(struct canvas *canvas, struct area area, int row, int column,
                        enum style style, const struct grapheme *grapheme)
{
    assert(grapheme->width == 1 || grapheme->width == 2);
    assert((size_t)style < STYLE_COUNT);
    struct cell *last = cell_at(canvas, area, row, column + grapheme->width - 1);
    struct cell *cell = cell_at(canvas, area, row, column);
    if (!cell || !last)
        return column + grapheme->width;
    part_wide(canvas, cell);
    part_wide(canvas, last);
    memcpy(cell->text, grapheme->text, sizeof cell->text);
    cell->style = (unsigned char)style;
    if (last != cell)
        *last = (struct cell){.text = "", .style = (unsigned char)style};
    return column + grapheme->width;
}

static int put_bytes(struct canvas *canvas, struct area area, int row, int column, enum style style,
                     const char *text, size_t len)
{
    const uint8_t *at = (const uint8_t *)text, *end = at + len;
    while (at < end) {
        const uint8_t *next = u8_grapheme_next(at, end);
        struct grapheme grapheme = grapheme_of(canvas, (const char *)at, (size_t)(next - at));
        column = put_grapheme(canvas, area, row, column, style, &grapheme);
        at = next;
    }
    return column;
}

int canvas_put(struct canvas *canvas, struct area area, int row, int column, enum style style,
               const char *text)
{
    return put_bytes(canvas, area, row, column, style, text, strlen(text));
}

int canvas_printf(struct canvas *canvas, struct area area, int row, int column, enum style style,
                  const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return canvas_put(canvas, area, row, column, style, text);
}

int canvas_glyph(struct canvas *canvas, struct area area, int row, int column, enum style style,
                 enum glyph glyph)
{
    assert((size_t)glyph < GLYPH_COUNT);
    return canvas_put(canvas, area, row, column, style, glyphs[glyph][canvas->has_unicode]);
}

int canvas_glyphs(struct canvas *canvas, struct area area, int row, int column, enum style style,
                  enum glyph glyph, int count)
{
    for (int i = 0; i < count && column < area.columns; i++)
        column = canvas_glyph(canvas, area, row, column, style, glyph);
    return column;
}

int canvas_width(const struct canvas *canvas, const char *text)
{
    return width_of(canvas, text, strlen(text));
}

void canvas_put_right(struct canvas *canvas, struct area area, int row, enum style style,
                      const char *text)
{
    int width = canvas_width(canvas, text);
    canvas_put(canvas, area, row, width < area.columns ? area.columns - width : 0, style, text);
}

/* --- paragraphs --- */

/* The number of bytes of a word that fit, at least one grapheme. */
static size_t cut_word(const struct canvas *canvas, const char *word, size_t len, int columns)
{
    assert(len > 0);
    const uint8_t *begin = (const uint8_t *)word, *end = begin + len;
    const uint8_t *at = u8_grapheme_next(begin, end);
    while (at < end) {
        const uint8_t *next = u8_grapheme_next(at, end);
        if (width_of(canvas, word, (size_t)(next - begin)) > columns)
            break;
        at = next;
    }
    return (size_t)(at - begin);
}

/* The bytes of the first line of a text broken at `columns`. `ret_skip`: the bytes to skip before
 * the next line. */
static size_t line_len(const struct canvas *canvas, const char *text, int columns, size_t *ret_skip)
{
    size_t fits = strcspn(text, " \n");
    *ret_skip = 0;
    if (width_of(canvas, text, fits) > columns)
        return cut_word(canvas, text, fits, columns);
    while (text[fits] == ' ') {
        size_t longer = fits + 1 + strcspn(text + fits + 1, " \n");
        if (width_of(canvas, text, longer) > columns)
            break;
        fits = longer;
    }
    *ret_skip = text[fits] != '\0';
    return fits;
}

int canvas_paragraph(struct canvas *canvas, struct area area, int row, int skip, enum style style,
                     const char *text)
{
    assert(skip >= 0);
    int rows = 0;
    while (*text && area.columns > 0) {
        size_t left_out, len = line_len(canvas, text, area.columns, &left_out);
        if (rows >= skip)
            put_bytes(canvas, area, row + rows - skip, 0, style, text, len);
        rows++;
        text += len + left_out;
    }
    return rows;
}

/* --- styles --- */

void canvas_restyle(struct canvas *canvas, struct area area, enum style style)
{
    assert((size_t)style < STYLE_COUNT);
    for (int row = 0; row < area.rows; row++) {
        for (int column = 0; column < area.columns; column++) {
            struct cell *cell = cell_at(canvas, area, row, column);
            if (cell)
                cell->style = (unsigned char)style;
        }
    }
}

/* --- targets --- */

void canvas_target(struct canvas *canvas, struct area area, struct stroke stroke)
{
    canvas->targets =
        memory_resized(canvas->targets, canvas->target_count + 1, sizeof *canvas->targets);
    canvas->targets[canvas->target_count++] = (struct target){area, stroke};
}

bool canvas_target_at(const struct canvas *canvas, int row, int column, struct stroke *ret_stroke)
{
    for (size_t i = canvas->target_count; i-- > 0;) {
        struct area area = canvas->targets[i].area;
        if (row >= area.row && row < area.row + area.rows && column >= area.column &&
            column < area.column + area.columns) {
            *ret_stroke = canvas->targets[i].stroke;
            return true;
        }
    }
    return false;
}

/* --- as text --- */

static void print_row(const struct canvas *canvas, int row, bool styles, struct text *out)
{
    size_t from = out->len;
    for (int column = 0; column < canvas->columns; column++) {
        const struct cell *cell =
            &canvas->cells[(size_t)row * (size_t)canvas->columns + (size_t)column];
        if (styles)
            text_append_char(out, letters[cell->style]);
        else
            text_append_string(out, cell->text);
    }
    char blank = styles ? letters[STYLE_PLAIN] : ' ';
    while (out->len > from && out->bytes[out->len - 1] == blank)
        out->len--;
    text_append_char(out, '\n');
}

void canvas_print(const struct canvas *canvas, bool styles, struct text *out)
{
    for (int row = 0; row < canvas->rows; row++) {
        print_row(canvas, row, false, out);
        if (styles)
            print_row(canvas, row, true, out);
    }
}
