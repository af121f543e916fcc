#include "client/tui/review_words.h"

#include "client/words/words.h"

#include <inttypes.h>
#include <string.h>

enum { WINNING_SHOWN_MAX = 8 };

/* Who reads may have a seat in it. */
static const char *name_of(const struct match *match, enum match_seat seat)
{
    return seat == match->seat ? "you" : record_player(match, seat);
}

static const char *name_to_begin_with(const struct match *match, enum match_seat seat)
{
    return seat == match->seat ? "You" : record_player(match, seat);
}

static enum match_seat other(enum match_seat seat)
{
    return seat == MATCH_FIRST ? MATCH_SECOND : MATCH_FIRST;
}

static void say_move(const struct replay *replay, const struct move *move, bool you,
                     struct text *out)
{
    words_move(&replay->match->rules, &replay->walk.position, move, you, out);
}

static void say_count(int64_t count, const char *what, struct text *out)
{
    text_printf(out, "%" PRId64 " %s%s", count, what, count == 1 ? "" : "s");
}

void review_say_move(const struct replay *replay, struct text *out)
{
    const struct match *match = replay->match;
    struct record_step step;
    if (!replay_step(replay, &step)) {
        text_append_string(out, match->ply > 0 ? "After " : "Nobody has moved");
        if (match->ply > 0)
            say_count(match->ply, "move", out);
        return;
    }
    text_printf(out, "Move %" PRId64 " of %" PRId64 ": %s ", step.ply, match->ply,
                name_of(match, step.by));
    say_move(replay, &step.move, step.by == match->seat, out);
}

/* --- what a move was worth --- */

/* The first winning move that there is. */
static void say_winning_move(const struct replay *replay, const struct mark *mark,
                             const struct solution *solution, struct text *out)
{
    if (!solution || solution->winning.listed == 0)
        return;
    bool is_only = mark->counted && mark->winning == 1;
    text_append_string(out, is_only ? ", the only one: " : ": ");
    say_move(replay, &solution->moves[0], true, out);
}

static void say_thrown(const struct replay *replay, const struct record_step *step,
                       const struct mark *mark, const struct solution *solution, struct text *out)
{
    const struct match *match = replay->match;
    if (step->by == match->seat && step->ply == replay_first_thrown_by(replay, match->seat))
        text_append_string(out, "Your first mistake. ");
    text_printf(out, "%s had a winning move here", name_to_begin_with(match, step->by));
    say_winning_move(replay, mark, solution, out);
    text_printf(out, ". %s chose to ", name_to_begin_with(match, step->by));
    say_move(replay, &step->move, true, out);
    text_printf(out, ", and from then on %s could win.", name_of(match, other(step->by)));
}

static void say_kept(const struct replay *replay, const struct record_step *step,
                     const struct mark *mark, struct text *out)
{
    const struct match *match = replay->match;
    bool is_only = mark->counted && mark->winning == 1;
    text_append_string(out, is_only ? "The only winning move: " : "A winning move: ");
    if (step->ply == match->ply && position_is_over(&match->rules, &match->position))
        text_printf(out, "%s cannot move any more.", name_of(match, other(step->by)));
    else
        text_printf(out, "whatever %s answer%s, %s can win.", name_of(match, other(step->by)),
                    other(step->by) == match->seat ? "" : "s", name_of(match, step->by));
}

static void say_lost(const struct replay *replay, const struct record_step *step, struct text *out)
{
    const struct match *match = replay->match;
    const char *opponent = name_of(match, other(step->by));
    text_printf(out, "There was no winning move here: after any move %s could win.", opponent);
    const struct mark *next = replay_mark(replay, step->ply + 1);
    if (next && !next->kept)
        text_printf(out, " But %s missed it on the next move.", opponent);
    else if (next)
        text_printf(out, " And %s found it.", opponent);
}

static void say_end(const struct replay *replay, struct text *out)
{
    const struct match *match = replay->match;
    const struct mark *first_mark = replay_mark(replay, 1);
    if (!first_mark)
        return;
    enum match_seat from_start = first_mark->won ? MATCH_FIRST : MATCH_SECOND;
    int64_t count = replay->sums[0].thrown + replay->sums[1].thrown;
    text_printf(out, "At the start %s could win with best play", name_of(match, from_start));
    if (count == 0) {
        text_append_string(out, ", and nobody threw a win away.");
        return;
    }
    text_append_string(out, ". A win was thrown away ");
    say_count(count, "time", out);
    text_printf(out, "%s by %s, with move %" PRId64 ".", count > 1 ? ", first" : "",
                name_of(match, record_seat_of_ply(replay->first_thrown)), replay->first_thrown);
}

void review_say_worth(const struct replay *replay, const struct solution *solution,
                      struct text *out)
{
    struct record_step step;
    if (!replay->marks)
        return;
    if (!replay_step(replay, &step)) {
        say_end(replay, out);
        return;
    }
    const struct mark *mark = replay_mark(replay, step.ply);
    if (!mark->won)
        say_lost(replay, &step, out);
    else if (mark->kept)
        say_kept(replay, &step, mark, out);
    else
        say_thrown(replay, &step, mark, solution, out);
}

/* --- the winning moves --- */

void review_say_winning(const struct replay *replay, const struct solution *solution,
                        struct text *out)
{
    const struct winning_moves *winning = &solution->winning;
    if (winning->listed == 0) {
        text_append_string(out, "Winning moves: none");
        return;
    }
    text_printf(out, "Winning moves (%s", winning->counted ? "" : "at least ");
    text_append_uint128(out, winning->count);
    text_append_string(out, "):");
    for (uint32_t i = 0; i < winning->listed && i < WINNING_SHOWN_MAX; i++) {
        text_append_char(out, ' ');
        move_print(&replay->match->rules, &replay->walk.position, &solution->moves[i], out);
    }
    if (winning->count > WINNING_SHOWN_MAX)
        text_append_string(out, " ...");
}

void review_say_after(const struct replay *replay, const char *after, struct text *out)
{
    struct record_step step;
    if (!*after || !replay_step(replay, &step))
        return;
    struct position left = {0};
    position_copy(&left, &replay->walk.position);
    move_apply(&replay->match->rules, &left, &step.move);
    text_append_string(out, "\nAfter the move, for ");
    text_append_string(out, name_of(replay->match, other(step.by)));
    text_append_string(out, ": ");
    words_position(&replay->match->rules, &left, out);
    text_printf(out, "\n%s", after);
    position_finish(&left);
}
