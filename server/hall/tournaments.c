/* Tournaments: their state, their followers and the look-ups about them. */
#include "common/base/memory.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/players.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>

bool tournament_is_over(const struct tournament *tournament)
{
    return tournament_state_is_over(tournament->state);
}

struct tournament *tournament_find(const struct hall *hall, int64_t id)
{
    struct tournament *found = NULL;
    HASH_FIND(hh, hall->tournaments, &id, sizeof id, found);
    return found && !tournament_is_over(found) ? found : NULL;
}

enum error_code tournament_look(const struct hall *hall, int64_t id,
                                struct tournament **ret_tournament, struct error *error)
{
    *ret_tournament = tournament_find(hall, id);
    if (*ret_tournament)
        return ERROR_NONE;
    if (id <= (hall->server_bits | hall->last_tournament))
        return error_set(error, ERROR_WRONG_STATE, "tournament %lld is over", (long long)id);
    return error_set(error, ERROR_NO_SUCH_TOURNAMENT, "there is no tournament %lld", (long long)id);
}

struct tournament *tournament_require(struct hall *hall, struct hall_caller from, int64_t id)
{
    struct tournament *tournament;
    struct error error;
    if (tournament_look(hall, id, &tournament, &error))
        hall_refuse(hall, from, &error);
    return tournament;
}

struct tournament *tournament_add(struct hall *hall, int64_t id, struct player *owner,
                                  const struct plan *plan, int64_t created_ms)
{
    struct tournament *tournament = memory_zeroed(1, sizeof *tournament);
    tournament->id = id;
    tournament->owner = owner;
    owner->tournaments++;
    DL_APPEND2(owner->directed, tournament, prev_directed, next_directed);
    player_settle(hall, owner);
    tournament->created_ms = created_ms;
    tournament->plan = *plan;
    tournament->deadline.kind = DEADLINE_OF_TOURNAMENT;
    tournament->deadline.tournament = tournament;
    HASH_ADD(hh, hall->tournaments, id, sizeof tournament->id, tournament);
    place_take_at_address(hall, &tournament->places[0], PLACE_TOURNAMENT, owner,
                          &tournament->deadline);
    place_take_in_hall(hall, &tournament->places[1], PLACE_TOURNAMENT, party_of(owner),
                       &tournament->deadline);
    return tournament;
}

size_t tournaments_count(const struct hall *hall)
{
    return HASH_COUNT(hall->tournaments);
}

static void give_back_places(struct hall *hall, struct tournament *tournament)
{
    for (int i = 0; i < 2; i++)
        place_give_back(hall, &tournament->places[i]);
}

static void pairs_destroy(struct tournament *tournament)
{
    for (size_t i = 0; i < tournament->pair_count; i++)
        pair_destroy(tournament->pairs[i]);
    while (tournament->planned)
        pair_drop(tournament->planned);
    swiss_round_destroy(tournament->pairing);
    free(tournament->score.met);
    free(tournament->pairs);
}

void tournament_destroy(struct hall *hall, struct tournament *tournament)
{
    HASH_DELETE(hh, hall->tournaments, tournament);
    deadlines_set(&hall->deadlines, &tournament->deadline, INT64_MAX);
    give_back_places(hall, tournament);
    if (tournament->is_due)
        DL_DELETE2(hall->due, tournament, prev_due, next_due);
    for (size_t i = 0; i < tournament->followers.count; i++)
        id_list_remove(&session_find(hall, tournament->followers.ids[i])->followed,
                       (uint64_t)tournament->id);
    id_list_finish(&tournament->followers);
    pairs_destroy(tournament);
    entrants_destroy(hall, tournament);
    assert(tournament->owner->tournaments > 0);
    tournament->owner->tournaments--;
    DL_DELETE2(tournament->owner->directed, tournament, prev_directed, next_directed);
    player_settle(hall, tournament->owner);
    plan_finish(hall, &tournament->plan);
    free(tournament->reason);
    free(tournament);
}

void tournaments_destroy(struct hall *hall)
{
    struct tournament *tournament, *next;
    HASH_ITER (hh, hall->tournaments, tournament, next) {
        tournament_destroy(hall, tournament);
    }
}

void tournament_touch(struct hall *hall, struct tournament *tournament, enum news news)
{
    if (news > tournament->news)
        tournament->news = news;
    if (tournament->is_due)
        return;
    tournament->is_due = true;
    DL_APPEND2(hall->due, tournament, prev_due, next_due);
}

void tournament_set_state(struct hall *hall, struct tournament *tournament,
                          enum tournament_state state, const char *reason)
{
    assert(!tournament_is_over(tournament) && state != TOURNAMENT_OPEN);
    tournament->state = state;
    free(tournament->reason);
    tournament->reason = reason ? memory_text(reason, strlen(reason)) : NULL;
    struct record *record = batch_append(hall->open, RECORD_TOURNAMENT_STATE);
    record->tournament_state.id = tournament->id;
    record->tournament_state.state = state;
    record->tournament_state.reason =
        batch_keep(hall->open, reason ? reason : "", reason ? strlen(reason) : 0);
    record->tournament_state.at_ms = hall->now_ms;
    if (tournament_is_over(tournament))
        give_back_places(hall, tournament);
    tournament_await_anew(hall, tournament);
    tournament_touch(hall, tournament, NEWS_FOR_ALL);
}

void tournament_hold(struct tournament *tournament, int64_t bytes, int64_t moves)
{
    tournament->held_bytes += bytes;
    tournament->held_moves += moves;
    assert(tournament->held_bytes >= 0 && tournament->held_moves >= 0);
    for (int i = 0; i < 2; i++) {
        place_set_bytes(&tournament->places[i], tournament->held_bytes);
        place_set_moves(&tournament->places[i], tournament->held_moves);
    }
}

bool tournament_can_hold(const struct hall *hall, const struct tournament *tournament, int64_t more)
{
    return tournament->held_bytes + more == 0 ||
           (place_can_hold(hall, &tournament->places[0], more) &&
            place_can_hold(hall, &tournament->places[1], more));
}

void tournament_measure(struct tournament *tournament)
{
    struct pairing pairing = plan_pairing(&tournament->plan, tournament->entrant_count);
    struct error error;
    bool possible = !pairing_check(&pairing, &error);
    tournament->rounds = possible ? pairing_rounds(&pairing) : 0;
    tournament->boards = possible ? pairing_boards(&pairing) : 0;
    tournament->total = possible ? 2 * pairing_meetings(&pairing) : 0;
}

void tournaments_return(struct hall *hall, const struct player *player)
{
    struct tournament *tournament;
    DL_FOREACH2(player->directed, tournament, next_directed)
    {
        place_take_at_address(hall, &tournament->places[0], PLACE_TOURNAMENT, player,
                              &tournament->deadline);
        tournament_hold(tournament, 0, 0);
        tournament_await(hall, tournament);
    }
}

/* --- followers --- */

void answer_tournament_number(struct hall *hall, struct hall_caller from, int64_t tournament)
{
    answer(hall, from, &wire_record_tournament_number,
           &(struct wire_tournament_number){.tournament = tournament});
}

/* How it stands. */
static struct wire_tournament_news news_of(const struct tournament *tournament)
{
    return (struct wire_tournament_news){
        .tournament = tournament->id,
        .state = wire_text(tournament_state_text(tournament->state)),
        .reason = wire_text(tournament->reason),
        .round = tournament->decided,
        .matches = tournament->matches,
        .total = tournament->total,
        .live = tournament->live,
        .missing = tournament->missing,
        /* One that is over waits for no judgement. */
        .unjudged = tournament_is_over(tournament) ? 0 : tournament->unjudged,
    };
}

static void add_session_of(const struct player *player, struct id_list *sessions)
{
    if (player && player->session)
        id_list_add(sessions, player->session);
}

void tournament_tell(struct hall *hall, struct tournament *tournament)
{
    struct id_list sessions = {0};
    if (tournament->news != NEWS_NONE)
        for (size_t i = 0; i < tournament->followers.count; i++)
            id_list_add(&sessions, tournament->followers.ids[i]);
    if (tournament->news == NEWS_FOR_ALL) {
        add_session_of(tournament->owner, &sessions);
        for (int i = 0; i < tournament->entrant_count; i++)
            add_session_of(tournament->entrants[i]->player, &sessions);
    }
    tournament->news = NEWS_NONE;
    if (sessions.count == 0)
        return;
    struct wire_tournament_news news = news_of(tournament);
    struct message *message = say(hall, WIRE_EVENT_TOURNAMENT_CHANGED, &news);
    for (size_t i = 0; i < sessions.count; i++)
        message_to(message, sessions.ids[i]);
    id_list_finish(&sessions);
}

static bool may_follow(struct hall *hall, struct hall_caller from, const struct session *session,
                       const struct tournament *tournament)
{
    const struct watchable watchable = {
        .noun = "tournament",
        .nouns = "tournaments",
        .id = tournament->id,
        .spectators = &tournament->followers,
    };
    return spectator_may_come(hall, from, session, &session->followed, &watchable);
}

void hall_tournament_watch(struct hall *hall, struct hall_caller from, int64_t id)
{
    struct session *session = session_find(hall, from.session);
    struct tournament *tournament = tournament_find(hall, id);
    if (!tournament) {
        refuse(hall, from, ERROR_NO_SUCH_TOURNAMENT,
               "there is no tournament %lld, or it is over: tournament.show tells", (long long)id);
        return;
    }
    if (!id_list_has(&session->followed, (uint64_t)id)) {
        if (!may_follow(hall, from, session, tournament))
            return;
        id_list_add(&session->followed, (uint64_t)id);
        id_list_add(&tournament->followers, session->id);
    }
    struct wire_tournament_news news = news_of(tournament);
    answer(hall, from, &wire_record_tournament_news, &news);
}

static void unfollow(struct hall *hall, const struct session *session, int64_t id)
{
    struct tournament *tournament = NULL;
    HASH_FIND(hh, hall->tournaments, &id, sizeof id, tournament);
    if (tournament)
        id_list_remove(&tournament->followers, session->id);
}

void hall_tournament_unwatch(struct hall *hall, struct hall_caller from, int64_t id)
{
    struct session *session = session_find(hall, from.session);
    unfollow(hall, session, id);
    id_list_remove(&session->followed, (uint64_t)id);
    answer_done(hall, from);
}

void tournaments_unfollow(struct hall *hall, struct session *session)
{
    for (size_t i = 0; i < session->followed.count; i++)
        unfollow(hall, session, (int64_t)session->followed.ids[i]);
}

/* --- look-ups: the driver answers them from the database, also for tournaments that are over ---
 */

static struct message *look_up(struct hall *hall, struct hall_caller from, enum message_kind kind,
                               int64_t tournament)
{
    struct message *message = answer_later(hall, from, kind);
    message->look_up_tournament.tournament = tournament;
    return message;
}

void hall_tournament_list(struct hall *hall, struct hall_caller from, int64_t before, int64_t limit)
{
    struct message *message = look_up(hall, from, MESSAGE_LOOK_UP_TOURNAMENTS, 0);
    message->look_up_tournament.before = before;
    message->look_up_tournament.limit = limit;
}

void hall_tournament_show(struct hall *hall, struct hall_caller from, int64_t tournament)
{
    look_up(hall, from, MESSAGE_LOOK_UP_TOURNAMENT, tournament);
}

void hall_tournament_standings(struct hall *hall, struct hall_caller from, int64_t tournament)
{
    look_up(hall, from, MESSAGE_LOOK_UP_STANDINGS, tournament);
}

void hall_tournament_pairs(struct hall *hall, struct hall_caller from, int64_t tournament,
                           int64_t after, int64_t limit)
{
    struct message *message = look_up(hall, from, MESSAGE_LOOK_UP_PAIRS, tournament);
    message->look_up_tournament.after = after;
    message->look_up_tournament.limit = limit;
}

void hall_tournament_export(struct hall *hall, struct hall_caller from, int64_t tournament,
                            bool times, int64_t after, int64_t limit)
{
    struct message *message = look_up(hall, from, MESSAGE_LOOK_UP_EXPORT, tournament);
    message->look_up_tournament.times = times;
    message->look_up_tournament.after = after;
    message->look_up_tournament.limit = limit;
}

void hall_tournament_seal(struct hall *hall, struct hall_caller from, int64_t tournament)
{
    look_up(hall, from, MESSAGE_LOOK_UP_SEAL, tournament);
}

void hall_rating_list(struct hall *hall, struct hall_caller from, struct hall_text player,
                      struct hall_text family, int64_t limit)
{
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_RATINGS);
    char *player_key = player.bytes ? name_key(player.bytes, player.len) : NULL;
    char *family_text = family.bytes ? memory_text(family.bytes, family.len) : NULL;
    message->look_up_ratings.player_key = player_key;
    message->look_up_ratings.family = family_text;
    message->look_up_ratings.limit = limit;
    message_keep(message,
                 (const char **const[]){&message->look_up_ratings.player_key,
                                        &message->look_up_ratings.family},
                 2);
    free(player_key);
    free(family_text);
}

void hall_rating_history(struct hall *hall, struct hall_caller from, struct hall_text player,
                         struct hall_text family, int64_t before, int64_t limit)
{
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_RATING_POINTS);
    char *player_key = name_key(player.bytes, player.len);
    char *family_text = memory_text(family.bytes, family.len);
    message->look_up_rating_points.player_key = player_key;
    message->look_up_rating_points.family = family_text;
    message->look_up_rating_points.before = before;
    message->look_up_rating_points.limit = limit;
    message_keep(message,
                 (const char **const[]){&message->look_up_rating_points.player_key,
                                        &message->look_up_rating_points.family},
                 2);
    free(player_key);
    free(family_text);
}
