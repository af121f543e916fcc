/* Many connections of one thread to one address over a bare libuv loop: what loads the server, and
 * an echo in the same way. Errors end the program. */
#ifndef TESTS_BENCH_TRAFFIC_H
#define TESTS_BENCH_TRAFFIC_H

#include <stdbool.h>
#include <stddef.h>

struct traffic;

/* What the bytes of a connection go through: neither, either, or WebSocket within TLS. */
struct traffic_form {
    bool is_tls, is_websocket;
};

struct traffic_events {
    void *owner;
    /* Bytes that the other side has said on one connection, which live during the call. */
    void (*received)(void *owner, int connection, const char *bytes, size_t len);
    /* The other side has closed one connection; NULL: that ends the program. */
    void (*closed)(void *owner, int connection);
};

enum { TRAFFIC_ADDRESSES_MAX = 4 };

/* Opens so many connections to HOST:PORT, or to several of them with commas in between, which they
 * take in turn. They are numbered from 0; all of them stand when it returns, with their handshakes
 * done. `events` is copied. */
struct traffic *traffic_open(const char *addresses, struct traffic_form form, int connections,
                             const struct traffic_events *events);
void traffic_close(struct traffic *traffic);
/* At once: what is sent here is short, and the system takes it. */
void traffic_send(struct traffic *traffic, int connection, const char *bytes, size_t len);
/* Receives until traffic_stop(). */
void traffic_run(struct traffic *traffic);
void traffic_stop(struct traffic *traffic);

#endif
