/* Positions, moves and results in words, and what `takeaway solve` prints. */
#include "client/name.h"
#include "client/record.h"
#include "client/solution.h"
#include "client/words.h"
#include "common/base/memory.h"
#include "tests/suite.h"

#include <jansson.h>
#include <string.h>

SUITE(takeaway_words, 20);

static void read_position(const char *rules_text, const char *text, struct rules *rules,
                          struct position *position)
{
    struct error error;
    cr_assert_eq(rules_parse(rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    cr_assert_eq(position_parse(rules, text, strlen(text), position, &error), ERROR_NONE);
}

static void expect_text(struct text *text, const char *expected)
{
    cr_assert_str_eq(text_string(text), expected, "'%s' is not '%s'", text_string(text), expected);
    text_finish(text);
}

static void expect_position(const char *rules_text, const char *position_text, const char *words)
{
    struct rules rules;
    struct position position = {0};
    struct text text = {0};
    read_position(rules_text, position_text, &rules, &position);
    words_position(&rules, &position, &text);
    expect_text(&text, words);
    position_finish(&position);
}

Test(takeaway_words, a_take_away_position_tells_its_quota)
{
    expect_position("fibonacci-nim", "35", "35 counters; 1 to 34 of them may be taken");
    expect_position("fibonacci-nim", "29@12", "29 counters; 1 to 12 of them may be taken");
    expect_position("fibonacci-nim", "4@4", "4 counters; all of them may be taken");
    expect_position("fibonacci-nim", "2", "2 counters; only 1 of them may be taken");
    expect_position("fibonacci-nim", "1@1", "1 counter, which may be taken");
    expect_position("fibonacci-nim", "1", "1 counter, which may not be taken");
    expect_position("fibonacci-nim", "0", "nothing is left");
}

Test(takeaway_words, heaps_are_counted_up)
{
    expect_position("nim", "7", "one heap of 7");
    expect_position("nim", "3+5", "heaps of 3 and 5");
    expect_position("nim", "3+5+7", "heaps of 3, 5 and 7");
    expect_position("kayles", "0", "nothing is left");
}

static void expect_move(const char *rules_text, const char *position_text, const char *move_text,
                        const char *words)
{
    struct rules rules;
    struct position position = {0};
    struct move move;
    struct error error;
    struct text text = {0};
    read_position(rules_text, position_text, &rules, &position);
    cr_assert_eq(move_parse(&rules, &position, move_text, strlen(move_text), &move, &error),
                 ERROR_NONE);
    words_move(&rules, &position, &move, false, &text);
    expect_text(&text, words);
    position_finish(&position);
}

Test(takeaway_words, moves_say_what_is_taken_and_left)
{
    expect_move("fibonacci-nim", "35", "35>29", "takes 6, leaving 29");
    expect_move("fibonacci-nim", "2@2", "2>0", "takes the last 2 counters");
    expect_move("fibonacci-nim", "1@1", "1>0", "takes the last counter");
    expect_move("nim", "3+7", "7>4", "takes 3 from the heap of 7, leaving 4");
    expect_move("nim", "3+7", "7>0", "takes the whole heap of 7");
    expect_move("kayles", "11", "11>3+7", "takes 1 from the heap of 11, leaving 3 and 7");
    expect_move("laskers-nim", "7", "7>2+5", "splits the heap of 7 into 2 and 5");
}

static void expect_result(const struct match *match, const char *words)
{
    struct text text = {0};
    words_result(match, &text);
    expect_text(&text, words);
}

Test(takeaway_words, a_result_says_who_won_and_why)
{
    struct match match = {.first = "anna", .second = "ben", .ending = "normal", .winner = "first"};
    expect_result(&match, "anna won: ben has no move left.");
    match.seat = MATCH_FIRST;
    expect_result(&match, "You won: ben has no move left.");
    match.seat = MATCH_SECOND;
    expect_result(&match, "You lost: you have no move left.");
    strcpy(match.ending, "resignation");
    expect_result(&match, "You lost: you resigned.");
    strcpy(match.winner, "second");
    expect_result(&match, "You won: anna resigned.");
    strcpy(match.winner, "nobody");
    strcpy(match.ending, "aborted");
    expect_result(&match, "The match was aborted; nobody won.");
    strcpy(match.ending, "plies");
    expect_result(&match, "The match has reached its limit of 10000 moves; nobody won.");
}

Test(takeaway_words, numbers_beyond_64_bits_are_printed_whole)
{
    struct text text = {0};
    words_number(~(uint128)0, &text);
    expect_text(&text, "340282366920938463463374607431768211455");
    words_number(0, &text);
    expect_text(&text, "0");
}

Test(takeaway_words, a_record_shows_each_move_with_the_position_after_it)
{
    struct match match = {
        .id = 7,
        .moves = {.bytes = memory_text("4>3 3>2 2>0", 11), .len = 11},
        .ply = 3,
        .first = "anna",
        .second = "ben",
        .ending = "normal",
        .winner = "first",
    };
    struct text text = {0};
    read_position("fibonacci-nim", "4", &match.rules, &match.start);
    read_position("fibonacci-nim", "0", &match.rules, &match.position);
    record_print(&match, &text);
    expect_text(&text, "Match 7: Fibonacci Nim (take-away:2x), start 4\n"
                       "First anna, second ben\n"
                       "   1. anna  4>3  3\n"
                       "   2. ben   3>2  2@2\n"
                       "   3. anna  2>0  0\n"
                       "anna won: ben has no move left.\n");
    position_finish(&match.start);
    position_finish(&match.position);
    free(match.moves.bytes);
}

static void expect_name(const char *wanted, const char *expected)
{
    char name[WIRE_NAME_MAX + 1];
    name_fit(wanted, name);
    cr_assert_str_eq(name, expected);
}

Test(takeaway_words, names_are_made_to_fit)
{
    expect_name("anna", "anna");
    expect_name("anna.b_c-d2", "anna.b_c-d2");
    expect_name("anna@home x", "anna-home-x");
    expect_name("j\xC3\xBCrgen", "j-rgen");
    expect_name(NULL, "guest");
    expect_name("", "guest");
    expect_name("\xC3\xBC", "guest");
    expect_name("a234567890123456789012345678901234567890", "a2345678901234567890123456789012");
}

static void expect_solution(const char *rules, const char *position, const char *expected)
{
    struct text text = {0};
    struct error error;
    cr_assert_eq(solution_print(rules, position, false, &text, &error), ERROR_NONE);
    expect_text(&text, expected);
}

Test(takeaway_words, solve_tells_the_outcome_and_the_moves)
{
    expect_solution("fibonacci-nim", "17",
                    "Fibonacci Nim (take-away:2x), position 17: 17 counters; 1 to 16 of them may "
                    "be taken.\n"
                    "The next player wins (an N-position): whoever is to move can win.\n"
                    "Grundy value: 7\n"
                    "Winning moves (2): 17>16 17>13\n"
                    "Best move: 17>16\n");
    expect_solution("nim", "0",
                    "Nim, position 0: nothing is left.\n"
                    "The previous player wins (a P-position): whoever is to move loses against "
                    "best play.\n"
                    "Grundy value: 0\n"
                    "Winning moves: none\n"
                    "There is no legal move.\n");
}

/* The JSON of a position; json_decref() it. */
static json_t *solved(const char *rules, const char *position)
{
    struct text text = {0};
    struct error error;
    json_error_t unread;
    cr_assert_eq(solution_print(rules, position, true, &text, &error), ERROR_NONE);
    json_t *value = json_loads(text_string(&text), 0, &unread);
    cr_assert_not_null(value);
    text_finish(&text);
    return value;
}

Test(takeaway_words, solution_prints_json)
{
    json_t *value = solved("nim", "3+5+7");
    const char *rules, *position, *outcome, *best;
    int grundy, count, truncated;
    json_t *moves;
    cr_assert_eq(json_unpack(value, "{s:s, s:s, s:s, s:i, s:o, s:i, s:b, s:s !}", "rules", &rules,
                             "position", &position, "outcome", &outcome, "grundy", &grundy,
                             "winning_moves", &moves, "winning_count", &count, "truncated",
                             &truncated, "best", &best),
                 0);
    cr_assert_str_eq(rules, "nim");
    cr_assert_str_eq(position, "3+5+7");
    cr_assert_str_eq(outcome, "N");
    cr_assert_eq(grundy, 1);
    cr_assert_eq(count, 3);
    cr_assert_not(truncated);
    cr_assert_str_eq(json_string_value(json_array_get(moves, 2)), "7>6");
    cr_assert_str_eq(best, "3>2");
    json_decref(value);
}

Test(takeaway_words, what_solve_does_not_know_is_null)
{
    json_t *value = solved("fibonacci-nim", "0");
    cr_assert_eq(json_typeof(json_object_get(value, "best")), JSON_NULL);
    cr_assert_str_eq(json_string_value(json_object_get(value, "outcome")), "P");
    json_decref(value);
    value = solved("fibonacci-nim", "9223372036854775807@12");
    cr_assert_eq(json_typeof(json_object_get(value, "grundy")), JSON_NULL);
    json_decref(value);
}

Test(takeaway_words, solve_says_which_argument_is_wrong)
{
    struct text text = {0};
    struct error error;
    cr_assert_eq(solution_print("nim", "3+x", false, &text, &error), ERROR_BAD_POSITION);
    cr_assert_str_eq(error.message, "POSITION '3+x': at 3 ('x'): a number was expected");
    cr_assert_eq(solution_print("take-away:", "3", false, &text, &error), ERROR_BAD_RULES);
    cr_assert_eq(strncmp(error.message, "RULES 'take-away:': ", 20), 0);
    cr_assert_eq(text.len, 0);
}
