/* The examples of EXPORT.md. */
#ifndef TESTS_UNIT_TEST_EXPORT_DOCUMENT_H
#define TESTS_UNIT_TEST_EXPORT_DOCUMENT_H

#include "common/base/text.h"

#include <stdbool.h>

/* The whole document; free() it. */
char *document_read(void);
/* The lines of its Nth block of this language, from 0, each with its line end; false: it has not so
 * many. */
bool document_block(const char *document, const char *language, int nth, struct text *ret_block);
/* The next line of a text of whole lines: false after the last one. */
bool document_next_line(const char **at, const char **ret_line, size_t *ret_len);

/* Fails unless this line, read and printed again, is the same. */
void expect_printed_as_read(const char *text, size_t len);

/* Which block is which. */
enum { DOCUMENT_RESULTS, DOCUMENT_TIMES, DOCUMENT_FORBIDDEN };

#endif
