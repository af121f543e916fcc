/* What the server costs beside the least that anything could: an echo over as many connections, one
 * fdatasync. */
#include "tests/bench/bench.h"
#include "tests/bench/follow.h"
#include "tests/bench/ground.h"
#include "tests/bench/rally.h"
#include "tests/bench/resident.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

enum { ROUNDS = 3, LATENCY_ROUNDS = 5, BLOCK_BYTES = 4096, SYNCS = 400, SPARE_DESCRIPTORS = 100 };

static const struct traffic_form raw = {0}, websocket = {.is_websocket = true},
                                 tls = {.is_tls = true},
                                 websocket_in_tls = {.is_tls = true, .is_websocket = true};

/* --- moves a second --- */

/* One round: moves, and right after them what they are held against in the same way. */
struct round {
    struct rally_result moves;
    struct trips_result against;
};

static struct rally_result play_on(struct ground *server, struct rally_config config,
                                   struct traffic_form form)
{
    config.address = ground_address(server);
    config.peer = ground_process(server);
    config.form = form;
    struct rally_result result = rally_play(&config);
    ground_end(server);
    return result;
}

static struct rally_result play_moves(struct rally_config config, struct traffic_form form)
{
    return play_on(ground_begin_server(NULL), config, form);
}

/* Against the echo, with messages as long as a move's. */
static struct round play_and_echo(const struct rally_config *config)
{
    struct round round = {.moves = play_moves(*config, raw)};
    struct rally_config against = *config;
    struct ground *echo = ground_begin_echo();
    against.address = ground_address(echo);
    against.peer = ground_process(echo);
    round.against = rally_echo(&against, round.moves.request_bytes);
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
    return rate(&round->moves.trips) / rate(&round->against);
}

static int by_ratio(const void *a, const void *b)
{
    double x = ratio(a), y = ratio(b);
    return (x > y) - (x < y);
}

typedef struct round play_round(const struct rally_config *config);

/* Of several rounds the one with the middle ratio. */
static struct round middle_round(struct report *report, int matches, play_round *play)
{
    struct round rounds[ROUNDS];
    int count = report_size(report, ROUNDS, 1);
    int64_t moves = report_size(report, 100000, 2000);
    struct rally_config config = {.matches = matches, .warm = moves / 10, .moves = moves};
    for (int i = 0; i < count; i++)
        rounds[i] = play(&config);
    qsort(rounds, (size_t)count, sizeof *rounds, by_ratio);
    return rounds[count / 2];
}

static void report_moves(struct report *report, const struct round *round, double goal)
{
    const struct trips_result *moves = &round->moves.trips, *echo = &round->against;
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
    struct round round = middle_round(report, 256, play_and_echo);
    report_moves(report, &round, 0.40);
}

static void measure_many(struct report *report)
{
    int matches = report_size(report, 9000, 100);
    if (!bench_has_descriptors(matches * 2 + SPARE_DESCRIPTORS)) {
        report_missing(report, "not enough descriptors (ulimit -Hn)");
        return;
    }
    struct round round = middle_round(report, matches, play_and_echo);
    report_moves(report, &round, 0.30);
}

/* --- through WebSocket and TLS --- */

static struct round play_in_websocket(const struct rally_config *config)
{
    return (struct round){play_moves(*config, websocket), play_moves(*config, raw).trips};
}

static struct round play_in_tls(const struct rally_config *config)
{
    return (struct round){play_moves(*config, tls), play_moves(*config, raw).trips};
}

static struct round play_in_both(const struct rally_config *config)
{
    return (struct round){play_moves(*config, websocket_in_tls), play_moves(*config, raw).trips};
}

/* Returns the ratio. */
static double report_formed(struct report *report, play_round *play)
{
    struct round round = middle_round(report, 256, play);
    const struct trips_result *moves = &round.moves.trips, *plain = &round.against;
    report_value(report, "durable moves a second", rate(moves), "/s");
    report_value(report, "a move: p50", moves->p50_us / 1000, "ms");
    report_value(report, "a move: p99", moves->p99_us / 1000, "ms");
    report_value(report, "a move: the server's CPU", each_us(moves, moves->peer_cpu_s), "us");
    report_value(report, "a move: the clients' CPU", each_us(moves, moves->own_cpu_s), "us");
    report_value(report, "TCP alone: durable moves a second", rate(plain), "/s");
    report_value(report, "TCP alone: the server's CPU", each_us(plain, plain->peer_cpu_s), "us");
    report_value(report, "TCP alone: the clients' CPU", each_us(plain, plain->own_cpu_s), "us");
    return ratio(&round);
}

static void measure_websocket(struct report *report)
{
    report_at_least(report, "WebSocket / TCP", report_formed(report, play_in_websocket), "x", 0.93);
}

static void measure_tls(struct report *report)
{
    report_at_least(report, "TLS / TCP", report_formed(report, play_in_tls), "x", 0.75);
}

static void measure_both(struct report *report)
{
    report_value(report, "WebSocket in TLS / TCP", report_formed(report, play_in_both), "x");
}

static void measure_many_websockets(struct report *report)
{
    int matches = report_size(report, 9000, 100);
    if (!bench_has_descriptors(matches * 2 + SPARE_DESCRIPTORS)) {
        report_missing(report, "not enough descriptors (ulimit -Hn)");
        return;
    }
    struct round round = middle_round(report, matches, play_in_websocket);
    report_value(report, "connections", 2.0 * matches, "");
    report_value(report, "durable moves a second", rate(&round.moves.trips), "/s");
    report_value(report, "TCP alone: durable moves a second", rate(&round.against), "/s");
    report_at_least(report, "WebSocket / TCP", ratio(&round), "x", 0.93);
}

/* --- handshakes beside play --- */

/* A crowd that comes in by TLS and goes again, on a thread of its own. */
struct arrivals {
    const char *address;
    int64_t count;
    atomic_bool is_over;
};

static void receive_nothing(void *owner, int connection, const char *bytes, size_t len)
{
    (void)owner;
    (void)connection;
    (void)bytes;
    (void)len;
}

static void *arrive(void *owner)
{
    enum { AT_ONCE = 5, EACH_S = 100 }; /* 500 a second */
    struct arrivals *arrivals = owner;
    struct traffic_events events = {.received = receive_nothing};
    double begun = bench_wall_s();
    while (!arrivals->is_over) {
        traffic_close(traffic_open(arrivals->address, tls, AT_ONCE, &events));
        arrivals->count += AT_ONCE;
        double ahead = (double)arrivals->count / (AT_ONCE * EACH_S) - (bench_wall_s() - begun);
        if (ahead > 0)
            usleep((useconds_t)(ahead * 1e6));
    }
    return NULL;
}

/* Quiet play, then the same beside the crowd, which arrives from before the players come in until
 * they have gone. */
struct arrival_round {
    struct trips_result quiet, beside;
    double handshakes_a_second;
};

static struct arrival_round play_beside_arrivals(const struct rally_config *config)
{
    struct arrival_round round = {.quiet = play_moves(*config, raw).trips};
    struct ground *server = ground_begin_server(NULL);
    struct rally_config beside = *config;
    beside.address = ground_address(server);
    beside.peer = ground_process(server);
    struct arrivals arrivals = {.address = beside.address};
    pthread_t thread;
    double begun = bench_wall_s();
    if (pthread_create(&thread, NULL, arrive, &arrivals))
        bench_fail("no thread for those who arrive");
    round.beside = rally_play(&beside).trips;
    arrivals.is_over = true;
    pthread_join(thread, NULL);
    round.handshakes_a_second = (double)arrivals.count / (bench_wall_s() - begun);
    ground_end(server);
    return round;
}

static double slowdown(const struct arrival_round *round)
{
    return round->beside.p99_us / round->quiet.p99_us;
}

static int by_slowdown(const void *a, const void *b)
{
    double x = slowdown(a), y = slowdown(b);
    return (x > y) - (x < y);
}

static void measure_handshakes(struct report *report)
{
    struct arrival_round rounds[ROUNDS];
    int count = report_size(report, ROUNDS, 1);
    int64_t moves = report_size(report, 100000, 2000);
    struct rally_config config = {.matches = 256, .warm = moves / 10, .moves = moves};
    for (int i = 0; i < count; i++)
        rounds[i] = play_beside_arrivals(&config);
    qsort(rounds, (size_t)count, sizeof *rounds, by_slowdown);
    const struct arrival_round *middle = &rounds[count / 2];
    report_value(report, "TLS handshakes a second", middle->handshakes_a_second, "/s");
    report_value(report, "durable moves a second beside them", rate(&middle->beside), "/s");
    report_value(report, "the same alone", rate(&middle->quiet), "/s");
    report_value(report, "a move: p99 beside them", middle->beside.p99_us / 1000, "ms");
    report_value(report, "a move: p99 alone", middle->quiet.p99_us / 1000, "ms");
    report_at_most(report, "p99 beside them / alone", slowdown(middle), "x", 2);
}

/* --- a lobby with many followers --- */

/* One event to each follower is one message to write; a round trip of the echo is one to read and
 * one to write, as long. */
static void measure_lobby(struct report *report)
{
    int followers = report_size(report, 2000, 20);
    if (!bench_has_descriptors(followers + SPARE_DESCRIPTORS)) {
        report_missing(report, "not enough descriptors (ulimit -Hn)");
        return;
    }
    struct ground *server = ground_begin_server(NULL);
    struct follow_config config = {
        .address = ground_address(server),
        .peer = ground_process(server),
        .followers = followers,
        .warm = 2,
        .events = report_size(report, 60, 3),
    };
    struct follow_result events = follow_lobby(&config);
    ground_end(server);

    struct ground *echo = ground_begin_echo();
    struct rally_config against = {
        .address = ground_address(echo),
        .peer = ground_process(echo),
        .matches = followers / 2,
        .warm = followers,
        .moves = followers * config.events,
    };
    struct trips_result trips = rally_echo(&against, events.event_bytes);
    ground_end(echo);

    /* The clock runs from the end of the first event on. */
    double told = (double)followers * (double)(config.events - 1);
    double each = events.trips.peer_cpu_s / told * 1e6;
    double echo_us = each_us(&trips, trips.peer_cpu_s);
    report_value(report, "followers", followers, "");
    report_value(report, "an event: bytes", (double)events.event_bytes, "B");
    report_value(report, "an event to one of them: the server's CPU", each, "us");
    report_value(report, "an event to all of them: the server's CPU", each * followers / 1000,
                 "ms");
    report_value(report, "from the request to the last of them: p50", events.trips.p50_us / 1000,
                 "ms");
    report_value(report, "echo: its server's CPU", echo_us, "us");
    if (!report_is_short(report)) /* else both may have taken less than a tick */
        report_at_most(report, "an event to one / echo", each / echo_us, "x", 1.25);
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
    return latency->round.moves.trips.p50_us / (latency->sync_us + latency->round.against.p50_us);
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
    struct rally_config config = {.matches = 1, .warm = moves / 10, .moves = moves};
    double before = sync_us();
    latency.round = play_and_echo(&config);
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
    report_value(report, "echo: p50", middle->round.against.p50_us, "us");
    report_value(report, "a move: p50", moves->p50_us, "us");
    report_value(report, "a move: p99", moves->p99_us, "us");
    report_value(report, "a move: p99.9", moves->p999_us, "us");
    report_value(report, "a move: the server's CPU", each_us(moves, moves->peer_cpu_s), "us");
    report_value(report, "a move: the clients' CPU", each_us(moves, moves->own_cpu_s), "us");
    report_at_most(report, "a move / (fdatasync + echo)", to_least(middle), "x", 1.5);
}

/* --- the data in PostgreSQL --- */

static struct round play_in_postgres(const struct rally_config *config)
{
    struct rally_result moves = play_on(ground_begin_postgres(), *config, raw);
    return (struct round){moves, play_moves(*config, raw).trips};
}

static void measure_postgres(struct report *report)
{
    const char *why = ground_lacks_postgres();
    if (why) {
        report_missing(report, why);
        return;
    }
    struct round round = middle_round(report, 256, play_in_postgres);
    const struct trips_result *moves = &round.moves.trips, *file = &round.against;
    report_value(report, "durable moves a second", rate(moves), "/s");
    report_value(report, "a move: p50", moves->p50_us / 1000, "ms");
    report_value(report, "a move: p99", moves->p99_us / 1000, "ms");
    report_value(report, "a move: the server's CPU", each_us(moves, moves->peer_cpu_s), "us");
    report_value(report, "SQLite: durable moves a second", rate(file), "/s");
    report_value(report, "SQLite: the server's CPU", each_us(file, file->peer_cpu_s), "us");
    report_at_least(report, "PostgreSQL / SQLite", ratio(&round), "x", 0.75);

    int64_t alone = report_size(report, 4000, 200);
    struct rally_config config = {.matches = 1, .warm = alone / 10, .moves = alone};
    round = play_in_postgres(&config);
    report_value(report, "one move alone: p50", round.moves.trips.p50_us, "us");
    report_value(report, "SQLite: one move alone: p50", round.against.p50_us, "us");
    report_at_most(report, "one move alone, PostgreSQL / SQLite",
                   round.moves.trips.p50_us / round.against.p50_us, "x", 2.5);
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
 * hash tables. False: cannot be measured. */
static bool measure_each(struct report *report, struct traffic_form form,
                         struct bytes_each *ret_each)
{
    struct ground *server = ground_begin_server(NULL);
    struct rally_config config = {
        .address = ground_address(server),
        .peer = ground_process(server),
        .form = form,
        .matches = report_size(report, 2000, 20),
    };
    bool is_told = resident_bytes_of(config.peer) >= 0;
    bool is_possible = bench_has_descriptors(2 * report_size(report, 7000, 70) + SPARE_DESCRIPTORS);
    if (!is_told || !is_possible) {
        report_missing(report, is_told ? "not enough descriptors (ulimit -Hn)"
                                       : "the system does not tell a process's memory");
        ground_end(server);
        return false;
    }
    struct rally *first = rally_open(&config);
    rally_greet(first);
    rally_pair(first);
    config.first_name = config.matches * 2;
    config.matches = report_size(report, 5000, 50);
    *ret_each = measure_things(server, &config);
    rally_close(first);
    ground_end(server);
    return true;
}

static void measure_memory(struct report *report)
{
    struct bytes_each each;
    if (!measure_each(report, raw, &each))
        return;
    report_value(report, "a connection that has said nothing", each.silent, "B");
    report_at_most(report, "an idle connection, its player come in", each.greeted, "B", 2048);
    report_at_most(report, "a live match without moves", each.match, "B", 512);
}

static void measure_tls_memory(struct report *report)
{
    struct bytes_each each;
    if (measure_each(report, websocket, &each))
        report_at_most(report, "an idle WebSocket, its player come in", each.greeted, "B", 3072);
    if (measure_each(report, tls, &each))
        report_at_most(report, "an idle TLS connection, its player come in", each.greeted, "B",
                       16384);
    if (measure_each(report, websocket_in_tls, &each))
        report_value(report, "an idle WebSocket in TLS, its player come in", each.greeted, "B");
}

const struct bench_row server_rows[] = {
    {"moves", "durable moves a second in 256 matches, against a bare echo", measure_moves},
    {"moves-9000", "the same in 9,000 matches, over 18,000 connections", measure_many},
    {"websocket", "durable moves a second over WebSocket, against TCP alone", measure_websocket},
    {"websocket-9000", "the same in 9,000 matches, over 18,000 connections",
     measure_many_websockets},
    {"tls", "durable moves a second over TLS, against TCP alone", measure_tls},
    {"websocket-tls", "durable moves a second over WebSocket in TLS", measure_both},
    {"handshakes", "moves beside 500 TLS handshakes a second, against moves alone",
     measure_handshakes},
    {"lobby", "events about open seeks to 2,000 who follow the lobby, against a bare echo",
     measure_lobby},
    {"latency", "one move after the other, against one fdatasync and one echo", measure_latency},
    {"memory", "what connections and matches take in the server", measure_memory},
    {"memory-tls", "what idle WebSockets and TLS connections take", measure_tls_memory},
    {0},
};

const struct bench_row postgres_rows[] = {
    {"postgres", "durable moves a second with the data in PostgreSQL, against SQLite",
     measure_postgres},
    {0},
};
