#include "server/analysis/analysis.h"

#include "common/base/memory.h"
#include "common/judge/judge.h"
#include "common/judge/start.h"
#include "common/solver/solver_shelf.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    LOWEST_PRIORITY = 19,
    /* So long may a check keep the others waiting. */
    CHECK_MS_MAX = 10000,
};

/* First in, first out. */
struct queue {
    struct analysis_task *first, **end; /* where the next one is linked */
};

struct analysis {
    void (*answered)(void *owner);
    void *owner;
    pthread_t thread;
    struct solver_shelf *shelf; /* the thread's */
    int64_t checks_rest_ms;     /* the thread's: up to then a match goes before a check */

    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t changed;
    struct queue starts, checks, matches; /* to be answered */
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

/* --- a question on the thread --- */

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

struct asking {
    struct analysis *analysis;
    int64_t until_ms; /* of the monotonic clock */
};

static bool is_stopping(struct analysis *analysis)
{
    pthread_mutex_lock(&analysis->mutex);
    bool stopping = analysis->stopping;
    pthread_mutex_unlock(&analysis->mutex);
    return stopping;
}

static bool may_go_on(void *owner)
{
    const struct asking *asking = owner;
    return !is_stopping(asking->analysis) && now_ms() < asking->until_ms;
}

/* Where even the first starts take too long, so would all others. */
static void check_starts(struct analysis_task *task, struct solver *solver,
                         const struct starts *starts, const struct patience *patience)
{
    enum error_code code =
        starts_check(solver_rules(solver), solver, starts, task->seed, patience, &task->error);
    if (code == ERROR_DISCONNECTED)
        error_set(&task->error, ERROR_BAD_POSITION,
                  "to draw fair starts for %s takes more than %d s: they need other bounds",
                  solver_rules(solver)->text, CHECK_MS_MAX / 1000);
}

static void answer_starts(struct analysis_task *task, struct solver *solver,
                          const struct patience *patience)
{
    const struct rules *rules = solver_rules(solver);
    struct starts starts;
    if (starts_parse(rules, task->start, strlen(task->start), &starts, &task->error))
        return;
    if (task->kind == ANALYSIS_CHECK)
        check_starts(task, solver, &starts, patience);
    else
        start_draw(rules, solver, &starts, task->seed, task->index, patience, &task->result,
                   &task->error);
    starts_finish(&starts);
}

static void answer_with(struct analysis *analysis, struct analysis_task *task,
                        struct solver *solver)
{
    struct asking asking = {
        .analysis = analysis,
        .until_ms = task->kind == ANALYSIS_CHECK ? now_ms() + CHECK_MS_MAX : INT64_MAX,
    };
    struct patience patience = {.go_on = may_go_on, .owner = &asking};
    if (task->kind == ANALYSIS_JUDGE)
        judge_match(solver, task->start, task->moves, &patience, &task->result, &task->error);
    else
        answer_starts(task, solver, &patience);
}

static void answer(struct analysis *analysis, struct analysis_task *task)
{
    struct rules rules;
    task->error = (struct error){.code = ERROR_NONE};
    if (rules_parse(&rules, task->rules, strlen(task->rules), &task->error))
        return;
    struct solver *solver = solver_shelf_take(analysis->shelf, &rules);
    answer_with(analysis, task, solver);
    solver_shelf_give_back(analysis->shelf, solver);
}

/* --- the thread --- */

static struct queue *queue_of(struct analysis *analysis, enum analysis_kind kind)
{
    switch (kind) {
    case ANALYSIS_START:
        return &analysis->starts;
    case ANALYSIS_CHECK:
        return &analysis->checks;
    case ANALYSIS_JUDGE:
        break;
    }
    return &analysis->matches;
}

/* NULL: there is nothing to do. */
static struct analysis_task *choose_task(struct analysis *analysis)
{
    bool checks_rest = analysis->matches.first && now_ms() < analysis->checks_rest_ms;
    if (analysis->starts.first)
        return queue_pop(&analysis->starts);
    return queue_pop(analysis->checks.first && !checks_rest ? &analysis->checks
                                                            : &analysis->matches);
}

/* NULL: the thread is to end. */
static struct analysis_task *wait_for_task(struct analysis *analysis)
{
    struct analysis_task *task = NULL;
    pthread_mutex_lock(&analysis->mutex);
    while (!analysis->stopping && !(task = choose_task(analysis)))
        pthread_cond_wait(&analysis->changed, &analysis->mutex);
    pthread_mutex_unlock(&analysis->mutex);
    return task;
}

/* An answer that comes while the owner stops may be one that was given up: nobody gets to see it. */
static void hand_back(struct analysis *analysis, struct analysis_task *task)
{
    pthread_mutex_lock(&analysis->mutex);
    bool stopping = analysis->stopping;
    queue_push(&analysis->answers, task);
    analysis->waiting--;
    pthread_mutex_unlock(&analysis->mutex);
    if (!stopping)
        analysis->answered(analysis->owner);
}

/* In Linux the priority is each thread's own. Where it cannot be lowered the thread works all the same. */
static void lower_priority(void)
{
    setpriority(PRIO_PROCESS, (id_t)gettid(), LOWEST_PRIORITY);
}

static void *run(void *argument)
{
    struct analysis *analysis = argument;
    struct analysis_task *task;
    lower_priority();
    while ((task = wait_for_task(analysis))) {
        int64_t begun_ms = now_ms();
        answer(analysis, task);
        if (task->kind == ANALYSIS_CHECK)
            analysis->checks_rest_ms = now_ms() + (now_ms() - begun_ms);
        hand_back(analysis, task);
    }
    return NULL;
}

static void start_thread(struct analysis *analysis)
{
    /* Signals are for the owner's loop. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = pthread_create(&analysis->thread, NULL, run, analysis);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result != 0) {
        fputs("no thread for the analysis\n", stderr); /* as grave as no memory, and as rare */
        abort();
    }
}

struct analysis *analysis_create(void (*answered)(void *owner), void *owner)
{
    struct analysis *analysis = memory_zeroed(1, sizeof *analysis);
    analysis->answered = answered;
    analysis->owner = owner;
    analysis->shelf = solver_shelf_create(SOLVER_SHELF_MEMORY_MAX);
    queue_init(&analysis->starts);
    queue_init(&analysis->checks);
    queue_init(&analysis->matches);
    queue_init(&analysis->answers);
    pthread_mutex_init(&analysis->mutex, NULL);
    pthread_cond_init(&analysis->changed, NULL);
    start_thread(analysis);
    return analysis;
}

static void stop_thread(struct analysis *analysis)
{
    pthread_mutex_lock(&analysis->mutex);
    analysis->stopping = true;
    pthread_cond_signal(&analysis->changed);
    pthread_mutex_unlock(&analysis->mutex);
    pthread_join(analysis->thread, NULL);
}

void analysis_destroy(struct analysis *analysis)
{
    if (!analysis)
        return;
    stop_thread(analysis);
    queue_clear(&analysis->starts);
    queue_clear(&analysis->checks);
    queue_clear(&analysis->matches);
    queue_clear(&analysis->answers);
    solver_shelf_destroy(analysis->shelf);
    pthread_cond_destroy(&analysis->changed);
    pthread_mutex_destroy(&analysis->mutex);
    free(analysis);
}

/* --- the owner's --- */

void analysis_ask(struct analysis *analysis, struct analysis_task *task)
{
    pthread_mutex_lock(&analysis->mutex);
    queue_push(queue_of(analysis, task->kind), task);
    analysis->waiting++;
    pthread_cond_signal(&analysis->changed);
    pthread_mutex_unlock(&analysis->mutex);
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
