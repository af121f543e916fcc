/* takeaway-soak: very many short games with clocks, many at once, through one server; no flag may
 * fall. */
#include "bots/strategy.h"
#include "common/base/memory.h"
#include "common/base/text.h"
#include "common/game/time_control.h"
#include "tests/crash/server.h"
#include "tests/soak/player.h"
#include "tests/soak/tally.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GAMES_MAX = 100000000,
    AT_ONCE_MAX = 250, /* two connections each, from one address */
    PROGRESS_MS = 5000,
    RESERVE_DEFAULT_MS = 200, /* many times what the way there and back takes on a quiet machine */
    RESERVE_MAX_MS = 60000,
    STATUS_USAGE = 2,
};

/* Half a second, of which the players use up most: in each game flags are about to fall, and
 * deadlines pass that were set before the last move. A server that counted its own waiting for the
 * disk, judged before it reads, or went by an old deadline would let some fall. */
#define DEFAULT_CLOCK "0.5+0.1"

static const char help[] =
    "takeaway-soak: plays very many short games with clocks through one server; no flag may fall\n"
    "\n"
    "usage: takeaway-soak [OPTION]... --server PROGRAM\n"
    "\n"
    "  --games N         how many in all (default 100000)\n"
    "  --at-once N       how many at a time, each between two connections (default 200)\n"
    "  --clock CONTROL   the time of each player (default " DEFAULT_CLOCK ")\n"
    "  --reserve MS      the players dawdle at random until this is left (default 200)\n"
    "  --flags-fall      one player of each game never moves: then every game has to end by time\n"
    "  --folder FOLDER   where the database is made, and removed afterwards (default /tmp)\n"
    "  --server PROGRAM  the path of takeaway-server\n"
    "\n"
    "Exit status: 0 every game has ended as it should, 1 some have not, 2 usage.\n";

struct soak_options {
    uint64_t games, at_once;
    const char *clock;
    uint64_t reserve_ms;
    bool flags_fall;
    const char *folder;
    const char *program;
};

struct pair {
    char challenger_name[32], host_name[32];
    struct player *challenger, *host;
};

struct soak {
    struct soak_options options;
    struct server_process server;
    struct loop *loop;
    struct loop_timer *progress;
    struct thinker *thinker;
    struct pair *pairs;
    struct tally tally;
    int64_t begun_ms;
};

/* --- what happens --- */

static void on_moved(void *owner, const struct wire_moved *moved, int64_t dawdled_ms)
{
    struct soak *soak = owner;
    tally_move(&soak->tally, moved, dawdled_ms);
}

static void on_ended(void *owner, const struct match *match)
{
    struct soak *soak = owner;
    tally_end(&soak->tally, match);
    if (soak->tally.games == soak->options.games)
        loop_stop(soak->loop, EXIT_SUCCESS);
}

static void on_failed(void *owner, const char *why)
{
    struct soak *soak = owner;
    fprintf(stderr, "takeaway-soak: %s\n", why);
    loop_stop(soak->loop, EXIT_FAILURE);
}

static double seconds_since_begin(const struct soak *soak)
{
    int64_t ms = loop_now_ms(soak->loop) - soak->begun_ms;
    return (double)(ms > 0 ? ms : 1) / 1000;
}

static void show_progress(void *owner)
{
    struct soak *soak = owner;
    fprintf(stderr,
            "takeaway-soak: %" PRIu64 " of %" PRIu64 " games, %" PRIu64
            " by time; %.0f moves a second\n",
            soak->tally.games, soak->options.games, soak->tally.by_time,
            (double)soak->tally.moves / seconds_since_begin(soak));
    loop_timer_start(soak->progress, PROGRESS_MS);
}

/* --- the players --- */

/* The first pairs play one game more where the games cannot be shared out evenly. */
static int64_t games_of_pair(const struct soak_options *options, uint64_t pair)
{
    return (int64_t)(options->games / options->at_once +
                     (pair < options->games % options->at_once));
}

static void create_pair(struct soak *soak, uint64_t number)
{
    struct pair *pair = &soak->pairs[number];
    struct player_events events = {
        .owner = soak,
        .moved = on_moved,
        .ended = on_ended,
        .failed = on_failed,
    };
    snprintf(pair->challenger_name, sizeof pair->challenger_name, "guest-%" PRIu64, number);
    snprintf(pair->host_name, sizeof pair->host_name, "host-%" PRIu64, number);
    struct player_config host = {
        .server = soak->server.address,
        .name = pair->host_name,
        .thinker = soak->thinker,
        .seed = 2 * number,
        .reserve_ms = (int64_t)soak->options.reserve_ms,
        .lets_its_flag_fall = soak->options.flags_fall,
    };
    struct player_config challenger = {
        .server = soak->server.address,
        .name = pair->challenger_name,
        .thinker = soak->thinker,
        .seed = 2 * number + 1,
        .reserve_ms = (int64_t)soak->options.reserve_ms,
        .opponent = pair->host_name,
        .clock = soak->options.clock,
        .games = games_of_pair(&soak->options, number),
    };
    pair->host = player_create(soak->loop, &host, &events);
    pair->challenger = player_create(soak->loop, &challenger, &events);
}

static int play(struct soak *soak)
{
    struct strategy strategy;
    struct error error;
    strategy_parse("random", 1, &strategy, &error);
    soak->thinker = thinker_create(soak->loop, &strategy);
    soak->pairs = memory_zeroed(soak->options.at_once, sizeof *soak->pairs);
    for (uint64_t i = 0; i < soak->options.at_once; i++)
        create_pair(soak, i);
    soak->begun_ms = loop_now_ms(soak->loop);
    loop_timer_start(soak->progress, PROGRESS_MS);
    int status = loop_run(soak->loop);
    for (uint64_t i = 0; i < soak->options.at_once; i++) {
        player_destroy(soak->pairs[i].challenger);
        player_destroy(soak->pairs[i].host);
    }
    free(soak->pairs);
    thinker_destroy(soak->thinker);
    return status;
}

/* --- a run --- */

static int run_on(struct soak *soak, const char *database)
{
    soak->server = (struct server_process){.program = soak->options.program, .database = database};
    tally_begin(&soak->tally);
    server_process_start(&soak->server);
    soak->loop = loop_create();
    soak->progress = loop_timer_create(soak->loop, show_progress, soak);
    int status = play(soak);
    double seconds = seconds_since_begin(soak);
    loop_timer_destroy(soak->progress);
    loop_destroy(soak->loop);
    if (server_process_stop(&soak->server) != EXIT_SUCCESS)
        status = EXIT_FAILURE;
    tally_print(&soak->tally, seconds);
    return tally_is_good(&soak->tally, soak->options.games, soak->options.flags_fall)
               ? status
               : EXIT_FAILURE;
}

static int run(const struct soak_options *options)
{
    struct text folder = {0}, database = {0};
    text_printf(&folder, "%s/takeaway-soak-XXXXXX", options->folder);
    if (!mkdtemp(folder.bytes)) {
        perror(folder.bytes);
        return EXIT_FAILURE;
    }
    text_printf(&database, "%s/db", folder.bytes);
    struct soak *soak = memory_zeroed(1, sizeof *soak);
    soak->options = *options;
    int status = run_on(soak, text_string(&database));
    server_process_remove_folder(text_string(&folder));
    printf("1..1\n%sok 1 - %s in %" PRIu64 " games\n", status == EXIT_SUCCESS ? "" : "not ",
           options->flags_fall ? "every flag falls that has to" : "no flag falls", options->games);
    free(soak);
    text_finish(&folder);
    text_finish(&database);
    return status;
}

/* --- the command line --- */

static bool read_number(const char *text, uint64_t max, uint64_t *ret_number)
{
    char *end;
    *ret_number = strtoull(text, &end, 10);
    return *text >= '1' && *text <= '9' && !*end && *ret_number <= max;
}

static int refuse(const char *message)
{
    fprintf(stderr, "takeaway-soak: %s\nTry `takeaway-soak --help`.\n", message);
    return STATUS_USAGE;
}

static const char *check(const struct soak_options *options)
{
    struct time_control control;
    struct error error;
    if (!options->program)
        return "--server PROGRAM is missing";
    if (options->at_once > options->games)
        return "--at-once is at most --games";
    if (time_control_parse(options->clock, strlen(options->clock), &control, &error) ||
        control.kind == TIME_NONE)
        return "--clock takes a time control, such as " DEFAULT_CLOCK;
    return NULL;
}

int main(int argument_count, char **arguments)
{
    static const struct option long_options[] = {
        {"games", required_argument, NULL, 'g'},
        {"at-once", required_argument, NULL, 'a'},
        {"clock", required_argument, NULL, 'c'},
        {"flags-fall", no_argument, NULL, 'f'},
        {"folder", required_argument, NULL, 'd'},
        {"server", required_argument, NULL, 's'},
        {"reserve", required_argument, NULL, 'r'},
        {"help", no_argument, NULL, 'h'},
        {0},
    };
    struct soak_options options = {
        .games = 100000,
        .at_once = 200,
        .clock = DEFAULT_CLOCK,
        .reserve_ms = RESERVE_DEFAULT_MS,
        .folder = "/tmp",
    };
    int option;
    while ((option = getopt_long(argument_count, arguments, "", long_options, NULL)) != -1) {
        if (option == 'h')
            return fputs(help, stdout) < 0;
        if (option == 'c')
            options.clock = optarg;
        else if (option == 'f')
            options.flags_fall = true;
        else if (option == 'd')
            options.folder = optarg;
        else if (option == 's')
            options.program = optarg;
        else if (option == '?' ||
                 (option == 'g' && !read_number(optarg, GAMES_MAX, &options.games)) ||
                 (option == 'a' && !read_number(optarg, AT_ONCE_MAX, &options.at_once)) ||
                 (option == 'r' && !read_number(optarg, RESERVE_MAX_MS, &options.reserve_ms)))
            return refuse("--games, --at-once (up to 250) and --reserve take a number from 1 on");
    }
    if (optind < argument_count)
        return refuse("only options are expected");
    const char *fault = check(&options);
    return fault ? refuse(fault) : run(&options);
}
