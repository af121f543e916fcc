/* The notation of the families whose positions are heaps of counters and nothing else: cells are
 * heaps, sizes ascending, a cell for each heap; "3+5+7", "0" for no heap; moves "5>3", "7>2+5",
 * "5>0". */
#ifndef COMMON_GAME_HEAPS_H
#define COMMON_GAME_HEAPS_H

#include "common/base/scanner.h"
#include "common/game/game.h"

enum { HEAPS_MAX = 1024 }; /* in a text and in a start position; splitting may make more of them */

/* Entries for the table of a family, as described in family.h. */
enum error_code heaps_position_parse(const struct rules *rules, struct scanner *scanner,
                                     struct position *position, struct error *error);
void heaps_position_print(const struct rules *rules, const struct position *position,
                          struct text *out);
enum error_code heaps_position_check_limits(const struct rules *rules,
                                            const struct position *position, struct error *error);
void heaps_move_print(const struct rules *rules, const struct position *position,
                      const struct move *move, struct text *out);
void heaps_move_apply(const struct rules *rules, struct position *position,
                      const struct move *move);

/* Reads a whole text as a move that changes one heap on the table into none, one or two, with no
 * counters added and something changed. Whether the rules allow it is the family's to say. */
enum error_code heaps_move_parse(const struct position *position, struct scanner *scanner,
                                 struct move *ret_move, struct error *error);

/* Adds a heap to a position. */
void heaps_add(struct position *position, int64_t heap);

/* Builds a move. The smaller heap is left first; 0 stands for no heap. */
struct move heaps_move(int64_t heap, int64_t smaller_left, int64_t larger_left);

/* The number of moves in one heap. */
typedef uint128 heaps_counter(const struct rules *rules, int64_t heap);

/* The number of moves in a position: equal heaps are interchangeable and count once. */
uint128 heaps_move_count(const struct rules *rules, const struct position *position,
                         heaps_counter *moves_of_heap);
/* The heap that the move of this index changes; the index becomes the one among the moves of that
 * heap. Precondition: index < heaps_move_count(). */
int64_t heaps_heap_of_move(const struct rules *rules, const struct position *position,
                           heaps_counter *moves_of_heap, uint128 *index);

#endif
