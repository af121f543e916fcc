/* The batches of the hall on their way to the disk: what the store says on its thread about them,
 * and what the loop makes of it. */
#ifndef SERVER_SERVICE_BATCHES_H
#define SERVER_SERVICE_BATCHES_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct batch;
struct service;

struct batches {
    struct batch *submitted; /* what the store holds; NULL: nothing */
    uint64_t submitted_us;   /* since when; for measuring, as all such */
    bool is_stalled;         /* has the store failed with it so far? */
    uv_async_t word;         /* the store has something to say */
    uv_mutex_t lock;         /* guards the three below */
    bool is_committed;
    uint64_t committed_us;
    struct text failed; /* the reason; empty: none */
};

void batches_init(struct service *service);
/* Begins the store's thread. */
void batches_start(struct service *service);
/* After the loop. */
void batches_finish(struct service *service);

#endif
