#include "tests/bench/ground.h"

#include "client/lib/child.h"
#include "client/lib/loop.h"
#include "common/base/memory.h"
#include "tests/bench/bench.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct ground {
    struct loop *loop;
    struct child *program;
    const char *first_words;          /* of the line that says that it is ready; the rest is kept */
    char folder[GROUND_FOLDER_BYTES]; /* empty: none of its own */
    char address[64];
};

static void on_line(void *owner, const char *line, size_t len)
{
    struct ground *ground = owner;
    size_t skipped = strlen(ground->first_words);
    if (len <= skipped || memcmp(line, ground->first_words, skipped) != 0)
        return;
    snprintf(ground->address, sizeof ground->address, "%.*s", (int)(len - skipped), line + skipped);
    loop_stop(ground->loop, 0);
}

static void on_ended(void *owner, int status)
{
    (void)owner;
    (void)status;
    bench_fail("the program that is measured has ended");
}

static struct ground *launch(const char *first_words, const char *const *arguments)
{
    struct ground *ground = memory_zeroed(1, sizeof *ground);
    struct child_events events = {.owner = ground, .line = on_line, .ended = on_ended};
    struct error error;
    ground->first_words = first_words;
    ground->loop = loop_create();
    if (child_start(ground->loop, arguments[0], arguments, &events, &ground->program, &error))
        bench_fail(error.message);
    return ground;
}

static struct ground *begin(const char *first_words, const char *const *arguments)
{
    struct ground *ground = launch(first_words, arguments);
    loop_run(ground->loop);
    return ground;
}

struct ground *ground_begin_echo(void)
{
    return begin("listening on ", (const char *[]){"takeaway-echo", NULL});
}

/* The one that there is; empty: none. One at a time. */
static char left_folder[GROUND_FOLDER_BYTES];

static void remove_left_folder(void)
{
    if (*left_folder)
        ground_remove_folder(left_folder);
}

void ground_make_folder(char ret_folder[GROUND_FOLDER_BYTES])
{
    static bool is_watched;
    if (!is_watched)
        atexit(remove_left_folder); /* when something fails in between */
    is_watched = true;
    strcpy(ret_folder, "takeaway-bench-XXXXXX");
    if (!mkdtemp(ret_folder))
        bench_fail("no folder can be made here");
    strcpy(left_folder, ret_folder);
}

/* Of a process that has the clients' connections, of one that has the database, and of each. All
 * clients connect before the first hello. */
#define CONNECTION_ARGUMENTS                                                                       \
    "--requests-per-second", "1000000", "--requests-burst", "1000000", "--connections", "19000",   \
        "--connections-per-address", "19000", "--hello-time", "300"
#define HALL_ARGUMENTS "--guest-share", "100", "--address-share", "100"
#define PROCESS_ARGUMENTS "--log-level", "error", "--exit-on-eof", NULL

static struct ground *begin_server(const char *folder, const char *address)
{
    char own[GROUND_FOLDER_BYTES] = "", database[GROUND_ADDRESS_BYTES];
    char certificate[GROUND_FOLDER_BYTES + 8];
    if (!folder)
        ground_make_folder(own);
    if (address)
        snprintf(database, sizeof database, "%s", address);
    else
        snprintf(database, sizeof database, "%s/db", folder ? folder : own);
    snprintf(certificate, sizeof certificate, "%s/tls", folder ? folder : own);
    struct ground *ground = begin(
        "listening on ", (const char *[]){"takeaway-server", "--listen", "127.0.0.1:0", "--db",
                                          database, "--tls-self-signed", certificate,
                                          CONNECTION_ARGUMENTS, HALL_ARGUMENTS, PROCESS_ARGUMENTS});
    strcpy(ground->folder, own);
    return ground;
}

struct ground *ground_begin_server(const char *folder)
{
    return begin_server(folder, NULL);
}

const char *ground_lacks_postgres(void)
{
    if (!BENCH_HAS_POSTGRES)
        return "the server is built without PostgreSQL (install libpq-dev)";
    return getenv("TEST_POSTGRES") ? NULL : "no PostgreSQL (run it by tests/postgres.sh)";
}

const char *ground_lacks_nats(void)
{
    if (!BENCH_HAS_NATS)
        return "the server is built without NATS (install libnats-dev)";
    return getenv("TEST_NATS") ? NULL : "no NATS (run it by tests/nats.sh)";
}

void ground_make_database(char ret_address[GROUND_ADDRESS_BYTES])
{
    static int count;
    char command[GROUND_ADDRESS_BYTES + 100];
    const char *server = getenv("TEST_POSTGRES");
    int number = ++count;
    snprintf(command, sizeof command,
             "psql -qc 'CREATE DATABASE bench_%ld_%d' '%s&dbname=postgres'", (long)getpid(), number,
             server);
    snprintf(ret_address, GROUND_ADDRESS_BYTES, "%s&dbname=bench_%ld_%d", server, (long)getpid(),
             number);
    if (system(command) != 0)
        bench_fail("no database can be made there");
}

struct ground *ground_begin_postgres(void)
{
    char address[GROUND_ADDRESS_BYTES];
    ground_make_database(address);
    return begin_server(NULL, address);
}

static struct ground *launch_hall(const char *database)
{
    return launch("leading ", (const char *[]){"takeaway-server", "--role", "hall", "--bus",
                                               getenv("TEST_NATS"), "--db", database,
                                               HALL_ARGUMENTS, PROCESS_ARGUMENTS});
}

struct ground *ground_begin_hall(const char *database)
{
    struct ground *hall = launch_hall(database);
    loop_run(hall->loop);
    return hall;
}

struct ground *ground_begin_standby(const char *database)
{
    return launch_hall(database);
}

struct ground *ground_begin_gateway(void)
{
    return begin("listening on ", (const char *[]){"takeaway-server", "--role", "gateway", "--bus",
                                                   getenv("TEST_NATS"), "--listen", "127.0.0.1:0",
                                                   CONNECTION_ARGUMENTS, PROCESS_ARGUMENTS});
}

void ground_remove_folder(const char *folder)
{
    static const char *const files[] = {
        "db", "db-wal", "db-shm", "db.lock", "tls/key.pem", "tls/certificate.pem", "tls"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        remove(path);
    }
    rmdir(folder);
    *left_folder = '\0';
}

void ground_end(struct ground *ground)
{
    child_destroy(ground->program);
    loop_destroy(ground->loop);
    if (*ground->folder)
        ground_remove_folder(ground->folder);
    free(ground);
}

void ground_kill(struct ground *ground)
{
    kill(ground_process(ground), SIGKILL);
    ground_end(ground);
}

const char *ground_address(const struct ground *ground)
{
    return ground->address;
}

int ground_process(const struct ground *ground)
{
    return child_process(ground->program);
}
