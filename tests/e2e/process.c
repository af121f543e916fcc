#include "tests/e2e/process.h"

#include "common/base/memory.h"
#include "tests/e2e/folder.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NOT_FOUND_STATUS = 127 };

struct process {
    pid_t pid;
    int handle; /* a pidfd: readable once the process has ended */
    int input, output;
    struct text read; /* of its output, and how far that was handed out */
    size_t handed_out;
    bool output_has_ended;
    struct text line;
    char errors_name[32]; /* a file in the folder */
    char *errors;
    bool has_ended;
    int status;
    struct process *next;
};

static struct process *all;
static int started;

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- starting --- */

/* In the child: hands the socket over as systemd does. */
static void hand_over(int listener)
{
    char pid[16];
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    setenv("LISTEN_PID", pid, 1);
    setenv("LISTEN_FDS", "1", 1);
    dup2(listener, 3);
    fcntl(3, F_SETFD, 0);
}

/* In the child: becomes the program. */
_Noreturn static void become(char *const *arguments, pid_t parent, const int files[3], int listener)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(NOT_FOUND_STATUS);
    for (int i = 0; i < 3; i++)
        files[i] >= 0 ? dup2(files[i], i) : close(i);
    if (listener >= 0)
        hand_over(listener);
    closefrom(listener >= 0 ? 4
                            : 3); /* as a shell starts it: with nothing else that is open here */
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN); /* a file size limit is an error of the write */
    execv(arguments[0], arguments);
    dprintf(STDERR_FILENO, "cannot start %s: %s\n", arguments[0], strerror(errno));
    _exit(NOT_FOUND_STATUS);
}

char *process_program(const char *program)
{
    if (program[0] == '/')
        return memory_text(program, strlen(program));
    const char *other = getenv("E2E_PROGRAMS");
    struct text path = {0};
    text_printf(&path, "%s/%s", other ? other : BUILD_FOLDER, program);
    return path.bytes;
}

static char **argument_list(const char *program, const char *const *arguments)
{
    size_t count = 0;
    while (arguments[count])
        count++;
    char **list = memory_zeroed(count + 2, sizeof *list);
    list[0] = process_program(program);
    for (size_t i = 0; i < count; i++)
        list[i + 1] = memory_text(arguments[i], strlen(arguments[i]));
    return list;
}

static void argument_list_free(char **list)
{
    for (size_t i = 0; list[i]; i++)
        free(list[i]);
    free(list);
}

static int open_errors(struct process *process)
{
    char path[FOLDER_PATH_MAX];
    snprintf(process->errors_name, sizeof process->errors_name, "errors-%d", ++started);
    folder_path(process->errors_name, path);
    return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* What a program is started with; -1: without. */
struct start {
    int input; /* what it reads; it and `listener` stay open here */
    int listener;
    bool without_output;
};

static struct process *launch(const char *program, const char *const *arguments,
                              const struct start *start)
{
    struct process *process = memory_zeroed(1, sizeof *process);
    int output[2];
    int errors = open_errors(process);
    cr_assert(pipe2(output, O_CLOEXEC) == 0 && errors >= 0);
    char **list = argument_list(program, arguments);
    pid_t parent = getpid();
    process->pid = fork();
    if (process->pid == 0)
        become(list, parent,
               (int[3]){start->input, start->without_output ? -1 : output[1],
                        start->without_output ? -1 : errors},
               start->listener);
    /* Only here: an assertion that holds sends a word to Criterion, too, and the child must not. */
    cr_assert_gt(process->pid, 0, "fork: %s", strerror(errno));
    argument_list_free(list);
    close(output[1]);
    close(errors);
    process->handle = (int)syscall(SYS_pidfd_open, process->pid, 0);
    cr_assert_geq(process->handle, 0, "pidfd_open: %s", strerror(errno));
    process->input = -1;
    process->output = output[0];
    process->next = all;
    all = process;
    return process;
}

struct process *process_start_listening(const char *program, const char *const *arguments,
                                        int listener)
{
    int input[2];
    cr_assert_eq(pipe2(input, O_CLOEXEC), 0);
    struct process *process =
        launch(program, arguments, &(struct start){.input = input[0], .listener = listener});
    close(input[0]);
    process->input = input[1];
    return process;
}

struct process *process_start(const char *program, const char *const *arguments)
{
    return process_start_listening(program, arguments, -1);
}

struct process *process_start_without_input(const char *program, const char *const *arguments)
{
    return launch(program, arguments, &(struct start){.input = -1, .listener = -1});
}

struct process *process_start_without_streams(const char *program, const char *const *arguments)
{
    return launch(program, arguments,
                  &(struct start){.input = -1, .listener = -1, .without_output = true});
}

pid_t process_pid(const struct process *process)
{
    return process->pid;
}

/* What the system tells of it under this name. */
static long read_status(const struct process *process, const char *name)
{
    char path[64], line[256];
    long value = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)process->pid);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "cannot open %s: %s", path, strerror(errno));
    while (value < 0 && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0)
            sscanf(line + strlen(name), ": %ld", &value);
    fclose(file);
    cr_assert_geq(value, 0, "%s does not tell %s", path, name);
    return value;
}

long process_resident(const struct process *process)
{
    return read_status(process, "VmRSS");
}

long process_resident_most(const struct process *process)
{
    return read_status(process, "VmHWM");
}

struct text process_memory(const struct process *process)
{
    char path[64], line[1024];
    struct text found = {0};
    snprintf(path, sizeof path, "/proc/%d/mem", (int)process->pid);
    int memory = open(path, O_RDONLY | O_CLOEXEC);
    snprintf(path, sizeof path, "/proc/%d/maps", (int)process->pid);
    FILE *maps = fopen(path, "re");
    if (memory < 0 || !maps)
        cr_skip_test("this system does not let a process look into its child");
    while (fgets(line, sizeof line, maps)) {
        unsigned long from, to;
        char may_write;
        if (sscanf(line, "%lx-%lx %*c%c", &from, &to, &may_write) != 3 || may_write != 'w' ||
            to - from >= 1UL << 30)
            continue;
        char *bytes = memory_zeroed(to - from, 1);
        ssize_t len = pread(memory, bytes, to - from, (off_t)from);
        if (len > 0)
            text_append(&found, bytes, (size_t)len);
        free(bytes);
    }
    fclose(maps);
    close(memory);
    return found;
}

long process_descriptor_room(const struct process *process)
{
    return read_status(process, "FDSize");
}

long process_cpu_ms(const struct process *process)
{
    char path[64], line[1024];
    unsigned long user, system;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process->pid);
    FILE *file = fopen(path, "r");
    cr_assert(file && fgets(line, sizeof line, file), "cannot read %s: %s", path, strerror(errno));
    fclose(file);
    /* The fields after the name, which may hold anything. */
    cr_assert_eq(sscanf(strrchr(line, ')') + 1,
                        " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system),
                 2);
    return (long)((user + system) * 1000 / (unsigned long)sysconf(_SC_CLK_TCK));
}

struct thread_time process_main_thread(const struct process *process)
{
    char path[64] = "/proc/thread-self/schedstat";
    long long worked_ns, waited_ns;
    if (process)
        snprintf(path, sizeof path, "/proc/%d/schedstat", (int)process->pid);
    FILE *file = fopen(path, "r");
    cr_assert(file && fscanf(file, "%lld %lld", &worked_ns, &waited_ns) == 2, "cannot read %s",
              path);
    fclose(file);
    return (struct thread_time){.worked_us = worked_ns / 1000, .waited_us = waited_ns / 1000};
}

long process_descriptors(const struct process *process)
{
    char path[64];
    long count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)process->pid);
    DIR *folder = opendir(path);
    cr_assert_not_null(folder, "cannot open %s: %s", path, strerror(errno));
    for (struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

/* --- its output --- */

static bool wait_readable(int file, int deadline_ms)
{
    struct pollfd poller = {.fd = file, .events = POLLIN};
    int64_t end = now_ms() + deadline_ms;
    int count;
    do {
        int64_t left = end - now_ms();
        count = poll(&poller, 1, left > 0 ? (int)left : 0);
    } while (count < 0 && errno == EINTR);
    return count > 0;
}

static void read_more(struct process *process)
{
    char piece[4096];
    cr_assert(wait_readable(process->output, DEADLINE_MS),
              "process %d prints nothing more; so far: %s\nand on standard error: %s",
              (int)process->pid, text_string(&process->read), process_errors(process));
    ssize_t len = read(process->output, piece, sizeof piece);
    if (len > 0)
        text_append(&process->read, piece, (size_t)len);
    else
        process->output_has_ended = true;
}

/* Takes `len` bytes of the output as the line, and `more` bytes besides. */
static const char *hand_out(struct process *process, size_t len, size_t more)
{
    text_clear(&process->line);
    text_append(&process->line, process->read.bytes + process->handed_out, len);
    process->handed_out += len + more;
    return text_string(&process->line);
}

const char *process_read_line(struct process *process)
{
    for (;;) {
        size_t left = process->read.len - process->handed_out;
        const char *start = text_string(&process->read) + process->handed_out;
        const char *end = left > 0 ? memchr(start, '\n', left) : NULL;
        if (end)
            return hand_out(process, (size_t)(end - start), 1);
        if (process->output_has_ended)
            return left > 0 ? hand_out(process, left, 0) : NULL;
        read_more(process);
    }
}

const char *process_find_line(struct process *process, const char *part)
{
    const char *line;
    while ((line = process_read_line(process)))
        if (strstr(line, part))
            return line;
    cr_assert(false, "'%s' was not printed, but: %s\nand on standard error: %s", part,
              text_string(&process->read), process_errors(process));
    return NULL;
}

const char *process_read_rest(struct process *process)
{
    while (!process->output_has_ended)
        read_more(process);
    size_t from = process->handed_out;
    process->handed_out = process->read.len;
    return text_string(&process->read) + from;
}

const char *process_errors(struct process *process)
{
    free(process->errors);
    process->errors = folder_read(process->errors_name);
    return process->errors;
}

/* --- its input, its end --- */

void process_write(struct process *process, const char *text)
{
    size_t len = strlen(text);
    ssize_t written = write(process->input, text, len);
    /* One that has refused before it reads anything may have ended: what it has said is looked at
     * next. */
    cr_assert(written == (ssize_t)len || (written < 0 && errno == EPIPE),
              "process %d takes no input: %s", (int)process->pid, process_errors(process));
}

void process_close_input(struct process *process)
{
    if (process->input >= 0)
        close(process->input);
    process->input = -1;
}

void process_close_output(struct process *process)
{
    close(process->output);
    process->output = -1;
}

void process_signal(const struct process *process, int number)
{
    cr_assert(!process->has_ended);
    kill(process->pid, number);
}

/* Reaps the process; false when it has not ended by the deadline. */
static bool try_wait(struct process *process, int deadline_ms)
{
    int status;
    if (process->has_ended)
        return true;
    if (!wait_readable(process->handle, deadline_ms))
        return false;
    waitpid(process->pid, &status, 0);
    process->has_ended = true;
    process->status =
        WIFEXITED(status) ? WEXITSTATUS(status) : SIGNAL_STATUS_BASE + WTERMSIG(status);
    return true;
}

bool process_has_ended(struct process *process)
{
    return try_wait(process, 0);
}

int process_wait_within(struct process *process, int deadline_ms)
{
    cr_assert(try_wait(process, deadline_ms), "process %d does not end; it has said: %s",
              (int)process->pid, process_errors(process));
    return process->status;
}

int process_wait(struct process *process)
{
    return process_wait_within(process, DEADLINE_MS);
}

/* Its end; what it has printed can be read again. */
static int wait_for_all(struct process *process)
{
    process_close_input(process);
    process_read_rest(process);
    process->handed_out = 0;
    return process_wait(process);
}

struct process *process_run(const char *program, const char *const *arguments, int *ret_status)
{
    struct process *process = process_start(program, arguments);
    *ret_status = wait_for_all(process);
    return process;
}

struct process *process_run_on(const char *program, const char *const *arguments, const char *path,
                               int *ret_status)
{
    int input = open(path, O_RDONLY | O_CLOEXEC);
    cr_assert_geq(input, 0, "cannot open %s: %s", path, strerror(errno));
    struct process *process =
        launch(program, arguments, &(struct start){.input = input, .listener = -1});
    close(input);
    *ret_status = wait_for_all(process);
    return process;
}

/* --- the end of the test --- */

static bool is_sound(const struct process *process)
{
    return process->status != SANITIZER_STATUS && process->status != NOT_FOUND_STATUS &&
           process->status != SIGNAL_STATUS_BASE + SIGABRT &&
           process->status != SIGNAL_STATUS_BASE + SIGSEGV;
}

/* Says what is not as it should be. */
static bool end(struct process *process)
{
    if (!process->has_ended)
        kill(process->pid, SIGTERM);
    process_close_input(process);
    bool ended = try_wait(process, ENDING_MS);
    if (!ended) {
        kill(process->pid, SIGKILL);
        try_wait(process, DEADLINE_MS);
    }
    if (ended && is_sound(process))
        return true;
    fprintf(stderr, "process %d ended with status %d; it had said: %s\n", (int)process->pid,
            process->status, process_errors(process));
    return false;
}

static void destroy(struct process *process)
{
    close(process->handle);
    if (process->output >= 0)
        close(process->output);
    text_finish(&process->read);
    text_finish(&process->line);
    free(process->errors);
    free(process);
}

bool process_end_all(void)
{
    bool all_sound = true;
    while (all) {
        struct process *process = all;
        all = process->next;
        all_sound = end(process) && all_sound;
        destroy(process);
    }
    return all_sound;
}
