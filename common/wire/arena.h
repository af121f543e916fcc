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

/* The one object that fills `len` bytes, which the scanner has passed. Its texts point into
 * them. */
msgpack_object arena_unpack(struct wire_arena *arena, const char *bytes, size_t len);

#endif
