#include "tests/sim/steward.h"

#include "common/base/memory.h"
#include "common/game/drawn.h"
#include "common/game/family.h"
#include "common/tournament/seed.h"
#include "common/tournament/starts.h"
#include "tests/hall/disk_schedule.h"
#include "tests/sim/tally.h"

#include <stdlib.h>
#include <string.h>

enum { DAY_MS = 86400000 }; /* a period of ratings */

void steward_finish(struct steward *steward)
{
    free(steward->wishes);
    free(steward->failures);
    free(steward->unjudged);
    free(steward->ratings);
    *steward = (struct steward){0};
}

void steward_start(struct steward *steward)
{
    steward->wish_count = steward->failure_count = steward->unjudged_count = 0;
}

/* --- what the driver saw --- */

void steward_asked(struct steward *steward, enum request_kind kind, int64_t tournament,
                   int64_t player)
{
    steward->wishes =
        memory_resized(steward->wishes, ++steward->wish_count, sizeof *steward->wishes);
    steward->wishes[steward->wish_count - 1] =
        (struct wish){.kind = kind, .tournament = tournament, .player = player};
}

void steward_closes(struct steward *steward, int64_t player)
{
    steward_asked(steward, REQUEST_TOURNAMENT_WITHDRAW, 0, player);
}

static void add_number(int64_t **list, size_t *count, int64_t number)
{
    *list = memory_resized(*list, ++*count, sizeof **list);
    (*list)[*count - 1] = number;
}

static bool has_number(const int64_t *list, size_t count, int64_t number)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == number)
            return true;
    return false;
}

void steward_cannot_draw(struct steward *steward, int64_t tournament)
{
    add_number(&steward->failures, &steward->failure_count, tournament);
}

void steward_cannot_judge(struct steward *steward, int64_t match)
{
    add_number(&steward->unjudged, &steward->unjudged_count, match);
}

/* `player` 0: anybody. */
static bool was_asked(const struct steward *steward, enum request_kind kind,
                      const struct disk_tournament *tournament, int64_t player)
{
    for (size_t i = 0; i < steward->wish_count; i++) {
        const struct wish *wish = &steward->wishes[i];
        if (wish->kind == kind && (!wish->tournament || wish->tournament == tournament->id) &&
            (!player || wish->player == player))
            return true;
    }
    return false;
}

static bool has_asked(const struct steward *steward, enum request_kind kind,
                      const struct disk_tournament *tournament)
{
    return was_asked(steward, kind, tournament, tournament->owner);
}

void steward_draw(const char *rules_text, const char *starts_text, int64_t seed, int64_t index,
                  struct text *out)
{
    struct rules plan, rules;
    struct starts starts;
    struct position position = {0};
    struct error error;
    require(!rules_or_class_parse(&plan, rules_text, strlen(rules_text), &error) &&
                !starts_parse(&plan, starts_text, strlen(starts_text), &starts, &error),
            "a start is to be drawn from '%s' of '%s': %s", starts_text, rules_text, error.message);
    starts_rules(&plan, (uint64_t)seed, index, &rules);
    starts_candidate(&rules, &starts, (uint64_t)seed, index, 0, &position);
    position_print(&rules, &position, out);
    position_finish(&position);
    starts_finish(&starts);
}

/* --- states --- */

static bool is_judged(const struct steward *steward, const struct disk *disk, int64_t id)
{
    const struct disk_match *match = disk_match(disk, id);
    return match && (match->marks || has_number(steward->unjudged, steward->unjudged_count, id));
}

/* That all is played and over is the model's to check. */
static void check_judged(const struct steward *steward, const struct disk *disk,
                         const struct disk_tournament *tournament)
{
    for (size_t i = 0; i < tournament->pair_count; i++) {
        const struct disk_pair *pair = &tournament->pairs[i];
        for (int game = 0; pair->kind == MEETING_PLAYED && !pair->is_void && game < 2; game++)
            require(is_judged(steward, disk, pair->matches[game]),
                    "tournament %lld is finished before match %lld is judged",
                    (long long)tournament->id, (long long)pair->matches[game]);
    }
}

/* May the server have ended it because nothing happened in it? */
static bool is_idle(const struct disk *disk, const struct disk_tournament *tournament,
                    int64_t at_ms)
{
    return at_ms - tournament->active_ms >= disk->limits.idle_tournament_ms;
}

/* Or because everybody in it had been gone for too long? */
static bool is_left(const struct disk *disk, const struct referee *referee,
                    const struct disk_tournament *tournament, int64_t at_ms)
{
    int64_t need_ms = disk->limits.left_tournament_ms;
    if (!referee_was_gone(referee, tournament->owner, at_ms, need_ms))
        return false;
    for (size_t i = 0; i < tournament->entrant_count; i++) {
        const struct disk_entrant *entrant = &tournament->entrants[i];
        if (entrant->player && entrant->withdrawn < 0 &&
            !referee_was_gone(referee, entrant->player, at_ms, need_ms))
            return false;
    }
    return true;
}

/* Or because others needed its place, while it waited? */
static bool makes_room(const struct disk *disk, const struct disk_tournament *tournament,
                       int64_t at_ms)
{
    return tournament->live == 0 && at_ms - tournament->active_ms >= disk->limits.guest_idle_ms;
}

/* Are the limits of bytes on disk so low that they are met? */
static bool writes_much(const struct disk *disk)
{
    return disk->limits.guest_bytes_per_day < hall_limits_default.guest_bytes_per_day;
}

static bool has_little_memory(const struct disk *disk)
{
    return disk->limits.start_bytes < hall_limits_default.start_bytes;
}

static void check_state(const struct steward *steward, const struct disk *disk,
                        const struct referee *referee, const struct record *record)
{
    const struct disk_tournament *tournament = disk_tournament(disk, record->tournament_state.id);
    enum tournament_state state = record->tournament_state.state;
    bool has_reason = *record->tournament_state.reason != '\0';
    int64_t at_ms = record->tournament_state.at_ms;
    bool is_wanted = true;
    if (state == TOURNAMENT_RUNNING)
        is_wanted = has_asked(steward, REQUEST_TOURNAMENT_START, tournament) ||
                    has_asked(steward, REQUEST_TOURNAMENT_RESUME, tournament);
    else if (state == TOURNAMENT_PAUSED && has_reason)
        is_wanted =
            has_number(steward->failures, steward->failure_count, tournament->id) ||
            (writes_much(disk) && strstr(record->tournament_state.reason, "within a day")) ||
            (has_little_memory(disk) && strstr(record->tournament_state.reason, "memory"));
    else if (state == TOURNAMENT_PAUSED)
        is_wanted = has_asked(steward, REQUEST_TOURNAMENT_PAUSE, tournament);
    else if (state == TOURNAMENT_CANCELLED && has_reason)
        is_wanted = is_idle(disk, tournament, at_ms) || is_left(disk, referee, tournament, at_ms) ||
                    makes_room(disk, tournament, at_ms) ||
                    (has_little_memory(disk) && strstr(record->tournament_state.reason, "memory"));
    else if (state == TOURNAMENT_CANCELLED)
        is_wanted = has_asked(steward, REQUEST_TOURNAMENT_CANCEL, tournament);
    require(is_wanted, "tournament %lld is %s, and nobody wanted that", (long long)tournament->id,
            tournament_state_text(state));
    if (state == TOURNAMENT_FINISHED)
        check_judged(steward, disk, tournament);
}

/* --- pairs --- */

/* Those of a first leg and attempt come in the order of the schedule. */
static bool is_in_order(const struct disk_tournament *tournament, const struct disk_pair *pair)
{
    for (const struct disk_pair *other = tournament->pairs; other < pair; other++)
        if (other->attempt == 1 && other->leg == 1 &&
            (other->round > pair->round ||
             (other->round == pair->round && other->board >= pair->board)))
            return false;
    return true;
}

static void check_start(const struct disk_tournament *tournament, const struct disk_pair *pair)
{
    struct text start = {0};
    int64_t index = seed_start_index(disk_boards(tournament), pair->round, pair->board, pair->leg);
    steward_draw(tournament->rules.text, tournament->starts, tournament->seed, index, &start);
    require(strcmp(text_string(&start), pair->start) == 0,
            "tournament %lld, round %lld, board %lld, leg %lld begins from %s, and should from %s",
            (long long)tournament->id, (long long)pair->round, (long long)pair->board,
            (long long)pair->leg, pair->start, text_string(&start));
    text_finish(&start);
}

static void check_pair(const struct disk *disk, const struct record *record, struct tally *tally)
{
    const struct disk_tournament *tournament = disk_tournament(disk, record->pair.tournament);
    const struct disk_pair *pair = &tournament->pairs[record->pair.number - 1];
    require(pair->attempt > 1 || pair->leg > 1 || is_in_order(tournament, pair),
            "pair %lld of tournament %lld is out of the schedule's order",
            (long long)record->pair.number, (long long)tournament->id);
    if (pair->kind == MEETING_PLAYED)
        check_start(tournament, pair);
    tally->meetings[pair->kind]++;
    tally->legs += pair->leg > 1;
    tally->replays += pair->attempt > 1 && pair->kind == MEETING_PLAYED;
}

static void check_void(const struct steward *steward, const struct disk *disk,
                       const struct record *record)
{
    const struct disk_tournament *tournament = disk_tournament(disk, record->pair_void.tournament);
    require(has_asked(steward, REQUEST_TOURNAMENT_VOID, tournament) ||
                tournament->state == TOURNAMENT_CANCELLED || /* see check_state() */
                was_asked(steward, REQUEST_TOURNAMENT_WITHDRAW, tournament, 0),
            "pair %lld of tournament %lld is void, and nobody wanted that",
            (long long)record->pair_void.number, (long long)tournament->id);
}

/* --- ratings --- */

static struct reckoned *reckoned_of(struct steward *steward, int64_t player, const char *family)
{
    for (size_t i = 0; i < steward->rating_count; i++)
        if (steward->ratings[i].player == player && strcmp(steward->ratings[i].family, family) == 0)
            return &steward->ratings[i];
    return NULL;
}

static void know_rating(struct steward *steward, int64_t player, const char *family, int64_t at_ms)
{
    if (reckoned_of(steward, player, family))
        return;
    steward->ratings =
        memory_resized(steward->ratings, ++steward->rating_count, sizeof *steward->ratings);
    struct reckoned *rating = &steward->ratings[steward->rating_count - 1];
    *rating = (struct reckoned){.player = player, .glicko = glicko_new, .at_ms = at_ms};
    snprintf(rating->family, sizeof rating->family, "%s", family);
}

/* What a rated match says of both. */
static void reckon(struct steward *steward, const struct disk_match *match, int64_t at_ms)
{
    const char *family = match->rules.family->name;
    int64_t players[2] = {match->first, match->second};
    struct glicko before[2];
    know_rating(steward, players[0], family, at_ms);
    know_rating(steward, players[1], family, at_ms);
    for (int i = 0; i < 2; i++) {
        const struct reckoned *rating = reckoned_of(steward, players[i], family);
        int64_t idle_ms = at_ms > rating->at_ms ? at_ms - rating->at_ms : 0;
        before[i] = glicko_aged(rating->glicko, (double)idle_ms / DAY_MS);
    }
    for (int i = 0; i < 2; i++) {
        struct reckoned *rating = reckoned_of(steward, players[i], family);
        bool has_won = match->winner == (i == 0 ? SEAT_FIRST : SEAT_SECOND);
        double score = match->winner == SEAT_NOBODY ? 0.5 : has_won;
        struct glicko_result result = {.opponent = before[!i], .score = score};
        rating->glicko = glicko_updated(before[i], &result, 1, GLICKO_TAU);
        rating->matches++;
        rating->at_ms = at_ms;
        rating->match = match->id;
    }
}

static void take_end(struct steward *steward, const struct disk *disk, const struct record *record,
                     struct tally *tally)
{
    const struct disk_match *match = disk_match(disk, record->end.match);
    bool says_something = match->winner != SEAT_NOBODY || match->ending == ENDING_DRAW ||
                          match->ending == ENDING_PLIES;
    if (!match->rated || !says_something)
        return;
    reckon(steward, match, record->end.ended_ms);
    tally->rated++;
}

/* The player's account is closed. */
static void forget_ratings(struct steward *steward, int64_t player)
{
    size_t left = 0;
    for (size_t i = 0; i < steward->rating_count; i++)
        if (steward->ratings[i].player != player)
            steward->ratings[left++] = steward->ratings[i];
    steward->rating_count = left;
}

static void check_ratings(const struct steward *steward, const struct disk *disk)
{
    size_t on_disk = 0;
    for (const struct disk_rating *rating = disk->ratings; rating; rating = rating->next)
        on_disk++;
    require(on_disk == steward->rating_count, "%zu ratings are on disk, and %zu can be", on_disk,
            steward->rating_count);
    for (size_t i = 0; i < steward->rating_count; i++) {
        const struct reckoned *reckoned = &steward->ratings[i];
        const struct disk_rating *rating = disk_rating(disk, reckoned->player, reckoned->family);
        require(rating && rating->matches == reckoned->matches &&
                    rating->at_ms == reckoned->at_ms && rating->match == reckoned->match &&
                    rating->glicko.rating == reckoned->glicko.rating &&
                    rating->glicko.deviation == reckoned->glicko.deviation &&
                    rating->glicko.volatility == reckoned->glicko.volatility,
                "player %lld is rated %f after %lld matches of %s, and should be %f after %lld",
                (long long)reckoned->player, rating ? rating->glicko.rating : 0,
                rating ? (long long)rating->matches : 0, reckoned->family, reckoned->glicko.rating,
                (long long)reckoned->matches);
    }
}

/* --- batches and messages --- */

void steward_batch(struct steward *steward, const struct disk *disk, const struct referee *referee,
                   const struct batch *batch, struct tally *tally)
{
    bool has_ended = false;
    for (size_t i = 0; i < batch->count; i++) {
        const struct record *record = &batch->records[i];
        if (record->kind == RECORD_END) {
            take_end(steward, disk, record, tally);
            has_ended = true;
        } else if (record->kind == RECORD_CLOSED) {
            forget_ratings(steward, record->closed.player);
        } else if (record->kind == RECORD_TOURNAMENT_STATE) {
            check_state(steward, disk, referee, record);
            if (record->tournament_state.state == TOURNAMENT_FINISHED)
                tally->finished[disk_tournament(disk, record->tournament_state.id)->format]++;
            tally->expired += *record->tournament_state.reason != '\0' &&
                              record->tournament_state.state == TOURNAMENT_CANCELLED;
        } else if (record->kind == RECORD_PAIR) {
            check_pair(disk, record, tally);
        } else if (record->kind == RECORD_PAIR_VOID) {
            check_void(steward, disk, record);
        }
    }
    if (has_ended)
        check_ratings(steward, disk);
}

static int64_t seed_in(const struct disk *disk, const struct disk_match *match, enum seat seat)
{
    if (!match->tournament || seat == SEAT_NOBODY)
        return 0;
    const struct disk_tournament *tournament = disk_tournament(disk, match->tournament);
    const struct disk_pair *pair = &tournament->pairs[match->pair - 1];
    return seed_of_seat(tournament->seed, &(struct seed_place){
                                              .round = pair->round,
                                              .board = pair->board,
                                              .leg = pair->leg,
                                              .game = pair->matches[0] == match->id ? 1 : 2,
                                              .seat = seat,
                                          });
}

void steward_message(const struct disk *disk, const struct heard *heard)
{
    if (heard->kind != HEARD_MATCH_STARTED && heard->kind != HEARD_MATCH)
        return;
    const struct wire_match *view = &heard->match;
    const struct disk_match *match = disk_match(disk, view->match);
    enum seat seat = heard_seat(view->seat);
    int64_t seed = view->seed == WIRE_ABSENT ? 0 : view->seed;
    require(seed == seed_in(disk, match, seat), "match %lld is shown to seat %s with the seed %lld",
            (long long)match->id, seat_text(seat), (long long)seed);
}

/* --- when nothing is under way --- */

static bool is_busy(const struct disk_tournament *tournament, int64_t entrant)
{
    return tournament->each_at_once &&
           tournament->entrants[entrant].live >= tournament->each_at_once;
}

static bool may_begin(const struct disk_tournament *tournament, const struct disk_pair *pair)
{
    return pair->kind == MEETING_PLAYED && !pair->is_void &&
           (!pair->matches[0] || !pair->matches[1]) && tournament->live < tournament->at_once &&
           !is_busy(tournament, pair->first) && !is_busy(tournament, pair->second);
}

void steward_quiet(const struct disk *disk)
{
    for (size_t i = 0; i < disk->tournament_count; i++) {
        const struct disk_tournament *tournament = &disk->tournaments[i];
        if (tournament->state != TOURNAMENT_RUNNING)
            continue;
        require(tournament->live > 0, "tournament %lld runs, and nothing goes on in it",
                (long long)tournament->id);
        for (size_t pair = 0; pair < tournament->pair_count; pair++)
            require(!may_begin(tournament, &tournament->pairs[pair]),
                    "pair %zu of tournament %lld could begin, and does not", pair + 1,
                    (long long)tournament->id);
    }
}

int64_t steward_matches(const struct disk *disk, const struct disk_tournament *tournament)
{
    int64_t over = 0;
    for (size_t i = 0; i < tournament->pair_count; i++)
        for (int game = 0; game < 2 && !tournament->pairs[i].is_void; game++) {
            const struct disk_match *match = disk_match(disk, tournament->pairs[i].matches[game]);
            /* A cancelled tournament keeps a pair of which one match is over; the other is void. */
            over += match && match->ending != ENDING_NONE && match->ending != ENDING_VOID;
        }
    return over;
}

int64_t steward_round(const struct disk_tournament *tournament)
{
    int64_t round = 0;
    for (size_t i = 0; i < tournament->pair_count; i++)
        if (tournament->pairs[i].round > round)
            round = tournament->pairs[i].round;
    return round;
}

int64_t steward_missing(const struct disk_tournament *tournament)
{
    int64_t missing = 0;
    for (size_t i = 0; i < tournament->entrant_count; i++)
        missing += tournament->entrants[i].player == 0;
    return missing;
}
