/* Everything that perfect play says about one position, as a value. */
#ifndef CLIENT_SOLUTION_H
#define CLIENT_SOLUTION_H

#include "common/solver/solver.h"

enum { SOLUTION_MOVES_MAX = 1000 };

struct solution {
    enum outcome outcome;
    bool has_grundy;
    uint64_t grundy;
    struct winning_moves winning;
    struct move moves[SOLUTION_MOVES_MAX]; /* winning.listed of them */
    bool has_best;                         /* there is a legal move */
    struct move best;
};

/* Reads a position that can be judged: as a start position, but nobody need be able to move. `text`
 * need not be zero-terminated; `ret_position` is as in position_parse(). */
enum error_code solution_position_parse(const struct rules *rules, const char *text, size_t len,
                                        struct position *ret_position, struct error *error);

void solution_find(struct solver *solver, const struct position *position,
                   struct solution *ret_solution);

/* Both sides play their best moves from a position on. */
struct best_line {
    struct solver *solver;    /* borrowed */
    struct position position; /* after the moves */
    struct text moves;        /* with a blank between two of them */
    int64_t count;
    bool is_complete; /* nobody can move any more */
};

void best_line_begin(struct best_line *line, struct solver *solver,
                     const struct position *position);
/* Makes the next move. Precondition: !is_complete. */
void best_line_go_on(struct best_line *line);
void best_line_finish(struct best_line *line);

#endif
