#include "common/game/odd_scoring.h"
#include "test_solver_board.h"
#include "test_solver_checks.h"

#include <inttypes.h>

SUITE(solver_odd_scoring, 60);

#define RULES "odd-scoring"

Test(solver_odd_scoring, plays_as_the_oracle_does)
{
    struct checker checker = checker_start(RULES);
    struct position position = {0};
    for (int64_t left = 0; left <= 400; left++)
        for (int64_t own = 0; own < 2; own++) {
            position.count = 0;
            position_push(&position, left);
            position_push(&position, own);
            check_position(&checker, &position);
        }
    cr_assert_eq(checker.positions, 802);
    checker_finish(&checker);
    position_finish(&position);
}

static size_t check_vectors(struct solver *solver, const json_t *texts, enum outcome outcome)
{
    size_t i;
    json_t *text;
    json_array_foreach(texts, i, text)
    {
        struct position position = position_of(solver_rules(solver), json_string_value(text));
        EXPECT(solver_outcome(solver, &position) == outcome, "%s", json_string_value(text));
        position_finish(&position);
    }
    return i;
}

Test(solver_odd_scoring, agrees_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/odd_scoring.json");
    struct rules rules = rules_of(RULES);
    struct solver *solver = solver_create(&rules);
    size_t lost = check_vectors(solver, json_object_get(vectors, "lost"), OUTCOME_P);
    size_t won = check_vectors(solver, json_object_get(vectors, "won"), OUTCOME_N);
    cr_assert_eq(lost, 32);
    cr_assert_eq(won, 94);
    json_decref(vectors);
    solver_destroy(solver);
}

Test(solver_odd_scoring, explains_the_remainder_by_eight)
{
    expect_explanation(
        RULES, "15",
        "15>12 wins: it leaves 12 steps, 4 modulo 8, to a player who has made an "
        "even number.\n"
        "Lost are, modulo 8: 1 and 4 steps for a player to move who has made an even "
        "number so far,\n"
        "0 and 5 for one who has made an odd number.\n");
    expect_in_explanation(RULES, "9",
                          "No move wins: 9 steps are left, 1 modulo 8, to a player who has made an "
                          "even number.\n");
    expect_in_explanation(
        RULES, "0@1",
        "The chip is at the end, and the player to move has made an odd number of steps.\n");
}

/* 2^63-1 is 7 modulo 8. */
Test(solver_odd_scoring, any_number_of_steps_is_decided_at_once)
{
    struct rules rules = rules_of(RULES);
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, "9223372036854775807");
    struct move move;
    cr_assert_eq(solver_outcome(solver, &position), OUTCOME_N);
    solver_best_move(solver, &position, &move);
    cr_assert_eq(move.cells[1], INT64_MAX - 3);
    cr_assert(solver_is_quick(solver, &position));
    position_finish(&position);
    solver_destroy(solver);
}
