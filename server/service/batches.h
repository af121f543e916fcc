/* The batches of the hall on their way to the disk. The store reports commits and failures on its
 * own thread; the loop handles them. */
#ifndef SERVER_SERVICE_BATCHES_H
#define SERVER_SERVICE_BATCHES_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct batch;
struct service;

struct batches {
    struct batch *submitted; /* the batch that the store holds; NULL: none */
    uint64_t submitted_us;   /* when it was submitted; for measuring alone */
    bool is_stalled;         /* has the store failed to write it so far? */
    bool is_unsure;          /* has another server perhaps taken over? Then: */
    int64_t unsure_ms;       /* since when, by the loop's clock */
    uv_async_t word;         /* the store has something to report */
    uv_mutex_t lock;         /* guards the members below */
    bool is_committed;
    uint64_t committed_us;
    struct text failed; /* the reason; empty: none */
};

void batches_init(struct service *service);
/* Starts the store's thread. */
void batches_start(struct service *service);
/* See store_lease_ms(): for so long the server may still say what it knows; 0: no longer.
 * INT64_MAX: it has a file, or no database yet. */
int64_t batches_lease_left_ms(const struct service *service);
/* Call after the loop has ended. */
void batches_finish(struct service *service);

#endif
