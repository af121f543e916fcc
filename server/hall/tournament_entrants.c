/* The entrants of a tournament: joining and withdrawing. */
#include "common/base/memory.h"
#include "server/hall/matches.h"
#include "server/hall/outbox.h"
#include "server/hall/player_name.h"
#include "server/hall/players.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>

struct entrant *entrant_add(struct tournament *tournament, const char *name, size_t len)
{
    struct entrant *entrant = memory_zeroed(1, sizeof *entrant);
    entrant->tournament = tournament;
    entrant->number = tournament->entrant_count++;
    entrant->name = memory_text(name, len);
    entrant->key = name_key(name, len);
    entrant->withdrawn = -1;
    tournament->entrants = memory_resized(tournament->entrants, (size_t)tournament->entrant_count,
                                          sizeof(struct entrant *));
    tournament->entrants[entrant->number] = entrant;
    tournament->missing++;
    return entrant;
}

void entrant_record(struct hall *hall, const struct entrant *entrant)
{
    struct record *record = batch_append(hall->open, RECORD_ENTRANT);
    record->entrant.tournament = entrant->tournament->id;
    record->entrant.number = entrant->number;
    record->entrant.name = batch_keep(hall->open, entrant->name, strlen(entrant->name));
    record->entrant.player = entrant->player ? entrant->player->id : 0;
    record->entrant.withdrawn = entrant->withdrawn;
    payers_charge(hall, entrant->tournament->owner, COST_ENTRANT, strlen(entrant->name));
}

void entrant_take(struct hall *hall, struct entrant *entrant, struct player *player)
{
    assert(!entrant->player && entrant->tournament->missing > 0);
    entrant->player = player;
    entrant->tournament->missing--;
    player->tournaments++;
    DL_APPEND2(player->entries, entrant, prev_entry, next_entry);
    player_settle(hall, player);
}

/* The place is free again. */
static void entrant_leave(struct hall *hall, struct entrant *entrant)
{
    struct player *player = entrant->player;
    if (!player)
        return;
    assert(player->tournaments > 0);
    entrant->player = NULL;
    entrant->tournament->missing++;
    player->tournaments--;
    DL_DELETE2(player->entries, entrant, prev_entry, next_entry);
    player_settle(hall, player);
}

static void entrant_destroy(struct hall *hall, struct entrant *entrant)
{
    entrant_leave(hall, entrant);
    free(entrant->name);
    free(entrant->key);
    free(entrant);
}

void entrants_destroy(struct hall *hall, struct tournament *tournament)
{
    for (int i = 0; i < tournament->entrant_count; i++)
        entrant_destroy(hall, tournament->entrants[i]);
    free(tournament->entrants);
}

struct entrant *entrant_of(const struct tournament *tournament, const struct player *player)
{
    for (int i = 0; i < tournament->entrant_count; i++)
        if (tournament->entrants[i]->player == player)
            return tournament->entrants[i];
    return NULL;
}

static struct entrant *entrant_with_key(const struct tournament *tournament, const char *key)
{
    for (int i = 0; i < tournament->entrant_count; i++)
        if (strcmp(tournament->entrants[i]->key, key) == 0)
            return tournament->entrants[i];
    return NULL;
}

bool entrant_has_withdrawn(const struct tournament *tournament, int number)
{
    assert(number >= 0 && number < tournament->entrant_count);
    return tournament->entrants[number]->withdrawn >= 0;
}

/* --- joining --- */

enum { CLASSROOM = 64 }; /* guests who can take part from the address of who directs it */

/* May one more guest take part, if the player is one? Guests have a share of the places, and those
 * of one address a share of that. Otherwise the request is refused. */
static bool has_place_for(struct hall *hall, struct hall_caller from,
                          const struct tournament *tournament, const struct player *player)
{
    const struct holder *home = tournament->places[0].holder;
    bool is_at_home = home && home->address == player->address;
    int64_t most = guests_among(hall, ENTRANTS_MAX);
    int64_t most_here = guests_of_address_among(hall, ENTRANTS_MAX);
    int64_t guests = 0, here = 0;
    if (is_at_home && most_here < CLASSROOM)
        most_here = CLASSROOM;
    for (int i = 0; i < tournament->entrant_count && !player->account; i++) {
        const struct entrant *entrant = tournament->entrants[i];
        guests += entrant->player && !entrant->player->account;
        here += player->address && entrant->address == player->address;
    }
    if (here >= most_here)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "%lld guests of your address take part in tournament %lld, the most there may be: "
               "come in with an account",
               (long long)here, (long long)tournament->id);
    else if (guests >= most)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "%lld guests take part in tournament %lld, the most there may be: come in with an "
               "account",
               (long long)guests, (long long)tournament->id);
    else
        return true;
    return false;
}

/* May this player, who is no entrant, become one? Otherwise the request is refused. */
static bool may_join(struct hall *hall, struct hall_caller from,
                     const struct tournament *tournament, const struct player *player)
{
    const struct plan *plan = &tournament->plan;
    if (tournament->state != TOURNAMENT_OPEN)
        refuse(hall, from, ERROR_WRONG_STATE, "tournament %lld has begun",
               (long long)tournament->id);
    else if (plan->rated && !player->account)
        refuse(hall, from, ERROR_NO_ACCOUNT,
               "'%s' is a guest, and tournament %lld is rated: register first", player->name,
               (long long)tournament->id);
    else if (plan->invited && !entrant_with_key(tournament, player->key))
        refuse(hall, from, ERROR_NOT_ENTERED, "tournament %lld is for others: '%s' is not invited",
               (long long)tournament->id, player->name);
    else if (!plan->invited && tournament->entrant_count == ENTRANTS_MAX)
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "tournament %lld has %d entrants, the most there may be", (long long)tournament->id,
               ENTRANTS_MAX);
    else
        return plan->invited || has_place_for(hall, from, tournament, player);
    return false;
}

static void join(struct hall *hall, struct tournament *tournament, struct player *player)
{
    struct entrant *entrant = tournament->plan.invited
                                  ? entrant_with_key(tournament, player->key)
                                  : entrant_add(tournament, player->name, strlen(player->name));
    entrant_take(hall, entrant, player);
    entrant->address = player->account ? 0 : player->address;
    entrant_record(hall, entrant);
    if (!tournament->plan.invited)
        tournament_measure(tournament);
    tournament_note_activity(hall, tournament);
    tournament_touch(hall, tournament, NEWS_FOR_FOLLOWERS);
}

void hall_tournament_join(struct hall *hall, struct hall_caller from, int64_t id,
                          struct hall_text key)
{
    struct player *player = change_begin(hall, from, REQUEST_TOURNAMENT_JOIN, id, key);
    struct tournament *tournament = player ? tournament_require(hall, from, id) : NULL;
    if (!tournament)
        return;
    const struct entrant *before = entrant_of(tournament, player);
    if (before && before->withdrawn >= 0) {
        refuse(hall, from, ERROR_NOT_ENTERED, "you have withdrawn from tournament %lld",
               (long long)id);
        return;
    }
    if (!before && !may_join(hall, from, tournament, player))
        return;
    if (!before)
        join(hall, tournament, player);
    answer_keep(hall, player->id, key, REQUEST_TOURNAMENT_JOIN, id, 0, true);
    answer_done(hall, from);
}

/* --- withdrawing --- */

/* The entrants who joined later move up. */
static void close_up(struct hall *hall, struct tournament *tournament, struct entrant *gone)
{
    assert(tournament->entrants[gone->number] == gone);
    int last = --tournament->entrant_count;
    for (int i = gone->number; i < last; i++) {
        tournament->entrants[i] = tournament->entrants[i + 1];
        tournament->entrants[i]->number = i;
        entrant_record(hall, tournament->entrants[i]);
    }
    struct record *record = batch_append(hall->open, RECORD_ENTRANT_GONE);
    record->entrant.tournament = tournament->id;
    record->entrant.number = last;
    assert(tournament->missing > 0);
    tournament->missing--;
    entrant_destroy(hall, gone);
}

static void leave_open(struct hall *hall, struct tournament *tournament, struct entrant *entrant)
{
    entrant_leave(hall, entrant);
    if (tournament->plan.invited) {
        entrant_record(hall, entrant);
    } else {
        close_up(hall, tournament, entrant);
        tournament_measure(tournament);
    }
}

static void resign_live(struct hall *hall, const struct entrant *entrant)
{
    struct seating *seat, *next;
    DL_FOREACH_SAFE (entrant->player->seats, seat, next) {
        struct match *match = seat->match;
        enum seat opponent = seat == &match->seats[0] ? SEAT_SECOND : SEAT_FIRST;
        if (match->record.tournament == entrant->tournament->id)
            match_end(hall, match, ENDING_RESIGNATION, opponent);
    }
}

/* Of a pair of which one match has begun, the other one begins, only to be resigned; in place of
 * one that has not begun at all comes a forfeit. Those that are not decided on yet become forfeits
 * in their turn. */
static void give_up_ready(struct hall *hall, const struct entrant *entrant)
{
    struct pair *pair, *next;
    DL_FOREACH_SAFE (entrant->tournament->ready, pair, next) {
        if (!pair_has(pair, entrant->number))
            continue;
        const struct meeting *meeting = &pair->meeting;
        if (pair->games[0].match) {
            pair_begin(hall, pair, 1);
        } else {
            pair_void(hall, pair);
            pair_repeat(hall, pair, MEETING_FORFEIT,
                        meeting->first == entrant->number ? meeting->second : meeting->first);
        }
    }
}

static void withdraw(struct hall *hall, struct tournament *tournament, struct entrant *entrant)
{
    if (tournament->state == TOURNAMENT_OPEN) {
        leave_open(hall, tournament, entrant);
    } else {
        entrant->withdrawn = tournament->round;
        entrant_record(hall, entrant);
        give_up_ready(hall, entrant);
        resign_live(hall, entrant);
    }
    tournament_note_activity(hall, tournament);
    tournament_touch(hall, tournament, NEWS_FOR_FOLLOWERS);
}

void entrant_withdraw_everywhere(struct hall *hall, struct player *player)
{
    struct entrant *entrant, *next;
    DL_FOREACH_SAFE2(player->entries, entrant, next, next_entry)
    {
        if (entrant->withdrawn < 0)
            withdraw(hall, entrant->tournament, entrant);
    }
}

/* The entrant whom the request names; NULL, and it is refused, when there is none. */
static struct entrant *named(struct hall *hall, struct hall_caller from,
                             const struct tournament *tournament, struct hall_text name)
{
    char *key = name_key(name.bytes, name.len);
    struct entrant *entrant = entrant_with_key(tournament, key);
    free(key);
    if (entrant && entrant->player)
        return entrant;
    refuse(hall, from, ERROR_NOT_ENTERED, "'%.*s' takes no part in tournament %lld", (int)name.len,
           name.bytes, (long long)tournament->id);
    return NULL;
}

/* The entrant who is to withdraw; NULL: the request is refused. */
static struct entrant *find_withdrawing(struct hall *hall, struct hall_caller from,
                                        const struct tournament *tournament,
                                        const struct player *player, struct hall_text name)
{
    if (name.bytes && !tournament_is_directed_by(hall, from, tournament, player))
        return NULL;
    struct entrant *entrant =
        name.bytes ? named(hall, from, tournament, name) : entrant_of(tournament, player);
    if (!entrant && !name.bytes)
        refuse(hall, from, ERROR_NOT_ENTERED, "you take no part in tournament %lld",
               (long long)tournament->id);
    if (!entrant || entrant->withdrawn < 0)
        return entrant;
    refuse(hall, from, ERROR_NOT_ENTERED, "'%s' has withdrawn from tournament %lld already",
           entrant->name, (long long)tournament->id);
    return NULL;
}

void hall_tournament_withdraw(struct hall *hall, struct hall_caller from, int64_t id,
                              struct hall_text name, struct hall_text key)
{
    const struct player *player = change_begin(hall, from, REQUEST_TOURNAMENT_WITHDRAW, id, key);
    struct tournament *tournament = player ? tournament_require(hall, from, id) : NULL;
    struct entrant *entrant =
        tournament ? find_withdrawing(hall, from, tournament, player, name) : NULL;
    if (!entrant)
        return;
    answer_keep(hall, player->id, key, REQUEST_TOURNAMENT_WITHDRAW, id, 0, true);
    answer_done(hall, from);
    withdraw(hall, tournament, entrant);
}
