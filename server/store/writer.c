#include "server/store/writer.h"

#include "common/base/memory.h"
#include "server/store/dropper.h"
#include "server/store/pruner.h"
#include "server/store/record_row.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RETRY_FIRST_MS = 100, RETRY_LONGEST_MS = 1000 };

/* Each written move lets the pruner visit PRUNE_PER_MOVE rows; a slice has at least PRUNE_MIN.
 * While no batch waits, a slice of the greatest size runs every PRUNE_IDLE_MS until the pass has
 * ended. */
enum { PRUNE_PER_MOVE = 2, PRUNE_MIN = 512, PRUNE_IDLE_MS = 10 };

/* So often the pruner looks for what is not to be kept any longer. */
enum { FORGET_MS = 60000 };

/* The guests that the dropper may visit for each new token. */
enum { DROP_PER_TOKEN = 8 };

struct writer {
    struct database *db;
    struct record_writer records;
    struct pruner pruner;
    int64_t prune_rows;        /* visits that written moves have earned */
    bool prune_more;           /* does the pruner have rows left in its pass? */
    int64_t kept_ms;           /* for so long lines of chat and closed reports are kept */
    struct timespec forget_at; /* by the monotonic clock */
    struct timespec beat_at;   /* the same; not used if the database wants no beats */
    struct dropper dropper;
    int64_t drop_visits; /* visits that new tokens have earned */
    struct store_events events;
    pthread_t thread;
    bool running; /* the owner's */

    pthread_mutex_t mutex; /* guards the members below */
    pthread_cond_t changed;
    const struct batch *batch; /* to be written; NULL: nothing to do */
    bool stopping;
};

static enum error_code write_batch(struct writer *writer, const struct batch *batch,
                                   struct error *error)
{
    enum error_code code = database_begin_batch(writer->db, error);
    for (size_t i = 0; !code && i < batch->count; i++)
        code = record_writer_write(&writer->records, &batch->records[i], error);
    return database_end(writer->db, code, error);
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

static bool is_before(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

/* Waits for the delay. Returns false, at once, when the writer is to stop.
 *
 * Nothing watches the connection meanwhile, and a second after its end another server may lead
 * (LEASE_MS in server/store/postgres/engine.c). It need not be watched: the lease counts from
 * before the first failure, so this server is silent in time. A delay of up to 800 ms is over
 * earlier, and the retry notices the end, which shortens the lease to 900 ms. When the delay has
 * grown to 1000 ms, the first failure is 1500 ms old, so the whole lease of 2500 ms ends with it.
 */
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

/* Retries until the batch is written. False: the writer is to stop before that. */
static bool write_until_committed(struct writer *writer, const struct batch *batch)
{
    struct error error;
    int delay_ms = RETRY_FIRST_MS;
    for (;;) {
        writer->beat_at = monotonic_after(database_beat_ms(writer->db));
        if (!write_batch(writer, batch, &error))
            return true;
        if (error.code == ERROR_TOO_EARLY)
            writer->events.lost(writer->events.owner, error.message);
        writer->events.failed(writer->events.owner, error.message);
        if (!wait_for_retry(writer, delay_ms))
            return false;
        delay_ms = 2 * delay_ms < RETRY_LONGEST_MS ? 2 * delay_ms : RETRY_LONGEST_MS;
    }
}

/* Prunes one slice, between two batches. Failures are ignored: the next batch reports those of the
 * disk, and no other part depends on the pruner, which pauses until more moves have come. */
static void prune(struct writer *writer, int64_t rows)
{
    struct error ignored;
    writer->prune_rows = rows > PRUNER_SLICE_MAX ? rows - PRUNER_SLICE_MAX : 0;
    pruner_step(&writer->pruner, rows, &writer->prune_more, &ignored);
}

/* Deletes what is kept for a time only, when that is due. Failures are ignored as above. */
static void forget_if_due(struct writer *writer)
{
    struct timespec now = monotonic_after(0), wall;
    struct error ignored;
    bool more;
    if (is_before(&now, &writer->forget_at))
        return;
    clock_gettime(CLOCK_REALTIME, &wall);
    int64_t wall_ms = (int64_t)wall.tv_sec * 1000 + wall.tv_nsec / 1000000;
    pruner_forget(&writer->pruner, wall_ms - writer->kept_ms, &more, &ignored);
    writer->forget_at = monotonic_after(more ? PRUNE_IDLE_MS : FORGET_MS);
}

/* Batches beat, too. A failure shows again with the next batch. */
static void beat_if_due(struct writer *writer)
{
    struct timespec now = monotonic_after(0);
    struct error error;
    int beat_ms = database_beat_ms(writer->db);
    if (beat_ms == 0 || is_before(&now, &writer->beat_at))
        return;
    writer->beat_at = monotonic_after(beat_ms);
    if (database_beat(writer->db, &error) == ERROR_TOO_EARLY)
        writer->events.lost(writer->events.owner, error.message);
}

/* NULL: the writer is to stop. */
static const struct batch *wait_for_batch(struct writer *writer)
{
    pthread_mutex_lock(&writer->mutex);
    while (!writer->batch && !writer->stopping) {
        struct timespec until = writer->forget_at, soon = monotonic_after(PRUNE_IDLE_MS);
        if (writer->prune_more && is_before(&soon, &until))
            until = soon;
        if (database_beat_ms(writer->db) > 0 && is_before(&writer->beat_at, &until))
            until = writer->beat_at;
        if (pthread_cond_timedwait(&writer->changed, &writer->mutex, &until) == ETIMEDOUT) {
            pthread_mutex_unlock(&writer->mutex);
            beat_if_due(writer);
            if (writer->prune_more)
                prune(writer, PRUNER_SLICE_MAX);
            forget_if_due(writer);
            pthread_mutex_lock(&writer->mutex);
        }
    }
    const struct batch *batch = writer->batch;
    pthread_mutex_unlock(&writer->mutex);
    return batch;
}

static void *run_writer(void *argument)
{
    struct writer *writer = argument;
    const struct batch *batch;
    writer->prune_more = true; /* the database of an earlier run_writer may have much to prune */
    forget_if_due(writer);
    while ((batch = wait_for_batch(writer)) && write_until_committed(writer, batch)) {
        int64_t moves = 0, tokens = 0;
        for (size_t i = 0; i < batch->count; i++) {
            moves +=
                batch->records[i].kind == RECORD_MOVE || batch->records[i].kind == RECORD_TAKEBACK;
            tokens += batch->records[i].kind == RECORD_TOKEN;
            if (batch->records[i].kind == RECORD_END)
                pruner_match_ended(&writer->pruner);
        }

        /* The batch is returned first, because the callback may bring the next one at once. */
        pthread_mutex_lock(&writer->mutex);
        assert(writer->batch == batch);
        writer->batch = NULL;
        pthread_mutex_unlock(&writer->mutex);
        writer->events.committed(writer->events.owner);

        writer->prune_rows += PRUNE_PER_MOVE * moves;
        if (writer->prune_rows >= PRUNE_MIN)
            prune(writer, writer->prune_rows);
        writer->drop_visits += DROP_PER_TOKEN * tokens;
        if (writer->drop_visits >= DROPPER_SLICE) {
            struct error ignored;
            writer->drop_visits = 0;
            dropper_step(&writer->dropper, &ignored);
        }
        forget_if_due(writer);
    }
    return NULL;
}

enum error_code writer_create(struct database *db, const char *name, struct writer **ret_writer,
                              struct error *error)
{
    struct writer *writer = memory_zeroed(1, sizeof *writer);
    *writer = (struct writer){.db = db};
    pthread_mutex_init(&writer->mutex, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&writer->changed, &attributes);
    pthread_condattr_destroy(&attributes);

    enum error_code code = record_writer_init(&writer->records, db, error);
    if (!code)
        code = pruner_init(&writer->pruner, db, error);
    if (!code)
        code = dropper_init(&writer->dropper, name, error);
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
    record_writer_finish(&writer->records);
    pruner_finish(&writer->pruner);
    dropper_finish(&writer->dropper);
    pthread_cond_destroy(&writer->changed);
    pthread_mutex_destroy(&writer->mutex);
    free(writer);
}

void writer_start(struct writer *writer, const struct store_events *events, int64_t kept_ms)
{
    assert(!writer->running);
    writer->events = *events;
    writer->kept_ms = kept_ms;
    /* Only the owner's loop handles signals. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = pthread_create(&writer->thread, NULL, run_writer, writer);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result != 0) {
        fputs("no thread for the database\n",
              stderr); /* as grave and as rare as running out of memory */
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
    pthread_mutex_unlock(&writer->mutex);
    /* Signal after unlocking, so that the thread does not wake up only to wait for the mutex. */
    pthread_cond_signal(&writer->changed);
}

void writer_hurry(struct writer *writer, int ms)
{
    database_hurry(writer->db, ms);
    database_hurry(writer->dropper.db, ms);
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
