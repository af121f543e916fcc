/* Moves: the request, whose turn it is, and the room that the moves of all matches take. */
#include "server/hall/match_record.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/players.h"
#include "server/hall/tournament.h"

#include <assert.h>

void match_refuse_ply(struct hall *hall, struct hall_caller from, const struct match *match,
                      int64_t ply)
{
    struct error error;
    if (ply == match->ply + 1)
        error_set(&error, ERROR_STALE_PLY,
                  "moves of match %lld were taken back: look at it before you make move %lld",
                  (long long)match->record.id, (long long)ply);
    else
        error_set(&error, ERROR_STALE_PLY, "match %lld is at ply %lld: move %lld cannot be made",
                  (long long)match->record.id, (long long)match->ply, (long long)ply);
    text_clear(&hall->printed);
    position_print(&match->rules->rules, &match->position, &hall->printed);
    struct wire_stale stale = {
        .match = match->record.id,
        .seq = match_seq(match),
        .ply = match->ply,
        .position = {.bytes = hall->printed.bytes, .len = hall->printed.len},
        .back = or_absent(match->takebacks.times),
    };
    refuse_stale(hall, from, &error, &stale);
}

/* Was this, to the letter, the move made at that ply? */
static bool is_made(const struct match *match, int64_t ply, struct hall_text text)
{
    struct wire_match made = {0};
    struct wire_text moves = {.bytes = match->moves.bytes, .len = match->moves.len}, move;
    match_record_take_moves(&made, moves, ply - 1, &move, 1);
    return made.moves_count == 1 && move.len == text.len &&
           memcmp(move.bytes, text.bytes, text.len) == 0;
}

/* `seq`: the changes of the match up to this move. */
static void answer_move(struct hall *hall, struct hall_caller from, const struct match *match,
                        int64_t ply, int64_t seq)
{
    struct wire_move_done done = {.match = match->record.id, .seq = seq, .ply = ply};
    answer(hall, from, &wire_record_move_done, &done);
}

/* Asks the driver whether this move was made, perhaps in another notation. The match has to be
 * replayed for that, which takes too long for the loop. */
static void look_up_move(struct hall *hall, struct hall_caller from, const struct player *player,
                         int64_t match, int64_t ply, struct hall_text text)
{
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_MOVE);
    message->look_up_move.match = match;
    message->look_up_move.ply = ply;
    message->look_up_move.player = player->id;
    text_append(&message->bytes, text.bytes, text.len);
    message->look_up_move.move = text_string(&message->bytes);
}

/* May this player make the move number `ply` now? Otherwise the request is answered here. */
static bool check_turn(struct hall *hall, struct hall_caller from, const struct match *match,
                       const struct player *player, int64_t ply, int64_t back,
                       struct hall_text text)
{
    enum seat seat = match_seat_of(match, player);
    bool own_ply = (seat == SEAT_FIRST) == (ply % 2 == 1);
    if (seat == SEAT_NOBODY)
        refuse(hall, from, ERROR_NOT_A_PLAYER, "you have no seat in match %lld",
               (long long)match->record.id);
    else if (ply <= match->ply && own_ply && is_made(match, ply, text))
        answer_move(hall, from, match, ply,
                    taken_back_seq(text_string(&match->takebacks.taken), ply));
    else if (ply <= match->ply && own_ply)
        look_up_move(hall, from, player, match->record.id, ply, text);
    else if (ply != match->ply + 1 || back != match->takebacks.times)
        match_refuse_ply(hall, from, match, ply);
    else if (!own_ply)
        refuse(hall, from, ERROR_NOT_YOUR_TURN, "move %lld is your opponent's to make",
               (long long)ply);
    else
        return true;
    return false;
}

static void record_move(struct hall *hall, const struct match *match, const char *text, size_t len,
                        const struct move_times *times)
{
    struct record *record = batch_append(hall->open, RECORD_MOVE);
    record->move.match = match->record.id;
    record->move.ply = match->ply;
    record->move.move = batch_keep(hall->open, text, len);
    record->move.at_ms = hall->now_ms;
    record->move.taken_ms = times->taken_ms;
    record->move.credit_ms = times->credit_ms;
    record->move.left_ms = times->left_ms;
}

void match_give_turn(const struct match *match, struct message *message)
{
    message->gives_turn = match->record.id;
    message->turn_seq = match_seq(match);
}

static void tell_moved(struct hall *hall, const struct match *match, const char *text, size_t len,
                       const struct move_times *times)
{
    text_clear(&hall->printed);
    position_print(&match->rules->rules, &match->position, &hall->printed);
    struct wire_moved event = {
        .match = match->record.id,
        .seq = match_seq(match),
        .ply = match->ply,
        .move = {.bytes = text, .len = len},
        .taken = times->taken_ms,
        .credit = times->credit_ms,
        .left = unless_negative(times->left_ms),
        .first_move_left = unless_negative(clock_first_move_left(hall, match)),
        .await_left = unless_negative(clock_await_left(hall, match)),
        .claim_in = unless_negative(clock_claim_in(hall, match)),
        .idle_left = unless_negative(clock_idle_left(hall, match)),
    };
    if (hall->printed.len <= WIRE_EVENT_POSITION_MAX)
        event.position = (struct wire_text){hall->printed.bytes, hall->printed.len};
    match_give_turn(match, match_say(hall, match, WIRE_EVENT_MATCH_MOVED, &event));
}

/* The places of a match, or of its tournament; returns how many. */
static int places_of(const struct match *match, const struct place *ret_places[3])
{
    const struct tournament *tournament = match->pair ? match->pair->tournament : NULL;
    ret_places[0] = tournament ? &tournament->places[0] : &match->seats[0].place;
    ret_places[1] = tournament ? &tournament->places[1] : &match->seats[1].place;
    ret_places[2] = &match->place;
    return tournament ? 2 : 3;
}

/* The place of a match whose holder holds more moves than it may; NULL: none does. */
static const struct place *find_overfull(const struct hall *hall, const struct match *match)
{
    const struct place *places[3];
    int count = places_of(match, places);
    for (int i = 0; i < count; i++)
        if (place_has_many_moves(hall, places[i]))
            return places[i];
    return NULL;
}

/* Of the addresses at which the match holds places: the bytes held at the one that holds most. -1:
 * the match has few moves, or holds nothing where too much is held. */
static int64_t weight_of(const struct match *match, const struct place *overfull)
{
    const struct place *places[3];
    int count = match->held_moves > 0 ? places_of(match, places) : 0;
    int64_t most = 0;
    bool is_there = false;
    for (int i = 0; i < count; i++) {
        const struct holder *holder = places[i]->holder;
        bool counts = places[i]->party == overfull->party || overfull->party == PARTY_ACCOUNTS;
        is_there |= holder == overfull->holder && counts;
        if (holder && holder->address && holder->moves[places[i]->party] > most)
            most = holder->moves[places[i]->party];
    }
    return is_there ? most : -1;
}

/* Of the live matches, the longest at the address that holds most; NULL: all have few moves. */
static struct match *find_longest(const struct hall *hall, const struct place *overfull)
{
    struct match *longest = NULL;
    int64_t most = -1;
    for (size_t i = 0; i < hall->live.count; i++) {
        struct match *match = hall->live_in_order[i];
        int64_t weight = weight_of(match, overfull);
        bool is_longer = longest && weight == most && match->held_moves > longest->held_moves;
        if (weight > most || is_longer) {
            longest = match;
            most = weight;
        }
    }
    return longest;
}

/* Ends the longest match while a place of this match holds more moves than it may. Each search
 * looks at all live matches, but frees thousands of bytes. */
static void end_longest(struct hall *hall, const struct match *grown)
{
    const struct place *overfull;
    struct match *longest;
    while (grown->ending == ENDING_NONE && (overfull = find_overfull(hall, grown)) &&
           (longest = find_longest(hall, overfull))) {
        if (longest->pair)
            tournament_cancel(hall, longest->pair->tournament,
                              "the moves of its matches took more memory than there is for them");
        else
            match_end(hall, longest, ENDING_ABORTED, SEAT_NOBODY);
    }
}

static void make_move(struct hall *hall, struct hall_caller from, struct match *match,
                      const struct move *move)
{
    size_t before = match->moves.len;
    struct move_times times = clock_charge(hall, match, clock_came(hall, from));
    takebacks_note_move(match, (int)(match->ply % 2));
    match_play(match, move);
    hall->moves++;
    const char *text = match->moves.bytes + before + (match->ply > 1);
    size_t len = strlen(text);
    record_move(hall, match, text, len, &times);
    if (match->ply % PAID_PLIES == 0)
        payers_charge_match(hall, match);
    answer_move(hall, from, match, match->ply, match_seq(match));
    tell_moved(hall, match, text, len, &times);
    if (position_is_over(&match->rules->rules, &match->position)) {
        enum seat stuck = match->ply % 2 == 0 ? SEAT_FIRST : SEAT_SECOND;
        enum stuck_result result = position_stuck_result(&match->rules->rules, &match->position);
        if (result == STUCK_DRAWS)
            match_end(hall, match, ENDING_DRAW, SEAT_NOBODY);
        else
            match_end(hall, match, ENDING_NORMAL,
                      result == STUCK_WINS ? stuck : seat_opposite(stuck));
    } else if (match->ply == HALL_PLIES_MAX) {
        match_end(hall, match, ENDING_PLIES, SEAT_NOBODY);
    } else if (match_hold_moves(match)) {
        end_longest(hall, match);
    }
}

bool match_check_time(struct hall *hall, struct hall_caller from, struct match *match)
{
    enum ending ending = clock_verdict(hall, match, clock_came(hall, from));
    if (ending == ENDING_NONE)
        return true;
    int64_t id = match->record.id;
    bool is_own = match->seats[match->ply % 2].player == player_of(hall, from);
    match_end_by_time(hall, match, ending);
    /* Said last, so that it waits for the end to be on disk. */
    refuse(hall, from, ERROR_MATCH_OVER, "match %lld is over: %s time was up", (long long)id,
           is_own ? "your" : "your opponent's");
    return false;
}

void hall_match_move(struct hall *hall, struct hall_caller from, int64_t id, int64_t ply,
                     int64_t back, struct hall_text text)
{
    const struct player *player = player_of(hall, from);
    struct match *match = match_find(hall, id);
    if (!match) {
        /* It may be one whose answer was lost. */
        look_up_move(hall, from, player, id, ply, text);
        return;
    }
    if (!changes_allowed(hall, from) || !check_turn(hall, from, match, player, ply, back, text) ||
        !match_check_time(hall, from, match) || !payers_allow_move(hall, from, player, match))
        return;
    struct move move;
    struct error error;
    if (!move_parse(&match->rules->rules, &match->position, text.bytes, text.len, &move, &error)) {
        make_move(hall, from, match, &move);
        return;
    }
    match_count_illegal(hall, match, player);
    /* Said last, so that it waits for an end to be on disk. */
    hall_refuse(hall, from, &error);
}
