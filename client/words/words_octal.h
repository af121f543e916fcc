/* What an octal code allows, in sentences. Pure. */
#ifndef CLIENT_WORDS_OCTAL_H
#define CLIENT_WORDS_OCTAL_H

#include "common/base/text.h"

/* "Take counters from one heap: 1 or 2, leaving nothing of it, one heap or two. " `rules` are
 * canonical and begin with "octal:". Of a long code only the beginning is told, and how to read the
 * rest of it. */
void words_octal(const char *rules, struct text *out);

#endif
