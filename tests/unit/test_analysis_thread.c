#include "common/base/memory.h"
#include "server/analysis/solver_process.h"
#include "tests/suite.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
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

enum { MIB = 1 << 20, MEMORY = 64 * MIB };

static void bench_begin(struct bench *bench)
{
    sem_init(&bench->answered, 0, 0);
    bench->analysis = analysis_create(MEMORY, post, &bench->answered);
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
    bench.analysis = analysis_create(MEMORY, pass_gate, &bench.answered);
    ask_match(&bench, 1, "1", "1>0");
    sem_wait(&at_gate); /* the first is answered, and no other is asked */
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
    bench.analysis = analysis_create(MEMORY, pass_gate, &bench.answered);
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

Test(analysis_thread, checks_are_asked_by_their_turns)
{
    static const int64_t turns[] = {2, 1, 3, 1}, order[] = {2, 4, 1, 3};
    struct bench bench;
    sem_init(&gate, 0, 0);
    sem_init(&at_gate, 0, 0);
    sem_init(&bench.answered, 0, 0);
    bench.analysis = analysis_create(MEMORY, pass_gate, &bench.answered);
    ask_check(&bench, 0, "nim", "fair:2:1-9");
    sem_wait(&at_gate); /* no other is asked until the gate opens */
    for (int i = 0; i < 4; i++) {
        struct analysis_task *task = task_of(ANALYSIS_CHECK, "nim", "fair:2:1-9");
        task->number = i + 1;
        task->turn = turns[i];
        analysis_ask(bench.analysis, task);
    }
    for (int i = 0; i < 5; i++)
        sem_post(&gate);
    expect_answer(&bench, 0, ERROR_NONE, "");
    for (int i = 0; i < 4; i++)
        expect_answer(&bench, order[i], ERROR_NONE, "");
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

/* Making the table takes seconds, within one question to the solver. */
static struct analysis_task *match_with_long_table(void)
{
    struct text rules = {0};
    text_append_string(&rules, "octal:0.");
    for (int digit = 0; digit < 240; digit++)
        text_append_char(&rules, digit % 2 ? '7' : '6');
    struct analysis_task *task = task_of(ANALYSIS_JUDGE, text_string(&rules), "65536");
    free(task->moves);
    task->moves = copy("65536>65534");
    text_finish(&rules);
    return task;
}

static void expect_end_at_once(struct bench *bench)
{
    int64_t before_ms = now_ms();
    bench_end(bench);
    cr_expect_lt(now_ms() - before_ms, 2000);
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
    expect_end_at_once(&bench);
}

Test(analysis_thread, gives_up_a_table_under_way_when_it_is_destroyed)
{
    struct bench bench;
    bench_begin(&bench);
    ask_match(&bench, 1, "1", "1>0");
    analysis_ask(bench.analysis, match_with_long_table());
    expect_answer(&bench, 1, ERROR_NONE, "+1");
    expect_end_at_once(&bench);
}

/* --- budgets --- */

static void expect_beyond(struct bench *bench, const char *reason)
{
    struct analysis_task *task = take(bench);
    cr_expect_eq(task->error.code, ERROR_LIMIT_REACHED, "%s", task->error.message);
    cr_expect(strstr(task->error.message, reason) != NULL, "%s", task->error.message);
    cr_expect(task->is_beyond);
    cr_expect_eq(task->result.len, 0);
    analysis_task_destroy(task);
}

Test(analysis_thread, a_question_ends_with_its_processor_time_also_within_a_table)
{
    struct analysis_task *(*const makers[])(void) = {long_match, match_with_long_table};
    struct bench bench;
    bench_begin(&bench);
    for (int i = 0; i < 2; i++) {
        struct analysis_task *task = makers[i]();
        task->budget_ms = 50;
        analysis_ask(bench.analysis, task);
        ask_match(&bench, 2, "1+1", "1>0 1>0");
        expect_beyond(&bench, "more than 50 ms of processor time");
        expect_answer(&bench, 2, ERROR_NONE, "0 +1"); /* the next one has its own */
    }
    bench_end(&bench);
}

/* Needs a table of 8 bytes for each pair of heaps up to this size. */
static void ask_large(struct bench *bench, int64_t number, enum analysis_lane lane, int factor,
                      int heap)
{
    char rules[64], start[64], moves[64];
    snprintf(rules, sizeof rules, "take-away:%dx,global", factor);
    snprintf(start, sizeof start, "%d+%d", heap, heap);
    snprintf(moves, sizeof moves, "%d>%d", heap, heap - 1);
    struct analysis_task *task = task_of(ANALYSIS_JUDGE, rules, start);
    free(task->moves);
    task->moves = copy(moves);
    task->number = number;
    task->lane = lane;
    analysis_ask(bench->analysis, task);
}

static void expect_marks(struct bench *bench, int64_t number)
{
    struct analysis_task *task = take(bench);
    cr_expect_eq(task->number, number);
    cr_expect_eq(task->error.code, ERROR_NONE, "%s", task->error.message);
    cr_expect_gt(task->result.len, 0);
    analysis_task_destroy(task);
}

Test(analysis_thread, a_question_ends_with_the_memory_of_its_lane)
{
    struct bench bench;
    if (!solver_memory_is_limited)
        cr_skip_test("under a sanitizer");
    bench_begin(&bench);
    ask_large(&bench, 1, ANALYSIS_PROMPT, 3, 2000); /* 32 MB, and the lane has 16 MiB of 64 */
    expect_beyond(&bench, "more than 16 MiB of memory");
    ask_large(&bench, 2, ANALYSIS_PATIENT, 3, 2000);
    expect_marks(&bench, 2);
    bench_end(&bench);
}

Test(analysis_thread, tables_that_were_kept_make_room)
{
    struct bench bench;
    bench_begin(&bench);
    for (int factor = 3; factor < 7; factor++) {
        ask_large(&bench, factor, ANALYSIS_PATIENT, factor, factor % 2 ? 1500 : 2000);
        expect_marks(&bench, factor);
    }
    bench_end(&bench);
}

Test(analysis_thread, a_prompt_answer_does_not_wait_for_a_patient_one)
{
    struct bench bench;
    bench_begin(&bench);
    struct analysis_task *task = long_match();
    task->lane = ANALYSIS_PATIENT;
    task->number = 1;
    analysis_ask(bench.analysis, task);
    ask_match(&bench, 2, "1", "1>0");
    expect_answer(&bench, 2, ERROR_NONE, "+1");
    bench_end(&bench);
}

/* --- processes --- */

/* The processes that `parent` has forked; returns their number. */
static int list_children(pid_t parent, pid_t ret_children[8])
{
    char path[64];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    while (count < 8 && fscanf(file, "%d", &ret_children[count]) == 1)
        count++;
    fclose(file);
    return count;
}

Test(analysis_thread, solvers_have_low_priorities)
{
    struct bench bench;
    pid_t parent[8], solvers[8];
    int before = getpriority(PRIO_PROCESS, 0);
    bench_begin(&bench);
    ask_match(&bench, 1, "1", "1>0");
    expect_answer(&bench, 1, ERROR_NONE, "+1"); /* by now the prompt one has begun */
    struct analysis_task *task = task_of(ANALYSIS_JUDGE, "nim", "1");
    task->lane = ANALYSIS_PATIENT;
    analysis_ask(bench.analysis, task);
    expect_answer(&bench, 0, ERROR_NONE, "");
    cr_assert_eq(list_children(getpid(), parent), 1);
    cr_assert_eq(list_children(parent[0], solvers), 2);
    cr_expect_eq(getpriority(PRIO_PROCESS, (id_t)solvers[0]), 15);
    cr_expect_eq(getpriority(PRIO_PROCESS, (id_t)solvers[1]), 19);
    cr_expect_eq(getpriority(PRIO_PROCESS, 0), before);
    bench_end(&bench);
    cr_expect_eq(list_children(getpid(), parent), 0);
}

/* The parent of the solvers, and the only solver, which has answered something. */
static void find_solver(struct bench *bench, pid_t *ret_parent, pid_t *ret_solver)
{
    pid_t parents[8], solvers[8];
    ask_match(bench, 1, "1", "1>0");
    expect_answer(bench, 1, ERROR_NONE, "+1");
    cr_assert_eq(list_children(getpid(), parents), 1);
    cr_assert_eq(list_children(parents[0], solvers), 1);
    *ret_parent = parents[0];
    *ret_solver = solvers[0];
}

Test(analysis_thread, the_question_of_a_solver_that_is_killed_is_asked_once_more)
{
    struct bench bench;
    pid_t parent, solver;
    bench_begin(&bench);
    find_solver(&bench, &parent, &solver);
    kill(solver, SIGSTOP);
    ask_match(&bench, 2, "1+1", "1>0 1>0");
    kill(solver, SIGKILL);
    expect_answer(&bench, 2, ERROR_NONE, "0 +1");
    bench_end(&bench);
}

Test(analysis_thread, a_question_that_ends_two_solvers_is_given_up)
{
    struct bench bench;
    pid_t parent, solver, solvers[8];
    bench_begin(&bench);
    find_solver(&bench, &parent, &solver);
    analysis_ask(bench.analysis, match_with_long_table());
    kill(solver, SIGKILL);
    while (list_children(parent, solvers) == 0 || solvers[0] == solver)
        ;
    kill(solvers[0], SIGKILL);
    struct analysis_task *task = take(&bench);
    cr_expect_eq(task->error.code, ERROR_INTERNAL);
    cr_expect_eq(task->is_beyond, false);
    analysis_task_destroy(task);
    ask_match(&bench, 2, "1", "1>0");
    expect_answer(&bench, 2, ERROR_NONE, "+1");
    bench_end(&bench);
}

Test(analysis_thread, without_the_parent_the_reason_says_what_to_do)
{
    struct bench bench;
    pid_t parent, solver;
    bench_begin(&bench);
    find_solver(&bench, &parent, &solver);
    kill(solver, SIGSTOP); /* it could answer once more before it ends with its parent */
    kill(parent, SIGKILL);
    ask_match(&bench, 2, "1", "1>0");
    struct analysis_task *task = take(&bench);
    cr_expect_eq(task->error.code, ERROR_INTERNAL);
    cr_expect_str_eq(task->error.message,
                     "the process that starts the solvers has ended: start the server again");
    analysis_task_destroy(task);
    bench_end(&bench);
}

/* A terminal's Ctrl-C and a service manager's SIGTERM reach all processes; the server needs its
 * solvers until it has ended. */
Test(analysis_thread, signals_that_end_the_server_do_not_end_its_solvers)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct bench bench;
    pid_t parent, solver, solvers[8];
    bench_begin(&bench);
    find_solver(&bench, &parent, &solver);
    for (int i = 0; i < 3; i++) {
        kill(solver, numbers[i]);
        kill(parent, numbers[i]);
    }
    ask_match(&bench, 2, "1", "1>0");
    expect_answer(&bench, 2, ERROR_NONE, "+1");
    cr_assert_eq(list_children(parent, solvers), 1);
    cr_expect_eq(solvers[0], solver);
    bench_end(&bench);
}

static void read_file(pid_t pid, const char *name, char *ret_bytes, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    cr_assert_not_null(fgets(ret_bytes, (int)size, file));
    fclose(file);
}

Test(analysis_thread, an_operator_can_tell_the_processes_and_the_kernel_kills_a_solver_first)
{
    struct bench bench;
    pid_t parent, solver;
    char text[32];
    bench_begin(&bench);
    find_solver(&bench, &parent, &solver);
    read_file(parent, "comm", text, sizeof text);
    cr_expect_str_eq(text, "solver-parent\n");
    read_file(solver, "comm", text, sizeof text);
    cr_expect_str_eq(text, "solver-prompt\n");
    read_file(solver, "oom_score_adj", text, sizeof text);
    cr_expect_str_eq(text, "500\n");
    bench_end(&bench);
}
