/* Reads the practice of players with puzzles, and the ratings of puzzles. */
#include "server/store/reader.h"
#include "server/store/statement.h"

#include <string.h>

enum query {
    QUERY_PRACTICE,
    QUERY_ITEMS,
    QUERY_PUZZLE,
    QUERY_COUNT,
};

static const char *const sql[QUERY_COUNT] = {
    [QUERY_PRACTICE] = ("SELECT rating, deviation, volatility, tried, solved, changes"
                        " FROM practice WHERE player = ?"),
    [QUERY_ITEMS] = "SELECT puzzle, rung, due_ms FROM practice_item WHERE player = ?",
    [QUERY_PUZZLE] = "SELECT rating, attempts FROM puzzle WHERE puzzle = ?",
};

const struct query_set practice_queries = {sql, QUERY_COUNT};

enum error_code store_reader_practice(struct store_reader *reader, int64_t player,
                                      const struct store_practice_sink *sink,
                                      struct store_practice *ret_practice, struct error *error)
{
    sqlite3_stmt *practice = reader->queries[TOPIC_PRACTICE][QUERY_PRACTICE];
    sqlite3_stmt *items = reader->queries[TOPIC_PRACTICE][QUERY_ITEMS];
    bool row;
    *ret_practice = (struct store_practice){0};
    statement_bind_int(practice, 1, player);
    enum error_code code = statement_next(practice, &row, error);
    if (code)
        return code;
    if (row) {
        *ret_practice = (struct store_practice){
            .rating = sqlite3_column_double(practice, 0),
            .deviation = sqlite3_column_double(practice, 1),
            .volatility = sqlite3_column_double(practice, 2),
            .tried = sqlite3_column_int64(practice, 3),
            .solved = sqlite3_column_int64(practice, 4),
            .changes = sqlite3_column_int64(practice, 5),
        };
        sqlite3_reset(practice);
    }
    statement_bind_int(items, 1, player);
    while (!(code = statement_next(items, &row, error)) && row)
        sink->item(sink->owner, statement_text(items, 0), sqlite3_column_int64(items, 1),
                   sqlite3_column_int64(items, 2));
    return code;
}

enum error_code store_reader_puzzle(struct store_reader *reader, const char *puzzle,
                                    double *ret_rating, int64_t *ret_attempts, struct error *error)
{
    sqlite3_stmt *query = reader->queries[TOPIC_PRACTICE][QUERY_PUZZLE];
    bool row;
    *ret_attempts = 0;
    statement_bind_text(query, 1, puzzle, strlen(puzzle));
    enum error_code code = statement_next(query, &row, error);
    if (code || !row)
        return code;
    *ret_rating = sqlite3_column_double(query, 0);
    *ret_attempts = sqlite3_column_int64(query, 1);
    sqlite3_reset(query);
    return ERROR_NONE;
}
