/* How the board comes to its match, and follows it. */
#include "client/play/online.h"
#include "client/play/opponent_bot.h"
#include "client/tui/board_state.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>

/* --- what is known --- */

const struct match *board_match(const struct board *board)
{
    return board->follower.match;
}

bool board_is_live(const struct board *board)
{
    return board_match(board) && !match_is_over(board_match(board));
}

bool board_has_seat(const struct board *board)
{
    return board_match(board) && board_match(board)->seat != MATCH_SPECTATOR;
}

bool board_is_ready(const struct board *board)
{
    return board_is_live(board) && board->follower.is_complete && !board->ending_is_asked &&
           board->choice_ply == board_match(board)->ply &&
           board->sent_ply <= board_match(board)->ply && match_is_my_turn(board_match(board));
}

/* --- the match --- */

static void tell_moves(struct board *board)
{
    const struct match *match = board_match(board);
    struct match_step step;
    while (match_walk_peek(match, &board->walk, &step)) {
        struct text text = {0};
        text_append(&text, step.text, step.len);
        board_log_add(&board->moves, text, STYLE_PLAIN);
        text_clear(&board->last_move);
        board_say_step(match, &board->walk.position, &step, &board->last_move);
        board->last = step.move;
        match_walk_pass(match, &board->walk, &step);
    }
}

void board_forget_hint(struct board *board)
{
    why_drop(board->why);
    board->why = NULL;
    text_clear(&board->hint.text);
    text_clear(&board->hint.why);
    board->hint.skip = 0;
}

/* It has become our turn, or the match has come. */
static void begin_choice(struct board *board)
{
    const struct match *match = board_match(board);
    choice_begin(&board->choice, &match->rules, &match->position);
    board->choice_ply = match->ply;
    board->pressed = BOARD_NOT_PRESSED;
    board->ending_is_asked = false;
    app_bell(board->page.app);
}

static void leave_off(struct board *board)
{
    app_ask_no_more(&board->page);
    if (board->typing == BOARD_TYPES_MOVE)
        board->typing = BOARD_TYPES_NOTHING;
}

static void on_match_changed(void *owner)
{
    struct board *board = owner;
    const struct match *match = board_match(board);
    int64_t told = board->walk.ply;
    board->has_clocks |= match_has_clock(match) && !match_is_over(match);
    if (!board->walk.position.cells && told == 0)
        match_walk_begin(match, &board->walk);
    tell_moves(board);
    if (match->ply > told || match_is_over(match))
        board_forget_hint(board);
    if (match_is_over(match))
        leave_off(board);
    else if (match_is_my_turn(match) && board->choice_ply != match->ply)
        begin_choice(board);
    app_redraw(board->page.app);
}

/* --- the opponent --- */

static void on_online(void *owner, const struct error *error, const void *result)
{
    struct board *board = owner;
    if (error)
        return; /* there is no hint, then */
    const struct wire_online *opponent = online_find(result, match_opponent(board_match(board)));
    board->is_against_bot |= opponent && online_is_bot(opponent);
}

/* One of ours is known by its token, also while it is not connected; of others the server tells
 * what they say of themselves. */
static void find_out_about_opponent(struct board *board)
{
    char strategy[WIRE_NAME_MAX + 1];
    struct session *session = app_session(board->page.app);
    if (!board_has_seat(board) || board->is_rated || board->is_against_bot ||
        board_match(board)->tournament)
        return;
    board->is_against_bot =
        opponent_bot_is_ours(session, match_opponent(board_match(board)), strategy);
    if (!board->is_against_bot)
        app_call(&board->page, WIRE_PLAYER_LIST, NULL, on_online);
}

/* --- news --- */

static void on_presence_changed(void *owner, const struct wire_presence *presence)
{
    struct board *board = owner;
    const struct match *match = board_match(board);
    enum match_seat seat = wire_text_equal(presence->player, "first") ? MATCH_FIRST : MATCH_SECOND;
    if (seat != match->seat && presence->online) {
        app_tell(board->page.app, STYLE_GOOD, "%s is connected again.", match_player(match, seat));
        find_out_about_opponent(board);
    }
    app_redraw(board->page.app);
}

static void on_match_failed(void *owner, const struct error *error)
{
    struct board *board = owner;
    text_clear(&board->failed);
    text_printf(&board->failed, "Match %" PRId64 ": %s.", board->number, refusal_of(error).words);
}

static void on_moves(void *owner, const struct error *error, const void *result)
{
    struct board *board = owner;
    follower_resumed(&board->follower, error, result);
}

static void on_moves_wanted(void *owner, const struct wire_resume *resume)
{
    struct board *board = owner;
    app_call(&board->page, WIRE_MATCH_RESUME, resume, on_moves);
}

/* --- coming to it --- */

static void on_watching(void *owner, const struct error *error, const void *result)
{
    struct board *board = owner;
    if (error && error->code == ERROR_MATCH_OVER) {
        follower_refresh(&board->follower); /* it ended meanwhile */
    } else if (error) {
        on_match_failed(board, error);
    } else {
        board->is_watched = true;
        follower_take(&board->follower, result);
        board_ask_for_chat(board);
    }
}

static void watch(struct board *board)
{
    struct wire_match_number number = {.match = board->number};
    app_call(&board->page, WIRE_MATCH_WATCH, &number, on_watching);
}

static void go_on(struct board *board)
{
    if (board_is_live(board) && !board_has_seat(board))
        watch(board);
    else
        board_ask_for_chat(board);
}

static void on_match(void *owner, const struct error *error, const void *result)
{
    struct board *board = owner;
    const struct wire_match *state = result;
    if (error) {
        on_match_failed(board, error);
        return;
    }
    if (board_match(board))
        return; /* it was asked for twice, because of a break */
    board->is_rated = state->rated;
    follower_begin(&board->follower, state);
    if (!board_match(board))
        return;
    find_out_about_opponent(board);
    go_on(board);
}

void board_arrive(struct board *board)
{
    struct wire_resume resume = {.match = board->number, .after = WIRE_ABSENT};
    text_clear(&board->failed);
    board->our_offer = board->their_offer = 0; /* offers do not outlive the connection */
    board->no_rematch = NULL;
    if (!board_match(board)) {
        app_call(&board->page, WIRE_MATCH_RESUME, &resume, on_match);
        return;
    }
    if (board_has_seat(board) || !board_is_live(board))
        follower_refresh(&board->follower);
    go_on(board);
}

void board_init(struct board *board, int64_t number)
{
    *board = (struct board){
        .number = number,
        .choice_ply = -1,
        .follower.events = {board, on_moves_wanted, on_match_changed, on_presence_changed,
                            on_match_failed},
    };
}

static void unwatched(void *owner, const struct error *error, const void *result)
{
    (void)owner;
    (void)error;
    (void)result;
}

void board_finish(struct board *board)
{
    struct wire_match_number number = {.match = board->number};
    if (board->is_watched && board_is_live(board) && app_is_connected(board->page.app))
        client_call(app_client(board->page.app), WIRE_MATCH_UNWATCH, &number, unwatched, NULL);
    board_forget_hint(board);
    follower_finish(&board->follower);
    position_finish(&board->walk.position);
    choice_finish(&board->choice);
    board_log_finish(&board->moves);
    board_log_finish(&board->chat);
    struct text *texts[] = {&board->failed,      &board->typed_wrong, &board->hint.text,
                            &board->hint.why,    &board->title,       &board->status,
                            &board->last_words,  &board->last_move,   &board->rules,
                            &board->does,        &board->leaves,      &board->refused,
                            &board->room_name,   &board->no_chat,     &board->claim_label,
                            &board->abort_label, &board->mute_label};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        text_finish(texts[i]);
}

void board_event(struct board *board, enum wire_event event, const void *body)
{
    if (event == WIRE_EVENT_CHAT_SAID)
        board_take_line(board, body);
    else if (event == WIRE_EVENT_MATCH_STARTED)
        board_take_started(board, body);
    else if (event == WIRE_EVENT_OFFER_RECEIVED)
        board_take_offer(board, ((const struct wire_offer_event *)body)->offer);
    else if (event == WIRE_EVENT_OFFER_CLOSED)
        board_take_closed(board, body);
    else
        follower_event(&board->follower, event, body);
}
