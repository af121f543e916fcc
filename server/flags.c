/* Time, and what it brings: flags and other deadlines of the hall, judged after what has come in.
 */
#include "server/net/state.h"

#include <time.h>

int64_t wall_clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t server_tick_ms(const struct server *server)
{
    return (int64_t)uv_now(&server->loop);
}

/* However late the loop has woken up: what is here before a flag is judged has come before the flag
 * fell. So time stands still just before that until on_flags_check(). */
void server_set_time(struct server *server)
{
    int64_t tick = server_tick_ms(server), deadline = hall_next_deadline(server->hall);
    hall_set_time(server->hall, wall_clock_ms(), tick < deadline ? tick : deadline - 1);
}

static void on_flags(uv_timer_t *timer)
{
    /* It has woken the loop up: the end of this turn sees to it. */
    struct server *server = timer->data;
    server->flags_ms = INT64_MAX;
}

void flags_set(struct server *server)
{
    int64_t deadline = hall_next_deadline(server->hall), tick = server_tick_ms(server);
    if (deadline == server->flags_ms)
        return;
    server->flags_ms = deadline;
    if (deadline == INT64_MAX)
        uv_timer_stop(&server->flags);
    else
        uv_timer_start(&server->flags, on_flags, deadline > tick ? (uint64_t)(deadline - tick) : 0,
                       0);
}

void keep_awake(uv_idle_t *idle)
{
    (void)idle;
}

static void on_flags_check(uv_check_t *check)
{
    struct server *server = check->data;
    uv_idle_stop(&server->flags_idle);
    uv_check_stop(&server->flags_check);
    /* A move may have come in time and wait for others. */
    server_set_time(server);
    connections_serve(server);
    hall_set_time(server->hall, wall_clock_ms(), server_tick_ms(server));
    hall_flags_fall(server->hall);
    server->flags_fell = true;
}

/* Flags fall before anything else is said, so that the clocks that this starts are told the true
 * time; but libuv runs timers before reads, and what has come already is to be read first. Never
 * twice in a row: others want to be heard, too. */
bool flags_come_first(struct server *server)
{
    if (server->flags_fell || hall_next_deadline(server->hall) > server_tick_ms(server)) {
        server->flags_fell = false;
        return false;
    }
    uv_idle_start(&server->flags_idle, keep_awake);
    uv_check_start(&server->flags_check, on_flags_check);
    return true;
}
