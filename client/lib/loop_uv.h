/* The inside of a loop, for the files of this folder only: libuv, and the buffers that all readers
 * on the loop share. Sharing is safe because reads and their callbacks never nest. */
#ifndef CLIENT_LIB_LOOP_UV_H
#define CLIENT_LIB_LOOP_UV_H

#include "client/lib/loop.h"
#include "common/tls/tls.h"
#include "common/wire/wire.h"

#include <stdbool.h>
#include <uv.h>

enum { LOOP_INPUT_BYTES = 65536 };

struct loop {
    uv_loop_t uv;
    struct wire_arena *arena;
    char *input;  /* LOOP_INPUT_BYTES; holds the input of a read until its callback returns */
    size_t users; /* objects created on the loop and not destroyed */
    size_t works; /* work not finished, including cancelled work, except needed work */
    size_t needed_works; /* needed work not finished */
    size_t signals;      /* struct loop_signals on the loop */
    int exit_code;
    struct tls_context *tls; /* of the clients on this loop; NULL: none has needed it yet */
};

/* Count the objects on the loop: each joins when it is created and leaves when it is destroyed,
 * though its handles may close later. */
void loop_join(struct loop *loop);
void loop_leave(struct loop *loop);

/* The context for TLS of all clients on the loop, which keeps it. INTERNAL. */
enum error_code loop_client_tls(struct loop *loop, struct tls_context **ret_tls,
                                struct error *error);

/* The alloc_cb of every stream: hands out `input`. The handle belongs to a struct loop. */
void loop_lend_input(uv_handle_t *handle, size_t suggested, uv_buf_t *ret_buffer);

/* Starts a timer whose delay counts from this call. With uv_timer_start() alone it would count from
 * the beginning of the current callback, which may have computed for long. */
void loop_start_timer(uv_timer_t *timer, uv_timer_cb fire, uint64_t delay_ms);

/* The close_cb of a handle that is the first member of its struct: frees the struct. */
void loop_free_handle(uv_handle_t *handle);

#endif
