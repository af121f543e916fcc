/* Texts among MessagePack's objects: STR and BIN alike, as some clients can send only one. */
#ifndef COMMON_WIRE_OBJECT_H
#define COMMON_WIRE_OBJECT_H

#include "common/wire/schema.h"

#include <msgpack.h>

bool object_is_text(const msgpack_object *object);
struct wire_text object_text(const msgpack_object *object);
bool object_is_clean(const msgpack_object *object);

#endif
