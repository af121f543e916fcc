/* The common part of the files that read: a connection, and the queries of each file. */
#ifndef SERVER_STORE_READER_H
#define SERVER_STORE_READER_H

#include "server/store/database.h"
#include "server/store/store.h"

/* The name of a row of player, as everybody is shown it. */
#define SHOWN_NAME(player)                                                                         \
    "CASE " player ".password WHEN '' THEN 'closed-' || " player ".id ELSE " player ".name END"

/* The columns of a summary from match and its players f and s: first those that the record lacks or
 * names differently, then the record's. */
#define SUMMARY_COLUMNS                                                                            \
    "match.id AS match, " SHOWN_NAME("f") " AS first, " SHOWN_NAME(                                \
        "s") " AS second,"                                                                         \
             " coalesce(match.plies, 0) AS ply, match.created_ms AS created,"                      \
             " match.ended_ms AS ended, match.ending AS ending,"                                   \
             " match.winner AS winner" MATCH_FIELDS(SUMMARY_COLUMN, )
#define SUMMARY_COLUMN(of, type, name, when_null) ", match." #name " AS " #name

enum topic {
    TOPIC_ACCOUNTS,
    TOPIC_MATCHES,
    TOPIC_HISTORY,
    TOPIC_TOURNAMENTS,
    TOPIC_PAIRS,
    TOPIC_RESULTS,
    TOPIC_EXPORT,
    TOPIC_RATINGS,
    TOPIC_REPORTS,
    TOPIC_PRACTICE,
    TOPIC_COUNT,
};

/* The queries of a topic, indexed by an enum of the file that runs them. */
struct query_set {
    const char *const *sql;
    size_t count;
};

extern const struct query_set account_queries, match_queries, history_queries, tournament_queries,
    pair_queries, result_queries, export_queries, rating_queries, report_queries, practice_queries;

enum { EXPORTS_KEPT = 64 };

/* The end of a page of an export, from which the next page starts without a walk over all lines
 * before it. It stays valid, because only tournaments that are over are exported, and these do not
 * change. */
struct export_position {
    int64_t tournament; /* 0: this entry is unused */
    bool times;
    int64_t lines;                     /* before it */
    int64_t round, board, leg, number; /* of the last pair before it; 0: none */
};

struct store_reader {
    struct database *db;
    struct statement **queries[TOPIC_COUNT];
    struct export_position exported[EXPORTS_KEPT]; /* where pages ended */
    size_t exported_oldest;                        /* the entry that the next one replaces */
};

/* INTERNAL: the database says of the match that it ended in a way that there is none of. */
enum error_code reader_check_ending(int64_t match, struct wire_text ending, struct error *error);

#endif
