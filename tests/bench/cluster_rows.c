/* What a cluster adds to a server: a hall and gateways as processes of their own, beside a NATS
 * server and a PostgreSQL of this machine. */
#include "tests/bench/bench.h"
#include "tests/bench/ground.h"
#include "tests/bench/rally.h"
#include "tests/bench/resident.h"

#include <stdio.h>
#include <stdlib.h>

enum { GATEWAYS = 2, ROUNDS = 3, SPARE_DESCRIPTORS = 100 };

struct cluster {
    char database[GROUND_ADDRESS_BYTES];
    struct ground *hall, *standby; /* `standby`: NULL, none */
    struct ground *gateways[GATEWAYS];
    char addresses[GROUND_ADDRESS_BYTES]; /* of the gateways */
};

static bool can_have_cluster(struct report *report, int connections)
{
    const char *why = ground_lacks_nats();
    if (!why)
        why = ground_lacks_postgres();
    if (!why && !bench_has_descriptors(connections + SPARE_DESCRIPTORS))
        why = "not enough descriptors (ulimit -Hn)";
    if (why)
        report_missing(report, why);
    return !why;
}

static void begin_cluster(struct cluster *ret_cluster)
{
    *ret_cluster = (struct cluster){0};
    ground_make_database(ret_cluster->database);
    ret_cluster->hall = ground_begin_hall(ret_cluster->database);
    for (int i = 0; i < GATEWAYS; i++)
        ret_cluster->gateways[i] = ground_begin_gateway();
    snprintf(ret_cluster->addresses, sizeof ret_cluster->addresses, "%s,%s",
             ground_address(ret_cluster->gateways[0]), ground_address(ret_cluster->gateways[1]));
}

static void end_cluster(struct cluster *cluster)
{
    for (int i = 0; i < GATEWAYS; i++)
        ground_end(cluster->gateways[i]);
    if (cluster->hall)
        ground_end(cluster->hall);
    if (cluster->standby)
        ground_end(cluster->standby);
}

/* The process that is measured is the hall. */
static struct rally_config rally_at(const struct cluster *cluster, int matches)
{
    return (struct rally_config){
        .address = cluster->addresses,
        .peer = ground_process(cluster->hall),
        .matches = matches,
    };
}

/* --- moves --- */

/* Through the gateways, and right after them the same moves to a server without any, whose
 * database is in the same PostgreSQL. */
struct round {
    struct rally_result moves, whole;
};

static struct rally_result play(int matches, int64_t moves)
{
    struct cluster cluster;
    begin_cluster(&cluster);
    struct rally_config config = rally_at(&cluster, matches);
    config.warm = moves / 10;
    config.moves = moves;
    struct rally_result result = rally_play(&config);
    end_cluster(&cluster);
    return result;
}

static struct rally_result play_whole(int matches, int64_t moves)
{
    struct ground *server = ground_begin_postgres();
    struct rally_config config = {
        .address = ground_address(server),
        .peer = ground_process(server),
        .matches = matches,
        .warm = moves / 10,
        .moves = moves,
    };
    struct rally_result result = rally_play(&config);
    ground_end(server);
    return result;
}

static double each_us(const struct rally_result *result, double seconds)
{
    return seconds / (double)result->trips.count * 1e6;
}

static double cpu_us(const struct rally_result *result)
{
    return each_us(result, result->trips.peer_cpu_s);
}

static int by_hall_us(const void *a, const void *b)
{
    double x = cpu_us(&((const struct round *)a)->moves);
    double y = cpu_us(&((const struct round *)b)->moves);
    return (x > y) - (x < y);
}

static void measure_moves(struct report *report)
{
    struct round rounds[ROUNDS];
    int count = report_size(report, ROUNDS, 1), matches = report_size(report, 1024, 32);
    int64_t moves = report_size(report, 200000, 2000);
    if (!can_have_cluster(report, matches * 2))
        return;
    for (int i = 0; i < count; i++) {
        rounds[i].moves = play(matches, moves);
        rounds[i].whole = play_whole(matches, moves);
    }
    qsort(rounds, (size_t)count, sizeof *rounds, by_hall_us);
    const struct rally_result *middle = &rounds[count / 2].moves, *whole = &rounds[count / 2].whole;
    const struct trips_result *trips = &middle->trips;
    report_value(report, "durable moves a second", (double)trips->count / trips->seconds, "/s");
    report_value(report, "a move: p50", trips->p50_us / 1000, "ms");
    report_value(report, "a move: p99", trips->p99_us / 1000, "ms");
    report_value(report, "moves in a commit", middle->commit_moves, "");
    report_at_most(report, "a move: the hall's CPU", cpu_us(middle), "us", 3.5);
    report_value(report, "a move: the hall's loop", each_us(middle, trips->peer_loop_cpu_s), "us");
    report_value(report, "a server without gateways: its CPU", cpu_us(whole), "us");
    report_value(report, "a server without gateways: its loop",
                 each_us(whole, whole->trips.peer_loop_cpu_s), "us");
    report_value(report, "the hall's CPU / that server's", cpu_us(middle) / cpu_us(whole), "x");
}

static int by_p50(const void *a, const void *b)
{
    double x = ((const struct rally_result *)a)->trips.p50_us;
    double y = ((const struct rally_result *)b)->trips.p50_us;
    return (x > y) - (x < y);
}

static void measure_latency(struct report *report)
{
    struct rally_result rounds[ROUNDS];
    int count = report_size(report, ROUNDS, 1);
    if (!can_have_cluster(report, 2))
        return;
    for (int i = 0; i < count; i++)
        rounds[i] = play(1, report_size(report, 4000, 200));
    qsort(rounds, (size_t)count, sizeof *rounds, by_p50);
    const struct trips_result *trips = &rounds[count / 2].trips;
    report_at_most(report, "one move alone: p50", trips->p50_us / 1000, "ms", 0.5);
    report_value(report, "one move alone: p99", trips->p99_us / 1000, "ms");
}

/* --- memory --- */

struct resident {
    int64_t hall, gateways;
};

static struct resident resident_now(const struct cluster *cluster)
{
    struct resident now = {.hall = resident_bytes_of(ground_process(cluster->hall))};
    for (int i = 0; i < GATEWAYS; i++)
        now.gateways += resident_bytes_of(ground_process(cluster->gateways[i]));
    return now;
}

/* Some who come first, and stay, fill what everybody shares. */
static void measure_memory(struct report *report)
{
    int first_pairs = report_size(report, 2000, 20), pairs = report_size(report, 5000, 50);
    struct cluster cluster;
    if (!can_have_cluster(report, 2 * (first_pairs + pairs)))
        return;
    begin_cluster(&cluster);
    struct rally_config config = rally_at(&cluster, first_pairs);
    struct rally *first = rally_open(&config);
    rally_greet(first);
    config.first_name = 2 * first_pairs;
    config.matches = pairs;
    struct resident before = resident_now(&cluster);
    struct rally *idle = rally_open(&config);
    struct resident silent = resident_now(&cluster);
    rally_greet(idle);
    struct resident after = resident_now(&cluster);
    rally_close(idle);
    rally_close(first);
    end_cluster(&cluster);

    double count = 2.0 * pairs;
    if (before.hall < 0) {
        report_missing(report, "the system does not tell a process's memory");
        return;
    }
    report_value(report, "at the gateway, a silent connection",
                 (double)(silent.gateways - before.gateways) / count, "B");
    report_value(report, "at the hall, a silent connection",
                 (double)(silent.hall - before.hall) / count, "B");
    report_at_most(report, "at the gateway, an idle connection",
                   (double)(after.gateways - before.gateways) / count, "B", 2048);
    report_at_most(report, "at the hall, an idle connection",
                   (double)(after.hall - before.hall) / count, "B", 1024);
}

/* --- another hall --- */

static void kill_hall(void *owner)
{
    struct cluster *cluster = owner;
    ground_kill(cluster->hall);
    cluster->hall = NULL;
}

static struct rally_return take_over(int matches)
{
    struct cluster cluster;
    begin_cluster(&cluster);
    cluster.standby = ground_begin_standby(cluster.database);
    struct rally_config config = rally_at(&cluster, matches);
    config.resumes = true;
    struct rally *rally = rally_open(&config);
    rally_greet(rally);
    rally_pair(rally);
    struct rally_return outcome = rally_return(rally, kill_hall, &cluster);
    rally_close(rally);
    end_cluster(&cluster);
    return outcome;
}

/* First with few players, then with as many as a process has descriptors for, who come from two
 * addresses: there the first move waits for the hellos before it. */
static void measure_takeover(struct report *report)
{
    int few = report_size(report, 32, 8), many = report_size(report, 9000, 50);
    if (!can_have_cluster(report, 2 * many))
        return;
    struct rally_return quick = take_over(few), all = take_over(many);
    report_value(report, "64 connections: to all back", quick.all_in_s, "s");
    report_at_most(report, "64 connections: to the first move", quick.first_move_s, "s", 2.5);
    report_value(report, "connections", 2.0 * many, "");
    report_value(report, "to the first move", all.first_move_s, "s");
    report_value(report, "to all back", all.all_in_s, "s");
    report_value(report, "server.restarted, to each", (double)all.told / (2.0 * many - all.closed),
                 "x");
    report_at_most(report, "connections closed", quick.closed + all.closed, "", 0);
}

static double start_s(struct cluster *cluster)
{
    ground_end(cluster->hall);
    double begun = bench_wall_s();
    cluster->hall = ground_begin_hall(cluster->database);
    return bench_wall_s() - begun;
}

static double middle_start_s(struct cluster *cluster)
{
    double taken[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        taken[i] = start_s(cluster);
    bench_sort(taken, ROUNDS);
    return taken[ROUNDS / 2];
}

/* Each two players begin two matches. */
static void measure_restore(struct report *report)
{
    int pairs = report_size(report, 5000, 50);
    struct cluster cluster;
    if (!can_have_cluster(report, 2 * pairs))
        return;
    begin_cluster(&cluster);
    double empty_s = middle_start_s(&cluster);
    struct rally_config config = rally_at(&cluster, pairs);
    struct rally *rally = rally_open(&config);
    rally_greet(rally);
    rally_pair(rally);
    rally_pair(rally);
    rally_close(rally);
    double full_s = middle_start_s(&cluster);
    end_cluster(&cluster);
    report_value(report, "live matches", 2.0 * pairs, "");
    report_value(report, "start of a hall without matches", empty_s, "s");
    report_value(report, "start of a hall with them", full_s, "s");
    report_at_most(report, "what the matches add", full_s - empty_s, "s", 0.5);
}

const struct bench_row cluster_rows[] = {
    {"cluster-moves", "durable moves in 1,024 matches through two gateways", measure_moves},
    {"cluster-latency", "one move after the other through two gateways", measure_latency},
    {"cluster-memory", "what an idle connection takes at a gateway and at the hall",
     measure_memory},
    {"cluster-takeover", "the hall is killed, and 18,000 connections stay", measure_takeover},
    {"cluster-restore", "the start of a hall with 10,000 live matches", measure_restore},
    {0},
};
