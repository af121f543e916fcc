/* Many TCP connections of one thread to one address over a bare libuv loop: what loads the server,
 * and an echo in the same way. Errors end the program. */
#ifndef TESTS_BENCH_TRAFFIC_H
#define TESTS_BENCH_TRAFFIC_H

#include <stddef.h>

struct traffic;

struct traffic_events {
    void *owner;
    /* Bytes of one connection, which live during the call. */
    void (*received)(void *owner, int connection, const char *bytes, size_t len);
};

/* Opens so many connections to HOST:PORT, numbered from 0; all of them stand when it returns.
 * `events` is copied. */
struct traffic *traffic_open(const char *address, int connections,
                             const struct traffic_events *events);
void traffic_close(struct traffic *traffic);
/* At once: what is sent here is short, and the system takes it. */
void traffic_send(struct traffic *traffic, int connection, const char *bytes, size_t len);
/* Receives until traffic_stop(). */
void traffic_run(struct traffic *traffic);
void traffic_stop(struct traffic *traffic);

#endif
