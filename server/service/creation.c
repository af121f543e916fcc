#include "server/service/creation.h"

#include "common/base/memory.h"
#include "common/tournament/starts.h"
#include "server/service/dispatch.h"
#include "server/service/judging.h"
#include "server/service/service_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* Requests that wait at once: of all addresses, and of one. */
enum { CREATIONS_MAX = 64, ADDRESS_MAX = 4 };

/* A request with copies of its texts, which outlive the request's message. */
struct creation {
    struct creation *prev, *next; /* in the service's list */
    int64_t number;
    uint64_t address; /* origin_group() */
    /* Addresses take turns: the number is greater than those of its address that wait already; the
     * first request of an address gets the least number of all. */
    int64_t turn;
    struct hall_caller from;
    struct hall_tournament_plan plan;
    struct hall_text key;
    struct hall_text *players;        /* of the plan */
    struct hall_text (*forbidden)[2]; /* of the plan */
    size_t used;
    char bytes[WIRE_REQUEST_BYTES_MAX]; /* the texts, which are shorter than the request */
};

static struct hall_text keep_text(struct creation *creation, struct wire_text text)
{
    char *bytes = creation->bytes + creation->used;
    if (!text.bytes)
        return (struct hall_text){0};
    assert(text.len <= sizeof creation->bytes - creation->used);
    if (text.len)
        memcpy(bytes, text.bytes, text.len);
    creation->used += text.len;
    return (struct hall_text){.bytes = bytes, .len = text.len};
}

static void keep_players(struct creation *creation, const struct wire_tournament_create *wire)
{
    creation->players = memory_zeroed(wire->players_count, sizeof *creation->players);
    creation->forbidden = memory_zeroed(wire->forbidden_count, sizeof *creation->forbidden);
    for (size_t i = 0; i < wire->players_count; i++)
        creation->players[i] = keep_text(creation, wire->players[i]);
    for (size_t i = 0; i < wire->forbidden_count; i++) {
        creation->forbidden[i][0] = keep_text(creation, wire->forbidden[i].first);
        creation->forbidden[i][1] = keep_text(creation, wire->forbidden[i].second);
    }
}

static struct creation *creation_create(struct service *service, struct hall_caller from,
                                        const struct wire_tournament_create *wire)
{
    struct creation *creation = memory_zeroed(1, sizeof *creation);
    keep_players(creation, wire);
    creation->number = ++service->creations.last;
    creation->from = from;
    creation->key = keep_text(creation, wire->key);
    creation->plan = (struct hall_tournament_plan){
        .name = keep_text(creation, wire->name),
        .rules = keep_text(creation, wire->rules),
        .look = keep_text(creation, wire->look),
        .format = keep_text(creation, wire->format),
        .starts = keep_text(creation, wire->starts),
        .clock = keep_text(creation, wire->clock),
        .rounds = or_else(wire->rounds, 0),
        .seed = or_else(wire->seed, 0),
        .at_once = or_else(wire->at_once, 0),
        .each_at_once = or_else(wire->each_at_once, 0),
        .rated = wire->rated,
        .players = creation->players,
        .player_count = wire->players_count,
        .forbidden = (const struct hall_text(*)[2])creation->forbidden,
        .forbidden_count = wire->forbidden_count,
    };
    DL_APPEND(service->creations.list, creation);
    return creation;
}

static void creation_destroy(struct service *service, struct creation *creation)
{
    DL_DELETE(service->creations.list, creation);
    free(creation->players);
    free(creation->forbidden);
    free(creation);
}

/* Checks that one more request of this address may wait, and finds its turn. */
static enum error_code check_room(const struct service *service, uint64_t session, uint64_t address,
                                  int64_t *ret_turn, struct error *error)
{
    int count = 0, here = 0;
    int64_t first = INT64_MAX, last_here = INT64_MIN;
    const struct creation *creation;
    DL_FOREACH (service->creations.list, creation) {
        if (creation->from.session == session)
            return error_set(error, ERROR_LIMIT_REACHED,
                             "the starts of another tournament of yours are being looked for: wait "
                             "for that answer");
        count++;
        if (creation->turn < first)
            first = creation->turn;
        if (creation->address == address && creation->turn > last_here)
            last_here = creation->turn;
        here += creation->address == address;
    }
    if (here >= ADDRESS_MAX || count >= CREATIONS_MAX)
        return error_set(error, ERROR_LIMIT_REACHED,
                         "the starts of %d tournaments%s are being looked for: try again later",
                         here >= ADDRESS_MAX ? here : count,
                         here >= ADDRESS_MAX ? " of your address" : "");
    *ret_turn = here > 0 ? last_here + 1 : count > 0 ? first : 0;
    return ERROR_NONE;
}

static void create_tournament(struct service *service, struct creation *creation)
{
    hall_tournament_create(service->hall, creation->from, &creation->plan, creation->key);
    creation_destroy(service, creation);
}

void creation_begin(struct service *service, struct hall_caller from,
                    const struct wire_tournament_create *wire)
{
    struct error error;
    if (!wire->starts.bytes || !starts_text_is_fair(wire->starts.bytes, wire->starts.len)) {
        create_tournament(service, creation_create(service, from, wire));
        return;
    }
    uint64_t address = origin_group(net_origin(service->net, from.session));
    int64_t turn = 0;
    if (check_room(service, from.session, address, &turn, &error)) {
        hall_refuse(service->hall, from, &error);
        return;
    }
    struct creation *creation = creation_create(service, from, wire);
    creation->address = address;
    creation->turn = turn;
    if (creation->plan.seed == 0)
        creation->plan.seed = hall_draw_seed(service->hall);
    judging_check_starts(service, creation->number, turn, &creation->plan);
}

void creation_checked(struct service *service, int64_t number, const struct error *error)
{
    struct creation *creation;
    DL_SEARCH_SCALAR(service->creations.list, creation, number, number);
    if (!creation)
        return;
    /* The connection may be gone, or another one may have taken over its player. */
    bool is_wanted = hall_session_is_open(service->hall, creation->from.session);
    if (is_wanted && !error->code) {
        create_tournament(service, creation);
        return;
    }
    if (is_wanted)
        hall_refuse(service->hall, creation->from, error);
    creation_destroy(service, creation);
}

void creations_refuse(struct service *service)
{
    struct error error;
    error_set(&error, ERROR_SERVER_CLOSING,
              "the server is shutting down: ask again when it is back");
    while (service->creations.list)
        creation_checked(service, service->creations.list->number, &error);
}

void creations_finish(struct service *service)
{
    while (service->creations.list)
        creation_destroy(service, service->creations.list);
}
