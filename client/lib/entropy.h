/* Bytes from the kernel's generator: unpredictable, never the same twice. */
#ifndef CLIENT_LIB_ENTROPY_H
#define CLIENT_LIB_ENTROPY_H

#include <stddef.h>

enum { ENTROPY_BYTES_MAX = 256 }; /* at a time */

void entropy_fill(void *bytes, size_t len);

#endif
