/* Matches: what they are, how they are shown, moves. */
#include "server/hall/matches.h"

#include "common/base/memory.h"
#include "server/hall/match_record.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/players.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>

enum {
    ENDED_SHARE = 4,   /* ended matches are kept with a quarter of the start_bytes at most */
    ADDRESS_PART = 16, /* of the kept ones: an address with more makes room for its own */
    FEW_MOVES_BYTES = 1024,
};

/* --- the list of the live matches: a page of it costs no walk through all of them --- */

/* The place of the first live match whose id is greater than `id`. */
static size_t live_place_after(const struct hall *hall, int64_t id)
{
    size_t low = 0, high = HASH_COUNT(hall->live);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (hall->live_in_order[middle]->record.id <= id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Ids ascend, so a new match is the last one. */
static void live_add(struct hall *hall, struct match *match)
{
    size_t count = HASH_COUNT(hall->live);
    assert(count == 0 || hall->live_in_order[count - 1]->record.id < match->record.id);
    if (count == hall->live_capacity) {
        hall->live_capacity = count > 0 ? 2 * count : 64;
        hall->live_in_order =
            memory_resized(hall->live_in_order, hall->live_capacity, sizeof(struct match *));
    }
    hall->live_in_order[count] = match;
    HASH_ADD(hh, hall->live, record.id, sizeof match->record.id, match);
}

static void live_remove(struct hall *hall, struct match *match)
{
    size_t place = live_place_after(hall, match->record.id) - 1;
    assert(place < HASH_COUNT(hall->live) && hall->live_in_order[place] == match);
    HASH_DELETE(hh, hall->live, match);
    memmove(hall->live_in_order + place, hall->live_in_order + place + 1,
            (HASH_COUNT(hall->live) - place) * sizeof(struct match *));
}

enum error_code match_look(const struct hall *hall, int64_t id, struct match **ret_match,
                           struct error *error)
{
    *ret_match = match_find(hall, id);
    if (*ret_match)
        return ERROR_NONE;
    if (id <= (hall->server_bits | hall->last_match))
        return error_set(error, ERROR_MATCH_OVER, "match %lld is over", (long long)id);
    return error_set(error, ERROR_NO_SUCH_MATCH, "there is no match %lld", (long long)id);
}

struct match *match_require_live(struct hall *hall, struct hall_caller from, int64_t id)
{
    struct match *match;
    struct error error;
    if (match_look(hall, id, &match, &error))
        refuse(hall, from, error.code, "%s", error.message);
    return match;
}

struct match *match_change(struct hall *hall, struct hall_caller from, enum request_kind kind,
                           int64_t id, struct hall_text key, struct player **ret_player)
{
    *ret_player = change_begin(hall, from, kind, id, key);
    if (!*ret_player)
        return NULL;
    struct match *match = match_require_live(hall, from, id);
    if (match && match_seat_of(match, *ret_player) == SEAT_NOBODY) {
        refuse(hall, from, ERROR_NOT_A_PLAYER, "you have no seat in match %lld", (long long)id);
        return NULL;
    }
    return match;
}

static int64_t moves_bytes(const struct match *match)
{
    return (int64_t)(match->moves.len + match->clock.times.len + match->takebacks.taken.len);
}

static void hold_in(struct place *place, const struct match *match)
{
    place_set_bytes(place, match->held_start);
    place_set_moves(place, match->held_moves);
}

void match_hold(struct match *match)
{
    if (match->record.tournament && !match->pair)
        return; /* it is being restored before its tournament */
    assert(!match->pair || match->pair->tournament->id == match->record.tournament);
    /* Short starts of tournaments and few moves are not counted: there are only so many places. */
    int64_t moves = moves_bytes(match) >= FEW_MOVES_BYTES ? moves_bytes(match) : 0;
    int64_t start =
        match->pair ? start_bytes_of_long(match->record.start) : start_bytes(match->record.start);
    if (match->pair)
        tournament_hold(match->pair->tournament, start - match->held_start,
                        moves - match->held_moves);
    match->held_start = start;
    match->held_moves = moves;
    for (int i = 0; i < 2; i++)
        hold_in(&match->seats[i].place, match);
    hold_in(&match->place, match);
}

bool match_hold_moves(struct match *match)
{
    bool have_grown = moves_bytes(match) - match->held_moves >= FEW_MOVES_BYTES;
    if (have_grown)
        match_hold(match);
    return have_grown;
}

/* Holds a place at the address of the player of this seat, unless the other seat holds that
 * already. */
static void take_place_of_seat(struct hall *hall, struct match *match, int seat)
{
    const struct player *player = match->seats[seat].player;
    const struct player *other = match->seats[1 - seat].player;
    const struct place *others = &match->seats[1 - seat].place;
    bool is_shared =
        others->holder && other->address == player->address && others->party == party_of(player);
    if (!is_shared)
        place_take_at_address(hall, &match->seats[seat].place, PLACE_MATCH, player,
                              &match->clock.deadline);
    hold_in(&match->seats[seat].place, match);
}

void matches_return(struct hall *hall, const struct player *player)
{
    struct seating *seat;
    DL_FOREACH (player->seats, seat) {
        struct match *match = seat->match;
        if (match->record.tournament)
            continue;
        take_place_of_seat(hall, match, seat == &match->seats[1]);
        clock_set_idle(hall, match);
    }
}

static void take_places(struct hall *hall, struct match *match)
{
    match->is_of_guests = !match->seats[0].player->account && !match->seats[1].player->account;
    take_place_of_seat(hall, match, 0);
    take_place_of_seat(hall, match, 1);
    place_take_in_hall(hall, &match->place, PLACE_MATCH,
                       match->is_of_guests ? PARTY_GUESTS : PARTY_ACCOUNTS, &match->clock.deadline);
    match_hold(match);
}

struct match *match_add(struct hall *hall, const struct match_draft *draft)
{
    assert(draft->first && draft->second && draft->first != draft->second);
    char *clock = clock_text(&draft->control);
    size_t start_size = strlen(draft->record.start) + 1, clock_size = clock ? strlen(clock) + 1 : 1;
    struct match *match = memory_zeroed(1, sizeof *match + start_size + clock_size);
    match->rules = draft->rules;
    match->record = draft->record;
    match->record.rules = match->rules->rules.text;
    match->record.start = memcpy(match->texts, draft->record.start, start_size);
    match->record.first = draft->first->id;
    match->record.second = draft->second->id;
    match->record.clock = memcpy(match->texts + start_size, clock ? clock : "", clock_size);
    free(clock);
    struct error error;
    enum error_code code = position_parse(&match->rules->rules, match->record.start, start_size - 1,
                                          &match->position, &error);
    assert(!code);
    (void)code;
    struct player *players[2] = {draft->first, draft->second};
    for (int i = 0; i < 2; i++) {
        match->seats[i].match = match;
        match->seats[i].player = players[i];
        DL_APPEND(players[i]->seats, &match->seats[i]);
        players[i]->live_seats++;
        player_settle(hall, players[i]);
    }
    live_add(hall, match);
    match->clock.deadline.match = match;
    match->presence = (struct deadline){.kind = DEADLINE_OF_SPECTATORS, .match = match};
    if (!match->record.tournament)
        take_places(hall, match);
    clock_begin(hall, match, &draft->control);
    return match;
}

static const char *keep_text(struct batch *batch, const char *text)
{
    return batch_keep(batch, text, strlen(text));
}

struct match *match_begin(struct hall *hall, const struct match_draft *draft)
{
    struct match_draft numbered = *draft;
    numbered.record.id = hall->server_bits | ++hall->last_match;
    numbered.record.created_ms = hall->now_ms;
    struct match *match = match_add(hall, &numbered);

    struct match_record *record = &batch_append(hall->open, RECORD_MATCH)->match;
    *record = match->record;
    record->rules = keep_text(hall->open, record->rules);
    record->start = keep_text(hall->open, record->start);
    record->clock = keep_text(hall->open, record->clock);

    payers_charge_match(hall, match);
    return match;
}

void match_play(struct match *match, const struct move *move)
{
    const struct rules *rules = &match->rules->rules;
    assert(match->ending == ENDING_NONE);
    if (match->ply > 0)
        text_append_char(&match->moves, ' ');
    move_print(rules, &match->position, move, &match->moves);
    move_apply(rules, &match->position, move);
    match->ply++;
}

void match_unplay(struct match *match, int64_t ply)
{
    const struct rules *rules = &match->rules->rules;
    struct takebacks *takebacks = &match->takebacks;
    struct wire_text start = wire_text(match->record.start);
    assert(match->ending == ENDING_NONE && ply >= 1 && ply <= match->ply);
    size_t len = match->moves.len;
    char *moves = memory_text(match->moves.bytes, len);
    words_keep(&match->moves, ply - 1);
    size_t kept = match->moves.len + (ply > 1);
    taken_back_append(&takebacks->taken, ply, moves + kept, len - kept);
    free(moves);
    takebacks->times++;
    takebacks->moves += match->ply - (ply - 1);
    match->ply = ply - 1;
    struct wire_text left = {.bytes = text_string(&match->moves), .len = match->moves.len};
    struct error error;
    position_finish(&match->position);
    match->position = (struct position){0};
    enum error_code code = moves_replay(rules, start, left, match->ply, &match->position, &error);
    assert(!code);
    (void)code;
}

int64_t match_seq(const struct match *match)
{
    return match->ply + match->takebacks.moves + match->takebacks.times +
           (match->ending != ENDING_NONE);
}

/* Of a live match: with what a struct wire_summary and a struct wire_match begin. */
#define SUMMARY_OF(live)                                                                           \
    .match = (live)->record.id, .rules = wire_text((live)->record.rules),                          \
    .start = wire_text((live)->record.start), .first = wire_text((live)->seats[0].player->name),   \
    .second = wire_text((live)->seats[1].player->name), .ply = (live)->ply,                        \
    .created = (live)->record.created_ms, .ended = WIRE_ABSENT,                                    \
    .clock = wire_text(*(live)->record.clock ? (live)->record.clock : NULL),                       \
    .rated = (live)->record.rated, .tournament = or_absent((live)->record.tournament)

/* A match as somebody is shown it. `wire` points into the match and into the rest of this. */
struct shown_match {
    struct wire_match wire;
    struct wire_text moves[HALL_PAGE_MAX];
    int64_t taken[HALL_PAGE_MAX], credit[HALL_PAGE_MAX];
    struct taken_back_list taken_back;
    struct wire_takeback takeback;
};

/* Its position is in hall->printed. */
static void show(struct hall *hall, const struct match *match, enum seat seat, int64_t after,
                 struct shown_match *ret_shown)
{
    int64_t abort_ms = seat == SEAT_NOBODY ? -1 : clock_abort_in(hall, match, seat == SEAT_FIRST);
    text_clear(&hall->printed);
    position_print(&match->rules->rules, &match->position, &hall->printed);
    struct wire_match *wire = &ret_shown->wire;
    *wire = (struct wire_match){
        SUMMARY_OF(match),
        .seq = match_seq(match),
        .position = {.bytes = hall->printed.bytes, .len = hall->printed.len},
        .seat = wire_text(seat == SEAT_NOBODY ? NULL : seat_text(seat)),
        .first_online = match->seats[0].player->session != 0,
        .second_online = match->seats[1].player->session != 0,
        .first_left = unless_negative(clock_left(hall, match, 0)),
        .second_left = unless_negative(clock_left(hall, match, 1)),
        .clock_runs = clock_runs(hall, match),
        .first_move_left = unless_negative(clock_first_move_left(hall, match)),
        .await_left = unless_negative(clock_await_left(hall, match)),
        .claim_in = unless_negative(clock_claim_in(hall, match)),
        .abort_in = unless_negative(abort_ms),
        .idle_left = unless_negative(clock_idle_left(hall, match)),
        .seed = or_absent(tournament_seed(match, seat)),
    };
    struct wire_text moves = {.bytes = match->moves.bytes, .len = match->moves.len};
    match_record_take_moves(wire, moves, after, ret_shown->moves, HALL_PAGE_MAX);
    struct error error;
    enum error_code code = match_record_take_times(wire, text_string(&match->clock.times),
                                                   ret_shown->taken, ret_shown->credit, &error);
    if (!code)
        code = match_record_take_taken_back(wire, text_string(&match->takebacks.taken),
                                            &ret_shown->taken_back, &error);
    assert(!code);
    (void)code;
    if (seat == SEAT_NOBODY || match->takebacks.asker == SEAT_NOBODY)
        return;
    ret_shown->takeback = takeback_shown(match);
    wire->takeback = &ret_shown->takeback;
}

struct message *match_say_started(struct hall *hall, const struct match *match, enum seat seat,
                                  int64_t offer, int64_t invitation)
{
    struct shown_match shown;
    show(hall, match, seat, 0, &shown);
    struct wire_match_event event = {
        .match = &shown.wire, .offer = or_absent(offer), .invitation = or_absent(invitation)};
    struct message *message = say(hall, WIRE_EVENT_MATCH_STARTED, &event);
    assert(seat == SEAT_FIRST || seat == SEAT_SECOND);
    uint64_t session = match->seats[seat - SEAT_FIRST].player->session;
    if (session)
        message_to(message, session);
    return message;
}

struct message *match_answer(struct hall *hall, struct hall_caller from,
                             const struct player *player, int64_t id, int64_t after)
{
    const struct match *match = match_find(hall, id);
    if (match) {
        struct shown_match shown;
        show(hall, match, match_seat_of(match, player), after, &shown);
        return answer(hall, from, &wire_record_match, &shown.wire);
    }
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_MATCH);
    message->look_up_match.match = id;
    message->look_up_match.after = after;
    message->look_up_match.player = player->id;
    return message;
}

struct message *match_say(struct hall *hall, const struct match *match, enum wire_event event,
                          const void *body)
{
    struct message *message = say(hall, event, body);
    for (int i = 0; i < 2; i++)
        if (match->seats[i].player->session)
            message_to(message, match->seats[i].player->session);
    for (size_t i = 0; i < match->spectators.count; i++)
        message_to(message, match->spectators.ids[i]);
    return message;
}

/* The message, addressed to nobody yet. `own`: the seat of the player who has come or gone. */
static struct message *say_presence(struct hall *hall, const struct match *match, int own)
{
    bool is_mover = match->ply % 2 == own;
    struct wire_presence event = {
        .match = match->record.id,
        .seq = match_seq(match),
        .player = wire_text(seat_text(own == 0 ? SEAT_FIRST : SEAT_SECOND)),
        .online = match->seats[own].player->session != 0,
        .claim_in = is_mover ? unless_negative(clock_claim_in(hall, match)) : WIRE_ABSENT,
        .abort_in = unless_negative(clock_abort_in(hall, match, own)),
    };
    return say(hall, WIRE_EVENT_MATCH_PRESENCE, &event);
}

void match_tell_spectators(struct hall *hall, struct match *match)
{
    deadlines_set(&hall->deadlines, &match->presence, INT64_MAX);
    for (int own = 0; own < 2; own++) {
        if (!match->presence_changed[own])
            continue;
        match->presence_changed[own] = false;
        struct message *message = say_presence(hall, match, own);
        for (size_t i = 0; i < match->spectators.count; i++)
            message_to(message, match->spectators.ids[i]);
    }
}

/* A guest can come and go many times a second, and have a hundred matches with a thousand
 * spectators each. So the spectators of each match wait for their turn among those of all matches.
 */
static void tell_spectators_in_turn(struct hall *hall, struct match *match, int own)
{
    if (match->spectators.count == 0)
        return;
    match->presence_changed[own] = true;
    if (match->presence.place)
        return;
    int64_t now = hall->play_ms * HALL_PRESENCE_PER_MS;
    int64_t turn = hall->next_presence > now ? hall->next_presence : now;
    hall->next_presence = turn + (int64_t)match->spectators.count;
    if (turn / HALL_PRESENCE_PER_MS > hall->play_ms)
        deadlines_set(&hall->deadlines, &match->presence, turn / HALL_PRESENCE_PER_MS);
    else
        match_tell_spectators(hall, match);
}

void match_tell_presence(struct hall *hall, const struct player *player)
{
    const struct seating *seat;
    DL_FOREACH (player->seats, seat) {
        struct match *match = seat->match;
        int own = seat == &match->seats[1];
        struct message *message = say_presence(hall, match, own);
        for (int i = 0; i < 2; i++)
            if (match->seats[i].player->session)
                message_to(message, match->seats[i].player->session);
        tell_spectators_in_turn(hall, match, own);
    }
}

static void leave_seats(struct hall *hall, struct match *match)
{
    place_give_back(hall, &match->place);
    for (int i = 0; i < 2; i++) {
        place_give_back(hall, &match->seats[i].place);
        struct player *player = match->seats[i].player;
        DL_DELETE(player->seats, &match->seats[i]);
        player->live_seats--;
        player->kept_seats++;
        player_settle(hall, player);
    }
}

/* --- ended matches, for rematches and for the talk after a match --- */

/* The match stands on the shelf of its first player's address. */
static void match_shelve(struct hall *hall, struct match *match)
{
    uint64_t address = match->seats[0].player->address;
    struct ended_shelf *shelf = NULL;
    HASH_FIND(hh, hall->ended_shelves, &address, sizeof address, shelf);
    if (!shelf) {
        shelf = memory_zeroed(1, sizeof *shelf);
        shelf->address = address;
        HASH_ADD(hh, hall->ended_shelves, address, sizeof shelf->address, shelf);
    }
    match->shelf = shelf;
    DL_APPEND2(shelf->matches, match, prev_ended, next_ended);
    int64_t bytes = (int64_t)strlen(match->record.start);
    shelf->count++;
    shelf->bytes += bytes;
    hall->ended_bytes += bytes;
    HASH_ADD(hh, hall->ended, record.id, sizeof match->record.id, match);
}

static void match_unshelve(struct hall *hall, struct match *match)
{
    struct ended_shelf *shelf = match->shelf;
    int64_t bytes = (int64_t)strlen(match->record.start);
    assert(shelf->count > 0 && shelf->bytes >= bytes && hall->ended_bytes >= bytes);
    HASH_DELETE(hh, hall->ended, match);
    hall->ended_bytes -= bytes;
    shelf->bytes -= bytes;
    DL_DELETE2(shelf->matches, match, prev_ended, next_ended);
    if (--shelf->count > 0)
        return;
    HASH_DELETE(hh, hall->ended_shelves, shelf);
    free(shelf);
}

/* While too many matches or too many bytes are kept, drops the oldest match: the oldest of the
 * newest one's address if that address has much, so that a player who ends many matches does not
 * push out those of others. */
static void forget_ended(struct hall *hall, const struct match *newest)
{
    int64_t bytes_max = hall->limits.start_bytes / ENDED_SHARE;
    while (HASH_COUNT(hall->ended) > HALL_ENDED_KEPT ||
           (hall->ended_bytes > bytes_max && hall->ended != newest)) {
        const struct ended_shelf *shelf = newest->shelf;
        bool has_much =
            shelf->matches != newest && (shelf->count > HALL_ENDED_KEPT / ADDRESS_PART ||
                                         shelf->bytes > bytes_max / ADDRESS_PART);
        match_destroy(hall, has_much ? shelf->matches : hall->ended);
    }
}

void match_destroy(struct hall *hall, struct match *match)
{
    if (match->ending == ENDING_NONE) {
        live_remove(hall, match);
        spectators_clear(hall, match);
        leave_seats(hall, match);
    } else {
        match_unshelve(hall, match);
    }
    for (int i = 0; i < 2; i++) {
        assert(match->seats[i].player->kept_seats > 0);
        match->seats[i].player->kept_seats--;
        player_settle(hall, match->seats[i].player);
    }
    shared_rules_drop(hall, match->rules);
    position_finish(&match->position);
    text_finish(&match->moves);
    text_finish(&match->takebacks.taken);
    clock_finish(hall, match);
    rooms_clear(hall, match);
    free(match);
}

void match_retire(struct hall *hall, struct match *match)
{
    assert(match->ending != ENDING_NONE && !match->shelf);
    live_remove(hall, match);
    spectators_clear(hall, match);
    position_finish(&match->position);
    text_finish(&match->moves);
    text_finish(&match->takebacks.taken);
    clock_finish(hall, match);
    match_shelve(hall, match);
    leave_seats(hall, match);
    forget_ended(hall, match);
}

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
    for (struct match *match = hall->live; match; match = match->hh.next) {
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
        /* The player who cannot move loses; in misere play, wins. */
        bool is_first_stuck = match->ply % 2 == 0;
        bool first_wins = is_first_stuck == match->rules->rules.misere;
        match_end(hall, match, ENDING_NORMAL, first_wins ? SEAT_FIRST : SEAT_SECOND);
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

void hall_match_resume(struct hall *hall, struct hall_caller from, int64_t match, int64_t after)
{
    match_answer(hall, from, player_of(hall, from), match, after);
}

void hall_match_list(struct hall *hall, struct hall_caller from, int64_t after, int64_t before,
                     int64_t limit)
{
    struct wire_summary list[HALL_PAGE_MAX];
    struct wire_summaries page = {.matches = list, .next = WIRE_ABSENT};
    size_t bytes = 0;
    size_t first = live_place_after(hall, after);
    size_t end = before > 0 ? live_place_after(hall, before - 1) : HASH_COUNT(hall->live);
    for (size_t i = 0; first + i < end; i++) {
        const struct match *match = hall->live_in_order[before > 0 ? end - 1 - i : first + i];
        bytes += strlen(match->record.start);
        if (page.matches_count == (size_t)limit || bytes > HALL_PAGE_BYTES_MAX) {
            page.more = true;
            break;
        }
        list[page.matches_count++] = (struct wire_summary){SUMMARY_OF(match)};
    }
    answer(hall, from, &wire_record_summaries, &page);
}

/* --- the history --- */

/* What `text` says, or NULL. */
static const char *result_of(struct hall_text text)
{
    static const char *const results[] = {"won", "lost", "nobody"};
    for (size_t i = 0; text.bytes && i < sizeof results / sizeof *results; i++)
        if (strlen(results[i]) == text.len && memcmp(results[i], text.bytes, text.len) == 0)
            return results[i];
    return NULL;
}

/* Reads the rules of a filter; text "": there is none. Otherwise the request is refused. */
static bool take_rules(struct hall *hall, struct hall_caller from, struct hall_text text,
                       struct rules *ret_rules)
{
    struct error error;
    *ret_rules = (struct rules){0};
    if (!text.bytes || !rules_parse(ret_rules, text.bytes, text.len, &error))
        return true;
    hall_refuse(hall, from, &error);
    return false;
}

static char *key_of(struct hall_text name)
{
    return name.bytes ? name_key(name.bytes, name.len) : NULL;
}

void hall_history_list(struct hall *hall, struct hall_caller from, const struct hall_history *wish)
{
    struct rules rules;
    const char *result = result_of(wish->result);
    bool is_filtered = wish->opponent.bytes || wish->rules.bytes || wish->result.bytes ||
                       wish->rated || wish->since_ms > 0 || wish->until_ms > 0;
    if (is_filtered && !wish->player.bytes) {
        refuse(hall, from, ERROR_BAD_ARGUMENTS,
               "whose matches? 'opponent', 'rules', 'rated', 'result', 'since' and 'until' were "
               "expected with a 'player'");
        return;
    }
    if (wish->result.bytes && !result) {
        refuse(hall, from, ERROR_BAD_ARGUMENTS, "'result' must be 'won', 'lost' or 'nobody'");
        return;
    }
    if (!take_rules(hall, from, wish->rules, &rules))
        return;
    struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_HISTORY);
    struct history_page *page = &message->look_up_history;
    char *player_key = key_of(wish->player), *opponent_key = key_of(wish->opponent);
    *page = (struct history_page){
        .player_key = player_key,
        .opponent_key = opponent_key,
        .rules = wish->rules.bytes ? rules.text : NULL,
        .result = result,
        .rated = wish->rated,
        .since_ms = wish->since_ms,
        .until_ms = wish->until_ms,
        .before = wish->before,
        .limit = wish->limit,
    };
    message_keep(message,
                 (const char **const[]){&page->player_key, &page->opponent_key, &page->rules}, 3);
    free(player_key);
    free(opponent_key);
}

void hall_history_versus(struct hall *hall, struct hall_caller from, struct hall_text player,
                         struct hall_text opponent, struct hall_text rules, struct hall_text after,
                         int64_t limit)
{
    struct rules wanted;
    if (!take_rules(hall, from, rules, &wanted))
        return;
    char *player_key = key_of(player), *opponent_key = key_of(opponent);
    char *after_text = after.bytes ? memory_text(after.bytes, after.len) : NULL;
    if (strcmp(player_key, opponent_key) == 0) {
        refuse(hall, from, ERROR_BAD_ARGUMENTS, "'player' and 'opponent' must be two names");
    } else {
        struct message *message = answer_later(hall, from, MESSAGE_LOOK_UP_VERSUS);
        struct versus_page *page = &message->look_up_versus;
        *page = (struct versus_page){
            .player_key = player_key,
            .opponent_key = opponent_key,
            .rules = rules.bytes ? wanted.text : NULL,
            .after = after_text,
            .limit = limit,
        };
        message_keep(message,
                     (const char **const[]){&page->player_key, &page->opponent_key, &page->rules,
                                            &page->after},
                     4);
    }
    free(player_key);
    free(opponent_key);
    free(after_text);
}
