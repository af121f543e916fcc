/* What one decoded message lives in. */
#ifndef COMMON_WIRE_ARENA_H
#define COMMON_WIRE_ARENA_H

#include "common/base/text.h"

#include <msgpack.h>

struct wire_arena {
    msgpack_zone zone;
    struct text collected; /* the message's bytes, if they came in pieces */
    bool is_harmless;      /* are texts read without what harmless.h warns of? */
};

/* Ends the life of the last message. */
void arena_clear(struct wire_arena *arena);
/* Uninitialised memory that lives as long as the message. Never NULL. */
void *arena_memory(struct wire_arena *arena, size_t count, size_t size);
/* The one object that fills `len` bytes, which the scanner has passed. Its texts point into
 * them. */
msgpack_object arena_unpack(struct wire_arena *arena, const char *bytes, size_t len);

#endif
