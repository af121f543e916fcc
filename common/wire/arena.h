/* The memory of one decoded message. */
#ifndef COMMON_WIRE_ARENA_H
#define COMMON_WIRE_ARENA_H

#include "common/base/text.h"

#include <msgpack.h>

struct wire_arena {
    msgpack_zone zone;
    struct text collected; /* the message's bytes, if they came in pieces */
    bool is_harmless;      /* are texts made harmless (harmless.h) when they are read? */
};

/* Unpacks the one object in these `len` bytes, which the scanner has passed. Its texts point into
 * them. */
msgpack_object arena_unpack(struct wire_arena *arena, const char *bytes, size_t len);

#endif
