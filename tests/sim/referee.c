#include "tests/sim/verdict.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* --- the parties --- */

static void know_player(struct referee *referee, int64_t player)
{
    size_t count = (size_t)player + 1;
    if (count <= referee->player_count)
        return;
    referee->lags = memory_resized(referee->lags, count, sizeof *referee->lags);
    referee->gone = memory_resized(referee->gone, count, sizeof *referee->gone);
    referee->silences = memory_resized(referee->silences, count, sizeof *referee->silences);
    referee->faults = memory_resized(referee->faults, count, sizeof *referee->faults);
    referee->cleared = memory_resized(referee->cleared, count, sizeof *referee->cleared);
    referee->closed = memory_resized(referee->closed, count, sizeof *referee->closed);
    referee->addresses = memory_resized(referee->addresses, count, sizeof *referee->addresses);
    referee->presences = memory_resized(referee->presences, count, sizeof *referee->presences);
    for (size_t i = referee->player_count; i < count; i++) {
        referee->lags[i].count = referee->gone[i].count = 0;
        referee->silences[i].count = referee->faults[i].count = 0;
        referee->cleared[i].count = referee->closed[i].count = 0;
        referee->addresses[i] = 0;
        past_note(&referee->gone[i], referee->started_ms, 1);
        referee->presences[i] = (struct presence){.grace_play = referee->limits->restart_grace_ms};
    }
    referee->player_count = count;
}

static void forget_players(struct referee *referee)
{
    for (size_t i = 0; i < referee->player_count; i++) {
        free(referee->presences[i].comings);
        free(referee->presences[i].sessions);
    }
    referee->player_count = 0;
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
        bout->asked_moves[i] = bout->refused_moves[i] = 0;
    }
    bout->plies = bout->seq = bout->times_back = 0;
    bout->given_seq = 0;
    bout->ending = ENDING_NONE;
    bout->is_recent = false;
}

static void bout_change(struct referee *referee, struct bout *bout, const struct bout_move *change)
{
    int mover = (int)(bout->plies % 2);
    int64_t gain_ms = change->is_move ? referee->limits->lag_quota_gain_ms : 0;
    if ((size_t)bout->seq == bout->capacity) {
        bout->capacity = bout->capacity ? 2 * bout->capacity : 16;
        bout->changes = memory_resized(bout->changes, bout->capacity, sizeof *bout->changes);
    }
    bout->left_ms[mover] = change->times.left_ms;
    bout->quota_ms[mover] = least(referee->limits->lag_quota_ms,
                                  bout->quota_ms[mover] - change->times.credit_ms + gain_ms);
    bout->plies = change->plies;
    bout->times_back += !change->is_move;
    bout->changes[bout->seq++] = *change;
}

/* The moves that stood after `seq` changes, as indices of changes; the caller frees the list. */
static int64_t *standing_moves(const struct bout *bout, int64_t seq)
{
    int64_t *moves = memory_zeroed((size_t)seq + 1, sizeof *moves);
    for (int64_t i = 0; i < seq; i++)
        if (bout->changes[i].is_move)
            moves[bout->changes[i].plies - 1] = i;
    return moves;
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
        free(referee->bouts[--referee->bout_count].changes);
}

void referee_finish(struct referee *referee)
{
    forget_bouts(referee, 0);
    free(referee->bouts);
    free(referee->lags);
    free(referee->gone);
    free(referee->silences);
    free(referee->faults);
    free(referee->cleared);
    free(referee->closed);
    free(referee->addresses);
    free(referee->withdrawals);
    free(referee->made);
    free(referee->allowances);
    forget_players(referee);
    free(referee->presences);
    *referee = (struct referee){0};
}

/* As far as it is on disk; the turn is given anew. */
static void bout_restore(struct referee *referee, struct bout *bout, const struct disk_match *match)
{
    int64_t seq = match->change_count - 1;
    int64_t last_ms = seq > 0 ? bout->changes[seq - 1].at_ms : match->created_ms;
    const struct hall_limits *limits = referee->limits;
    require(seq <= bout->seq, "match %lld has grown on disk", (long long)bout->id);
    bout_clear(referee, bout);
    while (bout->seq < seq)
        bout_change(referee, bout, &bout->changes[bout->seq]);
    bout->ending = match->ending;
    bout->given_seq = seq + 1;
    bout->awaited_play =
        match->awaited_until_ms ? most(0, match->awaited_until_ms - referee->started_ms) : 0;
    bout->given_play = most(limits->restart_grace_ms, bout->plies < 2 ? bout->awaited_play : 0);
    bout->given_to = bout->players[bout->plies % 2];
    bout->given_comings = 0;
    bout->idle_play = -least(most(0, referee->started_ms - last_ms),
                             limits->idle_match_ms - limits->restart_grace_ms);
}

void referee_start(struct referee *referee, const struct disk *disk, int64_t now_ms)
{
    referee->started_ms = now_ms;
    referee->stands.count = referee->judged.count = 0;
    forget_players(referee);
    referee->withdrawal_count = 0;
    referee->made_count = referee->made_taken = referee->allowance_count = 0;
    know_player(referee, (int64_t)disk->player_count);
    forget_bouts(referee, disk->match_count);
    for (size_t i = 0; i < disk->match_count; i++)
        bout_restore(referee, &referee->bouts[i], &disk->matches[i]);
}

void referee_stands(struct referee *referee, bool stands, int64_t now_ms)
{
    past_note(&referee->stands, now_ms, stands);
}

void referee_judged(struct referee *referee, int64_t until_ms, int64_t now_ms)
{
    /* The hall takes it that play went on since then: with a stall in between it judges less. */
    int64_t play = referee_play_at(referee, now_ms) - (now_ms - until_ms);
    if (referee_play_at(referee, until_ms) > play) {
        int64_t low_ms = referee->started_ms, high_ms = until_ms;
        while (high_ms - low_ms > 1) {
            int64_t middle_ms = low_ms + (high_ms - low_ms) / 2;
            *(referee_play_at(referee, middle_ms) > play ? &high_ms : &low_ms) = middle_ms;
        }
        until_ms = low_ms;
    }
    until_ms = most(until_ms, referee_judged_by(referee, now_ms));
    past_note(&referee->judged, now_ms, until_ms);
}

void referee_session(struct referee *referee, int64_t player, uint64_t session, uint64_t address,
                     int64_t now_ms)
{
    know_player(referee, player);
    struct presence *presence = &referee->presences[player];
    if (address) {
        referee->addresses[player] = address;
        presence->sessions = memory_for_next(presence->sessions, presence->session_count,
                                             sizeof *presence->sessions);
        presence->sessions[presence->session_count].session = session;
        presence->sessions[presence->session_count++].losses = presence->losses;
    }
    past_note(&referee->gone[player], now_ms, !address);
    past_note(&referee->lags[player], now_ms, 0);
    past_note(&referee->silences[player], now_ms, 0);
}

uint64_t referee_address(const struct referee *referee, int64_t player)
{
    return (size_t)player < referee->player_count ? referee->addresses[player] : 0;
}

void referee_silence(struct referee *referee, int64_t player, bool is_silent, int64_t now_ms)
{
    know_player(referee, player);
    past_note(&referee->silences[player], now_ms, is_silent);
}

void referee_fault(struct referee *referee, int64_t player, int64_t now_ms)
{
    know_player(referee, player);
    past_note(&referee->faults[player], now_ms, 1);
}

void referee_lag(struct referee *referee, int64_t player, int64_t lag_ms, int64_t now_ms)
{
    know_player(referee, player);
    past_note(&referee->lags[player], now_ms, lag_ms);
}

/* NULL: none that is known, or none of the player's. */
static struct bout *bout_of(struct referee *referee, int64_t match, int64_t player, int *ret_seat)
{
    if (match < 1 || (size_t)match > referee->bout_count)
        return NULL;
    struct bout *bout = &referee->bouts[match - 1];
    for (*ret_seat = 0; *ret_seat < 2; ++*ret_seat)
        if (bout->players[*ret_seat] == player)
            return bout;
    return NULL;
}

void referee_resigns(struct referee *referee, int64_t match, int64_t player)
{
    int seat;
    struct bout *bout = bout_of(referee, match, player, &seat);
    if (bout)
        bout->asked_to_resign[seat] = true;
}

void referee_aborted(struct referee *referee, int64_t match, int64_t now_ms)
{
    bout_at(referee, match)->aborted_ms = now_ms;
}

void referee_clears(struct referee *referee, int64_t player, int64_t now_ms)
{
    know_player(referee, player);
    past_note(&referee->cleared[player], now_ms, 1);
}

void referee_closes(struct referee *referee, int64_t player, int64_t now_ms)
{
    know_player(referee, player);
    past_note(&referee->closed[player], now_ms, 1);
}

void referee_withdraws(struct referee *referee, int64_t tournament, int64_t player)
{
    referee->withdrawals = memory_resized(referee->withdrawals, ++referee->withdrawal_count,
                                          sizeof *referee->withdrawals);
    referee->withdrawals[referee->withdrawal_count - 1] =
        (struct withdrawal){.tournament = tournament, .player = player};
}

void referee_asks_move(struct referee *referee, int64_t match, int64_t player)
{
    int seat;
    struct bout *bout = bout_of(referee, match, player, &seat);
    if (bout)
        bout->asked_moves[seat]++;
}

/* A request is carried out now; which player is on move is known when it is recorded. */
static struct made make_note(const struct referee *referee, int64_t came_ms, int64_t now_ms)
{
    return (struct made){.at_ms = now_ms,
                         .came_ms = came_ms,
                         .judged_ms = referee_judged_by(referee, now_ms - 1),
                         .comings = referee->coming_count};
}

void referee_move_made(struct referee *referee, int64_t match, int64_t back, int64_t came_ms,
                       int64_t now_ms)
{
    referee->made = memory_for_next(referee->made, referee->made_count, sizeof *referee->made);
    referee->made[referee->made_count++] = (struct made_move){
        .match = match, .back = back, .made = make_note(referee, came_ms, now_ms)};
}

void referee_allows_takeback(struct referee *referee, int64_t match, int64_t seq, int64_t ply,
                             int64_t came_ms, int64_t now_ms)
{
    referee->allowances =
        memory_for_next(referee->allowances, referee->allowance_count, sizeof *referee->allowances);
    referee->allowances[referee->allowance_count++] = (struct allowance){
        .match = match, .seq = seq, .ply = ply, .made = make_note(referee, came_ms, now_ms)};
}

static void note_coming(struct referee *referee, int64_t player, struct coming coming)
{
    struct presence *presence = &referee->presences[player];
    coming.number = ++referee->coming_count;
    presence->comings = memory_for_next(presence->comings, presence->coming_count, sizeof coming);
    presence->comings[presence->coming_count++] = coming;
}

void referee_lose(struct referee *referee, int64_t player, int64_t now_ms)
{
    int64_t judged_ms = referee_judged_by(referee, now_ms);
    int64_t least_ms, lag_ms;
    know_player(referee, player);
    past_range(&referee->lags[player], now_ms + 1, now_ms + 1, 0, &least_ms, &lag_ms);
    struct presence *presence = &referee->presences[player];
    presence->is_back = false;
    presence->grace_play = referee_play_at(referee, now_ms) + referee->limits->restart_grace_ms;
    presence->losses++;
    note_coming(referee, player,
                (struct coming){.is_loss = true,
                                .play = referee_play_at(referee, now_ms),
                                .judged = judged_ms < 0 ? -1 : referee_play_at(referee, judged_ms),
                                .lag_ms = lag_ms});
}

void referee_check_in_time(struct referee *referee, int64_t match, int64_t ply, int64_t player,
                           int64_t came_ms)
{
    int seat;
    const struct bout *bout = bout_of(referee, match, player, &seat);
    if (!bout || !bout->is_recent || bout->plies + 1 != ply || bout->plies % 2 != seat)
        return;
    bool by_flag = bout->ending == ENDING_TIME || bout->ending == ENDING_UNSTARTED ||
                   bout->ending == ENDING_STALL;
    require(!by_flag || verdict_due_play(referee, bout) <= referee_play_at(referee, came_ms),
            "match %lld: a flag fell, and move %lld was in time, on its way to the hall",
            (long long)match, (long long)ply);
}

void referee_refuses_move(struct referee *referee, int64_t match, int64_t player)
{
    int seat;
    struct bout *bout = bout_of(referee, match, player, &seat);
    if (!bout)
        return;
    bool is_last = ++bout->refused_moves[seat] >= referee->limits->illegal_moves;
    require(!bout->tournament || !is_last || bout->ending != ENDING_NONE,
            "match %lld goes on after %lld moves of player %lld that the rules forbid",
            (long long)match, (long long)bout->refused_moves[seat], (long long)player);
}

/* --- turns --- */

/* Who has not been back since the start, or is awaited, as the message says that gives the turn,
 * has a turn from the welcome on, or from the end of that time. */
static void give_turn(struct referee *referee, int64_t match, int64_t seq, int64_t ply,
                      bool is_awaited, int64_t now_ms)
{
    struct bout *bout = bout_at(referee, match);
    if (bout->given_seq >= seq)
        return;
    const struct presence *mover = &referee->presences[bout->players[(ply - 1) % 2]];
    bout->given_seq = seq;
    bout->given_play = referee_play_at(referee, now_ms);
    bout->given_to = bout->players[(ply - 1) % 2];
    bout->given_comings = mover->coming_count;
    require(!is_awaited || (bout->awaited_play > 0 && ply <= 2),
            "match %lld is said to await its players", (long long)bout->id);
    if (is_awaited && bout->given_play < bout->awaited_play)
        bout->given_play = bout->awaited_play;
    else if (!mover->is_back)
        bout->given_play = most(bout->given_play, mover->grace_play);
}

/* What goes to a connection that was lost before tells nobody anything. */
static void welcome(struct referee *referee, int64_t player, uint64_t session, int64_t now_ms)
{
    know_player(referee, player);
    struct presence *presence = &referee->presences[player];
    size_t i = presence->session_count;
    while (i > 0 && presence->sessions[i - 1].session != session)
        i--;
    require(i > 0, "session %llu is welcomed before it has begun", (unsigned long long)session);
    if (presence->sessions[i - 1].losses < presence->losses)
        return;
    presence->is_back = true;
    note_coming(referee, player, (struct coming){.play = referee_play_at(referee, now_ms)});
}

static void check_times(struct referee *referee, const struct heard *heard)
{
    struct bout *bout = bout_at(referee, heard->moved.match);
    const struct wire_moved *told = &heard->moved;
    const struct move_times *recorded = &bout->changes[heard->moved.seq - 1].times;
    require(told->taken == recorded->taken_ms && told->credit == recorded->credit_ms &&
                (told->left == WIRE_ABSENT ? -1 : told->left) == recorded->left_ms,
            "match %lld: the times of move %lld are told otherwise than recorded",
            (long long)bout->id, (long long)heard->moved.ply);
}

void referee_view(struct referee *referee, const struct wire_match *view)
{
    const struct bout *bout = bout_at(referee, view->match);
    int64_t seq = view->seq - (view->ending.bytes != NULL);
    require(seq <= bout->seq && (view->moves_count == 0 || view->taken),
            "match %lld is shown without the times of its moves", (long long)bout->id);
    int64_t *moves = standing_moves(bout, seq);
    for (int64_t i = 0; i < (int64_t)view->moves_count; i++) {
        const struct move_times *recorded = &bout->changes[moves[view->from_ply - 1 + i]].times;
        require(view->taken[i] == recorded->taken_ms &&
                    (view->credit ? view->credit[i] : 0) == recorded->credit_ms,
                "match %lld: the times of move %lld are shown otherwise than recorded",
                (long long)bout->id, (long long)(view->from_ply + i));
    }
    free(moves);
}

/* Whom a match is shown to sees the clock run only if the turn has been given, and sees it run if
 * it has been: unless everything stands still, or the time of grace may have ended only when this
 * had been made. */
static void check_clock_runs(struct referee *referee, const struct wire_match *view,
                             bool gives_turn, int64_t now_ms)
{
    const struct bout *bout = bout_at(referee, view->match);
    int64_t mover = bout->players[view->ply % 2];
    bool has_clock = bout->control.kind != TIME_NONE;
    bool is_given = has_clock && bout->given_seq == view->seq + 1 &&
                    verdict_given_play(referee, bout, SIZE_MAX) <= referee_play_at(referee, now_ms);
    /* A loss may have come after this was made. */
    bool was_lost = !referee->presences[mover].is_back && referee->presences[mover].losses > 0;
    require(!view->clock_runs || is_given || was_lost,
            "match %lld: the clock is said to run too early", (long long)bout->id);
    bool was_awaited = view->await_left != WIRE_ABSENT; /* when this was made */
    require(view->clock_runs || !is_given || view->ending.bytes || referee_is_standing(referee) ||
                was_awaited || !referee->presences[mover].is_back,
            "match %lld: the clock is said not to run, and it does", (long long)bout->id);
    require(view->clock_runs == has_clock || !gives_turn || !referee->presences[mover].is_back ||
                was_awaited,
            "match %lld: the clock is said not to run by what starts it", (long long)bout->id);
}

void referee_released(struct referee *referee, const struct heard *heard, int64_t begins,
                      int64_t now_ms)
{
    if (begins)
        give_turn(referee, begins, 1, 1,
                  heard->kind == HEARD_MATCH && heard->match.await_left != WIRE_ABSENT, now_ms);
    if (heard->kind == HEARD_MATCH_STARTED)
        give_turn(referee, heard->match.match, 1, 1, heard->match.await_left != WIRE_ABSENT,
                  now_ms);
    if (heard->kind == HEARD_MATCH_STARTED || heard->kind == HEARD_MATCH) {
        const struct wire_match *view = &heard->match;
        check_clock_runs(referee, view, heard->message->gives_turn, now_ms);
        verdict_told(referee, bout_at(referee, view->match), view, now_ms);
    }
    if (heard->kind == HEARD_WELCOME)
        welcome(referee, heard->welcome.player, heard->message->sessions[0], now_ms);
    if (heard->kind == HEARD_TAKEN_BACK)
        give_turn(referee, heard->taken_back.match, heard->taken_back.seq + 1,
                  heard->taken_back.ply + 1, heard->taken_back.await_left != WIRE_ABSENT, now_ms);
    if (heard->kind != HEARD_MOVED)
        return;
    check_times(referee, heard);
    give_turn(referee, heard->moved.match, heard->moved.seq + 1, heard->moved.ply + 1,
              heard->moved.await_left != WIRE_ABSENT, now_ms);
}

/* --- records --- */

static void take_match(struct referee *referee, const struct record *record)
{
    struct bout *bout = bout_add(referee, record->match.id);
    struct error error;
    bout->players[0] = record->match.first;
    bout->players[1] = record->match.second;
    bout->tournament = record->match.tournament;
    bout->created_ms = record->match.created_ms;
    know_player(referee, most(bout->players[0], bout->players[1]));
    bout->idle_play = referee_play_at(referee, record->match.created_ms);
    if (record->match.awaited_until_ms)
        bout->awaited_play =
            bout->idle_play + record->match.awaited_until_ms - record->match.created_ms;
    const char *clock = record->match.clock;
    if (*clock)
        require(!time_control_parse(clock, strlen(clock), &bout->control, &error), "match %lld: %s",
                (long long)bout->id, error.message);
    bout_clear(referee, bout);
}

/* A move is made for the takebacks that its player knew of, and never once more after it was taken
 * back. */
static const struct made *check_back(struct referee *referee, const struct bout *bout)
{
    require(referee->made_taken < referee->made_count, "match %lld has a move that nobody made",
            (long long)bout->id);
    const struct made_move *made = &referee->made[referee->made_taken++];
    require(made->match == bout->id && made->back == bout->times_back,
            "move %lld of match %lld was made for %lld takebacks, and there were %lld",
            (long long)bout->plies + 1, (long long)bout->id, (long long)made->back,
            (long long)bout->times_back);
    return &made->made;
}

/* What is taken back was allowed at that moment, for the match as it stood then. */
static const struct made *check_allowed(const struct referee *referee, const struct bout *bout,
                                        int64_t ply, int64_t at_ms)
{
    for (size_t i = referee->allowance_count; i > 0; i--) {
        const struct allowance *allowance = &referee->allowances[i - 1];
        if (allowance->match == bout->id && allowance->seq == bout->seq && allowance->ply == ply &&
            allowance->made.at_ms == at_ms)
            return &allowance->made;
    }
    require(false,
            "move %lld of match %lld is taken back after %lld changes, and nobody allowed it",
            (long long)ply, (long long)bout->id, (long long)bout->seq);
    return NULL;
}

static void take_change(struct referee *referee, const struct record *record)
{
    struct bout *bout = bout_at(referee, record->move.match);
    bool is_move = record->kind == RECORD_MOVE;
    struct bout_move change = {
        .at_ms = record->move.at_ms,
        .times = {record->move.taken_ms, record->move.credit_ms, record->move.left_ms},
        .is_move = is_move,
        .plies = is_move ? record->move.ply : record->move.ply - 1,
    };
    require(bout->ending == ENDING_NONE, "match %lld goes on after its end", (long long)bout->id);
    verdict_move(referee, bout, &change,
                 is_move ? check_back(referee, bout)
                         : check_allowed(referee, bout, record->move.ply, change.at_ms));
    if (is_move)
        bout->asked_moves[bout->plies % 2]--;
    bout_change(referee, bout, &change);
    bout->idle_play = referee_play_at(referee, change.at_ms);
}

static void take_end(struct referee *referee, const struct record *record)
{
    struct bout *bout = bout_at(referee, record->end.match);
    require(bout->ending == ENDING_NONE, "match %lld ends twice", (long long)bout->id);
    require(
        verdict_end(referee, bout, record->end.ending, record->end.winner, record->end.ended_ms),
        "match %lld cannot end so at ply %lld: %s, winner %s", (long long)bout->id,
        (long long)bout->plies, ending_text(record->end.ending), seat_text(record->end.winner));
    verdict_overdue(referee, bout, record->end.ended_ms);
    bout->ending = record->end.ending;
    bout->winner = record->end.winner;
    bout->ended_play = referee_play_at(referee, record->end.ended_ms);
    bout->is_recent = true;
}

void referee_batch(struct referee *referee, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        const struct record *record = &batch->records[i];
        if (record->kind == RECORD_MATCH)
            take_match(referee, record);
        else if (record->kind == RECORD_MOVE || record->kind == RECORD_TAKEBACK)
            take_change(referee, record);
        else if (record->kind == RECORD_END)
            take_end(referee, record);
    }
}

/* A match of a tournament does not outlive a fault of one of its players, nor is it lost by fewer
 * moves than one may try. */
static void check_faults(const struct referee *referee, const struct bout *bout)
{
    for (int seat = 0; seat < 2 && bout->ending == ENDING_NONE; seat++)
        require(past_since(&referee->faults[bout->players[seat]], INT64_MAX, 1) <= bout->created_ms,
                "match %lld outlives that player %lld broke the protocol", (long long)bout->id,
                (long long)bout->players[seat]);
    require(bout->ending != ENDING_ILLEGAL || !bout->is_recent ||
                bout->refused_moves[bout->winner == SEAT_FIRST] == referee->limits->illegal_moves,
            "match %lld is lost by %lld moves that the rules forbid", (long long)bout->id,
            (long long)bout->refused_moves[bout->winner == SEAT_FIRST]);
}

void referee_overdue(struct referee *referee, int64_t now_ms)
{
    for (size_t i = 0; i < referee->bout_count; i++) {
        const struct bout *bout = &referee->bouts[i];
        if (bout->ending == ENDING_NONE)
            verdict_overdue(referee, bout, now_ms + 1);
        if (bout->tournament)
            check_faults(referee, bout);
    }
}

size_t referee_live(const struct referee *referee)
{
    size_t live = 0;
    for (size_t i = 0; i < referee->bout_count; i++)
        live += referee->bouts[i].ending == ENDING_NONE;
    return live;
}
