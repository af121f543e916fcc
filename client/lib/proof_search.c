#include "client/lib/proof_search.h"

#include "client/lib/work.h"
#include "common/base/memory.h"
#include "common/wire/proof.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { TRIALS_AT_ONCE = 16384 }; /* some milliseconds: how long a dropped search goes on */

struct proof_search {
    int64_t challenge;
    int bits;
    int64_t proof;
    proof_found *found;
    void *owner;
    struct work *work;
    atomic_bool is_dropped;
};

static void run(void *owner)
{
    struct proof_search *search = owner;
    while (!atomic_load(&search->is_dropped) &&
           !proof_find(search->challenge, search->bits, TRIALS_AT_ONCE, &search->proof))
        ;
}

static void finish(void *owner, bool has_run)
{
    struct proof_search *search = owner;
    (void)has_run;
    if (!atomic_load(&search->is_dropped))
        search->found(search->owner, search->proof);
    free(search);
}

struct proof_search *proof_search_start(struct loop *loop, int64_t challenge, int bits,
                                        proof_found *found, void *owner)
{
    struct proof_search *search = memory_zeroed(1, sizeof *search);
    search->challenge = challenge;
    search->bits = bits;
    search->found = found;
    search->owner = owner;
    struct work_steps steps = {.owner = search, .run = run, .finish = finish};
    search->work = work_start(loop, &steps);
    return search;
}

void proof_search_drop(struct proof_search *search)
{
    if (!search)
        return;
    atomic_store(&search->is_dropped, true);
    work_cancel(search->work);
}
