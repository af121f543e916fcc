#include "client/tui/tournament_view.h"

#include "client/show/standings_print.h"
#include "client/show/tournament_print.h"
#include "common/base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- standings --- */

void tournament_rows_of_standings(const struct wire_standings *standings, const char *name,
                                  struct sheet *sheet)
{
    struct export_standing *rows = tournament_standings_of(standings);
    for (size_t i = 0; i < standings->standings_count; i++) {
        const char *player = rows[i].player;
        struct sheet_row *row = sheet_add(sheet, (int64_t)i + 1);
        row->style = strcmp(player, name) == 0 ? STYLE_TITLE : STYLE_PLAIN;
        row->key = memory_text(player, strlen(player));
        row->kind = (int)rows[i].points;
        sheet_fill(row, standings_columns, &rows[i]);
    }
    tournament_standings_free(rows, standings->standings_count);
}

/* --- a round --- */

const struct column tournament_round_columns[] = {
    HEAD("Board"),       HEAD("First"),       HEAD("Second"), HEAD("Score"),
    HEAD_RIGHT("Match"), HEAD("Moves first"), HEAD("Result"), {0},
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
    assert(player == ENTRANT_NOBODY || (size_t)player < pairs->player_count);
    return player == ENTRANT_NOBODY ? "" : pairs->players[player];
}

/* Puts the board, the players, and the score of the finished matches: "1.5-0.5". */
static void put_pair(const struct tournament_pairs *pairs, const struct tournament_pair *pair,
                     struct sheet_row *row)
{
    struct text score = {0};
    int over;
    int64_t points = tournament_pair_points(pair, &over);
    if (pair->leg > 1)
        sheet_put(row, "%" PRId64 ", leg %" PRId64, pair->board, pair->leg);
    else
        sheet_put(row, "%" PRId64, pair->board);
    sheet_put(row, "%s", name_of(pairs, pair->first));
    sheet_put(row, "%s", name_of(pairs, pair->second));
    if (over > 0 && !pair->is_void) {
        int64_t others = 2 * over - points;
        column_halves(&points, &score);
        text_append_char(&score, '-');
        column_halves(&others, &score);
    }
    sheet_put(row, "%s", text_string(&score));
    text_finish(&score);
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

/* Adds a row for each match, whose id is made of the pair and the number in it, or one row for a
 * bye or a forfeit. */
static void add_pair(const struct tournament_pairs *pairs, const struct tournament_pair *pair,
                     struct sheet *sheet)
{
    bool is_played = pair->kind == MEETING_PLAYED;
    for (int i = 0; i < (is_played ? 2 : 1); i++) {
        const struct tournament_game *game = &pair->games[i];
        struct sheet_row *row = sheet_add(sheet, pair->number * 2 + i);
        if (i == 0)
            put_pair(pairs, pair, row);
        for (int column = 0; i > 0 && column < 4; column++)
            sheet_put(row, "%s", ""); /* as in the row above */
        if (is_played && game->match)
            sheet_put(row, "%" PRId64, game->match);
        else
            sheet_put(row, "%s", "");
        if (is_played) {
            sheet_put(row, "%s", name_of(pairs, i == 0 ? pair->first : pair->second));
            put_result(pairs, pair, game, row);
        } else {
            sheet_put(row, "%s", "");
            sheet_put(row, pair->kind == MEETING_BYE ? "bye" : "forfeit");
            row->style = STYLE_DIM;
        }
    }
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
    bool is_own = strcmp(name_of(pairs, pair->first), name) == 0 ||
                  strcmp(name_of(pairs, pair->second), name) == 0;
    return is_own ? TOURNAMENT_ROW_PLAY : TOURNAMENT_ROW_WATCH;
}
