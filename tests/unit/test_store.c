#include "server/hall/name.h"
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

SUITE(store, 60);

static struct place place;
static struct running running;
static struct store_reader *reader;
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

static void end(void)
{
    store_reader_close(reader);
    running_close(&running);
    place_remove(&place);
}

/* Match `id` of Ann (who begins, and wins) against Bob, whole in one batch. */
static void add_whole_match(struct batch *batch, int64_t id)
{
    add_match(batch, id, 1, 2, "3+5");
    add_move(batch, id, 1, "5>3");
    add_move(batch, id, 2, "3>0");
    add_move(batch, id, 3, "3>0");
    add_end(batch, id, 3, "5>3 3>0 3>0", ENDING_NORMAL, SEAT_FIRST);
}

Test(store, a_player_is_found_by_the_hash_of_the_token)
{
    begin();
    open_reader();
    unsigned char hash[TOKEN_HASH_BYTES];
    int64_t id;
    char *name;
    token_hash_of(2, hash);
    cr_assert_eq(store_reader_player(reader, hash, &id, &name, &error), ERROR_NONE);
    cr_assert_eq(id, 2);
    cr_assert_str_eq(name, "Bob");
    free(name);
    token_hash_of(3, hash);
    cr_assert_eq(store_reader_player(reader, hash, &id, &name, &error), ERROR_NONE);
    cr_assert_eq(id, 0);
    cr_assert_null(name);
    end();
}

Test(store, an_ended_match_is_read_back_whole)
{
    begin();
    struct batch *batch = batch_create();
    add_whole_match(batch, 7);
    running_commit(&running, batch);
    open_reader();
    struct match_view view;
    cr_assert_eq(store_reader_match(reader, 7, 1, 2, &view, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(view.summary.match, 7);
    cr_assert_str_eq(view.summary.rules, "nim");
    cr_assert_str_eq(view.summary.start, "3+5");
    cr_assert_str_eq(view.summary.first, "Ann");
    cr_assert_str_eq(view.summary.second, "Bob");
    cr_assert_eq(view.summary.ply, 3);
    cr_assert_eq(view.summary.created_ms, 2007);
    cr_assert_eq(view.summary.ended_ms, 4007);
    cr_assert_eq(view.summary.ending, ENDING_NORMAL);
    cr_assert_eq(view.summary.winner, SEAT_FIRST);
    cr_assert_eq(view.seq, 4);
    cr_assert_eq(view.seat, SEAT_SECOND);
    cr_assert_str_eq(text_string(&view.position), "0");
    cr_assert_eq(view.from_ply, 2);
    cr_assert_eq(view.move_count, 2);
    cr_assert_str_eq(text_string(&view.moves), "3>0 3>0");
    match_view_finish(&view);
    end();
}

Test(store, a_live_match_is_read_from_the_journal)
{
    begin();
    struct batch *batch = batch_create();
    add_whole_match(batch, 7);
    add_match(batch, 8, 2, 1, "3+5");
    add_match(batch, 9, 1, 2, "4+6");
    add_move(batch, 8, 1, "5>3");
    add_move(batch, 9, 1, "6>5");
    running_commit(&running, batch);
    batch = batch_create();
    add_move(batch, 9, 2, "4>1");
    add_move(batch, 8, 2, "3>1");
    running_commit(&running, batch);
    open_reader();
    struct match_view view;
    cr_assert_eq(store_reader_match(reader, 8, 0, 5, &view, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(view.summary.ending, ENDING_NONE);
    cr_assert_eq(view.summary.winner, SEAT_NOBODY);
    cr_assert_eq(view.summary.ended_ms, 0);
    cr_assert_eq(view.summary.ply, 2);
    cr_assert_eq(view.seq, 2);
    cr_assert_eq(view.seat, SEAT_NOBODY);
    cr_assert_str_eq(text_string(&view.moves), "5>3 3>1");
    cr_assert_str_eq(text_string(&view.position), "1+3");
    match_view_finish(&view);
    end();
}

Test(store, a_match_aborted_before_its_first_move_has_the_empty_record)
{
    begin();
    struct batch *batch = batch_create();
    add_match(batch, 7, 1, 2, "3+5");
    struct record *record = batch_append(batch, RECORD_END);
    record->end.match = 7;
    record->end.ending = ENDING_ABORTED; /* moves: a span that was never filled */
    running_commit(&running, batch);
    open_reader();
    struct match_view view;
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, &view, &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(view.summary.ending, ENDING_ABORTED);
    cr_assert_eq(view.seq, 1);
    cr_assert_eq(view.move_count, 0);
    cr_assert_str_eq(text_string(&view.position), "3+5");
    match_view_finish(&view);
    end();
}

Test(store, a_match_that_is_not_there_is_no_such_match)
{
    begin();
    open_reader();
    struct match_view view;
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, &view, &error), ERROR_NO_SUCH_MATCH);
    cr_assert_str_eq(error.message, "there is no match 7");
    end();
}

Test(store, a_record_that_cannot_be_is_internal_and_named)
{
    begin();
    struct batch *batch = batch_create();
    add_whole_match(batch, 7);
    add_match(batch, 8, 1, 2, "3+5");
    add_move(batch, 8, 1, "5>3");
    running_commit(&running, batch);
    open_reader();
    static const struct {
        int64_t match;
        const char *damage;
        const char *message;
    } cases[] = {
        {7, "UPDATE match SET moves = '5>3 3>0' WHERE id = 7", "match 7: it has 2 moves, not 3"},
        {7, "UPDATE match SET moves = '5>3 3>0 5>0' WHERE id = 7",
         "the record of match 7 does not replay: "},
        {7, "UPDATE match SET ending = 'lost' WHERE id = 7", "match 7: no ending is called 'lost'"},
        {8, "UPDATE journal SET ply = 2 WHERE match = 8", "match 8: its journal has no ply 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct match_view view;
        do_sql(&place, cases[i].damage);
        cr_assert_eq(store_reader_match(reader, cases[i].match, 0, 1, &view, &error),
                     ERROR_INTERNAL);
        cr_assert_eq(strncmp(error.message, cases[i].message, strlen(cases[i].message)), 0,
                     "'%s' instead of '%s'", error.message, cases[i].message);
    }
    end();
}

/* The ids of a page of history, as a text. */
static const char *history(char *player_key, int64_t before, int64_t limit)
{
    static char ids[200];
    struct history_page page = {.player_key = player_key, .before = before, .limit = limit};
    struct match_summary *list;
    size_t count, len = 0;
    bool more;
    ids[0] = '\0';
    cr_assert_eq(store_reader_history(reader, &page, &list, &count, &more, &error), ERROR_NONE,
                 "%s", error.message);
    for (size_t i = 0; i < count; i++) {
        len += (size_t)snprintf(ids + len, sizeof ids - len, "%lld ", (long long)list[i].match);
        match_summary_finish(&list[i]);
    }
    snprintf(ids + len, sizeof ids - len, "%s", more ? "and more" : "that is all");
    free(list);
    return ids;
}

Test(store, history_comes_in_pages_the_latest_first_and_leaves_live_matches_out)
{
    begin();
    struct batch *batch = batch_create();
    for (int64_t id = 1; id <= 5; id++)
        add_whole_match(batch, id);
    add_match(batch, 6, 1, 2, "3+5");
    running_commit(&running, batch);
    open_reader();
    cr_assert_str_eq(history(NULL, 0, 2), "5 4 and more");
    cr_assert_str_eq(history(NULL, 4, 2), "3 2 and more");
    cr_assert_str_eq(history(NULL, 2, 2), "1 that is all");
    cr_assert_str_eq(history(NULL, 0, 5), "5 4 3 2 1 that is all");
    end();
}

Test(store, history_of_a_name_is_that_of_all_who_ever_had_it_and_each_match_once)
{
    begin();
    struct batch *batch = batch_create();
    add_player(batch, 3, "ANN");
    add_player(batch, 4, "Cem");
    add_whole_match(batch, 1); /* Ann and Bob */
    add_match(batch, 2, 4, 2, "3+5");
    add_end(batch, 2, 0, "", ENDING_ABORTED, SEAT_NOBODY);
    add_match(batch, 3, 4, 3, "3+5");
    add_end(batch, 3, 0, "", ENDING_RESIGNATION, SEAT_FIRST);
    add_match(batch, 4, 1, 3, "3+5");
    add_end(batch, 4, 0, "", ENDING_RESIGNATION, SEAT_FIRST);
    running_commit(&running, batch);
    open_reader();
    char *ann = name_key("aNN", 3), *bob = name_key("bob", 3), *nobody = name_key("dee", 3);
    cr_assert_str_eq(history(ann, 0, 10), "4 3 1 that is all");
    cr_assert_str_eq(history(ann, 4, 1), "3 and more");
    cr_assert_str_eq(history(bob, 0, 10), "2 1 that is all");
    cr_assert_str_eq(history(nobody, 0, 10), "that is all");
    free(ann);
    free(bob);
    free(nobody);
    end();
}

Test(store, answers_are_kept_until_they_are_forgotten)
{
    begin();
    struct batch *batch = batch_create();
    add_answer(batch, 1, "a", REQUEST_OFFER_MAKE, 0, 12, 100);
    add_answer(batch, 1, "b", REQUEST_MATCH_RESIGN, 7, 0, 200);
    add_answer(batch, 2, "a", REQUEST_MATCH_RESIGN, 7, 0, 300);
    running_commit(&running, batch);
    batch = batch_create();
    add_forget(batch, 1, "a");
    add_forget(batch, 2, "never used");
    add_forget(batch, 2, "a");
    add_answer(batch, 2, "a", REQUEST_MATCH_ABORT, 8, 0, 400);
    running_commit(&running, batch);
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM answer"), 2);
    cr_assert_eq(ask_int(&place, "SELECT subject FROM answer WHERE player = 1 AND key = 'b'"), 7);
    cr_assert_eq(ask_int(&place, "SELECT kind FROM answer WHERE player = 2 AND key = 'a'"),
                 REQUEST_MATCH_ABORT);
    end();
}

/* --- starting again --- */

static struct hall *recovered_hall(struct store *store)
{
    struct hall_config config = {.seed = 1, .now_ms = 5000};
    struct hall *hall = hall_create(&config);
    cr_assert_eq(store_recover(store, hall, &error), ERROR_NONE, "%s", error.message);
    return hall;
}

static struct message *next_message(struct hall *hall, enum message_kind kind)
{
    struct message *message = hall_message_next(hall);
    cr_assert_not_null(message);
    cr_assert_eq(message->kind, kind, "%d instead of %d", message->kind, kind);
    return message;
}

/* Player `id` comes back with the token. */
static void come_back(struct hall *hall, uint64_t session, int64_t id)
{
    struct hall_hello hello = {.token = {"token", 5}};
    token_hash_of(id, hello.token_hash);
    cr_assert_not(hall_hello(hall, (struct hall_caller){session, 1}, &hello));
    struct message *message = next_message(hall, MESSAGE_WELCOME);
    cr_assert_eq(message->welcome.player, id);
    cr_assert_eq(message->welcome.match_count, 2);
    message_destroy(message);
}

/* Two unfinished matches whose moves are interleaved with each other's and with an ended one's. */
static void write_two_unfinished(void)
{
    struct batch *batch = batch_create();
    add_match(batch, 7, 1, 2, "3+5");
    add_move(batch, 7, 1, "5>3");
    add_match(batch, 8, 1, 2, "3+5");
    add_match(batch, 9, 2, 1, "4+6");
    add_move(batch, 8, 1, "5>3");
    add_move(batch, 9, 1, "6>5");
    running_commit(&running, batch);
    batch = batch_create();
    add_move(batch, 7, 2, "3>1");
    add_end(batch, 8, 1, "5>3", ENDING_RESIGNATION, SEAT_FIRST);
    add_answer(batch, 1, "used", REQUEST_MATCH_ABORT, 7, 0, 4999);
    running_commit(&running, batch);
}

Test(store, the_hall_is_rebuilt_from_the_unfinished_matches)
{
    begin();
    write_two_unfinished();
    running_close(&running);
    running_start(&running, &place);
    struct hall *hall = recovered_hall(running.store);
    cr_assert_eq(hall_figures(hall).live_matches, 2);
    come_back(hall, 50, 1);
    hall_match_resume(hall, (struct hall_caller){50, 2}, 7, 0);
    struct message *message = hall_message_next(hall);
    while (message->kind != MESSAGE_MATCH) { /* the presence of the one who came back */
        message_destroy(message);
        message = hall_message_next(hall);
        cr_assert_not_null(message);
    }
    cr_assert_str_eq(text_string(&message->match.view.position), "1+3");
    cr_assert_str_eq(text_string(&message->match.view.moves), "5>3 3>1");
    cr_assert_eq(message->match.view.seat, SEAT_FIRST);
    cr_assert_str_eq(message->match.view.summary.second, "Bob");
    message_destroy(message);
    hall_destroy(hall);
    end();
}

Test(store, a_key_used_before_the_start_is_still_used)
{
    begin();
    write_two_unfinished();
    struct hall *hall = recovered_hall(running.store);
    come_back(hall, 50, 1);
    hall_match_abort(hall, (struct hall_caller){50, 2}, 7, (struct hall_text){"used", 4});
    bool answered = false;
    for (struct message *message; (message = hall_message_next(hall));) {
        answered |= message->kind == MESSAGE_NOTHING;
        message_destroy(message);
    }
    cr_assert(answered, "the answer of the key's first request");
    cr_assert_eq(hall_figures(hall).live_matches, 2);
    hall_destroy(hall);
    end();
}

Test(store, new_ids_follow_the_greatest_ever_given)
{
    begin();
    struct batch *batch = batch_create();
    add_whole_match(batch, 41);
    running_commit(&running, batch);
    struct hall *hall = recovered_hall(running.store);
    struct hall_hello hello = {.name = {"Cem", 3}, .fresh_token = "t", .fresh_token_hash = "h"};
    cr_assert_not(hall_hello(hall, (struct hall_caller){50, 1}, &hello));
    batch = hall_batch_take(hall);
    cr_assert_not_null(batch);
    cr_assert_eq(batch->records[0].player.id, 3);
    hall_batch_committed(hall, batch);
    hall_destroy(hall);
    end();
}

Test(store, recovery_names_the_match_whose_journal_cannot_be)
{
    begin();
    write_two_unfinished();
    do_sql(&place, "UPDATE journal SET move = '9>1' WHERE match = 9");
    struct hall_config config = {.seed = 1, .now_ms = 5000};
    struct hall *hall = hall_create(&config);
    cr_assert_eq(store_recover(running.store, hall, &error), ERROR_INTERNAL);
    cr_assert_not_null(strstr(error.message, "match 9"), "%s", error.message);
    hall_destroy(hall);
    end();
}

/* --- whose file is it? --- */

static void assert_refused(const char *path, const char *message)
{
    struct store *store = NULL;
    cr_assert_eq(store_open(path, &store, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, message), "'%s' instead of '%s'", error.message,
                       message);
    cr_assert_not_null(strstr(error.message, path), "'%s' does not name the file", error.message);
    cr_assert_null(store);
}

Test(store, a_second_server_is_refused_and_told_which_process_has_the_database)
{
    begin();
    char message[60], other[600];
    snprintf(message, sizeof message, "in use by another server, process %ld: ", (long)getpid());
    assert_refused(place.database, message);
    snprintf(other, sizeof other, "%s/other.db", place.directory);
    cr_assert_eq(symlink("games.db", other), 0);
    assert_refused(other, message);
    end();
}

Test(store, a_file_that_is_no_database_is_refused)
{
    place = place_make();
    FILE *file = fopen(place.database, "w");
    for (int i = 0; i < 1000; i++)
        fputs("Dear diary, ", file);
    fclose(file);
    assert_refused(place.database, "file is not a database (SQLITE_NOTADB)");
    assert_refused(place.directory, "unable to open database file (SQLITE_CANTOPEN");
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    place_remove(&place);
}

Test(store, another_programs_database_is_refused_and_left_alone)
{
    place = place_make();
    do_sql(&place, "PRAGMA application_id = 99; CREATE TABLE t (x)");
    assert_refused(place.database, "a database of another program");
    do_sql(&place, "PRAGMA application_id = 0");
    assert_refused(place.database, "a database of another program");
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM sqlite_schema"), 1);
    cr_assert_eq(ask_int(&place, "SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
    place_remove(&place);
}

Test(store, a_newer_servers_database_is_refused)
{
    begin();
    running_close(&running);
    do_sql(&place, "PRAGMA user_version = 1000");
    assert_refused(place.database, "made by a newer server: schema version 1000, and this one");
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    place_remove(&place);
}

Test(store, a_reader_makes_no_database)
{
    place = place_make();
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    cr_assert_neq(access(place.database, F_OK), 0);
    do_sql(&place, "VACUUM"); /* makes the file, empty */
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, "of schema version 0; a server brings it to"), "%s",
                       error.message);
    place_remove(&place);
}

/* --- no query may read a table from end to end --- */

enum { QUERIES_MAX = 100 };
static char *queries[QUERIES_MAX];
static size_t query_count;

static int note_query(unsigned event, void *context, void *statement, void *sql)
{
    (void)event, (void)context, (void)sql;
    const char *text = sqlite3_sql(statement);
    for (size_t i = 0; i < query_count; i++)
        if (strcmp(queries[i], text) == 0)
            return 0;
    cr_assert_lt(query_count, QUERIES_MAX);
    queries[query_count++] = strdup(text);
    return 0;
}

static int trace_connection(sqlite3 *db, const char **message, const void *routines)
{
    (void)message, (void)routines;
    return sqlite3_trace_v2(db, SQLITE_TRACE_STMT, note_query, NULL);
}

/* Only the answers are read whole, and only by recovery, which wants them all. */
static void assert_no_scan(sqlite3 *db, const char *sql)
{
    char *explain = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sql);
    sqlite3_stmt *plan;
    cr_assert_eq(sqlite3_prepare_v2(db, explain, -1, &plan, NULL), SQLITE_OK, "%s", sql);
    while (sqlite3_step(plan) == SQLITE_ROW) {
        const char *step = (const char *)sqlite3_column_text(plan, 3);
        bool scan = strncmp(step, "SCAN ", 5) == 0 && strcmp(step, "SCAN answer") != 0 &&
                    strcmp(step, "SCAN CONSTANT ROW") != 0 &&
                    !strstr(step, "USING INDEX match_unfinished");
        bool sort = strstr(step, "USE TEMP B-TREE FOR ORDER BY") && !strstr(sql, "FROM answer");
        cr_assert_not(scan || sort, "%s: %s", step, sql);
    }
    sqlite3_finalize(plan);
    sqlite3_free(explain);
}

Test(store, no_query_reads_a_table_from_end_to_end)
{
    sqlite3_auto_extension((void (*)(void))trace_connection);
    begin();
    write_two_unfinished();
    hall_destroy(recovered_hall(running.store));
    open_reader();
    struct match_view view;
    char key[] = "ann";
    unsigned char hash[TOKEN_HASH_BYTES] = {0};
    int64_t id;
    char *name;
    store_reader_player(reader, hash, &id, &name, &error);
    cr_assert_eq(store_reader_match(reader, 7, 0, 1, &view, &error), ERROR_NONE);
    match_view_finish(&view);
    history(NULL, 0, 10);
    history(key, 0, 10);
    sqlite3_reset_auto_extension();

    sqlite3 *db;
    size_t explained = 0;
    cr_assert_eq(sqlite3_open(place.database, &db), SQLITE_OK);
    for (size_t i = 0; i < query_count; i++) {
        if (!strstr(queries[i], "sqlite_schema") &&
            (strncmp(queries[i], "SELECT ", 7) == 0 || strncmp(queries[i], "UPDATE ", 7) == 0 ||
             strncmp(queries[i], "INSERT ", 7) == 0)) {
            assert_no_scan(db, queries[i]);
            explained++;
        }
        free(queries[i]);
    }
    cr_assert_geq(explained, 13, "%zu of %zu queries", explained, query_count);
    sqlite3_close(db);
    end();
}

/* --- one writes while another reads --- */

enum { RACE_PLIES = 300 };

static void *read_until_ended(void *unused)
{
    (void)unused;
    struct store_reader *own;
    struct error cause;
    struct match_view view = {0};
    int64_t seen = 0;
    cr_assert_eq(store_reader_open(place.database, &own, &cause), ERROR_NONE);
    do {
        match_view_finish(&view);
        cr_assert_eq(store_reader_match(own, 7, 0, 1, &view, &cause), ERROR_NONE, "%s",
                     cause.message);
        cr_assert_geq(view.summary.ply, seen);
        /* Two moves to a batch: half of one is never seen. */
        cr_assert_eq(view.summary.ply % 2, 0, "ply %lld", (long long)view.summary.ply);
        seen = view.summary.ply;
    } while (view.summary.ending == ENDING_NONE);
    cr_assert_eq(seen, RACE_PLIES);
    match_view_finish(&view);
    store_reader_close(own);
    return NULL;
}

Test(store, a_reader_sees_whole_batches_only_while_they_are_being_written)
{
    begin();
    struct batch *batch = batch_create();
    add_match(batch, 7, 1, 2, "300");
    running_commit(&running, batch);
    pthread_t thread;
    cr_assert_eq(pthread_create(&thread, NULL, read_until_ended, NULL), 0);
    struct text moves = {0};
    for (int64_t ply = 1; ply <= RACE_PLIES; ply += 2) {
        batch = batch_create();
        for (int64_t i = ply; i < ply + 2; i++) {
            char move[20];
            snprintf(move, sizeof move, "%lld>%lld", (long long)(301 - i), (long long)(300 - i));
            add_move(batch, 7, i, move);
            text_printf(&moves, "%s%s", moves.len ? " " : "", move);
        }
        if (ply + 2 > RACE_PLIES)
            add_end(batch, 7, RACE_PLIES, text_string(&moves), ENDING_NORMAL, SEAT_SECOND);
        running_commit(&running, batch);
    }
    cr_assert_eq(pthread_join(thread, NULL), 0);
    text_finish(&moves);
    end();
}
