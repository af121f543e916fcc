/* Something that was so from a time on, and may have been otherwise before: the latest entries are
 * kept. */
#ifndef TESTS_SIM_PAST_H
#define TESTS_SIM_PAST_H

#include <stddef.h>
#include <stdint.h>

static inline int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

enum { PAST_KEPT = 512 };

struct past {
    struct {
        int64_t at_ms, value;
    } entries[PAST_KEPT];
    size_t count; /* ever: a ring */
};

void past_note(struct past *past, int64_t at_ms, int64_t value);
/* The least and the greatest of the values that were in force at some time from `from_ms` to
 * `to_ms`; several may be in one millisecond. `before` was in force before anything was noted. */
void past_range(const struct past *past, int64_t from_ms, int64_t to_ms, int64_t before,
                int64_t *ret_least, int64_t *ret_most);
/* When the value became `value` last, at `at_ms` or before; -1: never. */
int64_t past_since(const struct past *past, int64_t at_ms, int64_t value);

#endif
