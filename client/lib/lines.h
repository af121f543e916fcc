/* Lines of text from a file descriptor of any kind: terminal, pipe, socket or file. */
#ifndef CLIENT_LIB_LINES_H
#define CLIENT_LIB_LINES_H

#include "client/lib/loop.h"

#include <stddef.h>

enum { LINE_BYTES_MAX = 65536 }; /* a longer line is split into pieces of this size */

struct lines;

/* Both callbacks may call lines_destroy(). */
struct lines_events {
    void *owner;
    /* A line without its newline, zero-terminated, valid during the call. The last line may have
     * lacked a newline. */
    void (*line)(void *owner, const char *line, size_t len);
    /* End of input, or a failed read. */
    void (*end)(void *owner);
};

/* Reads `fd` to its end. Does not close it, and restores its mode. */
struct lines *lines_create(struct loop *loop, int fd, const struct lines_events *events);
void lines_destroy(struct lines *lines); /* NULL is allowed */

/* A queue of lines. `struct line_queue queue = {0}` is empty. */
struct line_queue {
    char **lines; /* owned */
    size_t first; /* the next one to take */
    size_t count;
    size_t capacity;
};

void line_queue_push(struct line_queue *queue, const char *line, size_t len);
/* The next line, which stays in the queue; NULL: the queue is empty. */
const char *line_queue_peek(const struct line_queue *queue);
/* Removes the next line, to be freed by the caller. The queue must not be empty. */
char *line_queue_take(struct line_queue *queue);
void line_queue_finish(struct line_queue *queue);

#endif
