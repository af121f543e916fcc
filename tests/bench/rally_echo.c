#include "tests/bench/rally.h"

#include "common/base/memory.h"

#include <stdlib.h>

enum { PLAYERS = 2 };

struct echo {
    struct traffic *traffic;
    struct trips *trips;
    size_t bytes;
    char *message;
    size_t *missing; /* of each match's echo */
};

static void send_to(struct echo *echo, int connection)
{
    int match = connection / PLAYERS;
    echo->missing[match] = echo->bytes;
    trips_sent(echo->trips, match);
    traffic_send(echo->traffic, connection, echo->message, echo->bytes);
}

static void on_received(void *owner, int connection, const char *bytes, size_t len)
{
    (void)bytes;
    struct echo *echo = owner;
    int match = connection / PLAYERS;
    echo->missing[match] -= len;
    if (echo->missing[match] > 0)
        return;
    trips_back(echo->trips, match);
    if (trips_are_done(echo->trips))
        traffic_stop(echo->traffic);
    else
        send_to(echo, connection ^ 1); /* the two players take turns */
}

struct trips_result rally_echo(const struct rally_config *config, size_t bytes)
{
    struct echo echo = {.bytes = bytes};
    struct traffic_events events = {.owner = &echo, .received = on_received};
    echo.message = memory_zeroed(bytes, 1);
    echo.missing = memory_zeroed((size_t)config->matches, sizeof *echo.missing);
    echo.trips = trips_create(config->matches, config->warm, config->moves, config->peer);
    echo.traffic = traffic_open(config->address, config->form, config->matches * PLAYERS, &events);
    for (int match = 0; match < config->matches; match++)
        send_to(&echo, match * PLAYERS);
    traffic_run(echo.traffic);
    struct trips_result result = trips_result(echo.trips);
    traffic_close(echo.traffic);
    trips_destroy(echo.trips);
    free(echo.missing);
    free(echo.message);
    return result;
}
