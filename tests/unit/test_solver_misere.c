#include "common/game/heaps.h"
#include "test_solver_checks.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

SUITE(solver_misere, 120);

/* How many positions with at most `left` counters, heaps from `least` on, the solver holds for
 * lost. */
static uint64_t count_lost(struct solver *solver, struct position *position, int64_t least,
                           int64_t left)
{
    uint64_t lost = solver_outcome(solver, position) == OUTCOME_P;
    for (int64_t heap = least; heap <= left; heap++) {
        position_push(position, heap);
        lost += count_lost(solver, position, heap, left - heap);
        position->count--;
    }
    return lost;
}

static void expect_lost(struct solver *solver, const json_t *heaps)
{
    struct position position = {0};
    size_t i;
    json_t *heap;
    json_array_foreach(heaps, i, heap) heaps_add(&position, json_integer_value(heap));
    EXPECT(solver_outcome(solver, &position) == OUTCOME_P, "%s: %zu heaps",
           solver_rules(solver)->text, i);
    position_finish(&position);
}

/* All that are listed are lost, and no others are, because there are as many. */
static void check_vector(const char *text, const json_t *vector)
{
    struct rules rules = rules_of(text);
    struct solver *solver = solver_create(&rules);
    const json_t *lost = json_object_get(vector, "P");
    size_t i;
    json_t *heaps;
    json_array_foreach(lost, i, heaps) expect_lost(solver, heaps);
    struct position position = {0};
    int64_t most = json_integer_value(json_object_get(vector, "max_total"));
    cr_assert_eq(count_lost(solver, &position, 1, most), json_array_size(lost));
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_misere, agrees_with_the_vectors)
{
    json_error_t error;
    json_t *vectors = json_load_file(VECTORS_DIR "/misere_P.json", 0, &error);
    EXPECT(vectors, "%s", error.text);
    const char *text;
    json_t *vector;
    json_object_foreach (vectors, text, vector)
        check_vector(text, vector);
    json_decref(vectors);
}

/* The heaps of the exceptions, the largest ones from which they can be reached, and the next. */
static struct position draw_kayles_heaps(struct random *random)
{
    static const int64_t heaps[] = {1, 1, 1, 4, 4, 4, 5, 5, 9, 12, 17, 20, 25, 26, 51, 52, 53, 54};
    struct position position = {0};
    uint32_t count = 1 + (uint32_t)random_below(random, 6);
    for (uint32_t i = 0; i < count; i++)
        heaps_add(&position, heaps[random_below(random, sizeof heaps / sizeof *heaps)]);
    return position;
}

/* The listed moves, in their order, are those after which the solver holds the opponent for lost.
 */
static void check_list_by_outcomes(struct solver *solver, const struct position *position)
{
    enum { ROOM = 1000 };
    static struct move listed[ROOM];
    const struct rules *rules = solver_rules(solver);
    struct winning_moves found = solver_winning_moves(solver, position, listed, ROOM);
    struct position after = {0};
    uint128 count = move_count(rules, position);
    uint32_t expected = 0;
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        move_at(rules, position, i, &move);
        position_copy(&after, position);
        move_apply(rules, &after, &move);
        if (solver_outcome(solver, &after) == OUTCOME_N)
            continue;
        EXPECT(expected < found.listed && move_equal(&listed[expected], &move), "move %u",
               expected);
        expected++;
    }
    EXPECT(found.count == expected, "%u winning moves", expected);
    EXPECT((solver_outcome(solver, position) == OUTCOME_N) == (expected > 0 || count == 0),
           "the outcome is not that of the moves");
    position_finish(&after);
}

/* Far more pins than the oracle can do: the outcomes are those of the moves, which is all that
 * perfect play means. */
Test(solver_misere, kayles_is_consistent_around_the_exceptions)
{
    struct rules rules = rules_of("kayles,misere");
    struct solver *solver = solver_create(&rules);
    struct random random = random_from_seed(1);
    for (int round = 0; round < 3000; round++) {
        struct position position = draw_kayles_heaps(&random);
        check_list_by_outcomes(solver, &position);
        position_finish(&position);
    }
    solver_destroy(solver);
}

Test(solver_misere, nim_is_consistent_where_few_heaps_are_large)
{
    static const char *const both[] = {"nim,misere", "octal:0.3...,misere"};
    struct random random = random_from_seed(2);
    for (int round = 0; round < 1000; round++) {
        struct rules rules = rules_of(both[round % 2]);
        struct solver *solver = solver_create(&rules);
        struct position position = {0};
        for (uint32_t ones = (uint32_t)random_below(&random, 9); ones > 0; ones--)
            heaps_add(&position, 1);
        for (uint32_t large = (uint32_t)random_below(&random, 4); large > 0; large--)
            heaps_add(&position, 1 + (int64_t)random_below(&random, 500));
        check_list_by_outcomes(solver, &position);
        position_finish(&position);
        solver_destroy(solver);
    }
}

/* Lost positions with more moves than are compared exactly. */
Test(solver_misere, replies_from_large_lost_positions)
{
    static const char *const lost[][2] = {
        {"nim,misere", "9223372036854775807+9223372036854775807"},
        {"nim,misere", "1+4611686018427387904+4611686018427387905"},
        {"octal:0.3...,misere", "5000+5000"},
        {"kayles,misere", "9223372036854775807+9223372036854775807"},
        {"kayles,misere", "1+1+4000+4000"},
    };
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        struct rules rules = rules_of(lost[i][0]);
        struct solver *solver = solver_create(&rules);
        struct position position = position_of(&rules, lost[i][1]);
        EXPECT(solver_outcome(solver, &position) == OUTCOME_P, "row %zu", i);
        struct move move;
        solver_best_move(solver, &position, &move);
        move_apply(&rules, &position, &move);
        EXPECT(solver_outcome(solver, &position) == OUTCOME_N, "row %zu", i);
        position_finish(&position);
        solver_destroy(solver);
    }
}

Test(solver_misere, perfect_players_leave_the_last_counter)
{
    static const char *const starts[][2] = {
        {"nim,misere", "3+5+7"},       {"nim,misere", "100+200+300"},  {"kayles,misere", "100"},
        {"kayles,misere", "20+20+17"}, {"dawsons-chess,misere", "24"}, {"octal:0.6,misere", "25"},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct rules rules = rules_of(starts[i][0]);
        struct solver *solver = solver_create(&rules);
        struct position position = position_of(&rules, starts[i][1]);
        fprintf(stderr, "%s %s: %u plies\n", starts[i][0], starts[i][1],
                play_out(solver, &position));
        position_finish(&position);
        solver_destroy(solver);
    }
}

Test(solver_misere, explains_itself)
{
    expect_explanation("nim,misere", "1+1+5",
                       "Bring the heap of 5 down to 1: that leaves an odd number of heaps of 1.\n"
                       "Of heaps of 1 alone, an odd number makes who moves next take the last.\n");
    expect_explanation("nim,misere", "1+5",
                       "Bring the heap of 5 down to 0: that leaves an odd number of heaps of 1.\n"
                       "Of heaps of 1 alone, an odd number makes who moves next take the last.\n");
    expect_explanation("nim,misere", "1+1+1",
                       "No move wins: the heaps of 1 are 3, an odd number.\n"
                       "Of heaps of 1 alone, an odd number makes who moves next take the last.\n");
    expect_explanation("nim,misere", "1+1",
                       "Take a heap of 1: the heaps of 1 are 2, an even number.\n"
                       "Of heaps of 1 alone, an odd number makes who moves next take the last.\n");
    expect_explanation(
        "kayles,misere", "1+1+4",
        "Whoever is to move loses, not as in Kayles. There the nim-sum of the values is 1,\n"
        "and 0 is what loses.\n"
        "Misere play differs from Kayles in eight kinds of positions only. This is of the kind "
        "with\n"
        "an odd number of 4s and 1s in all, any number of 5s:\n"
        "D(4,1) and any number of 5s\n"
        "(D an odd, E an even number of heaps of these sizes) [Sibert and Conway].\n");
    expect_explanation(
        "kayles,misere", "2+2",
        "Whoever is to move loses as in Kayles. There the nim-sum of the values is 0,\n"
        "and 0 is what loses.\n"
        "Misere play differs from Kayles in eight kinds of positions only, and this is of none\n"
        "of them [Sibert and Conway].\n");
    expect_in_explanation("octal:0.3...,misere", "3+5",
                          "As in Nim: two heaps or more are not 1.\n");
    expect_in_explanation("kayles,misere", "1+4", "wins, not as in Kayles.");
    expect_in_explanation("kayles,misere", "1+4", "\nE(5) E(4,1)\n");
    expect_in_explanation("kayles,misere", "1+4+12",
                          "with\none 12, an even number of 4s and 1s in all:\n12 E(4,1)\n");
    expect_in_explanation("kayles,misere", "1+9+25", "\n25 D(9) D(4,1)\n");
    expect_in_explanation("kayles,misere", "20+25", "\n25 E(17,12,9) D(20,4,1)\n");
    expect_in_explanation("kayles,misere", "9+17+20", "\nE(17,12,9) D(20,4,1)\n");
    expect_in_explanation("kayles,misere", "2+2", "this is of none\nof them");
    expect_in_explanation("kayles,misere", "60",
                          "With a heap above 52, misere Kayles is as Kayles:\n");
}
