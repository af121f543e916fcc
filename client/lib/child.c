#include "client/lib/child.h"

#include "client/lib/lines.h"
#include "client/lib/loop_uv.h"
#include "common/base/memory.h"
#include "common/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ENDING_MS = 10000 }; /* from SIGTERM to SIGKILL */

struct child {
    struct loop *loop;
    struct child_events events;
    uv_process_t process;
    uv_timer_t patience; /* runs out ENDING_MS after SIGTERM */
    uv_pipe_t input;     /* the write end of its standard input */
    unsigned open_handles;
    int output_fd; /* read by `output` */
    struct lines *output;
    bool has_exited;
    bool output_ended;
    bool destroyed;
    int status; /* valid once it has exited */
};

static void on_handle_closed(uv_handle_t *handle)
{
    struct child *child = handle->data;
    if (--child->open_handles == 0)
        free(child);
}

static void close_handles(struct child *child)
{
    if (!uv_is_closing((uv_handle_t *)&child->input))
        uv_close((uv_handle_t *)&child->input, on_handle_closed);
    uv_close((uv_handle_t *)&child->process, on_handle_closed);
    uv_close((uv_handle_t *)&child->patience, on_handle_closed);
}

static void report_end(struct child *child)
{
    if (child->has_exited && child->output_ended)
        child->events.ended(child->events.owner, child->status);
}

static void on_exit_status(uv_process_t *process, int64_t exit_status, int signal_number)
{
    struct child *child = process->data;
    child->has_exited = true;
    child->status = signal_number ? 128 + signal_number : (int)exit_status;
    if (child->destroyed)
        close_handles(child);
    else
        report_end(child);
}

static void on_line(void *owner, const char *line, size_t len)
{
    struct child *child = owner;
    child->events.line(child->events.owner, line, len);
}

static void on_output_end(void *owner)
{
    struct child *child = owner;
    child->output_ended = true;
    report_end(child);
}

static void on_patience_lost(uv_timer_t *timer)
{
    struct child *child = timer->data;
    uv_process_kill(&child->process, SIGKILL);
}

int child_process(const struct child *child)
{
    return uv_process_get_pid(&child->process);
}

void child_destroy(struct child *child)
{
    if (!child || child->destroyed)
        return;
    child->destroyed = true;
    loop_leave(child->loop);
    lines_destroy(child->output);
    close(child->output_fd);
    uv_close((uv_handle_t *)&child->input, on_handle_closed);
    if (child->has_exited) {
        close_handles(child);
        return;
    }
    uv_process_kill(&child->process, SIGTERM);
    loop_start_timer(&child->patience, on_patience_lost, ENDING_MS);
}

/* --- writing --- */

struct writing {
    uv_write_t request;
    char *bytes; /* owned */
};

/* A write fails only after the child has ended, and `ended` reports that. */
static void on_written(uv_write_t *request, int status)
{
    (void)status;
    struct writing *writing = request->data;
    free(writing->bytes);
    free(writing);
}

bool child_write(struct child *child, const char *bytes, size_t len)
{
    uv_stream_t *input = (uv_stream_t *)&child->input;
    if (len > CHILD_UNREAD_MAX - uv_stream_get_write_queue_size(input))
        return false;
    struct writing *writing = memory_zeroed(1, sizeof *writing);
    writing->bytes = memory_text(bytes, len);
    writing->request.data = writing;
    uv_buf_t buffer = uv_buf_init(writing->bytes, (unsigned)len);
    int status = uv_write(&writing->request, input, &buffer, 1, on_written);
    if (status < 0)
        on_written(&writing->request, status);
    return true;
}

/* --- finding the program --- */

/* The folders searched, relative to that of the running program: an installation has all programs
 * in one folder, the build tree has each beside its sources. */
static const char *const folders[] = {".",         "../server",    "../bots",
                                      "../client", "../../server", "../../bots"};

/* Appends the program's path, or its bare name for a search of PATH. */
static void find_program(const char *program, struct text *path)
{
    char own[PATH_MAX]; /* path of the running program; "": unknown */
    ssize_t len = readlink("/proc/self/exe", own, PATH_MAX - 1);
    own[len > 0 ? len : 0] = '\0';
    char *slash = strrchr(own, '/');
    for (size_t i = 0; slash && i < sizeof folders / sizeof *folders; i++) {
        text_clear(path);
        text_printf(path, "%.*s/%s/%s", (int)(slash - own), own, folders[i], program);
        if (access(text_string(path), X_OK) == 0)
            return;
    }
    text_clear(path);
    text_append_string(path, program);
}

/* --- starting --- */

static uv_stdio_container_t inherited(int fd)
{
    return (uv_stdio_container_t){.flags = UV_INHERIT_FD, .data.fd = fd};
}

enum error_code child_start_apart(struct loop *loop, const char *program,
                                  const char *const *arguments, int errors,
                                  const struct child_events *events, struct child **ret_child,
                                  struct error *error)
{
    int input[2], output[2]; /* pipes of the child: read end, write end */
    if (pipe2(input, O_CLOEXEC) < 0)
        return error_set(error, ERROR_IO, "no pipe can be made: %s", strerror(errno));
    if (pipe2(output, O_CLOEXEC) < 0) {
        error_set(error, ERROR_IO, "no pipe can be made: %s", strerror(errno));
        close(input[0]);
        close(input[1]);
        return ERROR_IO;
    }

    struct child *child = memory_zeroed(1, sizeof *child);
    child->loop = loop;
    child->events = *events;
    uv_timer_init(&loop->uv, &child->patience);
    uv_pipe_init(&loop->uv, &child->input, 0);
    child->process.data = child->patience.data = child->input.data = child;
    child->open_handles = 3;

    struct text path = {0};
    find_program(program, &path);
    /* execvp() takes char ** but does not change the strings. */
    union {
        const char *const *given;
        char **taken;
    } pointer = {.given = arguments};
    uv_stdio_container_t stdio[] = {inherited(input[0]), inherited(output[1]), inherited(errors)};
    uv_process_options_t options = {
        .exit_cb = on_exit_status,
        .file = text_string(&path),
        .args = pointer.taken,
        .flags = UV_PROCESS_DETACHED,
        .stdio_count = sizeof stdio / sizeof *stdio,
        .stdio = stdio,
    };
    int status = uv_spawn(&loop->uv, &child->process, &options);
    text_finish(&path);
    close(input[0]);
    close(output[1]);
    if (status < 0) {
        close(input[1]);
        close(output[0]);
        close_handles(child);
        return error_set(error, ERROR_IO, "%s cannot be started: %s", program, uv_strerror(status));
    }

    struct lines_events lines = {.owner = child, .line = on_line, .end = on_output_end};
    uv_pipe_open(&child->input, input[1]);
    child->output_fd = output[0];
    child->output = lines_create(loop, child->output_fd, &lines);
    loop_join(loop);
    *ret_child = child;
    return ERROR_NONE;
}

enum error_code child_start(struct loop *loop, const char *program, const char *const *arguments,
                            const struct child_events *events, struct child **ret_child,
                            struct error *error)
{
    return child_start_apart(loop, program, arguments, STDERR_FILENO, events, ret_child, error);
}
