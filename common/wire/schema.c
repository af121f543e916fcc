#include "common/wire/schema.h"

#include "common/wire/wire.h"

#include <stdlib.h>
#include <string.h>

#define RECORD_OF_INT(record) NULL
#define RECORD_OF_TEXT(record) NULL
#define RECORD_OF_FLAG(record) NULL
#define RECORD_OF_INTS(record) NULL
#define RECORD_OF_TEXTS(record) NULL
#define RECORD_OF_RECORD(record) &wire_record_##record
#define RECORD_OF_RECORDS(record) &wire_record_##record

#define COUNT_OF_INT(of, name) 0
#define COUNT_OF_TEXT(of, name) 0
#define COUNT_OF_FLAG(of, name) 0
#define COUNT_OF_INTS(of, name) offsetof(struct wire_##of, name##_count)
#define COUNT_OF_TEXTS(of, name) offsetof(struct wire_##of, name##_count)
#define COUNT_OF_RECORD(of, name) 0
#define COUNT_OF_RECORDS(of, name) offsetof(struct wire_##of, name##_count)

#define IS_REQUIRED true
#define IS_OPTIONAL false

/* MessagePack's short text, ready to be written: a byte that says its length, and the name. */
#define PACKED(string)                                                                             \
    {                                                                                              \
        .bytes = (const char *)&(const struct {                                                    \
            _Static_assert(sizeof string - 1 <= 31, "a name is a short text");                     \
            char head, name[sizeof string];                                                        \
        }){(char)(0xA0 + sizeof string - 1), string},                                              \
        .len = sizeof string,                                                                      \
    }

#define FIELD(of, field_kind, field_record, field_name, presence, field_min, field_max,            \
              field_meaning)                                                                       \
    {                                                                                              \
        .name = #field_name,                                                                       \
        .packed_name = PACKED(#field_name),                                                        \
        .meaning = field_meaning,                                                                  \
        .record = RECORD_OF_##field_kind(field_record),                                            \
        .min = field_min,                                                                          \
        .max = field_max,                                                                          \
        .kind = WIRE_FIELD_##field_kind,                                                           \
        .required = IS_##presence,                                                                 \
        .offset = offsetof(struct wire_##of, field_name),                                          \
        .count_offset = COUNT_OF_##field_kind(of, field_name),                                     \
    },

/* The last row is there because C has no empty arrays; field_count leaves it out. */
#define RECORD(record, FIELDS)                                                                     \
    static const struct wire_field fields_of_##record[] = {FIELDS(FIELD, record){.name = NULL}};   \
    const struct wire_record wire_record_##record = {                                              \
        .name = #record,                                                                           \
        .fields = fields_of_##record,                                                              \
        .field_count = sizeof fields_of_##record / sizeof fields_of_##record[0] - 1,               \
        .size = sizeof(struct wire_##record),                                                      \
    };                                                                                             \
    _Static_assert(sizeof fields_of_##record / sizeof fields_of_##record[0] - 1 <=                 \
                       WIRE_FIELDS_MAX,                                                            \
                   "fields of " #record);
WIRE_RECORDS(RECORD)

const struct wire_method_row wire_methods[WIRE_METHOD_COUNT] = {
#define M(method, method_name, parameters_record, result_record, method_when, method_meaning)      \
    [WIRE_##method] = {                                                                            \
        .name = method_name,                                                                       \
        .packed_name = PACKED(method_name),                                                        \
        .meaning = method_meaning,                                                                 \
        .parameters = &wire_record_##parameters_record,                                            \
        .result = &wire_record_##result_record,                                                    \
        .when = WIRE_##method_when,                                                                \
    },
    WIRE_METHODS(M)
#undef M
};

const struct wire_event_row wire_events[WIRE_EVENT_COUNT] = {
#define E(event, event_name, event_record, event_meaning)                                          \
    [WIRE_EVENT_##event] = {                                                                       \
        .name = event_name,                                                                        \
        .packed_name = PACKED(event_name),                                                         \
        .meaning = event_meaning,                                                                  \
        .record = &wire_record_##event_record,                                                     \
    },
    WIRE_EVENTS(E)
#undef E
};

bool wire_packed_is(struct wire_text packed_name, struct wire_text name)
{
    return packed_name.len == 1 + name.len &&
           memcmp(packed_name.bytes + 1, name.bytes, name.len) == 0;
}

bool wire_field_is_list(const struct wire_field *field)
{
    return field->kind == WIRE_FIELD_INTS || field->kind == WIRE_FIELD_TEXTS ||
           field->kind == WIRE_FIELD_RECORDS;
}

size_t wire_field_element_size(const struct wire_field *field)
{
    switch (field->kind) {
    case WIRE_FIELD_INT:
    case WIRE_FIELD_INTS:
        return sizeof(int64_t);
    case WIRE_FIELD_TEXT:
    case WIRE_FIELD_TEXTS:
        return sizeof(struct wire_text);
    case WIRE_FIELD_FLAG:
        return sizeof(bool);
    case WIRE_FIELD_RECORD:
    case WIRE_FIELD_RECORDS:
        return field->record->size;
    }
    abort();
}

struct wire_text wire_text(const char *string)
{
    return (struct wire_text){.bytes = string, .len = string ? strlen(string) : 0};
}

struct wire_text wire_text_given(const char *string)
{
    return wire_text(*string ? string : NULL);
}

bool wire_text_equal(struct wire_text text, const char *string)
{
    size_t len = strlen(string);
    return text.bytes && text.len == len && memcmp(text.bytes, string, len) == 0;
}

bool wire_tournament_is_over(struct wire_text state)
{
    return wire_text_equal(state, "finished") || wire_text_equal(state, "cancelled");
}

int wire_method_find(struct wire_text name)
{
    for (int method = 0; method < WIRE_METHOD_COUNT; method++) {
        if (wire_packed_is(wire_methods[method].packed_name, name))
            return method;
    }
    return -1;
}

enum { ARRAY_OF_3 = 0x93, ARRAY_OF_4 = 0x94, UINT8 = 0xCC, UINT32 = 0xCE, UINT64 = 0xCF };

/* The bytes of a packed unsigned integer that begins with this byte. */
static size_t packed_number_len(unsigned char first)
{
    return first >= UINT8 && first <= UINT64 ? 1 + ((size_t)1 << (first - UINT8)) : 1;
}

/* Reads a packed text of at most 255 bytes; false: it is none, or is not whole. */
static bool peek_text(const unsigned char *at, const unsigned char *end, struct wire_text *ret_text)
{
    enum { FIXSTR = 0xA0, STR8 = 0xD9, BIN8 = 0xC4 };
    if (end - at < 2)
        return false;
    if ((*at & 0xE0) == FIXSTR) {
        ret_text->len = *at & 0x1F;
        at += 1;
    } else if (*at == STR8 || *at == BIN8) {
        ret_text->len = at[1];
        at += 2;
    } else {
        return false;
    }
    ret_text->bytes = (const char *)at;
    return (size_t)(end - at) >= ret_text->len;
}

int wire_method_peek(const char *bytes, size_t len)
{
    const unsigned char *at = (const unsigned char *)bytes, *end = at + len;
    struct wire_text name;
    if (len < 3 || at[0] != ARRAY_OF_4 || at[1] != WIRE_REQUEST)
        return -1;
    at += 2;
    size_t id_len = packed_number_len(*at);
    if ((size_t)(end - at) < id_len || !peek_text(at + id_len, end, &name))
        return -1;
    return wire_method_find(name);
}

int wire_event_peek(const char *bytes, size_t len)
{
    const unsigned char *at = (const unsigned char *)bytes;
    struct wire_text name;
    if (len < 3 || at[0] != ARRAY_OF_3 || at[1] != WIRE_NOTIFICATION ||
        !peek_text(at + 2, at + len, &name))
        return -1;
    return wire_event_find(name);
}

bool wire_answer_peek(const char *bytes, size_t len, uint32_t *ret_id)
{
    const unsigned char *at = (const unsigned char *)bytes;
    if (len < 3 || at[0] != ARRAY_OF_4 || at[1] != WIRE_RESPONSE)
        return false;
    size_t id_len = packed_number_len(at[2]);
    if (len - 2 < id_len || at[2] > UINT32 || (at[2] >= 0x80 && at[2] < UINT8))
        return false;
    *ret_id = id_len == 1 ? at[2] : 0;
    for (size_t i = 1; i < id_len; i++)
        *ret_id = *ret_id << 8 | at[2 + i];
    return true;
}

int wire_event_find(struct wire_text name)
{
    for (int event = 0; event < WIRE_EVENT_COUNT; event++) {
        if (wire_packed_is(wire_events[event].packed_name, name))
            return event;
    }
    return -1;
}

/* The absent value of texts, flags, lists and records is all zeros. */
void wire_record_clear(const struct wire_record *record, void *body)
{
    const int64_t absent = WIRE_ABSENT;
    memset(body, 0, record->size);
    for (size_t i = 0; i < record->field_count; i++) {
        if (record->fields[i].kind == WIRE_FIELD_INT)
            memcpy((char *)body + record->fields[i].offset, &absent, sizeof absent);
    }
}
