/* The moves of ended matches leave the journal, guests who have done nothing leave the players, and
 * nothing else changes. */
#include "server/store/database.h"
#include "server/store/dropper.h"
#include "server/store/pruner.h"
#include "tests/suite.h"
#include "tests/unit/test_store_disk.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

SUITE(store_pruner, 120);

static struct place place;
static struct running running;
static struct error error;

enum {
    MATCHES = 1600, /* of eight moves each, one after the other */
    LIVE =
        100, /* the match of this number goes on after its fourth move, and so does the last one */
    ROWS = 8 * MATCHES - 8,
    OLD_ROWS = ROWS - PRUNER_SPARED, /* those that can be pruned, but for the four of LIVE */
};

#define RECORD_OF_ENDED "SELECT count(*) FROM match WHERE moves = '8>7 7>6 6>5 5>4 4>3 3>2 2>1 1>0'"

/* A database with two players and many matches; the thread of its store has not begun. */
static void begin(void)
{
    char sql[2000];
    place = place_make();
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    running_close(&running);
    snprintf(
        sql, sizeof sql,
        "CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
        " WHERE i < %d) SELECT i, i IN (%d, %d) AS live FROM n;"
        "INSERT INTO match (id, rules, start, first, second, created_ms, journal_from, ending,"
        " winner, plies, ended_ms, moves, times) SELECT i, 'nim', '8', 1, 2, i, 0,"
        " iif(live, NULL, 'normal'), iif(live, NULL, 'second'), iif(live, NULL, 8),"
        " iif(live, NULL, i), iif(live, NULL, '8>7 7>6 6>5 5>4 4>3 3>2 2>1 1>0'),"
        " iif(live, NULL, '9 9 9 9 9 9 9 9') FROM n;"
        "INSERT INTO journal (match, ply, move, at_ms, taken_ms)"
        " SELECT i, ply, (9 - ply) || '>' || (8 - ply), i, 9"
        " FROM n, (SELECT i AS ply FROM n WHERE i <= 8) WHERE NOT live OR ply <= 4"
        " ORDER BY i, ply",
        MATCHES, LIVE, MATCHES);
    do_sql(&place, sql);
}

/* The pruner alone, until its pass has ended; returns the number of slices. */
static int prune(int64_t rows)
{
    struct database *db = NULL;
    struct pruner pruner = {0};
    bool more = true;
    int slices = 0;
    cr_assert_eq(database_open(place.database, DATABASE_TO_TIDY, &db, &error), ERROR_NONE);
    cr_assert_eq(pruner_init(&pruner, db, &error), ERROR_NONE, "%s", error.message);
    for (; more; slices++)
        cr_assert_eq(pruner_step(&pruner, rows, &more, &error), ERROR_NONE, "%s", error.message);
    pruner_finish(&pruner);
    database_close(db);
    return slices;
}

static void assert_pruned(void)
{
    char rows[100];
    snprintf(rows, sizeof rows, "%d|%d", PRUNER_SPARED + 4, ROWS);
    assert_rows(place.database, "SELECT count(*), max(id) FROM journal", rows);
}

/* All matches are as they were: the ended ones whole, and the live ones go on. */
static void assert_whole(void)
{
    struct hall_config config = {.seed = 1, .limits = hall_limits_default};
    struct hall *hall = hall_create(&config);
    struct store *store;
    struct store_reader *reader;
    struct wire_arena *arena = wire_arena_create();
    struct wire_match match;
    cr_assert_eq(ask_int(&place, RECORD_OF_ENDED), MATCHES - 2);
    cr_assert_eq(store_open(place.database, &store, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(store_recover(store, hall, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(hall_figures(hall).live_matches, 2);
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE);
    for (int64_t id = LIVE - 1; id <= LIVE; id++) {
        cr_assert_eq(store_reader_match(reader, id, 0, 1, arena, &match, &error), ERROR_NONE, "%s",
                     error.message);
        cr_assert_eq(match.moves_count, id == LIVE ? 4 : 8);
    }
    assert_rows(place.database, "PRAGMA integrity_check", "ok");
    store_reader_close(reader);
    wire_arena_destroy(arena);
    store_close(store);
    hall_destroy(hall);
}

Test(store_pruner, the_moves_of_ended_matches_go_and_those_of_live_ones_and_the_latest_stay)
{
    begin();
    cr_assert_eq(prune(100), OLD_ROWS / 100 + (OLD_ROWS % 100 > 0));
    assert_pruned();
    assert_rows(place.database, "SELECT ply, move FROM journal WHERE match = 100",
                "1|8>7\n2|7>6\n3|6>5\n4|5>4");
    assert_whole();
    place_remove(&place);
}

static void end_pass(struct pruner *pruner)
{
    bool more = true;
    while (more)
        cr_assert_eq(pruner_step(pruner, PRUNER_SLICE_MAX, &more, &error), ERROR_NONE);
}

Test(store_pruner, the_next_pass_waits_for_as_many_moves_as_the_last_one_has_left)
{
    struct pruner pruner = {0};
    struct database *db = NULL;
    bool more;
    begin();
    cr_assert_eq(database_open(place.database, DATABASE_TO_TIDY, &db, &error), ERROR_NONE);
    cr_assert_eq(pruner_init(&pruner, db, &error), ERROR_NONE);
    end_pass(&pruner);
    cr_assert_eq(pruner.kept, 4);
    do_sql(&place, "INSERT INTO journal (match, ply, move, at_ms) VALUES"
                   " (1600, 5, '4>3', 1), (1600, 6, '3>2', 1), (1600, 7, '2>1', 1)");
    cr_assert_eq(pruner_step(&pruner, 1, &more, &error), ERROR_NONE);
    cr_assert_not(more);
    do_sql(&place, "INSERT INTO journal (match, ply, move, at_ms) VALUES (1600, 8, '1>0', 1)");
    cr_assert_eq(pruner_step(&pruner, 1, &more, &error), ERROR_NONE);
    cr_assert(more);
    pruner_finish(&pruner);
    database_close(db);
    place_remove(&place);
}

/* Moves of the last match, enough to pay for a visit to all old rows; it ends with them. */
static struct batch *make_moves(void)
{
    struct batch *batch = batch_create();
    for (int ply = 5; ply <= 8; ply++)
        add_move(batch, MATCHES, ply,
                 ply == 5   ? "4>3"
                 : ply == 6 ? "3>2"
                 : ply == 7 ? "2>1"
                            : "1>0");
    add_end(batch, MATCHES, 8, "8>7 7>6 6>5 5>4 4>3 3>2 2>1 1>0", ENDING_NORMAL, SEAT_SECOND);
    for (int i = 0; i < PRUNER_SLICE_MAX; i++)
        add_move(batch, MATCHES, 9 + i, "0>0");
    return batch;
}

/* So many moves more of the match that goes on. */
static void play_on(int moves)
{
    char sql[300];
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
             " INSERT INTO journal (match, ply, move, at_ms) SELECT %d,"
             " (SELECT max(ply) FROM journal WHERE match = %d) + i, '4>3', 1 FROM n",
             moves, MATCHES, MATCHES);
    do_sql(&place, sql);
}

Test(store_pruner, no_pass_begins_when_no_match_has_ended_that_one_could_take_out)
{
    struct pruner pruner = {0};
    struct database *db = NULL;
    bool more;
    begin();
    cr_assert_eq(database_open(place.database, DATABASE_TO_TIDY, &db, &error), ERROR_NONE);
    cr_assert_eq(pruner_init(&pruner, db, &error), ERROR_NONE);
    end_pass(&pruner);
    /* Up to now the latest rows were spared, which are those of ended matches, too. */
    play_on(2 * PRUNER_SPARED);
    end_pass(&pruner);
    assert_rows(place.database, "SELECT count(DISTINCT match) FROM journal", "2");
    play_on(4 * PRUNER_SPARED);
    cr_assert_eq(pruner_step(&pruner, 1, &more, &error), ERROR_NONE);
    cr_assert_not(more);
    pruner_match_ended(&pruner);
    cr_assert_eq(pruner_step(&pruner, 1, &more, &error), ERROR_NONE);
    cr_assert(more);
    pruner_finish(&pruner);
    database_close(db);
    place_remove(&place);
}

Test(store_pruner, play_pays_for_the_pruning)
{
    begin();
    running_start(&running, &place);
    running_commit(&running, make_moves());
    running_close(&running);
    char sql[80];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM journal WHERE id <= %d", PRUNER_SLICE_MAX);
    cr_assert_eq(ask_int(&place, sql), 4); /* of the live match */
    place_remove(&place);
}

Test(store_pruner, a_slice_that_cannot_be_written_changes_nothing_and_play_goes_on)
{
    struct pruner pruner = {0};
    struct database *db = NULL;
    bool more = true;
    disk_insert();
    begin();
    cr_assert_eq(database_open(place.database, DATABASE_TO_TIDY, &db, &error), ERROR_NONE);
    cr_assert_eq(pruner_init(&pruner, db, &error), ERROR_NONE);
    disk_break(DISK_FULL, 1);
    cr_assert_eq(pruner_step(&pruner, PRUNER_SLICE_MAX, &more, &error), ERROR_IO);
    cr_assert_not(more);
    disk_repair();
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM journal"), ROWS);
    cr_assert_eq(pruner_step(&pruner, PRUNER_SLICE_MAX, &more, &error), ERROR_NONE);
    cr_assert_lt(ask_int(&place, "SELECT count(*) FROM journal"), ROWS);
    pruner_finish(&pruner);
    database_close(db);
    place_remove(&place);
}

static void die_at_step(int nth)
{
    disk_break(DISK_DEATH, nth);
    prune(400);
}

/* False: a pass has no Nth step. */
static bool die_and_start_again(int nth)
{
    begin();
    int status = disk_live_and_die(die_at_step, nth);
    cr_assert(status == DISK_DEATH_STATUS || status == 0, "step %d: status %d", nth, status);
    assert_whole();
    prune(PRUNER_SLICE_MAX);
    assert_pruned();
    assert_whole();
    place_remove(&place);
    return status == DISK_DEATH_STATUS;
}

Test(store_pruner, a_death_at_any_step_leaves_every_match_whole)
{
    int nth = 1;
    disk_insert();
    while (die_and_start_again(nth))
        nth += (nth < 10 ? 1 : 7) * DISK_STRIDE;
    cr_assert_gt(nth, 10 + DISK_STRIDE, "only %d steps", nth - 1);
}

/* --- guests --- */

/* Guests 10 to 10 + COUNT - 1. Every third has a token, every fifth has played, and every seventh
 * has an account. */
static void begin_with_guests(int count)
{
    char sql[1500];
    place = place_make();
    running_start(&running, &place);
    running_commit(&running, batch_of_two_players());
    running_close(&running);
    snprintf(
        sql, sizeof sql,
        "CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n"
        " WHERE i < %d) SELECT i FROM n;"
        "INSERT INTO player (id, name, name_key, password, created_ms)"
        " SELECT i, 'g' || i, 'g' || i, iif(i %% 7 = 0, 'hash', NULL), 1 FROM n;"
        "INSERT INTO token (player, hash, client, created_ms, expires_ms)"
        " SELECT i, CAST(printf('%%032d', i) AS BLOB), 'c', 1, %lld FROM n WHERE i %% 3 = 0;"
        "INSERT INTO match (id, rules, start, first, second, created_ms, journal_from)"
        " SELECT i, 'nim', '3', i, 1, 1, 0 FROM n WHERE i %% 5 = 0",
        9 + count, (long long)LATER_MS);
    do_sql(&place, sql);
}

static void assert_guests_dropped(int count)
{
    char sql[200];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM player WHERE id >= 10 AND id < %d AND id %% 3 AND id %% 5"
             " AND id %% 7",
             9 + count);
    cr_assert_eq(ask_int(&place, sql), 0);
    int64_t kept = 1; /* the one with the greatest id */
    for (int id = 10; id < 9 + count; id++)
        kept += id % 3 == 0 || id % 5 == 0 || id % 7 == 0;
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM player WHERE id >= 10"), kept);
    assert_rows(place.database, "PRAGMA foreign_key_check", "");
    assert_rows(place.database, "PRAGMA integrity_check", "ok");
}

static void drop_all(void)
{
    struct dropper dropper = {0};
    cr_assert_eq(dropper_init(&dropper, place.database, &error), ERROR_NONE, "%s", error.message);
    do
        cr_assert_eq(dropper_step(&dropper, &error), ERROR_NONE, "%s", error.message);
    while (dropper.reached > 0);
    dropper_finish(&dropper);
}

enum { GUESTS = 5 * DROPPER_SLICE };

Test(store_pruner, guests_without_a_token_go_unless_they_have_played_or_have_an_account)
{
    begin_with_guests(GUESTS);
    drop_all();
    assert_guests_dropped(GUESTS);
    place_remove(&place);
}

Test(store_pruner, who_has_invited_somebody_is_kept_until_that_is_over)
{
    begin_with_guests(20);
    running_start(&running, &place);
    struct batch *batch = batch_create();
    add_invitation(batch, 1, 11, "0123456789-abcdef_ABCD");
    running_commit(&running, batch);
    drop_all();
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM player WHERE id = 11"), 1);
    batch = batch_create();
    add_invitation_gone(batch, 1);
    running_commit(&running, batch);
    running_close(&running);
    drop_all();
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM player WHERE id = 11"), 0);
    place_remove(&place);
}

Test(store_pruner, blocks_by_and_of_a_guest_go_with_the_guest)
{
    begin_with_guests(20);
    running_start(&running, &place);
    struct batch *batch = batch_create();
    add_password(batch, 1, "hash");
    add_block(batch, 1, 11, 1);
    add_block(batch, 11, 1, 2);
    add_block(batch, 1, 12, 3);
    running_commit(&running, batch);
    running_close(&running);
    drop_all();
    assert_rows(place.database,
                "SELECT (SELECT group_concat(id) FROM player WHERE id IN (11, 12)), blocked"
                " FROM block",
                "12|12");
    place_remove(&place);
}

Test(store_pruner, who_enters_or_directs_a_tournament_is_kept)
{
    begin_with_guests(20);
    running_start(&running, &place);
    struct batch *batch = batch_create();
    add_tournament(batch, 5, "Friday")->tournament.owner = 11;
    add_entrant(batch, 5, 0, "g13", 13, -1);
    add_entrant(batch, 5, 1, "g16", 0, -1);
    add_entrant(batch, 5, 1, "g16", 16, -1);
    running_commit(&running, batch);
    running_close(&running);
    drop_all();
    assert_rows(place.database, "SELECT id FROM player WHERE id IN (11, 13, 16, 17, 19)",
                "11\n13\n16");
    place_remove(&place);
}

Test(store_pruner, new_guests_pay_for_the_dropping)
{
    begin_with_guests(DROPPER_SLICE);
    running_start(&running, &place);
    struct batch *batch = batch_create();
    for (int i = 0; i < DROPPER_SLICE; i++) {
        add_player(batch, 5000 + i, "new");
        add_token(batch, 5000 + i, 5000 + i, 1, LATER_MS);
    }
    running_commit(&running, batch);
    running_close(&running);
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM player WHERE id >= 10 AND id < 5000 AND"
                                 " id % 3 AND id % 5 AND id % 7"),
                 0);
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM player WHERE id >= 5000"), DROPPER_SLICE);
    place_remove(&place);
}

static void die_at_drop_step(int nth)
{
    disk_break(DISK_DEATH, nth);
    drop_all();
}

Test(store_pruner, a_death_at_any_step_of_the_dropping_loses_nobody_else)
{
    int nth = 1, status;
    disk_insert();
    do {
        begin_with_guests(GUESTS);
        status = disk_live_and_die(die_at_drop_step, nth);
        nth += DISK_STRIDE;
        drop_all();
        assert_guests_dropped(GUESTS);
        place_remove(&place);
    } while (status == DISK_DEATH_STATUS);
    cr_assert_eq(status, 0);
    cr_assert_gt(nth, 5);
}
