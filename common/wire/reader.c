/* Maps to the structs of their records, by the rows of schema.h. */
#include "common/base/harmless.h"
#include "common/wire/arena.h"
#include "common/wire/object.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static enum error_code read_record(struct wire_arena *arena, const struct wire_record *record,
                                   const msgpack_object *map, void *ret_body, struct error *error);

/* For messages about a single value or about any element of a list. */
static const char *subject(const struct wire_field *field)
{
    return wire_field_is_list(field) ? "every element of " : "";
}

static enum error_code read_int(const struct wire_field *field, const msgpack_object *object,
                                int64_t *ret_value, struct error *error)
{
    int64_t value = object->via.i64;
    bool is_int = object->type == MSGPACK_OBJECT_NEGATIVE_INTEGER ||
                  (object->type == MSGPACK_OBJECT_POSITIVE_INTEGER && value >= 0);
    if (!is_int || value < field->min || value > field->max)
        return error_set(error, ERROR_BAD_ARGUMENTS,
                         "%s'%s' must be an integer from %" PRId64 " to %" PRId64, subject(field),
                         field->name, field->min, field->max);
    *ret_value = value;
    return ERROR_NONE;
}

static enum error_code read_text(struct wire_arena *arena, const struct wire_field *field,
                                 const msgpack_object *object, struct wire_text *ret_text,
                                 struct error *error)
{
    struct wire_text text = object_is_text(object) ? object_text(object) : (struct wire_text){0};
    if (!text.bytes || (int64_t)text.len < field->min || (int64_t)text.len > field->max)
        return error_set(error, ERROR_BAD_ARGUMENTS,
                         "%s'%s' must be a text of %" PRId64 " to %" PRId64 " bytes",
                         subject(field), field->name, field->min, field->max);
    if (!object_is_clean(object))
        return error_set(error, ERROR_BAD_ARGUMENTS, "%s'%s' must be UTF-8 without NUL",
                         subject(field), field->name);
    if (arena->is_harmless && field->max < WIRE_LINE_MAX) {
        char *copy = wire_arena_memory(arena, text.len, 1);
        if (text.len > 0)
            memcpy(copy, text.bytes, text.len);
        text = (struct wire_text){.bytes = copy, .len = harmless_replace(copy, text.len)};
    }
    *ret_text = text;
    return ERROR_NONE;
}

static enum error_code read_flag(const struct wire_field *field, const msgpack_object *object,
                                 bool *ret_flag, struct error *error)
{
    if (object->type != MSGPACK_OBJECT_BOOLEAN)
        return error_set(error, ERROR_BAD_ARGUMENTS, "'%s' must be true or false", field->name);
    *ret_flag = object->via.boolean;
    return ERROR_NONE;
}

/* The map itself; the empty map for an empty array, because the empty table of Lua and PHP is
 * packed as one; NULL for anything else. */
static const msgpack_object *as_map(const msgpack_object *object)
{
    static const msgpack_object empty = {.type = MSGPACK_OBJECT_MAP};
    if (object->type == MSGPACK_OBJECT_ARRAY && object->via.array.size == 0)
        return &empty;
    return object->type == MSGPACK_OBJECT_MAP ? object : NULL;
}

static enum error_code read_nested(struct wire_arena *arena, const struct wire_field *field,
                                   const msgpack_object *object, void *ret_body,
                                   struct error *error)
{
    const msgpack_object *map = as_map(object);
    if (!map)
        return error_set(error, ERROR_BAD_ARGUMENTS, "%s'%s' must be a map", subject(field),
                         field->name);
    struct error inner;
    if (read_record(arena, field->record, map, ret_body, &inner) != ERROR_NONE)
        return error_set(error, inner.code, "in '%s': %s", field->name, inner.message);
    return ERROR_NONE;
}

/* One value, or one element of a list. */
static enum error_code read_value(struct wire_arena *arena, const struct wire_field *field,
                                  const msgpack_object *object, void *ret_value,
                                  struct error *error)
{
    switch (field->kind) {
    case WIRE_FIELD_INT:
    case WIRE_FIELD_INTS:
        return read_int(field, object, ret_value, error);
    case WIRE_FIELD_TEXT:
    case WIRE_FIELD_TEXTS:
        return read_text(arena, field, object, ret_value, error);
    case WIRE_FIELD_FLAG:
        return read_flag(field, object, ret_value, error);
    case WIRE_FIELD_RECORD:
    case WIRE_FIELD_RECORDS:
        return read_nested(arena, field, object, ret_value, error);
    }
    abort();
}

static void set_pointer(char *body, size_t offset, const void *pointer)
{
    memcpy(body + offset, &pointer, sizeof pointer);
}

static enum error_code read_list(struct wire_arena *arena, const struct wire_field *field,
                                 const msgpack_object *object, char *body, struct error *error)
{
    if (object->type != MSGPACK_OBJECT_ARRAY)
        return error_set(error, ERROR_BAD_ARGUMENTS, "'%s' must be a list", field->name);
    size_t count = object->via.array.size;
    size_t size = wire_field_element_size(field);
    char *elements = wire_arena_memory(arena, count, size);
    for (size_t i = 0; i < count; i++) {
        if (read_value(arena, field, &object->via.array.ptr[i], elements + i * size, error) !=
            ERROR_NONE)
            return error->code;
    }
    set_pointer(body, field->offset, elements);
    memcpy(body + field->count_offset, &count, sizeof count);
    return ERROR_NONE;
}

static enum error_code read_field(struct wire_arena *arena, const struct wire_field *field,
                                  const msgpack_object *object, char *body, struct error *error)
{
    if (wire_field_is_list(field))
        return read_list(arena, field, object, body, error);
    if (field->kind != WIRE_FIELD_RECORD)
        return read_value(arena, field, object, body + field->offset, error);
    void *nested = wire_arena_memory(arena, 1, field->record->size);
    set_pointer(body, field->offset, nested);
    return read_value(arena, field, object, nested, error);
}

/* The value of the last of equal keys; NULL: none, or nil, which is how some languages say that. */
static const msgpack_object *find_value(const msgpack_object *map, struct wire_text packed_name)
{
    for (size_t i = map->via.map.size; i > 0; i--) {
        const msgpack_object_kv *pair = &map->via.map.ptr[i - 1];
        if (object_is_text(&pair->key) && wire_packed_is(packed_name, object_text(&pair->key)))
            return pair->val.type == MSGPACK_OBJECT_NIL ? NULL : &pair->val;
    }
    return NULL;
}

static enum error_code read_record(struct wire_arena *arena, const struct wire_record *record,
                                   const msgpack_object *map, void *ret_body, struct error *error)
{
    wire_record_clear(record, ret_body);
    size_t found = 0; /* when that is all of the map, nothing else is looked for */
    for (size_t i = 0; i < record->field_count; i++) {
        const struct wire_field *field = &record->fields[i];
        const msgpack_object *value =
            found < map->via.map.size ? find_value(map, field->packed_name) : NULL;
        if (!value && field->required)
            return error_set(error, ERROR_BAD_ARGUMENTS, "'%s' is missing", field->name);
        if (value && read_field(arena, field, value, ret_body, error) != ERROR_NONE)
            return error->code;
        found += value != NULL;
    }
    return ERROR_NONE;
}

static const char *what_must_be_a_map(const struct wire_message *message)
{
    if (message->kind != WIRE_RESPONSE)
        return "the parameters";
    return message->error.code == ERROR_NONE ? "the result" : "the error's third element";
}

enum error_code wire_message_read(const struct wire_message *message,
                                  const struct wire_record *record, void *ret_body,
                                  struct error *error)
{
    static const msgpack_object no_body = {.type = MSGPACK_OBJECT_ARRAY};
    const msgpack_object *map = as_map(message->body ? message->body : &no_body);
    enum error_code code;
    if (map)
        code = read_record(message->arena, record, map, ret_body, error);
    else
        code = error_set(error, ERROR_BAD_ARGUMENTS, "%s must be one map",
                         what_must_be_a_map(message));
    if (code != ERROR_NONE)
        wire_record_clear(record, ret_body);
    return code;
}
