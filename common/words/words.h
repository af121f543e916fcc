/* Rules, positions, moves, results and refusals in words. Nothing here does I/O: a function appends
 * to a text of the caller's (common/base/text.h) or answers with a value.
 *
 * Words are plain English in UTF-8, without a line break or a full stop at the end unless the
 * comment shows one. */
#ifndef COMMON_WORDS_WORDS_H
#define COMMON_WORDS_WORDS_H

#include "common/game/game.h"
#include "common/game/match.h"

#include <stdbool.h>
#include <stdint.h>

/* --- positions and moves: words_position.c --- */

struct words_heap {
    int64_t size;
    int64_t most; /* the position's quota allows at most this many to be taken */
    bool is_ring; /* its counters stand in a circle (octal.h) */
};

/* Are the positions of this game heaps of counters? */
bool words_has_heaps(const struct rules *rules);
/* The number of heaps, and the heap with this index, rings first, then smallest first. The game
 * must have heaps. */
uint32_t words_heap_count(const struct rules *rules, const struct position *position);
struct words_heap words_heap_at(const struct rules *rules, const struct position *position,
                                uint32_t index);

/* Has each heap a quota of its own (take-away, local)? */
bool words_has_own_quotas(const struct rules *rules);

/* "35 counters; 1 to 12 of them may be taken", "heaps of 3, 5 and 7", "a ring of 13 and one heap of
 * 5", "chips on squares 3 and 5" */
void words_position(const struct rules *rules, const struct position *position, struct text *out);
/* Do these words begin with the notation itself? */
bool words_are_notation(const struct rules *rules, const struct position *position);
/* An example of a position of this game in the notation: "3+5+7". NULL for an unknown family. */
const char *words_example(const struct rules *rules);
/* "takes 3 from the heap of 7, leaving 4", "moves a chip from square 7 to square 4"; for `you`,
 * "take 3 ..." */
void words_move(const struct rules *rules, const struct position *position, const struct move *move,
                bool you, struct text *out);
/* The same with its player, for a match: "ann takes 3 from the heap of 7, leaving 4", "You take
 * ..."; the position is the one before the move. */
void words_step(const struct match *match, const struct position *position,
                const struct match_step *step, struct text *out);
/* The position as a picture of several lines, each after a line break. Only of boards that are not
 * heaps and not too large; of other positions nothing. */
void words_drawing(const struct rules *rules, const struct position *position, struct text *out);

/* --- rules: words_rules.c --- */
/* All take canonical rules (struct rules.text), or a class of rules, and how they are shown. */

/* "Kayles (octal:0.77)", "Nim", "Kayles, misere (octal:0.77,misere)", "Nimble (nim)"; the rules
 * alone where the game has no name, "subtraction:2,5, as a strip". */
void words_rules(const char *rules, enum game_look look, struct text *out);
/* "Take any number of counters from one heap. Whoever cannot move loses." */
void words_explain(const char *rules, enum game_look look, struct text *out);
/* The moves of an octal code: "Take counters from one heap: 1 or 2, leaving nothing of it, one heap
 * or two. " For a long code only the beginning, and how to read the rest of it. */
void words_octal(const char *rules, struct text *out);
/* The catalogue's row for rules that are shown so, drawn_game for any class, NULL when there is
 * none. */
const struct game *words_game(const char *rules, enum game_look look);

/* --- times: words.c --- */

/* A time control in the notation, as it follows the name of a game: ", 300 seconds each and 3 more
 * after each move"; nothing for "". */
void words_control(const char *control, struct text *out);
/* "4:59", "1:02:03"; under ten seconds "9.4", in tenths, rounded down. */
void words_time(int64_t ms, struct text *out);
/* Time that is left, in whole seconds, rounded up: "0:41", "1:02:03". */
void words_countdown(int64_t ms, struct text *out);
/* Both clocks of a match that has clocks, the reader's own first: "you 4:59, ben 5:03", for a
 * spectator "anna 4:59, ben 5:03". */
void words_clocks(const struct match *match, int64_t now_ms, struct text *out);
/* "2.3": seconds in whole tenths, rounded down. */
void words_tenths(int64_t ms, struct text *out);
/* The time of a move: " in 2.3 s"; with a lag credit that is worth telling " in 2.3 s (0.1 s of
 * them given back)"; nothing where the time is unknown. */
void words_taken(struct match_time time, struct text *out);
/* Is the lag credit worth telling? */
bool words_tell_credit(struct match_time time);

/* What decides a match that nobody draws and that is played to its end. */
enum words_end {
    WORDS_END_NO_MOVE,      /* a player cannot move */
    WORDS_END_DOLLAR,       /* a player takes the dollar */
    WORDS_END_LAST_COUNTER, /* a player takes the last counter of all */
    WORDS_END_EVEN_STEPS,   /* one has made an even number of steps in all, the other an odd one */
};
enum words_end words_end_of(const struct rules *rules);

/* --- results: words.c. They say "you" to the player of the match's own seat. --- */

/* "You won: anna has no move left." The match must have ended. */
void words_result(const struct match *match, struct text *out);
/* Why the loser of an ended match lost: "you resigned", "ben ran out of time". */
void words_defeat(const struct match *match, enum match_seat loser, struct text *out);

/* --- refusals: words.c --- */

/* A refusal for people, of one or more lines, zero-terminated. */
struct refusal {
    char words[sizeof(((struct error *)0)->message)];
};

/* The server's message without characters that command a terminal; for an error code whose message
 * is about the protocol, words of our own. */
struct refusal refusal_of(const struct error *error);

#endif
