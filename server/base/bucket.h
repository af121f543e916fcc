/* A token bucket: how often something may be done, on average and at once. */
#ifndef SERVER_BASE_BUCKET_H
#define SERVER_BASE_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

struct bucket_rate {
    int64_t tokens;    /* this many, from 1 ... */
    int64_t period_ms; /* ... come in this time, evenly */
    int64_t burst;     /* the most that it holds, from 1 */
};

/* Times are of a clock that never goes back. */
struct bucket {
    int64_t level; /* tokens times period_ms */
    int64_t at_ms;
};

/* It begins full. */
struct bucket bucket_full(const struct bucket_rate *rate, int64_t now_ms);
/* Takes a token, if one is there. */
bool bucket_take(struct bucket *bucket, const struct bucket_rate *rate, int64_t now_ms);
/* One that was taken was not used. */
void bucket_give_back(struct bucket *bucket, const struct bucket_rate *rate);
bool bucket_is_full(struct bucket *bucket, const struct bucket_rate *rate, int64_t now_ms);
/* The whole tokens that it holds. */
int64_t bucket_tokens(struct bucket *bucket, const struct bucket_rate *rate, int64_t now_ms);
/* How long until it holds `tokens`, at most the burst; 0: it does. */
int64_t bucket_wait_ms(struct bucket *bucket, const struct bucket_rate *rate, int64_t tokens,
                       int64_t now_ms);

#endif
