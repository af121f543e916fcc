/* What playing costs beside what it cannot do without: a server as people run it, on a disk, in one run. */
#include "client/lib/child.h"
#include "tests/bench/arena.h"
#include "tests/bench/bare.h"
#include "tests/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { AT_ONCE = 64, ROUNDS = 3 };

static const char first_words[] = "listening on ";

/* A server of the benchmark's own, with a database in a folder of its own. It ends with this process, however that ends. */
struct ground {
    struct loop *loop;
    struct child *server;
    char folder[64];
    char database[80];
    char address[64]; /* HOST:PORT */
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
    bench_fail("the server has ended");
}

/* The folder is in the one where the benchmark was called, which is on a disk; /tmp need not be. No limit slows down a connection
 * that asks for much, as each of the few here does. */
static void ground_begin(struct ground *ground)
{
    strcpy(ground->folder, "takeaway-bench-XXXXXX");
    if (!mkdtemp(ground->folder))
        bench_fail("no folder can be made here");
    snprintf(ground->database, sizeof ground->database, "%s/db", ground->folder);
    ground->loop = loop_create();
    const char *arguments[] = {
        "takeaway-server",
        "--listen",
        "127.0.0.1:0",
        "--db",
        ground->database,
        "--log-level",
        "error",
        "--requests-per-second",
        "1000000",
        "--requests-burst",
        "1000000",
        "--exit-on-eof",
        NULL,
    };
    struct child_events events = {.owner = ground, .line = on_line, .ended = on_ended};
    struct error error;
    if (child_start(ground->loop, arguments[0], arguments, &events, &ground->server, &error))
        bench_fail(error.message);
    loop_run(ground->loop);
}

static void ground_end(struct ground *ground)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", ".lock"};
    child_destroy(ground->server);
    loop_destroy(ground->loop);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        char path[sizeof ground->database + 8];
        snprintf(path, sizeof path, "%s%s", ground->database, suffixes[i]);
        unlink(path);
    }
    rmdir(ground->folder);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[count / 2];
}

/* Both in turn, so that what the machine does besides meets both; the medians count. */
static void measure_tournament(struct report *report)
{
    double bare[ROUNDS], plies[ROUNDS], matches[ROUNDS], judged[ROUNDS];
    int rounds = report_size(report, ROUNDS, 1);
    for (int i = 0; i < rounds; i++) {
        struct ground ground = {0};
        ground_begin(&ground);
        struct bare_result moves =
            bare_play(ground.address, AT_ONCE, report_size(report, 100000, 2000));
        struct arena_result arena =
            arena_play(ground.address, AT_ONCE, report_size(report, 500, 10));
        ground_end(&ground);
        bare[i] = (double)moves.moves / moves.seconds;
        plies[i] = (double)arena.moves / arena.seconds;
        matches[i] = (double)arena.matches / arena.seconds;
        judged[i] = arena.judged_seconds / arena.seconds;
    }
    report_value(report, "bare durable moves a second", median(bare, rounds), "/s");
    report_value(report, "tournament: plies a second", median(plies, rounds), "/s");
    report_value(report, "tournament: matches a second", median(matches, rounds), "/s");
    report_value(report, "all judged, in times of all played", median(judged, rounds), "x");
    report_at_least(report, "tournament / bare", median(plies, rounds) / median(bare, rounds), "x",
                    0.6);
}

const struct bench_row play_rows[] = {
    {"tournament", "perfect bots in a tournament, 64 matches at once, against bare moves",
     measure_tournament},
    {0},
};
