/* Allocation that ends the process when memory runs out. Every acknowledged change is on disk by
 * then, so a restart is the cleanest recovery, and no caller carries an untested error path. */
#ifndef COMMON_BASE_MEMORY_H
#define COMMON_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Sets the handler that is called when memory runs out, in the thread that asked for memory; it
 * must not return. For a process that has a limit of its own and reports it to another process.
 * Without a handler the process prints a message and aborts. */
void memory_on_exhausted(void (*handler)(void));

/* Zeroed memory for `count` objects of `size` bytes each; free() it. Never NULL. */
void *memory_zeroed(size_t count, size_t size);

/* realloc() to `count` objects of `size` bytes each; the new part is not initialised. Never NULL.
 */
void *memory_resized(void *memory, size_t count, size_t size);

/* The list with room for at least one element of `size` bytes behind its first `count`, for lists
 * that are filled one by one; the capacity is at most twice the count. The new part is not
 * initialised. Never NULL; call it before each append, beginning with NULL and 0. */
void *memory_for_next(void *list, size_t count, size_t size);

/* A zero-terminated copy of `len` bytes; free() it. */
char *memory_text(const char *text, size_t len);

#endif
