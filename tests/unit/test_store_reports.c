/* Lines of chat and reports: what an operator reads of them, and how long they are kept. */
#include "server/store/database.h"
#include "server/store/pruner.h"
#include "tests/suite.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

SUITE(store_reports, 60);

static struct place place;
static struct running running;
static struct error error;

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

/* Three lines in match 7, one in match 8; two open reports and a closed one. */
static void write_all(void)
{
    struct batch *batch = batch_create();
    add_line(batch, 7, 1, "Ann", "hello", 100);
    add_line(batch, 8, 2, "Bob", "elsewhere", 150);
    add_line(batch, 7, 2, "Bob", "go away", 200);
    batch_append(batch, RECORD_LINE)->line = (struct line_record){
        .match = 7,
        .room = "spectators",
        .player = 3,
        .name = "Cem",
        .text = "now, now",
        .at_ms = 300,
    };
    add_report(batch, 1, 7, "rude");
    add_report(batch, 2, 7, "again");
    add_report(batch, 3, 0, "a name");
    add_report_closed(batch, 2, 5000);
    running_commit(&running, batch);
}

static void expect_reports(struct store_reader *reader, bool all, int64_t after, int64_t limit,
                           const char *expected)
{
    struct wire_arena *arena = wire_arena_create();
    struct wire_reports reports;
    char text[200] = "";
    cr_assert_eq(store_reader_reports(reader, after, limit, all, arena, &reports, &error),
                 ERROR_NONE, "%s", error.message);
    for (size_t i = 0; i < reports.reports_count; i++) {
        const struct wire_report *report = &reports.reports[i];
        size_t len = strlen(text);
        snprintf(text + len, sizeof text - len, "%lld %.*s>%.*s %.*s %lld;",
                 (long long)report->report, (int)report->from.len, report->from.bytes,
                 (int)report->about.len, report->about.bytes, (int)report->words.len,
                 report->words.bytes,
                 (long long)(report->match == WIRE_ABSENT ? 0 : report->match));
        cr_assert_eq(report->closed, report->report == 2 ? 5000 : WIRE_ABSENT);
    }
    strcat(text, reports.more ? "more" : "");
    cr_assert_str_eq(text, expected);
    wire_arena_destroy(arena);
}

Test(store_reports, reports_are_listed_and_shown_with_the_lines_of_their_match)
{
    begin();
    write_all();
    struct store_reader *reader;
    struct wire_arena *arena = wire_arena_create();
    struct wire_report_lines shown;
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE);
    expect_reports(reader, false, 0, 10, "1 Ann>Bob rude 7;3 Ann>Bob a name 0;");
    expect_reports(reader, true, 0, 10, "1 Ann>Bob rude 7;2 Ann>Bob again 7;3 Ann>Bob a name 0;");
    expect_reports(reader, true, 1, 1, "2 Ann>Bob again 7;more");

    cr_assert_eq(store_reader_report(reader, 1, arena, &shown, &error), ERROR_NONE);
    cr_assert_eq(shown.report->report, 1);
    cr_assert_eq(shown.lines_count, 3);
    static const char *const said[] = {"hello", "go away", "now, now"};
    for (size_t i = 0; i < 3; i++) {
        cr_assert_eq(shown.lines[i].text.len, strlen(said[i]));
        cr_assert_eq(memcmp(shown.lines[i].text.bytes, said[i], strlen(said[i])), 0);
        cr_assert_eq(shown.lines[i].at, 100 * (int64_t)(i + 1));
    }
    cr_assert_eq(memcmp(shown.lines[2].room.bytes, "spectators", 10), 0);
    cr_assert_eq(store_reader_report(reader, 3, arena, &shown, &error), ERROR_NONE);
    cr_assert_eq(shown.lines_count, 0);
    cr_assert_eq(store_reader_report(reader, 4, arena, &shown, &error), ERROR_NO_SUCH_REPORT);
    wire_arena_destroy(arena);
    store_reader_close(reader);
    end();
}

Test(store_reports, open_reports_count_after_a_start_and_no_number_is_given_twice)
{
    begin();
    write_all();
    running_close(&running);
    do_sql(&place, "DELETE FROM report WHERE id = 3");
    running_start(&running, &place);
    struct hall_config config = {.seed = 1, .now_ms = 5000, .limits = hall_limits_default};
    struct hall *hall = hall_create(&config);
    cr_assert_eq(running_recover(&running, hall, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(hall_figures(hall).reports, 1);
    hall_destroy(hall);
    assert_rows(place.database, "SELECT number FROM last_number WHERE kind = 'report'", "3");
    end();
}

Test(store_reports, lines_and_closed_reports_go_when_they_are_old_and_open_reports_stay)
{
    begin();
    write_all();
    running_close(&running);
    char sql[200];
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE n (i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
             " INSERT INTO line (match, room, player, name, text, at_ms)"
             " SELECT i, 'players', 1, 'Ann', 'x', i FROM n",
             1000 + 2 * PRUNER_SLICE_MAX);
    do_sql(&place, sql);
    struct database *db = NULL;
    struct pruner pruner = {0};
    bool more = true;
    int slices = 0;
    int64_t before_ms = 1001 + PRUNER_SLICE_MAX;
    cr_assert_eq(database_open(place.database, DATABASE_TO_TIDY, &db, &error), ERROR_NONE);
    cr_assert_eq(pruner_init(&pruner, db, &error), ERROR_NONE, "%s", error.message);
    for (; more; slices++)
        cr_assert_eq(pruner_forget(&pruner, before_ms, &more, &error), ERROR_NONE, "%s",
                     error.message);
    cr_assert_eq(slices, 2);
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM line"), PRUNER_SLICE_MAX);
    cr_assert_eq(ask_int(&place, "SELECT min(at_ms) FROM line"), before_ms);
    assert_rows(place.database, "SELECT id FROM report ORDER BY id", "1\n2\n3");
    cr_assert_eq(pruner_forget(&pruner, 5001, &more, &error), ERROR_NONE);
    assert_rows(place.database, "SELECT id FROM report ORDER BY id", "1\n3");
    pruner_finish(&pruner);
    database_close(db);
    place_remove(&place);
}

Test(store_reports, a_store_deletes_what_is_too_old_as_soon_as_it_runs)
{
    begin();
    struct batch *batch = batch_create();
    add_line(batch, 7, 1, "Ann", "long ago", 100);
    add_line(batch, 7, 1, "Ann", "just now", (int64_t)time(NULL) * 1000);
    running_commit(&running, batch);
    running_close(&running);
    assert_rows(place.database, "SELECT text FROM line ORDER BY id", "long ago\njust now");
    struct store *store;
    cr_assert_eq(store_open(place.database, &store, &error), ERROR_NONE, "%s", error.message);
    store_start(store, &(struct store_events){.owner = NULL}, 24 * 3600 * 1000);
    store_close(store);
    assert_rows(place.database, "SELECT text FROM line ORDER BY id", "just now");
    place_remove(&place);
}
