/* The schedule: when each match begins. Pairs are decided on in the order of the schedule, as
 * soon as their starts are known and they are wanted soon; matches begin in the same order. The
 * results do not depend on the times. */
#include "common/base/memory.h"
#include "server/hall/outbox.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <stdlib.h>

enum {
    AHEAD = 16,           /* matches kept ready beyond those that may be played at once */
    UNJUDGED_MANY = 2048, /* matches; with so many no more begin, until the solver comes up */
    IN_A_ROW = 8,         /* small works that make one step: see work() */
    /* With so many records in the open batch, tournaments wait for the commit of the batch before
     * it: a move waits as long as the batch that it is in takes to commit. */
    RECORDS_MUCH = 64,
};

/* --- deciding on pairs --- */

/* Have both entrants withdrawn since the round was paired? Then the pair is dropped, except in a
 * knockout, where one of the two has to go on. */
static bool is_off(const struct pair *pair)
{
    const struct tournament *tournament = pair->tournament;
    const struct meeting *meeting = &pair->meeting;
    return meeting->second != ENTRANT_NOBODY && tournament->plan.format != FORMAT_KNOCKOUT &&
           entrant_has_withdrawn(tournament, meeting->first) &&
           entrant_has_withdrawn(tournament, meeting->second);
}

/* A meeting with somebody who has withdrawn is won by the other; when both have, by the better
 * seeded. */
static void settle_kind(struct pair *pair)
{
    const struct meeting *meeting = &pair->meeting;
    if (meeting->second == ENTRANT_NOBODY) {
        pair->kind = MEETING_BYE;
        return;
    }
    bool first_is_gone = entrant_has_withdrawn(pair->tournament, meeting->first);
    bool second_is_gone = entrant_has_withdrawn(pair->tournament, meeting->second);
    if (!first_is_gone && !second_is_gone)
        return;
    bool first_wins =
        first_is_gone == second_is_gone ? meeting->first < meeting->second : second_is_gone;
    pair->kind = MEETING_FORFEIT;
    pair->winner = first_wins ? meeting->first : meeting->second;
}

static void draw_start(struct pair *pair)
{
    const struct plan *plan = &pair->tournament->plan;
    struct rules rules;
    struct position position = {0};
    struct text text = {0};
    pair_rules(pair, &rules);
    starts_candidate(&rules, &plan->starts, (uint64_t)plan->seed, pair_start_index(pair), 0,
                     &position);
    position_print(&rules, &position, &text);
    position_finish(&position);
    pair_set_start(pair, text.bytes);
    pair->state = PAIR_DRAWN;
}

static void ask_for_start(struct hall *hall, struct pair *pair)
{
    const struct plan *plan = &pair->tournament->plan;
    struct message *message = find_out(hall, MESSAGE_DRAW_START);
    message->draw_start.tournament = pair->tournament->id;
    message->draw_start.index = pair_start_index(pair);
    message->draw_start.rules = plan->rules->rules.text;
    message->draw_start.starts = plan->starts_text;
    message->draw_start.seed = plan->seed;
    message_keep(message,
                 (const char **const[]){&message->draw_start.rules, &message->draw_start.starts},
                 2);
    assert(pair->state == PAIR_PLANNED);
    pair->state = PAIR_ASKED;
}

/* Are there as many matches ready, or soon to be, as are kept, or as there is memory for? */
static bool is_ahead(const struct hall *hall, const struct tournament *tournament)
{
    return tournament->ahead >= tournament->plan.at_once + AHEAD ||
           (tournament->ahead + tournament->live > 0 && !tournament_can_hold(hall, tournament, 0));
}

/* Of the next pair, if more matches are wanted. */
static bool find_next_start(struct hall *hall, struct tournament *tournament)
{
    struct pair *pair = tournament->planned;
    while (pair && pair->state != PAIR_PLANNED)
        pair = pair->next;
    if (!pair || is_ahead(hall, tournament))
        return false;
    if (!tournament_can_hold(hall, tournament, 0)) {
        tournament_set_state(hall, tournament, TOURNAMENT_PAUSED,
                             "its pairs take as much memory as its owner may use");
        return false;
    }
    settle_kind(pair);
    if (pair->kind != MEETING_PLAYED) {
        pair->state = PAIR_DRAWN;
        return true;
    }
    /* The solver decides which starts are fair. */
    if (tournament->plan.starts.kind == STARTS_FAIR)
        ask_for_start(hall, pair);
    else
        draw_start(pair);
    tournament->ahead += 2;
    return true;
}

static void decide(struct hall *hall, struct pair *pair)
{
    assert(pair->state == PAIR_DRAWN && pair == pair->tournament->planned);
    pair_take_out(pair);
    if (is_off(pair)) {
        pair_destroy(pair);
        return;
    }
    /* Somebody may have withdrawn since the start was asked for. */
    settle_kind(pair);
    if (pair->kind != MEETING_PLAYED)
        pair_set_start(pair, NULL);
    pair_decide(hall, pair);
}

/* Are there more open pairs than matches live and ahead need? Then many that are won by forfeit
 * wait for one before them. */
static bool is_crowded(const struct tournament *tournament)
{
    return tournament->open >= 2 * tournament->plan.at_once + AHEAD;
}

/* The next round may begin: where it goes by results, when all are known; else when more matches
 * are wanted. */
static bool may_plan_round(const struct hall *hall, const struct tournament *tournament)
{
    if (tournament->pairing)
        return true;
    if (!round_is_next(tournament))
        return false;
    return rounds_wait(tournament) ? tournament->open == 0
                                   : !is_ahead(hall, tournament) && !is_crowded(tournament);
}

/* --- beginning matches --- */

static bool is_busy(const struct tournament *tournament, int entrant)
{
    int64_t most = tournament->plan.each_at_once;
    return most > 0 && tournament->entrants[entrant]->live >= most;
}

static bool pair_may_begin(const struct pair *pair)
{
    const struct tournament *tournament = pair->tournament;
    return tournament->live < tournament->plan.at_once &&
           !is_busy(tournament, pair->meeting.first) && !is_busy(tournament, pair->meeting.second);
}

/* The next match that may begin. The owner pays for the disk and the memory that it takes. */
static bool begin_next(struct hall *hall, struct tournament *tournament)
{
    struct pair *pair = tournament->unjudged < UNJUDGED_MANY ? tournament->ready : NULL;
    while (pair && !pair_may_begin(pair))
        pair = pair->next;
    if (!pair)
        return false;
    if (payers_are_full(hall, tournament->owner)) {
        tournament_set_state(hall, tournament, TOURNAMENT_PAUSED,
                             "it has written as much to the disk as its owner may within a day");
        return false;
    }
    if (tournament->live > 0 &&
        !tournament_can_hold(hall, tournament, start_bytes_of_long(pair->start)))
        return false;
    pair_begin(hall, pair, pair->games[0].match ? 1 : 0);
    tournament_touch(hall, tournament, NEWS_FOR_FOLLOWERS);
    return true;
}

/* --- going on --- */

bool tournament_is_complete(const struct tournament *tournament)
{
    return tournament->round > 0 && !tournament->pairing && tournament->open == 0 &&
           tournament->unjudged == 0 && !round_is_next(tournament);
}

/* Does the next small work of the tournament; returns whether there was any. */
static bool work(struct hall *hall, struct tournament *tournament)
{
    if (find_next_start(hall, tournament))
        return true;
    if (tournament->state != TOURNAMENT_RUNNING)
        return false;
    if (tournament->planned && tournament->planned->state == PAIR_DRAWN) {
        decide(hall, tournament->planned);
        return true;
    }
    if (may_plan_round(hall, tournament)) {
        round_plan(tournament);
        return true;
    }
    return begin_next(hall, tournament);
}

/* Returns whether there is more to do. */
static bool go_on(struct hall *hall, struct tournament *tournament)
{
    if (tournament->state != TOURNAMENT_RUNNING)
        return false;
    for (int i = 0; i < IN_A_ROW; i++) {
        if (!work(hall, tournament)) {
            if (tournament_is_complete(tournament))
                tournament_set_state(hall, tournament, TOURNAMENT_FINISHED, NULL);
            return false;
        }
        if (tournament->pairing) /* this work is no small one */
            return true;
    }
    return true;
}

bool tournaments_are_due(const struct hall *hall)
{
    return hall->due && !is_stalled(hall) && !hall->closing;
}

bool hall_go_on(struct hall *hall)
{
    if (!tournaments_are_due(hall) || (hall->in_flight && hall->open->count >= RECORDS_MUCH))
        return false;
    struct tournament *tournament = hall->due;
    assert(tournament->is_due);
    bool has_more = go_on(hall, tournament);
    if (!has_more) {
        tournament_tell(hall, tournament);
        has_more = tournament_is_over(tournament) && pairs_forget_some(hall, tournament);
    }
    DL_DELETE2(hall->due, tournament, prev_due, next_due);
    if (has_more) {
        DL_APPEND2(hall->due, tournament, prev_due, next_due);
        return true;
    }
    tournament->is_due = false;
    if (tournament_is_over(tournament))
        tournament_destroy(hall, tournament);
    return tournaments_are_due(hall);
}

/* --- the driver's answers --- */

static struct pair *find_asked(const struct tournament *tournament, int64_t index)
{
    struct pair *pair;
    DL_FOREACH (tournament->planned, pair) {
        if (pair->state == PAIR_ASKED && pair_start_index(pair) == index)
            return pair;
    }
    return NULL;
}

void hall_start_drawn(struct hall *hall, int64_t id, int64_t index, const char *start,
                      const char *reason)
{
    struct tournament *tournament = tournament_find(hall, id);
    /* A start that comes too late is asked for again after the next start of the server. */
    struct pair *pair = tournament && !hall->closing ? find_asked(tournament, index) : NULL;
    if (!pair)
        return;
    if (!start) {
        pair->state = PAIR_PLANNED;
        assert(tournament->ahead >= 2);
        tournament->ahead -= 2;
        if (tournament->state == TOURNAMENT_RUNNING)
            tournament_set_state(hall, tournament, TOURNAMENT_PAUSED, reason);
        return;
    }
    pair_set_start(pair, memory_text(start, strlen(start)));
    pair->state = PAIR_DRAWN;
    tournament_touch(hall, tournament, NEWS_NONE);
}
