/* A token bucket: limits the rate and the burst of an action. */
#ifndef SERVER_BASE_BUCKET_H
#define SERVER_BASE_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

struct bucket_rate {
    int64_t tokens;    /* at least 1 ... */
    int64_t period_ms; /* ... are refilled in this time, evenly */
    int64_t burst;     /* the most tokens that a bucket holds; at least 1 */
};

/* Times are of a monotonic clock. */
struct bucket {
    int64_t level; /* tokens times period_ms */
    int64_t at_ms;
};

/* A full bucket. */
struct bucket bucket_full(const struct bucket_rate *rate, int64_t now_ms);
/* Takes a token if the bucket holds one. */
bool bucket_take(struct bucket *bucket, const struct bucket_rate *rate, int64_t now_ms);
/* Gives an unused token back. */
void bucket_give_back(struct bucket *bucket, const struct bucket_rate *rate);
bool bucket_is_full(struct bucket *bucket, const struct bucket_rate *rate, int64_t now_ms);
/* The whole tokens that it holds. */
int64_t bucket_tokens(struct bucket *bucket, const struct bucket_rate *rate, int64_t now_ms);
/* The time until the bucket holds `tokens` (at most the burst); 0: it does now. */
int64_t bucket_wait_ms(struct bucket *bucket, const struct bucket_rate *rate, int64_t tokens,
                       int64_t now_ms);

#endif
