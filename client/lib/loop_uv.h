/* The inside of a loop, for the files of this folder only: libuv, and what everything that reads on
 * the loop can share because reads and callbacks follow one another and never nest. */
#ifndef CLIENT_LIB_LOOP_UV_H
#define CLIENT_LIB_LOOP_UV_H

#include "client/lib/loop.h"
#include "common/wire/wire.h"

#include <stdbool.h>
#include <uv.h>

enum { LOOP_INPUT_BYTES = 65536 };

struct loop {
    uv_loop_t uv;
    struct wire_arena *arena;
    char *input;  /* LOOP_INPUT_BYTES; holds what was read until the read's callback returns */
    size_t users; /* objects created on the loop and not destroyed */
    size_t works; /* not finished, cancelled ones too */
    int exit_code;
};

/* Every object on the loop joins when it is created and leaves when it is destroyed, though its
 * handles may need longer to close. */
void loop_join(struct loop *loop);
void loop_leave(struct loop *loop);

/* The alloc_cb of every stream: hands out `input`. The handle is one on a struct loop. */
void loop_lend_input(uv_handle_t *handle, size_t suggested, uv_buf_t *ret_buffer);

/* Waits that are started in a callback count from that moment, not from the callback's beginning,
 * however long it has been thinking. */
void loop_start_timer(uv_timer_t *timer, uv_timer_cb fire, uint64_t delay_ms);

/* The close_cb of a handle that stands first in a struct of its own: frees it. */
void loop_free_handle(uv_handle_t *handle);

#endif
