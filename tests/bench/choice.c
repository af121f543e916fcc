#include "tests/bench/choice.h"

#include "common/base/memory.h"
#include "common/base/random.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct rules bench_rules(const char *text)
{
    struct rules rules;
    struct error error;
    enum error_code failed = rules_parse(&rules, text, strlen(text), &error);
    assert(!failed);
    (void)failed;
    return rules;
}

/* A position of so many heaps, each between half of `limit` and `limit`. */
static void draw_position(const struct rules *rules, struct random *random, int heaps,
                          int64_t limit, struct position *ret_position)
{
    struct text text = {0};
    struct error error;
    for (int i = 0; i < heaps; i++)
        text_printf(&text, "%s%" PRId64, i > 0 ? "+" : "",
                    limit / 2 + (int64_t)random_below(random, (uint128)limit / 2));
    enum error_code failed =
        position_parse(rules, text_string(&text), text.len, ret_position, &error);
    assert(!failed);
    (void)failed;
    text_finish(&text);
}

struct choice *choice_create(const char *rules_text, int heaps, int64_t limit)
{
    struct choice *choice = memory_zeroed(1, sizeof *choice);
    struct random random = random_from_seed(1);
    struct rules rules = bench_rules(rules_text);
    choice->rounds = 1;
    choice->solver = solver_create(&rules);
    for (int i = 0; i < CHOICE_POSITIONS; i++) {
        struct position *position = &choice->positions[i];
        do
            draw_position(&rules, &random, heaps, limit, position);
        while (solver_outcome(choice->solver, position) == OUTCOME_P);
    }
    return choice;
}

void choice_destroy(struct choice *choice)
{
    for (int i = 0; i < CHOICE_POSITIONS; i++)
        position_finish(&choice->positions[i]);
    solver_destroy(choice->solver);
    free(choice);
}

void choice_make(void *context)
{
    struct choice *choice = context;
    for (int round = 0; round < choice->rounds; round++) {
        for (int i = 0; i < CHOICE_POSITIONS; i++)
            solver_best_move(choice->solver, &choice->positions[i], &choice->moves[i]);
    }
}
