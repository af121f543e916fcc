/* The manual of takeaway: what the program says of itself to manual pages and shells. */
#ifndef CLIENT_MANUAL_H
#define CLIENT_MANUAL_H

#include "common/base/text.h"

#include <stdbool.h>

/* manual_answer() of this program. */
bool takeaway_manual_answer(int argument_count, const char *const *arguments, struct text *out);

#endif
