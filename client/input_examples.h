/* Moves that are legal in a position, in the forms in which they can be typed. Pure. */
#ifndef CLIENT_INPUT_EXAMPLES_H
#define CLIENT_INPUT_EXAMPLES_H

#include "common/base/text.h"
#include "common/game/game.h"

struct input_examples {
    struct text number; /* a take from the one heap there is: "take 3"; empty: none was found */
    struct text words;  /* "take 3 from 7", "eat 2 3"; empty: none was found */
    struct text move;   /* in the notation */
    struct text split;  /* one that leaves two heaps; empty: none was found */
};

/* Precondition: there is a legal move. */
void input_examples_find(const struct rules *rules, const struct position *position,
                         struct input_examples *ret_examples);
void input_examples_finish(struct input_examples *examples);

#endif
