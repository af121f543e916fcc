/* Rules, positions, moves and results as a person would say them. Pure: appends to a text. */
#ifndef CLIENT_WORDS_H
#define CLIENT_WORDS_H

#include "client/lib/match.h"
#include "common/game/game.h"

#include <stdbool.h>
#include <stdint.h>

/* The heaps of a position, smallest first; false where positions of this game are no heaps.
 * Borrowed from the position. */
bool words_heaps(const struct rules *rules, const struct position *position,
                 const int64_t **ret_heaps, uint32_t *ret_count);

/* How many may be taken at most, where a bound stands in the position. */
bool words_bound(const struct rules *rules, const struct position *position, int64_t *ret_most);

/* A number of any size, in digits. */
void words_number(uint128 number, struct text *out);
/* "35 counters; 1 to 12 of them may be taken", "heaps of 3, 5 and 7" */
void words_position(const struct rules *rules, const struct position *position, struct text *out);
/* "takes 3 from the heap of 7, leaving 4"; for `you`, "take 3 ..." */
void words_move(const struct rules *rules, const struct position *position, const struct move *move,
                bool you, struct text *out);
/* "Kayles (octal:0.77)", "Nim"; only the rules where the game has no name. */
void words_rules(const char *rules, struct text *out);
/* "Take any number of counters from one heap. Whoever cannot move loses." */
void words_explain(const char *rules, struct text *out);
/* "You won: anna has no move left." `ending` and `winner` are the protocol's. */
void words_result(const struct match *match, struct text *out);
/* The catalogue's row for canonical rules, NULL when there is none. */
const struct game *words_game(const char *rules);

#endif
