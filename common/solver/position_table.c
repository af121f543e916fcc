#include "common/solver/position_table.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64, CELL_BYTES_MAX = 10, HEAD_BYTES_MAX = 5 };

/* A key is the number of cells and then the cells, each in as many groups of seven bits as it
 * needs; so no key is the beginning of another. */
struct slot {
    uint64_t key; /* 1 + its offset in the block; 0: the slot is free */
    uint32_t hash;
    uint32_t value;
};

struct position_table {
    struct slot *slots; /* a power of two of them, at most three quarters in use */
    size_t slots_count;
    size_t count;
    uint8_t *keys; /* one after the other; the key of the current search stands behind them */
    size_t keys_len;
    size_t keys_capacity;
};

struct position_table *position_table_create(void)
{
    struct position_table *table = memory_zeroed(1, sizeof *table);
    table->slots_count = FIRST_SLOTS;
    table->slots = memory_zeroed(FIRST_SLOTS, sizeof *table->slots);
    return table;
}

void position_table_destroy(struct position_table *table)
{
    if (!table)
        return;
    free(table->slots);
    free(table->keys);
    free(table);
}

size_t position_table_memory(const struct position_table *table)
{
    return table->slots_count * sizeof *table->slots + table->keys_capacity;
}

size_t position_table_count(const struct position_table *table)
{
    return table->count;
}

static uint8_t *write_groups(uint8_t *place, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        *place++ = (uint8_t)(number | 128);
    *place++ = (uint8_t)number;
    return place;
}

static void reserve_key(struct position_table *table, uint32_t cells)
{
    size_t need = HEAD_BYTES_MAX + (size_t)cells * CELL_BYTES_MAX;
    if (need <= table->keys_capacity - table->keys_len)
        return;
    size_t capacity = table->keys_len + need;
    capacity += capacity / 2;
    table->keys = memory_resized(table->keys, capacity, 1);
    table->keys_capacity = capacity;
}

/* Writes the key behind those of the table; returns its length. */
static size_t write_key(struct position_table *table, const struct position *position)
{
    reserve_key(table, position->count);
    uint8_t *key = table->keys + table->keys_len;
    uint8_t *end = write_groups(key, position->count);
    for (uint32_t i = 0; i < position->count; i++)
        end = write_groups(end, (uint64_t)position->cells[i]);
    return (size_t)(end - key);
}

/* Eight bytes at a time, multiplied by an odd number that has no pattern and folded. */
static uint32_t hash_of(const uint8_t *key, size_t len)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t hash = len;
    for (size_t at = 0; at < len; at += sizeof hash) {
        uint64_t part = 0;
        memcpy(&part, key + at, len - at < sizeof part ? len - at : sizeof part);
        hash = (hash ^ part) * odd;
        hash ^= hash >> 32;
    }
    hash *= odd;
    return (uint32_t)(hash >> 32);
}

static void grow(struct position_table *table)
{
    struct slot *old = table->slots;
    size_t old_count = table->slots_count;
    table->slots_count = 2 * old_count;
    table->slots = memory_zeroed(table->slots_count, sizeof *table->slots);
    for (size_t i = 0; i < old_count; i++) {
        size_t mask = table->slots_count - 1, at = old[i].hash & mask;
        if (!old[i].key)
            continue;
        while (table->slots[at].key)
            at = (at + 1) & mask;
        table->slots[at] = old[i];
    }
    free(old);
}

/* The slot of the key that stands behind the others, or the free one where it belongs. */
static struct slot *find_slot(struct position_table *table, uint32_t hash, size_t len)
{
    const uint8_t *key = table->keys + table->keys_len;
    size_t mask = table->slots_count - 1;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        struct slot *slot = &table->slots[at];
        if (!slot->key)
            return slot;
        if (slot->hash == hash && memcmp(table->keys + slot->key - 1, key, len) == 0)
            return slot;
    }
}

uint32_t *position_table_find(struct position_table *table, const struct position *position)
{
    size_t len = write_key(table, position);
    struct slot *slot = find_slot(table, hash_of(table->keys + table->keys_len, len), len);
    return slot->key ? &slot->value : NULL;
}

uint32_t *position_table_place(struct position_table *table, const struct position *position)
{
    if (table->count >= table->slots_count / 4 * 3)
        grow(table);
    size_t len = write_key(table, position);
    uint32_t hash = hash_of(table->keys + table->keys_len, len);
    struct slot *slot = find_slot(table, hash, len);
    if (!slot->key) {
        assert(len <= table->keys_capacity - table->keys_len && table->count < table->slots_count);
        *slot = (struct slot){.key = 1 + table->keys_len, .hash = hash};
        table->keys_len += len;
        table->count++;
    }
    return &slot->value;
}
