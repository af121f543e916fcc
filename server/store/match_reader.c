/* Matches as they are stored: whole, and in lists. */
#include "common/base/memory.h"
#include "common/game/time_control.h"
#include "server/hall/times.h"
#include "server/store/reader.h"
#include "server/store/statement.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum query {
    QUERY_MATCH,
    QUERY_JOURNAL,
    QUERY_RECORD,
    QUERY_HISTORY,
    QUERY_HISTORY_OF_NAME,
    QUERY_COUNT,
};

/* The columns that take_summary() expects, before any others. */
#define SUMMARY                                                                                    \
    "SELECT match.id, match.rules, match.start, f.name, s.name, match.plies, match.created_ms,"    \
    " match.ended_ms, match.ending, match.winner, match.clock, match.tournament, match.rated"
#define PLAYERS " JOIN player AS f ON f.id = match.first JOIN player AS s ON s.id = match.second"
enum { SUMMARY_COLUMNS = 13 };

static const char *const sql[QUERY_COUNT] = {
    [QUERY_MATCH] = SUMMARY
    ", match.moves, match.journal_from, match.first, match.second, match.times, judgement.marks"
    " FROM match" PLAYERS " LEFT JOIN judgement ON judgement.match = match.id WHERE match.id = ?",
    [QUERY_JOURNAL] = "SELECT ply, move, left_ms, taken_ms, credit_ms FROM journal"
                      " WHERE match = ? AND id > ? ORDER BY id",
    [QUERY_RECORD] = "SELECT rules, start, moves FROM match WHERE id = ? AND ending IS NOT NULL",
    [QUERY_HISTORY] = SUMMARY " FROM match" PLAYERS " WHERE match.ending IS NOT NULL"
                              " AND match.id < ? ORDER BY match.id DESC LIMIT ?",
    [QUERY_HISTORY_OF_NAME] = SUMMARY
    " FROM history JOIN match ON match.id = history.match" PLAYERS
    " WHERE history.match < ? AND history.name_key = ? ORDER BY history.match DESC LIMIT ?",
};

const struct query_set match_queries = {sql, QUERY_COUNT};

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
        .tournament = sqlite3_column_int64(row, 11),
        .rated = sqlite3_column_int(row, 12),
    };
    return ERROR_NONE;
}

/* What was played, as a match that has ended keeps it. */
struct played {
    struct text moves;
    struct text times; /* empty: not known */
    struct text marks; /* empty: not judged */
};

static void played_finish(struct played *played)
{
    text_finish(&played->moves);
    text_finish(&played->times);
    text_finish(&played->marks);
}

/* Of a row of QUERY_MATCH. */
static void take_played(sqlite3_stmt *row, struct played *played)
{
    const char *times = (const char *)sqlite3_column_text(row, SUMMARY_COLUMNS + 4);
    const char *marks = (const char *)sqlite3_column_text(row, SUMMARY_COLUMNS + 5);
    text_append_string(&played->moves, (const char *)sqlite3_column_text(row, SUMMARY_COLUMNS));
    text_append_string(&played->times, times ? times : "");
    text_append_string(&played->marks, marks ? marks : "");
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
    sqlite3_stmt *query = reader->queries[TOPIC_MATCHES][QUERY_JOURNAL];
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
    view->first_move_left_ms = view->claim_in_ms = view->abort_in_ms = view->idle_left_ms = -1;
    if (view->summary.ending != ENDING_NONE) {
        take_played(row, played);
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
    sqlite3_stmt *query = reader->queries[TOPIC_MATCHES][QUERY_MATCH];
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

static int64_t count_words(const struct text *words)
{
    int64_t count = words->len > 0;
    for (size_t i = 0; i < words->len; i++)
        count += words->bytes[i] == ' ';
    return count;
}

/* The marks of the page that the view has. */
static enum error_code take_marks(struct match_view *view, const struct text *marks,
                                  struct error *error)
{
    if (marks->len == 0 || view->move_count == 0)
        return ERROR_NONE;
    if (count_words(marks) != view->summary.ply)
        return error_set(error, ERROR_INTERNAL, "match %lld: it has %lld marks for %lld moves",
                         (long long)view->summary.match, (long long)count_words(marks),
                         (long long)view->summary.ply);
    struct match_view page = {0}; /* marks are words in a row, as moves are */
    match_view_take_page(&page, marks, view->from_ply - 1, view->move_count);
    view->marks = memory_text(text_string(&page.moves), page.moves.len);
    match_view_finish(&page);
    return ERROR_NONE;
}

/* Everything about the view that was decided by play. */
static enum error_code apply_played(struct match_view *view, const struct played *played,
                                    int64_t after, struct error *error)
{
    const struct text *moves = &played->moves;
    if (count_words(moves) != view->summary.ply)
        return error_set(error, ERROR_INTERNAL, "match %lld: it has %lld moves, not %lld",
                         (long long)view->summary.match, (long long)count_words(moves),
                         (long long)view->summary.ply);
    match_view_take_page(view, moves, after, HALL_PAGE_MAX);
    enum error_code code = match_view_take_times(view, &played->times, error);
    if (!code)
        code = take_marks(view, &played->marks, error);
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

enum error_code store_reader_record(struct store_reader *reader, int64_t match,
                                    struct store_record *ret_record, struct error *error)
{
    sqlite3_stmt *query = reader->queries[TOPIC_MATCHES][QUERY_RECORD];
    bool found;
    statement_bind_int(query, 1, match);
    enum error_code code = statement_next(query, &found, error);
    if (code)
        return code;
    if (!found)
        return error_set(error, ERROR_NO_SUCH_MATCH, "there is no match %lld that has ended",
                         (long long)match);
    *ret_record = (struct store_record){
        .rules = statement_copy_text(query, 0),
        .start = statement_copy_text(query, 1),
        .moves = statement_copy_text(query, 2),
    };
    sqlite3_reset(query);
    return ERROR_NONE;
}

/* Binds the query for a page and one match more, which tells whether there is more. */
static sqlite3_stmt *bind_history(struct store_reader *reader, const struct history_page *page)
{
    sqlite3_stmt *query =
        reader->queries[TOPIC_MATCHES][page->player_key ? QUERY_HISTORY_OF_NAME : QUERY_HISTORY];
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
    struct match_summary *list = NULL;
    sqlite3_stmt *query = bind_history(reader, page);
    bool row;
    enum error_code code;
    while (!(code = statement_next(query, &row, error)) && row && count < limit &&
           bytes <= HALL_PAGE_BYTES_MAX) {
        list = memory_for_next(list, count, sizeof *list);
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
