#include "server/store/reader.h"

#include "common/base/memory.h"

#include <stdlib.h>

static const struct query_set *const topics[TOPIC_COUNT] = {
    [TOPIC_ACCOUNTS] = &account_queries, [TOPIC_MATCHES] = &match_queries,
    [TOPIC_HISTORY] = &history_queries,  [TOPIC_TOURNAMENTS] = &tournament_queries,
    [TOPIC_PAIRS] = &pair_queries,       [TOPIC_RESULTS] = &result_queries,
    [TOPIC_EXPORT] = &export_queries,    [TOPIC_RATINGS] = &rating_queries,
    [TOPIC_REPORTS] = &report_queries,   [TOPIC_PRACTICE] = &practice_queries,
};

static enum error_code prepare_queries(struct store_reader *reader, struct error *error)
{
    enum error_code code = ERROR_NONE;
    for (size_t i = 0; !code && i < TOPIC_COUNT; i++) {
        reader->queries[i] = memory_zeroed(topics[i]->count, sizeof *reader->queries[i]);
        code = statements_prepare(reader->db, topics[i]->sql, topics[i]->count, reader->queries[i],
                                  error);
    }
    return code;
}

static enum error_code open_reader(struct store_reader *reader, const char *path,
                                   struct error *error)
{
    enum error_code code = database_open(path, DATABASE_TO_READ, &reader->db, error);
    if (!code)
        code = prepare_queries(reader, error);
    return code;
}

enum error_code store_reader_open(const char *path, struct store_reader **ret_reader,
                                  struct error *error)
{
    struct store_reader *reader = memory_zeroed(1, sizeof *reader);
    struct error cause;
    enum error_code code = open_reader(reader, path, &cause);
    if (code) {
        store_reader_close(reader);
        return database_name_error(path, &cause, error);
    }
    *ret_reader = reader;
    return ERROR_NONE;
}

void store_reader_interrupt(struct store_reader *reader)
{
    database_interrupt(reader->db);
}

void store_reader_close(struct store_reader *reader)
{
    if (!reader)
        return;
    for (size_t i = 0; i < TOPIC_COUNT && reader->queries[i]; i++) {
        statements_finish(reader->queries[i], topics[i]->count);
        free(reader->queries[i]);
    }
    database_close(reader->db);
    free(reader);
}
