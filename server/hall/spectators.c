/* Spectators: sessions that watch a match without a seat in it. */
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/players.h"

void spectator_leave(struct hall *hall, int64_t id, uint64_t session)
{
    struct match *match = match_find(hall, id);
    if (!match)
        return;
    assert(hall->spectators >= match->spectators.count);
    hall->spectators -= match->spectators.count;
    id_list_remove(&match->spectators, session);
    hall->spectators += match->spectators.count;
}

void spectators_clear(struct hall *hall, struct match *match)
{
    for (size_t i = 0; i < match->spectators.count; i++)
        id_list_remove(&session_find(hall, match->spectators.ids[i])->watched,
                       (uint64_t)match->record.id);
    assert(hall->spectators >= match->spectators.count);
    hall->spectators -= match->spectators.count;
    id_list_finish(&match->spectators);
    deadlines_set(&hall->deadlines, &match->presence, INT64_MAX);
}

/* May the player join the spectators? Guests and guests of one address are limited; while the
 * sessions are few, none needs to be counted. Otherwise the request is refused. */
static bool has_room_for(struct hall *hall, struct hall_caller from, const struct player *player,
                         const struct watchable *watchable)
{
    int64_t most = guests_among(hall, hall->limits.spectators);
    int64_t most_here = guests_of_address_among(hall, hall->limits.spectators);
    const struct id_list *sessions = watchable->spectators;
    int64_t guests = 0, here = 0;
    for (uint32_t i = 0; i < sessions->count && sessions->count >= most_here; i++) {
        const struct player *other = session_find(hall, sessions->ids[i])->player;
        guests += !other->account;
        here += !other->account && other->address && other->address == player->address;
    }
    if (player->account || (guests < most && here < most_here))
        return true;
    refuse(hall, from, ERROR_LIMIT_REACHED,
           "%lld guests%s watch %s %lld, the most there may be: come in with an account, or try "
           "again later",
           (long long)(here < most_here ? guests : here),
           here < most_here ? "" : " of your address", watchable->noun, (long long)watchable->id);
    return false;
}

bool spectator_may_come(struct hall *hall, struct hall_caller from, const struct session *session,
                        const struct id_list *watched, const struct watchable *watchable)
{
    int64_t most = hall->limits.watched;
    if ((int64_t)watched->count >= most)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "you watch %lld %s, the most there may be: leave one first", (long long)most,
               most == 1 ? watchable->noun : watchable->nouns);
    else if ((int64_t)watchable->spectators->count >= hall->limits.spectators)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "%s %lld has %lld spectator%s, the most there may be: try again later",
               watchable->noun, (long long)watchable->id, (long long)hall->limits.spectators,
               hall->limits.spectators == 1 ? "" : "s");
    else
        return has_room_for(hall, from, session->player, watchable);
    return false;
}

static bool may_watch(struct hall *hall, struct hall_caller from, const struct session *session,
                      const struct match *match)
{
    const struct watchable watchable = {
        .noun = "match",
        .nouns = "matches",
        .id = match->record.id,
        .spectators = &match->spectators,
    };
    return spectator_may_come(hall, from, session, &session->watched, &watchable);
}

void hall_match_watch(struct hall *hall, struct hall_caller from, int64_t id)
{
    struct session *session = session_find(hall, from.session);
    struct match *match = match_require_live(hall, from, id);
    if (!match)
        return;
    /* A player gets the match's events anyway. */
    bool is_new = match_seat_of(match, session->player) == SEAT_NOBODY &&
                  !id_list_has(&session->watched, (uint64_t)id);
    if (is_new && !may_watch(hall, from, session, match))
        return;
    match_answer(hall, from, session->player, id, 0);
    if (!is_new)
        return;
    id_list_add(&match->spectators, session->id);
    id_list_add(&session->watched, (uint64_t)id);
    hall->spectators++;
}

void hall_match_unwatch(struct hall *hall, struct hall_caller from, int64_t id)
{
    spectator_leave(hall, id, from.session);
    id_list_remove(&session_find(hall, from.session)->watched, (uint64_t)id);
    answer_done(hall, from);
}
