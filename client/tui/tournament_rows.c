#include "client/tui/tournament_rows.h"

#include "client/report/standings_print.h"
#include "client/tournament/tournament_print.h"
#include "common/base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- standings --- */

const struct sheet_column tournament_standings_columns[] = {
#define X(name, title, is_right) {title, is_right},
    STANDINGS_COLUMNS(X)
#undef X
        {NULL, false},
};

static void fill_standing(const struct export_standing *standing, struct sheet_row *row)
{
    row->key = memory_text(standing->player, strlen(standing->player));
    row->kind = (int)standing->points;
    for (int column = 0; column < STANDINGS_COLUMN_COUNT; column++) {
        struct text text = {0};
        standings_print_cell(standing, (enum standings_column)column, &text);
        sheet_put(row, "%s", text_string(&text));
        text_finish(&text);
    }
}

void tournament_rows_of_standings(const struct wire_standings *standings, const char *name,
                                  struct sheet *sheet)
{
    struct export_standing *rows = tournament_standings_of(standings);
    for (size_t i = 0; i < standings->standings_count; i++) {
        struct sheet_row *row = sheet_add(sheet, (int64_t)i + 1);
        row->style = strcmp(rows[i].player, name) == 0 ? STYLE_TITLE : STYLE_PLAIN;
        fill_standing(&rows[i], row);
    }
    tournament_standings_free(rows, standings->standings_count);
}

/* --- a round --- */

const struct sheet_column tournament_round_columns[] = {
    {"Board", false}, {"First", false},       {"Second", false}, {"Score", false},
    {"Match", true},  {"Moves first", false}, {"Result", false}, {NULL, false},
};

static int by_board(const void *a, const void *b)
{
    const struct tournament_pair *left = *(const struct tournament_pair *const *)a;
    const struct tournament_pair *right = *(const struct tournament_pair *const *)b;
    if (left->board != right->board)
        return left->board < right->board ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

static const char *name_of(const struct tournament_pairs *pairs, int player)
{
    return player == ENTRANT_NOBODY ? "" : pairs->players[player];
}

static void put_board(const struct tournament_pair *pair, struct sheet_row *row)
{
    if (pair->leg > 1)
        sheet_put(row, "%" PRId64 ", leg %" PRId64, pair->board, pair->leg);
    else
        sheet_put(row, "%" PRId64, pair->board);
}

/* Of both matches, as far as they are over: "1.5-0.5". */
static void put_score(const struct tournament_pair *pair, struct sheet_row *row)
{
    struct text score = {0};
    int over;
    int64_t points = tournament_pair_points(pair, &over);
    if (over > 0 && !pair->is_void) {
        standings_print_halves(points, &score);
        text_append_char(&score, '-');
        standings_print_halves(2 * over - points, &score);
    }
    sheet_put(row, "%s", text_string(&score));
    text_finish(&score);
}

static void put_pair(const struct tournament_pairs *pairs, const struct tournament_pair *pair,
                     struct sheet_row *row)
{
    put_board(pair, row);
    sheet_put(row, "%s", name_of(pairs, pair->first));
    sheet_put(row, "%s", name_of(pairs, pair->second));
    put_score(pair, row);
}

static void put_result(const struct tournament_pairs *pairs, const struct tournament_pair *pair,
                       const struct tournament_game *game, struct sheet_row *row)
{
    if (pair->is_void) {
        row->style = STYLE_DIM;
        sheet_put(row, "void");
    } else if (!game->match) {
        row->style = STYLE_DIM;
        sheet_put(row, "to be played");
    } else if (game->points == PAIR_NOT_OVER) {
        row->style = STYLE_GOOD;
        sheet_put(row, "being played");
    } else if (game->points == 1) {
        sheet_put(row, "nobody won");
    } else {
        sheet_put(row, "%s won", name_of(pairs, game->points > 1 ? pair->first : pair->second));
    }
}

/* Rows are known again by pair and match. */
static int64_t id_of(const struct tournament_pair *pair, int game)
{
    return pair->number * 2 + game;
}

static void add_game(const struct tournament_pairs *pairs, const struct tournament_pair *pair,
                     int game, struct sheet *sheet)
{
    struct sheet_row *row = sheet_add(sheet, id_of(pair, game));
    int64_t match = pair->games[game].match;
    if (game == 0)
        put_pair(pairs, pair, row);
    for (int column = 0; game > 0 && column < 4; column++)
        sheet_put(row, "%s", ""); /* as above */
    if (match)
        sheet_put(row, "%" PRId64, match);
    else
        sheet_put(row, "%s", "");
    sheet_put(row, "%s", name_of(pairs, game == 0 ? pair->first : pair->second));
    put_result(pairs, pair, &pair->games[game], row);
}

static void add_unplayed(const struct tournament_pairs *pairs, const struct tournament_pair *pair,
                         struct sheet *sheet)
{
    struct sheet_row *row = sheet_add(sheet, id_of(pair, 0));
    put_pair(pairs, pair, row);
    sheet_put(row, "%s", "");
    sheet_put(row, "%s", "");
    sheet_put(row, pair->kind == MEETING_BYE ? "bye" : "forfeit");
    row->style = STYLE_DIM;
}

static void add_pair(const struct tournament_pairs *pairs, const struct tournament_pair *pair,
                     struct sheet *sheet)
{
    if (pair->kind != MEETING_PLAYED) {
        add_unplayed(pairs, pair, sheet);
        return;
    }
    add_game(pairs, pair, 0, sheet);
    add_game(pairs, pair, 1, sheet);
}

void tournament_rows_of_round(const struct tournament_pairs *pairs, int64_t round,
                              struct sheet *sheet)
{
    const struct tournament_pair **list = memory_zeroed(pairs->count + 1, sizeof *list);
    size_t count = 0;
    for (size_t i = 0; i < pairs->count; i++) {
        if (pairs->items[i].round == round)
            list[count++] = &pairs->items[i];
    }
    qsort(list, count, sizeof *list, by_board);
    for (size_t i = 0; i < count; i++)
        add_pair(pairs, list[i], sheet);
    free(list);
}

static bool has_player(const struct tournament_pairs *pairs, const struct tournament_pair *pair,
                       const char *name)
{
    return strcmp(name_of(pairs, pair->first), name) == 0 ||
           strcmp(name_of(pairs, pair->second), name) == 0;
}

enum tournament_row_use tournament_row_use(const struct tournament_pairs *pairs,
                                           const struct sheet_row *row, const char *name,
                                           int64_t *ret_match)
{
    const struct tournament_pair *pair = row ? tournament_pairs_find(pairs, row->id / 2) : NULL;
    const struct tournament_game *game = pair ? &pair->games[row->id % 2] : NULL;
    if (!game || !game->match)
        return TOURNAMENT_ROW_NOTHING;
    *ret_match = game->match;
    if (pair->is_void || game->points != PAIR_NOT_OVER)
        return TOURNAMENT_ROW_REVIEW;
    return has_player(pairs, pair, name) ? TOURNAMENT_ROW_PLAY : TOURNAMENT_ROW_WATCH;
}
