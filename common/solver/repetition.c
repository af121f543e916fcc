#include "common/solver/repetition.h"

#include "common/base/memory.h"

#include <assert.h>

/* The Z-algorithm on the reversed sequence. [left, right) is the repetition found so far that
 * reaches the farthest: the lengths known at the beginning hold there again. */
uint32_t *repetition_lengths(const uint32_t *values, int64_t count)
{
    assert(count >= 1 && count <= UINT32_MAX);
    uint32_t *lengths = memory_zeroed((size_t)count + 1, sizeof *lengths);
    const uint32_t *last = values + count - 1;
    int64_t left = 0, right = 0;
    lengths[0] = (uint32_t)count;
    for (int64_t p = 1; p < count; p++) {
        int64_t length = 0;
        if (p < right) {
            length = lengths[p - left];
            if (length > right - p)
                length = right - p;
        }
        while (p + length < count && last[-length] == last[-p - length])
            length++;
        lengths[p] = (uint32_t)length;
        if (p + length > right) {
            left = p;
            right = p + length;
        }
    }
    return lengths;
}
