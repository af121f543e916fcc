#include "tests/unit/test_game_table.h"

#include "common/game/odd_scoring.h"

#include <inttypes.h>

SUITE(game_odd_scoring, 60);

#define RULES "odd-scoring"
#define MOST "9223372036854775807"

Test(game_odd_scoring, rules_have_no_parameters_and_no_misere_play)
{
    expect_rules(RULES, RULES);
    expect_bad_rules(RULES ":3", "at 12 (':'): the end was expected");
    expect_bad_rules(RULES ",", "at 12 (','): the end was expected");
    expect_bad_rules(RULES ",local", "at 12 (','): the end was expected");
    expect_bad_rules(RULES ",misere", "odd-scoring has no misere play: an even number of "
                                      "steps wins, whoever makes the last one");
}

#define EVEN_START                                                                                 \
    "a match starts an odd number of steps from the end, so that one player makes an even "        \
    "number; on the way write "

Test(game_odd_scoring, a_start_is_odd_and_a_position_has_the_parity_of_the_own_steps)
{
    expect_position(RULES, "15", "15@0");
    expect_position(RULES, "15@0", "15@0");
    expect_position(RULES, "15@1", "15@1");
    expect_position(RULES, "14@0", "14@0");
    expect_position(RULES, "0@1", "0@1");
    expect_position(RULES, MOST, MOST "@0");
    expect_bad_position(RULES, "14",
                        EVEN_START "14@0 or 14@1: the player to move has made an even or odd "
                                   "number so far");
    expect_bad_position(RULES, "0",
                        EVEN_START "0@0 or 0@1: the player to move has made an even or odd "
                                   "number so far");
    expect_bad_position(RULES, "15@2",
                        "at 4 ('2'): 0 or 1, for an even or odd number of own steps, was expected");
    expect_bad_position(RULES, "15@10", "at 5 ('0'): the end was expected");
    expect_bad_position(RULES, "3+5", "at 2 ('+'): '@' or the end was expected");
    expect_bad_position(RULES, "9223372036854775808", "at 1: the number is over " MOST);
}

Test(game_odd_scoring, a_move_makes_one_two_or_three_steps)
{
    expect_move(RULES, "15", "15>14", "15>14", "14@0");
    expect_move(RULES, "15", "15>12", "15>12", "12@0");
    expect_move(RULES, "12@0", "12>11", "12>11", "11@1");
    expect_move(RULES, "3@1", "3>0", "3>0", "0@1");
    expect_bad_move(RULES, "15", "15>11", ERROR_ILLEGAL_MOVE,
                    "a move makes 1, 2 or 3 steps towards the end: from 15 to 12 at least");
    expect_bad_move(RULES, "15", "15>15", ERROR_ILLEGAL_MOVE,
                    "a move makes 1, 2 or 3 steps towards the end: from 15 to 12 at least");
    expect_bad_move(RULES, "2@0", "2>3", ERROR_ILLEGAL_MOVE,
                    "a move makes 1 or 2 steps towards the end: from 2 to 0 at least");
    expect_bad_move(RULES, "1", "1>1", ERROR_ILLEGAL_MOVE,
                    "a move makes 1 steps towards the end: from 1 to 0 at least");
    expect_bad_move(RULES, "15", "14>13", ERROR_BAD_MOVE,
                    "the chip stands 15 steps from the end, not 14");
    expect_bad_move(RULES, "0@1", "0>0", ERROR_ILLEGAL_MOVE, "the chip has reached the end");
    expect_bad_move(RULES, "15", "15@0>14", ERROR_BAD_MOVE, "at 3 ('@'): '>' was expected");
    expect_bad_move(RULES, "15", "15>14@0", ERROR_BAD_MOVE, "at 6 ('@'): the end was expected");
    expect_bad_move(RULES, "15", "three", ERROR_BAD_MOVE, "at 1 ('t'): a number was expected");
}

/* Plays every match from here, with the steps of both players counted in full. Returns the number
 * of matches. */
static int play_all(struct table *table, int64_t left, int64_t own, int64_t others)
{
    char expected[48];
    struct text text = {0};
    struct error error;
    struct position here = {0};
    int matches = 0;
    snprintf(expected, sizeof expected, "%" PRId64 "@%" PRId64, left, own % 2);
    cr_assert_str_eq(position_text(table, &text), expected);
    text_finish(&text);
    cr_assert_eq(move_count(&table->rules, &table->position), (uint128)(left < 3 ? left : 3));
    cr_assert_eq(position_counters(&table->rules, &table->position), (uint128)left);
    cr_assert_eq(position_is_over(&table->rules, &table->position), left == 0);
    if (left == 0) {
        enum stuck_result result = position_stuck_result(&table->rules, &table->position);
        cr_assert_neq(own % 2, others % 2);
        cr_assert_eq(result, own % 2 == 0 ? STUCK_WINS : STUCK_LOSES);
        cr_assert_eq(position_check_start(&table->rules, &table->position, &error),
                     ERROR_NO_LEGAL_MOVE);
        return 1;
    }

    position_copy(&here, &table->position);
    for (int64_t steps = 1; steps <= 3 && steps <= left; steps++) {
        struct move move;
        move_at(&table->rules, &table->position, (uint128)steps - 1, &move);
        snprintf(expected, sizeof expected, "%" PRId64 ">%" PRId64, left, left - steps);
        cr_assert(table_allows(table, expected, &move));
        move_apply(&table->rules, &table->position, &move);
        matches += play_all(table, left - steps, others, own + steps);
        position_copy(&table->position, &here);
    }
    position_finish(&here);
    return matches;
}

Test(game_odd_scoring, one_parity_and_the_steps_left_say_who_has_made_an_even_number)
{
    static const int expected[] = {1, 4, 13, 44, 149, 504, 1705, 5768};
    for (int64_t steps = 1; steps <= 15; steps += 2) {
        char start[32];
        snprintf(start, sizeof start, "%" PRId64, steps);
        struct table table = table_of(RULES, start);
        cr_assert_eq(play_all(&table, steps, 0, 0), expected[steps / 2]);
        table_clear(&table);
    }
}
