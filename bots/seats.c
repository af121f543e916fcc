#include "bots/seats.h"

#include "bots/report.h"
#include "bots/strategy.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <uthash.h>

/* With a clock; a first move has a deadline of its own. */
enum { THINKING_MAX_MS = 20000, FIRST_THINKING_MAX_MS = 40000, RESERVE_MS = 1000 };

struct seat {
    int64_t id; /* of the match */
    struct seats *seats;
    struct match *match;  /* NULL until its first state has come */
    int64_t offer;        /* told with the first state */
    void *thought;        /* of the move with asked_ply, which is not sent yet; NULL: none */
    int64_t asked_ply;    /* the last move that was chosen or sent, and not refused */
    int64_t refused_ply;  /* the last move that was refused for how the match stood */
    bool is_resuming;     /* an answer to match.resume is to come */
    bool is_over;         /* told; kept only for the answers that are to come */
    unsigned answers_due; /* they refer to this memory */
    /* Goes off when a thought takes too long, or the opponent has been gone long enough. NULL: not
     * needed yet. */
    struct loop_timer *timer;
    UT_hash_handle hh;
};

struct seats {
    struct loop *loop;
    struct seats_config config;
    struct seats_events events;
    struct client *client;
    struct seat *by_id;
    size_t live_count;
};

static void go_on(struct seat *seat);

/* --- the table --- */

static struct seat *find(const struct seats *seats, int64_t id)
{
    struct seat *seat = NULL;
    HASH_FIND(hh, seats->by_id, &id, sizeof id, seat);
    return seat;
}

static struct seat *find_or_add(struct seats *seats, int64_t id)
{
    struct seat *seat = find(seats, id);
    if (seat)
        return seat;
    seat = memory_zeroed(1, sizeof *seat);
    *seat = (struct seat){.id = id, .seats = seats, .offer = WIRE_ABSENT};
    HASH_ADD(hh, seats->by_id, id, sizeof seat->id, seat);
    seats->live_count++;
    return seat;
}

static void drop_thought(struct seat *seat)
{
    const struct chooser *chooser = &seat->seats->config.chooser;
    chooser->drop(chooser->owner, seat->thought);
    seat->thought = NULL;
}

/* The match has changed or ended meanwhile, or is forgotten. */
static void stop_thinking(struct seat *seat)
{
    if (!seat->thought)
        return;
    drop_thought(seat);
    seat->asked_ply = 0;
}

static void destroy(struct seat *seat)
{
    stop_thinking(seat);
    loop_timer_destroy(seat->timer);
    HASH_DEL(seat->seats->by_id, seat);
    match_destroy(seat->match);
    free(seat);
}

static void destroy_if_done(struct seat *seat)
{
    if (seat->is_over && seat->answers_due == 0)
        destroy(seat);
}

/* Nothing is to be done in the match any more. */
static void close_seat(struct seat *seat)
{
    stop_thinking(seat);
    if (seat->timer)
        loop_timer_stop(seat->timer);
    seat->is_over = true;
    seat->seats->live_count--;
}

static void tell_ended(struct seat *seat)
{
    struct seats *seats = seat->seats;
    const struct chooser *chooser = &seats->config.chooser;
    close_seat(seat);
    if (chooser->ended)
        chooser->ended(chooser->owner, seat->match);
    seats->events.ended(seats->events.owner, seat->match);
}

static void lose(struct seat *seat)
{
    struct seats *seats = seat->seats;
    close_seat(seat);
    seats->events.lost(seats->events.owner, seat->id);
}

/* --- match.resume --- */

/* What the server says of the match cannot be. It is left alone, at least until the next welcome. */
static void distrust(struct seat *seat, const struct error *error)
{
    report_trouble("match %" PRId64 " is left alone: %s", seat->id, error->message);
    lose(seat);
}

static void take_state(struct seat *seat, const struct wire_match *state)
{
    struct seats *seats = seat->seats;
    enum match_update update;
    struct error error;
    bool is_first = !seat->match;
    int64_t now = loop_now_ms(seats->loop);
    enum error_code failed = is_first ? match_create(state, now, &seat->match, &update, &error)
                                      : match_apply_state(seat->match, state, now, &update, &error);
    if (failed) {
        distrust(seat, &error);
        return;
    }
    if (is_first)
        seats->events.started(seats->events.owner, seat->match, seat->offer);
    go_on(seat);
}

static void on_resumed(void *owner, const struct error *error, const void *result,
                       const struct wire_stale *stale)
{
    (void)stale;
    struct seat *seat = owner;
    seat->answers_due--;
    seat->is_resuming = false;
    if (!error && !seat->is_over)
        take_state(seat, result);
    else if (error && error->code == ERROR_NO_SUCH_MATCH && !seat->is_over)
        lose(seat);
    else if (error)
        report_trouble("match %" PRId64 " cannot be resumed: %s", seat->id, error->message);
    destroy_if_done(seat);
}

static void resume(struct seat *seat)
{
    if (seat->is_resuming)
        return;
    struct wire_resume parameters;
    wire_record_clear(&wire_record_resume, &parameters);
    parameters.match = seat->id;
    if (seat->match)
        parameters.after = seat->match->ply;
    seat->is_resuming = true;
    seat->answers_due++;
    client_call(seat->seats->client, WIRE_MATCH_RESUME, &parameters, on_resumed, seat);
}

/* --- match.move --- */

/* The match stands otherwise than was thought: look again, and try once more. */
static bool is_misunderstanding(enum error_code code)
{
    return code == ERROR_STALE_PLY || code == ERROR_NOT_YOUR_TURN || code == ERROR_MATCH_OVER;
}

/* The server said, or will say, when it takes changes again. */
static bool is_passing(enum error_code code)
{
    return code == ERROR_SERVER_STALLED || code == ERROR_SERVER_CLOSING;
}

static void take_refusal(struct seat *seat, const struct error *error)
{
    bool again = is_misunderstanding(error->code) && seat->refused_ply != seat->asked_ply;
    if (!again && !is_passing(error->code)) {
        report_trouble("match %" PRId64 ": move %" PRId64 " was refused: %s", seat->id,
                       seat->asked_ply, error->message);
        return;
    }
    if (again) {
        seat->refused_ply = seat->asked_ply;
        resume(seat);
    }
    seat->asked_ply = 0;
}

static void on_moved(void *owner, const struct error *error, const void *result,
                     const struct wire_stale *stale)
{
    (void)result;
    (void)stale;
    struct seat *seat = owner;
    seat->answers_due--;
    if (error && !seat->is_over)
        take_refusal(seat, error);
    destroy_if_done(seat);
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

static void move_in_haste(struct seat *seat);

static void take_choice(void *owner, const struct move *move)
{
    struct seat *seat = owner;
    seat->thought = NULL;
    if (move)
        send_move(seat, move);
    else
        move_in_haste(seat);
}

static void choose_move(struct seat *seat)
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

static void set_timer(struct seat *seat);

/* Is the choice worth nearly all the time there is? */
static bool is_patient(const struct seat *seat)
{
    return seat->match->seed != 0 || seat->seats->config.chooser.is_patient;
}

static void resign(struct seat *seat)
{
    struct wire_match_choice choice;
    wire_record_clear(&wire_record_match_choice, &choice);
    choice.match = seat->id;
    seat->answers_due++;
    client_call(seat->seats->client, WIRE_MATCH_RESIGN, &choice, on_moved, seat);
}

static void move_in_haste(struct seat *seat)
{
    bool resigns = seat->seats->config.resigns_for_haste;
    struct turn turn = chooser_turn(seat->match);
    struct move move;
    if (is_patient(seat))
        report_trouble("match %" PRId64 ", move %" PRId64 ": %s", seat->id, turn.ply,
                       resigns ? "resigned, for want of a move" : "made in haste");
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

static void on_ending_asked(void *owner, const struct error *error, const void *result,
                            const struct wire_stale *stale)
{
    (void)result; /* match.ended follows */
    (void)stale;
    struct seat *seat = owner;
    seat->answers_due--;
    if (error && !seat->is_over) {
        if (error->code == ERROR_TOO_EARLY || is_passing(error->code))
            set_timer(seat);
        else if (is_misunderstanding(error->code))
            resume(seat);
        else
            report_trouble("match %" PRId64 " cannot be ended: %s", seat->id, error->message);
    }
    destroy_if_done(seat);
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
        drop_thought(seat);
        move_in_haste(seat);
    } else if (is_left_alone(seat)) {
        ask_for_ending(seat);
    }
}

/* To be called whenever something has changed in a live match. */
static void set_timer(struct seat *seat)
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

/* Does what is to be done as the match stands now. */
static void go_on(struct seat *seat)
{
    if (seat->match->behind || seat->asked_ply != seat->match->ply + 1)
        stop_thinking(seat);
    if (!seat->match->behind && match_is_over(seat->match)) {
        tell_ended(seat);
        return;
    }
    if (seat->match->behind)
        resume(seat);
    else if (match_is_my_turn(seat->match) && seat->asked_ply != seat->match->ply + 1)
        choose_move(seat);
    set_timer(seat);
}

/* --- the public functions --- */

struct seats *seats_create(struct loop *loop, const struct seats_config *config,
                           const struct seats_events *events)
{
    struct seats *seats = memory_zeroed(1, sizeof *seats);
    seats->loop = loop;
    seats->config = *config;
    seats->events = *events;
    return seats;
}

void seats_clear(struct seats *seats)
{
    struct seat *seat, *next;
    HASH_ITER (hh, seats->by_id, seat, next) {
        destroy(seat);
    }
    seats->live_count = 0;
}

void seats_destroy(struct seats *seats)
{
    if (!seats)
        return;
    seats_clear(seats);
    free(seats);
}

size_t seats_live_count(const struct seats *seats)
{
    return seats->live_count;
}

void seats_resume(struct seats *seats, struct client *client, const struct wire_welcome *welcome)
{
    seats->client = client;
    for (size_t i = 0; i < welcome->matches_count; i++)
        find_or_add(seats, welcome->matches[i]);
    struct seat *seat, *next;
    HASH_ITER (hh, seats->by_id, seat, next) {
        if (!seat->is_over)
            resume(seat);
    }
}

void seats_take_state(struct seats *seats, const struct wire_match *state, int64_t offer)
{
    struct seat *seat = find_or_add(seats, state->match);
    if (seat->is_over)
        return;
    if (!seat->match)
        seat->offer = offer;
    take_state(seat, state);
    destroy_if_done(seat);
}

void seats_take_moved(struct seats *seats, const struct wire_moved *moved)
{
    struct seat *seat = find(seats, moved->match);
    if (!seat || seat->is_over || !seat->match)
        return;
    enum match_update update;
    struct error error;
    if (match_apply_moved(seat->match, moved, loop_now_ms(seats->loop), &update, &error))
        distrust(seat, &error);
    else
        go_on(seat);
    destroy_if_done(seat);
}

void seats_take_ended(struct seats *seats, const struct wire_ended *ended)
{
    struct seat *seat = find(seats, ended->match);
    if (!seat || seat->is_over)
        return;
    if (!seat->match) {
        resume(seat);
        return;
    }
    match_apply_ended(seat->match, ended, loop_now_ms(seats->loop));
    go_on(seat);
    destroy_if_done(seat);
}

void seats_take_presence(struct seats *seats, const struct wire_presence *presence)
{
    struct seat *seat = find(seats, presence->match);
    if (!seat || seat->is_over || !seat->match)
        return;
    match_apply_presence(seat->match, presence);
    set_timer(seat);
}

void seats_go_on(struct seats *seats)
{
    struct seat *seat, *next;
    HASH_ITER (hh, seats->by_id, seat, next) {
        if (!seat->is_over && seat->match)
            go_on(seat);
    }
}
