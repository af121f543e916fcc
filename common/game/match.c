#include "common/game/match.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum error_code match_play(struct match *match, const char *text, size_t len,
                           struct match_time time, struct error *error)
{
    struct move move;
    enum error_code failed = move_parse(&match->rules, &match->position, text, len, &move, error);
    if (failed)
        return failed;
    if (match->moves.len > 0)
        text_append_char(&match->moves, ' ');
    move_print(&match->rules, &match->position, &move, &match->moves);
    move_apply(&match->rules, &match->position, &move);

    if (match->ply == match->times_capacity) {
        match->times_capacity = match->ply > 0 ? 2 * match->ply : 16;
        match->times =
            memory_resized(match->times, (size_t)match->times_capacity, sizeof *match->times);
    }
    assert(match->ply < match->times_capacity);
    match->times[match->ply++] = time;
    return ERROR_NONE;
}

/* The bytes of the first `count` moves, without the space behind them. */
static size_t moves_len(const struct match *match, int64_t count)
{
    size_t len = 0;
    for (int64_t i = 0; i < count; i++) {
        const char *space = memchr(match->moves.bytes + len, ' ', match->moves.len - len);
        len = space ? (size_t)(space - match->moves.bytes) + 1 : match->moves.len + 1;
    }
    return len > 0 ? len - 1 : 0;
}

void match_take_back(struct match *match, int64_t ply)
{
    struct match_walk walk = {0};
    struct match_step step;
    assert(ply >= 1 && ply <= match->ply);
    match->ply = ply - 1;
    match->moves.len = moves_len(match, match->ply);
    match->moves.bytes[match->moves.len] = '\0';
    match_walk_begin(match, &walk);
    while (match_walk_peek(match, &walk, &step))
        match_walk_pass(match, &walk, &step);
    assert(walk.ply == match->ply);
    position_finish(&match->position);
    match->position = walk.position;
}

void match_note_taken_back(struct match *match, int64_t ply, const char *moves, size_t len)
{
    match->taken_back =
        memory_for_next(match->taken_back, (size_t)match->back, sizeof *match->taken_back);
    struct match_taken *taken = &match->taken_back[match->back++];
    *taken = (struct match_taken){.ply = ply};
    text_append(&taken->moves, moves, len);
}

void match_destroy(struct match *match)
{
    if (!match)
        return;
    for (int64_t i = 0; i < match->back; i++)
        text_finish(&match->taken_back[i].moves);
    free(match->taken_back);
    position_finish(&match->start);
    position_finish(&match->position);
    text_finish(&match->moves);
    free(match->times);
    free(match);
}

/* --- players and turns --- */

enum match_seat match_seat_opposite(enum match_seat seat)
{
    assert(seat == MATCH_FIRST || seat == MATCH_SECOND);
    return seat == MATCH_FIRST ? MATCH_SECOND : MATCH_FIRST;
}

enum match_seat match_seat_of_ply(int64_t ply)
{
    assert(ply >= 1);
    return ply % 2 == 1 ? MATCH_FIRST : MATCH_SECOND;
}

const char *match_player(const struct match *match, enum match_seat seat)
{
    assert(seat == MATCH_FIRST || seat == MATCH_SECOND);
    return seat == MATCH_FIRST ? match->first : match->second;
}

bool match_is_over(const struct match *match)
{
    return match->ending[0] != '\0';
}

enum match_seat match_turn(const struct match *match)
{
    return match_seat_of_ply(match->ply + 1);
}

bool match_is_my_turn(const struct match *match)
{
    return match->seat == match_turn(match) && !match->behind && !match_is_over(match) &&
           match->ply < MATCH_PLIES_MAX && !position_is_over(&match->rules, &match->position);
}

int64_t match_last_own_ply(const struct match *match)
{
    if (match->ply == 0 || match->seat == MATCH_SPECTATOR)
        return 0;
    return match_seat_of_ply(match->ply) == match->seat ? match->ply : match->ply - 1;
}

const char *match_opponent(const struct match *match)
{
    return match->seat == MATCH_SECOND ? match->first : match->second;
}

const char *match_moves_from(const struct match *match, int64_t ply)
{
    assert(ply >= 1 && ply <= match->ply);
    return match->moves.bytes + moves_len(match, ply - 1) + (ply > 1);
}

bool match_opponent_is_online(const struct match *match)
{
    return match->online[match->seat == MATCH_SECOND ? 0 : 1];
}

/* --- clocks and deadlines --- */

bool match_has_clock(const struct match *match)
{
    return match->clock[0] != '\0';
}

int64_t match_left_ms(const struct match *match, enum match_seat seat, int64_t now_ms)
{
    assert(seat == MATCH_FIRST || seat == MATCH_SECOND);
    int64_t left = match->left_ms[seat == MATCH_SECOND];
    if (match->clock_runs && seat == match_turn(match))
        left -= now_ms - match->clock_since_ms;
    return left > 0 ? left : 0;
}

static int64_t time_until(const struct match *match, int64_t at_ms, int64_t now_ms)
{
    if (at_ms < 0 || match_is_over(match))
        return -1;
    return at_ms > now_ms ? at_ms - now_ms : 0;
}

int64_t match_first_move_left_ms(const struct match *match, int64_t now_ms)
{
    if (match->first_move_left_ms < 0 || match_is_over(match))
        return -1;
    int64_t passed_ms = match->clock_runs ? now_ms - match->clock_since_ms : 0;
    int64_t left_ms = match->first_move_left_ms - passed_ms;
    return left_ms > 0 ? left_ms : 0;
}

int64_t match_await_left_ms(const struct match *match, int64_t now_ms)
{
    return time_until(match, match->await_until_ms, now_ms);
}

int64_t match_claim_in_ms(const struct match *match, int64_t now_ms)
{
    return time_until(match, match->claim_at_ms, now_ms);
}

int64_t match_abort_in_ms(const struct match *match, int64_t now_ms)
{
    return time_until(match, match->abort_at_ms, now_ms);
}

int64_t match_idle_left_ms(const struct match *match, int64_t now_ms)
{
    return time_until(match, match->idle_at_ms, now_ms);
}

/* --- a walk through the moves --- */

void match_walk_begin(const struct match *match, struct match_walk *ret_walk)
{
    position_copy(&ret_walk->position, &match->start);
    ret_walk->ply = 0;
    ret_walk->at = 0;
    ret_walk->back = match->back;
}

bool match_walk_return(const struct match *match, struct match_walk *walk)
{
    int64_t ply = walk->ply;
    struct match_step step;
    for (; walk->back < match->back; walk->back++)
        if (match->taken_back[walk->back].ply <= ply)
            ply = match->taken_back[walk->back].ply - 1;
    if (ply == walk->ply)
        return false;
    match_walk_begin(match, walk);
    while (walk->ply < ply && match_walk_peek(match, walk, &step))
        match_walk_pass(match, walk, &step);
    return true;
}

bool match_walk_peek(const struct match *match, const struct match_walk *walk,
                     struct match_step *ret_step)
{
    assert(walk->back == match->back);
    assert(walk->ply <= match->ply && walk->at <= match->moves.len);
    if (walk->ply == match->ply)
        return false;
    const char *text = match->moves.bytes + walk->at + (walk->ply > 0); /* after the blank */
    *ret_step = (struct match_step){
        .ply = walk->ply + 1,
        .by = match_seat_of_ply(walk->ply + 1),
        .text = text,
        .len = strcspn(text, " "),
    };
    struct error error;
    enum error_code failed =
        move_parse(&match->rules, &walk->position, text, ret_step->len, &ret_step->move, &error);
    assert(!failed); /* the match was checked as it grew */
    (void)failed;
    return true;
}

void match_walk_pass(const struct match *match, struct match_walk *walk,
                     const struct match_step *step)
{
    assert(step->ply == walk->ply + 1 && step->ply <= match->ply);
    move_apply(&match->rules, &walk->position, &step->move);
    walk->ply = step->ply;
    walk->at += step->len + (step->ply > 1);
}
