#include "client/lib/child.h"
#include "client/lib/lines.h"
#include "client/lib/loop.h"
#include "common/base/text.h"
#include "tests/suite.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

SUITE(client_lines, 20);

/* What reads lines and writes down what comes. */
struct reader {
    struct loop *loop;
    struct lines *lines;
    struct text story;
    bool destroy_at_line;
};

static void on_line(void *owner, const char *line, size_t len)
{
    struct reader *reader = owner;
    cr_assert_eq(line[len], '\0');
    if (len <= 64)
        text_printf(&reader->story, "<%s>", line);
    else
        text_printf(&reader->story, "<%zu>", len);
    if (reader->destroy_at_line) {
        lines_destroy(reader->lines);
        reader->lines = NULL;
        loop_stop(reader->loop, 0);
    }
}

static void on_end(void *owner)
{
    struct reader *reader = owner;
    text_append_string(&reader->story, "end");
    loop_stop(reader->loop, 0);
}

static struct reader reader_of(bool destroy_at_line)
{
    return (struct reader){.loop = loop_create(), .destroy_at_line = destroy_at_line};
}

static void read_all(struct reader *reader, int fd)
{
    struct lines_events events = {.owner = reader, .line = on_line, .end = on_end};
    reader->lines = lines_create(reader->loop, fd, &events);
    loop_run(reader->loop);
    lines_destroy(reader->lines);
    loop_destroy(reader->loop);
    close(fd);
}

static void expect_story(struct reader *reader, const char *story)
{
    cr_assert_str_eq(text_string(&reader->story), story);
    text_finish(&reader->story);
}

static void write_string(int fd, const char *text)
{
    cr_assert_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
}

static int pipe_with(const char *text)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    write_string(ends[1], text);
    close(ends[1]);
    return ends[0];
}

static int file_with(const char *text)
{
    char path[] = "/tmp/lines.XXXXXX";
    int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    unlink(path);
    write_string(fd, text);
    lseek(fd, 0, SEEK_SET);
    return fd;
}

Test(client_lines, come_from_a_pipe)
{
    struct reader reader = reader_of(false);
    read_all(&reader, pipe_with("one\n\ntwo\n"));
    expect_story(&reader, "<one><><two>end");
}

Test(client_lines, come_from_a_file)
{
    struct reader reader = reader_of(false);
    read_all(&reader, file_with("one\ntwo\n"));
    expect_story(&reader, "<one><two>end");
}

Test(client_lines, come_from_a_socket)
{
    int ends[2];
    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    write_string(ends[1], "one\n");
    close(ends[1]);
    struct reader reader = reader_of(false);
    read_all(&reader, ends[0]);
    expect_story(&reader, "<one>end");
}

Test(client_lines, come_from_a_terminal)
{
    int controller, terminal;
    cr_assert_eq(openpty(&controller, &terminal, NULL, NULL, NULL), 0);
    write_string(controller, "one\ntwo\n\x04"); /* Ctrl-D is the end */
    struct reader reader = reader_of(false);
    read_all(&reader, terminal);
    close(controller);
    expect_story(&reader, "<one><two>end");
}

Test(client_lines, need_no_newline_at_the_end)
{
    struct reader reader = reader_of(false);
    read_all(&reader, pipe_with("one\ntwo"));
    expect_story(&reader, "<one><two>end");
}

Test(client_lines, end_at_once_where_nothing_is)
{
    struct reader reader = reader_of(false);
    read_all(&reader, open("/dev/null", O_RDONLY | O_CLOEXEC));
    expect_story(&reader, "end");
}

Test(client_lines, end_at_once_where_nothing_can_be_read)
{
    struct reader reader = reader_of(false);
    read_all(&reader, open("/tmp", O_RDONLY | O_CLOEXEC));
    expect_story(&reader, "end");
}

Test(client_lines, are_cut_when_they_are_too_long)
{
    size_t len = 2 * LINE_BYTES_MAX;
    char *text = malloc(len + 4);
    cr_assert_not_null(text);
    memset(text, 'x', len + 3);
    strcpy(text + len, "y\n"); /* two pieces, and one byte more */
    struct reader reader = reader_of(false);
    read_all(&reader, file_with(text));
    expect_story(&reader, "<65536><65536><y>end");
    strcpy(text + len, "\nz"); /* exactly two pieces */
    reader = reader_of(false);
    read_all(&reader, file_with(text));
    expect_story(&reader, "<65536><65536><z>end");
    free(text);
}

Test(client_lines, may_be_destroyed_at_a_line_of_a_pipe)
{
    struct reader reader = reader_of(true);
    read_all(&reader, pipe_with("one\ntwo\n"));
    expect_story(&reader, "<one>");
}

Test(client_lines, may_be_destroyed_at_a_line_of_a_file)
{
    struct reader reader = reader_of(true);
    read_all(&reader, file_with("one\ntwo\n"));
    expect_story(&reader, "<one>");
}

Test(client_lines, leave_the_descriptor_as_it_was)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    write_string(ends[1], "one\n");
    struct loop *loop = loop_create();
    struct reader reader = {.loop = loop, .destroy_at_line = true};
    struct lines_events events = {.owner = &reader, .line = on_line, .end = on_end};
    int flags = fcntl(ends[0], F_GETFL);
    reader.lines = lines_create(loop, ends[0], &events);
    loop_run(loop);
    loop_destroy(loop);
    cr_assert_eq(fcntl(ends[0], F_GETFL), flags);
    close(ends[0]);
    close(ends[1]);
    expect_story(&reader, "<one>");
}

/* --- children --- */

SUITE(client_child, 20);

struct parent {
    struct loop *loop;
    struct text story;
};

static void on_child_line(void *owner, const char *line, size_t len)
{
    (void)len;
    struct parent *parent = owner;
    text_printf(&parent->story, "<%s>", line);
    if (strcmp(line, "stop") == 0)
        loop_stop(parent->loop, 0);
}

static void on_child_ended(void *owner, int status)
{
    struct parent *parent = owner;
    text_printf(&parent->story, "%d", status);
    loop_stop(parent->loop, 0);
}

/* Runs a shell command as a child, until it ends or says "stop"; then destroys it. */
static void run_child(struct parent *parent, const char *command)
{
    const char *arguments[] = {"sh", "-c", command, NULL};
    struct child_events events = {.owner = parent, .line = on_child_line, .ended = on_child_ended};
    struct child *child = NULL;
    struct error error;
    *parent = (struct parent){.loop = loop_create()};
    cr_assert_eq(child_start(parent->loop, "sh", arguments, &events, &child, &error), ERROR_NONE,
                 "%s", error.message);
    loop_run(parent->loop);
    child_destroy(child);
    loop_destroy(parent->loop);
}

static void expect_child(struct parent *parent, const char *story)
{
    cr_assert_str_eq(text_string(&parent->story), story);
    text_finish(&parent->story);
}

Test(client_child, brings_its_lines_before_its_end)
{
    struct parent parent;
    run_child(&parent, "echo one; echo two; exit 3");
    expect_child(&parent, "<one><two>3");
}

Test(client_child, tells_which_signal_ended_it)
{
    struct parent parent;
    run_child(&parent, "kill -KILL $$");
    expect_child(&parent, "137");
}

Test(client_child, is_asked_to_end)
{
    struct parent parent;
    run_child(&parent, "echo stop; cat");
    expect_child(&parent, "<stop>");
}

Test(client_child, cannot_be_started_without_a_program)
{
    const char *arguments[] = {"no-such-program", NULL};
    struct child_events events = {.owner = NULL};
    struct child *child = NULL;
    struct error error;
    struct loop *loop = loop_create();
    cr_assert_eq(child_start(loop, arguments[0], arguments, &events, &child, &error), ERROR_IO);
    cr_assert_null(child);
    loop_destroy(loop);
}

enum { ALIVE_FD = 9 }; /* what the child inherits: open for as long as it lives */

/* The parent's process: starts a child that says so, and waits to be killed. */
static void be_a_parent(int alive)
{
    dup2(alive, ALIVE_FD);
    struct parent parent = {.loop = loop_create()};
    const char *arguments[] = {"sh", "-c", "echo started >&9; exec cat", NULL};
    struct child_events events = {.owner = &parent, .line = on_child_line, .ended = on_child_ended};
    struct child *child;
    struct error error;
    if (child_start(parent.loop, "sh", arguments, &events, &child, &error))
        _exit(1);
    loop_run(parent.loop);
    _exit(1);
}

Test(client_child, ends_when_its_parent_is_killed)
{
    int alive[2];
    char started[8] = "";
    cr_assert_eq(pipe2(alive, O_CLOEXEC), 0);
    pid_t parent = fork();
    if (parent == 0)
        be_a_parent(alive[1]);
    close(alive[1]);
    cr_assert_eq(read(alive[0], started, sizeof started), 8);
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    cr_assert_eq(read(alive[0], started, sizeof started), 0, "the child is still there");
    close(alive[0]);
}

/* --- timers and signals --- */

SUITE(client_loop, 20);

struct ticker {
    struct loop *loop;
    struct loop_timer *timer;
    int ticks;
};

static void on_tick(void *owner)
{
    struct ticker *ticker = owner;
    if (++ticker->ticks == 3)
        loop_stop(ticker->loop, 42);
    else
        loop_timer_start(ticker->timer, 1);
}

Test(client_loop, runs_a_timer_again_and_again)
{
    struct ticker ticker = {.loop = loop_create()};
    ticker.timer = loop_timer_create(ticker.loop, on_tick, &ticker);
    loop_timer_start(ticker.timer, 1);
    cr_assert_eq(loop_run(ticker.loop), 42);
    cr_assert_eq(ticker.ticks, 3);
    loop_timer_destroy(ticker.timer);
    loop_destroy(ticker.loop);
}

static void on_caught(void *owner, int number)
{
    loop_stop(owner, number);
}

Test(client_loop, catches_signals)
{
    struct loop *loop = loop_create();
    struct loop_signals *signals = loop_signals_create(loop, on_caught, loop);
    raise(SIGTERM);
    cr_assert_eq(loop_run(loop), SIGTERM);
    loop_signals_destroy(signals);
    loop_destroy(loop);
}
