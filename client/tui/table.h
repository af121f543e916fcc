/* A table while it is laid out and drawn; for the files that draw it only. */
#ifndef CLIENT_TUI_TABLE_H
#define CLIENT_TUI_TABLE_H

#include "client/tui/table_view.h"

enum {
    TABLE_POINTER_COLUMNS = 2, /* before the size of a part */
    TABLE_PITCH = 2,           /* columns from a counter to the next: a mark stands between */
    TABLE_GAP = 2,             /* ... from the last counter to what is said of the heap */
};

struct table {
    const struct table_view *view;
    struct canvas *canvas;
    struct parts parts;
    int64_t
        *was; /* of each part: its size before the last move; 0: not changed by it; -1: perhaps */
    int body; /* the column of the first counter */
    int columns;      /* from there on */
    int64_t per_line; /* counters */
    int64_t largest;
    bool wraps; /* heaps may take several lines: all of them fit */
    /* A cell is a share of a heap, not a counter. That holds for all heaps or for none, so that
     * what is longer is more. */
    bool has_bars;
};

/* --- table_layout.c --- */

/* Lays the view out in an area; table_end() it when done. */
void table_begin(struct table *table, struct area area);
void table_end(struct table *table);
/* The line of a part, from 0 on, and the column in which it is told what the chosen move leaves of
 * it. */
int table_tail_line(const struct table *table, uint32_t part, int *ret_column);
/* The rows of a part; of all parts, no further counted than up to the first that is beyond `most`.
 */
int64_t table_lines_of(const struct table *table, uint32_t part);
int64_t table_lines_of_all(const struct table *table, int64_t most);
bool table_is_chosen(const struct table *table, uint32_t part);
/* What the chosen move takes of a part. */
struct choice_cut table_cut_of(const struct table *table, uint32_t part);

/* --- what every part has --- */

/* Pressing the place does this, where there is something to choose. */
void table_put_target(const struct table *table, struct area area, int row, int column, int columns,
                      struct stroke stroke);
/* What stands before a part: its size or number, and whether it is the chosen one. */
void table_draw_label(const struct table *table, struct area area, uint32_t part,
                      const char *label);

/* --- table_edges.c --- */

/* `left` is the position after the chosen cut; NULL: none is chosen. */
void table_draw_edge(const struct table *table, struct area area, uint32_t part,
                     const struct position *left);

#endif
