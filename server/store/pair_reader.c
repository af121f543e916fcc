/* Pages of the pairs of a tournament. */
#include "common/base/memory.h"
#include "server/store/pair_row.h"
#include "server/store/statement.h"
#include "server/store/tournament_reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const sql[] = {PAIR_SELECT " WHERE pair.tournament = ? AND pair.number > ?"
                                              " ORDER BY pair.number LIMIT ?"};

const struct query_set pair_queries = {sql, 1};

static struct pair_view view_of(const struct hall_stored_pair *pair,
                                const struct tournament_view *tournament)
{
    return (struct pair_view){
        .number = pair->number,
        .round = pair->round,
        .board = pair->board,
        .leg = pair->leg,
        .attempt = pair->attempt,
        .kind = pair->kind,
        .first = tournament_view_copy_name(tournament, pair->first),
        .second = pair->second == ENTRANT_NOBODY
                      ? NULL
                      : tournament_view_copy_name(tournament, pair->second),
        .start = *pair->start ? memory_text(pair->start, strlen(pair->start)) : NULL,
        .is_void = pair->is_void,
        .matches = {pair->matches[0], pair->matches[1]},
        .points = {pair_match_points(pair->endings[0], pair->winners[0], 0),
                   pair_match_points(pair->endings[1], pair->winners[1], 1)},
    };
}

/* On failure the caller finishes what was read. */
static enum error_code read_pairs(sqlite3_stmt *query, const struct tournament_view *tournament,
                                  size_t limit, struct pair_view **ret_list, size_t *ret_count,
                                  bool *ret_more, struct error *error)
{
    struct hall_stored_pair pair;
    size_t bytes = 0;
    enum error_code code;
    *ret_list = NULL;
    *ret_count = 0;
    while (!(code = statement_next(query, ret_more, error)) && *ret_more && *ret_count < limit &&
           bytes <= HALL_PAGE_BYTES_MAX) {
        if ((code = pair_row_take(query, tournament->entrant_count, &pair, error)))
            break;
        bytes += strlen(pair.start);
        *ret_list = memory_for_next(*ret_list, *ret_count, sizeof **ret_list);
        (*ret_list)[(*ret_count)++] = view_of(&pair, tournament);
    }
    sqlite3_reset(query);
    return code;
}

enum error_code store_reader_pairs(struct store_reader *reader, int64_t tournament, int64_t after,
                                   int64_t limit, struct pair_view **ret_list, size_t *ret_count,
                                   bool *ret_more, struct error *error)
{
    assert(limit >= 1 && limit <= HALL_PAGE_MAX);
    struct tournament_view view;
    enum error_code code = reader_hold_tournament(reader, tournament, &view, error);
    if (code)
        return code;
    sqlite3_stmt *query = reader->queries[TOPIC_PAIRS][0];
    struct pair_view *list;
    statement_bind_int(query, 1, tournament);
    statement_bind_int(query, 2, after);
    statement_bind_int(query, 3, limit + 1);
    code = read_pairs(query, &view, (size_t)limit, &list, ret_count, ret_more, error);
    reader_release_tournament(reader);
    tournament_view_finish(&view);
    if (code) {
        while (*ret_count > 0)
            pair_view_finish(&list[--*ret_count]);
        free(list);
        return code;
    }
    *ret_list = list;
    return ERROR_NONE;
}
