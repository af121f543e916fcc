/* How matches end: by the rules, by time, by a player's request, or because a player is gone. */
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/players.h"
#include "server/hall/tournament.h"

#include <assert.h>

void match_end(struct hall *hall, struct match *match, enum ending ending, enum seat winner)
{
    assert(match->ending == ENDING_NONE && ending != ENDING_NONE);
    assert((winner == SEAT_NOBODY) || (ending != ENDING_VOID && ending != ENDING_ABORTED));
    match->ending = ending;
    hall->endings[ending]++;
    struct record *record = batch_append(hall->open, RECORD_END);
    const struct text *times = &match->clock.times;
    record->end.match = match->record.id;
    record->end.plies = match->ply;
    record->end.moves = batch_keep(hall->open, text_string(&match->moves), match->moves.len);
    record->end.times = batch_keep(hall->open, text_string(times), times->len);
    record->end.taken_back =
        batch_keep(hall->open, text_string(&match->takebacks.taken), match->takebacks.taken.len);
    record->end.ending = ending;
    record->end.winner = winner;
    /* The time of day may have been set back while the server was not running. */
    record->end.ended_ms =
        hall->now_ms > match->record.created_ms ? hall->now_ms : match->record.created_ms;
    payers_charge_match(hall, match);
    struct wire_ended event = {
        .match = match->record.id,
        .seq = match_seq(match),
        .ending = wire_text(ending_text(ending)),
        .winner = wire_text(seat_text(winner)),
    };
    match_say(hall, match, WIRE_EVENT_MATCH_ENDED, &event);
    if (ending != ENDING_VOID)
        unjudged_add(hall, match);
    ratings_change(hall, match, winner);
    if (match->record.tournament)
        tournament_match_ended(hall, match, ending, winner);
    match_retire(hall, match);
}

void match_end_by_time(struct hall *hall, struct match *match, enum ending ending)
{
    enum seat mover = match->ply % 2 == 0 ? SEAT_FIRST : SEAT_SECOND;
    bool has_winner =
        ending != ENDING_UNSTARTED && ending != ENDING_ABANDONED && ending != ENDING_ABORTED;
    match_end(hall, match, ending, has_winner ? seat_opposite(mover) : SEAT_NOBODY);
}

void matches_give_up(struct hall *hall, const struct player *player)
{
    struct seating *seat, *next;
    DL_FOREACH_SAFE (player->seats, seat, next) {
        struct match *match = seat->match;
        if (match->record.tournament)
            continue;
        if (match->ply < 2)
            match_end(hall, match, ENDING_ABORTED, SEAT_NOBODY);
        else
            match_end(hall, match, ENDING_RESIGNATION, seat_opposite(match_seat_of(match, player)));
    }
}

void match_count_illegal(struct hall *hall, struct match *match, const struct player *player)
{
    enum seat seat = match_seat_of(match, player);
    if (match->record.tournament &&
        ++match->illegal[seat - SEAT_FIRST] >= hall->limits.illegal_moves)
        match_end(hall, match, ENDING_ILLEGAL, seat_opposite(seat));
}

void hall_fault(struct hall *hall, uint64_t id)
{
    const struct session *session = session_find(hall, id);
    if (!session || is_stalled(hall) || hall->closing)
        return;
    const struct player *player = session->player;
    struct seating *seat, *next;
    DL_FOREACH_SAFE (player->seats, seat, next) {
        struct match *match = seat->match;
        if (match->record.tournament)
            match_end(hall, match, ENDING_PROTOCOL, seat_opposite(match_seat_of(match, player)));
    }
}

void hall_match_resign(struct hall *hall, struct hall_caller from, int64_t id, struct hall_text key)
{
    struct player *player;
    struct match *match = match_change(hall, from, REQUEST_MATCH_RESIGN, id, key, &player);
    if (!match)
        return;
    answer_keep(hall, player->id, key, REQUEST_MATCH_RESIGN, id, 0, true);
    answer_done(hall, from);
    match_end(hall, match, ENDING_RESIGNATION, seat_opposite(match_seat_of(match, player)));
}

/* Refuses a request that needs the absence of a player, with the reason; `missing_ms` is from
 * clock_absence_missing(). */
static void refuse_absence(struct hall *hall, struct hall_caller from, const struct match *match,
                           const struct player *absent, int64_t missing_ms)
{
    if (absent->session) {
        refuse(hall, from, ERROR_TOO_EARLY, "'%s' is connected", absent->name);
    } else if (clock_is_patient(match)) {
        refuse(hall, from, ERROR_TOO_EARLY,
               "'%s' need not be connected in match %lld: the clock decides", absent->name,
               (long long)match->record.id);
    } else if (missing_ms == INT64_MAX) {
        refuse(hall, from, ERROR_TOO_EARLY, "it is your move in match %lld",
               (long long)match->record.id);
    } else {
        struct error error;
        error_set(&error, ERROR_TOO_EARLY, "'%s' is not gone long enough: ask again in %lld s",
                  absent->name, (long long)(missing_ms + 999) / 1000);
        error.wait_ms = missing_ms;
        hall_refuse(hall, from, &error);
    }
}

/* May a match in which both have moved be aborted because the opponent is gone? Otherwise the
 * request is refused. */
static bool check_abort(struct hall *hall, struct hall_caller from, const struct match *match,
                        const struct player *player)
{
    int other = seat_opposite(match_seat_of(match, player)) - SEAT_FIRST;
    const struct player *absent = match->seats[other].player;
    int64_t missing_ms = clock_absence_missing(hall, match, other, false);
    if (missing_ms <= 0)
        return true;
    if (absent->session)
        refuse(hall, from, ERROR_TOO_LATE, "both have moved in match %lld: resign instead",
               (long long)match->record.id);
    else
        refuse_absence(hall, from, match, absent, missing_ms);
    return false;
}

void hall_match_abort(struct hall *hall, struct hall_caller from, int64_t id, struct hall_text key)
{
    struct player *player;
    struct match *match = match_change(hall, from, REQUEST_MATCH_ABORT, id, key, &player);
    if (!match)
        return;
    if (match->record.tournament) {
        refuse(hall, from, ERROR_NOT_YOURS,
               "match %lld belongs to a tournament: resign, or ask its owner to void the pair",
               (long long)id);
        return;
    }
    if (match->ply >= 2 && !check_abort(hall, from, match, player))
        return;
    answer_keep(hall, player->id, key, REQUEST_MATCH_ABORT, id, 0, true);
    answer_done(hall, from);
    match_end(hall, match, ENDING_ABORTED, SEAT_NOBODY);
}

void hall_match_claim(struct hall *hall, struct hall_caller from, int64_t id, struct hall_text key)
{
    struct player *player;
    struct match *match = match_change(hall, from, REQUEST_MATCH_CLAIM, id, key, &player);
    if (!match)
        return;
    enum seat seat = match_seat_of(match, player);
    int other = seat_opposite(seat) - SEAT_FIRST;
    int64_t missing_ms = clock_absence_missing(hall, match, other, true);
    if (missing_ms > 0) {
        refuse_absence(hall, from, match, match->seats[other].player, missing_ms);
        return;
    }
    answer_keep(hall, player->id, key, REQUEST_MATCH_CLAIM, id, 0, true);
    answer_done(hall, from);
    match_end(hall, match, match->record.tournament ? ENDING_DISCONNECT : ENDING_ABANDONED, seat);
}
