/* Checks the pairings: pairs every round again from the results before it. */
#include "client/tournament/verify.h"
#include "common/base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* --- rounds --- */

/* The schedule, recomputed round by round from the earlier results. */
struct schedule {
    struct verify *verify;
    int round;           /* from 0 */
    size_t index;        /* of the first line of the round */
    size_t meetings_end; /* the meetings of earlier rounds end here */
    const struct meeting *expected;
    size_t expected_count;
    bool is_whole;    /* no line was missing or unexpected so far */
    bool is_complete; /* every match was played to its end so far */
};

static int64_t withdrawn(const struct verify *verify, int entrant)
{
    const struct export_end *end = results_end(&verify->results);
    const char *name = results_plan(&verify->results)->players[entrant];
    for (size_t i = 0; i < end->count; i++) {
        if (strcmp(end->standings[i].player, name) == 0)
            return end->standings[i].withdrawn;
    }
    return -1;
}

static bool is_out(const struct verify *verify, int entrant, int round)
{
    int64_t since = withdrawn(verify, entrant);
    return since >= 0 && since <= round;
}

/* The results of the rounds before, in the form of pairing_round(). */
struct before {
    bool out[ENTRANTS_MAX];
    int64_t points[ENTRANTS_MAX];
    struct meeting *met;
    size_t met_count;
};

static void collect_standings(const struct schedule *schedule, struct before *before)
{
    const struct verify *verify = schedule->verify;
    struct standing standings[ENTRANTS_MAX];
    standings_compute(verify->pairing.format, verify->pairing.entrants, verify->meetings,
                      schedule->meetings_end, standings);
    for (int i = 0; i < verify->pairing.entrants; i++) {
        const struct standing *standing = &standings[i];
        before->points[standing->entrant] = standing->points;
        before->out[standing->entrant] =
            verify->pairing.format == FORMAT_KNOCKOUT && standing->round_out != INT_MAX;
    }
}

static size_t pair_round(const struct schedule *schedule, struct meeting ret_meetings[ENTRANTS_MAX])
{
    const struct verify *verify = schedule->verify;
    struct before before = {0};
    if (verify_rounds_wait(verify))
        collect_standings(schedule, &before);
    before.met = memory_zeroed(schedule->meetings_end + 1, sizeof *before.met);
    for (size_t i = 0; i < schedule->meetings_end; i++)
        before.met[before.met_count++] = verify->meetings[i].meeting;
    for (int i = 0; i < verify->pairing.entrants; i++)
        before.out[i] = before.out[i] || (verify->pairing.format != FORMAT_KNOCKOUT &&
                                          is_out(verify, i, schedule->round));
    struct pairing_state state = {
        .round = schedule->round,
        .out = before.out,
        .points = before.points,
        .met = before.met,
        .met_count = before.met_count,
    };
    size_t count = pairing_round(&verify->pairing, &state, ret_meetings);
    free(before.met);
    return count;
}

static const char *name_of(const struct schedule *schedule, int entrant)
{
    if (entrant == ENTRANT_NOBODY)
        return "bye";
    return results_plan(&schedule->verify->results)->players[entrant];
}

static void check_forfeit(const struct schedule *schedule, size_t index, struct meeting meeting,
                          int winner)
{
    assert(winner == meeting.first || winner == meeting.second);
    int loser = winner == meeting.first ? meeting.second : meeting.first;
    if (withdrawn(schedule->verify, loser) < 0)
        verify_fault(schedule->verify, index, "%s has not withdrawn: the pair should be played",
                     name_of(schedule, loser));
}

static void check_played(const struct schedule *schedule, size_t index, struct meeting meeting)
{
    const int players[] = {meeting.first, meeting.second};
    for (int i = 0; i < 2; i++) {
        if (is_out(schedule->verify, players[i], schedule->round))
            verify_fault(schedule->verify, index,
                         "%s had withdrawn before: the pair should be won by forfeit",
                         name_of(schedule, players[i]));
    }
}

/* Checks that the line is the expected meeting. */
static bool check_meeting(struct schedule *schedule, size_t index,
                          const struct meeting_result *result, struct meeting expected)
{
    struct meeting meeting = result->meeting;
    bool is_bye = result->kind == MEETING_BYE;
    if (meeting.first != expected.first || meeting.second != expected.second ||
        is_bye != (expected.second == ENTRANT_NOBODY)) {
        verify_fault(schedule->verify, index, "%s - %s should meet on this board",
                     name_of(schedule, expected.first), name_of(schedule, expected.second));
        return false;
    }
    if (result->kind == MEETING_FORFEIT)
        check_forfeit(schedule, index, meeting, result->winner);
    if (result->kind == MEETING_PLAYED)
        check_played(schedule, index, meeting);
    return true;
}

/* --- legs --- */

/* The legs so far of a pair: in a knockout, a level pair plays another leg. */
struct legs {
    int64_t count;
    int64_t points; /* of `first`, in halves, minus those of the other */
    bool is_over;   /* the last leg is over: its matches played, a forfeit or a bye */
};

static bool wants_leg(const struct schedule *schedule, const struct legs *legs)
{
    if (legs->count == 0)
        return true;
    return schedule->verify->pairing.format == FORMAT_KNOCKOUT && legs->is_over &&
           legs->points == 0 && legs->count < KNOCKOUT_LEGS;
}

static void add_leg(struct legs *legs, const struct meeting_result *result)
{
    legs->count++;
    legs->is_over = true;
    legs->points = result->kind == MEETING_PLAYED ? 0 : 1;
    for (int game = 0; game < 2 && result->kind == MEETING_PLAYED; game++) {
        legs->points += result->points[game] - 1;
        legs->is_over = legs->is_over && result->points[game] >= 0;
    }
}

static void check_leg(struct schedule *schedule, size_t index, const struct legs *legs)
{
    struct verify *verify = schedule->verify;
    int64_t leg = verify_match(verify, index)->leg;
    if (!wants_leg(schedule, legs))
        verify_fault(verify, index, "the pair was decided: it has no leg %" PRId64, leg);
    else if (leg != legs->count + 1)
        verify_fault(verify, index, "this should be leg %" PRId64, legs->count + 1);
}

/* May the pair lack a line, because both have withdrawn? In a knockout one of them has to go on. */
static bool may_be_off(const struct schedule *schedule, struct meeting meeting)
{
    const struct verify *verify = schedule->verify;
    return verify->pairing.format != FORMAT_KNOCKOUT && meeting.second != ENTRANT_NOBODY &&
           withdrawn(verify, meeting.first) >= 0 && withdrawn(verify, meeting.second) >= 0;
}

static bool is_on_board(const struct schedule *schedule, size_t index, int64_t board)
{
    if (index >= verify_match_count(schedule->verify))
        return false;
    const struct export_match *match = verify_match(schedule->verify, index);
    return match->round == schedule->round + 1 && match->board == board;
}

static void check_board(struct schedule *schedule, int64_t board, struct meeting expected)
{
    assert(board >= 1 && schedule->round >= 0);
    struct verify *verify = schedule->verify;
    struct legs legs = {0};
    while (is_on_board(schedule, schedule->index, board)) {
        size_t end = results_pair_end(&verify->results, schedule->index);
        struct meeting_result result = results_meeting(&verify->results, schedule->index, end);
        if (!check_meeting(schedule, schedule->index, &result, expected))
            schedule->is_whole = false;
        check_leg(schedule, schedule->index, &legs);
        add_leg(&legs, &result);
        schedule->index = end;
    }
    if (!wants_leg(schedule, &legs)) {
        schedule->is_complete = schedule->is_complete && legs.is_over;
        return;
    }
    if (legs.count == 0 && may_be_off(schedule, expected))
        return;
    schedule->is_complete = false;
    if (verify_may_lack(verify, schedule->round + 1))
        return;
    schedule->is_whole = false;
    verdict_fault(verify->verdict, 0, NULL,
                  "round %d board %" PRId64 " leg %" PRId64 " is missing: %s - %s",
                  schedule->round + 1, board, legs.count + 1, name_of(schedule, expected.first),
                  name_of(schedule, expected.second));
}

/* Reports the surplus lines of this round and skips them. */
static void check_surplus(struct schedule *schedule)
{
    struct verify *verify = schedule->verify;
    while (schedule->index < verify_match_count(verify) &&
           verify_match(verify, schedule->index)->round <= schedule->round + 1) {
        verify_fault(verify, schedule->index, "round %d has %zu boards only", schedule->round + 1,
                     schedule->expected_count);
        schedule->is_whole = false;
        schedule->index = results_pair_end(&verify->results, schedule->index);
    }
}

static void check_round(struct schedule *schedule)
{
    struct verify *verify = schedule->verify;
    struct meeting expected[ENTRANTS_MAX];
    schedule->expected = expected;
    schedule->expected_count = pair_round(schedule, expected);
    for (size_t i = 0; i < schedule->expected_count; i++)
        check_board(schedule, (int64_t)i + 1, expected[i]);
    check_surplus(schedule);
    while (schedule->meetings_end < verify->meeting_count &&
           verify->meetings[schedule->meetings_end].round <= schedule->round)
        schedule->meetings_end++;
}

/* Can the next round be checked? Not after a fault if the pairing depends on the results, and not
 * after the last match of a cancelled tournament. */
static bool can_go_on(const struct schedule *schedule)
{
    const struct verify *verify = schedule->verify;
    if (schedule->index == verify_match_count(verify) && verify->is_cancelled)
        return false;
    return schedule->is_whole || !verify_rounds_wait(verify);
}

void verify_schedule(struct verify *verify)
{
    struct schedule schedule = {.verify = verify, .is_whole = true, .is_complete = true};
    int rounds = pairing_rounds(&verify->pairing);
    verdict_begin(verify->verdict, "schedule");
    if (verify_pairs(verify)) {
        for (; schedule.round < rounds && can_go_on(&schedule); schedule.round++)
            check_round(&schedule);
        if (schedule.round == rounds && schedule.index < verify_match_count(verify))
            verify_fault(verify, schedule.index, "there are %d rounds only", rounds);
        /* At the cancellation only the judgement of the last match can have been missing. */
        if (verify->is_cancelled && verify->is_judged && schedule.is_whole &&
            schedule.is_complete && schedule.round == rounds)
            verdict_fault(verify->verdict, (int64_t)verify->results.results.count, NULL,
                          "the state is 'cancelled', but should be 'finished': every match was"
                          " played and judged");
    }
    verdict_checked(verify->verdict,
                    "%d of %d rounds paired again, %zu meetings; sides swapped in each pair",
                    schedule.round, rounds, schedule.meetings_end);
}
