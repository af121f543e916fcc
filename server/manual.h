/* The manual of takeaway-server: what the program says of itself to manual pages and shells. */
#ifndef SERVER_MANUAL_H
#define SERVER_MANUAL_H

#include "common/base/text.h"

#include <stdbool.h>

/* manual_answer() of this program. */
bool server_manual_answer(int argument_count, const char *const *arguments, struct text *out);

#endif
