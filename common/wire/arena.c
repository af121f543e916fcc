#include "common/wire/arena.h"

#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* Holds an ordinary message, so that the zone needs no further chunk for it. */
#define CHUNK_BYTES 8192

/* Like memory.h: a process without memory ends. */
static void check(bool has_memory)
{
    if (!has_memory) {
        fputs("out of memory\n", stderr);
        abort();
    }
}

struct wire_arena *wire_arena_create(void)
{
    struct wire_arena *arena = memory_zeroed(1, sizeof *arena);
    check(msgpack_zone_init(&arena->zone, CHUNK_BYTES));
    return arena;
}

void wire_arena_destroy(struct wire_arena *arena)
{
    if (!arena)
        return;
    text_wipe(&arena->collected);
    msgpack_zone_destroy(&arena->zone);
    free(arena);
}

void wire_arena_make_harmless(struct wire_arena *arena)
{
    arena->is_harmless = true;
}

void arena_clear(struct wire_arena *arena)
{
    text_wipe(&arena->collected);
    msgpack_zone_clear(&arena->zone);
}

void *arena_memory(struct wire_arena *arena, size_t count, size_t size)
{
    assert(size == 0 || count <= SIZE_MAX / size);
    void *memory = msgpack_zone_malloc(&arena->zone, count * size);
    check(memory != NULL);
    return memory;
}

msgpack_object arena_unpack(struct wire_arena *arena, const char *bytes, size_t len)
{
    msgpack_object object;
    size_t end = 0;
    msgpack_unpack_return outcome = msgpack_unpack(bytes, len, &end, &arena->zone, &object);
    check(outcome != MSGPACK_UNPACK_NOMEM_ERROR);
    assert(outcome == MSGPACK_UNPACK_SUCCESS && end == len);
    return object;
}
