/* Allocation that ends the process when memory runs out: everything acknowledged is on disk by then,
 * so a restart is the cleanest recovery there is, and no caller carries an untested error path. */
#ifndef COMMON_BASE_MEMORY_H
#define COMMON_BASE_MEMORY_H

#include <stddef.h>

/* Zeroed memory for `count` objects of `size` bytes each; free() it. Never NULL. */
void *memory_zeroed(size_t count, size_t size);

/* realloc() to `count` objects of `size` bytes each; the new part is not initialised. Never NULL. */
void *memory_resized(void *memory, size_t count, size_t size);

/* A zero-terminated copy of `len` bytes; free() it. */
char *memory_text(const char *text, size_t len);

#endif
