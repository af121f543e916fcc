#include "server/store/writer.h"

#include "common/base/memory.h"
#include "server/store/database.h"
#include "server/store/statement.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RETRY_FIRST_MS = 100, RETRY_LONGEST_MS = 1000 };

/* One statement for each kind of record, and those around a batch. */
enum {
    STATEMENT_BEGIN = RECORD_FORGET + 1,
    STATEMENT_COMMIT,
    STATEMENT_ROLLBACK,
    STATEMENT_COUNT,
};

static const char *const statement_sql[STATEMENT_COUNT] = {
    [RECORD_PLAYER] = "INSERT INTO player (id, name, name_key, created_ms) VALUES (?, ?, ?, ?)",
    [RECORD_PASSWORD] = "UPDATE player SET password = ? WHERE id = ?",
    [RECORD_TOKEN] = "INSERT INTO token (number, player, hash, client, created_ms, expires_ms)"
                     " VALUES (?, ?, ?, ?, ?, ?)",
    [RECORD_TOKEN_USED] = "UPDATE token SET expires_ms = ? WHERE number = ?",
    [RECORD_TOKEN_REVOKED] = "DELETE FROM token WHERE player = ?1"
                             " AND (number = ?2 OR (?2 = 0 AND number <> ?3))",
    [RECORD_BAN] = "INSERT OR REPLACE INTO ban (kind, subject, shown, reason, made_ms, until_ms)"
                   " VALUES (?, ?, ?, ?, ?, nullif(?, 0))",
    [RECORD_UNBAN] = "DELETE FROM ban WHERE kind = ? AND subject = ?",
    [RECORD_MATCH] =
        "INSERT INTO match (id, rules, start, first, second, clock, created_ms, journal_from)"
        " VALUES (?, ?, ?, ?, ?, nullif(?, ''), ?, (SELECT coalesce(max(id), 0) FROM journal))",
    [RECORD_MOVE] = "INSERT INTO journal (match, ply, move, at_ms, taken_ms, credit_ms, left_ms)"
                    " VALUES (?, ?, ?, ?, ?, ?, nullif(?, -1))",
    [RECORD_END] =
        "UPDATE match SET ending = ?, winner = ?, plies = ?, ended_ms = ?, moves = ?, times = ?"
        " WHERE id = ? AND ending IS NULL",
    [RECORD_ANSWER] = "INSERT INTO answer (player, key, kind, subject, result, at_ms)"
                      " VALUES (?, ?, ?, ?, ?, ?)",
    [RECORD_FORGET] = "DELETE FROM answer WHERE player = ? AND key = ?",
    [STATEMENT_BEGIN] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
};

struct writer {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    struct store_events events;
    pthread_t thread;
    bool running; /* the owner's */

    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t changed;
    const struct batch *batch; /* to be written; NULL: nothing to do */
    bool stopping;
};

/* Binds the parameters of a record's statement from left to right. */
struct binder {
    sqlite3_stmt *statement;
    const struct batch *batch;
    int bound;
};

static void bind_int(struct binder *binder, int64_t value)
{
    statement_bind_int(binder->statement, ++binder->bound, value);
}

static void bind_text(struct binder *binder, struct batch_span span)
{
    statement_bind_text(binder->statement, ++binder->bound, batch_text(binder->batch, span),
                        span.len);
}

static void bind_word(struct binder *binder, const char *word)
{
    statement_bind_text(binder->statement, ++binder->bound, word, strlen(word));
}

static void bind_hash(struct binder *binder, const unsigned char hash[TOKEN_HASH_BYTES])
{
    statement_bind_blob(binder->statement, ++binder->bound, hash, TOKEN_HASH_BYTES);
}

static void bind_player(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->player.id);
    bind_text(binder, record->player.name);
    bind_text(binder, record->player.name_key);
    bind_int(binder, record->player.created_ms);
}

static void bind_password(struct binder *binder, const struct record *record)
{
    bind_text(binder, record->password.hash);
    bind_int(binder, record->password.player);
}

static void bind_token(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->token.number);
    bind_int(binder, record->token.player);
    bind_hash(binder, record->token.hash);
    bind_text(binder, record->token.client);
    bind_int(binder, record->token.created_ms);
    bind_int(binder, record->token.expires_ms);
}

static void bind_token_used(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->token_used.expires_ms);
    bind_int(binder, record->token_used.number);
}

static void bind_token_revoked(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->token_revoked.player);
    bind_int(binder, record->token_revoked.number);
    bind_int(binder, record->token_revoked.except);
}

static void bind_unban(struct binder *binder, const struct record *record)
{
    bind_word(binder, ban_kind_text(record->ban.kind));
    bind_text(binder, record->ban.subject);
}

static void bind_ban(struct binder *binder, const struct record *record)
{
    bind_unban(binder, record);
    bind_text(binder, record->ban.shown);
    bind_text(binder, record->ban.reason);
    bind_int(binder, record->ban.made_ms);
    bind_int(binder, record->ban.until_ms);
}

static void bind_match(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->match.id);
    bind_text(binder, record->match.rules);
    bind_text(binder, record->match.start);
    bind_int(binder, record->match.first);
    bind_int(binder, record->match.second);
    bind_text(binder, record->match.clock);
    bind_int(binder, record->match.created_ms);
}

static void bind_move(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->move.match);
    bind_int(binder, record->move.ply);
    bind_text(binder, record->move.move);
    bind_int(binder, record->move.at_ms);
    bind_int(binder, record->move.taken_ms);
    bind_int(binder, record->move.credit_ms);
    bind_int(binder, record->move.left_ms);
}

static void bind_end(struct binder *binder, const struct record *record)
{
    bind_word(binder, ending_text(record->end.ending));
    bind_word(binder, seat_text(record->end.winner));
    bind_int(binder, record->end.plies);
    bind_int(binder, record->end.ended_ms);
    bind_text(binder, record->end.moves);
    bind_text(binder, record->end.times);
    bind_int(binder, record->end.match);
}

static void bind_answer(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->answer.player);
    bind_text(binder, record->answer.key);
    bind_int(binder, record->answer.kind);
    bind_int(binder, record->answer.subject);
    bind_int(binder, record->answer.result);
    bind_int(binder, record->answer.at_ms);
}

static void bind_forget(struct binder *binder, const struct record *record)
{
    bind_int(binder, record->forget.player);
    bind_text(binder, record->forget.key);
}

static void (*const binders[])(struct binder *, const struct record *) = {
    [RECORD_PLAYER] = bind_player,
    [RECORD_PASSWORD] = bind_password,
    [RECORD_TOKEN] = bind_token,
    [RECORD_TOKEN_USED] = bind_token_used,
    [RECORD_TOKEN_REVOKED] = bind_token_revoked,
    [RECORD_BAN] = bind_ban,
    [RECORD_UNBAN] = bind_unban,
    [RECORD_MATCH] = bind_match,
    [RECORD_MOVE] = bind_move,
    [RECORD_END] = bind_end,
    [RECORD_ANSWER] = bind_answer,
    [RECORD_FORGET] = bind_forget,
};

/* Records that change a row which has to be there: that it is not would be a fault of the hall. */
static bool needs_its_row(enum record_kind kind)
{
    return kind == RECORD_PASSWORD || kind == RECORD_END;
}

static enum error_code write_record(struct writer *writer, const struct batch *batch,
                                    const struct record *record, struct error *error)
{
    struct binder binder = {.statement = writer->statements[record->kind], .batch = batch};
    binders[record->kind](&binder, record);
    assert(binder.bound == sqlite3_bind_parameter_count(binder.statement));
    enum error_code code = statement_run(binder.statement, error);
    assert(code || !needs_its_row(record->kind) || sqlite3_changes(writer->db) == 1);
    return code;
}

/* The commit is on disk when its statement says so. The checkpoint that SQLite runs behind some
 * commits may fail without a word: what it would have copied is safe in the log, and when the log
 * cannot grow any more a commit says so. */
static enum error_code write_batch(struct writer *writer, const struct batch *batch,
                                   struct error *error)
{
    enum error_code code = statement_run(writer->statements[STATEMENT_BEGIN], error);
    for (size_t i = 0; !code && i < batch->count; i++)
        code = write_record(writer, batch, &batch->records[i], error);
    if (!code)
        code = statement_run(writer->statements[STATEMENT_COMMIT], error);
    /* Some failures have rolled back already. */
    if (code && !sqlite3_get_autocommit(writer->db)) {
        struct error ignored; /* the next BEGIN meets what keeps this from working */
        statement_run(writer->statements[STATEMENT_ROLLBACK], &ignored);
    }
    return code;
}

static struct timespec monotonic_after(int delay_ms)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += delay_ms / 1000;
    time.tv_nsec += delay_ms % 1000 * 1000000L;
    if (time.tv_nsec >= 1000000000L) {
        time.tv_sec++;
        time.tv_nsec -= 1000000000L;
    }
    return time;
}

/* Waits out the delay; returns at once, with false, when the writer is to stop. */
static bool wait_for_retry(struct writer *writer, int delay_ms)
{
    struct timespec until = monotonic_after(delay_ms);
    int result = 0;
    pthread_mutex_lock(&writer->mutex);
    while (!writer->stopping && result == 0)
        result = pthread_cond_timedwait(&writer->changed, &writer->mutex, &until);
    bool go_on = !writer->stopping;
    pthread_mutex_unlock(&writer->mutex);
    return go_on;
}

/* False: it could not be written before the writer was to stop. */
static bool write_until_committed(struct writer *writer, const struct batch *batch)
{
    struct error error;
    int delay_ms = RETRY_FIRST_MS;
    while (write_batch(writer, batch, &error)) {
        writer->events.failed(writer->events.owner, error.message);
        if (!wait_for_retry(writer, delay_ms))
            return false;
        delay_ms = 2 * delay_ms < RETRY_LONGEST_MS ? 2 * delay_ms : RETRY_LONGEST_MS;
    }
    return true;
}

/* NULL: there is none, and the writer is to stop. */
static const struct batch *wait_for_batch(struct writer *writer)
{
    pthread_mutex_lock(&writer->mutex);
    while (!writer->batch && !writer->stopping)
        pthread_cond_wait(&writer->changed, &writer->mutex);
    const struct batch *batch = writer->batch;
    pthread_mutex_unlock(&writer->mutex);
    return batch;
}

static void report_committed(struct writer *writer)
{
    /* First this, because the word may bring the next batch at once. */
    pthread_mutex_lock(&writer->mutex);
    writer->batch = NULL;
    pthread_mutex_unlock(&writer->mutex);
    writer->events.committed(writer->events.owner);
}

static void *run(void *argument)
{
    struct writer *writer = argument;
    const struct batch *batch;
    while ((batch = wait_for_batch(writer)) && write_until_committed(writer, batch))
        report_committed(writer);
    return NULL;
}

enum error_code writer_create(sqlite3 *db, struct writer **ret_writer, struct error *error)
{
    struct writer *writer = memory_zeroed(1, sizeof *writer);
    *writer = (struct writer){.db = db};
    pthread_mutex_init(&writer->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&writer->changed, &attributes);
    pthread_condattr_destroy(&attributes);

    enum error_code code =
        statements_prepare(db, statement_sql, STATEMENT_COUNT, writer->statements, error);
    if (code) {
        writer_destroy(writer);
        return code;
    }
    *ret_writer = writer;
    return ERROR_NONE;
}

void writer_destroy(struct writer *writer)
{
    if (!writer)
        return;
    assert(!writer->running);
    statements_finish(writer->statements, STATEMENT_COUNT);
    pthread_cond_destroy(&writer->changed);
    pthread_mutex_destroy(&writer->mutex);
    free(writer);
}

void writer_start(struct writer *writer, const struct store_events *events)
{
    assert(!writer->running);
    writer->events = *events;
    /* Signals are for the owner's loop. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = pthread_create(&writer->thread, NULL, run, writer);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result != 0) {
        fputs("no thread for the database\n", stderr); /* as grave as no memory, and as rare */
        abort();
    }
    writer->running = true;
}

void writer_submit(struct writer *writer, const struct batch *batch)
{
    assert(writer->running);
    pthread_mutex_lock(&writer->mutex);
    assert(!writer->batch);
    writer->batch = batch;
    pthread_cond_signal(&writer->changed);
    pthread_mutex_unlock(&writer->mutex);
}

bool writer_stop(struct writer *writer)
{
    if (writer->running) {
        pthread_mutex_lock(&writer->mutex);
        writer->stopping = true;
        pthread_cond_signal(&writer->changed);
        pthread_mutex_unlock(&writer->mutex);
        pthread_join(writer->thread, NULL);
        writer->running = false;
    }
    return !writer->batch;
}
