/* A match passes through three stages: a queue of numbers; the reading of its record, one at a
 * time, on the thread of the short look-ups; and a lane of the analysis, which takes only a few
 * matches at once because records can be long.
 *
 * The solver tries each task first in the prompt lane, with a small budget of processor time, and
 * if that is exceeded once more in the patient lane, with a large one. So short answers never wait
 * for long ones.
 *
 * In each lane matches of tournaments go first, and the tournaments share the solver's time evenly.
 * The time for all other matches is shared evenly among addresses, and the time of an address
 * evenly among its players. A match counts for its first player, at the address of that player's
 * last session. As with the loop's time, accounts and guests are treated alike, and the loopback is
 * an address like any other. All players who have not come back since the start, so without a known
 * address, count as one address. */
#include "server/service/judging.h"

#include "common/base/memory.h"
#include "server/analysis/analysis.h"
#include "server/base/log.h"
#include "server/service/service_parts.h"
#include "server/service/worker.h"
#include "server/store/store.h"

#include <assert.h>
#include <stdlib.h>
#include <uthash.h>
#include <utlist.h>

enum {
    /* The limit of queued matches outside tournaments. Beyond it one match is left out: of the
     * address with the most matches, and there of the player with the most. */
    QUEUED_MAX = 4096,
    /* Matches of a lane whose records are in memory. A match outside tournaments is taken only
     * while there is no other, so a tournament waits for at most one of them. */
    AHEAD = 2,
    /* Budgets of processor time for the first and the second try: for tournaments, which wait for
     * the result, and for other matches, which stay unjudged when they need more. */
    PROMPT_MS = 500,
    REQUIRED_MS = 60000,
    OPTIONAL_FIRST_MS = 100,
    OPTIONAL_MS = 10000,
    /* The same for the check of requested starts. */
    CHECK_FIRST_MS = 100,
    CHECK_MS = 10000,
    /* A match of a tournament stays unjudged after so many reads that have failed, with a rest
     * after each: half an hour, or more where others wait, too. A failed read counts as so much of
     * the solver's time, so that one bad record does not hold up the rest. */
    READS_MAX = 3600,
    FAILED_READ_MS = 500,
};

/* A match to judge. */
struct ended {
    int64_t match;
    int64_t tournament; /* 0: none */
    uint64_t address;   /* 0: not known */
    int64_t player;
    bool is_again;       /* the second try */
    int failed_reads;    /* of its record */
    struct share *share; /* of its tournament or player, until the try is over */
    struct ended *prev, *next;
};

/* A share of a lane's time, split evenly among its parts: the part that has used the least time is
 * next. `due_us` of a new part starts at the others' level, and grows with the time used. */
struct share {
    uint64_t number; /* of a tournament, an address or a player */
    int64_t due_us;
    size_t queued;
    size_t ahead; /* matches that are being read, or are with the analysis */
    struct share *parent;
    struct share *parts; /* NULL for a tournament or a player */
    int64_t now_us;      /* `due_us` of the part that was served last */
    struct ended *queue; /* of a tournament or a player */
    UT_hash_handle hh;
};

struct lane_queue {
    struct share tournaments;
    struct share others; /* its parts are addresses, whose parts are players */
};

struct judging {
    struct service *service;
    starts_checked *on_checked;
    struct analysis *analysis;
    struct lane_queue lanes[ANALYSIS_LANES];
    struct ended *asked; /* matches whose records are being read, or that are with the analysis */
    struct analysis_task *reading; /* the task whose record is being read; NULL: none */
    struct error error;            /* of the reading */
    struct worker_job work;
    bool rests; /* nothing is read until judging_end_rest() */
    bool is_closed;
};

/* Called on the analysis' thread. */
static void on_analysis_answered(void *owner)
{
    struct service *service = owner;
    assert(!uv_is_closing((uv_handle_t *)&service->analysis_word));
    uv_async_send(&service->analysis_word);
}

struct judging *judging_create(struct service *service, int64_t solver_memory,
                               starts_checked *on_checked)
{
    struct judging *judging = memory_zeroed(1, sizeof *judging);
    judging->service = service;
    judging->on_checked = on_checked;
    judging->analysis = analysis_create((size_t)solver_memory, on_analysis_answered, service);
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
    return ended->tournament == 0;
}

static enum analysis_lane lane_of(const struct ended *ended)
{
    return ended->is_again ? ANALYSIS_PATIENT : ANALYSIS_PROMPT;
}

/* Finds or creates the part with this number. */
static struct share *part_of(struct share *share, uint64_t number)
{
    struct share *part;
    HASH_FIND(hh, share->parts, &number, sizeof number, part);
    if (!part) {
        part = memory_zeroed(1, sizeof *part);
        part->number = number;
        part->parent = share;
        HASH_ADD(hh, share->parts, number, sizeof part->number, part);
    }
    if (part->due_us < share->now_us)
        part->due_us = share->now_us;
    return part;
}

static void drop_parts(struct share *share);

static void drop_part(struct share *part)
{
    struct ended *ended, *next;
    DL_FOREACH_SAFE (part->queue, ended, next)
        free(ended);
    drop_parts(part);
    HASH_DELETE(hh, part->parent->parts, part);
    free(part);
}

static void drop_parts(struct share *share)
{
    while (share->parts)
        drop_part(share->parts);
    share->now_us = 0;
}

static void queue_match(struct judging *judging, struct ended *ended)
{
    struct lane_queue *lane = &judging->lanes[lane_of(ended)];
    if (is_optional(ended))
        ended->share = part_of(part_of(&lane->others, ended->address), (uint64_t)ended->player);
    else
        ended->share = part_of(&lane->tournaments, (uint64_t)ended->tournament);
    DL_APPEND(ended->share->queue, ended);
    for (struct share *share = ended->share; share; share = share->parent)
        share->queued++;
}

/* Removes a match from its queue; the caller owns it. */
static void unqueue(struct ended *ended)
{
    DL_DELETE(ended->share->queue, ended);
    for (struct share *share = ended->share; share; share = share->parent)
        share->queued--;
}

/* The part that has used the least time, of those with queued matches; there must be one. Drops
 * parts that have no matches and have caught up with the others. */
static struct share *next_part(struct share *share)
{
    struct share *part, *other, *next = NULL;
    HASH_ITER (hh, share->parts, part, other) {
        if (part->queued > 0 && (!next || part->due_us < next->due_us))
            next = part;
        else if (part->queued == 0 && part->ahead == 0 && part->due_us <= share->now_us)
            drop_part(part);
    }
    assert(next);
    share->now_us = next->due_us;
    return next;
}

/* Removes the next match that the lane may take now from its queue; NULL: there is none. */
static struct ended *take_ended(struct judging *judging, struct lane_queue *lane)
{
    struct share *share = lane->tournaments.queued > 0 ? &lane->tournaments : &lane->others;
    size_t ahead = lane->tournaments.ahead + lane->others.ahead;
    if (share->queued == 0 || ahead >= (lane->tournaments.queued > 0 ? AHEAD : 1))
        return NULL;
    while (!share->queue)
        share = next_part(share);
    struct ended *ended = share->queue;
    unqueue(ended);
    DL_APPEND(judging->asked, ended);
    for (; share; share = share->parent)
        share->ahead++;
    return ended;
}

/* Ends the try of a match from take_ended(), and charges its shares for the solver's time. A share
 * without matches drops its parts with their used time: there was time for all of them. */
static void charge_shares(struct judging *judging, struct ended *ended, int64_t used_us)
{
    DL_DELETE(judging->asked, ended);
    for (struct share *share = ended->share; share; share = share->parent) {
        share->ahead--;
        share->due_us += used_us;
        if (share->queued == 0 && share->ahead == 0)
            drop_parts(share);
    }
    ended->share = NULL;
}

/* Removes the match to leave out when too many are queued. */
static struct ended *take_superfluous(struct judging *judging)
{
    struct share *address, *player, *other, *crowd = NULL, *longest = NULL;
    for (int i = 0; i < ANALYSIS_LANES; i++) {
        HASH_ITER (hh, judging->lanes[i].others.parts, address, other) {
            if (!crowd || address->queued > crowd->queued)
                crowd = address;
        }
    }
    assert(crowd && crowd->queued > 0);
    HASH_ITER (hh, crowd->parts, player, other) {
        if (!longest || player->queued > longest->queued)
            longest = player;
    }
    struct ended *ended = longest->queue->prev;
    unqueue(ended);
    return ended;
}

void judging_destroy(struct judging *judging)
{
    struct ended *ended, *next;
    for (int i = 0; i < ANALYSIS_LANES; i++) {
        drop_parts(&judging->lanes[i].tournaments);
        drop_parts(&judging->lanes[i].others);
    }
    DL_FOREACH_SAFE (judging->asked, ended, next)
        free(ended);
    free(judging);
}

void judging_close(struct judging *judging)
{
    judging->is_closed = true;
}

size_t judging_waiting(const struct judging *judging)
{
    size_t waiting = 0;
    for (int i = 0; i < ANALYSIS_LANES; i++) {
        const struct lane_queue *lane = &judging->lanes[i];
        waiting += lane->tournaments.queued + lane->tournaments.ahead;
        waiting += lane->others.queued + lane->others.ahead;
    }
    return waiting;
}

/* Creates a task for the first try. */
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

/* Takes ownership of the match. */
static void leave_unjudged(struct judging *judging, struct ended *ended, enum statistic why)
{
    int64_t match = ended->match;
    free(ended);
    statistics_count(judging->service->statistics, why);
    hall_match_judged(judging->service->hall, match, NULL);
}

static void log_unjudged(int64_t match, bool waits, const struct error *error)
{
    log_warn(waits ? "judged-later" : "not-judged", log_int("match", match),
             log_text("reason", error->message));
}

/* Runs on the thread of the short look-ups. */
static void read_match_record(void *owner)
{
    struct judging *judging = owner;
    struct analysis_task *task = judging->reading;
    struct store_record record = {0};
    store_reader_record(judging->service->lanes.each[LANE_SHORT].reader, task->number, &record,
                        &judging->error);
    task->rules = record.rules;
    task->start = record.start;
    task->moves = record.moves;
}

static void read_next(struct judging *judging);

/* Once more later, where it can help: another server may have become the database's leader. */
static void hear_unreadable(struct judging *judging, struct ended *ended)
{
    bool waits =
        judging->error.code == ERROR_IO && !is_optional(ended) && ++ended->failed_reads < READS_MAX;
    charge_shares(judging, ended, waits ? FAILED_READ_MS * INT64_C(1000) : 0);
    if (!waits || ended->failed_reads == 1)
        log_unjudged(ended->match, waits, &judging->error);
    if (waits) {
        queue_match(judging, ended);
        judging->rests = true;
    } else {
        leave_unjudged(judging, ended, STATISTIC_UNJUDGED);
    }
}

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
    service_set_time(judging->service);
    if (judging->error.code) {
        hear_unreadable(judging, ended);
        analysis_task_destroy(task);
    } else {
        analysis_ask(judging->analysis, task);
    }
    read_next(judging);
}

static void read_next(struct judging *judging)
{
    struct ended *ended = NULL;
    if (judging->reading || judging->rests || judging->is_closed)
        return;
    for (int i = 0; i < ANALYSIS_LANES && !ended; i++)
        ended = take_ended(judging, &judging->lanes[i]);
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
    judging->work =
        (struct worker_job){.run = read_match_record, .done = on_record, .owner = judging};
    worker_add(judging->service->lanes.each[LANE_SHORT].worker, &judging->work);
}

bool judging_rests(const struct judging *judging)
{
    return judging->rests;
}

void judging_end_rest(struct judging *judging)
{
    judging->rests = false;
    read_next(judging);
}

void judging_match(struct service *service, struct message *message)
{
    struct judging *judging = service->judging;
    struct ended *ended = memory_zeroed(1, sizeof *ended);
    ended->match = message->judge.match;
    ended->tournament = message->judge.tournament;
    ended->address = message->judge.address;
    ended->player = message->judge.player;
    message_destroy(message);
    queue_match(judging, ended);
    size_t optional = 0;
    for (int i = 0; i < ANALYSIS_LANES; i++)
        optional += judging->lanes[i].others.queued;
    if (optional > QUEUED_MAX)
        leave_unjudged(judging, take_superfluous(judging), STATISTIC_LEFT_OUT);
    read_next(judging);
}

static void hear_marks(struct judging *judging, const struct analysis_task *task)
{
    struct ended *ended = task->owner;
    charge_shares(judging, ended, task->used_us);
    if (!task->error.code) {
        statistics_count(judging->service->statistics, STATISTIC_JUDGED);
        free(ended);
        hall_match_judged(judging->service->hall, task->number, text_string(&task->result));
    } else if (task->is_beyond && !ended->is_again) {
        ended->is_again = true;
        queue_match(judging, ended);
    } else if (task->is_beyond && is_optional(ended)) {
        leave_unjudged(judging, ended, STATISTIC_LEFT_OUT);
    } else {
        log_unjudged(task->number, false, &task->error);
        leave_unjudged(judging, ended, STATISTIC_UNJUDGED);
    }
    read_next(judging);
}

/* --- starts --- */

void judging_draw_start(struct service *service, struct message *message)
{
    struct analysis_task *task = task_create(ANALYSIS_START, message->draw_start.tournament);
    task->index = message->draw_start.index;
    task->seed = (uint64_t)message->draw_start.seed;
    task->rules = memory_text(message->draw_start.rules, strlen(message->draw_start.rules));
    task->start = memory_text(message->draw_start.starts, strlen(message->draw_start.starts));
    message_destroy(message);
    analysis_ask(service->judging->analysis, task);
}

static void hear_start(struct judging *judging, const struct analysis_task *task)
{
    bool is_drawn = !task->error.code;
    if (!is_drawn)
        log_warn("no-start", log_int("tournament", task->number),
                 log_text("reason", task->error.message));
    hall_start_drawn(judging->service->hall, task->number, task->index,
                     is_drawn ? text_string(&task->result) : NULL,
                     is_drawn ? NULL : task->error.message);
}

void judging_check_starts(struct service *service, int64_t creation, int64_t turn,
                          const struct hall_tournament_plan *plan)
{
    struct analysis_task *task = task_create(ANALYSIS_CHECK, creation);
    task->turn = turn;
    task->budget_ms = CHECK_FIRST_MS;
    task->seed = (uint64_t)plan->seed;
    task->rules = memory_text(plan->rules.bytes, plan->rules.len);
    task->start = memory_text(plan->starts.bytes, plan->starts.len);
    analysis_ask(service->judging->analysis, task);
}

/* --- answers --- */

/* Starts the second try of a task that has exceeded the budget of the first one; false: it is not
 * such a task. */
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

/* If the first starts are beyond the solver's limits, all others would be too. */
static void hear_check(struct judging *judging, struct analysis_task *task)
{
    struct error cause = task->error;
    if (task->is_beyond)
        error_set(&task->error, ERROR_BAD_POSITION,
                  "fair starts for %s cannot be drawn, they need other bounds: %s", task->rules,
                  cause.message);
    judging->on_checked(judging->service, task->number, &task->error);
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
    struct service *service = async->data;
    struct judging *judging = service->judging;
    struct analysis_task *task;
    if (judging->is_closed)
        return;
    service_set_time(service);
    while ((task = analysis_take(judging->analysis))) {
        if (is_asked_again(judging, task))
            continue;
        hear(judging, task);
        analysis_task_destroy(task);
    }
}
