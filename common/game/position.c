#include "common/game/position.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct position *position, uint32_t count)
{
    assert(position->count <= position->capacity);
    if (count <= position->capacity)
        return;
    uint32_t capacity = position->capacity ? position->capacity : 4;
    while (capacity < count) {
        assert(capacity <= UINT32_MAX / 2);
        capacity *= 2;
    }
    position->cells = memory_resized(position->cells, capacity, sizeof *position->cells);
    position->capacity = capacity;
}

void position_finish(struct position *position)
{
    free(position->cells);
    *position = (struct position){0};
}

void position_copy(struct position *to, const struct position *from)
{
    reserve(to, from->count);
    if (from->count && to != from)
        memcpy(to->cells, from->cells, from->count * sizeof *from->cells);
    to->count = from->count;
}

static bool cells_equal(const int64_t *a, const int64_t *b, uint32_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

bool position_equal(const struct position *a, const struct position *b)
{
    return a->count == b->count && cells_equal(a->cells, b->cells, a->count);
}

void position_push(struct position *position, int64_t cell)
{
    position_insert(position, position->count, cell);
}

void position_insert(struct position *position, uint32_t index, int64_t cell)
{
    assert(index <= position->count);
    assert(position->count < UINT32_MAX);
    reserve(position, position->count + 1);
    int64_t *place = position->cells + index;
    memmove(place + 1, place, (position->count - index) * sizeof *place);
    *place = cell;
    position->count++;
}

void position_remove(struct position *position, uint32_t index)
{
    assert(index < position->count);
    position->count--;
    int64_t *place = position->cells + index;
    memmove(place, place + 1, (position->count - index) * sizeof *place);
}

bool move_equal(const struct move *a, const struct move *b)
{
    assert(a->before_count + a->after_count <= MOVE_CELLS_MAX);
    return a->before_count == b->before_count && a->after_count == b->after_count &&
           cells_equal(a->cells, b->cells, (uint32_t)a->before_count + a->after_count);
}
