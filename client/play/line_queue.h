/* Lines that were typed ahead. */
#ifndef CLIENT_LINE_QUEUE_H
#define CLIENT_LINE_QUEUE_H

#include <stddef.h>

/* `struct line_queue queue = {0}` is empty. */
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
