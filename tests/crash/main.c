/* takeaway-crash: a server under load is killed at random moments, again and again; then the
 * database is held against what the clients were told. Or two servers share one PostgreSQL, and the
 * active one is killed, stopped, cut off, or loses its database. */
#include "common/base/memory.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "tests/crash/audit.h"
#include "tests/crash/pair.h"
#include "tests/crash/player.h"
#include "tests/crash/server.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PLAYERS = 48,
    MATCHES_AT_ONCE = 4, /* of each pair */
    LIFE_MIN_MS = 20,    /* of a server, from its first line to its end */
    LIFE_MAX_MS = 700,
    WIND_DOWN_LOOK_MS = 20,
    WIND_DOWN_MAX_MS = 120000,
    PAIR_LOOK_MS = 5,      /* also how exactly an outage is measured */
    OUTAGE_MAX_MS = 60000, /* then it counts as one without an end */
    PAIR_QUIET_MS = 1000,  /* after which players ask whether their server is still there */
};

static const char help[] =
    "takeaway-crash: kills a server under load again and again, and looks what is lost\n"
    "\n"
    "usage: takeaway-crash [--postgres | --cluster] [--fault FAULT] [--rounds N] [--seed N]\n"
    "           --server PROGRAM\n"
    "\n"
    "  --rounds N        how often the server is killed (default 200; with --postgres 20)\n"
    "  --seed N          of moves and moments (default: from the time)\n"
    "  --server PROGRAM  the path of takeaway-server\n"
    "  --postgres        two servers share a PostgreSQL, which is made for that; also measures how\n"
    "                    long it takes until a move is acknowledged that was made after the fault\n"
    "  --cluster         the same with two gateways before two halls, and a NATS server\n"
    "  --fault FAULT     what befalls the active one each time; without it these in turn:\n"
#define X(name, text, meaning) "                    " text ": " meaning "\n"
    PAIR_FAULTS(X)
#undef X
        "\n"
        "Exit status: 0 nothing is lost, 1 something is (the messages say what; a file is kept),\n"
        "2 usage.\n";

static const char *const fault_names[] = {
#define X(name, text, meaning) text,
    PAIR_FAULTS(X)
#undef X
};

struct crash {
    struct loop *loop;
    struct loop_timer *timer;
    struct random random;
    struct server_process server;
    struct player *players[PLAYERS];
    size_t rounds, killed;
    size_t acknowledged;        /* before this server's start */
    int64_t winding_down_since; /* 0: not yet */

    /* With two servers. */
    struct pair *pair;
    bool has_gateways;
    enum pair_fault fault; /* the next; PAIR_FAULT_COUNT: all in turn */
    size_t fault_count;    /* then the first of all */
    int64_t fault_ms;      /* when the last was; 0: its outage is over */
    int64_t next_ms;       /* when there may be another; 0: not yet drawn */
    int64_t *outages_ms;   /* of each round */
};

static void create_players(struct crash *crash, const char *server, uint32_t quiet_ms)
{
    for (unsigned i = 0; i < PLAYERS; i++) {
        char name[16], partner[16];
        snprintf(name, sizeof name, "player-%u", i);
        snprintf(partner, sizeof partner, "player-%u", i ^ 1);
        struct player_config config = {
            .server = server,
            .name = name,
            .partner = partner,
            .matches_at_once = i % 2 == 0 ? MATCHES_AT_ONCE : 0,
            .seed = random_next(&crash->random),
            .quiet_ms = quiet_ms,
            .may_lack_database = crash->pair,
        };
        crash->players[i] = player_create(crash->loop, &config);
    }
}

static uint32_t draw_life(struct crash *crash)
{
    return LIFE_MIN_MS + (uint32_t)random_below(&crash->random, LIFE_MAX_MS - LIFE_MIN_MS + 1);
}

static void wait_for_the_next_end(struct crash *crash)
{
    loop_timer_start(crash->timer, draw_life(crash));
}

static size_t count_acknowledged(const struct crash *crash)
{
    size_t count = 0;
    for (size_t i = 0; i < PLAYERS; i++) {
        const struct ledger *ledger = player_ledger(crash->players[i]);
        for (size_t j = 0; j < ledger->count; j++)
            count += ledger->moves[j].acknowledged;
    }
    return count;
}

static void show_progress(const struct crash *crash)
{
    if (crash->killed % 10 == 0 || crash->killed == crash->rounds)
        fprintf(stderr, "takeaway-crash: %zu of %zu rounds, %zu moves acknowledged\n",
                crash->killed, crash->rounds, count_acknowledged(crash));
}

static bool all_are_done(const struct crash *crash)
{
    for (size_t i = 0; i < PLAYERS; i++)
        if (!player_is_done(crash->players[i]))
            return false;
    return true;
}

static bool all_are_welcome(const struct crash *crash)
{
    for (size_t i = 0; i < PLAYERS; i++)
        if (!player_is_welcome(crash->players[i]))
            return false;
    return true;
}

static void wind_down(struct crash *crash)
{
    int64_t now = loop_now_ms(crash->loop);
    if (crash->winding_down_since == 0) {
        crash->winding_down_since = now;
        for (size_t i = 0; i < PLAYERS; i++)
            player_wind_down(crash->players[i]);
    }
    if (all_are_done(crash)) {
        loop_stop(crash->loop, EXIT_SUCCESS);
    } else if (now - crash->winding_down_since > WIND_DOWN_MAX_MS) {
        fputs("takeaway-crash: some matches do not come to their end\n", stderr);
        loop_stop(crash->loop, EXIT_FAILURE);
    } else {
        loop_timer_start(crash->timer, WIND_DOWN_LOOK_MS);
    }
}

static void on_timer(void *owner)
{
    struct crash *crash = owner;
    if (crash->killed == crash->rounds) {
        wind_down(crash);
        return;
    }
    size_t acknowledged = count_acknowledged(crash);
    if (acknowledged == crash->acknowledged) {
        wait_for_the_next_end(crash); /* nobody is back yet: there is nothing to lose */
        return;
    }
    server_process_kill(&crash->server);
    server_process_start(&crash->server);
    crash->killed++;
    crash->acknowledged = acknowledged;
    show_progress(crash);
    wait_for_the_next_end(crash);
}

/* --- two servers --- */

static bool is_acknowledged_since(const struct crash *crash, int64_t since_ms)
{
    for (size_t i = 0; i < PLAYERS; i++)
        if (ledger_has_since(player_ledger(crash->players[i]), since_ms))
            return true;
    return false;
}

static void begin_fault(struct crash *crash, int64_t now)
{
    enum pair_fault fault = crash->fault;
    if (fault == PAIR_FAULT_COUNT)
        fault = (enum pair_fault)(crash->killed % crash->fault_count);
    pair_befall(crash->pair, fault, now);
    crash->fault_ms = now;
    crash->next_ms = 0;
}

/* False: the outage has no end. */
static bool look_after_outage(struct crash *crash, int64_t now)
{
    if (is_acknowledged_since(crash, crash->fault_ms)) {
        crash->outages_ms[crash->killed++] = now - crash->fault_ms;
        crash->fault_ms = 0;
        show_progress(crash);
    }
    return crash->fault_ms == 0 || now - crash->fault_ms < OUTAGE_MAX_MS;
}

static void on_pair_timer(void *owner)
{
    struct crash *crash = owner;
    int64_t now = loop_now_ms(crash->loop);
    bool goes_on = pair_go_on(crash->pair, now);
    if (crash->fault_ms > 0 && !look_after_outage(crash, now)) {
        fputs("takeaway-crash: no move is acknowledged any more\n", stderr);
        goes_on = false;
    }
    if (!goes_on) {
        loop_stop(crash->loop, EXIT_FAILURE);
        return;
    }

    bool is_quiet = crash->fault_ms == 0 && pair_is_whole(crash->pair);
    if (is_quiet && crash->killed == crash->rounds) {
        wind_down(crash);
        return;
    }
    if (is_quiet && crash->next_ms == 0 && all_are_welcome(crash) &&
        is_acknowledged_since(crash, now - 100))
        crash->next_ms = now + draw_life(crash);
    else if (is_quiet && crash->next_ms > 0 && now >= crash->next_ms)
        begin_fault(crash, now);
    loop_timer_start(crash->timer, PAIR_LOOK_MS);
}

static int compare(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

static void report_outages(struct crash *crash)
{
    size_t count = crash->killed;
    if (count == 0)
        return;
    qsort(crash->outages_ms, count, sizeof *crash->outages_ms, compare);
    fprintf(stderr,
            "takeaway-crash: %s, %zu times: the first move acknowledged after %lld ms (median), "
            "%lld ms at most\n",
            crash->fault == PAIR_FAULT_COUNT ? "each fault in turn" : fault_names[crash->fault],
            count, (long long)crash->outages_ms[count / 2],
            (long long)crash->outages_ms[count - 1]);
}

/* --- the run --- */

static bool report(const struct crash *crash, const char *database)
{
    struct audit audit;
    bool sound = audit_run(database, crash->players, PLAYERS, &audit);
    fprintf(
        stderr,
        "takeaway-crash: %zu matches ended, %zu moves kept (%zu of them pruned from the journal), "
        "%zu acknowledged moves all there, %zu results as told\n",
        audit.matches, audit.moves, audit.pruned, audit.acknowledged, audit.results);
    return sound && audit.acknowledged > 0;
}

static void destroy_load(struct crash *crash)
{
    for (size_t i = 0; i < PLAYERS; i++)
        player_destroy(crash->players[i]);
    loop_timer_destroy(crash->timer);
    loop_destroy(crash->loop);
}

/* The whole run on a fresh database; true: nothing is lost. */
static bool run(struct crash *crash, const char *program, const char *database)
{
    crash->server = (struct server_process){.program = program, .database = database};
    crash->loop = loop_create();
    crash->timer = loop_timer_create(crash->loop, on_timer, crash);
    server_process_start(&crash->server);
    create_players(crash, crash->server.address, 0);
    wait_for_the_next_end(crash);
    bool ended = loop_run(crash->loop) == EXIT_SUCCESS;
    bool stopped = server_process_stop(&crash->server) == EXIT_SUCCESS;
    if (!stopped)
        fputs("takeaway-crash: the server did not end as asked\n", stderr);
    bool sound = report(crash, database);
    destroy_load(crash);
    return ended && stopped && sound;
}

/* The same with two servers. */
static bool run_pair(struct crash *crash, const char *program)
{
    crash->fault_count = crash->has_gateways ? PAIR_FAULT_COUNT : PAIR_FAULTS_OF_TWO;
    crash->outages_ms = memory_zeroed(crash->rounds + 1, sizeof *crash->outages_ms);
    crash->pair = pair_create(program, crash->has_gateways);
    crash->loop = loop_create();
    crash->timer = loop_timer_create(crash->loop, on_pair_timer, crash);
    create_players(crash, pair_addresses(crash->pair), PAIR_QUIET_MS);
    loop_timer_start(crash->timer, PAIR_LOOK_MS);
    bool ended = loop_run(crash->loop) == EXIT_SUCCESS;
    bool stopped = ended && pair_stop(crash->pair);
    if (ended && !stopped)
        fputs("takeaway-crash: a server did not end as asked\n", stderr);
    report_outages(crash);
    bool sound = report(crash, pair_database(crash->pair));
    int64_t zombie_rows = pair_zombie_rows(crash->pair);
    if (zombie_rows > 0)
        fprintf(stderr, "takeaway-crash: a server that was replaced has written %lld moves\n",
                (long long)zombie_rows);
    destroy_load(crash);
    pair_destroy(crash->pair);
    free(crash->outages_ms);
    return ended && stopped && sound && zombie_rows == 0;
}

static bool read_number(const char *text, uint64_t *ret_number)
{
    char *end;
    *ret_number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end;
}

static int usage_error(const char *message)
{
    fprintf(stderr, "takeaway-crash: %s\nTry `takeaway-crash --help`.\n", message);
    return 2;
}

/* The single server, on a file that is kept if something is lost. */
static bool run_file(struct crash *crash, const char *program)
{
    char folder[] = "/tmp/takeaway-crash-XXXXXX";
    if (!mkdtemp(folder)) {
        perror(folder);
        return false;
    }
    struct text database = {0};
    text_printf(&database, "%s/db", folder);
    bool sound = run(crash, program, text_string(&database));
    if (sound)
        server_process_remove_folder(folder);
    else
        fprintf(stderr, "takeaway-crash: the database is kept: %s\n", text_string(&database));
    text_finish(&database);
    return sound;
}

static bool find_fault(const char *name, enum pair_fault *ret_fault)
{
    for (int i = 0; i < PAIR_FAULT_COUNT; i++) {
        *ret_fault = (enum pair_fault)i;
        if (strcmp(fault_names[i], name) == 0)
            return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"rounds", required_argument, NULL, 'r'}, {"seed", required_argument, NULL, 's'},
        {"server", required_argument, NULL, 'p'}, {"postgres", no_argument, NULL, 'd'},
        {"cluster", no_argument, NULL, 'c'},      {"fault", required_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'},         {0},
    };
    uint64_t rounds = 0, seed = (uint64_t)getpid();
    const char *program = NULL;
    bool is_pair = false, has_gateways = false;
    enum pair_fault fault = PAIR_FAULT_COUNT;
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'h')
            return fputs(help, stdout) < 0;
        if (option == 'p')
            program = optarg;
        else if (option == 'd')
            is_pair = true;
        else if (option == 'c')
            is_pair = has_gateways = true;
        else if (option == 'f' && !find_fault(optarg, &fault))
            return usage_error("--fault takes one of those that --help lists");
        else if (option == '?' ||
                 (option != 'f' && !read_number(optarg, option == 'r' ? &rounds : &seed)))
            return usage_error("--rounds and --seed take a number");
    }
    if (!program || optind < argc)
        return usage_error("--server PROGRAM was expected, and nothing else");
    if (fault != PAIR_FAULT_COUNT && !is_pair)
        return usage_error("--fault goes with --postgres or --cluster");
    if (fault != PAIR_FAULT_COUNT && fault >= PAIR_FAULTS_OF_TWO && !has_gateways)
        return usage_error("this fault goes with --cluster");
    fprintf(stderr, "takeaway-crash: seed %llu\n", (unsigned long long)seed);
    struct crash *crash = memory_zeroed(1, sizeof *crash);
    crash->random = random_from_seed(seed);
    crash->rounds = rounds ? rounds : is_pair ? 20 : 200;
    crash->fault = fault;
    crash->has_gateways = has_gateways;
    bool sound = is_pair ? run_pair(crash, program) : run_file(crash, program);
    free(crash);
    puts(sound ? "1..1\nok 1 - nothing acknowledged is lost" : "1..1\nnot ok 1 - see above");
    return sound ? EXIT_SUCCESS : EXIT_FAILURE;
}
