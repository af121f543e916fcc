#include "server/analysis/solver_process.h"

#include "common/base/crew.h"
#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "common/judge/judge.h"
#include "common/judge/start.h"
#include "common/solver/solver_shelf.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LOW_PRIORITY = 15,
    LOWEST_PRIORITY = 19,
    OUT_OF_MEMORY_STATUS = 3, /* the exit status of a solver */
    COMMANDS_FD = 3,          /* of the parent */
    QUESTIONS_FD = 3,         /* of a solver */
    OOM_SCORE = 500,          /* of 1000: the kernel kills a solver before ordinary processes */
};

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER
#endif
#ifdef HAS_SANITIZER
const bool solver_memory_is_limited = false;
#else
const bool solver_memory_is_limited = true;
#endif

/* --- messages, which stay on one machine --- */

struct question {
    enum analysis_kind kind;
    int64_t index;
    uint64_t seed;
    int64_t budget_ms;
    size_t rules_len, start_len, moves_len; /* of the texts that follow */
};

struct answer {
    struct error error;
    int64_t used_us;
    size_t result_len; /* of the text that follows */
};

static bool send_all(int fd, const void *bytes, size_t len)
{
    for (const char *at = bytes; len > 0;) {
        ssize_t sent = send(fd, at, len, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        at += sent > 0 ? sent : 0;
        len -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

static bool receive_all(int fd, void *ret_bytes, size_t len)
{
    for (char *at = ret_bytes; len > 0;) {
        ssize_t got = recv(fd, at, len, 0);
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        at += got > 0 ? got : 0;
        len -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* NULL: the other end is gone. Owned by the caller. */
static char *receive_text(int fd, size_t len)
{
    char *text = memory_zeroed(len + 1, 1);
    if (receive_all(fd, text, len))
        return text;
    free(text);
    return NULL;
}

bool solver_process_ask(int fd, const struct analysis_task *task)
{
    const char *moves = task->moves ? task->moves : "";
    struct question question = {
        .kind = task->kind,
        .index = task->index,
        .seed = task->seed,
        .budget_ms = task->budget_ms,
        .rules_len = strlen(task->rules),
        .start_len = strlen(task->start),
        .moves_len = strlen(moves),
    };
    return send_all(fd, &question, sizeof question) &&
           send_all(fd, task->rules, question.rules_len) &&
           send_all(fd, task->start, question.start_len) && send_all(fd, moves, question.moves_len);
}

bool solver_process_answer(int fd, struct analysis_task *task)
{
    struct answer answer;
    if (!receive_all(fd, &answer, sizeof answer))
        return false;
    char *result = receive_text(fd, answer.result_len);
    if (!result)
        return false;
    task->error = answer.error;
    task->used_us = answer.used_us;
    text_append(&task->result, result, answer.result_len);
    free(result);
    return true;
}

/* --- a solver --- */

static bool receive_question(struct analysis_task *task)
{
    struct question question;
    if (!receive_all(QUESTIONS_FD, &question, sizeof question))
        return false;
    *task = (struct analysis_task){
        .kind = question.kind,
        .index = question.index,
        .seed = question.seed,
        .budget_ms = question.budget_ms,
    };
    return (task->rules = receive_text(QUESTIONS_FD, question.rules_len)) &&
           (task->start = receive_text(QUESTIONS_FD, question.start_len)) &&
           (task->moves = receive_text(QUESTIONS_FD, question.moves_len));
}

static void answer_starts(struct analysis_task *task, const struct rules *rules,
                          struct solver *solver)
{
    struct starts starts;
    if (starts_parse(rules, task->start, strlen(task->start), &starts, &task->error))
        return;
    if (task->kind == ANALYSIS_CHECK)
        starts_check(rules, solver, &starts, task->seed, NULL, &task->error);
    else
        start_draw(rules, solver, &starts, task->seed, task->index, NULL, &task->result,
                   &task->error);
    starts_finish(&starts);
}

static void answer(struct analysis_task *task, struct solver_shelf *shelf)
{
    struct rules given, rules;
    if (rules_or_class_parse(&given, task->rules, strlen(task->rules), &task->error))
        return;
    assert(given.class_size == 0 || task->kind != ANALYSIS_JUDGE); /* a match has rules */
    starts_rules(&given, task->seed, task->index, &rules);
    struct solver *solver = solver_shelf_take(shelf, &rules);
    assert(solver); /* the process answers one question at a time */
    if (task->kind == ANALYSIS_JUDGE)
        judge_match(solver, task->start, task->moves, NULL, &task->result, &task->error);
    else
        answer_starts(task, &rules, solver);
    solver_shelf_give_back(shelf, solver);
}

static int64_t processor_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Lets SIGPROF end this process after this processor time. 0: never. */
static void limit_time(int64_t budget_ms)
{
    struct itimerval timer = {
        .it_value = {.tv_sec = budget_ms / 1000, .tv_usec = budget_ms % 1000 * 1000}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

static void end_out_of_memory(void)
{
    _exit(OUT_OF_MEMORY_STATUS);
}

/* Limits the private writable memory that this process may take beyond its present use. */
static void limit_memory(size_t memory)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    bool is_known = file && fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages) == 1;
    if (file)
        fclose(file);
    memory_on_exhausted(end_out_of_memory);
    if (!is_known || !solver_memory_is_limited)
        return;
    struct rlimit limit;
    getrlimit(RLIMIT_DATA, &limit);
    limit.rlim_max = limit.rlim_cur = pages * (rlim_t)sysconf(_SC_PAGESIZE) + memory;
    setrlimit(RLIMIT_DATA, &limit);
}

/* Half of the memory keeps tables from one question to the next, the other half is for new ones. */
static _Noreturn void solve(enum analysis_lane lane, size_t memory)
{
    struct solver_shelf *shelf = solver_shelf_create(memory / 2);
    struct analysis_task task;
    prctl(PR_SET_NAME, lane == ANALYSIS_PROMPT ? "solver-prompt" : "solver-patient");

    /* Both priorities are far below play, and when memory runs out a solver can be replaced, but
     * not the server. If the system refuses, the solver works all the same. */
    setpriority(PRIO_PROCESS, 0, lane == ANALYSIS_PROMPT ? LOW_PRIORITY : LOWEST_PRIORITY);
    FILE *file = fopen("/proc/self/oom_score_adj", "w");
    if (file) {
        fprintf(file, "%d", OOM_SCORE);
        fclose(file);
    }

    /* What is judged within the limits must not depend on the machine's processors. */
    crew_stay_alone();
    limit_memory(memory);
    signal(SIGPROF, SIG_DFL);
    while (receive_question(&task)) {
        int64_t before_us = processor_us();
        limit_time(task.budget_ms);
        answer(&task, shelf);
        limit_time(0);
        struct answer said = {
            .error = task.error,
            .used_us = processor_us() - before_us,
            .result_len = task.result.len,
        };
        if (!send_all(QUESTIONS_FD, &said, sizeof said) ||
            !send_all(QUESTIONS_FD, text_string(&task.result), said.result_len))
            break;
        free(task.rules);
        free(task.start);
        free(task.moves);
        text_finish(&task.result);
    }
    _exit(0);
}

/* --- the parent --- */

enum command_kind {
    COMMAND_START, /* starts a solver on the socket that comes along */
    COMMAND_KILL,  /* kills the solver; the answer is its end */
    COMMAND_WAIT,  /* the same, for a solver that is ending */
};

struct command {
    enum command_kind kind;
    enum analysis_lane lane;
};

/* Leaves the process with one descriptor besides the three standard ones. */
static void keep_descriptor(int fd, int as)
{
    if (fd != as)
        dup2(fd, as);
    closefrom(as + 1);
}

/* Forks a process that is killed when this one ends. */
static pid_t fork_child(void)
{
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(0);
    }
    return pid;
}

/* `ret_fd` -1: no socket came along. False: the server has ended. */
static bool receive_command(struct command *ret_command, int *ret_fd)
{
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec data = {.iov_base = ret_command, .iov_len = sizeof *ret_command};
    struct msghdr message = {
        .msg_iov = &data,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    ssize_t got;
    do {
        got = recvmsg(COMMANDS_FD, &message, 0);
    } while (got < 0 && errno == EINTR);
    const struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    *ret_fd = -1;
    if (head && head->cmsg_type == SCM_RIGHTS)
        memcpy(ret_fd, CMSG_DATA(head), sizeof *ret_fd);
    return got == (ssize_t)sizeof *ret_command;
}

/* Waits for the end of a solver. One that is ending gets no signal, which would change its status.
 */
static enum solver_end end_solver(pid_t pid, enum command_kind kind)
{
    int status = 0;
    if (pid <= 0)
        return SOLVER_ENDED;
    if (kind == COMMAND_KILL)
        kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
        return SOLVER_OUT_OF_TIME;
    return WIFEXITED(status) && WEXITSTATUS(status) == OUT_OF_MEMORY_STATUS ? SOLVER_OUT_OF_MEMORY
                                                                            : SOLVER_ENDED;
}

/* Signals to the whole group or service are for the server, which ends the others itself. */
static _Noreturn void carry_out_commands(const struct solver_processes *processes)
{
    pid_t pids[ANALYSIS_LANES] = {0};
    struct command command;
    int fd;
    prctl(PR_SET_NAME, "solver-parent");
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    while (receive_command(&command, &fd)) {
        if (command.kind != COMMAND_START) {
            enum solver_end end = end_solver(pids[command.lane], command.kind);
            pids[command.lane] = 0;
            send_all(COMMANDS_FD, &end, sizeof end);
            continue;
        }
        assert(pids[command.lane] == 0);
        pids[command.lane] = fork_child();
        if (pids[command.lane] == 0) {
            keep_descriptor(fd, QUESTIONS_FD);
            solve(command.lane, solver_process_memory(processes, command.lane));
        }
        close(fd);
    }
    _exit(0);
}

/* --- the server's --- */

static _Noreturn void refuse(const char *what)
{
    perror(what); /* as grave and as rare as exhausted memory */
    abort();
}

void solver_processes_start(struct solver_processes *processes, size_t memory)
{
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds))
        refuse("no socket for the solver's processes");
    *processes = (struct solver_processes){.commands = fds[0], .memory = memory};
    processes->parent = fork_child();
    if (processes->parent == 0) {
        keep_descriptor(fds[1], COMMANDS_FD);
        carry_out_commands(processes);
    }
    if (processes->parent < 0)
        refuse("no process for the solver");
    close(fds[1]);
}

void solver_processes_end(struct solver_processes *processes)
{
    close(processes->commands);
    while (waitpid(processes->parent, NULL, 0) < 0 && errno == EINTR)
        ;
}

size_t solver_process_memory(const struct solver_processes *processes, enum analysis_lane lane)
{
    assert(lane < ANALYSIS_LANES);
    size_t prompt = processes->memory / 4;
    return lane == ANALYSIS_PROMPT ? prompt : processes->memory - prompt;
}

int solver_process_start(const struct solver_processes *processes, enum analysis_lane lane)
{
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds))
        return -1;
    struct command command = {.kind = COMMAND_START, .lane = lane};
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {.head = {.cmsg_level = SOL_SOCKET,
                          .cmsg_type = SCM_RIGHTS,
                          .cmsg_len = CMSG_LEN(sizeof(int))}};
    memcpy(CMSG_DATA(&control.head), &fds[1], sizeof fds[1]);
    struct iovec data = {.iov_base = &command, .iov_len = sizeof command};
    struct msghdr message = {
        .msg_iov = &data,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    while (sendmsg(processes->commands, &message, MSG_NOSIGNAL) < 0 && errno == EINTR)
        ;
    close(fds[1]);
    return fds[0];
}

enum solver_end solver_process_end(const struct solver_processes *processes,
                                   enum analysis_lane lane, bool has_hung_up)
{
    struct command command = {.kind = has_hung_up ? COMMAND_WAIT : COMMAND_KILL, .lane = lane};
    enum solver_end end;
    bool is_heard = send_all(processes->commands, &command, sizeof command) &&
                    receive_all(processes->commands, &end, sizeof end);
    return is_heard ? end : SOLVER_NO_PARENT;
}
