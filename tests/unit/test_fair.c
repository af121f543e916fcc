/* Who comes next of those that share time, with a clock that the tests drive. */
#include "server/net/fair.h"
#include "tests/suite.h"

SUITE(fair, 10);

enum { MEMBERS_MAX = 500 };

struct crowd {
    struct fair_queue queue;
    struct fair_member members[MEMBERS_MAX];
    int64_t served_ns[MEMBERS_MAX];
    int64_t now_ns;
};

static void wait_for(struct crowd *crowd, size_t who)
{
    fair_wait(&crowd->queue, &crowd->members[who], 0, crowd->now_ns);
}

/* Serves the one that comes next for this long; whether it wants more then, it goes on waiting.
 * Returns who it is. */
static size_t serve_next(struct crowd *crowd, int64_t ns, int wants_more)
{
    struct fair_member *member = fair_next(&crowd->queue);
    cr_assert_not_null(member);
    size_t who = (size_t)(member - crowd->members);
    fair_leave(&crowd->queue, member, crowd->now_ns);
    crowd->now_ns += ns;
    crowd->served_ns[who] += ns;
    fair_charge(&crowd->queue, member, ns, crowd->now_ns);
    if (wants_more)
        wait_for(crowd, who);
    return who;
}

static void all_leave(struct crowd *crowd)
{
    for (size_t i = 0; i < MEMBERS_MAX; i++)
        fair_leave(&crowd->queue, &crowd->members[i], crowd->now_ns);
    cr_assert_null(fair_next(&crowd->queue));
    fair_queue_finish(&crowd->queue);
}

Test(fair, of_equals_the_first_to_wait_is_the_first_to_be_served)
{
    static struct crowd crowd;
    for (size_t i = 0; i < 100; i++)
        wait_for(&crowd, i);
    for (size_t i = 0; i < 100; i++)
        cr_assert_eq(serve_next(&crowd, 10, 0), i);
    all_leave(&crowd);
}

Test(fair, who_always_wants_more_gets_the_same_share_whatever_one_service_costs)
{
    static struct crowd crowd;
    static const int64_t cost_ns[] = {1000, 20000, 700000};
    for (size_t i = 0; i < 3; i++)
        wait_for(&crowd, i);
    while (crowd.now_ns < 100000000) {
        size_t who = (size_t)(fair_first(&crowd.queue) - crowd.members);
        serve_next(&crowd, cost_ns[who], 1);
    }
    for (size_t i = 0; i < 3; i++) {
        cr_assert_gt(crowd.served_ns[i], 32000000);
        cr_assert_lt(crowd.served_ns[i], 35000000);
    }
    all_leave(&crowd);
}

Test(fair, a_newcomer_comes_before_all_that_have_been_served)
{
    static struct crowd crowd;
    for (size_t i = 0; i < MEMBERS_MAX - 1; i++)
        wait_for(&crowd, i);
    for (size_t i = 0; i < MEMBERS_MAX; i++) /* one of them twice */
        serve_next(&crowd, 50000, 1);
    wait_for(&crowd, MEMBERS_MAX - 1);
    cr_assert_eq(serve_next(&crowd, 50000, 1), MEMBERS_MAX - 1);
    all_leave(&crowd);
}

Test(fair, who_asks_now_and_then_is_served_before_a_crowd_that_always_asks)
{
    static struct crowd crowd;
    const size_t sparse = MEMBERS_MAX - 1;
    for (size_t i = 0; i < sparse; i++)
        wait_for(&crowd, i);
    for (size_t i = 0; i < 2 * sparse; i++)
        serve_next(&crowd, 50000, 1);
    for (int turn = 0; turn < 100; turn++) {
        wait_for(&crowd, sparse);
        cr_assert_eq(serve_next(&crowd, 5000, 0), sparse, "in turn %d", turn);
        for (int i = 0; i < 1000; i++)
            serve_next(&crowd, 50000, 1);
    }
    all_leave(&crowd);
}

Test(fair, what_can_take_long_comes_later)
{
    static struct crowd crowd;
    fair_wait(&crowd.queue, &crowd.members[0], 1000000, 0);
    fair_wait(&crowd.queue, &crowd.members[1], 0, 0);
    cr_assert_eq(serve_next(&crowd, 10, 0), 1);
    /* But not for ever. */
    wait_for(&crowd, 1);
    int64_t begin_ns = crowd.now_ns;
    while (serve_next(&crowd, 10000, 1) == 1)
        ;
    cr_assert_leq(crowd.now_ns - begin_ns, 1000000 + 2 * FAIR_SAVED_MAX_NS);
    all_leave(&crowd);
}

Test(fair, accounts_are_refilled_while_nobody_waits)
{
    static struct crowd crowd;
    struct fair_member *member = &crowd.members[0];
    fair_charge(&crowd.queue, member, FAIR_SAVED_MAX_NS + 200000, 1000000);
    cr_assert_eq(fair_debt_ns(&crowd.queue, member, 1000000), 200000);
    cr_assert_eq(fair_debt_ns(&crowd.queue, member, 1100000), 100000);
    cr_assert_eq(fair_debt_ns(&crowd.queue, member, 2000000), 0);
    /* No more than that much is saved up, however long it takes. */
    fair_charge(&crowd.queue, member, FAIR_SAVED_MAX_NS + 1000, 900000000);
    cr_assert_eq(fair_debt_ns(&crowd.queue, member, 900000000), 1000);
    /* While another waits, only service moves the clock. */
    crowd.now_ns = 900000000;
    wait_for(&crowd, 1);
    cr_assert_eq(fair_debt_ns(&crowd.queue, member, 950000000), 1000);
    all_leave(&crowd);
}

Test(fair, a_debt_has_a_limit)
{
    static struct crowd crowd;
    fair_charge(&crowd.queue, &crowd.members[0], 10 * (int64_t)FAIR_DEBT_MAX_NS, 0);
    cr_assert_eq(fair_debt_ns(&crowd.queue, &crowd.members[0], 0), FAIR_DEBT_MAX_NS);
}
