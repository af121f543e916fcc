/* The board's seat in its match: its callbacks, the chat, rematches. */
#include "client/cli/opponent_bot.h"
#include "client/cli/wish.h"
#include "client/lib/loop.h"
#include "client/tui/board_state.h"
#include "client/tui/page.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the match --- */

/* Takes ownership of the text. */
static void log_add(struct board_log *log, struct text text, enum style style)
{
    log->lines = memory_resized(log->lines, log->count + 1, sizeof *log->lines);
    log->lines[log->count++] = (struct board_line){text.bytes, style};
}

static void log_finish(struct board_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        free((char *)(uintptr_t)log->lines[i].text);
    free(log->lines);
    *log = (struct board_log){0};
}

static void tell_moves(struct board *board)
{
    const struct match *match = board->seat.match;
    struct match_step step;
    while (match_walk_peek(match, &board->walk, &step)) {
        struct text text = {0};
        text_append(&text, step.text, step.len);
        log_add(&board->moves, text, STYLE_PLAIN);
        text_clear(&board->last_move);
        words_step(match, &board->walk.position, &step, &board->last_move);
        board->last = step.move;
        position_copy(&board->last_before, &board->walk.position);
        if (step.by == match->seat) {
            board->own_ply = step.ply;
            board->own_move = step.move;
            position_copy(&board->own_before, &board->walk.position);
        }
        match_walk_pass(match, &board->walk, &step);
    }
}

static void on_online(void *owner, const struct error *error, const void *result)
{
    struct board *board = owner;
    if (error)
        return; /* no hint without knowing the opponent */
    const struct wire_online *opponent = online_find(result, match_opponent(board->seat.match));
    board->is_against_bot |= opponent && opponent->bot;
    board_judge(board);
}

/* A bot of this program is known by its token, even while disconnected. For other players the
 * server passes on their own statement. */
static void find_out_about_opponent(struct board *board)
{
    char strategy[WIRE_NAME_MAX + 1];
    struct session *session = app_session(board->page.app);
    if (!seat_is_player(&board->seat) || board->seat.is_rated || board->is_against_bot ||
        board->seat.match->tournament)
        return;
    board->is_against_bot =
        opponent_bot_is_ours(session, match_opponent(board->seat.match), strategy);
    if (!board->is_against_bot)
        app_call(&board->page, WIRE_PLAYER_LIST, NULL, on_online);
}

static void on_begun(void *owner, const struct wire_match *state)
{
    (void)state;
    struct board *board = owner;
    match_walk_begin(board->seat.match, &board->walk);
    find_out_about_opponent(board);
}

static void on_changed(void *owner, enum seat_change change)
{
    struct board *board = owner;
    const struct match *match = board->seat.match;
    if (board->page.is_closed)
        return;
    board->has_clocks |= match_has_clock(match) && !match_is_over(match);
    tell_moves(board);
    board_judge(board);
    if (change != SEAT_KNOWN)
        board_forget_hint(board);
    if (change == SEAT_ENDED) {
        app_ask_no_more(&board->page);
        if (board->typing == BOARD_TYPES_MOVE)
            board->typing = BOARD_TYPES_NOTHING;
    } else if (change == SEAT_TURN) {
        choice_begin(&board->choice, &match->rules, &match->position);
        board->pressed = BOARD_NOT_PRESSED;
        app_bell(board->page.app);
    }
    app_redraw(board->page.app);
}

static void on_presence(void *owner, const struct wire_presence *presence)
{
    struct board *board = owner;
    const struct match *match = board->seat.match;
    enum match_seat seat = wire_text_equal(presence->player, "first") ? MATCH_FIRST : MATCH_SECOND;
    if (seat != match->seat && presence->online) {
        app_tell(board->page.app, STYLE_GOOD, "%s is back.", match_player(match, seat));
        find_out_about_opponent(board);
    }
    app_redraw(board->page.app);
}

/* Forgets what was shown of moves that do not stand any more. */
static void forget_taken_back(struct board *board)
{
    if (!match_walk_return(board->seat.match, &board->walk))
        return;
    for (; board->moves.count > (size_t)board->walk.ply; board->moves.count--)
        free((char *)(uintptr_t)board->moves.lines[board->moves.count - 1].text);
    text_clear(&board->last_move);
    if (board->own_ply > board->walk.ply) {
        board->own_ply = 0; /* the one before it is not judged any more */
        board_forget_verdict(board);
    }
}

static void on_takeback(void *owner, enum seat_takeback news)
{
    struct board *board = owner;
    const struct match *match = board->seat.match;
    struct app *app = board->page.app;
    if (news == SEAT_TAKEBACK_DONE)
        forget_taken_back(board);
    if (board->page.is_closed)
        return;
    bool is_ours = match->asked_ply > 0 && match_seat_of_ply(match->asked_ply) == match->seat;
    switch (news) {
    case SEAT_TAKEBACK_ASKED:
        break;
    case SEAT_TAKEBACK_WANTED:
        app_bell(app);
        break;
    case SEAT_TAKEBACK_DECLINED:
        app_tell(app, STYLE_PLAIN,
                 is_ours ? "%s does not let you take that back."
                         : "You do not let %s take that back.",
                 match_opponent(match));
        break;
    case SEAT_TAKEBACK_DONE:
        app_tell(app, STYLE_PLAIN, "Taken back: %s.",
                 text_string(&match->taken_back[match->back - 1].moves));
        break;
    }
    app_redraw(app);
}

static void on_failed(void *owner, const struct error *error)
{
    struct board *board = owner;
    text_clear(&board->failed);
    text_printf(&board->failed, "Match %" PRId64 ": %s.", board->number, refusal_of(error).words);
    app_redraw(board->page.app);
}

static void on_refused(void *owner, enum wire_method method, const struct error *error)
{
    struct board *board = owner;
    if (board->page.is_closed)
        return;
    if (method == WIRE_MATCH_RESUME || method == WIRE_MATCH_WATCH)
        on_failed(board, error);
    else
        app_tell_error(board->page.app, error);
}

/* --- the chat --- */

static void note_speaker(struct board *board, struct wire_text from)
{
    if (wire_text_equal(from, client_name(app_client(board->page.app))) ||
        wire_text_equal(from, board->speaker))
        return;
    snprintf(board->speaker, sizeof board->speaker, "%.*s", (int)from.len, from.bytes);
    if (!seat_is_player(&board->seat))
        board->is_muted = false;
}

static void add_line(struct board *board, const struct wire_chat_line *line)
{
    note_speaker(board, line->from);
    struct text text = {0};
    text_printf(&text, "%.*s: %.*s", (int)line->from.len, line->from.bytes, (int)line->text.len,
                line->text.bytes);
    log_add(&board->chat, text, STYLE_PLAIN);
}

/* Rings for the first line of another player, and for the first line while the chat is out of
 * view. */
static void call_attention(struct board *board, const struct wire_chat_line *line, bool is_first)
{
    struct app *app = board->page.app;
    bool is_seen = app_is_uppermost(&board->page);
    if (wire_text_equal(line->from, client_name(app_client(app))))
        return;
    if (is_first || (!is_seen && !board->is_chat_unseen))
        app_bell(app);
    board->is_chat_unseen = !is_seen;
    if (!is_seen)
        app_tell(app, STYLE_WARN, "%.*s: %.*s", (int)line->from.len, line->from.bytes,
                 (int)line->text.len, line->text.bytes);
}

static void take_line(struct board *board, const struct wire_chat_line *line)
{
    bool is_first = !*board->speaker;
    add_line(board, line);
    call_attention(board, line, is_first);
}

static void on_said(void *owner, const struct wire_chat_line *lines, size_t count, bool is_live)
{
    struct board *board = owner;
    for (size_t i = 0; i < count; i++) {
        if (is_live)
            take_line(board, &lines[i]);
        else
            add_line(board, &lines[i]);
    }
    app_redraw(board->page.app);
}

/* Moves the chat, with a line being typed, to the board of the rematch. */
static void pass_chat(struct board *board, struct board *rematch)
{
    rematch->before = board->number;
    rematch->chat = board->chat;
    board->chat = (struct board_log){0};
    memcpy(rematch->speaker, board->speaker, sizeof rematch->speaker);
    rematch->is_muted = board->is_muted;
    rematch->unsaid = board->unsaid;
    if (board->typing == BOARD_TYPES_CHAT) {
        rematch->typing = board->typing;
        rematch->field = board->field;
    }
}

/* --- muting --- */

static void on_mute_answered(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct board *board = owner;
    struct app *app = board->page.app;
    if (error) {
        app_tell_error(app, error);
        return;
    }
    board->is_muted = !board->is_muted;
    app_tell(app, STYLE_PLAIN,
             board->is_muted ? "You will not read what %s says."
                             : "You will read what %s says again.",
             board_other(board));
}

void board_mute(struct board *board)
{
    const char *name = board_other(board);
    struct wire_mute mute = {
        .player = {.bytes = name, .len = strlen(name)},
        .muted = !board->is_muted,
    };
    app_call(&board->page, WIRE_CHAT_MUTE, &mute, on_mute_answered);
}

/* --- rematches, the next match --- */

void board_go_to(struct board *board, int64_t number)
{
    app_push(board->page.app, board_page_create(number));
    app_close(board->page.app, &board->page);
}

/* The same for a rematch, where the chat continues. */
static void go_to_rematch(struct board *board, int64_t number)
{
    struct page *page = board_page_create(number);
    pass_chat(board, (struct board *)page);
    app_push(board->page.app, page);
    app_hush(page); /* the home page announces new matches with a clock of days */
    app_close(board->page.app, &board->page);
}

static void on_rematch(void *owner, enum seat_rematch news, int64_t match, bool is_announced)
{
    (void)is_announced;
    struct board *board = owner;
    if (board->page.is_closed)
        return;
    switch (news) {
    case SEAT_REMATCH_ASKED:
        break;
    case SEAT_REMATCH_DECLINED:
        board->no_rematch = "The other player declined the rematch.";
        break;
    case SEAT_REMATCH_LEFT:
        board->no_rematch = "The other player has left.";
        break;
    case SEAT_REMATCH_OFFERED:
        board->no_rematch = NULL;
        app_hush(&board->page);
        app_bell(board->page.app);
        break;
    case SEAT_REMATCH_WITHDRAWN:
        board->no_rematch = "A rematch is offered no more.";
        app_hush(&board->page);
        break;
    case SEAT_REMATCH_BEGINS:
        go_to_rematch(board, match);
        break;
    }
    app_redraw(board->page.app);
}

/* Notes the next match of the same tournament. */
static void take_started(struct board *board, const struct wire_match *state)
{
    bool is_of_tournament = seat_is_player(&board->seat) && board->seat.match->tournament &&
                            state->tournament == board->seat.match->tournament;
    if (!is_of_tournament || board->next)
        return;
    board->next = state->match;
    app_hush(&board->page);
    app_bell(board->page.app);
}

/* --- the page's match --- */

void board_init(struct board *board, int64_t number)
{
    *board = (struct board){
        .number = number,
        .seat.events =
            {
                .owner = board,
                .begun = on_begun,
                .changed = on_changed,
                .presence = on_presence,
                .refused = on_refused,
                .failed = on_failed,
                .said = on_said,
                .rematch = on_rematch,
                .takeback = on_takeback,
            },
    };
}

void board_arrive(struct board *board)
{
    text_clear(&board->failed);
    board->no_rematch = NULL;
    if (board->seat.id == 0)
        seat_look_up(&board->seat, app_client(board->page.app), board->number);
    else
        seat_refresh(&board->seat);
}

void board_event(struct board *board, enum wire_event event, const void *body)
{
    const struct wire_chat_line *line = body;
    if (event == WIRE_EVENT_CHAT_SAID && board->before && line->match == board->before)
        take_line(board, line);
    if (event == WIRE_EVENT_MATCH_STARTED)
        take_started(board, ((const struct wire_match_event *)body)->match);
    seat_event(&board->seat, event, body);
}

void board_finish(struct board *board)
{
    seat_finish(&board->seat);
    board_forget_hint(board);
    board_forget_verdict(board);
    position_finish(&board->own_before);
    position_finish(&board->walk.position);
    position_finish(&board->last_before);
    choice_finish(&board->choice);
    log_finish(&board->moves);
    log_finish(&board->chat);
    struct text *texts[] = {
        &board->failed,  &board->typed_wrong, &board->hint.text,   &board->help[0],
        &board->help[1], &board->help[2],     &board->verdict,     &board->title,
        &board->status,  &board->last_words,  &board->last_move,   &board->rules,
        &board->does,    &board->leaves,      &board->refused,     &board->room_name,
        &board->no_chat, &board->claim_label, &board->abort_label, &board->mute_label};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        text_finish(texts[i]);
}
