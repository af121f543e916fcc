/* The figures for Prometheus: HTTP on a port of the loopback, GET /metrics and nothing else, from
 * the loop's own thread. */
#ifndef SERVER_NET_METRICS_H
#define SERVER_NET_METRICS_H

#include "common/base/address.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "server/base/origin.h"

#include <uv.h>

struct metrics;

/* May the figures be told there? USAGE. */
enum error_code metrics_check(const struct address *address, const struct origin *origin,
                              struct error *error);
/* Appends the figures in Prometheus' format. */
typedef void metrics_writer(void *owner, struct text *out);
/* USAGE: the address is not loopback. IO: it cannot be listened on. */
enum error_code metrics_open(uv_loop_t *loop, const struct address *address, metrics_writer *write,
                             void *owner, struct metrics **ret_metrics, struct error *error);
/* After the loop, which closes its handles, has run to its end; NULL is taken. */
void metrics_destroy(struct metrics *metrics);

#endif
