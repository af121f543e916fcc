/* The processes of a cluster on this machine, for drills that end and stop them: PostgreSQL, NATS,
 * and servers that share them. All of them die with the process that starts them. One that cannot
 * be started ends this program with a message. */
#ifndef TESTS_CLUSTER_H
#define TESTS_CLUSTER_H

#include "common/base/address.h"

#include <stdbool.h>
#include <sys/types.h>

enum { CLUSTER_PATH_MAX = 100, CLUSTER_DATABASE_MAX = 300 };

/* A server of PostgreSQL of one's own. It refuses to run as root, so then it runs as the user
 * that its package makes. */
struct postgres_process {
    char folder[CLUSTER_PATH_MAX];       /* its data, its log, and its socket */
    char database[CLUSTER_DATABASE_MAX]; /* the address of an empty one there */
    const char *options;                 /* for each start */
    pid_t pid;
};

/* Makes its data, and waits until it takes connections. `options` for the command line, such as
 * "-c max_connections=20", which outlive it. */
void postgres_start(struct postgres_process *ret_postgres, const char *options);
/* One that follows the primary, by the name "standby", and by way of `folder`, which has the socket
 * of the primary or of a proxy before it. It takes connections that only read. */
void postgres_start_standby(struct postgres_process *ret_standby,
                            const struct postgres_process *primary, const char *folder);
/* Makes a standby a primary. */
void postgres_promote(struct postgres_process *standby);
/* Runs a line of the shell in its folder, as its user. */
void postgres_shell(const struct postgres_process *postgres, const char *line);
/* Sends a signal to all of its processes. */
void postgres_signal(const struct postgres_process *postgres, int number);
/* Without an end in order. */
void postgres_kill(struct postgres_process *postgres);
/* Starts it again if it does not run, and does not wait. To be called until it is there: what is
 * left of the one before may have to end first. */
void postgres_revive(struct postgres_process *postgres);
/* Starts it again, and waits until it takes connections. */
void postgres_start_again(struct postgres_process *postgres);
/* Ends it, and removes its folder. */
void postgres_remove(struct postgres_process *postgres);

/* A server that shares its database, so that it may stand by. */
struct node {
    const char *program;                 /* the path of takeaway-server */
    const char *role;                    /* NULL: of its own, without a bus */
    const char *bus;                     /* the address of NATS */
    const char *const *more;             /* arguments, which NULL ends; NULL: none */
    char database[CLUSTER_DATABASE_MAX]; /* its address */
    char address[ADDRESS_TEXT_MAX];      /* where it is to listen, unless it is a hall */
    char log[CLUSTER_PATH_MAX];          /* a file, what it has said since its start */
    pid_t pid;                           /* 0: not running */
};

/* An address of the loopback that nobody listens at, and that the system gives to no connection: it
 * stays free while its server is away. */
void node_find_address(char ret_address[ADDRESS_TEXT_MAX]);
/* Does not wait. */
void node_start(struct node *node);
void node_kill(struct node *node);
/* Asks it to end, waits, and returns its exit status. */
int node_stop(struct node *node);
/* As program_has_ended(); false, too, if it does not run. */
bool node_has_ended(struct node *node, int *ret_status);
bool node_has_said(const struct node *node, const char *part);

/* A server of NATS, in the same words. */
struct nats_process {
    char bus[ADDRESS_TEXT_MAX + 8]; /* its address */
    char log[CLUSTER_PATH_MAX];
    pid_t pid;
};

/* On an address that nobody listens at. Neither waits. */
void nats_start(struct nats_process *nats);
void nats_start_again(struct nats_process *nats);
void nats_kill(struct nats_process *nats);

#endif
