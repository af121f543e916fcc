/* A thread sends the questions to the solvers' processes and receives their answers. */
#include "server/analysis/analysis.h"

#include "common/base/memory.h"
#include "server/analysis/solver_process.h"

#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum {
    IDLE_MS = 10000, /* a solver that is idle for so long is ended, which frees its tables */
    CHECKS_REST = 9, /* the pause after a check, in times of its length, while matches wait */
};

struct queue {
    struct analysis_task *first, **end; /* where the next one is linked */
};

/* The tasks of a lane, and its solver. */
struct lane {
    struct queue starts, checks, matches; /* unanswered tasks; guarded by the mutex */
    /* Used by the thread alone: */
    int fd;                      /* to the solver; -1: there is none */
    struct analysis_task *asked; /* its current task; NULL: it is idle */
    bool has_answered;           /* an earlier task, so it may hold tables of other rules */
    bool is_repeated;            /* a solver has ended without an answer to `asked` */
    int64_t begun_ms;            /* the beginning of `asked`, or of idleness */
    int64_t checks_rest_ms;      /* until then a match goes before a check */
};

struct analysis {
    void (*answered)(void *owner);
    void *owner;
    pthread_t thread;
    struct solver_processes processes;
    int word; /* an eventfd that wakes the thread after a change below */

    pthread_mutex_t mutex; /* guards what follows */
    struct lane lanes[ANALYSIS_LANES];
    struct queue answers;
    size_t waiting;
    bool stopping;
};

void analysis_task_destroy(struct analysis_task *task)
{
    if (!task)
        return;
    free(task->rules);
    free(task->start);
    free(task->moves);
    text_finish(&task->result);
    free(task);
}

/* --- queues --- */

static void queue_init(struct queue *queue)
{
    *queue = (struct queue){.end = &queue->first};
}

static void queue_push(struct queue *queue, struct analysis_task *task)
{
    task->next = NULL;
    *queue->end = task;
    queue->end = &task->next;
}

/* Inserts the task behind those whose turn is not later. */
static void queue_push_by_turn(struct queue *queue, struct analysis_task *task)
{
    struct analysis_task **place = &queue->first;
    while (*place && (*place)->turn <= task->turn)
        place = &(*place)->next;
    task->next = *place;
    *place = task;
    if (!task->next)
        queue->end = &task->next;
}

/* NULL: it is empty. */
static struct analysis_task *queue_pop(struct queue *queue)
{
    struct analysis_task *task = queue->first;
    if (!task)
        return NULL;
    queue->first = task->next;
    if (!queue->first)
        queue->end = &queue->first;
    return task;
}

static void queue_clear(struct queue *queue)
{
    struct analysis_task *task;
    while ((task = queue_pop(queue)))
        analysis_task_destroy(task);
}

/* --- the thread --- */

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* The next task of the lane; NULL: none. */
static struct analysis_task *choose_task(struct lane *lane)
{
    bool checks_rest = lane->matches.first && now_ms() < lane->checks_rest_ms;
    if (lane->starts.first)
        return queue_pop(&lane->starts);
    return queue_pop(lane->checks.first && !checks_rest ? &lane->checks : &lane->matches);
}

static enum solver_end end_solver(struct analysis *analysis, struct lane *lane, bool has_hung_up)
{
    assert(lane->fd >= 0);
    close(lane->fd);
    lane->fd = -1;
    return solver_process_end(&analysis->processes, (enum analysis_lane)(lane - analysis->lanes),
                              has_hung_up);
}

static void hand_back(struct analysis *analysis, struct lane *lane)
{
    struct analysis_task *task = lane->asked;
    assert(task);
    int64_t now = now_ms();
    if (task->kind == ANALYSIS_CHECK)
        lane->checks_rest_ms = now + CHECKS_REST * (now - lane->begun_ms);
    lane->asked = NULL;
    lane->begun_ms = now;
    pthread_mutex_lock(&analysis->mutex);
    assert(analysis->waiting > 0);
    queue_push(&analysis->answers, task);
    analysis->waiting--;
    pthread_mutex_unlock(&analysis->mutex);
    analysis->answered(analysis->owner);
}

/* Answers the task with an error: the solver has ended without an answer. */
static void give_up(struct analysis *analysis, struct lane *lane, enum solver_end end)
{
    struct analysis_task *task = lane->asked;
    task->is_beyond = end == SOLVER_OUT_OF_TIME || end == SOLVER_OUT_OF_MEMORY;
    task->used_us =
        1000 * (end == SOLVER_OUT_OF_TIME ? task->budget_ms : now_ms() - lane->begun_ms);
    if (end == SOLVER_OUT_OF_TIME)
        error_set(&task->error, ERROR_LIMIT_REACHED,
                  "the solver needs more than %" PRId64 " ms of processor time", task->budget_ms);
    else if (end == SOLVER_OUT_OF_MEMORY)
        error_set(&task->error, ERROR_LIMIT_REACHED,
                  "the solver needs more than %zu MiB of memory, see solver-memory",
                  solver_process_memory(&analysis->processes, task->lane) >> 20);
    else if (end == SOLVER_NO_PARENT)
        error_set(&task->error, ERROR_INTERNAL,
                  "the process that starts the solvers has ended: start the server again");
    else
        error_set(&task->error, ERROR_INTERNAL,
                  "two processes of the solver ended without an answer, or could not be started");
    hand_back(analysis, lane);
}

static void ask_again_or_give_up(struct analysis *analysis, struct lane *lane, enum solver_end end);

static void ask_solver(struct analysis *analysis, struct lane *lane)
{
    assert(lane->asked);
    if (lane->fd < 0) {
        lane->fd = solver_process_start(&analysis->processes,
                                        (enum analysis_lane)(lane - analysis->lanes));
        lane->has_answered = false;
    }
    lane->begun_ms = now_ms();
    if (lane->fd < 0)
        give_up(analysis, lane, SOLVER_ENDED);
    else if (!solver_process_ask(lane->fd, lane->asked))
        ask_again_or_give_up(analysis, lane, end_solver(analysis, lane, true));
}

/* A new solver gets the question once more if the old one was killed from outside, for example by
 * the kernel when the machine has no memory left, or if tables for other questions may have left it
 * too little memory. */
static void ask_again_or_give_up(struct analysis *analysis, struct lane *lane, enum solver_end end)
{
    bool is_killed = end == SOLVER_ENDED;
    bool had_tables = end == SOLVER_OUT_OF_MEMORY && lane->has_answered;
    if (!lane->is_repeated && (is_killed || had_tables)) {
        lane->is_repeated = true;
        ask_solver(analysis, lane);
    } else {
        give_up(analysis, lane, end);
    }
}

static void hear_solver(struct analysis *analysis, struct lane *lane)
{
    if (lane->asked && solver_process_answer(lane->fd, lane->asked)) {
        lane->has_answered = true;
        hand_back(analysis, lane);
        return;
    }
    enum solver_end end = end_solver(analysis, lane, true);
    if (lane->asked)
        ask_again_or_give_up(analysis, lane, end);
}

/* Gives every idle solver a task. False: the thread has to end. */
static bool give_tasks(struct analysis *analysis)
{
    pthread_mutex_lock(&analysis->mutex);
    bool stopping = analysis->stopping;
    bool is_given[ANALYSIS_LANES] = {false};
    for (int i = 0; i < ANALYSIS_LANES && !stopping; i++) {
        struct lane *lane = &analysis->lanes[i];
        is_given[i] = !lane->asked && (lane->asked = choose_task(lane));
    }
    pthread_mutex_unlock(&analysis->mutex);
    for (int i = 0; i < ANALYSIS_LANES; i++) {
        if (!is_given[i])
            continue;
        analysis->lanes[i].is_repeated = false;
        ask_solver(analysis, &analysis->lanes[i]);
    }
    return !stopping;
}

/* Waits until a solver has answered or ended, or a task has come, or a solver has been idle for
 * long. */
static void wait_and_hear(struct analysis *analysis)
{
    struct pollfd fds[ANALYSIS_LANES + 1];
    bool some_idle = false;
    for (int i = 0; i < ANALYSIS_LANES; i++) {
        fds[i] = (struct pollfd){.fd = analysis->lanes[i].fd, .events = POLLIN};
        some_idle = some_idle || (analysis->lanes[i].fd >= 0 && !analysis->lanes[i].asked);
    }
    fds[ANALYSIS_LANES] = (struct pollfd){.fd = analysis->word, .events = POLLIN};
    poll(fds, ANALYSIS_LANES + 1, some_idle ? IDLE_MS : -1);

    uint64_t words;
    if (fds[ANALYSIS_LANES].revents && read(analysis->word, &words, sizeof words) < 0)
        perror("eventfd");
    for (int i = 0; i < ANALYSIS_LANES; i++) {
        struct lane *lane = &analysis->lanes[i];
        if (lane->fd >= 0 && fds[i].revents)
            hear_solver(analysis, lane);
        else if (lane->fd >= 0 && !lane->asked && now_ms() - lane->begun_ms >= IDLE_MS)
            end_solver(analysis, lane, false);
    }
}

static void *run(void *argument)
{
    struct analysis *analysis = argument;
    while (give_tasks(analysis))
        wait_and_hear(analysis);
    for (int i = 0; i < ANALYSIS_LANES; i++) {
        struct lane *lane = &analysis->lanes[i];
        analysis_task_destroy(lane->asked);
        if (lane->fd >= 0)
            close(lane->fd);
    }
    return NULL;
}

static void refuse(const char *what)
{
    fprintf(stderr, "%s\n", what); /* as grave and as rare as exhausted memory */
    abort();
}

static void start_thread(struct analysis *analysis)
{
    /* Signals are for the owner's loop. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = pthread_create(&analysis->thread, NULL, run, analysis);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result != 0)
        refuse("no thread for the analysis");
}

struct analysis *analysis_create(size_t memory, void (*answered)(void *owner), void *owner)
{
    struct analysis *analysis = memory_zeroed(1, sizeof *analysis);
    analysis->answered = answered;
    analysis->owner = owner;
    solver_processes_start(&analysis->processes, memory);
    for (int i = 0; i < ANALYSIS_LANES; i++) {
        struct lane *lane = &analysis->lanes[i];
        lane->fd = -1;
        queue_init(&lane->starts);
        queue_init(&lane->checks);
        queue_init(&lane->matches);
    }
    queue_init(&analysis->answers);
    pthread_mutex_init(&analysis->mutex, NULL);
    analysis->word = eventfd(0, EFD_CLOEXEC);
    if (analysis->word < 0)
        refuse("no descriptor for the analysis");
    start_thread(analysis);
    return analysis;
}

static void wake(struct analysis *analysis)
{
    const uint64_t one = 1;
    if (write(analysis->word, &one, sizeof one) < 0)
        perror("eventfd");
}

void analysis_destroy(struct analysis *analysis)
{
    if (!analysis)
        return;
    pthread_mutex_lock(&analysis->mutex);
    analysis->stopping = true;
    pthread_mutex_unlock(&analysis->mutex);
    wake(analysis);
    pthread_join(analysis->thread, NULL);
    solver_processes_end(&analysis->processes);
    for (int i = 0; i < ANALYSIS_LANES; i++) {
        queue_clear(&analysis->lanes[i].starts);
        queue_clear(&analysis->lanes[i].checks);
        queue_clear(&analysis->lanes[i].matches);
    }
    queue_clear(&analysis->answers);
    close(analysis->word);
    pthread_mutex_destroy(&analysis->mutex);
    free(analysis);
}

/* --- the owner's --- */

void analysis_ask(struct analysis *analysis, struct analysis_task *task)
{
    assert(task->lane < ANALYSIS_LANES && task->rules && task->start);
    assert(task->kind != ANALYSIS_JUDGE || task->moves);
    struct lane *lane = &analysis->lanes[task->lane];
    pthread_mutex_lock(&analysis->mutex);
    if (task->kind == ANALYSIS_CHECK)
        queue_push_by_turn(&lane->checks, task);
    else
        queue_push(task->kind == ANALYSIS_START ? &lane->starts : &lane->matches, task);
    analysis->waiting++;
    pthread_mutex_unlock(&analysis->mutex);
    wake(analysis);
}

struct analysis_task *analysis_take(struct analysis *analysis)
{
    pthread_mutex_lock(&analysis->mutex);
    struct analysis_task *task = queue_pop(&analysis->answers);
    pthread_mutex_unlock(&analysis->mutex);
    return task;
}

size_t analysis_waiting(struct analysis *analysis)
{
    pthread_mutex_lock(&analysis->mutex);
    size_t waiting = analysis->waiting;
    pthread_mutex_unlock(&analysis->mutex);
    return waiting;
}
