/* In place of the bus, where libnats is missing: bus_check() refuses, so nothing else is called. */
#include "server/bus/bus.h"

#include <stdlib.h>

enum error_code bus_check(const struct bus_config *config, struct error *error)
{
    (void)config;
    return error_set(error, ERROR_USAGE,
                     "--bus: this server was built without NATS: install libnats-dev and build it "
                     "again");
}

struct bus *bus_create(uv_loop_t *loop, const struct bus_config *config,
                       const struct bus_callbacks *callbacks)
{
    (void)loop, (void)config, (void)callbacks;
    abort();
}

enum error_code bus_open(struct bus *bus, struct error *error)
{
    (void)bus;
    return error_set(error, ERROR_INTERNAL, "there is no bus");
}

void bus_subscribe(struct bus *bus, const char *subject)
{
    (void)bus, (void)subject;
}

bool bus_publish(struct bus *bus, const char *subject, const char *bytes, size_t len)
{
    (void)bus, (void)subject, (void)bytes, (void)len;
    return false;
}

void bus_flush(struct bus *bus)
{
    (void)bus;
}

bool bus_is_connected(const struct bus *bus)
{
    (void)bus;
    return false;
}

struct bus_figures bus_figures(const struct bus *bus)
{
    (void)bus;
    return (struct bus_figures){0};
}

void bus_close(struct bus *bus)
{
    (void)bus;
}

void bus_destroy(struct bus *bus)
{
    (void)bus;
}
