/* The figures for Prometheus: HTTP on a port of the loopback, only GET /metrics, on the loop's
 * thread. */
#ifndef SERVER_NET_METRICS_H
#define SERVER_NET_METRICS_H

#include "common/base/address.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "server/base/origin.h"

#include <uv.h>

struct metrics;

/* USAGE: the figures may not be served at this address. */
enum error_code metrics_check(const struct address *address, const struct origin *origin,
                              struct error *error);
/* Appends the figures in Prometheus' format. */
typedef void metrics_writer(void *owner, struct text *out);
/* USAGE: the address is not loopback. IO: the system cannot listen there. */
enum error_code metrics_open(uv_loop_t *loop, const struct address *address, metrics_writer *write,
                             void *owner, struct metrics **ret_metrics, struct error *error);
/* Call after the loop, which closes the handles, has ended; NULL is taken. */
void metrics_destroy(struct metrics *metrics);

#endif
