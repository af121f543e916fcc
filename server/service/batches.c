#include "server/service/batches.h"

#include "common/base/exit_status.h"
#include "server/base/log.h"
#include "server/service/service_parts.h"
#include "server/store/store.h"

#include <assert.h>
#include <time.h>
#include <unistd.h>

#define SILENT "the database has not answered for some seconds"
/* What players are told of a failure: the reason in the log may name machines and files. */
#define FAILED "the database takes no writes"
#define LET_GO "another server may have taken over: connect again, to it or to this one"

/* From the end of the lease; another server may have led since half a second after that. */
enum { LET_GO_MS = 6000 };

/* Called on the store's thread, which ends before the handle is closed. */
static void wake_loop(struct service *service)
{
    assert(!uv_is_closing((uv_handle_t *)&service->batches.word));
    uv_async_send(&service->batches.word);
}

static void on_committed(void *owner)
{
    struct service *service = owner;
    uv_mutex_lock(&service->batches.lock);
    service->batches.is_committed = true;
    service->batches.committed_us = now_us();
    uv_mutex_unlock(&service->batches.lock);
    wake_loop(service);
}

static void on_failed(void *owner, const char *reason)
{
    struct service *service = owner;
    uv_mutex_lock(&service->batches.lock);
    text_clear(&service->batches.failed);
    text_append_string(&service->batches.failed, reason);
    uv_mutex_unlock(&service->batches.lock);
    wake_loop(service);
}

/* Ends the process at once: all that it would still say may be untrue by now, and whoever restarts
 * it makes it stand by. */
static void on_lost(void *owner, const char *reason)
{
    (void)owner;
    log_error("replaced", log_text("reason", reason));
    _exit(EXIT_REFUSED);
}

static void hear_failed(struct service *service, const char *reason)
{
    assert(service->batches.submitted);
    /* The store reports a failure after each retry. */
    if (!service->batches.is_stalled) {
        log_error("stalled", log_int("batch", (int64_t)service->batches.submitted->number),
                  log_text("reason", reason));
        statistics_count(service->statistics, STATISTIC_STALLS);
    }
    service->batches.is_stalled = true;
    service_set_time(service);
    hall_stalled(service->hall, STALL_DISK, FAILED);
}

static void hear_committed(struct service *service, uint64_t committed_us)
{
    struct batches *batches = &service->batches;
    struct batch *batch = batches->submitted;
    assert(batch);
    batches->submitted = NULL;
    service_set_time(service);
    if (batches->is_stalled && !batches->is_unsure)
        log_info("resumed", log_int("batch", (int64_t)batch->number));
    batches->is_stalled = false;
    statistics_count(service->statistics, STATISTIC_BATCHES);
    statistics_add(service->statistics, STATISTIC_RECORDS, (int64_t)batch->count);
    statistics_measure(service->statistics, MEASURE_COMMIT, committed_us - batches->submitted_us);
    hall_batch_committed(service->hall, batch);
}

static void on_batches_word(uv_async_t *async)
{
    struct service *service = async->data;
    uv_mutex_lock(&service->batches.lock);
    bool committed = service->batches.is_committed;
    uint64_t committed_us = service->batches.committed_us;
    struct text failed = service->batches.failed;
    service->batches.is_committed = false;
    service->batches.failed = (struct text){0};
    uv_mutex_unlock(&service->batches.lock);
    /* A failure that precedes the commit is over: it is not reported. */
    if (committed)
        hear_committed(service, committed_us);
    else if (failed.len > 0)
        hear_failed(service, text_string(&failed));
    text_finish(&failed);
}

void batches_init(struct service *service)
{
    struct batches *batches = &service->batches;
    uv_async_init(service->loop, &batches->word, on_batches_word);
    batches->word.data = service;
    uv_mutex_init(&batches->lock);
}

int64_t batches_lease_left_ms(const struct service *service)
{
    struct timespec now;
    int64_t end_ms = service->store ? store_lease_ms(service->store) : INT64_MAX;
    if (end_ms == INT64_MAX)
        return INT64_MAX;
    clock_gettime(CLOCK_BOOTTIME, &now);
    int64_t now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    return now_ms < end_ms ? end_ms - now_ms : 0;
}

/* This server does not know whether it still leads, and has not known for long. */
static void let_go(struct service *service)
{
    size_t count = hall_let_go(service->hall, LET_GO);
    if (count > 0)
        log_error("let-go", log_int("players", (int64_t)count), log_text("reason", SILENT));
}

void service_check_lease(struct service *service)
{
    struct batches *batches = &service->batches;
    bool was_over = batches->is_unsure, is_over = batches_lease_left_ms(service) == 0;
    int64_t now_ms = (int64_t)uv_now(service->loop);
    batches->is_unsure = is_over;
    if (is_over && !was_over) {
        batches->unsure_ms = now_ms;
        log_error("stalled", log_text("reason", SILENT));
        statistics_count(service->statistics, STATISTIC_STALLS);
        hall_stalled(service->hall, STALL_LEASE, SILENT);
    } else if (was_over && !is_over) {
        if (!batches->is_stalled)
            log_info("resumed", log_text("reason", "the database answers again"));
        hall_resumed(service->hall, STALL_LEASE);
    } else if (is_over && service->config->has_clients &&
               now_ms - batches->unsure_ms >= LET_GO_MS) {
        let_go(service);
    }
}

void batches_start(struct service *service)
{
    struct store_events events = {
        .owner = service,
        .committed = on_committed,
        .failed = on_failed,
        .lost = on_lost,
    };
    store_start(service->store, &events, service->config->limits.chat_kept_ms);
}

void service_submit(struct service *service)
{
    struct batches *batches = &service->batches;
    if (batches->submitted || !(batches->submitted = hall_batch_take(service->hall)))
        return;
    batches->submitted_us = now_us();
    store_submit(service->store, batches->submitted);
}

void batches_finish(struct service *service)
{
    struct batches *batches = &service->batches;
    batch_destroy(batches->submitted);
    text_finish(&batches->failed);
    uv_mutex_destroy(&batches->lock);
}
