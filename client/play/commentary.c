#include "client/play/commentary.h"

#include "client/lib/loop.h"
#include "common/words/words.h"

#include <inttypes.h>

static void introduce(struct commentary *commentary, const struct match *match)
{
    struct text text = {0};
    text_printf(&text, "Match %" PRId64 ": ", match->id);
    words_rules(match->rules.text, &text);
    text_printf(&text, ", %s against %s", match->first, match->second);
    words_control(match->clock, &text);
    text_append_char(&text, '.');
    text_append_char(&text, '\n');
    words_explain(match->rules.text, &text);
    if (match->ply > 0)
        text_printf(&text, "\n%" PRId64 " move%s been made.", match->ply,
                    match->ply == 1 ? " has" : "s have");
    console_say_text(commentary->console, &text);
}

static void tell_move(struct commentary *commentary, const struct match *match,
                      const struct record_step *step)
{
    bool you = step->by == match->seat;
    struct text text = {0};
    text_printf(&text, "%s ", you ? "You" : match_player(match, step->by));
    words_move(&match->rules, &commentary->walk.position, &step->move, you, &text);
    text_printf(&text, " (%.*s)", (int)step->len, step->text);
    words_taken(match->times[step->ply - 1], &text);
    text_append_char(&text, '.');
    console_say_text(commentary->console, &text);
}

static void tell_turn(struct commentary *commentary, const struct match *match)
{
    enum match_seat next = match_seat_of_ply(match->ply + 1);
    struct text text = {0};
    if (next == match->seat)
        text_append_string(&text, "Your move");
    else
        text_printf(&text, "%s is to move", match_player(match, next));
    text_append_string(&text, ": ");
    words_position(&match->rules, &match->position, &text);
    text_append_char(&text, '.');
    words_drawing(&match->rules, &match->position, &text);
    if (match_has_clock(match)) {
        text_append_string(&text, "\nClocks: ");
        words_clocks(match, clock_now_ms(), &text);
        text_append_char(&text, '.');
    }
    int64_t first_ms = match_first_move_left_ms(match, clock_now_ms());
    if (first_ms >= 0) {
        text_append_string(&text, " The first move is due in ");
        words_countdown(first_ms, &text);
        text_append_char(&text, '.');
    }
    console_say_text(commentary->console, &text);
}

/* How the match stands: whose turn it is, or how it ended. The end may follow a moment after the
 * last move. */
static void tell_standing(struct commentary *commentary, const struct match *match)
{
    if (match_is_over(match)) {
        struct text text = {0};
        words_result(match, &text);
        console_say_text(commentary->console, &text);
    } else if (!position_is_over(&match->rules, &match->position)) {
        tell_turn(commentary, match);
    }
}

/* Goes past the moves up to `told_from` in silence, and tells those after it. */
static void tell_moves(struct commentary *commentary, const struct match *match, int64_t told_from)
{
    struct record_step step;
    while (record_walk_peek(match, &commentary->walk, &step)) {
        if (step.ply > told_from)
            tell_move(commentary, match, &step);
        record_walk_pass(match, &commentary->walk, &step);
    }
}

void commentary_begin(struct commentary *commentary, const struct match *match)
{
    record_walk_begin(match, &commentary->walk);
    introduce(commentary, match);
    tell_moves(commentary, match, match->ply - 1);
    tell_standing(commentary, match);
}

void commentary_go_on(struct commentary *commentary, const struct match *match)
{
    tell_moves(commentary, match, commentary->walk.ply);
    tell_standing(commentary, match);
}

void commentary_finish(struct commentary *commentary)
{
    position_finish(&commentary->walk.position);
}
