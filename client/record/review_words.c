#include "client/record/review_words.h"

#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>

enum { WINNING_SHOWN_MAX = 4 };

static const char *name_of(const struct match *match, enum match_seat seat)
{
    return seat == match->seat ? "you" : match_player(match, seat);
}

static const char *name_to_begin_with(const struct match *match, enum match_seat seat)
{
    return seat == match->seat ? "You" : match_player(match, seat);
}

static void say_move(const struct replay *replay, const struct move *move, bool you,
                     struct text *out)
{
    words_move(&replay->match->rules, &replay->walk.position, move, you, out);
}

void review_say_move(const struct replay *replay, struct text *out)
{
    const struct match *match = replay->match;
    struct record_step step;
    if (!replay_step(replay, &step)) {
        if (match->ply > 0)
            text_printf(out, "After %" PRId64 " move%s", match->ply, match->ply == 1 ? "" : "s");
        else
            text_append_string(out, "Nobody has moved");
        return;
    }
    text_printf(out, "Move %" PRId64 " of %" PRId64 ": %s ", step.ply, match->ply,
                name_of(match, step.by));
    say_move(replay, &step.move, step.by == match->seat, out);
}

/* --- what a move was worth --- */

static void say_thrown(const struct replay *replay, const struct record_step *step,
                       const struct mark *mark, const struct move *winning, struct text *out)
{
    const struct match *match = replay->match;
    if (step->ply == replay_first_mistake(replay, match->seat))
        text_append_string(out, match->seat == MATCH_SPECTATOR ? "The first mistake. "
                                                               : "Your first mistake. ");
    text_printf(out, "%s had a winning move here", name_to_begin_with(match, step->by));
    if (winning) {
        bool is_only = mark->counted && mark->winning == 1;
        text_append_string(out, is_only ? ", the only one: " : ": ");
        say_move(replay, winning, true, out);
    }
    text_printf(out, ". %s chose to ", name_to_begin_with(match, step->by));
    say_move(replay, &step->move, true, out);
    text_printf(out, ", and from then on %s could win.",
                name_of(match, match_seat_opposite(step->by)));
}

static void say_kept(const struct replay *replay, const struct record_step *step,
                     const struct mark *mark, struct text *out)
{
    const struct match *match = replay->match;
    bool is_only = mark->counted && mark->winning == 1;
    text_append_string(out, is_only ? "The only winning move: " : "A winning move: ");
    if (step->ply == match->ply && position_is_over(&match->rules, &match->position))
        text_printf(out, "%s cannot move any more.", name_of(match, match_seat_opposite(step->by)));
    else
        text_printf(
            out, "whatever %s answer%s, %s can win.", name_of(match, match_seat_opposite(step->by)),
            match_seat_opposite(step->by) == match->seat ? "" : "s", name_of(match, step->by));
}

static void say_lost(const struct replay *replay, const struct record_step *step, struct text *out)
{
    const struct match *match = replay->match;
    const char *opponent = name_of(match, match_seat_opposite(step->by));
    text_printf(out, "There was no winning move here: after any move %s could win.", opponent);
    const struct mark *next = replay_mark(replay, step->ply + 1);
    if (next && !next->kept)
        text_printf(out, " But %s missed it on the next move.", opponent);
    else if (next)
        text_printf(out, " And %s found it.", opponent);
}

/* --- the end --- */

static enum match_seat seat_of(int player)
{
    return player == 0 ? MATCH_FIRST : MATCH_SECOND;
}

static const char *were(const struct match *match, enum match_seat seat)
{
    return seat == match->seat ? "were" : "was";
}

void review_say_ending(const struct match *match, const struct ending *ending,
                       const struct move *winning, struct text *out)
{
    enum match_seat loser = seat_of(ending->loser), winner = match_seat_opposite(loser);
    bool was_won = ending->worth == ENDING_IN_WON;
    struct text words = {0};
    if (!was_won && ending->worth != ENDING_IN_LOST)
        return;
    words_defeat(match, loser, &words);
    if (loser == match->seat)
        words.bytes[0] = 'Y';
    text_printf(out, "%s in a %s position", text_string(&words), was_won ? "won" : "lost");

    if (ending->mover != ending->loser) {
        text_printf(out, ": %s %s to move, and had %s winning move.", name_of(match, winner),
                    were(match, winner), was_won ? "no" : "a");
    } else if (!was_won) {
        text_printf(out, ": after any move %s could win.", name_of(match, winner));
    } else if (winning) {
        text_clear(&words);
        words_move(&match->rules, &match->position, winning, true, &words);
        bool has_comma = strchr(text_string(&words), ',') != NULL;
        text_printf(out, ": to %s%s would have kept the win.", text_string(&words),
                    has_comma ? "," : "");
    } else {
        text_append_char(out, '.');
    }
    text_finish(&words);
}

static void say_end(const struct replay *replay, const struct move *winning, struct text *out)
{
    const struct match *match = replay->match;
    const struct mark *first_mark = replay_mark(replay, 1);
    if (replay->has_ending)
        review_say_ending(match, &replay->ending, winning, out);
    if (!first_mark)
        return;
    bool by_ending = replay->has_ending && replay->ending.worth == ENDING_IN_WON;
    enum match_seat from_start = first_mark->won ? MATCH_FIRST : MATCH_SECOND;
    int64_t by_moves = replay->sums[0].thrown + replay->sums[1].thrown - by_ending;
    if (out->len > 0)
        text_append_char(out, ' ');
    text_printf(out, "At the start %s could win with best play", name_of(match, from_start));
    if (by_moves == 0) {
        text_printf(out, ", and %s threw a win away.", by_ending ? "no move" : "nobody");
        return;
    }
    int64_t first = replay_first_mistake(replay, MATCH_SPECTATOR);
    text_printf(out, ". %s thrown away ", by_ending ? "Before the end a win was" : "A win was");
    if (by_moves == 1)
        text_append_string(out, "once");
    else
        text_printf(out, "%" PRId64 " times", by_moves);
    text_printf(out, "%s by %s, with move %" PRId64 ".", by_moves > 1 ? ", first" : "",
                name_of(match, match_seat_of_ply(first)), first);
}

void review_say_worth(const struct replay *replay, const struct move *winning, struct text *out)
{
    struct record_step step;
    if (!replay->marks)
        return;
    if (!replay_step(replay, &step)) {
        say_end(replay, winning, out);
        return;
    }
    const struct mark *mark = replay_mark(replay, step.ply);
    if (!mark->won)
        say_lost(replay, &step, out);
    else if (mark->kept)
        say_kept(replay, &step, mark, out);
    else
        say_thrown(replay, &step, mark, winning, out);
}

/* --- the winning moves --- */

void review_say_winning(const struct replay *replay, const struct solution *solution,
                        struct text *out)
{
    const struct winning_moves *winning = &solution->winning;
    uint32_t shown = winning->listed < WINNING_SHOWN_MAX ? winning->listed : WINNING_SHOWN_MAX;
    if (shown == 0) {
        text_append_string(out, "No move wins.");
        return;
    }
    if (winning->counted && winning->count == 1) {
        text_append_string(out, "The winning move: ");
    } else {
        text_append_string(out, winning->counted ? "" : "At least ");
        text_append_uint128(out, winning->count);
        text_append_string(out, " winning moves: ");
    }
    for (uint32_t i = 0; i < shown; i++) {
        text_append_string(out, i > 0 ? "; " : "");
        say_move(replay, &solution->moves[i], true, out);
    }
    text_append_string(out, winning->count > shown ? "; ..." : ".");
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
    text_append_string(out, name_of(replay->match, match_seat_opposite(step.by)));
    text_append_string(out, ": ");
    words_position(&replay->match->rules, &left, out);
    text_printf(out, "\n%s", after);
    position_finish(&left);
}
