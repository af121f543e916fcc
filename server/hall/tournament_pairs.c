/* Pairs: two matches from one start with the sides swapped, and their results. */
#include "common/base/memory.h"
#include "common/tournament/seed.h"
#include "server/hall/matches.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>

enum {
    FORGOTTEN_IN_A_STEP = 64,
    PAIRS_FREE = 1000, /* of a guest's tournament, beyond which each one holds bytes */
    PAIR_BYTES = 256,
};

void pair_set_start(struct pair *pair, char *start)
{
    int64_t before = pair->start ? start_bytes_of_long(pair->start) : 0;
    tournament_hold(pair->tournament, (start ? start_bytes_of_long(start) : 0) - before, 0);
    free(pair->start);
    pair->start = start;
}

struct pair *pair_plan(struct tournament *tournament, int round, int board, int leg,
                       struct meeting meeting)
{
    struct pair *pair = memory_zeroed(1, sizeof *pair);
    *pair = (struct pair){
        .tournament = tournament,
        .round = round,
        .board = board,
        .leg = leg,
        .attempt = 1,
        .meeting = meeting,
        .winner = ENTRANT_NOBODY,
    };
    DL_APPEND(tournament->planned, pair);
    tournament->open++;
    return pair;
}

void pair_destroy(struct pair *pair)
{
    pair_set_start(pair, NULL);
    free(pair);
}

void pair_take_out(struct pair *pair)
{
    struct tournament *tournament = pair->tournament;
    assert(pair->number == 0 && pair->state <= PAIR_DRAWN && tournament->open > 0);
    if (pair->state == PAIR_ASKED || pair->start)
        tournament->ahead -= 2;
    tournament->open--;
    DL_DELETE(tournament->planned, pair);
}

void pair_drop(struct pair *pair)
{
    pair_take_out(pair);
    pair_destroy(pair);
}

bool pairs_forget_some(struct hall *hall, struct tournament *tournament)
{
    for (int i = 0; i < FORGOTTEN_IN_A_STEP && tournament->pair_count > 0; i++) {
        struct pair *pair = tournament->pairs[--tournament->pair_count];
        unjudged_drop(hall, pair);
        pair_destroy(pair);
    }
    return tournament->pair_count > 0;
}

bool pair_has(const struct pair *pair, int entrant)
{
    return pair->meeting.first == entrant || pair->meeting.second == entrant;
}

int64_t pair_start_index(const struct pair *pair)
{
    return seed_start_index(pair->tournament->boards, pair->round, pair->board, pair->leg);
}

void pair_rules(const struct pair *pair, struct rules *ret_rules)
{
    const struct plan *plan = &pair->tournament->plan;
    starts_rules(&plan->rules->rules, (uint64_t)plan->seed, pair_start_index(pair), ret_rules);
}

/* --- results --- */

struct meeting_result pair_result(const struct pair *pair)
{
    struct meeting_result result = {
        .round = pair->round - 1,
        .meeting = pair->meeting,
        .kind = pair->kind,
        .winner = pair->winner,
    };
    for (int game = 0; game < 2; game++)
        result.points[game] =
            pair_match_points(pair->games[game].ending, pair->games[game].winner, game);
    return result;
}

/* Of one that is over: did both get as much? */
static bool is_level(const struct pair *pair)
{
    struct meeting_result result = pair_result(pair);
    return result.kind == MEETING_PLAYED && result.points[0] + result.points[1] == 2;
}

void pair_follow(struct pair *pair)
{
    struct tournament *tournament = pair->tournament;
    if (tournament->plan.format == FORMAT_KNOCKOUT && is_level(pair) && pair->leg < KNOCKOUT_LEGS)
        pair_plan(tournament, pair->round, pair->board, pair->leg + 1, pair->meeting);
}

/* --- its way through the schedule --- */

static void add_to_table(struct pair *pair)
{
    struct tournament *tournament = pair->tournament;
    if (tournament->pair_count == tournament->pair_capacity) {
        tournament->pair_capacity = tournament->pair_capacity ? 2 * tournament->pair_capacity : 16;
        tournament->pairs =
            memory_resized(tournament->pairs, tournament->pair_capacity, sizeof(struct pair *));
    }
    assert(pair->number == 0);
    tournament->pairs[tournament->pair_count++] = pair;
    if (tournament->pair_count > PAIRS_FREE && tournament->places[1].party == PARTY_GUESTS)
        tournament_hold(tournament, PAIR_BYTES, 0);
    pair->number = (int64_t)tournament->pair_count;
    if (pair->round > tournament->decided)
        tournament->decided = pair->round;
}

static int games_to_begin(const struct pair *pair)
{
    return (pair->games[0].match == 0) + (pair->games[1].match == 0);
}

void pair_keep(struct pair *pair)
{
    struct tournament *tournament = pair->tournament;
    add_to_table(pair);
    if (pair->state == PAIR_READY) {
        DL_APPEND(tournament->ready, pair);
        tournament->ahead += games_to_begin(pair);
    }
    if (pair->state == PAIR_UNDER_WAY)
        DL_APPEND(tournament->under_way, pair);
    if (pair->state == PAIR_READY || pair->state == PAIR_UNDER_WAY)
        tournament->open++;
}

static void record_pair(struct hall *hall, const struct pair *pair)
{
    struct record *record = batch_append(hall->open, RECORD_PAIR);
    const char *start = pair->start ? pair->start : "";
    record->pair.tournament = pair->tournament->id;
    record->pair.number = pair->number;
    record->pair.round = pair->round;
    record->pair.board = pair->board;
    record->pair.leg = pair->leg;
    record->pair.attempt = pair->attempt;
    record->pair.kind = pair->kind;
    record->pair.first = pair->meeting.first;
    record->pair.second = pair->meeting.second;
    record->pair.winner = pair->winner;
    record->pair.start = batch_keep(hall->open, start, strlen(start));
    payers_charge(hall, pair->tournament->owner, COST_PAIR, strlen(start));
}

void pair_decide(struct hall *hall, struct pair *pair)
{
    pair->state = pair->kind == MEETING_PLAYED ? PAIR_READY : PAIR_OVER;
    if (pair->round > pair->tournament->decided)
        tournament_touch(hall, pair->tournament, NEWS_FOR_ALL);
    pair_keep(pair);
    record_pair(hall, pair);
}

/* --- its matches --- */

static struct entrant *entrant_in(const struct pair *pair, int game, enum seat seat)
{
    bool is_first = (seat == SEAT_FIRST) == (game == 0);
    return pair->tournament->entrants[is_first ? pair->meeting.first : pair->meeting.second];
}

static void count_live(const struct pair *pair, int64_t change)
{
    assert(pair->tournament->live + change >= 0);
    pair->tournament->live += change;
    entrant_in(pair, 0, SEAT_FIRST)->live += change;
    entrant_in(pair, 0, SEAT_SECOND)->live += change;
}

/* Each player is told alone: their seeds are nobody else's. */
static void tell_entrant_started(struct hall *hall, const struct match *match, enum seat seat)
{
    struct message *message = match_say_started(hall, match, seat, 0, 0);
    if (seat == SEAT_FIRST)
        message->gives_turn = match->record.id;
}

void pair_seat(struct pair *pair, int game, struct match *match)
{
    assert(!match->pair && match->record.tournament == pair->tournament->id);
    pair->games[game].match = match->record.id;
    match->pair = pair;
    match->game = game;
    match_hold(match);
    count_live(pair, 1);
}

void pair_begin(struct hall *hall, struct pair *pair, int game)
{
    struct tournament *tournament = pair->tournament;
    assert(pair->state == PAIR_READY && pair->number > 0 && !pair->games[game].match);
    struct rules rules;
    pair_rules(pair, &rules);
    struct match *match =
        match_begin(hall, &(struct match_draft){
                              .rules = shared_rules_of(hall, &rules),
                              .first = entrant_in(pair, game, SEAT_FIRST)->player,
                              .second = entrant_in(pair, game, SEAT_SECOND)->player,
                              .control = tournament->plan.control,
                              .record = {.start = pair->start,
                                         .look = tournament->plan.look,
                                         .rated = tournament->plan.rated,
                                         .tournament = tournament->id},
                          });
    pair_seat(pair, game, match);
    assert(tournament->ahead > 0);
    tournament->ahead--;
    if (games_to_begin(pair) == 0) {
        DL_DELETE(tournament->ready, pair);
        DL_APPEND(tournament->under_way, pair);
        pair->state = PAIR_UNDER_WAY;
    }
    struct record *record = batch_append(hall->open, RECORD_PAIR_MATCH);
    record->pair_match.tournament = tournament->id;
    record->pair_match.number = pair->number;
    record->pair_match.game = game + 1;
    record->pair_match.match = match->record.id;
    tell_entrant_started(hall, match, SEAT_SECOND);
    tell_entrant_started(hall, match, SEAT_FIRST);
}

void tournament_match_ended(struct hall *hall, struct match *match, enum ending ending,
                            enum seat winner)
{
    struct pair *pair = match->pair;
    if (!pair)
        return;
    struct tournament *tournament = pair->tournament;
    tournament_hold(tournament, -match->held_start, -match->held_moves);
    match->pair = NULL;
    count_live(pair, -1);
    tournament_note_activity(hall, tournament);
    tournament_touch(hall, tournament, NEWS_FOR_FOLLOWERS);
    if (ending == ENDING_VOID)
        return;
    assert(pair->games[match->game].match == match->record.id &&
           pair->games[match->game].ending == ENDING_NONE);
    pair->games[match->game].ending = ending;
    pair->games[match->game].winner = winner;
    tournament->matches++;
    if (pair->games[!match->game].ending == ENDING_NONE)
        return;
    assert(pair->state == PAIR_UNDER_WAY && tournament->open > 0);
    DL_DELETE(tournament->under_way, pair);
    pair->state = PAIR_OVER;
    tournament->open--;
    pair_follow(pair);
}

int64_t tournament_seed(const struct match *match, enum seat seat)
{
    const struct pair *pair = match->pair;
    if (!pair || seat == SEAT_NOBODY)
        return 0;
    const struct seed_place place = {
        .round = pair->round,
        .board = pair->board,
        .leg = pair->leg,
        .game = match->game + 1,
        .seat = seat,
    };
    return seed_of_seat(pair->tournament->plan.seed, &place);
}

/* --- void --- */

/* The tournament counts it no more. */
static void count_out(struct pair *pair)
{
    struct tournament *tournament = pair->tournament;
    if (pair->state == PAIR_READY) {
        DL_DELETE(tournament->ready, pair);
        tournament->ahead -= games_to_begin(pair);
    }
    if (pair->state == PAIR_UNDER_WAY)
        DL_DELETE(tournament->under_way, pair);
    if (pair->state != PAIR_OVER)
        tournament->open--;
    for (int game = 0; game < 2; game++)
        tournament->matches -= pair->games[game].ending != ENDING_NONE;
    assert(tournament->open >= 0 && tournament->matches >= 0 && tournament->ahead >= 0);
}

static void end_live(struct hall *hall, const struct pair *pair)
{
    for (int game = 0; game < 2; game++) {
        struct match *match = match_find(hall, pair->games[game].match);
        if (match)
            match_end(hall, match, ENDING_VOID, SEAT_NOBODY);
    }
}

void pair_void(struct hall *hall, struct pair *pair)
{
    assert(pair->number > 0 && pair->state != PAIR_VOID);
    count_out(pair);
    unjudged_drop(hall, pair);
    pair->state = PAIR_VOID;
    struct record *record = batch_append(hall->open, RECORD_PAIR_VOID);
    record->pair_void.tournament = pair->tournament->id;
    record->pair_void.number = pair->number;
    end_live(hall, pair);
}

void pair_break_off(struct hall *hall, struct pair *pair)
{
    if (pair->games[0].ending == ENDING_NONE && pair->games[1].ending == ENDING_NONE)
        pair_void(hall, pair);
    else
        end_live(hall, pair);
}

void pair_repeat(struct hall *hall, const struct pair *before, enum meeting_kind kind, int winner)
{
    struct pair *pair = memory_zeroed(1, sizeof *pair);
    *pair = (struct pair){
        .tournament = before->tournament,
        .round = before->round,
        .board = before->board,
        .leg = before->leg,
        .attempt = before->attempt + 1,
        .kind = kind,
        .meeting = before->meeting,
        .winner = winner,
    };
    if (kind == MEETING_PLAYED)
        pair_set_start(pair, memory_text(before->start, strlen(before->start)));
    pair_decide(hall, pair);
}
