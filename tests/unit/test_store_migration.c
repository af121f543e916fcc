/* Databases of versions 1 to 4 in the hands of a server of today. */
#include "common/base/memory.h"
#include "tests/suite.h"
#include "tests/unit/test_store_disk.h"
#include "tests/unit/test_store_fixture.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

SUITE(store_migration, 300);

static struct error error;

/* store_version_N.sql, as a database. */
static struct place place_of_version(int version)
{
    struct place place = place_make();
    char *sql = memory_zeroed(1, 65536), path[4096];
    snprintf(path, sizeof path, "%s/store_version_%d.sql", VERSIONS_DIR, version);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "no %s", path);
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
    char *schema = test_database_ask(place->database, "SELECT type, name, tbl_name, sql || char(10)"
                                                      " FROM sqlite_schema ORDER BY type, name");
    squeeze(schema);
    return schema;
}

/* What a database of this version comes to. */
static void expect_schema(int version, const char *schema)
{
    struct place place = place_of_version(version);
    char *before = schema_of(&place);
    migrate(&place);
    char *migrated = schema_of(&place);
    cr_assert_str_eq(migrated, schema, "from version %d:\n%s\ninstead of\n%s", version, migrated,
                     schema);
    cr_assert_str_neq(before, schema);
    assert_rows(place.database, "SELECT * FROM pragma_user_version, pragma_application_id",
                "5|1415670629");
    free(before);
    free(migrated);
    place_remove(&place);
}

Test(store_migration, a_migrated_database_has_the_schema_of_a_new_one)
{
    struct place new = place_make();
    migrate(&new);
    char *schema = schema_of(&new);
    assert_rows(new.database, "SELECT * FROM pragma_user_version, pragma_application_id",
                "5|1415670629");
    for (int version = 1; version <= 4; version++)
        expect_schema(version, schema);
    free(schema);
    place_remove(&new);
}

Test(store_migration, every_row_of_version_1_comes_through)
{
    struct place place = place_of_version(1);
    const char *database = place.database;
    migrate(&place);
    assert_rows(database, "SELECT * FROM player",
                "1|Ann|ann|NULL|1001|1\n"
                "2|Bob|bob|NULL|1002|1\n"
                "3|ANN|ann|NULL|1003|1\n"
                "4|Zoë|zoë|NULL|1004|1");
    assert_rows(database, "SELECT * FROM match",
                "1|nim|3+5|1|2|NULL|2001|0|normal|first|3|4001|5>3 3>0 3>0|NULL|NULL|0"
                "|NULL|NULL|NULL|NULL\n"
                "2|take-away:2x|35|2|1|NULL|2002|0|NULL|NULL|NULL|NULL|NULL|NULL|NULL|0"
                "|NULL|NULL|NULL|NULL\n"
                "3|nim|3+5|3|1|NULL|2003|2|aborted|nobody|0|4003||NULL|NULL|0|NULL|NULL|NULL|NULL\n"
                "4|octal:0.77|5+8|4|3|NULL|2004|3|NULL|NULL|NULL|NULL|NULL|NULL|NULL|0"
                "|NULL|NULL|NULL|NULL\n"
                "5|nim,misere|4+6|1|4|NULL|2005|6|NULL|NULL|NULL|NULL|NULL|NULL|NULL|0"
                "|NULL|NULL|NULL|NULL");
    assert_rows(database, "SELECT * FROM history",
                "ann|1|bob|nim|0|won|4001\n"
                "ann|3|ann|nim|0|nobody|4003\n"
                "bob|1|ann|nim|0|lost|4001");
    assert_rows(database, "SELECT * FROM versus", "ann|bob|nim|1|0|0|1\nbob|ann|nim|0|1|0|1");
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

Test(store_migration, every_row_of_version_2_comes_through)
{
    struct place place = place_of_version(2);
    const char *database = place.database;
    migrate(&place);
    assert_rows(database, "SELECT * FROM player",
                "1|Ann|ann|$argon2id$1|1001|1\n"
                "2|Bob|bob|NULL|1002|1\n"
                "3|Zoë|zoë|$argon2id$3|1003|1");
    assert_rows(database, "SELECT number, player, client, created_ms, expires_ms FROM token",
                "1|1|takeaway 0.1.0|1001|9000000000001\n"
                "2|2|takeaway 0.1.0|1002|9000000000002\n"
                "5|3|bot|1005|9000000000005");
    assert_rows(database, "SELECT * FROM ban",
                "address|10.1.2.3|10.1.2.3|flood|2001|9000000000000\n"
                "name|cem|Cem|rude|2000|NULL");
    assert_rows(
        database, "SELECT * FROM match",
        "1|nim|3+5|1|2|300+3|2001|0|resignation|first|2|4001|5>3 3>0|"
        "1000-10 2|NULL|0|NULL|NULL|NULL|NULL\n"
        "2|take-away:2x|35|2|1|30/move|2002|0|NULL|NULL|NULL|NULL|NULL|NULL|NULL|0|NULL|NULL|NULL|"
        "NULL\n"
        "3|nim|3+5|3|1|NULL|2003|2|aborted|nobody|0|4003||NULL|NULL|0|NULL|NULL|NULL|NULL\n"
        "4|nim,misere|4+6|1|3|NULL|2004|4|NULL|NULL|NULL|NULL|NULL|NULL|NULL|0|NULL|NULL|NULL|"
        "NULL");
    assert_rows(database, "SELECT * FROM history",
                "ann|1|bob|nim|0|won|4001\n"
                "ann|3|zoë|nim|0|nobody|4003\n"
                "bob|1|ann|nim|0|lost|4001\n"
                "zoë|3|ann|nim|0|nobody|4003");
    assert_rows(database, "SELECT * FROM journal",
                "1|1|1|5>3|3001|1000|10|302010\n"
                "2|2|1|35>34|3002|500|0|30000\n"
                "3|1|2|3>0|3003|2|0|302998\n"
                "4|2|2|34@2>32|3004|700|20|30000");
    assert_rows(database, "SELECT * FROM answer", "1|a|12|0|0|3100\n2|a|8|1|0|3300");
    assert_rows(database, "PRAGMA integrity_check", "ok");
    assert_rows(database, "PRAGMA foreign_key_check", "");
    place_remove(&place);
}

/* Of all tables that stay as they are. */
static void expect_rows_unchanged(const struct place *place)
{
    const char *database = place->database;
    /* A star for each column that the table has got, which is NULL. */
    static const char *const tables[] = {"token",     "ban",      "match ****",   "journal",
                                         "judgement", "rating *", "tournament *", "entrant",
                                         "pair",      "answer",   "progress",     "server_key"};
    char sql[60], *before[sizeof tables / sizeof *tables];
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        static const char new_columns[] = ", NULL, NULL, NULL, NULL";
        const char *stars = strchr(tables[i], '*');
        snprintf(sql, sizeof sql, "SELECT *%.*s FROM %.*s", stars ? 6 * (int)strlen(stars) : 0,
                 new_columns, (int)strcspn(tables[i], " "), tables[i]);
        before[i] = test_database_ask(database, sql);
    }
    migrate(place);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        snprintf(sql, sizeof sql, "SELECT * FROM %.*s", (int)strcspn(tables[i], " "), tables[i]);
        assert_rows(database, sql, before[i]);
        free(before[i]);
    }
    assert_rows(database, "SELECT * FROM history",
                "ann|1|bob|nim|0|won|4001\nbob|1|ann|nim|0|lost|4001");
    assert_rows(database, "SELECT * FROM rating_history", "1|nim|1|1600.0|160.0|4001|NULL");
    assert_rows(database, "PRAGMA integrity_check", "ok");
    assert_rows(database, "PRAGMA foreign_key_check", "");
}

Test(store_migration, every_row_of_version_3_comes_through_and_who_has_played_is_kept)
{
    struct place place = place_of_version(3);
    expect_rows_unchanged(&place);
    assert_rows(place.database, "SELECT id, name, is_kept FROM player",
                "1|Ann|1\n2|Bob|1\n3|Cem|1\n4|Dan|1\n5|Eva|0\n6|Fay|0");
    place_remove(&place);
}

Test(store_migration, every_row_of_version_4_comes_through)
{
    struct place place = place_of_version(4);
    char *players = test_database_ask(place.database, "SELECT * FROM player");
    expect_rows_unchanged(&place);
    assert_rows(place.database, "SELECT * FROM player", players);
    free(players);
    place_remove(&place);
}

Test(store_migration, the_tokens_of_version_1_last_ninety_days_from_now)
{
    struct place place = place_of_version(1);
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
    struct place place = place_of_version(1);
    struct hall_config config = {.seed = 1, .now_ms = 5000, .limits = hall_limits_default};
    struct hall *hall = hall_create(&config);
    struct running running;
    struct store_reader *reader;
    struct wire_arena *arena = wire_arena_create();
    struct wire_match match;
    running_start(&running, &place);
    cr_assert_eq(running_recover(&running, hall, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(hall_figures(hall).live_matches, 3);
    struct batch *batch = batch_create();
    add_end(batch, 2, 2, "35>34 34@2>32", ENDING_RESIGNATION, SEAT_FIRST);
    running_commit(&running, batch);
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE);
    cr_assert_eq(store_reader_match(reader, 2, 0, 1, arena, &match, &error), ERROR_NONE);
    assert_text(match.ending, "resignation");
    cr_assert_eq(store_reader_match(reader, 1, 0, 1, arena, &match, &error), ERROR_NONE);
    cr_assert_eq(match.moves_count, 3);
    cr_assert_null(match.taken); /* ended when nobody kept them */
    cr_assert_eq(store_reader_match(reader, 4, 0, 1, arena, &match, &error), ERROR_NONE);
    assert_text(match.position, "2+3+5");
    assert_rows(place.database, "SELECT name_key FROM history WHERE match = 2", "ann\nbob");
    store_reader_close(reader);
    wire_arena_destroy(arena);
    running_close(&running);
    hall_destroy(hall);
    place_remove(&place);
}

Test(store_migration, the_live_matches_of_version_2_go_on_and_are_not_rated)
{
    struct place place = place_of_version(2);
    struct hall_config config = {.seed = 1, .now_ms = 5000, .limits = hall_limits_default};
    struct hall *hall = hall_create(&config);
    struct store *store;
    struct store_reader *reader;
    struct wire_arena *arena = wire_arena_create();
    struct wire_match match;
    cr_assert_eq(store_open(place.database, &store, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(store_recover(store, hall, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(hall_figures(hall).live_matches, 2);
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_NONE);
    cr_assert_eq(store_reader_match(reader, 2, 0, 1, arena, &match, &error), ERROR_NONE);
    cr_assert_str_eq(words_text(match.moves, match.moves_count), "35>34 34@2>32");
    cr_assert_not(match.rated);
    cr_assert_eq(match.tournament, WIRE_ABSENT);
    store_reader_close(reader);
    wire_arena_destroy(arena);
    store_close(store);
    hall_destroy(hall);
    place_remove(&place);
}

Test(store_migration, a_reader_leaves_version_1_to_the_server)
{
    struct place place = place_of_version(1);
    struct store_reader *reader;
    cr_assert_eq(store_reader_open(place.database, &reader, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, "of schema version 1; a server brings it to 5"), "%s",
                       error.message);
    cr_assert_eq(ask_int(&place, "PRAGMA user_version"), 1);
    place_remove(&place);
}

static void expect_refused_unchanged(const struct place *place, const char *message)
{
    struct store *store = NULL;
    char *before = schema_of(place);
    cr_assert_eq(store_open(place->database, &store, &error), ERROR_IO);
    cr_assert_not_null(strstr(error.message, message), "'%s' instead of '%s'", error.message,
                       message);
    char *after = schema_of(place);
    cr_assert_str_eq(after, before);
    assert_rows(place->database, "SELECT journal_mode FROM pragma_journal_mode", "delete");
    free(before);
    free(after);
}

Test(store_migration, a_database_whose_tables_are_not_those_of_its_version_is_refused_unchanged)
{
    struct place place = place_of_version(2);
    migrate(&place);
    do_sql(&place, "PRAGMA journal_mode = DELETE; ALTER TABLE tournament DROP COLUMN active_ms");
    expect_refused_unchanged(&place, "not those of schema version 5, which it claims to have "
                                     "(missing: tournament.active_ms INTEGER NOT NULL)");
    do_sql(&place, "ALTER TABLE tournament ADD COLUMN alive_ms INTEGER");
    expect_refused_unchanged(&place, "(unexpected: tournament.alive_ms INTEGER)");
    place_remove(&place);

    place = place_of_version(2);
    do_sql(&place, "ALTER TABLE journal DROP COLUMN left_ms");
    expect_refused_unchanged(&place, "version 2, which it claims to have "
                                     "(missing: journal.left_ms INTEGER)");
    do_sql(&place, "DROP TRIGGER match_ended; DROP TABLE match");
    expect_refused_unchanged(&place, "(unexpected: no such table: match (SQLite code 1))");
    place_remove(&place);
}

Test(store_migration, tables_of_others_and_statistics_do_not_matter)
{
    struct place place = place_of_version(2);
    do_sql(&place, "CREATE TABLE notes (note TEXT NOT NULL); ANALYZE");
    migrate(&place);
    do_sql(&place, "ANALYZE");
    migrate(&place);
    place_remove(&place);
}

/* The schema of each version on the way, by its number. */
static char *schemas[5];

static void note_schemas(void)
{
    for (int version = 1; version <= 4; version++) {
        struct place place = place_of_version(version);
        schemas[version] = schema_of(&place);
        place_remove(&place);
    }
}

static void forget_schemas(void)
{
    for (int version = 1; version <= 4; version++)
        free(schemas[version]);
}

static const int64_t tokens[] = {0, 4, 3, 2, 2}, matches[] = {0, 5, 4, 2, 2};

static void expect_all_rows(const struct place *place, int version, int nth)
{
    cr_assert_eq(ask_int(place, "SELECT count(*) FROM token"), tokens[version], "step %d", nth);
    cr_assert_eq(ask_int(place, "SELECT count(*) FROM match"), matches[version], "step %d", nth);
    assert_rows(place->database, "PRAGMA integrity_check", "ok");
}

/* What failed left a database whose schema is that of the version that it bears. */
static void expect_whole_version(const struct place *place, int from, int nth)
{
    char *schema = schema_of(place);
    int64_t version = ask_int(place, "PRAGMA user_version");
    cr_assert(version >= from && version <= 4, "write %d: version %d", nth, (int)version);
    cr_assert_str_eq(schema, schemas[version], "write %d: half a migration to version %d", nth,
                     (int)version + 1);
    free(schema);
}

/* The disk is full from the Nth write on. False: a migration has no Nth write. */
static bool fill_disk_at_write(int version, int nth)
{
    struct place place = place_of_version(version);
    struct store *store = NULL;
    disk_break(DISK_FULL, nth);
    bool failed = store_open(place.database, &store, &error) != ERROR_NONE;
    disk_repair();
    store_close(store);
    if (failed) {
        cr_assert_not_null(strstr(error.message, "SQLITE_FULL"), "%s", error.message);
        expect_whole_version(&place, version, nth);
        migrate(&place);
    }
    expect_all_rows(&place, version, nth);
    place_remove(&place);
    return failed;
}

Test(store_migration, a_disk_full_at_any_write_leaves_a_whole_version_and_all_rows)
{
    disk_insert();
    note_schemas();
    for (int version = 1; version <= 4; version++) {
        int nth = 1;
        while (fill_disk_at_write(version, nth))
            nth += DISK_STRIDE;
        cr_assert_gt(nth, 10 + DISK_STRIDE, "no write %d", nth);
    }
    forget_schemas();
}

static struct place migrated_place;

static void die_at_step(int nth)
{
    struct store *store;
    disk_break(DISK_DEATH, nth);
    if (store_open(migrated_place.database, &store, &error))
        _exit(1);
    store_close(store);
}

/* False: a migration has no Nth step. */
static bool die_and_start_again(int version, int nth)
{
    migrated_place = place_of_version(version);
    int status = disk_live_and_die(die_at_step, nth);
    if (status == DISK_DEATH_STATUS) {
        int64_t reached = ask_int(&migrated_place, "PRAGMA user_version");
        cr_assert_geq(reached, version);
        if (reached < 5)
            expect_whole_version(&migrated_place, version, nth);
        migrate(&migrated_place);
    } else {
        cr_assert_eq(status, 0, "step %d: status %d", nth, status);
    }
    expect_all_rows(&migrated_place, version, nth);
    place_remove(&migrated_place);
    return status == DISK_DEATH_STATUS;
}

/* A test for each version, because each has hundreds of steps. */
static void die_at_any_step(int version)
{
    int nth = 1;
    disk_insert();
    note_schemas();
    while (die_and_start_again(version, nth))
        nth += DISK_STRIDE;
    cr_assert_gt(nth, 10 + DISK_STRIDE, "no step %d", nth);
    forget_schemas();
}

Test(store_migration, a_death_at_any_step_from_version_1_leaves_a_whole_version_and_all_rows)
{
    die_at_any_step(1);
}

Test(store_migration, a_death_at_any_step_from_version_2_leaves_a_whole_version_and_all_rows)
{
    die_at_any_step(2);
}

Test(store_migration, a_death_at_any_step_from_version_3_leaves_a_whole_version_and_all_rows)
{
    die_at_any_step(3);
}

Test(store_migration, a_death_at_any_step_from_version_4_leaves_a_whole_version_and_all_rows)
{
    die_at_any_step(4);
}
