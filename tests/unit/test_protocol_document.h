/* PROTOCOL.md and schema.h, as lines. PROTOCOL_DIR, where they are, comes from the build. */
#ifndef TESTS_UNIT_TEST_PROTOCOL_DOCUMENT_H
#define TESTS_UNIT_TEST_PROTOCOL_DOCUMENT_H

#include "common/base/text.h"

#include <stdbool.h>

/* A text file, cut into lines. */
struct document {
    struct text text;
    char **lines; /* zero-terminated, in `text` */
    size_t count;
};

/* `name` is that of a file in PROTOCOL_DIR. */
struct document document_read(const char *name);
void document_finish(struct document *document);

/* The index of the line after this heading ("### Methods"), which must be there exactly once. */
size_t document_find(const struct document *document, const char *heading);
/* Does a line begin like this? */
bool line_has_prefix(const char *line, const char *prefix);
/* Appends the rows of the one table between the heading and the next, a line each, without the two
 * lines of its head. */
void document_append_rows(const struct document *document, const char *heading, struct text *out);

#endif
