#include "server/store/postgres/hall_row.h"

#include "common/base/memory.h"
#include "common/base/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern const char schema_postgres_sql[];

enum { SCHEMA_VERSION = 5, SILENT_S = 3 };

/* So that of several servers that start at once one makes the tables. */
#define LOCK "SELECT pg_advisory_lock(1415670629)"
#define UNLOCK "SELECT pg_advisory_unlock(1415670629)"

/* Has nobody the row, or is it silent for long enough by PostgreSQL's clock? A beat that is later
 * than that clock shows that the clock was set back, or that another machine has the database now:
 * see watch(). */
#define READ                                                                                       \
    "SELECT epoch, coalesce(pid, 0), coalesce(started, beat)::text, beat::text,"                   \
    " (extract(epoch FROM beat) * 1000)::bigint,"                                                  \
    " (extract(epoch FROM clock_timestamp()) * 1000)::bigint, (pid IS NULL"                        \
    " OR beat < clock_timestamp() - interval '3 s'"                                                \
    " OR (beat < clock_timestamp() - interval '1 s'"                                               \
    " AND NOT EXISTS (SELECT 1 FROM pg_stat_activity"                                              \
    " WHERE pg_stat_activity.pid = hall.pid AND backend_start = hall.started)))::int,"             \
    " (beat > clock_timestamp())::int FROM hall WHERE number = ?"

/* What the old writer has sent and was not finished may hold the row, and the taker would wait. */
#define END_BACKEND                                                                                \
    "SELECT pg_terminate_backend(pid)::int FROM pg_stat_activity WHERE pid = ?"                    \
    " AND backend_start = ?::text::timestamptz"

/* Only if the row is still as it was read. The epoch of a server with a file is the time of its
 * start, and gateways follow the highest: so this one goes by the time, too. */
#define TAKE                                                                                       \
    "UPDATE hall SET epoch = greatest(epoch + 1,"                                                  \
    " (extract(epoch FROM clock_timestamp()) * 1000)::bigint), node = ?, pid = pg_backend_pid(),"  \
    " beat = clock_timestamp(), started = (SELECT backend_start FROM pg_stat_activity"             \
    " WHERE pg_stat_activity.pid = pg_backend_pid())"                                              \
    " WHERE number = ? AND epoch = ? AND beat = ?::text::timestamptz"                              \
    " RETURNING epoch, batch"

#define RENEW                                                                                      \
    "UPDATE hall SET pid = pg_backend_pid(), beat = clock_timestamp(),"                            \
    " started = (SELECT backend_start FROM pg_stat_activity WHERE pg_stat_activity.pid ="          \
    " pg_backend_pid()) WHERE number = ? AND epoch = ? RETURNING batch"

#define HOLDER                                                                                     \
    "SELECT node, (extract(epoch FROM clock_timestamp() - beat) * 1000)::bigint FROM hall"         \
    " WHERE number = ?"

/* The process is in the name of its connection: see connect_to(). */
#define LEADER                                                                                     \
    "SELECT (pid IS NOT NULL)::int, epoch, node,"                                                  \
    " (SELECT substring(application_name FROM '^takeaway-server ([0-9]+)$')::bigint"               \
    " FROM pg_stat_activity WHERE pg_stat_activity.pid = hall.pid AND backend_start = started),"   \
    " (extract(epoch FROM coalesce(started, beat)) * 1000)::bigint,"                               \
    " (extract(epoch FROM clock_timestamp() - beat) * 1000)::bigint FROM hall WHERE number = ?"

/* --- the tables --- */

static enum error_code make_tables(struct database *db, struct error *error)
{
    struct text script = {0};
    struct error cause;
    int64_t tables;
    enum error_code code = database_read_int(
        db, "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace",
        &tables, error);
    if (!code && tables > 0)
        code = error_set(error, ERROR_IO,
                         "a database of another program: give the server an empty one");
    if (code)
        return code;
    text_printf(&script,
                "BEGIN; %s INSERT INTO schema_version VALUES (%d);"
                " INSERT INTO hall VALUES (0, 0, 0, '', NULL, NULL, now()); COMMIT",
                schema_postgres_sql, SCHEMA_VERSION);
    if (database_run(db, text_string(&script), &cause)) {
        struct error ignored;
        database_run(db, "ROLLBACK", &ignored);
        code = error_set(error, ERROR_IO, "its tables cannot be made: %s", cause.message);
    }
    text_finish(&script);
    return code;
}

static enum error_code check_tables(struct database *db, struct error *error)
{
    int64_t version;
    enum error_code code = database_read_int(
        db, "SELECT coalesce((SELECT max(version) FROM schema_version), 0)", &version, error);
    if (!code && version > SCHEMA_VERSION)
        code =
            error_set(error, ERROR_IO,
                      "made by a newer server: schema version %lld, and this one knows %d; start "
                      "that one",
                      (long long)version, SCHEMA_VERSION);
    else if (!code && version < SCHEMA_VERSION)
        code = error_set(
            error, ERROR_IO,
            "of schema version %lld, and this server needs %d: start the server that made "
            "it, or give this one an empty database",
            (long long)version, SCHEMA_VERSION);
    return code;
}

static enum error_code be_ready(struct database *db, struct error *error)
{
    int64_t has_tables, is_synced;
    enum error_code code =
        database_read_int(db, "SELECT (current_setting('fsync') = 'on')::int", &is_synced, error);
    if (!code && !is_synced)
        code = error_set(error, ERROR_IO,
                         "PostgreSQL runs with fsync = off, so a power cut can lose what it has "
                         "confirmed: set it to on, and restart it");
    if (!code)
        code = database_run(db, LOCK, error);
    if (code)
        return code;
    code = database_read_int(db, "SELECT (to_regclass('schema_version') IS NOT NULL)::int",
                             &has_tables, error);
    if (!code && !has_tables)
        code = make_tables(db, error);
    if (!code)
        code = check_tables(db, error);
    struct error ignored; /* the lock ends with the connection, at the latest */
    database_run(db, UNLOCK, &ignored);
    return code;
}

/* --- the row --- */

static enum error_code name_holder(struct hall_row *row, struct error *error)
{
    struct statement *query = NULL;
    bool found = false;
    enum error_code code = statement_prepare(row->db, HOLDER, &query, error);
    if (!code) {
        statement_bind_int(query, 1, row->number);
        code = statement_next(query, &found, error);
    }
    if (!code)
        code = error_set(error, ERROR_TOO_EARLY,
                         "in use by another server, on %s, which spoke %lld ms ago",
                         found ? statement_text(query, 0) : "?",
                         (long long)(found ? statement_int(query, 1) : 0));
    statement_finish(query);
    return code;
}

/* The row as a taker finds it. */
struct found {
    int64_t epoch, pid;
    char started[64], beat[64]; /* as PostgreSQL writes them in this session */
    int64_t beat_ms, clock_ms;  /* the last beat, and now, by PostgreSQL's clock since 1970 */
    bool is_free, is_ahead;     /* may it be taken? is its beat in the future? */
};

static enum error_code read_row(const struct hall_row *row, struct found *ret_found,
                                struct error *error)
{
    struct statement *query = NULL;
    bool found = false;
    enum error_code code = statement_prepare(row->db, READ, &query, error);
    if (!code) {
        statement_bind_int(query, 1, row->number);
        code = statement_next(query, &found, error);
    }
    if (!code && !found)
        code = error_set(error, ERROR_IO, "the table hall has no row %lld", (long long)row->number);
    if (!code) {
        *ret_found = (struct found){
            .epoch = statement_int(query, 0),
            .pid = statement_int(query, 1),
            .beat_ms = statement_int(query, 4),
            .clock_ms = statement_int(query, 5),
            .is_free = statement_int(query, 6),
            .is_ahead = statement_int(query, 7),
        };
        snprintf(ret_found->started, sizeof ret_found->started, "%s", statement_text(query, 2));
        snprintf(ret_found->beat, sizeof ret_found->beat, "%s", statement_text(query, 3));
    }
    statement_finish(query);
    return code;
}

/* PostgreSQL's clock says nothing of a beat that is in its future: so the row is looked at again
 * after a while by this machine's clock, and is free if nobody has touched it. */
static enum error_code watch(const struct hall_row *row, struct found *found, struct error *error)
{
    struct timespec silent = {.tv_sec = SILENT_S};
    struct found before = *found;
    while (nanosleep(&silent, &silent) < 0)
        ;
    enum error_code code = read_row(row, found, error);
    if (!code && found->epoch == before.epoch && strcmp(found->beat, before.beat) == 0)
        found->is_free = true;
    return code;
}

/* Safety does not rest on it: the fence keeps the old writer out, too. */
static void end_backend(const struct hall_row *row, const struct found *found)
{
    struct statement *query = NULL;
    struct error ignored; /* another role's backend cannot be ended */
    bool has_row = false;
    if (!statement_prepare(row->db, END_BACKEND, &query, &ignored)) {
        statement_bind_int(query, 1, found->pid);
        statement_bind_text(query, 2, found->started, strlen(found->started));
        while (!statement_next(query, &has_row, &ignored) && has_row)
            ;
    }
    statement_finish(query);
}

static enum error_code update_row(struct hall_row *row, const struct found *found, bool *ret_taken,
                                  struct error *error)
{
    char node[256] = "";
    struct statement *update = NULL;
    enum error_code code = statement_prepare(row->db, TAKE, &update, error);
    gethostname(node, sizeof node - 1);
    if (!code) {
        statement_bind_text(update, 1, node, strlen(node));
        statement_bind_int(update, 2, row->number);
        statement_bind_int(update, 3, found->epoch);
        statement_bind_text(update, 4, found->beat, strlen(found->beat));
        code = statement_next(update, ret_taken, error);
    }
    if (!code && *ret_taken) {
        row->epoch = statement_int(update, 0);
        row->fence.batch = statement_int(update, 1);
        code = statement_next(update, &(bool){false}, error);
    }
    statement_finish(update);
    return code;
}

static int64_t wall_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static enum error_code look(struct hall_row *row, struct found *found, struct error *error)
{
    enum error_code code = read_row(row, found, error);
    if (code)
        return code;
    row->last_beat_ms = found->beat_ms;
    row->ahead_ms = wall_ms() - found->clock_ms;
    if (!found->is_free && found->is_ahead)
        code = watch(row, found, error);
    if (!code && !found->is_free)
        code = name_holder(row, error);
    return code;
}

static enum error_code renew(struct postgres_fence *fence, struct database *db, int64_t *ret_batch,
                             struct error *error)
{
    struct hall_row *row = (struct hall_row *)fence;
    bool found = false;
    (void)db;
    statement_bind_int(row->renewal, 1, row->number);
    statement_bind_int(row->renewal, 2, row->epoch);
    enum error_code code = statement_next(row->renewal, &found, error);
    if (!code && found) {
        *ret_batch = statement_int(row->renewal, 0);
        code = statement_next(row->renewal, &(bool){false}, error);
    }
    if (!code && !found)
        code = error_set(error, ERROR_TOO_EARLY, "another server has taken over");
    return code;
}

enum error_code hall_row_open(const char *address, int64_t number, struct hall_row *ret_row,
                              struct error *error)
{
    struct found found;
    *ret_row = (struct hall_row){.number = number, .fence = {.renew = renew}};
    enum error_code code = postgres_open_writer(address, &ret_row->fence, &ret_row->db, error);
    if (!code)
        code = be_ready(ret_row->db, error);
    if (!code)
        code = look(ret_row, &found, error);
    if (!code)
        code = statement_prepare(ret_row->db, RENEW, &ret_row->renewal, error);
    if (code)
        hall_row_release(ret_row);
    return code;
}

enum error_code hall_row_take(struct hall_row *row, struct error *error)
{
    struct found found;
    bool taken = false;
    enum error_code code = look(row, &found, error);
    if (!code && found.pid)
        end_backend(row, &found);
    if (!code)
        code = update_row(row, &found, &taken, error);
    if (!code && !taken)
        code = name_holder(row, error);
    snprintf(row->fence.sql, sizeof row->fence.sql, "SELECT hall_fence(%lld, %lld, $1)",
             (long long)row->number, (long long)row->epoch);
    return code ? code : database_beat(row->db, error); /* which begins the lease */
}

enum error_code hall_row_read(const char *address, int64_t number,
                              struct database_leader *ret_leader, struct error *error)
{
    struct database *db = NULL;
    struct statement *query = NULL;
    bool found = false;
    enum error_code code = postgres_open_beside(address, DATABASE_TO_READ, &db, error);
    *ret_leader = (struct database_leader){0};
    if (!code)
        code = statement_prepare(db, LEADER, &query, error);
    if (!code) {
        statement_bind_int(query, 1, number);
        code = statement_next(query, &found, error);
    }
    if (!code && found) {
        int64_t silent_ms = statement_int(query, 5);
        *ret_leader = (struct database_leader){
            .is_there = statement_int(query, 0),
            .epoch = statement_int(query, 1),
            .pid = statement_int(query, 3),
            .since_ms = statement_int(query, 4),
            .silent_ms = silent_ms > 0 ? silent_ms : 0, /* its clock may have been set back */
        };
        snprintf(ret_leader->node, sizeof ret_leader->node, "%s", statement_text(query, 2));
    }
    statement_finish(query);
    database_close(db);
    return code;
}

void hall_row_release(struct hall_row *row)
{
    char sql[100];
    struct error ignored; /* without it the others wait for some seconds */
    snprintf(sql, sizeof sql, "UPDATE hall SET pid = NULL WHERE number = %lld AND epoch = %lld",
             (long long)row->number, (long long)row->epoch);
    if (row->epoch > 0)
        database_run(row->db, sql, &ignored);
    statement_finish(row->renewal);
    database_close(row->db);
    *row = (struct hall_row){0};
}
