#include "common/game/tactix.h"
#include "test_solver_board.h"

#include <string.h>

SUITE(solver_tactix, 240);

static struct position board_of(int64_t rows, int64_t columns, int64_t chips)
{
    struct position position = {0};
    position_push(&position, rows);
    position_push(&position, columns);
    position_push(&position, chips);
    return position;
}

/* Every position of a board. */
static void check_board(struct checker *checker, int64_t rows, int64_t columns)
{
    for (int64_t chips = 0; chips < INT64_C(1) << (rows * columns); chips++) {
        struct position position = board_of(rows, columns, chips);
        check_position(checker, &position);
        position_finish(&position);
    }
}

static void check_boards(const char *rules)
{
    static const int64_t sizes[][2] = {{1, 1}, {1, 10}, {10, 1}, {2, 3}, {3, 2},
                                       {3, 3}, {2, 5},  {5, 2},  {3, 4}};
    struct checker checker = checker_start(rules);
    checker.thorough_every = 3;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check_board(&checker, sizes[i][0], sizes[i][1]);
    checker_finish(&checker);
}

Test(solver_tactix, plays_tactix_as_the_oracle_does)
{
    check_boards("tactix");
}

Test(solver_tactix, plays_misere_tactix_as_the_oracle_does)
{
    check_boards("tactix,misere");
}

/* The outcomes of the 65,536 positions. */
static void check_four_by_four(const char *rules_text)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct oracle *oracle = oracle_create(&rules);
    for (int64_t chips = 0; chips < 1 << 16; chips++) {
        struct position position = board_of(4, 4, chips);
        EXPECT((solver_outcome(solver, &position) == OUTCOME_N) == oracle_wins(oracle, &position),
               "%s, chips %x", rules_text, (unsigned)chips);
        position_finish(&position);
    }
    oracle_destroy(oracle);
    solver_destroy(solver);
}

Test(solver_tactix, four_rows_of_four_are_judged_as_the_oracle_does)
{
    check_four_by_four("tactix");
    check_four_by_four("tactix,misere");
}

/* A board in the corner of a larger one has the same positions. */
Test(solver_tactix, a_table_serves_smaller_boards)
{
    struct rules rules = rules_of("tactix,misere");
    struct solver *large = solver_create(&rules), *small = solver_create(&rules);
    struct position position = board_of(4, 5, (1 << 20) - 1);
    solver_outcome(large, &position);
    position_finish(&position);
    size_t memory = solver_memory(large);
    for (int64_t chips = 0; chips < 1 << 12; chips++) {
        position = board_of(4, 3, chips);
        EXPECT(solver_outcome(large, &position) == solver_outcome(small, &position), "chips %x",
               (unsigned)chips);
        position_finish(&position);
    }
    cr_assert_eq(solver_memory(large), memory);
    cr_assert_lt(solver_memory(small), memory);
    solver_destroy(large);
    solver_destroy(small);
}

static void expect_lists(const json_t *vectors, const char *key, const char *rules_text)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    json_t *lists = json_object_get(vectors, key), *text;
    size_t i, found = 0;
    json_array_foreach(lists, i, text)
    {
        struct position position = position_of(&rules, json_string_value(text));
        EXPECT(solver_outcome(solver, &position) == OUTCOME_P, "%s", json_string_value(text));
        position_finish(&position);
    }
    for (int64_t rows = 2; rows <= 3; rows++) {
        for (int64_t chips = 0; chips < 1 << (3 * rows); chips++) {
            struct position position = board_of(rows, 3, chips);
            found += solver_outcome(solver, &position) == OUTCOME_P;
            position_finish(&position);
        }
    }
    cr_assert_eq(found, json_array_size(lists));
    solver_destroy(solver);
}

static void expect_board(const json_t *board, const char *rules_text, const char *lost_key,
                         const char *full_key)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    int64_t rows = json_integer_value(json_object_get(board, "rows"));
    int64_t columns = json_integer_value(json_object_get(board, "columns"));
    int64_t lost = 0, end = INT64_C(1) << (rows * columns);
    enum outcome outcome = OUTCOME_P;
    for (int64_t chips = 0; chips < end; chips++) {
        struct position position = board_of(rows, columns, chips);
        outcome = solver_outcome(solver, &position); /* the last one is that of the full board */
        lost += outcome == OUTCOME_P;
        position_finish(&position);
    }
    cr_assert_eq(lost, json_integer_value(json_object_get(board, lost_key)), "%s: %d", rules_text,
                 (int)lost);
    cr_assert_str_eq(outcome == OUTCOME_P ? "P" : "N",
                     json_string_value(json_object_get(board, full_key)));
    solver_destroy(solver);
}

Test(solver_tactix, tactix_agrees_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/tactix.json"), *board;
    size_t i;
    expect_lists(vectors, "P", "tactix");
    expect_lists(vectors, "misere_P", "tactix,misere");
    json_array_foreach(json_object_get(vectors, "boards"), i, board)
    {
        expect_board(board, "tactix", "lost", "full");
        expect_board(board, "tactix,misere", "misere_lost", "misere_full");
    }
    cr_assert(i >= 12);
    json_decref(vectors);
}

static void expect_outcome(const char *rules_text, int64_t rows, int64_t columns,
                           enum outcome outcome)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    struct position position = board_of(rows, columns, (INT64_C(1) << (rows * columns)) - 1);
    cr_assert_eq(solver_outcome(solver, &position), outcome, "%s %d %d", rules_text, (int)rows,
                 (int)columns);
    position_finish(&position);
    solver_destroy(solver);
}

/* In normal play by the half turn: lost where both sides are even. */
Test(solver_tactix, full_boards_of_25_squares_are_solved)
{
    for (int64_t rows = 1; rows <= 5; rows++) {
        for (int64_t columns = 1; columns <= 5; columns++)
            expect_outcome("tactix", rows, columns,
                           rows % 2 == 0 && columns % 2 == 0 ? OUTCOME_P : OUTCOME_N);
    }
    expect_outcome("tactix,misere", 5, 5, OUTCOME_N);
    expect_outcome("tactix,misere", 4, 4, OUTCOME_P);
    expect_outcome("tactix,misere", 2, 2, OUTCOME_P);
    expect_outcome("tactix,misere", 1, 25, OUTCOME_N);
    expect_outcome("tactix", 25, 1, OUTCOME_N);
    expect_outcome("tactix", 2, 12, OUTCOME_P);
    expect_outcome("tactix", 4, 6, OUTCOME_P);
}

/* Each position of 16 squares that a half turn leaves unchanged is lost in normal play. */
Test(solver_tactix, what_a_half_turn_leaves_unchanged_is_lost)
{
    struct rules rules = rules_of("tactix");
    struct solver *solver = solver_create(&rules);
    for (int64_t half = 0; half < 1 << 8; half++) {
        int64_t chips = half;
        for (int square = 0; square < 8; square++)
            chips |= (half >> square & 1) << (15 - square);
        struct position position = board_of(4, 4, chips);
        cr_assert_eq(solver_outcome(solver, &position), OUTCOME_P, "chips %x", (unsigned)chips);
        position_finish(&position);
    }
    solver_destroy(solver);
}

/* The chips turned around a centre, the sum of whose opposite rows and columns is this; -1: one
 * falls off the board of 3 by 3. */
static int64_t turned(int64_t chips, int rows, int columns)
{
    int64_t found = 0;
    for (int square = 0; square < 9; square++) {
        int row = rows - square / 3, column = columns - square % 3;
        if (!(chips >> square & 1))
            continue;
        if (row < 0 || row > 2 || column < 0 || column > 2)
            return -1;
        found |= INT64_C(1) << (3 * row + column);
    }
    return found;
}

/* The theorem, by all centres and all moves. */
static bool is_half_turned(const struct rules *rules, const struct position *position)
{
    for (int centre = 0; centre < 25; centre++) {
        int64_t chips = position->cells[TACTIX_CHIPS];
        bool holds = turned(chips, centre / 5, centre % 5) == chips;
        for (uint128 i = 0; holds && i < move_count(rules, position); i++) {
            struct move move;
            move_at(rules, position, i, &move);
            int64_t run = tactix_run(position, &move);
            holds = !(run & turned(run, centre / 5, centre % 5));
        }
        if (holds)
            return true;
    }
    return false;
}

Test(solver_tactix, the_half_turn_is_told_where_it_decides)
{
    struct rules rules = rules_of("tactix");
    struct solver *solver = solver_create(&rules);
    int decided = 0;
    for (int64_t chips = 0; chips < 512; chips++) {
        struct position position = board_of(3, 3, chips);
        bool is_lost = solver_outcome(solver, &position) == OUTCOME_P;
        bool is_decided = is_half_turned(&rules, &position);
        struct text text = {0};
        solver_explain(solver, &position, &text);
        bool is_told = strstr(text_string(&text), "half turn") != NULL;
        EXPECT(is_lost || !is_decided, "chips %x", (unsigned)chips);
        EXPECT(!is_lost || is_told == is_decided, "chips %x", (unsigned)chips);
        decided += is_decided;
        text_finish(&text);
        position_finish(&position);
    }
    cr_assert(decided > 20 && decided < 88, "%d", decided);
    solver_destroy(solver);
}

Test(solver_tactix, tactix_ends)
{
    plies_from("tactix", "xxxx/xxxx/xxxx/xxxx");
    plies_from("tactix,misere", "xxxx/xxxx/xxxx/xxxx");
    plies_from("tactix", "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx");
    plies_from("tactix,misere", "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx");
    plies_from("tactix,misere", "xxx.xx.xxxxxxx");
}

Test(solver_tactix, tactix_is_explained_by_the_half_turn)
{
    expect_explanation("tactix", "xx/xx",
                       "No move wins.\n"
                       "The chips are unchanged by a half turn of the smallest rectangle\n"
                       "around them, and no move takes chips on both sides of its centre: each is\n"
                       "answered by the same one, turned.\n");
    expect_explanation("tactix", "...../.x.x./.xxx.",
                       "b3-d3 wins.\n"
                       "Then the chips are unchanged by a half turn of the smallest rectangle\n"
                       "around them, and no move takes chips on both sides of its centre: each is\n"
                       "answered by the same one, turned.\n");
    expect_explanation("tactix", "..x/xx./.xx",
                       "No move wins.\n"
                       "No rule is known for this position: all 512 positions of the board were "
                       "judged.\n");
    expect_explanation("tactix,misere", "xx/xx",
                       "No move wins.\n"
                       "No rule is known for this position: all 16 positions of the board were "
                       "judged.\n");
}
