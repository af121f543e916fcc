/* Grundy's game: a move splits a heap into two that differ. Cells are heaps, sizes ascending, a
 * cell for each heap. */
#ifndef COMMON_GAME_GRUNDY_H
#define COMMON_GAME_GRUNDY_H

enum { GRUNDY_HEAP_MAX = 1048576 };

#endif
