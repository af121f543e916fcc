/* What may be said in one line: no line breaks, nothing that harmless.h warns of. */
#ifndef SERVER_HALL_LINE_H
#define SERVER_HALL_LINE_H

#include "common/base/error.h"

#include <stddef.h>

/* BAD_ARGUMENTS says where `what` ("the text") goes wrong. The text has to be UTF-8. */
enum error_code line_check(const char *what, const char *text, size_t len, struct error *error);

#endif
