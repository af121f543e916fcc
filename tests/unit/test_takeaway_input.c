/* What a person types during a match. */
#include "client/cli/input.h"
#include "common/words/typed.h"
#include "tests/suite.h"

#include <string.h>

SUITE(takeaway_input, 20);

/* What a line becomes in a position: the move in the notation, or the error's message. */
static char *typed(const char *rules_text, const char *position_text, const char *line)
{
    struct rules rules;
    struct position position = {0};
    struct error error;
    struct move move;
    struct text out = {0};
    cr_assert_eq(rules_parse(&rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    cr_assert_eq(position_parse(&rules, position_text, strlen(position_text), &position, &error),
                 ERROR_NONE);
    if (typed_move(&rules, &position, line, &move, &error))
        text_append_string(&out, error.message);
    else
        move_print(&rules, &position, &move, &out);
    position_finish(&position);
    return out.bytes;
}

static void expect(const char *rules, const char *position, const char *line, const char *expected)
{
    char *became = typed(rules, position, line);
    cr_assert_str_eq(became, expected, "'%s' in %s became '%s', not '%s'", line, position, became,
                     expected);
    free(became);
}

Test(takeaway_input, a_number_takes_so_many_from_the_one_heap)
{
    expect("fibonacci-nim", "35", "6", "35>29");
    expect("fibonacci-nim", "29@12", " 12 ", "29>17");
    expect("fibonacci-nim", "3@3", "3", "3>0");
    expect("nim", "7", "7", "7>0");
    expect("kayles", "11", "2", "11>9");
}

Test(takeaway_input, take_names_the_heap_where_there_are_several)
{
    expect("nim", "3+5+7", "take 3 from 7", "7>4");
    expect("nim", "3+5+7", "  Take  3  from\t7 ", "7>4");
    expect("nim", "3+5+7", "take 5 from 5", "5>0");
    expect("fibonacci-nim", "35", "take 6", "35>29");
    expect("fibonacci-nim", "35", "take 6 from 35", "35>29");
}

Test(takeaway_input, the_notation_is_read_with_blanks_anywhere)
{
    expect("nim", "3+5+7", "7>4", "7>4");
    expect("laskers-nim", "2+5+7", "7 > 2 + 5", "7>2+5");
    expect("fibonacci-nim", "29@12", "29@12 > 28", "29>28");
}

Test(takeaway_input, what_cannot_be_played_is_refused_with_the_reason)
{
    expect("fibonacci-nim", "29@12", "13", "at most 12 of 29 may be taken now");
    expect("fibonacci-nim", "29@12", "30", "30 cannot be taken from a heap of 29");
    expect("fibonacci-nim", "29@12", "0", "the move changes nothing");
    expect("fibonacci-nim", "29@12", "35>34", "no heap of 35 is on the table, but one of 29");
    expect("nim", "3+5+7", "2", "there are several heaps: say from which, as in 'take 2 from 7'");
    expect("kayles", "1+8", "2", "there are several heaps: say from which, as in 'take 2 from 8'");
    expect("kayles", "1+8", "9", "9 cannot be taken from any heap");
    expect("nim", "3+5+7", "take 2 from 6", "no heap of 6 is on the table");
    expect("nim", "3+5+7", "take 6 from 5", "6 cannot be taken from a heap of 5");
    expect("nim", "0", "1", "nothing is left to take from");
    expect("kayles", "11", "3", "3 may not be taken: digit 3 of octal:0.77 is 0");
    expect("nim", "7", "take", "a whole number, 'take 1', or a move such as 7>6 was expected");
    expect("nim", "3+7", "2.5", "'take 1 from 7', or a move such as 7>6 was expected");
    expect("dawsons-kayles", "9", "take 3 of 7",
           "a whole number, 'take 2', or a move such as 9>7 was expected");
}

Test(takeaway_input, heaps_with_quotas_are_named_with_them_where_it_matters)
{
    expect("take-away:2x,local", "8@3+5", "take 2 from 8", "8>6");
    expect("take-away:2x,local", "8@3+8", "take 2 from 8@3", "8@3>6");
    expect("take-away:2x,local", "8@3+5", "take 4 from 8", "at most 3 of 8 may be taken now");
    expect("take-away:2x,global", "3+5+7@2", "take 2 from 7", "7>5");
    expect("take-away:2x,global", "3+5+7@2", "take 3 from 7", "at most 2 of 7 may be taken now");
}

Test(takeaway_input, other_games_of_heaps_are_typed_alike)
{
    expect("subtraction:1,3,4", "5+9", "take 3 from 9", "9>6");
    expect("subtraction:squares", "9", "4", "9>5");
    expect("subtraction:3-5", "9223372036854775807", "4",
           "9223372036854775807>9223372036854775803");
    expect("subtraction:all-but-1,4", "9223", "6", "9223>9217");
    expect("grundy", "3+7", "7>2+5", "7>2+5");
    expect("candy", "3+8", "8 > 3 + 5", "8>3+5");
    expect("candy", "3+8", "take 3 from 8", "candy: a heap must be split into two");
}

Test(takeaway_input, counters_are_taken_from_rings)
{
    expect("kayles", "o13", "2", "o13>11");
    expect("kayles", "o13", "o13 > 11", "o13>11");
    expect("kayles", "o13+5", "take 2 from o13", "o13>11");
    expect("kayles", "o13+13", "take 2 from 13", "13>11");
    expect("kayles", "13", "take 2 from o13", "no ring of 13 is on the table");
    expect("kayles", "o13", "take 14", "14 cannot be taken from a ring of 13");
    expect("kayles", "o13+5", "2",
           "there are several heaps: say from which, as in 'take 2 from 5'");
    expect("kayles", "o13+o2", "2",
           "there are several heaps: say from which, as in 'take 2 from o2'");
}

Test(takeaway_input, pins_are_named_by_their_numbers)
{
    expect("dawsons-kayles-with-pins", "11", "5 6", "11>4+5");
    expect("dawsons-kayles-with-pins", "11", "10 11", "11>9");
    expect("dawsons-kayles-with-pins", "11", "take 2 from 11", "11>9");
    expect("dawsons-kayles-with-pins", "11", "11 > 4 + 5", "11>4+5");
    expect("dawsons-kayles-with-pins", "11", "5", "1 may not be taken: digit 1 of octal:0.07 is 0");
    expect("dawsons-kayles-with-pins", "11", "11 12", "there are pins 1 to 11");
    expect("dawsons-kayles-with-pins", "11", "0 1", "there are pins 1 to 11");
    expect("dawsons-kayles-with-pins", "11", "5 7",
           "the pins of a move are neighbours, named from left to right: 5 6");
    expect("dawsons-kayles-with-pins", "11", "11 1",
           "the pins of a move are neighbours, named from left to right: 5 6");
    expect("dawsons-kayles-with-pins", "5+11", "5 6",
           "there are several rows: say which at the end, as in '... from 5'");
    expect("dawsons-kayles-with-pins", "5+11", "5 6 from 11", "11>4+5");
    expect("dawsons-kayles-with-pins", "5+11", "5 6 from 9", "there is no row of 9 pins");
    expect("kayles-on-a-ring", "o13", "5", "o13>12");
    expect("kayles-on-a-ring", "o13", "13 1", "o13>11");
    expect("kayles-on-a-ring", "o13+11", "2 3 from o13", "o13>11");
    expect("kayles-on-a-ring", "o13+11", "2 3 from o11", "there is no ring of 11 pins");
    expect("kayles-on-a-ring", "o13", "12 13 1",
           "3 may not be taken from a ring of 13: digit 3 of octal:0.77 is 0, without the 4 of the "
           "middle of a row");
    expect("dawsons-kayles-with-pins", "11", "five",
           "'2 3', or a move such as 11>1+8 was expected");
}

Test(takeaway_input, pawns_are_named_by_their_files)
{
    expect("dawsons-chess-with-pawns", "9", "a", "9>7");
    expect("dawsons-chess-with-pawns", "9", "b", "9>6");
    expect("dawsons-chess-with-pawns", "9", "C", "9>1+5");
    expect("dawsons-chess-with-pawns", "9", "i", "9>7");
    expect("dawsons-chess-with-pawns", "9", "k", "there are files a to i");
    expect("dawsons-chess-with-pawns", "9+o5", "b",
           "there are several boards: say which at the end, "
           "as in '... from o5'");
    expect("dawsons-chess-with-pawns", "9+o5", "b from o5", "o5>2");
    expect("dawsons-chess-with-pawns", "3", "b", "3>0");
    expect("dawsons-chess-with-pawns", "3", "c", "3>1");
    expect("dawsons-chess-with-pawns", "1", "a", "1>0");
    expect("dawsons-chess-with-pawns", "9", "take 2", "9>7");
    expect("kayles", "9", "e", "a whole number, 'take 1', or a move such as 9>8 was expected");
}

Test(takeaway_input, wythoff_takes_from_both)
{
    expect("wythoff", "3+8", "take 2 from both", "3+8>1+6");
    expect("wythoff", "3+5", "take 2 from both", "5>1");
    expect("wythoff", "3+5", "take 3 from 5", "5>2");
    expect("wythoff", "3+8", "3+8 > 1+6", "3+8>1+6");
    expect("wythoff", "3+5", "take 4 from both", "1 to 3 can be taken from both heaps, not 4");
    expect("wythoff", "3+5", "take 0 from both", "1 to 3 can be taken from both heaps, not 0");
    expect("wythoff", "3", "take 1 from both", "there are no two heaps to take from");
    expect("wythoff", "3+5", "2",
           "there are several heaps: say from which, as in 'take 2 from 5', or from 'both'");
    expect("nim", "3+5", "take 2 from both", "nim: a move takes from one heap");
}

Test(takeaway_input, chocolate_is_eaten_by_row_and_column)
{
    expect("chomp", "4+4+2", "eat 2 3", "4+4+2>4+2+2");
    expect("chomp", "4+4+2", "Eat 1 2", "4+4+2>1+1+1");
    expect("chomp", "4+4+2", "eat 3 1", "4+4+2>4+4");
    expect("chomp", "4+4+2", "4+4+2>4+4", "4+4+2>4+4");
    expect("chomp", "4+4+2", "eat 1 1", "the first square of row 1 is poisoned and stays");
    expect("chomp", "4+4+2", "eat 3 3", "row 3 has no column 3, but columns 1 to 2");
    expect("chomp", "4+4+2", "eat 0 3", "there is no row 0, but rows 1 to 3");
    expect("chomp", "4+4+2", "3", "'eat 1 4', or a move such as 4+4+2>3+3+2 was expected");
    expect("nim", "3+5", "eat 1 2", "'take 1 from 5', or a move such as 5>4 was expected");
}

Test(takeaway_input, chips_are_taken_by_their_squares)
{
    expect("tactix", "xxx/xxx", "b1 - b2", "b1-b2");
    expect("tactix", "xxx/xxx", "take C2-A2", "a2-c2");
    expect("tactix", "xxx/xxx", "B2", "b2");
    expect("tactix", "xxx/xxx", "b3", "at 1: the board has the squares a1 to c2, not b3");
    expect("tactix", "xxx/xxx", "2", "a move such as a1 was expected");
    expect("tactix", "xxx/xxx", "b2 d2 c", "a move such as a1 was expected");
    expect("tactix", "xxx/xxx", "take 2", "a move such as a1 was expected");
}

Test(takeaway_input, sticks_are_broken_and_removed)
{
    expect("sticks", "2+2+8", "break 8 3", "8>3+5");
    expect("sticks", "2+2+8", " Break 8  5", "8>3+5");
    expect("sticks", "2+2+8", "remove 2", "2+2>0");
    expect("sticks", "1+8", "remove 1", "1>0");
    expect("sticks", "2+2+8", "8 > 3 + 5", "8>3+5");
    expect("sticks", "2+2+8", "remove 3", "there is no stick of length 3");
    expect("sticks", "2+3+3", "remove 3", "3 such sticks are removed together, and there are 2");
    expect("sticks", "2+2+8", "break 8 8", "a stick of length 8 has no piece of 8");
    expect("sticks", "2+2+8", "break 8", "'break 2 1', or a move such as 2>1+1 was expected");
    expect("sticks", "1+8", "3", "'remove 1', or a move such as 1>0 was expected");
    expect("nim", "3+5", "break 3 1", "'take 1 from 5', or a move such as 5>4 was expected");
}

Test(takeaway_input, edges_are_cut)
{
    expect("green-hackenbush", "0-1-2-3", "cut 1-2", "1-2");
    expect("green-hackenbush", "0-1-2-3", "2 - 3", "2-3");
    expect("green-hackenbush", "0-1-2-3", "cut it", "a move such as 0-1 was expected");
    expect("green-hackenbush", "0-1-2-3", "1", "a move such as 0-1 was expected");
}

Test(takeaway_input, counters_move_from_square_to_square)
{
    expect("silver-dollar", "2+5+9", "9>6", "9>6");
    expect("silver-dollar", "2+5+9", "9 6", "9>6");
    expect("silver-dollar", "2+5+9", "9 - 6", "9>6");
    expect("silver-dollar", "2+5+9", "9-6", "9>6");
    expect("silver-dollar", "2+5+9", "Move 9 to 6", "9>6");
    expect("silver-dollar", "2+5+9", "9 > 6", "9>6");
    expect("silver-dollar", "2+5+9", "9", "'2 1', or a move such as 2>1 was expected");
    expect("silver-dollar", "2+5+9", "9 5",
           "the counter on 5 is in the way: it may be neither hit nor jumped");
    expect("silver-dollar", "2+5+9", "take 3", "at 5 ('3'): the end was expected");
    expect("silver-dollar,two-step", "0$+9", "Take", "take");
    expect("silver-dollar,two-step", "0$+9", "x", "a move such as take was expected");
}

Test(takeaway_input, dates_are_named_by_what_changes)
{
    expect("date", "9jan", "20jan", "20jan");
    expect("date", "9jan", "20 Jan", "20jan");
    expect("date", "9jan", "jan 20", "20jan");
    expect("date", "9jan", "day 20", "20jan");
    expect("date", "9jan", "20", "20jan");
    expect("date", "9jan", "Mar", "9mar");
    expect("date", "31jan", "feb",
           "there is no 31feb: feb has the days 1 to 29 (the year is a leap year)");
    expect("date", "9mar", "10 apr",
           "the month or the day changes, not both: the day stays 9 or the month mar");
    expect("date", "9mar", "day", "'apr', or a move such as 9apr was expected");
    expect("date", "9mar", "day 10 apr x", "'apr', or a move such as 9apr was expected");
    expect("date", "9dec", "take 1 from 9", "'day 10', or a move such as 10dec was expected");
}

Test(takeaway_input, checkers_are_slid_by_row_and_square)
{
    expect("northcott", ".w..b.+w....b", "2 5", "2:1>5");
    expect("northcott", ".w..b.+w....b@3b", "1 6", "1:5>6");
    expect("northcott", ".w..b.+w....b", "1:2 > 4", "1:2>4");
    expect("northcott", ".w..b.+w....b", "3 1", "there is no row 3, but rows 1 to 2");
    expect("northcott", ".w..b.+w....b", "1 5", "black's checker on square 5 is in the way");
    expect("northcott", ".w..b.+w....b@0", "1 1",
           "no retreat is left: white's checker may only go towards black's");
    expect("northcott", ".w..b.+w....b", "2", "'1 3', or a move such as 1:2>3 was expected");
    expect("northcott", ".w..b.+w....b", "1 2 3", "'1 3', or a move such as 1:2>3 was expected");
}

Test(takeaway_input, coins_are_turned)
{
    expect("turning:2", "2+9", "9", "9");
    expect("turning:2", "2+9", "9 4", "4+9");
    expect("turning:2", "2+9", "Turn 9 and 4", "4+9");
    expect("turning:2", "2+9", "4 + 9", "4+9");
    expect("turning:2", "2+9", "9,4", "4+9");
    expect("turning:3", "2+9", "9 4 2", "2+4+9");
    expect("turning:3", "2+9", "9 4 2 1", "turning:3: a move turns one to three coins, not 4");
    expect("turning:ruler", "2+9", "9 4", "4-9");
    expect("turning:ruler", "2+9", "4 to 9", "4-9");
    expect("turning:ruler", "2+9", "turn 9", "9");
    expect("turning:2", "2+9", "x", "'2 1', or a move such as 1+2 was expected");
    expect("turning:2", "2+9", "take 2", "'2 1', or a move such as 1+2 was expected");
    expect("turning:2", "0", "x", "no move is left");
}

static void expect_hint(const char *rules_text, const char *position_text, const char *expected)
{
    struct rules rules;
    struct position position = {0};
    struct error error;
    struct text hint = {0};
    cr_assert_eq(rules_parse(&rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    cr_assert_eq(position_parse(&rules, position_text, strlen(position_text), &position, &error),
                 ERROR_NONE);
    typed_move_hint(&rules, &position, &hint);
    cr_assert_str_eq(text_string(&hint), expected);
    text_finish(&hint);
    position_finish(&position);
}

Test(takeaway_input, a_hint_shows_moves_that_are_legal_here)
{
    expect_hint("fibonacci-nim", "29@12", "Type how many to take, or 'help'.");
    expect_hint("nim", "3+5+7", "Type for example 'take 1 from 7', or 'help'.");
    expect_hint("kayles", "1+13", "Type for example 'take 1 from 13' or '13>5+7', or 'help'.");
    expect_hint("laskers-nim", "2", "Type for example 'take 1 from 2' or '2>1+1', or 'help'.");
    expect_hint("grundy", "3+7", "Type for example '3>1+2', or 'help'.");
    expect_hint("wythoff", "3+5", "Type for example 'take 1 from 5', or 'help'.");
    expect_hint("chomp", "2+2", "Type for example 'eat 1 2', or 'help'.");
    expect_hint("silver-dollar", "2+5", "Type for example '2 1', or 'help'.");
    expect_hint("silver-dollar,two-step", "0$+5", "Type for example 'take', or 'help'.");
    expect_hint("northcott", ".w..b.", "Type for example '1 3', or 'help'.");
    expect_hint("date", "9jan", "Type for example 'feb', or 'help'.");
    expect_hint("turning:2", "2+5", "Type for example '2 1', or 'help'.");
    expect_hint("turning:3", "1", "Type for example '1', or 'help'.");
    expect_hint("green-hackenbush", "0-1", "Type for example '0-1', or 'help'.");
}

static void expect_refusal(const char *rules_text, const char *position_text, const char *expected)
{
    struct rules rules;
    struct position position = {0};
    struct error error;
    cr_assert_eq(rules_parse(&rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    cr_assert_eq(
        typed_position_parse(&rules, position_text, strlen(position_text), &position, &error),
        ERROR_BAD_POSITION);
    cr_assert_str_eq(error.message, expected);
    position_finish(&position);
}

Test(takeaway_input, a_position_that_cannot_be_read_comes_with_an_example_of_its_variant)
{
    expect_refusal("fibonacci-nim", "3x",
                   "at 2 ('x'): '@' with a quota or the end was expected; for example 35@12");
    expect_refusal("take-away:2x,local", "3x",
                   "at 2 ('x'): '@' with a quota, '+' or the end was expected; for example 5+8@3");
    expect_refusal("take-away:2x,global", "3x",
                   "at 2 ('x'): '+', '@' with the quota or the end was expected; for example "
                   "3+5+7@2");
    expect_refusal("date", "30 Feb",
                   "at 3 (a space): a month (jan feb mar apr may jun jul aug sep oct nov dec) was "
                   "expected; for example 9jan");
    expect_refusal("chomp", "3x", "at 2 ('x'): '+' or the end was expected; for example 4+4+2");
}

typedef void describer(const struct rules *rules, const struct position *position,
                       struct text *out);

static void expect_described(describer *describe, const char *rules_text, const char *position_text,
                             const char *expected)
{
    struct rules rules;
    struct position position = {0};
    struct error error;
    struct text text = {0};
    cr_assert_eq(rules_parse(&rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    cr_assert_eq(position_parse(&rules, position_text, strlen(position_text), &position, &error),
                 ERROR_NONE);
    describe(&rules, &position, &text);
    cr_assert_str_eq(text_string(&text), expected);
    text_finish(&text);
    position_finish(&position);
}

static void expect_help(const char *rules, const char *position, const char *expected)
{
    expect_described(typed_moves_describe, rules, position, expected);
}

Test(takeaway_input, help_shows_what_can_be_typed_here)
{
    expect_help("fibonacci-nim", "29@12",
                "\n  1                    takes 1, leaving 28"
                "\n  take 1 from 29       takes 1, leaving 28"
                "\n  29>28                the same in the notation: the heap before and after");
    expect_help("kayles", "1+9",
                "\n  take 1 from 9        takes 1 from the heap of 9, leaving 8"
                "\n  9>8                  the same in the notation: the heap before and after"
                "\n  9>3+5                takes 1 from the heap of 9, leaving 3 and 5");
    expect_help("grundy", "3+8", "\n  8>3+5                splits the heap of 8 into 3 and 5");
    expect_help("grundy", "2+3", "\n  3>1+2                splits the heap of 3 into 1 and 2");
    expect_help("octal:0.07", "1+2",
                "\n  take 2 from 2        takes the whole heap of 2"
                "\n  2>0                  the same in the notation: the heap before and after");
    expect_help("wythoff", "3+5",
                "\n  take 1 from 5        takes 1 from the heap of 5, leaving 4"
                "\n  5>4                  the same in the notation: the heap before and after"
                "\n  take 1 from both     takes 1 from both heaps, leaving 2 and 4"
                "\n  3+5>2+4              the same in the notation");
    expect_help("chomp", "2+1",
                "\n  eat 1 2              eats from row 1, column 2 on, leaving rows of 1 and 1 "
                "squares"
                "\n  2+1>1+1              the same in the notation: the rows before and after");
    expect_help("green-hackenbush", "0-1", "\n  0-1                  cuts the edge 0-1");
    expect_help("northcott", ".w..b.",
                "\n  1 3                  slides white's checker of row 1 from square 2 to square 3"
                "\n  1:2>3                the same in the notation: row, square, new square");
    expect_help("date", "9dec",
                "\n  day 10               says 10 December"
                "\n  10dec                the same in the notation: the new date");
    expect_help("nim", "0", "");
}

Test(takeaway_input, help_names_heaps_by_their_quotas)
{
    expect_help("take-away:2x,local", "5+8@3",
                "\n  take 1 from 8        takes 1 from the heap of 8, leaving 7"
                "\n  8>7                  the same in the notation: the heap before and after"
                "\n  8@3>7                the same for the heap with this quota, where two are "
                "equal");
    expect_help("take-away:2x,local", "5@2+5@3",
                "\n  take 1 from 5@3      takes 1 from the heap of 5, leaving 4"
                "\n  5@3>4                the same in the notation: the heap before and after");
    expect_help("take-away:2x,local", "1+1@1",
                "\n  take 1 from 1@1      takes the whole heap of 1"
                "\n  1@1>0                the same in the notation: the heap before and after");
    expect_help("take-away:2x,global", "3+5@1",
                "\n  take 1 from 5        takes 1 from the heap of 5, leaving 4"
                "\n  5>4                  the same in the notation: the heap before and after");
}

Test(takeaway_input, before_a_match_help_shows_moves_of_some_start)
{
    for (const struct game *game = games; game->name; game++) {
        struct rules rules;
        struct error error;
        struct text text = {0};
        cr_assert_eq(rules_parse(&rules, game->rules, strlen(game->rules), &error), ERROR_NONE);
        input_describe(&rules, NULL, false, &text);
        const char *commands = strstr(text_string(&text), "\n  moves ");
        cr_assert_not_null(commands);
        cr_assert_neq(commands, text_string(&text), "%s", game->name);
        text_finish(&text);
    }
}

Test(takeaway_input, help_fits_a_terminal_and_leaves_out_what_a_tournament_refuses)
{
    struct rules rules;
    struct error error;
    for (int in_tournament = 0; in_tournament <= 1; in_tournament++) {
        struct text text = {0};
        cr_assert_eq(rules_parse(&rules, "kayles", 6, &error), ERROR_NONE);
        input_describe(&rules, NULL, in_tournament, &text);
        cr_expect_eq(strstr(text_string(&text), "\n  abort ") == NULL, in_tournament);
        cr_expect_eq(strstr(text_string(&text), "\n  rematch ") == NULL, in_tournament);
        cr_expect_eq(strstr(text_string(&text), "\n  hint ") == NULL, in_tournament);
        cr_expect_eq(strstr(text_string(&text), "\n  why ") == NULL, in_tournament);
        cr_expect_not_null(strstr(text_string(&text), "\n  resign "));
        for (const char *line = text_string(&text); *line; line += strcspn(line, "\n"))
            cr_expect_leq(strcspn(++line, "\n"), 80, "%s", line);
        text_finish(&text);
    }
}

static void list_some(const struct rules *rules, const struct position *position, struct text *out)
{
    typed_moves_list(rules, position, false, out);
}

static void list_all(const struct rules *rules, const struct position *position, struct text *out)
{
    typed_moves_list(rules, position, true, out);
}

Test(takeaway_input, of_many_moves_the_first_and_the_last_are_listed)
{
    expect_described(list_some, "nim", "0", "0 legal moves.");
    expect_described(list_some, "nim", "1", "1 legal move: 1>0");
    expect_described(list_some, "grundy", "8", "3 legal moves: 8>1+7 8>2+6 8>3+5");
    expect_described(list_some, "wythoff", "8+12",
                     "27 legal moves, the first and the last 10 ('moves all' shows more): "
                     "8>7 8>6 8>5 8>4 8>3 8>2 8>1 8>0 12>11 12>10 ... "
                     "12>2 12>1 12>0 8+12>7+11 8+12>6+10 8+12>5+9 8+12>3+7 8+12>2+6 8+12>1+5 "
                     "8+12>4");
    expect_described(list_all, "nim", "21",
                     "21 legal moves: 21>20 21>19 21>18 21>17 21>16 21>15 21>14 21>13 21>12 21>11 "
                     "21>10 21>9 21>8 21>7 21>6 21>5 21>4 21>3 21>2 21>1 21>0");
}

Test(takeaway_input, all_moves_are_a_thousand_at_most)
{
    struct rules rules;
    struct position position = {0};
    struct error error;
    struct text text = {0};
    cr_assert_eq(rules_parse(&rules, "nim", 3, &error), ERROR_NONE);
    cr_assert_eq(position_parse(&rules, "9223372036854775807", 19, &position, &error), ERROR_NONE);
    list_all(&rules, &position, &text);
    const char *said = text_string(&text);
    static const char begin[] = "9223372036854775807 legal moves, the first and the last 500: ";
    static const char end[] = " 9223372036854775807>1 9223372036854775807>0";
    cr_assert_arr_eq(said, begin, strlen(begin));
    cr_assert_str_eq(said + text.len - strlen(end), end);
    size_t moves = 0;
    for (const char *c = said; (c = strchr(c, '>')); c++)
        moves++;
    cr_assert_eq(moves, 1000);
    text_finish(&text);
    position_finish(&position);
}

static void expect_kind(const char *line, enum input_kind kind, int64_t number)
{
    struct input input;
    input_parse(line, &input);
    cr_assert_eq(input.kind, kind, "'%s' is of kind %d", line, (int)input.kind);
    cr_assert_eq(input.number, number);
}

static void expect_unknown(const char *line, const char *message)
{
    struct input input;
    input_parse(line, &input);
    cr_assert_eq(input.kind, INPUT_UNKNOWN);
    cr_assert_str_eq(input.error.message, message);
}

Test(takeaway_input, commands_and_moves_are_told_apart)
{
    expect_kind("", INPUT_EMPTY, 0);
    expect_kind(" \t", INPUT_EMPTY, 0);
    expect_kind("35>29", INPUT_MOVE, 0);
    expect_kind("take 3 from 7", INPUT_MOVE, 0);
    expect_kind("TAKE", INPUT_MOVE, 0);
    expect_kind("eat 2 3", INPUT_MOVE, 0);
    expect_kind("cut 0-1", INPUT_MOVE, 0);
    expect_kind("b2-d2", INPUT_MOVE, 0);
    expect_kind("B2", INPUT_MOVE, 0);
    expect_kind("break 8 3", INPUT_MOVE, 0);
    expect_kind("remove 2", INPUT_MOVE, 0);
    expect_kind("feb", INPUT_MOVE, 0);
    expect_kind("day 20", INPUT_MOVE, 0);
    expect_kind("turn 9 and 4", INPUT_MOVE, 0);
    expect_kind("move 9 to 6", INPUT_MOVE, 0);
    expect_kind("o13>11", INPUT_MOVE, 0);
    expect_kind("5 6 from o13", INPUT_MOVE, 0);
    expect_kind("E", INPUT_MOVE, 0);
    expect_kind("e from 9", INPUT_MOVE, 0);
    expect_kind("y from 25", INPUT_MOVE, 0);
    expect_kind("moves", INPUT_MOVES, 0);
    expect_kind(" Moves  ALL", INPUT_MOVES_ALL, 0);
    expect_kind("Resign", INPUT_RESIGN, 0);
    expect_kind("resign!", INPUT_RESIGN_NOW, 0);
    expect_kind("accept 12", INPUT_ACCEPT, 12);
    expect_kind(" decline  7 \r", INPUT_DECLINE, 7);
    expect_kind("rules", INPUT_RULES, 0);
    expect_kind("hint", INPUT_HINT, 0);
    expect_kind("hint won", INPUT_HINT_WON, 0);
    expect_kind("Hint  heap", INPUT_HINT_HEAP, 0);
    expect_kind(" Why ", INPUT_WHY, 0);
    expect_kind("Y", INPUT_YES, 0);
    expect_kind("yes", INPUT_YES, 0);
    expect_kind("quit", INPUT_QUIT, 0);
}

Test(takeaway_input, what_is_no_command_is_said_to_be_none)
{
    expect_unknown("hepl", "'hepl' is not understood; type 'help' for what can be typed");
    expect_unknown("quitter", "'quitter' is not understood; type 'help' for what can be typed");
    expect_unknown("quit now", "nothing follows 'quit'");
    expect_unknown("moves now", "nothing follows 'moves'");
    expect_unknown("accept", "the challenge's number has to follow, as in 'accept 7'");
    expect_unknown("accept x", "the challenge's number has to follow, as in 'accept 7'");
    expect_unknown("decline 7 8", "the challenge's number has to follow, as in 'decline 7'");
    expect_unknown("say", "what you say has to follow, as in 'say hello'");
    expect_unknown("mute  ", "the player's name has to follow, as in 'mute anna'");
    expect_unknown("block", "the player's name has to follow, as in 'block anna'");
    expect_unknown("report ", "what has happened has to follow, as in 'report insults'");
    expect_unknown("claim it", "nothing follows 'claim'");
}

static void expect_words(const char *line, enum input_kind kind, const char *words)
{
    struct input input;
    input_parse(line, &input);
    cr_assert_eq(input.kind, kind, "'%s' is of kind %d", line, (int)input.kind);
    cr_assert_eq(input.words_len, strlen(words));
    cr_assert_arr_eq(input.words, words, input.words_len);
}

Test(takeaway_input, a_chip_makes_a_number_of_steps)
{
    expect("odd-scoring", "15", "3", "15>12");
    expect("odd-scoring", "15", "15 > 13", "15>13");
    expect("odd-scoring", "15", "4", "1 to 3 steps are possible, not 4");
    expect("odd-scoring", "2@1", "3", "1 to 2 steps are possible, not 3");
    expect("odd-scoring", "15", "0",
           "a move makes 1, 2 or 3 steps towards the end: from 15 to 12 at least");
    expect("odd-scoring", "15", "north", "a number of steps, or a move such as 15>14 was expected");
    expect("odd-scoring", "0@1", "1", "the chip is at the end");
}

Test(takeaway_input, what_is_said_is_taken_as_it_was_typed)
{
    expect_words("say Good  Move, Ben!", INPUT_SAY, "Good  Move, Ben!");
    expect_words(" \tSAY   5 > 3 \r", INPUT_SAY, "5 > 3");
    expect_words("say say", INPUT_SAY, "say");
    expect_words("mute Ben", INPUT_MUTE, "Ben");
    expect_words("unmute Ben ", INPUT_UNMUTE, "Ben");
    expect_words("block Ben ", INPUT_BLOCK, "Ben");
    expect_words("report  He insults me.", INPUT_REPORT, "He insults me.");
    expect_kind("claim", INPUT_CLAIM, 0);
    expect_kind("takeback", INPUT_TAKEBACK, 0);
    expect_kind("Takeback  Yes", INPUT_TAKEBACK_YES, 0);
    expect_kind("takeback no", INPUT_TAKEBACK_NO, 0);
    expect_unknown("takeback 3", "nothing follows 'takeback'");
    expect_kind("saying", INPUT_UNKNOWN, 0);
}
