/* What is said of a match while somebody steps through it. Pure: appends to a text. */
#ifndef CLIENT_TUI_REVIEW_WORDS_H
#define CLIENT_TUI_REVIEW_WORDS_H

#include "client/study/solution.h"
#include "client/tui/replay.h"

/* "Move 5 of 13: ann takes 5, leaving 15 (20>15)"; at the end "After 13 moves". */
void review_say_move(const struct replay *replay, struct text *out);
/* What the move was worth, in a plain sentence: "Your first mistake. You had a winning move here: ... You chose to ..., and from then on ben could
 * win." At the end: how the win changed hands. Nothing while the match is not judged. `solution` is that of the position, NULL:
 * not known (yet). */
void review_say_worth(const struct replay *replay, const struct solution *solution,
                      struct text *out);
/* "Winning moves (3): 3>2, 5>4, 7>6"; at most so many of them. */
void review_say_winning(const struct replay *replay, const struct solution *solution,
                        struct text *out);
/* Adds to the figures of a move's position those of the position that it left: `after` are the lines for that. */
void review_say_after(const struct replay *replay, const char *after, struct text *out);

#endif
