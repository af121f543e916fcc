/* Reads the practice of players with puzzles, and the ratings of puzzles. */
#include "server/store/database.h"
#include "server/store/reader.h"

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
    [QUERY_ITEMS] = ("SELECT puzzle, rung, due_ms FROM practice_item WHERE player = ?"
                     " ORDER BY puzzle"),
    [QUERY_PUZZLE] = "SELECT rating, attempts FROM puzzle WHERE puzzle = ?",
};

const struct query_set practice_queries = {sql, QUERY_COUNT};

enum error_code store_reader_practice(struct store_reader *reader, int64_t player,
                                      const struct store_practice_sink *sink,
                                      struct store_practice *ret_practice, struct error *error)
{
    struct statement *practice = reader->queries[TOPIC_PRACTICE][QUERY_PRACTICE];
    struct statement *items = reader->queries[TOPIC_PRACTICE][QUERY_ITEMS];
    bool row;
    *ret_practice = (struct store_practice){0};
    statement_bind_int(practice, 1, player);
    enum error_code code = statement_next(practice, &row, error);
    if (code)
        return code;
    if (row) {
        *ret_practice = (struct store_practice){
            .rating = statement_double(practice, 0),
            .deviation = statement_double(practice, 1),
            .volatility = statement_double(practice, 2),
            .tried = statement_int(practice, 3),
            .solved = statement_int(practice, 4),
            .changes = statement_int(practice, 5),
        };
        statement_reset(practice);
    }
    statement_bind_int(items, 1, player);
    while (!(code = statement_next(items, &row, error)) && row)
        sink->item(sink->owner, statement_text(items, 0), statement_int(items, 1),
                   statement_int(items, 2));
    return code;
}

enum error_code store_reader_puzzle(struct store_reader *reader, const char *puzzle,
                                    double *ret_rating, int64_t *ret_attempts, struct error *error)
{
    struct statement *query = reader->queries[TOPIC_PRACTICE][QUERY_PUZZLE];
    bool row;
    *ret_attempts = 0;
    statement_bind_text(query, 1, puzzle, strlen(puzzle));
    enum error_code code = statement_next(query, &row, error);
    if (code || !row)
        return code;
    *ret_rating = statement_double(query, 0);
    *ret_attempts = statement_int(query, 1);
    statement_reset(query);
    return ERROR_NONE;
}
