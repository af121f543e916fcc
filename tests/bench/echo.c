/* takeaway-echo: sends back what it gets, and does nothing else: a libuv server at its barest, to
 * compare with. Prints where it listens; ends with its standard input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { INPUT_BYTES = 65536, QUEUE = 4096 };

static char input[INPUT_BYTES];

static void check(int status)
{
    if (status >= 0)
        return;
    fprintf(stderr, "takeaway-echo: %s\n", uv_strerror(status));
    exit(EXIT_FAILURE);
}

static void lend_input(uv_handle_t *handle, size_t suggested, uv_buf_t *ret_buffer)
{
    (void)handle;
    (void)suggested;
    *ret_buffer = uv_buf_init(input, INPUT_BYTES);
}

static void on_closed(uv_handle_t *handle)
{
    free(handle);
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    if (len < 0) {
        uv_close((uv_handle_t *)stream, on_closed);
        return;
    }
    uv_buf_t reply = uv_buf_init(buffer->base, (unsigned)len);
    if (uv_try_write(stream, &reply, 1) != len)
        uv_close((uv_handle_t *)stream, on_closed);
}

static void on_connection(uv_stream_t *listener, int status)
{
    check(status);
    uv_tcp_t *socket = calloc(1, sizeof *socket);
    if (!socket)
        abort();
    check(uv_tcp_init(listener->loop, socket));
    check(uv_accept(listener, (uv_stream_t *)socket));
    check(uv_tcp_nodelay(socket, 1));
    check(uv_read_start((uv_stream_t *)socket, lend_input, on_read));
}

static void on_input(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    (void)stream;
    (void)buffer;
    if (len < 0)
        exit(EXIT_SUCCESS);
}

int main(void)
{
    uv_loop_t loop;
    uv_tcp_t listener;
    uv_pipe_t standard_input;
    struct sockaddr_in address;
    int len = sizeof address;
    check(uv_loop_init(&loop));
    check(uv_tcp_init(&loop, &listener));
    check(uv_ip4_addr("127.0.0.1", 0, &address));
    check(uv_tcp_bind(&listener, (const struct sockaddr *)&address, 0));
    check(uv_listen((uv_stream_t *)&listener, QUEUE, on_connection));
    check(uv_tcp_getsockname(&listener, (struct sockaddr *)&address, &len));
    check(uv_pipe_init(&loop, &standard_input, 0));
    check(uv_pipe_open(&standard_input, 0));
    check(uv_read_start((uv_stream_t *)&standard_input, lend_input, on_input));
    printf("listening on 127.0.0.1:%d\n", ntohs(address.sin_port));
    fflush(stdout);
    return uv_run(&loop, UV_RUN_DEFAULT);
}
