#include "tests/bench/ground.h"

#include "client/lib/child.h"
#include "client/lib/loop.h"
#include "common/base/memory.h"
#include "tests/bench/bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char first_words[] = "listening on ";

struct ground {
    struct loop *loop;
    struct child *program;
    char folder[GROUND_FOLDER_BYTES]; /* empty: none of its own */
    char address[64];
};

static void on_line(void *owner, const char *line, size_t len)
{
    struct ground *ground = owner;
    size_t skipped = strlen(first_words);
    if (len <= skipped || memcmp(line, first_words, skipped) != 0)
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

static void begin(struct ground *ground, const char *const *arguments)
{
    struct child_events events = {.owner = ground, .line = on_line, .ended = on_ended};
    struct error error;
    ground->loop = loop_create();
    if (child_start(ground->loop, arguments[0], arguments, &events, &ground->program, &error))
        bench_fail(error.message);
    loop_run(ground->loop);
}

struct ground *ground_begin_echo(void)
{
    struct ground *ground = memory_zeroed(1, sizeof *ground);
    begin(ground, (const char *[]){"takeaway-echo", NULL});
    return ground;
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

static struct ground *begin_server(const char *folder, const char *address)
{
    struct ground *ground = memory_zeroed(1, sizeof *ground);
    char database[GROUND_ADDRESS_BYTES], certificate[GROUND_FOLDER_BYTES + 8];
    if (!folder)
        ground_make_folder(ground->folder);
    if (address)
        snprintf(database, sizeof database, "%s", address);
    else
        snprintf(database, sizeof database, "%s/db", folder ? folder : ground->folder);
    snprintf(certificate, sizeof certificate, "%s/tls", folder ? folder : ground->folder);
    const char *arguments[] = {
        "takeaway-server",
        "--listen",
        "127.0.0.1:0",
        "--db",
        database,
        "--tls-self-signed",
        certificate,
        "--log-level",
        "error",
        "--requests-per-second",
        "1000000",
        "--requests-burst",
        "1000000",
        "--connections",
        "19000",
        "--connections-per-address",
        "19000",
        "--guest-share",
        "100",
        "--address-share",
        "100",
        "--hello-time",
        "300", /* all connect before the first says hello */
        "--exit-on-eof",
        NULL,
    };
    begin(ground, arguments);
    return ground;
}

struct ground *ground_begin_server(const char *folder)
{
    return begin_server(folder, NULL);
}

struct ground *ground_begin_postgres(void)
{
    static int count;
    char command[GROUND_ADDRESS_BYTES + 100], address[GROUND_ADDRESS_BYTES];
    const char *server = getenv("TEST_POSTGRES");
    int number = ++count;
    snprintf(command, sizeof command,
             "psql -qc 'CREATE DATABASE bench_%ld_%d' '%s&dbname=postgres'", (long)getpid(), number,
             server);
    snprintf(address, sizeof address, "%s&dbname=bench_%ld_%d", server, (long)getpid(), number);
    if (system(command) != 0)
        bench_fail("no database can be made there");
    return begin_server(NULL, address);
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

const char *ground_address(const struct ground *ground)
{
    return ground->address;
}

int ground_process(const struct ground *ground)
{
    return child_process(ground->program);
}
