/* The manual of takeaway-bot: what the program says of itself to manual pages and shells. */
#ifndef BOTS_MANUAL_H
#define BOTS_MANUAL_H

#include "common/base/text.h"

#include <stdbool.h>

/* manual_answer() of this program. */
bool bot_manual_answer(int argument_count, const char *const *arguments, struct text *out);

#endif
