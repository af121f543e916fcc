/* How long a server takes from its start to its first answer, with much in its database. */
#include "tests/bench/bench.h"
#include "tests/bench/ground.h"
#include "tests/bench/rally.h"

#include <sqlite3.h>
#include <stdio.h>

enum { STARTS = 3 };

/* A database as years of play leave it, written in SQL: matches of eight moves each, one after the
 * other; of the last `recent` ones each tenth is live, with four moves. Every move is in the
 * journal, every ended match is in the history and judged, and the keys of the last requests are
 * remembered. */
struct past {
    int matches, recent, players, keys;
};

static const char *const fill_sql[] = {
    "PRAGMA synchronous = OFF",
    "BEGIN",
    "CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
    " WHERE i < :matches) SELECT i, i > :matches - :recent AND i % 10 = 0 AS live FROM n",
    "INSERT INTO player (id, name, name_key, created_ms)"
    " SELECT i, 'p' || i, 'p' || i, 1 FROM n WHERE i <= :players",
    "INSERT INTO match (id, rules, start, first, second, created_ms, journal_from, ending, winner,"
    " plies, ended_ms, moves, times) SELECT i, 'nim', '8', i % :players + 1, (i + 1) % :players"
    " + 1,"
    " i, (i - 1) * 8, iif(live, NULL, 'normal'), iif(live, NULL, 'second'), iif(live, NULL, 8),"
    " iif(live, NULL, i), iif(live, NULL, '8>7 7>6 6>5 5>4 4>3 3>2 2>1 1>0'),"
    " iif(live, NULL, '9 9 9 9 9 9 9 9') FROM n",
    "INSERT INTO journal (id, match, ply, move, at_ms, taken_ms)"
    " SELECT (i - 1) * 8 + ply, i, ply, (9 - ply) || '>' || (8 - ply), i, 9"
    " FROM n, (SELECT i AS ply FROM n WHERE i <= 8) WHERE NOT live OR ply <= 4",
    "INSERT INTO history SELECT 'p' || (i % :players + 1), i, 'p' || ((i + 1) % :players + 1),"
    " 'nim', 0, 'lost', i FROM n WHERE NOT live UNION ALL"
    " SELECT 'p' || ((i + 1) % :players + 1), i, 'p' || (i % :players + 1), 'nim', 0, 'won', i"
    " FROM n WHERE NOT live ORDER BY 1, 2",
    "INSERT INTO judgement SELECT i, 'k k k k k k k k' FROM n WHERE NOT live",
    "INSERT INTO answer SELECT i % :players + 1, 'key-' || i, 1, 0, i, i FROM n WHERE i <= :keys",
    "DROP TABLE n",
    "COMMIT",
};

static void bind(sqlite3_stmt *statement, const char *name, int value)
{
    int index = sqlite3_bind_parameter_index(statement, name);
    if (index > 0)
        sqlite3_bind_int(statement, index, value);
}

static void run(sqlite3 *db, const char *sql, const struct past *past)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        bench_fail(sqlite3_errmsg(db));
    bind(statement, ":matches", past->matches);
    bind(statement, ":recent", past->recent);
    bind(statement, ":players", past->players);
    bind(statement, ":keys", past->keys);
    while (sqlite3_step(statement) == SQLITE_ROW)
        ;
    if (sqlite3_finalize(statement) != SQLITE_OK)
        bench_fail(sqlite3_errmsg(db));
}

static sqlite3 *open_database(const char *folder)
{
    char path[GROUND_FOLDER_BYTES + 8];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/db", folder);
    if (sqlite3_open(path, &db) != SQLITE_OK)
        bench_fail(sqlite3_errmsg(db));
    return db;
}

static void fill(const char *folder, const struct past *past)
{
    ground_end(ground_begin_server(folder)); /* makes the tables */
    sqlite3 *db = open_database(folder);
    for (size_t i = 0; i < sizeof fill_sql / sizeof *fill_sql; i++)
        run(db, fill_sql[i], past);
    sqlite3_close(db);
}

/* The worst that a live match can do to a start: the whole journal is read again. */
static void revive_first(const char *folder)
{
    sqlite3 *db = open_database(folder);
    run(db,
        "UPDATE match SET ending = NULL, winner = NULL, plies = NULL, ended_ms = NULL,"
        " moves = NULL, times = NULL WHERE id = 1",
        &(struct past){0});
    run(db, "DELETE FROM journal WHERE match = 1 AND ply = 8", &(struct past){0});
    run(db, "DELETE FROM judgement WHERE match = 1", &(struct past){0});
    sqlite3_close(db);
}

/* Seconds from the start of the program until two players have been welcomed. */
static double start_s(const char *folder)
{
    double begun = bench_wall_s();
    struct ground *server = ground_begin_server(folder);
    struct rally_config config = {
        .address = ground_address(server),
        .peer = ground_process(server),
        .matches = 1,
        .first_name = 1000000000,
    };
    struct rally *rally = rally_open(&config);
    rally_greet(rally);
    double taken = bench_wall_s() - begun;
    rally_close(rally);
    ground_end(server);
    return taken;
}

static double middle_start_s(const char *folder)
{
    double taken[STARTS];
    for (int i = 0; i < STARTS; i++)
        taken[i] = start_s(folder);
    bench_sort(taken, STARTS);
    return taken[STARTS / 2];
}

static void measure_start(struct report *report)
{
    char folder[GROUND_FOLDER_BYTES];
    struct past past = {
        .matches = report_size(report, 1010000, 2000),
        .recent = report_size(report, 100000, 200),
        .players = report_size(report, 10000, 100),
        .keys = report_size(report, 200000, 1000),
    };
    ground_make_folder(folder);
    fill(folder, &past);
    double usual = middle_start_s(folder);
    revive_first(folder);
    double worst = middle_start_s(folder);
    ground_remove_folder(folder);
    report_at_most(report, "to the first answer", usual, "s", 2);
    report_value(report, "the same, the first match of all still live", worst, "s");
}

const struct bench_row start_rows[] = {
    {"start", "a start with 1,000,000 ended and 10,000 live matches in the database",
     measure_start},
    {0},
};
