#include "common/base/memory.h"
#include "common/game/time_control.h"
#include "server/hall/times.h"
#include "server/store/database.h"
#include "server/store/migration.h"
#include "server/store/statement.h"
#include "server/store/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum query {
    QUERY_TOKEN,
    QUERY_ACCOUNT,
    QUERY_PASSWORD,
    QUERY_TOKENS,
    QUERY_MATCH,
    QUERY_JOURNAL,
    QUERY_HISTORY,
    QUERY_HISTORY_OF_NAME,
    QUERY_COUNT,
};

/* The columns that take_summary() expects, before any others. */
#define SUMMARY                                                                                    \
    "SELECT match.id, match.rules, match.start, f.name, s.name, match.plies, match.created_ms,"    \
    " match.ended_ms, match.ending, match.winner, match.clock"
#define PLAYERS " JOIN player AS f ON f.id = match.first JOIN player AS s ON s.id = match.second"
enum { SUMMARY_COLUMNS = 11 };

static const char *const query_sql[QUERY_COUNT] = {
    [QUERY_TOKEN] = "SELECT player.id, player.name, player.password IS NOT NULL, token.number,"
                    " token.expires_ms, EXISTS (SELECT 1 FROM player AS other"
                    " WHERE other.name_key = player.name_key AND other.password IS NOT NULL"
                    " AND other.id <> player.id)"
                    " FROM token JOIN player ON player.id = token.player"
                    " WHERE token.hash = ? AND token.expires_ms > ?",
    [QUERY_ACCOUNT] = "SELECT id, name, password FROM player"
                      " WHERE name_key = ? AND password IS NOT NULL",
    [QUERY_PASSWORD] = "SELECT password FROM player WHERE id = ?",
    [QUERY_TOKENS] = "SELECT number, client, created_ms, expires_ms FROM token"
                     " WHERE player = ? AND expires_ms > ? ORDER BY number DESC LIMIT ?",
    [QUERY_MATCH] =
        SUMMARY ", match.moves, match.journal_from, match.first, match.second, match.times"
                " FROM match" PLAYERS " WHERE match.id = ?",
    [QUERY_JOURNAL] = "SELECT ply, move, left_ms, taken_ms, credit_ms FROM journal"
                      " WHERE match = ? AND id > ? ORDER BY id",
    [QUERY_HISTORY] = SUMMARY " FROM match" PLAYERS " WHERE match.ending IS NOT NULL"
                              " AND match.id < ? ORDER BY match.id DESC LIMIT ?",
    [QUERY_HISTORY_OF_NAME] = SUMMARY
    " FROM history JOIN match ON match.id = history.match" PLAYERS
    " WHERE history.match < ? AND history.name_key = ? ORDER BY history.match DESC LIMIT ?",
};

struct store_reader {
    sqlite3 *db;
    sqlite3_stmt *queries[QUERY_COUNT];
};

static enum error_code open_parts(struct store_reader *reader, const char *path,
                                  struct error *error)
{
    enum error_code code = database_open(path, SQLITE_OPEN_READONLY, &reader->db, error);
    if (!code)
        code = migration_check_current(reader->db, error);
    if (!code)
        code = statements_prepare(reader->db, query_sql, QUERY_COUNT, reader->queries, error);
    return code;
}

enum error_code store_reader_open(const char *path, struct store_reader **ret_reader,
                                  struct error *error)
{
    struct store_reader *reader = memory_zeroed(1, sizeof *reader);
    struct error cause;
    enum error_code code = open_parts(reader, path, &cause);
    if (code) {
        store_reader_close(reader);
        return error_set(error, code, "%s: %s", cause.message, path);
    }
    *ret_reader = reader;
    return ERROR_NONE;
}

void store_reader_close(struct store_reader *reader)
{
    if (!reader)
        return;
    statements_finish(reader->queries, QUERY_COUNT);
    database_close(reader->db);
    free(reader);
}

enum error_code store_reader_token(struct store_reader *reader,
                                   const unsigned char hash[TOKEN_HASH_BYTES], int64_t now_ms,
                                   struct hall_found *ret_found, struct error *error)
{
    sqlite3_stmt *query = reader->queries[QUERY_TOKEN];
    bool found;
    statement_bind_blob(query, 1, hash, TOKEN_HASH_BYTES);
    statement_bind_int(query, 2, now_ms);
    enum error_code code = statement_next(query, &found, error);
    if (code)
        return code;
    *ret_found = (struct hall_found){0};
    if (!found)
        return ERROR_NONE;
    *ret_found = (struct hall_found){
        .player = sqlite3_column_int64(query, 0),
        .name = statement_copy_text(query, 1),
        .account = sqlite3_column_int(query, 2),
        .token = sqlite3_column_int64(query, 3),
        .token_expires_ms = sqlite3_column_int64(query, 4),
        .name_reserved = sqlite3_column_int(query, 5),
    };
    sqlite3_reset(query);
    return ERROR_NONE;
}

enum error_code store_reader_account(struct store_reader *reader, const char *name_key,
                                     struct hall_found *ret_found, char **ret_password,
                                     struct error *error)
{
    sqlite3_stmt *query = reader->queries[QUERY_ACCOUNT];
    bool found;
    statement_bind_text(query, 1, name_key, strlen(name_key));
    enum error_code code = statement_next(query, &found, error);
    if (code)
        return code;
    *ret_found = (struct hall_found){0};
    *ret_password = NULL;
    if (!found)
        return ERROR_NONE;
    *ret_found = (struct hall_found){
        .player = sqlite3_column_int64(query, 0),
        .name = statement_copy_text(query, 1),
        .account = true,
    };
    *ret_password = statement_copy_text(query, 2);
    sqlite3_reset(query);
    return ERROR_NONE;
}

void store_found_finish(struct hall_found *found)
{
    free((void *)(uintptr_t)found->name); /* const for everybody but the one who made it */
    *found = (struct hall_found){0};
}

enum error_code store_reader_password(struct store_reader *reader, int64_t player,
                                      char **ret_password, struct error *error)
{
    sqlite3_stmt *query = reader->queries[QUERY_PASSWORD];
    bool found;
    statement_bind_int(query, 1, player);
    enum error_code code = statement_next(query, &found, error);
    if (code)
        return code;
    bool account = found && sqlite3_column_type(query, 0) != SQLITE_NULL;
    *ret_password = account ? statement_copy_text(query, 0) : NULL;
    sqlite3_reset(query);
    return ERROR_NONE;
}

static void free_tokens(struct store_token *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i].client);
    free(list);
}

enum error_code store_reader_tokens(struct store_reader *reader, int64_t player, int64_t now_ms,
                                    struct store_token **ret_list, size_t *ret_count,
                                    struct error *error)
{
    sqlite3_stmt *query = reader->queries[QUERY_TOKENS];
    struct store_token *list = memory_zeroed(HALL_PAGE_MAX, sizeof *list);
    size_t count = 0;
    bool row;
    enum error_code code;
    statement_bind_int(query, 1, player);
    statement_bind_int(query, 2, now_ms);
    statement_bind_int(query, 3, HALL_PAGE_MAX);
    while (!(code = statement_next(query, &row, error)) && row)
        list[count++] = (struct store_token){
            .number = sqlite3_column_int64(query, 0),
            .client = statement_copy_text(query, 1),
            .created_ms = sqlite3_column_int64(query, 2),
            .expires_ms = sqlite3_column_int64(query, 3),
        };
    if (code) {
        free_tokens(list, count);
        return code;
    }
    *ret_list = list;
    *ret_count = count;
    return ERROR_NONE;
}

/* On failure there is nothing to finish. */
static enum error_code take_summary(sqlite3_stmt *row, struct match_summary *ret_summary,
                                    struct error *error)
{
    int64_t match = sqlite3_column_int64(row, 0);
    bool live = sqlite3_column_type(row, 8) == SQLITE_NULL;
    const char *ending =
        live ? ending_text(ENDING_NONE) : (const char *)sqlite3_column_text(row, 8);
    if (!live && ending_from_text(ending) == ENDING_NONE)
        return error_set(error, ERROR_INTERNAL, "match %lld: no ending is called '%s'",
                         (long long)match, ending);
    *ret_summary = (struct match_summary){
        .match = match,
        .rules = statement_copy_text(row, 1),
        .start = statement_copy_text(row, 2),
        .first = statement_copy_text(row, 3),
        .second = statement_copy_text(row, 4),
        .ply = sqlite3_column_int64(row, 5), /* 0 of a live one: see read_journal() */
        .created_ms = sqlite3_column_int64(row, 6),
        .ended_ms = sqlite3_column_int64(row, 7),
        .ending = ending_from_text(ending),
        .winner = live ? SEAT_NOBODY : seat_from_text((const char *)sqlite3_column_text(row, 9)),
        .clock = sqlite3_column_type(row, 10) == SQLITE_NULL ? NULL : statement_copy_text(row, 10),
    };
    return ERROR_NONE;
}

/* What was played, as a match that has ended keeps it. */
struct played {
    struct text moves;
    struct text times; /* empty: not known */
};

static void played_finish(struct played *played)
{
    text_finish(&played->moves);
    text_finish(&played->times);
}

static void take_played(sqlite3_stmt *row, int moves_column, int times_column,
                        struct played *played)
{
    text_append_string(&played->moves, (const char *)sqlite3_column_text(row, moves_column));
    if (sqlite3_column_type(row, times_column) != SQLITE_NULL)
        text_append_string(&played->times, (const char *)sqlite3_column_text(row, times_column));
}

/* A row of QUERY_JOURNAL. */
static void append_move(sqlite3_stmt *row, struct played *played)
{
    if (played->moves.len > 0)
        text_append_char(&played->moves, ' ');
    text_append_string(&played->moves, (const char *)sqlite3_column_text(row, 1));
    times_append(&played->times, sqlite3_column_int64(row, 3), sqlite3_column_int64(row, 4));
}

/* The moves of a live match, how many, and what its clocks showed after the last of them. */
static enum error_code read_journal(struct store_reader *reader, int64_t from,
                                    struct match_view *view, struct played *played,
                                    struct error *error)
{
    sqlite3_stmt *query = reader->queries[QUERY_JOURNAL];
    bool row;
    enum error_code code;
    int64_t plies = 0;
    statement_bind_int(query, 1, view->summary.match);
    statement_bind_int(query, 2, from);
    while (!(code = statement_next(query, &row, error)) && row) {
        if (sqlite3_column_int64(query, 0) != ++plies) {
            sqlite3_reset(query);
            return error_set(error, ERROR_INTERNAL, "match %lld: its journal has no ply %lld",
                             (long long)view->summary.match, (long long)plies);
        }
        append_move(query, played);
        if (view->summary.clock)
            view->left_ms[(plies - 1) % 2] = sqlite3_column_int64(query, 2);
    }
    view->summary.ply = plies;
    return code;
}

/* What the clocks of a match showed at its start. */
static enum error_code set_clocks(struct match_view *view, struct error *error)
{
    struct time_control control;
    struct error cause;
    const char *clock = view->summary.clock;
    if (!clock)
        return ERROR_NONE;
    if (time_control_parse(clock, strlen(clock), &control, &cause))
        return error_set(error, ERROR_INTERNAL, "match %lld: its clock: %s",
                         (long long)view->summary.match, cause.message);
    view->left_ms[0] = view->left_ms[1] = control.base_ms;
    return ERROR_NONE;
}

static enum seat seat_of(int64_t player, int64_t first, int64_t second)
{
    return player == first ? SEAT_FIRST : player == second ? SEAT_SECOND : SEAT_NOBODY;
}

/* Fills the view from the row of QUERY_MATCH, all but what the moves decide. The row has to be held
 * meanwhile: that makes it and the journal one snapshot, between which the match cannot end. */
static enum error_code take_match(struct store_reader *reader, sqlite3_stmt *row, int64_t player,
                                  struct match_view *view, struct played *played,
                                  struct error *error)
{
    enum error_code code = take_summary(row, &view->summary, error);
    if (code)
        return code;
    view->seat = seat_of(player, sqlite3_column_int64(row, SUMMARY_COLUMNS + 2),
                         sqlite3_column_int64(row, SUMMARY_COLUMNS + 3));
    view->left_ms[0] = view->left_ms[1] = -1;
    if (view->summary.ending != ENDING_NONE) {
        take_played(row, SUMMARY_COLUMNS, SUMMARY_COLUMNS + 4, played);
        view->seq = view->summary.ply + 1;
        return ERROR_NONE;
    }
    code = set_clocks(view, error);
    if (!code)
        code = read_journal(reader, sqlite3_column_int64(row, SUMMARY_COLUMNS + 1), view, played,
                            error);
    view->seq = view->summary.ply;
    return code;
}

static enum error_code read_match(struct store_reader *reader, int64_t match, int64_t player,
                                  struct match_view *view, struct played *played,
                                  struct error *error)
{
    sqlite3_stmt *query = reader->queries[QUERY_MATCH];
    bool found;
    statement_bind_int(query, 1, match);
    enum error_code code = statement_next(query, &found, error);
    if (code)
        return code;
    if (found)
        code = take_match(reader, query, player, view, played, error);
    else
        code = error_set(error, ERROR_NO_SUCH_MATCH, "there is no match %lld", (long long)match);
    sqlite3_reset(query);
    return code;
}

static int64_t count_moves(const struct text *moves)
{
    int64_t count = moves->len > 0;
    for (size_t i = 0; i < moves->len; i++)
        count += moves->bytes[i] == ' ';
    return count;
}

/* Everything about the view that was decided by play. */
static enum error_code apply_played(struct match_view *view, const struct played *played,
                                    int64_t after, struct error *error)
{
    const struct text *moves = &played->moves;
    if (count_moves(moves) != view->summary.ply)
        return error_set(error, ERROR_INTERNAL, "match %lld: it has %lld moves, not %lld",
                         (long long)view->summary.match, (long long)count_moves(moves),
                         (long long)view->summary.ply);
    match_view_take_page(view, moves, after, HALL_PAGE_MAX);
    enum error_code code = match_view_take_times(view, &played->times, error);
    return code ? code : match_view_replay(view, moves, error);
}

/* On failure there is nothing to finish. */
static enum error_code read_whole_match(struct store_reader *reader, int64_t match, int64_t after,
                                        int64_t player, struct match_view *ret_view,
                                        struct played *ret_played, struct error *error)
{
    struct match_view view = {0};
    struct played played = {0};
    enum error_code code = read_match(reader, match, player, &view, &played, error);
    if (!code)
        code = apply_played(&view, &played, after, error);
    if (code) {
        played_finish(&played);
        match_view_finish(&view);
        return code;
    }
    *ret_view = view;
    *ret_played = played;
    return ERROR_NONE;
}

enum error_code store_reader_match(struct store_reader *reader, int64_t match, int64_t after,
                                   int64_t player, struct match_view *ret_view, struct error *error)
{
    struct played played = {0};
    enum error_code code = read_whole_match(reader, match, after, player, ret_view, &played, error);
    played_finish(&played);
    return code;
}

enum error_code store_reader_move(struct store_reader *reader, int64_t match, int64_t ply,
                                  int64_t player, const char *move, struct match_view *ret_view,
                                  bool *ret_made, struct error *error)
{
    struct played played = {0};
    enum error_code code =
        read_whole_match(reader, match, ply - 1, player, ret_view, &played, error);
    *ret_made = !code && ret_view->seat == (ply % 2 == 1 ? SEAT_FIRST : SEAT_SECOND) &&
                match_view_has_move(ret_view, &played.moves, ply, move);
    played_finish(&played);
    return code;
}

/* Binds the query for a page and one match more, which tells whether there is more. */
static sqlite3_stmt *bind_history(struct store_reader *reader, const struct history_page *page)
{
    sqlite3_stmt *query = reader->queries[page->player_key ? QUERY_HISTORY_OF_NAME : QUERY_HISTORY];
    int parameter = 0;
    statement_bind_int(query, ++parameter, page->before ? page->before : INT64_MAX);
    if (page->player_key)
        statement_bind_text(query, ++parameter, page->player_key, strlen(page->player_key));
    statement_bind_int(query, ++parameter, page->limit + 1);
    return query;
}

enum error_code store_reader_history(struct store_reader *reader, const struct history_page *page,
                                     struct match_summary **ret_list, size_t *ret_count,
                                     bool *ret_more, struct error *error)
{
    assert(page->limit >= 1 && page->limit <= HALL_PAGE_MAX);
    size_t limit = (size_t)page->limit, count = 0, bytes = 0;
    struct match_summary *list = memory_zeroed(limit, sizeof *list);
    sqlite3_stmt *query = bind_history(reader, page);
    bool row;
    enum error_code code;
    while (!(code = statement_next(query, &row, error)) && row && count < limit &&
           bytes <= HALL_PAGE_BYTES_MAX) {
        if ((code = take_summary(query, &list[count], error)))
            break;
        bytes += strlen(list[count++].start);
    }
    sqlite3_reset(query);
    if (code) {
        while (count > 0)
            match_summary_finish(&list[--count]);
        free(list);
        return code;
    }
    *ret_list = list;
    *ret_count = count;
    *ret_more = row;
    return ERROR_NONE;
}
