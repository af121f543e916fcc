/* Atomic replacement of a file: the old content stays until the new one is complete, also after a
 * crash. */
#ifndef CLIENT_ATOMIC_FILE_H
#define CLIENT_ATOMIC_FILE_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <stdio.h>

struct atomic_file {
    FILE *file;       /* to write to; atomic_file_keep() reports its errors */
    struct text path; /* of the file to replace */
    struct text name; /* of the draft file */
};

/* Errors here and below: IO, with the path in the message. */
enum error_code atomic_file_open(const char *path, struct atomic_file *ret_draft,
                                 struct error *error);
/* Syncs the content to the disk and renames the draft to its path. Finishes the draft, also on
 * failure. */
enum error_code atomic_file_keep(struct atomic_file *draft, struct error *error);
/* Removes the draft. A finished draft and an all-zero one are allowed. */
void atomic_file_discard(struct atomic_file *draft);

#endif
