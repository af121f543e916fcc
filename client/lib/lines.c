#include "client/lib/lines.h"

#include "client/lib/loop_uv.h"
#include "common/base/memory.h"
#include "common/base/text.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct lines {
    struct loop *loop;
    struct lines_events events;
    struct text line; /* the beginning of the next line */
    int fd;           /* the caller's */
    int flags;        /* the original mode, to be restored: libuv sets O_NONBLOCK */
    unsigned uses;    /* the stream, and a pending read of the file */
    bool destroyed;
    bool is_stream; /* a terminal, pipe or socket; otherwise a file */
    union {
        uv_handle_t handle;
        uv_stream_t stream;
        uv_tty_t terminal;
        uv_pipe_t pipe;
    };
    uv_fs_t read; /* of the file, on another thread: hence a buffer of its own */
    char *input;
};

static void read_file(struct lines *lines);

static void leave(struct lines *lines)
{
    assert(lines->uses > 0);
    if (--lines->uses > 0 || !lines->destroyed)
        return;
    text_finish(&lines->line);
    free(lines->input);
    free(lines);
}

static void deliver(struct lines *lines)
{
    lines->events.line(lines->events.owner, text_string(&lines->line), lines->line.len);
    text_clear(&lines->line);
}

/* Appends bytes to the line, at most up to its newline. Returns their number. */
static size_t take_part(struct lines *lines, const char *bytes, size_t len)
{
    assert(len > 0 && lines->line.len <= LINE_BYTES_MAX);
    size_t room = LINE_BYTES_MAX - lines->line.len;
    const char *newline = memchr(bytes, '\n', len);
    size_t part = newline ? (size_t)(newline - bytes) : len;
    if (part > room) {
        text_append(&lines->line, bytes, room);
        deliver(lines);
        return room;
    }
    text_append(&lines->line, bytes, part);
    if (!newline)
        return part;
    deliver(lines);
    return part + 1;
}

static void take_input(struct lines *lines, const char *bytes, size_t len)
{
    while (len > 0 && !lines->destroyed) {
        size_t taken = take_part(lines, bytes, len);
        bytes += taken;
        len -= taken;
    }
}

static void take_end(struct lines *lines)
{
    if (lines->line.len > 0)
        deliver(lines);
    if (!lines->destroyed)
        lines->events.end(lines->events.owner);
}

static void on_stream_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct lines *lines = stream->data;
    if (count > 0) {
        take_input(lines, buffer->base, (size_t)count);
    } else if (count < 0) { /* the end, or a terminal that has gone */
        uv_read_stop(stream);
        take_end(lines);
    }
}

static void on_file_read(uv_fs_t *request)
{
    struct lines *lines = request->data;
    ssize_t count = request->result;
    uv_fs_req_cleanup(request);
    if (count > 0 && !lines->destroyed) {
        take_input(lines, lines->input, (size_t)count);
        read_file(lines);
    } else if (!lines->destroyed) {
        take_end(lines);
    }
    leave(lines);
}

static void read_file(struct lines *lines)
{
    if (lines->destroyed)
        return;
    uv_buf_t buffer = uv_buf_init(lines->input, LOOP_INPUT_BYTES);
    lines->read.data = lines;
    lines->uses++;
    uv_fs_read(&lines->loop->uv, &lines->read, lines->fd, &buffer, 1, -1, on_file_read);
}

/* libuv usually reopens a terminal, so that O_NONBLOCK does not spread to the processes that share
 * it. The duplicate given to libuv remains ours then. */
static bool open_terminal(struct lines *lines)
{
    int fd = fcntl(lines->fd, F_DUPFD_CLOEXEC, 0);
    uv_os_fd_t opened = -1;
    int status = uv_tty_init(&lines->loop->uv, &lines->terminal, fd, 0);
    if (status == 0)
        uv_fileno(&lines->handle, &opened);
    if (opened != fd)
        close(fd);
    return status == 0;
}

static bool open_pipe(struct lines *lines)
{
    int fd = fcntl(lines->fd, F_DUPFD_CLOEXEC, 0);
    uv_pipe_init(&lines->loop->uv, &lines->pipe, 0);
    int status = uv_pipe_open(&lines->pipe, fd);
    if (status < 0)
        close(fd);
    return status == 0;
}

/* A descriptor that cannot be opened as a stream is read as a file; if that fails too, the first
 * read ends the input. */
static void start(struct lines *lines)
{
    uv_handle_type kind = uv_guess_handle(lines->fd);
    bool is_open = false;
    if (kind == UV_TTY || kind == UV_NAMED_PIPE || kind == UV_TCP) {
        is_open = (kind == UV_TTY && open_terminal(lines)) || open_pipe(lines);
        lines->is_stream = true;
        lines->uses++;
        lines->handle.data = lines;
    }
    if (is_open) {
        uv_read_start(&lines->stream, loop_lend_input, on_stream_read);
        return;
    }
    lines->input = memory_zeroed(LOOP_INPUT_BYTES, 1);
    read_file(lines);
}

struct lines *lines_create(struct loop *loop, int fd, const struct lines_events *events)
{
    struct lines *lines = memory_zeroed(1, sizeof *lines);
    lines->loop = loop;
    lines->events = *events;
    lines->fd = fd;
    lines->flags = fcntl(fd, F_GETFL);
    loop_join(loop);
    start(lines);
    return lines;
}

static void on_stream_closed(uv_handle_t *handle)
{
    leave(handle->data);
}

void lines_destroy(struct lines *lines)
{
    if (!lines || lines->destroyed)
        return;
    lines->destroyed = true;
    loop_leave(lines->loop);
    lines->uses++; /* until the end of this function */
    if (lines->is_stream) {
        uv_close(&lines->handle, on_stream_closed);
        fcntl(lines->fd, F_SETFL, lines->flags);
    }
    leave(lines);
}

/* --- the queue --- */

void line_queue_push(struct line_queue *queue, const char *line, size_t len)
{
    if (queue->count == queue->capacity && queue->first > queue->capacity / 2) {
        queue->count -= queue->first;
        memmove(queue->lines, queue->lines + queue->first, queue->count * sizeof *queue->lines);
        queue->first = 0;
    } else if (queue->count == queue->capacity) {
        queue->capacity = queue->capacity ? 2 * queue->capacity : 16;
        queue->lines = memory_resized(queue->lines, queue->capacity, sizeof *queue->lines);
    }
    queue->lines[queue->count++] = memory_text(line, len);
}

const char *line_queue_peek(const struct line_queue *queue)
{
    return queue->first < queue->count ? queue->lines[queue->first] : NULL;
}

char *line_queue_take(struct line_queue *queue)
{
    assert(queue->first < queue->count);
    return queue->lines[queue->first++];
}

void line_queue_finish(struct line_queue *queue)
{
    while (line_queue_peek(queue))
        free(line_queue_take(queue));
    free(queue->lines);
    *queue = (struct line_queue){0};
}
