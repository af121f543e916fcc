#include "tests/crash/cup.h"

#include "client/lib/client.h"
#include "common/base/memory.h"
#include "common/base/random.h"
#include "common/base/text.h"
#include "common/export/export.h"
#include "common/wire/wire.h"
#include "tests/cluster.h"
#include "tests/program.h"

#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ENTRANTS = 8, LOOK_MS = 200, STARTS_MAX = 200 };

/* Made --(all have joined)--> started --(finished)--> fetched, page by page, --> over. */
enum stage { NONE, MAKING, GATHERING, RUNNING, FETCHING, OVER };

struct entrant {
    char name[16];
    pid_t pid; /* 0: not running */
    unsigned starts;
};

struct cup {
    struct cup_config config;
    struct client *director;
    struct loop_timer *timer;
    char folder[CLUSTER_PATH_MAX]; /* of the bots' tokens and their log */
    char log[CLUSTER_PATH_MAX + 8];
    struct entrant entrants[ENTRANTS];
    enum stage stage;
    int64_t number;
    struct export_chain chain;
    struct text results;
    int64_t lines;
    bool has_failed;
};

static void fail(struct cup *cup, const char *what, const char *why)
{
    fprintf(stderr, "takeaway-crash: the tournament: %s: %s\n", what, why);
    cup->has_failed = true;
}

/* --- directing it --- */

static void look_again(struct cup *cup)
{
    loop_timer_start(cup->timer, LOOK_MS);
}

/* A server that has just lost its database says so, and is asked again. */
static bool is_refused(struct cup *cup, const char *what, const struct error *error)
{
    if (error && !client_is_stall(error->code) && error->code != ERROR_INTERNAL)
        fail(cup, what, error->message);
    else if (error)
        look_again(cup);
    return error != NULL;
}

static void on_lines(void *owner, const struct error *error, const void *result)
{
    struct cup *cup = owner;
    const struct wire_export_lines *lines = result;
    if (is_refused(cup, "tournament.export", error))
        return;
    for (size_t i = 0; i < lines->lines_count; i++)
        export_chain_add(&cup->chain, lines->lines[i].bytes, lines->lines[i].len, &cup->results);
    cup->lines += (int64_t)lines->lines_count;
    if (lines->more)
        look_again(cup);
    else
        cup->stage = OVER;
}

static void on_started(void *owner, const struct error *error, const void *result)
{
    struct cup *cup = owner;
    (void)result;
    if (is_refused(cup, "tournament.start", error))
        return;
    cup->stage = RUNNING;
    look_again(cup);
}

static bool all_have_joined(const struct wire_tournament *tournament)
{
    size_t joined = 0;
    for (size_t i = 0; i < tournament->players_count; i++)
        joined += tournament->players[i].joined;
    return joined == ENTRANTS;
}

static void on_shown(void *owner, const struct error *error, const void *result)
{
    struct cup *cup = owner;
    const struct wire_tournament *shown = result;
    if (is_refused(cup, "tournament.show", error))
        return;
    if (shown->reason.bytes) {
        char reason[WIRE_MESSAGE_MAX + 1];
        snprintf(reason, sizeof reason, "%.*s", (int)shown->reason.len, shown->reason.bytes);
        fail(cup, "the server has stopped it", reason);
    } else if (cup->stage == GATHERING && all_have_joined(shown)) {
        struct wire_tournament_choice choice = {.tournament = cup->number};
        client_call(cup->director, WIRE_TOURNAMENT_START, &choice, on_started, cup);
    } else {
        if (wire_text_equal(shown->state, "finished"))
            cup->stage = FETCHING;
        look_again(cup);
    }
}

static void start_entrant(struct cup *cup, struct entrant *entrant)
{
    char number[24], token[CLUSTER_PATH_MAX + 24], *command = NULL;
    snprintf(number, sizeof number, "%" PRId64, cup->number);
    snprintf(token, sizeof token, "%s/%s", cup->folder, entrant->name);
    if (asprintf(&command, "%s --choose %u", cup->config.chooser, cup->config.think_ms) < 0)
        abort();
    entrant->starts++;
    entrant->pid = program_start(
        (const char *[]){cup->config.bot, "--server", cup->config.server, "--name", entrant->name,
                         "--exec", command, "--tournament", number, "--token-file", token, NULL},
        cup->log);
    free(command);
}

static void on_made(void *owner, const struct error *error, const void *result)
{
    struct cup *cup = owner;
    if (is_refused(cup, "tournament.create", error))
        return;
    cup->number = ((const struct wire_tournament_number *)result)->tournament;
    cup->stage = GATHERING;
    for (size_t i = 0; i < ENTRANTS; i++)
        start_entrant(cup, &cup->entrants[i]);
    look_again(cup);
}

static void make(struct cup *cup)
{
    struct wire_tournament_create plan;
    struct wire_text players[ENTRANTS];
    for (size_t i = 0; i < ENTRANTS; i++)
        players[i] = wire_text(cup->entrants[i].name);
    wire_record_clear(&wire_record_tournament_create, &plan);
    plan.name = wire_text("drill");
    plan.rules = wire_text("nim");
    plan.format = wire_text("round-robin");
    plan.starts = wire_text("drawn:3-3:3-9");
    plan.seed = 19;
    plan.players = players;
    plan.players_count = ENTRANTS;
    client_call(cup->director, WIRE_TOURNAMENT_CREATE, &plan, on_made, cup);
}

static void on_timer(void *owner)
{
    struct cup *cup = owner;
    struct wire_tournament_number number = {.tournament = cup->number};
    struct wire_export_page page = {.tournament = cup->number,
                                    .file = wire_text("results"),
                                    .after = cup->lines,
                                    .limit = WIRE_ABSENT};
    if (cup->stage == MAKING)
        make(cup);
    else if (cup->stage == FETCHING)
        client_call(cup->director, WIRE_TOURNAMENT_EXPORT, &page, on_lines, cup);
    else
        client_call(cup->director, WIRE_TOURNAMENT_SHOW, &number, on_shown, cup);
}

static void on_ready(void *owner, const struct wire_welcome *welcome)
{
    (void)owner;
    (void)welcome;
}

static void on_interrupted(void *owner, const struct error *reason)
{
    (void)owner;
    (void)reason;
}

static void on_failed(void *owner, const struct error *reason)
{
    fail(owner, "its director", reason->message);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    (void)owner;
    (void)event;
    (void)body;
}

/* --- the public functions --- */

struct cup *cup_create(struct loop *loop, const struct cup_config *config)
{
    struct cup *cup = memory_zeroed(1, sizeof *cup);
    struct error error;
    cup->config = *config;
    snprintf(cup->folder, sizeof cup->folder, "/tmp/takeaway-cup-XXXXXX");
    if (!mkdtemp(cup->folder)) {
        perror(cup->folder);
        exit(EXIT_FAILURE);
    }
    snprintf(cup->log, sizeof cup->log, "%s/log", cup->folder);
    for (int i = 0; i < ENTRANTS; i++)
        snprintf(cup->entrants[i].name, sizeof cup->entrants[i].name, "bot-entrant-%d", i + 1);
    cup->timer = loop_timer_create(loop, on_timer, cup);
    struct client_config client = {
        .server = config->server, .program = "takeaway-crash", .name = "director"};
    struct client_events events = {
        .owner = cup,
        .ready = on_ready,
        .interrupted = on_interrupted,
        .failed = on_failed,
        .event = on_event,
    };
    if (client_create(loop, &client, &events, &cup->director, &error))
        fail(cup, "its director", error.message);
    return cup;
}

void cup_destroy(struct cup *cup)
{
    char path[CLUSTER_PATH_MAX + 24];
    if (!cup)
        return;
    for (int i = 0; i < ENTRANTS; i++) {
        if (cup->entrants[i].pid > 0)
            program_stop(cup->entrants[i].pid);
        snprintf(path, sizeof path, "%s/%s", cup->folder, cup->entrants[i].name);
        unlink(path);
    }
    unlink(cup->log);
    rmdir(cup->folder);
    client_destroy(cup->director);
    loop_timer_destroy(cup->timer);
    text_finish(&cup->results);
    free(cup);
}

void cup_begin(struct cup *cup)
{
    assert(cup->stage == NONE || cup->stage == OVER);
    cup->stage = MAKING;
    cup->lines = 0;
    cup->chain = (struct export_chain){{0}};
    text_clear(&cup->results);
    loop_timer_start(cup->timer, 0);
}

/* A bot ends when no server is there at its start, and with its tournament. */
bool cup_goes_on(struct cup *cup)
{
    int status;
    for (int i = 0; i < ENTRANTS; i++) {
        struct entrant *entrant = &cup->entrants[i];
        if (entrant->pid == 0 || !program_has_ended(entrant->pid, &status))
            continue;
        entrant->pid = 0;
        if (status == EXIT_SUCCESS)
            continue;
        if (entrant->starts == STARTS_MAX) {
            fail(cup, "a bot ends again and again", cup->log);
            return false;
        }
        start_entrant(cup, entrant);
    }
    return !cup->has_failed;
}

bool cup_is_over(const struct cup *cup)
{
    for (int i = 0; i < ENTRANTS; i++)
        if (cup->entrants[i].pid > 0)
            return false;
    return cup->stage == OVER;
}

const char *cup_results(const struct cup *cup)
{
    return text_string(&cup->results);
}

/* --- the program that chooses --- */

int cup_choose(unsigned think_ms)
{
    static char line[1 << 14], moves[1 << 14];
    unsigned long long seed = 0, ply = 0, count = 0;
    while (fgets(line, sizeof line, stdin)) {
        sscanf(line, "seed %llu", &seed);
        sscanf(line, "ply %llu", &ply);
        sscanf(line, "count %llu", &count);
        if (strncmp(line, "moves ", strlen("moves ")) == 0)
            strcpy(moves, line + strlen("moves "));
        if (strcmp(line, "go\n") != 0)
            continue;
        struct random random = random_from_seed(seed + ply);
        uint64_t left = (uint64_t)random_below(&random, count);
        char *move = strtok(moves, " \n");
        while (left-- > 0)
            move = strtok(NULL, " \n");
        poll(NULL, 0, (int)think_ms);
        printf("move %s\n", move);
        fflush(stdout);
    }
    return EXIT_SUCCESS;
}
