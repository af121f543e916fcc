/* Tournaments that nobody goes on with. An open one waits for its director, a paused one too once its live matches are over: when
 * nothing happens in it for too long, the server cancels it, or places would be taken for ever. */
#include "server/hall/tournament.h"

static bool is_waiting(const struct tournament *tournament)
{
    return tournament->state == TOURNAMENT_OPEN || tournament->state == TOURNAMENT_PAUSED;
}

void tournament_await(struct hall *hall, struct tournament *tournament)
{
    bool is_idle = is_waiting(tournament) && tournament->live == 0;
    deadlines_set(&hall->deadlines, &tournament->deadline,
                  is_idle ? tournament->idle_ms + hall->limits.idle_tournament_ms : INT64_MAX);
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

void tournament_restore_activity(struct hall *hall, struct tournament *tournament,
                                 int64_t active_ms)
{
    int64_t idle_ms = hall->now_ms > active_ms ? hall->now_ms - active_ms : 0;
    /* Also one that has been idle for long enough is given the time of grace. */
    int64_t most_ms = hall->limits.idle_tournament_ms - hall->limits.restart_grace_ms;
    tournament->idle_ms = hall->play_ms - (idle_ms < most_ms ? idle_ms : most_ms);
}

void tournament_expire(struct hall *hall, struct tournament *tournament)
{
    tournament_cancel(hall, tournament, "nothing has happened in it for too long");
}
