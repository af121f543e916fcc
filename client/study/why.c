#include "client/study/why.h"

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

const char *why_no_hint(bool in_tournament, bool is_rated, bool is_against_bot)
{
    if (in_tournament)
        return "There are no hints in a tournament";
    if (is_rated)
        return "There are no hints in a rated match";
    return is_against_bot ? NULL : "There are hints only against bots";
}

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

struct why *why_ask(struct solvers *solvers, const struct rules *rules,
                    const struct position *position, why_answered *answered, void *owner)
{
    struct why *why = memory_zeroed(1, sizeof *why);
    why->answered = answered;
    why->owner = owner;
    position_copy(&why->position, position);
    struct solvers_task task = {.owner = why, .is_quick = is_quick, .run = find, .finish = finish};
    struct solvers_job *job = solvers_start(solvers, rules, &task);
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
