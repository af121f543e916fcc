/* A database of version 1 in the hands of a server of today. */
#include "common/base/memory.h"
#include "tests/suite.h"
#include "tests/unit/test_store_disk.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

SUITE(store_migration, 60);

static struct error error;

/* store_version_1.sql, as a database. */
static struct place place_of_version_1(void)
{
    struct place place = place_make();
    char *sql = memory_zeroed(1, 65536);
    FILE *file = fopen(VERSION_1_SQL, "r");
    cr_assert_not_null(file, "no %s", VERSION_1_SQL);
    size_t len = fread(sql, 1, 65535, file);
    cr_assert(len > 0 && feof(file));
    fclose(file);
    do_sql(&place, sql);
    free(sql);
    return place;
}

/* A start and a stop of the server. */
static void migrate(const struct place *place)
{
    struct store *store;
    cr_assert_eq(store_open(place->database, &store, &error), ERROR_NONE, "%s", error.message);
    store_close(store);
}

/* The schema without what means nothing: white space, and comments to the end of their line. */
static void squeeze(char *sql)
{
    char *out = sql;
    for (const char *in = sql; *in; in++) {
        if (in[0] == '-' && in[1] == '-')
            in += strcspn(in, "\n") - 1;
        else if (!strchr(" \n\t", *in))
            *out++ = *in;
    }
    *out = '\0';
}

static char *schema_of(const struct place *place)
{
    char *schema = ask_rows(place->database, "SELECT type, name, tbl_name, sql || char(10)"
                                             " FROM sqlite_schema ORDER BY type, name");
    squeeze(schema);
    return schema;
}

Test(store_migration, a_migrated_database_has_the_schema_of_a_new_one)
{
    struct place old = place_of_version_1(), new = place_make();
    char *before = schema_of(&old);
    migrate(&old);
    migrate(&new);
    char *migrated = schema_of(&old), *made = schema_of(&new);
    cr_assert_str_eq(migrated, made);
    cr_assert_str_neq(before, made);
    assert_rows(old.database, "SELECT * FROM pragma_user_version, pragma_application_id",
                "2|1415670629");
    assert_rows(new.database, "SELECT * FROM pragma_user_version, pragma_application_id",
                "2|1415670629");
    free(before);
    free(migrated);
    free(made);
    place_remove(&old);
    place_remove(&new);
}

Test(store_migration, every_row_of_version_1_comes_through)
{
    struct place place = place_of_version_1();
    const char *database = place.database;
    migrate(&place);
    assert_rows(database, "SELECT * FROM player",
                "1|Ann|ann|NULL|1001\n"
                "2|Bob|bob|NULL|1002\n"
                "3|ANN|ann|NULL|1003\n"
                "4|Zoë|zoë|NULL|1004");
    assert_rows(database, "SELECT * FROM match",
                "1|nim|3+5|1|2|NULL|2001|0|normal|first|3|4001|5>3 3>0 3>0|NULL\n"
                "2|take-away:2x|35|2|1|NULL|2002|0|NULL|NULL|NULL|NULL|NULL|NULL\n"
                "3|nim|3+5|3|1|NULL|2003|2|aborted|nobody|0|4003||NULL\n"
                "4|octal:0.77|5+8|4|3|NULL|2004|3|NULL|NULL|NULL|NULL|NULL|NULL\n"
                "5|nim,misere|4+6|1|4|NULL|2005|6|NULL|NULL|NULL|NULL|NULL|NULL");
    assert_rows(database, "SELECT * FROM history", "ann|1\nann|3\nbob|1");
    assert_rows(database, "SELECT * FROM journal",
                "1|1|1|5>3|3001|0|0|NULL\n"
                "2|2|1|35>34|3002|0|0|NULL\n"
                "3|1|2|3>0|3003|0|0|NULL\n"
                "4|4|1|5>3|3004|0|0|NULL\n"
                "5|1|3|3>0|3005|0|0|NULL\n"
                "6|2|2|34@2>32|3006|0|0|NULL\n"
                "7|4|2|8>2+5|3007|0|0|NULL");
    assert_rows(database, "SELECT * FROM answer",
                "1|a|1|0|-7|3100\n1|b|3|7|2|3200\n2|a|5|1|0|3300");
    assert_rows(
        database,
        "SELECT number, player, hex(hash) = replace(hex(zeroblob(32)), '00', '0' || player),"
        " client, created_ms FROM token",
        "1|1|1|unknown|1001\n"
        "2|2|1|unknown|1002\n"
        "3|3|1|unknown|1003\n"
        "4|4|1|unknown|1004");
    assert_rows(database, "PRAGMA integrity_check", "ok");
    assert_rows(database, "PRAGMA foreign_key_check", "");
    place_remove(&place);
}

Test(store_migration, the_tokens_of_version_1_last_ninety_days_from_now)
{
    struct place place = place_of_version_1();
    int64_t before_ms = (int64_t)time(NULL) * 1000, day_ms = 86400000;
    migrate(&place);
    int64_t after_ms = (int64_t)time(NULL) * 1000;
    int64_t first = ask_int(&place, "SELECT min(expires_ms) FROM token");
    int64_t last = ask_int(&place, "SELECT max(expires_ms) FROM token");
    cr_assert_geq(first, before_ms + 90 * day_ms);
    cr_assert_leq(last, after_ms + 90 * day_ms);
    place_remove(&place);
}

Test(store_migration, the_live_matches_of_version_1_go_on)
{
    struct place place = place_of_version_1();
    struct hall_config config = {.seed = 1, .now_ms = 5000, .limits = hall_limits_default};
    struct hall *hall = hall_create(&config);
    struct running running;
    struct store_reader *reader;
    struct match_view view;
    running_start(&running, &place);
    cr_assert_eq(store_recover(running.store, hall, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(hall_figures(hall).live_matches, 3);
    struct batch *batch = batch_create();
    add_end(batch, 2, 2, "35>34 34@2>32", ENDING_RESIGNATION, SEAT_FIRST);
    running_commit(&running, batch);
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE);
    cr_assert_eq(store_reader_match(reader, 2, 0, 1, &view, &error), ERROR_NONE);
    cr_assert_eq(view.summary.ending, ENDING_RESIGNATION);
    match_view_finish(&view);
    cr_assert_eq(store_reader_match(reader, 1, 0, 1, &view, &error), ERROR_NONE);
    cr_assert_eq(view.move_count, 3);
    cr_assert_null(view.taken_ms); /* ended when nobody kept them */
    match_view_finish(&view);
    cr_assert_eq(store_reader_match(reader, 4, 0, 1, &view, &error), ERROR_NONE);
    cr_assert_str_eq(text_string(&view.position), "2+3+5");
    match_view_finish(&view);
    assert_rows(place.database, "SELECT name_key FROM history WHERE match = 2", "ann\nbob");
    store_reader_close(reader);
    running_close(&running);
    hall_destroy(hall);
    place_remove(&place);
}

Test(store_migration, a_reader_leaves_version_1_to_the_server)
{
    struct place place = place_of_version_1();
    struct store_reader *reader;
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, "of schema version 1; a server brings it to 2"), "%s",
                       error.message);
    cr_assert_eq(ask_int(&place, "PRAGMA user_version"), 1);
    place_remove(&place);
}

/* The disk is full from the Nth write on. False: a migration has no Nth write. */
static bool fill_disk_at_write(int nth)
{
    struct place place = place_of_version_1();
    struct store *store = NULL;
    char *before = schema_of(&place);
    disk_break(DISK_FULL, nth);
    bool failed = store_open(place.database, &store, &error) != ERROR_NONE;
    disk_repair();
    store_close(store);
    if (failed) {
        char *after = schema_of(&place);
        cr_assert_not_null(strstr(error.message, "SQLITE_FULL"), "%s", error.message);
        cr_assert_str_eq(after, before, "write %d: half a migration", nth);
        free(after);
        migrate(&place);
    }
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM token"), 4, "write %d", nth);
    cr_assert_eq(ask_int(&place, "SELECT count(*) FROM match"), 5, "write %d", nth);
    free(before);
    place_remove(&place);
    return failed;
}

Test(store_migration, a_disk_full_at_any_write_leaves_version_1_as_it_was)
{
    int nth = 1;
    disk_insert();
    while (fill_disk_at_write(nth))
        nth++;
    cr_assert_gt(nth, 10, "only %d writes", nth - 1);
}
