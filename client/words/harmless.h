/* Text from elsewhere, on its way to a terminal. Pure. */
#ifndef CLIENT_HARMLESS_H
#define CLIENT_HARMLESS_H

#include "common/base/text.h"

/* What would break a line, command a terminal, or is no UTF-8 becomes question marks, as many as it had bytes. */
void harmless_make(char *text);
/* Appends what that makes of the bytes, of which none is zero. */
void harmless_append(const char *bytes, size_t len, struct text *out);

#endif
