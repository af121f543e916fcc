#include "tests/sim/world.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <utlist.h>

enum {
    PATIENCE_MS = 30000, /* a client that has no answer for so long gives the connection up */
    MOMENT_MS = 10,      /* after which all spectators have heard who has come or gone */
    QUIET_EVERY = 8,     /* steps between two comparisons, when nothing is under way */
};

static void make_people(struct world *world)
{
    for (size_t i = 0; i < world->setting.people; i++)
        device_name_person(world, &world->people[i]);
    for (unsigned i = 0; i < STEP_DEVICES; i++)
        world->devices[i] = (struct device){
            .number = i,
            .person = &world->people[i % world->setting.people],
        };
}

struct world *world_create(uint64_t seed, struct run_report *report)
{
    struct world *world = memory_zeroed(1, sizeof *world);
    world->setting = setting_draw(seed);
    world->tally = &report->tally;
    world->now_ms = INT64_C(1700000000000);
    world->referee.limits = &world->setting.limits;
    make_people(world);
    if (world->setting.gates > 0)
        world->cluster = cluster_create(world);
    driver_start(world);
    return world;
}

static void start_if_due(struct world *world)
{
    if (world->hall || world->starts_ms > world->now_ms)
        return;
    driver_start(world);
    world->tally->starts++;
}

/* Everything that is due at now_ms, and what comes of it at once. */
static void settle(struct world *world)
{
    do {
        start_if_due(world);
        if (world->cluster)
            cluster_run_gates(world);
        driver_turn(world);
        for (size_t i = 0; i < STEP_DEVICES; i++)
            device_listen(world, &world->devices[i]);
        links_sweep(world);
    } while (world_next_ms(world) <= world->now_ms);
}

int64_t world_next_ms(const struct world *world)
{
    int64_t network = network_next_ms(world), driver = driver_next_ms(world);
    int64_t cluster = world->cluster ? cluster_next_ms(world) : INT64_MAX;
    return least(cluster, least(network, driver));
}

/* Where nothing happens but beats of the link, they are not played one by one. */
static void go_to(struct world *world, int64_t ms)
{
    if (world->cluster && cluster_next_ms(world) == INT64_MAX)
        cluster_skip(world, ms - world->now_ms);
    world->now_ms = ms;
}

void world_wait(struct world *world, int64_t ms)
{
    int64_t until_ms = world->now_ms + ms, next_ms;
    settle(world);
    while ((next_ms = world_next_ms(world)) <= until_ms) {
        go_to(world, next_ms);
        settle(world);
    }
    go_to(world, until_ms);
}

/* A client whose server is gone without a word learns it from the silence. */
static void lose_patience(struct world *world, struct device *device)
{
    if (!device->link || device->pending_count == 0)
        return;
    const struct request *oldest = &world->requests[device->pending[0]];
    int64_t since_ms = oldest->asked_ms;
    if (since_ms < device->connected_ms)
        since_ms = device->connected_ms;
    if (world->now_ms - since_ms > PATIENCE_MS)
        device_hang_up(world, device);
}

void world_take(struct world *world, const struct step *step)
{
    world->tally->steps++;
    world->tally->verbs[step->verb]++;
    act(world, step);
    settle(world);
    for (size_t i = 0; i < STEP_DEVICES; i++)
        lose_patience(world, &world->devices[i]);
    if (world->tally->steps % QUIET_EVERY == 0 && world_is_quiet(world) &&
        world_next_ms(world) > world->now_ms + MOMENT_MS)
        check_quiet(world);
}

/* --- the end --- */

static void mend(struct world *world)
{
    if (!world->hall)
        world->starts_ms = world->now_ms;
    world->disk_full = world->no_starts = world->no_marks = false;
    world->disk_delay_ms = world->read_delay_ms = 0;
    if (world->disk_due_ms == INT64_MAX)
        world->disk_due_ms = world->now_ms;
    for (size_t i = 0; i < STEP_DEVICES; i++) {
        world->devices[i].delay_ms = 0;
        world->devices[i].away_until_ms = world->devices[i].deaf_until_ms = 0;
    }
    if (world->cluster)
        cluster_mend(world);
    world_wait(world, 70000);
}

static void bring_everybody(struct world *world)
{
    for (size_t i = 0; i < STEP_DEVICES; i++) {
        struct device *device = &world->devices[i];
        lose_patience(world, device);
        if (!device->is_welcome)
            device_connect(world, device, 1);
        world_wait(world, 100);
    }
}

/* --- tournaments come to their end when nothing more happens --- */

enum { DRAIN_ROUNDS = 3000 }; /* that it may take at most */

static bool is_anything_running(const struct world *world)
{
    for (size_t i = 0; i < world->disk.tournament_count; i++)
        if (world->disk.tournaments[i].state == TOURNAMENT_RUNNING)
            return true;
    return false;
}

static void ask_for(struct world *world, struct device *device, enum ask ask, int64_t subject)
{
    struct request draft = {.ask = ask, .subject = subject};
    snprintf(draft.key, sizeof draft.key, "e%zu", world->request_count);
    device_ask(world, device, &draft);
}

/* Those who direct a paused one let it go on. */
static void go_on(struct world *world)
{
    for (size_t i = 0; i < world->disk.tournament_count; i++) {
        const struct disk_tournament *tournament = &world->disk.tournaments[i];
        for (size_t j = 0; j < STEP_DEVICES && tournament->state == TOURNAMENT_PAUSED; j++)
            if (world->devices[j].player == tournament->owner)
                ask_for(world, &world->devices[j], ASK_GO_ON, tournament->id);
    }
    world_wait(world, 0);
}

/* Whoever is there resigns; who is not loses by the clock. */
static void resign_all(struct world *world)
{
    for (size_t i = 0; i < world->disk.match_count; i++) {
        const struct disk_match *match = &world->disk.matches[i];
        if (!match->tournament || match->ending != ENDING_NONE)
            continue;
        for (size_t j = 0; j < STEP_DEVICES; j++)
            if (world->devices[j].is_welcome && world->devices[j].player == match->first)
                ask_for(world, &world->devices[j], ASK_RESIGN, match->id);
    }
}

static void drain(struct world *world)
{
    go_on(world);
    for (int round = 0; is_anything_running(world) || world->has_more_to_do; round++) {
        require(round < DRAIN_ROUNDS, "a tournament that runs does not come to its end");
        resign_all(world);
        world_wait(world, 0);
        int64_t next_ms = world_next_ms(world);
        if (next_ms != INT64_MAX && next_ms > world->now_ms)
            world_wait(world, next_ms - world->now_ms);
    }
}

/* Whoever has come back knows the same as who never left: all of it is on disk. */
void world_finish(struct world *world)
{
    mend(world);
    bring_everybody(world);
    bring_everybody(world);
    drain(world);
    /* A deadline that has just passed may still wait for a gateway to be heard. */
    for (int beats = 0; world->cluster && !world_is_quiet(world) && beats < 100; beats++)
        world_wait(world, MOMENT_MS);
    require(world_is_quiet(world), "with everything mended, something is still under way");
    check_quiet(world);
    if (world->cluster)
        cluster_stop(world, false);
    driver_stop(world, true);
    for (size_t i = 0; i < STEP_DEVICES; i++) {
        if (world->devices[i].link)
            device_lose(world, &world->devices[i]);
        device_finish(&world->devices[i]);
    }
    cluster_destroy(world->cluster);
    while (world->links)
        link_destroy(world, world->links);
    referee_finish(&world->referee);
    steward_finish(&world->steward);
    disk_finish(&world->disk);
    free(world->requests);
    free(world->line_lives);
    free(world);
}
