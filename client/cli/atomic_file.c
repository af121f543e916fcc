#include "client/cli/atomic_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum error_code io_error(const struct atomic_file *draft, struct error *error)
{
    return error_set(error, ERROR_IO, "%s: it cannot be written: %s", text_string(&draft->path),
                     strerror(errno));
}

enum { NAMES_MAX = 100 };

/* Creates the draft, a new file with a unique name, which it appends to `name`. The draft has the
 * mode of the file that it replaces, or 0666 less the umask if that is new. */
static int open_new(const char *path, struct text *name)
{
    struct stat old;
    bool is_new = stat(path, &old) != 0;
    int fd = -1;
    for (int i = 0; i < NAMES_MAX; i++) {
        text_clear(name);
        text_printf(name, "%s.%ld-%d", path, (long)getpid(), i);
        fd = open(text_string(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, is_new ? 0666 : 0600);
        if (fd >= 0 || errno != EEXIST)
            break;
    }
    if (fd < 0)
        text_clear(name);
    else if (!is_new)
        fchmod(fd, old.st_mode & 0777); /* on failure only the owner has access */
    return fd;
}

enum error_code atomic_file_open(const char *path, struct atomic_file *ret_draft,
                                 struct error *error)
{
    *ret_draft = (struct atomic_file){0};
    text_append_string(&ret_draft->path, path);
    int fd = open_new(path, &ret_draft->name);
    if (fd >= 0)
        ret_draft->file = fdopen(fd, "w");
    if (ret_draft->file)
        return ERROR_NONE;
    io_error(ret_draft, error);
    if (fd >= 0)
        close(fd);
    atomic_file_discard(ret_draft);
    return ERROR_IO;
}

/* Closes the file; true: the whole content is on the disk. */
static bool write_out(struct atomic_file *draft)
{
    bool is_written =
        !ferror(draft->file) && fflush(draft->file) == 0 && fsync(fileno(draft->file)) == 0;
    int reason = errno;
    bool is_closed = fclose(draft->file) == 0;
    draft->file = NULL;
    if (!is_written)
        errno = reason;
    return is_written && is_closed;
}

/* Syncs the folder of a renamed file to the disk. */
static bool sync_folder_of(const char *path)
{
    struct text folder = {0};
    const char *slash = strrchr(path, '/');
    text_append(&folder, slash ? path : ".", slash ? (size_t)(slash + 1 - path) : 1);
    int fd = open(text_string(&folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    text_finish(&folder);
    if (fd < 0)
        return false;
    bool is_synced = fsync(fd) == 0 || errno == EINVAL; /* EINVAL: folders need no sync here */
    int reason = errno;
    close(fd);
    errno = reason;
    return is_synced;
}

enum error_code atomic_file_keep(struct atomic_file *draft, struct error *error)
{
    assert(draft->file);
    const char *path = text_string(&draft->path);
    bool is_moved = write_out(draft) && rename(text_string(&draft->name), path) == 0;
    if (is_moved)
        text_clear(&draft->name);
    enum error_code failed = ERROR_NONE;
    if (!is_moved || !sync_folder_of(path))
        failed = io_error(draft, error);
    atomic_file_discard(draft);
    return failed;
}

void atomic_file_discard(struct atomic_file *draft)
{
    if (draft->file)
        fclose(draft->file);
    draft->file = NULL;
    if (draft->name.len > 0)
        unlink(text_string(&draft->name));
    text_finish(&draft->name);
    text_finish(&draft->path);
}
