#include "server/cluster.h"

#include "common/base/memory.h"
#include "server/base/now.h"
#include "server/base/statistics.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyz0123456789-_"

struct cluster {
    struct bus *bus;
    uv_timer_t wake;
    cluster_frame *on_frame;
    void *owner;
    uint64_t key, mark;
    char name[CLUSTER_NAME_MAX + 1];
    char hall[BUS_SUBJECT_MAX + 1], all[BUS_SUBJECT_MAX + 1]; /* subjects */
};

/* --- roles --- */

static const char *const role_names[] = {
    [CLUSTER_ALL] = "all",
    [CLUSTER_HALL] = "hall",
    [CLUSTER_GATEWAY] = "gateway",
};

#define ROLES (sizeof role_names / sizeof *role_names)

const char *cluster_role_name(enum cluster_role role)
{
    assert((size_t)role < ROLES);
    return role_names[role];
}

enum error_code cluster_role_parse(const char *text, enum cluster_role *ret_role,
                                   struct error *error)
{
    for (size_t i = 0; i < ROLES; i++)
        if (strcmp(text, role_names[i]) == 0) {
            *ret_role = (enum cluster_role)i;
            return ERROR_NONE;
        }
    return error_set(error, ERROR_USAGE, "all, hall or gateway was expected, not '%.80s'", text);
}

static enum error_code check_name(const char *name, struct error *error)
{
    size_t len = strlen(name);
    if (len > 0 && len <= CLUSTER_NAME_MAX && strspn(name, NAME_CHARACTERS) == len)
        return ERROR_NONE;
    return error_set(error, ERROR_USAGE,
                     "--cluster: a name has 1 to %d of the characters a-z, 0-9, - and _, and is "
                     "not '%.80s'",
                     CLUSTER_NAME_MAX, name);
}

enum error_code cluster_check(const struct cluster_config *config, struct error *error)
{
    const struct bus_config *bus = &config->bus;
    if (config->role == CLUSTER_ALL) {
        if (bus->url || bus->ca || bus->certificate || bus->key || config->name)
            return error_set(error, ERROR_USAGE,
                             "%s is for the processes of a cluster: give --role hall or --role "
                             "gateway, too",
                             bus->url           ? "--bus"
                             : config->name     ? "--cluster"
                             : bus->ca          ? "--bus-ca"
                             : bus->certificate ? "--bus-certificate"
                                                : "--bus-key");
        return ERROR_NONE;
    }
    if (!bus->url)
        return error_set(error, ERROR_USAGE,
                         "--role %s needs --bus, the address of a NATS server such as "
                         "nats://127.0.0.1:4222, by which the hall and its gateways meet",
                         cluster_role_name(config->role));
    enum error_code code = config->name ? check_name(config->name, error) : ERROR_NONE;
    return code ? code : bus_check(bus, error);
}

/* --- frames --- */

static void on_message(void *owner, const char *subject, const char *bytes, size_t len)
{
    const struct cluster *cluster = owner;
    (void)subject;
    cluster->on_frame(cluster->owner, bytes, len);
}

bool cluster_send_to_hall(struct cluster *cluster, const char *bytes, size_t len)
{
    return bus_publish(cluster->bus, cluster->hall, bytes, len);
}

bool cluster_send_to_gateway(struct cluster *cluster, uint64_t key, const char *bytes, size_t len)
{
    char subject[BUS_SUBJECT_MAX + 1];
    snprintf(subject, sizeof subject, "%s.gate.%016" PRIx64, cluster->name, key);
    return bus_publish(cluster->bus, subject, bytes, len);
}

bool cluster_send_to_all(struct cluster *cluster, const char *bytes, size_t len)
{
    return bus_publish(cluster->bus, cluster->all, bytes, len);
}

void cluster_flush(struct cluster *cluster)
{
    bus_flush(cluster->bus);
}

static void on_wake(uv_timer_t *timer)
{
    (void)timer; /* the end of this turn does the work */
}

void cluster_wake(struct cluster *cluster, uint64_t at_us)
{
    uint64_t from_us = now_us(), in_ms = at_us > from_us ? (at_us - from_us + 999) / 1000 : 1;
    uv_timer_start(&cluster->wake, on_wake, in_ms, 0);
}

/* --- life --- */

/* FNV-1a, and never 0. */
static uint64_t mark_of(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return hash ? hash : 1;
}

static uint64_t random_key(void)
{
    uint64_t key = 0;
    while (key == 0)
        if (getrandom(&key, sizeof key, 0) != sizeof key)
            abort(); /* the program has drawn randomness before */
    return key;
}

struct cluster *cluster_create(uv_loop_t *loop, const struct cluster_config *config,
                               cluster_frame *on_frame, void *owner)
{
    char echo[BUS_SUBJECT_MAX + 1], client[BUS_SUBJECT_MAX + 1], own[BUS_SUBJECT_MAX + 1];
    struct bus_config bus = config->bus;
    struct cluster *cluster = memory_zeroed(1, sizeof *cluster);
    assert(config->role != CLUSTER_ALL);
    cluster->on_frame = on_frame;
    cluster->owner = owner;
    cluster->key = random_key();
    snprintf(cluster->name, sizeof cluster->name, "%s", config->name ? config->name : "takeaway");
    cluster->mark = mark_of(cluster->name);
    snprintf(cluster->hall, sizeof cluster->hall, "%s.hall", cluster->name);
    snprintf(cluster->all, sizeof cluster->all, "%s.all", cluster->name);
    snprintf(echo, sizeof echo, "%s.echo.%016" PRIx64, cluster->name, cluster->key);
    snprintf(client, sizeof client, "%s %s %016" PRIx64, cluster->name,
             cluster_role_name(config->role), cluster->key);
    bus.name = client;
    bus.echo = echo;
    /* Nobody has to hear of the connection: gateways ask for a hall until one answers, and the link
     * notices what is missing. */
    cluster->bus =
        bus_create(loop, &bus, &(struct bus_callbacks){.owner = cluster, .on_message = on_message});
    uv_timer_init(loop, &cluster->wake);
    bus_subscribe(cluster->bus, cluster->all);
    if (config->role == CLUSTER_GATEWAY) {
        snprintf(own, sizeof own, "%s.gate.%016" PRIx64, cluster->name, cluster->key);
        bus_subscribe(cluster->bus, own);
    }
    return cluster;
}

enum error_code cluster_open(struct cluster *cluster, struct error *error)
{
    return bus_open(cluster->bus, error);
}

void cluster_lead(struct cluster *cluster)
{
    bus_subscribe(cluster->bus, cluster->hall);
}

uint64_t cluster_key(const struct cluster *cluster)
{
    return cluster->key;
}

uint64_t cluster_mark(const struct cluster *cluster)
{
    return cluster->mark;
}

bool cluster_is_connected(const struct cluster *cluster)
{
    return bus_is_connected(cluster->bus);
}

void cluster_count(const struct cluster *cluster, int64_t *values)
{
    struct bus_figures bus = bus_figures(cluster->bus);
    values[STATISTIC_BUS_CONNECTS] = (int64_t)bus.connects;
    values[STATISTIC_BUS_CONNECTED] = bus_is_connected(cluster->bus);
    values[STATISTIC_BUS_SENT] = (int64_t)bus.published;
    values[STATISTIC_BUS_RECEIVED] = (int64_t)bus.received;
    values[STATISTIC_BUS_WAITING] = (int64_t)bus.waiting_bytes;
    values[STATISTIC_BUS_ECHO] = bus.echo_us > 0 ? bus.echo_us : 0;
}

void cluster_close(struct cluster *cluster)
{
    if (!cluster)
        return;
    uv_close((uv_handle_t *)&cluster->wake, NULL);
    bus_close(cluster->bus);
}

void cluster_destroy(struct cluster *cluster)
{
    if (!cluster)
        return;
    bus_destroy(cluster->bus);
    free(cluster);
}
