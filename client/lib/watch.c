#include "client/lib/watch.h"

#include "client/lib/loop_uv.h"
#include "common/base/memory.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* --- descriptors --- */

struct watch {
    uv_poll_t handle;
    struct loop *loop;
    int fd; /* owned */
    void (*readable)(void *owner);
    void *owner;
};

/* Whoever reads finds out for himself what is wrong, if anything is. */
static void on_poll(uv_poll_t *handle, int status, int events)
{
    (void)status;
    (void)events;
    struct watch *watch = handle->data;
    watch->readable(watch->owner);
}

/* libuv makes what it watches non-blocking, for everybody who shares it, such as the standard
 * output to the same terminal. Only reads need that, and it does none. */
static bool start(struct watch *watch)
{
    int mode = fcntl(watch->fd, F_GETFL);
    bool is_known = mode >= 0 && uv_poll_init(&watch->loop->uv, &watch->handle, watch->fd) == 0;
    if (mode >= 0)
        fcntl(watch->fd, F_SETFL, mode);
    watch->handle.data = watch;
    return is_known;
}

struct watch *watch_create(struct loop *loop, int fd, void (*readable)(void *owner), void *owner)
{
    struct watch *watch = memory_zeroed(1, sizeof *watch);
    watch->loop = loop;
    watch->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    watch->readable = readable;
    watch->owner = owner;
    if (watch->fd < 0 || !start(watch)) {
        if (watch->fd >= 0)
            close(watch->fd);
        free(watch);
        return NULL;
    }
    loop_join(loop);
    uv_poll_start(&watch->handle, UV_READABLE, on_poll);
    return watch;
}

static void on_poll_closed(uv_handle_t *handle)
{
    struct watch *watch = handle->data;
    close(watch->fd);
    free(watch);
}

void watch_destroy(struct watch *watch)
{
    if (!watch)
        return;
    loop_leave(watch->loop);
    uv_close((uv_handle_t *)&watch->handle, on_poll_closed);
}

/* --- signals --- */

struct signal_watch {
    uv_signal_t handle; /* first: see loop_free_handle() */
    struct loop *loop;
    int number;
    void (*caught)(void *owner);
    void *owner;
};

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    struct signal_watch *watch = (struct signal_watch *)handle;
    watch->caught(watch->owner);
}

struct signal_watch *signal_watch_create(struct loop *loop, int number, void (*caught)(void *owner),
                                         void *owner)
{
    struct signal_watch *watch = memory_zeroed(1, sizeof *watch);
    watch->loop = loop;
    watch->number = number;
    watch->caught = caught;
    watch->owner = owner;
    uv_signal_init(&loop->uv, &watch->handle);
    uv_signal_start(&watch->handle, on_signal, number);
    loop_join(loop);
    return watch;
}

void signal_watch_yield(struct signal_watch *watch)
{
    uv_signal_stop(&watch->handle);
    raise(watch->number);
    uv_signal_start(&watch->handle, on_signal, watch->number);
}

void signal_watch_destroy(struct signal_watch *watch)
{
    if (!watch)
        return;
    loop_leave(watch->loop);
    uv_close((uv_handle_t *)&watch->handle, loop_free_handle);
}
