/* SQLite's own exclusive mode would shut out the readers too, and its locks are POSIX ones, which a
 * process loses as soon as any part of it closes the same file. */
#include "server/store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* The number in the file is only for the message, so failing to write it is no failure. */
static void write_holder(int fd)
{
    if (ftruncate(fd, 0) == 0)
        dprintf(fd, "%ld\n", (long)getpid());
}

static enum error_code held_by_another(int fd, struct error *error)
{
    char holder[24] = "";
    ssize_t len = pread(fd, holder, sizeof holder - 1, 0);
    holder[len > 0 ? strspn(holder, "0123456789") : 0] = '\0';
    return error_set(error, ERROR_IO, "in use by another server, process %s",
                     *holder ? holder : "unknown");
}

enum error_code lock_take(const char *path, int *ret_fd, struct error *error)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0)
        return error_set(error, ERROR_IO, "opening the lock file %s: %s", path, strerror(errno));
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            held_by_another(fd, error);
        else
            error_set(error, ERROR_IO, "locking %s: %s", path, strerror(errno));
        close(fd);
        return error->code;
    }
    write_holder(fd);
    *ret_fd = fd;
    return ERROR_NONE;
}

void lock_release(int fd)
{
    if (fd >= 0)
        close(fd);
}
