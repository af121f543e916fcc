/* A table for explanations of sums of games: values below one another in binary, over their
 * nim-sum. */
#ifndef COMMON_SOLVER_VALUE_COLUMNS_H
#define COMMON_SOLVER_VALUE_COLUMNS_H

#include "common/base/text.h"

#include <stdint.h>

enum {
    VALUE_COLUMNS_SHOWN_MAX = 12, /* lines; 13 parts are shown too */
    VALUE_COLUMNS_LABEL_MAX = 24, /* bytes */
};

struct value_line {
    char label[VALUE_COLUMNS_LABEL_MAX + 1]; /* the part of the position: "11" */
    uint64_t value;
    char remark[96]; /* at the end of the line; "": none */
};

struct value_columns {
    const char *heading; /* over the labels; NULL: the lines have none */
    const char *noun;    /* for the parts: "heaps" */
    uint32_t parts;      /* of the position. If there are many, the first ones share one line */
    uint32_t added;
    uint64_t sum;        /* of the parts added so far */
    uint64_t hidden_sum; /* of the added parts without a line of their own */
    uint32_t count;
    struct value_line lines[VALUE_COLUMNS_SHOWN_MAX + 1];
    uint32_t after_count; /* lines for the part after a move; 0: no move is shown */
    struct value_line after[3];
};

/* Exactly `parts` calls of value_columns_add() have to follow. Texts are borrowed. */
void value_columns_init(struct value_columns *columns, const char *heading, const char *noun,
                        uint32_t parts);
/* Adds a part with a value. Returns its line, for a label and a remark; NULL where the part shares
 * a line. */
struct value_line *value_columns_add(struct value_columns *columns, uint64_t value);
/* Adds a heap that the move leaves. Returns its line. */
struct value_line *value_columns_add_after(struct value_columns *columns, uint64_t value);

/* Appends the table: a line for each part, the nim-sum of several, and the heaps after the move. No
 * line is wider than 100 bytes if remarks have at most 14 beside values of 2^32 and more. */
void value_columns_print(const struct value_columns *columns, struct text *out);

#endif
