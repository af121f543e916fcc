#include "common/words/review.h"

#include "common/base/memory.h"
#include "common/judge/judge.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WINNING_SHOWN_MAX = 4 };

void replay_begin(struct replay *replay, struct match *match)
{
    assert(match && match != replay->match);
    replay_finish(replay);
    replay->match = match;
    match_walk_begin(match, &replay->walk);
    replay_go(replay, 1);
}

void replay_finish(struct replay *replay)
{
    free(replay->marks);
    match_destroy(replay->match);
    position_finish(&replay->walk.position);
    *replay = (struct replay){0};
}

/* --- judging --- */

/* Counts an ending that threw a win or a draw away as one more such position of its loser. */
static void judge_end(struct replay *replay, enum outcome outcome)
{
    const struct match *match = replay->match;
    replay->has_ending = match_is_over(match);
    if (!replay->has_ending)
        return;
    replay->ending = ending_judge(match->ending, match->winner, match->ply, outcome);
    if (replay->ending.worth == ENDING_IN_WON) {
        replay->sums[replay->ending.loser].won++;
        replay->sums[replay->ending.loser].thrown++;
    } else if (replay->ending.worth == ENDING_IN_DRAW) {
        replay->draws[replay->ending.loser].met++;
        replay->draws[replay->ending.loser].lost++;
    }
}

bool replay_judge(struct replay *replay, const char *marks)
{
    assert(replay->match);
    int64_t count = 0, ply = replay->match->ply;
    struct mark_sums sums[2] = {0};
    struct mark mark;
    for (const char *at = marks; *at && mark_next(&at, &mark);)
        count++;
    if (count != ply || !mark_sum(marks, sums, NULL))
        return false;

    free(replay->marks);
    replay->marks = memory_zeroed((size_t)ply + 1, sizeof *replay->marks); /* never NULL */
    memset(replay->draws, 0, sizeof replay->draws);
    for (int64_t i = 0; i < ply; i++) {
        struct draw_sums *draws = &replay->draws[i % 2];
        mark_next(&marks, &replay->marks[i]);
        draws->met += replay->marks[i].drawn;
        draws->kept += replay->marks[i].drawn && replay->marks[i].kept;
        draws->lost += replay->marks[i].drawn && !replay->marks[i].kept;
    }
    memcpy(replay->sums, sums, sizeof sums);
    replay->has_ending = false;
    if (ply > 0)
        judge_end(replay, mark_outcome_after(&replay->marks[ply - 1]));
    return true;
}

void replay_judge_start(struct replay *replay, enum outcome outcome)
{
    assert(replay->match);
    if (replay->match->ply == 0 && replay->marks && !replay->has_ending)
        judge_end(replay, outcome);
}

void replay_judge_by(struct replay *replay, struct solver *solver)
{
    const struct match *match = replay->match;
    struct text start = {0}, marks = {0};
    struct error error;
    position_print(&match->rules, &match->start, &start);
    enum error_code failed =
        judge_match(solver, text_string(&start), text_string(&match->moves), NULL, &marks, &error);
    bool is_taken = !failed && replay_judge(replay, text_string(&marks));
    assert(is_taken); /* every move was checked when it was played */
    (void)is_taken;
    if (match->ply == 0)
        replay_judge_start(replay, solver_outcome(solver, &match->start));
    text_finish(&start);
    text_finish(&marks);
}

bool replay_has_draws(const struct replay *replay)
{
    return replay->draws[0].met > 0 || replay->draws[1].met > 0;
}

const struct mark *replay_mark(const struct replay *replay, int64_t ply)
{
    bool is_there = replay->marks && ply >= 1 && ply <= replay->match->ply;
    return is_there ? &replay->marks[ply - 1] : NULL;
}

/* --- stops --- */

void replay_go(struct replay *replay, int64_t stop)
{
    if (!replay->match)
        return;
    int64_t end = replay->match->ply + 1;
    replay->stop = stop < 1 ? 1 : stop > end ? end : stop;
    if (replay->walk.ply >= replay->stop)
        match_walk_begin(replay->match, &replay->walk);
    struct match_step step;
    while (replay->walk.ply + 1 < replay->stop &&
           match_walk_peek(replay->match, &replay->walk, &step))
        match_walk_pass(replay->match, &replay->walk, &step);
}

bool replay_is_at_end(const struct replay *replay)
{
    return !replay->match || replay->stop == replay->match->ply + 1;
}

bool replay_step(const struct replay *replay, struct match_step *ret_step)
{
    return replay->match && match_walk_peek(replay->match, &replay->walk, ret_step);
}

/* --- mistakes --- */

bool replay_is_mistake(const struct replay *replay, int64_t stop)
{
    const struct mark *mark = replay_mark(replay, stop);
    if (mark)
        return mark_is_mistake(mark);
    return replay->has_ending &&
           (replay->ending.worth == ENDING_IN_WON || replay->ending.worth == ENDING_IN_DRAW) &&
           stop == replay->match->ply + 1;
}

enum match_seat replay_seat_of_mistake(const struct replay *replay, int64_t stop)
{
    assert(replay_is_mistake(replay, stop));
    if (stop <= replay->match->ply)
        return match_seat_of_ply(stop);
    return replay->ending.loser == 0 ? MATCH_FIRST : MATCH_SECOND;
}

/* The first mistake after `stop`, of a seat or of either. */
static int64_t mistake_after(const struct replay *replay, int64_t stop, enum match_seat seat)
{
    int64_t last = replay->match ? replay->match->ply + 1 : 0;
    while (++stop <= last) {
        if (replay_is_mistake(replay, stop) &&
            (seat == MATCH_SPECTATOR || seat == replay_seat_of_mistake(replay, stop)))
            return stop;
    }
    return 0;
}

int64_t replay_first_mistake(const struct replay *replay, enum match_seat seat)
{
    return mistake_after(replay, 0, seat);
}

int64_t replay_next_mistake(const struct replay *replay)
{
    return mistake_after(replay, replay->stop, MATCH_SPECTATOR);
}

/* --- sentences --- */

static const char *name_of(const struct match *match, enum match_seat seat)
{
    return seat == match->seat ? "you" : match_player(match, seat);
}

static void say_move(const struct replay *replay, const struct move *move, bool you,
                     struct text *out)
{
    words_move(&replay->match->rules, &replay->walk.position, move, you, out);
}

void review_say_move(const struct replay *replay, struct text *out)
{
    const struct match *match = replay->match;
    struct match_step step;
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

void review_say_ending(const struct match *match, const struct judged_ending *ending,
                       const struct move *winning, struct text *out)
{
    enum match_seat loser = ending->loser == 0 ? MATCH_FIRST : MATCH_SECOND;
    enum match_seat winner = match_seat_opposite(loser);
    bool was_won = ending->worth == ENDING_IN_WON;
    struct text words = {0};
    if (ending->worth == ENDING_BY_MOVE || ending->worth == ENDING_NOBODY_WON)
        return;
    words_defeat(match, loser, &words);
    if (loser == match->seat)
        words.bytes[0] = 'Y';
    if (ending->worth == ENDING_IN_DRAW) {
        text_printf(out, "%s in a position that was a draw with best play.", text_string(&words));
        text_finish(&words);
        return;
    }
    text_printf(out, "%s in a %s position", text_string(&words), was_won ? "won" : "lost");

    if (ending->mover != ending->loser) {
        text_printf(out, ": %s %s to move, and had %s winning move.", name_of(match, winner),
                    winner == match->seat ? "were" : "was", was_won ? "no" : "a");
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

/* How the match went, where its positions were not only won and lost; false: they were. */
static bool say_end_with_draws(const struct replay *replay, struct text *out)
{
    const struct match *match = replay->match;
    int64_t mistakes = 0, first = 0;
    bool has_draw = false;
    for (int64_t ply = 1; ply <= match->ply; ply++) {
        const struct mark *mark = replay_mark(replay, ply);
        has_draw = has_draw || mark->drawn || mark->to_draw;
        if (mark_is_mistake(mark) && mistakes++ == 0)
            first = ply;
    }
    if (!has_draw)
        return false;
    const struct mark *start = replay_mark(replay, 1);
    if (out->len > 0)
        text_append_char(out, ' ');
    if (start->drawn)
        text_append_string(out, "At the start it was a draw with best play");
    else
        text_printf(out, "At the start %s could win with best play",
                    name_of(match, start->won ? MATCH_FIRST : MATCH_SECOND));
    if (mistakes == 0) {
        text_append_string(out, replay_is_mistake(replay, match->ply + 1)
                                    ? ", and nothing was thrown away before the end."
                                    : ", and nobody threw anything away.");
        return true;
    }
    text_printf(out,
                ". Moves that threw a win or a draw away: %" PRId64 ", the first by %s, move "
                "%" PRId64 ".",
                mistakes, name_of(match, match_seat_of_ply(first)), first);
    return true;
}

static void say_end(const struct replay *replay, const struct move *winning, struct text *out)
{
    const struct match *match = replay->match;
    const struct mark *first_mark = replay_mark(replay, 1);
    if (replay->has_ending)
        review_say_ending(match, &replay->ending, winning, out);
    if (!first_mark)
        return;
    if (say_end_with_draws(replay, out))
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

static void say_why_over(const struct rules *rules, const char *winner, const char *loser,
                         struct text *out)
{
    switch (words_end_of(rules)) {
    case WORDS_END_NO_MOVE:
        text_printf(out, "%s cannot move any more.", loser);
        break;
    case WORDS_END_DOLLAR:
        text_append_string(out, "it takes the dollar.");
        break;
    case WORDS_END_LAST_COUNTER:
        text_append_string(out, "it takes the last counter.");
        break;
    case WORDS_END_EVEN_STEPS:
        text_printf(out, "%s made an even number of steps.", winner);
        break;
    }
}

void review_say_worth(const struct replay *replay, const struct move *winning, struct text *out)
{
    const struct match *match = replay->match;
    struct match_step step;
    if (!replay->marks)
        return;
    if (!replay_step(replay, &step)) {
        say_end(replay, winning, out);
        return;
    }
    const struct mark *mark = replay_mark(replay, step.ply),
                      *next = replay_mark(replay, step.ply + 1);
    enum match_seat other = match_seat_opposite(step.by);
    const char *player = name_of(match, step.by), *opponent = name_of(match, other);
    bool is_only = mark->counted && mark->winning == 1;

    if (mark->drawn && mark->kept) {
        text_append_string(out, "It was a draw with best play, and the move keeps it.");
        return;
    }
    if (!mark->won && !mark->drawn) {
        text_printf(out, "There was no winning move here: after any move %s could win.", opponent);
        if (next)
            text_printf(out,
                        next->kept ? " And %s kept the win."
                                   : " But %s threw the win away on the next move.",
                        opponent);
        return;
    }
    if (mark->kept) {
        text_append_string(out, is_only ? "The only winning move: " : "A winning move: ");
        if (step.ply == match->ply && position_is_over(&match->rules, &match->position))
            say_why_over(&match->rules, player, opponent, out);
        else
            text_printf(out, "whatever %s answer%s, %s can win.", opponent,
                        other == match->seat ? "" : "s", player);
        return;
    }

    if (step.ply == replay_first_mistake(replay, match->seat))
        text_append_string(out, match->seat == MATCH_SPECTATOR ? "The first mistake. "
                                                               : "Your first mistake. ");
    const char *subject = step.by == match->seat ? "You" : player;
    if (mark->drawn)
        text_printf(out, "It was a draw with best play; %s %smove that kept it", player,
                    is_only ? "had one " : "had a ");
    else
        text_printf(out, "%s had a winning move here", subject);
    if (winning) {
        text_append_string(out, is_only && !mark->drawn ? ", the only one: " : ": ");
        say_move(replay, winning, true, out);
    }
    text_printf(out, ". %s chose to ", subject);
    say_move(replay, &step.move, true, out);
    if (mark->to_draw)
        text_append_string(out, ", and from then on it was a draw with best play.");
    else
        text_printf(out, ", and from then on %s could win.", opponent);
}

void review_say_winning(const struct replay *replay, const struct solution *solution,
                        struct text *out)
{
    bool is_drawn = solution->drawing.listed > 0;
    const struct winning_moves *winning = is_drawn ? &solution->drawing : &solution->winning;
    uint32_t shown = winning->listed < WINNING_SHOWN_MAX ? winning->listed : WINNING_SHOWN_MAX;
    if (shown == 0) {
        text_append_string(out, "No move wins.");
        return;
    }
    if (winning->counted && winning->count == 1) {
        text_append_string(out, is_drawn ? "The move that keeps the draw: " : "The winning move: ");
    } else {
        text_append_string(out, winning->counted ? "" : "At least ");
        text_append_uint128(out, winning->count);
        text_append_string(out, is_drawn ? " moves that keep the draw: " : " winning moves: ");
    }
    for (uint32_t i = 0; i < shown; i++) {
        text_append_string(out, i > 0 ? "; " : "");
        say_move(replay, &solution->moves[i], true, out);
    }
    text_append_string(out, winning->count > shown ? "; ..." : ".");
}

void review_say_after(const struct replay *replay, const char *after, struct text *out)
{
    struct match_step step;
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
