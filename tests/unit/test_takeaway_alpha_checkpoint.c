/* How a checkpoint gets to the disk, and what is there when that fails or when others write too. */
#include "test_takeaway_alpha.h"

#include "client/study/alpha_count.h"
#include "tests/suite.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The steps to the disk in their order, and the one that fails, counted from 0; -1: none. The
 * linker leads the calls here. */
static struct {
    char steps[64];
    int count;
    int fails_at;
} disk = {.fails_at = -1};

int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

static bool step_fails(const char *step)
{
    size_t len = strlen(disk.steps);
    snprintf(disk.steps + len, sizeof disk.steps - len, "%s%s", len > 0 ? ", " : "", step);
    errno = EIO;
    return disk.count++ == disk.fails_at;
}

int __wrap_fsync(int fd)
{
    struct stat status;
    bool is_folder = fstat(fd, &status) == 0 && S_ISDIR(status.st_mode);
    return step_fails(is_folder ? "sync folder" : "sync file") ? -1 : __real_fsync(fd);
}

int __wrap_rename(const char *from, const char *to)
{
    return step_fails("rename") ? -1 : __real_rename(from, to);
}

/* A checkpoint with `size` parts that all have the count `size`. */
static enum error_code write_parts(const char *path, int64_t size, struct error *error)
{
    struct alpha_parts parts = {0};
    alpha_parts_reserve(&parts, size);
    for (int64_t i = 0; i < size; i++)
        parts.counts[i] = size;
    enum error_code failed = alpha_checkpoint_write(path, &parts, error);
    alpha_parts_finish(&parts);
    return failed;
}

/* The size that write_parts() was given. */
static int64_t read_parts(const char *path)
{
    struct alpha_parts parts = {0};
    struct error error;
    cr_assert_eq(alpha_checkpoint_read(path, &parts, &error), ERROR_NONE, "%s", error.message);
    int64_t size = parts.counts[0], known = 0;
    for (int64_t i = 0; i < parts.size; i++)
        known += parts.counts[i] == size;
    cr_assert_eq(known, size, "%" PRId64 " parts of %" PRId64, known, size);
    alpha_parts_finish(&parts);
    return size;
}

Test(takeaway_alpha, a_checkpoint_is_on_the_disk_before_and_after_it_takes_its_name)
{
    const char *path = new_path();
    struct error error;
    cr_assert_eq(write_parts(path, 3, &error), ERROR_NONE);
    cr_assert_str_eq(disk.steps, "sync file, rename, sync folder");
    remove_path(path);
}

Test(takeaway_alpha, a_checkpoint_may_lie_in_the_current_folder)
{
    char path[128], folder[128];
    struct error error;
    snprintf(path, sizeof path, "%s", new_path());
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    cr_assert_eq(chdir(folder), 0);
    cr_assert_eq(write_parts("counted", 3, &error), ERROR_NONE);
    cr_assert_str_eq(disk.steps, "sync file, rename, sync folder");
    cr_assert_eq(read_parts(path), 3);
    remove_path(path);
}

Test(takeaway_alpha, a_write_that_fails_keeps_the_old_checkpoint_and_leaves_nothing_beside_it)
{
    const char *path = new_path();
    struct error error;
    cr_assert_eq(write_parts(path, 3, &error), ERROR_NONE);
    for (int step = 0; step < 3; step++) {
        disk.count = 0;
        disk.fails_at = step;
        cr_assert_eq(write_parts(path, 4, &error), ERROR_IO, "step %d", step);
        cr_expect(strstr(error.message, "it cannot be written: Input/output error") != NULL, "%s",
                  error.message);
        cr_expect_eq(read_parts(path), step < 2 ? 3 : 4, "step %d", step);
    }
    remove_path(path);
}

static int umask_calls;
mode_t __wrap_umask(mode_t mask);
mode_t __real_umask(mode_t mask);

mode_t __wrap_umask(mode_t mask)
{
    umask_calls++;
    return __real_umask(mask);
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    cr_assert_eq(stat(path, &status), 0);
    return status.st_mode & 0777;
}

Test(takeaway_alpha, a_checkpoint_keeps_who_may_read_it)
{
    const char *path = new_path();
    struct error error;
    umask(026);
    cr_assert_eq(write_parts(path, 3, &error), ERROR_NONE);
    cr_expect_eq(mode_of(path), 0640);
    cr_assert_eq(chmod(path, 0604), 0);
    cr_assert_eq(write_parts(path, 4, &error), ERROR_NONE);
    cr_expect_eq(mode_of(path), 0604);
    cr_expect_eq(umask_calls, 1, "only the test's: it is the umask of all threads");
    remove_path(path);
}

enum { WRITERS = 4, WRITES = 40 };

static _Noreturn void write_often(const char *path, int64_t size)
{
    struct error error;
    for (int i = 0; i < WRITES; i++) {
        if (write_parts(path, size, &error))
            _exit(1);
    }
    _exit(0);
}

Test(takeaway_alpha, processes_with_one_checkpoint_leave_that_of_the_last)
{
    const char *path = new_path();
    pid_t writers[WRITERS];
    struct error error;
    cr_assert_eq(write_parts(path, 1, &error), ERROR_NONE);
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = fork();
        if (writers[i] == 0)
            write_often(path, 1000 * (i + 1));
        cr_assert_gt(writers[i], 0);
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;
        while (waitpid(writers[i], &status, WNOHANG) == 0)
            read_parts(path);
        cr_expect_eq(status, 0, "every write succeeds");
    }
    cr_expect_eq(read_parts(path) % 1000, 0);
    remove_path(path);
}
