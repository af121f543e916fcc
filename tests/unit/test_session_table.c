/* Numbers of sessions: never used twice, and found without a search. */
#include "server/base/session_table.h"
#include "tests/suite.h"

SUITE(session_table, 20);

Test(session_table, a_session_is_found_until_it_is_removed)
{
    struct session_table table = {0};
    int a, b;
    uint64_t first = session_table_add(&table, &a), second = session_table_add(&table, &b);
    cr_expect_neq(first, 0);
    cr_expect_eq(session_table_find(&table, first), &a);
    cr_expect_eq(session_table_find(&table, second), &b);
    cr_expect_null(session_table_find(&table, 0));
    cr_expect_null(session_table_find(&table, UINT64_MAX));
    session_table_remove(&table, first);
    cr_expect_null(session_table_find(&table, first));
    cr_expect_eq(table.count, 1);
    session_table_remove(&table, second);
    session_table_finish(&table);
}

Test(session_table, a_place_that_is_used_again_has_another_number)
{
    struct session_table table = {0};
    int session;
    uint64_t before = 0;
    for (int i = 0; i < 1000; i++) {
        uint64_t number = session_table_add(&table, &session);
        EXPECT(number > before, "number %d is not greater than the one before", i);
        EXPECT(!session_table_find(&table, before), "number %d is found again", i - 1);
        EXPECT(table.place_count == 1, "%zu places for one session", table.place_count);
        session_table_remove(&table, number);
        before = number;
    }
    session_table_finish(&table);
}

Test(session_table, a_place_whose_uses_are_counted_out_is_given_up)
{
    struct session_table table = {0};
    int session;
    for (int i = 1; i < 1 << 20; i++)
        session_table_remove(&table, session_table_add(&table, &session));
    EXPECT(table.place_count == 1, "%zu places", table.place_count);
    uint64_t number = session_table_add(&table, &session);
    cr_expect_eq(number, (1 << 20) | 1, "the first use of the second place");
    session_table_remove(&table, number);
    session_table_finish(&table);
}

Test(session_table, a_full_table_takes_no_more)
{
    struct session_table table = {0};
    int session;
    uint64_t last = 0;
    for (int i = 0; i < 1 << 20; i++)
        last = session_table_add(&table, &session);
    cr_assert_neq(last, 0);
    cr_expect_eq(session_table_add(&table, &session), 0);
    session_table_remove(&table, last);
    cr_expect_neq(session_table_add(&table, &session), 0);
    for (uint64_t place = 0; place < 1 << 20; place++)
        session_table_remove(&table, (place == (1 << 20) - 1 ? (uint64_t)2 : 1) << 20 | place);
    session_table_finish(&table);
}
