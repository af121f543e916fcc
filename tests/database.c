#include "tests/database.h"

#include "common/base/memory.h"
#include "common/base/text.h"
#include "tests/database_postgres.h"

#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MADE_MAX = 64 };

static struct {
    char *path;
    char name[64];
} made[MADE_MAX];
static int made_count;

bool test_database_is_postgres(void)
{
    return getenv("TEST_POSTGRES") != NULL;
}

static void append_row(struct text *rows, sqlite3_stmt *statement)
{
    if (rows->len > 0)
        text_append_char(rows, '\n');
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        const char *value = (const char *)sqlite3_column_text(statement, i);
        text_printf(rows, "%s%s", i ? "|" : "", value ? value : "NULL");
    }
}

char *test_database_ask(const char *name, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    struct text rows = {0};
    if (test_database_is_postgres())
        return postgres_ask(name, sql);
    cr_assert_eq(sqlite3_open(name, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK, "%s: %s", sql,
                 sqlite3_errmsg(db));
    text_append(&rows, "", 0);
    while (sqlite3_step(statement) == SQLITE_ROW)
        append_row(&rows, statement);
    cr_assert_eq(sqlite3_finalize(statement), SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
    return rows.bytes;
}

bool test_database_refuses(const char *name, const char *sql)
{
    sqlite3 *db;
    if (test_database_is_postgres())
        return postgres_refuses(name, sql);
    cr_assert_eq(sqlite3_open(name, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL);
    int result = sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_close(db);
    cr_assert(result == SQLITE_OK || result == SQLITE_CONSTRAINT, "%s: %d", sql, result);
    return result == SQLITE_CONSTRAINT;
}

void test_database_make(const char *path, char ret_name[TEST_DATABASE_MAX])
{
    char sql[128], *server = getenv("TEST_POSTGRES");
    if (!server) {
        cr_assert_lt(snprintf(ret_name, TEST_DATABASE_MAX, "%s", path), TEST_DATABASE_MAX);
        return;
    }
    int i = 0;
    while (i < made_count && strcmp(made[i].path, path) != 0)
        i++;
    if (i == made_count) {
        cr_assert_lt(made_count, MADE_MAX);
        made[i].path = memory_text(path, strlen(path));
        snprintf(made[i].name, sizeof made[i].name, "test_%ld_%d", (long)getpid(), i);
        snprintf(sql, sizeof sql, "CREATE DATABASE %s", made[i].name);
        free(postgres_ask(server, sql));
        made_count++;
    }
    snprintf(ret_name, TEST_DATABASE_MAX, "%s&dbname=%s", server, made[i].name);
}

void test_database_drop_all(void)
{
    char sql[128];
    while (made_count > 0) {
        snprintf(sql, sizeof sql, "DROP DATABASE %s WITH (FORCE)", made[--made_count].name);
        free(made[made_count].path);
        free(postgres_ask(getenv("TEST_POSTGRES"), sql));
    }
}
