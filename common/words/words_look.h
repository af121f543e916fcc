/* The words of positions that are not shown as heaps (common/game/look.h). Inside common/words. */
#ifndef COMMON_WORDS_WORDS_LOOK_H
#define COMMON_WORDS_WORDS_LOOK_H

#include "common/game/game.h"

struct look_words {
    const char *over; /* the position without counters */
    void (*position)(const struct position *position, struct text *out);
    void (*move)(const struct position *position, const struct move *move, const char *ending,
                 struct text *out);
    const char *explanation; /* what a heap is on this board, with a full stop and a blank */
    /* Moves can be typed in a form of the board: reads one, and appends it in the notation, legal
     * or not; false: it is none. NULL: there is no such form. */
    bool (*typed)(const struct position *position, const char *line, struct text *out);
    void (*example)(const struct position *position, struct text *out); /* of the form */
};

/* NULL: the words are those of the rules. */
const struct look_words *look_words(enum game_look look);

#endif
