/* takeaway-crash: a server under load is killed at random moments, again and again; then the
 * database is held against what the clients were told. Or it is a drill of several machines
 * (drill.h). */
#include "common/base/random.h"
#include "common/base/text.h"
#include "tests/crash/audit.h"
#include "tests/crash/cup.h"
#include "tests/crash/drill.h"
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
};

static const char help[] =
    "takeaway-crash: kills a server under load again and again, and looks what is lost\n"
    "\n"
    "usage: takeaway-crash [--rounds N] [--seed N] --server PROGRAM\n"
    "       takeaway-crash --postgres|--cluster [--rounds N] [--seed N] [--fault FAULT] [--short]\n"
    "           [--bot PROGRAM --bots PROGRAM] --server PROGRAM\n"
    "\n"
    "  --rounds N        how often the server is killed (default 200), or how often each fault\n"
    "                    befalls (default 3)\n"
    "  --seed N          of moves and moments (default: from the time)\n"
    "  --server PROGRAM  the path of takeaway-server\n"
    "\n"
    "Exit status: 0 nothing is lost, 1 something is (the messages say what; a file is kept),\n"
    "2 usage.\n"
    "\n";

struct crash {
    struct loop *loop;
    struct loop_timer *timer;
    struct random random;
    struct server_process server;
    struct player *players[PLAYERS];
    size_t rounds, killed;
    size_t acknowledged;        /* before this server's start */
    int64_t winding_down_since; /* 0: not yet */
};

static void create_players(struct crash *crash)
{
    for (unsigned i = 0; i < PLAYERS; i++) {
        char name[16], partner[16];
        snprintf(name, sizeof name, "player-%u", i);
        snprintf(partner, sizeof partner, "player-%u", i ^ 1);
        struct player_config config = {
            .server = crash->server.address,
            .name = name,
            .partner = partner,
            .matches_at_once = i % 2 == 0 ? MATCHES_AT_ONCE : 0,
            .seed = random_next(&crash->random),
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
            count += ledger->moves[j].acknowledged_ms > 0;
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

/* --- the run --- */

static bool report(const struct crash *crash, const char *database)
{
    struct audit audit;
    bool sound = audit_run(database, crash->players, PLAYERS, NULL, &audit);
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
    create_players(crash);
    wait_for_the_next_end(crash);
    bool ended = loop_run(crash->loop) == EXIT_SUCCESS;
    bool stopped = server_process_stop(&crash->server) == EXIT_SUCCESS;
    if (!stopped)
        fputs("takeaway-crash: the server did not end as asked\n", stderr);
    bool sound = report(crash, database);
    destroy_load(crash);
    return ended && stopped && sound;
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
static bool run_file(size_t rounds, uint64_t seed, const char *program)
{
    struct crash crash = {.random = random_from_seed(seed), .rounds = rounds};
    char folder[] = "/tmp/takeaway-crash-XXXXXX";
    if (!mkdtemp(folder)) {
        perror(folder);
        return false;
    }
    struct text database = {0};
    text_printf(&database, "%s/db", folder);
    bool sound = run(&crash, program, text_string(&database));
    if (sound)
        server_process_remove_folder(folder);
    else
        fprintf(stderr, "takeaway-crash: the database is kept: %s\n", text_string(&database));
    text_finish(&database);
    return sound;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"rounds", required_argument, NULL, 'r'}, {"seed", required_argument, NULL, 's'},
        {"server", required_argument, NULL, 'p'}, {"postgres", no_argument, NULL, 'd'},
        {"cluster", no_argument, NULL, 'c'},      {"fault", required_argument, NULL, 'f'},
        {"short", no_argument, NULL, 'q'},        {"bots", required_argument, NULL, 'b'},
        {"bot", required_argument, NULL, 'o'},    {"choose", required_argument, NULL, 'm'},
        {"help", no_argument, NULL, 'h'},         {0},
    };
    uint64_t rounds = 0, think_ms, seed = (uint64_t)getpid();
    bool is_drill = false;
    struct drill_config drill = {.fault = NULL};
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'h':
            return fputs(help, stdout) < 0 || fputs(drill_help(), stdout) < 0;
        case 'm':
            return read_number(optarg, &think_ms) ? cup_choose((unsigned)think_ms) : 2;
        case 'p':
            drill.server = optarg;
            break;
        case 'o':
            drill.bot = optarg;
            break;
        case 'b':
            drill.bots = optarg;
            break;
        case 'd':
            is_drill = true;
            break;
        case 'c':
            is_drill = drill.is_cluster = true;
            break;
        case 'q':
            drill.is_short = true;
            break;
        case 'f':
            drill.fault = optarg;
            break;
        case 'r':
        case 's':
            if (read_number(optarg, option == 'r' ? &rounds : &seed))
                break;
            /* fall through */
        default:
            return usage_error("--rounds and --seed take a number");
        }
    }
    if (!drill.server || optind < argc)
        return usage_error("--server PROGRAM was expected, and nothing else");
    if (drill.is_cluster && (!drill.bot || !drill.bots))
        return usage_error("--cluster needs --bot and --bots");
    if (drill.fault && (!is_drill || !drill_has_fault(&drill)))
        return usage_error("--fault takes one of those that --help lists");
    fprintf(stderr, "takeaway-crash: seed %llu\n", (unsigned long long)seed);
    drill.seed = seed;
    drill.rounds = rounds ? rounds : 3;
    bool sound = is_drill ? drill_run(&drill) : run_file(rounds ? rounds : 200, seed, drill.server);
    puts(sound ? "1..1\nok 1 - nothing acknowledged is lost" : "1..1\nnot ok 1 - see above");
    return sound ? EXIT_SUCCESS : EXIT_FAILURE;
}
