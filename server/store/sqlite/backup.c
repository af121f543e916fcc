/* A read transaction holds one snapshot from the first page of the copy to the last. Without it
 * SQLite would restart the copy at each commit, and a large copy would never end while matches are
 * played. */
#include "common/base/text.h"
#include "server/store/sqlite/engine.h"
#include "server/store/sqlite/migration.h"
#include "server/store/store.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGES_AT_ONCE = 256 };

/* Begins a read transaction that stays open until the connection closes. */
static enum error_code open_snapshot(const char *path, struct database **ret_db,
                                     struct error *error)
{
    enum error_code code = sqlite_open(path, SQLITE_OPEN_READONLY, ret_db, error);
    if (!code)
        code = database_hold(*ret_db, error);
    if (!code)
        code = migration_check_current(*ret_db, error); /* its first read begins the snapshot */
    return code;
}

/* The last step of the copy commits, which syncs the file. */
static enum error_code copy_pages(struct database *from, struct database *to,
                                  const struct store_backup_events *events, struct error *error)
{
    sqlite3_backup *backup =
        sqlite3_backup_init(sqlite_handle(to), "main", sqlite_handle(from), "main");
    if (!backup)
        return sqlite_error(to, error);
    int result = SQLITE_OK;
    bool is_given_up = false;
    while (result == SQLITE_OK && !is_given_up) {
        result = sqlite3_backup_step(backup, PAGES_AT_ONCE);
        int64_t total = sqlite3_backup_pagecount(backup);
        int64_t done = total - sqlite3_backup_remaining(backup);
        is_given_up = result == SQLITE_OK && !events->progress(events->owner, done, total);
    }
    sqlite3_backup_finish(backup); /* leaves the error, if any, with the connection `to` */
    if (is_given_up)
        return error_set(error, ERROR_IO, "given up");
    return result == SQLITE_DONE ? ERROR_NONE : sqlite_error(to, error);
}

static enum error_code copy_database(const char *path, const char *partial,
                                     const struct store_backup_events *events, struct error *error)
{
    struct database *from = NULL, *to = NULL;
    enum error_code code = open_snapshot(path, &from, error);
    if (!code)
        code = sqlite_open(partial, SQLITE_OPEN_READWRITE, &to, error);
    if (!code) /* no journal on disk: a failed copy is removed and never rolled back */
        code = database_run(to, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL", error);
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

static void append_folder_of(const char *path, struct text *folder)
{
    const char *slash = strrchr(path, '/');
    if (slash)
        text_append(folder, path, (size_t)(slash + 1 - path));
    else
        text_append_string(folder, "./");
}

static enum error_code sync_copy_folder(const char *path, struct error *error)
{
    struct text folder = {0};
    append_folder_of(path, &folder);
    enum error_code code = ERROR_NONE;
    int fd = open(text_string(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || fsync(fd) != 0)
        code = system_error("syncing its folder", error);
    if (fd >= 0)
        close(fd);
    text_finish(&folder);
    return code;
}

/* Gives a file a new name; unlike rename() it never replaces another file. A file system without
 * renameat2() usually has hard links; with a link the old name stays too. Returns as rename(). */
static int name_anew(const char *from, const char *to)
{
    int status = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
    return status == 0 || errno == EEXIST ? status : link(from, to);
}

/* Tries the renaming with the empty file, before a whole copy is made in vain. */
static enum error_code check_naming(const char *partial, struct error *error)
{
    struct text named = {0};
    text_printf(&named, "%s.named", partial);
    const char *other = text_string(&named);
    enum error_code code = ERROR_NONE;
    if (name_anew(partial, other) != 0)
        code = error_set(error, ERROR_IO,
                         "this file system can give no file a name without replacing another "
                         "(renameat2, link: %s): copy to another one",
                         strerror(errno));
    else if (rename(other, partial) != 0)
        code = system_error("naming a file", error);
    unlink(other);
    text_finish(&named);
    return code;
}

static enum error_code name_copy(const char *partial, const char *target, struct error *error)
{
    if (name_anew(partial, target) != 0)
        return system_error("naming the copy", error);
    enum error_code code = sync_copy_folder(target, error);
    if (code)
        unlink(target);
    return code;
}

static enum error_code make_copy(const char *path, const char *partial, const char *target,
                                 const struct store_backup_events *events, int64_t *ret_bytes,
                                 struct error *error)
{
    struct stat status;
    enum error_code code = check_naming(partial, error);
    if (!code)
        code = copy_database(path, partial, events, error);
    if (!code && stat(partial, &status) != 0)
        code = system_error("the copy", error);
    if (!code)
        code = name_copy(partial, target, error);
    if (!code)
        *ret_bytes = status.st_size;
    return code;
}

/* --- left-overs of killed backups --- */

/* NAME.partial-XXXXXX, or the same with .named: see check_naming(). */
static bool is_partial_name(const char *name)
{
    size_t len = strlen(name), marked = strlen(".partial-XXXXXX"), named = strlen(".named");
    if (len > named && strcmp(name + len - named, ".named") == 0)
        len -= named;
    if (len <= marked || strncmp(name + len - marked, ".partial-", marked - 6) != 0)
        return false;
    for (size_t i = len - 6; i < len; i++)
        if (!isalnum((unsigned char)name[i]))
            return false;
    return true;
}

/* Is this the beginning of one of our databases, or of a copy whose first page is not written
 * yet? */
static bool is_copy_header(const unsigned char *bytes, size_t len)
{
    enum { APPLICATION_ID_AT = 68 }; /* https://sqlite.org/fileformat.html#database_header */
    const unsigned char *id = bytes + APPLICATION_ID_AT;
    bool is_blank = true;
    for (size_t i = 0; i < len; i++)
        is_blank = is_blank && bytes[i] == 0;
    return is_blank ||
           (len >= APPLICATION_ID_AT + 4 && memcmp(bytes, "SQLite format 3", 16) == 0 &&
            ((uint32_t)id[0] << 24 | id[1] << 16 | id[2] << 8 | id[3]) == DATABASE_APPLICATION_ID);
}

/* Is it a private file of this user that holds a copy, and that no process writes? A writing
 * process would hold its lock. */
static bool is_left_over(int fd)
{
    unsigned char header[100];
    struct stat status;
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid() ||
        (status.st_mode & 0777) != 0600)
        return false;
    ssize_t len = pread(fd, header, sizeof header, 0);
    return len >= 0 && is_copy_header(header, (size_t)len) && flock(fd, LOCK_EX | LOCK_NB) == 0;
}

/* Ignores an unreadable folder: the copy itself will report it. */
static void remove_left_overs(const char *target, const struct store_backup_events *events)
{
    struct text folder = {0}, path = {0};
    append_folder_of(target, &folder);
    DIR *entries = opendir(text_string(&folder));
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        if (!is_partial_name(entry->d_name))
            continue;
        text_clear(&path);
        text_printf(&path, "%s%s", text_string(&folder), entry->d_name);
        int fd = open(text_string(&path), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (fd >= 0 && is_left_over(fd) && unlink(text_string(&path)) == 0)
            events->removed(events->owner, text_string(&path));
        if (fd >= 0)
            close(fd);
    }
    if (entries)
        closedir(entries);
    text_finish(&folder);
    text_finish(&path);
}

/* --- the copy --- */

/* Creates a file that only this user may read; see mkostemp(). It is locked while it is open. The
 * lock is from flock(): SQLite's POSIX locks neither conflict with it nor release it. */
static int make_partial(struct text *path, struct error *error)
{
    struct stat status;
    int fd = mkostemp(path->bytes, O_CLOEXEC);
    if (fd < 0) {
        system_error("making a file", error);
    } else if (flock(fd, LOCK_EX | LOCK_NB) != 0 || fstat(fd, &status) != 0 ||
               status.st_nlink == 0) {
        error_set(error, ERROR_IO, "another backup took the new file for a left-over: try again");
        unlink(path->bytes);
        close(fd);
        fd = -1;
    }
    return fd;
}

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
    else if ((fd = make_partial(&partial, error)) < 0)
        code = error->code;
    else
        code = make_copy(path, partial.bytes, target, events, ret_bytes, error);
    if (fd >= 0) {
        unlink(partial.bytes);
        close(fd); /* after SQLite's connection, whose locks on the file this releases */
    }
    text_finish(&partial);
    return code;
}

enum error_code store_backup(const char *path, const char *target,
                             const struct store_backup_events *events, int64_t *ret_bytes,
                             struct error *error)
{
    struct error cause;
    if (database_is_address(path))
        return error_set(error, ERROR_IO,
                         "backup: PostgreSQL makes its own copies: use pg_basebackup or pg_dump");
    remove_left_overs(target, events);
    enum error_code code = make_in_folder(path, target, events, ret_bytes, &cause);
    return code ? error_set(error, code, "backup: %s: %s", cause.message, target) : ERROR_NONE;
}
