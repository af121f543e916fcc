#include "tests/unit/test_bots_table.h"

#include "common/solver/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No assertion of Criterion's: threads besides the test's come here too. */
static void require(bool condition, const struct error *error)
{
    if (condition)
        return;
    fprintf(stderr, "%s\n", error->message);
    abort();
}

struct table table_of(const char *rules, const char *position)
{
    struct table table = {0};
    struct error error;
    require(!rules_parse(&table.rules, rules, strlen(rules), &error), &error);
    require(!position_parse(&table.rules, position, strlen(position), &table.position, &error),
            &error);
    table.solver = solver_create(&table.rules);
    return table;
}

struct strategy strategy_of(const char *name, uint64_t seed)
{
    struct strategy strategy;
    struct error error;
    require(!strategy_parse(name, seed, &strategy, &error), &error);
    return strategy;
}

void table_finish(struct table *table)
{
    position_finish(&table->position);
    solver_destroy(table->solver);
}

struct move table_choose(const struct table *table, const struct strategy *strategy, int64_t match,
                         int64_t ply, int64_t seed)
{
    struct turn turn = {&table->rules, &table->position, match, ply, seed};
    struct move move;
    strategy->choose(strategy, strategy->uses_solver ? table->solver : NULL, &turn, &move);
    return move;
}

void table_play(struct table *table, const struct move *move)
{
    move_apply(&table->rules, &table->position, move);
}

bool table_is_over(const struct table *table)
{
    return position_is_over(&table->rules, &table->position);
}
