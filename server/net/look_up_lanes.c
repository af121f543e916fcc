/* Whose look-up is next. In each lane the addresses take turns, and so do the connections of one
 * address, each of which has one look-up under way there: nobody waits for all that somebody else
 * asks. A look-up begins when there is room for its answer beside what clients have not taken yet:
 * they are given time to take it, and those that take little are ended meanwhile (waits.c). An
 * address whose clients have taken nearly all needs no such room, so those who read slowly do not
 * stop the others. A connection that does not take its answers is passed over until it does. The
 * hello lane alone passes over nobody, and needs no room for its answers, which are small. */
#include "common/base/memory.h"
#include "server/net/look_up.h"

#include <assert.h>
#include <stdlib.h>

enum {
    /* Questions in all lanes: with so many, a connection that has one waiting is not read; ... */
    WAITING_MUCH = 1024,
    WAITING_MAX = 16384, /* ... and with so many it has one in each lane at most. */
    /* That are reserved for a look-up: for its answer, and what that is made from. */
    LOOK_UP_BYTES = 1024 * 1024,
    LOOK_UP_SHARE = 8, /* of all_queued_bytes, where that is less */
    /* Of what clients may leave untaken and look-ups reserve: what one address may leave untaken
     * and still ask when there is no room, and what look-ups then reserve in all. */
    SMALL_SHARE = 8,
    BESIDE_SHARE = 4,
    ADDRESSES_TRIED = 64, /* to find one that may ask */
};

/* Look-ups of each lane at the worker: one that runs, others so that it need not wait. */
static const size_t at_once[LANE_COUNT] = {
    [LANE_HELLO] = 64,
    [LANE_SHORT] = 4,
    [LANE_LONG] = 1,
    [LANE_SEAL] = 1,
};

static size_t bytes_of(const struct server *server, enum lane_kind kind)
{
    size_t share = (size_t)server->limits.all_queued_bytes / LOOK_UP_SHARE;
    return kind == LANE_HELLO ? 0 : share < LOOK_UP_BYTES ? share : LOOK_UP_BYTES;
}

/* The most that clients may leave untaken and look-ups reserve. */
static size_t backlog_max(const struct server *server)
{
    return (size_t)server->limits.all_queued_bytes / BACKLOG_SHARE;
}

static bool has_room(const struct server *server, enum lane_kind kind)
{
    size_t bytes = bytes_of(server, kind);
    return bytes == 0 ||
           server->queued_bytes + server->look_up_bytes + bytes <= backlog_max(server);
}

/* May a look-up of this address begin? */
static bool may_begin(const struct server *server, enum lane_kind kind,
                      const struct address_share *share)
{
    size_t most = backlog_max(server);
    return has_room(server, kind) ||
           (share->queued_bytes <= most / SMALL_SHARE &&
            server->look_up_bytes + bytes_of(server, kind) <= most / BESIDE_SHARE);
}

bool lanes_lack_room(const struct server *server)
{
    return server->look_ups_waiting > 0 && !has_room(server, LANE_SHORT);
}

static bool takes_answers(const struct connection *connection, enum lane_kind kind)
{
    return kind == LANE_HELLO || (connection->state == CONNECTION_OPEN && !connection->late);
}

static void leave_queue(struct connection *connection, enum lane_kind kind)
{
    struct lane *lane = &connection->server->lanes[kind];
    struct lane_turn *turn = &connection->share->turns[kind];
    connection->places[kind].is_queued = false;
    DL_DELETE2(turn->askers, connection, places[kind].prev, places[kind].next);
    if (!turn->askers)
        DL_DELETE2(lane->askers, connection->share, turns[kind].prev, turns[kind].next);
}

/* The connection queues for its turn if it has something to ask and may ask it. */
static void enter_queue(struct connection *connection, enum lane_kind kind)
{
    struct lane_place *place = &connection->places[kind];
    if (!place->waiting || place->is_queued || place->under_way || !takes_answers(connection, kind))
        return;
    struct lane *lane = &connection->server->lanes[kind];
    struct lane_turn *turn = &connection->share->turns[kind];
    place->is_queued = true;
    if (!turn->askers)
        DL_APPEND2(lane->askers, connection->share, turns[kind].prev, turns[kind].next);
    DL_APPEND2(turn->askers, connection, places[kind].prev, places[kind].next);
}

static struct message *take_waiting(struct connection *connection, enum lane_kind kind)
{
    struct message *question = connection->places[kind].waiting;
    LL_DELETE(connection->places[kind].waiting, question);
    assert(connection->server->look_ups_waiting > 0);
    connection->server->look_ups_waiting--;
    return question;
}

/* The connection whose turn it is. Its address comes last from now on, as do those that may not
 * begin a look-up now. NULL: there is none. */
static struct connection *next_asker(struct server *server, enum lane_kind kind)
{
    struct lane *lane = &server->lanes[kind];
    struct address_share *first = NULL, *share;
    for (int i = 0; i < ADDRESSES_TRIED && (share = lane->askers) && share != first; i++) {
        if (!first)
            first = share;
        DL_DELETE2(lane->askers, share, turns[kind].prev, turns[kind].next);
        DL_APPEND2(lane->askers, share, turns[kind].prev, turns[kind].next);
        if (may_begin(server, kind, share))
            return share->turns[kind].askers;
    }
    return NULL;
}

static void begin(struct server *server, enum lane_kind kind)
{
    struct lane *lane = &server->lanes[kind];
    struct connection *connection;
    while (lane->under_way < at_once[kind] && (connection = next_asker(server, kind))) {
        leave_queue(connection, kind);
        if (!takes_answers(connection, kind))
            continue; /* until lanes_return() */
        lane->under_way++;
        server->look_up_bytes += bytes_of(server, kind);
        connection->places[kind].under_way = look_up_begin(server, take_waiting(connection, kind));
    }
}

static void free_places(struct connection *connection)
{
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        if (connection->places[kind].waiting || connection->places[kind].under_way)
            return;
    free(connection->places);
    connection->places = NULL;
}

bool lanes_hold(const struct connection *connection)
{
    if (!connection->places || connection->server->look_ups_waiting < WAITING_MUCH)
        return false;
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        if (connection->places[kind].waiting)
            return true;
    return false;
}

void lane_wait(struct server *server, struct message *question, enum lane_kind kind)
{
    struct connection *connection = connection_find(server, question->sessions[0]);
    struct error error;
    if (!connection) {
        error_set(&error, ERROR_DISCONNECTED, "the connection has gone");
        look_up_refuse(server, question, &error);
        return;
    }
    if (!connection->places)
        connection->places = memory_zeroed(LANE_COUNT, sizeof *connection->places);
    struct lane_place *place = &connection->places[kind];
    if (place->waiting && server->look_ups_waiting >= WAITING_MAX) {
        error_set(&error, ERROR_LIMIT_REACHED,
                  "%d such questions are waiting, and some of them are yours: ask one at a time",
                  WAITING_MAX);
        look_up_refuse(server, question, &error);
        return;
    }
    LL_APPEND(place->waiting, question);
    server->look_ups_waiting++;
    enter_queue(connection, kind);
    begin(server, kind);
}

void lane_end(struct look_up *job)
{
    struct server *server = job->server;
    struct connection *connection = connection_find(server, job->question->sessions[0]);
    assert(server->lanes[job->lane].under_way > 0);
    server->lanes[job->lane].under_way--;
    server->look_up_bytes -= bytes_of(server, job->lane);
    if (connection && connection->places && connection->places[job->lane].under_way == job)
        connection->places[job->lane].under_way = NULL;
}

void lane_go_on(struct server *server, uint64_t session, enum lane_kind kind)
{
    struct connection *connection = connection_find(server, session);
    if (connection && connection->places) {
        enter_queue(connection, kind);
        free_places(connection);
    }
    /* The lane's own turn is the last one, so that with little room no lane takes all of it. */
    for (int i = 1; i <= LANE_COUNT; i++)
        begin(server, (enum lane_kind)((kind + i) % LANE_COUNT));
}

void lanes_go_on(struct server *server)
{
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        begin(server, kind);
}

void lanes_return(struct connection *connection)
{
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        enter_queue(connection, kind);
}

/* Refuses all that the connection waits for. */
static void refuse_waiting(struct connection *connection, const struct error *error)
{
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++) {
        if (connection->places[kind].is_queued)
            leave_queue(connection, kind);
        while (connection->places[kind].waiting)
            look_up_refuse(connection->server, take_waiting(connection, kind), error);
    }
}

static void give_up(struct connection *connection)
{
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        if (connection->places[kind].under_way)
            atomic_store(&connection->places[kind].under_way->is_given_up, true);
}

void lanes_forget(struct connection *connection)
{
    struct error error;
    if (!connection->places)
        return;
    error_set(&error, ERROR_DISCONNECTED, "the connection has gone");
    give_up(connection);
    refuse_waiting(connection, &error);
    free(connection->places);
    connection->places = NULL;
}

void lanes_close(struct server *server)
{
    struct connection *connection, *next;
    struct error error;
    error_set(&error, ERROR_SERVER_CLOSING,
              "the server is shutting down: ask again when it is back");
    HASH_ITER (hh, server->connections, connection, next) {
        struct lane_place *places = connection->places;
        if (!places)
            continue;
        for (enum lane_kind kind = LANE_LONG; kind < LANE_COUNT; kind++)
            if (places[kind].under_way)
                atomic_store(&places[kind].under_way->is_given_up, true);
        refuse_waiting(connection, &error);
        free_places(connection);
    }
    for (enum lane_kind kind = LANE_LONG; kind < LANE_COUNT; kind++)
        if (server->lanes[kind].reader)
            store_reader_interrupt(server->lanes[kind].reader);
}
