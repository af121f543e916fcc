#include "common/game/northcott.h"
#include "test_solver_board.h"

#include <string.h>

SUITE(solver_northcott, 180);

/* Goes to the next board of `rows` rows of `squares` squares, with up to `retreats` retreats and
 * either side to move, as a number in mixed radix; false after the last one. */
static bool next_board(struct position *position, uint32_t rows, int64_t squares, int64_t retreats)
{
    if (position->count == 0) {
        position_push(position, NORTHCOTT_WHITE);
        position_push(position, 0);
        for (uint32_t i = 0; i < rows; i++) {
            position_push(position, squares);
            position_push(position, 1);
            position_push(position, 2);
        }
        return true;
    }
    int64_t *cells = position->cells;
    for (uint32_t i = 0; i < rows; i++) {
        int64_t *row = cells + NORTHCOTT_ROWS + i * NORTHCOTT_ROW_CELLS;
        int64_t *white = &row[NORTHCOTT_PLACES + NORTHCOTT_WHITE];
        int64_t *black = &row[NORTHCOTT_PLACES + NORTHCOTT_BLACK];
        do {
            if (++*black > squares) {
                *black = 1;
                ++*white;
            }
        } while (*black == *white);
        if (*white <= squares)
            return true;
        *white = 1;
        *black = 2;
    }
    if (++cells[NORTHCOTT_RETREATS] <= retreats)
        return true;
    cells[NORTHCOTT_RETREATS] = 0;
    return ++cells[NORTHCOTT_TO_MOVE] <= NORTHCOTT_BLACK;
}

static void check_boards(struct checker *checker, uint32_t rows, int64_t squares, int64_t retreats)
{
    struct position position = {0};
    while (next_board(&position, rows, squares, retreats))
        check_position(checker, &position);
    position_finish(&position);
}

static void check_all_boards(const char *rules)
{
    struct checker checker = checker_start(rules);
    check_boards(&checker, 1, 6, 4);
    check_boards(&checker, 2, 5, 3);
    check_boards(&checker, 3, 3, 3);
    check_boards(&checker, 3, 4, 1);
    cr_assert_eq(checker.positions, 2 * (30 * 5 + 20 * 20 * 4 + 6 * 6 * 6 * 4 + 12 * 12 * 12 * 2));
    checker_finish(&checker);
}

Test(solver_northcott, plays_small_boards_as_the_oracle_does)
{
    check_all_boards("northcott");
}

Test(solver_northcott, plays_small_boards_in_misere_play_as_the_oracle_does)
{
    check_all_boards("northcott,misere");
}

Test(solver_northcott, boards_agree_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/northcott.json"), *row;
    struct rules rules = rules_of("northcott"), misere = rules_of("northcott,misere");
    struct solver *solver = solver_create(&rules), *misere_solver = solver_create(&misere);
    size_t i;
    uint64_t value;
    json_array_foreach(vectors, i, row)
    {
        const char *text = json_string_value(json_array_get(row, 0));
        struct position position = position_of(&rules, text);
        EXPECT(solver_grundy(solver, &position, &value) &&
                   value == (uint64_t)vector_element(row, 1),
               "the value of %s", text);
        EXPECT((solver_outcome(misere_solver, &position) == OUTCOME_P) == vector_element(row, 2),
               "%s in misere play", text);
        position_finish(&position);
    }
    cr_assert_eq(i, 400);
    json_decref(vectors);
    solver_destroy(solver);
    solver_destroy(misere_solver);
}

Test(solver_northcott, matches_end)
{
    plies_from("northcott", "w....b..+..w..b..+.w..b...@10w");
    plies_from("northcott", ".w..b.+.w..b.@20b");
    plies_from("northcott,misere", "w....b..+..w..b..+.w..b...@10w");
    plies_from("northcott,misere", "..wb..+..wb..@9b");
}

Test(solver_northcott, large_boards_are_judged)
{
    struct rules rules = rules_of("northcott");
    struct solver *solver = solver_create(&rules);
    struct text text = {0};
    for (int i = 0; i < 32; i++) {
        text_append_string(&text, i > 0 ? "+." : ".");
        for (int square = 2; square < 32; square++)
            text_append_char(&text, square == 5 ? 'w' : square == 16 + i / 2 % 8 ? 'b' : '.');
        text_append_char(&text, '.');
    }
    struct position position = position_of(&rules, text_string(&text));
    struct move move;
    EXPECT(solver_outcome(solver, &position) == OUTCOME_P, "each gap is there an even number of "
                                                           "times");
    solver_best_move(solver, &position, &move);
    move_apply(&rules, &position, &move);
    EXPECT(solver_winning_moves(solver, &position, NULL, 0).count > 0, "any move can be answered");
    text_finish(&text);
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_northcott, gaps_are_explained)
{
    expect_explanation("northcott", "w....b..+..w..b..+.w..b...@10w",
                       "Row 1: from square 1 to square 5.\n"
                       "The gaps are heaps of Nim: leave them with the nim-sum 0.\n"
                       "A retreat helps nobody: an advance of as many squares answers it.\n"
                       "4  100\n"
                       "2   10\n"
                       "2   10\n"
                       "-  ---\n"
                       "4  100  the nim-sum\n"
                       "0    0  after the move\n");
    expect_in_explanation("northcott", ".wb.", "No move wins.\n");
    expect_in_explanation("northcott", ".wb.@0", "No move is left.\n");
    expect_in_explanation("northcott,misere", ".wb.@0",
                          "No move is left, and who has none wins in misere play.\n");
    expect_in_explanation("northcott,misere", ".wb.@3b", "Row 1: from square 3 to square 4.\n");
}
