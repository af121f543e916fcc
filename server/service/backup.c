#include "server/service/backup.h"

#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/service/service_parts.h"
#include "server/service/worker.h"
#include "server/store/store.h"

#include <assert.h>
#include <stdlib.h>

struct backup {
    struct worker_job work;
    struct service *service;
    struct hall_caller from;
    char *path;
    uv_mutex_t lock; /* guards the three members below */
    bool is_cancelled;
    int64_t pages, total;
    struct error error; /* the outcome; code ERROR_NONE: the copy is complete */
    int64_t bytes;
    struct text removed; /* left-overs of killed backups, a line each */
};

/* --- on the backups' thread --- */

static bool on_copy_progress(void *owner, int64_t pages, int64_t total)
{
    struct backup *backup = owner;
    uv_mutex_lock(&backup->lock);
    bool go_on = !backup->is_cancelled;
    backup->pages = pages;
    backup->total = total;
    if (go_on) {
        assert(!uv_is_closing((uv_handle_t *)&backup->service->backups.word));
        uv_async_send(&backup->service->backups.word);
    }
    uv_mutex_unlock(&backup->lock);
    return go_on;
}

static void on_removed(void *owner, const char *path)
{
    struct backup *backup = owner;
    text_printf(&backup->removed, "%s%s", backup->removed.len > 0 ? "\n" : "", path);
}

static void run_copy(void *owner)
{
    struct backup *backup = owner;
    struct store_backup_events events = {
        .owner = backup,
        .progress = on_copy_progress,
        .removed = on_removed,
    };
    backup->error.code = ERROR_NONE;
    store_backup(backup->service->config->database, backup->path, &events, &backup->bytes,
                 &backup->error);
}

/* --- on the loop --- */

static void on_backup_word(uv_async_t *async)
{
    struct service *service = async->data;
    struct backup *backup = service->backups.under_way;
    struct text event = {0};
    if (!backup)
        return;
    uv_mutex_lock(&backup->lock);
    struct wire_backup_progress how_far = {.pages = backup->pages, .total = backup->total};
    uv_mutex_unlock(&backup->lock);
    wire_encode_event(&event, WIRE_EVENT_OPERATOR_PROGRESS, &how_far);
    service_tell(service, backup->from.session, false, &event);
    text_finish(&event);
}

static void log_outcome(const struct backup *backup)
{
    if (backup->removed.len > 0)
        log_warn("backup-left-overs-removed", log_text("paths", text_string(&backup->removed)),
                 log_text("reason", "a server was killed during a backup"));
    if (backup->error.code)
        log_warn("backup-failed", log_text("path", backup->path),
                 log_text("reason", backup->error.message));
    else
        log_info("backup", log_text("path", backup->path), log_int("bytes", backup->bytes));
}

static void answer_backup(const struct backup *backup)
{
    struct wire_backup_done done = {.bytes = backup->bytes};
    struct text answer = {0};
    if (backup->error.code) {
        service_refuse(backup->service, backup->from.session, backup->from.request, &backup->error);
        return;
    }
    wire_encode_result(&answer, backup->from.request, wire_methods[WIRE_OPERATOR_BACKUP].result,
                       &done);
    service_tell(backup->service, backup->from.session, true, &answer);
    text_finish(&answer);
}

static void on_copied(void *owner, bool has_run)
{
    struct backup *backup = owner;
    struct service *service = backup->service;
    if (!has_run || (backup->error.code && backup->is_cancelled))
        error_set(&backup->error, ERROR_SERVER_CLOSING,
                  "the server is shutting down: the backup is given up");
    assert(service->backups.under_way == backup);
    service->backups.under_way = NULL;
    statistics_count(service->statistics,
                     backup->error.code ? STATISTIC_BACKUPS_FAILED : STATISTIC_BACKUPS_OK);
    log_outcome(backup);
    answer_backup(backup);
    uv_mutex_destroy(&backup->lock);
    text_finish(&backup->removed);
    free(backup->path);
    free(backup);
}

void backups_init(struct service *service)
{
    struct backups *backups = &service->backups;
    backups->worker = worker_create(service->loop, WORKER_NORMAL);
    uv_async_init(service->loop, &backups->word, on_backup_word);
    backups->word.data = service;
}

enum error_code backup_begin(struct service *service, struct hall_caller from, const char *path,
                             size_t len, struct error *error)
{
    if (path[0] != '/')
        return error_set(error, ERROR_BAD_ARGUMENTS,
                         "'path' must be absolute: the server's folder need not be yours");
    if (service->backups.under_way)
        return error_set(error, ERROR_LIMIT_REACHED,
                         "a backup to %s is under way: wait until it has ended",
                         service->backups.under_way->path);
    struct backup *backup = memory_zeroed(1, sizeof *backup);
    backup->work = (struct worker_job){.run = run_copy, .done = on_copied, .owner = backup};
    backup->service = service;
    backup->from = from;
    backup->path = memory_text(path, len);
    uv_mutex_init(&backup->lock);
    service->backups.under_way = backup;
    log_info("backup-begun", log_text("path", backup->path));
    worker_add(service->backups.worker, &backup->work);
    return ERROR_NONE;
}

void backup_cancel(struct service *service)
{
    struct backup *backup = service->backups.under_way;
    if (!backup)
        return;
    uv_mutex_lock(&backup->lock);
    backup->is_cancelled = true;
    uv_mutex_unlock(&backup->lock);
}
