#include "common/base/memory.h"
#include "server/analysis/analysis.h"
#include "tests/suite.h"

#include <dirent.h>
#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

SUITE(analysis_thread, 60);

static void post(void *owner)
{
    sem_post(owner);
}

/* An analysis with the count of its answers. */
struct bench {
    struct analysis *analysis;
    sem_t answered;
};

static void bench_begin(struct bench *bench)
{
    sem_init(&bench->answered, 0, 0);
    bench->analysis = analysis_create(post, &bench->answered);
}

static void bench_end(struct bench *bench)
{
    analysis_destroy(bench->analysis);
    sem_destroy(&bench->answered);
}

static char *copy(const char *text)
{
    return memory_text(text, strlen(text));
}

static struct analysis_task *task_of(enum analysis_kind kind, const char *rules, const char *start)
{
    struct analysis_task *task = memory_zeroed(1, sizeof *task);
    task->kind = kind;
    task->rules = copy(rules);
    task->start = copy(start);
    task->moves = copy("");
    return task;
}

static void ask_match(struct bench *bench, int64_t number, const char *start, const char *moves)
{
    struct analysis_task *task = task_of(ANALYSIS_JUDGE, "nim", start);
    free(task->moves);
    task->moves = copy(moves);
    task->number = number;
    analysis_ask(bench->analysis, task);
}

/* Waits for an answer and takes it. */
static struct analysis_task *take(struct bench *bench)
{
    while (sem_wait(&bench->answered) != 0 && errno == EINTR)
        ;
    struct analysis_task *task = analysis_take(bench->analysis);
    cr_assert_not_null(task);
    return task;
}

static void expect_answer(struct bench *bench, int64_t number, enum error_code code,
                          const char *result)
{
    struct analysis_task *task = take(bench);
    cr_expect_eq(task->number, number);
    cr_expect_eq(task->error.code, code, "%s", task->error.message);
    cr_expect_str_eq(text_string(&task->result), result);
    analysis_task_destroy(task);
}

Test(analysis_thread, judges_matches_in_their_order)
{
    struct bench bench;
    bench_begin(&bench);
    ask_match(&bench, 1, "3+5+7", "3>2 5>4");
    ask_match(&bench, 2, "1+1", "1>0 1>0");
    expect_answer(&bench, 1, ERROR_NONE, "+3 0");
    expect_answer(&bench, 2, ERROR_NONE, "0 +1");
    cr_expect_eq(analysis_waiting(bench.analysis), 0);
    cr_expect_null(analysis_take(bench.analysis));
    bench_end(&bench);
}

Test(analysis_thread, tells_what_cannot_be_judged)
{
    struct bench bench;
    bench_begin(&bench);
    ask_match(&bench, 1, "3", "9>8");
    expect_answer(&bench, 1, ERROR_BAD_MOVE, "");
    analysis_ask(bench.analysis, task_of(ANALYSIS_JUDGE, "no such game", "3"));
    expect_answer(&bench, 0, ERROR_BAD_RULES, "");
    analysis_ask(bench.analysis, task_of(ANALYSIS_START, "nim", "fair:"));
    struct analysis_task *task = take(&bench);
    cr_expect_neq(task->error.code, ERROR_NONE);
    analysis_task_destroy(task);
    bench_end(&bench);
}

Test(analysis_thread, draws_starts_and_checks_them)
{
    struct bench bench;
    bench_begin(&bench);
    struct analysis_task *task = task_of(ANALYSIS_START, "nim", "4,5,6");
    task->index = 4;
    analysis_ask(bench.analysis, task);
    expect_answer(&bench, 0, ERROR_NONE, "5");
    analysis_ask(bench.analysis, task_of(ANALYSIS_CHECK, "nim", "fair:2:1-9"));
    expect_answer(&bench, 0, ERROR_NONE, "");
    analysis_ask(bench.analysis, task_of(ANALYSIS_CHECK, "nim", "fair:1:1-9"));
    expect_answer(&bench, 0, ERROR_BAD_POSITION, "");
    bench_end(&bench);
}

/* Answers wait at a gate, so that the tasks behind the first one pile up. */
static sem_t gate, at_gate;

static void pass_gate(void *owner)
{
    sem_post(&at_gate);
    sem_wait(&gate);
    post(owner);
}

Test(analysis_thread, starts_go_before_matches)
{
    struct bench bench;
    sem_init(&gate, 0, 0);
    sem_init(&at_gate, 0, 0);
    sem_init(&bench.answered, 0, 0);
    bench.analysis = analysis_create(pass_gate, &bench.answered);
    ask_match(&bench, 1, "1", "1>0");
    sem_wait(&at_gate); /* the first is answered, and the thread waits */
    ask_match(&bench, 2, "2", "2>0");
    struct analysis_task *start = task_of(ANALYSIS_START, "nim", "7");
    start->number = 3;
    analysis_ask(bench.analysis, start);
    cr_expect_eq(analysis_waiting(bench.analysis), 2);
    for (int i = 0; i < 3; i++)
        sem_post(&gate);
    expect_answer(&bench, 1, ERROR_NONE, "+1");
    expect_answer(&bench, 3, ERROR_NONE, "7");
    expect_answer(&bench, 2, ERROR_NONE, "+1");
    bench_end(&bench);
}

static void ask_check(struct bench *bench, int64_t number, const char *rules, const char *starts)
{
    struct analysis_task *task = task_of(ANALYSIS_CHECK, rules, starts);
    task->number = number;
    analysis_ask(bench->analysis, task);
}

Test(analysis_thread, after_a_check_that_takes_long_a_match_goes_before_the_next_one)
{
    struct bench bench;
    sem_init(&gate, 0, 0);
    sem_init(&at_gate, 0, 0);
    sem_init(&bench.answered, 0, 0);
    bench.analysis = analysis_create(pass_gate, &bench.answered);
    ask_check(&bench, 1, "take-away:50x,local", "fair:2-2:100000-150000");
    ask_check(&bench, 2, "nim", "fair:2:1-9");
    ask_match(&bench, 3, "2", "2>0");
    for (int i = 0; i < 3; i++)
        sem_post(&gate);
    struct analysis_task *task = take(&bench);
    cr_expect_eq(task->number, 1);
    analysis_task_destroy(task);
    expect_answer(&bench, 3, ERROR_NONE, "+1");
    expect_answer(&bench, 2, ERROR_NONE, "");
    bench_end(&bench);
}

enum { HEAPS = 1024, SIZE = 1000, TAKEN_DOWN = 400 };

/* Judging it takes seconds: heap after heap is taken down, one counter at a time. */
static struct analysis_task *long_match(void)
{
    struct text start = {0}, moves = {0};
    for (int heap = 0; heap < HEAPS; heap++)
        text_printf(&start, "%s%d", heap > 0 ? "+" : "", SIZE);
    for (int heap = 0; heap < TAKEN_DOWN; heap++) {
        for (int left = SIZE; left > 0; left--)
            text_printf(&moves, "%s%d>%d", moves.len > 0 ? " " : "", left, left - 1);
    }
    struct analysis_task *task = task_of(ANALYSIS_JUDGE, "nim", text_string(&start));
    free(task->moves);
    task->moves = moves.bytes;
    text_finish(&start);
    return task;
}

static int64_t now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

Test(analysis_thread, gives_up_what_is_under_way_when_it_is_destroyed)
{
    struct bench bench;
    bench_begin(&bench);
    ask_match(&bench, 1, "1", "1>0");
    for (int i = 0; i < 3; i++)
        analysis_ask(bench.analysis, long_match());
    expect_answer(&bench, 1, ERROR_NONE,
                  "+1"); /* it is at the first of the long ones, or soon will be */
    int64_t before_ms = now_ms();
    bench_end(&bench);
    cr_expect_lt(now_ms() - before_ms, 500);
}

/* The nice value of each thread but this one. */
static int niceness_of_the_other_thread(void)
{
    DIR *folder = opendir("/proc/self/task");
    const struct dirent *entry;
    int niceness = -100;
    cr_assert_not_null(folder);
    while ((entry = readdir(folder))) {
        int thread = atoi(entry->d_name);
        if (thread > 0 && thread != gettid())
            niceness = getpriority(PRIO_PROCESS, (id_t)thread);
    }
    closedir(folder);
    return niceness;
}

Test(analysis_thread, has_the_lowest_priority_and_leaves_that_of_others)
{
    struct bench bench;
    int before = getpriority(PRIO_PROCESS, 0);
    bench_begin(&bench);
    ask_match(&bench, 1, "1", "1>0");
    expect_answer(&bench, 1, ERROR_NONE, "+1"); /* by now the thread has begun */
    cr_expect_eq(niceness_of_the_other_thread(), 19);
    cr_expect_eq(getpriority(PRIO_PROCESS, 0), before);
    bench_end(&bench);
}
