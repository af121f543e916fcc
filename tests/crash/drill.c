#include "tests/crash/drill.h"

#include "common/base/memory.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "tests/crash/audit.h"
#include "tests/crash/crowd.h"
#include "tests/crash/cup.h"
#include "tests/crash/pair.h"
#include "tests/crash/player.h"
#include "tests/crash/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PARTNERS = 24, /* who play with each other, by twos */
    MATCHES_AT_ONCE = 4,
    BOTS = 500,
    SHORT_BOTS = 60,
    THINK_MS = 4000,
    SHORT_THINK_MS = 800,
    CUP_THINK_MS = 500,
    SHORT_CUP_THINK_MS = 200,
    REST_MIN_MS = 20, /* between the end of an outage and the next fault */
    REST_MAX_MS = 700,
    PLAY_MS = 300,         /* a move acknowledged since then: play is going on */
    LOOK_MS = 10,          /* also how exactly an outage is measured */
    OUTAGE_MAX_MS = 60000, /* then it counts as one without an end */
    WIND_DOWN_MAX_MS = 180000,
    QUIET_MS = 5000, /* players of several servers ask after a fifth of it: client.h */
    FAULT_KINDS = PAIR_PART_COUNT * PAIR_WAY_COUNT,
    FAIL_OVER = FAULT_KINDS, /* the kind of the last outage */
    SELF_MAX = 4096,
};

static const char *const kind_names[] = {
#define X(name, text, meaning) text,
    PAIR_PARTS(X)};
static const char *const way_names[] = {PAIR_WAYS(X)};
#undef X

struct outage {
    int kind;
    int64_t began_ms, took_ms; /* took_ms < 0: not over */
};

/* A line of the table. */
struct tally {
    size_t outages, acknowledged, lost, doubled;
};

enum phase { PLAYING, WINDING_DOWN, ENDED };

struct drill {
    const struct drill_config *config;
    struct random random;
    struct loop *loop;
    struct loop_timer *timer;
    struct loop_signals *signals;
    struct pair *pair;
    struct player **players;
    bool *are_struck; /* of the players: does the fault that is under way concern them? */
    size_t player_count;
    struct crowd *crowd;
    struct cup *cup;
    char *results; /* of the tournament without faults */
    size_t cups;   /* that are over */
    enum phase phase;
    struct outage *outages;
    size_t outage_count, fault_count; /* fault_count: that there are to be */
    int64_t rest_until_ms;            /* 0: not yet drawn */
    int64_t wound_down_ms;
    bool was_interrupted;
    bool standby_is_due; /* to be held against what was acknowledged */
    int64_t standby_since_ms;
    struct tally tallies[FAULT_KINDS + 1];
};

/* --- faults and their names --- */

static struct pair_fault fault_of(int kind)
{
    return (struct pair_fault){.part = (enum pair_part)(kind / PAIR_WAY_COUNT),
                               .way = (enum pair_way)(kind % PAIR_WAY_COUNT)};
}

static void name_kind(int kind, char ret_name[24])
{
    struct pair_fault fault = fault_of(kind);
    if (kind == FAIL_OVER)
        snprintf(ret_name, 24, "primary-lost");
    else
        snprintf(ret_name, 24, "%s-%s", kind_names[fault.part], way_names[fault.way]);
}

static int kind_count(const struct drill_config *config)
{
    return PAIR_WAY_COUNT * (config->is_cluster ? PAIR_PART_COUNT : PAIR_PARTS_OF_TWO);
}

/* -1: there is none of this name. */
static int find_kind(const struct drill_config *config)
{
    char name[24];
    for (int kind = 0; kind < kind_count(config); kind++) {
        name_kind(kind, name);
        if (strcmp(name, config->fault) == 0)
            return kind;
    }
    return -1;
}

bool drill_has_fault(const struct drill_config *config)
{
    return find_kind(config) >= 0;
}

const char *drill_help(void)
{
    return "  --postgres        two servers share a PostgreSQL, which is made for that\n"
           "  --cluster         two gateways, two halls, NATS, and a PostgreSQL with a standby,\n"
           "                    made for that, with 500 bots and a tournament\n"
           "  --bot PROGRAM     for --cluster: the path of takeaway-bot\n"
           "  --bots PROGRAM    for --cluster: the path of takeaway-crash-bots\n"
           "  --short           fewer bots and shorter faults\n"
           "  --fault PART-WAY  only this one, such as hall-kill; without it all in turn, of\n"
#define X(name, text, meaning) "                    " text ": " meaning "\n"
        PAIR_PARTS(X) "                    which\n" PAIR_WAYS(X)
#undef X
            ;
}

/* --- those who play --- */

static void add_player(struct drill *drill, const struct player_config *config)
{
    drill->players[drill->player_count++] = player_create(drill->loop, config);
}

static void create_players(struct drill *drill)
{
    const struct drill_config *config = drill->config;
    unsigned bots = !config->is_cluster ? 0 : config->is_short ? SHORT_BOTS : BOTS;
    unsigned hosts = bots / CROWD_BOTS_OF_HOST;
    char name[24], partner[24];
    drill->players = memory_zeroed(PARTNERS + hosts, sizeof *drill->players);
    drill->are_struck = memory_zeroed(PARTNERS + hosts, sizeof *drill->are_struck);
    struct player_config player = {
        .server = pair_addresses(drill->pair),
        .name = name,
        .quiet_ms = QUIET_MS,
        .may_lack_database = true,
        .think_ms = !config->is_cluster ? 0
                    : config->is_short  ? SHORT_THINK_MS
                                        : THINK_MS,
    };
    for (unsigned i = 0; i < PARTNERS; i++) {
        snprintf(name, sizeof name, "player-%u", i);
        snprintf(partner, sizeof partner, "player-%u", i ^ 1);
        player.partner = partner;
        player.matches_at_once = i % 2 == 0 ? MATCHES_AT_ONCE : 0;
        player.seed = random_next(&drill->random);
        add_player(drill, &player);
    }
    player.partner = NULL;
    player.matches_at_once = 0;
    for (unsigned i = 0; i < hosts; i++) {
        snprintf(name, sizeof name, CROWD_HOST "%u", i);
        player.seed = random_next(&drill->random);
        add_player(drill, &player);
    }
    if (bots > 0)
        drill->crowd = crowd_start(config->bots, pair_addresses(drill->pair), bots);
}

static bool all_are(const struct drill *drill, bool (*are)(const struct player *))
{
    for (size_t i = 0; i < drill->player_count; i++)
        if (!are(drill->players[i]))
            return false;
    return true;
}

static bool is_acknowledged_since(const struct drill *drill, int64_t since_ms)
{
    for (size_t i = 0; i < drill->player_count; i++)
        if (drill->are_struck[i] && ledger_has_since(player_ledger(drill->players[i]), since_ms))
            return true;
    return false;
}

/* --- the tournament --- */

static char *own_path(void)
{
    static char path[SELF_MAX];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
    return len > 0 ? path : NULL;
}

static struct cup *create_cup(const struct drill *drill, struct loop *loop, const char *server,
                              unsigned think_ms)
{
    struct cup_config config = {
        .server = server, .bot = drill->config->bot, .chooser = own_path(), .think_ms = think_ms};
    struct cup *cup = cup_create(loop, &config);
    cup_begin(cup);
    return cup;
}

struct calm {
    struct loop *loop;
    struct loop_timer *timer;
    struct cup *cup;
};

static void on_calm(void *owner)
{
    struct calm *calm = owner;
    if (!cup_goes_on(calm->cup))
        loop_stop(calm->loop, EXIT_FAILURE);
    else if (cup_is_over(calm->cup))
        loop_stop(calm->loop, EXIT_SUCCESS);
    else
        loop_timer_start(calm->timer, LOOK_MS);
}

/* The results of the tournament on a single server without faults, with bots that do not think for
 * long. free() them. NULL, and it is on standard error: there are none. */
static char *play_calmly(const struct drill *drill)
{
    char folder[] = "/tmp/takeaway-crash-XXXXXX", *results = NULL;
    struct text database = {0};
    if (!mkdtemp(folder))
        return NULL;
    text_printf(&database, "%s/db", folder);
    struct server_process server = {.program = drill->config->server,
                                    .database = text_string(&database)};
    server_process_start(&server);
    struct calm calm = {.loop = loop_create()};
    calm.cup = create_cup(drill, calm.loop, server.address, 0);
    calm.timer = loop_timer_create(calm.loop, on_calm, &calm);
    loop_timer_start(calm.timer, LOOK_MS);
    if (loop_run(calm.loop) == EXIT_SUCCESS)
        results = memory_text(cup_results(calm.cup), strlen(cup_results(calm.cup)));
    cup_destroy(calm.cup);
    loop_timer_destroy(calm.timer);
    loop_destroy(calm.loop);
    server_process_kill(&server);
    server_process_remove_folder(folder);
    text_finish(&database);
    return results;
}

/* The first line that differs, for people. */
static void show_difference(const char *with, const char *without)
{
    while (*with && *with == *without) {
        size_t len = strcspn(with, "\n");
        if (strncmp(with, without, len + 1) != 0)
            break;
        with += len + (with[len] == '\n');
        without += len + (without[len] == '\n');
    }
    fprintf(stderr,
            "takeaway-crash: the tournament has other results than without faults:\n"
            "  with:    %.*s\n  without: %.*s\n",
            (int)strcspn(with, "\n"), with, (int)strcspn(without, "\n"), without);
}

/* False: it cannot go on, or its results are wrong. */
static bool look_after_cup(struct drill *drill)
{
    if (!drill->cup)
        return true;
    if (!cup_goes_on(drill->cup))
        return false;
    if (!cup_is_over(drill->cup) || drill->phase == ENDED)
        return true;
    if (strcmp(cup_results(drill->cup), drill->results) != 0) {
        show_difference(cup_results(drill->cup), drill->results);
        return false;
    }
    if (drill->phase == PLAYING && !drill->config->is_short) {
        drill->cups++;
        cup_begin(drill->cup);
    }
    return true;
}

/* --- faults --- */

static int door_of(const struct drill *drill, const struct player *player)
{
    return player_port(player) == pair_port(drill->pair, 1);
}

/* The door that most players are at. */
static int find_busy_door(const struct drill *drill)
{
    size_t at_second = 0;
    for (size_t i = 0; i < drill->player_count; i++)
        at_second += door_of(drill, drill->players[i]) == 1;
    return 2 * at_second > drill->player_count;
}

static void add_outage(struct drill *drill, int kind, int64_t now)
{
    drill->outages[drill->outage_count++] =
        (struct outage){.kind = kind, .began_ms = now, .took_ms = -1};
    drill->rest_until_ms = 0;
}

static void begin_fault(struct drill *drill, int64_t now)
{
    const struct drill_config *config = drill->config;
    int kind =
        config->fault ? find_kind(config) : (int)(drill->outage_count % (size_t)kind_count(config));
    struct pair_fault fault = fault_of(kind);
    int door = find_busy_door(drill);
    for (size_t i = 0; i < drill->player_count; i++)
        drill->are_struck[i] =
            fault.part != PAIR_GATEWAY || door_of(drill, drill->players[i]) == door;
    pair_befall(drill->pair, fault, door, now);
    add_outage(drill, kind, now);
    drill->standby_is_due = config->is_cluster && fault.part == PAIR_PRIMARY;
}

static struct outage *current_outage(const struct drill *drill)
{
    if (drill->outage_count == 0)
        return NULL;
    struct outage *last = &drill->outages[drill->outage_count - 1];
    return last->took_ms < 0 ? last : NULL;
}

static void show_progress(const struct drill *drill)
{
    char name[24];
    const struct outage *last = &drill->outages[drill->outage_count - 1];
    name_kind(last->kind, name);
    fprintf(stderr, "takeaway-crash: %zu of %zu: %s, the next move after %lld ms\n",
            drill->outage_count, drill->fault_count + drill->config->is_cluster, name,
            (long long)last->took_ms);
}

/* False: the outage has no end. */
static bool look_after_outage(struct drill *drill, int64_t now)
{
    struct outage *outage = current_outage(drill);
    if (!outage)
        return true;
    if (is_acknowledged_since(drill, outage->began_ms)) {
        outage->took_ms = now - outage->began_ms;
        for (size_t i = 0; i < drill->player_count; i++)
            drill->are_struck[i] = true;
        show_progress(drill);
    } else if (now - outage->began_ms > OUTAGE_MAX_MS) {
        fputs("takeaway-crash: no move is acknowledged any more\n", stderr);
        return false;
    }
    return true;
}

/* Has the standby what was acknowledged since it was looked at last? */
static bool look_after_standby(struct drill *drill, int64_t now)
{
    const char *standby = pair_standby(drill->pair);
    if (!standby) {
        fputs("takeaway-crash: the standby does not apply what it has\n", stderr);
        return false;
    }
    drill->standby_is_due = false;
    bool is_sound =
        audit_since(standby, drill->players, drill->player_count, drill->standby_since_ms);
    if (!is_sound)
        fputs("takeaway-crash: that is what the standby has\n", stderr);
    drill->standby_since_ms = now;
    return is_sound;
}

/* --- the run --- */

static void begin_to_wind_down(struct drill *drill, int64_t now)
{
    drill->phase = WINDING_DOWN;
    drill->wound_down_ms = now;
    for (size_t i = 0; i < drill->player_count; i++)
        player_wind_down(drill->players[i]);
}

static void wind_down(struct drill *drill, int64_t now)
{
    if (all_are(drill, player_is_done) && (!drill->cup || cup_is_over(drill->cup))) {
        drill->cups += drill->cup != NULL;
        drill->phase = ENDED;
        loop_stop(drill->loop, EXIT_SUCCESS);
    } else if (now - drill->wound_down_ms > WIND_DOWN_MAX_MS) {
        fputs("takeaway-crash: some matches do not come to their end\n", stderr);
        loop_stop(drill->loop, EXIT_FAILURE);
    }
}

/* Between two faults. False: it cannot go on. */
static bool rest(struct drill *drill, int64_t now)
{
    if (drill->standby_is_due && !look_after_standby(drill, now))
        return false;
    bool is_enough = drill->outage_count == drill->fault_count || drill->was_interrupted;
    if (!all_are(drill, player_is_welcome) || !is_acknowledged_since(drill, now - PLAY_MS)) {
        return true;
    } else if (drill->rest_until_ms == 0) {
        drill->rest_until_ms = now + REST_MIN_MS +
                               (int64_t)random_below(&drill->random, REST_MAX_MS - REST_MIN_MS + 1);
    } else if (now < drill->rest_until_ms) {
        return true;
    } else if (!is_enough) {
        begin_fault(drill, now);
    } else if (drill->config->is_cluster) {
        pair_fail_over(drill->pair);
        add_outage(drill, FAIL_OVER, now);
    } else {
        begin_to_wind_down(drill, now);
    }
    return true;
}

static void on_timer(void *owner)
{
    struct drill *drill = owner;
    int64_t now = loop_now_ms(drill->loop);
    bool goes_on = pair_go_on(drill->pair, now) && look_after_outage(drill, now) &&
                   look_after_cup(drill) && (!drill->crowd || crowd_goes_on(drill->crowd));
    if (goes_on && !current_outage(drill)) {
        bool is_last =
            drill->outage_count > 0 && drill->outages[drill->outage_count - 1].kind == FAIL_OVER;
        if (drill->phase == WINDING_DOWN)
            wind_down(drill, now);
        else if (is_last)
            begin_to_wind_down(drill, now);
        else if (pair_is_whole(drill->pair))
            goes_on = rest(drill, now);
    }
    if (!goes_on)
        loop_stop(drill->loop, EXIT_FAILURE);
    else if (drill->phase != ENDED)
        loop_timer_start(drill->timer, LOOK_MS);
}

static void on_signal(void *owner, int number)
{
    struct drill *drill = owner;
    (void)number;
    if (drill->was_interrupted)
        loop_stop(drill->loop, EXIT_FAILURE);
    else
        fputs("takeaway-crash: no more faults; the matches are played to their ends. Once more: "
              "ends at once.\n",
              stderr);
    drill->was_interrupted = true;
}

/* --- the table --- */

/* The last outage that began before. */
static const struct outage *outage_at(const struct drill *drill, int64_t at_ms)
{
    size_t low = 0, high = drill->outage_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (drill->outages[middle].began_ms <= at_ms)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &drill->outages[low - 1] : NULL;
}

static void on_judged(void *owner, const struct ledger_move *move, bool is_lost, bool is_doubled)
{
    struct drill *drill = owner;
    const struct outage *outage = outage_at(drill, move->acknowledged_ms);
    if (!outage)
        return;
    struct tally *tally = &drill->tallies[outage->kind];
    tally->acknowledged++;
    tally->lost += is_lost;
    tally->doubled += is_doubled;
}

static int compare(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

static void show_row(const struct drill *drill, int kind, int64_t *took_ms)
{
    const struct tally *tally = &drill->tallies[kind];
    size_t count = 0;
    char name[24];
    for (size_t i = 0; i < drill->outage_count; i++)
        if (drill->outages[i].kind == kind && drill->outages[i].took_ms >= 0)
            took_ms[count++] = drill->outages[i].took_ms;
    if (count == 0)
        return;
    qsort(took_ms, count, sizeof *took_ms, compare);
    name_kind(kind, name);
    fprintf(stderr, "%-14s %6zu %9lld %10lld %13zu %6zu %8zu\n", name, count,
            (long long)took_ms[count / 2], (long long)took_ms[count - 1], tally->acknowledged,
            tally->lost, tally->doubled);
}

static void show_table(const struct drill *drill)
{
    int64_t *took_ms = memory_zeroed(drill->outage_count + 1, sizeof *took_ms);
    fputs("The times are those to the first acknowledged move that was made after the fault; the "
          "moves are those acknowledged until the next one.\n"
          "fault           times median ms longest ms  acknowledged   lost  doubled\n",
          stderr);
    for (int kind = 0; kind <= FAIL_OVER; kind++)
        show_row(drill, kind, took_ms);
    free(took_ms);
}

/* --- the public function --- */

static bool judge(struct drill *drill)
{
    struct audit audit;
    struct audit_events events = {.owner = drill, .judged = on_judged};
    bool sound =
        audit_run(pair_database(drill->pair), drill->players, drill->player_count, &events, &audit);
    int64_t zombie_rows = pair_zombie_rows(drill->pair);
    fprintf(
        stderr,
        "takeaway-crash: %zu matches ended, %zu moves kept (%zu of them pruned from the journal), "
        "%zu acknowledged moves all there, %zu results as told\n",
        audit.matches, audit.moves, audit.pruned, audit.acknowledged, audit.results);
    if (drill->cups > 0)
        fprintf(stderr,
                "takeaway-crash: %zu tournaments, whose results are those without faults to the "
                "last byte\n",
                drill->cups);
    if (zombie_rows > 0)
        fprintf(stderr, "takeaway-crash: a server that was replaced has written %lld moves\n",
                (long long)zombie_rows);
    return sound && audit.acknowledged > 0 && zombie_rows == 0;
}

static void start(struct drill *drill)
{
    const struct drill_config *config = drill->config;
    struct pair_config pair = {
        .program = config->server, .is_cluster = config->is_cluster, .is_short = config->is_short};
    drill->fault_count = config->rounds * (config->fault ? 1 : (size_t)kind_count(config));
    drill->outages = memory_zeroed(drill->fault_count + 1, sizeof *drill->outages);
    drill->pair = pair_create(&pair);
    drill->loop = loop_create();
    drill->signals = loop_signals_create(drill->loop, on_signal, drill);
    drill->timer = loop_timer_create(drill->loop, on_timer, drill);
    create_players(drill);
    for (size_t i = 0; i < drill->player_count; i++)
        drill->are_struck[i] = true;
    if (config->is_cluster)
        drill->cup = create_cup(drill, drill->loop, pair_addresses(drill->pair),
                                config->is_short ? SHORT_CUP_THINK_MS : CUP_THINK_MS);
    loop_timer_start(drill->timer, LOOK_MS);
}

static void finish(struct drill *drill)
{
    cup_destroy(drill->cup);
    for (size_t i = 0; i < drill->player_count; i++)
        player_destroy(drill->players[i]);
    loop_signals_destroy(drill->signals);
    loop_timer_destroy(drill->timer);
    loop_destroy(drill->loop);
    pair_destroy(drill->pair);
    free(drill->players);
    free(drill->are_struck);
    free(drill->outages);
    free(drill->results);
}

bool drill_run(const struct drill_config *config)
{
    struct drill drill = {.config = config, .random = random_from_seed(config->seed)};
    if (config->is_cluster && !(drill.results = play_calmly(&drill)))
        return false;
    start(&drill);
    bool ended = loop_run(drill.loop) == EXIT_SUCCESS;
    crowd_stop(drill.crowd);
    bool stopped = ended && pair_stop(drill.pair);
    if (ended && !stopped)
        fputs("takeaway-crash: a server did not end as asked\n", stderr);
    bool is_sound = ended && judge(&drill) && stopped;
    show_table(&drill);
    if (is_sound)
        finish(&drill);
    else
        pair_show_folders(drill.pair); /* the processes end with this one */
    return is_sound;
}
