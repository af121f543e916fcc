/* What the check of a record has found: for each thing that was looked at a line that says how much
 * of it there was, and the faults. Pure. */
#ifndef CLIENT_VERDICT_H
#define CLIENT_VERDICT_H

#include "common/base/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VERDICT_FAULTS_TOLD = 100 }; /* further ones are counted only */

struct verdict_part {
    const char *name;   /* "chain", ... */
    bool left_out;      /* it could not be checked */
    int64_t faults;     /* in it */
    struct text detail; /* what was checked, or why it was not */
};

struct verdict_fault {
    const char *part;  /* the name of a part */
    int64_t line;      /* of the file, from 1; 0: of none */
    struct text where; /* "round 1 board 2 game 1 (ann - ben)"; may be empty */
    struct text what;  /* is wrong, and what would be right */
};

struct verdict {
    struct verdict_part *parts;
    size_t part_count;
    struct verdict_fault *told;
    size_t told_count;
    int64_t faults;
    int64_t unjudged;   /* matches without marks, though the tournament was played to its end */
    struct text signer; /* the name of the key that has signed it; empty: none has */

    /* The person's choices, to be set before the verdict is told. */
    bool takes_unjudged, takes_unsigned;
};

enum verdict_outcome {
    VERDICT_GOOD,
    VERDICT_FAULTY,   /* it has faults, or matches that were not judged */
    VERDICT_UNSIGNED, /* nothing is wrong with it, but anybody can have made it */
};

void verdict_finish(struct verdict *verdict);

/* The faults that follow are in this part. `name` lives as long as the verdict. */
void verdict_begin(struct verdict *verdict, const char *name);
/* What was checked in the part that was begun last. */
void verdict_checked(struct verdict *verdict, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* It could not be checked, and why. */
void verdict_left_out(struct verdict *verdict, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A fault in the part that was begun last. `line` 0 and `where` NULL: none to name. */
void verdict_fault(struct verdict *verdict, int64_t line, const char *where, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));

enum verdict_outcome verdict_outcome(const struct verdict *verdict);
/* Appends it for people, line by line, with the faults and a last line that says the outcome and
 * whose signature it has. */
void verdict_print(const struct verdict *verdict, struct text *out);
json_t *verdict_json(const struct verdict *verdict);

#endif
