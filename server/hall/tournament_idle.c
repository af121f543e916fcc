/* Idle tournaments: the server cancels a tournament that has waited for too long, so that its
 * places are free again.
 *
 * An open one waits for its director, a paused one too once its live matches are over; something
 * has to happen in it from time to time. A running one that everybody has left would only be lost
 * by one forfeit after the other, unless its clock lets players be away. An open or paused one that
 * everybody has left lives on if its director has an account. */
#include "server/hall/tournament.h"

static bool is_waiting(const struct tournament *tournament)
{
    return tournament->state == TOURNAMENT_OPEN || tournament->state == TOURNAMENT_PAUSED;
}

static bool is_guests(const struct tournament *tournament)
{
    return tournament->places[1].party == PARTY_GUESTS;
}

static bool is_anybody_there(const struct tournament *tournament)
{
    if (tournament->owner->session)
        return true;
    for (int i = 0; i < tournament->entrant_count; i++) {
        const struct entrant *entrant = tournament->entrants[i];
        if (entrant->player && entrant->player->session && entrant->withdrawn < 0)
            return true;
    }
    return false;
}

/* Must somebody be there, or it ends? */
static bool needs_somebody(const struct tournament *tournament)
{
    if (tournament->state == TOURNAMENT_RUNNING)
        return !time_control_is_patient(&tournament->plan.control) &&
               (tournament->open > 0 || round_is_next(tournament));
    return is_waiting(tournament) && tournament->live == 0 && is_guests(tournament);
}

static int64_t left_until(const struct hall *hall, const struct tournament *tournament)
{
    return tournament->is_left && needs_somebody(tournament)
               ? tournament->left_ms + hall->limits.left_tournament_ms
               : INT64_MAX;
}

static int64_t idle_until(const struct hall *hall, const struct tournament *tournament)
{
    return is_waiting(tournament) && tournament->live == 0
               ? tournament->idle_ms + hall->limits.idle_tournament_ms
               : INT64_MAX;
}

void tournament_await(struct hall *hall, struct tournament *tournament)
{
    bool was_left = tournament->is_left;
    tournament->is_left = !is_anybody_there(tournament);
    if (tournament->is_left && !was_left)
        tournament->left_ms = hall->play_ms;
    int64_t idle_ms = idle_until(hall, tournament), left_ms = left_until(hall, tournament);
    deadlines_set(&hall->deadlines, &tournament->deadline, idle_ms < left_ms ? idle_ms : left_ms);

    /* The time that a guest's tournament has before it makes room begins with the start. */
    int64_t since_ms = tournament->idle_ms > 0 ? tournament->idle_ms : 0;
    bool makes_room = idle_ms < INT64_MAX && is_guests(tournament);
    for (int i = 0; i < 2; i++)
        place_set_idle(&tournament->places[i],
                       makes_room ? since_ms + hall->limits.guest_idle_ms : INT64_MAX);
}

void tournament_await_anew(struct hall *hall, struct tournament *tournament)
{
    tournament->idle_ms = hall->play_ms;
    tournament_await(hall, tournament);
}

void tournament_note_activity(struct hall *hall, struct tournament *tournament)
{
    if (!is_waiting(tournament))
        return;
    struct record *record = batch_append(hall->open, RECORD_TOURNAMENT_ACTIVE);
    record->tournament_active.id = tournament->id;
    record->tournament_active.at_ms = hall->now_ms;
    tournament_await_anew(hall, tournament);
}

void tournaments_of_player_changed(struct hall *hall, const struct player *player)
{
    struct tournament *tournament;
    const struct entrant *entrant;
    DL_FOREACH2(player->directed, tournament, next_directed)
    {
        tournament_await(hall, tournament);
    }
    DL_FOREACH2(player->entries, entrant, next_entry)
    {
        tournament_await(hall, entrant->tournament);
    }
}

void tournament_restore_activity(struct hall *hall, struct tournament *tournament,
                                 int64_t active_ms)
{
    int64_t idle_ms = hall->now_ms > active_ms ? hall->now_ms - active_ms : 0;
    /* Also a tournament that has been idle for too long gets the grace period. */
    int64_t most_ms = hall->limits.idle_tournament_ms - hall->limits.restart_grace_ms;
    tournament->idle_ms = hall->play_ms - (idle_ms < most_ms ? idle_ms : most_ms);
}

void tournament_expire(struct hall *hall, struct tournament *tournament)
{
    if (idle_until(hall, tournament) <= hall->play_ms)
        tournament_cancel(hall, tournament, "nothing has happened in it for too long");
    else if (left_until(hall, tournament) <= hall->play_ms)
        tournament_cancel(hall, tournament, "everybody has left it");
    else
        tournament_await(hall, tournament); /* since then its matches have ended */
}
