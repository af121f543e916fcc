#include "common/wire/object.h"

#include <assert.h>
#include <string.h>
#include <unistr.h>

bool object_is_text(const msgpack_object *object)
{
    return object->type == MSGPACK_OBJECT_STR || object->type == MSGPACK_OBJECT_BIN;
}

struct wire_text object_text(const msgpack_object *object)
{
    assert(object_is_text(object));
    if (object->type == MSGPACK_OBJECT_STR)
        return (struct wire_text){.bytes = object->via.str.ptr, .len = object->via.str.size};
    return (struct wire_text){.bytes = object->via.bin.ptr, .len = object->via.bin.size};
}

bool object_is_clean(const msgpack_object *object)
{
    struct wire_text text = object_text(object);
    return u8_check((const uint8_t *)text.bytes, text.len) == NULL &&
           (text.len == 0 || !memchr(text.bytes, '\0', text.len));
}
