/* The bus as the processes of a cluster use it: frames between the hall and its gateways. NAME is
 * the cluster's, so that several clusters may share a NATS server:
 *
 *     NAME.hall       to the hall; only the active one subscribes to it
 *     NAME.gate.KEY   to one gateway; KEY is its own, random at each start, 16 hexadecimal digits
 *     NAME.all        from the hall to all gateways (and to halls that stand by)
 *     NAME.echo.KEY   from a process to itself (bus.h)
 *
 * Which frames these are, when they are sent and what a gap means is the link's (server/link). */
#ifndef SERVER_CLUSTER_H
#define SERVER_CLUSTER_H

#include "server/bus/bus.h"

enum cluster_role {
    CLUSTER_ALL,     /* the whole server in one process, without a bus */
    CLUSTER_HALL,    /* the hall, for gateways */
    CLUSTER_GATEWAY, /* clients' connections, for the hall */
};

enum { CLUSTER_NAME_MAX = 32 };

struct cluster_config {
    enum cluster_role role;
    const char *name;      /* NULL: "takeaway" */
    struct bus_config bus; /* its `name` and `echo` are set by cluster_create() */
};

/* Such as "hall". */
const char *cluster_role_name(enum cluster_role role);
/* USAGE lists the roles. */
enum error_code cluster_role_parse(const char *text, enum cluster_role *ret_role,
                                   struct error *error);
/* USAGE, in the words of the command line. CLUSTER_ALL has no bus; the others need one. */
enum error_code cluster_check(const struct cluster_config *config, struct error *error);

struct cluster;

/* A frame to this process or to all, valid during the call. While there is no connection none come,
 * which the link notices. */
typedef void cluster_frame(void *owner, const char *bytes, size_t len);

/* `config` passes cluster_check(), and is a hall's or a gateway's. */
struct cluster *cluster_create(uv_loop_t *loop, const struct cluster_config *config,
                               cluster_frame *on_frame, void *owner);
/* Begins to connect; a gateway hears its own subject and NAME.all at once. IO: a TLS file cannot be
 * read. */
enum error_code cluster_open(struct cluster *cluster, struct error *error);
/* The hall's: from now on it hears NAME.hall. Call when it is the active one. */
void cluster_lead(struct cluster *cluster);
/* This process's KEY, a number that no other process has; names a gateway in its frames. */
uint64_t cluster_key(const struct cluster *cluster);
/* A number for the cluster's name, which its frames carry. */
uint64_t cluster_mark(const struct cluster *cluster);

/* Each sends a frame with the next cluster_flush(). False: there is no connection, and the frame is
 * lost. */
bool cluster_send_to_hall(struct cluster *cluster, const char *bytes, size_t len);
bool cluster_send_to_gateway(struct cluster *cluster, uint64_t key, const char *bytes, size_t len);
bool cluster_send_to_all(struct cluster *cluster, const char *bytes, size_t len);
/* At the end of each turn of the loop. */
void cluster_flush(struct cluster *cluster);
/* Makes a turn of the loop begin at `at_us` of now_us(), for an end of the link; UINT64_MAX: none.
 * The last call counts. Not after cluster_close(). */
void cluster_wake(struct cluster *cluster, uint64_t at_us);

bool cluster_is_connected(const struct cluster *cluster);
/* Sets those `values`, by enum statistic, that the bus counts. */
void cluster_count(const struct cluster *cluster, int64_t *values);

/* As bus_close() and bus_destroy(). NULL is taken. */
void cluster_close(struct cluster *cluster);
void cluster_destroy(struct cluster *cluster);

#endif
