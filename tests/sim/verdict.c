#include "tests/sim/verdict.h"

enum { CORRESPONDENCE_MS = 3600000 };

/* For how long of the time since the start the hall has stood still at `at_ms`. */
static int64_t stood_ms(const struct referee *referee, int64_t at_ms)
{
    const struct past *past = &referee->stands;
    int64_t stood = 0, since = -1;
    require(past->count <= PAST_KEPT, "the simulation remembers too few stalls");
    for (size_t i = 0; i < past->count && past->entries[i].at_ms <= at_ms; i++) {
        if (past->entries[i].value && since < 0)
            since = past->entries[i].at_ms;
        if (past->entries[i].value || since < 0)
            continue;
        stood += past->entries[i].at_ms - since;
        since = -1;
    }
    return since < 0 ? stood : stood + at_ms - since;
}

bool referee_is_standing(const struct referee *referee)
{
    const struct past *past = &referee->stands;
    return past->count > 0 && past->entries[(past->count - 1) % PAST_KEPT].value;
}

int64_t referee_play_at(const struct referee *referee, int64_t at_ms)
{
    return at_ms - referee->started_ms - stood_ms(referee, at_ms);
}

/* Where nobody is expected to stay connected, a first move may take as long as the control gives
 * for it. */
static int64_t first_move_ms(const struct referee *referee, const struct bout *bout)
{
    bool is_patient = bout->control.base_ms >= CORRESPONDENCE_MS;
    return most(referee->limits->first_move_ms, is_patient ? bout->control.base_ms : 0);
}

/* The first time of play at which a turn that was given then, with a clock, has taken too long. */
static int64_t flag_play(const struct referee *referee, const struct bout *bout, int64_t given_play,
                         int64_t credit_ms)
{
    int64_t may_take_ms = bout->left_ms[bout->plies % 2] + credit_ms;
    if (bout->plies < 2)
        may_take_ms = least(may_take_ms, first_move_ms(referee, bout));
    return given_play + may_take_ms + 1;
}

int64_t referee_judged_by(const struct referee *referee, int64_t at_ms)
{
    int64_t least_ms, most_ms;
    past_range(&referee->judged, at_ms, at_ms, -1, &least_ms, &most_ms);
    return most_ms;
}

static const struct presence *mover_of(const struct referee *referee, const struct bout *bout)
{
    return &referee->presences[bout->players[bout->plies % 2]];
}

int64_t verdict_given_play(const struct referee *referee, const struct bout *bout, size_t comings)
{
    const struct presence *mover = &referee->presences[bout->given_to];
    int64_t given = bout->given_play, grace_ms = referee->limits->restart_grace_ms;
    for (size_t i = bout->given_comings; i < mover->coming_count; i++) {
        const struct coming *coming = &mover->comings[i];
        if (coming->number > comings)
            break;
        if (!coming->is_loss) {
            given = least(given, coming->play);
            continue;
        }
        int64_t credit_ms = least(most(coming->lag_ms, 0), least(referee->limits->lag_per_move_ms,
                                                                 bout->quota_ms[bout->plies % 2]));
        bool was_up = bout->control.kind != TIME_NONE && given <= coming->play &&
                      flag_play(referee, bout, given, credit_ms) <= coming->judged;
        if (!was_up)
            given = given <= coming->play ? coming->play + grace_ms
                                          : most(given, coming->play + grace_ms);
    }
    return given;
}

/* A match without a clock is not idle before the player on move has had time to come back. */
static int64_t idle_play(const struct referee *referee, const struct bout *bout)
{
    const struct presence *mover = mover_of(referee, bout);
    int64_t idle = bout->idle_play;
    const struct hall_limits *limits = referee->limits;
    for (size_t i = mover->coming_count; i > 0; i--) {
        const struct coming *coming = &mover->comings[i - 1];
        if (coming->is_loss && coming->play >= bout->idle_play &&
            coming->judged < idle + limits->idle_match_ms)
            idle = most(idle, coming->play + limits->restart_grace_ms - limits->idle_match_ms);
    }
    return idle;
}

/* The time of play that the present turn has taken, after the first `comings` of all players. */
static int64_t elapsed_by(const struct referee *referee, const struct bout *bout, int64_t at_ms,
                          size_t comings)
{
    if (bout->given_seq != bout->seq + 1)
        return 0;
    return most(0, referee_play_at(referee, at_ms) - verdict_given_play(referee, bout, comings));
}

static int64_t elapsed_ms(const struct referee *referee, const struct bout *bout, int64_t at_ms)
{
    return elapsed_by(referee, bout, at_ms, SIZE_MAX);
}

/* What may be given back at a time between the two: the lag may have been measured anew. */
static void credit_range(const struct referee *referee, const struct bout *bout, int64_t from_ms,
                         int64_t to_ms, int64_t *ret_least, int64_t *ret_most)
{
    int mover = (int)(bout->plies % 2);
    int64_t at_most = least(referee->limits->lag_per_move_ms, bout->quota_ms[mover]);
    if (bout->control.kind == TIME_NONE)
        at_most = 0;
    past_range(&referee->lags[bout->players[mover]], from_ms, to_ms, 0, ret_least, ret_most);
    *ret_least = least(*ret_least, at_most);
    *ret_most = least(*ret_most, at_most);
}

/* The first time of play at which time has ended this turn; INT64_MAX: never. */
static int64_t due_play(const struct referee *referee, const struct bout *bout, int64_t credit_ms,
                        size_t comings)
{
    if (bout->control.kind == TIME_NONE)
        return idle_play(referee, bout) + referee->limits->idle_match_ms;
    if (bout->given_seq != bout->seq + 1)
        return INT64_MAX;
    return flag_play(referee, bout, verdict_given_play(referee, bout, comings), credit_ms);
}

int64_t verdict_due_play(const struct referee *referee, const struct bout *bout)
{
    /* Who comes after the end changes nothing. */
    const struct presence *mover = &referee->presences[bout->given_to];
    size_t comings = 0;
    for (size_t i = 0; i < mover->coming_count; i++)
        if (mover->comings[i].play <= bout->ended_play)
            comings = mover->comings[i].number;
    return bout->control.kind == TIME_NONE ? INT64_MAX : due_play(referee, bout, 0, comings);
}

static int64_t left_after(const struct bout *bout, const struct bout_move *change)
{
    const struct move_times *times = &change->times;
    switch (bout->control.kind) {
    case TIME_FISCHER:
        return bout->left_ms[bout->plies % 2] - (times->taken_ms - times->credit_ms) +
               (change->is_move ? bout->control.increment_ms : 0);
    case TIME_PER_MOVE:
        return bout->control.base_ms;
    case TIME_NONE:
        break;
    }
    return -1;
}

/* Whatever happened to a match: its time was not up when flags were judged until then. */
static void check_overdue(const struct referee *referee, const struct bout *bout, int64_t judged_ms,
                          size_t comings);

void verdict_move(const struct referee *referee, const struct bout *bout,
                  const struct bout_move *move, const struct made *made)
{
    const struct move_times *times = &move->times;
    int64_t elapsed = elapsed_by(referee, bout, made->came_ms, made->comings);
    int64_t least_ms, most_ms;
    check_overdue(referee, bout, made->judged_ms, made->comings);
    /* The hall takes it that play went on since the request came: a stall since then is given to
     * the player. */
    int64_t given_ms = stood_ms(referee, move->at_ms) - stood_ms(referee, made->came_ms);
    require(times->taken_ms <= elapsed && times->taken_ms >= elapsed - given_ms,
            "match %lld, move %lld took %lld ms, and %lld are charged", (long long)bout->id,
            (long long)bout->plies + 1, (long long)elapsed, (long long)times->taken_ms);
    elapsed = times->taken_ms;
    credit_range(referee, bout, move->at_ms, move->at_ms, &least_ms, &most_ms);
    require(times->credit_ms >= least(least_ms, elapsed) &&
                times->credit_ms <= least(most_ms, elapsed),
            "match %lld, move %lld is credited %lld ms", (long long)bout->id,
            (long long)bout->plies + 1, (long long)times->credit_ms);
    require(times->left_ms == left_after(bout, move), "match %lld, move %lld leaves %lld ms",
            (long long)bout->id, (long long)bout->plies + 1, (long long)times->left_ms);
    require(bout->control.kind == TIME_NONE ||
                elapsed - times->credit_ms <= bout->left_ms[bout->plies % 2],
            "match %lld, move %lld is taken %lld ms after its time was up", (long long)bout->id,
            (long long)bout->plies + 1,
            (long long)(elapsed - times->credit_ms - bout->left_ms[bout->plies % 2]));
}

/* Has this player been gone for the time that one may claim after, and the turn been theirs if it
 * has to be? */
static bool may_claim(const struct referee *referee, const struct bout *bout, int seat, bool turn,
                      int64_t at_ms)
{
    const struct past *gone = &referee->gone[bout->players[seat]];
    int64_t need_ms = bout->control.kind == TIME_NONE ? referee->limits->claim_unclocked_ms
                                                      : referee->limits->claim_ms;
    int64_t least_gone, most_gone;
    past_range(gone, at_ms, at_ms, 1, &least_gone, &most_gone);
    int64_t since_ms = past_since(gone, at_ms, 1);
    if (!most_gone || since_ms < 0 || bout->control.base_ms >= CORRESPONDENCE_MS)
        return false;
    if (turn && (bout->plies % 2 != seat || elapsed_ms(referee, bout, at_ms) < need_ms))
        return false;
    return referee_play_at(referee, at_ms) - referee_play_at(referee, since_ms) >= need_ms;
}

bool referee_was_gone(const struct referee *referee, int64_t player, int64_t at_ms, int64_t ms)
{
    const struct past *gone = &referee->gone[player];
    int64_t least_gone, most_gone, since_ms = past_since(gone, at_ms, 1);
    past_range(gone, at_ms, at_ms, 1, &least_gone, &most_gone);
    return most_gone && since_ms >= 0 &&
           referee_play_at(referee, at_ms) - referee_play_at(referee, since_ms) >= ms;
}

/* May it end because both have left it before both have moved? */
static bool is_left(const struct referee *referee, const struct bout *bout, int64_t at_ms)
{
    int64_t need_ms = referee->limits->left_match_ms;
    return bout->plies < 2 && !bout->tournament && bout->control.base_ms < CORRESPONDENCE_MS &&
           referee_play_at(referee, at_ms) - bout->awaited_play >= need_ms &&
           referee_was_gone(referee, bout->players[0], at_ms, need_ms) &&
           referee_was_gone(referee, bout->players[1], at_ms, need_ms);
}

/* May it make room for others? */
static bool is_idle(const struct referee *referee, const struct bout *bout, int64_t at_ms)
{
    return bout->control.base_ms < CORRESPONDENCE_MS &&
           referee_play_at(referee, at_ms) - most(0, bout->idle_play) >=
               referee->limits->guest_idle_ms;
}

static bool is_time_up(const struct referee *referee, const struct bout *bout, int64_t at_ms)
{
    int64_t least_ms, most_ms;
    credit_range(referee, bout, at_ms, at_ms, &least_ms, &most_ms);
    return elapsed_ms(referee, bout, at_ms) - least_ms > bout->left_ms[bout->plies % 2];
}

static bool is_first_move_late(const struct referee *referee, const struct bout *bout,
                               int64_t at_ms)
{
    return bout->plies < 2 && elapsed_ms(referee, bout, at_ms) > first_move_ms(referee, bout);
}

/* Was this so of the player at some moment of this millisecond? `before`: what was so before
 * anything was noted. */
static bool was(const struct past *past, int64_t at_ms, int64_t value, int64_t before)
{
    int64_t least_value, most_value;
    past_range(past, at_ms, at_ms, before, &least_value, &most_value);
    return least_value <= value && most_value >= value;
}

/* Is the player on move gone for so long that nobody waits any longer, in a tournament? */
static bool is_given_up(const struct referee *referee, const struct bout *bout, int64_t at_ms)
{
    int mover = (int)(bout->plies % 2);
    return !was(&referee->gone[bout->players[mover]], at_ms, 0, 1) &&
           may_claim(referee, bout, mover, true, at_ms);
}

static void check_overdue(const struct referee *referee, const struct bout *bout, int64_t judged_ms,
                          size_t comings)
{
    int64_t least_ms, most_ms;
    if (judged_ms < bout->created_ms) /* no flags were judged since the match began */
        return;
    require(
        !bout->tournament || !is_given_up(referee, bout, judged_ms),
        "match %lld, ply %lld: the mover was gone for too long before flags were judged, and it "
        "goes on",
        (long long)bout->id, (long long)bout->plies);
    require(!is_left(referee, bout, judged_ms) ||
                was(&referee->gone[bout->players[0]], judged_ms, 0, 1) ||
                was(&referee->gone[bout->players[1]], judged_ms, 0, 1),
            "match %lld, ply %lld: both had left it for too long before flags were judged, and it "
            "goes on",
            (long long)bout->id, (long long)bout->plies);
    credit_range(referee, bout, judged_ms, judged_ms, &least_ms, &most_ms);
    int64_t due = due_play(referee, bout, most_ms, comings);
    require(due > referee_play_at(referee, judged_ms),
            "match %lld, ply %lld: time was up %lld ms before flags were judged, and it goes on",
            (long long)bout->id, (long long)bout->plies,
            (long long)(referee_play_at(referee, judged_ms) - due));
}

void verdict_overdue(const struct referee *referee, const struct bout *bout, int64_t at_ms)
{
    check_overdue(referee, bout, referee_judged_by(referee, at_ms - 1), SIZE_MAX);
}

/* In a tournament: who has taken too long has lost, and why depends on where they were. */
static bool is_lost_by_time(const struct referee *referee, const struct bout *bout,
                            enum ending ending, int64_t at_ms)
{
    int mover = (int)(bout->plies % 2);
    int64_t player = bout->players[mover];
    bool is_late = is_time_up(referee, bout, at_ms) || is_first_move_late(referee, bout, at_ms);
    if (ending == ENDING_DISCONNECT)
        return was(&referee->gone[player], at_ms, 1, 1) &&
               (is_late || may_claim(referee, bout, mover, true, at_ms));
    return is_late && was(&referee->gone[player], at_ms, 0, 1) &&
           was(&referee->silences[player], at_ms, ending == ENDING_STALL, 0);
}

static bool has_withdrawn(const struct referee *referee, const struct bout *bout, int64_t player)
{
    for (size_t i = 0; i < referee->withdrawal_count; i++) {
        const struct withdrawal *withdrawal = &referee->withdrawals[i];
        if (bout->tournament && withdrawal->tournament == bout->tournament &&
            (!withdrawal->player || withdrawal->player == player))
            return true;
    }
    return false;
}

/* The endings by which somebody loses. */
static bool is_lost(const struct referee *referee, const struct bout *bout, enum ending ending,
                    int loser, int64_t at_ms)
{
    int64_t player = bout->players[loser];
    int mover = (int)(bout->plies % 2);
    switch ((int)ending) {
    case ENDING_RESIGNATION:
        return bout->asked_to_resign[loser] || has_withdrawn(referee, bout, player) ||
               past_since(&referee->closed[player], at_ms, 1) == at_ms;
    case ENDING_ABANDONED:
        return loser == mover && may_claim(referee, bout, mover, true, at_ms);
    case ENDING_TIME:
        return loser == mover && bout->control.kind != TIME_NONE &&
               (bout->tournament ? is_lost_by_time(referee, bout, ending, at_ms)
                                 : is_time_up(referee, bout, at_ms));
    case ENDING_STALL:
    case ENDING_DISCONNECT:
        return loser == mover && is_lost_by_time(referee, bout, ending, at_ms);
    case ENDING_ILLEGAL:
        return bout->asked_moves[loser] >= referee->limits->illegal_moves;
    case ENDING_PROTOCOL:
        return past_since(&referee->faults[player], at_ms, 1) == at_ms;
    default:
        return false;
    }
}

/* Did the operator ask for it at that moment? */
static bool is_ended_by_operator(const struct referee *referee, const struct bout *bout,
                                 int64_t at_ms)
{
    return !bout->tournament &&
           (bout->aborted_ms == at_ms ||
            past_since(&referee->cleared[bout->players[0]], at_ms, 1) == at_ms ||
            past_since(&referee->cleared[bout->players[1]], at_ms, 1) == at_ms);
}

/* May it have been ended because its moves took more memory than there is? */
static bool is_long(const struct referee *referee, const struct bout *bout)
{
    enum { FEW = 10, MANY = 1000 };
    const struct hall_limits *limits = referee->limits, *usual = &hall_limits_default;
    bool has_little = limits->start_bytes < usual->start_bytes ||
                      limits->guest_share < usual->guest_share ||
                      limits->address_share < usual->address_share;
    return bout->plies > (has_little ? FEW : MANY) && bout->tournament == 0;
}

bool verdict_end(const struct referee *referee, const struct bout *bout, enum ending ending,
                 enum seat winner, int64_t at_ms)
{
    switch ((int)ending) {
    case ENDING_NORMAL: /* the disk plays the game and knows */
    case ENDING_DRAW:
    case ENDING_PLIES:
    case ENDING_VOID: /* as its pair is */
        return true;
    case ENDING_ABORTED:
        return bout->plies < 2 || may_claim(referee, bout, 0, false, at_ms) ||
               may_claim(referee, bout, 1, false, at_ms) || is_idle(referee, bout, at_ms) ||
               is_ended_by_operator(referee, bout, at_ms) || is_long(referee, bout);
    case ENDING_UNSTARTED:
        return bout->control.kind != TIME_NONE && winner == SEAT_NOBODY &&
               is_first_move_late(referee, bout, at_ms);
    default:
        break;
    }
    if (winner != SEAT_NOBODY)
        return is_lost(referee, bout, ending, winner == SEAT_FIRST, at_ms);
    return ending == ENDING_ABANDONED && bout->control.kind == TIME_NONE &&
           referee_play_at(referee, at_ms) - idle_play(referee, bout) >=
               referee->limits->idle_match_ms;
}

/* What the turn can have taken, as far as was known when something was made that is said now: the
 * mover may have been lost since. */
static int64_t elapsed_at_most(const struct referee *referee, const struct bout *bout,
                               int64_t at_ms)
{
    const struct presence *mover = &referee->presences[bout->given_to];
    int64_t elapsed = most(elapsed_ms(referee, bout, at_ms), elapsed_by(referee, bout, at_ms, 0));
    for (size_t i = bout->given_comings; i < mover->coming_count; i++)
        elapsed = most(elapsed, elapsed_by(referee, bout, at_ms, mover->comings[i].number));
    return elapsed;
}

void verdict_told(const struct referee *referee, const struct bout *bout,
                  const struct wire_match *view, int64_t at_ms)
{
    const struct hall_limits *limits = referee->limits;
    bool has_clock = bout->control.kind != TIME_NONE, is_live = !view->ending.bytes;
    bool is_patient = bout->control.base_ms >= CORRESPONDENCE_MS;
    bool is_standing_still = bout->ending == ENDING_NONE && bout->plies == view->ply;
    int64_t limit_ms = first_move_ms(referee, bout), told_ms = view->first_move_left;
    require(told_ms < 0 || (is_live && has_clock && view->ply < 2 && told_ms <= limit_ms),
            "match %lld tells of %lld ms for a first move", (long long)bout->id,
            (long long)told_ms);
    int64_t elapsed = elapsed_at_most(referee, bout, at_ms);
    require(told_ms < 0 || !is_standing_still || told_ms >= limit_ms - elapsed,
            "match %lld tells of %lld ms for a first move: there are more", (long long)bout->id,
            (long long)told_ms);
    /* After a takeback the clock may have less than a first move may take. */
    int64_t left_ms = view->ply % 2 == 0 ? view->first_left : view->second_left;
    bool is_short = limit_ms > bout->control.base_ms || (view->back > 0 && limit_ms > left_ms);
    require(told_ms >= 0 || !is_live || !has_clock || view->ply >= 2 || is_short,
            "match %lld does not tell when the first move is due", (long long)bout->id);

    int64_t need_ms = has_clock ? limits->claim_ms : limits->claim_unclocked_ms;
    require(view->claim_in <= need_ms + limits->restart_grace_ms && view->abort_in <= need_ms,
            "match %lld tells of absences that count after more than the limit",
            (long long)bout->id);
    require((is_live && !is_patient) || (view->claim_in < 0 && view->abort_in < 0),
            "match %lld tells of absences that count for nothing", (long long)bout->id);
    require(!bout->tournament || view->abort_in < 0, "match %lld can be aborted, it says",
            (long long)bout->id);
    bool is_here = view->ply % 2 == 0 ? view->first_online : view->second_online;
    require(view->await_left < 0 || (is_live && bout->awaited_play > 0 && view->ply < 2 &&
                                     !is_here && view->await_left <= HALL_AWAITED_MS),
            "match %lld is said to await its players", (long long)bout->id);
    require(has_clock || !is_live
                ? view->idle_left < 0
                : view->idle_left >= 0 && view->idle_left <= limits->idle_match_ms,
            "match %lld tells of %lld ms until it is over as idle", (long long)bout->id,
            (long long)view->idle_left);
}
