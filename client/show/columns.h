/* A table of texts whose columns are as wide as they need to be. Pure. */
#ifndef CLIENT_COLUMNS_H
#define CLIENT_COLUMNS_H

#include "common/base/text.h"

/* `struct columns table = {.count = 3, .left = 1 << 1}`, then the cells row by row, then
 * columns_print(). */
struct columns {
    size_t count; /* of columns, at most 32 */
    /* A bit for each column whose texts begin at its left; the others end at its right. */
    uint32_t left;
    char **cells; /* owned */
    size_t cell_count;
};

/* Adds the next cell, made harmless. */
void columns_add(struct columns *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Appends the rows, two blanks between columns and none at the end, and empties the table. */
void columns_print(struct columns *table, struct text *out);

/* How many places of a terminal a text takes. */
size_t columns_width(const char *text);
/* How many of its bytes fit into so many places, and how many places these take. */
size_t columns_fit(const char *text, size_t len, size_t width, size_t *ret_width);

#endif
