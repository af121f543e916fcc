/* Who tries passwords too often waits; nobody else does. */
#include "server/service/login_attempts.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(logins, 20);

enum { PER_MINUTE = 6, INTERVAL_MS = 60000 / PER_MINUTE, BUCKETS = 100 };

static struct logins *logins;

static void start(void)
{
    logins = logins_create(PER_MINUTE, BUCKETS);
}

static void finish(void)
{
    logins_destroy(logins);
}

#define LOGINS_TEST(name) Test(logins, name, .init = start, .fini = finish)

static struct origin origin_number(unsigned number)
{
    struct origin origin = {0};
    memcpy(origin.key, &number, sizeof number);
    return origin;
}

static struct origin loopback(void)
{
    struct origin origin = origin_number(1);
    origin.is_loopback = true;
    return origin;
}

static struct login_price take_with(const struct origin *origin, const char *account, int work_bits,
                                    int64_t now_ms)
{
    struct login_price price;
    bool is_taken = logins_take(logins, origin, account, work_bits, now_ms, &price);
    cr_assert_eq(is_taken, price.wait_ms == 0 || (price.work_bits && work_bits >= price.work_bits));
    return is_taken ? (struct login_price){0} : price;
}

/* Without work: how long to wait. */
static int64_t take(unsigned origin_of, const char *account, int64_t now_ms)
{
    struct origin origin = origin_number(origin_of);
    return take_with(&origin, account, 0, now_ms).wait_ms;
}

/* Fails as often as may be. */
static void use_up(unsigned origin_of, const char *account, int64_t now_ms)
{
    for (int i = 0; i < PER_MINUTE; i++)
        cr_assert_eq(take(origin_of, account, now_ms), 0);
}

LOGINS_TEST(an_address_may_fail_so_often_whatever_the_names_are)
{
    char account[32];
    for (int i = 0; i < PER_MINUTE; i++) {
        snprintf(account, sizeof account, "name-%d", i);
        cr_assert_eq(take(1, account, 1000), 0);
    }
    cr_assert_eq(take(1, "another", 1000), INTERVAL_MS);
    cr_assert_eq(take(2, "another", 1000), 0);
}

LOGINS_TEST(an_account_may_be_tried_so_often_from_wherever)
{
    for (unsigned i = 0; i < PER_MINUTE; i++)
        cr_assert_eq(take(i, "ann", 1000), 0);
    cr_assert_eq(take(PER_MINUTE, "ann", 1000), INTERVAL_MS);
    cr_assert_eq(take(PER_MINUTE, "ben", 1000), 0);
}

LOGINS_TEST(the_wait_is_true_to_the_millisecond)
{
    use_up(1, "ann", 1000);
    cr_assert_eq(take(1, "ann", 1000 + INTERVAL_MS - 1), 1);
    cr_assert_eq(take(1, "ann", 1000 + INTERVAL_MS), 0);
    cr_assert_eq(take(1, "ann", 1000 + INTERVAL_MS), INTERVAL_MS);
}

LOGINS_TEST(the_longer_wait_of_the_two_counts)
{
    use_up(1, "ann", 1000);
    use_up(2, "ben", 4000);
    cr_assert_eq(take(1, "ben", 4000), INTERVAL_MS);
}

/* All who come through tunnels have it: guesses at one account must not keep the others out. */
LOGINS_TEST(on_the_loopback_only_the_account_counts)
{
    struct origin tunnel = loopback();
    for (int i = 0; i < PER_MINUTE; i++)
        cr_assert_eq(take_with(&tunnel, "ann", 0, 1000).wait_ms, 0);
    cr_assert_eq(take_with(&tunnel, "ann", 0, 1000).wait_ms, INTERVAL_MS);
    cr_assert_eq(take_with(&tunnel, "ben", 0, 1000).wait_ms, 0);
    logins_give_back(logins, &tunnel, "ann");
    cr_assert_eq(take_with(&tunnel, "ann", 0, 1000).wait_ms, 0);
}

LOGINS_TEST(a_refused_attempt_takes_nothing)
{
    use_up(1, "ann", 1000);
    for (int i = 0; i < 100; i++)
        cr_assert_gt(take(1, "ben", 1000), 0);
    for (int i = 0; i < 100; i++)
        cr_assert_gt(take(2, "ann", 1000), 0);
    use_up(2, "ben", 1000);
}

LOGINS_TEST(attempts_that_succeed_do_not_count)
{
    struct origin origin = origin_number(1);
    for (int i = 0; i < 10 * PER_MINUTE; i++) {
        cr_assert_eq(take(1, "ann", 1000), 0);
        logins_give_back(logins, &origin, "ann");
    }
    use_up(1, "ann", 1000);
    cr_assert_gt(take(1, "ann", 1000), 0);
}

LOGINS_TEST(what_is_given_back_never_exceeds_what_there_was)
{
    struct origin origin = origin_number(1);
    cr_assert_eq(take(1, "ann", 1000), 0);
    for (int i = 0; i < 3; i++)
        logins_give_back(logins, &origin, "ann");
    use_up(1, "ann", 1000);
    cr_assert_eq(take(1, "ann", 1000), INTERVAL_MS);
}

/* --- work --- */

LOGINS_TEST(the_owner_gets_in_with_a_little_work_while_strangers_guess_without)
{
    struct origin tunnel = loopback();
    for (int64_t now_ms = 0; now_ms < 3600000; now_ms += 100) {
        take_with(&tunnel, "ann", 0, now_ms);
        if (now_ms % 60000 != 30000)
            continue;
        struct login_price price = take_with(&tunnel, "ann", 0, now_ms);
        cr_assert_eq(price.work_bits, LOGIN_WORK_FIRST);
        cr_assert_gt(take_with(&tunnel, "ann", LOGIN_WORK_FIRST - 1, now_ms).wait_ms, 0);
        cr_assert_eq(take_with(&tunnel, "ann", LOGIN_WORK_FIRST, now_ms).wait_ms, 0);
        logins_give_back(logins, &tunnel, "ann");
    }
}

LOGINS_TEST(each_guess_with_work_makes_the_next_one_twice_as_dear)
{
    struct origin tunnel = loopback();
    use_up(1, "ann", 0);
    for (int i = 0; i < LOGIN_TOKENS_PAID; i++) {
        cr_assert_eq(take_with(&tunnel, "ann", 0, 0).work_bits, LOGIN_WORK_FIRST + i);
        cr_assert_eq(take_with(&tunnel, "ann", LOGIN_WORK_FIRST + i, 0).wait_ms, 0);
    }
    struct login_price price = take_with(&tunnel, "ann", 64, 0);
    cr_assert_eq(price.work_bits, 0, "no work buys more");
    cr_assert_eq(price.wait_ms, (LOGIN_TOKENS_PAID + 1) * INTERVAL_MS);
    price = take_with(&tunnel, "ann", 0, INTERVAL_MS);
    cr_assert_eq(price.work_bits, LOGIN_WORK_FIRST + LOGIN_TOKENS_PAID - 1);
}

LOGINS_TEST(strangers_guess_so_often_a_day_with_all_the_work_of_the_world)
{
    enum { DAY_MS = 24 * 3600 * 1000 };
    struct origin tunnel = loopback();
    int guesses = 0;
    for (int64_t now_ms = 0; now_ms < DAY_MS; now_ms += 1000)
        for (int i = 0; i < 3; i++)
            guesses += take_with(&tunnel, "ann", 64, now_ms).wait_ms == 0;
    cr_assert_leq(guesses, PER_MINUTE + LOGIN_TOKENS_PAID + PER_MINUTE * 24 * 60);
}

LOGINS_TEST(an_address_and_an_account_of_the_same_bytes_are_two)
{
    struct origin origin = {.key = "aaaaaaaaaaaaaaa"};
    for (unsigned i = 0; i < PER_MINUTE; i++)
        cr_assert_eq(take(i, "aaaaaaaaaaaaaaa", 1000), 0);
    cr_assert_eq(take_with(&origin, "ben", 0, 1000).wait_ms, 0);
}

LOGINS_TEST(full_buckets_are_forgotten)
{
    char account[32];
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(account, sizeof account, "name-%u", i);
        cr_assert_eq(take(i, account, (int64_t)i * 60000), 0);
        cr_assert_leq(logins_count(logins), 4);
    }
}

LOGINS_TEST(a_flood_of_names_takes_no_more_memory_than_stated)
{
    char account[32];
    for (unsigned i = 0; i < 10 * BUCKETS; i++) {
        snprintf(account, sizeof account, "name-%u", i);
        cr_assert_eq(take(i, account, 1000), 0);
        cr_assert_leq(logins_count(logins), BUCKETS);
    }
    cr_assert_eq(logins_count(logins), BUCKETS);
}

static void flood(unsigned from, unsigned count)
{
    char account[32];
    for (unsigned i = from; i < from + count; i++) {
        snprintf(account, sizeof account, "name-%u", i);
        cr_assert_eq(take(i, account, 1000), 0);
    }
}

LOGINS_TEST(in_a_flood_the_one_used_longest_ago_is_forgotten_first)
{
    for (int i = 0; i < PER_MINUTE - 1; i++)
        cr_assert_eq(take(0, "ann", 1000), 0);
    flood(1, BUCKETS / 2 - 1);
    cr_assert_eq(take(0, "ann", 1000), 0);
    flood(BUCKETS, BUCKETS / 2 - 1);
    cr_assert_eq(take(0, "ann", 1000), INTERVAL_MS);
    flood(2 * BUCKETS, 1);
    cr_assert_eq(take(0, "ann", 1000), 0, "they were the first to go");
}
