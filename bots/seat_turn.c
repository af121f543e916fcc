#include "bots/report.h"
#include "bots/seat.h"
#include "bots/strategy.h"
#include "common/wire/wire.h"

#include <inttypes.h>

/* With a clock; a first move has a deadline of its own. */
enum { THINKING_MAX_MS = 20000, FIRST_THINKING_MAX_MS = 40000, RESERVE_MS = 1000 };

/* --- match.move --- */

/* The match stands otherwise than was thought: look again, and try once more. */
static bool is_misunderstanding(enum error_code code)
{
    return code == ERROR_STALE_PLY || code == ERROR_NOT_YOUR_TURN || code == ERROR_MATCH_OVER;
}

static void take_refusal(struct seat *seat, const struct error *error)
{
    bool again = is_misunderstanding(error->code) && seat->refused_ply != seat->asked_ply;
    if (!again && !client_is_stall(error->code)) {
        report_trouble("match %" PRId64 ": move %" PRId64 " was refused: %s", seat->id,
                       seat->asked_ply, error->message);
        return;
    }
    if (again) {
        seat->refused_ply = seat->asked_ply;
        seat_resume(seat);
    }
    seat->asked_ply = 0;
}

static void on_moved(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct seat *seat = owner;
    seat->answers_due--;
    if (error && !seat->is_over)
        take_refusal(seat, error);
    seat_destroy_if_done(seat);
}

/* The position is the one that was thought about: stop_thinking() otherwise. */
static void send_move(struct seat *seat, const struct move *move)
{
    const struct match *match = seat->match;
    struct text text = {0};
    move_print(&match->rules, &match->position, move, &text);
    struct wire_move parameters = {
        .match = match->id,
        .ply = seat->asked_ply,
        .move = wire_text(text_string(&text)),
    };
    seat->answers_due++;
    client_call(seat->seats->client, WIRE_MATCH_MOVE, &parameters, on_moved, seat);
    text_finish(&text);
}

static void resign(struct seat *seat)
{
    struct wire_match_choice choice;
    wire_record_clear(&wire_record_match_choice, &choice);
    choice.match = seat->id;
    seat->answers_due++;
    client_call(seat->seats->client, WIRE_MATCH_RESIGN, &choice, on_moved, seat);
}

static void move_in_haste(struct seat *seat);

static void take_choice(void *owner, enum chooser_choice choice, const struct move *move)
{
    struct seat *seat = owner;
    seat->thought = NULL;
    switch (choice) {
    case CHOOSER_MOVES:
        send_move(seat, move);
        return;
    case CHOOSER_RESIGNS:
        resign(seat);
        return;
    case CHOOSER_HAS_NONE:
        move_in_haste(seat);
        return;
    }
}

void seat_choose_move(struct seat *seat)
{
    const struct chooser *chooser = &seat->seats->config.chooser;
    struct move move;
    seat->asked_ply = seat->match->ply + 1;
    if (chooser->choose_at_once && chooser->choose_at_once(chooser->owner, seat->match, &move))
        send_move(seat, &move);
    else
        seat->thought = chooser->ask(chooser->owner, seat->match, take_choice, seat);
}

/* --- time --- */

/* Is the choice worth nearly all the time there is? */
static bool is_patient(const struct seat *seat)
{
    return seat->match->seed != 0 || seat->seats->config.chooser.is_patient;
}

static void move_in_haste(struct seat *seat)
{
    bool resigns = seat->seats->config.resigns_for_haste;
    struct turn turn = chooser_turn(seat->match);
    struct move move;
    if (is_patient(seat)) {
        report_line("match %" PRId64 " haste %" PRId64 " %s", seat->id, turn.ply,
                    resigns ? "resigned" : "made");
        report_trouble("match %" PRId64 ", move %" PRId64 ": %s", seat->id, turn.ply,
                       resigns ? "resigned, for want of a move" : "made in haste");
    }
    if (resigns) {
        resign(seat);
        return;
    }
    strategy_choose_in_haste(&turn, &move);
    send_move(seat, &move);
}

static uint32_t patient_ms(int64_t left_ms, int64_t ply)
{
    int64_t most = left_ms > 2 * RESERVE_MS ? left_ms - RESERVE_MS : left_ms / 2;
    int64_t longest = ply < 2 ? FIRST_THINKING_MAX_MS : UINT32_MAX;
    return (uint32_t)(most < longest ? most : longest);
}

static uint32_t thinking_ms(const struct seat *seat)
{
    int64_t now = loop_now_ms(seat->seats->loop);
    int64_t left = match_left_ms(seat->match, seat->match->seat, now);
    int64_t half = left / 2;
    if (is_patient(seat))
        return patient_ms(left, seat->match->ply);
    return half < THINKING_MAX_MS ? (uint32_t)half : THINKING_MAX_MS;
}

/* Has the opponent gone, who is to move, and is it for us to say? */
static bool is_left_alone(const struct seat *seat)
{
    const struct match *match = seat->match;
    return !match->behind && match->tournament == 0 && match_turn(match) != match->seat &&
           !match_opponent_is_online(match);
}

static void on_ending_asked(void *owner, const struct error *error, const void *result)
{
    (void)result; /* match.ended follows */
    struct seat *seat = owner;
    seat->answers_due--;
    if (error && !seat->is_over) {
        if (error->code == ERROR_TOO_EARLY || client_is_stall(error->code))
            seat_set_timer(seat);
        else if (is_misunderstanding(error->code))
            seat_resume(seat);
        else
            report_trouble("match %" PRId64 " cannot be ended: %s", seat->id, error->message);
    }
    seat_destroy_if_done(seat);
}

static void ask_for_ending(struct seat *seat)
{
    enum wire_method method = seat->match->ply < 2 ? WIRE_MATCH_ABORT : WIRE_MATCH_CLAIM;
    struct wire_match_choice choice;
    wire_record_clear(&wire_record_match_choice, &choice);
    choice.match = seat->id;
    seat->answers_due++;
    client_call(seat->seats->client, method, &choice, on_ending_asked, seat);
}

static void on_due(void *owner)
{
    struct seat *seat = owner;
    if (seat->thought) {
        seat_drop_thought(seat);
        move_in_haste(seat);
    } else if (is_left_alone(seat)) {
        ask_for_ending(seat);
    }
}

void seat_set_timer(struct seat *seat)
{
    bool thinks = seat->thought && match_has_clock(seat->match);
    if (!thinks && !is_left_alone(seat)) {
        if (seat->timer)
            loop_timer_stop(seat->timer);
        return;
    }
    if (!seat->timer)
        seat->timer = loop_timer_create(seat->seats->loop, on_due, seat);
    loop_timer_start(seat->timer, thinks ? thinking_ms(seat) : seat->seats->config.patience_ms);
}
