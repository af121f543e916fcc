#include "client/host/port_map.h"

#include "common/base/address.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*            found           port_map_open()
 * SEARCHING ------> FOUND ------------------> OPENING ---> OPEN, renewed before its lease ends
 *     |                                          |           |
 *     +--------------------> FAILED <------------+-----------+  the lease ended unrenewed */
enum port_map_state {
    SEARCHING,
    FOUND,
    OPENING,
    OPEN,
    FAILED,
};

/* A request to the router, with all that its thread needs. It outlives the port map. */
struct request {
    struct loop *loop;
    struct port_map *map;                  /* NULL: it does not wait for the answer any more */
    void (*send)(struct request *request); /* on the thread */
    struct router router;
    uint16_t port, outside_port; /* outside_port 0: not open, as far as is known */
    uint32_t lease_s;
    enum router_answer answer;
    struct error error;
};

struct port_map {
    struct loop *loop;
    struct port_map_events events;
    enum port_map_state state;
    struct router router;
    uint16_t port, outside_port; /* outside_port 0: not open */
    uint32_t lease_s;
    int64_t lease_ends_ms;
    char address[ADDRESS_TEXT_MAX]; /* told last; "": none */
    struct loop_timer *timer;       /* bounds the search, and renews the lease */
    struct request *request;        /* under way; NULL: none */
    struct work *search;            /* its work, while SEARCHING; NULL: over */
};

static void on_thread(void *owner)
{
    struct request *request = owner;
    request->send(request);
}

static void on_answered(void *owner, bool has_run);

/* Starts a request. The router must be asked to open and to close even if the program is about to
 * end: an opened port has to be closed. */
static struct work *start(struct request *request, bool is_needed)
{
    struct work_steps steps = {
        .owner = request, .run = on_thread, .finish = on_answered, .is_needed = is_needed};
    return work_start(request->loop, &steps);
}

/* A request whose answer nobody waits for, until its `map` is set. */
static struct request *request_create(const struct port_map *map,
                                      void (*send)(struct request *request))
{
    struct request *request = memory_zeroed(1, sizeof *request);
    *request = (struct request){
        .loop = map->loop,
        .send = send,
        .router = map->router,
        .port = map->port,
        .outside_port = map->outside_port,
        .lease_s = map->lease_s,
    };
    return request;
}

/* --- on the thread --- */

static void send_search(struct request *request)
{
    request->answer = router_find(&request->router, &request->error);
}

static void send_opening(struct request *request)
{
    uint16_t outside_port = request->outside_port ? request->outside_port : request->port;
    request->answer = router_open(&request->router, request->port, request->lease_s, &outside_port,
                                  &request->error);
    if (request->answer == ROUTER_DONE)
        request->outside_port = outside_port;
}

static void send_closing(struct request *request)
{
    router_close(&request->router, request->port, request->outside_port);
}

/* --- on the loop --- */

static void fail(struct port_map *map, enum router_answer answer, const struct error *error)
{
    assert(map->state != FAILED && answer != ROUTER_DONE);
    map->state = FAILED;
    loop_timer_stop(map->timer);
    map->events.failed(map->events.owner, answer, error);
}

static void take_search(struct port_map *map, const struct request *request)
{
    map->search = NULL;
    loop_timer_stop(map->timer);
    if (request->answer != ROUTER_DONE) {
        fail(map, request->answer, &request->error);
        return;
    }
    map->router = request->router;
    map->state = FOUND;
    map->events.found(map->events.owner, &map->router);
}

/* Takes the answer of the first opening or of a renewal. The lease is renewed at half its time, and
 * tried again after an eighth while that fails. */
static void take_opening(struct port_map *map, const struct request *request)
{
    int64_t now_ms = loop_now_ms(map->loop);
    bool is_first = map->state == OPENING;
    if (request->answer != ROUTER_DONE) {
        if (is_first || now_ms >= map->lease_ends_ms)
            fail(map, request->answer, &request->error);
        else
            loop_timer_start(map->timer, map->lease_s * 1000 / 8);
        return;
    }
    map->state = OPEN;
    map->router = request->router;
    map->outside_port = request->outside_port;
    map->lease_ends_ms = now_ms + (int64_t)map->lease_s * 1000;
    loop_timer_start(map->timer, map->lease_s * 1000 / 2);

    struct address address = {.port = map->outside_port};
    char text[ADDRESS_TEXT_MAX];
    snprintf(address.host, sizeof address.host, "%s", map->router.outside);
    address_print(&address, text);
    if (strcmp(text, map->address) == 0)
        return;
    strcpy(map->address, text);
    map->events.opened(map->events.owner, map->address);
}

static void on_answered(void *owner, bool has_run)
{
    struct request *request = owner;
    struct port_map *map = request->map;
    if (map) {
        assert(has_run && map->request == request);
        map->request = NULL;
        if (request->send == send_search)
            take_search(map, request);
        else
            take_opening(map, request);
    } else if (request->send == send_opening && request->outside_port) {
        request->send = send_closing;
        start(request, true);
        return;
    }
    free(request);
}

static void ask_to_open(struct port_map *map)
{
    assert(!map->request);
    map->request = request_create(map, send_opening);
    map->request->map = map;
    start(map->request, true);
}

static void on_timer(void *owner)
{
    struct port_map *map = owner;
    if (map->state == SEARCHING) {
        struct error error;
        map->request->map = NULL;
        map->request = NULL;
        work_cancel(map->search);
        map->search = NULL;
        error_set(&error, ERROR_IO, "no router answers that could open a port");
        fail(map, ROUTER_SILENT, &error);
        return;
    }
    assert(map->state == OPEN);
    ask_to_open(map);
}

struct port_map *port_map_create(struct loop *loop, uint16_t port, uint32_t lease_s,
                                 const struct port_map_events *events)
{
    assert(port > 0 && lease_s > 0 && lease_s <= UINT32_MAX / 1000);
    struct port_map *map = memory_zeroed(1, sizeof *map);
    map->loop = loop;
    map->events = *events;
    map->port = port;
    map->lease_s = lease_s;
    map->timer = loop_timer_create(loop, on_timer, map);
    map->request = request_create(map, send_search);
    map->request->map = map;
    map->search = start(map->request, false);
    loop_timer_start(map->timer, PORT_MAP_SEARCH_MS);
    return map;
}

void port_map_open(struct port_map *map)
{
    assert(map->state == FOUND);
    map->state = OPENING;
    ask_to_open(map);
}

void port_map_destroy(struct port_map *map)
{
    if (!map)
        return;
    if (map->search)
        work_cancel(map->search);
    if (map->request)
        map->request->map = NULL; /* an opening under way closes the port when it is answered */
    else if (map->state == OPEN)
        start(request_create(map, send_closing), true);
    loop_timer_destroy(map->timer);
    free(map);
}
