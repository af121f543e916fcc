#include "client/tui/guide_page.h"

#include "client/show/columns.h"
#include "client/tui/scroll.h"
#include "client/tui/table_view.h"
#include "common/words/words.h"

#include <string.h>

enum {
    TABLE_COLUMNS = 35, /* of the example, beside its figures */

    /* With this many columns and rows the example is at the right of the lesson, played to its
     * end. */
    WIDE_COLUMNS = 110,
    WIDE_ROWS = 28,
    LESSON_COLUMNS_MAX = 90, /* longer lines are hard to read */

    /* In the list of games. */
    NAME_COLUMNS = 34, /* for the longest title, and two between it and the rules */
    LIST_ROWS_MIN = 8,
    BELOW_ROWS = 4,
};

static void put_words(const struct guide *guide, struct scroll *scroll)
{
    scroll_paragraph(scroll, STYLE_PLAIN, text_string(&guide->summary));
    scroll_paragraph(scroll, STYLE_TITLE, "How to win");
    scroll_paragraph(scroll, STYLE_PLAIN, guide->lesson->how);
    scroll_paragraph(scroll, STYLE_GOOD, text_string(&guide->table));
    scroll_gap(scroll);
    scroll_paragraph(scroll, STYLE_TITLE, text_string(&guide->example));
}

static void put_figures(const struct guide *guide, struct scroll *scroll)
{
    scroll_paragraph(scroll, STYLE_DIM, text_string(&guide->figures));
}

static void put_sources(const struct guide *guide, struct scroll *scroll)
{
    struct text text = {0};
    text_printf(&text, "Read on: %s.", guide->lesson->sources);
    scroll_paragraph(scroll, STYLE_PLAIN, text_string(&text));
    text_finish(&text);
}

typedef void put_part(const struct guide *guide, struct scroll *scroll);

/* The rows of a part at this width. */
static int rows_of(const struct guide *guide, put_part *put, struct canvas *canvas, int columns)
{
    struct scroll scroll = {.canvas = canvas, .area = {.columns = columns}};
    put(guide, &scroll);
    return scroll.rows;
}

static void draw_part(const struct guide *guide, put_part *put, struct canvas *canvas,
                      struct area area)
{
    struct scroll scroll = {.canvas = canvas, .area = area};
    put(guide, &scroll);
}

/* The layout of the example: its table, with the figures beside it, or below it if that takes fewer
 * rows. */
struct example {
    struct table_view table;
    int table_rows, table_columns;
    int rows;
};

static struct example lay_out(const struct guide_view *view, struct canvas *canvas, int columns)
{
    const struct guide *guide = view->guide;
    struct example example = {
        .table = {.rules = &guide->rules,
                  .position = &guide->position,
                  .choice = view->choice,
                  .is_shown_only = true},
        .table_columns = TABLE_COLUMNS,
    };
    example.table_rows = table_rows(&example.table, TABLE_COLUMNS);
    example.rows = rows_of(guide, put_figures, canvas, columns - TABLE_COLUMNS);
    if (example.rows < example.table_rows)
        example.rows = example.table_rows;
    int below = table_rows(&example.table, columns) + rows_of(guide, put_figures, canvas, columns);
    if (below < example.rows) {
        example.rows = below;
        example.table_columns = columns;
        example.table_rows = table_rows(&example.table, columns);
    }
    return example;
}

/* Draws the whole guide with the example as a table; false: it does not fit. */
static bool draw_whole(const struct guide_view *view, struct canvas *canvas, struct area area)
{
    const struct guide *guide = view->guide;
    struct example example = lay_out(view, canvas, area.columns);
    int words = rows_of(guide, put_words, canvas, area.columns);
    int sources = rows_of(guide, put_sources, canvas, area.columns);
    if (words + sources + example.rows > area.rows)
        return false;
    draw_part(guide, put_words, canvas, area_cut_rows(&area, words));
    draw_part(guide, put_sources, canvas, area_cut_rows(&area, -sources));
    bool is_beside = example.table_columns < area.columns;
    struct area table = is_beside ? area_cut_columns(&area, example.table_columns)
                                  : area_cut_rows(&area, example.table_rows);
    if (is_beside)
        area_cut_columns(&table, -1);
    table_draw(&example.table, canvas, table);
    draw_part(guide, put_figures, canvas, area);
    return true;
}

static void put_airy_lesson(const struct guide *guide, struct scroll *scroll)
{
    scroll_paragraph(scroll, STYLE_PLAIN, text_string(&guide->summary));
    scroll_gap(scroll);
    scroll_paragraph(scroll, STYLE_TITLE, "How to win");
    scroll_paragraph(scroll, STYLE_PLAIN, guide->lesson->how);
    scroll_gap(scroll);
    if (guide->table.len > 0) {
        scroll_paragraph(scroll, STYLE_GOOD, text_string(&guide->table));
        scroll_gap(scroll);
    }
    put_sources(guide, scroll);
}

/* Draws the example, the reason of its best move and its continuation, as far as they fit. */
static void draw_played_example(const struct guide_view *view, struct canvas *canvas,
                                struct area area)
{
    const struct guide *guide = view->guide;
    struct table_view table = {
        .rules = &guide->rules,
        .position = &guide->position,
        .choice = view->choice,
        .is_shown_only = true,
    };
    area_cut_rows(&area,
                  canvas_paragraph(canvas, area, 0, 0, STYLE_TITLE, text_string(&guide->example)));
    int rows = table_rows(&table, area.columns), most = area.rows / 2;
    table_draw(&table, canvas, area_cut_rows(&area, rows < most ? rows : most));
    struct scroll scroll = {.canvas = canvas, .area = area};
    scroll_gap(&scroll);
    put_figures(guide, &scroll);
    scroll_gap(&scroll);
    if (guide->line.len > 0) {
        scroll_paragraph(&scroll, STYLE_TITLE, "Played to its end by two perfect players");
        scroll_paragraph(&scroll, STYLE_PLAIN, text_string(&guide->line));
    }
}

/* Draws the lesson at the left and the example at the right; false: they do not fit. */
static bool draw_wide(const struct guide_view *view, struct canvas *canvas, struct area area)
{
    int columns = area.columns / 2 - 2;
    columns = columns < LESSON_COLUMNS_MAX ? columns : LESSON_COLUMNS_MAX;
    if (area.columns < WIDE_COLUMNS || area.rows < WIDE_ROWS ||
        rows_of(view->guide, put_airy_lesson, canvas, columns) > area.rows)
        return false;
    draw_part(view->guide, put_airy_lesson, canvas, area_cut_columns(&area, columns));
    for (int row = 0; row < area.rows; row++)
        canvas_glyph(canvas, area, row, 1, STYLE_DIM, GLYPH_VERTICAL);
    area_cut_columns(&area, 3);
    draw_played_example(view, canvas, area);
    return true;
}

int guide_draw(const struct guide_view *view, struct canvas *canvas, struct area area)
{
    struct scroll scroll = {.canvas = canvas, .area = area, .skip = view->skip};
    if (draw_wide(view, canvas, area) || draw_whole(view, canvas, area))
        return 0;
    put_words(view->guide, &scroll);
    put_figures(view->guide, &scroll);
    put_sources(view->guide, &scroll);
    return scroll_below(&scroll);
}

/* --- the list of the games --- */

static void explain(const char *text, struct text *out)
{
    struct rules rules;
    struct error error;
    if (!rules_parse(&rules, text, strlen(text), &error))
        words_explain(rules.text, rules.look, out);
}

static void draw_row(void *owner, size_t index, struct canvas *canvas, struct area area)
{
    (void)owner;
    struct text words = {0};
    explain(guide_list_rules(index), &words);
    canvas_put(canvas, area_cut_columns(&area, NAME_COLUMNS), 0, 0, STYLE_PLAIN,
               guide_list_title(index));
    canvas_put(canvas, area, 0, 0, STYLE_DIM, text_string(&words));
    if (columns_width(text_string(&words)) > (size_t)area.columns)
        canvas_glyph(canvas, area, 0, area.columns - 1, STYLE_DIM, GLYPH_MORE);
    text_finish(&words);
}

size_t guide_list_draw(struct list *list, struct canvas *canvas, struct area area)
{
    struct list_rows rows = {
        .head = "Game                              Rules",
        .empty = "",
        .count = guide_list_count(),
        .draw = draw_row,
    };
    if (area.rows >= LIST_ROWS_MIN + BELOW_ROWS) {
        /* The full rules of the chosen game; its row shows only their beginning. */
        struct text words = {0};
        explain(guide_list_rules(list->chosen), &words);
        canvas_paragraph(canvas, area_cut_rows(&area, -BELOW_ROWS), 1, 0, STYLE_PLAIN,
                         text_string(&words));
        text_finish(&words);
    }
    return list_draw(list, &rows, true, canvas, area);
}
