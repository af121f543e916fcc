#include "common/base/memory.h"
#include "server/store/reader.h"
#include "server/store/statement.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum query {
    QUERY_ALL,
    QUERY_OF_FAMILY,
    QUERY_OF_NAME,
    QUERY_OF_NAME_AND_FAMILY,
    QUERY_COUNT,
};

/* In this order of the tables: the index has the ratings in theirs, and an account is found by its
 * name. */
#define COLUMNS                                                                                    \
    "SELECT player.name, rating.family, rating.rating, rating.deviation, rating.volatility,"       \
    " rating.matches, rating.at_ms"
#define RATINGS COLUMNS " FROM rating CROSS JOIN player ON player.id = rating.player"
#define OF_NAME                                                                                    \
    COLUMNS " FROM player CROSS JOIN rating ON rating.player = player.id"                          \
            " WHERE player.password IS NOT NULL AND player.name_key = ?"
#define BEST_FIRST " ORDER BY rating.rating DESC LIMIT ?"

static const char *const sql[QUERY_COUNT] = {
    [QUERY_ALL] = RATINGS BEST_FIRST,
    [QUERY_OF_FAMILY] = RATINGS " WHERE rating.family = ?" BEST_FIRST,
    [QUERY_OF_NAME] = OF_NAME BEST_FIRST,
    [QUERY_OF_NAME_AND_FAMILY] = OF_NAME " AND rating.family = ?" BEST_FIRST,
};

const struct query_set rating_queries = {sql, QUERY_COUNT};

static sqlite3_stmt *bind(struct store_reader *reader, const char *player_key, const char *family,
                          int64_t limit)
{
    enum query kind = player_key ? (family ? QUERY_OF_NAME_AND_FAMILY : QUERY_OF_NAME)
                                 : (family ? QUERY_OF_FAMILY : QUERY_ALL);
    sqlite3_stmt *query = reader->queries[TOPIC_RATINGS][kind];
    int parameter = 0;
    if (player_key)
        statement_bind_text(query, ++parameter, player_key, strlen(player_key));
    if (family)
        statement_bind_text(query, ++parameter, family, strlen(family));
    statement_bind_int(query, ++parameter, limit);
    return query;
}

static struct rating_view take_rating(sqlite3_stmt *row)
{
    return (struct rating_view){
        .player = statement_copy_text(row, 0),
        .family = statement_copy_text(row, 1),
        .rating = sqlite3_column_double(row, 2),
        .deviation = sqlite3_column_double(row, 3),
        .volatility = sqlite3_column_double(row, 4),
        .matches = sqlite3_column_int64(row, 5),
        .at_ms = sqlite3_column_int64(row, 6),
    };
}

enum error_code store_reader_ratings(struct store_reader *reader, const char *player_key,
                                     const char *family, int64_t limit,
                                     struct rating_view **ret_list, size_t *ret_count,
                                     struct error *error)
{
    assert(limit >= 1 && limit <= HALL_PAGE_MAX);
    sqlite3_stmt *query = bind(reader, player_key, family, limit);
    struct rating_view *list = NULL;
    size_t count = 0;
    bool row;
    enum error_code code;
    while (!(code = statement_next(query, &row, error)) && row) {
        list = memory_for_next(list, count, sizeof *list);
        list[count++] = take_rating(query);
    }
    if (code) {
        while (count > 0)
            rating_view_finish(&list[--count]);
        free(list);
        return code;
    }
    *ret_list = list;
    *ret_count = count;
    return ERROR_NONE;
}
