#include "server/net/fair.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

void fair_queue_finish(struct fair_queue *queue)
{
    assert(queue->count == 0);
    free(queue->waiting);
    *queue = (struct fair_queue){0};
}

/* --- the heap of waiting members --- */

static bool comes_before(const struct fair_member *one, const struct fair_member *other)
{
    int64_t one_ns = one->used_ns + one->later_ns, other_ns = other->used_ns + other->later_ns;
    return one_ns != other_ns ? one_ns < other_ns : one->number < other->number;
}

static void put_at(struct fair_queue *queue, struct fair_member *member, size_t place)
{
    queue->waiting[place - 1] = member;
    member->place = place;
}

/* Moves the member to its place in the heap, after a change of its key. */
static void sift(struct fair_queue *queue, struct fair_member *member)
{
    size_t place = member->place;
    while (place > 1 && comes_before(member, queue->waiting[place / 2 - 1])) {
        put_at(queue, queue->waiting[place / 2 - 1], place);
        place /= 2;
    }
    for (size_t child = 2 * place; child <= queue->count; child = 2 * place) {
        if (child < queue->count && comes_before(queue->waiting[child], queue->waiting[child - 1]))
            child++;
        if (!comes_before(queue->waiting[child - 1], member))
            break;
        put_at(queue, queue->waiting[child - 1], place);
        place = child;
    }
    put_at(queue, member, place);
}

/* --- accounts --- */

static void advance_clock(struct fair_queue *queue, int64_t now_ns)
{
    if (queue->count == 0 && now_ns > queue->now_ns)
        queue->clock_ns += now_ns - queue->now_ns;
    queue->now_ns = now_ns;
}

static int64_t larger(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

/* The account, moved up to the most that can be saved. */
static int64_t account(const struct fair_queue *queue, const struct fair_member *member)
{
    return larger(member->used_ns, queue->clock_ns - FAIR_SAVED_MAX_NS);
}

void fair_wait(struct fair_queue *queue, struct fair_member *member, int64_t later_ns,
               int64_t now_ns)
{
    advance_clock(queue, now_ns);
    member->later_ns = later_ns;
    if (!member->place) {
        if (queue->count == queue->capacity) {
            queue->capacity = queue->capacity ? 2 * queue->capacity : 4;
            queue->waiting =
                memory_resized(queue->waiting, queue->capacity, sizeof(struct fair_member *));
        }
        member->used_ns = account(queue, member);
        member->number = ++queue->last_number;
        put_at(queue, member, ++queue->count);
    }
    sift(queue, member);
}

void fair_leave(struct fair_queue *queue, struct fair_member *member, int64_t now_ns)
{
    if (!member->place)
        return;
    advance_clock(queue, now_ns);
    struct fair_member *last = queue->waiting[--queue->count];
    if (last != member) {
        put_at(queue, last, member->place);
        sift(queue, last);
    }
    member->place = 0;
}

struct fair_member *fair_first(const struct fair_queue *queue)
{
    return queue->count > 0 ? queue->waiting[0] : NULL;
}

struct fair_member *fair_next(struct fair_queue *queue)
{
    struct fair_member *member = fair_first(queue);
    if (member)
        queue->clock_ns = larger(queue->clock_ns, member->used_ns);
    return member;
}

void fair_charge(struct fair_queue *queue, struct fair_member *member, int64_t ns, int64_t now_ns)
{
    advance_clock(queue, now_ns);
    member->used_ns = account(queue, member) + ns;
    if (member->used_ns > queue->clock_ns + FAIR_DEBT_MAX_NS)
        member->used_ns = queue->clock_ns + FAIR_DEBT_MAX_NS;
    if (member->place)
        sift(queue, member);
}

int64_t fair_debt_ns(struct fair_queue *queue, const struct fair_member *member, int64_t now_ns)
{
    advance_clock(queue, now_ns);
    return larger(member->used_ns - queue->clock_ns, 0);
}
