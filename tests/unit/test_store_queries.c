/* No query may read a table from end to end, or sort it: every statement that the store ever says
 * is explained. */
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SUITE(store_queries, 60);

enum { NOW_MS = 5000 };

static struct place place;
static struct running running;
static struct store_reader *reader;
static struct wire_arena *arena; /* of what it reads */
static struct error error;

static void open_reader(void)
{
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE, "%s",
                 error.message);
}

/* A store with two players, Ann and Bob. */
static void begin(void)
{
    place = place_make();
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
}

enum { QUERIES_MAX = 400 };
static char *queries[QUERIES_MAX];
static size_t query_count;
static pthread_mutex_t queries_lock = PTHREAD_MUTEX_INITIALIZER; /* the writer has its own thread */

static int note_query(unsigned event, void *context, void *statement, void *sql)
{
    (void)event, (void)context, (void)sql;
    const char *text = sqlite3_sql(statement);
    pthread_mutex_lock(&queries_lock);
    size_t i = 0;
    while (i < query_count && strcmp(queries[i], text) != 0)
        i++;
    if (i == query_count && query_count < QUERIES_MAX)
        queries[query_count++] = strdup(text);
    pthread_mutex_unlock(&queries_lock);
    return 0;
}

static int trace_connection(sqlite3 *db, const char **message, const void *routines)
{
    (void)message, (void)routines;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, note_query, NULL);
}

/* Only recovery reads a table whole, and wants all of it: the answers, the bans, the ratings,
 * how practices stand, the puzzles, the accounts. sqlite_sequence and server_key have one row.
 * These indexes have what is not over yet, or are walked as far as a page goes. */
static bool may_be_scanned(const char *step)
{
    static const char *const allowed[] = {
        "SCAN answer",
        "SCAN ban",
        "SCAN block USING INDEX block_blocked",
        "SCAN invitation",
        "SCAN invitation USING COVERING INDEX invitation_maker",
        "SCAN line", /* PRUNER_SLICE_MAX of its rows, ... */
        "SCAN practice",
        "SCAN puzzle",
        "SCAN report USING INDEX report_open",
        "SCAN oldest", /* ... which are these */
        "SCAN rating",
        "SCAN sqlite_sequence",
        "SCAN server_key",
        "SCAN CONSTANT ROW",
        "SCAN match USING INDEX match_unfinished",
        "SCAN match USING COVERING INDEX match_unfinished",
        "SCAN tournament USING INDEX tournament_unfinished",
        "SCAN tournament USING COVERING INDEX tournament_unfinished",
        "SCAN rating USING INDEX rating_best",
        "SCAN player USING INDEX player_account",
    };
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strcmp(step, allowed[i]) == 0)
            return true;
    return false;
}

/* All answers and all blocks, in recovery; and the ratings of one account, as many as there are
 * families of games. */
static bool may_be_sorted(const char *sql)
{
    return strstr(sql, "FROM answer") || strstr(sql, "FROM block") ||
           strstr(sql, "WHERE rating.player =");
}

static void assert_no_scan(sqlite3 *db, const char *sql)
{
    char *explain = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sql);
    sqlite3_stmt *plan;
    cr_assert_eq(sqlite3_prepare_v2(db, explain, -1, &plan, NULL), SQLITE_OK, "%s", sql);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *step = (const char *)sqlite3_column_text(plan, 3);
        bool scan = strncmp(step, "SCAN ", 5) == 0 && !may_be_scanned(step);
        bool sort = strstr(step, "USE TEMP B-TREE FOR ORDER BY") && !may_be_sorted(sql);
        cr_assert_not(scan || sort, "%s: %s", step, sql);
    }
    sqlite3_finalize(plan);
    sqlite3_free(explain);
}

/* One of each kind of record; match 7 and a tournament are not over. */
static void write_people_and_matches(void)
{
    struct batch *batch = batch_create();
    add_password(batch, 1, "hash");
    add_token_used(batch, 1, 9000);
    add_token_revoked(batch, 1, 0, 1);
    add_ban(batch, BAN_NAME, "cem", 1, 0);
    add_unban(batch, BAN_NAME, "cem");
    add_match(batch, 7, 1, 2, "3+5");
    add_move(batch, 7, 1, "5>3");
    add_match(batch, 8, 1, 2, "3+5");
    add_end(batch, 8, 0, "", ENDING_ABORTED, SEAT_NOBODY);
    add_answer(batch, 1, "used", REQUEST_MATCH_ABORT, 8, 0, 4999);
    add_forget(batch, 1, "used");
    add_rating(batch, 1, "nim", 1600, 1);
    add_invitation(batch, 1, 1, "0123456789-abcdef_ABCD");
    add_invitation_used(batch, 1);
    add_invitation_gone(batch, 1);
    add_code(batch, 1, 7, 9000);
    add_line(batch, 7, 1, "Ann", "hello", 4000);
    add_report(batch, 1, 7, "rude");
    add_report_closed(batch, 1, 5000);
    add_block(batch, 1, 2, 4000);
    add_unblock(batch, 1, 2);
    add_player(batch, 3, "Cem");
    add_password(batch, 3, "hash");
    add_closed(batch, 3);
    running_commit(&running, batch);
}

static void write_tournament(void)
{
    struct batch *batch = batch_create();
    add_tournament(batch, 5, "Friday");
    add_entrant(batch, 5, 0, "Ann", 1, -1);
    add_entrant(batch, 5, 1, "Bob", 2, -1);
    add_entrant(batch, 5, 2, "Cem", 0, -1);
    add_entrant_gone(batch, 5, 2);
    add_tournament_state(batch, 5, TOURNAMENT_RUNNING, "", 1);
    add_pair(batch, 5, 1, (int[]){1, 1, 1, 1}, (struct meeting){0, 1});
    add_pair_match(batch, 5, 1, 1, 20, (int64_t[]){1, 2});
    add_end(batch, 20, 0, "", ENDING_VOID, SEAT_NOBODY);
    add_pair_void(batch, 5, 1);
    add_pair(batch, 5, 2, (int[]){1, 1, 1, 2}, (struct meeting){0, 1});
    add_pair_match(batch, 5, 2, 1, 21, (int64_t[]){1, 2});
    running_commit(&running, batch);
}

static void finish_tournament(void)
{
    struct batch *batch = batch_create();
    add_end(batch, 21, 0, "", ENDING_RESIGNATION, SEAT_FIRST);
    add_marks(batch, 21, "");
    add_tournament_state(batch, 5, TOURNAMENT_CANCELLED, "", 2);
    running_commit(&running, batch);
}

static bool stop_at_once(void *owner, const struct export_line *line)
{
    (void)owner, (void)line;
    return false;
}

static void ask_for_tournaments(void)
{
    union wire_body body;
    cr_assert_not(store_reader_tournaments(reader, 1, 10, arena, &body.as_tournaments, &error));
    cr_assert_eq(store_reader_tournament(reader, 99, arena, &body.as_tournament, &error),
                 ERROR_NO_SUCH_TOURNAMENT);
    cr_assert_not(store_reader_pairs(reader, 5, 9, 10, arena, &body.as_pairs, &error));
    cr_assert_not(store_reader_standings(reader, 5, arena, &body.as_standings, &error));
}

static void ask_for_exports(void)
{
    struct store_export sink = {.line = stop_at_once};
    for (int times = 0; times < 2; times++)
        for (int after = 0; after < 3; after++)
            cr_assert_not(store_reader_export(reader, 5, times, after, &sink, &error), "%s",
                          error.message);
}

static void ask_for_ratings(void)
{
    struct wire_ratings ratings;
    for (int i = 0; i < 4; i++)
        cr_assert_not(store_reader_ratings(reader, i & 1 ? "cem" : NULL, i & 2 ? "chomp" : NULL, 1,
                                           arena, &ratings, &error));
}

static void ask_for_points(void)
{
    struct wire_rating_points points;
    cr_assert_not(store_reader_rating_points(reader, "cem", "chomp", 0, 1, arena, &points, &error));
}

static void ask_for_people(void)
{
    struct hall_found found;
    struct wire_tokens tokens;
    struct store_secrets secrets;
    char *password;
    unsigned char hash[TOKEN_HASH_BYTES] = {0};
    cr_assert_not(store_reader_token(reader, hash, NOW_MS, &found, &error));
    cr_assert_not(store_reader_account(reader, "cem", NOW_MS, &found, &secrets, &error));
    free(secrets.password);
    cr_assert_not(store_reader_password(reader, 2, &password, &error));
    cr_assert_not(store_reader_tokens(reader, 9, 0, NOW_MS, arena, &tokens, &error));
}

static void ask_for_history(char *player_key)
{
    struct history_page page = {.player_key = player_key, .limit = 10};
    struct wire_summaries matches;
    cr_assert_not(store_reader_history(reader, &page, arena, &matches, &error));
}

static void ask_for_scores(const char *rules)
{
    struct versus_page page = {
        .player_key = "ann", .opponent_key = "bob", .rules = rules, .limit = 10};
    struct wire_versus scores;
    cr_assert_not(store_reader_versus(reader, &page, arena, &scores, &error));
}

static void ask_for_matches(void)
{
    struct wire_match match;
    struct store_record record;
    char key[] = "ann", closed[] = "closed-3";
    cr_assert_not(store_reader_match(reader, 7, 0, 1, arena, &match, &error));
    cr_assert_eq(store_reader_record(reader, 99, &record, &error), ERROR_NO_SUCH_MATCH);
    ask_for_history(NULL);
    ask_for_history(key);
    ask_for_history(closed);
    ask_for_scores(NULL);
    ask_for_scores("nim");
}

static void recover(void)
{
    struct hall_config config = {.seed = 1, .now_ms = NOW_MS, .limits = hall_limits_default};
    struct hall *hall = hall_create(&config);
    cr_assert_eq(running_recover(&running, hall, &error), ERROR_NONE, "%s", error.message);
    hall_destroy(hall);
}

static void take_key(void)
{
    unsigned char fresh[EXPORT_SEED_BYTES] = {0}, seed[EXPORT_SEED_BYTES];
    cr_assert(store_stop(running.store)); /* its thread has the connection for itself */
    cr_assert_not(store_key_seed(running.store, fresh, seed, &error));
}

/* All that the store can be asked. */
static void ask_everything(void)
{
    take_key();
    recover();
    open_reader();
    ask_for_people();
    ask_for_matches();
    ask_for_ratings();
    ask_for_points();
    ask_for_tournaments();
    finish_tournament();
    ask_for_exports();
}

static bool is_to_be_explained(const char *sql)
{
    static const char *const verbs[] = {"SELECT ", "UPDATE ", "INSERT ", "DELETE "};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strncmp(sql, verbs[i], strlen(verbs[i])) == 0)
            return !strstr(sql, "sqlite_schema");
    return false;
}

static void explain_all(sqlite3 *db)
{
    size_t explained = 0;
    for (size_t i = 0; i < query_count; i++) {
        if (is_to_be_explained(queries[i])) {
            assert_no_scan(db, queries[i]);
            explained++;
        }
        free(queries[i]);
    }
    cr_assert_lt(query_count, QUERIES_MAX);
    cr_assert_geq(explained, 62, "%zu of %zu queries", explained, query_count);
}

Test(store_queries, no_query_reads_a_table_from_end_to_end)
{
    sqlite3 *db;
    sqlite3_auto_extension((void (*)(void))trace_connection);
    begin();
    write_people_and_matches();
    write_tournament();
    arena = wire_arena_create();
    ask_everything();
    wire_arena_destroy(arena);
    store_reader_close(reader);
    running_close(&running);
    sqlite3_reset_auto_extension();
    cr_assert_eq(sqlite3_open(place.database, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_db_config(db, SQLITE_DBCONFIG_TRIGGER_EQP, 1, NULL), SQLITE_OK);
    explain_all(db);
    sqlite3_close(db);
    place_remove(&place);
}
