/* Rounds: the meetings of each round, from the plan and the results so far. */
#include "common/base/memory.h"
#include "server/hall/tournament.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

bool round_is_next(const struct tournament *tournament)
{
    return tournament->round < tournament->rounds;
}

bool rounds_wait(const struct tournament *tournament)
{
    return tournament->plan.format == FORMAT_SWISS || tournament->plan.format == FORMAT_KNOCKOUT;
}

/* Adds the results of the earlier rounds that are not in the score yet, so each pair is looked at
 * once. These rounds are over and never change. */
static void add_results(struct tournament *tournament, int round)
{
    struct score *score = &tournament->score;
    assert(score->pairs <= tournament->pair_count);
    struct standing standings[ENTRANTS_MAX];
    size_t count = 0;
    struct meeting_result *results =
        memory_zeroed(tournament->pair_count - score->pairs, sizeof *results);
    for (; score->pairs < tournament->pair_count; score->pairs++) {
        const struct pair *pair = tournament->pairs[score->pairs];
        if (pair->round >= round)
            break;
        if (pair->state != PAIR_OVER)
            continue;
        assert(pair->number == (int64_t)score->pairs + 1);
        results[count++] = pair_result(pair);
        score->met = memory_for_next(score->met, score->met_count, sizeof *score->met);
        score->met[score->met_count++] = pair->meeting;
    }
    standings_compute(tournament->plan.format, tournament->entrant_count, results, count,
                      standings);
    for (int i = 0; i < tournament->entrant_count; i++) {
        score->points[standings[i].entrant] += standings[i].points;
        if (standings[i].round_out != INT_MAX)
            score->is_beaten[standings[i].entrant] = true;
    }
    free(results);
}

/* How it stands before a round, from 1. `ret_out` is for the state to point to. */
static struct pairing_state state_before(struct tournament *tournament, int round,
                                         bool ret_out[ENTRANTS_MAX])
{
    if (rounds_wait(tournament))
        add_results(tournament, round);
    for (int i = 0; i < tournament->entrant_count; i++) {
        int64_t withdrawn = tournament->entrants[i]->withdrawn;
        /* In a knockout an entrant who has withdrawn is paired all the same, and the opponent
         * goes on by forfeit. */
        ret_out[i] = tournament->plan.format == FORMAT_KNOCKOUT
                         ? tournament->score.is_beaten[i]
                         : withdrawn >= 0 && withdrawn < round;
    }
    return (struct pairing_state){
        .round = round - 1,
        .out = ret_out,
        .points = tournament->score.points,
        .met = tournament->score.met,
        .met_count = tournament->score.met_count,
    };
}

/* The meetings of a round, from 1, as they were when it was paired. */
static size_t meetings_of(struct tournament *tournament, int round,
                          struct meeting ret_meetings[ENTRANTS_MAX])
{
    bool out[ENTRANTS_MAX];
    struct pairing pairing = plan_pairing(&tournament->plan, tournament->entrant_count);
    struct pairing_state state = state_before(tournament, round, out);
    return pairing_round(&pairing, &state, ret_meetings);
}

void round_plan(struct tournament *tournament)
{
    struct meeting meetings[ENTRANTS_MAX];
    size_t count;
    assert(tournament->pairing || round_is_next(tournament));
    if (tournament->pairing) {
        if (swiss_round_go_on(tournament->pairing))
            return;
        count = swiss_round_meetings(tournament->pairing, meetings);
        swiss_round_destroy(tournament->pairing);
        tournament->pairing = NULL;
    } else if (tournament->plan.format == FORMAT_SWISS) {
        bool out[ENTRANTS_MAX];
        struct pairing pairing = plan_pairing(&tournament->plan, tournament->entrant_count);
        struct pairing_state state = state_before(tournament, ++tournament->round, out);
        tournament->pairing = swiss_round_begin(&pairing, &state);
        return;
    } else {
        tournament->round++;
        count = meetings_of(tournament, tournament->round, meetings);
    }
    for (size_t i = 0; i < count; i++)
        pair_plan(tournament, tournament->round, (int)i + 1, 1, meetings[i]);
}

void round_plan_rest(struct tournament *tournament)
{
    struct meeting meetings[ENTRANTS_MAX];
    bool is_decided[ENTRANTS_MAX + 1] = {false};
    if (tournament->round == 0)
        return;
    size_t count = meetings_of(tournament, tournament->round, meetings);
    for (size_t i = 0; i < tournament->pair_count; i++)
        if (tournament->pairs[i]->round == tournament->round)
            is_decided[tournament->pairs[i]->board] = true;
    for (size_t i = 0; i < count; i++)
        if (!is_decided[i + 1])
            pair_plan(tournament, tournament->round, (int)i + 1, 1, meetings[i]);
}
