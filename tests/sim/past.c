#include "tests/sim/past.h"

#include <stdbool.h>

void past_note(struct past *past, int64_t at_ms, int64_t value)
{
    size_t place = past->count++ % PAST_KEPT;
    past->entries[place].at_ms = at_ms;
    past->entries[place].value = value;
}

void past_range(const struct past *past, int64_t from_ms, int64_t to_ms, int64_t before,
                int64_t *ret_least, int64_t *ret_most)
{
    bool found = false;
    size_t kept = past->count < PAST_KEPT ? past->count : PAST_KEPT;
    *ret_least = *ret_most = before;
    for (size_t back = 1; back <= kept; back++) {
        size_t place = (past->count - back) % PAST_KEPT;
        int64_t at_ms = past->entries[place].at_ms, value = past->entries[place].value;
        if (at_ms > to_ms)
            continue;
        *ret_least = found ? least(*ret_least, value) : value;
        *ret_most = found ? most(*ret_most, value) : value;
        found = true;
        if (at_ms < from_ms)
            return;
    }
    *ret_least = least(*ret_least, before);
    *ret_most = most(*ret_most, before);
}

int64_t past_since(const struct past *past, int64_t at_ms, int64_t value)
{
    size_t kept = past->count < PAST_KEPT ? past->count : PAST_KEPT;
    for (size_t back = 1; back <= kept; back++) {
        size_t place = (past->count - back) % PAST_KEPT;
        if (past->entries[place].at_ms <= at_ms && past->entries[place].value == value)
            return past->entries[place].at_ms;
    }
    return -1;
}
