#include "common/solver/promising_takes.h"

#include "common/game/take_away.h"
#include "common/solver/solver_family.h"

#include <assert.h>

enum { KINDS = 3, WINDOW_MAX = 64, HEAPS_LOOKED_AT_MAX = 8192 };

/* The least take after which the opponent may take all the rest. */
static int64_t first_reckless_take(const struct rules *rules, int64_t heap)
{
    int64_t low = 0, high = heap;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (take_away_quota(rules, middle) >= heap - middle)
            high = middle;
        else
            low = middle;
    }
    return high;
}

uint32_t promising_takes(const struct rules *rules, int64_t heap, int64_t quota, uint32_t window,
                         int64_t *ret_takes)
{
    assert(window >= 1 && quota >= 1 && quota <= heap);
    int64_t turn = first_reckless_take(rules, heap);
    if (turn > quota)
        turn = quota;
    int64_t starts[KINDS] = {1, turn - window / 2, quota - window + 1};
    uint32_t count = 0;
    int64_t take = 0;
    for (int i = 0; i < KINDS; i++) {
        int64_t last = starts[i] + window - 1;
        if (take < starts[i] - 1)
            take = starts[i] - 1;
        while (take < last && take < quota)
            ret_takes[count++] = ++take;
    }
    assert(count >= 1 && count <= KINDS * window);
    return count;
}

uint32_t promising_window(uint32_t heaps)
{
    assert(heaps >= 1);
    uint32_t window = SOLVER_REPLIES_MAX / (KINDS * heaps);
    if (window > WINDOW_MAX)
        return WINDOW_MAX;
    return window > 0 ? window : 1;
}

uint32_t promising_limit(uint32_t heaps)
{
    uint32_t limit = HEAPS_LOOKED_AT_MAX / heaps;
    if (limit > SOLVER_REPLIES_MAX)
        return SOLVER_REPLIES_MAX;
    return limit > 0 ? limit : 1;
}
