#include "common/base/memory.h"
#include "common/game/heaps.h"
#include "test_solver_board.h"

#include <inttypes.h>
#include <stdlib.h>

SUITE(solver_candy, 120);

static void set_pair(struct position *position, int64_t a, int64_t b)
{
    position->count = 0;
    heaps_add(position, a);
    heaps_add(position, b);
}

static void check_all_pairs(const char *rules, int64_t most)
{
    struct checker checker = checker_start(rules);
    struct position position = {0};
    for (int64_t b = 1; b <= most; b++)
        for (int64_t a = 1; a <= b; a++) {
            set_pair(&position, a, b);
            check_position(&checker, &position);
        }
    checker_finish(&checker);
    position_finish(&position);
}

Test(solver_candy, plays_candy_as_the_oracle_does)
{
    check_all_pairs("candy", 60);
}

Test(solver_candy, plays_misere_candy_as_the_oracle_does)
{
    check_all_pairs("candy,misere", 60);
}

/* By the definitions alone: of each heap the values of its splits, as bits, and whether a split of
 * it is lost in misere play. */
Test(solver_candy, values_and_lost_pairs_are_those_of_a_sieve)
{
    enum { MOST = 1500 };
    struct rules rules = rules_of("candy"), misere = rules_of("candy,misere");
    struct solver *solver = solver_create(&rules), *misere_solver = solver_create(&misere);
    uint64_t *values = memory_zeroed(MOST + 1, sizeof *values), value;
    bool *wins = memory_zeroed(MOST + 1, 1);
    struct position position = {0};
    for (int64_t sum = 2; sum <= MOST; sum++)
        for (int64_t a = 1; 2 * a <= sum; a++) {
            int64_t b = sum - a;
            int mex = __builtin_ctzll(~(values[a] | values[b]));
            bool is_lost = sum > 2 && !wins[a] && !wins[b];
            set_pair(&position, a, b);
            EXPECT(solver_grundy(solver, &position, &value) && value == (uint64_t)mex,
                   "%" PRId64 "+%" PRId64 " has the value %d", a, b, mex);
            EXPECT((solver_outcome(solver, &position) == OUTCOME_P) == (mex == 0), "%" PRId64, a);
            EXPECT((solver_outcome(misere_solver, &position) == OUTCOME_P) == is_lost,
                   "%" PRId64 "+%" PRId64 " in misere play", a, b);
            EXPECT(!solver_grundy(misere_solver, &position, &value), "misere play has no values");
            values[sum] |= (uint64_t)1 << mex;
            wins[sum] |= is_lost;
        }
    position_finish(&position);
    free(values);
    free(wins);
    solver_destroy(solver);
    solver_destroy(misere_solver);
}

Test(solver_candy, pairs_agree_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/candy.json"), *row, *lost, *pair;
    struct rules rules = rules_of("candy"), misere = rules_of("candy,misere");
    struct solver *solver = solver_create(&rules), *misere_solver = solver_create(&misere);
    struct position position = {0};
    size_t a, b, i, count = 0;
    uint64_t value;
    json_array_foreach(json_object_get(vectors, "SG"), a, row)
    {
        for (b = 0; b < json_array_size(row); b++) {
            set_pair(&position, (int64_t)a + 1, (int64_t)b + 1);
            EXPECT(solver_grundy(solver, &position, &value) &&
                       value == (uint64_t)vector_element(row, b),
                   "value of %zu+%zu", a + 1, b + 1);
            count += a <= b && solver_outcome(misere_solver, &position) == OUTCOME_P;
        }
    }
    cr_assert_eq(a, 40);
    lost = json_object_get(vectors, "misere_P");
    json_array_foreach(lost, i, pair)
    {
        set_pair(&position, vector_element(pair, 0), vector_element(pair, 1));
        EXPECT(solver_outcome(misere_solver, &position) == OUTCOME_P, "pair %zu", i);
    }
    cr_assert_eq(i, count);
    json_decref(vectors);
    position_finish(&position);
    solver_destroy(solver);
    solver_destroy(misere_solver);
}

/* The counts, a list without room, and the best replies of heaps that are never gone through. */
static void check_large(const char *rules_text, const char *start, uint128 expected)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, start);
    struct move moves[3];
    struct winning_moves found = solver_winning_moves(solver, &position, moves, 3);
    EXPECT(found.counted && found.count == expected, "%s %s", rules_text, start);
    for (uint32_t i = 0; i < found.listed; i++)
        EXPECT(outcome_after(solver, &position, &moves[i]) == OUTCOME_P, "%s %s", rules_text,
               start);
    EXPECT((solver_outcome(solver, &position) == OUTCOME_N) == (expected > 0), "%s", start);
    solver_best_move(solver, &position, &moves[0]);
    EXPECT(expected == 0 || outcome_after(solver, &position, &moves[0]) == OUTCOME_P, "%s", start);
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_candy, the_largest_heaps_are_judged)
{
    uint128 quarter = (uint128)1 << 61;
    check_large("candy", "9223372036854775807+9223372036854775806", quarter);
    check_large("candy", "9223372036854775807+9223372036854775805", 0);
    check_large("candy", "1+4000000", 1000000);
    /* 2^63 - 1 leaves the remainder 1. */
    check_large("candy,misere", "9223372036854775807+5", ((uint128)INT64_MAX / 2 + 1) / 3);
    check_large("candy,misere", "9223372036854775806+5", 1);
    check_large("candy,misere", "9223372036854775805+1", 0);
    check_large("candy,misere", "9223372036854775805+9223372036854775805", 0);
}

/* From a lost position, however large, the opponent gets one winning move or few. */
Test(solver_candy, a_large_lost_position_is_made_hard)
{
    struct rules rules = rules_of("candy");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, "9+9223372036854775807");
    struct move move;
    solver_best_move(solver, &position, &move);
    move_apply(&rules, &position, &move);
    EXPECT(solver_winning_moves(solver, &position, NULL, 0).count == 1, "one reply wins");
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_candy, all_is_eaten)
{
    plies_from("candy", "8+13");
    plies_from("candy", "9+13");
    plies_from("candy,misere", "20+31");
    plies_from("candy,misere", "1000+1001");
}

Test(solver_candy, heaps_are_explained_by_their_remainders)
{
    expect_explanation(
        "candy", "8+13",
        "Split 8>1+7, and eat the other heap.\n"
        "Two odd heaps are lost: the parts of an odd heap are odd and even. An even heap has odd "
        "parts.\n"
        "The value is 4: write 7 and 12 in binary, and count the columns\n"
        "from the right that have a 1, to the first that has none.\n");
    expect_in_explanation("candy", "7+13", "No move wins.\n");
    expect_in_explanation("candy", "1+1", "No move is left.\n");
    expect_in_explanation("candy,misere", "1+1",
                          "No move is left, and who has none wins in misere play.\n");
    expect_explanation(
        "candy,misere", "2+8",
        "No move wins.\n"
        "Divided by 3 the heaps leave 2 and 2.\n"
        "Lost are two heaps that leave 2, and 1 beside one that leaves 2: a split of such a heap\n"
        "leaves no such pair, and one of any other heap can.\n");
}
