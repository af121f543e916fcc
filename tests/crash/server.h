/* The server as a process that can be killed. It dies with its parent, however that ends. */
#ifndef TESTS_CRASH_SERVER_H
#define TESTS_CRASH_SERVER_H

#include "common/base/address.h"

#include <sys/types.h>

struct server_process {
    const char *program;            /* the path of takeaway-server */
    const char *database;           /* a file */
    char address[ADDRESS_TEXT_MAX]; /* of the last start; "" before the first */
    pid_t pid;                      /* 0: not running */
};

/* Starts it, after the first time at the same port, and waits for its first line. A server that
 * does not start ends this process with a message. */
void server_process_start(struct server_process *server);
void server_process_kill(struct server_process *server);
/* Asks it to end, waits, and returns its exit status. */
int server_process_stop(struct server_process *server);

/* Removes the folder of a server that has ended, whose database was the file `db` there. */
void server_process_remove_folder(const char *folder);

#endif
