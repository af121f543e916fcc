/* Messages to bytes, by the rows of schema.h, in MessagePack's shortest forms. */
#include "common/wire/wire.h"

#include <assert.h>
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

static void pack_record(struct text *out, const struct wire_record *record, const void *body);

/* --- MessagePack's elements --- */

static int write_to_text(void *text, const char *bytes, size_t len)
{
    text_append(text, bytes, len);
    return 0;
}

/* One function for each element, so that the compiler sees the target of its writes. */
static msgpack_packer packer_to(struct text *out)
{
    msgpack_packer packer;
    msgpack_packer_init(&packer, out, write_to_text);
    return packer;
}

static void pack_array(struct text *out, size_t elements)
{
    msgpack_packer packer = packer_to(out);
    msgpack_pack_array(&packer, elements);
}

static void pack_map(struct text *out, size_t pairs)
{
    msgpack_packer packer = packer_to(out);
    msgpack_pack_map(&packer, pairs);
}

static void pack_nil(struct text *out)
{
    msgpack_packer packer = packer_to(out);
    msgpack_pack_nil(&packer);
}

static void pack_int(struct text *out, int64_t value)
{
    msgpack_packer packer = packer_to(out);
    msgpack_pack_int64(&packer, value);
}

static void pack_flag(struct text *out, bool flag)
{
    msgpack_packer packer = packer_to(out);
    if (flag)
        msgpack_pack_true(&packer);
    else
        msgpack_pack_false(&packer);
}

static void pack_text(struct text *out, struct wire_text text)
{
    msgpack_packer packer = packer_to(out);
    msgpack_pack_str_with_body(&packer, text.bytes, text.len);
}

/* A packed name is an element already. */
static void pack_name(struct text *out, struct wire_text packed_name)
{
    text_append(out, packed_name.bytes, packed_name.len);
}

/* --- records --- */

static const void *pointer_at(const char *body, size_t offset)
{
    const void *pointer;
    memcpy(&pointer, body + offset, sizeof pointer);
    return pointer;
}

/* One value, or one element of a list. */
static void pack_value(struct text *out, const struct wire_field *field, const void *value)
{
    switch (field->kind) {
    case WIRE_FIELD_INT:
    case WIRE_FIELD_INTS:
        pack_int(out, *(const int64_t *)value);
        break;
    case WIRE_FIELD_TEXT:
    case WIRE_FIELD_TEXTS:
        pack_text(out, *(const struct wire_text *)value);
        break;
    case WIRE_FIELD_FLAG:
        pack_flag(out, *(const bool *)value);
        break;
    case WIRE_FIELD_RECORD:
    case WIRE_FIELD_RECORDS:
        pack_record(out, field->record, value);
        break;
    }
}

static void pack_list(struct text *out, const struct wire_field *field, const char *body)
{
    const char *elements = pointer_at(body, field->offset);
    size_t size = wire_field_element_size(field);
    size_t count;
    memcpy(&count, body + field->count_offset, sizeof count);
    pack_array(out, count);
    for (size_t i = 0; i < count; i++)
        pack_value(out, field, elements + i * size);
}

static void pack_field(struct text *out, const struct wire_field *field, const char *body)
{
    pack_name(out, field->packed_name);
    if (wire_field_is_list(field))
        pack_list(out, field, body);
    else if (field->kind == WIRE_FIELD_RECORD)
        pack_value(out, field, pointer_at(body, field->offset));
    else
        pack_value(out, field, body + field->offset);
}

static bool is_present(const struct wire_field *field, const char *body)
{
    const char *member = body + field->offset;
    switch (field->kind) {
    case WIRE_FIELD_INT:
        return *(const int64_t *)(const void *)member != WIRE_ABSENT;
    case WIRE_FIELD_TEXT:
        return ((const struct wire_text *)(const void *)member)->bytes != NULL;
    case WIRE_FIELD_FLAG: /* absent is false */
        return field->required || *(const bool *)(const void *)member;
    case WIRE_FIELD_INTS:
    case WIRE_FIELD_TEXTS:
    case WIRE_FIELD_RECORDS: /* an empty list has no elements to point to */
        return field->required || pointer_at(body, field->offset) != NULL;
    case WIRE_FIELD_RECORD:
        return pointer_at(body, field->offset) != NULL;
    }
    abort();
}

/* Lists the fields that are present, and returns their number. */
static size_t list_present(const struct wire_record *record, const char *body,
                           const struct wire_field *ret_fields[WIRE_FIELDS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < record->field_count; i++) {
        const struct wire_field *field = &record->fields[i];
        bool has = is_present(field, body);
        assert(has || !field->required);
        if (has)
            ret_fields[count++] = field;
    }
    return count;
}

static void pack_record(struct text *out, const struct wire_record *record, const void *body)
{
    const struct wire_field *fields[WIRE_FIELDS_MAX];
    size_t count = body ? list_present(record, body, fields) : 0;
    assert(body || record->field_count == 0 || !record->fields[0].required);
    pack_map(out, count);
    for (size_t i = 0; i < count; i++)
        pack_field(out, fields[i], body);
}

/* Packs the parameter list: always one map, even an empty one. */
static void pack_call(struct text *out, struct wire_text packed_name,
                      const struct wire_record *record, const void *body)
{
    pack_name(out, packed_name);
    pack_array(out, 1);
    pack_record(out, record, body);
}

void wire_encode_request(struct text *out, uint32_t id, enum wire_method method,
                         const void *parameters)
{
    const struct wire_method_row *row = &wire_methods[method];
    pack_array(out, 4);
    pack_int(out, WIRE_REQUEST);
    pack_int(out, id);
    pack_call(out, row->packed_name, row->parameters, parameters);
}

static void pack_result_head(struct text *out, uint32_t id)
{
    pack_array(out, 4);
    pack_int(out, WIRE_RESPONSE);
    pack_int(out, id);
    pack_nil(out);
}

void wire_encode_result(struct text *out, uint32_t id, const struct wire_record *record,
                        const void *result)
{
    pack_result_head(out, id);
    pack_record(out, record, result);
}

void wire_encode_record(struct text *out, const struct wire_record *record, const void *body)
{
    pack_record(out, record, body);
}

void wire_encode_shared_result(struct text *out, uint32_t id, const struct text *record)
{
    pack_result_head(out, id);
    text_append(out, record->bytes, record->len);
}

void wire_encode_error(struct text *out, uint32_t id, const struct error *error,
                       const struct wire_record *record, const void *detail)
{
    assert(error->code != ERROR_NONE);
    assert((record == NULL) == (detail == NULL));
    pack_array(out, 4);
    pack_int(out, WIRE_RESPONSE);
    pack_int(out, id);
    pack_array(out, record ? 3 : 2);
    pack_int(out, error->code);
    pack_text(out, wire_text(error->message));
    if (record)
        pack_record(out, record, detail);
    pack_nil(out);
}

void wire_encode_event(struct text *out, enum wire_event event, const void *body)
{
    pack_array(out, 3);
    pack_int(out, WIRE_NOTIFICATION);
    pack_call(out, wire_events[event].packed_name, wire_events[event].record, body);
}
