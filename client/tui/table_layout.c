#include "client/tui/table.h"

#include "common/base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUND_TO = 5 }; /* counters of a line, so that they can be counted */

/* --- the last move --- */

static void mark_heap(struct table *table, int64_t size, int64_t was)
{
    for (uint32_t i = 0; i < table->parts.count; i++) {
        const struct part *part = &table->parts.items[i];
        if (part->size == size && !part->is_both && table->was[i] == 0) {
            table->was[i] = was;
            return;
        }
    }
}

static void mark_rows(struct table *table, const struct move *last)
{
    struct parts_move key = parts_move_of(table->view->rules, last);
    for (uint32_t i = 0; i < table->parts.count; i++) {
        const struct part *part = &table->parts.items[i];
        if (part->group[0] >= key.group[0] && part->size == key.smallest)
            table->was[i] = part->group[0] == key.group[0] ? part->size + key.taken : -1;
    }
}

static void mark_last(struct table *table)
{
    const struct move *last = table->view->last;
    table->was = memory_zeroed(table->parts.count + 1, sizeof *table->was);
    if (!last)
        return;
    struct parts_move key = parts_move_of(table->view->rules, last);
    if (table->parts.kind == PARTS_CHOCOLATE)
        mark_rows(table, last);
    for (int i = 0; i < last->after_count && table->parts.kind <= PARTS_PINS; i++) {
        int64_t left = last->cells[last->before_count + i];
        bool is_of_both = key.group[0] == INT64_MAX;
        mark_heap(table, left, is_of_both ? left + key.taken : key.group[0]);
    }
}

/* --- layout --- */

static int digits(int64_t number)
{
    char text[24];
    return snprintf(text, sizeof text, "%" PRId64, number);
}

/* The most that "leaves 12+7" takes. */
static int tail_columns(const struct table *table, uint32_t part)
{
    int number = digits(table->parts.items[part].size);
    return 7 + (table->parts.may_split ? 2 * number + 1 : number);
}

/* Beside the last counters or, while a move is chosen, below them where there is no room. */
int table_tail_line(const struct table *table, uint32_t part, int *ret_column)
{
    int64_t last = table->parts.items[part].size - 1;
    int line = (int)(last / table->per_line);
    int used = (int)(last % table->per_line) * TABLE_PITCH + 1 + TABLE_GAP;
    bool fits = used + tail_columns(table, part) <= table->columns;
    bool is_below = !fits && table->wraps && table->view->choice;
    *ret_column = table->body + (is_below ? 0 : used);
    return line + is_below;
}

int64_t table_lines_of(const struct table *table, uint32_t part)
{
    int column;
    bool is_wrapped = table->wraps && !table->parts.items[part].is_both;
    return is_wrapped ? table_tail_line(table, part, &column) + 1 : 1;
}

int64_t table_lines_of_all(const struct table *table, int64_t most)
{
    int64_t lines = 0;
    for (uint32_t i = 0; i < table->parts.count && lines <= most; i++)
        lines += table_lines_of(table, i);
    return lines;
}

/* That a label says: edges have their numbers there. */
static void find_largest(struct table *table)
{
    table->largest = table->parts.kind == PARTS_EDGES ? table->parts.count : 1;
    for (uint32_t i = 0; i < table->parts.count; i++) {
        if (table->parts.items[i].size > table->largest)
            table->largest = table->parts.items[i].size;
    }
}

void table_begin(struct table *table, struct area area)
{
    parts_find(&table->parts, table->view->rules, table->view->position);
    find_largest(table);
    mark_last(table);
    table->body = TABLE_POINTER_COLUMNS + digits(table->largest) + 2;
    table->columns = area.columns > table->body ? area.columns - table->body : 0;
    table->per_line = table->columns / TABLE_PITCH;
    bool may_wrap = table->parts.kind <= PARTS_PINS && table->per_line >= ROUND_TO &&
                    table->largest <= CHOICE_CELLS_MAX;
    if (may_wrap)
        table->per_line -= table->per_line % ROUND_TO;
    table->wraps = may_wrap;
    table->wraps = may_wrap && table_lines_of_all(table, area.rows) <= area.rows;
    table->has_bars = table->per_line == 0 || (!table->wraps && table->largest > table->per_line);
}

void table_end(struct table *table)
{
    parts_finish(&table->parts);
    free(table->was);
}

/* --- what every part has --- */

bool table_is_chosen(const struct table *table, uint32_t index)
{
    const struct choice *choice = table->view->choice;
    return choice && choice->is_open && choice->part == index;
}

struct choice_cut table_cut_of(const struct table *table, uint32_t index)
{
    const struct choice *choice = table->view->choice;
    int64_t size = table->parts.items[index].size;
    return choice && choice->is_open ? choice_cut_of(choice, index) : (struct choice_cut){0, size};
}

void table_put_target(const struct table *table, struct area area, int row, int column, int columns,
                      struct stroke stroke)
{
    if (table->view->choice && !table->view->is_shown_only && column < area.columns)
        canvas_target(table->canvas,
                      (struct area){area.row + row, area.column + column, 1, columns}, stroke);
}

void table_draw_label(const struct table *table, struct area area, uint32_t index,
                      const char *label)
{
    bool chosen = table_is_chosen(table, index);
    int width = table->body - TABLE_POINTER_COLUMNS - 2;
    if (chosen)
        canvas_glyph(table->canvas, area, 0, 0, STYLE_CHOSEN, GLYPH_POINTER);
    canvas_printf(table->canvas, area, 0, TABLE_POINTER_COLUMNS,
                  chosen ? STYLE_CHOSEN : STYLE_TITLE, "%*s", width, label);
    table_put_target(table, area, 0, 0, table->body - 1, choice_press(index, 0, 0));
}
