/* What the files that read have in common: a connection, and the queries of each. */
#ifndef SERVER_STORE_READER_H
#define SERVER_STORE_READER_H

#include "server/store/store.h"

#include <sqlite3.h>

enum topic {
    TOPIC_ACCOUNTS,
    TOPIC_MATCHES,
    TOPIC_TOURNAMENTS,
    TOPIC_PAIRS,
    TOPIC_RESULTS,
    TOPIC_EXPORT,
    TOPIC_RATINGS,
    TOPIC_COUNT,
};

/* The queries of a topic; the file that asks them numbers them. */
struct query_set {
    const char *const *sql;
    size_t count;
};

extern const struct query_set account_queries, match_queries, tournament_queries, pair_queries,
    result_queries, export_queries, rating_queries;

enum { EXPORTS_KEPT = 64 };

/* How far an export was read, so that its next page need not go through all lines before it. It
 * stays true because what is exported is over, and then nothing is added to it. */
struct export_position {
    int64_t tournament; /* 0: there is none */
    bool times;
    int64_t lines;                     /* before it */
    int64_t round, board, leg, number; /* of the last pair before it; 0: none */
};

struct store_reader {
    sqlite3 *db;
    sqlite3_stmt **queries[TOPIC_COUNT];
    struct export_position exported[EXPORTS_KEPT]; /* where pages ended */
    size_t exported_oldest;                        /* the one whose place the next one takes */
};

#endif
