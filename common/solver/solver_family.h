/* The table that describes perfect play of a family of games. A new family is one file that fills
 * in this table and one row in the list in solver.c. */
#ifndef COMMON_SOLVER_SOLVER_FAMILY_H
#define COMMON_SOLVER_SOLVER_FAMILY_H

#include "common/base/text.h"
#include "common/solver/solver.h"

struct solver {
    struct rules rules;
    const struct solver_family *family;
    void *tables;                        /* made by the family, NULL where it needs none */
    struct remoteness_table *remoteness; /* NULL until the first small position */
};

/* Winning moves on their way to the caller. */
struct winning_list {
    struct winning_moves found; /* solver.c sets `truncated` */
    struct move *moves;
    uint32_t capacity;
    bool first_only; /* the caller wants no more than one */
};

bool winning_list_has_room(const struct winning_list *list);
/* Counts a winning move. Returns the place to write it to, or NULL when there is no room for it. */
struct move *winning_list_add(struct winning_list *list);
/* Does the caller need no more moves? */
bool winning_list_is_done(const struct winning_list *list);

enum { SOLVER_REPLIES_MAX = 256 };

struct proof;

/* A way to solve some of the rules of a family. */
struct solver_family {
    const struct family *family;
    uint8_t variant;                           /* the only one that it serves */
    bool misere;                               /* it serves either misere or normal play */
    bool (*serves)(const struct rules *rules); /* further condition; NULL: none */

    /* Tables for `rules`, which outlive them. Both NULL where the family needs none. */
    void *(*tables_create)(const struct rules *rules);
    void (*tables_destroy)(void *tables);
    /* The approximate size of the tables in bytes. NULL: next to nothing. */
    size_t (*memory)(const void *tables);

    /* The Grundy value; false where it is not known. NULL where it is never known. */
    bool (*grundy)(struct solver *solver, const struct position *position, uint64_t *ret_value);
    /* NULL where the Grundy value is always known and decides. */
    enum outcome (*outcome)(struct solver *solver, const struct position *position);

    /* Adds the winning moves to the list in the order of move_at(); may stop as soon as the list is
     * done. */
    void (*winning_moves)(struct solver *solver, const struct position *position,
                          struct winning_list *list);

    /* The first winning move of the least possible remoteness, found without a search: it ends the
     * match, or in misere play it leaves the opponent the last move. False where there is none.
     * NULL where such a move is always the only winning one, or where only a search finds it. */
    bool (*ending_move)(struct solver *solver, const struct position *position,
                        struct move *ret_move);

    /* In a P-position with more than SOLVER_EXACT_MOVES legal moves: the candidates for the hardest
     * move, in the order of move_at(), at least one. NULL where the limits allow no such position.
     */
    uint32_t (*promising_replies)(struct solver *solver, const struct position *position,
                                  struct move replies[SOLVER_REPLIES_MAX]);

    /* Does each answer about a position of this size take a few microseconds at most, without a
     * table to build first? NULL: unknown. */
    bool (*is_quick)(const struct solver *solver, const struct position *position);

    /* As solver_explain(), or as solver_explain_briefly(). `best` is the winning move to explain;
     * NULL where no move wins. */
    void (*explain)(struct solver *solver, const struct position *position, const struct move *best,
                    bool is_brief, struct text *out);

    /* Writes what proves that proof->lost is a P-position (proof.h): the theorem and its instance.
     * NULL: proof_every_move() does. */
    enum error_code (*prove)(struct proof *proof);
};

/* The entry `prove` of a family. The page writes no certificates, and its module comes on the way
 * of the first move: there it is left out, with all that it calls. */
#ifdef SOLVER_WITHOUT_PROOFS
#define SOLVER_PROVES(function) NULL
#else
#define SOLVER_PROVES(function) function
#endif

/* Tries every move: for the rules that no row of solver.c serves. */
extern const struct solver_family solver_family_search;

extern const struct solver_family solver_family_chomp;
extern const struct solver_family solver_family_hackenbush;
extern const struct solver_family solver_family_misere_chomp;
extern const struct solver_family solver_family_misere_kayles;
extern const struct solver_family solver_family_misere_nim;
extern const struct solver_family solver_family_misere_octal_nim;
extern const struct solver_family solver_family_misere_subtraction;
extern const struct solver_family solver_family_misere_take_away;
extern const struct solver_family solver_family_misere_wythoff;
extern const struct solver_family solver_family_nim;
extern const struct solver_family solver_family_octal;
extern const struct solver_family solver_family_hexadecimal;
extern const struct solver_family solver_family_subtraction;
extern const struct solver_family solver_family_grundy;
extern const struct solver_family solver_family_take_away;
extern const struct solver_family solver_family_take_away_global;
extern const struct solver_family solver_family_take_away_local;
extern const struct solver_family solver_family_wythoff;
extern const struct solver_family solver_family_silver_dollar;
extern const struct solver_family solver_family_silver_dollar_one_step;
extern const struct solver_family solver_family_silver_dollar_two_step;
extern const struct solver_family solver_family_misere_silver_dollar;
extern const struct solver_family solver_family_date;
extern const struct solver_family solver_family_misere_date;
extern const struct solver_family solver_family_candy;
extern const struct solver_family solver_family_misere_candy;
extern const struct solver_family solver_family_sticks;
extern const struct solver_family solver_family_misere_sticks;
extern const struct solver_family solver_family_odd_scoring;
extern const struct solver_family solver_family_tactix;
extern const struct solver_family solver_family_misere_tactix;
extern const struct solver_family solver_family_turning;
extern const struct solver_family solver_family_misere_ruler;
extern const struct solver_family solver_family_misere_turning;
extern const struct solver_family solver_family_northcott;
extern const struct solver_family solver_family_misere_northcott;
extern const struct solver_family solver_family_clear;

/* In a position of heaps: are the moves of the heap in this cell those of the cell before it? */
static inline bool heap_is_repeated(const struct position *position, uint32_t index)
{
    return index > 0 && position->cells[index - 1] == position->cells[index];
}

/* The is_quick of families with a table of heaps: for small heaps the table and the search in it
 * are short. */
static inline bool heaps_are_small(const struct solver *solver, const struct position *position)
{
    return position_counters(&solver->rules, position) <= 64;
}

#endif
