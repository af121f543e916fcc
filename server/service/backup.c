#include "server/service/backup.h"

#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/service/worker.h"

#include <assert.h>
#include <stdlib.h>

struct backup {
    struct worker_job work;
    struct server *server;
    struct hall_caller from;
    char *path;
    uv_mutex_t lock; /* guards the three below */
    bool is_cancelled;
    int64_t pages, total;
    struct error error; /* the outcome; ERROR_NONE: it is there */
    int64_t bytes;
    struct text removed; /* left-overs of killed backups, a line each */
};

/* --- on the backups' thread --- */

static bool progress(void *owner, int64_t pages, int64_t total)
{
    struct backup *backup = owner;
    uv_mutex_lock(&backup->lock);
    bool go_on = !backup->is_cancelled;
    backup->pages = pages;
    backup->total = total;
    if (go_on) {
        assert(!uv_is_closing((uv_handle_t *)&backup->server->backup_word));
        uv_async_send(&backup->server->backup_word);
    }
    uv_mutex_unlock(&backup->lock);
    return go_on;
}

static void note_removed(void *owner, const char *path)
{
    struct backup *backup = owner;
    text_printf(&backup->removed, "%s%s", backup->removed.len > 0 ? "\n" : "", path);
}

static void copy(void *owner)
{
    struct backup *backup = owner;
    struct store_backup_events events = {
        .owner = backup,
        .progress = progress,
        .removed = note_removed,
    };
    backup->error.code = ERROR_NONE;
    store_backup(backup->server->config->database, backup->path, &events, &backup->bytes,
                 &backup->error);
}

/* --- on the loop --- */

static struct connection *who_asked(const struct backup *backup)
{
    struct connection *connection = connection_find(backup->server, backup->from.session);
    return connection && connection->state == CONNECTION_OPEN ? connection : NULL;
}

void backup_on_word(uv_async_t *async)
{
    struct server *server = async->data;
    struct backup *backup = server->backup;
    struct connection *connection = backup ? who_asked(backup) : NULL;
    if (!connection)
        return;
    uv_mutex_lock(&backup->lock);
    struct wire_backup_progress how_far = {.pages = backup->pages, .total = backup->total};
    uv_mutex_unlock(&backup->lock);
    wire_encode_event(connection_queue(connection), WIRE_EVENT_OPERATOR_PROGRESS, &how_far);
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

static void answer(const struct backup *backup, struct connection *connection)
{
    struct wire_backup_done done = {.bytes = backup->bytes};
    if (backup->error.code)
        speak_error(connection, backup->from.request, &backup->error);
    else
        wire_encode_result(connection_answer(connection), backup->from.request,
                           wire_methods[WIRE_OPERATOR_BACKUP].result, &done);
}

static void on_copied(void *owner, bool has_run)
{
    struct backup *backup = owner;
    struct server *server = backup->server;
    if (!has_run || (backup->error.code && backup->is_cancelled))
        error_set(&backup->error, ERROR_SERVER_CLOSING,
                  "the server is shutting down: the backup is given up");
    server->backup = NULL;
    statistics_count(&server->statistics,
                     backup->error.code ? STATISTIC_BACKUPS_FAILED : STATISTIC_BACKUPS_OK);
    log_outcome(backup);
    struct connection *connection = who_asked(backup);
    if (connection)
        answer(backup, connection);
    uv_mutex_destroy(&backup->lock);
    text_finish(&backup->removed);
    free(backup->path);
    free(backup);
}

enum error_code backup_begin(struct connection *connection, uint32_t request, const char *path,
                             size_t len, struct error *error)
{
    struct server *server = connection->server;
    if (path[0] != '/')
        return error_set(error, ERROR_BAD_ARGUMENTS,
                         "'path' must be absolute: the server's folder need not be yours");
    if (server->backup)
        return error_set(error, ERROR_LIMIT_REACHED,
                         "a backup to %s is under way: wait until it has ended",
                         server->backup->path);
    struct backup *backup = memory_zeroed(1, sizeof *backup);
    backup->work = (struct worker_job){.run = copy, .done = on_copied, .owner = backup};
    backup->server = server;
    backup->from = (struct hall_caller){.session = connection->session, .request = request};
    backup->path = memory_text(path, len);
    uv_mutex_init(&backup->lock);
    server->backup = backup;
    log_info("backup-begun", log_text("path", backup->path));
    worker_add(server->backups, &backup->work);
    return ERROR_NONE;
}

void backup_cancel(struct server *server)
{
    struct backup *backup = server->backup;
    if (!backup)
        return;
    uv_mutex_lock(&backup->lock);
    backup->is_cancelled = true;
    uv_mutex_unlock(&backup->lock);
}
