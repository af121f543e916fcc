/* What can be done on the board now, and what the bottom line says of it. */
#include "client/tui/board_state.h"
#include "client/words/clock.h"
#include "client/words/words.h"
#include "common/game/time_control.h"

/* --- what can be done now --- */

bool board_is_over(const struct board *board)
{
    return board_match(board) && !board_is_live(board);
}

bool board_may_abort(const struct board *board)
{
    const struct match *match = board_match(board);
    return board_is_live(board) && board_has_seat(board) && !match->tournament &&
           (match->ply < 2 || match->abort_at_ms >= 0);
}

bool board_may_claim(const struct board *board)
{
    const struct match *match = board_match(board);
    return board_is_live(board) && board_has_seat(board) && match_turn(match) != match->seat &&
           match->claim_at_ms >= 0;
}

bool board_may_claim_later(const struct board *board)
{
    const struct match *match = board_match(board);
    return board_is_live(board) && board_has_seat(board) && match_is_my_turn(match) &&
           !match_opponent_is_online(match) && !time_control_text_is_patient(match->clock);
}

bool board_may_resign(const struct board *board)
{
    return board_is_live(board) && board_has_seat(board) && !board->ending_is_asked;
}

bool board_may_have_hint(const struct board *board)
{
    return board_is_ready(board) && !why_no_hint(board_match(board)->tournament != 0,
                                                 board->is_rated, board->is_against_bot);
}

bool board_may_rematch(const struct board *board)
{
    return board_is_over(board) && board_has_seat(board) && !board_match(board)->tournament &&
           !board->our_offer && !board->is_asking_rematch;
}

const char *board_other(const struct board *board)
{
    bool is_silent = board->is_against_bot && !*board->speaker;
    return board_has_seat(board) && !is_silent ? match_opponent(board_match(board))
                                               : board->speaker;
}

/* --- the bottom line --- */

static size_t typing_hints(const struct board *board, struct hint *hints)
{
    bool is_chat = board->typing == BOARD_TYPES_CHAT;
    hints[0] = (struct hint){stroke_of(STROKE_ENTER), "Enter", is_chat ? "say it" : "play it"};
    hints[1] = (struct hint){stroke_of(STROKE_ESCAPE), "Esc", "not now"};
    return 2;
}

/* An open one is closed by Esc, too, which goes back otherwise. */
static size_t hint_hints(const struct board *board, struct hint *hints)
{
    const struct board_hint *hint = &board->hint;
    size_t count = 0;
    if (hint->text.len == 0) {
        if (board_may_have_hint(board))
            hints[count++] = (struct hint){stroke_character('h'), "h", "hint"};
        return count;
    }
    if (hint->below > 0)
        hints[count++] = (struct hint){stroke_of(STROKE_PAGE_DOWN), "PgDn", "more of the hint"};
    if (hint->skip > 0)
        hints[count++] = (struct hint){stroke_of(STROKE_PAGE_UP), "PgUp", "back in it"};
    bool has_why = hint->why.len > 0;
    if (has_why)
        hints[count++] = (struct hint){stroke_character('h'), "h", "why"};
    hints[count++] = (struct hint){stroke_of(STROKE_ESCAPE), has_why ? "Esc" : "h, Esc", "no hint"};
    return count;
}

/* What the absence of the opponent allows, in `in_ms`. */
static const char *say_when(const char *what, const char *now, int64_t in_ms, struct text *out)
{
    text_clear(out);
    text_append_string(out, in_ms > 0 ? what : now);
    if (in_ms > 0) {
        text_append_string(out, " in ");
        words_countdown(in_ms, out);
    }
    return text_string(out);
}

static const char *claim_label(struct board *board)
{
    int64_t in_ms =
        board_may_claim(board) ? match_claim_in_ms(board_match(board), clock_now_ms()) : 0;
    return say_when("claim", "claim the win", in_ms, &board->claim_label);
}

static const char *abort_label(struct board *board)
{
    const struct match *match = board_match(board);
    int64_t in_ms = match && match->ply >= 2 ? match_abort_in_ms(match, clock_now_ms()) : 0;
    return say_when("abort", "abort", in_ms, &board->abort_label);
}

static const char *mute_label(struct board *board)
{
    if (board_has_seat(board))
        return board->is_muted ? "unmute" : "mute";
    text_clear(&board->mute_label);
    text_printf(&board->mute_label, board->is_muted ? "unmute %s" : "mute %s", board->speaker);
    return text_string(&board->mute_label);
}

/* From the end of the match on. */
static size_t end_hints(const struct board *board, struct hint *hints)
{
    size_t count = 0;
    if (!board_is_over(board))
        return count;
    if (board->next)
        hints[count++] = (struct hint){stroke_character('n'), "n", "next match"};
    hints[count++] = (struct hint){stroke_character('v'), "v", "review"};
    if (board_may_rematch(board))
        hints[count++] = (struct hint){stroke_character('m'), "m",
                                       board->their_offer ? "accept rematch" : "rematch"};
    if (board->their_offer)
        hints[count++] = (struct hint){stroke_character('d'), "d", "decline it"};
    if (board->our_offer)
        hints[count++] = (struct hint){stroke_character('c'), "c", "take the offer back"};
    return count;
}

/* Stand before everything but the move itself, while the opponent is gone. */
static size_t absence_hints(struct board *board, struct hint *hints)
{
    size_t count = 0;
    if (board_may_claim(board))
        hints[count++] = (struct hint){stroke_character('c'), "c", claim_label(board)};
    if (board_may_abort(board) && !match_opponent_is_online(board_match(board)))
        hints[count++] = (struct hint){stroke_character('x'), "x", abort_label(board)};
    return count;
}

/* Whom one hears is to be muted without a search for the key, which comes last otherwise. */
static size_t match_hints(struct board *board, struct hint *hints)
{
    const struct match *match = board_match(board);
    bool is_there = match != NULL, has_other = *board_other(board) != '\0';
    bool is_heard = *board->speaker && !board->is_muted;
    const struct {
        bool is_possible;
        char letter;
        const char *key, *label;
    } rows[] = {
        {has_other && is_heard, 'u', "u", mute_label(board)},
        {board_may_abort(board) && match_opponent_is_online(match), 'x', "x", abort_label(board)},
        {board_may_resign(board), 'r', "r", "resign"},
        {board_is_ready(board), ':', ":", "type a move"},
        {is_there, 't', "t", board->unsaid.len > 0 ? "go on with the chat" : "chat"},
        {is_there, 'g', "g", "rules"},
        {has_other && !is_heard, 'u', "u", mute_label(board)},
    };
    size_t count = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].is_possible)
            hints[count++] =
                (struct hint){stroke_character(rows[i].letter), rows[i].key, rows[i].label};
    }
    return count;
}

size_t board_hints(struct board *board, struct hint *ret_hints)
{
    if (board->typing)
        return typing_hints(board, ret_hints);
    size_t count = 0;
    if (board_is_ready(board))
        ret_hints[count++] = (struct hint){stroke_of(STROKE_ENTER), "Enter", "play"};
    count += absence_hints(board, ret_hints + count);
    count += hint_hints(board, ret_hints + count);
    if (board_is_ready(board))
        count += choice_hints(&board->choice, ret_hints + count);
    count += end_hints(board, ret_hints + count);
    return count + match_hints(board, ret_hints + count);
}
