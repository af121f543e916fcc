#include "server/service/login_attempts.h"

#include "common/base/memory.h"
#include "server/base/bucket.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

/* The source or the target of attempts: 'o' and an origin's key, or 'a' and an account's name. */
struct tried {
    char *key;
    size_t key_len;
    struct bucket bucket;
    UT_hash_handle hh; /* by key; the least recently used one is the first in the table */
};

struct logins {
    struct bucket_rate rate;
    size_t buckets_max;
    struct tried *tried;
};

struct logins *logins_create(int64_t per_minute, size_t buckets_max)
{
    assert(per_minute >= 1 && buckets_max >= 2);
    struct logins *logins = memory_zeroed(1, sizeof *logins);
    logins->rate = (struct bucket_rate){
        .tokens = per_minute,
        .period_ms = 60000,
        .burst = per_minute + LOGIN_TOKENS_PAID,
    };
    logins->buckets_max = buckets_max;
    return logins;
}

static void forget_tried(struct logins *logins, struct tried *tried)
{
    HASH_DEL(logins->tried, tried);
    free(tried->key);
    free(tried);
}

void logins_destroy(struct logins *logins)
{
    if (!logins)
        return;
    while (logins->tried)
        forget_tried(logins, logins->tried);
    free(logins);
}

static struct tried *find_tried(const struct logins *logins, const struct tried *like)
{
    struct tried *found = NULL;
    HASH_FIND(hh, logins->tried, like->key, like->key_len, found);
    return found;
}

static void take_token(struct logins *logins, const struct tried *like, int64_t now_ms)
{
    struct tried *tried = find_tried(logins, like);
    if (tried) {
        HASH_DEL(logins->tried, tried);
    } else {
        while (logins->tried && (bucket_is_full(&logins->tried->bucket, &logins->rate, now_ms) ||
                                 HASH_COUNT(logins->tried) >= logins->buckets_max))
            forget_tried(logins, logins->tried);
        tried = memory_zeroed(1, sizeof *tried);
        tried->key = memory_text(like->key, like->key_len);
        tried->key_len = like->key_len;
        tried->bucket = bucket_full(&logins->rate, now_ms);
    }
    bool is_taken = bucket_take(&tried->bucket, &logins->rate, now_ms);
    assert(is_taken);
    (void)is_taken;
    HASH_ADD_KEYPTR(hh, logins->tried, tried->key, tried->key_len, tried);
    assert(HASH_COUNT(logins->tried) <= logins->buckets_max);
}

static struct tried tried_of(char kind, const void *bytes, size_t len)
{
    struct tried tried = {.key = memory_zeroed(1, len + 1), .key_len = len + 1};
    tried.key[0] = kind;
    memcpy(tried.key + 1, bytes, len);
    return tried;
}

/* Sets the keys of the account and of the address, which the caller frees. Returns their number. */
static int all_of(const struct origin *origin, const char *account, struct tried ret_all[2])
{
    int count = 0;
    ret_all[count++] = tried_of('a', account, strlen(account));
    if (!origin->is_loopback)
        ret_all[count++] = tried_of('o', origin->key, sizeof origin->key);
    return count;
}

/* The price of the next attempt; a missing bucket is a full one. */
static struct login_price price_of(const struct logins *logins, const struct tried *like,
                                   int64_t now_ms)
{
    struct tried *tried = find_tried(logins, like);
    if (!tried)
        return (struct login_price){0};
    int64_t tokens = bucket_tokens(&tried->bucket, &logins->rate, now_ms);
    if (tokens > LOGIN_TOKENS_PAID)
        return (struct login_price){0};
    return (struct login_price){
        .wait_ms = bucket_wait_ms(&tried->bucket, &logins->rate, LOGIN_TOKENS_PAID + 1, now_ms),
        .work_bits = tokens ? LOGIN_WORK_FIRST + LOGIN_TOKENS_PAID - (int)tokens : 0,
    };
}

bool logins_take(struct logins *logins, const struct origin *origin, const char *account,
                 int work_bits, int64_t now_ms, struct login_price *ret_price)
{
    struct tried all[2];
    int count = all_of(origin, account, all);
    bool is_allowed = true;
    *ret_price = (struct login_price){0};
    for (int i = 0; i < count; i++) {
        struct login_price price = price_of(logins, &all[i], now_ms);
        bool is_paid = price.work_bits ? work_bits >= price.work_bits : price.wait_ms == 0;
        is_allowed &= is_paid;
        if (price.wait_ms > ret_price->wait_ms)
            *ret_price = price;
    }
    for (int i = 0; i < count; i++) {
        if (is_allowed)
            take_token(logins, &all[i], now_ms);
        free(all[i].key);
    }
    return is_allowed;
}

void logins_give_back(struct logins *logins, const struct origin *origin, const char *account)
{
    struct tried all[2];
    int count = all_of(origin, account, all);
    for (int i = 0; i < count; i++) {
        struct tried *tried = find_tried(logins, &all[i]);
        if (tried)
            bucket_give_back(&tried->bucket, &logins->rate);
        free(all[i].key);
    }
}

size_t logins_count(const struct logins *logins)
{
    return HASH_COUNT(logins->tried);
}
