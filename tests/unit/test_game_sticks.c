#include "tests/unit/test_game_table.h"

#include "common/game/sticks.h"

SUITE(game_sticks, 60);

Test(game_sticks, rules_may_name_the_greatest_length)
{
    expect_rules("sticks", "sticks");
    expect_rules("sticks,misere", "sticks,misere");
    expect_rules("sticks:4", "sticks:4");
    expect_rules("sticks:50,misere", "sticks:50,misere");
    expect_rules("sticky,misere", "sticks:4,misere");
    expect_bad_rules("sticks:", "at 8 (the end): a number was expected");
    expect_bad_rules("sticks:1", "at 8: the greatest length of a stick is 2 to 50, not 1; 'sticks' "
                                 "alone sets none");
    expect_bad_rules("sticks:51", "at 8: the greatest length of a stick is 2 to 50, not 51; "
                                  "'sticks' alone sets none");
    expect_bad_rules("sticks:4:5", "at 9 (':'): the end was expected");
}

Test(game_sticks, a_position_is_the_lengths)
{
    expect_position("sticks", "0", "0");
    expect_position("sticks", "8+7", "7+8");
    expect_position("sticks:4", "4+4+4+4+1", "1+4+4+4+4");
    expect_bad_position("sticks", "3+0",
                        "at 3: a sum has no heap of 0 (0 alone is the empty position)");
    expect_bad_position("sticks:4", "4+5+1", "sticks:4: the sticks are of length 4 at most, not 5");
}

static char *many(int count, int length)
{
    struct text text = {0};
    for (int i = 0; i < count; i++)
        text_printf(&text, "%s%d", i ? "+" : "", length);
    return text.bytes;
}

Test(game_sticks, lengths_are_limited_where_six_sticks_of_six_can_be_had)
{
    static const char refused[] = "sticks: where six sticks of length 6 can be broken off, the "
                                  "lengths sum to 50 at most";
    char *fives = many(1024, 5), *text = many(1025, 5);
    expect_position("sticks", fives, fives);
    expect_bad_position("sticks", text, "at 2049: a position has at most 1024 heaps");
    expect_position("sticks", "50", "50");
    expect_position("sticks", "11+11+11+11+11", "11+11+11+11+11");
    expect_position("sticks", "5+5+5+35", "5+5+5+35");
    expect_bad_position("sticks", "51", refused);
    expect_bad_position("sticks,misere", "5+5+5+36",
                        "sticks,misere: where six sticks of length 6 can be broken off, the "
                        "lengths sum to 50 at most");
    expect_bad_position("sticks", "9223372036854775807+9223372036854775807", refused);
    free(fives);
    free(text);
}

Test(game_sticks, sixes_are_those_that_can_be_broken_off)
{
    struct table table = table_of("sticks", "5+6+11+12");
    cr_assert(sticks_sixes(&table.position) == 4);
    table_set(&table, "0");
    cr_assert(sticks_sixes(&table.position) == 0);
    table_clear(&table);
}

Test(game_sticks, a_match_lasts_until_nothing_is_left)
{
    struct table table = table_of("sticks", "1");
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
    cr_assert_not(position_is_over(&table.rules, &table.position));
    cr_assert(position_counters(&table.rules, &table.position) == 1);
    table_set(&table, "0");
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    cr_assert(position_is_over(&table.rules, &table.position));
    table_clear(&table);
}

Test(game_sticks, a_stick_is_broken_in_two)
{
    expect_move("sticks", "7+8", "8>3+5", "8>3+5", "3+5+7");
    expect_move("sticks", "7+8", "8>5+3", "8>3+5", "3+5+7");
    expect_move("sticks", "2", "2>1+1", "2>1+1", "1+1");
    expect_move("sticks", "1+4+4", "1+4>1+1+3", "4>1+3", "1+1+3+4");
    expect_bad_move("sticks", "7+8", "9>4+5", ERROR_BAD_MOVE, "no heap of 9 is on the table");
    expect_bad_move("sticks", "7+8", "8>3+4", ERROR_ILLEGAL_MOVE,
                    "the pieces of a stick of length 8 have this length together, and 1 would be "
                    "missing");
    expect_bad_move("sticks", "7+8", "8>4+5", ERROR_ILLEGAL_MOVE,
                    "more counters stand after the move than before");
    expect_bad_move("sticks", "7+8", "8>1+1+6", ERROR_ILLEGAL_MOVE,
                    "a stick is broken into two, not into 3");
    expect_bad_move("sticks", "7+8", "8>7", ERROR_ILLEGAL_MOVE,
                    "a stick is broken into two, not into 1");
    expect_bad_move("sticks", "4+4", "4+4>1+3+2+2", ERROR_ILLEGAL_MOVE,
                    "a move breaks one stick, not 2");
    expect_bad_move("sticks", "7+8", "8>8", ERROR_ILLEGAL_MOVE, "the move changes nothing");
}

Test(game_sticks, as_many_sticks_are_removed_as_they_are_long)
{
    expect_move("sticks", "1+1+3", "1>0", "1>0", "1+3");
    expect_move("sticks", "1+2+2+2", "2+2>0", "2+2>0", "1+2");
    expect_move("sticks", "3+3+3", "3+3+3>0", "3+3+3>0", "0");
    expect_bad_move("sticks", "2+2", "2>0", ERROR_ILLEGAL_MOVE,
                    "of length 2, 2 sticks are removed, not 1");
    expect_bad_move("sticks", "1+1", "1+1>0", ERROR_ILLEGAL_MOVE,
                    "of length 1, 1 sticks are removed, not 2");
    expect_bad_move("sticks", "2+2+3", "2+3>0", ERROR_ILLEGAL_MOVE,
                    "sticks that are removed have equal lengths");
    expect_bad_move("sticks", "3+3", "3+3+3>0", ERROR_BAD_MOVE,
                    "heaps of 3 on the table: 2, named in the move: 3");
}

/* The moves in words of plain loops: of each length the breaks, then the removal. */
static void check_order(const char *rules, const char *position)
{
    struct table table = table_of(rules, position);
    struct text expected = {0};
    uint128 index = 0;
    for (int length = 1; length <= 50; length++) {
        int count = 0;
        for (uint32_t i = 0; i < table.position.count; i++)
            count += table.position.cells[i] == length;
        for (int smaller = 1; count > 0 && smaller <= length / 2 + 1; smaller++) {
            text_clear(&expected);
            if (smaller <= length / 2) {
                text_printf(&expected, "%d>%d+%d", length, smaller, length - smaller);
            } else if (count >= length) {
                for (int i = 0; i < length; i++)
                    text_printf(&expected, "%s%d", i ? "+" : "", length);
                text_append_string(&expected, ">0");
            } else {
                continue;
            }
            expect_next_move(&table, &index, text_string(&expected));
        }
    }
    cr_assert(index == move_count(&table.rules, &table.position), "%s has more moves", position);
    text_finish(&expected);
    table_clear(&table);
}

Test(game_sticks, the_order_of_the_moves_is_by_length_and_breaks_come_first)
{
    check_order("sticks", "0");
    check_order("sticks", "1+1+2+2+2+3+3+3+7");
    check_order("sticks:4", "1+4+4+4+4");
    check_order("sticks", "6+6+6+6+6+6+6+7");
    check_order("sticks,misere", "7+7+7+7+7+7+7");
}

Test(game_sticks, drawn_starts_are_within_the_limits)
{
    static const char *const rules[] = {"sticks", "sticks:2", "sticks:4,misere", "sticks:30"};
    for (int i = 0; i < 400; i++) {
        struct table table = {.rules = rules_of(rules[i % 4])};
        struct random random = random_from_seed((uint64_t)i);
        struct error error;
        position_draw_start(&table.rules, &random, &table.position);
        cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE, "%s",
                     error.message);
        cr_assert(sticks_sixes(&table.position) < STICKS_SIX);
        table_clear(&table);
    }
}
