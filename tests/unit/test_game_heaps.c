/* The notation of heaps, tried on Nim, whose rules allow the most with them. */
#include "tests/unit/test_game_table.h"

SUITE(game_heaps, 60);

#define MOST "9223372036854775807"

Test(game_heaps, positions_print_ascending)
{
    expect_position("nim", "0", "0");
    expect_position("nim", "5", "5");
    expect_position("nim", "7+3+5", "3+5+7");
    expect_position("nim", "5+3+5+5", "3+5+5+5");
    expect_position("nim", MOST "+1+" MOST, "1+" MOST "+" MOST);
}

Test(game_heaps, a_fault_in_a_position_is_named_with_its_place)
{
    expect_bad_position("nim", "", "at 1 (the end): a number was expected");
    expect_bad_position("nim", "3+", "at 3 (the end): a number was expected");
    expect_bad_position("nim", "+3", "at 1 ('+'): a number was expected");
    expect_bad_position("nim", "3 +5", "at 2 (a space): '+' or the end was expected");
    expect_bad_position("nim", "35@12", "at 3 ('@'): '+' or the end was expected");
    expect_bad_position("nim", "05", "at 1: a number does not begin with 0");
    expect_bad_position("nim", "00", "at 1: a number does not begin with 0");
    expect_bad_position("nim", "-3", "at 1 ('-'): a number was expected");
    expect_bad_position("nim", "9223372036854775808",
                        "at 1: the number is over 9223372036854775807");
}

Test(game_heaps, a_heap_of_zero_stands_only_alone)
{
    expect_bad_position("nim", "0+5",
                        "at 1: a sum has no heap of 0 (0 alone is the empty position)");
    expect_bad_position("nim", "5+0",
                        "at 3: a sum has no heap of 0 (0 alone is the empty position)");
    expect_bad_position("nim", "0@1", "at 2 ('@'): '+' or the end was expected");
}

/* `count` heaps of 1. */
static char *ones(int count)
{
    struct text text = {0};
    for (int i = 0; i < count; i++)
        text_append_string(&text, i ? "+1" : "1");
    return text.bytes;
}

Test(game_heaps, a_position_has_1024_heaps_at_most)
{
    char *most = ones(1024), *more = ones(1025);
    struct table table = table_of("nim", most);
    struct error error;
    cr_assert_eq(table.position.count, 1024);
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
    expect_bad_position("nim", more, "at 2049: a position has at most 1024 heaps");
    table_clear(&table);
    free(most);
    free(more);
}

Test(game_heaps, a_match_may_split_beyond_1024_heaps_but_not_start_there)
{
    char *most = ones(1023);
    struct table table = table_of("octal:4.3...", most);
    position_push(&table.position, 1000);
    for (int64_t heap = 1000; heap > 1; heap--) {
        char text[64];
        struct move move;
        struct error error;
        snprintf(text, sizeof text, "%d>1+%d", (int)heap, (int)heap - 1);
        cr_assert_eq(move_parse(&table.rules, &table.position, text, strlen(text), &move, &error),
                     ERROR_NONE, "%s", error.message);
        move_apply(&table.rules, &table.position, &move);
    }
    cr_assert_eq(table.position.count, 2023);
    cr_assert(move_count(&table.rules, &table.position) == 1);
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_BAD_POSITION);
    cr_assert_str_eq(error.message, "octal:4.3...: at most 1024 heaps, not 2023");
    table_clear(&table);
    free(most);
}

Test(game_heaps, a_move_rewrites_a_part_of_the_position)
{
    expect_move("nim", "3+5+7", "5>3", "5>3", "3+3+7");
    expect_move("nim", "3+5+7", "5>0", "5>0", "3+7");
    expect_move("nim", "5", "5>0", "5>0", "0");
    expect_move("nim", "3+5+7", "7>1", "7>1", "1+3+5");
    expect_move("nim", "3+5+5", "5>4", "5>4", "3+4+5");
    expect_move("nim", MOST "+" MOST, MOST ">1", MOST ">1", "1+" MOST);
}

Test(game_heaps, heaps_on_both_sides_of_a_move_cancel)
{
    expect_move("nim", "3+5+8", "5+8>2+5", "8>2", "2+3+5");
    expect_move("nim", "3+5+8", "8+5>5+2", "8>2", "2+3+5");
    expect_move("nim", "3+5+8", "3+5+8>3+5", "8>0", "3+5");
    expect_move("nim", "5+5", "5+5>3+5", "5>3", "3+5");
    expect_move("octal:4.3...", "2+7", "2+7>2+2+5", "7>2+5", "2+2+5");
}

Test(game_heaps, the_place_of_a_fault_in_a_move_is_named)
{
    expect_bad_move("nim", "3+5", "", ERROR_BAD_MOVE, "at 1 (the end): a number was expected");
    expect_bad_move("nim", "3+5", "5", ERROR_BAD_MOVE, "at 2 (the end): '+' or '>' was expected");
    expect_bad_move("nim", "3+5", "5-3", ERROR_BAD_MOVE, "at 2 ('-'): '+' or '>' was expected");
    expect_bad_move("nim", "3+5", "5>", ERROR_BAD_MOVE, "at 3 (the end): a number was expected");
    expect_bad_move("nim", "3+5", "5>3>1", ERROR_BAD_MOVE,
                    "at 4 ('>'): '+' or the end was expected");
    expect_bad_move("nim", "3+5", "5>0+3", ERROR_BAD_MOVE,
                    "at 3: a sum has no heap of 0 (0 alone is the empty position)");
    expect_bad_move("nim", "3+5", "5>03", ERROR_BAD_MOVE, "at 3: a number does not begin with 0");
}

Test(game_heaps, only_heaps_on_the_table_can_be_named)
{
    expect_bad_move("nim", "3+5", "4>3", ERROR_BAD_MOVE, "no heap of 4 is on the table");
    expect_bad_move("nim", "3+5", "4+5>4+3", ERROR_BAD_MOVE, "no heap of 4 is on the table");
    expect_bad_move("nim", "3+5", "9>3", ERROR_BAD_MOVE, "no heap of 9 is on the table");
    expect_bad_move("nim", "0", "1>0", ERROR_BAD_MOVE, "no heap of 1 is on the table");
    expect_bad_move("nim", "3+5+5", "5+5+5>5+5", ERROR_BAD_MOVE,
                    "heaps of 5 on the table: 2, named in the move: 3");
}

Test(game_heaps, a_move_takes_something_from_one_heap)
{
    expect_bad_move("nim", "3+5", "5>5", ERROR_ILLEGAL_MOVE, "the move changes nothing");
    expect_bad_move("nim", "3+5", "3+5>5+3", ERROR_ILLEGAL_MOVE, "the move changes nothing");
    expect_bad_move("nim", "3+5", "0>0", ERROR_ILLEGAL_MOVE, "the move changes nothing");
    expect_bad_move("nim", "3+5", "5>7", ERROR_ILLEGAL_MOVE,
                    "more counters stand after the move than before");
    expect_bad_move("nim", "3+5", "0>5", ERROR_ILLEGAL_MOVE,
                    "more counters stand after the move than before");
    expect_bad_move("nim", "3+5", "5>5+1", ERROR_ILLEGAL_MOVE,
                    "more counters stand after the move than before");
    expect_bad_move("nim", MOST, MOST ">" MOST "+" MOST "+" MOST, ERROR_ILLEGAL_MOVE,
                    "more counters stand after the move than before");
    expect_bad_move("nim", "3+5", "3+5>2+4", ERROR_ILLEGAL_MOVE, "a move changes one heap, not 2");
    expect_bad_move("nim", "3+5", "5>1+1+1", ERROR_ILLEGAL_MOVE,
                    "a move leaves at most two heaps of one, not 3");
    expect_bad_move("nim", "3+5", "5>1+2", ERROR_ILLEGAL_MOVE, "nim: a heap may not be split");
    expect_bad_move("nim", "3+5", "5>2+3", ERROR_ILLEGAL_MOVE, "nim: a heap may not be split");
}

Test(game_heaps, moves_are_counted_to_the_largest_heaps)
{
    struct table table = table_of("nim", MOST "+" MOST "+9223372036854775806");
    const uint128 most = INT64_MAX;
    cr_assert(move_count(&table.rules, &table.position) == 2 * most - 1);
    static const char *const expected[] = {
        "9223372036854775806>9223372036854775805",
        "9223372036854775806>0",
        MOST ">9223372036854775806",
        MOST ">0",
    };
    const uint128 indices[] = {0, most - 2, most - 1, 2 * most - 2};
    struct text text = {0};
    for (int i = 0; i < 4; i++) {
        struct move move;
        move_at(&table.rules, &table.position, indices[i], &move);
        cr_assert_str_eq(move_text(&table, &move, &text), expected[i]);
        cr_assert(table_allows(&table, expected[i], &move));
    }
    text_finish(&text);
    table_clear(&table);
}
