#include "server/hall/deadlines.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>

void deadlines_finish(struct deadlines *deadlines)
{
    free(deadlines->heap);
    *deadlines = (struct deadlines){0};
}

static void put(struct deadlines *deadlines, struct deadline *deadline, size_t place)
{
    deadlines->heap[place - 1] = deadline;
    deadline->place = (uint32_t)place;
}

/* Moves a deadline up to where its parent is not later. */
static void rise(struct deadlines *deadlines, struct deadline *deadline)
{
    size_t place = deadline->place;
    while (place > 1 && deadlines->heap[place / 2 - 1]->at_ms > deadline->at_ms) {
        put(deadlines, deadlines->heap[place / 2 - 1], place);
        place /= 2;
    }
    put(deadlines, deadline, place);
}

/* The place of the earlier child; 0: there is none. */
static size_t earlier_child(const struct deadlines *deadlines, size_t place)
{
    size_t child = 2 * place;
    if (child > deadlines->count)
        return 0;
    if (child < deadlines->count &&
        deadlines->heap[child]->at_ms < deadlines->heap[child - 1]->at_ms)
        child++;
    return child;
}

/* Moves a deadline down to where no child is earlier. */
static void sink(struct deadlines *deadlines, struct deadline *deadline)
{
    size_t place = deadline->place;
    size_t child;
    while ((child = earlier_child(deadlines, place)) &&
           deadlines->heap[child - 1]->at_ms < deadline->at_ms) {
        put(deadlines, deadlines->heap[child - 1], place);
        place = child;
    }
    put(deadlines, deadline, place);
}

static void heap_append(struct deadlines *deadlines, struct deadline *deadline)
{
    if (deadlines->count == deadlines->capacity) {
        deadlines->capacity = deadlines->capacity ? 2 * deadlines->capacity : 64;
        deadlines->heap =
            memory_resized(deadlines->heap, deadlines->capacity, sizeof *deadlines->heap);
    }
    put(deadlines, deadline, ++deadlines->count);
}

/* The last one takes the place that becomes free. */
static void heap_remove(struct deadlines *deadlines, struct deadline *deadline)
{
    assert(deadline->place <= deadlines->count && deadlines->heap[deadline->place - 1] == deadline);
    struct deadline *last = deadlines->heap[--deadlines->count];
    if (last != deadline) {
        put(deadlines, last, deadline->place);
        rise(deadlines, last);
        sink(deadlines, last);
    }
    deadline->place = 0;
}

void deadlines_set(struct deadlines *deadlines, struct deadline *deadline, int64_t at_ms)
{
    if (deadline->place && deadline->at_ms == at_ms)
        return;
    deadline->at_ms = at_ms;
    if (at_ms == INT64_MAX) {
        if (deadline->place)
            heap_remove(deadlines, deadline);
        return;
    }
    if (!deadline->place)
        heap_append(deadlines, deadline);
    assert(deadlines->heap[deadline->place - 1] == deadline);
    rise(deadlines, deadline);
    sink(deadlines, deadline);
}

struct deadline *deadlines_first(const struct deadlines *deadlines)
{
    return deadlines->count ? deadlines->heap[0] : NULL;
}
