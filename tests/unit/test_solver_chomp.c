#include "common/game/chomp.h"
#include "test_solver_board.h"

SUITE(solver_chomp, 120);

/* The next position within a box, from the lone square on; false after the whole box. */
static bool next_chocolate(struct position *position, int64_t rows, int64_t columns)
{
    for (int64_t row = rows - 1; row >= 0; row--) {
        int64_t length = row < position->count ? position->cells[row] : 0;
        int64_t above = row == 0 ? columns : row <= position->count ? position->cells[row - 1] : 0;
        if (length == above)
            continue;
        position->count = (uint32_t)row;
        position_push(position, length + 1);
        return true;
    }
    return false;
}

static void check_box(struct checker *checker, int64_t rows, int64_t columns)
{
    struct position position = {0};
    while (next_chocolate(&position, rows, columns))
        check_position(checker, &position);
    position_finish(&position);
}

static void check_boxes(const char *rules)
{
    struct checker checker = checker_start(rules);
    check_box(&checker, 6, 6);
    check_box(&checker, 4, 8);
    check_box(&checker, 8, 4);
    check_box(&checker, 3, 12);
    check_box(&checker, 12, 3);
    check_box(&checker, 2, 25);
    check_box(&checker, 25, 2);
    check_box(&checker, 1, 40);
    check_box(&checker, 40, 1);
    checker_finish(&checker);
}

Test(solver_chomp, plays_chomp_as_the_oracle_does)
{
    check_boxes("chomp");
}

Test(solver_chomp, plays_misere_chomp_as_the_oracle_does)
{
    check_boxes("chomp,misere");
}

static bool is_in_list(const json_t *list, const struct position *position)
{
    size_t i;
    json_t *rows;
    json_array_foreach(list, i, rows)
    {
        size_t row = 0;
        while (row < json_array_size(rows) &&
               vector_element(rows, row) == (row < position->count ? position->cells[row] : 0))
            row++;
        if (row == json_array_size(rows))
            return true;
    }
    return false;
}

/* One table for all of them: the first question is the largest. */
Test(solver_chomp, chomp_agrees_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/chomp5.json"),
           *list = json_object_get(vectors, "P");
    struct rules rules = rules_of("chomp");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, "5+5+5+5+5");
    uint32_t lost = 0;
    EXPECT(solver_outcome(solver, &position) == OUTCOME_N, "a square is won");
    position.count = 0;
    while (next_chocolate(&position, 5, 5)) {
        bool is_lost = solver_outcome(solver, &position) == OUTCOME_P;
        EXPECT(is_lost == is_in_list(list, &position), "a position of %u rows", position.count);
        lost += is_lost;
    }
    cr_assert_eq(lost, json_array_size(list));
    json_decref(vectors);
    position_finish(&position);
    solver_destroy(solver);
}

static void set_box(struct position *position, int64_t rows, int64_t columns)
{
    position->count = 0;
    for (int64_t i = 0; i < rows; i++)
        position_push(position, columns);
}

/* At the limits: the first player wins, and by which bite where that is known. */
static void check_large_box(int64_t rows, int64_t columns, const struct move *bite)
{
    struct rules rules = rules_of("chomp");
    struct solver *solver = solver_create(&rules);
    struct position position = {0};
    set_box(&position, rows, columns);
    struct move moves[8];
    struct winning_moves found = solver_winning_moves(solver, &position, moves, 8);
    EXPECT(solver_outcome(solver, &position) == OUTCOME_N && found.count > 0 &&
               found.count == found.listed,
           "%d rows of %d", (int)rows, (int)columns);
    bool is_found = !bite;
    for (uint32_t i = 0; i < found.listed; i++) {
        is_found = is_found || move_equal(&moves[i], bite);
        struct position after = {0};
        position_copy(&after, &position);
        move_apply(&rules, &after, &moves[i]);
        EXPECT(solver_outcome(solver, &after) == OUTCOME_P, "a winning move leaves a lost one");
        position_finish(&after);
    }
    EXPECT(is_found, "%d rows of %d: the bite that is known to win", (int)rows, (int)columns);
    position_finish(&position);
    solver_destroy(solver);
}

static struct move bite(int64_t row, int64_t squares, int64_t left)
{
    return (struct move){
        .before_count = 2,
        .after_count = 1,
        .cells = {[CHOMP_ROW] = row, [CHOMP_SQUARES] = squares, [CHOMP_LEFT] = left}};
}

Test(solver_chomp, chomp_is_solved_up_to_its_limits)
{
    struct move of_square = bite(1, 11, 1), of_two_rows = bite(1, 1412, 1411);
    struct move of_two_columns = bite(254, 2, 1), of_one_row = bite(0, 999999, 1);
    check_large_box(11, 11, &of_square);
    check_large_box(10, 12, NULL);
    check_large_box(2, 1412, &of_two_rows);
    check_large_box(255, 2, &of_two_columns);
    check_large_box(3, 179, NULL);
    check_large_box(179, 3, NULL);
    check_large_box(1, 999999, &of_one_row);
    check_large_box(255, 1, NULL);
}

Test(solver_chomp, chomp_has_values_where_the_table_is_small_enough)
{
    struct rules rules = rules_of("chomp");
    struct solver *solver = solver_create(&rules);
    struct position position = {0};
    uint64_t value;
    set_box(&position, 2, 1412);
    cr_assert_not(solver_grundy(solver, &position, &value));
    solver_destroy(solver);
    solver = solver_create(&rules);
    set_box(&position, 11, 11);
    cr_assert(solver_grundy(solver, &position, &value));
    position.count = 1;
    cr_assert(solver_grundy(solver, &position, &value) && value == 10);
    position_finish(&position);
    solver_destroy(solver);
    struct rules misere = rules_of("chomp,misere");
    solver = solver_create(&misere);
    position = position_of(&misere, "2+1");
    cr_assert_not(solver_grundy(solver, &position, &value));
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_chomp, chomp_ends)
{
    plies_from("chomp", "7+7+7+7+7");
    plies_from("chomp", "5+3+2");
    plies_from("chomp,misere", "5+5+5+5");
    plies_from("chomp", "300+299");
}

Test(solver_chomp, chomp_is_explained_by_its_shape)
{
    expect_explanation(
        "chomp", "4+1+1+1",
        "No move wins.\n"
        "Two arms from the poisoned square, of 3 and 3 squares: Nim with two heaps,\n"
        "lost where they are equal.\n");
    expect_explanation(
        "chomp", "6",
        "Eat from row 1, column 2 on.\n"
        "Two arms from the poisoned square, of 5 and 0 squares: Nim with two heaps,\n"
        "lost where they are equal.\n");
    expect_explanation(
        "chomp", "5+3",
        "Eat from row 1, column 5 on.\n"
        "Two rows are lost where the first has just one square more; here it has 2 more.\n");
    expect_explanation("chomp", "3+3+3",
                       "Eat from row 2, column 2 on.\n"
                       "A square. That bite leaves two equal arms, which are lost:\n"
                       "what is taken from one is taken from the other.\n");
    expect_explanation("chomp", "5+5+5",
                       "Eat from row 3, column 4 on.\n"
                       "A rectangle is won: if biting its last square does not win, the\n"
                       "answer to that would have been a winning first bite.\n");
    expect_explanation(
        "chomp", "4+3+2",
        "Eat from row 2, column 3 on.\n"
        "No rule is known for this shape: all 34 positions of a box around it were judged.\n");
    expect_explanation(
        "chomp,misere", "5+5",
        "Eat from row 1, column 2 on.\n"
        "No rule is known for this shape: all 20 positions of a box around it were judged.\n");
}
