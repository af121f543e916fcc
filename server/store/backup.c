/* The copy is of one snapshot, which a read transaction holds from the first page to the last. Without it SQLite would begin
 * again at each commit, so under play a large copy would never end. */
#include "common/base/text.h"
#include "server/store/database.h"
#include "server/store/migration.h"
#include "server/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGES_AT_ONCE = 256 };

/* A read transaction that stays open until the connection closes. */
static enum error_code open_snapshot(const char *path, sqlite3 **ret_db, struct error *error)
{
    enum error_code code = database_open(path, SQLITE_OPEN_READONLY, ret_db, error);
    if (!code)
        code = database_run(*ret_db, "BEGIN", error);
    if (!code)
        code = migration_check_current(*ret_db, error); /* its first read begins the snapshot */
    return code;
}

/* No journal on disk: a copy that fails is removed, never rolled back to anything. */
static enum error_code open_copy(const char *path, sqlite3 **ret_db, struct error *error)
{
    enum error_code code = database_open(path, SQLITE_OPEN_READWRITE, ret_db, error);
    if (!code)
        code =
            database_run(*ret_db, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL", error);
    return code;
}

/* SQLITE_DONE, what went wrong, or SQLITE_ABORT when it was given up. */
static int copy_parts(sqlite3_backup *backup, const struct store_backup_events *events)
{
    int result;
    do {
        result = sqlite3_backup_step(backup, PAGES_AT_ONCE);
        int64_t total = sqlite3_backup_pagecount(backup);
        int64_t done = total - sqlite3_backup_remaining(backup);
        if (result == SQLITE_OK && !events->progress(events->owner, done, total))
            return SQLITE_ABORT;
    } while (result == SQLITE_OK);
    return result;
}

/* Its last part commits, which syncs the file. */
static enum error_code copy_pages(sqlite3 *from, sqlite3 *to,
                                  const struct store_backup_events *events, struct error *error)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup)
        return database_error(to, error);
    int result = copy_parts(backup, events);
    sqlite3_backup_finish(backup); /* leaves the error, if any, with the connection `to` */
    if (result == SQLITE_ABORT)
        return error_set(error, ERROR_IO, "given up");
    return result == SQLITE_DONE ? ERROR_NONE : database_error(to, error);
}

static enum error_code copy_database(const char *path, const char *partial,
                                     const struct store_backup_events *events, struct error *error)
{
    sqlite3 *from = NULL, *to = NULL;
    enum error_code code = open_snapshot(path, &from, error);
    if (!code)
        code = open_copy(partial, &to, error);
    if (!code)
        code = copy_pages(from, to, events, error);
    database_close(to);
    database_close(from);
    return code;
}

static enum error_code system_error(const char *what, struct error *error)
{
    return error_set(error, ERROR_IO, "%s: %s", what, strerror(errno));
}

static enum error_code sync_folder_of(const char *path, struct error *error)
{
    const char *slash = strrchr(path, '/');
    struct text folder = {0};
    if (slash)
        text_append(&folder, path, (size_t)(slash + 1 - path));
    else
        text_append_char(&folder, '.');
    enum error_code code = ERROR_NONE;
    int fd = open(text_string(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || fsync(fd) != 0)
        code = system_error("syncing its folder", error);
    if (fd >= 0)
        close(fd);
    text_finish(&folder);
    return code;
}

/* A link, because it never replaces a file; rename() would. */
static enum error_code name_copy(const char *partial, const char *target, struct error *error)
{
    if (link(partial, target) != 0)
        return system_error("naming the copy", error);
    enum error_code code = sync_folder_of(target, error);
    if (code)
        unlink(target);
    return code;
}

static enum error_code make_copy(const char *path, const char *partial, const char *target,
                                 const struct store_backup_events *events, int64_t *ret_bytes,
                                 struct error *error)
{
    struct stat status;
    enum error_code code = copy_database(path, partial, events, error);
    if (!code && stat(partial, &status) != 0)
        code = system_error("the copy", error);
    if (!code)
        code = name_copy(partial, target, error);
    if (!code)
        *ret_bytes = status.st_size;
    return code;
}

/* The unnamed copy is a file of our own from the start; see mkostemp(). */
static enum error_code make_in_folder(const char *path, const char *target,
                                      const struct store_backup_events *events, int64_t *ret_bytes,
                                      struct error *error)
{
    struct text partial = {0};
    struct stat status;
    enum error_code code;
    text_printf(&partial, "%s.partial-XXXXXX", target);
    int fd = -1;
    if (lstat(target, &status) == 0)
        code = error_set(error, ERROR_IO, "there is such a file already");
    else if ((fd = mkostemp(partial.bytes, O_CLOEXEC)) < 0)
        code = system_error("making a file", error);
    else
        code = make_copy(path, partial.bytes, target, events, ret_bytes, error);
    if (fd >= 0) {
        close(fd); /* after SQLite, whose locks on the file go with it */
        unlink(partial.bytes);
    }
    text_finish(&partial);
    return code;
}

enum error_code store_backup(const char *path, const char *target,
                             const struct store_backup_events *events, int64_t *ret_bytes,
                             struct error *error)
{
    struct error cause;
    enum error_code code = make_in_folder(path, target, events, ret_bytes, &cause);
    return code ? error_set(error, code, "backup: %s: %s", cause.message, target) : ERROR_NONE;
}
