/* Tournaments: their states, and who takes part. */
#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "tests/hall/disk_parts.h"
#include "tests/hall/disk_schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void finish_tournament(struct disk_tournament *tournament)
{
    for (size_t i = 0; i < tournament->entrant_count; i++)
        free(tournament->entrants[i].name);
    for (size_t i = 0; i < tournament->pair_count; i++)
        free(tournament->pairs[i].start);
    free(tournament->entrants);
    free(tournament->pairs);
    free(tournament->name);
    free(tournament->starts);
    free(tournament->forbidden);
    free(tournament->reason);
}

void disk_finish_tournaments(struct disk *disk)
{
    for (size_t i = 0; i < disk->tournament_count; i++)
        finish_tournament(&disk->tournaments[i]);
    free(disk->tournaments);
}

const struct disk_tournament *disk_tournament(const struct disk *disk, int64_t id)
{
    return id >= 1 && (size_t)id <= disk->tournament_count ? &disk->tournaments[id - 1] : NULL;
}

void disk_check_left(const struct disk *disk, int64_t player)
{
    for (size_t i = 0; i < disk->tournament_count; i++) {
        const struct disk_tournament *tournament = &disk->tournaments[i];
        if (disk_is_over(tournament))
            continue;
        require(tournament->owner != player, "player %lld, who is closed, directs tournament %lld",
                (long long)player, (long long)tournament->id);
        for (size_t j = 0; j < tournament->entrant_count; j++)
            require(tournament->entrants[j].player != player ||
                        tournament->entrants[j].withdrawn >= 0,
                    "player %lld, who is closed, takes part in tournament %lld", (long long)player,
                    (long long)tournament->id);
    }
}

struct disk_tournament *disk_require_tournament(struct disk *disk, int64_t id)
{
    require(disk_tournament(disk, id), "there is no tournament %lld", (long long)id);
    return &disk->tournaments[id - 1];
}

bool disk_is_over(const struct disk_tournament *tournament)
{
    return tournament_state_is_over(tournament->state);
}

/* --- the tournament and its state --- */

static void read_plan(struct disk_tournament *tournament, const struct record *record)
{
    struct error error;
    const char *rules = record->tournament.rules;
    const char *clock = record->tournament.clock;
    require(!rules_or_class_parse(&tournament->rules, rules, strlen(rules), &error) &&
                !time_control_parse(clock, strlen(clock), &tournament->control, &error),
            "tournament %lld: %s", (long long)tournament->id, error.message);
    require(tournament->control.kind != TIME_NONE && tournament->seed >= 1 &&
                tournament->at_once >= 1 && tournament->at_once <= HALL_AT_ONCE_MAX &&
                tournament->format < FORMAT_COUNT && *tournament->starts && *tournament->name,
            "tournament %lld has an impossible plan", (long long)tournament->id);
}

void disk_write_tournament(struct disk *disk, const struct record *record)
{
    require(record->tournament.id == (int64_t)disk->tournament_count + 1 &&
                disk_player(disk, record->tournament.owner),
            "tournament %lld has a wrong number or owner", (long long)record->tournament.id);
    require(record->tournament.state == TOURNAMENT_OPEN &&
                record->tournament.active_ms == record->tournament.created_ms,
            "tournament %lld is not new", (long long)record->tournament.id);
    disk->tournaments =
        memory_for_next(disk->tournaments, disk->tournament_count, sizeof *disk->tournaments);
    struct disk_tournament *tournament = &disk->tournaments[disk->tournament_count++];
    *tournament = (struct disk_tournament){
        .id = record->tournament.id,
        .owner = record->tournament.owner,
        .name = disk_kept(record->tournament.name),
        .format = record->tournament.format,
        .rounds = record->tournament.rounds,
        .starts = disk_kept(record->tournament.starts),
        .seed = record->tournament.seed,
        .at_once = record->tournament.at_once,
        .each_at_once = record->tournament.each_at_once,
        .rated = record->tournament.rated,
        .invited = record->tournament.invited,
        .forbidden = disk_kept(record->tournament.forbidden),
        .created_ms = record->tournament.created_ms,
        .active_ms = record->tournament.active_ms,
        .reason = memory_text("", 0),
    };
    snprintf(tournament->look, sizeof tournament->look, "%s", record->tournament.look);
    read_plan(tournament, record);
}

static bool may_become(enum tournament_state from, enum tournament_state to)
{
    switch (to) {
    case TOURNAMENT_RUNNING:
        return from == TOURNAMENT_OPEN || from == TOURNAMENT_PAUSED;
    case TOURNAMENT_PAUSED:
        return from == TOURNAMENT_RUNNING;
    case TOURNAMENT_FINISHED:
        return from == TOURNAMENT_RUNNING || from == TOURNAMENT_PAUSED;
    case TOURNAMENT_CANCELLED:
        return from <= TOURNAMENT_PAUSED;
    case TOURNAMENT_OPEN:
    case TOURNAMENT_STATES:
        break;
    }
    return false;
}

/* Nothing begins before all are there; nothing is finished before all is over. */
static bool is_ripe(const struct disk *disk, const struct disk_tournament *tournament,
                    enum tournament_state state)
{
    if (state == TOURNAMENT_RUNNING && tournament->entrant_count < ENTRANTS_MIN)
        return false;
    for (size_t i = 0; state == TOURNAMENT_RUNNING && i < tournament->entrant_count; i++)
        if (!tournament->entrants[i].player)
            return false;
    for (size_t i = 0; state == TOURNAMENT_FINISHED && i < tournament->pair_count; i++) {
        const struct disk_pair *pair = &tournament->pairs[i];
        for (int game = 0; !pair->is_void && pair->kind == MEETING_PLAYED && game < 2; game++)
            if (!pair->matches[game] ||
                disk_match(disk, pair->matches[game])->ending == ENDING_NONE)
                return false;
    }
    return true;
}

void disk_write_tournament_state(struct disk *disk, const struct record *record)
{
    struct disk_tournament *tournament = disk_require_tournament(disk, record->tournament_state.id);
    enum tournament_state state = record->tournament_state.state;
    require(may_become(tournament->state, state) && is_ripe(disk, tournament, state),
            "tournament %lld becomes %s after %s", (long long)tournament->id,
            tournament_state_text(state), tournament_state_text(tournament->state));
    if (state == TOURNAMENT_FINISHED)
        disk_check_schedule(disk, tournament);
    tournament->state = state;
    if (!disk_is_over(tournament))
        tournament->active_ms = record->tournament_state.at_ms;
    free(tournament->reason);
    tournament->reason = disk_kept(record->tournament_state.reason);
    require(!*tournament->reason || state == TOURNAMENT_PAUSED || state == TOURNAMENT_CANCELLED,
            "tournament %lld is %s because: %s", (long long)tournament->id,
            tournament_state_text(state), tournament->reason);
}

void disk_write_tournament_active(struct disk *disk, const struct record *record)
{
    struct disk_tournament *tournament =
        disk_require_tournament(disk, record->tournament_active.id);
    require(tournament->state == TOURNAMENT_OPEN || tournament->state == TOURNAMENT_PAUSED,
            "tournament %lld is %s, and somebody is waited for", (long long)tournament->id,
            tournament_state_text(tournament->state));
    tournament->active_ms = record->tournament_active.at_ms;
}

/* --- entrants --- */

static bool is_entered_elsewhere(const struct disk_tournament *tournament, int64_t number,
                                 int64_t player)
{
    for (size_t i = 0; player && i < tournament->entrant_count; i++)
        if ((int64_t)i != number && tournament->entrants[i].player == player)
            return true;
    return false;
}

void disk_write_entrant(struct disk *disk, const struct record *record)
{
    struct disk_tournament *tournament = disk_require_tournament(disk, record->entrant.tournament);
    int64_t number = record->entrant.number, player = record->entrant.player;
    bool is_open = tournament->state == TOURNAMENT_OPEN;
    require(number >= 0 && number <= (int64_t)tournament->entrant_count &&
                !disk_is_over(tournament) && (!player || disk_player(disk, player)),
            "tournament %lld has an impossible entrant %lld", (long long)tournament->id,
            (long long)number);
    if (number == (int64_t)tournament->entrant_count) {
        tournament->entrants = memory_for_next(tournament->entrants, tournament->entrant_count++,
                                               sizeof *tournament->entrants);
        tournament->entrants[number] = (struct disk_entrant){.player = player, .withdrawn = -1};
        require(is_open, "tournament %lld gets an entrant too late", (long long)tournament->id);
    }
    struct disk_entrant *entrant = &tournament->entrants[number];
    require(is_open ? record->entrant.withdrawn == -1
                    : entrant->player == player && entrant->withdrawn == -1,
            "entrant %lld of tournament %lld changes when nobody can", (long long)number,
            (long long)tournament->id);
    free(entrant->name);
    entrant->name = disk_kept(record->entrant.name);
    entrant->player = player;
    entrant->withdrawn = record->entrant.withdrawn;
}

void disk_write_entrant_gone(struct disk *disk, const struct record *record)
{
    struct disk_tournament *tournament = disk_require_tournament(disk, record->entrant.tournament);
    require(tournament->state == TOURNAMENT_OPEN && !tournament->invited &&
                record->entrant.number == (int64_t)tournament->entrant_count - 1,
            "entrant %lld of tournament %lld cannot be gone", (long long)record->entrant.number,
            (long long)tournament->id);
    free(tournament->entrants[--tournament->entrant_count].name);
}

/* --- after each batch --- */

static void check_entrants(const struct disk_tournament *tournament)
{
    for (size_t i = 0; i < tournament->entrant_count; i++) {
        const struct disk_entrant *entrant = &tournament->entrants[i];
        require(!is_entered_elsewhere(tournament, (int64_t)i, entrant->player),
                "'%s' takes part in tournament %lld twice", entrant->name,
                (long long)tournament->id);
        require(entrant->withdrawn < 0 || entrant->live == 0,
                "'%s' has withdrawn from tournament %lld and plays on", entrant->name,
                (long long)tournament->id);
        require(!tournament->each_at_once || entrant->live <= tournament->each_at_once,
                "'%s' plays %lld matches of tournament %lld at once", entrant->name,
                (long long)entrant->live, (long long)tournament->id);
    }
}

void disk_check_tournaments(const struct disk *disk)
{
    for (size_t i = 0; i < disk->tournament_count; i++) {
        const struct disk_tournament *tournament = &disk->tournaments[i];
        check_entrants(tournament);
        require(tournament->live <= (disk_is_over(tournament) ? 0 : tournament->at_once),
                "tournament %lld has %lld live matches", (long long)tournament->id,
                (long long)tournament->live);
    }
    for (size_t i = disk->match_count; i > 0 && i + 64 > disk->match_count; i--)
        require(!disk->matches[i - 1].tournament || disk->matches[i - 1].pair,
                "match %zu belongs to no pair", i);
}
