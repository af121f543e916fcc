/* Clocks of matches: what a turn costs, what is credited for lag, and when time ends a match.
 *
 * A turn begins with the release of the message that gives it and ends with the arrival of the
 * move, so neither the time that a commit takes is charged nor the time that the move waits for
 * the server. All times are in ms of play, which stand still while no move can be made. */
#include "server/hall/invitations.h"
#include "server/hall/lobby.h"
#include "server/hall/match_record.h"
#include "server/hall/matches.h"
#include "server/hall/offers.h"
#include "server/hall/players.h"
#include "server/hall/tournament.h"

#include <assert.h>

/* More is never left: the base, and one increment for each move. */
#define LEFT_MS_MAX ((int64_t)TIME_CONTROL_MS_MAX * (HALL_PLIES_MAX + 1))

char *clock_text(const struct time_control *control)
{
    struct text text = {0};
    if (control->kind != TIME_NONE)
        time_control_print(control, &text);
    return text.bytes;
}

/* The next deadline of a match. */
struct due {
    int64_t at_ms;
    enum ending ending; /* ENDING_NONE: a turn begins */
};

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static struct due sooner(struct due a, struct due b)
{
    return b.at_ms < a.at_ms ? b : a;
}

static bool has_clock(const struct match *match)
{
    return match->clock.control.kind != TIME_NONE;
}

static int mover_of(const struct match *match)
{
    return (int)(match->ply % 2);
}

static const struct player *player_to_move(const struct match *match)
{
    return match->seats[mover_of(match)].player;
}

/* Of the player to move; NULL: not connected. */
static const struct session *session_to_move(const struct hall *hall, const struct match *match)
{
    const struct player *player = player_to_move(match);
    return player->session ? session_find(hall, player->session) : NULL;
}

/* Is the mover away, and awaited because the match comes from an invitation whose maker was away?
 * Then no clock runs, and nobody may claim the match. */
static bool is_mover_awaited(const struct hall *hall, const struct match *match)
{
    const struct match_clock *clock = &match->clock;
    return clock->awaits_mover && clock->turn != TURN_GIVEN && !player_to_move(match)->session &&
           hall->play_ms < clock->awaited_until_ms;
}

/* The turn becomes PENDING, with `ply` moves made. */
static void set_pending(const struct hall *hall, struct match *match, int64_t ply)
{
    struct match_clock *clock = &match->clock;
    const struct player *mover = match->seats[ply % 2].player;
    clock->turn = TURN_PENDING;
    clock->awaits_mover = ply < 2 && !mover->session && hall->play_ms < clock->awaited_until_ms;
}

/* Has the player been told that they are in, since the start and since a loss? */
static bool is_back(const struct player *player)
{
    return player->is_welcome && player->loss == LOSS_NONE;
}

/* The end of the grace period after a start or a loss. Until then no clock of a player runs who is
 * not back. */
static int64_t grace_end_ms(const struct hall *hall, const struct player *player)
{
    return player->loss == LOSS_NONE ? hall->limits.restart_grace_ms : player->grace_ms;
}

static bool is_grace_over(const struct hall *hall, const struct player *player)
{
    return hall->play_ms >= grace_end_ms(hall, player);
}

/* Had the turn been given by `at_ms`, at given_ms? Also if that is the end of a grace period which
 * is still to be judged. */
static bool is_given_by(const struct match *match, int64_t at_ms)
{
    const struct match_clock *clock = &match->clock;
    return clock->turn == TURN_GIVEN || (clock->turn == TURN_AWAITED && clock->given_ms <= at_ms);
}

static bool is_standing(const struct hall *hall)
{
    return is_stalled(hall) || hall->closing;
}

/* The most that the mover can be credited for lag in this turn. */
static int64_t credit_at_most(const struct hall *hall, const struct match *match)
{
    const struct session *session = session_to_move(hall, match);
    if (!session || session->lag_ms < 0)
        return 0;
    int64_t credit = least(session->lag_ms, hall->limits.lag_per_move_ms);
    return least(credit, match->clock.quota_ms[mover_of(match)]);
}

/* In a tournament a player who takes too long has lost, and the ending tells the cause. The
 * opponent of a player who is gone need not wait until the flag falls. */
static struct due due_in_tournament(const struct hall *hall, const struct match *match,
                                    struct due late)
{
    const struct session *session = session_to_move(hall, match);
    if (session) {
        late.ending = session->silent ? ENDING_STALL : ENDING_TIME;
        return late;
    }
    late.ending = ENDING_DISCONNECT;
    int64_t missing_ms = clock_absence_missing(hall, match, mover_of(match), true);
    if (missing_ms == INT64_MAX)
        return late;
    return sooner(late, (struct due){hall->play_ms + missing_ms, ENDING_DISCONNECT});
}

/* How long a first move may take. With a patient clock, as long as the control gives for it; guests
 * get a day at most. */
static int64_t first_move_ms(const struct hall *hall, const struct match *match)
{
    int64_t base_ms = match->clock.control.base_ms, limit_ms = hall->limits.first_move_ms;
    if (match->is_of_guests)
        base_ms = least(base_ms, HALL_GUEST_FIRST_MOVE_MS);
    return clock_is_patient(match) && base_ms > limit_ms ? base_ms : limit_ms;
}

/* The end of a match that both players have left before both had moved. */
static struct due due_when_left(const struct hall *hall, const struct match *match)
{
    const struct player *first = match->seats[0].player, *second = match->seats[1].player;
    struct due due = {INT64_MAX, ENDING_ABORTED};
    if (match->ply >= 2 || match->record.tournament || clock_is_patient(match) || first->session ||
        second->session)
        return due;
    int64_t since_ms =
        first->gone_since_ms > second->gone_since_ms ? first->gone_since_ms : second->gone_since_ms;
    if (match->clock.awaited_until_ms > since_ms)
        since_ms = match->clock.awaited_until_ms;
    due.at_ms = since_ms + hall->limits.left_match_ms;
    return due;
}

/* A turn may take all of its time; the flag falls one millisecond later. */
static struct due due_of_turn(const struct hall *hall, const struct match *match)
{
    const struct match_clock *clock = &match->clock;
    int64_t may_take_ms = clock->left_ms[mover_of(match)] + credit_at_most(hall, match);
    struct due flag = {clock->given_ms + may_take_ms + 1, ENDING_TIME};
    struct due first_move = {clock->given_ms + first_move_ms(hall, match) + 1, ENDING_UNSTARTED};
    struct due due = match->ply < 2 ? sooner(first_move, flag) : flag;
    return match->record.tournament ? due_in_tournament(hall, match, due) : due;
}

static struct due due_of(const struct hall *hall, const struct match *match)
{
    const struct match_clock *clock = &match->clock;
    struct due due = due_when_left(hall, match);
    if (clock->turn == TURN_AWAITED)
        due = sooner(due, (struct due){clock->given_ms, ENDING_NONE});
    if (!has_clock(match))
        return sooner(due,
                      (struct due){clock->idle_ms + hall->limits.idle_match_ms, ENDING_ABANDONED});
    return clock->turn == TURN_GIVEN ? sooner(due, due_of_turn(hall, match)) : due;
}

static void arm(struct hall *hall, struct match *match)
{
    deadlines_set(&hall->deadlines, &match->clock.deadline, due_of(hall, match).at_ms);
}

static void set_turn(struct hall *hall, struct match *match, enum turn turn, int64_t at_ms)
{
    assert(turn != TURN_PENDING && match->clock.turn != TURN_GIVEN);
    match->clock.turn = turn;
    match->clock.given_ms = at_ms;
    arm(hall, match);
}

void clock_set_idle(const struct hall *hall, struct match *match)
{
    int64_t at_ms = INT64_MAX;
    /* Idle time from before a start does not count. */
    if (match->is_of_guests && !clock_is_patient(match)) {
        at_ms = (match->clock.idle_ms > 0 ? match->clock.idle_ms : 0) + hall->limits.guest_idle_ms;
        /* Rounded up, so that most moves leave the three heaps of places as they are. */
        at_ms |= HALL_IDLE_GRAIN_MS - 1;
    }
    place_set_idle(&match->place, at_ms);
    for (int i = 0; i < 2; i++)
        place_set_idle(&match->seats[i].place, at_ms);
}

void clock_begin(struct hall *hall, struct match *match, const struct time_control *control)
{
    int64_t left_ms = control->kind == TIME_NONE ? -1 : control->base_ms;
    int64_t quota_ms = hall->limits.lag_quota_ms;
    int64_t awaited_ms = match->record.awaited_until_ms > hall->now_ms
                             ? match->record.awaited_until_ms - hall->now_ms
                             : 0;
    match->clock = (struct match_clock){
        .control = *control,
        .idle_ms = hall->play_ms,
        .left_ms = {left_ms, left_ms},
        .quota_ms = {quota_ms, quota_ms},
        .awaited_until_ms = awaited_ms > 0 ? hall->play_ms + least(awaited_ms, HALL_AWAITED_MS) : 0,
        .deadline.match = match,
    };
    set_pending(hall, match, 0);
    clock_set_idle(hall, match);
    arm(hall, match);
}

void clock_finish(struct hall *hall, struct match *match)
{
    deadlines_set(&hall->deadlines, &match->clock.deadline, INT64_MAX);
    text_finish(&match->clock.times);
}

/* Applies a move to the clock: a move made now or one restored after a start. */
static void note_move(const struct hall *hall, struct match *match, const struct move_times *times)
{
    struct match_clock *clock = &match->clock;
    int mover = mover_of(match);
    assert(times->credit_ms >= 0 && times->credit_ms <= times->taken_ms);
    int64_t quota_ms = clock->quota_ms[mover] - times->credit_ms + hall->limits.lag_quota_gain_ms;
    clock->left_ms[mover] = times->left_ms;
    /* Credit given before the start, under other limits, may exceed the quota of now. */
    clock->quota_ms[mover] = quota_ms > 0 ? least(quota_ms, hall->limits.lag_quota_ms) : 0;
    set_pending(hall, match, match->ply + 1);
    times_append(&clock->times, times->taken_ms, times->credit_ms);
}

/* The turn ends because moves are taken back until `plies` are left: applies that to the clock. */
static void note_taken_back(const struct hall *hall, struct match *match,
                            const struct move_times *times, int64_t plies)
{
    struct match_clock *clock = &match->clock;
    int mover = mover_of(match);
    assert(times->credit_ms >= 0 && times->credit_ms <= times->taken_ms);
    assert(plies >= 0 && plies < match->ply);
    int64_t quota_ms = clock->quota_ms[mover] - times->credit_ms;
    clock->left_ms[mover] = times->left_ms;
    clock->quota_ms[mover] = quota_ms > 0 ? quota_ms : 0;
    words_keep(&clock->times, plies);
    set_pending(hall, match, plies);
}

static int64_t left_after(const struct match_clock *clock, int mover, int64_t spent_ms)
{
    switch (clock->control.kind) {
    case TIME_FISCHER:
        return clock->left_ms[mover] - spent_ms + clock->control.increment_ms;
    case TIME_PER_MOVE:
        return clock->control.base_ms;
    case TIME_NONE:
        break;
    }
    return -1;
}

int64_t clock_came(const struct hall *hall, struct hall_caller from)
{
    assert(from.came_ms >= 0);
    bool has_waited = from.came_ms > 0 && from.came_ms < hall->tick_ms;
    return has_waited ? hall->play_ms - (hall->tick_ms - from.came_ms) : hall->play_ms;
}

/* What the turn has taken until `at_ms`; `left_ms` is not set. */
static struct move_times times_of_turn(const struct hall *hall, const struct match *match,
                                       int64_t at_ms)
{
    const struct match_clock *clock = &match->clock;
    struct move_times times = {0};
    /* It may have come before its player's turn, and waited until then. */
    if (is_given_by(match, at_ms) && at_ms > clock->given_ms)
        times.taken_ms = at_ms - clock->given_ms;
    if (has_clock(match))
        times.credit_ms = least(times.taken_ms, credit_at_most(hall, match));
    return times;
}

/* Somebody has just done something in the match. */
static void restart_idle(struct hall *hall, struct match *match)
{
    match->clock.idle_ms = hall->play_ms;
    clock_set_idle(hall, match);
    arm(hall, match);
}

struct move_times clock_charge(struct hall *hall, struct match *match, int64_t at_ms)
{
    struct move_times times = times_of_turn(hall, match, at_ms);
    times.left_ms = left_after(&match->clock, mover_of(match), times.taken_ms - times.credit_ms);
    note_move(hall, match, &times);
    restart_idle(hall, match);
    return times;
}

struct move_times clock_take_back(struct hall *hall, struct match *match, int64_t at_ms,
                                  int64_t plies)
{
    const struct match_clock *clock = &match->clock;
    struct move_times times = times_of_turn(hall, match, at_ms);
    times.left_ms = clock->left_ms[mover_of(match)];
    if (clock->control.kind == TIME_FISCHER)
        times.left_ms -= times.taken_ms - times.credit_ms;
    note_taken_back(hall, match, &times, plies);
    restart_idle(hall, match);
    return times;
}

enum ending clock_verdict(const struct hall *hall, const struct match *match, int64_t at_ms)
{
    if (!has_clock(match) || !is_given_by(match, at_ms))
        return ENDING_NONE;
    struct due due = due_of_turn(hall, match);
    return due.at_ms <= at_ms ? due.ending : ENDING_NONE;
}

int64_t clock_left(const struct hall *hall, const struct match *match, int seat)
{
    const struct match_clock *clock = &match->clock;
    assert(seat == 0 || seat == 1);
    if (!has_clock(match) || seat != mover_of(match) || !is_given_by(match, hall->play_ms))
        return clock->left_ms[seat];
    int64_t left_ms = clock->left_ms[seat] - (hall->play_ms - clock->given_ms);
    return left_ms > 0 ? left_ms : 0;
}

bool clock_runs(const struct hall *hall, const struct match *match)
{
    const struct player *mover = player_to_move(match);
    bool will_be_back = mover->has_come && mover->loss != LOSS_AWAY;
    return has_clock(match) && (will_be_back || is_grace_over(hall, mover)) &&
           !is_mover_awaited(hall, match) && !hall->closing;
}

/* --- turns begin --- */

static void release_turn(struct hall *hall, const struct message *message)
{
    struct match *match = match_find(hall, message->gives_turn);
    /* A move may have come that did not wait to be asked for: then this turn is over. */
    if (!match || match_seq(match) != message->turn_seq || match->clock.turn != TURN_PENDING)
        return;
    const struct player *mover = player_to_move(match);
    if (match->clock.awaits_mover && hall->play_ms < match->clock.awaited_until_ms)
        set_turn(hall, match, TURN_AWAITED, match->clock.awaited_until_ms);
    else if (is_back(mover) || is_grace_over(hall, mover))
        set_turn(hall, match, TURN_GIVEN, hall->play_ms);
    else
        set_turn(hall, match, TURN_AWAITED, grace_end_ms(hall, mover));
}

static void release_welcome(struct hall *hall, const struct message *message)
{
    struct player *player = player_find(hall, message->welcomes);
    const struct seating *seat;
    if (!player)
        return;
    player->is_welcome = true;
    if (message->losses != player->losses) /* it goes to a connection that was lost meanwhile */
        return;
    player->loss = LOSS_NONE;
    DL_FOREACH (player->seats, seat) {
        struct match *match = seat->match;
        if (match->clock.turn == TURN_AWAITED && seat == &match->seats[mover_of(match)])
            set_turn(hall, match, TURN_GIVEN, least(hall->play_ms, match->clock.given_ms));
    }
}

void clocks_release(struct hall *hall, const struct message *message)
{
    if (message->gives_turn)
        release_turn(hall, message);
    else if (message->welcomes)
        release_welcome(hall, message);
}

/* --- a connection is lost --- */

/* The mover of the match is lost: the turn begins anew, and a match without a clock may be idle for
 * the grace period, too, as after a start. A flag that has fallen stays fallen. */
static void lose_mover(struct hall *hall, struct match *match, int64_t grace_ms)
{
    struct match_clock *clock = &match->clock;
    bool is_given = is_given_by(match, hall->play_ms);
    struct due due = has_clock(match) && is_given ? due_of_turn(hall, match) : due_of(hall, match);
    if (due.ending != ENDING_NONE && due.at_ms <= hall->heard_ms)
        return;
    if (is_given) {
        clock->turn = TURN_AWAITED;
        clock->given_ms = grace_ms;
    } else if (clock->turn == TURN_AWAITED && clock->given_ms < grace_ms) {
        clock->given_ms = grace_ms;
    }
    int64_t idle_ms = grace_ms - hall->limits.idle_match_ms;
    if (!has_clock(match) && clock->idle_ms < idle_ms) {
        clock->idle_ms = idle_ms;
        clock_set_idle(hall, match);
    }
}

void clocks_lose(struct hall *hall, struct player *player)
{
    const struct seating *seat;
    player->loss = LOSS_AWAY;
    player->losses++;
    player->grace_ms = hall->play_ms + hall->limits.restart_grace_ms;
    DL_FOREACH (player->seats, seat) {
        struct match *match = seat->match;
        if (seat != &match->seats[mover_of(match)])
            continue;
        lose_mover(hall, match, player->grace_ms);
        arm(hall, match);
    }
}

void clocks_of_player_changed(struct hall *hall, const struct player *player)
{
    const struct seating *seat;
    DL_FOREACH (player->seats, seat) {
        arm(hall, seat->match);
    }
}

/* --- what is due --- */

int64_t hall_next_deadline(const struct hall *hall)
{
    const struct deadline *first = deadlines_first(&hall->deadlines);
    if (!first || is_standing(hall))
        return INT64_MAX;
    return hall->tick_ms + (first->at_ms - hall->play_ms);
}

static void flag_match(struct hall *hall, struct match *match)
{
    struct due due = due_of(hall, match);
    assert(due.at_ms == match->clock.deadline.at_ms);
    if (due.ending == ENDING_NONE)
        set_turn(hall, match, TURN_GIVEN, due.at_ms);
    else
        match_end_by_time(hall, match, due.ending);
}

static void meet_deadline(struct hall *hall, const struct deadline *deadline)
{
    switch (deadline->kind) {
    case DEADLINE_OF_MATCH:
        flag_match(hall, deadline->match);
        break;
    case DEADLINE_OF_TOURNAMENT:
        tournament_expire(hall, deadline->tournament);
        break;
    case DEADLINE_OF_OFFER:
        offer_expire(hall, deadline->offer);
        break;
    case DEADLINE_OF_SPECTATORS:
        match_tell_spectators(hall, deadline->match);
        break;
    case DEADLINE_OF_INVITATION:
        invitation_end(hall, deadline->invitation, "expired");
        break;
    case DEADLINE_OF_LOBBY:
        lobby_tell(hall);
        break;
    }
}

void hall_flags_fall_until(struct hall *hall, int64_t tick_ms)
{
    const struct deadline *first;
    /* After a stall this is earlier than it could be: play stood still for a part of the time. */
    int64_t until_ms = hall->play_ms;
    if (tick_ms < hall->tick_ms)
        until_ms -= hall->tick_ms - tick_ms;
    if (until_ms > hall->heard_ms)
        hall->heard_ms = until_ms;
    for (int i = 0; i < HALL_FLAGS_MAX && !is_standing(hall) &&
                    (first = deadlines_first(&hall->deadlines)) && first->at_ms <= hall->heard_ms;
         i++)
        meet_deadline(hall, first);
}

void hall_flags_fall(struct hall *hall)
{
    hall_flags_fall_until(hall, hall->tick_ms);
}

bool clock_is_patient(const struct match *match)
{
    return time_control_is_patient(&match->clock.control);
}

int64_t clock_absence_missing(const struct hall *hall, const struct match *match, int seat,
                              bool turn)
{
    const struct match_clock *clock = &match->clock;
    assert(seat == 0 || seat == 1);
    const struct player *player = match->seats[seat].player;
    if (player->session || clock_is_patient(match) ||
        (turn && (seat != mover_of(match) || is_mover_awaited(hall, match))))
        return INT64_MAX;
    int64_t need_ms = has_clock(match) ? hall->limits.claim_ms : hall->limits.claim_unclocked_ms;
    int64_t since_ms = player->gone_since_ms;
    int64_t turn_ms = clock->given_ms;
    if (clock->turn == TURN_PENDING)
        turn_ms = is_back(player) || is_grace_over(hall, player) ? hall->play_ms
                                                                 : grace_end_ms(hall, player);
    if (turn && turn_ms > since_ms)
        since_ms = turn_ms;
    return need_ms - (hall->play_ms - since_ms);
}

static int64_t not_negative(int64_t ms)
{
    return ms > 0 ? ms : 0;
}

int64_t clock_first_move_left(const struct hall *hall, const struct match *match)
{
    const struct match_clock *clock = &match->clock;
    if (!has_clock(match) || match->ply >= 2)
        return -1;
    /* The flag ends the match only when it falls before the first move is due: see due_of_turn. */
    int64_t limit_ms = first_move_ms(hall, match);
    if (limit_ms > clock->left_ms[mover_of(match)] + credit_at_most(hall, match))
        return -1;
    return is_given_by(match, hall->play_ms)
               ? not_negative(limit_ms - (hall->play_ms - clock->given_ms))
               : limit_ms;
}

int64_t clock_await_left(const struct hall *hall, const struct match *match)
{
    return is_mover_awaited(hall, match) ? match->clock.awaited_until_ms - hall->play_ms : -1;
}

int64_t clock_claim_in(const struct hall *hall, const struct match *match)
{
    int64_t missing_ms = clock_absence_missing(hall, match, mover_of(match), true);
    return missing_ms == INT64_MAX ? -1 : not_negative(missing_ms);
}

int64_t clock_abort_in(const struct hall *hall, const struct match *match, int seat)
{
    int64_t missing_ms = clock_absence_missing(hall, match, seat, false);
    return match->record.tournament || missing_ms == INT64_MAX ? -1 : not_negative(missing_ms);
}

int64_t clock_idle_left(const struct hall *hall, const struct match *match)
{
    if (has_clock(match))
        return -1;
    return not_negative(match->clock.idle_ms + hall->limits.idle_match_ms - hall->play_ms);
}

/* --- after a start --- */

/* Can these be times of the match? */
static enum error_code check_times(const struct match *match, const struct move_record *move,
                                   struct error *error)
{
    const struct move_times times = {move->taken_ms, move->credit_ms, move->left_ms};
    bool is_left =
        has_clock(match) ? times.left_ms >= 0 && times.left_ms <= LEFT_MS_MAX : times.left_ms == -1;
    if (!is_left || times.credit_ms < 0 || times.taken_ms < times.credit_ms || move->at_ms < 0)
        return error_set(error, ERROR_INTERNAL,
                         "the times of move %lld of match %lld cannot be: at %lld, taken %lld, "
                         "credit %lld, left %lld",
                         (long long)move->ply, (long long)move->match, (long long)move->at_ms,
                         (long long)times.taken_ms, (long long)times.credit_ms,
                         (long long)times.left_ms);
    return ERROR_NONE;
}

enum error_code clock_restore_move(const struct hall *hall, struct match *match,
                                   const struct move_record *move, struct error *error)
{
    const struct move_times times = {move->taken_ms, move->credit_ms, move->left_ms};
    enum error_code code = check_times(match, move, error);
    if (!code)
        note_move(hall, match, &times);
    return code;
}

enum error_code clock_restore_takeback(const struct hall *hall, struct match *match,
                                       const struct move_record *taken_back, struct error *error)
{
    const struct move_times times = {taken_back->taken_ms, taken_back->credit_ms,
                                     taken_back->left_ms};
    enum error_code code = check_times(match, taken_back, error);
    if (!code)
        note_taken_back(hall, match, &times, taken_back->ply - 1);
    return code;
}

void clock_restore_turn(struct hall *hall, struct match *match, int64_t last_at_ms)
{
    struct match_clock *clock = &match->clock;
    int64_t idle_ms = hall->now_ms > last_at_ms ? hall->now_ms - last_at_ms : 0;
    /* Also a match that has been idle for too long gets the grace period. */
    idle_ms = least(idle_ms, hall->limits.idle_match_ms - hall->limits.restart_grace_ms);
    clock->turn = TURN_AWAITED;
    clock->given_ms = hall->limits.restart_grace_ms;
    if (clock->awaits_mover && clock->awaited_until_ms > clock->given_ms)
        clock->given_ms = clock->awaited_until_ms;
    clock->idle_ms = hall->play_ms - idle_ms;
    clock_set_idle(hall, match);
    arm(hall, match);
}
