#include "tests/hall/disk_schedule.h"

#include "common/base/memory.h"
#include "server/hall/record.h"

#include <stdlib.h>

enum { PAIR_POINTS = 4 };

/* Everything that a round is paired by. */
struct outcome {
    int64_t points[ENTRANTS_MAX];
    bool out[ENTRANTS_MAX];
    struct meeting *met; /* owned */
    size_t met_count;
};

bool disk_pair_points(const struct disk *disk, const struct disk_pair *pair, int64_t points[2])
{
    points[0] = points[1] = 0;
    if (pair->kind == MEETING_BYE)
        points[0] = PAIR_POINTS;
    else if (pair->kind == MEETING_FORFEIT)
        points[pair->winner == pair->second] = PAIR_POINTS;
    for (int game = 0; pair->kind == MEETING_PLAYED && game < 2; game++) {
        const struct disk_match *match = disk_match(disk, pair->matches[game]);
        if (!match || match->ending == ENDING_NONE)
            return false;
        int first = match->winner == SEAT_NOBODY                   ? 1
                    : (match->winner == SEAT_FIRST) == (game == 0) ? 2
                                                                   : 0;
        points[0] += first;
        points[1] += 2 - first;
    }
    return true;
}

static bool is_knockout(const struct disk_tournament *tournament)
{
    return tournament->format == FORMAT_KNOCKOUT;
}

/* --- what a round is paired by --- */

static void add_result(const struct disk *disk, const struct disk_tournament *tournament,
                       const struct disk_pair *pair, struct outcome *outcome)
{
    int64_t points[2];
    disk_pair_points(disk, pair, points);
    outcome->met[outcome->met_count++] =
        (struct meeting){.first = (int)pair->first, .second = (int)pair->second};
    outcome->points[pair->first] += points[0];
    if (pair->kind == MEETING_BYE)
        return;
    outcome->points[pair->second] += points[1];
    bool is_level = points[0] == points[1];
    if (!is_knockout(tournament) || (is_level && pair->leg < KNOCKOUT_LEGS))
        return;
    bool first_is_better = is_level ? pair->first < pair->second : points[0] > points[1];
    outcome->out[first_is_better ? pair->second : pair->first] = true;
}

static struct outcome outcome_before(const struct disk *disk,
                                     const struct disk_tournament *tournament, int64_t round)
{
    struct outcome outcome = {.met =
                                  memory_zeroed(tournament->pair_count + 1, sizeof *outcome.met)};
    for (size_t i = 0; !is_knockout(tournament) && i < tournament->entrant_count; i++) {
        int64_t withdrawn = tournament->entrants[i].withdrawn;
        outcome.out[i] = withdrawn >= 0 && withdrawn < round;
    }
    for (size_t i = 0; i < tournament->pair_count; i++)
        if (!tournament->pairs[i].is_void && tournament->pairs[i].round < round)
            add_result(disk, tournament, &tournament->pairs[i], &outcome);
    return outcome;
}

static size_t meetings_of(const struct disk *disk, const struct disk_tournament *tournament,
                          const struct pairing *pairing, int round,
                          struct meeting meetings[ENTRANTS_MAX])
{
    struct outcome outcome = outcome_before(disk, tournament, round);
    const struct pairing_state state = {
        .round = round - 1,
        .out = outcome.out,
        .points = outcome.points,
        .met = outcome.met,
        .met_count = outcome.met_count,
    };
    size_t count = pairing_round(pairing, &state, meetings);
    free(outcome.met);
    return count;
}

/* --- whether it is so --- */

static bool is_of(const struct disk_pair *pair, int round, size_t board)
{
    return pair->round == round && pair->board == (int64_t)board;
}

/* Have both sides withdrawn, so that nobody is to have anything from it? */
static bool may_be_missing(const struct disk_tournament *tournament, struct meeting meeting)
{
    return !is_knockout(tournament) && meeting.second != ENTRANT_NOBODY &&
           tournament->entrants[meeting.first].withdrawn >= 0 &&
           tournament->entrants[meeting.second].withdrawn >= 0;
}

/* As many legs count as there have to be: a second one where the first is level. */
static void check_board(const struct disk *disk, const struct disk_tournament *tournament,
                        int round, size_t board, struct meeting meeting)
{
    int64_t legs = 0, wanted = 1;
    for (size_t i = 0; i < tournament->pair_count; i++) {
        const struct disk_pair *pair = &tournament->pairs[i];
        int64_t points[2];
        if (!is_of(pair, round, board))
            continue;
        require(pair->first == meeting.first && pair->second == meeting.second,
                "tournament %lld, round %d, board %zu: %lld meets %lld, not %d %d",
                (long long)tournament->id, round, board, (long long)pair->first,
                (long long)pair->second, meeting.first, meeting.second);
        if (pair->is_void)
            continue;
        legs++;
        if (is_knockout(tournament) && pair->leg == 1 && disk_pair_points(disk, pair, points) &&
            points[0] == points[1])
            wanted = KNOCKOUT_LEGS;
    }
    require(legs == wanted || (legs == 0 && may_be_missing(tournament, meeting)),
            "tournament %lld, round %d, board %zu: %lld pairs count, not %lld",
            (long long)tournament->id, round, board, (long long)legs, (long long)wanted);
}

/* Who must not meet is in *ret_forbidden, to be freed. */
static struct pairing pairing_of(const struct disk_tournament *tournament,
                                 struct meeting **ret_forbidden)
{
    struct pairing pairing = {
        .format = tournament->format,
        .entrants = (int)tournament->entrant_count,
        .rounds = (int)tournament->rounds,
    };
    require(meetings_parse(tournament->forbidden, ret_forbidden, &pairing.forbidden_count),
            "tournament %lld forbids '%s'", (long long)tournament->id, tournament->forbidden);
    pairing.forbidden = *ret_forbidden;
    return pairing;
}

int disk_boards(const struct disk_tournament *tournament)
{
    struct meeting *forbidden;
    struct pairing pairing = pairing_of(tournament, &forbidden);
    int boards = pairing_boards(&pairing);
    free(forbidden);
    return boards;
}

void disk_check_schedule(const struct disk *disk, const struct disk_tournament *tournament)
{
    struct meeting *forbidden;
    struct pairing pairing = pairing_of(tournament, &forbidden);
    int rounds = pairing_rounds(&pairing);
    size_t *boards = memory_zeroed((size_t)rounds + 1, sizeof *boards);
    for (int round = 1; round <= rounds; round++) {
        struct meeting meetings[ENTRANTS_MAX];
        boards[round] = meetings_of(disk, tournament, &pairing, round, meetings);
        for (size_t i = 0; i < boards[round]; i++)
            check_board(disk, tournament, round, i + 1, meetings[i]);
    }
    for (size_t i = 0; i < tournament->pair_count; i++) {
        const struct disk_pair *pair = &tournament->pairs[i];
        require(pair->round <= rounds && (size_t)pair->board <= boards[pair->round],
                "tournament %lld has a pair at board %lld of round %lld", (long long)tournament->id,
                (long long)pair->board, (long long)pair->round);
    }
    free(boards);
    free(forbidden);
}
