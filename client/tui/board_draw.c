#include "client/tui/board_view.h"

#include "client/show/columns.h"
#include "client/tui/scroll.h"
#include "common/base/memory.h"
#include "common/words/words.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SIDE_COLUMNS_MIN = 26,
    COLUMNS_WITH_SIDE = 72, /* a narrower board has no side */
    NAME_COLUMNS_MAX = 32,
    FOOT_ROWS = 6,       /* reserved if possible, so that the layout is stable */
    ROOMY_ROWS = 28,     /* from here on the foot is directly below the table */
    ROOMY_SPARES = 8,    /* empty rows required for showing the rules permanently */
    HINT_SPARES = 7,     /* rows for the players and the foot */
    HINT_SPARES_MIN = 3, /* on a small screen: chosen part, chosen move, turn */
    TABLE_ROWS_MIN = 3,  /* beside a hint */
};

/* The rows of a text at this width. */
static int rows_of(struct canvas *canvas, const char *text, int columns)
{
    return canvas_paragraph(canvas, (struct area){.columns = columns}, 0, 0, STYLE_PLAIN, text);
}

/* A text that does not fit ends with the glyph for more and with `rest`, which says where to read
 * on. */
static void draw_text(const char *text, enum style style, const char *rest, struct canvas *canvas,
                      struct area area)
{
    if (canvas_paragraph(canvas, area, 0, 0, style, text) <= area.rows || area.rows < 1)
        return;
    int column = area.columns - canvas_width(canvas, rest) - 4;
    canvas_put(canvas, area, area.rows - 1, column, style, "    ");
    canvas_glyph(canvas, area, area.rows - 1, column + 1, style, GLYPH_MORE);
    canvas_put_right(canvas, area, area.rows - 1, style, rest);
}

/* --- the rows of each part --- */

enum share {
    SHARE_PLAYERS,
    SHARE_LAST,
    SHARE_RULES,
    SHARE_TABLE,
    SHARE_CHAT,
    SHARE_STATUS, /* the foot begins here */
    SHARE_REFUSED,
    SHARE_DOES,
    SHARE_LEAVES,
    SHARE_VERDICT,
    SHARE_FIELD,
    SHARE_SPARE,
    SHARE_COUNT,
};

struct shares {
    int wanted[SHARE_COUNT], given[SHARE_COUNT];
};

static void want_rows(const struct board_view *view, bool has_side, struct canvas *canvas,
                      int columns, int *wanted)
{
    wanted[SHARE_PLAYERS] = 2;
    wanted[SHARE_LAST] = rows_of(canvas, view->last.text, columns);
    wanted[SHARE_RULES] = view->is_new_game ? rows_of(canvas, view->rules, columns) : 0;
    wanted[SHARE_TABLE] = table_rows(&view->table, columns);
    wanted[SHARE_CHAT] = !has_side && view->chat_count > 0;
    wanted[SHARE_STATUS] = rows_of(canvas, view->status.text, columns);
    wanted[SHARE_REFUSED] = rows_of(canvas, view->refused, columns);
    wanted[SHARE_DOES] = rows_of(canvas, view->does, columns);
    wanted[SHARE_LEAVES] = rows_of(canvas, view->leaves, columns);
    wanted[SHARE_VERDICT] = rows_of(canvas, view->verdict.text, columns);
    wanted[SHARE_FIELD] = view->field != NULL;
}

static int rows_of_foot(const struct shares *shares)
{
    int rows = 0;
    for (int i = SHARE_STATUS; i < SHARE_COUNT; i++)
        rows += shares->given[i];
    return rows;
}

/* Gives rows to the most important parts first: the chosen part, the typed text, the chosen
 * move. */
static void give_rows(struct shares *shares, int rows)
{
    enum { ALL = INT16_MAX };
    static const struct {
        enum share share;
        int most;
    } order[] = {
        {SHARE_TABLE, 1},   {SHARE_FIELD, 1},  {SHARE_DOES, 2},      {SHARE_REFUSED, 1},
        {SHARE_STATUS, 1},  {SHARE_TABLE, 2},  {SHARE_PLAYERS, 2},   {SHARE_REFUSED, 2},
        {SHARE_STATUS, 2},  {SHARE_LEAVES, 2}, {SHARE_TABLE, 4},     {SHARE_LAST, 1},
        {SHARE_VERDICT, 2}, {SHARE_RULES, 1},  {SHARE_TABLE, 8},     {SHARE_STATUS, 4},
        {SHARE_REFUSED, 4}, {SHARE_LAST, ALL}, {SHARE_VERDICT, ALL}, {SHARE_RULES, ALL},
        {SHARE_SPARE, ALL}, {SHARE_CHAT, 1},   {SHARE_TABLE, ALL},
    };
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        enum share share = order[i].share;
        if (share == SHARE_SPARE)
            shares->wanted[share] = FOOT_ROWS - rows_of_foot(shares);
        int wanted = shares->wanted[share] < order[i].most ? shares->wanted[share] : order[i].most;
        int more = wanted - shares->given[share];
        if (more > rows)
            more = rows;
        if (more > 0) {
            shares->given[share] += more;
            rows -= more;
        }
    }
}

/* --- players --- */

static int name_width(const struct board_player *player)
{
    int width = (int)columns_width(player->name) + (player->is_you ? 6 : 0);
    return width < NAME_COLUMNS_MAX ? width : NAME_COLUMNS_MAX;
}

static void draw_players(const struct board_view *view, struct canvas *canvas, struct area area)
{
    int first = name_width(&view->players[0]), second = name_width(&view->players[1]);
    for (int i = 0; i < 2; i++) {
        const struct board_player *player = &view->players[i];
        struct area row = area_cut_rows(&area, 1);
        if (player->is_to_move)
            canvas_glyph(canvas, row, 0, 0, STYLE_CHOSEN, GLYPH_POINTER);
        int column = canvas_put(canvas, row, 0, 2, STYLE_TITLE, player->name);
        if (player->is_you)
            canvas_put(canvas, row, 0, column, STYLE_PLAIN, " (you)");
        column = 2 + (first > second ? first : second) + 2;
        if (player->left_ms >= 0) {
            /* Words warn of the last seconds, too: some terminals have no colours. */
            bool is_urgent = player->left_ms < BOARD_URGENT_MS;
            struct text time = {0};
            words_time(player->left_ms, &time);
            column = canvas_printf(canvas, row, 0, column, is_urgent ? STYLE_URGENT : STYLE_PLAIN,
                                   is_urgent ? "only %s s left" : "%s", text_string(&time)) +
                     2;
            text_finish(&time);
        }
        if (player->is_to_move)
            column = canvas_put(canvas, row, 0, column, STYLE_PLAIN, "to move") + 2;
        if (player->is_gone)
            canvas_put(canvas, row, 0, column, STYLE_WARN, "not connected");
    }
}

/* --- the side --- */

/* Draws the last lines that fit, the newest at the bottom. */
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

/* Draws " 7. 44>42    8. 42>40": two moves a line if the newest ones fit, or else one move, which
 * may take several rows. The newest moves are at the bottom. */
static void draw_moves(const struct board_view *view, struct canvas *canvas, struct area area)
{
    size_t seen = area.rows > 0 ? 2 * (size_t)area.rows : 0;
    size_t first = view->move_count > seen ? (view->move_count - seen + 1) / 2 * 2 : 0;
    char number[24];
    int digits = snprintf(number, sizeof number, "%zu", view->move_count);
    int column = area.columns / 2, widest = 0;
    for (size_t i = first; i < view->move_count; i++) {
        int width = canvas_width(canvas, view->moves[i].text);
        widest = width > widest ? width : widest;
    }

    bool is_double = digits + 2 + widest < column;
    size_t count = view->move_count - first, lines = is_double ? (count + 1) / 2 : count;
    struct board_line *newest = memory_zeroed(lines + 1, sizeof *newest);
    struct text *texts = memory_zeroed(lines + 1, sizeof *texts);
    for (size_t i = 0; i < count; i++) {
        struct text *text = &texts[is_double ? i / 2 : i];
        int before = text->len > 0 ? column - canvas_width(canvas, text_string(text)) : 0;
        text_printf(text, "%*s%*zu. %s", before, "", digits, first + i + 1,
                    view->moves[first + i].text);
    }
    for (size_t i = 0; i < lines; i++)
        newest[i].text = text_string(&texts[i]);
    draw_newest(newest, lines, canvas, area);
    for (size_t i = 0; i < lines; i++)
        text_finish(&texts[i]);
    free(texts);
    free(newest);
}

static void draw_side(const struct board_view *view, struct canvas *canvas, struct area area)
{
    struct area edge = area_cut_columns(&area, 2);
    for (int row = 0; row < edge.rows; row++)
        canvas_glyph(canvas, edge, row, 0, STYLE_DIM, GLYPH_VERTICAL);
    const struct board_line empty = {view->no_chat, STYLE_DIM};
    const struct board_line *lines = view->chat_count > 0 ? view->chat : &empty;
    size_t count = view->chat_count > 0 ? view->chat_count : 1;
    if (*lines->text) {
        int rows = view->chat_count > 0 ? area.rows : 1 + rows_of(canvas, empty.text, area.columns);
        struct area chat = area_cut_rows(&area, rows < area.rows / 2 ? -rows : -(area.rows / 2));
        canvas_put(canvas, area_cut_rows(&chat, 1), 0, 0, STYLE_TITLE, view->room);
        draw_newest(lines, count, canvas, chat);
    }
    canvas_put(canvas, area_cut_rows(&area, 1), 0, 0, STYLE_TITLE, "Moves");
    draw_moves(view, canvas, area);
}

/* --- all of it --- */

/* The rows of a hint. The table keeps a third of the rows if needed, and the row that names the
 * visible parts. */
static int hint_rows(int wanted, int table, int rows)
{
    int third = rows / 3 + 1;
    table = table > third ? third : table;
    int more = table > TABLE_ROWS_MIN ? table - TABLE_ROWS_MIN : 0;
    int most = rows - HINT_SPARES - TABLE_ROWS_MIN - more;
    if (most < rows / 2 - more)
        most = rows / 2 - more;
    if (most > rows - HINT_SPARES_MIN)
        most = rows - HINT_SPARES_MIN;
    return wanted < most ? wanted : most;
}

/* Draws the hint over the whole width, because its figures form columns. */
static void draw_hint(struct board_hint *hint, int table, struct canvas *canvas, struct area *area)
{
    const char *text = text_string(&hint->text);
    int wanted = rows_of(canvas, text, area->columns);
    int rows = hint_rows(wanted + 1, table, area->rows);
    if (rows <= 0)
        return;
    struct area place = area_cut_rows(area, -rows), title = area_cut_rows(&place, 1);
    hint->rows = place.rows;
    if (hint->skip > wanted - hint->rows)
        hint->skip = wanted - hint->rows;
    struct scroll scroll = {.canvas = canvas, .area = place, .skip = hint->skip};
    scroll_paragraph(&scroll, STYLE_PLAIN, text);
    hint->below = scroll_below(&scroll);
    canvas_put(canvas, title, 0, 0, STYLE_TITLE, "What perfect play says");
    const char *keys = hint->skip > 0 && hint->below > 0 ? "PgUp, PgDn: more"
                       : hint->below > 0                 ? "PgDn: more"
                       : hint->skip > 0                  ? "PgUp: more"
                                                         : "";
    canvas_put_right(canvas, title, 0, STYLE_KEY, keys);
}

/* The rows of the table now or at the start of the match, whichever are more. They are independent
 * of the turn, so that the words below the table do not move. */
static int table_rows_of_match(const struct board_view *view, int now, int columns)
{
    if (!view->start)
        return now;
    const struct choice some_choice = {0}; /* the position after it may take a row */
    struct table_view table = view->table;
    table.choice = &some_choice;
    table.last = NULL;
    table.before = NULL;
    int with_choice = table_rows(&table, columns);
    table.position = view->start;
    int start = table_rows(&table, columns);
    return start > with_choice ? start : with_choice;
}

/* Draws all but the side. Without a side the last chat line is below the table. */
static void draw_main(const struct board_view *view, bool has_side, bool is_roomy,
                      struct canvas *canvas, struct area area)
{
    struct shares shares = {0};
    want_rows(view, has_side, canvas, area.columns, shares.wanted);
    int table = table_rows_of_match(view, shares.wanted[SHARE_TABLE], area.columns);
    int rules = rows_of(canvas, view->rules, area.columns);
    int others = shares.wanted[SHARE_PLAYERS] + shares.wanted[SHARE_LAST] + FOOT_ROWS;
    if (is_roomy && others + table + rules + ROOMY_SPARES <= area.rows)
        shares.wanted[SHARE_RULES] = rules;
    give_rows(&shares, area.rows);

    draw_players(view, canvas, area_cut_rows(&area, shares.given[SHARE_PLAYERS]));
    draw_text(view->last.text, view->last.style, "", canvas,
              area_cut_rows(&area, shares.given[SHARE_LAST]));
    draw_text(view->rules, STYLE_DIM, "g: rules", canvas,
              area_cut_rows(&area, shares.given[SHARE_RULES]));

    int below = rows_of_foot(&shares) + shares.given[SHARE_CHAT];
    if (is_roomy && table + 2 + below < area.rows)
        area.rows = table + 2 + below; /* with an empty row above and below the table */
    const int *given = shares.given;
    struct area foot = area_cut_rows(&area, -rows_of_foot(&shares));
    if (given[SHARE_FIELD] > 0) {
        struct area field = area_cut_rows(&foot, -1);
        int column = canvas_put(canvas, field, 0, 0, STYLE_KEY, view->prompt) + 1;
        area_cut_columns(&field, column);
        field_draw(view->field, true, canvas, field);
    }
    /* At the lower edge, where it stays while the words above it come and go. */
    draw_text(view->verdict.text, view->verdict.style, "", canvas,
              area_cut_rows(&foot, -given[SHARE_VERDICT]));
    draw_text(view->status.text, view->status.style, "", canvas,
              area_cut_rows(&foot, given[SHARE_STATUS]));
    draw_text(view->refused, STYLE_BAD, "", canvas, area_cut_rows(&foot, given[SHARE_REFUSED]));
    draw_text(view->does, STYLE_TAKEN, "", canvas, area_cut_rows(&foot, given[SHARE_DOES]));
    draw_text(view->leaves, STYLE_PLAIN, "", canvas, area_cut_rows(&foot, given[SHARE_LEAVES]));

    if (shares.given[SHARE_CHAT] > 0)
        canvas_put(canvas, area_cut_rows(&area, -1), 0, 0, STYLE_PLAIN,
                   view->chat[view->chat_count - 1].text);
    if (area.rows > shares.wanted[SHARE_TABLE] + 1)
        area_cut_rows(&area, 1);
    table_draw(&view->table, canvas, area);
}

void board_draw(const struct board_view *view, struct canvas *canvas, struct area area)
{
    if (!view->table.rules) {
        canvas_paragraph(canvas, area, 0, 0, view->status.style, view->status.text);
        return;
    }
    int third = area.columns / 3;
    int side = area.columns < COLUMNS_WITH_SIDE ? 0
               : third > SIDE_COLUMNS_MIN       ? third
                                                : SIDE_COLUMNS_MIN;
    bool is_roomy = area.rows >= ROOMY_ROWS;
    if (view->hint)
        draw_hint(view->hint, table_rows(&view->table, area.columns - side), canvas, &area);
    bool has_side = side > 0;
    if (has_side) {
        draw_side(view, canvas, area_cut_columns(&area, -side));
        area_cut_columns(&area, -1);
    }
    draw_main(view, has_side, is_roomy, canvas, area);
}
