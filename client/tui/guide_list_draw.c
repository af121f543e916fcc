#include "client/tui/guide_list.h"

#include "client/columns.h"
#include "client/words/words.h"

#include <string.h>

enum { NAME_COLUMNS = 27, LIST_ROWS_MIN = 8, BELOW_ROWS = 4 };

/* Rules that have no name of their own, one of each kind. */
static const char *const others[] = {
    "take-away:x",           "take-away:3x",   "take-away:2x,local",
    "take-away:2x,global",   "octal:0.6",      "subtraction:1,3,4",
    "subtraction:fibonacci", "nim,misere",     "fibonacci-nim,misere",
    "kayles,misere",         "wythoff,misere", "grundy,misere",
};

static size_t game_count(void)
{
    size_t count = 0;
    while (games[count].name)
        count++;
    return count;
}

size_t guide_list_count(void)
{
    return game_count() + sizeof others / sizeof *others;
}

const char *guide_list_rules(size_t index)
{
    size_t named = game_count();
    return index < named ? games[index].name : others[index - named];
}

static void explain(const char *text, struct text *out)
{
    struct rules rules;
    struct error error;
    if (!rules_parse(&rules, text, strlen(text), &error))
        words_explain(rules.text, out);
}

static void draw_row(void *owner, size_t index, struct canvas *canvas, struct area area)
{
    (void)owner;
    struct text words = {0};
    const char *name = index < game_count() ? games[index].title : guide_list_rules(index);
    explain(guide_list_rules(index), &words);
    canvas_put(canvas, area_cut_columns(&area, NAME_COLUMNS), 0, 0, STYLE_PLAIN, name);
    canvas_put(canvas, area, 0, 0, STYLE_DIM, text_string(&words));
    if (columns_width(text_string(&words)) > (size_t)area.columns)
        canvas_glyph(canvas, area, 0, area.columns - 1, STYLE_DIM, GLYPH_MORE);
    text_finish(&words);
}

/* The rules of the chosen game in full: its row has room for their beginning. */
static void draw_chosen(const struct list *list, struct canvas *canvas, struct area area)
{
    struct text words = {0};
    explain(guide_list_rules(list->chosen), &words);
    canvas_paragraph(canvas, area, 1, 0, STYLE_PLAIN, text_string(&words));
    text_finish(&words);
}

size_t guide_list_draw(struct list *list, struct canvas *canvas, struct area area)
{
    struct list_rows rows = {
        .head = "Game                       Rules",
        .empty = "",
        .count = guide_list_count(),
        .draw = draw_row,
    };
    if (area.rows >= LIST_ROWS_MIN + BELOW_ROWS)
        draw_chosen(list, canvas, area_cut_rows(&area, -BELOW_ROWS));
    return list_draw(list, &rows, true, canvas, area);
}
