#include "common/solver/quota_sweep.h"

#include "common/base/memory.h"
#include "common/game/take_away.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A heap offers a value up to the heap `end`, which is excluded; UINT32_MAX: for ever. */
struct offer {
    uint32_t heap;
    uint32_t end;
};

/* The offers of one value that are in force and may become the best one: heaps ascend and ends
 * descend, because an offer with a larger heap and no earlier end supersedes the others. The last
 * one is the best now. */
struct standing {
    struct offer last; /* a copy, quicker to look at; end 0 when there is none */
    struct offer *offers;
    uint32_t count;
    uint32_t capacity;
};

/* An offer that comes into force later. */
struct event {
    struct offer offer;
    uint32_t value;
    uint32_t next; /* index of the next one of the same heap or of the free list; 0: none */
};

struct quota_sweep {
    struct take_away_function function;
    uint32_t heap_max;
    uint32_t heap;        /* the last one that is done */
    uint32_t *due;        /* due[n]: the first event of heap n */
    struct event *events; /* events[0] is not used */
    uint32_t event_count;
    uint32_t event_capacity;
    uint32_t free_event;
    struct standing *values;
    uint32_t value_count;
    size_t offer_capacity; /* of all values together */
    struct quota_step *steps;
    uint32_t step_capacity;
};

static uint32_t take_event(struct quota_sweep *sweep)
{
    uint32_t index = sweep->free_event;
    if (index) {
        sweep->free_event = sweep->events[index].next;
        return index;
    }
    if (sweep->event_count == sweep->event_capacity) {
        sweep->event_capacity *= 2;
        sweep->events = memory_resized(sweep->events, sweep->event_capacity, sizeof *sweep->events);
    }
    return sweep->event_count++;
}

/* From `start` on, the heap of the offer offers the value. */
static void schedule(struct quota_sweep *sweep, uint32_t start, struct offer offer, uint32_t value)
{
    if (start >= offer.end || start > sweep->heap_max)
        return;
    uint32_t index = take_event(sweep);
    sweep->events[index] =
        (struct event){.offer = offer, .value = value, .next = sweep->due[start]};
    sweep->due[start] = index;
}

struct quota_sweep *quota_sweep_create(const struct rules *rules, uint32_t heap_max)
{
    assert(heap_max <= INT32_MAX);
    struct quota_sweep *sweep = memory_zeroed(1, sizeof *sweep);
    *sweep = (struct quota_sweep){
        .function = take_away_function(rules),
        .heap_max = heap_max,
        .due = memory_zeroed((size_t)heap_max + 1, sizeof *sweep->due),
        .events = memory_zeroed(1024, sizeof *sweep->events),
        .event_count = 1,
        .event_capacity = 1024,
        .steps = memory_zeroed(16, sizeof *sweep->steps),
        .step_capacity = 16,
    };
    schedule(sweep, 1, (struct offer){.heap = 0, .end = UINT32_MAX}, 0);
    return sweep;
}

void quota_sweep_destroy(struct quota_sweep *sweep)
{
    if (!sweep)
        return;
    for (uint32_t i = 0; i < sweep->value_count; i++)
        free(sweep->values[i].offers);
    free(sweep->values);
    free(sweep->steps);
    free(sweep->events);
    free(sweep->due);
    free(sweep);
}

size_t quota_sweep_memory(const struct quota_sweep *sweep)
{
    return ((size_t)sweep->heap_max + 1) * sizeof *sweep->due +
           sweep->event_capacity * sizeof *sweep->events +
           sweep->value_count * sizeof *sweep->values +
           sweep->offer_capacity * sizeof(struct offer) +
           sweep->step_capacity * sizeof *sweep->steps;
}

/* Makes room for offers of this value, and of as many again. */
static void reserve_value(struct quota_sweep *sweep, uint32_t value)
{
    uint32_t count = sweep->value_count;
    if (value < count)
        return;
    sweep->value_count = 2 * value + 16;
    sweep->values = memory_resized(sweep->values, sweep->value_count, sizeof *sweep->values);
    memset(sweep->values + count, 0, (sweep->value_count - count) * sizeof *sweep->values);
}

static void reserve_offer(struct quota_sweep *sweep, struct standing *standing)
{
    if (standing->count < standing->capacity)
        return;
    sweep->offer_capacity -= standing->capacity;
    standing->capacity = standing->capacity ? 2 * standing->capacity : 4;
    sweep->offer_capacity += standing->capacity;
    standing->offers =
        memory_resized(standing->offers, standing->capacity, sizeof *standing->offers);
}

/* Puts the offer in its place, unless it is superseded, and removes those that it supersedes. */
static void add_offer(struct quota_sweep *sweep, struct standing *standing, struct offer offer)
{
    uint32_t above = standing->count;
    while (above > 0 && standing->offers[above - 1].heap > offer.heap)
        above--;
    if (above < standing->count && standing->offers[above].end >= offer.end)
        return;
    uint32_t below = above;
    while (below > 0 && standing->offers[below - 1].end <= offer.end)
        below--;
    reserve_offer(sweep, standing);
    struct offer *place = &standing->offers[below];
    if (below + 1 != above && above < standing->count)
        memmove(place + 1, &standing->offers[above],
                (standing->count - above) * sizeof *standing->offers);
    *place = offer;
    standing->count = below + 1 + standing->count - above;
    standing->last = standing->offers[standing->count - 1];
}

static void take_offers_due(struct quota_sweep *sweep, uint32_t heap)
{
    uint32_t index = sweep->due[heap];
    while (index) {
        struct event *event = &sweep->events[index];
        reserve_value(sweep, event->value);
        add_offer(sweep, &sweep->values[event->value], event->offer);
        uint32_t next = event->next;
        event->next = sweep->free_event;
        sweep->free_event = index;
        index = next;
    }
}

/* Removes the offers that have ended. */
static void drop_offers(struct standing *standing, uint32_t heap)
{
    while (standing->count && standing->offers[standing->count - 1].end <= heap)
        standing->count--;
    standing->last = standing->count ? standing->offers[standing->count - 1] : (struct offer){0};
}

static void set_step(struct quota_sweep *sweep, uint32_t index, uint32_t quota, uint32_t value)
{
    if (index == sweep->step_capacity) {
        sweep->step_capacity *= 2;
        sweep->steps = memory_resized(sweep->steps, sweep->step_capacity, sizeof *sweep->steps);
    }
    int64_t below = take_away_function_below(&sweep->function, quota);
    sweep->steps[index] = (struct quota_step){
        .quota = quota,
        .take = (below < sweep->heap_max ? (uint32_t)below : sweep->heap_max) + 1,
        .value = value,
    };
}

static uint32_t find_steps(struct quota_sweep *sweep, uint32_t heap)
{
    uint32_t count = 0, quota = 0, value = 0;
    for (; value < sweep->value_count; value++) {
        struct standing *standing = &sweep->values[value];
        if (standing->last.end <= heap)
            drop_offers(standing, heap);
        if (standing->last.end == 0)
            break;
        uint32_t take = heap - standing->last.heap;
        if (take <= quota)
            continue;
        if (value > 0)
            set_step(sweep, count++, quota, value);
        quota = take;
    }
    set_step(sweep, count++, quota, value);
    return count;
}

static void schedule_steps(struct quota_sweep *sweep, uint32_t heap, uint32_t count)
{
    uint32_t start = heap + 1, value = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t end = heap + sweep->steps[i].take;
        schedule(sweep, start, (struct offer){heap, end}, value);
        start = end;
        value = sweep->steps[i].value;
    }
    schedule(sweep, start, (struct offer){heap, UINT32_MAX}, value);
}

uint32_t quota_sweep_next(struct quota_sweep *sweep, const struct quota_step **ret_steps)
{
    assert(sweep->heap < sweep->heap_max);
    uint32_t heap = ++sweep->heap;
    take_offers_due(sweep, heap);
    uint32_t count = find_steps(sweep, heap);
    schedule_steps(sweep, heap, count);
    *ret_steps = sweep->steps;
    return count;
}
