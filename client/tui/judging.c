#include "client/tui/judging.h"

#include "common/base/memory.h"
#include "common/judge/judge.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

struct judging {
    struct solvers_job *job;
    struct text start, moves;
    judging_done *done;
    void *owner;
    struct text marks;
    /* Between the loop and the thread. */
    atomic_bool is_dropped;
    _Atomic int64_t asked; /* for one move after the other */
};

static bool goes_on(void *owner)
{
    struct judging *judging = owner;
    atomic_fetch_add(&judging->asked, 1);
    return !atomic_load(&judging->is_dropped);
}

static void judge(void *owner, struct solver *solver)
{
    struct judging *judging = owner;
    struct patience patience = {.go_on = goes_on, .owner = judging};
    struct error error;
    enum error_code failed =
        judge_match(solver, text_string(&judging->start), text_string(&judging->moves), &patience,
                    &judging->marks, &error);
    assert(!failed || failed == ERROR_DISCONNECTED); /* the match was checked as it came */
    (void)failed;
}

static void finish(void *owner)
{
    struct judging *judging = owner;
    if (!atomic_load(&judging->is_dropped))
        judging->done(judging->owner, text_string(&judging->marks));
    text_finish(&judging->start);
    text_finish(&judging->moves);
    text_finish(&judging->marks);
    free(judging);
}

struct judging *judging_start(struct solvers *solvers, const struct match *match,
                              judging_done *done, void *owner)
{
    struct judging *judging = memory_zeroed(1, sizeof *judging);
    judging->done = done;
    judging->owner = owner;
    position_print(&match->rules, &match->start, &judging->start);
    text_append(&judging->moves, text_string(&match->moves), match->moves.len);
    struct solvers_task task = {.owner = judging, .run = judge, .finish = finish};
    judging->job = solvers_start(solvers, &match->rules, &task);
    return judging;
}

void judging_drop(struct judging *judging)
{
    if (!judging)
        return;
    atomic_store(&judging->is_dropped, true);
    solvers_drop(judging->job);
}

int64_t judging_progress(const struct judging *judging)
{
    int64_t asked = atomic_load(&judging->asked);
    return asked > 0 ? asked - 1 : 0;
}
