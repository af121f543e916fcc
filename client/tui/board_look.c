/* Makes the view of the board from its state. */
#include "client/lib/loop.h"
#include "client/tui/board_state.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>

enum { IDLE_IS_SHORT_MS = 86400000 }; /* only shorter times are shown */

/* --- players --- */

static struct board_player player_of(const struct board *board, enum match_seat seat)
{
    const struct match *match = board->seat.match;
    bool is_live = seat_is_live(&board->seat);
    return (struct board_player){
        .name = match_player(match, seat),
        .is_you = match->seat == seat,
        .is_gone = is_live && !match->online[seat == MATCH_SECOND],
        .is_to_move = is_live && match_turn(match) == seat,
        .left_ms = board->has_clocks ? match_left_ms(match, seat, clock_now_ms()) : -1,
    };
}

/* --- the state of the match --- */

static struct board_line line_of(const struct text *text, enum style style)
{
    return (struct board_line){text_string(text), style};
}

static void say_after_end(const struct board *board, struct text *out)
{
    if (board->next)
        text_append_string(out, " Your next match of the tournament has begun: n goes there.");
    else if (board->seat.our_offer)
        text_append_string(out, " You offer a rematch; waiting for the answer (c takes it back).");
    else if (board->seat.their_offer)
        text_printf(out, " %s offers a rematch: m accepts, d declines.",
                    match_opponent(board->seat.match));
    else if (board->no_rematch)
        text_printf(out, " %s", board->no_rematch);
}

static struct board_line look_at_end(const struct board *board, struct text *out)
{
    const struct match *match = board->seat.match;
    bool is_first = strcmp(match->winner, "first") == 0;
    bool has_winner = is_first || strcmp(match->winner, "second") == 0;
    bool is_ours = match->seat == (is_first ? MATCH_FIRST : MATCH_SECOND);
    words_result(match, out);
    say_after_end(board, out);
    if (!has_winner || match->seat == MATCH_SPECTATOR)
        return line_of(out, STYLE_TITLE);
    return line_of(out, is_ours ? STYLE_GOOD : STYLE_BAD);
}

/* Appends "c wins the match in 0:42". */
static void say_when(const char *does, int64_t in_ms, struct text *out)
{
    text_append_string(out, does);
    text_append_string(out, in_ms > 0 ? " in " : " now");
    if (in_ms > 0)
        words_countdown(in_ms, out);
}

static void say_gone(const struct board *board, struct text *out)
{
    const struct match *match = board->seat.match;
    int64_t now_ms = clock_now_ms();
    int64_t claim_ms = match_claim_in_ms(match, now_ms),
            abort_ms = match_abort_in_ms(match, now_ms);
    enum match_seat turn = match_turn(match);
    if (!seat_is_player(&board->seat)) {
        if (claim_ms >= 0)
            text_printf(out, " %s is gone: ", match_player(match, turn));
        if (claim_ms > 0) {
            text_printf(out, "%s may claim the match in ",
                        match_player(match, match_seat_opposite(turn)));
            words_countdown(claim_ms, out);
        } else if (claim_ms == 0) {
            text_printf(out, "%s may claim the match",
                        match_player(match, match_seat_opposite(turn)));
        }
        if (claim_ms >= 0)
            text_append_char(out, '.');
        return;
    }
    if (match_opponent_is_online(match))
        return;
    text_printf(out, " %s is gone", match_opponent(match));
    int64_t await_ms = match_await_left_ms(match, now_ms);
    if (await_ms > 0) {
        text_append_string(out, ", and is awaited for ");
        words_countdown(await_ms, out);
    }
    if (claim_ms >= 0 && board_may_claim(board)) {
        text_append_string(out, ": ");
        say_when("c wins the match", claim_ms, out);
    } else if (match->ply < 2 && board_may_abort(board)) {
        text_append_string(out, ": x ends the match");
    } else if (abort_ms >= 0) {
        text_append_string(out, ": ");
        say_when("x ends the match", abort_ms, out);
    }
    text_append_char(out, '.');
}

/* Begins with the open question whether moves may be taken back. */
static void say_takeback(const struct board *board, struct text *out)
{
    const struct match *match = board->seat.match;
    if (match->asker == MATCH_SPECTATOR)
        return;
    const char *moves = match_moves_from(match, match->asked_ply);
    if (match->asker == match->seat)
        text_printf(out, "You ask to take back %s; waiting for the answer. ", moves);
    else
        text_printf(out, "%s asks to take back %s: a allows it, d declines. ",
                    match_opponent(match), moves);
}

/* Appends the deadlines other than the clocks, which are shown anyway. */
static void say_deadlines(const struct match *match, struct text *out)
{
    int64_t now_ms = clock_now_ms();
    int64_t first_ms = match_first_move_left_ms(match, now_ms);
    int64_t idle_ms = match_idle_left_ms(match, now_ms);
    if (first_ms >= 0) {
        text_append_string(out, " First move: ");
        words_countdown(first_ms, out);
        text_append_char(out, '.');
    }
    if (idle_ms >= 0 && idle_ms < IDLE_IS_SHORT_MS) {
        text_append_string(out, " Without a move the match ends in ");
        words_countdown(idle_ms, out);
        text_append_char(out, '.');
    }
}

static struct board_line look_at_turn(const struct board *board, struct text *out)
{
    const struct match *match = board->seat.match;
    if (seat_has_sent(&board->seat) || board->seat.ending_is_asked) {
        text_append_string(out, "On its way to the server ...");
        return line_of(out, STYLE_WARN);
    }
    bool is_mine = match_is_my_turn(match);
    say_takeback(board, out);
    if (is_mine)
        text_append_string(out, "Your move: ");
    else
        text_printf(out, "%s is to move: ", match_player(match, match_turn(match)));
    words_position(&match->rules, &match->position, out);
    text_append_char(out, '.');
    say_deadlines(match, out);
    say_gone(board, out);
    return line_of(out, is_mine ? STYLE_TITLE : STYLE_PLAIN);
}

static struct board_line look_at_status(struct board *board)
{
    text_clear(&board->status);
    if (board->failed.len > 0)
        return line_of(&board->failed, STYLE_BAD);
    if (!board->seat.match) {
        text_printf(&board->status, "Looking up match %" PRId64 " ...", board->number);
        return line_of(&board->status, STYLE_PLAIN);
    }
    return seat_is_live(&board->seat) ? look_at_turn(board, &board->status)
                                      : look_at_end(board, &board->status);
}

/* --- the chosen move, the match --- */

/* A player sees the rules until their first move, a spectator until the first move of the match. */
static bool is_new_game(const struct board *board)
{
    const struct match *match = board->seat.match;
    return seat_is_live(&board->seat) && match->ply < (match->seat == MATCH_SECOND ? 2 : 1);
}

/* No move is chosen while the typed line is not a move. */
static void look_at_choice(struct board *board, struct board_view *view)
{
    bool is_typing = board->typing == BOARD_TYPES_MOVE;
    text_clear(&board->does);
    text_clear(&board->leaves);
    text_clear(&board->refused);
    if (is_typing && board->typed_wrong.len > 0) {
        text_append_string(&board->refused, text_string(&board->typed_wrong));
    } else if (seat_is_ready(&board->seat)) {
        view->table.choice = &board->choice;
        choice_say_move(&board->choice, &board->does);
        choice_say_after(&board->choice, &board->leaves);
        if (!is_typing)
            choice_say_refused(&board->choice, &board->refused);
    }
    view->table.is_shown_only = is_typing;
    view->does = text_string(&board->does);
    view->leaves = text_string(&board->leaves);
    view->refused = text_string(&board->refused);
}

static void look_at_match(struct board *board, struct board_view *view)
{
    const struct match *match = board->seat.match;
    bool is_player = seat_is_player(&board->seat);
    text_clear(&board->last_words);
    text_clear(&board->rules);
    text_clear(&board->room_name);
    text_clear(&board->no_chat);
    if (board->last_move.len > 0)
        text_printf(&board->last_words, "Last move: %s.", text_string(&board->last_move));
    words_explain(match->rules.text, match->rules.look, &board->rules);
    if (is_player)
        text_printf(&board->room_name, "Chat with %s", match_opponent(match));
    else
        text_append_string(&board->room_name, "Spectators' chat");
    if (!is_player)
        text_append_string(&board->no_chat,
                           "t writes to the other spectators; the players do not see it.");
    else if (!board->is_against_bot) /* bots do not answer */
        text_printf(&board->no_chat, "t writes to %s.", match_opponent(match));

    view->table.rules = &match->rules;
    view->table.position = &match->position;
    view->table.last = board->moves.count > 0 ? &board->last : NULL;
    view->table.before = board->last_move.len > 0 ? &board->last_before : NULL;
    view->table.has_legend = true;
    view->table.focus = board->focus;
    view->players[0] = player_of(board, MATCH_FIRST);
    view->players[1] = player_of(board, MATCH_SECOND);
    view->last = line_of(&board->last_words, STYLE_LAST);
    view->rules = text_string(&board->rules);
    view->is_new_game = is_new_game(board);
    view->start = &match->start;
    view->moves = board->moves.lines;
    view->move_count = board->moves.count;
    view->room = text_string(&board->room_name);
    view->no_chat = text_string(&board->no_chat);
    view->chat = board->chat.lines;
    view->chat_count = board->chat.count;
    view->hint = board->hint.text.len > 0 ? &board->hint : NULL;
    view->verdict = line_of(&board->verdict, board->verdict_style);
    look_at_choice(board, view);
}

void board_look(struct board *board, struct board_view *ret_view)
{
    *ret_view = (struct board_view){.status = look_at_status(board)};
    if (board->seat.match)
        look_at_match(board, ret_view);
    if (board->typing == BOARD_TYPES_NOTHING)
        return;
    ret_view->field = &board->field;
    ret_view->prompt = board->typing == BOARD_TYPES_MOVE ? "Move:" : "Chat:";
}

const char *board_title(struct board *board)
{
    const struct match *match = board->seat.match;
    text_clear(&board->title);
    if (!match) {
        text_printf(&board->title, "Match %" PRId64, board->number);
        return text_string(&board->title);
    }
    words_rules(match->rules.text, match->rules.look, &board->title);
    text_printf(&board->title, ", match %" PRId64, match->id);
    if (match->tournament)
        text_printf(&board->title, " of tournament %" PRId64, match->tournament);
    if (match->seat == MATCH_SPECTATOR)
        text_printf(&board->title, ", %s", match_is_over(match) ? "played" : "watched");
    return text_string(&board->title);
}
