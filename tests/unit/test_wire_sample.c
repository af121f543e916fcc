#include "tests/unit/test_wire_sample.h"

#include "common/base/memory.h"
#include "tests/suite.h"

#include <string.h>

const struct wire_record *const sample_records[] = {
#define R(record, FIELDS) &wire_record_##record,
    WIRE_RECORDS(R)
#undef R
};
const size_t sample_record_count = sizeof sample_records / sizeof sample_records[0];

static struct block {
    struct block *next;
    max_align_t memory[];
} * blocks;

void *sample_memory(size_t size)
{
    struct block *block = memory_zeroed(1, sizeof *block + size);
    block->next = blocks;
    blocks = block;
    return block->memory;
}

void sample_finish(void)
{
    while (blocks) {
        struct block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

void *sample_member(void *body, const struct wire_field *field)
{
    return (char *)body + field->offset;
}

const struct wire_field *sample_field(const struct wire_record *record, const char *name)
{
    for (size_t i = 0; i < record->field_count; i++) {
        if (strcmp(record->fields[i].name, name) == 0)
            return &record->fields[i];
    }
    cr_fatal("%s has no field %s", record->name, name);
}

static void fill(const struct wire_record *record, char *body, enum sample sample);

static void fill_value(const struct wire_field *field, void *value, enum sample sample)
{
    int64_t measure = sample == SAMPLE_LARGE ? field->max : field->min;
    if (field->record) {
        fill(field->record, value, sample);
    } else if (field->kind == WIRE_FIELD_FLAG) {
        *(bool *)value = sample != SAMPLE_LEAST;
    } else if (field->kind == WIRE_FIELD_INT || field->kind == WIRE_FIELD_INTS) {
        *(int64_t *)value = measure;
    } else {
        char *bytes = sample_memory((size_t)measure);
        memset(bytes, '7', (size_t)measure);
        *(struct wire_text *)value = (struct wire_text){bytes, (size_t)measure};
    }
}

/* `count` elements, and the body's pointer to them. */
static void fill_pointed(const struct wire_field *field, char *body, size_t count,
                         enum sample sample)
{
    size_t size = wire_field_element_size(field);
    char *elements = sample_memory(count * size);
    for (size_t i = 0; i < count; i++)
        fill_value(field, elements + i * size, sample);
    memcpy(body + field->offset, &elements, sizeof elements);
}

static void fill_field(const struct wire_field *field, char *body, enum sample sample)
{
    if (wire_field_is_list(field)) {
        size_t count = sample == SAMPLE_LEAST ? 0 : 2;
        fill_pointed(field, body, count, sample);
        memcpy(body + field->count_offset, &count, sizeof count);
    } else if (field->kind == WIRE_FIELD_RECORD) {
        fill_pointed(field, body, 1, sample);
    } else {
        fill_value(field, body + field->offset, sample);
    }
}

static void fill(const struct wire_record *record, char *body, enum sample sample)
{
    wire_record_clear(record, body);
    for (size_t i = 0; i < record->field_count; i++) {
        if (record->fields[i].required || sample != SAMPLE_LEAST)
            fill_field(&record->fields[i], body, sample);
    }
}

void *sample_body(const struct wire_record *record, enum sample sample)
{
    char *body = sample_memory(record->size);
    fill(record, body, sample);
    return body;
}

static bool values_equal(const struct wire_field *field, const void *a, const void *b)
{
    if (field->record)
        return sample_equal(field->record, a, b);
    if (field->kind != WIRE_FIELD_TEXT && field->kind != WIRE_FIELD_TEXTS)
        return memcmp(a, b, wire_field_element_size(field)) == 0;
    const struct wire_text *s = a, *t = b;
    return (s->bytes == NULL) == (t->bytes == NULL) && s->len == t->len &&
           (s->len == 0 || memcmp(s->bytes, t->bytes, s->len) == 0);
}

static bool pointed_equal(const struct wire_field *field, const char *a, const char *b,
                          size_t count)
{
    size_t size = wire_field_element_size(field);
    const char *s, *t;
    memcpy(&s, a + field->offset, sizeof s);
    memcpy(&t, b + field->offset, sizeof t);
    if (!s || !t)
        return s == t;
    for (size_t i = 0; i < count; i++) {
        if (!values_equal(field, s + i * size, t + i * size))
            return false;
    }
    return true;
}

static bool fields_equal(const struct wire_field *field, const char *a, const char *b)
{
    size_t count = 1;
    if (wire_field_is_list(field)) {
        memcpy(&count, a + field->count_offset, sizeof count);
        return memcmp(a + field->count_offset, b + field->count_offset, sizeof count) == 0 &&
               pointed_equal(field, a, b, count);
    }
    if (field->kind == WIRE_FIELD_RECORD)
        return pointed_equal(field, a, b, count);
    return values_equal(field, a + field->offset, b + field->offset);
}

bool sample_equal(const struct wire_record *record, const void *a, const void *b)
{
    for (size_t i = 0; i < record->field_count; i++) {
        if (!fields_equal(&record->fields[i], a, b))
            return false;
    }
    return true;
}
