/* A solution for people, and as JSON. */
#ifndef CLIENT_SOLUTION_PRINT_H
#define CLIENT_SOLUTION_PRINT_H

#include "client/study/solution.h"

#include <jansson.h>

/* The move to play, as a hint: "You can win: take 2, leaving 42; or take 10, leaving 34.", the best
 * move first; or that no move wins, and the move that is hardest to answer. Nothing where there is
 * no legal move. solver_explain() gives the reason. */
void solution_say_move(const struct rules *rules, const struct position *position,
                       const struct solution *solution, struct text *out);

/* Outcome, Grundy value, winning moves and the best one. */
void solution_print(const struct rules *rules, const struct position *position,
                    const struct solution *solution, struct text *out);
/* What solver_explain() said, under a heading; nothing for the empty text. */
void explanation_print(const struct text *explanation, struct text *out);
/* The moves up to some number, under a heading, and how it goes on. */
void best_line_print(const struct best_line *line, struct text *out);

/* An object: the fields of a line of `takeaway solve --batch`. */
json_t *solution_json(const struct rules *rules, const struct position *position,
                      const struct solution *solution);
/* The lines, as an array. */
json_t *explanation_json(const struct text *explanation);
/* The moves, as an array. */
json_t *best_line_json(const struct best_line *line);

#endif
