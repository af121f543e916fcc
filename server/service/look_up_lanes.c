/* The order of look-ups. In each lane the addresses take turns, and so do the connections of one
 * address. A connection has at most one look-up under way in a lane, so no client waits for all
 * look-ups of another one.
 *
 * A look-up begins when there is room for its answer beside the output that clients have not taken
 * yet. An address whose clients have taken nearly all their output may begin without that room, as
 * long as the look-ups under way reserve no more than BESIDE_SHARE: so slow readers do not stop the
 * others. A connection that does not take its answers is skipped until it does. Only the hello lane
 * skips no connection, and needs no room for its small answers. */
#include "common/base/memory.h"
#include "server/service/look_up.h"
#include "server/service/service_parts.h"
#include "server/store/store.h"

#include <assert.h>
#include <stdlib.h>
#include <uthash.h>
#include <utlist.h>

enum {
    /* Questions waiting in all lanes. From WAITING_MUCH on, a connection with one of them is not
     * read; from WAITING_MAX on, it has at most one in each lane. */
    WAITING_MUCH = 1024,
    WAITING_MAX = 16384,
    /* Reserved for a look-up: for its answer, and the records that it is made from. */
    LOOK_UP_BYTES = 1024 * 1024,
    LOOK_UP_SHARE = 8, /* of all_queued_bytes, if that is less */
    /* Shares of backlog_max(). When there is no room, an address may still ask with SMALL_SHARE of
     * it untaken, while all look-ups reserve at most BESIDE_SHARE. */
    SMALL_SHARE = 8,
    BESIDE_SHARE = 4,
    ADDRESSES_TRIED = 64, /* to find one whose look-up may begin */
};

/* Look-ups of each lane at the worker: one runs, and the others keep the worker busy. */
static const size_t at_once[LANE_COUNT] = {
    [LANE_HELLO] = 64,
    [LANE_SHORT] = 4,
    [LANE_LONG] = 1,
    [LANE_SEAL] = 1,
};

/* A session's place in a lane. */
struct lane_place {
    struct message *waiting;   /* questions, in the order of their turns */
    struct look_up *under_way; /* NULL: none */
    bool is_queued;            /* is it in its address's list of askers? */
    struct asker *prev, *next;
};

/* A session with look-ups, waiting or under way. */
struct asker {
    uint64_t session;
    struct asking_address *address;
    struct lane_place places[LANE_COUNT];
    UT_hash_handle hh;
};

/* An address with askers. */
struct asking_address {
    uint64_t group; /* origin_group() */
    size_t asker_count;
    struct {
        struct asker *askers; /* in the order of their turns; NULL: the address is not in the lane's
                                 list. Else there: */
        struct asking_address *prev, *next;
    } turns[LANE_COUNT];
    UT_hash_handle hh;
};

/* --- askers --- */

static struct asker *find_asker(const struct service *service, uint64_t session)
{
    struct asker *found = NULL;
    HASH_FIND(hh, service->lanes.askers, &session, sizeof session, found);
    return found;
}

static struct asking_address *asking_address_of(struct lanes *lanes, uint64_t group)
{
    struct asking_address *address = NULL;
    HASH_FIND(hh, lanes->addresses, &group, sizeof group, address);
    if (!address) {
        address = memory_zeroed(1, sizeof *address);
        address->group = group;
        HASH_ADD(hh, lanes->addresses, group, sizeof address->group, address);
    }
    return address;
}

static struct asker *asker_create(struct lanes *lanes, uint64_t session, uint64_t group)
{
    struct asker *asker = memory_zeroed(1, sizeof *asker);
    asker->session = session;
    asker->address = asking_address_of(lanes, group);
    asker->address->asker_count++;
    HASH_ADD(hh, lanes->askers, session, sizeof asker->session, asker);
    return asker;
}

static void asker_destroy(struct lanes *lanes, struct asker *asker)
{
    struct asking_address *address = asker->address;
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        assert(!asker->places[kind].is_queued && !asker->places[kind].waiting);
    HASH_DELETE(hh, lanes->askers, asker);
    free(asker);
    assert(address->asker_count > 0);
    if (--address->asker_count > 0)
        return;
    HASH_DELETE(hh, lanes->addresses, address);
    free(address);
}

/* Destroys an asker without look-ups. */
static void asker_release(struct lanes *lanes, struct asker *asker)
{
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        if (asker->places[kind].waiting || asker->places[kind].under_way)
            return;
    asker_destroy(lanes, asker);
}

/* --- room --- */

static size_t bytes_of(const struct service *service, enum lane_kind kind)
{
    size_t share = (size_t)service->config->all_queued_bytes / LOOK_UP_SHARE;
    return kind == LANE_HELLO ? 0 : share < LOOK_UP_BYTES ? share : LOOK_UP_BYTES;
}

/* The limit of untaken output and reserved bytes together. */
static size_t backlog_max(const struct service *service)
{
    return (size_t)service->config->all_queued_bytes / NET_BACKLOG_SHARE;
}

static bool has_room_for_answer(const struct service *service, enum lane_kind kind)
{
    size_t bytes = bytes_of(service, kind);
    return bytes == 0 ||
           net_load(service->net).untaken_bytes + service->lanes.reserved_bytes + bytes <=
               backlog_max(service);
}

/* May a look-up of this address begin? At least one of its sessions is queued in the lane. */
static bool may_address_begin(const struct service *service, enum lane_kind kind,
                              const struct asking_address *address)
{
    size_t most = backlog_max(service);
    return has_room_for_answer(service, kind) ||
           (service->lanes.reserved_bytes + bytes_of(service, kind) <= most / BESIDE_SHARE &&
            net_untaken_at(service->net, address->turns[kind].askers->session) <=
                most / SMALL_SHARE);
}

bool lanes_lack_room(const struct service *service)
{
    return service->lanes.waiting > 0 && !has_room_for_answer(service, LANE_SHORT);
}

/* --- turns --- */

static bool takes_answers(const struct service *service, const struct asker *asker,
                          enum lane_kind kind)
{
    return kind == LANE_HELLO || net_presence(service->net, asker->session) == NET_READY;
}

static void leave_queue(struct lanes *lanes, struct asker *asker, enum lane_kind kind)
{
    struct asking_address *address = asker->address;
    struct lane *lane = &lanes->each[kind];
    asker->places[kind].is_queued = false;
    DL_DELETE2(address->turns[kind].askers, asker, places[kind].prev, places[kind].next);
    if (!address->turns[kind].askers)
        DL_DELETE2(lane->addresses, address, turns[kind].prev, turns[kind].next);
}

/* Queues the session for its turn, if it has a question that may be asked. */
static void enter_queue(struct service *service, struct asker *asker, enum lane_kind kind)
{
    struct lane_place *place = &asker->places[kind];
    if (!place->waiting || place->is_queued || place->under_way ||
        !takes_answers(service, asker, kind))
        return;
    struct asking_address *address = asker->address;
    struct lane *lane = &service->lanes.each[kind];
    place->is_queued = true;
    if (!address->turns[kind].askers)
        DL_APPEND2(lane->addresses, address, turns[kind].prev, turns[kind].next);
    DL_APPEND2(address->turns[kind].askers, asker, places[kind].prev, places[kind].next);
}

static struct message *take_waiting(struct lanes *lanes, struct asker *asker, enum lane_kind kind)
{
    struct message *question = asker->places[kind].waiting;
    assert(question && lanes->waiting > 0);
    LL_DELETE(asker->places[kind].waiting, question);
    lanes->waiting--;
    return question;
}

/* The session whose turn it is; NULL: none. Moves its address to the end of the list, as well as
 * those whose look-ups may not begin now. */
static struct asker *next_asker(struct service *service, enum lane_kind kind)
{
    struct lane *lane = &service->lanes.each[kind];
    struct asking_address *first = NULL, *address;
    for (int i = 0; i < ADDRESSES_TRIED && (address = lane->addresses) && address != first; i++) {
        if (!first)
            first = address;
        DL_DELETE2(lane->addresses, address, turns[kind].prev, turns[kind].next);
        DL_APPEND2(lane->addresses, address, turns[kind].prev, turns[kind].next);
        if (may_address_begin(service, kind, address))
            return address->turns[kind].askers;
    }
    return NULL;
}

static void begin_look_ups(struct service *service, enum lane_kind kind)
{
    struct lanes *lanes = &service->lanes;
    struct lane *lane = &lanes->each[kind];
    struct asker *asker;
    while (lane->under_way < at_once[kind] && (asker = next_asker(service, kind))) {
        leave_queue(lanes, asker, kind);
        if (!takes_answers(service, asker, kind))
            continue; /* until lanes_return() */
        lane->under_way++;
        lanes->reserved_bytes += bytes_of(service, kind);
        assert(!asker->places[kind].under_way);
        asker->places[kind].under_way = look_up_begin(service, take_waiting(lanes, asker, kind));
    }
}

bool lanes_hold(const struct service *service, uint64_t session)
{
    if (service->lanes.waiting < WAITING_MUCH)
        return false;
    const struct asker *asker = find_asker(service, session);
    for (enum lane_kind kind = 0; asker && kind < LANE_COUNT; kind++)
        if (asker->places[kind].waiting)
            return true;
    return false;
}

void lanes_wait(struct service *service, struct message *question, enum lane_kind kind)
{
    struct lanes *lanes = &service->lanes;
    uint64_t session = question->sessions[0];
    const struct origin *origin = net_origin(service->net, session);
    struct error error;
    if (!origin) {
        error_set(&error, ERROR_DISCONNECTED, "the connection has gone");
        look_up_refuse(service, question, &error);
        return;
    }
    struct asker *asker = find_asker(service, session);
    if (!asker)
        asker = asker_create(lanes, session, origin_group(origin));
    struct lane_place *place = &asker->places[kind];
    if (place->waiting && lanes->waiting >= WAITING_MAX) {
        error_set(&error, ERROR_LIMIT_REACHED,
                  "%d such questions are waiting, and some of them are yours: ask one at a time",
                  WAITING_MAX);
        look_up_refuse(service, question, &error);
        return;
    }
    LL_APPEND(place->waiting, question);
    lanes->waiting++;
    enter_queue(service, asker, kind);
    begin_look_ups(service, kind);
}

void lanes_end(struct look_up *job)
{
    struct service *service = job->service;
    struct lanes *lanes = &service->lanes;
    struct asker *asker = find_asker(service, job->question->sessions[0]);
    size_t bytes = bytes_of(service, job->lane);
    assert(lanes->each[job->lane].under_way > 0 && lanes->reserved_bytes >= bytes);
    lanes->each[job->lane].under_way--;
    lanes->reserved_bytes -= bytes;
    if (asker && asker->places[job->lane].under_way == job)
        asker->places[job->lane].under_way = NULL;
}

void lanes_begin_next(struct service *service, uint64_t session, enum lane_kind kind)
{
    struct asker *asker = find_asker(service, session);
    if (asker) {
        enter_queue(service, asker, kind);
        asker_release(&service->lanes, asker);
    }
    /* This lane comes last, so that no lane takes all the room when there is little. */
    for (int i = 1; i <= LANE_COUNT; i++)
        begin_look_ups(service, (enum lane_kind)((kind + i) % LANE_COUNT));
}

void lanes_go_on(struct service *service)
{
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        begin_look_ups(service, kind);
}

void lanes_return(struct service *service, uint64_t session)
{
    struct asker *asker = find_asker(service, session);
    for (enum lane_kind kind = 0; asker && kind < LANE_COUNT; kind++)
        enter_queue(service, asker, kind);
}

/* --- giving up --- */

/* Refuses all waiting questions of the session. */
static void refuse_waiting(struct service *service, struct asker *asker, const struct error *error)
{
    struct lanes *lanes = &service->lanes;
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++) {
        if (asker->places[kind].is_queued)
            leave_queue(lanes, asker, kind);
        while (asker->places[kind].waiting)
            look_up_refuse(service, take_waiting(lanes, asker, kind), error);
    }
}

static void give_up_look_ups(struct asker *asker, enum lane_kind first)
{
    for (enum lane_kind kind = first; kind < LANE_COUNT; kind++)
        if (asker->places[kind].under_way)
            atomic_store(&asker->places[kind].under_way->is_given_up, true);
}

void lanes_forget(struct service *service, uint64_t session)
{
    struct error error;
    struct asker *asker = find_asker(service, session);
    if (!asker)
        return;
    error_set(&error, ERROR_DISCONNECTED, "the connection has gone");
    give_up_look_ups(asker, 0);
    refuse_waiting(service, asker, &error);
    asker_destroy(&service->lanes, asker);
}

void lanes_close(struct service *service)
{
    struct asker *asker, *next;
    struct error error;
    error_set(&error, ERROR_SERVER_CLOSING,
              "the server is shutting down: ask again when it is back");
    HASH_ITER (hh, service->lanes.askers, asker, next) {
        give_up_look_ups(asker, LANE_LONG);
        refuse_waiting(service, asker, &error);
        asker_release(&service->lanes, asker);
    }
    for (enum lane_kind kind = LANE_LONG; kind < LANE_COUNT; kind++)
        if (service->lanes.each[kind].reader)
            store_reader_interrupt(service->lanes.each[kind].reader);
}
