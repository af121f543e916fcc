/* What the store says on its thread about the batches that it has been given, and what the loop
 * makes of it. */
#include "server/base/log.h"
#include "server/net/state.h"

#include <assert.h>

/* Of the store's thread, which ends before the handle is closed. */
static void wake_loop(struct server *server)
{
    assert(!uv_is_closing((uv_handle_t *)&server->store_word));
    uv_async_send(&server->store_word);
}

static void store_committed(void *owner)
{
    struct server *server = owner;
    uv_mutex_lock(&server->word_lock);
    server->word_committed = true;
    server->committed_us = measure_now_us();
    uv_mutex_unlock(&server->word_lock);
    wake_loop(server);
}

static void store_failed(void *owner, const char *reason)
{
    struct server *server = owner;
    uv_mutex_lock(&server->word_lock);
    text_clear(&server->word_failed);
    text_append_string(&server->word_failed, reason);
    uv_mutex_unlock(&server->word_lock);
    wake_loop(server);
}

static void hear_failed(struct server *server, const char *reason)
{
    /* The store says it again at each try. */
    if (!server->stalled) {
        log_error("stalled", log_int("batch", (int64_t)server->submitted->number),
                  log_text("reason", reason));
        statistics_count(&server->statistics, STATISTIC_STALLS);
    }
    server->stalled = true;
    server_set_time(server);
    hall_stalled(server->hall, reason);
}

static void count_batch(struct server *server, const struct batch *batch, uint64_t committed_us)
{
    struct statistics *statistics = &server->statistics;
    statistics_count(statistics, STATISTIC_BATCHES);
    statistics_add(statistics, STATISTIC_RECORDS, (int64_t)batch->count);
    statistics_measure(statistics, MEASURE_COMMIT, committed_us - server->submitted_us);
}

static void hear_committed(struct server *server, uint64_t committed_us)
{
    struct batch *batch = server->submitted;
    server->submitted = NULL;
    server_set_time(server);
    if (server->stalled)
        log_info("resumed", log_int("batch", (int64_t)batch->number));
    server->stalled = false;
    count_batch(server, batch, committed_us);
    hall_batch_committed(server->hall, batch);
}

void store_on_word(uv_async_t *async)
{
    struct server *server = async->data;
    uv_mutex_lock(&server->word_lock);
    bool committed = server->word_committed;
    uint64_t committed_us = server->committed_us;
    struct text failed = server->word_failed;
    server->word_committed = false;
    server->word_failed = (struct text){0};
    uv_mutex_unlock(&server->word_lock);
    /* A failure that was mended before it was heard is no news. */
    if (committed)
        hear_committed(server, committed_us);
    else if (failed.len > 0)
        hear_failed(server, text_string(&failed));
    text_finish(&failed);
}

void store_words_start(struct server *server)
{
    struct store_events events = {
        .owner = server,
        .committed = store_committed,
        .failed = store_failed,
    };
    store_start(server->store, &events);
}
