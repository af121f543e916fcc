/* Disks that fail and processes that die, at every single step of a commit. */
#include "tests/suite.h"
#include "tests/unit/test_store_disk.h"
#include "tests/unit/test_store_fixture.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

SUITE(store_faults, 120);

static struct place place;
static struct running running;

static void begin(void)
{
    place = place_make();
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
}

static void end(void)
{
    running_close(&running);
    place_remove(&place);
}

/* Records of several kinds, over several pages. */
static struct batch *make_batch(void)
{
    struct batch *batch = batch_create();
    add_player(batch, 3, "Cem");
    add_password(batch, 3, "hash");
    add_token(batch, 3, 3, 1003, LATER_MS);
    add_token_used(batch, 3, LATER_MS + 1);
    add_token_revoked(batch, 2, 2, 0);
    add_ban(batch, BAN_NAME, "dan", 1, 0);
    add_ban(batch, BAN_ADDRESS, "10.1.2.3", 1, 0);
    add_unban(batch, BAN_NAME, "dan");
    add_clocked_match(batch, 7, 1, 3, "300+3");
    add_clocked_move(batch, 7, 1, "5>3", (struct move_times){1000, 0, 302000});
    add_clocked_move(batch, 7, 2, "3>0", (struct move_times){1000, 10, 302010});
    add_match(batch, 8, 1, 2, "3+5");
    add_end(batch, 7, 2, "5>3 3>0", ENDING_RESIGNATION, SEAT_SECOND);
    add_answer(batch, 1, "key", REQUEST_MATCH_RESIGN, 7, 0, 100);
    add_tournament(batch, 5, "Friday");
    add_entrant(batch, 5, 0, "Ann", 1, -1);
    add_entrant(batch, 5, 1, "Bob", 2, -1);
    add_pair(batch, 5, 1, (int[]){1, 1, 1, 1}, (struct meeting){0, 1});
    add_pair_match(batch, 5, 1, 1, 9, (int64_t[]){1, 2});
    add_end(batch, 9, 1, "5>3", ENDING_RESIGNATION, SEAT_FIRST)->end.times =
        batch_keep(batch, "7", 1);
    add_marks(batch, 9, "+1");
    add_rating(batch, 1, "nim", 1600, 1);
    add_tournament_state(batch, 5, TOURNAMENT_CANCELLED, "", 10200);
    return batch;
}

/* Two players with a token each; then one player, ban, answer, tournament, pair, judgement and
 * rating more, two entrants and moves, three matches, and four entries of the history. */
enum { ROWS_BEFORE = 4, ROWS_AFTER = 4 + 7 * 1 + 2 * 2 + 3 + 4 };

static int64_t count_rows(void)
{
    return ask_int(&place, "SELECT (SELECT count(*) FROM player) + (SELECT count(*) FROM token)"
                           " + (SELECT count(*) FROM ban) + (SELECT count(*) FROM match)"
                           " + (SELECT count(*) FROM journal) + (SELECT count(*) FROM history)"
                           " + (SELECT count(*) FROM answer) + (SELECT count(*) FROM tournament)"
                           " + (SELECT count(*) FROM entrant) + (SELECT count(*) FROM pair)"
                           " + (SELECT count(*) FROM judgement) + (SELECT count(*) FROM rating)");
}

/* The disk breaks at the Nth step of a commit and is repaired later. False: a commit has no Nth
 * step. */
static bool break_at_step(enum disk_fault fault, int nth, const char *reason)
{
    char told[RUNNING_REASON_BYTES];
    begin();
    running_close(&running); /* so that the pages are read again */
    running_start(&running, &place);
    struct batch *batch = make_batch();
    disk_break(fault, nth);
    running_submit(&running, batch);
    bool failed = running_wait_failed(&running, told);
    if (failed && fault != DISK_READ_FAILS)
        cr_assert_eq(count_rows(), ROWS_BEFORE, "step %d: the failed batch is seen", nth);
    if (failed)
        cr_assert_not_null(strstr(told, reason), "step %d: %s", nth, told);
    disk_repair();
    running_wait_committed(&running);
    cr_assert_eq(count_rows(), ROWS_AFTER, "step %d: once, and whole", nth);
    batch_destroy(batch);
    end();
    return failed;
}

Test(store_faults, a_full_disk_at_any_write_delays_the_batch)
{
    int nth = 1;
    disk_insert();
    while (break_at_step(DISK_FULL, nth, "database or disk is full (SQLITE_FULL)"))
        nth += DISK_STRIDE;
    cr_assert_gt(nth, 10 + DISK_STRIDE, "only %d writes", nth - 1);
}

Test(store_faults, a_failing_sync_delays_the_batch)
{
    int nth = 1;
    disk_insert();
    while (break_at_step(DISK_SYNC_FAILS, nth, "disk I/O error (SQLITE_IOERR_FSYNC)"))
        nth += DISK_STRIDE;
    cr_assert_gt(nth, 1);
}

Test(store_faults, a_failing_read_delays_the_batch)
{
    int nth = 1;
    disk_insert();
    while (break_at_step(DISK_READ_FAILS, nth, "disk I/O error (SQLITE_IOERR_READ)"))
        nth += DISK_STRIDE;
    cr_assert_gt(nth, 5 + DISK_STRIDE, "only %d reads", nth - 1);
}

static enum error_code ask_for_people(struct store_reader *reader, struct wire_arena *arena,
                                      struct error *error)
{
    unsigned char hash[TOKEN_HASH_BYTES];
    struct hall_found found = {0};
    union wire_body body;
    struct store_secrets secrets = {0};
    token_hash_of(3, hash);
    enum error_code code = store_reader_token(reader, hash, 0, &found, error);
    store_found_finish(&found);
    if (!code)
        code = store_reader_account(reader, "cem", 0, &found, &secrets, error);
    store_found_finish(&found);
    free(secrets.password);
    if (!code)
        code = store_reader_tokens(reader, 9, 0, 0, arena, &body.as_tokens, error);
    if (!code)
        code = store_reader_ratings(reader, NULL, NULL, 10, arena, &body.as_ratings, error);
    return code;
}

static enum error_code ask_for_matches(struct store_reader *reader, struct wire_arena *arena,
                                       struct error *error)
{
    struct store_record record = {0};
    union wire_body body;
    struct history_page page = {.limit = 10};
    enum error_code code = store_reader_match(reader, 8, 0, 1, arena, &body.as_match, error);
    if (!code)
        code = store_reader_record(reader, 9, &record, error);
    free(record.rules);
    free(record.start);
    free(record.moves);
    if (!code)
        code = store_reader_history(reader, &page, arena, &body.as_summaries, error);
    return code;
}

static bool leave_aside(void *owner, const struct export_line *line)
{
    (void)owner, (void)line;
    return true;
}

static enum error_code ask_for_tournaments(struct store_reader *reader, struct wire_arena *arena,
                                           struct error *error)
{
    struct store_export sink = {.line = leave_aside};
    union wire_body body;
    enum error_code code =
        store_reader_tournaments(reader, 0, 10, arena, &body.as_tournaments, error);
    if (!code)
        code = store_reader_pairs(reader, 5, 0, 10, arena, &body.as_pairs, error);
    if (!code)
        code = store_reader_standings(reader, 5, arena, &body.as_standings, error);
    for (int times = 0; !code && times < 2; times++)
        code = store_reader_export(reader, 5, times, 0, &sink, error);
    return code;
}

/* The questions of store.h, until one fails. */
static enum error_code ask_all(struct store_reader *reader, struct error *error)
{
    struct wire_arena *arena = wire_arena_create();
    enum error_code code = ask_for_people(reader, arena, error);
    if (!code)
        code = ask_for_matches(reader, arena, error);
    if (!code)
        code = ask_for_tournaments(reader, arena, error);
    wire_arena_destroy(arena);
    return code;
}

Test(store_faults, a_failing_read_is_told_and_the_next_question_is_answered)
{
    int nth = 0;
    enum error_code code;
    disk_insert();
    begin();
    running_commit(&running, make_batch());
    do {
        struct store_reader *reader;
        struct error error;
        cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE);
        disk_break(DISK_READ_FAILS, ++nth);
        code = ask_all(reader, &error);
        disk_repair();
        if (code)
            cr_assert_str_eq(error.message, "disk I/O error (SQLITE_IOERR_READ)");
        cr_assert_eq(ask_all(reader, &error), ERROR_NONE, "%s", error.message);
        store_reader_close(reader);
    } while (code);
    cr_assert_gt(nth, 5, "only %d reads", nth - 1);
    end();
}

Test(store_faults, everything_is_synced_when_it_is_called_committed)
{
    disk_insert();
    begin();
    struct batch *batch = make_batch();
    running_commit(&running, batch);
    cr_assert_eq(disk_unsynced_writes(), 0);
    end();
}

/* Ends match 8 in a batch that is long enough to make SQLite run a checkpoint behind its commit. */
static struct batch *make_long_batch(void)
{
    enum { BYTES = 8 << 20 };
    struct batch *batch = make_batch();
    char *moves = malloc(BYTES + 1);
    memset(moves, ' ', BYTES);
    moves[BYTES] = '\0';
    add_end(batch, 8, 1, moves, ENDING_NORMAL, SEAT_FIRST);
    free(moves);
    return batch;
}

Test(store_faults, a_failing_checkpoint_fails_no_commit)
{
    char told[RUNNING_REASON_BYTES];
    disk_insert();
    begin();
    disk_break(DISK_ONLY_LOGS, 1);
    struct batch *batch = make_long_batch();
    running_submit(&running, batch);
    cr_assert_not(running_wait_failed(&running, told), "%s", told);
    batch_destroy(batch);
    cr_assert_gt(disk_failed_steps(), 0, "there was no checkpoint");
    disk_repair();
    running_close(&running);
    running_start(&running, &place);
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM match WHERE ending IS NOT NULL"), 3);
    end();
}

Test(store_faults, a_start_that_fails_at_any_write_can_be_repeated)
{
    int nth = 0;
    bool failed;
    disk_insert();
    do {
        struct store *store = NULL;
        struct error error;
        place = place_make();
        disk_break(DISK_FULL, ++nth);
        failed = store_open(place.database, &store, &error) != ERROR_NONE;
        if (failed)
            cr_assert_not_null(strstr(error.message, "SQLITE_FULL"), "%s", error.message);
        disk_repair();
        store_close(store);
        if (failed)
            cr_assert_eq(rmdir(place.directory), 0, "after %d writes something is left", nth);
        if (failed)
            cr_assert_eq(mkdir(place.directory, 0700), 0);
        running_start(&running, &place);
        running_commit(&running, batch_of_two_players());
        end();
    } while (failed);
    cr_assert_gt(nth, 10, "only %d writes", nth - 1);
}

Test(store_faults, a_batch_that_cannot_be_written_is_given_up_when_the_store_stops)
{
    char told[RUNNING_REASON_BYTES];
    disk_insert();
    begin();
    struct batch *batch = make_batch();
    disk_break(DISK_FULL, 1);
    running_submit(&running, batch);
    cr_assert(running_wait_failed(&running, told));
    cr_assert_not(store_stop(running.store));
    batch_destroy(batch);
    running_close(&running);
    disk_repair();
    running_start(&running, &place);
    cr_assert_eq(count_rows(), ROWS_BEFORE);
    end();
}

Test(store_faults, a_batch_submitted_before_the_stop_is_still_written)
{
    begin();
    struct batch *batch = make_batch();
    running_submit(&running, batch);
    cr_assert(store_stop(running.store));
    batch_destroy(batch);
    cr_assert_eq(count_rows(), ROWS_AFTER);
    end();
}

Test(store_faults, a_batch_waits_for_another_writer)
{
    char told[RUNNING_REASON_BYTES];
    sqlite3 *other;
    begin();
    cr_assert_eq(sqlite3_open(place.database, &other), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    struct batch *batch = make_batch();
    running_submit(&running, batch);
    cr_assert(running_wait_failed(&running, told));
    cr_assert_str_eq(told, "database is locked (SQLITE_BUSY)");
    cr_assert_eq(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    running_wait_committed(&running);
    batch_destroy(batch);
    cr_assert_eq(count_rows(), ROWS_AFTER);
    end();
}

Test(store_faults, a_batch_waits_until_what_another_hand_put_in_its_way_is_gone)
{
    char told[RUNNING_REASON_BYTES];
    begin();
    do_sql(&place, "INSERT INTO answer VALUES (1, 'key', 1, 0, 0, 0)");
    struct batch *batch = make_batch(); /* its last record is that answer */
    running_submit(&running, batch);
    cr_assert(running_wait_failed(&running, told));
    cr_assert_str_eq(told, "UNIQUE constraint failed: answer.player, answer.key"
                           " (SQLITE_CONSTRAINT_PRIMARYKEY)");
    cr_assert_eq(count_rows(), ROWS_BEFORE + 1);
    do_sql(&place, "DELETE FROM answer");
    running_wait_committed(&running);
    batch_destroy(batch);
    cr_assert_eq(count_rows(), ROWS_AFTER);
    end();
}

Test(store_faults, a_file_system_without_shared_memory_is_refused)
{
    struct store *store;
    struct error error;
    disk_insert_without_shared_memory();
    place = place_make();
    cr_assert_eq(store_open(place.database, &store, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, "cannot share memory"), "%s", error.message);
    cr_assert_eq(rmdir(place.directory), 0, "something is left behind");
}

/* --- death --- */

static void die_at_step(int nth)
{
    disk_insert();
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    disk_break(DISK_DEATH, nth);
    running_commit(&running, make_batch());
}

Test(store_faults, a_death_at_any_step_of_a_commit_leaves_the_whole_batch_or_nothing)
{
    int nth = 1 - DISK_STRIDE, status;
    do {
        place = place_make();
        nth += DISK_STRIDE;
        status = disk_live_and_die(die_at_step, nth);
        running_start(&running, &place);
        int64_t rows = count_rows();
        if (status == DISK_DEATH_STATUS)
            cr_assert(rows == ROWS_BEFORE || rows == ROWS_AFTER, "step %d: %lld", nth,
                      (long long)rows);
        else
            cr_assert_eq(rows, ROWS_AFTER);
        end();
    } while (status == DISK_DEATH_STATUS);
    cr_assert_eq(status, 0);
    cr_assert_gt(nth, 10, "only %d steps", nth - 1);
}

enum { MOVES_TO_A_BATCH = 10 };

/* Commits batch after batch for ever and reports each with a byte. */
static void commit_for_ever(int report)
{
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    for (int64_t ply = 1;; ply += MOVES_TO_A_BATCH) {
        struct batch *batch = batch_create();
        for (int i = 0; i < MOVES_TO_A_BATCH; i++)
            add_move(batch, 7, ply + i, "5>3");
        running_commit(&running, batch);
        if (write(report, "+", 1) != 1)
            _exit(1);
    }
}

/* Kills the process after so many reports; returns how many there were in the end. */
static int64_t kill_after(int reports)
{
    int ends[2];
    char byte;
    int64_t count = 0;
    cr_assert_eq(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        commit_for_ever(ends[1]);
    }
    cr_assert_gt(child, 0);
    close(ends[1]);
    while (count < reports && read(ends[0], &byte, 1) == 1)
        count++;
    cr_assert_eq(kill(child, SIGKILL), 0);
    while (read(ends[0], &byte, 1) == 1)
        count++;
    close(ends[0]);
    cr_assert_eq(waitpid(child, NULL, 0), child);
    return count;
}

Test(store_faults, a_killed_server_has_lost_nothing_that_it_reported)
{
    static const int reports[] = {1, 2, 7, 30, 100, 300};
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        place = place_make();
        int64_t reported = kill_after(reports[i]);
        cr_assert_geq(reported, reports[i]);
        running_start(&running, &place); /* the lock died with its holder */
        int64_t moves = ask_int(&place, "SELECT count(*) FROM journal");
        cr_assert_geq(moves, reported * MOVES_TO_A_BATCH);
        cr_assert_eq(moves % MOVES_TO_A_BATCH, 0, "half a batch: %lld moves", (long long)moves);
        end();
    }
}
