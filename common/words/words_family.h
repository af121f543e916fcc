/* The table of how people read and type the games of a family. A new family is one object that
 * fills in this table, in the file of the games that it resembles, and one row in the list in
 * words_position.c. A family without a row is shown and typed in its notation.
 *
 * The words of a position or a move are appended as words.h describes them. The words of a move
 * begin with a verb, to which `ending` is added: "take%s 3". Inside common/words. */
#ifndef COMMON_WORDS_WORDS_FAMILY_H
#define COMMON_WORDS_WORDS_FAMILY_H

#include "common/base/scanner.h"
#include "common/game/game.h"
#include "common/words/words.h"

/* Moves that are legal in a position, in the forms in which they can be typed. Empty: none was
 * found, or the game has none. */
struct typed_examples {
    struct text number;     /* how many to take from the one heap there is: "3" */
    struct text words;      /* "take 3 from 7", "eat 2 3" */
    struct text move;       /* in the notation; never empty for a person */
    struct text with_quota; /* ... with the quota of its heap */
    struct text split;      /* one that leaves two heaps, in the notation */
    struct text both;       /* "take 3 from both" */
    struct text both_move;  /* ... in the notation */
    struct text on_board;   /* as the board of a look shows it: "2: 0110" */
};

/* Appends the legal move with this index to the empty examples->move, and returns it. */
struct move typed_example_at(const struct rules *rules, const struct position *position,
                             uint128 index, struct typed_examples *examples);

struct words_family {
    /* Of positions that are heaps; NULL of others. */
    uint32_t (*heap_count)(const struct position *position);
    struct words_heap (*heap_at)(const struct position *position, uint32_t index);
    bool has_own_quotas; /* a quota for each heap */

    /* --- words --- */

    const char *over; /* a position without cells; NULL: "nothing is left" */
    /* A position with at least one cell. */
    void (*position)(const struct rules *rules, const struct position *position, struct text *out);
    bool begins_with_notation; /* `position` begins with the notation */
    void (*move)(const struct rules *rules, const struct position *position,
                 const struct move *move, const char *ending, struct text *out);
    /* As words_drawing(). NULL: nothing is drawn. */
    void (*drawing)(const struct rules *rules, const struct position *position, struct text *out);

    /* --- moves as they are typed --- */

    /* Reads a normalised line (typed_normalise()) in a form that is not the notation, and appends
     * the move in the notation, legal or not; false: the line has no such form. It may also say in
     * `error`, which has no code before, why such a move is none of this position. NULL: there is
     * no such form. */
    bool (*typed)(const struct rules *rules, const struct position *position, const char *line,
                  struct text *out, struct error *error);
    const char *notation_prefix; /* a word that may stand before the notation: "cut"; or NULL */
    /* Does a text, without blanks and prefix, look like a move in the notation? Then the rules say
     * what is wrong with it, else it is refused with examples. NULL: it does if it has sums before
     * and after a '>'. */
    bool (*is_like_notation)(struct scanner scanner);
    /* Fills in examples, except the one on the board of a look; there is a legal move. Where it
     * leaves `move` empty, or is NULL, the first legal move stands there. It is not called where a
     * number has another meaning on the board (words_look.h). */
    void (*examples)(const struct rules *rules, const struct position *position,
                     struct typed_examples *examples);
    /* The sides of a move in the notation, for an example that is shown below the one in words:
     * "the heap before and after". NULL: it needs no such explanation. */
    const char *notation_sides;
    /* The meaning of a number alone, in a hint and in a refusal: "how many steps to make", "a
     * number of steps". NULL: it is how many counters to take. */
    const char *number_hint, *number_expected;
};

/* The row for these rules; NULL: there is none. */
const struct words_family *words_family_of(const struct rules *rules);

/* Larger boards are not drawn. */
enum { WORDS_DRAWN_ROWS_MAX = 20, WORDS_DRAWN_COLUMNS_MAX = 36 };

/* Appends what stands before an item of a list: nothing, ", " or " and ". */
void words_separate(uint32_t index, uint32_t count, struct text *out);
/* Appends the sizes of heaps, rings and rows: "3, 5 and 7". */
void words_sizes(const int64_t *cells, uint32_t count, struct text *out);

/* words_heaps.c */
extern const struct words_family words_heaps;
extern const struct words_family words_one_heap; /* with a quota */
extern const struct words_family words_local_quotas;
extern const struct words_family words_global_quota;
extern const struct words_family words_wythoff;
extern const struct words_family words_candy;
extern const struct words_family words_sticks;
extern const struct words_family words_odd_scoring;
/* words_strips.c */
extern const struct words_family words_silver_dollar;
extern const struct words_family words_turning;
extern const struct words_family words_northcott;
/* words_boards.c */
extern const struct words_family words_chomp;
extern const struct words_family words_tactix;
extern const struct words_family words_hackenbush;
extern const struct words_family words_date;

#endif
