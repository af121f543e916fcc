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

/* --- clocks, words_clock.c --- */

/* A time control of the protocol behind what is played: ", 300 seconds each and 3 more after each
 * move"; nothing for "". */
void words_control(const char *control, struct text *out);
/* "4:59", "1:02:03"; under ten seconds "9.4", in tenths, rounded down. */
void words_time(int64_t ms, struct text *out);
/* Of a time that runs down, in whole seconds, rounded up: "0:41", "1:02:03". */
void words_countdown(int64_t ms, struct text *out);
/* Both clocks of a match that has some, one's own first: "you 4:59, ben 5:03", "anna 4:59, ben
 * 5:03". */
void words_clocks(const struct match *match, int64_t now_ms, struct text *out);
/* "2.3", whole tenths of a second, rounded down. */
void words_tenths(int64_t ms, struct text *out);
/* How long a move took: " in 2.3 s", and with what was given back for lag " in 2.3 s (0.1 s of them
 * given back)"; nothing where it is not known. */
void words_taken(struct match_time time, struct text *out);
/* Is what was given back worth telling? */
bool words_tell_credit(struct match_time time);

/* --- results, words.c --- */

/* "You won: anna has no move left." `ending` and `winner` are the protocol's. */
void words_result(const struct match *match, struct text *out);
/* Why the loser of an ended match lost: "you resigned", "ben ran out of time". */
void words_defeat(const struct match *match, enum match_seat loser, struct text *out);

#endif
