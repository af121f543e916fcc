#include "client/lib/loop.h"

#include "client/lib/loop_uv.h"
#include "common/base/memory.h"
#include "common/base/random.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* For the set-up of handles, which fails only without memory or file descriptors, at the start of a
 * program. */
static void must(int status)
{
    if (status < 0) {
        fprintf(stderr, "libuv: %s\n", uv_strerror(status));
        abort();
    }
}

struct loop *loop_create(void)
{
    signal(SIGPIPE, SIG_IGN);
    struct loop *loop = memory_zeroed(1, sizeof *loop);
    must(uv_loop_init(&loop->uv));
    loop->uv.data = loop;
    loop->arena = wire_arena_create();
    wire_arena_make_harmless(loop->arena);
    loop->input = memory_zeroed(LOOP_INPUT_BYTES, 1);
    return loop;
}

void loop_destroy(struct loop *loop)
{
    if (!loop)
        return;
    assert(loop->users == 0);
    uv_run(&loop->uv, UV_RUN_DEFAULT);
    int status = uv_loop_close(&loop->uv);
    assert(status == 0);
    (void)status;
    tls_context_unref(loop->tls);
    wire_arena_destroy(loop->arena);
    free(loop->input);
    free(loop);
}

static void note_handle(uv_handle_t *handle, void *has_any)
{
    (void)handle;
    *(bool *)has_any = true;
}

static bool has_handles(struct loop *loop)
{
    bool has_any = false;
    uv_walk(&loop->uv, note_handle, &has_any);
    return has_any;
}

void loop_settle(struct loop *loop)
{
    assert(loop->users == 0);
    while (has_handles(loop) || loop->needed_works > 0)
        uv_run(&loop->uv, UV_RUN_ONCE);
}

int loop_run(struct loop *loop)
{
    loop->exit_code = 0;
    uv_run(&loop->uv, UV_RUN_DEFAULT);
    return loop->exit_code;
}

void loop_stop(struct loop *loop, int exit_code)
{
    loop->exit_code = exit_code;
    uv_stop(&loop->uv);
}

int64_t loop_now_ms(const struct loop *loop)
{
    return (int64_t)uv_now(&loop->uv);
}

int64_t clock_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void loop_join(struct loop *loop)
{
    loop->users++;
}

void loop_leave(struct loop *loop)
{
    assert(loop->users > 0);
    loop->users--;
}

void loop_lend_input(uv_handle_t *handle, size_t suggested, uv_buf_t *ret_buffer)
{
    (void)suggested;
    struct loop *loop = handle->loop->data;
    *ret_buffer = uv_buf_init(loop->input, LOOP_INPUT_BYTES);
}

enum error_code loop_client_tls(struct loop *loop, struct tls_context **ret_tls,
                                struct error *error)
{
    enum error_code code = loop->tls ? ERROR_NONE : tls_context_for_client(&loop->tls, error);
    *ret_tls = loop->tls;
    return code;
}

void loop_start_timer(uv_timer_t *timer, uv_timer_cb fire, uint64_t delay_ms)
{
    uv_update_time(timer->loop);
    must(uv_timer_start(timer, fire, delay_ms, 0));
}

void loop_free_handle(uv_handle_t *handle)
{
    free(handle);
}

/* --- timers --- */

struct loop_timer {
    uv_timer_t handle; /* first member: see loop_free_handle() */
    struct loop *loop;
    void (*fire)(void *owner);
    void *owner;
};

struct loop_timer *loop_timer_create(struct loop *loop, void (*fire)(void *owner), void *owner)
{
    struct loop_timer *timer = memory_zeroed(1, sizeof *timer);
    *timer = (struct loop_timer){.loop = loop, .fire = fire, .owner = owner};
    must(uv_timer_init(&loop->uv, &timer->handle));
    loop_join(loop);
    return timer;
}

static void on_timer(uv_timer_t *handle)
{
    struct loop_timer *timer = (struct loop_timer *)handle;
    timer->fire(timer->owner);
}

void loop_timer_start(struct loop_timer *timer, uint32_t delay_ms)
{
    loop_start_timer(&timer->handle, on_timer, delay_ms);
}

void loop_timer_stop(struct loop_timer *timer)
{
    uv_timer_stop(&timer->handle);
}

void loop_timer_destroy(struct loop_timer *timer)
{
    if (!timer)
        return;
    loop_leave(timer->loop);
    uv_close((uv_handle_t *)&timer->handle, loop_free_handle);
}

/* --- descriptors --- */

struct watch {
    uv_poll_t handle;
    struct loop *loop;
    int fd; /* owned */
    void (*readable)(void *owner);
    void *owner;
};

/* Ignores `status`: the owner's read reports the error. */
static void on_poll(uv_poll_t *handle, int status, int events)
{
    (void)status;
    (void)events;
    struct watch *watch = handle->data;
    watch->readable(watch->owner);
}

/* uv_poll_init() sets O_NONBLOCK, which would affect everything that shares the open file, such as
 * standard output to the same terminal. Polling does not need it: the mode is restored. */
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
    uv_signal_t handle; /* first member: see loop_free_handle() */
    struct loop *loop;
    int number;
    void (*caught)(void *owner, int number);
    void *owner;
};

static void on_signal(uv_signal_t *handle, int number)
{
    struct signal_watch *watch = (struct signal_watch *)handle;
    watch->caught(watch->owner, number);
}

struct signal_watch *signal_watch_create(struct loop *loop, int number,
                                         void (*caught)(void *owner, int number), void *owner)
{
    struct signal_watch *watch = memory_zeroed(1, sizeof *watch);
    watch->loop = loop;
    watch->number = number;
    watch->caught = caught;
    watch->owner = owner;
    must(uv_signal_init(&loop->uv, &watch->handle));
    must(uv_signal_start(&watch->handle, on_signal, number));
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

enum { SIGNAL_COUNT = 3 };
static const int signal_numbers[SIGNAL_COUNT] = {SIGINT, SIGTERM, SIGHUP};

struct loop_signals {
    struct loop *loop;
    struct signal_watch *watches[SIGNAL_COUNT]; /* NULL: ignored */
};

/* nohup(1) makes a program ignore the hang-up. */
static bool is_ignored_hangup(int number)
{
    struct sigaction action;
    return number == SIGHUP && sigaction(number, NULL, &action) == 0 &&
           action.sa_handler == SIG_IGN;
}

struct loop_signals *loop_signals_create(struct loop *loop, void (*caught)(void *owner, int number),
                                         void *owner)
{
    struct loop_signals *signals = memory_zeroed(1, sizeof *signals);
    signals->loop = loop;
    loop->signals++;
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        if (!is_ignored_hangup(signal_numbers[i]))
            signals->watches[i] = signal_watch_create(loop, signal_numbers[i], caught, owner);
    }
    return signals;
}

void loop_signals_destroy(struct loop_signals *signals)
{
    if (!signals)
        return;
    bool is_last = --signals->loop->signals == 0;
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        signal_watch_destroy(signals->watches[i]);
        if (is_last)
            signal(signal_numbers[i], SIG_IGN);
    }
    free(signals);
}

/* --- work on threads --- */

struct work {
    uv_work_t request;
    struct loop *loop;
    struct work_steps steps;
    bool is_cancelled;
};

static void on_thread(uv_work_t *request)
{
    struct work *work = request->data;
    work->steps.run(work->steps.owner);
}

static void on_finished(uv_work_t *request, int status)
{
    struct work *work = request->data;
    if (work->steps.is_needed) {
        work->loop->needed_works--;
    } else {
        if (!work->is_cancelled)
            loop_leave(work->loop);
        work->loop->works--;
    }
    work->steps.finish(work->steps.owner, status != UV_ECANCELED);
    free(work);
}

struct work *work_start(struct loop *loop, const struct work_steps *steps)
{
    struct work *work = memory_zeroed(1, sizeof *work);
    work->loop = loop;
    work->steps = *steps;
    work->request.data = work;
    if (steps->is_needed) {
        loop->needed_works++;
    } else {
        loop->works++;
        loop_join(loop);
    }
    uv_queue_work(&loop->uv, &work->request, on_thread, on_finished);
    return work;
}

bool work_is_under_way(const struct loop *loop)
{
    return loop->works > 0;
}

void work_cancel(struct work *work)
{
    assert(!work->is_cancelled && !work->steps.is_needed);
    work->is_cancelled = true;
    loop_leave(work->loop);
    uv_cancel((uv_req_t *)&work->request);
}

/* --- randomness --- */

void entropy_fill(void *bytes, size_t len)
{
    assert(len <= ENTROPY_BYTES_MAX);
    ssize_t got = getrandom(bytes, len, 0);
    while (got < 0 && errno == EINTR) /* possible only just after the kernel's start */
        got = getrandom(bytes, len, 0);
    if (got != (ssize_t)len) {
        perror("getrandom");
        abort();
    }
}

uint32_t backoff_next_ms(struct backoff *backoff)
{
    uint64_t seed;
    entropy_fill(&seed, sizeof seed);
    struct random random = random_from_seed(seed);
    if (backoff->delay_ms == 0)
        backoff->delay_ms = BACKOFF_MIN_MS;
    else
        backoff->delay_ms =
            backoff->delay_ms < BACKOFF_MAX_MS / 2 ? 2 * backoff->delay_ms : BACKOFF_MAX_MS;
    return backoff->delay_ms / 2 + (uint32_t)random_below(&random, backoff->delay_ms + 1);
}
