#include "client/tui/table_view.h"

#include "common/base/memory.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    POINTER_COLUMNS = 2, /* before the size of a part */
    PITCH = 2,           /* columns from a counter to the next, with a mark between */
    GAP = 2,             /* columns from the last counter to the remarks */
    TAIL_COLUMNS = 14,   /* remarks after a bar */
    ROUND_TO = 5,        /* counters of a line are a multiple of this, for easy counting */
    EDGE_PITCH_MAX = 4,
    EDGE_PITCH_MIN = 2,
    EDGE_REMARK_COLUMNS = 10,
};

/* The state of laying out and drawing a table. */
struct drawn_table {
    const struct table_view *view;
    struct canvas *canvas;
    struct parts parts;
    /* The size of each part before the last move, with a minus sign that of a ring, of which 2 or
     * more counters were there; 0: unchanged; -1: possibly changed. */
    int64_t *was;
    int body;         /* the column of the first counter */
    int columns;      /* from `body` on */
    int64_t per_line; /* counters */
    int64_t largest;
    bool wraps; /* heaps may take several lines, because all lines fit */
    /* Cells are shares of heaps instead of counters. This holds for all heaps or none, so that a
     * longer bar is a larger heap. */
    bool has_bars;
};

/* --- the last move --- */

/* Sets `was` from the last move. */
static void mark_last(struct drawn_table *table)
{
    assert(!table->was);
    const struct move *last = table->view->last;
    uint32_t count = table->parts.count;
    table->was = memory_zeroed(count + 1, sizeof *table->was);
    if (!last)
        return;
    struct parts_move key = parts_move_of(table->view->rules, last);
    for (uint32_t i = 0; i < count && table->parts.kind == PARTS_CHOCOLATE; i++) {
        const struct part *part = &table->parts.items[i];
        if (part->group[0] >= key.group[0] && part->size == key.smallest)
            table->was[i] = part->group[0] == key.group[0] ? part->size + key.taken : -1;
    }
    for (int i = 0; i < last->after_count && table->parts.kind <= PARTS_PINS; i++) {
        int64_t left = last->cells[last->before_count + i];
        bool is_of_both = key.group[0] == INT64_MAX;
        uint32_t at = 0; /* the first heap of this size that is not marked yet */
        while (at < count && (table->parts.items[at].size != left ||
                              table->parts.items[at].is_both || table->was[at] != 0))
            at++;
        if (at < count)
            table->was[at] = is_of_both ? left + key.taken : key.group[0];
    }
}

/* --- layout --- */

static int digits(int64_t number)
{
    char text[24];
    return snprintf(text, sizeof text, "%" PRId64, number);
}

/* The line of the remarks on a part, counted from 0, and their column: beside the last counters or,
 * while a move is chosen, below them for lack of space. */
static int tail_line(const struct drawn_table *table, uint32_t part, int *ret_column)
{
    assert(part < table->parts.count && table->per_line > 0);
    int64_t last = table->parts.items[part].size - 1;
    int line = (int)(last / table->per_line);
    int used = (int)(last % table->per_line) * PITCH + 1 + GAP;
    int number = digits(table->parts.items[part].size); /* at most "leaves 12+7" */
    int columns = 7 + (table->parts.may_split ? 2 * number + 1 : number);
    bool fits = used + columns <= table->columns;
    bool is_below = !fits && table->wraps && table->view->choice;
    *ret_column = table->body + (is_below ? 0 : used);
    return line + is_below;
}

static int64_t lines_of(const struct drawn_table *table, uint32_t part)
{
    int column;
    bool is_wrapped = table->wraps && !table->parts.items[part].is_both;
    return is_wrapped ? tail_line(table, part, &column) + 1 : 1;
}

/* The rows of all parts, or some number above `most`. */
static int64_t lines_of_all(const struct drawn_table *table, int64_t most)
{
    int64_t lines = 0;
    for (uint32_t i = 0; i < table->parts.count && lines <= most; i++)
        lines += lines_of(table, i);
    return lines;
}

static void show_last_on_grid(struct drawn_table *table)
{
    struct grid before = {0};
    const struct table_view *view = table->view;
    if (view->before && grid_of(&before, view->rules, view->before))
        grid_show_last(&table->parts.grid, &before);
    grid_finish(&before);
}

/* Lays out the view in an area. To be released with end(). */
static void begin(struct drawn_table *table, struct area area)
{
    parts_find(&table->parts, table->view->rules, table->view->position);
    if (table->parts.kind == PARTS_GRID) {
        show_last_on_grid(table);
        return;
    }
    /* Labels are sizes, those of edges their numbers. */
    table->largest = table->parts.kind == PARTS_EDGES ? table->parts.count : 1;
    for (uint32_t i = 0; i < table->parts.count; i++) {
        if (table->parts.items[i].size > table->largest)
            table->largest = table->parts.items[i].size;
    }
    mark_last(table);
    bool has_rings = table->parts.count > 0 && table->parts.items[0].is_ring;
    table->body = POINTER_COLUMNS + has_rings + digits(table->largest) + 2;
    table->columns = area.columns > table->body ? area.columns - table->body : 0;
    table->per_line = table->columns / PITCH;
    bool may_wrap = table->parts.kind <= PARTS_PINS && table->per_line >= ROUND_TO &&
                    table->largest <= CHOICE_CELLS_MAX;
    if (may_wrap)
        table->per_line -= table->per_line % ROUND_TO;
    table->wraps = may_wrap;
    table->wraps = may_wrap && lines_of_all(table, area.rows) <= area.rows;
    table->has_bars = table->per_line == 0 || (!table->wraps && table->largest > table->per_line);
}

static void end(struct drawn_table *table)
{
    parts_finish(&table->parts);
    free(table->was);
}

/* --- all kinds of parts --- */

static bool is_chosen(const struct drawn_table *table, uint32_t index)
{
    const struct choice *choice = table->view->choice;
    return choice && choice->is_open && choice->part == index;
}

/* The counters that the chosen move takes from a part. */
static struct choice_cut cut_of(const struct drawn_table *table, uint32_t index)
{
    assert(index < table->parts.count);
    const struct choice *choice = table->view->choice;
    int64_t size = table->parts.items[index].size;
    return choice && choice->is_open ? choice_cut_of(choice, index) : (struct choice_cut){0, size};
}

/* Makes an area the target of a press, if moves can be chosen. */
static void put_target(const struct drawn_table *table, struct area area, int row, int column,
                       int columns, struct stroke stroke)
{
    if (table->view->choice && !table->view->is_shown_only && column < area.columns)
        canvas_target(table->canvas,
                      (struct area){area.row + row, area.column + column, 1, columns}, stroke);
}

/* Draws the label of a part: its size or number, and the pointer if it is chosen. */
static void draw_label(const struct drawn_table *table, struct area area, uint32_t index,
                       const char *label)
{
    assert(index < table->parts.count);
    bool chosen = is_chosen(table, index);
    int width = table->body - POINTER_COLUMNS - 2;
    if (chosen)
        canvas_glyph(table->canvas, area, 0, 0, STYLE_CHOSEN, GLYPH_POINTER);
    canvas_printf(table->canvas, area, 0, POINTER_COLUMNS, chosen ? STYLE_CHOSEN : STYLE_TITLE,
                  "%*s", width, label);
    put_target(table, area, 0, 0, table->body - 1, choice_press(index, 0, 0));
}

/* --- a heap, a row --- */

/* Draws a remark if it fits; its figures are shown elsewhere, too. Returns the column after it. */
static int draw_remark(const struct drawn_table *table, struct area area, int row, int column,
                       enum style style, const struct text *text)
{
    if (text->len == 0 || column + (int)text->len > area.columns)
        return column;
    return canvas_put(table->canvas, area, row, column, style, text_string(text)) + 2;
}

/* Draws the remarks on a part: the result of the chosen move and the change by the last move. */
static void draw_tail(const struct drawn_table *table, struct area area, int row, int column,
                      uint32_t index)
{
    struct choice_cut cut = cut_of(table, index);
    int64_t rest = table->parts.items[index].size - cut.taken, after = rest - cut.before;
    struct text left = {0}, was = {0};
    if (cut.before > 0 && after > 0 && !table->parts.items[index].is_ring)
        text_printf(&left, "leaves %" PRId64 "+%" PRId64, cut.before, after);
    else if (cut.taken > 0)
        text_printf(&left, "leaves %" PRId64, rest);
    if (table->was[index] > 0)
        text_printf(&was, "was %" PRId64, table->was[index]);
    else if (table->was[index] < -1)
        text_printf(&was, "was o%" PRId64, -table->was[index]);
    column = draw_remark(table, area, row, column, STYLE_TAKEN, &left);
    draw_remark(table, area, row, column, STYLE_LAST, &was);
    text_finish(&left);
    text_finish(&was);
}

/* The mark between two counters. */
enum mark {
    MARK_NONE,
    MARK_QUOTA, /* the counters before it cannot be taken */
    MARK_SPLIT, /* the chosen move splits the heap here */
};

/* The mark at the places after more than `from` and at most `to` counters. */
static enum mark mark_between(const struct drawn_table *table, uint32_t index, int64_t from,
                              int64_t to)
{
    assert(from <= to);
    const struct part *part = &table->parts.items[index];
    struct choice_cut cut = cut_of(table, index);
    int64_t kept = part->size - part->most;
    if (cut.taken == 0 && cut.before < part->size && from < cut.before && cut.before <= to)
        return MARK_SPLIT;
    return kept > 0 && from < kept && kept <= to ? MARK_QUOTA : MARK_NONE;
}

/* The style of the counters up to `to`. Counters that cannot be taken are dimmed even if the last
 * move changed the heap. */
static enum style counter_style(const struct drawn_table *table, uint32_t index, int64_t to,
                                bool is_taken)
{
    const struct part *part = &table->parts.items[index];
    if (is_taken)
        return STYLE_TAKEN;
    if (to <= part->size - part->most)
        return STYLE_DIM;
    return table->was[index] ? STYLE_LAST : STYLE_COUNTER;
}

static void draw_mark(const struct drawn_table *table, struct area area, int row, int column,
                      enum mark mark)
{
    if (mark == MARK_QUOTA)
        canvas_glyph(table->canvas, area, row, column, STYLE_WARN, GLYPH_VERTICAL);
    else if (mark == MARK_SPLIT)
        canvas_put(table->canvas, area, row, column, STYLE_TAKEN, "/");
}

static void draw_counter(const struct drawn_table *table, struct area area, uint32_t index,
                         int64_t at)
{
    assert(table->per_line > 0 && at >= 0 && at < table->parts.items[index].size);
    struct choice_cut cut = cut_of(table, index);
    int row = (int)(at / table->per_line);
    int column = table->body + (int)(at % table->per_line) * PITCH;
    bool is_taken = at >= cut.before && at - cut.before < cut.taken;
    bool is_poisoned = table->parts.kind == PARTS_CHOCOLATE && index == 0 && at == 0;
    draw_mark(table, area, row, column - 1, mark_between(table, index, at - 1, at));
    if (is_poisoned)
        canvas_put(table->canvas, area, row, column, STYLE_BAD, "X");
    else
        canvas_glyph(table->canvas, area, row, column,
                     counter_style(table, index, at + 1, is_taken),
                     is_taken                          ? GLYPH_TAKEN
                     : table->parts.kind == PARTS_PINS ? GLYPH_PIN
                                                       : GLYPH_COUNTER);
    put_target(table, area, row, column, PITCH,
               choice_press(index, (uint32_t)at, (uint32_t)table->parts.items[index].size));
}

/* Draws a cell of a bar, for the counters from `from` on and before `to`. */
static void draw_bar_cell(const struct drawn_table *table, struct area area, uint32_t index,
                          int cell, int cells)
{
    assert(cell >= 0 && cell < cells);
    const struct part *part = &table->parts.items[index];
    struct choice_cut cut = cut_of(table, index);
    int64_t from = (int64_t)((uint128)part->size * (uint128)cell / (uint128)cells);
    int64_t to = (int64_t)((uint128)part->size * ((uint128)cell + 1) / (uint128)cells);
    bool is_taken = to > cut.before && from < cut.before + cut.taken;
    enum glyph glyph = is_taken ? GLYPH_BAR_REST : GLYPH_BAR;
    canvas_glyph(table->canvas, area, 0, table->body + cell,
                 counter_style(table, index, to, is_taken), glyph);
    draw_mark(table, area, 0, table->body + cell, mark_between(table, index, from, to));
    put_target(table, area, 0, table->body + cell, 1,
               choice_press(index, (uint32_t)cell, (uint32_t)cells));
}

static void draw_heap(const struct drawn_table *table, struct area area, uint32_t index)
{
    assert(table->largest > 0 && table->parts.items[index].size <= table->largest);
    int64_t size = table->parts.items[index].size;
    char label[24];
    snprintf(label, sizeof label, "%s%" PRId64, table->parts.items[index].is_ring ? "o" : "", size);
    draw_label(table, area, index, label);
    if (!table->has_bars) {
        for (int64_t at = 0; at < size; at++)
            draw_counter(table, area, index, at);
        int column, line = tail_line(table, index, &column);
        draw_tail(table, area, line, column, index);
        return;
    }
    int most = table->columns > 2 * TAIL_COLUMNS ? table->columns - TAIL_COLUMNS : table->columns;
    int cells = (int)((uint128)size * (uint128)most / (uint128)table->largest);
    if (cells < 1)
        cells = 1;
    for (int cell = 0; cell < cells && cell < table->columns; cell++)
        draw_bar_cell(table, area, index, cell, cells);
    draw_tail(table, area, 0, table->body + cells + 1, index);
}

/* --- edges: a plant that grows out of the ground at the left; a row for each edge, which ends at
 * the number of its point
 *
 *     1  █───1          0-1
 *     2  █   ├───2      1-2
 *     3  █   └───3      1-3
 * --- */

/* The place of an edge. */
struct stick {
    int pitch;  /* columns from a point to the next */
    int column; /* of the point where it begins */
    bool fits;
};

static struct stick stick_of(const struct drawn_table *table, const struct part *part)
{
    int depth = 0;
    for (uint32_t i = 0; i < table->parts.count; i++) {
        if (table->parts.items[i].depth > depth)
            depth = table->parts.items[i].depth;
    }
    int room = table->columns - EDGE_REMARK_COLUMNS, pitch = room / (depth + 1);
    if (pitch > EDGE_PITCH_MAX)
        pitch = EDGE_PITCH_MAX;
    if (pitch < EDGE_PITCH_MIN)
        pitch = EDGE_PITCH_MIN;
    return (struct stick){
        .pitch = pitch,
        .column = table->body + part->depth * pitch,
        .fits = (part->depth + 1) * pitch <= room,
    };
}

/* Draws the ground, and the lines that pass this row on the way to edges below. */
static void draw_carriers(const struct drawn_table *table, struct area area, uint32_t index,
                          struct stick stick)
{
    int depth = table->parts.items[index].depth;
    canvas_glyph(table->canvas, area, 0, table->body, STYLE_DIM, GLYPH_BAR);
    for (int level = 1; level <= depth && stick.fits; level++) {
        /* Does another edge below begin at the point where the edge of this level begins? */
        uint32_t next = index + 1;
        while (next < table->parts.count && table->parts.items[next].depth > level)
            next++;
        bool has_more = next < table->parts.count && table->parts.items[next].depth == level;
        enum glyph turn = has_more ? GLYPH_BRANCH : GLYPH_CORNER_BOTTOM_LEFT;
        if (level == depth || has_more)
            canvas_glyph(table->canvas, area, 0, table->body + level * stick.pitch, STYLE_COUNTER,
                         level == depth ? turn : GLYPH_VERTICAL);
    }
}

/* Draws the edge. Returns the column after it. */
static int draw_stick(const struct drawn_table *table, struct area area, const struct part *part,
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

/* Does this edge fall with the chosen cut, which leaves `left`? Parallel edges are compared by
 * number. */
static bool falls(const struct drawn_table *table, uint32_t index, const struct position *left)
{
    const struct part *items = table->parts.items;
    uint32_t before = 0, there = 0;
    for (uint32_t i = 0; i < index; i++)
        before += !is_chosen(table, i) && items[i].group[0] == items[index].group[0] &&
                  items[i].group[1] == items[index].group[1];
    for (uint32_t i = 0; i < left->count; i += 2)
        there +=
            left->cells[i] == items[index].group[0] && left->cells[i + 1] == items[index].group[1];
    return there <= before;
}

/* `left` is the position after the chosen cut; NULL: none is chosen. */
static void draw_edge(const struct drawn_table *table, struct area area, uint32_t index,
                      const struct position *left)
{
    const struct part *part = &table->parts.items[index];
    bool is_cut = is_chosen(table, index);
    bool is_fallen = left && (is_cut || falls(table, index, left));
    struct stick stick = stick_of(table, part);
    char label[24];
    snprintf(label, sizeof label, "%" PRIu32, index + 1);
    draw_label(table, area, index, label);
    draw_carriers(table, area, index, stick);
    int column = draw_stick(table, area, part, stick, is_fallen);
    if (part->leads_back && part->to != 0)
        column = canvas_put(table->canvas, area, 0, column, STYLE_DIM, " again");
    if (is_fallen)
        canvas_put(table->canvas, area, 0, column + 2, STYLE_TAKEN, is_cut ? "cut" : "falls");
    put_target(table, area, 0, 0, area.columns, choice_press(index, 0, 0));
}

/* --- all parts --- */

/* The first visible part if only `seen` parts fit. */
static uint32_t first_seen(const struct drawn_table *table, uint32_t seen)
{
    const struct choice *choice = table->view->choice;
    uint32_t focus = choice && choice->is_open ? choice->part : table->view->focus;
    uint32_t last = table->parts.count - seen, half = seen / 2;
    uint32_t first = focus > half ? focus - half : 0;
    return first < last ? first : last;
}

static void draw_parts(const struct drawn_table *table, struct area area,
                       const struct position *left)
{
    uint32_t first = 0, count = table->parts.count;
    if (lines_of_all(table, area.rows) > area.rows && area.rows == 1) {
        count = 1;
        first = first_seen(table, count);
    } else if (lines_of_all(table, area.rows) > area.rows) {
        struct area told = area_cut_rows(&area, -1);
        count = area.rows > 0 ? (uint32_t)area.rows : 0;
        first = first_seen(table, count);
        struct text which = {0}; /* "3 to 5 of 9" */
        text_printf(&which, "%" PRIu32, first + 1);
        if (count > 1)
            text_printf(&which, " to %" PRIu32, first + count);
        text_printf(&which, " of %" PRIu32 ", Up and Down scroll", table->parts.count);
        canvas_put(table->canvas, told, 0, POINTER_COLUMNS, STYLE_DIM, text_string(&which));
        text_finish(&which);
    }
    for (uint32_t i = first; i < first + count; i++) {
        struct area rows = area_cut_rows(&area, (int)lines_of(table, i));
        if (table->parts.kind == PARTS_EDGES) {
            draw_edge(table, rows, i, left);
        } else if (table->parts.items[i].is_both) {
            draw_label(table, rows, i, "");
            canvas_put(table->canvas, rows, 0, POINTER_COLUMNS,
                       is_chosen(table, i) ? STYLE_CHOSEN : STYLE_PLAIN,
                       "both heaps, the same number from each");
            put_target(table, rows, 0, 0, rows.columns, choice_press(i, 0, 0));
        } else {
            draw_heap(table, rows, i);
        }
    }
}

/* --- the legend --- */

static bool has_legend(const struct drawn_table *table)
{
    if (!table->view->has_legend || table->parts.kind == PARTS_GRID)
        return false;
    if (table->parts.kind == PARTS_CHOCOLATE || table->parts.kind == PARTS_EDGES)
        return table->parts.count > 0;
    for (uint32_t i = 0; i < table->parts.count; i++) {
        if (table->parts.items[i].most < table->parts.items[i].size)
            return true;
    }
    return false;
}

static void draw_legend(const struct drawn_table *table, struct area area)
{
    int column = POINTER_COLUMNS;
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

void table_draw(const struct table_view *view, struct canvas *canvas, struct area area)
{
    struct drawn_table table = {.view = view, .canvas = canvas};
    struct position left = {0};
    const struct move *move = view->choice ? choice_move(view->choice) : NULL;
    begin(&table, area);
    if (table.parts.kind == PARTS_GRID) {
        grid_draw(view, &table.parts.grid, canvas, area);
        end(&table);
        return;
    }
    if (move && table.parts.kind == PARTS_EDGES) {
        position_copy(&left, view->position);
        move_apply(view->rules, &left, move);
    }
    if (table.parts.count == 0) {
        struct text words = {0};
        words_position(view->rules, view->position, &words);
        canvas_paragraph(canvas, area, 0, 0, STYLE_PLAIN, text_string(&words));
        text_finish(&words);
    } else if (area.rows > 0) {
        draw_parts(&table, area, move ? &left : NULL);
    }
    area_cut_rows(&area, (int)lines_of_all(&table, area.rows));
    draw_legend(&table, area);
    position_finish(&left);
    end(&table);
}

int table_rows(const struct table_view *view, int columns)
{
    enum { ROWS_MAX = 1000 };
    struct drawn_table table = {.view = view};
    begin(&table, (struct area){.rows = ROWS_MAX, .columns = columns});
    int64_t rows = table.parts.kind == PARTS_GRID ? grid_rows(view, &table.parts.grid, columns)
                   : table.parts.count > 0        ? lines_of_all(&table, ROWS_MAX)
                                                  : 1;
    rows += has_legend(&table);
    end(&table);
    return (int)rows;
}
