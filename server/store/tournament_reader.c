#include "server/store/tournament_reader.h"

#include "common/base/memory.h"
#include "server/hall/meetings.h"
#include "server/store/statement.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum query {
    QUERY_TOURNAMENT,
    QUERY_ENTRANTS,
    QUERY_LIST,
    QUERY_COUNT,
};

/* The columns that take_tournament() expects. */
#define COLUMNS                                                                                    \
    "SELECT tournament.id, owner, player.name, tournament.name, rules, format, rounds, starts,"    \
    " seed, clock, at_once, each_at_once, rated, invited, forbidden, state, reason,"               \
    " tournament.created_ms, started_ms, ended_ms,"                                                \
    " (SELECT count(*) FROM entrant WHERE entrant.tournament = tournament.id),"                    \
    " progress.round, progress.matches"                                                            \
    " FROM tournament JOIN player ON player.id = tournament.owner"                                 \
    " LEFT JOIN progress ON progress.tournament = tournament.id"

static const char *const sql[QUERY_COUNT] = {
    [QUERY_TOURNAMENT] = COLUMNS " WHERE tournament.id = ?",
    [QUERY_ENTRANTS] = "SELECT name, player IS NOT NULL, coalesce(withdrawn, -1) FROM entrant"
                       " WHERE tournament = ? ORDER BY number",
    [QUERY_LIST] = COLUMNS " WHERE tournament.id < ? ORDER BY tournament.id DESC LIMIT ?",
};

const struct query_set tournament_queries = {sql, QUERY_COUNT};

static enum error_code cannot_be(sqlite3_stmt *row, const char *what, struct error *error)
{
    return error_set(error, ERROR_INTERNAL, "tournament %lld: its %s cannot be",
                     (long long)sqlite3_column_int64(row, 0), what);
}

static bool are_entrants(const struct meeting *meetings, size_t count, size_t entrants)
{
    for (size_t i = 0; i < count; i++)
        if ((size_t)meetings[i].first >= entrants || (size_t)meetings[i].second >= entrants)
            return false;
    return true;
}

/* What has to be read, not only copied. */
static enum error_code take_words(sqlite3_stmt *row, struct tournament_view *view,
                                  struct error *error)
{
    const char *format = statement_text(row, 5);
    view->format = tournament_format_from_text(format, strlen(format));
    view->state = tournament_state_from_text(statement_text(row, 15));
    if (view->format == FORMAT_COUNT)
        return cannot_be(row, "format", error);
    if (view->state == TOURNAMENT_STATES)
        return cannot_be(row, "state", error);
    if (view->entrant_count > ENTRANTS_MAX)
        return cannot_be(row, "number of entrants", error);
    if (!meetings_parse(statement_text(row, 14), &view->forbidden, &view->forbidden_count) ||
        !are_entrants(view->forbidden, view->forbidden_count, view->entrant_count))
        return cannot_be(row, "list of forbidden meetings", error);
    return ERROR_NONE;
}

static int64_t count_matches(const struct tournament_view *view)
{
    struct pairing pairing = {
        .format = view->format,
        .entrants = (int)view->entrant_count,
        .rounds = (int)view->rounds,
        .forbidden = view->forbidden,
        .forbidden_count = view->forbidden_count,
    };
    return pairing.entrants < ENTRANTS_MIN ? 0 : 2 * pairing_meetings(&pairing);
}

/* All but the entrants. On failure there is nothing to finish. */
static enum error_code take_tournament(sqlite3_stmt *row, struct tournament_view *ret_view,
                                       struct error *error)
{
    struct tournament_view view = {
        .tournament = sqlite3_column_int64(row, 0),
        .owner = sqlite3_column_int64(row, 1),
        .owner_name = statement_copy_text(row, 2),
        .name = statement_copy_text(row, 3),
        .rules = statement_copy_text(row, 4),
        .rounds = sqlite3_column_int64(row, 6),
        .starts = statement_copy_text(row, 7),
        .seed = sqlite3_column_int64(row, 8),
        .clock = statement_copy_text(row, 9),
        .at_once = sqlite3_column_int64(row, 10),
        .each_at_once = sqlite3_column_int64(row, 11),
        .rated = sqlite3_column_int(row, 12),
        .invited = sqlite3_column_int(row, 13),
        .reason = *statement_text(row, 16) ? statement_copy_text(row, 16) : NULL,
        .created_ms = sqlite3_column_int64(row, 17),
        .started_ms = sqlite3_column_int64(row, 18),
        .ended_ms = sqlite3_column_int64(row, 19),
        .entrant_count = (size_t)sqlite3_column_int64(row, 20),
        .round =
            sqlite3_column_int64(row, 21), /* NULL, here and below, when nothing is paired yet: 0 */
        .matches = sqlite3_column_int64(row, 22),
    };
    enum error_code code = take_words(row, &view, error);
    if (code) {
        tournament_view_finish(&view);
        return code;
    }
    view.total = count_matches(&view);
    *ret_view = view;
    return ERROR_NONE;
}

static enum error_code read_entrants(struct store_reader *reader, struct tournament_view *view,
                                     struct error *error)
{
    sqlite3_stmt *query = reader->queries[TOPIC_TOURNAMENTS][QUERY_ENTRANTS];
    size_t count = view->entrant_count;
    bool row;
    enum error_code code;
    view->entrants = memory_zeroed(count, sizeof *view->entrants);
    view->entrant_count = 0;
    statement_bind_int(query, 1, view->tournament);
    while (!(code = statement_next(query, &row, error)) && row) {
        assert(view->entrant_count < count); /* of the same moment */
        view->entrants[view->entrant_count++] = (struct entrant_view){
            .name = statement_copy_text(query, 0),
            .joined = sqlite3_column_int(query, 1),
            .withdrawn = sqlite3_column_int64(query, 2),
        };
    }
    return code;
}

static enum error_code take_whole(struct store_reader *reader, sqlite3_stmt *row,
                                  struct tournament_view *ret_view, struct error *error)
{
    enum error_code code = take_tournament(row, ret_view, error);
    if (code)
        return code;
    code = read_entrants(reader, ret_view, error);
    if (code)
        tournament_view_finish(ret_view);
    return code;
}

enum error_code reader_hold_tournament(struct store_reader *reader, int64_t tournament,
                                       struct tournament_view *ret_view, struct error *error)
{
    sqlite3_stmt *query = reader->queries[TOPIC_TOURNAMENTS][QUERY_TOURNAMENT];
    bool found;
    statement_bind_int(query, 1, tournament);
    enum error_code code = statement_next(query, &found, error);
    if (code)
        return code;
    if (found)
        code = take_whole(reader, query, ret_view, error);
    else
        code = error_set(error, ERROR_NO_SUCH_TOURNAMENT, "there is no tournament %lld",
                         (long long)tournament);
    if (code)
        reader_release_tournament(reader);
    return code;
}

void reader_release_tournament(struct store_reader *reader)
{
    sqlite3_reset(reader->queries[TOPIC_TOURNAMENTS][QUERY_TOURNAMENT]);
}

char *tournament_view_copy_name(const struct tournament_view *view, int64_t entrant)
{
    const char *name = view->entrants[entrant].name;
    return memory_text(name, strlen(name));
}

enum error_code store_reader_tournament(struct store_reader *reader, int64_t tournament,
                                        struct tournament_view *ret_view, struct error *error)
{
    enum error_code code = reader_hold_tournament(reader, tournament, ret_view, error);
    if (!code)
        reader_release_tournament(reader);
    return code;
}

enum error_code store_reader_tournaments(struct store_reader *reader, int64_t before, int64_t limit,
                                         struct tournament_view **ret_list, size_t *ret_count,
                                         bool *ret_more, struct error *error)
{
    assert(limit >= 1 && limit <= HALL_PAGE_MAX);
    struct tournament_view *list = NULL;
    sqlite3_stmt *query = reader->queries[TOPIC_TOURNAMENTS][QUERY_LIST];
    size_t count = 0, bytes = 0;
    bool row;
    enum error_code code;
    statement_bind_int(query, 1, before ? before : INT64_MAX);
    statement_bind_int(query, 2, limit + 1);
    while (!(code = statement_next(query, &row, error)) && row && count < (size_t)limit &&
           bytes <= HALL_PAGE_BYTES_MAX) {
        list = memory_for_next(list, count, sizeof *list);
        if ((code = take_tournament(query, &list[count], error)))
            break;
        /* These are in no list, and would be most of its memory. */
        free(list[count].forbidden);
        list[count].forbidden = NULL;
        list[count].forbidden_count = 0;
        bytes += strlen(list[count++].starts);
    }
    sqlite3_reset(query);
    if (code) {
        while (count > 0)
            tournament_view_finish(&list[--count]);
        free(list);
        return code;
    }
    *ret_list = list;
    *ret_count = count;
    *ret_more = row;
    return ERROR_NONE;
}
