/* A file that takes its place whole: until then what stood there before stays, also after a crash.
 */
#ifndef CLIENT_DRAFT_H
#define CLIENT_DRAFT_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <stdio.h>

struct draft {
    FILE *file;       /* what is written goes here; its errors are found by draft_keep() */
    struct text path; /* where it will stand */
    struct text name; /* of the draft */
};

/* IO, with the path in its message, here and below. */
enum error_code draft_open(const char *path, struct draft *ret_draft, struct error *error);
/* Puts the content on the disk, and the draft in its place; the draft is finished either way. */
enum error_code draft_keep(struct draft *draft, struct error *error);
/* Removes it. A draft that is finished, or all zero, is taken. */
void draft_discard(struct draft *draft);

#endif
