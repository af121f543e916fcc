#include "server/turn.h"

#include "server/base/now.h"

#include <time.h>

enum {
    REST_MS = 500,  /* of the service */
    GO_ON_US = 500, /* of a turn, for the steps of tournaments; the rest follows in the next turn */
    SAY_US = 4000,  /* of a turn, for messages */
    FLUSH_US = 4000, /* of a turn, for writing */
    LATER_US = 250, /* of a turn, for writing to spectators: many short turns delay no other work */
    ROUNDS_MAX = 4, /* of messages and writing in a turn: two, and some for connections that end */
};

static int64_t tick_ms(const struct loop_turn *turn)
{
    return (int64_t)uv_now(turn->loop);
}

/* All requests that had come by this tick are here, so flags up to it may fall. */
static int64_t heard_ms(const struct loop_turn *turn)
{
    int64_t tick = tick_ms(turn), heard = net_heard_ms(turn->net);
    return heard < tick ? heard : tick;
}

static struct hall *hall_of(const struct loop_turn *turn)
{
    return service_hall(turn->service);
}

static void keep_awake(uv_idle_t *idle)
{
    (void)idle;
}

void turn_go_on(uv_idle_t *idle, bool goes_on)
{
    if (goes_on)
        uv_idle_start(idle, keep_awake);
    else
        uv_idle_stop(idle);
}

/* --- flags and other deadlines of the hall, checked after the requests that have arrived --- */

static void on_flags(uv_timer_t *timer)
{
    /* The timer only wakes the loop up; the end of this turn handles the deadline. */
    struct loop_turn *turn = timer->data;
    turn->flags_ms = INT64_MAX;
}

static void set_flags(struct loop_turn *turn)
{
    int64_t deadline = hall_next_deadline(hall_of(turn)), tick = tick_ms(turn);
    if (deadline == turn->flags_ms)
        return;
    turn->flags_ms = deadline;
    /* Of a deadline that has passed, but has not been heard of, the next frame of a gateway tells.
     */
    if (deadline == INT64_MAX || (deadline <= tick && deadline > heard_ms(turn)))
        uv_timer_stop(&turn->flags);
    else
        uv_timer_start(&turn->flags, on_flags, deadline > tick ? (uint64_t)(deadline - tick) : 0,
                       0);
}

static void on_flags_check(uv_check_t *check)
{
    struct loop_turn *turn = check->data;
    turn_go_on(&turn->flags_idle, false);
    uv_check_stop(&turn->flags_check);
    /* A move that has come in time may still wait for its turn. */
    service_set_time(turn->service);
    net_serve(turn->net);
    hall_set_time(hall_of(turn), wall_clock_ms(), tick_ms(turn));
    hall_flags_fall_until(hall_of(turn), heard_ms(turn));
    turn->flags_fell = true;
}

/* Flags fall before any message is sent, so that the clocks which this starts show the true time.
 * But libuv runs timers before reads, and requests that have arrived are read first: so the flags
 * fall in a check handle after the reads. Never in two turns in a row, or other work would
 * starve. */
static bool flags_come_first(struct loop_turn *turn)
{
    if (turn->flags_fell || hall_next_deadline(hall_of(turn)) > heard_ms(turn)) {
        turn->flags_fell = false;
        return false;
    }
    turn_go_on(&turn->flags_idle, true);
    uv_check_start(&turn->flags_check, on_flags_check);
    return true;
}

/* --- the end of a turn --- */

static void flush_dirty(struct loop_turn *turn)
{
    net_flush(turn->net, now_us() + FLUSH_US);
}

static void say_all(struct loop_turn *turn)
{
    uint64_t end_us = now_us() + SAY_US;
    turn->has_more_to_say = false;
    while (!turn->has_more_to_say && service_say(turn->service)) {
        if (net_has_said_much(turn->net)) {
            flush_dirty(turn);
            net_flush_later(turn->net, end_us);
            turn->has_more_to_say = now_us() > end_us;
        }
    }
}

/* A turn lasts from the end of the last one, minus the time that libuv has waited in between. Its
 * processor time is measured too: other programs on the machine make a turn longer, but not its
 * processor time. */
void turn_time_end(struct turn_time *time, uv_loop_t *loop, struct net *net,
                   struct statistics *statistics)
{
    uint64_t end_us = now_us(), idle_us = uv_metrics_idle_time(loop) / 1000;
    uint64_t taken_us = end_us - time->end_us, waited_us = idle_us - time->idle_us;
    struct timespec worked;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &worked);
    uint64_t work_end_us = (uint64_t)worked.tv_sec * 1000000 + (uint64_t)worked.tv_nsec / 1000;
    uint64_t turn_us = taken_us > waited_us ? taken_us - waited_us : 0;
    if (time->end_us > 0) {
        statistics_measure(statistics, MEASURE_TURN, turn_us);
        statistics_measure(statistics, MEASURE_TURN_WORK, work_end_us - time->work_end_us);
    }
    *time = (struct turn_time){.end_us = end_us, .idle_us = idle_us, .work_end_us = work_end_us};
    net_end_turn(net, end_us, turn_us);
}

static void on_rest_over(uv_timer_t *timer)
{
    struct loop_turn *turn = timer->data;
    service_end_rest(turn->service);
}

static void end_turn(struct loop_turn *turn)
{
    turn_time_end(&turn->time, turn->loop, turn->net, turn->statistics);
}

/* Writes to connections, serves waiting requests, runs steps of tournaments, sends the hall's
 * messages, and submits the open batch. */
static void on_turn_end(uv_prepare_t *prepare)
{
    struct loop_turn *turn = prepare->data;
    uv_update_time(turn->loop);
    if (flags_come_first(turn)) {
        end_turn(turn);
        return;
    }
    hall_set_time(hall_of(turn), wall_clock_ms(), tick_ms(turn));
    service_check_lease(turn->service);
    /* Writing can end connections, which makes messages for others, and unblocks connections that
     * waited for it: so it repeats until nothing is left to write. */
    for (int i = 0; i == 0 || (net_is_dirty(turn->net) && i < ROUNDS_MAX); i++) {
        flush_dirty(turn);
        if (i == 0) {
            net_flush_later(turn->net, now_us() + LATER_US);
            net_serve(turn->net);
        }
        uint64_t go_on_end_us = now_us() + GO_ON_US;
        do {
            turn->has_more_to_do = hall_go_on(hall_of(turn));
        } while (turn->has_more_to_do && now_us() < go_on_end_us);

        /* A player's clock starts at the time at which the message of the turn is sent. */
        uv_update_time(turn->loop);
        service_set_time(turn->service);
        say_all(turn);
        service_submit(turn->service);
    }
    service_look_up(turn->service);
    if (service_rests(turn->service) && !uv_is_active((uv_handle_t *)&turn->rest))
        uv_timer_start(&turn->rest, on_rest_over, REST_MS, 0);
    /* Before a long turn continues, the loop reads from other connections. */
    turn_go_on(&turn->going_on,
               turn->has_more_to_say || turn->has_more_to_do || net_can_go_on(turn->net));
    statistics_answers_left(turn->statistics, now_us());
    end_turn(turn);
    if (!turn->on_ended(turn->owner))
        set_flags(turn);
}

void turn_init(struct loop_turn *turn)
{
    uv_prepare_init(turn->loop, &turn->end);
    uv_idle_init(turn->loop, &turn->flags_idle);
    uv_idle_init(turn->loop, &turn->going_on);
    uv_check_init(turn->loop, &turn->flags_check);
    uv_timer_init(turn->loop, &turn->flags);
    uv_timer_init(turn->loop, &turn->rest);
    turn->end.data = turn->flags_check.data = turn->flags.data = turn->rest.data = turn;
    turn->flags_ms = INT64_MAX;
    uv_prepare_start(&turn->end, on_turn_end);
}
