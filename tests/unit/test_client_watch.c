/* What a program with a screen waits for: descriptors and signals. */
#include "client/lib/loop.h"
#include "tests/suite.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

SUITE(client_watch, 20);

struct watcher {
    struct loop *loop;
    int fd;
    int calls;
    char read;
};

static void read_one(void *owner)
{
    struct watcher *watcher = owner;
    watcher->calls++;
    if (read(watcher->fd, &watcher->read, 1) != 1 || watcher->read == '.')
        loop_stop(watcher->loop, 0);
}

static void stop(void *owner)
{
    struct watcher *watcher = owner;
    watcher->calls++;
    loop_stop(watcher->loop, 0);
}

Test(client_watch, calls_as_long_as_something_is_left_to_read)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    struct watcher watcher = {.loop = loop_create(), .fd = ends[0]};
    struct watch *watch = watch_create(watcher.loop, ends[0], read_one, &watcher);
    cr_assert_eq(write(ends[1], "ab.", 3), 3);
    loop_run(watcher.loop);
    cr_expect_eq(watcher.calls, 3);
    watch_destroy(watch);
    loop_destroy(watcher.loop);
    close(ends[0]);
    close(ends[1]);
}

Test(client_watch, the_end_is_something_to_read)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    struct watcher watcher = {.loop = loop_create(), .fd = ends[0]};
    struct watch *watch = watch_create(watcher.loop, ends[0], read_one, &watcher);
    close(ends[1]);
    loop_run(watcher.loop);
    cr_expect_eq(watcher.calls, 1);
    watch_destroy(watch);
    loop_destroy(watcher.loop);
    close(ends[0]);
}

Test(client_watch, leaves_the_descriptor_as_it_is)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    struct loop *loop = loop_create();
    struct watch *watch = watch_create(loop, ends[0], stop, NULL);
    cr_expect_eq(fcntl(ends[0], F_GETFL) & O_NONBLOCK, 0);
    watch_destroy(watch);
    loop_destroy(loop);
    cr_expect_eq(fcntl(ends[0], F_GETFL) & O_NONBLOCK, 0);
    close(ends[0]);
    close(ends[1]);
}

Test(client_watch, a_file_and_what_is_closed_cannot_be_watched)
{
    struct loop *loop = loop_create();
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    cr_assert_geq(file, 0);
    cr_expect_null(watch_create(loop, file, stop, NULL));
    close(file);
    cr_expect_null(watch_create(loop, file, stop, NULL));
    watch_destroy(NULL);
    loop_destroy(loop);
}

static void stop_by_signal(void *owner, int number)
{
    (void)number;
    stop(owner);
}

Test(client_watch, a_signal_is_told_on_the_loop)
{
    struct watcher watcher = {.loop = loop_create()};
    struct signal_watch *watch =
        signal_watch_create(watcher.loop, SIGUSR1, stop_by_signal, &watcher);
    raise(SIGUSR1);
    cr_expect_eq(watcher.calls, 0);
    loop_run(watcher.loop);
    cr_expect_eq(watcher.calls, 1);
    signal_watch_destroy(watch);
    signal_watch_destroy(NULL);
    loop_destroy(watcher.loop);
}

/* SIGURG, which the system leaves aside. */
Test(client_watch, a_signal_can_be_left_to_the_system_and_is_watched_again)
{
    struct watcher watcher = {.loop = loop_create()};
    struct signal_watch *watch =
        signal_watch_create(watcher.loop, SIGURG, stop_by_signal, &watcher);
    signal_watch_yield(watch);
    cr_expect_eq(watcher.calls, 0);
    raise(SIGURG);
    loop_run(watcher.loop);
    cr_expect_eq(watcher.calls, 1);
    signal_watch_destroy(watch);
    loop_destroy(watcher.loop);
}
