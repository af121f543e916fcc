/* The contents of a line, key by key: one table for printing, reading and freeing. */
#ifndef COMMON_EXPORT_RECORD_FORM_H
#define COMMON_EXPORT_RECORD_FORM_H

#include "common/export/export.h"

enum field_kind {
    FIELD_VERSION,      /* EXPORT_VERSION, which no struct holds */
    FIELD_TEXT,         /* char *, owned */
    FIELD_TEXT_OR_NONE, /* char *, owned; NULL: the key is absent */
    FIELD_INT,          /* int64_t */
    FIELD_INT_OR_NONE,  /* int64_t; -1: the key is absent */
    FIELD_FLAG,         /* bool */
    FIELD_BYTES,        /* unsigned char[size], as hexadecimal digits */
    FIELD_SCORES,       /* int64_t[PAIR_SCORES] */
    /* Owned lists with their lengths as size_t. */
    FIELD_INTS,             /* int64_t */
    FIELD_AS_MANY_INTS,     /* int64_t; it shares the length of the list before */
    FIELD_TEXTS,            /* char *, each owned */
    FIELD_MEETINGS_OR_NONE, /* struct meeting, as [0,3]; none: the key is absent */
    FIELD_STANDINGS,        /* struct export_standing */
};

struct field {
    const char *key;
    enum field_kind kind;
    size_t at;       /* in the struct */
    size_t count_at; /* of a list */
    size_t size;     /* of BYTES */
};

/* One kind of object. */
struct form {
    const char *type; /* the value of the key "type" */
    enum export_line_kind kind;
    enum meeting_kind meeting;  /* of EXPORT_MATCH */
    size_t at;                  /* of its struct in struct export_line */
    const struct field *fields; /* in the order of printing */
    size_t count;
};

/* An element of FIELD_STANDINGS, which has no type. */
extern const struct form form_standing;

bool field_may_be_absent(const struct field *field);

const struct form *form_of(const struct export_line *line);
/* NULL: there is no such type. */
const struct form *form_of_type(const char *type);

#endif
