#include "client/tui/sheet.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- rows --- */

static void finish_row(struct sheet_row *row)
{
    for (size_t i = 0; i < SHEET_COLUMNS_MAX; i++)
        free(row->cells[i]);
    free(row->key);
}

static void drop_rows(struct sheet *sheet)
{
    for (size_t i = 0; i < sheet->count; i++)
        finish_row(&sheet->rows[i]);
    free(sheet->rows);
    sheet->rows = NULL;
    sheet->count = 0;
}

void sheet_finish(struct sheet *sheet)
{
    drop_rows(sheet);
}

struct sheet_row *sheet_add(struct sheet *sheet, int64_t id)
{
    sheet->rows = memory_resized(sheet->rows, sheet->count + 1, sizeof *sheet->rows);
    struct sheet_row *row = &sheet->rows[sheet->count++];
    *row = (struct sheet_row){.id = id};
    return row;
}

struct sheet_row *sheet_empty(struct sheet_row *row)
{
    finish_row(row);
    *row = (struct sheet_row){.id = row->id};
    return row;
}

static __attribute__((format(printf, 1, 0))) char *printed(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int len = vsnprintf(NULL, 0, format, arguments);
    char *cell = memory_zeroed((size_t)len + 1, 1);
    vsnprintf(cell, (size_t)len + 1, format, again);
    va_end(again);
    return cell;
}

void sheet_put(struct sheet_row *row, const char *format, ...)
{
    size_t column = 0;
    while (column < SHEET_COLUMNS_MAX && row->cells[column])
        column++;
    assert(column < SHEET_COLUMNS_MAX);
    va_list arguments;
    va_start(arguments, format);
    row->cells[column] = printed(format, arguments);
    va_end(arguments);
}

static void put_cell(void *owner, const struct column *column, const char *text)
{
    (void)column;
    sheet_put(owner, "%s", text);
}

void sheet_fill(struct sheet_row *row, const struct column *columns, const void *of)
{
    columns_walk(columns, of, put_cell, row);
}

void sheet_set(struct sheet_row *row, size_t column, const char *text)
{
    assert(column < SHEET_COLUMNS_MAX);
    free(row->cells[column]);
    row->cells[column] = text ? memory_text(text, strlen(text)) : NULL;
}

struct sheet_row *sheet_find(const struct sheet *sheet, int64_t id)
{
    for (size_t i = 0; i < sheet->count; i++) {
        if (sheet->rows[i].id == id)
            return &sheet->rows[i];
    }
    return NULL;
}

const struct sheet_row *sheet_chosen(const struct sheet *sheet)
{
    return sheet->list.chosen < sheet->count ? &sheet->rows[sheet->list.chosen] : NULL;
}

/* Chooses the row with this id. */
static void choose(struct sheet *sheet, int64_t id)
{
    const struct sheet_row *row = sheet_find(sheet, id);
    if (row)
        sheet->list.chosen = (size_t)(row - sheet->rows);
    list_keep(&sheet->list, sheet->count);
}

void sheet_remove(struct sheet *sheet, int64_t id)
{
    const struct sheet_row *chosen = sheet_chosen(sheet);
    int64_t chosen_id = chosen ? chosen->id : 0;
    struct sheet_row *row = sheet_find(sheet, id);
    if (!row)
        return;
    finish_row(row);
    memmove(row, row + 1, (size_t)(sheet->rows + sheet->count - row - 1) * sizeof *row);
    sheet->count--;
    choose(sheet, chosen_id);
}

void sheet_replace(struct sheet *sheet, struct sheet *fresh)
{
    const struct sheet_row *chosen = sheet_chosen(sheet);
    int64_t id = chosen ? chosen->id : 0;
    drop_rows(sheet);
    sheet->rows = fresh->rows;
    sheet->count = fresh->count;
    *fresh = (struct sheet){0};
    choose(sheet, id);
}

bool sheet_stroke(struct sheet *sheet, struct stroke stroke)
{
    return list_stroke(&sheet->list, stroke, sheet->count, sheet->seen);
}

/* --- drawing --- */

enum { GAP = 2, NARROWEST = 3, HEAD_MAX = 500 };

struct sheet_layout {
    const struct sheet *sheet;
    size_t count; /* of shown columns */
    size_t columns[SHEET_COLUMNS_MAX];
    int widths[SHEET_COLUMNS_MAX];
};

static const char *cell_of(const struct sheet_row *row, size_t column)
{
    return row->cells[column] ? row->cells[column] : "";
}

static void widen(int *width, const char *text)
{
    size_t needed = columns_width(text);
    if (needed > (size_t)*width)
        *width = needed < HEAD_MAX ? (int)needed : HEAD_MAX;
}

static int total_of(const struct sheet_layout *layout)
{
    int total = GAP * ((int)layout->count - 1);
    for (size_t i = 0; i < layout->count; i++)
        total += layout->widths[i];
    return total;
}

/* The columns of the sheet; without `also_empty`, only those with a text in some row. */
static struct sheet_layout layout_with(const struct sheet *sheet, bool also_empty)
{
    struct sheet_layout layout = {.sheet = sheet};
    for (size_t i = 0; i < SHEET_COLUMNS_MAX && sheet->columns[i].heading; i++) {
        int width = 0;
        for (size_t row = 0; row < sheet->count; row++)
            widen(&width, cell_of(&sheet->rows[row], i));
        if (width == 0 && !also_empty)
            continue;
        widen(&width, sheet->columns[i].heading);
        layout.columns[layout.count] = i;
        layout.widths[layout.count++] = width;
    }
    return layout;
}

static struct sheet_layout layout_of(const struct sheet *sheet, int columns)
{
    struct sheet_layout layout = layout_with(sheet, true);
    if (total_of(&layout) > columns)
        layout = layout_with(sheet, false);
    while (total_of(&layout) > columns) {
        int *widest = &layout.widths[0];
        for (size_t i = 1; i < layout.count; i++) {
            if (layout.widths[i] > *widest)
                widest = &layout.widths[i];
        }
        if (*widest <= NARROWEST)
            break;
        --*widest;
    }
    return layout;
}

/* Draws a row, or the titles for NULL. */
static void draw_cells(const struct sheet_layout *layout, const struct sheet_row *row,
                       struct canvas *canvas, struct area area)
{
    area_cut_columns(&area, 1);
    for (size_t i = 0; i < layout->count; i++) {
        size_t index = layout->columns[i];
        const struct column *column = &layout->sheet->columns[index];
        struct area cell = area_cut_columns(&area, layout->widths[i]);
        const char *text = row ? cell_of(row, index) : column->heading;
        enum style style = row ? row->style : STYLE_DIM;
        int width = (int)columns_width(text);
        if (column->align == COLUMN_RIGHT && width <= cell.columns)
            canvas_put_right(canvas, cell, 0, style, text);
        else
            canvas_put(canvas, cell, 0, 0, style, text);
        if (width > cell.columns)
            canvas_glyph(canvas, cell, 0, cell.columns - 1, STYLE_DIM, GLYPH_MORE);
        area_cut_columns(&area, GAP);
    }
}

static void draw_row(void *owner, size_t index, struct canvas *canvas, struct area area)
{
    const struct sheet_layout *layout = owner;
    draw_cells(layout, &layout->sheet->rows[index], canvas, area);
}

void sheet_draw(struct sheet *sheet, const char *empty, struct canvas *canvas, struct area area)
{
    assert(sheet->columns);
    struct sheet_layout layout =
        layout_of(sheet, area.columns - 3); /* without the margin and the scroll bar */
    struct list_rows rows = {
        .empty = empty,
        .count = sheet->count,
        .owner = &layout,
        .draw = draw_row,
    };
    if (sheet->count > 0)
        draw_cells(&layout, NULL, canvas, area_cut_rows(&area, 1));
    sheet->seen = list_draw(&sheet->list, &rows, true, canvas, area);
}
