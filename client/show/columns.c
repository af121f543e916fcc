#include "client/show/columns.h"

#include "common/base/harmless.h"
#include "common/base/memory.h"
#include "common/wire/schema.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>
#include <uniwidth.h>

enum { GAP = 2 };

/* --- rows --- */

void column_int(const void *value, struct text *out)
{
    text_append_int(out, *(const int64_t *)value);
}

void column_string(const void *value, struct text *out)
{
    text_append_string(out, *(const char *const *)value);
}

void column_wire(const void *value, struct text *out)
{
    const struct wire_text *text = value;
    if (text->bytes)
        text_append(out, text->bytes, text->len);
}

void column_halves(const void *value, struct text *out)
{
    int64_t halves = *(const int64_t *)value;
    text_printf(out, "%" PRId64 "%s", halves / 2, halves % 2 ? ".5" : "");
}

void columns_walk(const struct column *list, const void *row,
                  void (*cell)(void *owner, const struct column *column, const char *text),
                  void *owner)
{
    struct text text = {0};
    for (const struct column *column = list; column->print; column++) {
        text_clear(&text);
        column->print((const char *)row + column->offset, &text);
        cell(owner, column, text_string(&text));
    }
    text_finish(&text);
}

/* --- the text table --- */

void columns_head(struct columns *table, const char *heading, enum column_align align)
{
    assert(table->count < COLUMNS_MAX);
    assert(table->cell_count == (heading ? table->count : 0));
    table->aligns[table->count++] = align;
    if (heading)
        columns_add(table, "%s", heading);
}

void columns_heads(struct columns *table, const struct column *list)
{
    for (const struct column *column = list; column->heading; column++)
        columns_head(table, column->heading, column->align);
}

void columns_add(struct columns *table, const char *format, ...)
{
    char *cell;
    va_list arguments;
    va_start(arguments, format);
    int len = vasprintf(&cell, format, arguments);
    va_end(arguments);
    if (len < 0)
        abort();
    harmless_make(cell);
    table->cells = memory_resized(table->cells, table->cell_count + 1, sizeof *table->cells);
    table->cells[table->cell_count++] = cell;
}

static void add_cell(void *owner, const struct column *column, const char *text)
{
    struct columns *table = owner;
    assert(table->aligns[table->cell_count % table->count] == column->align);
    columns_add(table, "%s", text);
}

void columns_row(struct columns *table, const struct column *list, const void *row)
{
    columns_walk(list, row, add_cell, table);
}

size_t columns_width(const char *text)
{
    int width = u8_width((const uint8_t *)text, strlen(text), "UTF-8");
    return width > 0 ? (size_t)width : 0;
}

size_t columns_fit(const char *text, size_t len, size_t width, size_t *ret_width)
{
    const uint8_t *bytes = (const uint8_t *)text;
    size_t fit = 0;
    *ret_width = 0;
    while (fit < len) {
        ucs4_t character;
        int size = u8_mbtouc(&character, bytes + fit, len - fit);
        int places = uc_width(character, "UTF-8");
        size_t with_it = *ret_width + (places > 0 ? (size_t)places : 0);
        if (with_it > width)
            break;
        *ret_width = with_it;
        fit += (size_t)size;
    }
    return fit;
}

/* `blanks` are owed before the next visible text. */
static void print_cell(const char *cell, enum column_align align, size_t width, size_t *blanks,
                       struct text *out)
{
    size_t pad = width - columns_width(cell);
    if (align == COLUMN_RIGHT)
        *blanks += pad;
    if (*cell) {
        for (; *blanks > 0; --*blanks)
            text_append_char(out, ' ');
        text_append_string(out, cell);
    }
    *blanks += align == COLUMN_LEFT ? pad + GAP : GAP;
}

void columns_print(struct columns *table, struct text *out)
{
    size_t widths[COLUMNS_MAX] = {0}, blanks = 0;
    for (size_t i = 0; i < table->cell_count; i++) {
        size_t width = columns_width(table->cells[i]), *widest = &widths[i % table->count];
        *widest = width > *widest ? width : *widest;
    }
    for (size_t i = 0; i < table->cell_count; i++) {
        size_t column = i % table->count;
        print_cell(table->cells[i], table->aligns[column], widths[column], &blanks, out);
        if (column + 1 == table->count) {
            text_append_char(out, '\n');
            blanks = 0;
        }
        free(table->cells[i]);
    }
    assert(table->count == 0 || table->cell_count % table->count == 0);
    free(table->cells);
    table->cells = NULL;
    table->cell_count = 0;
}
