#include "client/tui/tournament_view.h"

#include "client/show/columns.h"
#include "client/show/standings_print.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void tournament_cross_finish(struct tournament_cross *cross)
{
    free(cross->cells);
    free(cross->free);
    *cross = (struct tournament_cross){0};
}

/* --- counting --- */

enum { PAIR_HALVES = 4 }; /* the worth of a bye or a forfeit: two won matches */

static struct cross_cell *cell_at(const struct tournament_cross *cross, size_t row, size_t column)
{
    assert(row < cross->count && column < cross->count);
    return &cross->cells[row * cross->count + column];
}

static void count_pair(const struct tournament_pair *pair, bool is_second, struct cross_cell *cell)
{
    int over;
    int64_t points = tournament_pair_points(pair, &over);
    cell->points += is_second ? 2 * over - points : points;
    cell->over += over;
    if (pair->kind == MEETING_FORFEIT) {
        cell->forfeits++;
        return;
    }
    for (int game = 0; game < 2; game++) {
        bool is_open = pair->games[game].points == PAIR_NOT_OVER;
        cell->live += is_open && pair->games[game].match;
        cell->waiting += is_open && !pair->games[game].match;
    }
}

static void say_cell(const struct cross_cell *cell, struct text *out)
{
    if (cell->over > 0)
        column_halves(&cell->points, out);
    if (cell->live > 0)
        text_append_char(out, '*');
    else if (cell->over == 0 && cell->waiting > 0)
        text_append_char(out, '.');
    if (cell->forfeits > 0)
        text_append_char(out, 'f');
}

static int digits(size_t number)
{
    int count = 1;
    while (number >= 10) {
        number /= 10;
        count++;
    }
    return count;
}

static int width_of_cells(const struct tournament_cross *cross)
{
    struct text text = {0};
    int widest = digits(cross->count);
    for (size_t i = 0; i < cross->count * cross->count; i++) {
        text_clear(&text);
        say_cell(&cross->cells[i], &text);
        if ((int)text.len > widest)
            widest = (int)text.len;
    }
    text_finish(&text);
    return widest;
}

/* Counts a pair between the players of the rows `first` and `second`, counted from 1; 0: a player
 * outside the standings, or nobody. */
static void count_meeting(struct tournament_cross *cross, const struct tournament_pair *pair,
                          size_t first, size_t second)
{
    if (first > 0) {
        cross->free[first - 1].byes += pair->kind == MEETING_BYE;
        cross->free[first - 1].forfeits += pair->kind == MEETING_FORFEIT;
    }
    if (first == 0 || second == 0)
        return;
    cross->free[second - 1].forfeits += pair->kind == MEETING_FORFEIT;
    count_pair(pair, false, cell_at(cross, first - 1, second - 1));
    count_pair(pair, true, cell_at(cross, second - 1, first - 1));
}

/* Finds the points without a match. The server does not name the winner of a forfeit: its points
 * are those in the standings beyond matches and byes. Standings and pairs may differ in age for a
 * moment. */
static void find_free_points(struct tournament_cross *cross)
{
    cross->has_free = false;
    for (size_t row = 0; row < cross->count; row++) {
        struct cross_free *own = &cross->free[row];
        int64_t byes = (int64_t)own->byes * PAIR_HALVES;
        int64_t rest = cross->standings->rows[row].kind - byes;
        for (size_t column = 0; column < cross->count; column++)
            rest -= cell_at(cross, row, column)->points;
        int64_t forfeits = rest > 0 ? rest / PAIR_HALVES : 0;
        if (forfeits > own->forfeits)
            forfeits = own->forfeits;
        own->points = byes + forfeits * PAIR_HALVES;
        cross->has_free = cross->has_free || own->points > 0;
    }
}

void tournament_cross_make(struct tournament_cross *cross, const struct tournament_pairs *pairs,
                           const struct sheet *standings)
{
    free(cross->cells);
    free(cross->free);
    cross->count = standings->count;
    cross->standings = standings;
    cross->cells = memory_zeroed(cross->count * cross->count + 1, sizeof *cross->cells);
    cross->free = memory_zeroed(cross->count + 1, sizeof *cross->free);
    size_t *rows = memory_zeroed(pairs->player_count + 1, sizeof *rows); /* counted from 1 */
    for (size_t i = 0; i < standings->count; i++) {
        const char *name = standings->rows[i].key;
        int player = tournament_pairs_player(pairs, name, strlen(name));
        if (player != ENTRANT_NOBODY)
            rows[player] = i + 1;
    }
    for (size_t i = 0; i < pairs->count; i++) {
        const struct tournament_pair *pair = &pairs->items[i];
        size_t second = pair->second == ENTRANT_NOBODY ? 0 : rows[pair->second];
        if (!pair->is_void)
            count_meeting(cross, pair, rows[pair->first], second);
    }
    free(rows);
    find_free_points(cross);
    cross->cell_columns = width_of_cells(cross);
    list_keep(&cross->list, cross->count);
}

/* --- moving about --- */

bool tournament_cross_is_wide(const struct tournament_cross *cross)
{
    return cross->seen > 0 && cross->seen_columns < cross->count;
}

bool tournament_cross_stroke(struct tournament_cross *cross, struct stroke stroke)
{
    size_t step = cross->seen_columns > 1 ? cross->seen_columns / 2 : 1;
    if (stroke.kind == STROKE_LEFT)
        cross->left -= cross->left < step ? cross->left : step;
    else if (stroke.kind == STROKE_RIGHT)
        cross->left += step; /* drawing limits it to the columns */
    else
        return list_stroke(&cross->list, stroke, cross->count, cross->seen);
    return true;
}

/* --- drawing --- */

enum { GAP = 2, NAME_COLUMNS_MIN = 6, LEGEND_ROWS = 2 };

static const char free_title[] = "free";

struct cross_layout {
    const struct tournament_cross *cross;
    int number, name, points, free; /* widths; `free` is 0 if no player has free points */
};

static int width_of_column(const struct sheet *standings, size_t column, int least)
{
    int widest = least;
    for (size_t i = 0; i < standings->count; i++) {
        int width = (int)columns_width(standings->rows[i].cells[column]);
        if (width > widest)
            widest = width;
    }
    return widest;
}

static struct cross_layout layout_of(struct tournament_cross *cross, int columns)
{
    struct cross_layout layout = {
        .cross = cross,
        .number = digits(cross->count),
        .name = width_of_column(cross->standings, STANDINGS_PLAYER, NAME_COLUMNS_MIN),
        .points = width_of_column(cross->standings, STANDINGS_POINTS, (int)strlen("points")),
    };
    layout.free = cross->has_free ? GAP + (int)strlen(free_title) : 0;
    if (layout.name > columns / 3)
        layout.name = columns / 3 > NAME_COLUMNS_MIN ? columns / 3 : NAME_COLUMNS_MIN;
    int room = columns - 2 - layout.number - layout.name - layout.points - layout.free - 2 * GAP;
    cross->seen_columns = room > 0 ? (size_t)(room / (cross->cell_columns + GAP)) : 0;
    if (cross->seen_columns > cross->count)
        cross->seen_columns = cross->count;
    if (cross->left > cross->count - cross->seen_columns)
        cross->left = cross->count - cross->seen_columns;
    return layout;
}

/* Draws the number, the name and the points before the cells. */
static void draw_label(const struct cross_layout *layout, const char *number, const char *name,
                       const char *points, const char *free_points, enum style style,
                       struct canvas *canvas, struct area *area)
{
    area_cut_columns(area, 1);
    canvas_put_right(canvas, area_cut_columns(area, layout->number), 0, style, number);
    area_cut_columns(area, GAP);
    canvas_put(canvas, area_cut_columns(area, layout->name), 0, 0, style, name);
    area_cut_columns(area, GAP);
    canvas_put_right(canvas, area_cut_columns(area, layout->points), 0, style, points);
    canvas_put_right(canvas, area_cut_columns(area, layout->free), 0, style, free_points);
}

static struct area next_cell(const struct cross_layout *layout, struct area *area)
{
    area_cut_columns(area, GAP);
    return area_cut_columns(area, layout->cross->cell_columns);
}

static void draw_head(const struct cross_layout *layout, struct canvas *canvas, struct area area)
{
    const struct tournament_cross *cross = layout->cross;
    draw_label(layout, "#", "player", "points", cross->has_free ? free_title : "", STYLE_DIM,
               canvas, &area);
    for (size_t i = 0; i < cross->seen_columns; i++) {
        struct text number = {0};
        text_printf(&number, "%zu", cross->left + i + 1);
        canvas_put_right(canvas, next_cell(layout, &area), 0, STYLE_DIM, text_string(&number));
        text_finish(&number);
    }
}

static void draw_cell(const struct cross_layout *layout, size_t row, size_t column,
                      struct canvas *canvas, struct area area)
{
    const struct cross_cell *cell = cell_at(layout->cross, row, column);
    struct text text = {0};
    say_cell(cell, &text);
    if (row == column)
        canvas_glyphs(canvas, area, 0, 0, STYLE_DIM, GLYPH_BAR_REST, area.columns);
    else
        canvas_put_right(canvas, area, 0, cell->live > 0 ? STYLE_GOOD : STYLE_PLAIN,
                         text_string(&text));
    text_finish(&text);
}

static void draw_row(void *owner, size_t index, struct canvas *canvas, struct area area)
{
    const struct cross_layout *layout = owner;
    const struct tournament_cross *cross = layout->cross;
    const struct sheet_row *standing = &cross->standings->rows[index];
    struct text number = {0}, free_points = {0};
    text_printf(&number, "%zu", index + 1);
    if (cross->free[index].points > 0)
        column_halves(&cross->free[index].points, &free_points);
    draw_label(layout, text_string(&number), standing->cells[STANDINGS_PLAYER],
               standing->cells[STANDINGS_POINTS], text_string(&free_points), STYLE_PLAIN, canvas,
               &area);
    for (size_t i = 0; i < cross->seen_columns; i++)
        draw_cell(layout, index, cross->left + i, canvas, next_cell(layout, &area));
    text_finish(&number);
    text_finish(&free_points);
}

void tournament_cross_draw(struct tournament_cross *cross, struct canvas *canvas, struct area area)
{
    struct cross_layout layout = layout_of(cross, area.columns);
    struct list_rows rows = {.count = cross->count, .owner = &layout, .draw = draw_row};
    draw_head(&layout, canvas, area_cut_rows(&area, 1));
    int room = area.rows > LEGEND_ROWS ? area.rows - LEGEND_ROWS : 0;
    bool fits = cross->count < (size_t)room;
    cross->seen = list_draw(&cross->list, &rows, true, canvas,
                            area_cut_rows(&area, fits ? (int)cross->count : room));
    struct area columns = area_cut_rows(&area, LEGEND_ROWS - 1);
    if (tournament_cross_is_wide(cross))
        canvas_printf(canvas, columns, 0, 1, STYLE_DIM, "Columns %zu-%zu of %zu.", cross->left + 1,
                      cross->left + cross->seen_columns, cross->count);
    canvas_printf(canvas, area, 0, 1, STYLE_DIM,
                  "Points against each; * being played, . to be played, f forfeit%s.",
                  cross->has_free ? "; free: no match" : "");
}
