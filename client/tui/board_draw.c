#include "client/tui/board_view.h"

#include "client/columns.h"
#include "client/words.h"

enum {
    SIDE_COLUMNS_MIN = 26,
    COLUMNS_WITH_SIDE = 72, /* narrower, and there is no side */
    NAME_COLUMNS_MAX = 32,
    FOOT_ROWS = 6,
    SENTENCE_ROWS = 2,
};

/* The rows that a text takes. */
static int rows_of(struct canvas *canvas, const char *text, int columns)
{
    return canvas_paragraph(canvas, (struct area){.columns = columns}, 0, 0, STYLE_PLAIN, text);
}

/* --- players --- */

/* The last seconds are told by words as well, since not every terminal has colours. */
static int draw_clock(const struct board_player *player, struct canvas *canvas, struct area area,
                      int column)
{
    bool is_urgent = player->left_ms < BOARD_URGENT_MS;
    struct text time = {0};
    words_time(player->left_ms, &time);
    column = canvas_printf(canvas, area, 0, column, is_urgent ? STYLE_URGENT : STYLE_PLAIN,
                           is_urgent ? "only %s s left" : "%s", text_string(&time));
    text_finish(&time);
    return column + 2;
}

static void draw_player(const struct board_player *player, struct canvas *canvas, struct area area,
                        int name_columns)
{
    if (player->is_to_move)
        canvas_glyph(canvas, area, 0, 0, STYLE_CHOSEN, GLYPH_POINTER);
    int column = canvas_put(canvas, area, 0, 2, STYLE_TITLE, player->name);
    if (player->is_you)
        canvas_put(canvas, area, 0, column, STYLE_PLAIN, " (you)");
    column = 2 + name_columns + 2;
    if (player->left_ms >= 0)
        column = draw_clock(player, canvas, area, column);
    if (player->is_to_move)
        column = canvas_put(canvas, area, 0, column, STYLE_PLAIN, "to move") + 2;
    if (player->is_gone)
        canvas_put(canvas, area, 0, column, STYLE_WARN, "not connected");
}

static int name_width(const struct board_player *player)
{
    int width = (int)columns_width(player->name) + (player->is_you ? 6 : 0);
    return width < NAME_COLUMNS_MAX ? width : NAME_COLUMNS_MAX;
}

static void draw_players(const struct board_view *view, struct canvas *canvas, struct area *area)
{
    int first = name_width(&view->players[0]), second = name_width(&view->players[1]);
    for (int i = 0; i < 2; i++)
        draw_player(&view->players[i], canvas, area_cut_rows(area, 1),
                    first > second ? first : second);
}

/* --- the side --- */

/* The last of the lines, as many as fit, the newest at the bottom. */
static void draw_newest(const struct board_line *lines, size_t count, struct canvas *canvas,
                        struct area area)
{
    size_t first = count;
    int rows = 0;
    while (first > 0 && rows < area.rows)
        rows += rows_of(canvas, lines[--first].text, area.columns);
    int skip = rows > area.rows ? rows - area.rows : 0;
    for (; first < count; first++) {
        int drawn = canvas_paragraph(canvas, area, 0, skip, lines[first].style, lines[first].text);
        area_cut_rows(&area, drawn - skip);
        skip = 0;
    }
}

static void draw_titled(const char *title, const struct board_line *lines, size_t count,
                        struct canvas *canvas, struct area area)
{
    canvas_put(canvas, area_cut_rows(&area, 1), 0, 0, STYLE_TITLE, title);
    draw_newest(lines, count, canvas, area);
}

static void draw_side(const struct board_view *view, struct canvas *canvas, struct area area)
{
    struct area edge = area_cut_columns(&area, 2);
    for (int row = 0; row < edge.rows; row++)
        canvas_glyph(canvas, edge, row, 0, STYLE_DIM, GLYPH_VERTICAL);
    if (view->chat_count > 0)
        draw_titled(view->room, view->chat, view->chat_count, canvas,
                    area_cut_rows(&area, -(area.rows / 2)));
    draw_titled("Moves", view->moves, view->move_count, canvas, area);
}

/* --- the foot --- */

/* A sentence in at most so many rows. */
static void draw_sentence(const char *text, enum style style, int rows, struct canvas *canvas,
                          struct area *area)
{
    int taken = rows_of(canvas, text, area->columns);
    canvas_paragraph(canvas, area_cut_rows(area, taken < rows ? taken : rows), 0, 0, style, text);
}

static void draw_field(const struct board_view *view, struct canvas *canvas, struct area area)
{
    int column = canvas_put(canvas, area, 0, 0, STYLE_KEY, view->prompt) + 1;
    area_cut_columns(&area, column);
    field_draw(view->field, true, canvas, area);
}

static void draw_foot(const struct board_view *view, struct canvas *canvas, struct area area)
{
    if (view->field)
        draw_field(view, canvas, area_cut_rows(&area, -1));
    draw_sentence(view->status.text, view->status.style, SENTENCE_ROWS, canvas, &area);
    if (*view->refused)
        draw_sentence(view->refused, STYLE_BAD, SENTENCE_ROWS, canvas, &area);
    draw_sentence(view->does, STYLE_TAKEN, SENTENCE_ROWS, canvas, &area);
    draw_sentence(view->leaves, STYLE_PLAIN, SENTENCE_ROWS, canvas, &area);
}

/* --- all of it --- */

/* Over the whole width, since its figures stand in columns. */
static void draw_hint(const struct board_view *view, struct canvas *canvas, struct area *area)
{
    int wanted = rows_of(canvas, view->hint, area->columns) + 1, most = area->rows / 2;
    struct area hint = area_cut_rows(area, -(wanted < most ? wanted : most));
    canvas_put(canvas, area_cut_rows(&hint, 1), 0, 0, STYLE_TITLE, "What perfect play says");
    canvas_paragraph(canvas, hint, 0, 0, STYLE_PLAIN, view->hint);
}

/* Without a side, the last line of chat stands below the table. */
static void draw_main(const struct board_view *view, bool has_side, struct canvas *canvas,
                      struct area area)
{
    draw_players(view, canvas, &area);
    draw_sentence(view->last.text, view->last.style, SENTENCE_ROWS, canvas, &area);
    int foot = area.rows / 2 < FOOT_ROWS ? area.rows / 2 : FOOT_ROWS;
    draw_foot(view, canvas, area_cut_rows(&area, -foot));
    if (!has_side && view->chat_count > 0)
        canvas_put(canvas, area_cut_rows(&area, -1), 0, 0, STYLE_PLAIN,
                   view->chat[view->chat_count - 1].text);
    if (area.rows > table_rows(&view->table, area.columns) + 1)
        area_cut_rows(&area, 1);
    table_draw(&view->table, canvas, area);
}

void board_draw(const struct board_view *view, struct canvas *canvas, struct area area)
{
    if (!view->table.rules) {
        canvas_paragraph(canvas, area, 0, 0, view->status.style, view->status.text);
        return;
    }
    if (view->hint)
        draw_hint(view, canvas, &area);
    bool has_side = area.columns >= COLUMNS_WITH_SIDE;
    if (has_side) {
        int third = area.columns / 3;
        draw_side(view, canvas,
                  area_cut_columns(&area, -(third > SIDE_COLUMNS_MIN ? third : SIDE_COLUMNS_MIN)));
        area_cut_columns(&area, -1);
    }
    draw_main(view, has_side, canvas, area);
}
