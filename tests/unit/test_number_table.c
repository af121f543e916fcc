/* Things by their numbers: found until they are removed, however their places collide. */
#include "common/base/number_table.h"
#include "tests/suite.h"

SUITE(number_table, 20);

enum { NUMBERS = 500, STEPS = 200000 };

static uint64_t drawn(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

Test(number_table, a_thing_is_found_until_it_is_removed)
{
    struct number_table table = {0};
    int a, b;
    cr_expect_null(number_table_find(&table, 0));
    number_table_add(&table, 0, &a);
    number_table_add(&table, UINT64_MAX, &b);
    cr_expect_eq(number_table_find(&table, 0), &a);
    cr_expect_eq(number_table_find(&table, UINT64_MAX), &b);
    cr_expect_null(number_table_find(&table, 1));
    number_table_remove(&table, 0);
    cr_expect_null(number_table_find(&table, 0));
    cr_expect_eq(number_table_find(&table, UINT64_MAX), &b);
    number_table_remove(&table, UINT64_MAX);
    number_table_finish(&table);
}

/* Beside an array in which each number has its place. */
Test(number_table, numbers_that_come_and_go_are_kept_apart)
{
    struct number_table table = {0};
    static bool is_in[NUMBERS];
    static int things[NUMBERS];
    uint64_t state = 1;
    size_t count = 0, most = 0;
    for (int step = 0; step < STEPS; step++) {
        /* The table fills up and empties in turn. */
        size_t i = drawn(&state) % NUMBERS;
        bool fills = step / 5000 % 2 == 0, adds = (drawn(&state) % 4 > 0) == fills;
        uint64_t number = (uint64_t)i << (i % 3 * 20);
        if (adds == is_in[i])
            continue;
        if (adds)
            number_table_add(&table, number, &things[i]);
        else
            number_table_remove(&table, number);
        is_in[i] = adds;
        count += adds ? 1 : -(size_t)1;
        most = count > most ? count : most;
        EXPECT(table.count == count, "step %d: %zu of %zu", step, table.count, count);
        size_t j = drawn(&state) % NUMBERS;
        uint64_t other = (uint64_t)j << (j % 3 * 20);
        EXPECT(number_table_find(&table, other) == (is_in[j] ? &things[j] : NULL),
               "step %d: number %zu is %sin", step, j, is_in[j] ? "" : "not ");
    }
    EXPECT(most > NUMBERS / 2, "there were never more than %zu", most);
    for (size_t i = 0; i < NUMBERS; i++) {
        uint64_t number = (uint64_t)i << (i % 3 * 20);
        EXPECT(number_table_find(&table, number) == (is_in[i] ? &things[i] : NULL),
               "number %zu is %sin", i, is_in[i] ? "" : "not ");
        if (is_in[i])
            number_table_remove(&table, number);
    }
    number_table_finish(&table);
}
