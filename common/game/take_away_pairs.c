#include "common/game/take_away_pairs.h"

#include <assert.h>

uint32_t pairs_find(const struct position *position, int64_t heap, int64_t quota)
{
    uint32_t low = 0, high = pairs_count(position);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int64_t other = pairs_heap(position, middle);
        if (other < heap || (other == heap && pairs_quota(position, middle) < quota))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void pairs_add(struct position *position, int64_t heap, int64_t quota)
{
    assert(heap >= 1 && quota >= 0);
    int64_t most = quota < heap ? quota : heap;
    uint32_t index = pairs_find(position, heap, most) * TAKE_AWAY_PAIR;
    position_insert(position, index, heap);
    position_insert(position, index + TAKE_AWAY_QUOTA, most);
}

void pairs_remove(struct position *position, int64_t heap, int64_t quota)
{
    uint32_t i = pairs_find(position, heap, quota);
    assert(i < pairs_count(position));
    assert(pairs_heap(position, i) == heap && pairs_quota(position, i) == quota);
    position_remove(position, i * TAKE_AWAY_PAIR);
    position_remove(position, i * TAKE_AWAY_PAIR);
}

/* The index behind the pairs equal to pair `i`. */
static uint32_t run_end(const struct position *position, uint32_t i)
{
    int64_t heap = pairs_heap(position, i), quota = pairs_quota(position, i);
    while (i < pairs_count(position) && pairs_heap(position, i) == heap &&
           pairs_quota(position, i) == quota)
        i++;
    return i;
}

uint32_t pairs_times(const struct position *position, int64_t heap, int64_t quota)
{
    uint32_t i = pairs_find(position, heap, quota);
    if (i == pairs_count(position) || pairs_heap(position, i) != heap ||
        pairs_quota(position, i) != quota)
        return 0;
    return run_end(position, i) - i;
}

bool pairs_is_first(const struct position *position, uint32_t i)
{
    return i == 0 || pairs_heap(position, i - 1) != pairs_heap(position, i) ||
           pairs_quota(position, i - 1) != pairs_quota(position, i);
}

bool pairs_has_one_quota(const struct position *position, uint32_t i)
{
    assert(i < pairs_count(position));
    assert(i == 0 || pairs_heap(position, i - 1) != pairs_heap(position, i));
    uint32_t end = run_end(position, i);
    return end == pairs_count(position) || pairs_heap(position, end) != pairs_heap(position, i);
}
