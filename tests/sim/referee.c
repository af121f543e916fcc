#include "tests/sim/referee.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { CORRESPONDENCE_MS = 3600000 };

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* --- what was so at which time --- */

static void past_note(struct past *past, int64_t at_ms, int64_t value)
{
    size_t place = past->count++ % PAST_KEPT;
    past->entries[place].at_ms = at_ms;
    past->entries[place].value = value;
}

/* The least and the greatest of the values that were in force at some time from `from_ms` to `to_ms`; several may be in
 * one millisecond. `before` was in force before anything was noted. */
static void past_range(const struct past *past, int64_t from_ms, int64_t to_ms, int64_t before,
                       int64_t *ret_least, int64_t *ret_most)
{
    bool found = false;
    size_t kept = past->count < PAST_KEPT ? past->count : PAST_KEPT;
    *ret_least = *ret_most = before;
    for (size_t back = 1; back <= kept; back++) {
        size_t place = (past->count - back) % PAST_KEPT;
        int64_t at_ms = past->entries[place].at_ms, value = past->entries[place].value;
        if (at_ms > to_ms)
            continue;
        *ret_least = found ? least(*ret_least, value) : value;
        *ret_most = found ? most(*ret_most, value) : value;
        found = true;
        if (at_ms < from_ms)
            return;
    }
    *ret_least = least(*ret_least, before);
    *ret_most = most(*ret_most, before);
}

/* When the value became `value` last, at `at_ms` or before; -1: never. */
static int64_t past_since(const struct past *past, int64_t at_ms, int64_t value)
{
    size_t kept = past->count < PAST_KEPT ? past->count : PAST_KEPT;
    for (size_t back = 1; back <= kept; back++) {
        size_t place = (past->count - back) % PAST_KEPT;
        if (past->entries[place].at_ms <= at_ms && past->entries[place].value == value)
            return past->entries[place].at_ms;
    }
    return -1;
}

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

static bool is_standing(const struct referee *referee)
{
    const struct past *past = &referee->stands;
    return past->count > 0 && past->entries[(past->count - 1) % PAST_KEPT].value;
}

static int64_t play_at(const struct referee *referee, int64_t at_ms)
{
    return at_ms - referee->started_ms - stood_ms(referee, at_ms);
}

/* --- the parties --- */

static void know_player(struct referee *referee, int64_t player)
{
    size_t count = (size_t)player + 1;
    if (count <= referee->player_count)
        return;
    referee->lags = memory_resized(referee->lags, count, sizeof *referee->lags);
    referee->gone = memory_resized(referee->gone, count, sizeof *referee->gone);
    referee->is_back = memory_resized(referee->is_back, count, sizeof *referee->is_back);
    for (size_t i = referee->player_count; i < count; i++) {
        referee->lags[i].count = referee->gone[i].count = 0;
        past_note(&referee->gone[i], referee->started_ms, 1);
        referee->is_back[i] = false;
    }
    referee->player_count = count;
}

static struct bout *bout_at(struct referee *referee, int64_t id)
{
    require(id >= 1 && (size_t)id <= referee->bout_count, "there is no match %lld", (long long)id);
    return &referee->bouts[id - 1];
}

static void bout_clear(struct referee *referee, struct bout *bout)
{
    int64_t left_ms = bout->control.kind == TIME_NONE ? -1 : bout->control.base_ms;
    for (int i = 0; i < 2; i++) {
        bout->left_ms[i] = left_ms;
        bout->quota_ms[i] = referee->limits->lag_quota_ms;
    }
    bout->plies = 0;
    bout->given_ply = 0;
    bout->ending = ENDING_NONE;
}

static void bout_move(struct referee *referee, struct bout *bout, const struct bout_move *move)
{
    int mover = (int)(bout->plies % 2);
    if ((size_t)bout->plies == bout->capacity) {
        bout->capacity = bout->capacity ? 2 * bout->capacity : 16;
        bout->moves = memory_resized(bout->moves, bout->capacity, sizeof *bout->moves);
    }
    bout->left_ms[mover] = move->times.left_ms;
    bout->quota_ms[mover] =
        least(referee->limits->lag_quota_ms,
              bout->quota_ms[mover] - move->times.credit_ms + referee->limits->lag_quota_gain_ms);
    bout->moves[bout->plies++] = *move;
}

static struct bout *bout_add(struct referee *referee, int64_t id)
{
    require(id == (int64_t)referee->bout_count + 1, "match %lld has a wrong number", (long long)id);
    referee->bouts = memory_resized(referee->bouts, ++referee->bout_count, sizeof *referee->bouts);
    struct bout *bout = bout_at(referee, id);
    *bout = (struct bout){.id = id};
    return bout;
}

static void forget_bouts(struct referee *referee, size_t count)
{
    while (referee->bout_count > count)
        free(referee->bouts[--referee->bout_count].moves);
}

void referee_finish(struct referee *referee)
{
    forget_bouts(referee, 0);
    free(referee->bouts);
    free(referee->lags);
    free(referee->gone);
    free(referee->is_back);
    *referee = (struct referee){0};
}

/* As far as it is on disk; the turn is given anew. */
static void bout_restore(struct referee *referee, struct bout *bout, const struct disk_match *match)
{
    int64_t plies = match->plies;
    int64_t last_ms = plies > 0 ? bout->moves[plies - 1].at_ms : match->created_ms;
    const struct hall_limits *limits = referee->limits;
    require(plies <= bout->plies, "match %lld has grown on disk", (long long)bout->id);
    bout_clear(referee, bout);
    while (bout->plies < plies)
        bout_move(referee, bout, &bout->moves[bout->plies]);
    bout->ending = match->ending;
    bout->given_ply = plies + 1;
    bout->given_play = limits->restart_grace_ms;
    bout->idle_play = -least(most(0, referee->started_ms - last_ms),
                             limits->idle_match_ms - limits->restart_grace_ms);
}

void referee_start(struct referee *referee, const struct disk *disk, int64_t now_ms)
{
    referee->started_ms = now_ms;
    referee->stands.count = referee->judged.count = 0;
    referee->player_count = 0;
    know_player(referee, (int64_t)disk->player_count);
    forget_bouts(referee, disk->match_count);
    for (size_t i = 0; i < disk->match_count; i++)
        bout_restore(referee, &referee->bouts[i], &disk->matches[i]);
}

void referee_stands(struct referee *referee, bool stands, int64_t now_ms)
{
    past_note(&referee->stands, now_ms, stands);
}

void referee_judged(struct referee *referee, int64_t now_ms)
{
    past_note(&referee->judged, now_ms, 1);
}

void referee_session(struct referee *referee, int64_t player, bool is_open, int64_t now_ms)
{
    know_player(referee, player);
    past_note(&referee->gone[player], now_ms, !is_open);
    past_note(&referee->lags[player], now_ms, 0);
}

void referee_lag(struct referee *referee, int64_t player, int64_t lag_ms, int64_t now_ms)
{
    know_player(referee, player);
    past_note(&referee->lags[player], now_ms, lag_ms);
}

void referee_resigns(struct referee *referee, int64_t match, int64_t player)
{
    if (match < 1 || (size_t)match > referee->bout_count)
        return;
    struct bout *bout = &referee->bouts[match - 1];
    for (int i = 0; i < 2; i++)
        bout->asked_to_resign[i] |= bout->players[i] == player;
}

/* --- turns --- */

/* Who has not been back since the start has a turn from the welcome on, or from the end of the time of grace. */
static void give_turn(struct referee *referee, int64_t match, int64_t ply, int64_t now_ms)
{
    struct bout *bout = bout_at(referee, match);
    if (bout->given_ply >= ply)
        return;
    bout->given_ply = ply;
    bout->given_play = play_at(referee, now_ms);
    if (!referee->is_back[bout->players[(ply - 1) % 2]])
        bout->given_play = most(bout->given_play, referee->limits->restart_grace_ms);
}

static void welcome(struct referee *referee, int64_t player, int64_t now_ms)
{
    int64_t play = play_at(referee, now_ms);
    know_player(referee, player);
    referee->is_back[player] = true;
    for (size_t i = 0; i < referee->bout_count; i++) {
        struct bout *bout = &referee->bouts[i];
        if (bout->ending == ENDING_NONE && bout->given_ply == bout->plies + 1 &&
            bout->players[bout->plies % 2] == player && bout->given_play > play)
            bout->given_play = play;
    }
}

static void check_times(struct referee *referee, const struct message *message)
{
    struct bout *bout = bout_at(referee, message->moved.match);
    const struct move_times *told = &message->moved.times;
    const struct move_times *recorded = &bout->moves[message->moved.ply - 1].times;
    require(told->taken_ms == recorded->taken_ms && told->credit_ms == recorded->credit_ms &&
                told->left_ms == recorded->left_ms,
            "match %lld: the times of move %lld are told otherwise than recorded",
            (long long)bout->id, (long long)message->moved.ply);
}

void referee_view(struct referee *referee, const struct match_view *view)
{
    const struct bout *bout = bout_at(referee, view->summary.match);
    require(view->summary.ply <= bout->plies && (view->move_count == 0 || view->taken_ms),
            "match %lld is shown without the times of its moves", (long long)bout->id);
    for (int64_t i = 0; i < view->move_count; i++) {
        const struct move_times *recorded = &bout->moves[view->from_ply - 1 + i].times;
        require(view->taken_ms[i] == recorded->taken_ms &&
                    view->credit_ms[i] == recorded->credit_ms,
                "match %lld: the times of move %lld are shown otherwise than recorded",
                (long long)bout->id, (long long)(view->from_ply + i));
    }
}

/* Whom a match is shown to sees the clock run only if the turn has been given, and sees it run if it has been: unless everything
 * stands still, or the time of grace may have ended only when this had been made. */
static void check_clock_runs(struct referee *referee, const struct match_view *view,
                             bool gives_turn, int64_t now_ms)
{
    const struct bout *bout = bout_at(referee, view->summary.match);
    int64_t mover = bout->players[view->summary.ply % 2];
    bool has_clock = bout->control.kind != TIME_NONE;
    bool is_given = has_clock && bout->given_ply == view->summary.ply + 1 &&
                    bout->given_play <= play_at(referee, now_ms);
    require(!view->clock_runs || is_given, "match %lld: the clock is said to run too early",
            (long long)bout->id);
    require(view->clock_runs || !is_given || view->summary.ending || is_standing(referee) ||
                !referee->is_back[mover],
            "match %lld: the clock is said not to run, and it does", (long long)bout->id);
    require(view->clock_runs == has_clock || !gives_turn,
            "match %lld: the clock is said not to run by what starts it", (long long)bout->id);
}

void referee_released(struct referee *referee, const struct message *message, int64_t begins,
                      int64_t now_ms)
{
    if (begins)
        give_turn(referee, begins, 1, now_ms);
    if (message->kind == MESSAGE_MATCH_STARTED)
        give_turn(referee, message->match.view.summary.match, 1, now_ms);
    if (message->kind == MESSAGE_MATCH_STARTED || message->kind == MESSAGE_MATCH)
        check_clock_runs(referee, &message->match.view, message->gives_turn, now_ms);
    if (message->kind == MESSAGE_WELCOME)
        welcome(referee, message->welcome.player, now_ms);
    if (message->kind != MESSAGE_MOVED)
        return;
    check_times(referee, message);
    give_turn(referee, message->moved.match, message->moved.ply + 1, now_ms);
}

/* --- the sums --- */

/* The time of play that the present turn has taken. */
static int64_t elapsed_ms(const struct referee *referee, const struct bout *bout, int64_t at_ms)
{
    if (bout->given_ply != bout->plies + 1)
        return 0;
    return most(0, play_at(referee, at_ms) - bout->given_play);
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
static int64_t due_play(const struct referee *referee, const struct bout *bout, int64_t credit_ms)
{
    if (bout->control.kind == TIME_NONE)
        return bout->idle_play + referee->limits->idle_match_ms;
    if (bout->given_ply != bout->plies + 1)
        return INT64_MAX;
    int64_t may_take_ms = bout->left_ms[bout->plies % 2] + credit_ms;
    if (bout->plies < 2)
        may_take_ms = least(may_take_ms, referee->limits->first_move_ms);
    return bout->given_play + may_take_ms + 1;
}

/* Whatever happens to a match at `at_ms`: its time was not up when flags could be judged before. */
static void check_not_overdue(const struct referee *referee, const struct bout *bout, int64_t at_ms)
{
    int64_t judged_ms = past_since(&referee->judged, at_ms - 1, 1);
    int64_t least_ms, most_ms;
    if (judged_ms < 0)
        return;
    credit_range(referee, bout, judged_ms, judged_ms, &least_ms, &most_ms);
    int64_t due = due_play(referee, bout, most_ms);
    require(due > play_at(referee, judged_ms),
            "match %lld, ply %lld: time was up %lld ms before flags were judged, and it goes on",
            (long long)bout->id, (long long)bout->plies,
            (long long)(play_at(referee, judged_ms) - due));
}

static int64_t left_after(const struct bout *bout, const struct move_times *times)
{
    switch (bout->control.kind) {
    case TIME_FISCHER:
        return bout->left_ms[bout->plies % 2] - (times->taken_ms - times->credit_ms) +
               bout->control.increment_ms;
    case TIME_PER_MOVE:
        return bout->control.base_ms;
    case TIME_NONE:
        break;
    }
    return -1;
}

static void check_move(const struct referee *referee, const struct bout *bout,
                       const struct bout_move *move)
{
    const struct move_times *times = &move->times;
    int64_t elapsed = elapsed_ms(referee, bout, move->at_ms);
    int64_t least_ms, most_ms;
    check_not_overdue(referee, bout, move->at_ms);
    require(times->taken_ms == elapsed, "match %lld, move %lld took %lld ms, and %lld are charged",
            (long long)bout->id, (long long)bout->plies + 1, (long long)elapsed,
            (long long)times->taken_ms);
    credit_range(referee, bout, move->at_ms, move->at_ms, &least_ms, &most_ms);
    require(times->credit_ms >= least(least_ms, elapsed) &&
                times->credit_ms <= least(most_ms, elapsed),
            "match %lld, move %lld is credited %lld ms", (long long)bout->id,
            (long long)bout->plies + 1, (long long)times->credit_ms);
    require(times->left_ms == left_after(bout, times), "match %lld, move %lld leaves %lld ms",
            (long long)bout->id, (long long)bout->plies + 1, (long long)times->left_ms);
    require(bout->control.kind == TIME_NONE ||
                elapsed - times->credit_ms <= bout->left_ms[bout->plies % 2],
            "match %lld, move %lld is taken %lld ms after its time was up", (long long)bout->id,
            (long long)bout->plies + 1,
            (long long)(elapsed - times->credit_ms - bout->left_ms[bout->plies % 2]));
}

/* Has this player been gone for the time that one may claim after, and the turn been theirs if it has to be? */
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
    return play_at(referee, at_ms) - play_at(referee, since_ms) >= need_ms;
}

static bool is_time_up(const struct referee *referee, const struct bout *bout, int64_t at_ms)
{
    int64_t least_ms, most_ms;
    credit_range(referee, bout, at_ms, at_ms, &least_ms, &most_ms);
    return elapsed_ms(referee, bout, at_ms) - least_ms > bout->left_ms[bout->plies % 2];
}

static bool is_supported(const struct referee *referee, const struct bout *bout, enum ending ending,
                         enum seat winner, int64_t at_ms)
{
    int mover = (int)(bout->plies % 2);
    enum seat other = mover == 0 ? SEAT_SECOND : SEAT_FIRST;
    switch (ending) {
    case ENDING_RESIGNATION:
        return winner != SEAT_NOBODY && bout->asked_to_resign[winner == SEAT_FIRST];
    case ENDING_ABORTED:
        return bout->plies < 2 || may_claim(referee, bout, 0, false, at_ms) ||
               may_claim(referee, bout, 1, false, at_ms);
    case ENDING_TIME:
        return bout->control.kind != TIME_NONE && winner == other &&
               is_time_up(referee, bout, at_ms);
    case ENDING_UNSTARTED:
        return bout->control.kind != TIME_NONE && winner == SEAT_NOBODY && bout->plies < 2 &&
               elapsed_ms(referee, bout, at_ms) > referee->limits->first_move_ms;
    case ENDING_ABANDONED:
        if (winner != SEAT_NOBODY)
            return winner == other && may_claim(referee, bout, mover, true, at_ms);
        return bout->control.kind == TIME_NONE &&
               play_at(referee, at_ms) - bout->idle_play >= referee->limits->idle_match_ms;
    case ENDING_NORMAL: /* the disk plays the game and knows */
    case ENDING_PLIES:
        return true;
    case ENDING_STALL: /* these are of tournaments, which nobody holds here */
    case ENDING_DISCONNECT:
    case ENDING_ILLEGAL:
    case ENDING_PROTOCOL:
    case ENDING_VOID:
    case ENDING_NONE:
    case ENDING_COUNT:
        break;
    }
    return false;
}

/* --- records --- */

static void take_match(struct referee *referee, const struct batch *batch,
                       const struct record *record)
{
    struct bout *bout = bout_add(referee, record->match.id);
    struct error error;
    bout->players[0] = record->match.first;
    bout->players[1] = record->match.second;
    know_player(referee, most(bout->players[0], bout->players[1]));
    bout->idle_play = play_at(referee, record->match.created_ms);
    const char *clock = batch_text(batch, record->match.clock);
    if (*clock)
        require(!time_control_parse(clock, strlen(clock), &bout->control, &error), "match %lld: %s",
                (long long)bout->id, error.message);
    bout_clear(referee, bout);
}

static void take_move(struct referee *referee, const struct record *record)
{
    struct bout *bout = bout_at(referee, record->move.match);
    struct bout_move move = {
        .at_ms = record->move.at_ms,
        .times = {record->move.taken_ms, record->move.credit_ms, record->move.left_ms},
    };
    require(bout->ending == ENDING_NONE, "match %lld goes on after its end", (long long)bout->id);
    check_move(referee, bout, &move);
    bout_move(referee, bout, &move);
    bout->idle_play = play_at(referee, move.at_ms);
}

static void take_end(struct referee *referee, const struct record *record)
{
    struct bout *bout = bout_at(referee, record->end.match);
    require(bout->ending == ENDING_NONE, "match %lld ends twice", (long long)bout->id);
    require(
        is_supported(referee, bout, record->end.ending, record->end.winner, record->end.ended_ms),
        "match %lld cannot end so at ply %lld: %s, winner %s", (long long)bout->id,
        (long long)bout->plies, ending_text(record->end.ending), seat_text(record->end.winner));
    check_not_overdue(referee, bout, record->end.ended_ms);
    bout->ending = record->end.ending;
}

void referee_batch(struct referee *referee, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        const struct record *record = &batch->records[i];
        if (record->kind == RECORD_MATCH)
            take_match(referee, batch, record);
        else if (record->kind == RECORD_MOVE)
            take_move(referee, record);
        else if (record->kind == RECORD_END)
            take_end(referee, record);
    }
}

void referee_overdue(struct referee *referee, int64_t now_ms)
{
    for (size_t i = 0; i < referee->bout_count; i++)
        if (referee->bouts[i].ending == ENDING_NONE)
            check_not_overdue(referee, &referee->bouts[i], now_ms + 1);
}

size_t referee_live(const struct referee *referee)
{
    size_t live = 0;
    for (size_t i = 0; i < referee->bout_count; i++)
        live += referee->bouts[i].ending == ENDING_NONE;
    return live;
}
