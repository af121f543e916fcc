#include "client/json_record.h"

#include "client/json.h"

#include <stddef.h>

static json_t *json_of_value(const struct wire_field *field, const void *value)
{
    switch (field->kind) {
    case WIRE_FIELD_INT:
    case WIRE_FIELD_INTS:
        return json_of_number(*(const int64_t *)value);
    case WIRE_FIELD_TEXT:
    case WIRE_FIELD_TEXTS:
        return json_of_text(*(const struct wire_text *)value);
    case WIRE_FIELD_FLAG:
        return json_boolean(*(const bool *)value);
    case WIRE_FIELD_RECORD:
    case WIRE_FIELD_RECORDS:
        break;
    }
    return json_of_record(field->record, value);
}

static json_t *json_of_list(const struct wire_field *field, const char *elements, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list,
                              json_of_value(field, elements + i * wire_field_element_size(field)));
    return list;
}

static json_t *json_of_field(const struct wire_field *field, const char *body)
{
    const void *member = body + field->offset;
    if (wire_field_is_list(field))
        return json_of_list(field, *(const char *const *)member,
                            *(const size_t *)(const void *)(body + field->count_offset));
    if (field->kind != WIRE_FIELD_RECORD)
        return json_of_value(field, member);
    const void *nested = *(const void *const *)member;
    return nested ? json_of_value(field, nested) : json_null();
}

json_t *json_of_record(const struct wire_record *record, const void *body)
{
    json_t *object = json_object();
    for (size_t i = 0; i < record->field_count; i++)
        json_object_set_new(object, record->fields[i].name,
                            json_of_field(&record->fields[i], body));
    return object;
}
