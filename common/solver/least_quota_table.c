#include "common/solver/least_quota_table.h"

#include "common/base/memory.h"
#include "common/game/take_away.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { AXES_MAX = 24 }; /* 2^24 is the largest product */

static const uint32_t none = UINT32_MAX;

/* Largest heap first. A position with fewer heaps has heaps of 0 on the last axes. L does not
 * depend on the order of the heaps, so a heap that shrinks may stay on its axis. */
struct box {
    uint32_t axes;
    uint32_t sides[AXES_MAX]; /* the largest heap on each axis */
    uint32_t strides[AXES_MAX];
    uint32_t size; /* the number of positions */
};

struct least_quota_table {
    struct take_away_function function;
    struct box box;
    uint32_t *least;
    uint32_t *first_take; /* the least winning take from the heap on axis 0, or none */
};

struct least_quota_table *least_quota_table_create(const struct rules *rules)
{
    struct least_quota_table *table = memory_zeroed(1, sizeof *table);
    table->function = take_away_function(rules);
    return table;
}

void least_quota_table_destroy(struct least_quota_table *table)
{
    if (!table)
        return;
    free(table->least);
    free(table->first_take);
    free(table);
}

size_t least_quota_table_memory(const struct least_quota_table *table)
{
    return table->box.size * (sizeof *table->least + sizeof *table->first_take);
}

static int64_t heap_on_axis(const int64_t *heaps, uint32_t count, uint32_t axis)
{
    return axis < count ? heaps[count - 1 - axis] : 0;
}

static bool is_inside(const struct box *box, const int64_t *heaps, uint32_t count)
{
    if (count > box->axes)
        return false;
    for (uint32_t axis = 0; axis < count; axis++) {
        if (heap_on_axis(heaps, count, axis) > box->sides[axis])
            return false;
    }
    return true;
}

/* The smallest box with these heaps in it and, when `within` is given, with all of that box. Its
 * size is 0 when it would be too large. */
static struct box make_box(const int64_t *heaps, uint32_t count, const struct box *within)
{
    assert(count >= 1 && count <= AXES_MAX);
    struct box box = {.axes = within && within->axes > count ? within->axes : count, .size = 1};
    for (uint32_t axis = 0; axis < box.axes; axis++) {
        int64_t side = heap_on_axis(heaps, count, axis);
        if (within && axis < within->axes && within->sides[axis] > side)
            side = within->sides[axis];
        if (side >= TAKE_AWAY_GLOBAL_PRODUCT_MAX / box.size)
            return (struct box){0};
        box.sides[axis] = (uint32_t)side;
        box.strides[axis] = box.size;
        box.size *= (uint32_t)side + 1;
    }
    return box;
}

/* Notes in the positions with up to `room` more counters on this axis that a move to this one wins:
 * a take of at most `take_max`. */
static void note_above(uint32_t *least, uint32_t room, uint32_t stride, uint32_t take_max)
{
    uint32_t most = take_max < room ? take_max : room;
    for (uint32_t take = 1; take <= most; take++) {
        least += stride;
        if (*least > take)
            *least = take;
    }
}

static void fill(struct least_quota_table *table)
{
    const struct box *box = &table->box;
    memset(table->least, 0xff, box->size * sizeof *table->least);
    memset(table->first_take, 0xff, box->size * sizeof *table->first_take);
    uint32_t heaps[AXES_MAX] = {0};
    for (uint32_t at = 0; at < box->size; at++) {
        /* A take t wins if it leads here and F(t) < least. */
        uint32_t least = table->least[at], most = none;
        if (least != none)
            most = (uint32_t)take_away_function_below(&table->function, least);
        if (most > 0)
            note_above(&table->first_take[at], box->sides[0] - heaps[0], 1, most);
        for (uint32_t axis = 0; axis < box->axes && most > 0; axis++)
            note_above(&table->least[at], box->sides[axis] - heaps[axis], box->strides[axis], most);

        /* The next position: the heap on axis 0 changes most often. */
        uint32_t axis = 0;
        while (axis < box->axes && heaps[axis] == box->sides[axis])
            heaps[axis++] = 0;
        if (axis < box->axes)
            heaps[axis]++;
    }
}

/* Builds a box with the heaps in it, and with the last box too if there is room. */
static void build(struct least_quota_table *table, const int64_t *heaps, uint32_t count)
{
    struct box box = make_box(heaps, count, &table->box);
    if (box.size == 0)
        box = make_box(heaps, count, NULL);
    assert(box.size > 0);
    table->box = box;
    free(table->least);
    free(table->first_take);
    table->least = memory_zeroed(box.size, sizeof *table->least);
    table->first_take = memory_zeroed(box.size, sizeof *table->first_take);
    fill(table);
}

static uint32_t find_place(struct least_quota_table *table, const int64_t *heaps, uint32_t count)
{
    if (!is_inside(&table->box, heaps, count))
        build(table, heaps, count);
    uint32_t place = 0;
    for (uint32_t axis = 0; axis < count; axis++)
        place += (uint32_t)heap_on_axis(heaps, count, axis) * table->box.strides[axis];
    assert(place < table->box.size);
    return place;
}

static uint64_t extended(uint32_t least)
{
    return least == none ? UINT64_MAX : least;
}

uint64_t least_quota(struct least_quota_table *table, const int64_t *heaps, uint32_t count)
{
    uint32_t place = find_place(table, heaps, count); /* may build another table->least */
    return extended(table->least[place]);
}

static bool take_wins(const struct least_quota_table *table, uint32_t left, int64_t take)
{
    uint64_t least = extended(table->least[left]);
    return least > (uint64_t)take &&
           least > (uint64_t)take_away_function_at(&table->function, take);
}

/* If s < t are winning takes from one heap, t - s is one from the heap that s leaves, because
 * F(t - s) <= F(t). So every winning take is a sum of first ones: the first from the heap, the
 * first from the rest, and so on. */
static uint32_t sum_first_takes(const struct least_quota_table *table, uint32_t place, int64_t most,
                                int64_t *ret_takes)
{
    uint32_t count = 0, left = place;
    while (table->first_take[left] != none) {
        left -= table->first_take[left];
        int64_t take = place - left;
        if (take > most)
            break;
        if (take_wins(table, left, take))
            ret_takes[count++] = take;
    }
    return count;
}

/* And t - s > F(s), because no smaller take wins from the heap that s leaves: so t > 2s, and there
 * are at most 63. The heap is not the largest, hence below 4096. */
static uint32_t try_takes(const struct least_quota_table *table, uint32_t place, uint32_t stride,
                          int64_t most, int64_t *ret_takes)
{
    uint32_t count = 0;
    for (int64_t take = 1; take <= most; take++) {
        if (!take_wins(table, place - (uint32_t)take * stride, take))
            continue;
        ret_takes[count++] = take;
        take += take_away_function_at(&table->function, take);
    }
    return count;
}

uint32_t least_quota_takes(struct least_quota_table *table, const int64_t *heaps, uint32_t count,
                           uint32_t index, int64_t quota, int64_t ret_takes[LEAST_QUOTA_TAKES_MAX])
{
    assert(index < count);
    uint32_t place = find_place(table, heaps, count), axis = count - 1 - index;
    int64_t most = quota < heaps[index] ? quota : heaps[index];
    if (axis == 0)
        return sum_first_takes(table, place, most, ret_takes);
    assert(heaps[index] < 4096);
    return try_takes(table, place, table->box.strides[axis], most, ret_takes);
}
