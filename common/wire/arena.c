#include "common/wire/arena.h"

#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void wire_arena_clear(struct wire_arena *arena)
{
    text_wipe(&arena->collected);
    msgpack_zone_clear(&arena->zone);
}

void *wire_arena_memory(struct wire_arena *arena, size_t count, size_t size)
{
    assert(size == 0 || count <= SIZE_MAX / size);
    void *memory = msgpack_zone_malloc(&arena->zone, count * size);
    check(memory != NULL);
    return memory;
}

void *wire_arena_for_next(struct wire_arena *arena, void *list, size_t count, size_t size)
{
    if (count > 0 && (count & (count - 1)) != 0) /* the last one has doubled the room */
        return list;
    void *roomy = wire_arena_memory(arena, 2 * count + !count, size);
    if (count > 0)
        memcpy(roomy, list, count * size);
    return roomy;
}

struct wire_text wire_arena_text(struct wire_arena *arena, const char *text, size_t len)
{
    char *copy = wire_arena_memory(arena, len + 1, 1);
    if (len > 0)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return (struct wire_text){.bytes = copy, .len = len};
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
