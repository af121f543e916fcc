/* The gateways of this hall: ties the link to the net, whose tunnels carry their clients. */
#ifndef SERVER_GATEWAYS_H
#define SERVER_GATEWAYS_H

#include "server/link/hall_link.h"
#include "server/net/net_run.h"

enum { GATEWAYS_SEED_BYTES = 32 };

struct gateways_config {
    uint64_t cluster, epoch; /* of the frames: see struct hall_link_config */
    unsigned char seed[GATEWAYS_SEED_BYTES];
    void *owner;
    /* A frame for the gateway with this key; 0: for all. */
    void (*publish)(void *owner, uint64_t key, const char *frame, size_t len);
    /* There is a hall of this higher epoch. */
    void (*on_superseded)(void *owner, uint64_t epoch);
};

struct gateways;

/* The net has no carrier yet, and outlives the gateways. */
struct gateways *gateways_create(const struct gateways_config *config, struct net *net);
/* A frame has come from the bus. */
void gateways_hear(struct gateways *gateways, const char *frame, size_t len);
/* Publishes what has been said. Call at the end of each turn, and at gateways_next_us(). */
void gateways_turn(struct gateways *gateways);
uint64_t gateways_next_us(const struct gateways *gateways);
/* Lets all gateways go: they look for another hall. Nothing is heard or said any more. */
void gateways_stop(struct gateways *gateways);
/* Sets those `values`, by enum statistic, that the link counts. */
void gateways_count(const struct gateways *gateways, int64_t *values);
/* After net_close(). NULL is taken. */
void gateways_destroy(struct gateways *gateways);

#endif
