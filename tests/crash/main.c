/* takeaway-crash: a server under load is killed at random moments, again and again; then the
 * database is held against what the clients were told. */
#include "common/base/memory.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "tests/crash/audit.h"
#include "tests/crash/player.h"
#include "tests/crash/server.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
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
    "\n"
    "  --rounds N        how often the server is killed (default 200)\n"
    "  --seed N          of moves and moments (default: from the time)\n"
    "  --server PROGRAM  the path of takeaway-server\n"
    "\n"
    "Exit status: 0 nothing is lost, 1 something is (the messages say what; the database is kept),\n"
    "2 usage.\n";

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

static void wait_for_the_next_end(struct crash *crash)
{
    uint32_t life =
        LIFE_MIN_MS + (uint32_t)random_below(&crash->random, LIFE_MAX_MS - LIFE_MIN_MS + 1);
    loop_timer_start(crash->timer, life);
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
        fprintf(stderr, "takeaway-crash: killed %zu of %zu times, %zu moves acknowledged\n",
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
    for (size_t i = 0; i < PLAYERS; i++)
        player_destroy(crash->players[i]);
    loop_timer_destroy(crash->timer);
    loop_destroy(crash->loop);
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

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"rounds", required_argument, NULL, 'r'},
        {"seed", required_argument, NULL, 's'},
        {"server", required_argument, NULL, 'p'},
        {"help", no_argument, NULL, 'h'},
        {0},
    };
    uint64_t rounds = 200, seed = (uint64_t)getpid();
    const char *program = NULL;
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'h')
            return fputs(help, stdout) < 0;
        if (option == 'p')
            program = optarg;
        else if (option == '?' || !read_number(optarg, option == 'r' ? &rounds : &seed))
            return usage_error("--rounds and --seed take a number");
    }
    if (!program || optind < argc)
        return usage_error("--server PROGRAM was expected, and nothing else");
    char folder[] = "/tmp/takeaway-crash-XXXXXX";
    if (!mkdtemp(folder)) {
        perror(folder);
        return EXIT_FAILURE;
    }
    struct text database = {0};
    text_printf(&database, "%s/db", folder);
    fprintf(stderr, "takeaway-crash: seed %llu\n", (unsigned long long)seed);
    struct crash *crash = memory_zeroed(1, sizeof *crash);
    crash->random = random_from_seed(seed);
    crash->rounds = rounds;
    bool sound = run(crash, program, text_string(&database));
    free(crash);
    puts(sound ? "1..1\nok 1 - nothing acknowledged is lost" : "1..1\nnot ok 1 - see above");
    if (sound)
        server_process_remove_folder(folder);
    else
        fprintf(stderr, "takeaway-crash: the database is kept: %s\n", text_string(&database));
    text_finish(&database);
    return sound ? EXIT_SUCCESS : EXIT_FAILURE;
}
