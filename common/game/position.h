/* A position and a move as plain sequences of integers, "cells", whose meaning belongs to the
 * family of the rules: sizes of heaps, a quota, rows of chocolate, edges of a graph. Cells are in
 * canonical order, so that equal positions have equal cells. */
#ifndef COMMON_GAME_POSITION_H
#define COMMON_GAME_POSITION_H

#include <stdbool.h>
#include <stdint.h>

/* `struct position p = {0}` is a valid position without cells; position_finish() it when done. */
struct position {
    uint32_t count;
    uint32_t capacity;
    int64_t *cells; /* owned */
};

void position_finish(struct position *position);
/* Makes `to` equal to `from`, reusing its memory. */
void position_copy(struct position *to, const struct position *from);
bool position_equal(const struct position *a, const struct position *b);
/* Appends a cell; for families and tests that build positions. */
void position_push(struct position *position, int64_t cell);
/* Inserts a cell at `index` <= count, or removes the one at `index` < count. */
void position_insert(struct position *position, uint32_t index, int64_t cell);
void position_remove(struct position *position, uint32_t index);

enum { MOVE_CELLS_MAX = 4 };

/* A move: the cells before and the cells after. The family defines their meaning; in heap games
 * they are the heaps that change, sizes ascending, and no heap stands on both sides. A plain value:
 * assign it to copy it. */
struct move {
    uint8_t before_count;
    uint8_t after_count;
    int64_t cells[MOVE_CELLS_MAX]; /* before_count cells, then after_count */
};

bool move_equal(const struct move *a, const struct move *b);

#endif
