/* Bodies for any record, made from the schema, so that a new field is tested without a new test. */
#ifndef TESTS_UNIT_TEST_WIRE_SAMPLE_H
#define TESTS_UNIT_TEST_WIRE_SAMPLE_H

#include "common/wire/schema.h"

enum sample {
    SAMPLE_LEAST, /* required fields only, each at its minimum, lists empty */
    SAMPLE_SMALL, /* every field, each at its minimum, flags set, two elements in every list */
    SAMPLE_LARGE, /* every field, each at its maximum, two elements in every list */
    SAMPLE_COUNT,
};

/* Every row of WIRE_RECORDS. */
extern const struct wire_record *const sample_records[];
extern const size_t sample_record_count;

/* A body of `record`; lives until sample_finish(). */
void *sample_body(const struct wire_record *record, enum sample sample);
/* Memory with the same life. */
void *sample_memory(size_t size);
void sample_finish(void);

/* The address of a member. */
void *sample_member(void *body, const struct wire_field *field);
/* The row of that name, which must exist. */
const struct wire_field *sample_field(const struct wire_record *record, const char *name);
/* Do both hold the same values? */
bool sample_equal(const struct wire_record *record, const void *a, const void *b);

#endif
