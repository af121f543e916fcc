#include "tests/hall/disk_tournament.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

static void finish_tournament(struct disk_tournament *tournament)
{
    for (size_t i = 0; i < tournament->entrant_count; i++)
        free(tournament->entrants[i].name);
    for (size_t i = 0; i < tournament->pair_count; i++)
        free(tournament->pairs[i].start);
    free(tournament->entrants);
    free(tournament->pairs);
    free(tournament->name);
    free(tournament->starts);
    free(tournament->forbidden);
    free(tournament->reason);
}

void disk_finish_tournaments(struct disk *disk)
{
    for (size_t i = 0; i < disk->tournament_count; i++)
        finish_tournament(&disk->tournaments[i]);
    free(disk->tournaments);
    struct disk_rating *rating, *next;
    LL_FOREACH_SAFE (disk->ratings, rating, next) {
        free(rating->family);
        free(rating);
    }
}

const struct disk_tournament *disk_tournament(const struct disk *disk, int64_t id)
{
    return id >= 1 && (size_t)id <= disk->tournament_count ? &disk->tournaments[id - 1] : NULL;
}

static struct disk_rating *find_rating(const struct disk *disk, int64_t player, const char *family)
{
    struct disk_rating *rating;
    LL_FOREACH (disk->ratings, rating) {
        if (rating->player == player && strcmp(rating->family, family) == 0)
            return rating;
    }
    return NULL;
}

const struct disk_rating *disk_rating(const struct disk *disk, int64_t player, const char *family)
{
    return find_rating(disk, player, family);
}

static char *kept(const struct batch *batch, struct batch_span span)
{
    return memory_text(batch_text(batch, span), span.len);
}

static struct disk_tournament *find(struct disk *disk, int64_t id)
{
    require(disk_tournament(disk, id), "there is no tournament %lld", (long long)id);
    return &disk->tournaments[id - 1];
}

static bool is_over(const struct disk_tournament *tournament)
{
    return tournament->state == TOURNAMENT_FINISHED || tournament->state == TOURNAMENT_CANCELLED;
}

/* --- the tournament and its state --- */

static void read_plan(struct disk_tournament *tournament, const struct batch *batch,
                      const struct record *record)
{
    struct error error;
    const char *rules = batch_text(batch, record->tournament.rules);
    const char *clock = batch_text(batch, record->tournament.clock);
    require(!rules_parse(&tournament->rules, rules, strlen(rules), &error) &&
                !time_control_parse(clock, strlen(clock), &tournament->control, &error),
            "tournament %lld: %s", (long long)tournament->id, error.message);
    require(tournament->control.kind != TIME_NONE && tournament->seed >= 1 &&
                tournament->at_once >= 1 && tournament->at_once <= HALL_AT_ONCE_MAX &&
                tournament->format < FORMAT_COUNT && *tournament->starts && *tournament->name,
            "tournament %lld has an impossible plan", (long long)tournament->id);
}

void disk_write_tournament(struct disk *disk, const struct batch *batch,
                           const struct record *record)
{
    require(record->tournament.id == (int64_t)disk->tournament_count + 1 &&
                disk_player(disk, record->tournament.owner),
            "tournament %lld has a wrong number or owner", (long long)record->tournament.id);
    disk->tournaments =
        memory_resized(disk->tournaments, ++disk->tournament_count, sizeof(struct disk_tournament));
    struct disk_tournament *tournament = &disk->tournaments[disk->tournament_count - 1];
    *tournament = (struct disk_tournament){
        .id = record->tournament.id,
        .owner = record->tournament.owner,
        .name = kept(batch, record->tournament.name),
        .format = record->tournament.format,
        .rounds = record->tournament.rounds,
        .starts = kept(batch, record->tournament.starts),
        .seed = record->tournament.seed,
        .at_once = record->tournament.at_once,
        .each_at_once = record->tournament.each_at_once,
        .rated = record->tournament.rated,
        .invited = record->tournament.invited,
        .forbidden = kept(batch, record->tournament.forbidden),
        .created_ms = record->tournament.created_ms,
        .reason = memory_text("", 0),
    };
    read_plan(tournament, batch, record);
}

static bool may_become(enum tournament_state from, enum tournament_state to)
{
    switch (to) {
    case TOURNAMENT_RUNNING:
        return from == TOURNAMENT_OPEN || from == TOURNAMENT_PAUSED;
    case TOURNAMENT_PAUSED:
    case TOURNAMENT_FINISHED:
        return from == TOURNAMENT_RUNNING;
    case TOURNAMENT_CANCELLED:
        return from <= TOURNAMENT_PAUSED;
    case TOURNAMENT_OPEN:
    case TOURNAMENT_STATES:
        break;
    }
    return false;
}

/* Nothing begins before all are there; nothing is finished before all is over. */
static bool is_ripe(const struct disk *disk, const struct disk_tournament *tournament,
                    enum tournament_state state)
{
    if (state == TOURNAMENT_RUNNING && tournament->entrant_count < ENTRANTS_MIN)
        return false;
    for (size_t i = 0; state == TOURNAMENT_RUNNING && i < tournament->entrant_count; i++)
        if (!tournament->entrants[i].player)
            return false;
    for (size_t i = 0; state == TOURNAMENT_FINISHED && i < tournament->pair_count; i++) {
        const struct disk_pair *pair = &tournament->pairs[i];
        for (int game = 0; !pair->is_void && pair->kind == MEETING_PLAYED && game < 2; game++)
            if (!pair->matches[game] ||
                disk_match(disk, pair->matches[game])->ending == ENDING_NONE)
                return false;
    }
    return true;
}

void disk_write_tournament_state(struct disk *disk, const struct batch *batch,
                                 const struct record *record)
{
    struct disk_tournament *tournament = find(disk, record->tournament_state.id);
    enum tournament_state state = record->tournament_state.state;
    require(may_become(tournament->state, state) && is_ripe(disk, tournament, state),
            "tournament %lld becomes %s after %s", (long long)tournament->id,
            tournament_state_text(state), tournament_state_text(tournament->state));
    tournament->state = state;
    free(tournament->reason);
    tournament->reason = kept(batch, record->tournament_state.reason);
    require(!*tournament->reason || state == TOURNAMENT_PAUSED, "tournament %lld is %s because: %s",
            (long long)tournament->id, tournament_state_text(state), tournament->reason);
}

/* --- entrants --- */

static bool is_entered_elsewhere(const struct disk_tournament *tournament, int64_t number,
                                 int64_t player)
{
    for (size_t i = 0; player && i < tournament->entrant_count; i++)
        if ((int64_t)i != number && tournament->entrants[i].player == player)
            return true;
    return false;
}

void disk_write_entrant(struct disk *disk, const struct batch *batch, const struct record *record)
{
    struct disk_tournament *tournament = find(disk, record->entrant.tournament);
    int64_t number = record->entrant.number, player = record->entrant.player;
    bool is_open = tournament->state == TOURNAMENT_OPEN;
    require(number >= 0 && number <= (int64_t)tournament->entrant_count && !is_over(tournament) &&
                (!player || disk_player(disk, player)),
            "tournament %lld has an impossible entrant %lld", (long long)tournament->id,
            (long long)number);
    if (number == (int64_t)tournament->entrant_count) {
        tournament->entrants = memory_resized(tournament->entrants, ++tournament->entrant_count,
                                              sizeof *tournament->entrants);
        tournament->entrants[number] = (struct disk_entrant){.player = player, .withdrawn = -1};
        require(is_open, "tournament %lld gets an entrant too late", (long long)tournament->id);
    }
    struct disk_entrant *entrant = &tournament->entrants[number];
    require(is_open ? record->entrant.withdrawn == -1
                    : entrant->player == player && entrant->withdrawn == -1,
            "entrant %lld of tournament %lld changes when nobody can", (long long)number,
            (long long)tournament->id);
    free(entrant->name);
    entrant->name = kept(batch, record->entrant.name);
    entrant->player = player;
    entrant->withdrawn = record->entrant.withdrawn;
}

void disk_write_entrant_gone(struct disk *disk, const struct batch *batch,
                             const struct record *record)
{
    (void)batch;
    struct disk_tournament *tournament = find(disk, record->entrant.tournament);
    require(tournament->state == TOURNAMENT_OPEN && !tournament->invited &&
                record->entrant.number == (int64_t)tournament->entrant_count - 1,
            "entrant %lld of tournament %lld cannot be gone", (long long)record->entrant.number,
            (long long)tournament->id);
    free(tournament->entrants[--tournament->entrant_count].name);
}

/* --- pairs --- */

static struct disk_pair *find_pair(struct disk_tournament *tournament, int64_t number)
{
    require(number >= 1 && (size_t)number <= tournament->pair_count,
            "tournament %lld has no pair %lld", (long long)tournament->id, (long long)number);
    return &tournament->pairs[number - 1];
}

/* What the two have, in halves. False: it is not over. */
static bool points_of(const struct disk *disk, const struct disk_pair *pair, int64_t points[2])
{
    points[0] = points[1] = 0;
    for (int game = 0; game < 2; game++) {
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
        bool over = points_of(disk, other, points);
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

static bool is_start(const struct disk_tournament *tournament, const char *start)
{
    struct position position = {0};
    struct error error;
    bool is = !position_parse(&tournament->rules, start, strlen(start), &position, &error) &&
              !position_check_start(&tournament->rules, &position, &error);
    position_finish(&position);
    return is;
}

void disk_write_pair(struct disk *disk, const struct batch *batch, const struct record *record)
{
    struct disk_tournament *tournament = find(disk, record->pair.tournament);
    struct disk_pair pair = {
        .round = record->pair.round,
        .board = record->pair.board,
        .leg = record->pair.leg,
        .attempt = record->pair.attempt,
        .kind = record->pair.kind,
        .first = record->pair.first,
        .second = record->pair.second,
        .winner = record->pair.winner,
        .start = kept(batch, record->pair.start),
    };
    require(record->pair.number == (int64_t)tournament->pair_count + 1 &&
                tournament->state != TOURNAMENT_OPEN && !is_over(tournament) && pair.round >= 1 &&
                pair.board >= 1,
            "pair %lld of tournament %lld has no place", (long long)record->pair.number,
            (long long)tournament->id);
    require(is_kind_possible(tournament, &pair) && is_place_free(tournament, &pair) &&
                is_due(disk, tournament, &pair) &&
                (pair.kind != MEETING_PLAYED || is_start(tournament, pair.start)),
            "pair %lld of tournament %lld cannot be: round %lld, board %lld, leg %lld, attempt "
            "%lld, %s, %lld against %lld from '%s'",
            (long long)record->pair.number, (long long)tournament->id, (long long)pair.round,
            (long long)pair.board, (long long)pair.leg, (long long)pair.attempt,
            meeting_kind_text(pair.kind), (long long)pair.first, (long long)pair.second,
            pair.start);
    tournament->pairs =
        memory_resized(tournament->pairs, ++tournament->pair_count, sizeof *tournament->pairs);
    tournament->pairs[tournament->pair_count - 1] = pair;
}

static void count_live(struct disk_tournament *tournament, const struct disk_pair *pair,
                       int64_t change)
{
    tournament->live += change;
    tournament->entrants[pair->first].live += change;
    tournament->entrants[pair->second].live += change;
}

void disk_write_pair_match(struct disk *disk, const struct batch *batch,
                           const struct record *record)
{
    (void)batch;
    struct disk_tournament *tournament = find(disk, record->pair_match.tournament);
    struct disk_pair *pair = find_pair(tournament, record->pair_match.number);
    int64_t game = record->pair_match.game - 1;
    require(disk_match(disk, record->pair_match.match) && (game == 0 || game == 1) &&
                pair->kind == MEETING_PLAYED && !pair->is_void && !pair->matches[game] &&
                !is_over(tournament),
            "match %lld cannot begin in a pair", (long long)record->pair_match.match);
    struct disk_match *match = &disk->matches[record->pair_match.match - 1];
    int64_t players[2] = {tournament->entrants[pair->first].player,
                          tournament->entrants[pair->second].player};
    require(match->tournament == tournament->id && match->pair == 0 &&
                match->ending == ENDING_NONE && match->first == players[game] &&
                match->second == players[1 - game] && strcmp(match->start, pair->start) == 0 &&
                strcmp(match->rules.text, tournament->rules.text) == 0 &&
                memcmp(&match->control, &tournament->control, sizeof match->control) == 0 &&
                match->rated == tournament->rated,
            "match %lld is not that of pair %lld", (long long)match->id,
            (long long)record->pair_match.number);
    pair->matches[game] = match->id;
    match->pair = record->pair_match.number;
    count_live(tournament, pair, 1);
}

void disk_write_pair_void(struct disk *disk, const struct batch *batch, const struct record *record)
{
    (void)batch;
    struct disk_tournament *tournament = find(disk, record->pair_void.tournament);
    struct disk_pair *pair = find_pair(tournament, record->pair_void.number);
    require(pair->kind == MEETING_PLAYED && !pair->is_void &&
                tournament->state != TOURNAMENT_FINISHED,
            "pair %lld of tournament %lld cannot be void", (long long)record->pair_void.number,
            (long long)tournament->id);
    pair->is_void = true;
}

void disk_end_in_tournament(struct disk *disk, const struct disk_match *match, enum ending ending)
{
    if (!match->tournament)
        return;
    struct disk_tournament *tournament = find(disk, match->tournament);
    const struct disk_pair *pair = find_pair(tournament, match->pair);
    require((ending == ENDING_VOID) == pair->is_void, "match %lld ends as %s, its pair is %s",
            (long long)match->id, ending_text(ending), pair->is_void ? "void" : "not void");
    count_live(tournament, pair, -1);
}

/* --- judgements and ratings --- */

static int64_t count_words(const char *text)
{
    int64_t count = *text != '\0';
    for (; *text; text++)
        count += *text == ' ';
    return count;
}

void disk_write_marks(struct disk *disk, const struct batch *batch, const struct record *record)
{
    require(disk_match(disk, record->marks.match), "there is no match %lld to be judged",
            (long long)record->marks.match);
    struct disk_match *match = &disk->matches[record->marks.match - 1];
    require(match->ending != ENDING_NONE && !match->marks, "match %lld is judged at a wrong time",
            (long long)match->id);
    match->marks = kept(batch, record->marks.marks);
    require(count_words(match->marks) == match->plies, "match %lld: %lld moves are judged '%s'",
            (long long)match->id, (long long)match->plies, match->marks);
}

void disk_write_rating(struct disk *disk, const struct batch *batch, const struct record *record)
{
    char *family = kept(batch, record->rating.family);
    struct disk_rating *rating = find_rating(disk, record->rating.player, family);
    int64_t before = rating ? rating->matches : 0;
    const struct disk_player *player = disk_player(disk, record->rating.player);
    require(player && player->password && record->rating.matches == before + 1 &&
                record->rating.deviation > 0,
            "player %lld is rated wrongly", (long long)record->rating.player);
    if (rating) {
        free(family);
    } else {
        rating = memory_zeroed(1, sizeof *rating);
        rating->player = record->rating.player;
        rating->family = family;
        LL_PREPEND(disk->ratings, rating);
    }
    rating->glicko = (struct glicko){
        .rating = record->rating.rating,
        .deviation = record->rating.deviation,
        .volatility = record->rating.volatility,
    };
    rating->matches = record->rating.matches;
    rating->at_ms = record->rating.at_ms;
}

/* --- after each batch --- */

static void check_entrants(const struct disk_tournament *tournament)
{
    for (size_t i = 0; i < tournament->entrant_count; i++) {
        const struct disk_entrant *entrant = &tournament->entrants[i];
        require(!is_entered_elsewhere(tournament, (int64_t)i, entrant->player),
                "'%s' takes part in tournament %lld twice", entrant->name,
                (long long)tournament->id);
        require(entrant->withdrawn < 0 || entrant->live == 0,
                "'%s' has withdrawn from tournament %lld and plays on", entrant->name,
                (long long)tournament->id);
        require(!tournament->each_at_once || entrant->live <= tournament->each_at_once,
                "'%s' plays %lld matches of tournament %lld at once", entrant->name,
                (long long)entrant->live, (long long)tournament->id);
    }
}

void disk_check_tournaments(const struct disk *disk)
{
    for (size_t i = 0; i < disk->tournament_count; i++) {
        const struct disk_tournament *tournament = &disk->tournaments[i];
        check_entrants(tournament);
        require(tournament->live <= (is_over(tournament) ? 0 : tournament->at_once),
                "tournament %lld has %lld live matches", (long long)tournament->id,
                (long long)tournament->live);
    }
    for (size_t i = disk->match_count; i > 0 && i + 64 > disk->match_count; i--)
        require(!disk->matches[i - 1].tournament || disk->matches[i - 1].pair,
                "match %zu belongs to no pair", i);
}

/* --- after a start --- */

void disk_mark_entrants(const struct disk *disk, bool *is_needed)
{
    for (size_t i = 0; i < disk->tournament_count; i++) {
        const struct disk_tournament *tournament = &disk->tournaments[i];
        for (size_t j = 0; j < tournament->entrant_count && !is_over(tournament); j++)
            if (tournament->entrants[j].player)
                is_needed[tournament->entrants[j].player - 1] = true;
    }
}

static void restore_entrants(const struct disk_tournament *tournament, struct hall *hall)
{
    struct error error;
    for (size_t i = 0; i < tournament->entrant_count; i++) {
        const struct disk_entrant *entrant = &tournament->entrants[i];
        require(!hall_restore_entrant(hall, tournament->id, (int64_t)i, entrant->name,
                                      entrant->player, entrant->withdrawn, &error),
                "%s", error.message);
    }
}

static void restore_pair(const struct disk *disk, const struct disk_tournament *tournament,
                         size_t index, struct hall *hall)
{
    const struct disk_pair *pair = &tournament->pairs[index];
    struct hall_stored_pair stored = {
        .tournament = tournament->id,
        .number = (int64_t)index + 1,
        .round = pair->round,
        .board = pair->board,
        .leg = pair->leg,
        .attempt = pair->attempt,
        .kind = pair->kind,
        .first = pair->first,
        .second = pair->second,
        .winner = pair->winner,
        .start = pair->start,
        .is_void = pair->is_void,
    };
    for (int game = 0; game < 2; game++) {
        const struct disk_match *match = disk_match(disk, pair->matches[game]);
        if (!match)
            continue;
        stored.matches[game] = match->id;
        stored.endings[game] = match->ending;
        stored.winners[game] = match->winner;
        stored.judged[game] = match->marks != NULL;
    }
    struct error error;
    require(!hall_restore_pair(hall, &stored, &error), "%s", error.message);
}

static void restore_tournament(const struct disk *disk, const struct disk_tournament *tournament,
                               struct hall *hall)
{
    struct text clock = {0};
    time_control_print(&tournament->control, &clock);
    struct hall_stored_tournament stored = {
        .id = tournament->id,
        .owner = tournament->owner,
        .name = tournament->name,
        .rules = tournament->rules.text,
        .format = tournament->format,
        .rounds = tournament->rounds,
        .starts = tournament->starts,
        .seed = tournament->seed,
        .clock = text_string(&clock),
        .at_once = tournament->at_once,
        .each_at_once = tournament->each_at_once,
        .rated = tournament->rated,
        .invited = tournament->invited,
        .forbidden = tournament->forbidden,
        .state = tournament->state,
        .reason = tournament->reason,
        .created_ms = tournament->created_ms,
    };
    struct error error;
    require(!hall_restore_tournament(hall, &stored, &error), "%s", error.message);
    text_finish(&clock);
    restore_entrants(tournament, hall);
    for (size_t i = 0; i < tournament->pair_count; i++)
        restore_pair(disk, tournament, i, hall);
}

void disk_restore_tournaments(const struct disk *disk, struct hall *hall)
{
    const struct disk_rating *rating;
    LL_FOREACH (disk->ratings, rating) {
        hall_restore_rating(hall, rating->player, rating->family, &rating->glicko, rating->matches,
                            rating->at_ms);
    }
    for (size_t i = 0; i < disk->tournament_count; i++)
        if (!is_over(&disk->tournaments[i]))
            restore_tournament(disk, &disk->tournaments[i], hall);
}
