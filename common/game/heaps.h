/* The notation of the families whose positions are heaps of counters and nothing else: cells are
 * heaps, sizes ascending, a cell for each heap; "3+5+7", "0" for no heap; moves "5>3", "7>2+5",
 * "5>0".
 *
 * Under octal codes rings may stand among the heaps (octal.h): the cell of a ring of n is -n, so
 * that rings come first, larger ones before smaller ones; "o13+5", "o13>11". */
#ifndef COMMON_GAME_HEAPS_H
#define COMMON_GAME_HEAPS_H

#include "common/base/scanner.h"
#include "common/game/game.h"

enum { HEAPS_MAX = 1024 }; /* in a text and in a start position; splitting may make more of them */
enum { GRUNDY_HEAP_MAX = 1048576 }; /* the largest heap of Grundy's game */

static inline bool heaps_is_ring(int64_t cell)
{
    return cell < 0;
}

/* The number of counters in the heap or ring of this cell. */
static inline int64_t heaps_counters(int64_t cell)
{
    return cell < 0 ? -cell : cell;
}

/* Appends "5" or "o13". */
void heaps_print_cell(int64_t cell, struct text *out);
/* The counters of all heaps and rings; those of the largest of them, 0 where there is none. */
uint128 heaps_total(const struct rules *rules, const struct position *position);
int64_t heaps_largest(const struct position *position);

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

/* Limits, for the families' own position_check_limits: BAD_POSITION, with the limit in the message,
 * when a heap is over `most`; when there are over `most` counters in all; when the product of
 * (heap + 1) over all heaps is over `most`, a bound for the positions that can be reached where
 * heaps are not split. They do not include heaps_position_check_limits(). */
enum error_code heaps_check_largest(const struct rules *rules, const struct position *position,
                                    int64_t most, struct error *error);
enum error_code heaps_check_total(const struct rules *rules, const struct position *position,
                                  int64_t most, struct error *error);
enum error_code heaps_check_product(const struct rules *rules, const struct position *position,
                                    int64_t most, struct error *error);

/* The limits of trying every move (misere play without a theory of its own): the most counters
 * where heaps may be split, the largest product where they may not. */
enum { HEAPS_SEARCH_TOTAL_MAX = 40, HEAPS_SEARCH_PRODUCT_MAX = 1000000 };
/* Where heaps may not be split, this limits the work too: the product times the number of heaps
 * times about the number of moves of the largest heap. A position within it has less than 3000
 * moves, because they are fewer than the product. */
enum { HEAPS_SEARCH_MOVES_MAX = 8388608 };
/* heaps_check_total(), or heaps_check_product() by both of these limits. */
enum error_code heaps_check_search(const struct rules *rules, const struct position *position,
                                   bool may_split, struct error *error);

/* Reads a whole text as a move that changes one heap on the table into at most `most_left`, 2 or 3,
 * with no counters added and something changed. Whether the rules allow it is the family's to say.
 */
enum error_code heaps_move_parse(const struct position *position, struct scanner *scanner,
                                 uint32_t most_left, struct move *ret_move, struct error *error);

/* The heaps before and after a move, as they are read. The text of a move has no room for more
 * heaps, so the two positions never allocate and need no finish. May not be copied. */
struct heaps_sides {
    struct position before;
    struct position after;
    int64_t room_before[HEAPS_MAX], room_after[HEAPS_MAX];
};

void heaps_sides_init(struct heaps_sides *sides);

/* Reads a whole text as the two sides of a move and leaves out the heaps that stand on both. Checks
 * that the heaps before the move are on the table, that something changes and that no counters are
 * added. For families whose moves change several heaps. */
enum error_code heaps_sides_parse(const struct position *position, struct scanner *scanner,
                                  struct heaps_sides *sides, struct error *error);

/* Parts of the above, for families whose positions have heaps and something more. */

/* Takes a "0" that stands alone for no heap, as in "0>5", not the first heap of "0+5". */
bool heaps_take_none(struct scanner *scanner);
/* Reads the next heap of a sum after `count` heaps. */
enum error_code heaps_read_heap(struct scanner *scanner, uint32_t count, int64_t *ret_heap,
                                enum error_code code, struct error *error);
/* Reads heaps joined by '+', or "0", up to the first byte that cannot belong to them. No rings. */
enum error_code heaps_read(struct scanner *scanner, struct position *heaps, enum error_code code,
                           struct error *error);

/* Reads the rest of a move behind its left side, '>' included, to the end of the text. */
enum error_code heaps_sides_read_after(struct scanner *scanner, struct heaps_sides *sides,
                                       struct error *error);
/* The second half of heaps_sides_parse(): leaves out and checks, after both sides were read. */
enum error_code heaps_sides_reduce(const struct position *position, struct heaps_sides *sides,
                                   struct error *error);
/* ILLEGAL_MOVE unless one heap has become at most `most_left`, 2 or 3. */
enum error_code heaps_sides_check_one(const struct heaps_sides *sides, uint32_t most_left,
                                      struct error *error);

/* Adds a heap or ring to a position. */
void heaps_add(struct position *position, int64_t heap);

/* Builds a move of a heap or ring. The smaller heap is left first; 0 stands for no heap. */
struct move heaps_move(int64_t heap, int64_t smaller_left, int64_t larger_left);

/* The number of moves in one heap or ring. */
typedef uint128 heaps_counter(const struct rules *rules, int64_t heap);

/* The number of moves in a position: equal heaps are interchangeable and count once. */
uint128 heaps_move_count(const struct rules *rules, const struct position *position,
                         heaps_counter *moves_of_heap);
/* Has no heap a move? */
bool heaps_are_over(const struct rules *rules, const struct position *position,
                    heaps_counter *moves_of_heap);
/* The heap that the move of this index changes; the index becomes the one among the moves of that
 * heap. Precondition: index < heaps_move_count(). */
int64_t heaps_heap_of_move(const struct rules *rules, const struct position *position,
                           heaps_counter *moves_of_heap, uint128 *index);

#endif
