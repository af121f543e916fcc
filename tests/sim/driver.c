/* The driver around the hall: what server/service does, in virtual time. */
#include "tests/sim/driver.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum {
    CLOSE_MS = 3000, /* the longest that a shutdown waits for the disk */
    UNREAD_MAX = 60, /* messages that wait for a client that does not read */
};

struct hall_text driver_text(const char *text)
{
    return *text ? (struct hall_text){.bytes = text, .len = strlen(text)} : (struct hall_text){0};
}

struct hall_caller driver_caller(struct world *world, uint64_t session, uint32_t request)
{
    world->requests[request].called = ++world->last_call;
    return (struct hall_caller){.session = session, .request = request};
}

/* The hall's tick when the request now carried out had come; 0: just now. */
static int64_t came_tick_ms(const struct world *world)
{
    return world->came_ms == world->now_ms ? 0 : world->came_ms - world->boot_ms;
}

static int64_t tick_ms(const struct world *world)
{
    return world->now_ms - world->boot_ms;
}

static void set_time(struct world *world)
{
    hall_set_time(world->hall, world->now_ms, tick_ms(world));
}

/* A client that has been put out may still ask: its connection is about to close, and nobody reads
 * it. */
static bool is_heard(const struct world *world, const struct link *link, enum ask ask)
{
    return ask == ASK_HELLO || link->is_operator ||
           hall_session_is_open(world->hall, link->session);
}

void driver_hear(struct world *world, struct link *link, uint32_t number)
{
    set_time(world);
    const struct request *request = &world->requests[number];
    if (!is_heard(world, link, request->ask)) {
        world->requests[number].answered = true;
        return;
    }
    struct hall_caller from = driver_caller(world, link->session, number);
    from.came_ms = came_tick_ms(world);
    driver_call(world, from, request);
    check_sessions(world);
}

static void take_requests(struct world *world)
{
    struct link *link, *next;
    world->came_ms = world->now_ms;
    DL_FOREACH_SAFE (world->links, link, next) {
        struct item item = {0};
        while (link->server_open && item.request != REQUEST_HANG_UP &&
               queue_take(&link->to_server, world->now_ms, &item)) {
            if (item.request == REQUEST_HANG_UP)
                driver_close_link(world, link);
            else
                driver_hear(world, link, item.request);
        }
    }
}

void driver_operator(struct world *world, const struct request *draft)
{
    if (!world->hall)
        return;
    if (!world->operator_link) {
        world->operator_link = link_open(world, NO_DEVICE);
        world->operator_link->is_operator = true;
    }
    uint32_t number = world_note_request(world, draft);
    world->requests[number].device = NO_DEVICE;
    world->requests[number].session = world->operator_link->session;
    world->requests[number].asked_ms = world->now_ms;
    world->came_ms = world->now_ms;
    driver_hear(world, world->operator_link, number);
}

static void end_server_side(struct world *world, struct link *link)
{
    link->server_open = false;
    if (world->cluster && !link->is_operator) {
        cluster_close(world, link);
        return;
    }
    struct parcel *parcel = memory_zeroed(1, sizeof *parcel);
    link->gate_open = false;
    queue_clear(&link->to_server);
    link_parcel(world, link, parcel);
    if (link == world->operator_link)
        world->operator_link = NULL;
}

void driver_close_link(struct world *world, struct link *link)
{
    set_time(world);
    hall_leave(world->hall, link->session);
    check_sessions(world);
    end_server_side(world, link);
}

void driver_leave(struct world *world, struct link *link)
{
    set_time(world);
    link->server_open = false;
    hall_leave(world->hall, link->session);
    check_sessions(world);
}

void driver_lose(struct world *world, struct link *link)
{
    set_time(world);
    check_sessions(world);
    if (hall_session_is_open(world->hall, link->session))
        referee_lose(&world->referee, hall_session_player(world->hall, link->session),
                     world->now_ms);
    link->server_open = false;
    hall_lose(world->hall, link->session);
    check_sessions(world);
}

static void close_the_dead(struct world *world)
{
    struct link *link, *next;
    DL_FOREACH_SAFE (world->links, link, next) {
        if (link->server_open && link->vanished_ms && world->now_ms - link->vanished_ms >= DEAD_MS)
            driver_close_link(world, link);
    }
}

void driver_measure(struct world *world, const struct link *link, int64_t lag_ms)
{
    set_time(world);
    hall_session_lag(world->hall, link->session, lag_ms);
    referee_lag(&world->referee, hall_session_player(world->hall, link->session), lag_ms,
                world->now_ms);
}

void driver_silence(struct world *world, const struct link *link, bool is_silent)
{
    set_time(world);
    hall_session_silent(world->hall, link->session, is_silent);
    referee_silence(&world->referee, hall_session_player(world->hall, link->session), is_silent,
                    world->now_ms);
}

void driver_fault(struct world *world, struct link *link)
{
    set_time(world);
    /* While nothing can be changed, nothing is lost by it. */
    if (!world->stalled && !world->closing)
        referee_fault(&world->referee, hall_session_player(world->hall, link->session),
                      world->now_ms);
    hall_fault(world->hall, link->session);
    driver_close_link(world, link);
}

/* --- messages --- */

bool driver_is_unread(const struct world *world, const struct link *link)
{
    return link->device != NO_DEVICE &&
           world->devices[link->device].deaf_until_ms > world->now_ms &&
           link->to_client.count - link->to_client.head > UNREAD_MAX;
}

static void send_to(struct world *world, struct parcel *parcel, uint64_t session)
{
    struct link *link = link_find(world, session);
    if (!link || !link->server_open)
        return;
    link_parcel(world, link, parcel);
    bool is_put_out = parcel->heard->message->closes;
    if (!is_put_out && driver_is_unread(world, link)) {
        world->tally->unread++;
        is_put_out = true;
    }
    if (is_put_out)
        driver_close_link(world, link);
}

static void send(struct world *world, struct heard *heard)
{
    struct parcel *parcel = memory_zeroed(1, sizeof *parcel);
    parcel->heard = heard;
    parcel->references = 1;
    if (world->cluster)
        cluster_say(world, parcel, heard->message->sessions, heard->message->session_count);
    else
        for (size_t i = 0; i < heard->message->session_count; i++)
            send_to(world, parcel, heard->message->sessions[i]);
    parcel_drop(parcel);
}

/* The match that this answer begins; 0: none. */
static int64_t begins(const struct world *world, const struct heard *heard)
{
    if (heard->kind == HEARD_REMATCH && heard->rematch.match != WIRE_ABSENT)
        return heard->rematch.match;
    if (heard->kind != HEARD_MATCH)
        return 0;
    enum ask ask = world->requests[heard->request].ask;
    return ask == ASK_ACCEPT || ask == ASK_COME ? heard->match.match : 0;
}

static void release(struct world *world, struct heard *heard)
{
    world->tally->messages[heard->kind]++;
    check_message(world, heard);
    referee_released(&world->referee, heard, begins(world, heard), world->now_ms);
    if (chore_is_wanted(heard->message)) {
        chore_take(world, heard->message);
        heard->message = NULL;
        heard_destroy(heard);
    } else {
        send(world, heard);
    }
}

void driver_release(struct world *world)
{
    struct message *message;
    while ((message = hall_message_next(world->hall)))
        release(world, heard_read(message));
}

/* --- the disk --- */

static void stand_still(struct world *world, bool stands)
{
    if (!world->closing)
        referee_stands(&world->referee, stands, world->now_ms);
}

void driver_land(struct world *world)
{
    struct batch *batch = world->in_flight;
    set_time(world);
    world->in_flight = NULL;
    disk_write(&world->disk, batch);
    check_disk(world, batch);
    hall_batch_committed(world->hall, batch);
    if (world->stalled)
        stand_still(world, false);
    world->stalled = false;
}

static void hear_disk(struct world *world)
{
    if (!world->in_flight || world->disk_due_ms > world->now_ms)
        return;
    if (!world->disk_full) {
        driver_land(world);
        return;
    }
    world->disk_due_ms = INT64_MAX; /* until there is room */
    if (!world->stalled)
        stand_still(world, true);
    world->stalled = true;
    hall_stalled(world->hall, STALL_DISK, "the disk is full");
}

static void take_batch(struct world *world)
{
    if (world->in_flight || !(world->in_flight = hall_batch_take(world->hall)))
        return;
    referee_batch(&world->referee, world->in_flight);
    world->disk_due_ms = world->now_ms + world->disk_delay_ms;
}

/* --- turns --- */

/* A move that is here already is in time. */
static void check_all_read(const struct world *world)
{
    const struct link *link;
    DL_FOREACH (world->links, link) {
        require(!link->server_open || queue_next_ms(&link->to_server) > world->now_ms,
                "flags are judged before everything that has come in is read");
    }
}

static void judge(struct world *world)
{
    int64_t heard_ms = world->cluster ? cluster_heard_ms(world) : world->now_ms;
    if (hall_next_deadline(world->hall) <= heard_ms - world->boot_ms) {
        if (!world->cluster)
            check_all_read(world);
        hall_flags_fall_until(world->hall, heard_ms - world->boot_ms);
    }
    if (!world->stalled && !world->closing)
        referee_judged(&world->referee, heard_ms, world->now_ms);
}

static void end_closing(struct world *world)
{
    bool is_done = hall_is_settled(world->hall) && !world->chores;
    if (!world->closing || (!is_done && world->now_ms < world->closing_ms + CLOSE_MS))
        return;
    if (world->cluster)
        cluster_stop(world, false);
    driver_stop(world, true);
    world->starts_ms = world->now_ms + 1000;
}

void driver_turn(struct world *world)
{
    if (!world->hall)
        return;
    set_time(world);
    /* What has come in comes in any order. */
    if (++world->turns % 2 == 0)
        hear_disk(world);
    chores_finish(world);
    if (world->cluster) {
        cluster_run_hall(world);
    } else {
        take_requests(world);
        close_the_dead(world);
    }
    hear_disk(world);
    judge(world);
    check_sessions(world);
    world->has_more_to_do = hall_go_on(world->hall);
    driver_release(world);
    if (world->cluster)
        cluster_flush(world);
    take_batch(world);
    if (hall_is_durable(world->hall))
        check_bans(world);
    end_closing(world);
}

void driver_close(struct world *world)
{
    if (!world->hall || world->closing)
        return;
    set_time(world);
    hall_close(world->hall, "the server shuts down");
    if (!world->stalled)
        stand_still(world, true);
    world->closing = true;
    world->closing_ms = world->now_ms;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return b < a ? b : a;
}

int64_t driver_next_ms(const struct world *world)
{
    if (!world->hall)
        return world->starts_ms;
    int64_t next = hall_next_deadline(world->hall);
    if (next != INT64_MAX)
        next += world->boot_ms;
    if (world->cluster && next <= world->now_ms) /* it waits for a gateway to be heard */
        next = INT64_MAX;
    if (world->in_flight)
        next = sooner(next, world->disk_due_ms);
    /* Requests and crashes can come between two steps of a tournament. */
    if (world->has_more_to_do)
        next = sooner(next, world->now_ms + 1);
    if (world->closing)
        next = sooner(next, world->closing_ms + CLOSE_MS);
    const struct chore *chore;
    DL_FOREACH (world->chores, chore) {
        next = sooner(next, chore->due_ms);
    }
    const struct link *link;
    DL_FOREACH (world->links, link) {
        if (!world->cluster && link->server_open && link->vanished_ms)
            next = sooner(next, link->vanished_ms + DEAD_MS);
    }
    return next;
}

/* --- start and stop --- */

void driver_start(struct world *world)
{
    /* A machine that has started anew counts its ticks anew. */
    world->boot_ms = world->now_ms - 1 - (int64_t)(world->hall_seed * 7919 % 100000);
    struct hall_config config = {
        .seed = world->setting.seed + ++world->hall_seed,
        .now_ms = world->now_ms,
        .tick_ms = tick_ms(world),
        .limits = world->setting.limits,
    };
    world->hall = hall_create(&config);
    world->disk.limits = world->setting.limits;
    disk_restore(&world->disk, world->hall, world->now_ms);
    struct error error;
    require(!hall_restored(world->hall, world->now_ms, tick_ms(world), &error), "%s",
            error.message);
    referee_start(&world->referee, &world->disk, world->now_ms);
    steward_start(&world->steward);
    if (world->cluster)
        cluster_start(world);
    world->withdrawn_count = 0;
    world->stalled = world->closing = false;
    world->starts_ms = INT64_MAX;
}

void driver_stop(struct world *world, bool with_resets)
{
    struct link *link, *next;
    DL_FOREACH_SAFE (world->links, link, next) {
        link->player = 0;
        if (world->cluster && !link->is_operator) {
            if (link->wire)
                link->server_open = false;
            link->wire = 0;
        } else if (link->server_open && with_resets) {
            end_server_side(world, link);
        } else if (link->server_open) {
            link->server_open = link->gate_open = false;
            queue_clear(&link->to_client);
            queue_clear(&link->to_server);
        }
    }
    world->operator_link = NULL;
    while (world->chores)
        chore_destroy(world, world->chores);
    batch_destroy(world->in_flight);
    world->in_flight = NULL;
    hall_destroy(world->hall);
    world->hall = NULL;
}
