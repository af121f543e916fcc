/* Where strategies choose moves in tests. */
#ifndef TESTS_UNIT_TEST_BOTS_TABLE_H
#define TESTS_UNIT_TEST_BOTS_TABLE_H

#include "bots/strategy.h"

struct table {
    struct rules rules;
    struct position position;
    struct solver *solver;
};

/* Both end the test when the text cannot be read. */
struct table table_of(const char *rules, const char *position);
struct strategy strategy_of(const char *name, uint64_t seed);
void table_finish(struct table *table);

/* Hands the solver to who uses one. `seed`: the match's; 0: none. */
struct move table_choose(const struct table *table, const struct strategy *strategy, int64_t match,
                         int64_t ply, int64_t seed);
void table_play(struct table *table, const struct move *move);
bool table_is_over(const struct table *table);

#endif
