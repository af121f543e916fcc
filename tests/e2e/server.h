/* takeaway-server as the tests use it: on a free port of the loopback, with a database in the
 * test's folder. Where TEST_NATS is set (tests/nats.sh), it is a hall and a gateway, so that the
 * same tests try both ways; for its clients there is no difference. */
#ifndef TESTS_E2E_SERVER_H
#define TESTS_E2E_SERVER_H

#include "tests/database.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/process.h"

enum { SERVER_OPTIONS_MAX = 32 };

struct server {
    struct process *process; /* where clients connect: the whole server, or the gateway */
    struct process *hall;    /* NULL: there is no other process */
    char cluster[32];        /* the name that both share on the bus */
    const char *program;
    const char *const *options; /* as in server_start_with() */
    char database[FOLDER_PATH_MAX];
    char address[32]; /* HOST:PORT */
    int port;
};

/* Call at a test's beginning: where the server would be a hall and a gateway, the test is skipped.
 * `why`: a sentence. */
void server_alone(const char *why);
/* The process with the database, whose log tells of the game: the hall, or the whole server. */
struct process *server_keeper(const struct server *server);
/* Listens when it returns. */
struct server server_start(void);
/* With these options besides, such as "--hello-time", "0.2"; the list ends with NULL and outlives
 * the server. */
struct server server_start_with(const char *const *options);
/* Another build of the server with these options, such as HELD_SERVER_PROGRAM. */
struct server server_start_program(const char *program, const char *const *options);
/* With another database than "matches.db" in the test's folder. */
struct server server_start_on(const char *database);
/* The same database, port and options again, after server_kill() or server_stop(). */
void server_start_again(struct server *server);
/* As a power cut would: SIGKILL to all its processes. */
void server_kill(struct server *server);
/* SIGTERM; it has to end with 0 in time. */
void server_stop(struct server *server);

/* From now on the system refuses the server's every transaction; its log it may still write. */
void server_fill_disk(const struct server *server);
void server_free_disk(const struct server *server);

#endif
