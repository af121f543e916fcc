/* What people do with tournaments. */
#include "tests/sim/act.h"

#include <string.h>

/* The ways in which one can have to do with a tournament. */
enum relation {
    RELATION_ANY,
    RELATION_OWNER,
    RELATION_ENTRANT,
    RELATION_NONE, /* and could enter */
};

static const struct disk_entrant *entrant_of(const struct disk_tournament *tournament,
                                             int64_t player)
{
    for (size_t i = 0; i < tournament->entrant_count; i++)
        if (tournament->entrants[i].player == player)
            return &tournament->entrants[i];
    return NULL;
}

static bool is_invited(const struct disk_tournament *tournament, const char *name)
{
    for (size_t i = 0; i < tournament->entrant_count; i++)
        if (!tournament->entrants[i].player && strcasecmp(tournament->entrants[i].name, name) == 0)
            return true;
    return !tournament->invited;
}

static bool is_related(const struct disk_tournament *tournament, const struct device *device,
                       enum relation relation)
{
    bool has_entered = entrant_of(tournament, device->player) != NULL;
    switch (relation) {
    case RELATION_OWNER:
        return tournament->owner == device->player;
    case RELATION_ENTRANT:
        return has_entered;
    case RELATION_NONE:
        return !has_entered && is_invited(tournament, device->person->name);
    case RELATION_ANY:
        break;
    }
    return true;
}

/* One of the last, mostly in this state and of this relation; NULL: there is none. */
static const struct disk_tournament *some_tournament(struct act *act, enum tournament_state state,
                                                     enum relation relation)
{
    const struct disk *disk = &act->world->disk;
    size_t latest = disk->tournament_count < 12 ? disk->tournament_count : 12;
    if (latest == 0)
        return NULL;
    if (act_chance(act, 8))
        return &disk->tournaments[disk->tournament_count - 1 - act_draw(act, (unsigned)latest)];
    for (size_t back = act_chance(act, 70) ? 0 : act_draw(act, 3); back < latest; back++) {
        const struct disk_tournament *tournament =
            &disk->tournaments[disk->tournament_count - 1 - back];
        if (tournament->state == state && is_related(tournament, act->device, relation))
            return tournament;
    }
    return NULL;
}

/* Rarely one that nobody holds. */
static int64_t number_of(struct act *act, const struct disk_tournament *tournament)
{
    return tournament && !act_chance(act, 2) ? tournament->id : INT64_C(1) << 50;
}

void act_create(struct act *act)
{
    struct request request = act_draft(act, ASK_CREATE, 0);
    request.choice = act_draw(act, 1 << 20);
    /* Some are for everybody, some for a few. */
    if (act_chance(act, 40))
        request.ply = act_draw(act, 1 << STEP_DEVICES);
    act_ask(act, &request);
}

void act_join(struct act *act)
{
    const struct disk_tournament *tournament = some_tournament(act, TOURNAMENT_OPEN, RELATION_NONE);
    if (tournament)
        act_ask_plain(act, ASK_JOIN, number_of(act, tournament));
}

void act_about_tournament(struct act *act)
{
    static const struct {
        enum ask ask;
        enum tournament_state state;
        enum relation relation;
    } kinds[VERB_COUNT] = {
        [VERB_START] = {ASK_START, TOURNAMENT_OPEN, RELATION_OWNER},
        [VERB_PAUSE] = {ASK_PAUSE, TOURNAMENT_RUNNING, RELATION_OWNER},
        [VERB_GO_ON] = {ASK_GO_ON, TOURNAMENT_PAUSED, RELATION_OWNER},
        [VERB_CALL_OFF] = {ASK_CALL_OFF, TOURNAMENT_RUNNING, RELATION_OWNER},
        [VERB_FOLLOW] = {ASK_FOLLOW, TOURNAMENT_RUNNING, RELATION_ANY},
        [VERB_UNFOLLOW] = {ASK_UNFOLLOW, TOURNAMENT_RUNNING, RELATION_ANY},
        [VERB_READ] = {ASK_READ, TOURNAMENT_FINISHED, RELATION_ANY},
    };
    enum verb verb = act->step->verb;
    const struct disk_tournament *tournament =
        some_tournament(act, kinds[verb].state, kinds[verb].relation);
    struct request request = act_draft(act, kinds[verb].ask, number_of(act, tournament));
    request.choice = act_draw(act, 64);
    if (tournament || act_chance(act, 20))
        act_ask(act, &request);
}

void act_withdraw(struct act *act)
{
    bool names = act_chance(act, 30);
    enum tournament_state state = act_chance(act, 70) ? TOURNAMENT_RUNNING : TOURNAMENT_OPEN;
    const struct disk_tournament *tournament =
        some_tournament(act, state, names ? RELATION_OWNER : RELATION_ENTRANT);
    struct request request = act_draft(act, ASK_WITHDRAW, number_of(act, tournament));
    if (!tournament)
        return;
    if (names && tournament->entrant_count > 0 && act_chance(act, 90)) {
        unsigned entrant = act_draw(act, (unsigned)tournament->entrant_count);
        snprintf(request.text, sizeof request.text, "%s", tournament->entrants[entrant].name);
    } else if (names) {
        act_name(act, request.text, sizeof request.text);
    }
    act_ask(act, &request);
}

void act_void(struct act *act)
{
    enum tournament_state state = act_chance(act, 80) ? TOURNAMENT_RUNNING : TOURNAMENT_PAUSED;
    const struct disk_tournament *tournament = some_tournament(act, state, RELATION_OWNER);
    struct request request = act_draft(act, ASK_VOID, number_of(act, tournament));
    if (!tournament)
        return;
    request.ply = 1 + act_draw(act, 3);
    request.choice = 1 + act_draw(act, 3);
    if (tournament->pair_count > 0 && act_chance(act, 85)) {
        const struct disk_pair *pair =
            &tournament->pairs[act_draw(act, (unsigned)tournament->pair_count)];
        request.ply = pair->round;
        request.choice = (unsigned)pair->board;
    }
    act_ask(act, &request);
}
