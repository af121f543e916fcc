/* What the server costs beside the least that anything could: an echo over as many connections, one
 * fdatasync. */
#include "tests/bench/bench.h"
#include "tests/bench/ground.h"
#include "tests/bench/rally.h"
#include "tests/bench/resident.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROUNDS = 3, LATENCY_ROUNDS = 5, BLOCK_BYTES = 4096, SYNCS = 400, SPARE_DESCRIPTORS = 100 };

/* --- moves a second --- */

/* One round: moves, and right after them the echo in the same way, with messages as long as a
 * move's. */
struct round {
    struct rally_result moves;
    struct trips_result echo;
};

static struct round play_round(int matches, int64_t moves)
{
    struct round round;
    struct rally_config config = {.matches = matches, .warm = moves / 10, .moves = moves};
    struct ground *server = ground_begin_server(NULL);
    config.address = ground_address(server);
    config.peer = ground_process(server);
    round.moves = rally_play(&config);
    ground_end(server);
    struct ground *echo = ground_begin_echo();
    config.address = ground_address(echo);
    config.peer = ground_process(echo);
    round.echo = rally_echo(&config, round.moves.request_bytes);
    ground_end(echo);
    return round;
}

static double rate(const struct trips_result *trips)
{
    return (double)trips->count / trips->seconds;
}

static double each_us(const struct trips_result *trips, double seconds)
{
    return seconds / (double)trips->count * 1e6;
}

static double ratio(const struct round *round)
{
    return rate(&round->moves.trips) / rate(&round->echo);
}

static int by_ratio(const void *a, const void *b)
{
    double x = ratio(a), y = ratio(b);
    return (x > y) - (x < y);
}

/* Of several rounds the one with the middle ratio. */
static struct round middle_round(struct report *report, int matches, int64_t moves)
{
    struct round rounds[ROUNDS];
    int count = report_size(report, ROUNDS, 1);
    for (int i = 0; i < count; i++)
        rounds[i] = play_round(matches, moves);
    qsort(rounds, (size_t)count, sizeof *rounds, by_ratio);
    return rounds[count / 2];
}

static void report_moves(struct report *report, const struct round *round, double goal)
{
    const struct trips_result *moves = &round->moves.trips, *echo = &round->echo;
    report_value(report, "durable moves a second", rate(moves), "/s");
    report_value(report, "a move: p50", moves->p50_us / 1000, "ms");
    report_value(report, "a move: p99", moves->p99_us / 1000, "ms");
    report_value(report, "a move: p99.9", moves->p999_us / 1000, "ms");
    report_value(report, "moves in a commit", round->moves.commit_moves, "");
    report_value(report, "a move: the server's CPU", each_us(moves, moves->peer_cpu_s), "us");
    report_value(report, "a move: the clients' CPU", each_us(moves, moves->own_cpu_s), "us");
    report_value(report, "echo: round trips a second", rate(echo), "/s");
    report_value(report, "echo: p50", echo->p50_us / 1000, "ms");
    report_value(report, "echo: p99", echo->p99_us / 1000, "ms");
    report_value(report, "echo: p99.9", echo->p999_us / 1000, "ms");
    report_value(report, "echo: its server's CPU", each_us(echo, echo->peer_cpu_s), "us");
    report_value(report, "echo: the clients' CPU", each_us(echo, echo->own_cpu_s), "us");
    report_at_least(report, "moves / echo", ratio(round), "x", goal);
}

static void measure_moves(struct report *report)
{
    struct round round = middle_round(report, 256, report_size(report, 100000, 2000));
    report_moves(report, &round, 0.40);
}

static void measure_many(struct report *report)
{
    int matches = report_size(report, 9000, 100);
    if (!bench_has_descriptors(matches * 2 + SPARE_DESCRIPTORS)) {
        report_missing(report, "not enough descriptors (ulimit -Hn)");
        return;
    }
    struct round round = middle_round(report, matches, report_size(report, 100000, 2000));
    report_moves(report, &round, 0.30);
}

/* --- one move after the other --- */

/* The middle time of one fdatasync of a block that is written over the same block, in the folder
 * where the servers' databases are. */
static double sync_us(void)
{
    static char block[BLOCK_BYTES];
    char path[] = "takeaway-sync-XXXXXX";
    double taken[SYNCS];
    int fd = mkstemp(path);
    if (fd < 0)
        bench_fail("no file can be made here");
    unlink(path);
    for (int i = -1; i < SYNCS; i++) {
        double begun = bench_wall_s();
        if (pwrite(fd, block, sizeof block, 0) != sizeof block || fdatasync(fd) != 0)
            bench_fail("a file cannot be written here");
        if (i >= 0) /* the first one makes the file longer */
            taken[i] = (bench_wall_s() - begun) * 1e6;
    }
    close(fd);
    bench_sort(taken, SYNCS);
    return taken[SYNCS / 2];
}

struct latency {
    double sync_us;
    struct round round;
};

static double to_least(const struct latency *latency)
{
    return latency->round.moves.trips.p50_us / (latency->sync_us + latency->round.echo.p50_us);
}

static int by_least(const void *a, const void *b)
{
    double x = to_least(a), y = to_least(b);
    return (x > y) - (x < y);
}

/* A disk is as fast as it is just now: before and after the moves. */
static struct latency measure_latency_once(int64_t moves)
{
    struct latency latency;
    double before = sync_us();
    latency.round = play_round(1, moves);
    latency.sync_us = (before + sync_us()) / 2;
    return latency;
}

static void measure_latency(struct report *report)
{
    struct latency rounds[LATENCY_ROUNDS];
    int count = report_size(report, LATENCY_ROUNDS, 1);
    for (int i = 0; i < count; i++)
        rounds[i] = measure_latency_once(report_size(report, 4000, 200));
    qsort(rounds, (size_t)count, sizeof *rounds, by_least);
    const struct latency *middle = &rounds[count / 2];
    const struct trips_result *moves = &middle->round.moves.trips;
    report_value(report, "one fdatasync of 4 KiB: p50", middle->sync_us, "us");
    report_value(report, "echo: p50", middle->round.echo.p50_us, "us");
    report_value(report, "a move: p50", moves->p50_us, "us");
    report_value(report, "a move: p99", moves->p99_us, "us");
    report_value(report, "a move: p99.9", moves->p999_us, "us");
    report_value(report, "a move: the server's CPU", each_us(moves, moves->peer_cpu_s), "us");
    report_value(report, "a move: the clients' CPU", each_us(moves, moves->own_cpu_s), "us");
    report_at_most(report, "a move / (fdatasync + echo)", to_least(middle), "x", 1.5);
}

/* --- memory --- */

/* What it occupies for each of so many things that have come since the last call. */
static double grown_by(const struct ground *server, int64_t *before, int things)
{
    int64_t now = resident_bytes_of(ground_process(server));
    double grown = (double)(now - *before) / things;
    *before = now;
    return grown;
}

struct bytes_each {
    double silent, greeted, match;
};

/* `pairs` of players connect, come in, and begin two matches. */
static struct bytes_each measure_things(const struct ground *server,
                                        const struct rally_config *config)
{
    int things = config->matches * 2;
    int64_t before = resident_bytes_of(config->peer);
    struct bytes_each each;
    struct rally *rally = rally_open(config);
    each.silent = grown_by(server, &before, things);
    rally_greet(rally);
    each.greeted = each.silent + grown_by(server, &before, things);
    rally_pair(rally);
    rally_pair(rally);
    each.match = grown_by(server, &before, things);
    rally_close(rally);
    return each;
}

/* Some who come first, and stay, fill what everybody shares: SQLite's caches, the spare room of
 * hash tables. */
static void measure_memory(struct report *report)
{
    struct ground *server = ground_begin_server(NULL);
    struct rally_config config = {
        .address = ground_address(server),
        .peer = ground_process(server),
        .matches = report_size(report, 2000, 20),
    };
    bool is_told = resident_bytes_of(config.peer) >= 0;
    bool is_possible = bench_has_descriptors(2 * report_size(report, 7000, 70) + SPARE_DESCRIPTORS);
    if (!is_told || !is_possible) {
        report_missing(report, is_told ? "not enough descriptors (ulimit -Hn)"
                                       : "the system does not tell a process's memory");
        ground_end(server);
        return;
    }
    struct rally *first = rally_open(&config);
    rally_greet(first);
    rally_pair(first);
    config.first_name = config.matches * 2;
    config.matches = report_size(report, 5000, 50);
    struct bytes_each each = measure_things(server, &config);
    rally_close(first);
    ground_end(server);
    report_value(report, "a connection that has said nothing", each.silent, "B");
    report_at_most(report, "an idle connection, its player come in", each.greeted, "B", 2048);
    report_at_most(report, "a live match without moves", each.match, "B", 512);
}

const struct bench_row server_rows[] = {
    {"moves", "durable moves a second in 256 matches, against a bare echo", measure_moves},
    {"moves-9000", "the same in 9,000 matches, over 18,000 connections", measure_many},
    {"latency", "one move after the other, against one fdatasync and one echo", measure_latency},
    {"memory", "what connections and matches take in the server", measure_memory},
    {0},
};
