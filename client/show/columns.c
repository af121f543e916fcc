#include "client/show/columns.h"

#include "common/base/harmless.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>
#include <uniwidth.h>

enum { COLUMNS_MAX = 32, GAP = 2 };

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

static void measure(const struct columns *table, size_t widths[COLUMNS_MAX])
{
    for (size_t i = 0; i < table->cell_count; i++) {
        size_t width = columns_width(table->cells[i]);
        if (width > widths[i % table->count])
            widths[i % table->count] = width;
    }
}

static void append_blanks(size_t count, struct text *out)
{
    while (count-- > 0)
        text_append_char(out, ' ');
}

/* `blanks` are due before the cell, if anything comes. */
static void print_cell(const struct columns *table, size_t index, size_t width, size_t *blanks,
                       struct text *out)
{
    const char *cell = table->cells[index];
    size_t pad = width - columns_width(cell);
    bool is_left = table->left >> (index % table->count) & 1;
    if (!is_left)
        *blanks += pad;
    if (*cell) {
        append_blanks(*blanks, out);
        text_append_string(out, cell);
        *blanks = 0;
    }
    *blanks += is_left ? pad + GAP : GAP;
}

void columns_print(struct columns *table, struct text *out)
{
    assert(table->count <= COLUMNS_MAX && table->cell_count % table->count == 0);
    size_t widths[COLUMNS_MAX] = {0}, blanks = 0;
    measure(table, widths);
    for (size_t i = 0; i < table->cell_count; i++) {
        size_t column = i % table->count;
        print_cell(table, i, widths[column], &blanks, out);
        if (column + 1 == table->count) {
            text_append_char(out, '\n');
            blanks = 0;
        }
    }
    for (size_t i = 0; i < table->cell_count; i++)
        free(table->cells[i]);
    free(table->cells);
    table->cells = NULL;
    table->cell_count = 0;
}
