/* After a start: restores the tournaments that are not over from the database. Somebody may have
 * edited the database, so everything is checked. */
#include "common/base/memory.h"
#include "server/hall/matches.h"
#include "server/hall/players.h"
#include "server/hall/record.h"
#include "server/hall/tournament.h"

static enum error_code impossible(int64_t tournament, const char *what, struct error *error)
{
    return error_set(error, ERROR_INTERNAL, "tournament %lld: %s", (long long)tournament, what);
}

/* --- the plan --- */

static bool are_numbers_possible(const struct tournament_record *stored)
{
    return stored->rounds >= 0 && stored->rounds <= PAIRING_ROUNDS_MAX && stored->seed >= 1 &&
           stored->at_once >= 1 && stored->at_once <= HALL_AT_ONCE_MAX &&
           stored->each_at_once >= 0 && stored->format < FORMAT_COUNT &&
           stored->state <= TOURNAMENT_PAUSED && stored->active_ms >= 0;
}

static enum error_code restore_plan(struct hall *hall, const struct tournament_record *stored,
                                    struct plan *plan, struct error *error)
{
    struct error cause;
    if (!are_numbers_possible(stored))
        return impossible(stored->id, "its plan has a number that cannot be", error);
    if (time_control_parse(stored->clock, strlen(stored->clock), &plan->control, &cause))
        return impossible(stored->id, cause.message, error);
    if (plan->control.kind == TIME_NONE)
        return impossible(stored->id, "it has no clock", error);
    if (!meetings_parse(stored->forbidden, &plan->forbidden, &plan->forbidden_count))
        return impossible(stored->id, "who must not meet cannot be read", error);
    if (*stored->look && !look_is_name(stored->look, strlen(stored->look)))
        return impossible(stored->id, "its look has no name", error);
    memcpy(plan->look, stored->look, strlen(stored->look) + 1);
    plan->rules = shared_rules_or_class_get(hall, stored->rules, strlen(stored->rules), &cause);
    if (!plan->rules || starts_parse(&plan->rules->rules, stored->starts, strlen(stored->starts),
                                     &plan->starts, &cause))
        return impossible(stored->id, cause.message, error);
    return ERROR_NONE;
}

enum error_code hall_restore_tournament(struct hall *hall, const struct tournament_record *stored,
                                        struct error *error)
{
    struct player *owner = player_find(hall, stored->owner);
    if (!owner)
        return impossible(stored->id, "nobody directs it", error);
    struct plan plan = {
        .name = memory_text(stored->name, strlen(stored->name)),
        .format = stored->format,
        .rounds = (int)stored->rounds,
        .starts_text = memory_text(stored->starts, strlen(stored->starts)),
        .seed = stored->seed,
        .at_once = stored->at_once,
        .each_at_once = stored->each_at_once,
        .rated = stored->rated,
        .invited = stored->invited,
    };
    enum error_code code = restore_plan(hall, stored, &plan, error);
    if (code) {
        plan_finish(hall, &plan);
        return code;
    }
    struct tournament *tournament =
        tournament_add(hall, stored->id, owner, &plan, stored->created_ms);
    tournament->state = stored->state;
    tournament_restore_activity(hall, tournament, stored->active_ms);
    if (*stored->reason)
        tournament->reason = memory_text(stored->reason, strlen(stored->reason));
    return ERROR_NONE;
}

/* --- entrants --- */

enum error_code hall_restore_entrant(struct hall *hall, const struct entrant_record *stored,
                                     struct error *error)
{
    int64_t id = stored->tournament;
    struct tournament *tournament = tournament_find(hall, id);
    if (!tournament || stored->number != tournament->entrant_count ||
        stored->number >= ENTRANTS_MAX)
        return impossible(id, "an entrant is out of order", error);
    struct player *player = player_find(hall, stored->player);
    bool is_open = tournament->state == TOURNAMENT_OPEN;
    if (stored->player ? !player || entrant_of(tournament, player) : !is_open)
        return impossible(id, "an entrant is nobody, or somebody else too", error);
    if (stored->withdrawn < -1 || (stored->withdrawn >= 0 && is_open))
        return impossible(id, "an entrant has withdrawn when nobody could", error);
    struct entrant *entrant = entrant_add(tournament, stored->name, strlen(stored->name));
    entrant->withdrawn = stored->withdrawn;
    if (player)
        entrant_take(hall, entrant, player);
    return ERROR_NONE;
}

/* --- pairs --- */

static bool is_entrant(const struct tournament *tournament, int64_t number)
{
    return number >= 0 && number < tournament->entrant_count;
}

static bool is_meeting_possible(const struct tournament *tournament,
                                const struct hall_stored_pair *stored)
{
    if (!is_entrant(tournament, stored->first))
        return false;
    if (stored->kind == MEETING_BYE)
        return stored->second == ENTRANT_NOBODY;
    if (!is_entrant(tournament, stored->second) || stored->first == stored->second)
        return false;
    return stored->kind == MEETING_PLAYED
               ? *stored->start != '\0'
               : stored->winner == stored->first || stored->winner == stored->second;
}

static bool is_place_possible(const struct tournament *tournament,
                              const struct hall_stored_pair *stored)
{
    return tournament->state != TOURNAMENT_OPEN &&
           stored->number == (int64_t)tournament->pair_count + 1 && stored->round >= 1 &&
           stored->round <= tournament->rounds && stored->board >= 1 &&
           stored->board <= (stored->kind == MEETING_BYE ? ENTRANTS_MAX : tournament->boards) &&
           stored->leg >= 1 && stored->leg <= KNOCKOUT_LEGS && stored->attempt >= 1 &&
           stored->attempt <=
               (stored->kind == MEETING_PLAYED ? HALL_ATTEMPTS_MAX : HALL_ATTEMPTS_MAX + 1);
}

/* A live match has to be this pair's, and nobody else's yet. */
static bool is_match_possible(const struct hall *hall, const struct tournament *tournament,
                              const struct hall_stored_pair *stored, int game)
{
    const struct match *match = match_find(hall, stored->matches[game]);
    if (!stored->matches[game] || stored->endings[game] != ENDING_NONE)
        return !match;
    if (!match || match->pair || match->record.tournament != tournament->id || stored->is_void)
        return false;
    const struct player *first = tournament->entrants[stored->first]->player;
    const struct player *second = tournament->entrants[stored->second]->player;
    return match->seats[game].player == first && match->seats[1 - game].player == second;
}

/* The same rules, and so the same start, may it begin here? */
static bool is_start_possible(const struct pair *pair)
{
    struct rules rules;
    struct position position = {0};
    struct error error;
    pair_rules(pair, &rules);
    bool possible = !position_parse(&rules, pair->start, strlen(pair->start), &position, &error) &&
                    !position_check_start(&rules, &position, &error);
    position_finish(&position);
    return possible;
}

static bool is_pair_possible(const struct hall *hall, const struct tournament *tournament,
                             const struct hall_stored_pair *stored)
{
    if (!is_place_possible(tournament, stored) || !is_meeting_possible(tournament, stored))
        return false;
    if (stored->kind != MEETING_PLAYED)
        return !stored->matches[0] && !stored->matches[1];
    return (stored->matches[0] || !stored->matches[1]) &&
           is_match_possible(hall, tournament, stored, 0) &&
           is_match_possible(hall, tournament, stored, 1);
}

static enum pair_state state_of(const struct hall_stored_pair *stored)
{
    if (stored->is_void)
        return PAIR_VOID;
    if (stored->kind != MEETING_PLAYED ||
        (stored->endings[0] != ENDING_NONE && stored->endings[1] != ENDING_NONE))
        return PAIR_OVER;
    return stored->matches[0] && stored->matches[1] ? PAIR_UNDER_WAY : PAIR_READY;
}

static struct pair *pair_from(struct tournament *tournament, const struct hall_stored_pair *stored)
{
    struct pair *pair = memory_zeroed(1, sizeof *pair);
    *pair = (struct pair){
        .tournament = tournament,
        .state = state_of(stored),
        .round = (int)stored->round,
        .board = (int)stored->board,
        .leg = (int)stored->leg,
        .attempt = (int)stored->attempt,
        .kind = stored->kind,
        .meeting = {.first = (int)stored->first, .second = (int)stored->second},
        .winner = stored->kind == MEETING_FORFEIT ? (int)stored->winner : ENTRANT_NOBODY,
    };
    if (stored->kind == MEETING_PLAYED)
        pair_set_start(pair, memory_text(stored->start, strlen(stored->start)));
    return pair;
}

static void restore_game(struct hall *hall, struct pair *pair,
                         const struct hall_stored_pair *stored, int game)
{
    struct match *match = match_find(hall, stored->matches[game]);
    if (match) {
        pair_seat(pair, game, match);
    } else if (stored->endings[game] != ENDING_NONE && pair->state != PAIR_VOID) {
        pair->tournament->matches++;
        if (!stored->judged[game])
            unjudged_restore(hall, pair, game);
    }
}

static void restore_games(struct hall *hall, struct pair *pair,
                          const struct hall_stored_pair *stored)
{
    for (int game = 0; game < 2; game++)
        pair->games[game] = (struct pair_game){
            .match = stored->matches[game],
            .ending = stored->endings[game],
            .winner = stored->winners[game],
        };
    pair_keep(pair);
    for (int game = 0; game < 2; game++)
        restore_game(hall, pair, stored, game);
}

enum error_code hall_restore_pair(struct hall *hall, const struct hall_stored_pair *stored,
                                  struct error *error)
{
    struct tournament *tournament = tournament_find(hall, stored->tournament);
    if (!tournament)
        return impossible(stored->tournament, "there are pairs of it, but it is not there", error);
    if (tournament->pair_count == 0)
        tournament_measure(tournament);
    long long number = stored->number;
    struct pair *pair =
        is_pair_possible(hall, tournament, stored) ? pair_from(tournament, stored) : NULL;
    if (!pair || (pair->start && !is_start_possible(pair))) {
        if (pair)
            pair_destroy(pair);
        return error_set(error, ERROR_INTERNAL, "tournament %lld: pair %lld cannot be",
                         (long long)tournament->id, number);
    }
    restore_games(hall, pair, stored);
    if (pair->round > tournament->round)
        tournament->round = pair->round;
    return ERROR_NONE;
}

/* --- planned pairs that were not decided on --- */

/* Is there a later pair at the same board that counts? */
static bool has_next_leg(const struct tournament *tournament, const struct pair *before)
{
    for (size_t i = (size_t)before->number; i < tournament->pair_count; i++) {
        const struct pair *pair = tournament->pairs[i];
        if (pair->round == before->round && pair->board == before->board &&
            pair->state != PAIR_VOID)
            return true;
    }
    return false;
}

static void plan_next_legs(struct tournament *tournament)
{
    if (tournament->plan.format != FORMAT_KNOCKOUT)
        return;
    for (size_t i = 0; i < tournament->pair_count; i++) {
        struct pair *pair = tournament->pairs[i];
        if (pair->round == tournament->round && pair->state == PAIR_OVER &&
            !has_next_leg(tournament, pair))
            pair_follow(pair);
    }
}

enum error_code tournaments_restored(struct hall *hall, struct error *error)
{
    struct tournament *tournament, *next;
    HASH_ITER (hh, hall->tournaments, tournament, next) {
        if (tournament->pair_count == 0)
            tournament_measure(tournament);
        if (tournament->state != TOURNAMENT_OPEN && tournament->rounds == 0)
            return impossible(tournament->id, "it has begun, and its entrants cannot play it",
                              error);
        round_plan_rest(tournament);
        plan_next_legs(tournament);
        tournament_await(hall, tournament);
        tournament_touch(hall, tournament, NEWS_NONE);
    }
    unjudged_ask(hall);
    return ERROR_NONE;
}
