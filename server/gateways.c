#include "server/gateways.h"

#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/base/now.h"
#include "server/base/statistics.h"
#include "server/net/tunnel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gateways {
    struct gateways_config config;
    struct hall_link *link;
    struct net *net;
    bool is_stopped;
};

/* --- up: from the link to the net --- */

static void on_open(void *owner, uint64_t session, const struct hall_link_client *client)
{
    const struct gateways *gateways = owner;
    struct tunnel_client tunnel = {
        .is_private = client->is_private,
        .deriver = client->derives ? session_gateway(session) : 0,
    };
    if (!origin_parse(client->address, strlen(client->address), &tunnel.origin))
        tunnel.origin = (struct origin){0};
    tunnel.origin.is_loopback = client->is_loopback;
    tunnel_open(gateways->net, session, &tunnel);
}

static void on_bytes(void *owner, uint64_t session, const char *bytes, size_t len, uint64_t came_us,
                     bool is_secret)
{
    const struct gateways *gateways = owner;
    (void)is_secret; /* the net keeps all requests as secrets */
    int64_t came_ms = came_us == LINK_CAME_WAITED ? INT64_MAX : (int64_t)(came_us / 1000);
    tunnel_receive(gateways->net, session, bytes, len, came_ms);
}

static void on_lag(void *owner, uint64_t session, int64_t lag_ms)
{
    tunnel_lag(((struct gateways *)owner)->net, session, lag_ms);
}

static void on_silent(void *owner, uint64_t session)
{
    tunnel_silent(((struct gateways *)owner)->net, session);
}

static void on_behind(void *owner, uint64_t session, bool is_behind)
{
    tunnel_behind(((struct gateways *)owner)->net, session, is_behind);
}

static void on_fault(void *owner, uint64_t session)
{
    tunnel_fault(((struct gateways *)owner)->net, session);
}

static void on_left(void *owner, uint64_t session)
{
    tunnel_left(((struct gateways *)owner)->net, session);
}

static void on_closed(void *owner, uint64_t session)
{
    tunnel_closed(((struct gateways *)owner)->net, session);
}

static void on_lost(void *owner, uint64_t session)
{
    tunnel_lost(((struct gateways *)owner)->net, session);
}

static void on_derived(void *owner, uint64_t session, const unsigned char *key)
{
    tunnel_derived(((struct gateways *)owner)->net, session, key);
}

/* --- down: from the net to the link --- */

static void say(void *owner, const struct net_message *message)
{
    const struct gateways *gateways = owner;
    hall_link_say(gateways->link, &(struct hall_link_message){
                                      .bytes = message->bytes->bytes,
                                      .len = message->bytes->len,
                                      .sessions = message->sessions,
                                      .session_count = message->session_count,
                                      .soon_count = message->soon_count,
                                      .is_answer = message->is_answer,
                                      .is_secret = message->bytes->is_secret,
                                  });
}

static void close_session(void *owner, uint64_t session)
{
    hall_link_close(((struct gateways *)owner)->link, session);
}

static void came_in(void *owner, uint64_t session)
{
    hall_link_came_in(((struct gateways *)owner)->link, session);
}

static void excuse_hello(void *owner, uint64_t session)
{
    hall_link_excuse_hello(((struct gateways *)owner)->link, session);
}

static int64_t heard_ms(void *owner)
{
    const struct gateways *gateways = owner;
    return (int64_t)(hall_link_heard_us(gateways->link, now_us()) / 1000);
}

/* Once the link has stopped, no gateway is there. */
static bool derive(void *owner, uint64_t session, uint32_t request, bool is_old,
                   const struct derivation *derivation)
{
    const struct gateways *gateways = owner;
    return hall_link_derive(gateways->link, session, request, is_old, derivation);
}

/* --- the link --- */

static void publish(void *owner, uint64_t key, const char *frame, size_t len)
{
    const struct gateways *gateways = owner;
    gateways->config.publish(gateways->config.owner, key, frame, len);
}

static void on_note(void *owner, uint64_t key, const char *sentence)
{
    char text[17];
    (void)owner;
    snprintf(text, sizeof text, "%016llx", (unsigned long long)key);
    log_info("gateway", log_text("key", text), log_text("note", sentence));
}

static void on_superseded(void *owner, uint64_t epoch)
{
    const struct gateways *gateways = owner;
    gateways->config.on_superseded(gateways->config.owner, epoch);
}

struct gateways *gateways_create(const struct gateways_config *config, struct net *net)
{
    struct gateways *gateways = memory_zeroed(1, sizeof *gateways);
    struct hall_link_config link = {
        .cluster = config->cluster,
        .epoch = config->epoch,
        .oldest = LINK_VERSION_OLDEST,
        .newest = LINK_VERSION_NEWEST,
        .events =
            {
                .owner = gateways,
                .publish = publish,
                .on_note = on_note,
                .on_superseded = on_superseded,
                .on_open = on_open,
                .on_bytes = on_bytes,
                .on_lag = on_lag,
                .on_silent = on_silent,
                .on_behind = on_behind,
                .on_fault = on_fault,
                .on_left = on_left,
                .on_closed = on_closed,
                .on_lost = on_lost,
                .on_derived = on_derived,
            },
    };
    memcpy(link.seed, config->seed, sizeof link.seed);
    gateways->config = *config;
    explicit_bzero(gateways->config.seed, sizeof gateways->config.seed);
    gateways->net = net;
    gateways->link = hall_link_create(&link, now_us());
    explicit_bzero(link.seed, sizeof link.seed);
    net_set_carrier(net, &(struct net_carrier){
                             .owner = gateways,
                             .say = say,
                             .close = close_session,
                             .came_in = came_in,
                             .excuse_hello = excuse_hello,
                             .heard_ms = heard_ms,
                             .derive = derive,
                         });
    return gateways;
}

void gateways_hear(struct gateways *gateways, const char *frame, size_t len)
{
    if (!gateways->is_stopped)
        hall_link_hear(gateways->link, frame, len, now_us());
}

void gateways_turn(struct gateways *gateways)
{
    if (!gateways->is_stopped)
        hall_link_turn(gateways->link, now_us());
}

uint64_t gateways_next_us(const struct gateways *gateways)
{
    return hall_link_next_us(gateways->link);
}

void gateways_stop(struct gateways *gateways)
{
    if (gateways->is_stopped)
        return;
    gateways_turn(gateways);
    hall_link_stop(gateways->link);
    gateways->is_stopped = true;
}

void gateways_count(const struct gateways *gateways, int64_t *values)
{
    struct hall_link_figures link = hall_link_figures(gateways->link);
    values[STATISTIC_EPOCH] = (int64_t)gateways->config.epoch;
    values[STATISTIC_GATEWAYS] = (int64_t)link.gateways;
    values[STATISTIC_LINK_SESSIONS] = (int64_t)link.sessions;
    values[STATISTIC_LINK_SILENCE] =
        link.gateways > 0 ? (int64_t)(now_us() - link.heard_us) / 1000 : 0;
    values[STATISTIC_LINK_ROUND_TRIP] = (int64_t)link.round_trip_us;
    values[STATISTIC_LINK_RESETS] = (int64_t)link.dropped;
    values[STATISTIC_FRAMES_IN] = (int64_t)link.frames_in;
    values[STATISTIC_FRAMES_OUT] = (int64_t)link.frames_out;
    values[STATISTIC_FRAMES_IGNORED] = (int64_t)link.ignored;
}

void gateways_destroy(struct gateways *gateways)
{
    if (!gateways)
        return;
    hall_link_destroy(gateways->link);
    free(gateways);
}
