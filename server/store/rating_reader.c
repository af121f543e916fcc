#include "server/store/database.h"
#include "server/store/reader.h"
#include "server/store/row.h"

#include <assert.h>
#include <string.h>

enum query {
    QUERY_ALL,
    QUERY_OF_FAMILY,
    QUERY_OF_NAME,
    QUERY_OF_NAME_AND_FAMILY,
    QUERY_POINTS,
    QUERY_COUNT,
};

/* LEFT JOIN fixes the order of the tables: an index yields the ratings best first. */
#define COLUMNS                                                                                    \
    "SELECT player.name AS player, rating.family AS family, rating.rating AS rating,"              \
    " rating.deviation AS deviation, rating.matches AS matches, rating.at_ms AS at"
#define RATINGS COLUMNS " FROM rating LEFT JOIN player ON player.id = rating.player"
#define OF_NAME                                                                                    \
    RATINGS " WHERE rating.player ="                                                               \
            " (SELECT id FROM player WHERE password IS NOT NULL AND name_key = ?)"
#define BEST_FIRST " ORDER BY rating.rating DESC LIMIT ?"

static const char *const sql[QUERY_COUNT] = {
    [QUERY_ALL] = RATINGS BEST_FIRST,
    [QUERY_OF_FAMILY] = RATINGS " WHERE rating.family = ?" BEST_FIRST,
    [QUERY_OF_NAME] = OF_NAME BEST_FIRST,
    [QUERY_OF_NAME_AND_FAMILY] = OF_NAME " AND rating.family = ?" BEST_FIRST,
    [QUERY_POINTS] =
        "SELECT matches, rating, deviation, at_ms AS at, match FROM rating_history WHERE player ="
        " (SELECT id FROM player WHERE password IS NOT NULL AND name_key = ?)"
        " AND family = ? AND matches < ? ORDER BY matches DESC LIMIT ?",
};

const struct query_set rating_queries = {sql, QUERY_COUNT};

static struct statement *bind_ratings(struct store_reader *reader, const char *player_key,
                                      const char *family, int64_t limit)
{
    enum query kind = player_key ? (family ? QUERY_OF_NAME_AND_FAMILY : QUERY_OF_NAME)
                                 : (family ? QUERY_OF_FAMILY : QUERY_ALL);
    struct statement *query = reader->queries[TOPIC_RATINGS][kind];
    int parameter = 0;
    if (player_key)
        statement_bind_text(query, ++parameter, player_key, strlen(player_key));
    if (family)
        statement_bind_text(query, ++parameter, family, strlen(family));
    statement_bind_int(query, ++parameter, limit);
    return query;
}

enum error_code store_reader_ratings(struct store_reader *reader, const char *player_key,
                                     const char *family, int64_t limit, struct wire_arena *arena,
                                     struct wire_ratings *ret_ratings, struct error *error)
{
    assert(limit >= 1 && limit <= HALL_PAGE_MAX);
    struct statement *query = bind_ratings(reader, player_key, family, limit);
    struct row_form form = row_form(query, &wire_record_rating);
    struct wire_rating *list = wire_arena_memory(arena, (size_t)limit, sizeof *list);
    size_t count = 0;
    bool row;
    enum error_code code;
    while (!(code = statement_next(query, &row, error)) && row) {
        row_take(&form, query, arena, &list[count++]);
    }
    *ret_ratings = (struct wire_ratings){.ratings = list, .ratings_count = count};
    return code;
}

enum error_code store_reader_rating_points(struct store_reader *reader, const char *player_key,
                                           const char *family, int64_t before, int64_t limit,
                                           struct wire_arena *arena,
                                           struct wire_rating_points *ret_points,
                                           struct error *error)
{
    assert(limit >= 1 && limit <= HALL_PAGE_MAX);
    struct statement *query = reader->queries[TOPIC_RATINGS][QUERY_POINTS];
    struct row_form form = row_form(query, &wire_record_rating_point);
    struct wire_rating_point *list = wire_arena_memory(arena, (size_t)limit, sizeof *list);
    size_t count = 0;
    bool row;
    enum error_code code;
    statement_bind_text(query, 1, player_key, strlen(player_key));
    statement_bind_text(query, 2, family, strlen(family));
    statement_bind_int(query, 3, before ? before : INT64_MAX);
    statement_bind_int(query, 4, limit + 1);
    while (!(code = statement_next(query, &row, error)) && row && count < (size_t)limit)
        row_take(&form, query, arena, &list[count++]);
    statement_reset(query);
    *ret_points = (struct wire_rating_points){.points = list, .points_count = count, .more = row};
    return code;
}
