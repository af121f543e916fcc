#include "common/game/take_away.h"
#include "tests/unit/test_game_take_away_wording.h"

SUITE(game_take_away, 60);

#define MOST "9223372036854775807"

Test(game_take_away, a_quota_rule_has_one_canonical_text)
{
    static const char *const texts[][2] = {
        {"take-away:x", "take-away:x"},
        {"take-away:1x", "take-away:x"},
        {"take-away:7/7x", "take-away:x"},
        {"take-away:" MOST "/" MOST "x", "take-away:x"},
        {"take-away:2x", "take-away:2x"},
        {"take-away:2x+0", "take-away:2x"},
        {"take-away:2x-0", "take-away:2x"},
        {"take-away:2x-1", "take-away:2x-1"},
        {"take-away:x+10000", "take-away:x+10000"},
        {"take-away:10/4x", "take-away:5/2x"},
        {"take-away:2.5x", "take-away:5/2x"},
        {"take-away:6/4x+1", "take-away:3/2x+1"},
        {"take-away:4.1x", "take-away:41/10x"},
        {"take-away:4.0x", "take-away:4x"},
        {"take-away:1.000000001x", "take-away:1000000001/1000000000x"},
        {"take-away:10000x-9999", "take-away:10000x-9999"},
        {"take-away:10000.000000000x", "take-away:10000x"},
        {"take-away:2.50000000000000000000x", "take-away:5/2x"},
        {"take-away:1.0009765625x", "take-away:1025/1024x"},
        {"take-away:3.141592653589793238462600x", "take-away:3.1415926535897932384626x"},
        {"take-away:1.0000000001x+2,local", "take-away:1.0000000001x+2,local"},
        {"take-away:phi", "take-away:phi"},
        {"take-away:phix", "take-away:phi"},
        {"take-away:phix-0,misere", "take-away:phi,misere"},
        {"take-away:pix+1,global", "take-away:pix+1,global"},
        {"take-away:ex", "take-away:e"},
        {"take-away:sqrt(2)", "take-away:sqrt(2)"},
        {"take-away:sqrt(2)x+3", "take-away:sqrt(2)x+3"},
        {"take-away:sqrt(99999999)", "take-away:sqrt(99999999)"},
        {"take-away:sqrt(1)", "take-away:x"},
        {"take-away:sqrt(9)", "take-away:3x"},
        {"take-away:sqrt(9)x-1", "take-away:3x-1"},
        {"take-away:sqrt(100000000)", "take-away:10000x"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_rules(texts[i][0], texts[i][1]);
}

Test(game_take_away, a_fault_in_a_quota_rule_is_named)
{
    static const char *const faults[][2] = {
        {"take-away", "at 10 (the end): ':' and a quota rule such as 2x was expected"},
        {"take-away:", "at 11 (the end): x or its coefficient (as in 2x, 5/2x, 4.1x, phi, pi, e, "
                       "sqrt(2)) was expected"},
        {"take-away:-x", "at 11 ('-'): x or its coefficient (as in 2x, 5/2x, 4.1x, phi, pi, e, "
                         "sqrt(2)) was expected"},
        {"take-away:2", "at 12 (the end): x was expected"},
        {"take-away:2y", "at 12 ('y'): x was expected"},
        {"take-away:5/x", "at 13 ('x'): a number was expected"},
        {"take-away:5/0x", "at 13: the denominator is 0"},
        {"take-away:5/2/2x", "at 14 ('/'): x was expected"},
        {"take-away:4.x", "at 13 ('x'): a decimal digit was expected"},
        {"take-away:4.1234567890", "at 23 (the end): x was expected"},
        {"take-away:tau", "at 11 ('t'): x or its coefficient (as in 2x, 5/2x, 4.1x, phi, pi, e, "
                          "sqrt(2)) was expected"},
        {"take-away:2phi", "at 12 ('p'): x was expected"},
        {"take-away:phi+1", "at 14 ('+'): x was expected"},
        {"take-away:phi2", "at 14 ('2'): x was expected"},
        {"take-away:sqrt(2", "at 17 (the end): ')' was expected"},
        {"take-away:sqrt(2.5)", "at 17 ('.'): ')' was expected"},
        {"take-away:sqrt()", "at 16 (')'): a number was expected"},
        {"take-away:sqrt(0)", "the coefficient of x is below 1"},
        {"take-away:sqrt(100000001)", "the coefficient of x is over 10000"},
        {"take-away:sqrt(" MOST ")", "the coefficient of x is over 10000"},
        {"take-away:sqrt(9223372036854775808)", "at 16: the number is over 9223372036854775807"},
        {"take-away:0.99999999999999999999999999999999x", "the coefficient of x is below 1"},
        {"take-away:10000.00000000000000000000000000001x", "the coefficient of x is over 10000"},
        {"take-away:pix-3", "after a move of 1 the quota would be 0, it must be at least 1"},
        {"take-away:2x+", "at 14 (the end): a number was expected"},
        {"take-away:2x+1/2", "at 15 ('/'): the end was expected"},
        {"take-away:2x+10001", "at 14: the constant is over 10000"},
        {"take-away:2x-10001", "at 14: the constant is over 10000"},
        {"take-away:2xx", "at 13 ('x'): the end was expected"},
        {"take-away:02x", "at 11: a number does not begin with 0"},
        {"take-away:0x", "the coefficient of x is below 1"},
        {"take-away:1/2x+5", "the coefficient of x is below 1"},
        {"take-away:0.999x", "the coefficient of x is below 1"},
        {"take-away:10001x", "the coefficient of x is over 10000"},
        {"take-away:" MOST "x", "the coefficient of x is over 10000"},
        {"take-away:" MOST ".5x", "the coefficient of x is over 10000"},
        {"take-away:10000.1x", "the coefficient of x is over 10000"},
        {"take-away:1000000002/1000000001x",
         "the denominator of the coefficient of x is over 1000000000"},
        {"take-away:x-1", "after a move of 1 the quota would be 0, it must be at least 1"},
        {"take-away:5/2x-2", "after a move of 1 the quota would be 0, it must be at least 1"},
        {"take-away:2x-10", "after a move of 1 the quota would be -8, it must be at least 1"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        expect_bad_rules(faults[i][0], faults[i][1]);
}

Test(game_take_away, a_quota_is_printed_unless_it_is_the_opening_quota)
{
    expect_position("take-away:2x", "0", "0");
    expect_position("take-away:2x", "1", "1");
    expect_position("take-away:2x", "1@1", "1@1");
    expect_position("take-away:2x", "1@7", "1@1");
    expect_position("take-away:2x", "35", "35");
    expect_position("take-away:2x", "35@12", "35@12");
    expect_position("take-away:2x", "35@34", "35");
    expect_position("take-away:2x", "35@35", "35@35");
    expect_position("take-away:2x", "5@9", "5@5");
    expect_position("take-away:2x", MOST, MOST);
    expect_position("take-away:2x", MOST "@" MOST, MOST "@" MOST);
    expect_position("take-away:2x", "5@" MOST, "5@5");
}

Test(game_take_away, a_fault_in_a_position_is_named)
{
    expect_bad_position("take-away:2x", "", "at 1 (the end): a number was expected");
    expect_bad_position("take-away:2x", "35@", "at 4 (the end): a number was expected");
    expect_bad_position("take-away:2x", "35@0", "at 4: a quota is at least 1");
    expect_bad_position("take-away:2x", "1@0", "at 3: a quota is at least 1");
    expect_bad_position("take-away:2x", "0@3", "at 2: the empty position has no quota");
    expect_bad_position("take-away:2x", "3+5", "at 2: a position of take-away:2x has one heap");
    expect_bad_position("take-away:2x", "35@3+5", "at 5: a position of take-away:2x has one heap");
    expect_bad_position("take-away:2x", "35x",
                        "at 3 ('x'): '@' with a quota or the end was expected");
    expect_bad_position("take-away:2x", "9223372036854775808",
                        "at 1: the number is over 9223372036854775807");
}

Test(game_take_away, a_move_sets_the_quota_of_the_next)
{
    expect_move("take-away:2x", "35", "35>29", "35>29", "29@12");
    expect_move("take-away:2x", "35", "35@34>29", "35>29", "29@12");
    expect_move("take-away:2x", "35@12", "35@12>23", "35>23", "23@23");
    expect_move("take-away:2x", "5@5", "5@9>0", "5>0", "0");
    expect_move("take-away:2x", "1@1", "1>0", "1>0", "0");
    expect_move("take-away:2x", "3", "3>2", "3>2", "2@2");
    expect_move("take-away:x", "3", "3>2", "3>2", "2");
    expect_move("take-away:x", "35", "35>29", "35>29", "29@6");
    expect_move("take-away:3/2x+1", "35", "35>30", "35>30", "30@8");
    expect_move("take-away:2x-1", "35", "35>30", "35>30", "30@9");
    expect_move("take-away:10000x", MOST, MOST ">1", MOST ">1", "1@1");
}

Test(game_take_away, an_illegal_move_is_answered_with_the_quota)
{
    const char *rules = "take-away:2x";
    expect_bad_move(rules, "35@12", "35>22", ERROR_ILLEGAL_MOVE,
                    "quota is 12: at most 12 of 35 may be taken");
    expect_bad_move(rules, "35", "35>0", ERROR_ILLEGAL_MOVE,
                    "quota is 34: at most 34 of 35 may be taken");
    expect_bad_move(rules, "1", "1>0", ERROR_ILLEGAL_MOVE,
                    "quota is 0: at most 0 of 1 may be taken");
    expect_bad_move(rules, "35@12", "35>35", ERROR_ILLEGAL_MOVE, "the move changes nothing");
    expect_bad_move(rules, "35@12", "35>36", ERROR_ILLEGAL_MOVE,
                    "more counters stand after the move than before");
}

Test(game_take_away, a_move_that_does_not_fit_the_table_cannot_be_read)
{
    const char *rules = "take-away:2x";
    expect_bad_move(rules, "35@12", "36>30", ERROR_BAD_MOVE,
                    "no heap of 36 is on the table, but one of 35");
    expect_bad_move(rules, "35@12", "35@11>30", ERROR_BAD_MOVE, "quota is 12, not 11");
    expect_bad_move(rules, "1", "1@1>0", ERROR_BAD_MOVE, "quota is 0, not 1");
    expect_bad_move(rules, "35@12", "35@0>30", ERROR_BAD_MOVE, "at 4: a quota is at least 1");
    expect_bad_move(rules, "0", "1>0", ERROR_BAD_MOVE, "no heap is on the table");
    expect_bad_move(rules, "0", "0>0", ERROR_BAD_MOVE, "no heap is on the table");
    expect_bad_move(rules, "35@12", "", ERROR_BAD_MOVE, "at 1 (the end): a number was expected");
    expect_bad_move(rules, "35@12", "35", ERROR_BAD_MOVE, "at 3 (the end): '>' was expected");
    expect_bad_move(rules, "35@12", "35>", ERROR_BAD_MOVE, "at 4 (the end): a number was expected");
    expect_bad_move(rules, "35@12", "35>30+1", ERROR_BAD_MOVE, "at 6 ('+'): the end was expected");
    expect_bad_move(rules, "35@12", "35>30@10", ERROR_BAD_MOVE, "at 6 ('@'): the end was expected");
}

Test(game_take_away, quotas_are_exact_and_stop_at_the_largest_number)
{
    static const struct {
        const char *rules;
        int64_t take, quota;
    } quotas[] = {
        {"take-away:x", INT64_MAX, INT64_MAX},
        {"take-away:x+1", INT64_MAX - 1, INT64_MAX},
        {"take-away:x+1", INT64_MAX, INT64_MAX},
        {"take-away:2x", INT64_MAX / 2, INT64_MAX - 1},
        {"take-away:2x", INT64_MAX / 2 + 1, INT64_MAX},
        {"take-away:2x-1", INT64_MAX / 2 + 1, INT64_MAX},
        {"take-away:2x-1", INT64_MAX / 2, INT64_MAX - 2},
        {"take-away:10000x+10000", INT64_MAX, INT64_MAX},
        {"take-away:10000x-9999", 1, 1},
        /* In doubles this is 14. */
        {"take-away:15/11x", 11, 15},
        {"take-away:4.1x", 1000000000000000000, 4100000000000000000},
        {"take-away:4.1x", 999999999999999999, 4099999999999999995},
        {"take-away:1.000000001x", 1000000000000000000, 1000000001000000000},
        {"take-away:3/2x+1", 5, 8},
    };
    for (size_t i = 0; i < sizeof quotas / sizeof *quotas; i++) {
        struct rules rules = rules_of(quotas[i].rules);
        cr_assert_eq(take_away_quota(&rules, quotas[i].take), quotas[i].quota, "%s at %ld",
                     rules.text, (long)quotas[i].take);
    }
}

/* The last take whose quota is below this one, by definition. */
static void check_below(const struct take_away_function *function, int64_t quota)
{
    int64_t below = take_away_function_below(function, quota);
    cr_assert_geq(below, 0);
    cr_assert(below == 0 || take_away_function_at(function, below) < quota);
    cr_assert(take_away_function_at(function, below + 1) >= quota, "%lld/%lldx%+lld under %lld",
              (long long)function->numerator, (long long)function->denominator,
              (long long)function->constant, (long long)quota);
}

Test(game_take_away, the_last_take_below_a_quota_is_exact)
{
    const struct take_away_function any[] = {
        {1, 1, 0},
        {2, 1, 0},
        {2, 1, -1},
        {41, 10, 3},
        {10000, 1, -9999},
        {10000, 1, 10000},
        {1000000001, 1000000000, 0},
        {INT64_MAX, INT64_MAX - 1, 0},
        {INT64_MAX, 1000000000000000, 0},
        {3, 2, 10000},
    };
    struct random random = random_from_seed(8);
    for (size_t i = 0; i < sizeof any / sizeof *any; i++) {
        for (int64_t quota = 1; quota <= 30000; quota++)
            check_below(&any[i], quota);
        for (int round = 0; round < 1000; round++)
            check_below(&any[i],
                        1 + (int64_t)random_below(&random, (uint128)1 << (1 + round % 62)));
        check_below(&any[i], INT64_MAX);
    }
}

Test(game_take_away, the_parameters_are_in_lowest_terms)
{
    struct rules rules = rules_of("take-away:4.10x-3");
    cr_assert_eq(rules.parameters[TAKE_AWAY_NUMERATOR], 41);
    cr_assert_eq(rules.parameters[TAKE_AWAY_DENOMINATOR], 10);
    cr_assert_eq(rules.parameters[TAKE_AWAY_CONSTANT], -3);
}

static void expect_after(struct table *table, const struct function *function,
                         const struct move *move, int heap, int take)
{
    char expected[64];
    int left = heap - take, quota = quota_after(function, take);
    quota = quota < left ? quota : left;
    if (left == 0 || quota == left - 1)
        snprintf(expected, sizeof expected, "%d", left);
    else
        snprintf(expected, sizeof expected, "%d@%d", left, quota);
    struct text text = {0};
    move_apply(&table->rules, &table->position, move);
    cr_assert_str_eq(position_text(table, &text), expected);
    text_finish(&text);
}

/* Tries all texts "heap>left" with left up to heap + 2. */
static void check_position(const struct function *function, int heap, int quota)
{
    char text[64];
    snprintf(text, sizeof text, "%d@%d", heap, quota);
    struct table table = table_of(function->rules, text);
    cr_assert(move_count(&table.rules, &table.position) == (uint128)quota);
    for (int left = heap + 2; left >= 0; left--) {
        int take = heap - left;
        struct move move = {.before_count = 1, .after_count = left > 0, .cells = {heap, left}};
        snprintf(text, sizeof text, "%d>%d", heap, left);
        cr_assert_eq(table_allows(&table, text, &move), take >= 1 && take <= quota, "%d@%d, %s",
                     heap, quota, text);
        if (take < 1 || take > quota)
            continue;
        struct table after = {.rules = table.rules};
        struct move listed;
        position_copy(&after.position, &table.position);
        move_at(&after.rules, &after.position, (uint128)take - 1, &listed);
        cr_assert(move_equal(&listed, &move));
        expect_after(&after, function, &move, heap, take);
        table_clear(&after);
    }
    table_clear(&table);
}

Test(game_take_away, the_legal_moves_of_small_positions_are_those_of_the_wording)
{
    for (size_t i = 0; i < FUNCTIONS; i++) {
        for (int heap = 1; heap <= 20; heap++) {
            for (int quota = 1; quota <= heap; quota++)
                check_position(&functions[i], heap, quota);
        }
    }
}

/* The example game of the paper on stability, for 2x. */
Test(game_take_away, a_match_is_its_record)
{
    static const char *const record[] = {"35>29", "29>28", "28>27", "27>25", "25>21"};
    struct table table = table_of("take-away:2x", "35");
    struct text text = {0};
    for (size_t i = 0; i < sizeof record / sizeof *record; i++) {
        struct move move;
        struct error error;
        cr_assert_eq(
            move_parse(&table.rules, &table.position, record[i], strlen(record[i]), &move, &error),
            ERROR_NONE, "%s: %s", record[i], error.message);
        move_apply(&table.rules, &table.position, &move);
    }
    cr_assert_str_eq(position_text(&table, &text), "21@8");
    text_finish(&text);
    table_clear(&table);
}

Test(game_take_away, moves_are_found_by_index_in_the_largest_heap)
{
    struct table table = table_of("take-away:2x", MOST);
    struct text text = {0};
    struct move move;
    cr_assert(move_count(&table.rules, &table.position) == (uint128)INT64_MAX - 1);
    move_at(&table.rules, &table.position, 0, &move);
    cr_assert_str_eq(move_text(&table, &move, &text), MOST ">9223372036854775806");
    move_at(&table.rules, &table.position, (uint128)INT64_MAX - 2, &move);
    cr_assert_str_eq(move_text(&table, &move, &text), MOST ">1");
    text_finish(&text);
    table_clear(&table);
}
