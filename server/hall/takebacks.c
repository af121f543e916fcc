/* Takebacks: a player asks, the opponent lets moves of a match be taken back or does not. */
#include "server/hall/match_record.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/players.h"

#include <assert.h>

struct wire_takeback takeback_shown(const struct match *match)
{
    const struct takebacks *takebacks = &match->takebacks;
    assert(takebacks->asker != SEAT_NOBODY);
    return (struct wire_takeback){
        .match = match->record.id,
        .seq = match_seq(match),
        .player = wire_text(seat_text(takebacks->asker)),
        .ply = takebacks->ply,
        .open = true,
    };
}

void takebacks_note_move(struct match *match, int seat)
{
    match->takebacks.asker = SEAT_NOBODY;
    match->takebacks.is_declined[seat] = false;
}

/* For the two players alone: nobody else can answer. */
static void tell_question(struct hall *hall, const struct match *match, bool is_open)
{
    struct wire_takeback event = takeback_shown(match);
    event.open = is_open;
    struct message *message = say(hall, WIRE_EVENT_MATCH_TAKEBACK, &event);
    for (int i = 0; i < 2; i++)
        if (match->seats[i].player->session)
            message_to(message, match->seats[i].player->session);
}

/* May moves be taken back in this match at all? Otherwise the request is refused. */
static bool check_friendly(struct hall *hall, struct hall_caller from, const struct match *match)
{
    long long id = match->record.id;
    if (match->record.tournament)
        refuse(hall, from, ERROR_NO_TAKEBACK,
               "match %lld belongs to a tournament: no moves are taken back in it", id);
    else if (match->record.rated)
        refuse(hall, from, ERROR_NO_TAKEBACK,
               "match %lld is rated: moves are taken back in friendly matches only", id);
    else
        return true;
    return false;
}

/* May the player of this seat ask now to take this move back? Otherwise the request is refused. */
static bool check_question(struct hall *hall, struct hall_caller from, const struct match *match,
                           enum seat seat, int64_t ply)
{
    const struct takebacks *takebacks = &match->takebacks;
    long long id = match->record.id;
    const char *opponent = match->seats[seat_opposite(seat) - SEAT_FIRST].player->name;
    if (!check_friendly(hall, from, match))
        return false;
    if (ply > match->ply)
        match_refuse_ply(hall, from, match, ply);
    else if ((ply % 2 == 1) != (seat == SEAT_FIRST))
        refuse(hall, from, ERROR_NOT_YOURS, "move %lld of match %lld is your opponent's",
               (long long)ply, id);
    else if (takebacks->asker == seat)
        refuse(hall, from, ERROR_NO_TAKEBACK, "you have asked '%s' already in match %lld", opponent,
               id);
    else if (takebacks->asker != SEAT_NOBODY)
        refuse(hall, from, ERROR_NO_TAKEBACK,
               "'%s' has asked you to take a move back in match %lld: answer that first", opponent,
               id);
    else if (takebacks->is_declined[seat - SEAT_FIRST])
        refuse(hall, from, ERROR_NO_TAKEBACK,
               "'%s' has declined in match %lld: ask again after your next move", opponent, id);
    else if (takebacks->unaccepted[seat - SEAT_FIRST] >= HALL_TAKEBACKS_ASKED_MAX)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "you have asked %d times in vain in match %lld, as often as may be",
               HALL_TAKEBACKS_ASKED_MAX, id);
    else if (match->ply > HALL_TAKEBACK_PLIES_MAX)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "match %lld has more than %d moves: none is taken back any more", id,
               HALL_TAKEBACK_PLIES_MAX);
    else if (takebacks->moves + match->ply - (ply - 1) > HALL_TAKEN_BACK_MAX)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "of match %lld at most %d moves may be taken back: %lld were already", id,
               HALL_TAKEN_BACK_MAX, (long long)takebacks->moves);
    else
        return true;
    return false;
}

void hall_match_takeback(struct hall *hall, struct hall_caller from, int64_t id, int64_t ply,
                         struct hall_text key)
{
    struct player *player;
    struct match *match = match_change(hall, from, REQUEST_MATCH_TAKEBACK, id, key, &player);
    if (!match)
        return;
    enum seat seat = match_seat_of(match, player);
    if (!check_question(hall, from, match, seat, ply))
        return;
    match->takebacks.asker = seat;
    match->takebacks.ply = ply;
    match->takebacks.unaccepted[seat - SEAT_FIRST]++;
    answer_keep(hall, player->id, key, REQUEST_MATCH_TAKEBACK, id, 0, false);
    answer_done(hall, from);
    tell_question(hall, match, true);
}

/* Begins the answer to an open question of the opponent; NULL when it was answered here. */
static struct match *begin_answer(struct hall *hall, struct hall_caller from,
                                  enum request_kind kind, int64_t id, int64_t seq, int64_t ply,
                                  struct hall_text key, struct player **ret_player)
{
    struct match *match = match_change(hall, from, kind, id, key, ret_player);
    if (!match)
        return NULL;
    enum seat opponent = seat_opposite(match_seat_of(match, *ret_player));
    if (match->takebacks.asker == opponent && match->takebacks.ply == ply &&
        match_seq(match) == seq)
        return match;
    refuse(hall, from, ERROR_NO_SUCH_TAKEBACK,
           "the question about move %lld of match %lld is open no more", (long long)ply,
           (long long)id);
    return NULL;
}

static void record_takeback(struct hall *hall, const struct match *match, int64_t ply,
                            const struct move_times *times)
{
    struct record *record = batch_append(hall->open, RECORD_TAKEBACK);
    record->move.match = match->record.id;
    record->move.ply = ply;
    record->move.move = batch_keep(hall->open, "", 0);
    record->move.at_ms = hall->now_ms;
    record->move.taken_ms = times->taken_ms;
    record->move.credit_ms = times->credit_ms;
    record->move.left_ms = times->left_ms;
}

static void tell_taken_back(struct hall *hall, const struct match *match)
{
    text_clear(&hall->printed);
    position_print(&match->rules->rules, &match->position, &hall->printed);
    struct wire_taken_back event = {
        .match = match->record.id,
        .seq = match_seq(match),
        .ply = match->ply,
        .back = match->takebacks.times,
        .first_left = unless_negative(clock_left(hall, match, 0)),
        .second_left = unless_negative(clock_left(hall, match, 1)),
        .clock_runs = clock_runs(hall, match),
        .first_move_left = unless_negative(clock_first_move_left(hall, match)),
        .await_left = unless_negative(clock_await_left(hall, match)),
        .claim_in = unless_negative(clock_claim_in(hall, match)),
        .idle_left = unless_negative(clock_idle_left(hall, match)),
    };
    if (hall->printed.len <= WIRE_EVENT_POSITION_MAX)
        event.position = (struct wire_text){hall->printed.bytes, hall->printed.len};
    match_give_turn(match, match_say(hall, match, WIRE_EVENT_MATCH_TAKEN_BACK, &event));
}

void hall_match_accept_takeback(struct hall *hall, struct hall_caller from, int64_t id, int64_t seq,
                                int64_t ply, struct hall_text key)
{
    struct player *player;
    struct match *match =
        begin_answer(hall, from, REQUEST_MATCH_ACCEPT_TAKEBACK, id, seq, ply, key, &player);
    if (!match || !match_check_time(hall, from, match))
        return;
    struct takebacks *takebacks = &match->takebacks;
    takebacks->unaccepted[takebacks->asker - SEAT_FIRST]--;
    takebacks->asker = SEAT_NOBODY;
    struct move_times times = clock_take_back(hall, match, clock_came(hall, from), ply - 1);
    match_unplay(match, ply);
    record_takeback(hall, match, ply, &times);
    payers_charge_match(hall, match);
    answer_keep(hall, player->id, key, REQUEST_MATCH_ACCEPT_TAKEBACK, id, 0, true);
    answer_done(hall, from);
    tell_taken_back(hall, match);
    match_hold(match);
}

void hall_match_decline_takeback(struct hall *hall, struct hall_caller from, int64_t id,
                                 int64_t seq, int64_t ply, struct hall_text key)
{
    struct player *player;
    struct match *match =
        begin_answer(hall, from, REQUEST_MATCH_DECLINE_TAKEBACK, id, seq, ply, key, &player);
    if (!match)
        return;
    answer_keep(hall, player->id, key, REQUEST_MATCH_DECLINE_TAKEBACK, id, 0, false);
    answer_done(hall, from);
    tell_question(hall, match, false);
    match->takebacks.is_declined[match->takebacks.asker - SEAT_FIRST] = true;
    match->takebacks.asker = SEAT_NOBODY;
}
