/* The sentences of a review, for the full screen and for `takeaway review`. They say "you" where
 * the reader had a seat in the match. Pure: each appends to a text. */
#ifndef CLIENT_REVIEW_WORDS_H
#define CLIENT_REVIEW_WORDS_H

#include "client/record/replay.h"
#include "common/words/why.h"

/* "Move 5 of 13: ann takes 5, leaving 15"; at the end "After 13 moves". */
void review_say_move(const struct replay *replay, struct text *out);
/* What the move was worth: "Your first mistake. You had a winning move here: ... You chose to ...,
 * and from then on ben could win." At the end: whether the ending threw a win away, and how the win
 * changed hands. Nothing while the match is not judged. `winning` is a winning move of the
 * position; NULL: there is none, or it is not known (yet). */
void review_say_worth(const struct replay *replay, const struct move *winning, struct text *out);
/* "You resigned in a won position: to take 5, leaving 34, would have kept the win." or that it was
 * lost; nothing where the last move ended the match, or nobody won. `winning` is a winning move of
 * the last position, as above. */
void review_say_ending(const struct match *match, const struct ending *ending,
                       const struct move *winning, struct text *out);
/* "2 winning moves: take 1, leaving 20; take 4, leaving 17." It names a few of them at most. */
void review_say_winning(const struct replay *replay, const struct solution *solution,
                        struct text *out);
/* Adds to the figures of a move's position those of the position that it left: `after` are the
 * lines for that. */
void review_say_after(const struct replay *replay, const char *after, struct text *out);

#endif
