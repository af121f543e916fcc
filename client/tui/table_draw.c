#include "client/tui/table.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <stdio.h>

enum { TAIL_COLUMNS = 14 }; /* after a bar: what was, what would be left */

/* --- a heap, a row --- */

/* "leaves 4", "leaves 2+5"; nothing where the chosen move takes nothing. */
static void say_left(const struct table *table, uint32_t index, struct text *out)
{
    struct choice_cut cut = table_cut_of(table, index);
    int64_t left = table->parts.items[index].size - cut.taken, after = left - cut.before;
    if (cut.before > 0 && after > 0)
        text_printf(out, "leaves %" PRId64 "+%" PRId64, cut.before, after);
    else if (cut.taken > 0)
        text_printf(out, "leaves %" PRId64, left);
}

/* As far as there is room: the figures stand below as well. Returns the column after it. */
static int draw_remark(const struct table *table, struct area area, int row, int column,
                       enum style style, const struct text *text)
{
    if (text->len == 0 || column + (int)text->len > area.columns)
        return column;
    return canvas_put(table->canvas, area, row, column, style, text_string(text)) + 2;
}

/* What the chosen move would leave, and what the last move has changed. */
static void draw_tail(const struct table *table, struct area area, int row, int column,
                      uint32_t index)
{
    struct text left = {0}, was = {0};
    say_left(table, index, &left);
    if (table->was[index] > 0)
        text_printf(&was, "was %" PRId64, table->was[index]);
    column = draw_remark(table, area, row, column, STYLE_TAKEN, &left);
    draw_remark(table, area, row, column, STYLE_LAST, &was);
    text_finish(&left);
    text_finish(&was);
}

static enum glyph glyph_of(const struct table *table)
{
    return table->parts.kind == PARTS_PINS ? GLYPH_PIN : GLYPH_COUNTER;
}

/* What stands between counters. */
enum mark {
    MARK_NONE,
    MARK_QUOTA, /* counters before it may not be taken */
    MARK_SPLIT, /* the chosen move splits the heap here */
};

/* Of the places after more than `from` counters, and no more than `to`. */
static enum mark mark_between(const struct table *table, uint32_t index, int64_t from, int64_t to)
{
    const struct part *part = &table->parts.items[index];
    struct choice_cut cut = table_cut_of(table, index);
    int64_t kept = part->size - part->most;
    if (cut.taken == 0 && cut.before < part->size && from < cut.before && cut.before <= to)
        return MARK_SPLIT;
    return kept > 0 && from < kept && kept <= to ? MARK_QUOTA : MARK_NONE;
}

/* Of the counters up to `to`. Those that may not be taken are dimmed, whatever the last move
 * did. */
static enum style counter_style(const struct table *table, uint32_t index, int64_t to,
                                bool is_taken)
{
    const struct part *part = &table->parts.items[index];
    if (is_taken)
        return STYLE_TAKEN;
    if (to <= part->size - part->most)
        return STYLE_DIM;
    return table->was[index] ? STYLE_LAST : STYLE_COUNTER;
}

static void draw_mark(const struct table *table, struct area area, int row, int column,
                      enum mark mark)
{
    if (mark == MARK_QUOTA)
        canvas_glyph(table->canvas, area, row, column, STYLE_WARN, GLYPH_VERTICAL);
    else if (mark == MARK_SPLIT)
        canvas_put(table->canvas, area, row, column, STYLE_TAKEN, "/");
}

static void draw_counter(const struct table *table, struct area area, uint32_t index, int64_t at)
{
    struct choice_cut cut = table_cut_of(table, index);
    int row = (int)(at / table->per_line);
    int column = table->body + (int)(at % table->per_line) * TABLE_PITCH;
    bool is_taken = at >= cut.before && at - cut.before < cut.taken;
    bool is_poisoned = table->parts.kind == PARTS_CHOCOLATE && index == 0 && at == 0;
    draw_mark(table, area, row, column - 1, mark_between(table, index, at - 1, at));
    if (is_poisoned)
        canvas_put(table->canvas, area, row, column, STYLE_BAD, "X");
    else
        canvas_glyph(table->canvas, area, row, column,
                     counter_style(table, index, at + 1, is_taken),
                     is_taken ? GLYPH_TAKEN : glyph_of(table));
    table_put_target(table, area, row, column, TABLE_PITCH,
                     choice_press(index, (uint32_t)at, (uint32_t)table->parts.items[index].size));
}

static void draw_counters(const struct table *table, struct area area, uint32_t index)
{
    int64_t size = table->parts.items[index].size;
    for (int64_t at = 0; at < size; at++)
        draw_counter(table, area, index, at);
    int column, line = table_tail_line(table, index, &column);
    draw_tail(table, area, line, column, index);
}

/* A cell of a bar stands for the counters from `from` to before `to`. */
static void draw_bar_cell(const struct table *table, struct area area, uint32_t index, int cell,
                          int cells)
{
    const struct part *part = &table->parts.items[index];
    struct choice_cut cut = table_cut_of(table, index);
    int64_t from = (int64_t)((uint128)part->size * (uint128)cell / (uint128)cells);
    int64_t to = (int64_t)((uint128)part->size * ((uint128)cell + 1) / (uint128)cells);
    bool is_taken = to > cut.before && from < cut.before + cut.taken;
    enum glyph glyph = is_taken ? GLYPH_BAR_REST : GLYPH_BAR;
    canvas_glyph(table->canvas, area, 0, table->body + cell,
                 counter_style(table, index, to, is_taken), glyph);
    draw_mark(table, area, 0, table->body + cell, mark_between(table, index, from, to));
    table_put_target(table, area, 0, table->body + cell, 1,
                     choice_press(index, (uint32_t)cell, (uint32_t)cells));
}

static void draw_bar(const struct table *table, struct area area, uint32_t index)
{
    int64_t size = table->parts.items[index].size;
    int most = table->columns > 2 * TAIL_COLUMNS ? table->columns - TAIL_COLUMNS : table->columns;
    int cells = (int)((uint128)size * (uint128)most / (uint128)table->largest);
    if (cells < 1)
        cells = 1;
    for (int cell = 0; cell < cells && cell < table->columns; cell++)
        draw_bar_cell(table, area, index, cell, cells);
    draw_tail(table, area, 0, table->body + cells + 1, index);
}

static void draw_heap(const struct table *table, struct area area, uint32_t index)
{
    const struct part *part = &table->parts.items[index];
    char label[24];
    snprintf(label, sizeof label, "%" PRId64, part->size);
    table_draw_label(table, area, index, label);
    if (table->has_bars)
        draw_bar(table, area, index);
    else
        draw_counters(table, area, index);
}

static void draw_both(const struct table *table, struct area area, uint32_t index)
{
    table_draw_label(table, area, index, "");
    canvas_put(table->canvas, area, 0, TABLE_POINTER_COLUMNS,
               table_is_chosen(table, index) ? STYLE_CHOSEN : STYLE_PLAIN,
               "both heaps, the same number from each");
    table_put_target(table, area, 0, 0, area.columns, choice_press(index, 0, 0));
}

/* --- all parts --- */

static void draw_part(const struct table *table, struct area area, uint32_t index,
                      const struct position *left)
{
    if (table->parts.kind == PARTS_EDGES)
        table_draw_edge(table, area, index, left);
    else if (table->parts.items[index].is_both)
        draw_both(table, area, index);
    else
        draw_heap(table, area, index);
}

/* The first of those that are seen, where there are more than fit. */
static uint32_t first_seen(const struct table *table, uint32_t seen)
{
    const struct choice *choice = table->view->choice;
    uint32_t focus = choice && choice->is_open ? choice->part : table->view->focus;
    uint32_t last = table->parts.count - seen, half = seen / 2;
    uint32_t first = focus > half ? focus - half : 0;
    return first < last ? first : last;
}

/* "3 to 5 of 9" */
static void say_which(const struct table *table, struct area area, uint32_t first, uint32_t count)
{
    struct text words = {0};
    text_printf(&words, "%" PRIu32, first + 1);
    if (count > 1)
        text_printf(&words, " to %" PRIu32, first + count);
    text_printf(&words, " of %" PRIu32 ", Up and Down scroll", table->parts.count);
    canvas_put(table->canvas, area, 0, TABLE_POINTER_COLUMNS, STYLE_DIM, text_string(&words));
    text_finish(&words);
}

static void draw_parts(const struct table *table, struct area area, const struct position *left)
{
    uint32_t first = 0, count = table->parts.count;
    if (table_lines_of_all(table, area.rows) > area.rows && area.rows == 1) {
        count = 1;
        first = first_seen(table, count);
    } else if (table_lines_of_all(table, area.rows) > area.rows) {
        struct area told = area_cut_rows(&area, -1);
        count = area.rows > 0 ? (uint32_t)area.rows : 0;
        first = first_seen(table, count);
        say_which(table, told, first, count);
    }
    for (uint32_t i = first; i < first + count; i++)
        draw_part(table, area_cut_rows(&area, (int)table_lines_of(table, i)), i, left);
}

/* --- what the signs mean --- */

static bool has_legend(const struct table *table)
{
    if (!table->view->has_legend)
        return false;
    if (table->parts.kind == PARTS_CHOCOLATE || table->parts.kind == PARTS_EDGES)
        return table->parts.count > 0;
    for (uint32_t i = 0; i < table->parts.count; i++) {
        if (table->parts.items[i].most < table->parts.items[i].size)
            return true;
    }
    return false;
}

static void draw_legend(const struct table *table, struct area area)
{
    int column = TABLE_POINTER_COLUMNS;
    if (!has_legend(table))
        return;
    if (table->parts.kind == PARTS_CHOCOLATE) {
        column = canvas_put(table->canvas, area, 0, column, STYLE_BAD, "X");
        canvas_put(table->canvas, area, 0, column, STYLE_DIM, "  the poisoned square");
    } else if (table->parts.kind == PARTS_EDGES) {
        column = canvas_glyph(table->canvas, area, 0, column, STYLE_DIM, GLYPH_BAR);
        canvas_put(table->canvas, area, 0, column, STYLE_DIM,
                   "  the ground, 0; a row: an edge, named by its far end");
    } else {
        column = canvas_glyph(table->canvas, area, 0, column, STYLE_WARN, GLYPH_VERTICAL);
        canvas_put(table->canvas, area, 0, column, STYLE_DIM,
                   "  counters left of it may not be taken now");
    }
}

/* --- the table --- */

/* Nothing to choose from: what is left, in words. */
static void draw_words(const struct table *table, struct area area)
{
    struct text text = {0};
    words_position(table->view->rules, table->view->position, &text);
    canvas_paragraph(table->canvas, area, 0, 0, STYLE_PLAIN, text_string(&text));
    text_finish(&text);
}

void table_draw(const struct table_view *view, struct canvas *canvas, struct area area)
{
    struct table table = {.view = view, .canvas = canvas};
    struct position left = {0};
    const struct move *move = view->choice ? choice_move(view->choice) : NULL;
    table_begin(&table, area);
    if (move && table.parts.kind == PARTS_EDGES) {
        position_copy(&left, view->position);
        move_apply(view->rules, &left, move);
    }
    if (table.parts.count == 0)
        draw_words(&table, area);
    else if (area.rows > 0)
        draw_parts(&table, area, move ? &left : NULL);
    area_cut_rows(&area, (int)table_lines_of_all(&table, area.rows));
    draw_legend(&table, area);
    position_finish(&left);
    table_end(&table);
}

int table_rows(const struct table_view *view, int columns)
{
    enum { ROWS_MAX = 1000 };
    struct table table = {.view = view};
    table_begin(&table, (struct area){.rows = ROWS_MAX, .columns = columns});
    int64_t rows = table.parts.count > 0 ? table_lines_of_all(&table, ROWS_MAX) : 1;
    rows += has_legend(&table);
    table_end(&table);
    return (int)rows;
}
