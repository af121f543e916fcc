/* Messages to bytes, by the rows of schema.h, in MessagePack's shortest forms. */
#include "common/wire/wire.h"

#include <assert.h>
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

static void pack_record(msgpack_packer *packer, const struct wire_record *record, const void *body);

static int write_to_text(void *text, const char *bytes, size_t len)
{
    text_append(text, bytes, len);
    return 0;
}

static msgpack_packer packer_to(struct text *out)
{
    msgpack_packer packer;
    msgpack_packer_init(&packer, out, write_to_text);
    return packer;
}

static void pack_text(msgpack_packer *packer, struct wire_text text)
{
    msgpack_pack_str_with_body(packer, text.bytes, text.len);
}

static const void *pointer_at(const char *body, size_t offset)
{
    const void *pointer;
    memcpy(&pointer, body + offset, sizeof pointer);
    return pointer;
}

static void pack_flag(msgpack_packer *packer, bool flag)
{
    if (flag)
        msgpack_pack_true(packer);
    else
        msgpack_pack_false(packer);
}

/* One value, or one element of a list. */
static void pack_value(msgpack_packer *packer, const struct wire_field *field, const void *value)
{
    switch (field->kind) {
    case WIRE_FIELD_INT:
    case WIRE_FIELD_INTS:
        msgpack_pack_int64(packer, *(const int64_t *)value);
        break;
    case WIRE_FIELD_TEXT:
    case WIRE_FIELD_TEXTS:
        pack_text(packer, *(const struct wire_text *)value);
        break;
    case WIRE_FIELD_FLAG:
        pack_flag(packer, *(const bool *)value);
        break;
    case WIRE_FIELD_RECORD:
    case WIRE_FIELD_RECORDS:
        pack_record(packer, field->record, value);
        break;
    }
}

static void pack_list(msgpack_packer *packer, const struct wire_field *field, const char *body)
{
    const char *elements = pointer_at(body, field->offset);
    size_t size = wire_field_element_size(field);
    size_t count;
    memcpy(&count, body + field->count_offset, sizeof count);
    msgpack_pack_array(packer, count);
    for (size_t i = 0; i < count; i++)
        pack_value(packer, field, elements + i * size);
}

static void pack_field(msgpack_packer *packer, const struct wire_field *field, const char *body)
{
    pack_text(packer, wire_text(field->name));
    if (wire_field_is_list(field))
        pack_list(packer, field, body);
    else if (field->kind == WIRE_FIELD_RECORD)
        pack_value(packer, field, pointer_at(body, field->offset));
    else
        pack_value(packer, field, body + field->offset);
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

static size_t count_present(const struct wire_record *record, const char *body)
{
    size_t present = 0;
    for (size_t i = 0; i < record->field_count; i++) {
        bool has = is_present(&record->fields[i], body);
        assert(has || !record->fields[i].required);
        present += has;
    }
    return present;
}

static void pack_record(msgpack_packer *packer, const struct wire_record *record, const void *body)
{
    msgpack_pack_map(packer, count_present(record, body));
    for (size_t i = 0; i < record->field_count; i++) {
        if (is_present(&record->fields[i], body))
            pack_field(packer, &record->fields[i], body);
    }
}

/* The parameter list: always one map, also an empty one. */
static void pack_call(msgpack_packer *packer, const char *name, const struct wire_record *record,
                      const void *body)
{
    pack_text(packer, wire_text(name));
    msgpack_pack_array(packer, 1);
    pack_record(packer, record, body);
}

void wire_encode_request(struct text *out, uint32_t id, enum wire_method method,
                         const void *parameters)
{
    const struct wire_method_row *row = &wire_methods[method];
    msgpack_packer packer = packer_to(out);
    msgpack_pack_array(&packer, 4);
    msgpack_pack_int(&packer, WIRE_REQUEST);
    msgpack_pack_uint32(&packer, id);
    pack_call(&packer, row->name, row->parameters, parameters);
}

void wire_encode_result(struct text *out, uint32_t id, const struct wire_record *record,
                        const void *result)
{
    msgpack_packer packer = packer_to(out);
    msgpack_pack_array(&packer, 4);
    msgpack_pack_int(&packer, WIRE_RESPONSE);
    msgpack_pack_uint32(&packer, id);
    msgpack_pack_nil(&packer);
    pack_record(&packer, record, result);
}

void wire_encode_error(struct text *out, uint32_t id, const struct error *error,
                       const struct wire_record *record, const void *detail)
{
    assert(error->code != ERROR_NONE);
    assert((record == NULL) == (detail == NULL));
    msgpack_packer packer = packer_to(out);
    msgpack_pack_array(&packer, 4);
    msgpack_pack_int(&packer, WIRE_RESPONSE);
    msgpack_pack_uint32(&packer, id);
    msgpack_pack_array(&packer, record ? 3 : 2);
    msgpack_pack_int64(&packer, error->code);
    pack_text(&packer, wire_text(error->message));
    if (record)
        pack_record(&packer, record, detail);
    msgpack_pack_nil(&packer);
}

void wire_encode_event(struct text *out, enum wire_event event, const void *body)
{
    msgpack_packer packer = packer_to(out);
    msgpack_pack_array(&packer, 3);
    msgpack_pack_int(&packer, WIRE_NOTIFICATION);
    pack_call(&packer, wire_events[event].name, wire_events[event].record, body);
}
