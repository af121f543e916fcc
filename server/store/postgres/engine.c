/* All waiting for the server is done in wait_for(), which database_interrupt() ends from another
 * thread: libpq is in its non-blocking mode. Making a connection blocks, for a few seconds at most.
 */
#include "server/store/postgres/engine.h"

#include "common/base/memory.h"
#include "common/base/text.h"
#include "server/store/engine.h"

#include <assert.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>
#include <utlist.h>

/* The types that are in the tables and in the results of queries (catalog/pg_type.dat). */
enum {
    TYPE_BOOL = 16,
    TYPE_BYTES = 17,
    TYPE_INT8 = 20,
    TYPE_INT2 = 21,
    TYPE_INT4 = 23,
    TYPE_TEXT = 25,
    TYPE_FLOAT8 = 701,
    TYPE_NUMERIC = 1700,
};

/* Another server takes over when the time in the row is three seconds old, or one second if the
 * writer's backend has ended (hall_row.c). This server stops speaking before that. Its leases count
 * from the sending of the last batch or beat that was confirmed, which is before the time that the
 * batch or beat wrote into the row. It learns of the end of its connection at once while it waits
 * for an answer, and otherwise with the next beat, which begins BEAT_MS after the last one began,
 * or with the next try of a batch that has failed (writer.c); then it speaks until BROKEN_LEASE_MS.
 * So the clocks of the two machines may differ by a tenth in speed. Three cases are left to the
 * fence, which lets nothing be written: PostgreSQL's clock is set forward, the end of the
 * connection does not arrive here, or the writer's thread is busy on another connection when its
 * own ends (dropper.c). */
enum { PARAMETERS_MAX = 32, BEAT_MS = 500, LEASE_MS = 2500, BROKEN_LEASE_MS = 900 };

/* So often one who waits looks whether database_hurry() was called. */
enum { HURRY_CHECK_MS = 250 };

/* The rows that an INSERT has gathered: an array for each of its columns, in the binary form. */
struct rows {
    char name[24]; /* of the statement that inserts them all */
    char *sql;
    size_t count;
    struct text *arrays;
    bool *has_null;
};

struct parameter {
    struct value value;
    char digits[32];
};

struct postgres_statement {
    struct statement statement;
    struct postgres_statement *prev, *next;
    char name[16];
    char *sql;
    PGresult *description; /* its parameters and columns */
    struct parameter *parameters;
    bool is_running;
    PGresult *page; /* the last that came: one row, or all of them; the current one is at_row */
    int at_row;
    PGresult **ahead; /* results that came while another statement was to run, from ahead_at on */
    size_t ahead_count, ahead_at;
    int64_t changes;
    unsigned char *bytes; /* the last blob that was asked for */
    struct rows *rows;    /* NULL: it is no plain INSERT of the writer's */
    bool is_last;         /* see statement_write_last() */
};

enum transaction {
    TRANSACTION_NONE,
    TRANSACTION_BATCH,
    TRANSACTION_RELAXED,
    TRANSACTION_HELD,
};

struct postgres_database {
    struct database database;
    char *address;
    enum database_use use;
    struct postgres_fence *fence; /* of the writer's connection */
    PGconn *connection;
    int interrupted;                       /* an eventfd */
    _Atomic int64_t hurried_until_ms;      /* see database_hurry(); 0: not called */
    struct postgres_statement *statements; /* all */
    struct postgres_statement *running;    /* whose results come from the connection now */
    int running_count;                     /* statements that are in a row */
    enum transaction transaction;
    unsigned last_name;
    bool has_warned; /* the server, since the batch began */
    bool is_new;     /* the connection: the fence does not know it yet */
    int64_t beat_ms; /* when the last beat or batch that was confirmed was sent */
    _Atomic int64_t lease_ms;

    /* A batch. */
    struct postgres_statement *gathering; /* has rows that come before the next statement */
    struct text expected;                 /* for each command sent: '1': it changes one row; '-' */
    bool is_done; /* the batch was committed when the connection broke: nothing is sent again */
};

static struct postgres_database *self(struct database *db)
{
    return (struct postgres_database *)db;
}

static struct postgres_statement *of(const struct statement *statement)
{
    return (struct postgres_statement *)(uintptr_t)statement;
}

static struct postgres_database *database_of(const struct postgres_statement *statement)
{
    return self(statement->statement.db);
}

static bool is_broken(const struct postgres_database *db)
{
    return !db->connection || PQstatus(db->connection) != CONNECTION_OK;
}

static void shorten_lease(struct postgres_database *db)
{
    db->lease_ms = db->beat_ms + BROKEN_LEASE_MS;
}

/* --- errors --- */

static void append_line(struct text *out, const char *message)
{
    size_t len = strcspn(message, "\n");
    text_append(out, message, len);
}

static enum error_code connection_error(struct postgres_database *db, struct error *error)
{
    struct text line = {0};
    if (is_broken(db))
        shorten_lease(db);
    if (db->connection)
        append_line(&line, PQerrorMessage(db->connection));
    enum error_code code = error_set(
        error, ERROR_IO, "%s", line.len > 0 ? text_string(&line) : "the connection is broken");
    text_finish(&line);
    return code;
}

static enum error_code result_error(struct postgres_database *db, const PGresult *result,
                                    struct error *error)
{
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (!message || !state)
        return connection_error(db, error);
    bool is_fenced = strcmp(state, "TK001") == 0;
    bool lacks_right = strcmp(state, "42501") == 0;
    return error_set(error, is_fenced ? ERROR_TOO_EARLY : ERROR_IO, "%s (SQLSTATE %s)%s", message,
                     state, lacks_right ? "; make this role the owner of the database" : "");
}

static void note_notice(void *argument, const PGresult *notice)
{
    struct postgres_database *db = argument;
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    db->has_warned = db->has_warned || (severity && strcmp(severity, "WARNING") == 0);
}

/* It goes on while the machine sleeps. */
static int64_t boot_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_BOOTTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* --- results --- */

static void renew_lease(struct postgres_database *db, int64_t sent_ms)
{
    db->beat_ms = sent_ms;
    db->lease_ms = sent_ms + LEASE_MS;
}

/* Gives the connection up; the next use makes another one. */
static void break_off(struct postgres_database *db)
{
    shorten_lease(db);
    PQfinish(db->connection);
    db->connection = NULL;
    db->running = NULL;
    db->transaction = TRANSACTION_NONE;
}

static bool was_interrupted(struct postgres_database *db)
{
    uint64_t count;
    return read(db->interrupted, &count, sizeof count) == sizeof count;
}

static bool is_too_late(const struct postgres_database *db)
{
    return db->hurried_until_ms > 0 && boot_ms() >= db->hurried_until_ms;
}

/* Waits until there is something to read, sending meanwhile. IO: interrupted, too late, or the
 * connection is broken. */
static enum error_code wait_for(struct postgres_database *db, struct error *error)
{
    int unsent = PQflush(db->connection);
    if (unsent < 0)
        return connection_error(db, error);
    struct pollfd waits[2] = {
        {.fd = PQsocket(db->connection), .events = (short)(POLLIN | (unsent ? POLLOUT : 0))},
        {.fd = db->interrupted, .events = POLLIN},
    };
    while (poll(waits, 2, HURRY_CHECK_MS) <= 0)
        if (is_too_late(db))
            return error_set(error, ERROR_IO, "no answer");
    if (waits[1].revents && was_interrupted(db))
        return error_set(error, ERROR_IO, "interrupted");
    if (waits[0].revents & ~POLLOUT && !PQconsumeInput(db->connection))
        return connection_error(db, error);
    return ERROR_NONE;
}

/* The next result; NULL: the command has no more. After a failure the connection is given up. */
static enum error_code take_result(struct postgres_database *db, PGresult **ret_result,
                                   struct error *error)
{
    enum error_code code = ERROR_NONE;
    *ret_result = NULL;
    if (is_broken(db))
        return error_set(error, ERROR_IO, "the connection is broken");
    while (!code && (PQflush(db->connection) > 0 || PQisBusy(db->connection)))
        code = wait_for(db, error);
    if (code) {
        break_off(db);
        return code;
    }
    *ret_result = PQgetResult(db->connection);
    if (is_broken(db))
        shorten_lease(db);
    return ERROR_NONE;
}

/* Takes all results of a command or a script that returns no rows; the first failure counts. What
 * did not come to its end has failed. */
static enum error_code finish_command(struct postgres_database *db, struct error *error)
{
    PGresult *result;
    struct error later;
    enum error_code code = take_result(db, &result, error), taken = code;
    while (!taken && result) {
        ExecStatusType status = PQresultStatus(result);
        if (!code && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
            code = result_error(db, result, error);
        PQclear(result);
        taken = take_result(db, &result, &later);
    }
    return !code && taken ? error_set(error, taken, "%s", later.message) : code;
}

static enum error_code run_script(struct postgres_database *db, const char *sql,
                                  struct error *error)
{
    if (is_broken(db) || !PQsendQuery(db->connection, sql))
        return connection_error(db, error);
    return finish_command(db, error);
}

/* Lets the results of the running query come in, so that another command can be sent. */
static void stash_running(struct postgres_database *db)
{
    struct postgres_statement *running = db->running;
    PGresult *result;
    struct error broken;
    while (db->running && !take_result(db, &result, &broken) && result) {
        running->ahead =
            memory_resized(running->ahead, running->ahead_count + 1, sizeof(PGresult *));
        running->ahead[running->ahead_count++] = result;
    }
    db->running = NULL;
}

/* --- connections --- */

static enum error_code prepare_now(struct postgres_database *db, const char *name, const char *sql,
                                   PGresult **ret_description, struct error *error)
{
    stash_running(db);
    if (is_broken(db) || !PQsendPrepare(db->connection, name, sql, 0, NULL))
        return connection_error(db, error);
    enum error_code code = finish_command(db, error);
    if (code || !ret_description)
        return code;
    if (!PQsendDescribePrepared(db->connection, name))
        return connection_error(db, error);
    PGresult *after = NULL;
    code = take_result(db, ret_description, error);
    if (!code && PQresultStatus(*ret_description) != PGRES_COMMAND_OK)
        code = result_error(db, *ret_description, error);
    while (!is_broken(db) && !take_result(db, &after, &(struct error){0}) && after)
        PQclear(after);
    return code;
}

/* How a connection is made; what the address says itself counts before the first of these. A peer
 * that is silent is given up after a few seconds. */
static PGconn *connect_to(const char *address)
{
    static const char *const names[] = {
        "application_name",    "connect_timeout",  "keepalives_idle",
        "keepalives_interval", "keepalives_count", "tcp_user_timeout",
        "client_encoding",     "dbname",           NULL,
    };
    char program[40]; /* with the process, which hall_row_read() looks for */
    const char *values[] = {program, "3", "2", "1", "3", "2000", "UTF8", address, NULL};
    snprintf(program, sizeof program, "takeaway-server %ld", (long)getpid());
    return PQconnectdbParams(names, values, 1);
}

/* Appends libpq's reason to refuse the address without its user and password; none: it takes that,
 * or there may be a part of a password in it. libpq quotes what it does not understand. */
static void find_fault(const char *authority, size_t user_len, struct text *ret_reason)
{
    const char *query = authority + strcspn(authority, "?");
    struct text rest = {0};
    char *message = NULL;
    if (strchr(query, '@') || strstr(query, "password"))
        return;
    text_printf(&rest, "postgresql://%s", authority + user_len);
    PQconninfoFree(PQconninfoParse(text_string(&rest), &message));
    if (message)
        append_line(ret_reason, message);
    PQfreemem(message);
    text_finish(&rest);
}

static enum error_code check_address(const char *address, struct error *error)
{
    const char *authority = strchr(address, '/') + 2;
    size_t len = strcspn(authority, "?"), user = len;
    while (user > 0 && authority[user - 1] != '@')
        user--;
    bool is_plain = user == 0 || strcspn(authority, "/@") == user - 1;
    PQconninfoOption *options = PQconninfoParse(address, NULL);
    bool is_taken = options && is_plain;
    struct text reason = {0};
    PQconninfoFree(options);
    if (is_taken)
        return ERROR_NONE;
    if (is_plain)
        find_fault(authority, user, &reason);
    if (reason.len > 0)
        error_set(error, ERROR_IO,
                  "%s; the address is like "
                  "postgresql://USER:PASSWORD@HOST/DATABASE?sslmode=verify-full",
                  text_string(&reason));
    else
        error_set(error, ERROR_IO,
                  "the address is not like postgresql://USER:PASSWORD@HOST/DATABASE; write @ as "
                  "%%40, / as %%2F, ? as %%3F and %% as %%25 in the password");
    text_finish(&reason);
    return ERROR_IO;
}

/* "": it has no value. */
static const char *option_value(const PQconninfoOption *options, const char *keyword)
{
    while (options && options->keyword && strcmp(options->keyword, keyword) != 0)
        options++;
    return options && options->keyword && options->val ? options->val : "";
}

/* A list with commas. Without a host, and with a folder, it is a Unix socket. */
static bool are_on_this_machine(const char *hosts)
{
    static const char *const local[] = {"/", "@", "localhost", "127.", "::1"};
    const char *end;
    do {
        end = strchrnul(hosts, ',');
        bool is_local = end == hosts;
        for (size_t i = 0; i < sizeof local / sizeof *local; i++)
            is_local = is_local || strncmp(hosts, local[i], strlen(local[i])) == 0;
        if (!is_local)
            return false;
        hosts = end + 1;
    } while (*end);
    return true;
}

bool postgres_may_lack_tls(const char *address)
{
    static const char *const keywords[] = {"hostaddr", "host", "sslmode"};
    enum { HOSTADDR, HOST, SSLMODE, COUNT };
    const char *values[COUNT];
    PQconninfoOption *given = PQconninfoParse(address, NULL), *defaults = PQconndefaults();
    for (size_t i = 0; i < COUNT; i++) {
        values[i] = option_value(given, keywords[i]);
        if (!*values[i])
            values[i] = option_value(defaults, keywords[i]);
    }
    bool is_open = strcmp(values[SSLMODE], "prefer") == 0 || strcmp(values[SSLMODE], "allow") == 0;
    is_open = is_open && !are_on_this_machine(*values[HOSTADDR] ? values[HOSTADDR] : values[HOST]);
    PQconninfoFree(given);
    PQconninfoFree(defaults);
    return is_open;
}

/* The causes are told as texts only, in the language of the server. */
static enum error_code explain_refusal(struct postgres_database *db, struct error *error)
{
    static const struct {
        const char *part, *advice;
    } causes[] = {
        {"too many clients", "raise max_connections there"},
        {"connection slots", "raise max_connections there"},
        {"too many connections", "raise the limit of this role or database"},
        {"database \"", "make it with createdb, or name another one"},
        {"password", "check the user and the password in the address"},
        {"role \"", "make it with createuser, or name another one"},
        {"pg_hba.conf", "let this user in from here"},
        {"support SSL", "turn ssl on there"},
        {"certificate", "check sslrootcert and the host in the address"},
        {"invalid ", "correct that in the address"},
        {"", "does PostgreSQL run there?"},
    };
    struct error cause;
    size_t i = 0;
    enum error_code code = connection_error(db, &cause);
    while (!strstr(cause.message, causes[i].part))
        i++;
    return error_set(error, code, "%s; %s", cause.message, causes[i].advice);
}

/* A backend whose client is silent gives up soon, too, and with it its locks. */
static enum error_code set_session(struct postgres_database *db, struct error *error)
{
    static const char *const by_use[] = {
        [DATABASE_TO_READ] = "SET default_transaction_read_only TO on",
        [DATABASE_TO_TIDY] = "SET synchronous_commit TO off",
    };
    const char *sql = db->fence ? "SET synchronous_commit TO on" : by_use[db->use];
    enum error_code code = run_script(db, sql, error);
    if (!code)
        code = run_script(db,
                          "SET client_connection_check_interval TO 1000;"
                          " SET tcp_keepalives_idle TO 2; SET tcp_keepalives_interval TO 1;"
                          " SET tcp_keepalives_count TO 3",
                          error);
    return code;
}

static enum error_code connect_anew(struct postgres_database *db, struct error *error)
{
    enum error_code code = check_address(db->address, error);
    break_off(db);
    if (code)
        return code;
    if (db->hurried_until_ms > 0)
        return error_set(error, ERROR_IO, "the connection is broken");
    db->connection = connect_to(db->address);
    if (is_broken(db))
        return explain_refusal(db, error);
    PQsetnonblocking(db->connection, 1);
    PQsetNoticeReceiver(db->connection, note_notice, db);
    code = set_session(db, error);
    struct postgres_statement *statement;
    DL_FOREACH (db->statements, statement) {
        if (!code)
            code = prepare_now(db, statement->name, statement->sql, NULL, error);
        if (!code && statement->rows)
            code = prepare_now(db, statement->rows->name, statement->rows->sql, NULL, error);
    }
    if (code)
        break_off(db);
    db->is_new = !code;
    return code;
}

/* Has the server ended the connection since the last answer? It says why first. */
static bool has_ended(struct postgres_database *db)
{
    struct pollfd wait = {.fd = PQsocket(db->connection), .events = POLLIN};
    bool is_open = true;
    while (is_open && poll(&wait, 1, 0) > 0)
        is_open = PQconsumeInput(db->connection);
    return !is_open;
}

/* Outside of transactions. */
static enum error_code be_connected(struct postgres_database *db, struct error *error)
{
    return is_broken(db) || (!db->running && has_ended(db)) ? connect_anew(db, error) : ERROR_NONE;
}

static void close_connection(struct database *database)
{
    struct postgres_database *db = self(database);
    assert(!db->statements);
    break_off(db);
    if (db->interrupted >= 0)
        close(db->interrupted);
    text_finish(&db->expected);
    free(db->address);
    free(db);
}

static void interrupt(struct database *db)
{
    uint64_t one = 1;
    ssize_t written = write(self(db)->interrupted, &one, sizeof one);
    (void)written; /* fails only if it is interrupted often enough already */
}

static void hurry(struct database *db, int ms)
{
    self(db)->hurried_until_ms = boot_ms() + ms;
}

static enum error_code run(struct database *database, const char *sql, struct error *error)
{
    struct postgres_database *db = self(database);
    enum error_code code = ERROR_NONE;
    if (db->transaction == TRANSACTION_NONE)
        code = be_connected(db, error);
    stash_running(db);
    return code ? code : run_script(db, sql, error);
}

/* --- statements --- */

/* Writes `?` and `?2` as `$1` and `$2`. */
static char *numbered(const char *sql)
{
    struct text out = {0};
    int last = 0;
    for (const char *at = sql; *at; at++) {
        text_append_char(&out, *at == '?' ? '$' : *at);
        if (*at == '?' && !(at[1] >= '1' && at[1] <= '9'))
            text_append_int(&out, ++last);
    }
    return out.bytes;
}

static const char *array_type(Oid type)
{
    switch (type) {
    case TYPE_INT8:
        return "bigint[]";
    case TYPE_FLOAT8:
        return "float8[]";
    case TYPE_BYTES:
        return "bytea[]";
    default:
        return "text[]";
    }
}

/* Is it "INSERT INTO ... VALUES (?, ?)"? Returns where VALUES begins. */
static const char *plain_values(const char *sql)
{
    const char *values = strstr(sql, " VALUES (?");
    if (!values ||
        strspn(values + strlen(" VALUES ("), "?, ") + 1 != strlen(values + strlen(" VALUES (")))
        return NULL;
    return values;
}

/* Rows of a plain INSERT go in one statement: one row at a time would be half as fast. */
static enum error_code prepare_rows(struct postgres_statement *statement, const char *sql,
                                    struct error *error)
{
    const char *values = plain_values(sql);
    if (!values)
        return ERROR_NONE;
    struct text many = {0};
    int count = PQnparams(statement->description);
    text_append(&many, sql, (size_t)(values - sql));
    text_append_string(&many, " SELECT * FROM unnest(");
    for (int i = 0; i < count; i++)
        text_printf(&many, "%s$%d::%s", i ? ", " : "", i + 1,
                    array_type(PQparamtype(statement->description, i)));
    text_append_char(&many, ')');
    struct rows *rows = memory_zeroed(1, sizeof *rows);
    rows->sql = many.bytes;
    rows->arrays = memory_zeroed((size_t)count, sizeof *rows->arrays);
    rows->has_null = memory_zeroed((size_t)count, sizeof *rows->has_null);
    snprintf(rows->name, sizeof rows->name, "%s_rows", statement->name);
    statement->rows = rows;
    return prepare_now(database_of(statement), rows->name, rows->sql, NULL, error);
}

static void finish_statement(struct statement *public)
{
    struct postgres_statement *statement = of(public);
    struct postgres_database *db = database_of(statement);
    struct rows *rows = statement->rows;
    if (statement->is_running)
        statement_reset(public);
    for (int i = 0; rows && i < PQnparams(statement->description); i++)
        text_finish(&rows->arrays[i]);
    if (rows) {
        free(rows->sql);
        free(rows->arrays);
        free(rows->has_null);
        free(rows);
    }
    PQclear(statement->description);
    PQfreemem(statement->bytes);
    free(statement->ahead);
    free(statement->parameters);
    free(statement->sql);
    DL_DELETE(db->statements, statement);
    free(statement);
}

static enum error_code prepare(struct database *database, const char *sql,
                               struct statement **ret_statement, struct error *error)
{
    struct postgres_database *db = self(database);
    struct postgres_statement *statement = memory_zeroed(1, sizeof *statement);
    statement->statement.db = database;
    statement->sql = numbered(sql);
    snprintf(statement->name, sizeof statement->name, "s%u", ++db->last_name);
    enum error_code code = ERROR_NONE;
    if (db->transaction == TRANSACTION_NONE)
        code = be_connected(db, error);
    DL_APPEND(db->statements, statement);
    *ret_statement = &statement->statement;
    if (!code)
        code = prepare_now(db, statement->name, statement->sql, &statement->description, error);
    if (!code && db->fence)
        code = prepare_rows(statement, sql, error);
    statement->parameters =
        memory_zeroed((size_t)PQnparams(statement->description) + 1, sizeof *statement->parameters);
    return code;
}

static int count_parameters(const struct statement *statement)
{
    return PQnparams(of(statement)->description);
}

static void bind(struct statement *public, int number, const struct value *value)
{
    struct postgres_statement *statement = of(public);
    assert(number >= 1 && number <= PQnparams(statement->description));
    struct parameter *parameter = &statement->parameters[number - 1];
    parameter->value = *value;
    if (value->kind == VALUE_INT)
        snprintf(parameter->digits, sizeof parameter->digits, "%lld", (long long)value->integer);
    else if (value->kind == VALUE_DOUBLE)
        snprintf(parameter->digits, sizeof parameter->digits, "%.17g", value->real);
}

/* Numbers go as texts, so that the server makes of them what it takes the parameter for. */
static bool send_statement(const struct postgres_statement *statement)
{
    const char *values[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
    int count = PQnparams(statement->description);
    assert(count <= PARAMETERS_MAX);
    for (int i = 0; i < count; i++) {
        const struct parameter *parameter = &statement->parameters[i];
        bool is_bytes = parameter->value.kind == VALUE_TEXT || parameter->value.kind == VALUE_BLOB;
        formats[i] = is_bytes;
        lengths[i] = is_bytes ? (int)parameter->value.len : 0;
        values[i] = is_bytes                              ? parameter->value.bytes
                    : parameter->value.kind == VALUE_NULL ? NULL
                                                          : parameter->digits;
    }
    return PQsendQueryPrepared(database_of(statement)->connection, statement->name, count, values,
                               lengths, formats, 0);
}

static void forget_results(struct postgres_statement *statement)
{
    struct postgres_database *db = database_of(statement);
    PQclear(statement->page);
    statement->page = NULL;
    while (statement->ahead_at < statement->ahead_count)
        PQclear(statement->ahead[statement->ahead_at++]);
    statement->ahead_at = statement->ahead_count = 0;
    db->running_count -= statement->is_running;
    statement->is_running = false;
}

static void reset(struct statement *public)
{
    struct postgres_statement *statement = of(public);
    struct postgres_database *db = database_of(statement);
    if (db->running == statement)
        stash_running(db);
    forget_results(statement);
}

static enum error_code start(struct postgres_statement *statement, struct error *error)
{
    struct postgres_database *db = database_of(statement);
    enum error_code code = ERROR_NONE;
    if (db->running_count == 0)
        (void)was_interrupted(db); /* that was for an earlier query */
    if (db->transaction == TRANSACTION_NONE)
        code = be_connected(db, error);
    stash_running(db);
    if (code)
        return code;
    if (is_broken(db) || !send_statement(statement))
        return connection_error(db, error);
    PQsetSingleRowMode(db->connection);
    db->running = statement;
    statement->is_running = true;
    db->running_count++;
    return ERROR_NONE;
}

static enum error_code take_next(struct postgres_statement *statement, PGresult **ret_result,
                                 struct error *error)
{
    struct postgres_database *db = database_of(statement);
    *ret_result = NULL;
    if (statement->ahead_at < statement->ahead_count) {
        *ret_result = statement->ahead[statement->ahead_at++];
        return ERROR_NONE;
    }
    if (db->running != statement)
        return error_set(error, ERROR_IO, "the connection broke");
    return take_result(db, ret_result, error);
}

static enum error_code queue(struct postgres_statement *statement, bool expects_one,
                             struct error *error);

static enum error_code next(struct statement *public, bool *ret_row, struct error *error)
{
    struct postgres_statement *statement = of(public);
    struct postgres_database *db = database_of(statement);
    PGresult *result = NULL;
    enum error_code code = ERROR_NONE;
    *ret_row = false;
    if (db->transaction == TRANSACTION_BATCH)
        return queue(statement, false, error);
    if (!statement->is_running)
        code = start(statement, error);
    else if (was_interrupted(db)) {
        if (db->running) /* to take what is left may take long */
            break_off(db);
        code = error_set(error, ERROR_IO, "interrupted");
    }
    if (!code && statement->page && ++statement->at_row < PQntuples(statement->page)) {
        *ret_row = true;
        return ERROR_NONE;
    }
    PQclear(statement->page);
    statement->page = NULL;
    if (!code)
        code = take_next(statement, &result, error);
    if (!code && PQntuples(result) > 0) {
        statement->page = result;
        statement->at_row = 0;
        *ret_row = true;
        return ERROR_NONE;
    }
    ExecStatusType status = PQresultStatus(result);
    if (!code && result && status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
        code = result_error(db, result, error);
    if (!code && result)
        statement->changes = strtoll(PQcmdTuples(result), NULL, 10);
    PQclear(result);
    reset(public);
    return code;
}

static int64_t count_changes(const struct statement *statement)
{
    return of(statement)->changes;
}

static int count_columns(const struct statement *statement)
{
    return PQnfields(of(statement)->description);
}

static const char *column_name(const struct statement *statement, int column)
{
    return PQfname(of(statement)->description, column);
}

static struct value value_of(struct statement *public, int column)
{
    struct postgres_statement *statement = of(public);
    const char *text = PQgetvalue(statement->page, statement->at_row, column);
    if (PQgetisnull(statement->page, statement->at_row, column))
        return (struct value){.kind = VALUE_NULL};
    switch (PQftype(statement->page, column)) {
    case TYPE_BOOL:
        return (struct value){.kind = VALUE_INT, .integer = *text == 't'};
    case TYPE_INT2:
    case TYPE_INT4:
    case TYPE_INT8:
    case TYPE_NUMERIC:
        return (struct value){.kind = VALUE_INT, .integer = strtoll(text, NULL, 10)};
    case TYPE_FLOAT8:
        return (struct value){.kind = VALUE_DOUBLE, .real = strtod(text, NULL)};
    case TYPE_BYTES: {
        struct value value = {.kind = VALUE_BLOB};
        PQfreemem(statement->bytes);
        statement->bytes = PQunescapeBytea((const unsigned char *)text, &value.len);
        value.bytes = (const char *)statement->bytes;
        return value;
    }
    default:
        return (struct value){
            .kind = VALUE_TEXT,
            .bytes = text,
            .len = (size_t)PQgetlength(statement->page, statement->at_row, column),
        };
    }
}

/* --- batches: one pipeline, which is one transaction --- */

static void append_big_endian(struct text *out, uint64_t value, int bytes)
{
    while (bytes-- > 0)
        text_append_char(out, (char)(value >> 8 * bytes));
}

static void append_element(struct rows *rows, int column, const struct value *value)
{
    struct text *array = &rows->arrays[column];
    union {
        double real;
        uint64_t bits;
    } number;
    switch (value->kind) {
    case VALUE_NULL:
        rows->has_null[column] = true;
        append_big_endian(array, UINT32_MAX, 4);
        break;
    case VALUE_INT:
        append_big_endian(array, 8, 4);
        append_big_endian(array, (uint64_t)value->integer, 8);
        break;
    case VALUE_DOUBLE:
        number.real = value->real;
        append_big_endian(array, 8, 4);
        append_big_endian(array, number.bits, 8);
        break;
    case VALUE_TEXT:
    case VALUE_BLOB:
        append_big_endian(array, value->len, 4);
        text_append(array, value->bytes, value->len);
        break;
    }
}

static enum error_code note_sent(struct postgres_database *db, bool is_sent, bool expects_one,
                                 struct error *error)
{
    if (!is_sent)
        return connection_error(db, error);
    text_append_char(&db->expected, expects_one ? '1' : '-');
    return ERROR_NONE;
}

/* Sends the rows that were gathered. The header of an array: dimensions, whether it has NULLs, the
 * type of its elements, their number, and the index of the first. */
static enum error_code send_rows(struct postgres_statement *statement, struct error *error)
{
    struct postgres_database *db = database_of(statement);
    struct rows *rows = statement->rows;
    struct text arrays[PARAMETERS_MAX] = {{0}};
    const char *values[PARAMETERS_MAX];
    int lengths[PARAMETERS_MAX], formats[PARAMETERS_MAX];
    int count = PQnparams(statement->description);
    if (rows->count == 0)
        return ERROR_NONE;
    for (int i = 0; i < count; i++) {
        append_big_endian(&arrays[i], 1, 4);
        append_big_endian(&arrays[i], rows->has_null[i], 4);
        append_big_endian(&arrays[i], PQparamtype(statement->description, i), 4);
        append_big_endian(&arrays[i], rows->count, 4);
        append_big_endian(&arrays[i], 1, 4);
        text_append(&arrays[i], rows->arrays[i].bytes, rows->arrays[i].len);
        values[i] = arrays[i].bytes;
        lengths[i] = (int)arrays[i].len;
        formats[i] = 1;
        text_clear(&rows->arrays[i]);
        rows->has_null[i] = false;
    }
    rows->count = 0;
    bool is_sent =
        PQsendQueryPrepared(db->connection, rows->name, count, values, lengths, formats, 0);
    for (int i = 0; i < count; i++)
        text_finish(&arrays[i]);
    return note_sent(db, is_sent, false, error);
}

static enum error_code send_gathered(struct postgres_database *db, struct error *error)
{
    struct postgres_statement *gathering = db->gathering;
    db->gathering = NULL;
    return gathering ? send_rows(gathering, error) : ERROR_NONE;
}

/* Failures are told when the batch ends. */
static enum error_code queue(struct postgres_statement *statement, bool expects_one,
                             struct error *error)
{
    struct postgres_database *db = database_of(statement);
    if (db->is_done)
        return ERROR_NONE;
    if (statement->rows) {
        if (!statement->is_last && db->gathering != statement) {
            enum error_code code = send_gathered(db, error);
            if (code)
                return code;
            db->gathering = statement;
        }
        for (int i = 0; i < PQnparams(statement->description); i++)
            append_element(statement->rows, i, &statement->parameters[i].value);
        statement->rows->count++;
        return ERROR_NONE;
    }
    enum error_code code = send_gathered(db, error);
    return code ? code : note_sent(db, send_statement(statement), expects_one, error);
}

static enum error_code run_one(struct statement *public, struct error *error)
{
    struct postgres_statement *statement = of(public);
    bool row;
    if (database_of(statement)->transaction == TRANSACTION_BATCH)
        return queue(statement, true, error);
    enum error_code code = next(public, &row, error);
    assert(code || statement->changes == 1);
    return code;
}

static void write_last(struct statement *statement)
{
    of(statement)->is_last = true;
}

/* What a synchronous standby lacks is visible already: only the server knows that nobody waited for
 * it. */
static enum error_code check_standby(struct postgres_database *db, struct error *error)
{
    if (!db->has_warned)
        return ERROR_NONE;
    break_off(db);
    return error_set(error, ERROR_IO, "the server has not waited for its standby");
}

/* Tells the fence that the writer is there. */
static enum error_code renew(struct postgres_database *db, int64_t *ret_batch, struct error *error)
{
    int64_t sent_ms = boot_ms();
    db->has_warned = false;
    enum error_code code = db->fence->renew(db->fence, &db->database, ret_batch, error);
    if (!code && *ret_batch < db->fence->batch)
        code = error_set(error, ERROR_TOO_EARLY,
                         "the database has gone back: it lacks batches %lld to %lld, which were "
                         "acknowledged. A standby that did not have them yet leads now, or an old "
                         "copy was restored: see synchronous_standby_names",
                         (long long)*ret_batch + 1, (long long)db->fence->batch);
    if (!code)
        code = check_standby(db, error);
    if (!code)
        renew_lease(db, sent_ms);
    return code;
}

static enum error_code begin_batch(struct postgres_database *db, struct error *error)
{
    struct postgres_statement *statement;
    int64_t committed;
    enum error_code code = be_connected(db, error);
    text_clear(&db->expected);
    db->gathering = NULL;
    db->is_done = false;
    DL_FOREACH (db->statements, statement)
        if (statement->rows && statement->rows->count > 0) {
            for (int i = 0; i < PQnparams(statement->description); i++)
                text_clear(&statement->rows->arrays[i]);
            statement->rows->count = 0;
        }
    if (!code && db->is_new) {
        code = renew(db, &committed, error);
        db->is_new = code != ERROR_NONE;
        db->is_done = !code && committed > db->fence->batch;
    }
    if (code)
        return code;
    if (!db->is_done && !PQenterPipelineMode(db->connection))
        return connection_error(db, error);
    db->has_warned = false;
    db->transaction = TRANSACTION_BATCH;
    return ERROR_NONE;
}

static enum error_code begin(struct database *database, bool relaxed, struct error *error)
{
    struct postgres_database *db = self(database);
    assert(db->transaction == TRANSACTION_NONE);
    if (!relaxed)
        return begin_batch(db, error);
    enum error_code code = be_connected(db, error);
    if (!code)
        code = run_script(db, "BEGIN; SET LOCAL synchronous_commit TO off", error);
    db->transaction = code ? TRANSACTION_NONE : TRANSACTION_RELAXED;
    return code;
}

static enum error_code send_last_rows(struct postgres_database *db, struct error *error)
{
    struct postgres_statement *statement;
    enum error_code code = send_gathered(db, error);
    DL_FOREACH (db->statements, statement)
        if (!code && statement->is_last && statement->rows)
            code = send_rows(statement, error);
    return code;
}

static enum error_code send_fence(struct postgres_database *db, struct error *error)
{
    char next_batch[32];
    const char *values[] = {next_batch};
    snprintf(next_batch, sizeof next_batch, "%lld", (long long)db->fence->batch + 1);
    bool is_sent =
        PQsendQueryParams(db->connection, db->fence->sql, 1, NULL, values, NULL, NULL, 0);
    return note_sent(db, is_sent && PQpipelineSync(db->connection), false, error);
}

/* Takes the results of all that the batch has sent. The first failure of a command counts; one of
 * the connection leaves it open whether the batch is committed, which the fence finds out then. */
static enum error_code take_outcome(struct postgres_database *db, struct error *error)
{
    struct error broken;
    PGresult *result;
    size_t at = 0;
    bool missed = false;
    enum error_code code = ERROR_NONE;
    for (bool is_synced = false; !is_synced;) {
        if (take_result(db, &result, &broken))
            return code ? code : error_set(error, ERROR_IO, "%s", broken.message);
        if (!result)
            continue;
        ExecStatusType status = PQresultStatus(result);
        is_synced = status == PGRES_PIPELINE_SYNC;
        if (!code && !is_synced && status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
            code = result_error(db, result, error);
        if (!code && !is_synced && db->expected.bytes[at] == '1')
            missed = missed || strcmp(PQcmdTuples(result), "1") != 0;
        at++;
        PQclear(result);
    }
    assert(code || !missed); /* the fence, which is the last, has said that the rows are ours */
    return code ? code : check_standby(db, error);
}

static enum error_code commit(struct database *database, struct error *error)
{
    struct postgres_database *db = self(database);
    if (db->transaction == TRANSACTION_RELAXED) {
        enum error_code code = run_script(db, "COMMIT", error);
        if (!code)
            db->transaction = TRANSACTION_NONE;
        return code;
    }
    int64_t sent_ms = boot_ms();
    enum error_code code = ERROR_NONE;
    if (!db->is_done)
        code = send_last_rows(db, error);
    if (!code && !db->is_done)
        code = send_fence(db, error);
    if (!code && !db->is_done)
        code = take_outcome(db, error);
    if (code)
        return code;
    if (!db->is_done && !PQexitPipelineMode(db->connection))
        break_off(db);
    db->transaction = TRANSACTION_NONE;
    db->fence->batch++;
    if (!db->is_done)
        renew_lease(db, sent_ms);
    return ERROR_NONE;
}

/* A pipeline that was not synced is not a transaction yet: it ends with its connection. */
static void roll_back(struct database *database)
{
    struct postgres_database *db = self(database);
    struct error ignored;
    if (db->transaction == TRANSACTION_BATCH && !is_broken(db) &&
        !PQexitPipelineMode(db->connection))
        break_off(db);
    if (db->transaction == TRANSACTION_RELAXED && run_script(db, "ROLLBACK", &ignored))
        break_off(db);
    db->transaction = TRANSACTION_NONE;
}

static enum error_code hold(struct database *database, struct error *error)
{
    struct postgres_database *db = self(database);
    enum error_code code = be_connected(db, error);
    stash_running(db);
    if (!code)
        code = run_script(db, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", error);
    db->transaction = code ? TRANSACTION_NONE : TRANSACTION_HELD;
    return code;
}

static void release(struct database *database)
{
    struct postgres_database *db = self(database);
    struct error ignored;
    stash_running(db);
    if (!is_broken(db) && run_script(db, "COMMIT", &ignored))
        break_off(db);
    db->transaction = TRANSACTION_NONE;
}

static enum error_code beat(struct database *database, struct error *error)
{
    struct postgres_database *db = self(database);
    int64_t batch;
    enum error_code code = be_connected(db, error);
    return code ? code : renew(db, &batch, error);
}

static int64_t lease_ms_of(struct database *db)
{
    return self(db)->lease_ms;
}

static const struct engine engine = {
    .close = close_connection,
    .interrupt = interrupt,
    .hurry = hurry,
    .beat_ms = BEAT_MS,
    .beat = beat,
    .lease_ms = lease_ms_of,
    .run = run,
    .begin = begin,
    .commit = commit,
    .roll_back = roll_back,
    .hold = hold,
    .release = release,
    .prepare = prepare,
    .finish = finish_statement,
    .parameters = count_parameters,
    .bind = bind,
    .next = next,
    .run_one = run_one,
    .write_last = write_last,
    .reset = reset,
    .changes = count_changes,
    .columns = count_columns,
    .column_name = column_name,
    .value = value_of,
};

/* --- opening --- */

static enum error_code open_connection(const char *address, enum database_use use,
                                       struct postgres_fence *fence, struct database **ret_db,
                                       struct error *error)
{
    struct postgres_database *db = memory_zeroed(1, sizeof *db);
    db->database.engine = &engine;
    db->address = memory_text(address, strlen(address));
    db->use = use;
    db->fence = fence;
    db->interrupted = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    *ret_db = &db->database;
    return be_connected(db, error);
}

enum error_code postgres_open_beside(const char *address, enum database_use use,
                                     struct database **ret_db, struct error *error)
{
    return open_connection(address, use, NULL, ret_db, error);
}

enum error_code postgres_open_writer(const char *address, struct postgres_fence *fence,
                                     struct database **ret_db, struct error *error)
{
    return open_connection(address, DATABASE_TO_READ, fence, ret_db, error);
}
