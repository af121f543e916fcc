/* Directing a tournament: the requests of its owner. */
#include "common/base/text.h"
#include "server/hall/outbox.h"
#include "server/hall/players.h"
#include "server/hall/tournament.h"

bool tournament_is_directed_by(struct hall *hall, struct hall_caller from,
                               const struct tournament *tournament, const struct player *player)
{
    if (tournament->owner == player)
        return true;
    refuse(hall, from, ERROR_NOT_YOURS, "tournament %lld is for '%s' to direct, not for you",
           (long long)tournament->id, tournament->owner->name);
    return false;
}

/* Begins a change to a tournament by its owner; NULL when it was answered here. */
static struct tournament *direct(struct hall *hall, struct hall_caller from, enum request_kind kind,
                                 int64_t id, struct hall_text key)
{
    const struct player *player = change_begin(hall, from, kind, id, key);
    struct tournament *tournament = player ? tournament_require(hall, from, id) : NULL;
    bool is_theirs = tournament && tournament_is_directed_by(hall, from, tournament, player);
    return is_theirs ? tournament : NULL;
}

/* Is it in this state? Otherwise the request is refused. */
static bool is_in_state(struct hall *hall, struct hall_caller from,
                        const struct tournament *tournament, enum tournament_state state)
{
    if (tournament->state == state)
        return true;
    refuse(hall, from, ERROR_WRONG_STATE, "tournament %lld is %s, not %s",
           (long long)tournament->id, tournament_state_text(tournament->state),
           tournament_state_text(state));
    return false;
}

/* The request will be carried out. */
static void accept(struct hall *hall, struct hall_caller from, const struct tournament *tournament,
                   enum request_kind kind, struct hall_text key)
{
    answer_keep(hall, tournament->owner->id, key, kind, tournament->id, 0, true);
    answer_done(hall, from);
}

static void refuse_missing(struct hall *hall, struct hall_caller from,
                           const struct tournament *tournament)
{
    struct text names = {0};
    for (int i = 0; i < tournament->entrant_count; i++)
        if (!tournament->entrants[i]->player)
            text_printf(&names, "%s'%s'", names.len > 0 ? ", " : "", tournament->entrants[i]->name);
    refuse(hall, from, ERROR_TOO_EARLY, "%d of the players of tournament %lld %s missing: %s",
           tournament->missing, (long long)tournament->id, tournament->missing == 1 ? "is" : "are",
           text_string(&names));
    text_finish(&names);
}

void hall_tournament_start(struct hall *hall, struct hall_caller from, int64_t id,
                           struct hall_text key)
{
    struct tournament *tournament = direct(hall, from, REQUEST_TOURNAMENT_START, id, key);
    if (!tournament || !is_in_state(hall, from, tournament, TOURNAMENT_OPEN))
        return;
    if (tournament->missing > 0) {
        refuse_missing(hall, from, tournament);
        return;
    }
    struct pairing pairing = plan_pairing(&tournament->plan, tournament->entrant_count);
    struct error error;
    if (pairing_check(&pairing, &error)) {
        hall_refuse(hall, from, &error);
        return;
    }
    accept(hall, from, tournament, REQUEST_TOURNAMENT_START, key);
    tournament_set_state(hall, tournament, TOURNAMENT_RUNNING, NULL);
}

/* Changes the state of a tournament from states[0] to states[1]. */
static void change_state(struct hall *hall, struct hall_caller from, enum request_kind kind,
                         int64_t id, struct hall_text key, const enum tournament_state states[2])
{
    struct tournament *tournament = direct(hall, from, kind, id, key);
    if (!tournament || !is_in_state(hall, from, tournament, states[0]))
        return;
    accept(hall, from, tournament, kind, key);
    tournament_set_state(hall, tournament, states[1], NULL);
}

void hall_tournament_pause(struct hall *hall, struct hall_caller from, int64_t id,
                           struct hall_text key)
{
    static const enum tournament_state states[2] = {TOURNAMENT_RUNNING, TOURNAMENT_PAUSED};
    change_state(hall, from, REQUEST_TOURNAMENT_PAUSE, id, key, states);
}

void hall_tournament_resume(struct hall *hall, struct hall_caller from, int64_t id,
                            struct hall_text key)
{
    static const enum tournament_state states[2] = {TOURNAMENT_PAUSED, TOURNAMENT_RUNNING};
    change_state(hall, from, REQUEST_TOURNAMENT_RESUME, id, key, states);
}

static bool is_live(const struct pair *pair)
{
    for (int game = 0; pair->state != PAIR_VOID && game < 2; game++)
        if (pair->games[game].match && pair->games[game].ending == ENDING_NONE)
            return true;
    return false;
}

/* In a list of pairs. */
static void break_off_live(struct hall *hall, struct pair *pairs)
{
    struct pair *pair, *next;
    DL_FOREACH_SAFE (pairs, pair, next) {
        if (is_live(pair))
            pair_break_off(hall, pair);
    }
}

void tournament_cancel(struct hall *hall, struct tournament *tournament, const char *reason)
{
    /* A paused one can be complete: then there is nothing to cancel, and its record says so. */
    if (tournament_is_complete(tournament)) {
        tournament_set_state(hall, tournament, TOURNAMENT_FINISHED, NULL);
        return;
    }
    tournament_set_state(hall, tournament, TOURNAMENT_CANCELLED, reason);
    break_off_live(hall, tournament->ready);
    break_off_live(hall, tournament->under_way);
}

void hall_tournament_cancel(struct hall *hall, struct hall_caller from, int64_t id,
                            struct hall_text key)
{
    struct tournament *tournament = direct(hall, from, REQUEST_TOURNAMENT_CANCEL, id, key);
    if (!tournament)
        return;
    accept(hall, from, tournament, REQUEST_TOURNAMENT_CANCEL, key);
    tournament_cancel(hall, tournament, NULL);
}

/* --- void pairs --- */

/* The last one at this board that counts; NULL: none. */
static struct pair *last_at(const struct tournament *tournament, int64_t round, int64_t board)
{
    for (size_t i = tournament->pair_count; i > 0; i--) {
        struct pair *pair = tournament->pairs[i - 1];
        if (pair->round == round && pair->board == board && pair->state != PAIR_VOID)
            return pair;
    }
    return NULL;
}

static bool may_be_repeated(struct hall *hall, struct hall_caller from,
                            const struct tournament *tournament, const struct pair *pair)
{
    int sides[2] = {pair->meeting.first, pair->meeting.second};
    if (pair->attempt >= HALL_ATTEMPTS_MAX) {
        refuse(hall, from, ERROR_LIMIT_REACHED,
               "this pair has been made %d times, the most there may be: let it count, take one of "
               "the two out, or cancel the tournament",
               HALL_ATTEMPTS_MAX);
        return false;
    }
    for (int i = 0; i < 2; i++)
        if (entrant_has_withdrawn(tournament, sides[i])) {
            refuse(hall, from, ERROR_WRONG_STATE,
                   "'%s' has withdrawn: the pair cannot be played again",
                   tournament->entrants[sides[i]]->name);
            return false;
        }
    return true;
}

/* The pair that is to be void; NULL: the request is refused. */
static struct pair *find_void(struct hall *hall, struct hall_caller from,
                              const struct tournament *tournament, int64_t round, int64_t board)
{
    if (tournament->state == TOURNAMENT_OPEN) {
        refuse(hall, from, ERROR_WRONG_STATE, "tournament %lld has not begun",
               (long long)tournament->id);
        return NULL;
    }
    struct pair *pair = last_at(tournament, round, board);
    if (!pair || pair->kind != MEETING_PLAYED) {
        refuse(hall, from, ERROR_NO_SUCH_PAIR,
               "no pair of matches has been made at board %lld of round %lld", (long long)board,
               (long long)round);
        return NULL;
    }
    if (rounds_wait(tournament) && round != tournament->round) {
        refuse(hall, from, ERROR_WRONG_STATE,
               "round %lld cannot be changed any more: round %d goes by what it has brought",
               (long long)round, (int)round + 1);
        return NULL;
    }
    return may_be_repeated(hall, from, tournament, pair) ? pair : NULL;
}

void hall_tournament_void(struct hall *hall, struct hall_caller from, int64_t id, int64_t round,
                          int64_t board, struct hall_text key)
{
    struct tournament *tournament = direct(hall, from, REQUEST_TOURNAMENT_VOID, id, key);
    struct pair *pair = tournament ? find_void(hall, from, tournament, round, board) : NULL;
    if (!pair)
        return;
    accept(hall, from, tournament, REQUEST_TOURNAMENT_VOID, key);
    /* If the pair was level, another leg is planned. */
    struct pair *leg, *next;
    DL_FOREACH_SAFE (tournament->planned, leg, next) {
        if (leg->round == pair->round && leg->board == pair->board)
            pair_drop(leg);
    }
    pair_void(hall, pair);
    pair_repeat(hall, pair, MEETING_PLAYED, ENTRANT_NOBODY);
    tournament_note_activity(hall, tournament);
    tournament_touch(hall, tournament, NEWS_FOR_FOLLOWERS);
}
