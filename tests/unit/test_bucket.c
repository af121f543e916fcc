/* A token bucket: so many at once, and so many on average. */
#include "server/base/bucket.h"
#include "tests/suite.h"

SUITE(bucket, 10);

static const struct bucket_rate rate = {.tokens = 5, .period_ms = 1000, .burst = 10};

static int take_all(struct bucket *bucket, int64_t now_ms)
{
    int count = 0;
    while (bucket_take(bucket, &rate, now_ms))
        count++;
    return count;
}

Test(bucket, is_full_at_first)
{
    struct bucket bucket = bucket_full(&rate, 7000);
    cr_assert_eq(bucket_wait_ms(&bucket, &rate, 1, 7000), 0);
    cr_assert_eq(take_all(&bucket, 7000), 10);
}

Test(bucket, that_is_empty_tells_how_long_until_there_is_a_token)
{
    struct bucket bucket = bucket_full(&rate, 0);
    take_all(&bucket, 0);
    cr_assert_eq(bucket_wait_ms(&bucket, &rate, 1, 0), 200);
    cr_assert_eq(bucket_wait_ms(&bucket, &rate, 1, 150), 50);
    cr_assert_not(bucket_take(&bucket, &rate, 199));
    cr_assert(bucket_take(&bucket, &rate, 200));
    cr_assert_eq(bucket_wait_ms(&bucket, &rate, 1, 200), 200);
}

Test(bucket, gives_on_average_what_the_rate_says_however_often_it_is_asked)
{
    struct bucket bucket = bucket_full(&rate, 0);
    int taken = 0;
    take_all(&bucket, 0);
    for (int64_t now_ms = 0; now_ms <= 60000; now_ms += 7)
        taken += take_all(&bucket, now_ms);
    cr_assert_eq(taken, 299); /* the last one only after 60,000 ms */
}

Test(bucket, holds_no_more_than_its_burst_however_long_it_was_left)
{
    struct bucket bucket = bucket_full(&rate, 0);
    take_all(&bucket, 0);
    cr_assert_eq(take_all(&bucket, 1600), 8);
    cr_assert_eq(take_all(&bucket, INT64_MAX / 2), 10);
}

Test(bucket, waits_long_enough_where_the_rate_does_not_divide_the_time)
{
    const struct bucket_rate thirds = {.tokens = 3, .period_ms = 1000, .burst = 1};
    struct bucket bucket = bucket_full(&thirds, 0);
    cr_assert(bucket_take(&bucket, &thirds, 0));
    cr_assert_eq(bucket_wait_ms(&bucket, &thirds, 1, 0), 334);
    cr_assert_not(bucket_take(&bucket, &thirds, 333));
    cr_assert(bucket_take(&bucket, &thirds, 334));
}
