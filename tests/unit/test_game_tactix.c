#include "tests/unit/test_game_table.h"

#include "common/game/tactix.h"

SUITE(game_tactix, 60);

Test(game_tactix, rules_have_no_parameters)
{
    expect_rules("tactix", "tactix");
    expect_rules("tactix,misere", "tactix,misere");
    expect_rules("bulo", "tactix,misere");
    expect_bad_rules("tactix:4", "at 7 (':'): the end was expected");
    expect_bad_rules("bulo,misere", "at 6: misere is given twice");
}

Test(game_tactix, a_position_is_its_rows_from_the_top)
{
    expect_position("tactix", "x", "x");
    expect_position("tactix", "xxx/x.x/...", "xxx/x.x/...");
    expect_position("tactix", "x/./x", "x/./x");
    expect_position("tactix", ".", ".");
    expect_bad_position("tactix", "",
                        "at 1 (the end): 'x', a chip, or '.', an empty square, was expected");
    expect_bad_position("tactix", "xx/",
                        "at 4 (the end): 'x', a chip, or '.', an empty square, was expected");
    expect_bad_position("tactix", "/xx",
                        "at 1 ('/'): 'x', a chip, or '.', an empty square, was expected");
    expect_bad_position("tactix", "xx+xx", "at 3 ('+'): 'x', '.', '/' or the end was expected");
    expect_bad_position("tactix", "xxx/xx/xxx", "at 7: row 2 has 2 squares, row 1 has 3");
    expect_bad_position("tactix", "xx/x", "at 5: row 2 has 1 square, row 1 has 2");
}

Test(game_tactix, a_board_has_25_squares_at_most)
{
    expect_position("tactix", "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx", "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx");
    expect_position("tactix,misere", "xxxxxxxxxxxxxxxxxxxxxxxxx", "xxxxxxxxxxxxxxxxxxxxxxxxx");
    expect_position("tactix", "xxxxxx/xxxxxx/xxxxxx/xxxxxx", "xxxxxx/xxxxxx/xxxxxx/xxxxxx");
    expect_bad_position("tactix", "xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx",
                        "at 30: a board of tactix has at most 25 squares");
    expect_bad_position("tactix,misere", "..........................",
                        "at 26: a board of tactix,misere has at most 25 squares");
}

Test(game_tactix, a_match_starts_with_a_chip)
{
    struct table table = table_of("tactix", ".../.x.");
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
    cr_assert(position_counters(&table.rules, &table.position) == 1);
    table_set(&table, ".../...");
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    cr_assert(position_is_over(&table.rules, &table.position));
    cr_assert(position_counters(&table.rules, &table.position) == 0);
    table_clear(&table);
}

Test(game_tactix, a_move_takes_neighbours_in_a_line)
{
    expect_move("tactix", "xxx/xxx", "b1", "b1", "x.x/xxx");
    expect_move("tactix", "xxx/xxx", "a2-c2", "a2-c2", "xxx/...");
    expect_move("tactix", "xxx/xxx", "c2-b2", "b2-c2", "xxx/x..");
    expect_move("tactix", "xxx/xxx", "c2-c1", "c1-c2", "xx./xx.");
    expect_move("tactix", "x/x/x", "a3-a1", "a1-a3", "././.");
    expect_move("tactix", "xxx", "c1-c1", "c1", "xx.");
    expect_bad_move("tactix", "xxx/x.x", "a2-c2", ERROR_ILLEGAL_MOVE,
                    "the chips of a move have no gap between them, and b2 is empty");
    expect_bad_move("tactix", "xxx/x.x", "b2", ERROR_ILLEGAL_MOVE, "there is no chip on b2");
    expect_bad_move("tactix", "xxx/xxx", "a1-b2", ERROR_ILLEGAL_MOVE,
                    "the chips of a move stand in one row or in one column");
    expect_bad_move("tactix", "xxx/xxx", "d1", ERROR_BAD_MOVE,
                    "at 1: the board has the squares a1 to c2, not d1");
    expect_bad_move("tactix", "xxx/xxx", "a1-a3", ERROR_BAD_MOVE,
                    "at 4: the board has the squares a1 to c2, not a3");
    expect_bad_move("tactix", "xxx/xxx", "a0", ERROR_BAD_MOVE,
                    "at 1: the board has the squares a1 to c2, not a0");
    expect_bad_move("tactix", "xxx/xxx", "1", ERROR_BAD_MOVE,
                    "at 1 ('1'): a square such as b2 was expected");
    expect_bad_move("tactix", "xxx/xxx", "a", ERROR_BAD_MOVE,
                    "at 2 (the end): a number was expected");
    expect_bad_move("tactix", "xxx/xxx", "a1-", ERROR_BAD_MOVE,
                    "at 4 (the end): a square such as b2 was expected");
    expect_bad_move("tactix", "xxx/xxx", "a1>b1", ERROR_BAD_MOVE,
                    "at 3 ('>'): '-' or the end was expected");
    expect_bad_move("tactix", "xxx/xxx", "a1-b1-c1", ERROR_BAD_MOVE,
                    "at 6 ('-'): the end was expected");
}

/* A board as a text, without struct position. */
struct plain {
    const char *text;
    int rows, columns;
};

static struct plain plain_of(const char *text)
{
    struct plain plain = {.text = text, .rows = 1, .columns = (int)strcspn(text, "/")};
    for (const char *byte = text; *byte; byte++)
        plain.rows += *byte == '/';
    return plain;
}

static bool plain_chip(const struct plain *plain, int row, int column)
{
    return row < plain->rows && column < plain->columns &&
           plain->text[row * (plain->columns + 1) + column] == 'x';
}

/* The moves in the order that the header states, by plain loops. */
static void check_order(const char *rules, const char *position)
{
    struct table table = table_of(rules, position);
    struct plain plain = plain_of(position);
    struct text expected = {0};
    uint128 index = 0;
    for (int code = 0; code < plain.rows * plain.columns * 50; code++) {
        int row = code / 50 / plain.columns, column = code / 50 % plain.columns;
        bool is_down = code % 50 >= 25;
        int further = code % 25;
        bool is_run = !is_down || further > 0;
        for (int i = 0; i <= further; i++)
            is_run = is_run && plain_chip(&plain, row + is_down * i, column + !is_down * i);
        if (!is_run)
            continue;
        text_clear(&expected);
        text_printf(&expected, "%c%d", 'a' + column, row + 1);
        if (further > 0)
            text_printf(&expected, "-%c%d", 'a' + column + !is_down * further,
                        row + 1 + is_down * further);
        expect_next_move(&table, &index, text_string(&expected));
    }
    cr_assert(index == move_count(&table.rules, &table.position), "%s has more moves", position);
    text_finish(&expected);
    table_clear(&table);
}

Test(game_tactix, the_order_of_the_moves_is_by_the_first_chip)
{
    check_order("tactix", "...");
    check_order("tactix", "x");
    check_order("tactix", "xx.xx/xxxxx/x.x.x");
    check_order("tactix", "xxxx/xxxx/xxxx/xxxx");
    check_order("tactix,misere", "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx");
    check_order("tactix", "xxxxxxxxxxxxxxxxxxxxxxxxx");
    check_order("tactix", "x/x/x/x/x/x/x/x/x/./x/x/x/x/x/x/x/x/x/x/x/x/x/x/x");
    check_order("tactix", "x.x/.x./x.x");
}

Test(game_tactix, drawn_starts_are_legal_and_some_are_full)
{
    int full = 0;
    for (int i = 0; i < 200; i++) {
        struct table table = {.rules = rules_of("tactix")};
        struct random random = random_from_seed((uint64_t)i);
        struct error error;
        position_draw_start(&table.rules, &random, &table.position);
        cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
        full += position_counters(&table.rules, &table.position) ==
                (uint128)(table.position.cells[TACTIX_ROWS] * table.position.cells[TACTIX_COLUMNS]);
        table_clear(&table);
    }
    cr_assert(full > 60 && full < 160, "%d", full);
}
