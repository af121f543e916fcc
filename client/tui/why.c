#include "client/tui/why.h"

#include "client/tui/solvers.h"
#include "common/base/memory.h"

#include <stdlib.h>

/* From more moves it may take long to find all winning ones. */
enum { QUICK_MOVES_MAX = 1000 };

struct why {
    struct solvers_job *job;
    struct position position;
    why_answered *answered; /* NULL: dropped */
    void *owner;
    struct solution solution;
    struct text text;
};

static bool is_quick(void *owner, const struct solver *solver)
{
    const struct why *why = owner;
    return move_count(solver_rules(solver), &why->position) <= QUICK_MOVES_MAX &&
           solver_is_quick(solver, &why->position);
}

static void find(void *owner, struct solver *solver)
{
    struct why *why = owner;
    solution_find(solver, &why->position, &why->solution);
    solver_explain(solver, &why->position, &why->text);
}

static void finish(void *owner)
{
    struct why *why = owner;
    if (why->answered)
        why->answered(why->owner, &why->solution, text_string(&why->text));
    position_finish(&why->position);
    text_finish(&why->text);
    free(why);
}

struct why *why_ask(struct app *app, const struct rules *rules, const struct position *position,
                    why_answered *answered, void *owner)
{
    struct why *why = memory_zeroed(1, sizeof *why);
    why->answered = answered;
    why->owner = owner;
    position_copy(&why->position, position);
    struct solvers_task task = {.owner = why, .is_quick = is_quick, .run = find, .finish = finish};
    struct solvers_job *job = solvers_start(app_solvers(app), rules, &task);
    if (!job)
        return NULL;
    why->job = job;
    return why;
}

void why_drop(struct why *why)
{
    if (!why)
        return;
    why->answered = NULL;
    solvers_drop(why->job);
}
