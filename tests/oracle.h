/* Who wins, by trying every move: it knows a game only by the functions of game.h, so that it can
 * judge a solver. Results are remembered per position. */
#ifndef TESTS_ORACLE_H
#define TESTS_ORACLE_H

#include "common/game/game.h"

struct oracle;

/* `rules` is copied. */
struct oracle *oracle_create(const struct rules *rules);
void oracle_destroy(struct oracle *oracle);

/* Has the player who is to move a winning strategy? */
bool oracle_wins(struct oracle *oracle, const struct position *position);

/* Can neither player force a win? */
bool oracle_draws(struct oracle *oracle, const struct position *position);

/* The least number that is not the Grundy value of a position one move away. Precondition: who
 * cannot move loses. */
uint64_t oracle_grundy(struct oracle *oracle, const struct position *position);

/* The number of moves that are left when whoever can win hurries and the other delays. For small
 * positions only: it tries every move to the end. */
uint32_t oracle_remoteness(struct oracle *oracle, const struct position *position);

/* The number of positions judged so far. */
size_t oracle_size(const struct oracle *oracle);

/* Does this legal move win? */
bool oracle_move_wins(struct oracle *oracle, const struct position *position,
                      const struct move *move);

#endif
