#include "bots/thinker.h"

#include "client/lib/loop.h"
#include "common/base/memory.h"
#include "common/solver/solver_shelf.h"

#include <assert.h>
#include <stdlib.h>
#include <utlist.h>

/* One thread is left for the connection. The number also bounds the memory: the largest tables take
 * 0.3 GB (quota_values.h), so a bot needs at most 1.4 GB while three of them are made beside those
 * on the shelf, and 0.5 GB afterwards. */
enum { AT_ONCE_MAX = WORK_THREADS - 1 };

struct thought {
    struct thinker *thinker;
    struct rules rules;
    struct position position;
    int64_t match;
    int64_t ply;
    int64_t seed;
    chooser_answer *answer; /* NULL: dropped */
    void *owner;
    bool is_under_way;     /* else it waits in the queue */
    struct work *work;     /* NULL: not begun, or finishing */
    struct solver *solver; /* taken from the shelf. NULL: not begun, or it needs none */
    struct move move;
    struct thought *prev, *next; /* in the queue, or in `under_way` */
};

struct thinker {
    struct loop *loop;
    struct strategy strategy;
    struct solver_shelf *shelf;
    unsigned at_once; /* thoughts that have work */
    struct thought *under_way;
    struct thought *queue;
    bool is_destroyed; /* only waits for thoughts under way */
};

static void free_thinker(struct thinker *thinker)
{
    assert(!thinker->queue && !thinker->under_way && thinker->at_once == 0);
    solver_shelf_destroy(thinker->shelf);
    free(thinker);
}

static void free_thought(struct thought *thought)
{
    position_finish(&thought->position);
    free(thought);
}

/* --- a thought --- */

static struct turn turn_of(const struct thought *thought)
{
    return (struct turn){
        .rules = &thought->rules,
        .position = &thought->position,
        .match = thought->match,
        .ply = thought->ply,
        .seed = thought->seed,
    };
}

/* Runs on a thread of the pool. */
static void think(void *owner)
{
    struct thought *thought = owner;
    const struct strategy *strategy = &thought->thinker->strategy;
    struct turn turn = turn_of(thought);
    strategy->choose(strategy, thought->solver, &turn, &thought->move);
}

static void finish(void *owner, bool has_run);

/* Begins the thought, unless the solver of its rules is in use. */
static void begin_if_possible(struct thinker *thinker, struct thought *thought)
{
    assert(thinker->at_once < AT_ONCE_MAX && !thought->is_under_way);
    if (thinker->strategy.uses_solver) {
        thought->solver = solver_shelf_take(thinker->shelf, &thought->rules);
        if (!thought->solver)
            return;
    }
    DL_DELETE(thinker->queue, thought);
    DL_APPEND(thinker->under_way, thought);
    thought->is_under_way = true;
    thinker->at_once++;
    struct work_steps steps = {.owner = thought, .run = think, .finish = finish};
    thought->work = work_start(thinker->loop, &steps);
}

static void begin_what_can(struct thinker *thinker)
{
    struct thought *thought, *next;
    DL_FOREACH_SAFE (thinker->queue, thought, next) {
        if (thinker->at_once == AT_ONCE_MAX)
            return;
        begin_if_possible(thinker, thought);
    }
}

/* Answers a thought that waited for the solver and is quick, without a thread; false: there is
 * none.
 */
static bool answer_quick_one(struct thinker *thinker)
{
    struct thought *thought;
    DL_FOREACH (thinker->queue, thought) {
        struct turn turn = turn_of(thought);
        if (!thinker_choose_at_once(thinker, &turn, &thought->move))
            continue;
        DL_DELETE(thinker->queue, thought);
        thought->answer(thought->owner, CHOOSER_MOVES, &thought->move);
        free_thought(thought);
        return true;
    }
    return false;
}

static void finish(void *owner, bool has_run)
{
    (void)has_run; /* false only for a dropped one */
    struct thought *thought = owner;
    struct thinker *thinker = thought->thinker;
    assert(thinker->at_once > 0 && thought->is_under_way);
    thought->work = NULL;
    if (thought->solver)
        solver_shelf_give_back(thinker->shelf, thought->solver);
    thinker->at_once--;
    if (thought->answer)
        thought->answer(thought->owner, CHOOSER_MOVES, &thought->move);
    /* While this thought is under way the thinker stays, even if an answer destroys it. */
    while (answer_quick_one(thinker))
        ;
    begin_what_can(thinker);
    DL_DELETE(thinker->under_way, thought);
    free_thought(thought);
    if (thinker->is_destroyed && !thinker->under_way)
        free_thinker(thinker);
}

/* --- the public functions --- */

struct thinker *thinker_create(struct loop *loop, const struct strategy *strategy)
{
    struct thinker *thinker = memory_zeroed(1, sizeof *thinker);
    thinker->loop = loop;
    thinker->strategy = *strategy;
    thinker->shelf = solver_shelf_create(SOLVER_SHELF_MEMORY_MAX);
    return thinker;
}

void thinker_destroy(struct thinker *thinker)
{
    if (!thinker)
        return;
    struct thought *thought, *next;
    DL_FOREACH_SAFE (thinker->queue, thought, next)
        thought_drop(thought);
    DL_FOREACH (thinker->under_way, thought) {
        thought_drop(thought);
        if (thought->work)
            work_cancel(thought->work);
    }
    thinker->is_destroyed = true;
    if (!thinker->under_way)
        free_thinker(thinker);
}

static bool choose_if_quick(const struct strategy *strategy, struct solver *solver,
                            const struct turn *turn, struct move *ret_move)
{
    bool is_quick = strategy->is_quick(strategy, solver, turn);
    if (is_quick)
        strategy->choose(strategy, solver, turn, ret_move);
    return is_quick;
}

bool thinker_choose_at_once(struct thinker *thinker, const struct turn *turn, struct move *ret_move)
{
    const struct strategy *strategy = &thinker->strategy;
    if (!strategy->uses_solver)
        return choose_if_quick(strategy, NULL, turn, ret_move);
    struct solver *solver = solver_shelf_take(thinker->shelf, turn->rules);
    if (!solver)
        return false;
    bool is_chosen = choose_if_quick(strategy, solver, turn, ret_move);
    solver_shelf_give_back(thinker->shelf, solver);
    return is_chosen;
}

struct thought *thinker_ask(struct thinker *thinker, const struct turn *turn,
                            chooser_answer *answer, void *owner)
{
    struct thought *thought = memory_zeroed(1, sizeof *thought);
    *thought = (struct thought){
        .thinker = thinker,
        .rules = *turn->rules,
        .match = turn->match,
        .ply = turn->ply,
        .seed = turn->seed,
        .answer = answer,
        .owner = owner,
    };
    position_copy(&thought->position, turn->position);
    DL_APPEND(thinker->queue, thought);
    if (thinker->at_once < AT_ONCE_MAX)
        begin_if_possible(thinker, thought);
    return thought;
}

void thought_drop(struct thought *thought)
{
    if (thought->is_under_way) {
        thought->answer = NULL;
        return;
    }
    DL_DELETE(thought->thinker->queue, thought);
    free_thought(thought);
}

/* --- as a chooser --- */

static bool choose_at_once(void *owner, const struct match *match, struct move *ret_move)
{
    struct turn turn = chooser_turn(match);
    return thinker_choose_at_once(owner, &turn, ret_move);
}

static void *ask(void *owner, const struct match *match, chooser_answer *answer, void *answer_owner)
{
    struct turn turn = chooser_turn(match);
    return thinker_ask(owner, &turn, answer, answer_owner);
}

static void drop(void *owner, void *asked)
{
    (void)owner;
    thought_drop(asked);
}

struct chooser thinker_chooser(struct thinker *thinker)
{
    return (struct chooser){
        .owner = thinker, .choose_at_once = choose_at_once, .ask = ask, .drop = drop};
}
