/* Opens a port on the home router as `takeaway host` does, for tests/e2e/port_map.py: port_probe
 * PORT LEASE_S. Says what happens, a line each; a line on standard input opens the port. Ends in
 * order at the end of the input, by a signal, or after `failed`. */
#include "client/host/port_map.h"
#include "client/lib/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct probe {
    struct loop *loop;
    struct port_map *map;
};

static void on_found(void *owner, const struct router *router)
{
    (void)owner;
    printf("found %s %s\n", router->kind == ROUTER_UPNP ? "UPnP" : "NAT-PMP", router->outside);
}

static void on_opened(void *owner, const char *address)
{
    (void)owner;
    printf("opened %s\n", address);
}

static void on_failed(void *owner, enum router_answer answer, const struct error *error)
{
    struct probe *probe = owner;
    printf("failed %d %s\n", answer, error->message);
    loop_stop(probe->loop, 1);
}

static void on_line(void *owner, const char *line, size_t len)
{
    struct probe *probe = owner;
    (void)line;
    (void)len;
    port_map_open(probe->map);
}

static void on_input_ended(void *owner)
{
    struct probe *probe = owner;
    loop_stop(probe->loop, 0);
}

static void on_signal(void *owner, int number)
{
    struct probe *probe = owner;
    loop_stop(probe->loop, 128 + number);
}

int main(int argument_count, char **arguments)
{
    if (argument_count != 3)
        return 2;
    struct probe probe = {.loop = loop_create()};
    struct port_map_events events = {&probe, on_found, on_opened, on_failed};
    struct lines_events input = {.owner = &probe, .line = on_line, .end = on_input_ended};
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct loop_signals *signals = loop_signals_create(probe.loop, on_signal, &probe);
    struct lines *lines = lines_create(probe.loop, STDIN_FILENO, &input);
    probe.map = port_map_create(probe.loop, (uint16_t)atoi(arguments[1]),
                                (uint32_t)atoi(arguments[2]), &events);
    puts("searching");
    int status = loop_run(probe.loop);
    port_map_destroy(probe.map);
    lines_destroy(lines);
    loop_signals_destroy(signals);
    loop_settle(probe.loop);
    if (work_is_under_way(probe.loop))
        _exit(status);
    loop_destroy(probe.loop);
    return status;
}
