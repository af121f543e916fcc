#include "client/play/line_queue.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void make_room(struct line_queue *queue)
{
    if (queue->count < queue->capacity)
        return;
    if (queue->first > queue->capacity / 2) {
        queue->count -= queue->first;
        memmove(queue->lines, queue->lines + queue->first, queue->count * sizeof *queue->lines);
        queue->first = 0;
        return;
    }
    queue->capacity = queue->capacity ? 2 * queue->capacity : 16;
    queue->lines = memory_resized(queue->lines, queue->capacity, sizeof *queue->lines);
}

void line_queue_push(struct line_queue *queue, const char *line, size_t len)
{
    make_room(queue);
    queue->lines[queue->count++] = memory_text(line, len);
}

const char *line_queue_peek(const struct line_queue *queue)
{
    return queue->first < queue->count ? queue->lines[queue->first] : NULL;
}

char *line_queue_take(struct line_queue *queue)
{
    assert(queue->first < queue->count);
    return queue->lines[queue->first++];
}

void line_queue_finish(struct line_queue *queue)
{
    while (line_queue_peek(queue))
        free(line_queue_take(queue));
    free(queue->lines);
    *queue = (struct line_queue){0};
}
