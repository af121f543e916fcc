/* A match goes through three places: a queue of numbers, as long as it may be; then its record is read, one at a time, on a thread
 * of the pool; then it waits for the solver, with a few others only, because records can be long. */
#include "server/net/judging.h"

#include "common/base/memory.h"
#include "server/analysis/analysis.h"
#include "server/net/creation.h"
#include "server/net/log.h"

#include <stdlib.h>

enum {
    QUEUED_MAX = 4096, /* of matches that may be left unjudged */
    AHEAD = 8,         /* matches whose records are in memory */
};

/* A match that is to be judged. */
struct ended {
    int64_t match;
    struct ended *prev, *next;
};

struct judging {
    struct server *server;
    struct analysis *analysis;
    struct ended *required, *optional; /* those of tournaments go first */
    size_t queued;                     /* in both */
    size_t ahead;                      /* being read, or with the analysis */
    struct analysis_task *reading;     /* whose record is being read; NULL: none */
    struct error error;                /* of the reading */
    uv_work_t work;
    bool is_closed;
};

/* On the analysis' thread. */
static void on_answered(void *owner)
{
    struct server *server = owner;
    uv_async_send(&server->analysis_word);
}

struct judging *judging_create(struct server *server)
{
    struct judging *judging = memory_zeroed(1, sizeof *judging);
    judging->server = server;
    judging->work.data = judging;
    judging->analysis = analysis_create(on_answered, server);
    return judging;
}

static void forget(struct judging *judging, struct ended **queue, struct ended *ended)
{
    DL_DELETE(*queue, ended);
    judging->queued--;
    free(ended);
}

void judging_stop(struct judging *judging)
{
    analysis_destroy(judging->analysis);
    judging->analysis = NULL;
}

void judging_destroy(struct judging *judging)
{
    while (judging->required)
        forget(judging, &judging->required, judging->required);
    while (judging->optional)
        forget(judging, &judging->optional, judging->optional);
    free(judging);
}

void judging_close(struct judging *judging)
{
    judging->is_closed = true;
    if (judging->reading)
        uv_cancel((uv_req_t *)&judging->work); /* fails harmlessly when it has begun */
}

size_t judging_waiting(const struct judging *judging)
{
    return judging->queued + judging->ahead;
}

static struct analysis_task *task_create(enum analysis_kind kind, int64_t number)
{
    struct analysis_task *task = memory_zeroed(1, sizeof *task);
    task->kind = kind;
    task->number = number;
    return task;
}

/* --- matches --- */

static void unjudged(struct judging *judging, int64_t match, enum statistic why)
{
    statistics_count(&judging->server->statistics, why);
    hall_match_judged(judging->server->hall, match, NULL);
}

static void log_unjudged(int64_t match, const struct error *error)
{
    log_warn("not-judged", log_int("match", match), log_text("reason", error->message));
}

/* On a thread of the pool. */
static void read_record(uv_work_t *work)
{
    struct judging *judging = work->data;
    struct server *server = judging->server;
    struct analysis_task *task = judging->reading;
    struct store_record record = {0};
    uv_mutex_lock(&server->reader_lock);
    store_reader_record(server->reader, task->number, &record, &judging->error);
    uv_mutex_unlock(&server->reader_lock);
    task->rules = record.rules;
    task->start = record.start;
    task->moves = record.moves;
}

static void begin_next(struct judging *judging);

static void on_record(uv_work_t *work, int status)
{
    struct judging *judging = work->data;
    struct analysis_task *task = judging->reading;
    judging->reading = NULL;
    if (judging->is_closed || status == UV_ECANCELED) {
        analysis_task_destroy(task);
        return;
    }
    server_set_time(judging->server);
    if (judging->error.code) {
        log_unjudged(task->number, &judging->error);
        judging->ahead--;
        unjudged(judging, task->number, STATISTIC_UNJUDGED);
        analysis_task_destroy(task);
    } else {
        analysis_ask(judging->analysis, task);
    }
    begin_next(judging);
}

static void begin_next(struct judging *judging)
{
    struct ended **queue = judging->required ? &judging->required : &judging->optional;
    if (!*queue || judging->reading || judging->ahead >= AHEAD || judging->is_closed)
        return;
    judging->reading = task_create(ANALYSIS_JUDGE, (*queue)->match);
    judging->error.code = ERROR_NONE;
    judging->ahead++;
    forget(judging, queue, *queue);
    uv_queue_work(&judging->server->loop, &judging->work, read_record, on_record);
}

void judging_match(struct server *server, struct message *message)
{
    struct judging *judging = server->judgement;
    struct ended **queue = message->judge.is_optional ? &judging->optional : &judging->required;
    if (message->judge.is_optional && judging->queued >= QUEUED_MAX) {
        unjudged(judging, message->judge.match, STATISTIC_LEFT_OUT);
    } else {
        struct ended *ended = memory_zeroed(1, sizeof *ended);
        ended->match = message->judge.match;
        DL_APPEND(*queue, ended);
        judging->queued++;
        begin_next(judging);
    }
    message_destroy(message);
}

static void hear_marks(struct judging *judging, const struct analysis_task *task)
{
    judging->ahead--;
    if (task->error.code) {
        log_unjudged(task->number, &task->error);
        unjudged(judging, task->number, STATISTIC_UNJUDGED);
    } else {
        statistics_count(&judging->server->statistics, STATISTIC_JUDGED);
        hall_match_judged(judging->server->hall, task->number, text_string(&task->result));
    }
    begin_next(judging);
}

/* --- starts --- */

static char *taken(char **text)
{
    char *bytes = *text;
    *text = NULL;
    return bytes;
}

void judging_draw_start(struct server *server, struct message *message)
{
    struct analysis_task *task = task_create(ANALYSIS_START, message->draw_start.tournament);
    task->index = message->draw_start.index;
    task->seed = (uint64_t)message->draw_start.seed;
    task->rules = taken(&message->draw_start.rules);
    task->start = taken(&message->draw_start.starts);
    message_destroy(message);
    analysis_ask(server->judgement->analysis, task);
}

static void hear_start(struct judging *judging, const struct analysis_task *task)
{
    bool is_drawn = !task->error.code;
    if (!is_drawn)
        log_warn("no-start", log_int("tournament", task->number),
                 log_text("reason", task->error.message));
    hall_start_drawn(judging->server->hall, task->number, task->index,
                     is_drawn ? text_string(&task->result) : NULL,
                     is_drawn ? NULL : task->error.message);
}

void judging_check_starts(struct server *server, int64_t creation,
                          const struct hall_tournament_plan *plan)
{
    struct analysis_task *task = task_create(ANALYSIS_CHECK, creation);
    task->seed = (uint64_t)plan->seed;
    task->rules = memory_text(plan->rules.bytes, plan->rules.len);
    task->start = memory_text(plan->starts.bytes, plan->starts.len);
    analysis_ask(server->judgement->analysis, task);
}

/* --- answers --- */

static void hear(struct judging *judging, const struct analysis_task *task)
{
    switch (task->kind) {
    case ANALYSIS_JUDGE:
        hear_marks(judging, task);
        break;
    case ANALYSIS_START:
        hear_start(judging, task);
        break;
    case ANALYSIS_CHECK:
        creation_checked(judging->server, task->number, &task->error);
        break;
    }
}

void judging_on_word(uv_async_t *async)
{
    struct server *server = async->data;
    struct judging *judging = server->judgement;
    struct analysis_task *task;
    if (judging->is_closed)
        return;
    server_set_time(server);
    while ((task = analysis_take(judging->analysis))) {
        hear(judging, task);
        analysis_task_destroy(task);
    }
}
