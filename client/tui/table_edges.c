#include "client/tui/table.h"

#include <inttypes.h>
#include <stdio.h>

/* Would the chosen cut let this edge fall? `left` is what it leaves; parallel edges are told apart by their number. */
static bool falls(const struct table *table, uint32_t index, const struct position *left)
{
    const struct part *items = table->parts.items;
    uint32_t before = 0, there = 0;
    for (uint32_t i = 0; i < index; i++)
        before += items[i].group[0] == items[index].group[0] &&
                  items[i].group[1] == items[index].group[1];
    for (uint32_t i = 0; i < left->count; i += 2)
        there +=
            left->cells[i] == items[index].group[0] && left->cells[i + 1] == items[index].group[1];
    return there <= before;
}

void table_draw_edge(const struct table *table, struct area area, uint32_t index,
                     const struct position *left)
{
    const struct part *part = &table->parts.items[index];
    bool fallen = left && (table_is_chosen(table, index) || falls(table, index, left));
    char label[24];
    snprintf(label, sizeof label, "%" PRIu32, index + 1);
    table_draw_label(table, area, index, label);
    int column = table->body + TABLE_PITCH * part->depth;
    canvas_glyph(table->canvas, area, 0, column, fallen ? STYLE_TAKEN : STYLE_COUNTER,
                 fallen ? GLYPH_TAKEN : GLYPH_COUNTER);
    column = canvas_printf(table->canvas, area, 0, column + 2, fallen ? STYLE_TAKEN : STYLE_PLAIN,
                           "%" PRId64 "-%" PRId64, part->from, part->to);
    const char *where = part->to == 0      ? "  back to the ground"
                        : part->leads_back ? "  back there"
                        : part->from == 0  ? "  from the ground"
                                           : "";
    column = canvas_put(table->canvas, area, 0, column, STYLE_DIM, where);
    if (table_is_chosen(table, index))
        canvas_put(table->canvas, area, 0, column + 2, STYLE_TAKEN, "cut");
    else if (fallen)
        canvas_put(table->canvas, area, 0, column + 2, STYLE_TAKEN, "falls");
    table_put_target(table, area, 0, 0, area.columns, choice_press(index, 0, 0));
}
