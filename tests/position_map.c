#include "tests/position_map.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CHAINS = 64 };

/* A position with its number; it stays where it is. */
struct entry {
    struct entry *next; /* in its chain */
    uint64_t hash;
    uint32_t number;
    uint32_t count;
    int64_t cells[];
};

struct position_map {
    struct entry **chains; /* a power of two of them, not fewer than entries */
    size_t chains_count;
    size_t size;
};

struct position_map *position_map_create(void)
{
    struct position_map *map = memory_zeroed(1, sizeof *map);
    map->chains = memory_zeroed(FIRST_CHAINS, sizeof(struct entry *));
    map->chains_count = FIRST_CHAINS;
    return map;
}

void position_map_destroy(struct position_map *map)
{
    for (size_t i = 0; i < map->chains_count; i++) {
        for (struct entry *entry = map->chains[i], *next; entry; entry = next) {
            next = entry->next;
            free(entry);
        }
    }
    free(map->chains);
    free(map);
}

size_t position_map_size(const struct position_map *map)
{
    return map->size;
}

/* A polynomial in the cells, folded so that the low digits depend on the high ones too. */
static uint64_t hash_of(const struct position *position)
{
    uint64_t hash = position->count;
    for (uint32_t i = 0; i < position->count; i++)
        hash = hash * UINT64_C(0xd1342543de82ef95) + (uint64_t)position->cells[i];
    hash = (hash ^ hash >> 32) * UINT64_C(0xaef17502108ef2d9);
    return hash ^ hash >> 29;
}

static bool holds(const struct entry *entry, uint64_t hash, const struct position *position)
{
    if (entry->hash != hash || entry->count != position->count)
        return false;
    for (uint32_t i = 0; i < position->count; i++) {
        if (entry->cells[i] != position->cells[i])
            return false;
    }
    return true;
}

static void chain(struct position_map *map, struct entry *entry)
{
    struct entry **first = &map->chains[entry->hash & (map->chains_count - 1)];
    entry->next = *first;
    *first = entry;
}

static void grow(struct position_map *map)
{
    struct entry **old = map->chains;
    size_t old_count = map->chains_count;
    map->chains_count = 2 * old_count;
    map->chains = memory_zeroed(map->chains_count, sizeof(struct entry *));
    for (size_t i = 0; i < old_count; i++) {
        for (struct entry *entry = old[i], *next; entry; entry = next) {
            next = entry->next;
            chain(map, entry);
        }
    }
    free(old);
}

static struct entry *add(struct position_map *map, uint64_t hash, const struct position *position)
{
    if (map->size == map->chains_count)
        grow(map);
    size_t cells_size = position->count * sizeof *position->cells;
    struct entry *entry = memory_zeroed(1, sizeof *entry + cells_size);
    entry->hash = hash;
    entry->count = position->count;
    if (cells_size > 0)
        memcpy(entry->cells, position->cells, cells_size);
    chain(map, entry);
    map->size++;
    return entry;
}

uint32_t *position_map_at(struct position_map *map, const struct position *position)
{
    uint64_t hash = hash_of(position);
    struct entry *entry = map->chains[hash & (map->chains_count - 1)];
    while (entry && !holds(entry, hash, position))
        entry = entry->next;
    if (!entry)
        entry = add(map, hash, position);
    return &entry->number;
}
