/* Players' names: 1 to 32 bytes of UTF-8; letters, marks, digits and -_. of any script. */
#ifndef SERVER_HALL_NAME_H
#define SERVER_HALL_NAME_H

#include "common/base/error.h"

#include <stddef.h>

enum { NAME_BYTES_MAX = 32 };

/* BAD_NAME says what is wrong and where. */
enum error_code name_check(const char *name, size_t len, struct error *error);
/* The form in which names that differ only in case or composition are equal (Unicode case folding and NFKC); free() it.
 * Also of texts that are no valid names. The text has to be UTF-8. */
char *name_key(const char *name, size_t len);

#endif
