/* The words of positions that are not shown as heaps (common/game/look.h). Inside common/words. */
#ifndef COMMON_WORDS_WORDS_LOOK_H
#define COMMON_WORDS_WORDS_LOOK_H

#include "common/game/game.h"

struct look_words {
    const char *over; /* the position without counters */
    void (*position)(const struct rules *rules, const struct position *position, struct text *out);
    void (*move)(const struct rules *rules, const struct position *position,
                 const struct move *move, const char *ending, struct text *out);
    const char *explanation; /* what a heap is on this board, with a full stop and a blank */
    /* Moves can be typed in a form of the board: reads one, and appends it in the notation, legal
     * or not; false: it is none. It may also say in `error`, which has no code before, why a move
     * of this form is none of this position. NULL: there is no such form. */
    bool (*typed)(const struct rules *rules, const struct position *position, const char *line,
                  struct text *out, struct error *error);
    /* A move of the form; there is a legal one. */
    void (*example)(const struct rules *rules, const struct position *position, struct text *out);
    bool has_own_numbers; /* the form, not a number of counters, is what a number alone means */
};

/* NULL: the words are those of the rules. */
const struct look_words *look_words(enum game_look look);

#endif
