/* A picture of edges as a plant that grows out of the ground at the left: a row for each edge,
 * which ends at the number of its point.
 *
 *     1  █───1          0-1
 *     2  █   ├───2      1-2
 *     3  █   └───3      1-3
 */
#include "client/tui/table.h"

#include <inttypes.h>
#include <stdio.h>

enum { PITCH_MAX = 4, PITCH_MIN = 2, REMARK_COLUMNS = 10 };

/* Where an edge is drawn. */
struct stick {
    int pitch;  /* columns from a point to the next */
    int column; /* of the point that it begins at */
    bool fits;
};

static struct stick stick_of(const struct table *table, const struct part *part)
{
    int depth = 0;
    for (uint32_t i = 0; i < table->parts.count; i++) {
        if (table->parts.items[i].depth > depth)
            depth = table->parts.items[i].depth;
    }
    int room = table->columns - REMARK_COLUMNS, pitch = room / (depth + 1);
    if (pitch > PITCH_MAX)
        pitch = PITCH_MAX;
    if (pitch < PITCH_MIN)
        pitch = PITCH_MIN;
    return (struct stick){
        .pitch = pitch,
        .column = table->body + part->depth * pitch,
        .fits = (part->depth + 1) * pitch <= room,
    };
}

/* Does another edge begin further down at the point that this one, or what carries it, begins at?
 */
static bool goes_on(const struct table *table, uint32_t index, int depth)
{
    const struct part *items = table->parts.items;
    for (uint32_t i = index + 1; i < table->parts.count; i++) {
        if (items[i].depth <= depth)
            return items[i].depth == depth;
    }
    return false;
}

/* The ground, and what leads down past this row to edges below. */
static void draw_carriers(const struct table *table, struct area area, uint32_t index,
                          struct stick stick)
{
    int depth = table->parts.items[index].depth;
    canvas_glyph(table->canvas, area, 0, table->body, STYLE_DIM, GLYPH_BAR);
    for (int level = 1; level <= depth && stick.fits; level++) {
        bool has_more = goes_on(table, index, level);
        enum glyph turn = has_more ? GLYPH_BRANCH : GLYPH_CORNER_BOTTOM_LEFT;
        if (level == depth || has_more)
            canvas_glyph(table->canvas, area, 0, table->body + level * stick.pitch, STYLE_COUNTER,
                         level == depth ? turn : GLYPH_VERTICAL);
    }
}

/* Returns the column after it. */
static int draw_stick(const struct table *table, struct area area, const struct part *part,
                      struct stick stick, bool is_fallen)
{
    enum style style = is_fallen ? STYLE_TAKEN : STYLE_COUNTER;
    struct canvas *canvas = table->canvas;
    if (!stick.fits) {
        int column = canvas_glyph(canvas, area, 0, table->body + 2, STYLE_DIM, GLYPH_MORE);
        return canvas_printf(canvas, area, 0, column, style, "%" PRId64 "-%" PRId64, part->from,
                             part->to);
    }
    int column = canvas_glyphs(canvas, area, 0, stick.column + 1, style,
                               is_fallen ? GLYPH_TAKEN : GLYPH_HORIZONTAL, stick.pitch - 1);
    if (part->to == 0)
        return canvas_glyph(canvas, area, 0, column, STYLE_DIM, GLYPH_BAR);
    return canvas_printf(canvas, area, 0, column, is_fallen ? STYLE_TAKEN : STYLE_PLAIN, "%" PRId64,
                         part->to);
}

/* Would the chosen cut let this edge fall? `left` is what it leaves; parallel edges are told apart
 * by their number. */
static bool falls(const struct table *table, uint32_t index, const struct position *left)
{
    const struct part *items = table->parts.items;
    uint32_t before = 0, there = 0;
    for (uint32_t i = 0; i < index; i++)
        before += !table_is_chosen(table, i) && items[i].group[0] == items[index].group[0] &&
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
    bool is_cut = table_is_chosen(table, index);
    bool is_fallen = left && (is_cut || falls(table, index, left));
    struct stick stick = stick_of(table, part);
    char label[24];
    snprintf(label, sizeof label, "%" PRIu32, index + 1);
    table_draw_label(table, area, index, label);
    draw_carriers(table, area, index, stick);
    int column = draw_stick(table, area, part, stick, is_fallen);
    if (part->leads_back && part->to != 0)
        column = canvas_put(table->canvas, area, 0, column, STYLE_DIM, " again");
    if (is_fallen)
        canvas_put(table->canvas, area, 0, column + 2, STYLE_TAKEN, is_cut ? "cut" : "falls");
    table_put_target(table, area, 0, 0, area.columns, choice_press(index, 0, 0));
}
