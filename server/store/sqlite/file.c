#include "server/store/sqlite/file.h"

#include "common/base/memory.h"
#include "common/base/text.h"
#include "server/store/sqlite/engine.h"
#include "server/store/sqlite/lock.h"
#include "server/store/sqlite/migration.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Takes FILE.lock next to the database's file itself, so that all paths to it lead to the same
 * lock. */
static enum error_code take_lock(struct sqlite_file *file, struct error *error)
{
    struct text path = {0};
    text_printf(&path, "%s.lock", file->path);
    enum error_code code = lock_take(text_string(&path), &file->lock, &file->has_made_lock, error);
    text_finish(&path);
    return code;
}

/* Checks, under the lock, that the opened file still has its name, and whether a file created by
 * this start is still new. Another server may have had the lock in between, and have used the file
 * or removed it. */
static enum error_code check_file(struct sqlite_file *file, struct error *error)
{
    int has_moved = 0;
    struct stat status;
    sqlite3_file_control(sqlite_handle(file->db), "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
    if (has_moved)
        return error_set(error, ERROR_TOO_EARLY,
                         "the file was removed while it was opened: another server was starting");
    if (stat(file->path, &status) != 0 || status.st_size > 0)
        file->has_made_file = false;
    return ERROR_NONE;
}

/* When SQLite cannot change the mode, it keeps the old one and reports no error. */
static enum error_code enter_wal_mode(struct database *db, struct error *error)
{
    struct statement *pragma = NULL;
    bool row;
    enum error_code code = statement_prepare(db, "PRAGMA journal_mode = WAL", &pragma, error);
    if (!code)
        code = statement_next(pragma, &row, error);
    if (!code && strcmp(statement_text(pragma, 0), "wal") != 0)
        code = error_set(error, ERROR_IO,
                         "the file system cannot share memory, which the write-ahead log needs"
                         " (journal mode: %s)",
                         statement_text(pragma, 0));
    statement_finish(pragma);
    return code;
}

static bool lacks_folder(const char *path)
{
    char *folder = memory_text(path, strlen(path));
    bool is_missing = access(dirname(folder), F_OK) != 0 && errno == ENOENT;
    free(folder);
    return is_missing;
}

static enum error_code open_file(struct sqlite_file *file, const char *path, struct error *error)
{
    /* Creates the file readable by its owner alone, because it will hold the hashes of passwords
     * and the server's key. SQLite creates its other files with the same mode, and reports the
     * error when this fails. */
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    int cause = fd >= 0 ? 0 : errno;
    file->has_made_file = fd >= 0;

    enum error_code code =
        sqlite_open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &file->db, error);
    if (code && lacks_folder(path))
        return error_set(error, code, "its folder does not exist: make it, or name another one");
    if (code && cause != 0 && cause != EEXIST)
        return error_set(error, code, "the file cannot be made: %s", strerror(cause));
    if (code)
        return code;
    const char *resolved = sqlite3_db_filename(sqlite_handle(file->db), "main");
    file->path = memory_text(resolved, strlen(resolved));
    code = take_lock(file, error);
    if (!code)
        code = check_file(file, error);
    if (!code)
        code = migration_check(file->db, error);
    if (!code)
        code = migration_rehearse(file->db, error);
    if (!code)
        code = enter_wal_mode(file->db, error);
    /* The limit shrinks a WAL that has grown while a reader or a fault kept it from being reset. */
    if (!code)
        code = database_run(file->db,
                            "PRAGMA synchronous = FULL;"
                            "PRAGMA foreign_keys = ON;"
                            "PRAGMA journal_size_limit = 67108864",
                            error);
    if (!code)
        code = migration_run(file->db, error);
    return code;
}

static void remove_made_file(const struct sqlite_file *file, const char *suffix)
{
    struct text path = {0};
    text_printf(&path, "%s%s", file->path, suffix);
    unlink(text_string(&path));
    text_finish(&path);
}

/* Removes the files that a failed start has created. Called under the lock, with the database
 * closed, so no process uses them. */
static void remove_made(const struct sqlite_file *file)
{
    assert(!file->db);
    static const char *const suffixes[] = {"-wal", "-shm", ""};
    if (file->lock < 0)
        return;
    for (size_t i = 0; file->has_made_file && i < sizeof suffixes / sizeof suffixes[0]; i++)
        remove_made_file(file, suffixes[i]);
    if (file->has_made_lock)
        remove_made_file(file, ".lock");
}

void sqlite_file_close(struct sqlite_file *file, bool has_failed)
{
    database_close(file->db);
    file->db = NULL;
    if (has_failed)
        remove_made(file);
    lock_release(file->lock); /* it keeps other servers out until the database is closed */
    free(file->path);
    *file = (struct sqlite_file){.lock = -1};
}

enum error_code sqlite_file_open(const char *path, struct sqlite_file *ret_file,
                                 struct error *error)
{
    *ret_file = (struct sqlite_file){.lock = -1};
    enum error_code code = open_file(ret_file, path, error);
    if (code)
        sqlite_file_close(ret_file, true);
    return code;
}
