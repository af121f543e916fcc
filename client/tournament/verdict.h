/* The findings about a checked record: for each part a line that says what and how much was
 * checked, and the faults. Pure. */
#ifndef CLIENT_VERDICT_H
#define CLIENT_VERDICT_H

#include "common/base/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VERDICT_FAULTS_TOLD = 100 }; /* further faults are only counted */

struct verdict_part {
    const char *name;   /* "chain", ... */
    bool left_out;      /* it was not checked */
    int64_t faults;     /* found in it */
    struct text detail; /* of the check, or why there was none */
};

struct verdict_fault {
    const char *part;  /* the name of a part */
    int64_t line;      /* of the file, from 1; 0: none */
    struct text where; /* "round 1 board 2 game 1 (ann - ben)"; may be empty */
    struct text what;  /* the fault and the correct value */
};

struct verdict {
    struct verdict_part *parts;
    size_t part_count;
    struct verdict_fault *told;
    size_t told_count;
    int64_t faults;
    int64_t unjudged;   /* matches without marks in a tournament played to its end */
    struct text signer; /* the name of the key that signed the record; empty: unsigned */

    /* Options of the command, to be set before the outcome is asked for. */
    bool takes_unjudged, takes_unsigned;
};

enum verdict_outcome {
    VERDICT_GOOD,
    VERDICT_FAULTY,   /* there are faults, or unjudged matches */
    VERDICT_UNSIGNED, /* no faults, but anybody can have made the record */
};

void verdict_finish(struct verdict *verdict);

/* Begins a part: the following faults belong to it. `name` lives as long as the verdict. */
void verdict_begin(struct verdict *verdict, const char *name);
/* Describes the check of the current part. */
void verdict_checked(struct verdict *verdict, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Explains why the current part was not checked. */
void verdict_left_out(struct verdict *verdict, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds a fault to the current part. `line` 0 and `where` NULL: unknown. */
void verdict_fault(struct verdict *verdict, int64_t line, const char *where, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));

enum verdict_outcome verdict_outcome(const struct verdict *verdict);
/* Appends the verdict for people: a line per part, the faults, and a last line with the outcome and
 * the signer. */
void verdict_print(const struct verdict *verdict, struct text *out);
json_t *verdict_json(const struct verdict *verdict);

#endif
