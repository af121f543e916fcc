#include "common/export/record_form.h"

#include <assert.h>
#include <jansson.h>
#include <sodium.h>

static json_t *object_of(const struct form *form, const void *from);

static const void *list_of(const struct field *field, const void *from, size_t *ret_count)
{
    *ret_count = *(const size_t *)((const char *)from + field->count_at);
    return *(const void *const *)((const char *)from + field->at);
}

static json_t *text_value(const char *text)
{
    json_t *value = json_string(text);
    assert(value); /* it is valid UTF-8 */
    return value;
}

static json_t *ints(const int64_t *list, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_integer(list[i]));
    return array;
}

static json_t *texts(char *const *list, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, text_value(list[i]));
    return array;
}

static json_t *meetings(const struct meeting *list, size_t count)
{
    json_t *array = count ? json_array() : NULL;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, ints((int64_t[]){list[i].first, list[i].second}, 2));
    return array;
}

static json_t *standings(const struct export_standing *list, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, object_of(&form_standing, &list[i]));
    return array;
}

static json_t *digits(const unsigned char *bytes, size_t count)
{
    char hex[2 * EXPORT_SIGNATURE_BYTES + 1];
    assert(count <= EXPORT_SIGNATURE_BYTES);
    return json_string(sodium_bin2hex(hex, sizeof hex, bytes, count));
}

/* NULL: the key is absent. */
static json_t *list_value(const struct field *field, const void *from)
{
    size_t count;
    const void *list = list_of(field, from, &count);
    if (field->kind == FIELD_TEXTS)
        return texts(list, count);
    if (field->kind == FIELD_MEETINGS_OR_NONE)
        return meetings(list, count);
    if (field->kind == FIELD_STANDINGS)
        return standings(list, count);
    return ints(list, count);
}

static json_t *value_of(const struct field *field, const void *from)
{
    const void *at = (const char *)from + field->at;
    switch (field->kind) {
    case FIELD_VERSION:
        return json_integer(EXPORT_VERSION);
    case FIELD_TEXT:
        return text_value(*(char *const *)at);
    case FIELD_TEXT_OR_NONE:
        return *(char *const *)at ? text_value(*(char *const *)at) : NULL;
    case FIELD_INT:
        return json_integer(*(const int64_t *)at);
    case FIELD_INT_OR_NONE:
        return *(const int64_t *)at == -1 ? NULL : json_integer(*(const int64_t *)at);
    case FIELD_FLAG:
        return json_boolean(*(const bool *)at);
    case FIELD_BYTES:
        return digits(at, field->size);
    case FIELD_SCORES:
        return ints(at, PAIR_SCORES);
    case FIELD_INTS:
    case FIELD_AS_MANY_INTS:
    case FIELD_TEXTS:
    case FIELD_MEETINGS_OR_NONE:
    case FIELD_STANDINGS:
        return list_value(field, from);
    }
    return NULL;
}

static json_t *object_of(const struct form *form, const void *from)
{
    json_t *object = json_object();
    if (form != &form_standing)
        json_object_set_new(object, "type", json_string(form->type));
    for (size_t i = 0; i < form->count; i++) {
        json_t *value = value_of(&form->fields[i], from);
        assert(value || field_may_be_absent(&form->fields[i]));
        if (value)
            json_object_set_new(object, form->fields[i].key, value);
    }
    return object;
}

static int append(const char *bytes, size_t len, void *out)
{
    text_append(out, bytes, len);
    return 0;
}

void export_print(const struct export_line *line, struct text *out)
{
    const struct form *form = form_of(line);
    json_t *object = object_of(form, (const char *)line + form->at);
    json_dump_callback(object, append, out, JSON_COMPACT);
    json_decref(object);
}
