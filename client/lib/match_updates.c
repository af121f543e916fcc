#include "client/lib/match_updates.h"

#include "common/base/harmless.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

_Static_assert((int)MATCH_NAME_MAX == WIRE_NAME_MAX, "names");
_Static_assert((int)MATCH_PLIES_MAX == WIRE_PLY_MAX, "moves of a match");
_Static_assert((int)TIME_CONTROL_TEXT_MAX == WIRE_CLOCK_MAX, "time controls");

/* Copies a text whose length the schema bounds. */
#define COPY(array, text)                                                                          \
    do {                                                                                           \
        snprintf(array, sizeof(array), "%.*s", (int)(text).len, (text).bytes);                     \
        harmless_make(array);                                                                      \
    } while (0)

static enum error_code contradiction(const struct match *match, int64_t ply, const char *what,
                                     struct error *error)
{
    return error_set(error, ERROR_INTERNAL, "match %" PRId64 ", ply %" PRId64 ": %s", match->id,
                     ply, what);
}

/* Plays the move after the last one. */
static enum error_code play(struct match *match, struct wire_text text, struct match_time time,
                            struct error *error)
{
    struct error refusal;
    if (match_play(match, text.bytes, text.len, time, &refusal))
        return contradiction(match, match->ply + 1, refusal.message, error);
    match->seq++;
    match->asker = MATCH_SPECTATOR;
    return ERROR_NONE;
}

/* Compares the position with the server's notation. */
static enum error_code check_position(const struct match *match, struct wire_text theirs,
                                      struct error *error)
{
    struct text ours = {0};
    position_print(&match->rules, &match->position, &ours);
    bool same = wire_text_equal(theirs, text_string(&ours));
    text_finish(&ours);
    if (same)
        return ERROR_NONE;
    return contradiction(match, match->ply, "the server has another position", error);
}

static enum error_code play_missing_moves(struct match *match, const struct wire_match *state,
                                          struct error *error)
{
    bool has_fitting_times = (!state->taken || state->taken_count == state->moves_count) &&
                             (!state->credit || state->credit_count == state->moves_count);
    if (!has_fitting_times)
        return contradiction(match, match->ply, "not one time for each move", error);
    for (size_t i = 0; i < state->moves_count; i++) {
        struct match_time time = {-1, -1};
        if (state->from_ply + (int64_t)i <= match->ply)
            continue;
        if (state->taken)
            time = (struct match_time){state->taken[i], state->credit ? state->credit[i] : 0};
        enum error_code failed = play(match, state->moves[i], time, error);
        if (failed)
            return failed;
    }
    return ERROR_NONE;
}

static enum match_seat seat_named(struct wire_text name)
{
    if (wire_text_equal(name, "first"))
        return MATCH_FIRST;
    if (wire_text_equal(name, "second"))
        return MATCH_SECOND;
    return MATCH_SPECTATOR;
}

/* --- clocks --- */

static int side(enum match_seat seat)
{
    return seat == MATCH_SECOND;
}

static void stop_clock(struct match *match, int64_t now_ms)
{
    enum match_seat turn = match_turn(match);
    match->left_ms[side(turn)] = match_left_ms(match, turn, now_ms);
    match->clock_runs = false;
}

/* The local time that lies `in_ms` ahead; -1: absent. */
static int64_t time_after(int64_t now_ms, int64_t in_ms)
{
    return in_ms == WIRE_ABSENT ? -1 : now_ms + in_ms;
}

/* The same for a wait that is over at once when there is nothing left of it. */
static int64_t await_until(int64_t now_ms, int64_t left_ms)
{
    return left_ms > 0 ? now_ms + left_ms : -1;
}

static int64_t or_negative(int64_t number)
{
    return number == WIRE_ABSENT ? -1 : number;
}

/* A move starts the other player's clock. */
static void pass_clock(struct match *match, const struct wire_moved *moved, int64_t now_ms)
{
    match->first_move_left_ms = or_negative(moved->first_move_left);
    match->await_until_ms = await_until(now_ms, moved->await_left);
    match->claim_at_ms = time_after(now_ms, moved->claim_in);
    match->idle_at_ms = time_after(now_ms, moved->idle_left);
    if (moved->left == WIRE_ABSENT)
        return;
    match->left_ms[moved->ply % 2 == 0] = moved->left;
    match->clock_since_ms = now_ms;
    match->clock_runs = match->await_until_ms < 0;
}

/* Both clocks as the server tells them. */
static void set_clocks(struct match *match, int64_t first_left, int64_t second_left, bool runs,
                       int64_t now_ms)
{
    if (first_left == WIRE_ABSENT || second_left == WIRE_ABSENT)
        return; /* there is no clock, or the match is over */
    match->left_ms[side(MATCH_FIRST)] = first_left;
    match->left_ms[side(MATCH_SECOND)] = second_left;
    match->clock_since_ms = now_ms;
    match->clock_runs = runs;
}

/* --- updates --- */

/* Takes the rest of a snapshot, which is valid once all its moves have been applied. */
static void catch_up(struct match *match, const struct wire_match *state, int64_t now_ms)
{
    assert(match->ply >= state->ply);
    match->behind = false;
    match->seq = state->seq;
    stop_clock(match, now_ms);
    set_clocks(match, state->first_left, state->second_left, state->clock_runs, now_ms);
    match->first_move_left_ms = or_negative(state->first_move_left);
    match->await_until_ms = await_until(now_ms, state->await_left);
    match->claim_at_ms = time_after(now_ms, state->claim_in);
    match->abort_at_ms = time_after(now_ms, state->abort_in);
    match->idle_at_ms = time_after(now_ms, state->idle_left);
    match->asker = MATCH_SPECTATOR;
    if (state->takeback)
        match_apply_takeback(match, state->takeback);
    if (state->ending.bytes) {
        COPY(match->ending, state->ending);
        COPY(match->winner, state->winner);
    }
}

/* Drops the moves that were taken back since the match was known, and notes all that were. */
static void forget_taken_back(struct match *match, const struct wire_match *state)
{
    for (size_t i = (size_t)match->back; i < state->taken_back_count; i++) {
        const struct wire_taken_moves *taken = &state->taken_back[i];
        struct text moves = {0};
        for (size_t j = 0; j < taken->moves_count; j++)
            text_printf(&moves, "%s%.*s", j > 0 ? " " : "", (int)taken->moves[j].len,
                        taken->moves[j].bytes);
        if (moves.len > 0)
            harmless_make(moves.bytes);
        match_note_taken_back(match, taken->ply, text_string(&moves), moves.len);
        text_finish(&moves);
        if (taken->ply <= match->ply)
            match_take_back(match, taken->ply);
    }
}

enum error_code match_apply_state(struct match *match, const struct wire_match *state,
                                  int64_t now_ms, enum match_update *ret_update,
                                  struct error *error)
{
    int64_t seq_before = match->seq;
    match->online[0] = state->first_online;
    match->online[1] = state->second_online;
    *ret_update = MATCH_KNOWN;
    if (state->seq < match->seq)
        return ERROR_NONE; /* older than the known state */
    forget_taken_back(match, state);
    match->behind = true;
    *ret_update = MATCH_BEHIND;
    if (state->from_ply > match->ply + 1)
        return ERROR_NONE;
    enum error_code failed = play_missing_moves(match, state, error);
    if (failed || match->ply < state->ply)
        return failed;
    failed = check_position(match, state->position, error);
    if (failed)
        return failed;
    catch_up(match, state, now_ms);
    *ret_update = match->seq > seq_before ? MATCH_UPDATED : MATCH_KNOWN;
    return ERROR_NONE;
}

static enum error_code read_start(struct match *match, const struct wire_match *state,
                                  struct error *error)
{
    struct error refusal;
    if (rules_parse(&match->rules, state->rules.bytes, state->rules.len, &refusal))
        return contradiction(match, 0, refusal.message, error);
    match->rules.look = look_of(&match->rules, state->look.bytes, state->look.len);
    if (position_parse(&match->rules, state->start.bytes, state->start.len, &match->start,
                       &refusal))
        return contradiction(match, 0, refusal.message, error);
    position_copy(&match->position, &match->start);
    return ERROR_NONE;
}

static int64_t number_or_none(int64_t number)
{
    return number == WIRE_ABSENT ? 0 : number;
}

enum error_code match_create(const struct wire_match *state, int64_t now_ms,
                             struct match **ret_match, enum match_update *ret_update,
                             struct error *error)
{
    struct match *match = memory_zeroed(1, sizeof *match);
    match->id = state->match;
    match->seat = seat_named(state->seat);
    COPY(match->first, state->first);
    COPY(match->second, state->second);
    if (state->clock.bytes)
        COPY(match->clock, state->clock);
    match->seed = number_or_none(state->seed);
    match->tournament = number_or_none(state->tournament);
    enum error_code failed = read_start(match, state, error);
    if (!failed)
        failed = match_apply_state(match, state, now_ms, ret_update, error);
    if (failed) {
        match_destroy(match);
        return failed;
    }
    if (!match->behind)
        *ret_update = MATCH_UPDATED;
    *ret_match = match;
    return ERROR_NONE;
}

enum error_code match_apply_moved(struct match *match, const struct wire_moved *moved,
                                  int64_t now_ms, enum match_update *ret_update,
                                  struct error *error)
{
    *ret_update = MATCH_KNOWN;
    if (moved->seq <= match->seq)
        return ERROR_NONE;
    *ret_update = MATCH_BEHIND;
    if (moved->seq > match->seq + 1 || moved->ply != match->ply + 1) {
        match->behind = true;
        return ERROR_NONE;
    }
    struct match_time time = {moved->taken, moved->credit};
    enum error_code failed = play(match, moved->move, time, error);
    if (!failed && moved->position.bytes)
        failed = check_position(match, moved->position, error);
    if (failed)
        return failed;
    pass_clock(match, moved, now_ms);
    assert(match->ply == moved->ply);
    *ret_update = match->behind ? MATCH_BEHIND : MATCH_UPDATED;
    return ERROR_NONE;
}

enum error_code match_apply_taken_back(struct match *match,
                                       const struct wire_taken_back *taken_back, int64_t now_ms,
                                       enum match_update *ret_update, struct error *error)
{
    *ret_update = MATCH_KNOWN;
    if (taken_back->seq <= match->seq)
        return ERROR_NONE;
    *ret_update = MATCH_BEHIND;
    if (match->behind || taken_back->seq > match->seq + 1 || taken_back->ply >= match->ply ||
        taken_back->back != match->back + 1) {
        match->behind = true;
        return ERROR_NONE;
    }
    struct text moves = {0};
    text_append(&moves, match->moves.bytes, match->moves.len);
    match_take_back(match, taken_back->ply + 1);
    size_t kept = match->moves.len + (match->ply > 0);
    match_note_taken_back(match, taken_back->ply + 1, moves.bytes + kept, moves.len - kept);
    text_finish(&moves);
    match->seq = taken_back->seq;
    match->asker = MATCH_SPECTATOR;
    set_clocks(match, taken_back->first_left, taken_back->second_left, taken_back->clock_runs,
               now_ms);
    match->first_move_left_ms = or_negative(taken_back->first_move_left);
    match->await_until_ms = await_until(now_ms, taken_back->await_left);
    match->claim_at_ms = time_after(now_ms, taken_back->claim_in);
    match->idle_at_ms = time_after(now_ms, taken_back->idle_left);
    *ret_update = MATCH_UPDATED;
    return taken_back->position.bytes ? check_position(match, taken_back->position, error)
                                      : ERROR_NONE;
}

bool match_apply_takeback(struct match *match, const struct wire_takeback *question)
{
    enum match_seat asker = seat_named(question->player);
    if (match->behind || question->seq != match->seq || question->ply < 1 ||
        question->ply > match->ply || match_seat_of_ply(question->ply) != asker)
        return false;
    match->asker = question->open ? asker : MATCH_SPECTATOR;
    match->asked_ply = question->ply;
    return true;
}

enum match_update match_apply_ended(struct match *match, const struct wire_ended *ended,
                                    int64_t now_ms)
{
    if (ended->seq <= match->seq)
        return MATCH_KNOWN;
    if (ended->seq > match->seq + 1) {
        match->behind = true;
        return MATCH_BEHIND;
    }
    match->seq = ended->seq;
    match->asker = MATCH_SPECTATOR;
    stop_clock(match, now_ms);
    COPY(match->ending, ended->ending);
    COPY(match->winner, ended->winner);
    return MATCH_UPDATED;
}

void match_apply_presence(struct match *match, const struct wire_presence *presence, int64_t now_ms)
{
    enum match_seat seat = seat_named(presence->player);
    match->online[side(seat)] = presence->online;
    if (seat == match_turn(match) && presence->online && match->await_until_ms >= 0) {
        match->await_until_ms = -1; /* the turn begins */
        match->clock_since_ms = now_ms;
        match->clock_runs = match_has_clock(match);
    }
    if (seat == match_turn(match))
        match->claim_at_ms = presence->online ? -1 : time_after(now_ms, presence->claim_in);
    if (match->seat != MATCH_SPECTATOR && seat != match->seat)
        match->abort_at_ms = presence->online ? -1 : time_after(now_ms, presence->abort_in);
}
