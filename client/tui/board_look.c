/* The board as it is drawn, made of what is known. */
#include "client/tui/board_state.h"
#include "client/words/clock.h"
#include "client/words/words.h"

#include <inttypes.h>
#include <string.h>

/* --- players --- */

static struct board_player player_of(const struct board *board, enum match_seat seat)
{
    const struct match *match = board_match(board);
    bool is_live = board_is_live(board);
    return (struct board_player){
        .name = record_player(match, seat),
        .is_you = match->seat == seat,
        .is_gone = is_live && !match->online[seat == MATCH_SECOND],
        .is_to_move = is_live && match_turn(match) == seat,
        .left_ms = board->has_clocks ? match_left_ms(match, seat, clock_now_ms()) : -1,
    };
}

/* --- how the match stands --- */

static struct board_line line_of(const struct text *text, enum style style)
{
    return (struct board_line){text_string(text), style};
}

static void say_after_end(const struct board *board, struct text *out)
{
    if (board->next)
        text_append_string(out, " Your next match of the tournament has begun: n goes there.");
    else if (board->our_offer)
        text_append_string(out, " You offer a rematch; waiting for the answer (c takes it back).");
    else if (board->their_offer)
        text_printf(out, " %s offers a rematch: m accepts, d declines.",
                    match_opponent(board_match(board)));
    else if (board->no_rematch)
        text_printf(out, " %s", board->no_rematch);
}

static struct board_line look_at_end(const struct board *board, struct text *out)
{
    const struct match *match = board_match(board);
    bool is_first = strcmp(match->winner, "first") == 0;
    bool has_winner = is_first || strcmp(match->winner, "second") == 0;
    bool is_ours = match->seat == (is_first ? MATCH_FIRST : MATCH_SECOND);
    words_result(match, out);
    say_after_end(board, out);
    if (!has_winner || match->seat == MATCH_SPECTATOR)
        return line_of(out, STYLE_TITLE);
    return line_of(out, is_ours ? STYLE_GOOD : STYLE_BAD);
}

/* "; c wins the match in 42 s": how long one has to wait is not known before it was asked for. */
static void say_way_out(const struct board *board, int64_t at_ms, const char *does,
                        struct text *out)
{
    int64_t wait_ms = at_ms - app_now_ms(board->page.app);
    if (at_ms == 0)
        text_printf(out, "; once they are gone long enough, %s", does);
    else if (wait_ms <= 0)
        text_printf(out, "; %s now", does);
    else
        text_printf(out, ", but not for long enough; %s in %" PRId64 " s", does,
                    (wait_ms - 1) / 1000 + 1);
}

static void say_gone(const struct board *board, struct text *out)
{
    const struct match *match = board_match(board);
    if (!board_has_seat(board) || match_opponent_is_online(match))
        return;
    text_printf(out, " %s is not connected", match_opponent(match));
    if (board_may_claim(board))
        say_way_out(board, board->claim_at_ms, "c wins the match", out);
    else if (board_may_abort(board) && match->ply < 2)
        text_append_string(out, "; x ends the match");
    else if (board_may_abort(board))
        say_way_out(board, board->abort_at_ms, "x ends the match", out);
    text_append_char(out, '.');
}

static struct board_line look_at_turn(const struct board *board, struct text *out)
{
    const struct match *match = board_match(board);
    if (board->sent_ply > match->ply || board->ending_is_asked) {
        text_append_string(out, "On its way to the server ...");
        return line_of(out, STYLE_WARN);
    }
    bool is_mine = match_is_my_turn(match);
    if (is_mine)
        text_append_string(out, "Your move: ");
    else
        text_printf(out, "%s is to move: ", record_player(match, match_turn(match)));
    words_position(&match->rules, &match->position, out);
    text_append_char(out, '.');
    say_gone(board, out);
    return line_of(out, is_mine ? STYLE_TITLE : STYLE_PLAIN);
}

static struct board_line look_at_status(struct board *board)
{
    text_clear(&board->status);
    if (board->failed.len > 0)
        return line_of(&board->failed, STYLE_BAD);
    if (!board_match(board)) {
        text_printf(&board->status, "Looking up match %" PRId64 " ...", board->number);
        return line_of(&board->status, STYLE_PLAIN);
    }
    return board_is_live(board) ? look_at_turn(board, &board->status)
                                : look_at_end(board, &board->status);
}

/* --- the last move, the chosen one --- */

static struct board_line look_at_last(struct board *board)
{
    const struct match *match = board_match(board);
    text_clear(&board->last_words);
    if (board->moves.count == 0) {
        words_explain(match->rules.text, &board->last_words);
        return line_of(&board->last_words, STYLE_DIM);
    }
    text_printf(&board->last_words, "Last move: %s.",
                strchr(board->moves.lines[board->moves.count - 1].text, ' ') + 1);
    return line_of(&board->last_words, STYLE_LAST);
}

static void say_chosen(struct board *board)
{
    board_say_choice(&board->choice, &board->does);
    board_say_leaves(&board->choice, &board->leaves);
    if (board->typing != BOARD_TYPES_MOVE)
        board_say_refused(&board->choice, &board->refused);
}

/* What is typed and is no move leaves nothing chosen. */
static void look_at_choice(struct board *board, struct board_view *view)
{
    bool is_typing = board->typing == BOARD_TYPES_MOVE;
    text_clear(&board->does);
    text_clear(&board->leaves);
    text_clear(&board->refused);
    if (is_typing && board->typed_wrong.len > 0) {
        text_append_string(&board->refused, text_string(&board->typed_wrong));
    } else if (board_is_ready(board)) {
        view->table.choice = &board->choice;
        say_chosen(board);
    }
    view->table.is_shown_only = is_typing;
    view->does = text_string(&board->does);
    view->leaves = text_string(&board->leaves);
    view->refused = text_string(&board->refused);
}

static const char *look_at_room(struct board *board)
{
    text_clear(&board->room_name);
    if (!board_has_seat(board))
        return "Among those who watch";
    text_printf(&board->room_name, "Chat with %s", match_opponent(board_match(board)));
    return text_string(&board->room_name);
}

static void look_at_match(struct board *board, struct board_view *view)
{
    const struct match *match = board_match(board);
    view->table.rules = &match->rules;
    view->table.position = &match->position;
    view->table.last = board->moves.count > 0 ? &board->last : NULL;
    view->table.has_legend = true;
    view->table.focus = board->focus;
    view->players[0] = player_of(board, MATCH_FIRST);
    view->players[1] = player_of(board, MATCH_SECOND);
    view->last = look_at_last(board);
    view->moves = board->moves.lines;
    view->move_count = board->moves.count;
    view->room = look_at_room(board);
    view->chat = board->chat.lines;
    view->chat_count = board->chat.count;
    view->hint = board->hint.text.len > 0 ? &board->hint : NULL;
    look_at_choice(board, view);
}

void board_look(struct board *board, struct board_view *ret_view)
{
    *ret_view = (struct board_view){.status = look_at_status(board)};
    if (board_match(board))
        look_at_match(board, ret_view);
    if (board->typing == BOARD_TYPES_NOTHING)
        return;
    ret_view->field = &board->field;
    ret_view->prompt = board->typing == BOARD_TYPES_MOVE ? "Move:" : "Say:";
}

const char *board_title(struct board *board)
{
    const struct match *match = board_match(board);
    text_clear(&board->title);
    if (!match) {
        text_printf(&board->title, "Match %" PRId64, board->number);
        return text_string(&board->title);
    }
    words_rules(match->rules.text, &board->title);
    text_printf(&board->title, ", match %" PRId64, match->id);
    if (match->tournament)
        text_printf(&board->title, " of tournament %" PRId64, match->tournament);
    if (match->seat == MATCH_SPECTATOR)
        text_printf(&board->title, ", %s", match_is_over(match) ? "played" : "watched");
    return text_string(&board->title);
}
