/* Subtraction games under `clear`: the last counter of all decides, and there are draws. */
#include "test_solver_board.h"
#include "test_solver_checks.h"

#include <inttypes.h>

SUITE(solver_clear, 120);

static void expect_as_oracle(const char *rules, uint32_t heaps, int64_t total, uint64_t positions,
                             uint64_t drawn)
{
    struct checker checker = checker_start(rules);
    check_all_heaps(&checker, heaps, total);
    EXPECT(checker.positions == positions && checker.drawn == drawn,
           "%s: %" PRIu64 " positions, %" PRIu64 " of them drawn", rules, checker.positions,
           checker.drawn);
    checker_finish(&checker);
}

Test(solver_clear, plays_as_the_oracle_does)
{
    expect_as_oracle("subtraction:2,3,clear", 3, 26, 710, 569);
    expect_as_oracle("subtraction:2,3,clear,misere", 3, 26, 710, 569);
    expect_as_oracle("subtraction:2,5,7,clear", 4, 20, 717, 666);
    expect_as_oracle("subtraction:3-5,clear", 3, 24, 575, 524);
    expect_as_oracle("subtraction:3-5,clear,misere", 2, 24, 169, 129);
    expect_as_oracle("subtraction:all-but-1,4,clear", 2, 30, 256, 202);
    expect_as_oracle("subtraction:squares,clear", 2, 30, 256, 0);
    expect_as_oracle("subtraction:4,6,clear", 1, 200, 201, 140);
}

static size_t check_vectors(struct solver *solver, const json_t *heaps, enum outcome outcome)
{
    size_t i;
    json_t *text;
    json_array_foreach(heaps, i, text)
    {
        struct position position = position_of(solver_rules(solver), json_string_value(text));
        EXPECT(solver_outcome(solver, &position) == outcome, "%s %s", solver_rules(solver)->text,
               json_string_value(text));
        position_finish(&position);
    }
    return i;
}

Test(solver_clear, agrees_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/clear.json"), *row;
    const char *name;
    size_t count = 0;
    json_object_foreach (vectors, name, row) {
        struct rules rules = rules_of(name);
        struct solver *solver = solver_create(&rules);
        count += check_vectors(solver, json_object_get(row, "lost"), OUTCOME_P);
        count += check_vectors(solver, json_object_get(row, "drawn"), OUTCOME_D);
        count += check_vectors(solver, json_object_get(row, "won"), OUTCOME_N);
        solver_destroy(solver);
    }
    cr_assert_eq(count, 1055);
    json_decref(vectors);
}

Test(solver_clear, the_largest_heaps_take_seconds_at_most)
{
    static const char *const starts[][2] = {
        {"subtraction:2,3,clear", "1048575"},
        {"subtraction:2,3,clear", "127+127+84"},
        {"subtraction:squares,clear", "11000"},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        struct rules rules = rules_of(starts[i][0]);
        struct solver *solver = solver_create(&rules);
        struct position position = position_of(&rules, starts[i][1]);
        struct move move;
        solver_best_move(solver, &position, &move);
        position_finish(&position);
        solver_destroy(solver);
    }
}

Test(solver_clear, a_draw_is_said)
{
    expect_in_explanation("subtraction:2,3,clear", "1",
                          "No move is left, but counters are: a draw.");
    expect_in_explanation("subtraction:2,3,clear", "4", "No move wins, but the draw can be kept.");
}

Test(solver_clear, a_draw_has_no_certificate)
{
    struct rules rules = rules_of("subtraction:2,3,clear");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, "4");
    struct text out = {0};
    struct error error;
    cr_assert_eq(solver_prove(solver, &position, &out, &error), ERROR_USAGE);
    cr_assert_str_eq(error.message, "subtraction:2,3,clear: certificates prove who wins, and this "
                                    "position is a draw");
    cr_assert_eq(out.len, 0);
    position_finish(&position);
    solver_destroy(solver);
    text_finish(&out);
}
