/* The heap of deadlines, against a plain scan. */
#include "common/base/random.h"
#include "server/hall/deadlines.h"
#include "tests/suite.h"

SUITE(hall_deadlines, 60);

enum { COUNT = 300 };

static int64_t earliest(const struct deadline *all, size_t count)
{
    int64_t at_ms = INT64_MAX;
    for (size_t i = 0; i < count; i++)
        if (all[i].place && all[i].at_ms < at_ms)
            at_ms = all[i].at_ms;
    return at_ms;
}

static int64_t first_of(const struct deadlines *deadlines)
{
    const struct deadline *first = deadlines_first(deadlines);
    return first ? first->at_ms : INT64_MAX;
}

Test(hall_deadlines, an_empty_heap_has_no_first)
{
    struct deadlines deadlines = {0};
    cr_assert_null(deadlines_first(&deadlines));
    deadlines_finish(&deadlines);
}

Test(hall_deadlines, one_that_is_never_is_not_in_it)
{
    struct deadlines deadlines = {0};
    struct deadline one = {0};
    deadlines_set(&deadlines, &one, INT64_MAX);
    cr_assert_null(deadlines_first(&deadlines));
    deadlines_set(&deadlines, &one, 5);
    cr_assert_eq(deadlines_first(&deadlines), &one);
    deadlines_set(&deadlines, &one, INT64_MAX);
    cr_assert_null(deadlines_first(&deadlines));
    cr_assert_eq(one.place, 0);
    deadlines_finish(&deadlines);
}

Test(hall_deadlines, each_is_in_it_once)
{
    struct deadlines deadlines = {0};
    struct deadline a = {0}, b = {0};
    deadlines_set(&deadlines, &a, 5);
    deadlines_set(&deadlines, &b, 7);
    deadlines_set(&deadlines, &a, 9);
    cr_assert_eq(deadlines.count, 2);
    cr_assert_eq(deadlines_first(&deadlines), &b);
    deadlines_finish(&deadlines);
}

/* No child is earlier than its parent, and everybody knows their place. */
static void check_order(const struct deadlines *deadlines, uint64_t seed, int step)
{
    for (size_t place = 1; place <= deadlines->count; place++) {
        const struct deadline *parent = deadlines->heap[place > 1 ? place / 2 - 1 : 0];
        const struct deadline *child = deadlines->heap[place - 1];
        if (child->place != place || child->at_ms < parent->at_ms)
            cr_fatal("seed %llu, step %d: the heap is out of order at %zu",
                     (unsigned long long)seed, step, place);
    }
}

/* Sets, moves and takes out at random. */
static void check_seed(uint64_t seed)
{
    struct random random = random_from_seed(seed);
    struct deadlines deadlines = {0};
    struct deadline all[COUNT] = {0};
    size_t in_it = 0;
    for (int step = 0; step < 5000; step++) {
        struct deadline *one = &all[random_below(&random, COUNT)];
        bool out = random_below(&random, 3) == 0;
        in_it -= one->place != 0;
        deadlines_set(&deadlines, one, out ? INT64_MAX : (int64_t)random_below(&random, 1000));
        in_it += !out;
        cr_assert_eq((one->place == 0), out);
        cr_assert_eq(deadlines.count, in_it);
        check_order(&deadlines, seed, step);
        if (first_of(&deadlines) != earliest(all, COUNT))
            cr_fatal("seed %llu, step %d: first %lld, but %lld is earliest",
                     (unsigned long long)seed, step, (long long)first_of(&deadlines),
                     (long long)earliest(all, COUNT));
    }
    deadlines_finish(&deadlines);
}

Test(hall_deadlines, the_first_is_always_the_earliest)
{
    for (uint64_t seed = 1; seed <= 20; seed++)
        check_seed(seed);
}

static int by_time(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

Test(hall_deadlines, taken_out_one_by_one_they_come_sorted)
{
    struct random random = random_from_seed(7);
    struct deadlines deadlines = {0};
    struct deadline all[COUNT] = {0};
    int64_t sorted[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        sorted[i] = (int64_t)random_below(&random, 100);
        deadlines_set(&deadlines, &all[i], sorted[i]);
    }
    qsort(sorted, COUNT, sizeof *sorted, by_time);
    for (size_t i = 0; i < COUNT; i++) {
        cr_assert_eq(deadlines_first(&deadlines)->at_ms, sorted[i]);
        deadlines_set(&deadlines, deadlines_first(&deadlines), INT64_MAX);
    }
    cr_assert_null(deadlines_first(&deadlines));
    deadlines_finish(&deadlines);
}
