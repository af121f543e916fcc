#include "tests/e2e/tmux.h"

#include "common/base/memory.h"
#include "common/base/text.h"
#include "tests/e2e/children.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/process.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define ENDED "It has ended with "

enum { LOOK_AGAIN_MS = 20, LOOKS_MAX = DEADLINE_MS / LOOK_AGAIN_MS };

struct terminal {
    char name[32]; /* of tmux's session */
    struct text answer;
    struct terminal *next;
};

/* tmux as a server, and a client of it that takes commands and answers them line by line. */
static struct {
    struct process *server, *client;
    struct terminal *terminals;
    int count;
} tmux;

static void pause_shortly(void)
{
    nanosleep(&(struct timespec){.tv_nsec = LOOK_AGAIN_MS * 1000000L}, NULL);
}

/* --- commands --- */

/* Reads the answer to one command: the lines between %begin and %end. */
static bool read_answer(struct text *ret_answer)
{
    const char *line = process_find_line(tmux.client, "%begin ");
    text_clear(ret_answer);
    while ((line = process_read_line(tmux.client))) {
        if (strncmp(line, "%end ", 5) == 0 || strncmp(line, "%error ", 7) == 0)
            return line[1] == 'e' && line[2] == 'n';
        text_printf(ret_answer, "%s\n", line);
    }
    return false;
}

static void command(struct text *ret_answer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void command(struct text *ret_answer, const char *format, ...)
{
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    strcat(line, "\n");
    process_write(tmux.client, line);
    bool is_done = read_answer(ret_answer);
    cr_assert(is_done, "tmux refuses %s: %s", line, text_string(ret_answer));
}

/* --- the programs in the terminals --- */

static void await_end(pid_t program, int handle)
{
    struct pollfd poller = {.fd = handle, .events = POLLIN};
    cr_assert_eq(poll(&poller, 1, DEADLINE_MS), 1, "program %d does not end", (int)program);
    close(handle);
}

/* Programs end before their terminals do. A terminal that goes sends SIGHUP and then SIGCONT, which
 * takes a SIGSTOP away; a leak check that has just sent that to the threads waits for it for ever.
 */
static void end_programs(void)
{
    struct text shells = {0};
    command(&shells, "list-panes -a -F '#{pane_pid}'");
    for (const char *line = shells.bytes; *line; line = strchr(line, '\n') + 1) {
        pid_t program = children_find((pid_t)atol(line), "takeaway", 0);
        int handle = program ? (int)syscall(SYS_pidfd_open, program, 0) : -1;
        if (handle < 0)
            continue;
        kill(program, SIGTERM);
        await_end(program, handle);
    }
    text_finish(&shells);
}

/* --- tmux itself --- */

static void write_settings(const char *path)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs("set -g default-terminal screen-256color\n"
          "set -g status off\n"
          "set -s escape-time 0\n",
          file);
    fclose(file);
}

/* In the foreground, so that it ends with the test whatever happens to that. */
static void start_tmux(void)
{
    char socket[FOLDER_PATH_MAX], settings[FOLDER_PATH_MAX];
    struct text answer = {0};
    folder_path("tmux", socket);
    folder_path("tmux.conf", settings);
    write_settings(settings);
    unsetenv("TMUX");
    const char *server[] = {"-D", "-S", socket, "-f", settings, NULL};
    const char *client[] = {"-S", socket, "-C", "new-session", "-s", "base", "cat", NULL};
    tmux.server = process_start(TMUX_PROGRAM, server);
    for (int i = 0; !folder_has("tmux") && i < LOOKS_MAX; i++)
        pause_shortly();
    tmux.client = process_start(TMUX_PROGRAM, client);
    read_answer(&answer);
    command(&answer, "refresh-client -f no-output");
    text_finish(&answer);
}

/* A shell says what the program has ended with, and keeps the terminal open. */
static struct terminal *open_terminal(const char *program, const char *variables,
                                      const char *arguments)
{
    if (!tmux.server)
        start_tmux();
    struct terminal *terminal = memory_zeroed(1, sizeof *terminal);
    snprintf(terminal->name, sizeof terminal->name, "terminal%d", ++tmux.count);
    terminal->next = tmux.terminals;
    tmux.terminals = terminal;
    command(&terminal->answer,
            "new-session -d -s %s -x 80 -y 24 sh -c 'env LC_ALL=C.UTF-8 %s %s "
            "%s; echo \"" ENDED "$?.\"; exec cat'",
            terminal->name, variables, program, arguments);
    return terminal;
}

struct terminal *terminal_open(const char *variables, const char *arguments)
{
    char *program = process_program(TAKEAWAY_PROGRAM);
    struct terminal *terminal = open_terminal(program, variables, arguments);
    free(program);
    return terminal;
}

struct terminal *terminal_come(const char *address, const char *name)
{
    char arguments[128];
    snprintf(arguments, sizeof arguments, "--server %s --as %s", address, name);
    struct terminal *terminal = terminal_open("", arguments);
    terminal_await(terminal, "\u25cf connected");
    return terminal;
}

struct terminal *terminal_open_shell(const char *variables)
{
    return open_terminal("/bin/sh", variables, "-i");
}

void terminals_close(void)
{
    if (tmux.client) {
        end_programs();
        process_write(tmux.client, "kill-server\n");
        process_wait(tmux.client);
        process_wait(tmux.server);
    }
    while (tmux.terminals) {
        struct terminal *terminal = tmux.terminals;
        tmux.terminals = terminal->next;
        text_finish(&terminal->answer);
        free(terminal);
    }
    stage_close();
}

/* --- what a person does --- */

void terminal_press(struct terminal *terminal, const char *keys)
{
    command(&terminal->answer, "send-keys -t %s %s", terminal->name, keys);
}

void terminal_type(struct terminal *terminal, const char *text)
{
    command(&terminal->answer, "send-keys -t %s -l '%s'", terminal->name, text);
}

void terminal_send(struct terminal *terminal, const char *bytes)
{
    command(&terminal->answer, "send-keys -t %s -H %s", terminal->name, bytes);
}

/* As xterm reports it: ESC [ M, the button, column and row, each 32 more than they are, from 1. */
static void report_button(struct terminal *terminal, int button, int row, int column)
{
    char bytes[64];
    snprintf(bytes, sizeof bytes, "1b 5b 4d %02x %02x %02x", button + 32, column + 33, row + 33);
    terminal_send(terminal, bytes);
}

void terminal_click(struct terminal *terminal, int row, int column)
{
    enum { LEFT = 0, RELEASED = 3 };
    report_button(terminal, LEFT, row, column);
    report_button(terminal, RELEASED, row, column);
}

void terminal_resize(struct terminal *terminal, int columns, int rows)
{
    command(&terminal->answer, "resize-window -t %s -x %d -y %d", terminal->name, columns, rows);
}

static const char *ask(struct terminal *terminal, const char *what)
{
    command(&terminal->answer, "display-message -p -t %s '%s'", terminal->name, what);
    return text_string(&terminal->answer);
}

pid_t terminal_program(struct terminal *terminal)
{
    pid_t shell = (pid_t)atol(ask(terminal, "#{pane_pid}"));
    return children_find(shell, "takeaway", 0);
}

static pid_t shell_of(struct terminal *terminal)
{
    return (pid_t)atol(ask(terminal, "#{pane_pid}"));
}

void terminal_signal(struct terminal *terminal, int number)
{
    cr_assert_eq(children_signal(shell_of(terminal), "takeaway", number), 1);
}

void terminal_hang_up(struct terminal *terminal)
{
    pid_t program = children_find(shell_of(terminal), "takeaway", 0);
    int handle = (int)syscall(SYS_pidfd_open, program, 0);
    cr_assert_geq(handle, 0);
    command(&terminal->answer, "kill-session -t %s", terminal->name);
    await_end(program, handle);
}

/* --- what they see --- */

const char *terminal_screen(struct terminal *terminal)
{
    command(&terminal->answer, "capture-pane -p -S - -t %s", terminal->name);
    return text_string(&terminal->answer);
}

bool terminal_has_rung(struct terminal *terminal)
{
    command(&terminal->answer, "display-message -p -t %s '#{window_bell_flag}'", terminal->name);
    return text_string(&terminal->answer)[0] == '1';
}

const char *terminal_coloured_screen(struct terminal *terminal)
{
    command(&terminal->answer, "capture-pane -p -e -t %s", terminal->name);
    return text_string(&terminal->answer);
}

static void await(struct terminal *terminal, const char *words, bool is_wanted)
{
    for (int i = 0; i < LOOKS_MAX; i++) {
        if ((strstr(terminal_screen(terminal), words) != NULL) == is_wanted)
            return;
        pause_shortly();
    }
    cr_assert(false, "'%s' does not %s, but\n%s", words, is_wanted ? "come" : "go",
              terminal_screen(terminal));
}

void terminal_await(struct terminal *terminal, const char *words)
{
    await(terminal, words, true);
}

void terminal_await_gone(struct terminal *terminal, const char *words)
{
    await(terminal, words, false);
}

bool terminal_is_restored(struct terminal *terminal)
{
    return strcmp(ask(terminal, "#{alternate_on} #{cursor_flag} #{mouse_any_flag} "
                                "#{keypad_cursor_flag}"),
                  "0 1 0 0\n") == 0;
}

void terminal_expect_end(struct terminal *terminal, int status)
{
    terminal_await(terminal, ENDED);
    int ended = atoi(strstr(text_string(&terminal->answer), ENDED) + strlen(ENDED));
    cr_assert_eq(ended, status, "it has ended with %d:\n%s", ended, text_string(&terminal->answer));
    cr_assert(terminal_is_restored(terminal), "the terminal is not restored");
}
