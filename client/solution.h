/* Everything that perfect play says about one position. */
#ifndef CLIENT_SOLUTION_H
#define CLIENT_SOLUTION_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <stdbool.h>

/* Appends the answer for a person, or as JSON. What is wrong with the rules or the position is the
 * error. */
enum error_code solution_print(const char *rules, const char *position, bool json, struct text *out,
                               struct error *error);

#endif
