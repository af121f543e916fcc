/* Moves that are legal in a position, in the forms in which they can be typed. Pure. */
#ifndef CLIENT_INPUT_EXAMPLES_H
#define CLIENT_INPUT_EXAMPLES_H

#include "common/base/text.h"
#include "common/game/game.h"

/* Empty: none was found, or the game has none. */
struct input_examples {
    struct text number;     /* how many to take from the one heap there is: "3" */
    struct text words;      /* "take 3 from 7", "eat 2 3" */
    struct text move;       /* in the notation; never empty */
    struct text with_quota; /* ... with the quota of its heap */
    struct text split;      /* one that leaves two heaps, in the notation */
    struct text both;       /* "take 3 from both" */
    struct text both_move;  /* ... in the notation */
};

/* Precondition: there is a legal move. */
void input_examples_find(const struct rules *rules, const struct position *position,
                         struct input_examples *ret_examples);
void input_examples_finish(struct input_examples *examples);

#endif
