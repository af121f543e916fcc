/* The lock is a file of its own, locked with flock(). SQLite's exclusive mode would lock out the
 * readers too, and its POSIX locks are lost as soon as any part of the process closes the same
 * file. */
#include "server/store/sqlite/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static enum error_code held_by_another(int fd, struct error *error)
{
    char holder[24] = "";
    ssize_t len = pread(fd, holder, sizeof holder - 1, 0);
    holder[len > 0 ? strspn(holder, "0123456789") : 0] = '\0';
    return error_set(error, ERROR_TOO_EARLY, "in use by another server, process %s",
                     *holder ? holder : "unknown");
}

/* O_NONBLOCK keeps open() from waiting for a device. */
static int make_or_open(const char *path, bool *ret_made)
{
    int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int fd = open(path, flags | O_EXCL, 0644);
    *ret_made = fd >= 0;
    return fd >= 0 || errno != EEXIST ? fd : open(path, flags, 0644);
}

/* The holder overwrites the file with its number, so a file with another purpose must not be taken
 * for it. */
static enum error_code check_lock_file(const char *path, int fd, struct error *error)
{
    struct stat status;
    const char *fault = NULL;
    if (fstat(fd, &status) != 0)
        fault = strerror(errno);
    else if (!S_ISREG(status.st_mode))
        fault = "not a regular file";
    else if (status.st_uid != geteuid())
        fault = "it belongs to another user";
    else if (status.st_nlink > 1)
        fault = "the file has a second name (a hard link)";
    return fault ? error_set(error, ERROR_IO,
                             "the lock file %s cannot be used: %s; remove it if no server runs",
                             path, fault)
                 : ERROR_NONE;
}

/* Another server, which had the lock, may have removed the file since this one opened it. */
static bool is_still_there(const char *path, int fd)
{
    struct stat named, opened;
    return lstat(path, &named) == 0 && fstat(fd, &opened) == 0 && named.st_dev == opened.st_dev &&
           named.st_ino == opened.st_ino;
}

/* Opens and locks the file that has this name now. */
static enum error_code open_locked(const char *path, int *ret_fd, bool *ret_made,
                                   struct error *error)
{
    int fd = make_or_open(path, ret_made);
    if (fd < 0)
        return error_set(error, ERROR_IO, "opening the lock file %s: %s", path,
                         errno == ELOOP ? "a symbolic link; remove it" : strerror(errno));
    if (check_lock_file(path, fd, error)) {
        close(fd);
        return error->code;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            held_by_another(fd, error);
        else
            error_set(error, ERROR_IO, "locking %s: %s", path, strerror(errno));
        close(fd);
        return error->code;
    }
    *ret_fd = fd;
    return ERROR_NONE;
}

enum error_code lock_take(const char *path, int *ret_fd, bool *ret_made, struct error *error)
{
    int fd = -1;
    enum error_code code = open_locked(path, &fd, ret_made, error);
    while (!code && !is_still_there(path, fd)) {
        close(fd);
        code = open_locked(path, &fd, ret_made, error);
    }
    if (code)
        return code;
    /* The number in the file serves the error message only, so failing to write it is no failure.
     */
    if (ftruncate(fd, 0) == 0)
        dprintf(fd, "%ld\n", (long)getpid());
    *ret_fd = fd;
    return ERROR_NONE;
}

void lock_release(int fd)
{
    if (fd >= 0)
        close(fd);
}
