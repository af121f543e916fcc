/* Look-ups that go through much of the database, such as the standings of a tournament of many thousand matches. They are kept
 * apart, so that nobody who comes in or moves waits for them: in each lane one is under way, with a reader of its own. It is the
 * turn of one connection after another, so that nobody waits for all that somebody else asks. */
#include "common/base/memory.h"
#include "server/net/look_up.h"

#include <stdlib.h>

enum { WAITING_MAX = 4096 }; /* in a lane; beyond that one of each connection */

static void leave_queue(struct lane *lane, enum lane_kind kind, struct connection *connection)
{
    DL_DELETE2(lane->askers, connection, places[kind].prev, places[kind].next);
}

static void enter_queue(struct lane *lane, enum lane_kind kind, struct connection *connection)
{
    DL_APPEND2(lane->askers, connection, places[kind].prev, places[kind].next);
}

/* The first one of those that wait, of which there are some. */
static struct look_up *take_first(struct lane *lane, enum lane_kind kind)
{
    struct connection *connection = lane->askers;
    struct look_up *job = connection->places[kind].waiting;
    DL_DELETE(connection->places[kind].waiting, job);
    lane->waiting--;
    leave_queue(lane, kind, connection);
    if (connection->places[kind].waiting)
        enter_queue(lane, kind, connection);
    return job;
}

static void begin_next(struct server *server, enum lane_kind kind)
{
    struct lane *lane = &server->lanes[kind];
    if (lane->under_way || !lane->askers)
        return;
    lane->under_way = take_first(lane, kind);
    lane->under_way->reader = lane->reader;
    look_up_begin(lane->under_way);
}

void lane_wait(struct look_up *job, enum lane_kind kind)
{
    struct server *server = job->server;
    struct lane *lane = &server->lanes[kind];
    struct connection *connection = connection_find(server, job->question->sessions[0]);
    if (!connection) {
        look_up_destroy(job);
        return;
    }
    if (!connection->places)
        connection->places = memory_zeroed(LANE_COUNT, sizeof *connection->places);
    struct lane_place *place = &connection->places[kind];
    if (place->waiting && lane->waiting >= WAITING_MAX) {
        error_set(&job->error, ERROR_LIMIT_REACHED,
                  "%d such questions are waiting, and some of them are yours: ask one at a time",
                  WAITING_MAX);
        look_up_end(job);
        return;
    }
    if (!place->waiting)
        enter_queue(lane, kind, connection);
    DL_APPEND(place->waiting, job);
    lane->waiting++;
    begin_next(server, kind);
}

void lane_go_on(struct server *server, enum lane_kind kind)
{
    server->lanes[kind].under_way = NULL;
    begin_next(server, kind);
}

static void forget_waiting(struct lane *lane, enum lane_kind kind, struct connection *connection)
{
    struct lane_place *place = &connection->places[kind];
    if (place->waiting)
        leave_queue(lane, kind, connection);
    while (place->waiting) {
        struct look_up *job = place->waiting;
        DL_DELETE(place->waiting, job);
        lane->waiting--;
        look_up_destroy(job);
    }
}

void lanes_forget(struct connection *connection)
{
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++) {
        struct lane *lane = &connection->server->lanes[kind];
        if (connection->places)
            forget_waiting(lane, kind, connection);
        if (lane->under_way && lane->under_way->question->sessions[0] == connection->session)
            atomic_store(&lane->under_way->is_given_up, true);
    }
    free(connection->places);
    connection->places = NULL;
}

void lanes_refuse(struct server *server)
{
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++) {
        struct lane *lane = &server->lanes[kind];
        while (lane->askers) {
            struct look_up *job = take_first(lane, kind);
            look_up_close(job);
            look_up_end(job);
        }
    }
}
