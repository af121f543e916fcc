/* Pairs of tournaments, and their matches. */
#include "common/base/memory.h"
#include "common/tournament/seed.h"
#include "common/tournament/starts.h"
#include "tests/hall/disk_parts.h"
#include "tests/hall/disk_schedule.h"

#include <string.h>

static struct disk_pair *find_pair(struct disk_tournament *tournament, int64_t number)
{
    require(number >= 1 && (size_t)number <= tournament->pair_count,
            "tournament %lld has no pair %lld", (long long)tournament->id, (long long)number);
    return &tournament->pairs[number - 1];
}

/* Is there a pair that counts at the same place, or else the void one before it? */
static bool is_place_free(const struct disk_tournament *tournament, const struct disk_pair *pair)
{
    bool follows = pair->attempt == 1;
    for (size_t i = 0; i < tournament->pair_count; i++) {
        const struct disk_pair *other = &tournament->pairs[i];
        if (other->round != pair->round || other->board != pair->board || other->leg != pair->leg)
            continue;
        if (!other->is_void || other->attempt == pair->attempt)
            return false;
        follows |= other->attempt == pair->attempt - 1 && other->first == pair->first &&
                   other->second == pair->second &&
                   (pair->kind != MEETING_PLAYED || strcmp(other->start, pair->start) == 0);
    }
    return follows;
}

/* A second leg follows upon a level one; a round of a swiss or a knockout upon one that is over. */
static bool is_due(const struct disk *disk, const struct disk_tournament *tournament,
                   const struct disk_pair *pair)
{
    bool is_leg = pair->leg > 1, follows = !is_leg;
    bool waits = tournament->format == FORMAT_SWISS || tournament->format == FORMAT_KNOCKOUT;
    for (size_t i = 0; i < tournament->pair_count; i++) {
        const struct disk_pair *other = &tournament->pairs[i];
        int64_t points[2];
        if (other->is_void || other->kind != MEETING_PLAYED)
            continue;
        bool over = disk_pair_points(disk, other, points);
        if (waits && other->round < pair->round && !over)
            return false;
        follows |= other->round == pair->round && other->board == pair->board &&
                   other->leg == pair->leg - 1 && over && points[0] == points[1];
    }
    return follows && (!is_leg || tournament->format == FORMAT_KNOCKOUT);
}

static bool is_entrant(const struct disk_tournament *tournament, int64_t number)
{
    return number >= 0 && number < (int64_t)tournament->entrant_count;
}

static bool is_kind_possible(const struct disk_tournament *tournament, const struct disk_pair *pair)
{
    if (!is_entrant(tournament, pair->first))
        return false;
    if (pair->kind == MEETING_BYE)
        return pair->second == ENTRANT_NOBODY && !*pair->start;
    if (!is_entrant(tournament, pair->second) || pair->first == pair->second)
        return false;
    bool first_is_gone = tournament->entrants[pair->first].withdrawn >= 0;
    bool second_is_gone = tournament->entrants[pair->second].withdrawn >= 0;
    if (pair->kind == MEETING_PLAYED)
        return *pair->start && !first_is_gone && !second_is_gone && pair->winner == ENTRANT_NOBODY;
    return !*pair->start && ((pair->winner == pair->first && second_is_gone) ||
                             (pair->winner == pair->second && first_is_gone));
}

static struct rules rules_of(const struct disk_tournament *tournament, const struct disk_pair *pair)
{
    struct rules rules;
    starts_rules(&tournament->rules, (uint64_t)tournament->seed,
                 seed_start_index(disk_boards(tournament), pair->round, pair->board, pair->leg),
                 &rules);
    return rules;
}

static bool is_start(const struct disk_tournament *tournament, const struct disk_pair *pair)
{
    struct rules rules = rules_of(tournament, pair);
    struct position position = {0};
    struct error error;
    bool is = !position_parse(&rules, pair->start, strlen(pair->start), &position, &error) &&
              !position_check_start(&rules, &position, &error);
    position_finish(&position);
    return is;
}

void disk_write_pair(struct disk *disk, const struct record *record)
{
    struct disk_tournament *tournament = disk_require_tournament(disk, record->pair.tournament);
    struct disk_pair pair = {
        .round = record->pair.round,
        .board = record->pair.board,
        .leg = record->pair.leg,
        .attempt = record->pair.attempt,
        .kind = record->pair.kind,
        .first = record->pair.first,
        .second = record->pair.second,
        .winner = record->pair.winner,
        .start = disk_kept(record->pair.start),
    };
    require(record->pair.number == (int64_t)tournament->pair_count + 1 &&
                tournament->state != TOURNAMENT_OPEN && !disk_is_over(tournament) &&
                pair.round >= 1 && pair.board >= 1,
            "pair %lld of tournament %lld has no place", (long long)record->pair.number,
            (long long)tournament->id);
    require(is_kind_possible(tournament, &pair) && is_place_free(tournament, &pair) &&
                is_due(disk, tournament, &pair) &&
                (pair.kind != MEETING_PLAYED || is_start(tournament, &pair)),
            "pair %lld of tournament %lld cannot be: round %lld, board %lld, leg %lld, attempt "
            "%lld, %s, %lld against %lld from '%s'",
            (long long)record->pair.number, (long long)tournament->id, (long long)pair.round,
            (long long)pair.board, (long long)pair.leg, (long long)pair.attempt,
            meeting_kind_text(pair.kind), (long long)pair.first, (long long)pair.second,
            pair.start);
    tournament->pairs =
        memory_for_next(tournament->pairs, tournament->pair_count, sizeof *tournament->pairs);
    tournament->pairs[tournament->pair_count++] = pair;
}

static void count_live(struct disk_tournament *tournament, const struct disk_pair *pair,
                       int64_t change)
{
    tournament->live += change;
    tournament->entrants[pair->first].live += change;
    tournament->entrants[pair->second].live += change;
}

void disk_write_pair_match(struct disk *disk, const struct record *record)
{
    struct disk_tournament *tournament =
        disk_require_tournament(disk, record->pair_match.tournament);
    struct disk_pair *pair = find_pair(tournament, record->pair_match.number);
    int64_t game = record->pair_match.game - 1;
    require(disk_match(disk, record->pair_match.match) && (game == 0 || game == 1) &&
                pair->kind == MEETING_PLAYED && !pair->is_void && !pair->matches[game] &&
                !disk_is_over(tournament),
            "match %lld cannot begin in a pair", (long long)record->pair_match.match);
    struct disk_match *match = &disk->matches[record->pair_match.match - 1];
    int64_t players[2] = {tournament->entrants[pair->first].player,
                          tournament->entrants[pair->second].player};
    require(match->tournament == tournament->id && match->pair == 0 &&
                match->ending == ENDING_NONE && match->first == players[game] &&
                match->second == players[1 - game] && strcmp(match->start, pair->start) == 0 &&
                strcmp(match->rules.text, rules_of(tournament, pair).text) == 0 &&
                memcmp(&match->control, &tournament->control, sizeof match->control) == 0 &&
                match->rated == tournament->rated,
            "match %lld is not that of pair %lld", (long long)match->id,
            (long long)record->pair_match.number);
    pair->matches[game] = match->id;
    match->pair = record->pair_match.number;
    count_live(tournament, pair, 1);
}

/* Is a match of it over? */
static bool has_result(const struct disk *disk, const struct disk_pair *pair)
{
    for (int game = 0; game < 2; game++) {
        const struct disk_match *match = disk_match(disk, pair->matches[game]);
        if (match && match->ending != ENDING_NONE)
            return true;
    }
    return false;
}

void disk_write_pair_void(struct disk *disk, const struct record *record)
{
    struct disk_tournament *tournament =
        disk_require_tournament(disk, record->pair_void.tournament);
    struct disk_pair *pair = find_pair(tournament, record->pair_void.number);
    require(pair->kind == MEETING_PLAYED && !pair->is_void &&
                tournament->state != TOURNAMENT_FINISHED &&
                (tournament->state != TOURNAMENT_CANCELLED || !has_result(disk, pair)),
            "pair %lld of tournament %lld cannot be void", (long long)record->pair_void.number,
            (long long)tournament->id);
    pair->is_void = true;
}

void disk_end_in_tournament(struct disk *disk, const struct disk_match *match, enum ending ending)
{
    if (!match->tournament)
        return;
    struct disk_tournament *tournament = disk_require_tournament(disk, match->tournament);
    const struct disk_pair *pair = find_pair(tournament, match->pair);
    bool counts = !pair->is_void && !disk_is_over(tournament);
    require((ending != ENDING_VOID) == counts, "match %lld ends as %s, its pair %s",
            (long long)match->id, ending_text(ending), counts ? "counts" : "does not count");
    count_live(tournament, pair, -1);
}

bool disk_is_settled(struct disk *disk, const struct disk_match *match)
{
    struct disk_tournament *tournament = disk_require_tournament(disk, match->tournament);
    return disk_is_over(tournament) || find_pair(tournament, match->pair)->is_void;
}
