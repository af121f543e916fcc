#include "bots/bridge.h"

#include "bots/bridge_text.h"
#include "bots/program.h"
#include "bots/report.h"
#include "common/base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <utlist.h>

struct question {
    struct bridge *bridge;
    const struct match *match; /* the asker's */
    chooser_answer *answer;
    void *owner;
    int attempts;                 /* failed attempts */
    struct question *prev, *next; /* in the queue */
};

/* The states of the program:
 *
 *     away --- it starts ---> free --- a question is put ---> asked
 *      ^                       ^                               | |
 *      |                       +-- it answers, legally or not -+ +-- the question is dropped -+
 *      |                       +--------------- it answers --------------- owing <------------+
 *      +--- from any of them: it ends, or is ended: it hangs, or writes too much
 *
 * away: program_is_running() is false; asked: `asked` is set; owing: `is_owing`. */
struct bridge {
    struct loop *loop;
    struct bridge_events events;
    struct program *program;
    struct question *queue; /* without `asked` */
    struct question *asked;
    bool is_owing;
    struct loop_timer *timer; /* runs while an answer is due */
    int unasked_lines;        /* since the last question */
    bool has_answered;        /* at least once, so the command can be run */
    struct text out;
};

static void send_lines(struct bridge *bridge)
{
    program_write(bridge->program, text_string(&bridge->out), bridge->out.len);
    text_clear(&bridge->out);
}

/* --- time --- */

static struct bridge_time time_of(const struct bridge *bridge, const struct match *match)
{
    if (!match_has_clock(match))
        return (struct bridge_time){.limit = BRIDGE_LIMIT_MS};
    int64_t now = loop_now_ms(bridge->loop);
    struct bridge_time time = {
        .has_clock = true,
        .mine = match_left_ms(match, match->seat, now),
        .theirs = match_left_ms(match, match_seat_opposite(match->seat), now),
    };
    time.limit = time.mine / 2;
    if (match->ply < 2 && time.limit > BRIDGE_FIRST_LIMIT_MS)
        time.limit = BRIDGE_FIRST_LIMIT_MS;
    return time;
}

static void await_answer(struct bridge *bridge, int64_t limit_ms)
{
    assert(limit_ms >= 0 && limit_ms <= UINT32_MAX);
    bridge->unasked_lines = 0;
    loop_timer_start(bridge->timer, (uint32_t)limit_ms);
}

/* --- questions --- */

static int64_t urgency(const struct bridge *bridge, const struct question *question)
{
    struct bridge_time time = time_of(bridge, question->match);
    return time.has_clock ? time.mine : INT64_MAX;
}

/* Puts the most urgent question, if the program is free. */
static void put_next(struct bridge *bridge)
{
    struct question *question, *best = NULL;
    if (!program_is_running(bridge->program) || bridge->asked || bridge->is_owing)
        return;
    DL_FOREACH (bridge->queue, question) {
        if (!best || urgency(bridge, question) < urgency(bridge, best))
            best = question;
    }
    if (!best)
        return;
    struct bridge_time time = time_of(bridge, best->match);
    DL_DELETE(bridge->queue, best);
    bridge->asked = best;
    bridge_print_question(best->match, &time, &bridge->out);
    send_lines(bridge);
    await_answer(bridge, time.limit);
}

/* Ends the question when the program is free again, or away. Returns it; NULL: it was dropped. */
static struct question *take_asked(struct bridge *bridge)
{
    struct question *question = bridge->asked;
    assert(!question != !bridge->is_owing);
    bridge->asked = NULL;
    bridge->is_owing = false;
    loop_timer_stop(bridge->timer);
    return question;
}

static void answer(struct question *question, enum chooser_choice choice, const struct move *move)
{
    struct bridge *bridge = question->bridge;
    chooser_answer *call = question->answer;
    void *owner = question->owner;
    free(question);
    call(owner, choice, move);
    put_next(bridge);
}

/* Notes that an attempt has failed for this reason. False: it was the last one, and the question is
 * answered. */
static bool may_try_again(struct question *question, const char *reason)
{
    assert(question->attempts < BRIDGE_ATTEMPTS);
    report_trouble("match %" PRId64 ", move %" PRId64 ": %s", question->match->id,
                   question->match->ply + 1, reason);
    if (++question->attempts < BRIDGE_ATTEMPTS)
        return true;
    answer(question, CHOOSER_HAS_NONE, NULL);
    return false;
}

/* The program is away, and its answer with it. */
static void lose_attempt(struct bridge *bridge, const char *reason)
{
    struct question *question = take_asked(bridge);
    if (question && may_try_again(question, reason))
        DL_PREPEND(bridge->queue, question);
}

/* --- events of the program --- */

static void refuse(struct bridge *bridge, const char *reason)
{
    struct question *question = take_asked(bridge);
    if (!may_try_again(question, reason))
        return;
    struct bridge_time time = time_of(bridge, question->match);
    bridge->asked = question;
    bridge_print_again(reason, &time, &bridge->out);
    send_lines(bridge);
    await_answer(bridge, time.limit);
}

static void take_choice(struct bridge *bridge, enum chooser_choice choice, const struct move *move)
{
    bridge->has_answered = true;
    program_trust(bridge->program);
    answer(take_asked(bridge), choice, move);
}

static void take_answer(struct bridge *bridge, const char *line, size_t len)
{
    struct bridge_answer read = bridge_read_answer(bridge->asked->match, line, len);
    switch (read.kind) {
    case BRIDGE_MOVE:
        take_choice(bridge, CHOOSER_MOVES, &read.move);
        return;
    case BRIDGE_RESIGN:
        take_choice(bridge, CHOOSER_RESIGNS, NULL);
        return;
    case BRIDGE_LIST: /* the timer keeps running */
        bridge_print_moves(bridge->asked->match, read.from, read.count, &bridge->out);
        send_lines(bridge);
        return;
    case BRIDGE_REFUSED:
        refuse(bridge, read.error.message);
        return;
    }
}

/* Takes the answer to a dropped question. Its match may be gone, so a list has no moves; but the
 * program waits for the line. */
static void take_owed(struct bridge *bridge, const char *line, size_t len)
{
    uint128 from;
    if (bridge_read_list(line, len, &from)) {
        bridge_print_no_moves(from, &bridge->out);
        send_lines(bridge);
        return;
    }
    take_asked(bridge);
    put_next(bridge);
}

static void on_line(void *owner, const char *line, size_t len)
{
    struct bridge *bridge = owner;
    if (bridge->asked) {
        take_answer(bridge, line, len);
    } else if (bridge->is_owing) {
        take_owed(bridge, line, len);
    } else if (++bridge->unasked_lines > BRIDGE_UNASKED_LINES_MAX) {
        report_trouble("the program writes without end; it is started again");
        bridge->unasked_lines = 0;
        program_restart(bridge->program);
    }
}

static void on_started(void *owner)
{
    struct bridge *bridge = owner;
    bridge_print_hello(&bridge->out);
    send_lines(bridge);
    put_next(bridge);
}

static void on_ended(void *owner, int status)
{
    struct bridge *bridge = owner;
    struct error error;
    error_set(&error, ERROR_IO, "the program has ended with status %d", status);
    bool cannot_run = status == GUARD_NOT_FOUND || status == GUARD_CANNOT_RUN;
    if (cannot_run && !bridge->has_answered)
        bridge->events.failed(bridge->events.owner, &error);
    else if (bridge->asked)
        lose_attempt(bridge, error.message);
    else
        report_trouble("%s", error.message);
    if (bridge->is_owing)
        take_asked(bridge);
}

static void on_limit(void *owner)
{
    struct bridge *bridge = owner;
    program_restart(bridge->program);
    lose_attempt(bridge, "no answer within the limit; the program is started again");
}

/* --- as a chooser --- */

static void *ask(void *owner, const struct match *match, chooser_answer *call, void *answer_owner)
{
    struct bridge *bridge = owner;
    struct question *question = memory_zeroed(1, sizeof *question);
    *question = (struct question){
        .bridge = bridge,
        .match = match,
        .answer = call,
        .owner = answer_owner,
    };
    DL_APPEND(bridge->queue, question);
    put_next(bridge);
    return question;
}

/* The program still owes an answer. The bridge waits for it: otherwise a late answer would be taken
 * for that to the next question. */
static void drop(void *owner, void *asked)
{
    struct bridge *bridge = owner;
    struct question *question = asked;
    if (question == bridge->asked) {
        bridge->asked = NULL;
        bridge->is_owing = true;
    } else {
        DL_DELETE(bridge->queue, question);
    }
    free(question);
}

static void take_end(void *owner, const struct match *match)
{
    struct bridge *bridge = owner;
    bridge_print_end(match, &bridge->out);
    send_lines(bridge);
}

struct chooser bridge_chooser(struct bridge *bridge)
{
    return (struct chooser){
        .owner = bridge,
        .ask = ask,
        .drop = drop,
        .ended = take_end,
        .is_patient = true,
    };
}

/* --- the public functions --- */

struct bridge *bridge_create(struct loop *loop, const char *command,
                             const struct bridge_events *events)
{
    struct bridge *bridge = memory_zeroed(1, sizeof *bridge);
    struct program_events program = {
        .owner = bridge,
        .started = on_started,
        .line = on_line,
        .ended = on_ended,
    };
    bridge->loop = loop;
    bridge->events = *events;
    bridge->timer = loop_timer_create(loop, on_limit, bridge);
    bridge->program = program_create(loop, command, &program);
    return bridge;
}

void bridge_destroy(struct bridge *bridge)
{
    if (!bridge)
        return;
    assert(!bridge->queue && !bridge->asked);
    program_destroy(bridge->program);
    loop_timer_destroy(bridge->timer);
    text_finish(&bridge->out);
    free(bridge);
}
