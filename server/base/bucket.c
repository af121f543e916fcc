#include "server/base/bucket.h"

#include <assert.h>

static void refill(struct bucket *bucket, const struct bucket_rate *rate, int64_t now_ms)
{
    int64_t full = rate->burst * rate->period_ms;
    int64_t missing = full - bucket->level;
    int64_t passed_ms = now_ms - bucket->at_ms;
    assert(passed_ms >= 0 && missing >= 0);
    bucket->at_ms = now_ms;
    /* Divided, because the product may be too large after a long time. */
    if (passed_ms > missing / rate->tokens)
        bucket->level = full;
    else
        bucket->level += passed_ms * rate->tokens;
}

struct bucket bucket_full(const struct bucket_rate *rate, int64_t now_ms)
{
    assert(rate->tokens >= 1 && rate->period_ms >= 1 && rate->burst >= 1);
    return (struct bucket){.level = rate->burst * rate->period_ms, .at_ms = now_ms};
}

bool bucket_take(struct bucket *bucket, const struct bucket_rate *rate, int64_t now_ms)
{
    refill(bucket, rate, now_ms);
    if (bucket->level < rate->period_ms)
        return false;
    bucket->level -= rate->period_ms;
    return true;
}

void bucket_give_back(struct bucket *bucket, const struct bucket_rate *rate)
{
    int64_t full = rate->burst * rate->period_ms;
    bucket->level += rate->period_ms;
    if (bucket->level > full)
        bucket->level = full;
}

bool bucket_is_full(struct bucket *bucket, const struct bucket_rate *rate, int64_t now_ms)
{
    refill(bucket, rate, now_ms);
    return bucket->level == rate->burst * rate->period_ms;
}

int64_t bucket_tokens(struct bucket *bucket, const struct bucket_rate *rate, int64_t now_ms)
{
    refill(bucket, rate, now_ms);
    return bucket->level / rate->period_ms;
}

int64_t bucket_wait_ms(struct bucket *bucket, const struct bucket_rate *rate, int64_t tokens,
                       int64_t now_ms)
{
    assert(tokens <= rate->burst);
    refill(bucket, rate, now_ms);
    int64_t missing = tokens * rate->period_ms - bucket->level;
    return missing <= 0 ? 0 : (missing + rate->tokens - 1) / rate->tokens;
}
