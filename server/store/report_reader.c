/* Reads reports, and the chat lines that they are about. */
#include "server/store/database.h"
#include "server/store/reader.h"
#include "server/store/row.h"

#include <assert.h>

enum { LINES_MAX = 200 }; /* shown with a report: the last ones of its match */

enum query {
    QUERY_REPORTS,
    QUERY_LINES,
    QUERY_COUNT,
};

static const char *const sql[QUERY_COUNT] = {
    [QUERY_REPORTS] = "SELECT id AS report, player_name AS \"from\", about_name AS about,"
                      " match AS match, words AS words, made_ms AS made, closed_ms AS closed"
                      " FROM report WHERE id > ? AND (closed_ms IS NULL OR ?) ORDER BY id LIMIT ?",
    [QUERY_LINES] = "SELECT match AS match, room AS room, name AS \"from\", text AS text,"
                    " at_ms AS at FROM line WHERE match = ? ORDER BY id DESC LIMIT ?",
};

const struct query_set report_queries = {sql, QUERY_COUNT};

enum error_code store_reader_reports(struct store_reader *reader, int64_t after, int64_t limit,
                                     bool all, struct wire_arena *arena,
                                     struct wire_reports *ret_reports, struct error *error)
{
    struct statement *query = reader->queries[TOPIC_REPORTS][QUERY_REPORTS];
    struct row_form form = row_form(query, &wire_record_report);
    struct wire_report *list = NULL;
    size_t count = 0;
    bool row;
    enum error_code code;
    assert(limit >= 1 && limit <= HALL_PAGE_MAX);
    statement_bind_int(query, 1, after);
    statement_bind_int(query, 2, all);
    statement_bind_int(query, 3, limit + 1);
    while (!(code = statement_next(query, &row, error)) && row) {
        list = wire_arena_for_next(arena, list, count, sizeof *list);
        row_take(&form, query, arena, &list[count++]);
    }
    bool more = count > (size_t)limit;
    *ret_reports = (struct wire_reports){
        .reports = list,
        .reports_count = more ? (size_t)limit : count,
        .more = more,
    };
    return code;
}

enum error_code store_reader_report(struct store_reader *reader, int64_t report,
                                    struct wire_arena *arena, struct wire_report_lines *ret_report,
                                    struct error *error)
{
    struct wire_reports found;
    enum error_code code = store_reader_reports(reader, report - 1, 1, true, arena, &found, error);
    if (code)
        return code;
    if (found.reports_count == 0 || found.reports->report != report)
        return error_set(error, ERROR_NO_SUCH_REPORT,
                         "there is no report %lld: closed ones are deleted in time",
                         (long long)report);

    struct statement *query = reader->queries[TOPIC_REPORTS][QUERY_LINES];
    struct row_form form = row_form(query, &wire_record_chat_line);
    struct wire_chat_line *list = NULL;
    size_t count = 0;
    bool row;
    statement_bind_int(query, 1, found.reports->match);
    statement_bind_int(query, 2, LINES_MAX);
    while (!(code = statement_next(query, &row, error)) && row) {
        list = wire_arena_for_next(arena, list, count, sizeof *list);
        row_take(&form, query, arena, &list[count++]);
    }
    for (size_t i = 0; i < count / 2; i++) { /* the oldest first */
        struct wire_chat_line line = list[i];
        list[i] = list[count - 1 - i];
        list[count - 1 - i] = line;
    }
    *ret_report = (struct wire_report_lines){
        .report = found.reports,
        .lines = list,
        .lines_count = count,
    };
    return code;
}
