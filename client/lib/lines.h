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

/* Lines that were read ahead. `struct line_queue queue = {0}` is empty. */
struct line_queue {
    char **lines; /* owned */
    size_t first; /* the next one to take */
    size_t count;
    size_t capacity;
};

void line_queue_push(struct line_queue *queue, const char *line, size_t len);
/* The next line, without taking it; NULL when there is none. */
const char *line_queue_peek(const struct line_queue *queue);
/* Takes the next line; free() it. Precondition: there is one. */
char *line_queue_take(struct line_queue *queue);
void line_queue_finish(struct line_queue *queue);

#endif
