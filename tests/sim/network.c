#include "tests/sim/world.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <utlist.h>

static void queue_add(struct queue *queue, struct item item)
{
    if (queue->count == queue->capacity) {
        queue->capacity = queue->capacity ? 2 * queue->capacity : 8;
        queue->items = memory_resized(queue->items, queue->capacity, sizeof *queue->items);
    }
    /* A link that has become quicker does not turn its order round. */
    if (queue->count > queue->head && item.at_ms < queue->items[queue->count - 1].at_ms)
        item.at_ms = queue->items[queue->count - 1].at_ms;
    queue->items[queue->count++] = item;
}

bool queue_take(struct queue *queue, int64_t now_ms, struct item *ret_item)
{
    if (queue->head == queue->count || queue->items[queue->head].at_ms > now_ms)
        return false;
    *ret_item = queue->items[queue->head++];
    if (queue->head == queue->count)
        queue->head = queue->count = 0;
    return true;
}

void queue_clear(struct queue *queue)
{
    for (size_t i = queue->head; i < queue->count; i++)
        if (queue->items[i].parcel)
            parcel_drop(queue->items[i].parcel);
    queue->head = queue->count = 0;
}

int64_t queue_next_ms(const struct queue *queue)
{
    return queue->head < queue->count ? queue->items[queue->head].at_ms : INT64_MAX;
}

void parcel_drop(struct parcel *parcel)
{
    if (--parcel->references > 0)
        return;
    heard_destroy(parcel->heard);
    free(parcel);
}

struct link *link_open(struct world *world, unsigned device)
{
    struct link *link = memory_zeroed(1, sizeof *link);
    link->session = ++world->last_session;
    link->device = link->address = device;
    link->server_open = link->gate_open = true;
    link->gate = world->setting.gates > 0 ? device % (unsigned)world->setting.gates : 0;
    DL_APPEND(world->links, link);
    return link;
}

struct link *link_find(const struct world *world, uint64_t session)
{
    struct link *link;
    DL_FOREACH (world->links, link) {
        if (link->session == session)
            return link;
    }
    return NULL;
}

void link_destroy(struct world *world, struct link *link)
{
    DL_DELETE(world->links, link);
    queue_clear(&link->to_server);
    queue_clear(&link->to_client);
    free(link->to_server.items);
    free(link->to_client.items);
    free(link);
}

void links_sweep(struct world *world)
{
    struct link *link, *next;
    DL_FOREACH_SAFE (world->links, link, next) {
        if (!link->server_open && !link->gate_open && link->device == NO_DEVICE)
            link_destroy(world, link);
    }
}

static int64_t delay_of(const struct world *world, const struct link *link)
{
    return link->device == NO_DEVICE ? 0 : world->devices[link->device].delay_ms;
}

void link_request(struct world *world, struct link *link, uint32_t request)
{
    struct item item = {.at_ms = world->now_ms + delay_of(world, link), .request = request};
    queue_add(&link->to_server, item);
}

void link_parcel(struct world *world, struct link *link, struct parcel *parcel)
{
    parcel->references++;
    if (link->device == NO_DEVICE) {
        parcel_drop(parcel);
        return;
    }
    int64_t at_ms = world->now_ms + delay_of(world, link);
    int64_t deaf_until_ms = world->devices[link->device].deaf_until_ms;
    struct item item = {.at_ms = at_ms < deaf_until_ms ? deaf_until_ms : at_ms, .parcel = parcel};
    queue_add(&link->to_client, item);
}

int64_t network_next_ms(const struct world *world)
{
    int64_t next = INT64_MAX;
    const struct link *link;
    DL_FOREACH (world->links, link) {
        bool is_read = link->gate_open && (!world->cluster || cluster_reads(world, link));
        int64_t in = is_read ? queue_next_ms(&link->to_server) : INT64_MAX;
        int64_t out = link->device != NO_DEVICE ? queue_next_ms(&link->to_client) : INT64_MAX;
        next = in < next ? in : next;
        next = out < next ? out : next;
    }
    return next;
}
