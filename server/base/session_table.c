#include "server/base/session_table.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { PLACE_BITS = 20, PLACES_MAX = 1 << PLACE_BITS, USES_MAX = (1 << 20) - 1 };

struct session_place {
    void *session;      /* NULL: the place is free */
    uint32_t uses;      /* so far, with the present one */
    uint32_t free_next; /* of the list of free places */
};

void session_table_finish(struct session_table *table)
{
    assert(table->count == 0);
    free(table->places);
    *table = (struct session_table){0};
}

/* A free place; PLACES_MAX: there is none. */
static size_t take_place(struct session_table *table)
{
    if (table->free_first > 0) {
        size_t place = table->free_first - 1;
        table->free_first = table->places[place].free_next;
        return place;
    }
    if (table->place_count == PLACES_MAX)
        return PLACES_MAX;
    table->places = memory_for_next(table->places, table->place_count, sizeof *table->places);
    table->places[table->place_count] = (struct session_place){0};
    return table->place_count++;
}

uint64_t session_table_add(struct session_table *table, void *session)
{
    assert(session);
    size_t place = take_place(table);
    if (place == PLACES_MAX)
        return 0;
    table->places[place].session = session;
    table->places[place].uses++;
    table->count++;
    return (uint64_t)table->places[place].uses << PLACE_BITS | place;
}

/* NULL: no session has the number. */
static struct session_place *place_of(const struct session_table *table, uint64_t number)
{
    size_t place = number & (PLACES_MAX - 1);
    if (place >= table->place_count)
        return NULL;
    struct session_place *found = &table->places[place];
    return found->session && found->uses == number >> PLACE_BITS ? found : NULL;
}

void *session_table_find(const struct session_table *table, uint64_t number)
{
    struct session_place *place = place_of(table, number);
    return place ? place->session : NULL;
}

void session_table_remove(struct session_table *table, uint64_t number)
{
    struct session_place *place = place_of(table, number);
    assert(place);
    place->session = NULL;
    table->count--;
    if (place->uses == USES_MAX)
        return;
    place->free_next = (uint32_t)table->free_first;
    table->free_first = (size_t)(place - table->places) + 1;
}
