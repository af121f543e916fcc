#include "common/solver/solver_shelf.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

struct place {
    struct solver *solver;
    bool in_use;
    size_t memory; /* when it was given back last */
    struct place *prev, *next;
};

struct solver_shelf {
    struct place *places; /* the new ones and those given back last come first */
    int count;
    size_t memory; /* of all places together */
    size_t memory_max;
};

struct solver_shelf *solver_shelf_create(size_t memory_max)
{
    struct solver_shelf *shelf = memory_zeroed(1, sizeof *shelf);
    shelf->memory_max = memory_max;
    return shelf;
}

static void remove_place(struct solver_shelf *shelf, struct place *place)
{
    assert(shelf->count > 0 && shelf->memory >= place->memory);
    DL_DELETE(shelf->places, place);
    shelf->count--;
    shelf->memory -= place->memory;
    solver_destroy(place->solver);
    free(place);
}

void solver_shelf_destroy(struct solver_shelf *shelf)
{
    if (!shelf)
        return;
    struct place *place, *next;
    DL_FOREACH_SAFE (shelf->places, place, next) {
        assert(!place->in_use);
        remove_place(shelf, place);
    }
    free(shelf);
}

/* The place that was given back longest ago; NULL when all are in use. */
static struct place *find_oldest(const struct solver_shelf *shelf)
{
    struct place *place, *oldest = NULL;
    DL_FOREACH (shelf->places, place) {
        if (!place->in_use)
            oldest = place;
    }
    return oldest;
}

static struct place *find_place(const struct solver_shelf *shelf, const struct rules *rules)
{
    struct place *place;
    DL_FOREACH (shelf->places, place) {
        if (strcmp(solver_rules(place->solver)->text, rules->text) == 0)
            return place;
    }
    return NULL;
}

struct solver *solver_shelf_take(struct solver_shelf *shelf, const struct rules *rules)
{
    struct place *place = find_place(shelf, rules);
    if (place && place->in_use)
        return NULL;
    if (!place) {
        place = memory_zeroed(1, sizeof *place);
        place->solver = solver_create(rules);
        DL_PREPEND(shelf->places, place);
        shelf->count++;
    }
    place->in_use = true;
    return place->solver;
}

void solver_shelf_give_back(struct solver_shelf *shelf, struct solver *solver)
{
    struct place *place = shelf->places;
    while (place && place->solver != solver)
        place = place->next;
    assert(place && place->in_use);
    place->in_use = false;
    shelf->memory -= place->memory;
    place->memory = solver_memory(solver);
    shelf->memory += place->memory;
    DL_DELETE(shelf->places, place);
    DL_PREPEND(shelf->places, place);

    struct place *oldest;
    while ((shelf->count > SOLVER_SHELF_COUNT_MAX || shelf->memory > shelf->memory_max) &&
           (oldest = find_oldest(shelf)))
        remove_place(shelf, oldest);
}
