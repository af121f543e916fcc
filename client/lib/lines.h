/* Lines of text from a file descriptor, whatever it is: terminal, pipe, socket or file. */
#ifndef CLIENT_LIB_LINES_H
#define CLIENT_LIB_LINES_H

#include "client/lib/loop.h"

#include <stddef.h>

enum { LINE_BYTES_MAX = 65536 }; /* a longer line comes in pieces of this size */

struct lines;

/* Both may call lines_destroy(). */
struct lines_events {
    void *owner;
    /* Without its newline; zero-terminated; lives during the call. The last one need not have had a
     * newline. */
    void (*line)(void *owner, const char *line, size_t len);
    /* Nothing more can be read. */
    void (*end)(void *owner);
};

/* Reads `fd` until its end; does not close it, and leaves it in the mode in which it was. */
struct lines *lines_create(struct loop *loop, int fd, const struct lines_events *events);
void lines_destroy(struct lines *lines); /* NULL is taken */

#endif
