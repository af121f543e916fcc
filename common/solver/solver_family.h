/* What perfect play needs to know of a family of games. A new family is one file that fills in this
 * table and one row in the list in solver.c. */
#ifndef COMMON_SOLVER_SOLVER_FAMILY_H
#define COMMON_SOLVER_SOLVER_FAMILY_H

#include "common/solver/solver.h"

struct solver {
    struct rules rules;
    const struct solver_family *family;
    void *tables; /* made by the family, NULL where it needs none */
};

/* Winning moves on their way to the caller. */
struct winning_list {
    struct winning_moves found; /* solver.c sets `truncated` */
    struct move *moves;
    uint32_t capacity;
    bool first_only; /* nobody asks for more than one */
};

bool winning_list_has_room(const struct winning_list *list);
/* Counts a winning move. Returns where to write it, or NULL when there is no room for it. */
struct move *winning_list_add(struct winning_list *list);
/* Would more of them be of no use? */
bool winning_list_is_done(const struct winning_list *list);

enum { SOLVER_REPLIES_MAX = 256 };

struct solver_family {
    const struct family *family;

    /* Tables for `rules`, which outlive them. Both NULL where the family needs none. */
    void *(*tables_create)(const struct rules *rules);
    void (*tables_destroy)(void *tables);

    /* The Grundy value, or who wins: a family provides exactly one of the two. */
    uint64_t (*grundy)(struct solver *solver, const struct position *position);
    enum outcome (*outcome)(struct solver *solver, const struct position *position);

    /* Adds the winning moves to the list in the order of move_at(); may stop as soon as the list is
     * done. */
    void (*winning_moves)(struct solver *solver, const struct position *position,
                          struct winning_list *list);

    /* A P-position with more than SOLVER_EXACT_MOVES legal moves: those moves, in the order of
     * move_at() and at least one, among which the hardest is looked for. */
    uint32_t (*promising_replies)(struct solver *solver, const struct position *position,
                                  struct move replies[SOLVER_REPLIES_MAX]);

    /* How many counters there are; NULL where every cell is a heap. */
    uint128 (*counters)(const struct position *position);
};

extern const struct solver_family solver_family_nim;
extern const struct solver_family solver_family_octal;
extern const struct solver_family solver_family_take_away;

/* In a position of heaps: are the moves of the heap in this cell those of the cell before it? */
static inline bool heap_is_repeated(const struct position *position, uint32_t index)
{
    return index > 0 && position->cells[index - 1] == position->cells[index];
}

#endif
