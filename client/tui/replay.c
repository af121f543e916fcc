#include "client/tui/replay.h"

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

bool replay_judge(struct replay *replay, const char *marks)
{
    int64_t count = replay->match->ply;
    int64_t first_thrown;
    struct mark_sums sums[2] = {0};
    if (count_marks(marks) != count || !mark_sum(marks, sums, &first_thrown))
        return false;
    free(replay->marks);
    replay->first_thrown = first_thrown;
    replay->marks = memory_zeroed((size_t)count + 1, sizeof *replay->marks); /* never NULL */
    memcpy(replay->sums, sums, sizeof sums);
    for (int64_t i = 0; i < count; i++)
        mark_next(&marks, &replay->marks[i]);
    return true;
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

int64_t replay_next_thrown(const struct replay *replay)
{
    int64_t count = replay->marks ? replay->match->ply : 0;
    int64_t passed = replay_is_at_end(replay) ? 0 : replay->stop;
    for (int64_t i = 0; i < count; i++) {
        int64_t ply = (passed + i) % count + 1;
        const struct mark *mark = replay_mark(replay, ply);
        if (mark->won && !mark->kept)
            return ply;
    }
    return 0;
}

int64_t replay_first_thrown_by(const struct replay *replay, enum match_seat seat)
{
    int64_t count = replay->marks ? replay->match->ply : 0;
    for (int64_t ply = 1; ply <= count; ply++) {
        const struct mark *mark = replay_mark(replay, ply);
        if (mark->won && !mark->kept && record_seat_of_ply(ply) == seat)
            return ply;
    }
    return 0;
}

bool replay_step(const struct replay *replay, struct record_step *ret_step)
{
    return replay->match && record_walk_peek(replay->match, &replay->walk, ret_step);
}
