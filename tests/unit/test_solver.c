#include "test_solver_checks.h"

#include "common/game/heaps.h"

#include <inttypes.h>
#include <stdio.h>

SUITE(solver, 120);

Test(solver, knows_its_rules)
{
    struct rules rules = rules_of("take-away:2x");
    struct solver *solver = solver_create(&rules);
    cr_assert_str_eq(solver_rules(solver)->text, "take-away:2x");
    solver_destroy(solver);
    solver_destroy(NULL);
}

Test(solver, plays_nim_as_the_oracle_does)
{
    struct checker checker = checker_start("nim");
    check_all_heaps(&checker, 20, 20);
    check_all_heaps(&checker, 3, 30);
    checker_finish(&checker);
}

/* A hundred random heaps to 2^63-1 and one that makes the nim-sum 0. */
static struct position lost_nim_position(struct random *random, uint32_t heaps)
{
    struct position position = {0};
    int64_t sum = 0;
    for (uint32_t i = 0; i < heaps; i++) {
        int64_t heap = (int64_t)random_below(random, INT64_MAX);
        sum ^= heap;
        if (heap)
            heaps_add(&position, heap);
    }
    if (sum)
        heaps_add(&position, sum);
    return position;
}

Test(solver, names_every_winning_move_among_a_hundred_heaps_to_2_63)
{
    struct rules rules = rules_of("nim");
    struct solver *solver = solver_create(&rules);
    struct random random = random_from_seed(1);
    for (int round = 0; round < 100; round++) {
        struct position position = lost_nim_position(&random, 100);
        EXPECT(solver_outcome(solver, &position) == OUTCOME_P, "nim-sum 0 is lost");
        heaps_add(&position, 1 + (int64_t)random_below(&random, INT64_MAX));
        struct move moves[102];
        struct winning_moves found = solver_winning_moves(solver, &position, moves, 102);
        EXPECT(found.count % 2 == 1 && found.listed == found.count, "an odd number of moves");
        for (uint32_t i = 0; i < found.listed; i++) {
            struct position after = {0};
            position_copy(&after, &position);
            move_apply(&rules, &after, &moves[i]);
            EXPECT(solver_outcome(solver, &after) == OUTCOME_P, "a winning move leaves a lost one");
            position_finish(&after);
        }
        position_finish(&position);
    }
    solver_destroy(solver);
}

/* With more moves than are compared exactly, the reply is still legal and of the promised kind:
 * from three heaps the one that leaves the opponent a single winning move, where there is such a
 * one. */
Test(solver, plays_hard_from_lost_nim_positions_of_any_size)
{
    struct rules rules = rules_of("nim");
    struct solver *solver = solver_create(&rules);
    struct random random = random_from_seed(2);
    for (int round = 0; round < 200; round++) {
        struct position position = lost_nim_position(&random, 2 + (uint32_t)round);
        struct move move;
        solver_best_move(solver, &position, &move);
        move_apply(&rules, &position, &move);
        struct winning_moves found = solver_winning_moves(solver, &position, NULL, 0);
        EXPECT(found.count > 0 && found.truncated && found.listed == 0, "round %d", round);
        EXPECT(round > 0 || found.count == 1, "%" PRIu64 " winning moves", (uint64_t)found.count);
        position_finish(&position);
    }
    solver_destroy(solver);
}

Test(solver, nim_from_a_large_lost_position_ends)
{
    struct rules rules = rules_of("nim");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, "2048+4095+6143");
    fprintf(stderr, "nim 2048+4095+6143: %u plies\n", play_out(solver, &position));
    position_finish(&position);
    solver_destroy(solver);
}
