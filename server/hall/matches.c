/* Matches: the list of the live ones, what they hold, their beginning and end. */
#include "server/hall/matches.h"

#include "common/base/memory.h"
#include "server/hall/match_record.h"
#include "server/hall/outbox.h"
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

size_t matches_place_after(const struct hall *hall, int64_t id)
{
    size_t low = 0, high = hall->live.count;
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
    size_t count = hall->live.count;
    assert(count == 0 || hall->live_in_order[count - 1]->record.id < match->record.id);
    if (count == hall->live_capacity) {
        hall->live_capacity = count > 0 ? 2 * count : 64;
        hall->live_in_order =
            memory_resized(hall->live_in_order, hall->live_capacity, sizeof(struct match *));
    }
    hall->live_in_order[count] = match;
    number_table_add(&hall->live, (uint64_t)match->record.id, match);
}

static void live_remove(struct hall *hall, struct match *match)
{
    size_t place = matches_place_after(hall, match->record.id) - 1;
    assert(place < hall->live.count && hall->live_in_order[place] == match);
    number_table_remove(&hall->live, (uint64_t)match->record.id);
    memmove(hall->live_in_order + place, hall->live_in_order + place + 1,
            (hall->live.count - place) * sizeof(struct match *));
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
    const char *look = draft->record.look ? draft->record.look : "";
    size_t start_size = strlen(draft->record.start) + 1, clock_size = clock ? strlen(clock) + 1 : 1,
           look_size = strlen(look) + 1;
    struct match *match = memory_zeroed(1, sizeof *match + start_size + clock_size + look_size);
    match->rules = draft->rules;
    match->record = draft->record;
    match->record.rules = match->rules->rules.text;
    match->record.start = memcpy(match->texts, draft->record.start, start_size);
    match->record.first = draft->first->id;
    match->record.second = draft->second->id;
    match->record.clock = memcpy(match->texts + start_size, clock ? clock : "", clock_size);
    match->record.look = memcpy(match->texts + start_size + clock_size, look, look_size);
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
    record->look = keep_text(hall->open, record->look);

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
