/* The guide of a game: its rules, how to win, and an example that the solver has worked out, so
 * that every number in it is right; and the list of games to choose from. No I/O. */
#ifndef COMMON_WORDS_GUIDE_H
#define COMMON_WORDS_GUIDE_H

#include "common/solver/solver.h"

#include <stdbool.h>
#include <stddef.h>

/* --- lessons: how to win at each kind of game, in a few sentences (guide_lessons.c) --- */

/* A table worth knowing by heart; the solver fills it in. */
enum lesson_table {
    LESSON_NO_TABLE,
    LESSON_VALUES,      /* Grundy values of heaps of 1, 2, 3, ... */
    LESSON_LOST_HEAPS,  /* single heaps from which the player to move loses */
    LESSON_LOST_PAIRS,  /* ... pairs of heaps */
    LESSON_LOST_SHAPES, /* ... shapes of chocolate */
};

struct lesson {
    const char *how;     /* paragraphs, a line break between two */
    const char *example; /* a position; NULL: that of the catalogue, or any */
    enum lesson_table table;
    const char *sources; /* for further reading */
};

/* Every game has one. */
const struct lesson *lesson_of(const struct rules *rules);

/* --- guides (guide.c) --- */

/* {0} is an empty guide; guide_finish() it when done. */
struct guide {
    struct rules rules;
    const struct lesson *lesson;
    struct text title;        /* "Kayles (octal:0.77)" */
    struct text summary;      /* the rules, in sentences, and how to ask for misere play */
    struct text table;        /* worth knowing by heart; empty: none */
    struct position position; /* the example */
    struct text example;      /* the example with its best move; empty: not solved yet */
    bool has_best;
    struct move best;    /* a winning move of the example */
    struct text figures; /* the reasons, in lines */
    struct text line;    /* the example played to its end by two perfect players, a move a line */
};

/* Fills in the parts that need no solver: the title, the summary and the position of the example.
 * The guide's former contents are freed. */
void guide_begin(struct guide *guide, const struct rules *rules);
/* Fills in the table and the example, with a solver for the same rules; the small positions of
 * guides take a fraction of a second. Call it once. */
void guide_solve(struct guide *guide, struct solver *solver);
void guide_finish(struct guide *guide);

/* --- the list of games: every game with a name, then examples of other rules, one of each kind
 * --- */

size_t guide_list_count(void);
/* The rules of the entry with this index, as a person types them. */
const char *guide_list_rules(size_t index);
/* Its title in the catalogue; the rules where the game has no name. */
const char *guide_list_title(size_t index);

#endif
