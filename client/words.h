/* Rules, positions, moves and results as a person would say them. Pure: appends to a text. */
#ifndef CLIENT_WORDS_H
#define CLIENT_WORDS_H

#include "client/lib/match.h"
#include "common/game/game.h"

#include <stdbool.h>
#include <stdint.h>

/* --- positions and moves, words_position.c --- */

struct words_heap {
    int64_t size;
    int64_t most; /* how many of it may be taken as far as a quota in the position says */
};

/* Are the positions of this game heaps of counters? */
bool words_has_heaps(const struct rules *rules);
/* How many they are, and the one of this index, smallest first. Only where there are heaps. */
uint32_t words_heap_count(const struct rules *rules, const struct position *position);
struct words_heap words_heap_at(const struct rules *rules, const struct position *position,
                                uint32_t index);

/* "35 counters; 1 to 12 of them may be taken", "heaps of 3, 5 and 7" */
void words_position(const struct rules *rules, const struct position *position, struct text *out);
/* Do these words begin with the notation itself? */
bool words_are_notation(const struct rules *rules, const struct position *position);
/* How a position of this game may look, in the notation: "3+5+7". NULL where nothing is known. */
const char *words_example(const struct rules *rules);
/* "takes 3 from the heap of 7, leaving 4"; for `you`, "take 3 ..." */
void words_move(const struct rules *rules, const struct position *position, const struct move *move,
                bool you, struct text *out);
/* A position as a picture, each of its lines on a new line, where that helps; nothing elsewhere. */
void words_drawing(const struct rules *rules, const struct position *position, struct text *out);

/* --- rules, words_rules.c --- */

/* "Kayles (octal:0.77)", "Nim", "Kayles, misere (octal:0.77,misere)"; only the rules where the game
 * has no name. `rules` are canonical. */
void words_rules(const char *rules, struct text *out);
/* "Take any number of counters from one heap. Whoever cannot move loses." */
void words_explain(const char *rules, struct text *out);
/* The catalogue's row for canonical rules, NULL when there is none. */
const struct game *words_game(const char *rules);

/* --- numbers and results, words.c --- */

/* A number of any size, in digits. */
void words_number(uint128 number, struct text *out);
/* "You won: anna has no move left." `ending` and `winner` are the protocol's. */
void words_result(const struct match *match, struct text *out);

#endif
