#include "client/record/replay.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>

void replay_begin(struct replay *replay, struct match *match)
{
    replay_finish(replay);
    replay->match = match;
    record_walk_begin(match, &replay->walk);
    replay_go(replay, 1);
}

void replay_finish(struct replay *replay)
{
    free(replay->marks);
    match_destroy(replay->match);
    position_finish(&replay->walk.position);
    *replay = (struct replay){0};
}

/* --- marks --- */

static int64_t count_marks(const char *marks)
{
    struct mark mark;
    int64_t count = 0;
    while (*marks && mark_next(&marks, &mark))
        count++;
    return count;
}

/* Counts an ending that threw a win away as one more won position of its loser. */
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
    }
}

bool replay_judge(struct replay *replay, const char *marks)
{
    int64_t count = replay->match->ply;
    struct mark_sums sums[2] = {0};
    if (count_marks(marks) != count || !mark_sum(marks, sums, NULL))
        return false;
    free(replay->marks);
    replay->marks = memory_zeroed((size_t)count + 1, sizeof *replay->marks); /* never NULL */
    memcpy(replay->sums, sums, sizeof sums);
    replay->has_ending = false;
    for (int64_t i = 0; i < count; i++)
        mark_next(&marks, &replay->marks[i]);
    if (count > 0)
        judge_end(replay, mark_outcome_after(&replay->marks[count - 1]));
    return true;
}

void replay_judge_start(struct replay *replay, enum outcome outcome)
{
    if (replay->match->ply == 0 && replay->marks && !replay->has_ending)
        judge_end(replay, outcome);
}

const struct mark *replay_mark(const struct replay *replay, int64_t ply)
{
    bool is_there = replay->marks && ply >= 1 && ply <= replay->match->ply;
    return is_there ? &replay->marks[ply - 1] : NULL;
}

/* --- stops --- */

static int64_t within(int64_t stop, int64_t last)
{
    if (stop < 1)
        return 1;
    return stop > last ? last : stop;
}

void replay_go(struct replay *replay, int64_t stop)
{
    if (!replay->match)
        return;
    replay->stop = within(stop, replay->match->ply + 1);
    if (replay->walk.ply >= replay->stop)
        record_walk_begin(replay->match, &replay->walk);
    struct record_step step;
    while (replay->walk.ply + 1 < replay->stop &&
           record_walk_peek(replay->match, &replay->walk, &step))
        record_walk_pass(replay->match, &replay->walk, &step);
}

bool replay_is_at_end(const struct replay *replay)
{
    return !replay->match || replay->stop == replay->match->ply + 1;
}

bool replay_step(const struct replay *replay, struct record_step *ret_step)
{
    return replay->match && record_walk_peek(replay->match, &replay->walk, ret_step);
}

/* --- mistakes --- */

bool replay_is_mistake(const struct replay *replay, int64_t stop)
{
    const struct mark *mark = replay_mark(replay, stop);
    if (mark)
        return mark->won && !mark->kept;
    return replay->has_ending && replay->ending.worth == ENDING_IN_WON &&
           stop == replay->match->ply + 1;
}

enum match_seat replay_seat_of_mistake(const struct replay *replay, int64_t stop)
{
    if (stop <= replay->match->ply)
        return match_seat_of_ply(stop);
    return replay->ending.loser == 0 ? MATCH_FIRST : MATCH_SECOND;
}

/* The first mistake behind `stop`, of a seat or of either. */
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
