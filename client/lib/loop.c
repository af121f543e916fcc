#include "client/lib/loop.h"

#include "client/lib/loop_uv.h"
#include "common/base/memory.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

struct loop_timer {
    uv_timer_t handle; /* first: see loop_free_handle() */
    struct loop *loop;
    void (*fire)(void *owner);
    void *owner;
};

enum { SIGNAL_COUNT = 2 };
static const int signal_numbers[SIGNAL_COUNT] = {SIGINT, SIGTERM};

struct loop_signals {
    uv_signal_t handles[SIGNAL_COUNT];
    int open_handles;
    struct loop *loop;
    void (*caught)(void *owner, int number);
    void *owner;
};

/* Setting up a handle fails only for want of memory or of file descriptors, at the start of a
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
    while (has_handles(loop))
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

void loop_start_timer(uv_timer_t *timer, uv_timer_cb fire, uint64_t delay_ms)
{
    uv_update_time(timer->loop);
    must(uv_timer_start(timer, fire, delay_ms, 0));
}

void loop_free_handle(uv_handle_t *handle)
{
    free(handle);
}

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

static void on_signal(uv_signal_t *handle, int number)
{
    struct loop_signals *signals = handle->data;
    signals->caught(signals->owner, number);
}

struct loop_signals *loop_signals_create(struct loop *loop, void (*caught)(void *owner, int number),
                                         void *owner)
{
    struct loop_signals *signals = memory_zeroed(1, sizeof *signals);
    signals->loop = loop;
    signals->caught = caught;
    signals->owner = owner;
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        must(uv_signal_init(&loop->uv, &signals->handles[i]));
        signals->open_handles++;
        signals->handles[i].data = signals;
        must(uv_signal_start(&signals->handles[i], on_signal, signal_numbers[i]));
    }
    loop_join(loop);
    return signals;
}

static void on_signal_closed(uv_handle_t *handle)
{
    struct loop_signals *signals = handle->data;
    if (--signals->open_handles == 0)
        free(signals);
}

void loop_signals_destroy(struct loop_signals *signals)
{
    if (!signals)
        return;
    loop_leave(signals->loop);
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        uv_close((uv_handle_t *)&signals->handles[i], on_signal_closed);
        signal(signal_numbers[i], SIG_IGN);
    }
}
