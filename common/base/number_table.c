#include "common/base/number_table.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { BITS_FIRST = 4 };

struct number_place {
    uint64_t number;
    void *thing; /* NULL: the place is free */
};

static size_t place_count(const struct number_table *table)
{
    return table->bits > 0 ? (size_t)1 << table->bits : 0;
}

static size_t place_after(const struct number_table *table, size_t place)
{
    return (place + 1) & (place_count(table) - 1);
}

/* Where the search for a number begins: the upper bits of its product with 2^64 / the golden
 * ratio, so that numbers that follow one another are far apart. */
static size_t home_of(const struct number_table *table, uint64_t number)
{
    return (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> (64 - table->bits));
}

/* The place of the number, or the free one where the search for it ends. */
static size_t place_of(const struct number_table *table, uint64_t number)
{
    size_t place = home_of(table, number);
    while (table->places[place].thing && table->places[place].number != number)
        place = place_after(table, place);
    return place;
}

void number_table_finish(struct number_table *table)
{
    assert(table->count == 0);
    free(table->places);
    *table = (struct number_table){0};
}

static void grow(struct number_table *table)
{
    struct number_table old = *table;
    table->bits = old.bits > 0 ? old.bits + 1 : BITS_FIRST;
    table->places = memory_zeroed(place_count(table), sizeof *table->places);
    for (size_t i = 0; i < place_count(&old); i++)
        if (old.places[i].thing)
            table->places[place_of(table, old.places[i].number)] = old.places[i];
    free(old.places);
}

/* At least a quarter of the places is free. */
void number_table_add(struct number_table *table, uint64_t number, void *thing)
{
    assert(thing);
    if (table->count >= place_count(table) / 4 * 3)
        grow(table);
    size_t place = place_of(table, number);
    assert(!table->places[place].thing);
    table->places[place] = (struct number_place){number, thing};
    table->count++;
}

void *number_table_find(const struct number_table *table, uint64_t number)
{
    return table->count > 0 ? table->places[place_of(table, number)].thing : NULL;
}

/* What follows without a gap moves up if the search for it would end at the free place. */
void number_table_remove(struct number_table *table, uint64_t number)
{
    assert(table->count > 0);
    size_t free_place = place_of(table, number), mask = place_count(table) - 1;
    assert(table->places[free_place].thing);
    for (size_t i = place_after(table, free_place); table->places[i].thing;
         i = place_after(table, i)) {
        size_t home = home_of(table, table->places[i].number);
        if (((i - home) & mask) < ((i - free_place) & mask))
            continue;
        table->places[free_place] = table->places[i];
        free_place = i;
    }
    table->places[free_place].thing = NULL;
    table->count--;
}
