/* Rounds: who meets whom, from the plan and from what the pairs have brought so far. */
#include "common/base/memory.h"
#include "server/hall/tournament.h"

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

static void add_pair(const struct pair *pair, struct score *score)
{
    int64_t points[2];
    pair_points(pair, points);
    score->points[pair->meeting.first] += points[0];
    if (pair->meeting.second != ENTRANT_NOBODY)
        score->points[pair->meeting.second] += points[1];
    score->met[score->met_count++] = pair->meeting;
}

/* In a knockout: out is who has been beaten. That is not known before the last leg: those before it were level. */
static void beat(const struct pair *pair, struct score *score)
{
    int64_t points[2];
    pair_points(pair, points);
    if (pair->kind == MEETING_BYE || (points[0] == points[1] && pair->leg < KNOCKOUT_LEGS))
        return;
    bool first_goes_on =
        points[0] != points[1] ? points[0] > points[1] : pair->meeting.first < pair->meeting.second;
    score->out[first_goes_on ? pair->meeting.second : pair->meeting.first] = true;
}

static void add_pairs(const struct tournament *tournament, int round, struct score *score)
{
    score->met = memory_zeroed(tournament->pair_count, sizeof *score->met);
    for (size_t i = 0; i < tournament->pair_count; i++) {
        const struct pair *pair = tournament->pairs[i];
        if (pair->state != PAIR_OVER || pair->round >= round)
            continue;
        add_pair(pair, score);
        if (tournament->plan.format == FORMAT_KNOCKOUT)
            beat(pair, score);
    }
}

bool rounds_wait(const struct tournament *tournament)
{
    return tournament->plan.format == FORMAT_SWISS || tournament->plan.format == FORMAT_KNOCKOUT;
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
        add_pairs(tournament, round, ret_score);
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
