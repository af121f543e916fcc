/* A match passes through three places: a queue of numbers; the reading of its record, one at a time, on the thread of the short
 * look-ups; and a lane of the analysis, which takes only a few matches at once because records can be long.
 *
 * The solver tries everything twice: first in the prompt lane within a small budget of processor time, and if that is too little
 * once again in the patient lane within a large one. Short answers therefore never wait for long ones. In each lane matches of
 * tournaments go first, and the time of the solver is shared out evenly among those who pay for it: the tournaments, and the
 * players of matches outside tournaments. */
#include "server/net/judging.h"

#include "common/base/memory.h"
#include "server/analysis/analysis.h"
#include "server/net/creation.h"
#include "server/net/log.h"
#include "server/net/worker.h"

#include <assert.h>
#include <stdlib.h>

enum {
    QUEUED_MAX =
        4096, /* of matches outside of tournaments; beyond it the longest share gives way */
    /* Matches of a lane whose records are in memory. A match outside tournaments is taken only while there is none, so that a
     * tournament waits for one of them at most. */
    AHEAD = 2,
    /* Budgets of processor time, of the first and of the second try: of what a tournament waits for, and of matches outside of
     * tournaments, which stay unjudged when they need more. */
    PROMPT_MS = 500,
    REQUIRED_MS = 60000,
    CHECK_MS = 10000,
    OPTIONAL_FIRST_MS = 100,
    OPTIONAL_MS = 10000,
};

/* A match that is to be judged. */
struct ended {
    int64_t match;
    int64_t payer; /* the number of a player; of a tournament: the negative number */
    bool is_again; /* the second try */
    struct ended *prev, *next;
};

/* The matches that one payer waits for in one lane. The payer who has used the least time is next: `due_us` begins with that of the
 * others, and grows with the time used. */
struct share {
    int64_t payer;
    int64_t due_us;
    struct ended *queue;
    size_t queued;
    size_t ahead; /* of this payer, being read or with the analysis */
    UT_hash_handle hh;
};

struct lane_queue {
    struct share *shares; /* those with matches, and those that are ahead of the others */
    int64_t
        now_us[2];   /* `due_us` of the share that was served last: of a player, of a tournament */
    size_t required; /* matches of tournaments in these shares */
    size_t ahead;
};

struct judging {
    struct server *server;
    struct analysis *analysis;
    struct lane_queue lanes[ANALYSIS_LANES];
    struct ended *asked;           /* those whose records are read, or that are with the analysis */
    size_t queued;                 /* in all shares */
    size_t optional;               /* of these, outside of tournaments */
    struct analysis_task *reading; /* whose record is being read; NULL: none */
    struct error error;            /* of the reading */
    struct worker_job work;
    bool is_closed;
};

/* On the analysis' thread. */
static void on_answered(void *owner)
{
    struct server *server = owner;
    assert(!uv_is_closing((uv_handle_t *)&server->analysis_word));
    uv_async_send(&server->analysis_word);
}

struct judging *judging_create(struct server *server, int64_t solver_memory)
{
    struct judging *judging = memory_zeroed(1, sizeof *judging);
    judging->server = server;
    judging->analysis = analysis_create((size_t)solver_memory, on_answered, server);
    return judging;
}

void judging_stop(struct judging *judging)
{
    analysis_destroy(judging->analysis);
    judging->analysis = NULL;
}

/* --- shares --- */

static bool is_optional(const struct ended *ended)
{
    return ended->payer > 0;
}

static bool is_tournament(const struct share *share)
{
    return share->payer < 0;
}

static enum analysis_lane lane_of(const struct ended *ended)
{
    return ended->is_again ? ANALYSIS_PATIENT : ANALYSIS_PROMPT;
}

static struct share *share_of(struct judging *judging, const struct ended *ended)
{
    struct lane_queue *lane = &judging->lanes[lane_of(ended)];
    struct share *share;
    HASH_FIND(hh, lane->shares, &ended->payer, sizeof ended->payer, share);
    if (share)
        return share;
    share = memory_zeroed(1, sizeof *share);
    share->payer = ended->payer;
    share->due_us = lane->now_us[is_tournament(share)];
    HASH_ADD(hh, lane->shares, payer, sizeof share->payer, share);
    return share;
}

static void drop_share(struct lane_queue *lane, struct share *share)
{
    HASH_DELETE(hh, lane->shares, share);
    free(share);
}

/* Takes a match out of the queue. It stays the caller's. */
static void take_out(struct judging *judging, struct share *share, struct ended *ended)
{
    DL_DELETE(share->queue, ended);
    share->queued--;
    judging->lanes[lane_of(ended)].required -= is_tournament(share);
    judging->queued--;
    judging->optional -= is_optional(ended);
}

static void enqueue(struct judging *judging, struct ended *ended)
{
    struct lane_queue *lane = &judging->lanes[lane_of(ended)];
    struct share *share = share_of(judging, ended);
    if (share->due_us < lane->now_us[is_tournament(share)])
        share->due_us = lane->now_us[is_tournament(share)];
    DL_APPEND(share->queue, ended);
    share->queued++;
    lane->required += is_tournament(share);
    judging->queued++;
    judging->optional += is_optional(ended);
}

/* Tournaments first, then the payer who has used the least time. */
static bool goes_before(const struct share *one, const struct share *other)
{
    if (is_tournament(one) != is_tournament(other))
        return is_tournament(one);
    return one->due_us < other->due_us;
}

/* The next match that the lane may take now, taken out of its queue; NULL: there is none. Forgets the payers who have nothing
 * there and are not ahead. */
static struct ended *dequeue(struct judging *judging, struct lane_queue *lane)
{
    struct share *share, *other, *next = NULL;
    if (lane->ahead >= (lane->required > 0 ? AHEAD : 1))
        return NULL;
    HASH_ITER (hh, lane->shares, share, other) {
        if (share->queued > 0 && (!next || goes_before(share, next)))
            next = share;
        else if (share->queued == 0 && share->ahead == 0 &&
                 share->due_us <= lane->now_us[is_tournament(share)])
            drop_share(lane, share);
    }
    if (!next)
        return NULL;
    struct ended *ended = next->queue;
    lane->now_us[is_tournament(next)] = next->due_us;
    take_out(judging, next, ended);
    DL_APPEND(judging->asked, ended);
    next->ahead++;
    lane->ahead++;
    return ended;
}

/* A match that dequeue() gave is back, and has used this much time of the solver. */
static void charge(struct judging *judging, struct ended *ended, int64_t used_us)
{
    struct share *share = share_of(judging, ended);
    DL_DELETE(judging->asked, ended);
    share->ahead--;
    share->due_us += used_us;
    judging->lanes[lane_of(ended)].ahead--;
}

/* The last match outside tournaments in the longest queue of a player. There is one. */
static struct ended *take_superfluous(struct judging *judging)
{
    struct share *share, *other, *longest = NULL;
    for (int i = 0; i < ANALYSIS_LANES; i++) {
        HASH_ITER (hh, judging->lanes[i].shares, share, other) {
            if (!is_tournament(share) && (!longest || share->queued > longest->queued))
                longest = share;
        }
    }
    assert(longest && longest->queued > 0);
    struct ended *ended = longest->queue->prev;
    take_out(judging, longest, ended);
    return ended;
}

static void free_all(struct ended *list)
{
    struct ended *ended, *next;
    DL_FOREACH_SAFE (list, ended, next)
        free(ended);
}

void judging_destroy(struct judging *judging)
{
    for (int i = 0; i < ANALYSIS_LANES; i++) {
        struct share *share, *other;
        HASH_ITER (hh, judging->lanes[i].shares, share, other) {
            free_all(share->queue);
            drop_share(&judging->lanes[i], share);
        }
    }
    free_all(judging->asked);
    free(judging);
}

void judging_close(struct judging *judging)
{
    judging->is_closed = true;
}

size_t judging_waiting(const struct judging *judging)
{
    size_t waiting = judging->queued;
    for (int i = 0; i < ANALYSIS_LANES; i++)
        waiting += judging->lanes[i].ahead;
    return waiting;
}

/* The first try. */
static struct analysis_task *task_create(enum analysis_kind kind, int64_t number)
{
    struct analysis_task *task = memory_zeroed(1, sizeof *task);
    task->kind = kind;
    task->number = number;
    task->lane = ANALYSIS_PROMPT;
    task->budget_ms = PROMPT_MS;
    return task;
}

/* --- matches --- */

/* Takes the match. */
static void leave_unjudged(struct judging *judging, struct ended *ended, enum statistic why)
{
    int64_t match = ended->match;
    free(ended);
    statistics_count(&judging->server->statistics, why);
    hall_match_judged(judging->server->hall, match, NULL);
}

static void log_unjudged(int64_t match, const struct error *error)
{
    log_warn("not-judged", log_int("match", match), log_text("reason", error->message));
}

/* On the thread of the short look-ups. */
static void read_record(void *owner)
{
    struct judging *judging = owner;
    struct analysis_task *task = judging->reading;
    struct store_record record = {0};
    store_reader_record(judging->server->lanes[LANE_SHORT].reader, task->number, &record,
                        &judging->error);
    task->rules = record.rules;
    task->start = record.start;
    task->moves = record.moves;
}

static void begin_next(struct judging *judging);

static void on_record(void *owner, bool has_run)
{
    struct judging *judging = owner;
    struct analysis_task *task = judging->reading;
    struct ended *ended = task->owner;
    judging->reading = NULL;
    if (judging->is_closed || !has_run) {
        analysis_task_destroy(task);
        return;
    }
    server_set_time(judging->server);
    if (judging->error.code) {
        log_unjudged(task->number, &judging->error);
        charge(judging, ended, 0);
        leave_unjudged(judging, ended, STATISTIC_UNJUDGED);
        analysis_task_destroy(task);
    } else {
        analysis_ask(judging->analysis, task);
    }
    begin_next(judging);
}

static void begin_next(struct judging *judging)
{
    struct ended *ended = NULL;
    if (judging->reading || judging->is_closed)
        return;
    for (int i = 0; i < ANALYSIS_LANES && !ended; i++)
        ended = dequeue(judging, &judging->lanes[i]);
    if (!ended)
        return;
    struct analysis_task *task = task_create(ANALYSIS_JUDGE, ended->match);
    task->owner = ended;
    task->lane = lane_of(ended);
    if (is_optional(ended))
        task->budget_ms = ended->is_again ? OPTIONAL_MS : OPTIONAL_FIRST_MS;
    else
        task->budget_ms = ended->is_again ? REQUIRED_MS : PROMPT_MS;
    judging->reading = task;
    judging->error.code = ERROR_NONE;
    judging->work = (struct worker_job){.run = read_record, .done = on_record, .owner = judging};
    worker_add(judging->server->lanes[LANE_SHORT].worker, &judging->work);
}

void judging_match(struct server *server, struct message *message)
{
    struct judging *judging = server->judgement;
    struct ended *ended = memory_zeroed(1, sizeof *ended);
    ended->match = message->judge.match;
    ended->payer = message->judge.tournament ? -message->judge.tournament : message->judge.player;
    message_destroy(message);
    enqueue(judging, ended);
    if (judging->optional > QUEUED_MAX)
        leave_unjudged(judging, take_superfluous(judging), STATISTIC_LEFT_OUT);
    begin_next(judging);
}

static void hear_marks(struct judging *judging, const struct analysis_task *task)
{
    struct ended *ended = task->owner;
    charge(judging, ended, task->used_us);
    if (!task->error.code) {
        statistics_count(&judging->server->statistics, STATISTIC_JUDGED);
        free(ended);
        hall_match_judged(judging->server->hall, task->number, text_string(&task->result));
    } else if (task->is_beyond && !ended->is_again) {
        ended->is_again = true;
        enqueue(judging, ended);
    } else if (task->is_beyond && is_optional(ended)) {
        leave_unjudged(judging, ended, STATISTIC_LEFT_OUT);
    } else {
        log_unjudged(task->number, &task->error);
        leave_unjudged(judging, ended, STATISTIC_UNJUDGED);
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

/* Is the answer that it takes more than the first try allows? Then it is asked again. */
static bool is_asked_again(struct judging *judging, struct analysis_task *task)
{
    if (task->kind == ANALYSIS_JUDGE || !task->is_beyond || task->lane == ANALYSIS_PATIENT)
        return false;
    task->lane = ANALYSIS_PATIENT;
    task->budget_ms = task->kind == ANALYSIS_CHECK ? CHECK_MS : REQUIRED_MS;
    task->is_beyond = false;
    task->error.code = ERROR_NONE;
    analysis_ask(judging->analysis, task);
    return true;
}

/* Where even the first starts are beyond the solver's limits, all others would be, too. */
static void hear_check(struct judging *judging, struct analysis_task *task)
{
    struct error cause = task->error;
    if (task->is_beyond)
        error_set(&task->error, ERROR_BAD_POSITION,
                  "fair starts for %s cannot be drawn, they need other bounds: %s", task->rules,
                  cause.message);
    creation_checked(judging->server, task->number, &task->error);
}

static void hear(struct judging *judging, struct analysis_task *task)
{
    switch (task->kind) {
    case ANALYSIS_JUDGE:
        hear_marks(judging, task);
        break;
    case ANALYSIS_START:
        hear_start(judging, task);
        break;
    case ANALYSIS_CHECK:
        hear_check(judging, task);
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
        if (is_asked_again(judging, task))
            continue;
        hear(judging, task);
        analysis_task_destroy(task);
    }
}
