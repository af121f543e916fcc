#include "tests/unit/test_game_table.h"

#include <inttypes.h>

SUITE(game_candy, 60);

Test(game_candy, rules_have_no_parameters)
{
    expect_rules("candy", "candy");
    expect_rules("candy,misere", "candy,misere");
    expect_bad_rules("candy:3", "at 6 (':'): the end was expected");
}

Test(game_candy, a_position_is_two_heaps)
{
    expect_position("candy", "3+8", "3+8");
    expect_position("candy", "8+3", "3+8");
    expect_position("candy", "1+1", "1+1");
    expect_position("candy", "9223372036854775807+9223372036854775807",
                    "9223372036854775807+9223372036854775807");
    expect_bad_position("candy", "8", "2 heaps, not 1, stand in candy at every moment");
    expect_bad_position("candy", "0", "2 heaps, not 0, stand in candy at every moment");
    expect_bad_position("candy,misere", "1+2+3",
                        "2 heaps, not 3, stand in candy,misere at every moment");
    expect_bad_position("candy", "9223372036854775808+1",
                        "at 1: the number is over 9223372036854775807");
}

Test(game_candy, one_heap_is_split_and_the_other_one_goes)
{
    expect_move("candy", "3+8", "8>3+5", "8>3+5", "3+5");
    expect_move("candy", "3+8", "8>5+3", "8>3+5", "3+5");
    expect_move("candy", "3+8", "3>1+2", "3>1+2", "1+2");
    expect_move("candy", "8+8", "8>4+4", "8>4+4", "4+4");
    expect_move("candy", "1+2", "2>1+1", "2>1+1", "1+1");
}

Test(game_candy, other_moves_are_refused_with_the_reason)
{
    expect_bad_move("candy", "3+8", "8>3+4", ERROR_ILLEGAL_MOVE,
                    "candy: the heap that is split stays whole, and 1 would be missing");
    expect_bad_move("candy", "3+8", "8>8", ERROR_ILLEGAL_MOVE, "the move changes nothing");
    expect_bad_move("candy", "3+8", "8>5", ERROR_ILLEGAL_MOVE,
                    "candy: a heap must be split into two");
    expect_bad_move("candy", "3+8", "8>0", ERROR_ILLEGAL_MOVE,
                    "candy: a heap must be split into two");
    expect_bad_move("candy", "3+8", "8>1+2+5", ERROR_ILLEGAL_MOVE,
                    "a move leaves at most two heaps of one, not 3");
    expect_bad_move("candy", "3+8", "8>4+5", ERROR_ILLEGAL_MOVE,
                    "more counters stand after the move than before");
    expect_bad_move("candy", "3+8", "7>3+4", ERROR_BAD_MOVE, "no heap of 7 is on the table");
    expect_bad_move("candy", "3+8", "3+8>3+5", ERROR_BAD_MOVE,
                    "candy: before '>' stands the heap that is split alone, as in 8>3+5");
    expect_bad_move("candy", "3+8", "8", ERROR_BAD_MOVE, "at 2 (the end): '+' or '>' was expected");
}

enum { MOST = 14 };

static void check_pair(int a, int b)
{
    char text[40];
    struct move move, at;
    struct error error;
    snprintf(text, sizeof text, "%d+%d", a, b);
    struct table table = table_of("candy", text);
    uint128 index = 0;
    for (int heap = a; heap <= b; heap += b > a ? b - a : 1) {
        for (int part = 1; part < MOST; part++)
            for (int rest = part; rest < MOST; rest++) {
                snprintf(text, sizeof text, "%d>%d+%d", heap, part, rest);
                bool is_read =
                    !move_parse(&table.rules, &table.position, text, strlen(text), &move, &error);
                cr_assert_eq(is_read, part + rest == heap, "%d+%d: %s", a, b, text);
                if (!is_read)
                    continue;
                move_at(&table.rules, &table.position, index++, &at);
                cr_assert(move_equal(&at, &move), "%d+%d: %s", a, b, text);
            }
    }
    cr_assert(move_count(&table.rules, &table.position) == index);
    cr_assert_eq(position_is_over(&table.rules, &table.position), a == 1 && b == 1);
    table_clear(&table);
}

Test(game_candy, the_moves_of_all_small_pairs_are_those_of_the_wording)
{
    for (int b = 1; b <= MOST; b++)
        for (int a = 1; a <= b; a++)
            check_pair(a, b);
}

Test(game_candy, the_largest_heaps_have_all_their_moves)
{
    struct table table = table_of("candy", "9223372036854775806+9223372036854775807");
    struct text text = {0};
    struct move move;
    uint128 count = move_count(&table.rules, &table.position);
    cr_assert(count == (uint128)INT64_MAX - 1);
    move_at(&table.rules, &table.position, count - 1, &move);
    cr_assert_str_eq(move_text(&table, &move, &text),
                     "9223372036854775807>4611686018427387903+4611686018427387904");
    cr_assert(table_allows(&table, text_string(&text), &move));
    text_finish(&text);
    table_clear(&table);
}

Test(game_candy, starts_are_drawn_with_two_heaps)
{
    struct table table = table_of("candy", "1+1");
    struct random random = random_from_seed(4);
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    for (int i = 0; i < 1000; i++) {
        position_draw_start(&table.rules, &random, &table.position);
        cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
    }
    table_clear(&table);
}
