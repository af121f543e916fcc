/* Rounds: who meets whom, from the plan and from what the pairs have brought so far. */
#include "common/base/memory.h"
#include "server/hall/tournament.h"

#include <limits.h>
#include <stdlib.h>

/* How it stands before a round: everything that the earlier ones have brought. */
struct score {
    int64_t points[ENTRANTS_MAX];
    bool out[ENTRANTS_MAX];
    struct meeting *met;
    size_t met_count;
};

bool round_is_next(const struct tournament *tournament)
{
    return tournament->round < tournament->rounds;
}

bool rounds_wait(const struct tournament *tournament)
{
    return tournament->plan.format == FORMAT_SWISS || tournament->plan.format == FORMAT_KNOCKOUT;
}

/* All that is over before the round: the standings say what it is worth, and who is beaten. */
static void add_results(const struct tournament *tournament, int round, struct score *score)
{
    struct meeting_result *results = memory_zeroed(tournament->pair_count, sizeof *results);
    struct standing standings[ENTRANTS_MAX];
    score->met = memory_zeroed(tournament->pair_count, sizeof *score->met);
    for (size_t i = 0; i < tournament->pair_count; i++) {
        const struct pair *pair = tournament->pairs[i];
        if (pair->state != PAIR_OVER || pair->round >= round)
            continue;
        results[score->met_count] = pair_result(pair);
        score->met[score->met_count++] = pair->meeting;
    }
    standings_compute(tournament->plan.format, tournament->entrant_count, results, score->met_count,
                      standings);
    for (int i = 0; i < tournament->entrant_count; i++) {
        int entrant = standings[i].entrant;
        score->points[entrant] = standings[i].points;
        if (standings[i].round_out != INT_MAX)
            score->out[entrant] = true;
    }
    free(results);
}

static void score_before(const struct tournament *tournament, int round, struct score *ret_score)
{
    *ret_score = (struct score){0};
    /* In a knockout who has withdrawn is paired all the same, and the opponent goes on by forfeit. */
    if (tournament->plan.format != FORMAT_KNOCKOUT)
        for (int i = 0; i < tournament->entrant_count; i++) {
            int64_t withdrawn = tournament->entrants[i]->withdrawn;
            ret_score->out[i] = withdrawn >= 0 && withdrawn < round;
        }
    if (rounds_wait(tournament))
        add_results(tournament, round, ret_score);
}

/* The meetings of a round, from 1, as they were when it was paired. */
static size_t meetings_of(const struct tournament *tournament, int round,
                          struct meeting ret_meetings[ENTRANTS_MAX])
{
    struct pairing pairing = plan_pairing(&tournament->plan, tournament->entrant_count);
    struct score score;
    score_before(tournament, round, &score);
    struct pairing_state state = {
        .round = round - 1,
        .out = score.out,
        .points = score.points,
        .met = score.met,
        .met_count = score.met_count,
    };
    size_t count = pairing_round(&pairing, &state, ret_meetings);
    free(score.met);
    return count;
}

void round_plan(struct tournament *tournament)
{
    struct meeting meetings[ENTRANTS_MAX];
    int round = tournament->round + 1;
    size_t count = meetings_of(tournament, round, meetings);
    tournament->round = round;
    for (size_t i = 0; i < count; i++)
        pair_plan(tournament, round, (int)i + 1, 1, meetings[i]);
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
