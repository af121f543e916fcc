/* The figures for Prometheus: HTTP on a port of the loopback, GET /metrics and nothing else, from
 * the loop's own thread. */
#ifndef SERVER_NET_METRICS_H
#define SERVER_NET_METRICS_H

#include "common/base/address.h"
#include "common/base/error.h"

struct server;
struct metrics;

/* USAGE: the address is not loopback. IO: it cannot be listened on. */
enum error_code metrics_open(struct server *server, const struct address *address,
                             struct metrics **ret_metrics, struct error *error);
/* After the loop, which closes its handles, has run to its end; NULL is taken. */
void metrics_destroy(struct metrics *metrics);

#endif
