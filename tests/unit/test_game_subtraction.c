#include "common/game/subtraction.h"
#include "test_game_table.h"

#include <inttypes.h>

SUITE(game_subtraction, 60);

Test(game_subtraction, the_set_is_written_ascending_and_without_repetition)
{
    expect_rules("subtraction:1,3,4", "subtraction:1,3,4");
    expect_rules("subtraction:4,1,3,1,4", "subtraction:1,3,4");
    expect_rules("subtraction:1048576", "subtraction:1048576");
    expect_rules("subtraction:squares", "subtraction:squares");
    expect_rules("subtraction:fibonacci", "subtraction:fibonacci");
    expect_rules("subtraction:3,1,misere", "subtraction:1,3,misere");
    expect_rules("subtraction:squares,misere", "subtraction:squares,misere");
    expect_rules("bachets-game", "subtraction:1,2,3");
    expect_rules("bachets-game,misere", "subtraction:1,2,3,misere");
    expect_rules("subtract-a-square", "subtraction:squares");
}

Test(game_subtraction, ranges_are_another_way_to_list_numbers)
{
    expect_rules("subtraction:3-5", "subtraction:3,4,5");
    expect_rules("subtraction:1-3", "subtraction:1,2,3");
    expect_rules("subtraction:9,3-5,1", "subtraction:1,3,4,5,9");
    expect_rules("subtraction:3-5,4-6,7,misere", "subtraction:3,4,5,6,7,misere");
    expect_rules("subtraction:7-7", "subtraction:7");
    /* No list of all of them is short enough. */
    expect_rules("subtraction:100-200", "subtraction:100-200");
    expect_rules("subtraction:150-200,100-149", "subtraction:100-200");
    expect_rules("subtraction:100-200,1,300,301,3-5", "subtraction:1,3-5,100-200,300,301");
    expect_rules("subtraction:1-1048576,misere", "subtraction:1-1048576,misere");
}

Test(game_subtraction, all_but_sets_have_ranges)
{
    expect_rules("subtraction:all-but-1,4", "subtraction:all-but-1,4");
    expect_rules("subtraction:all-but-4,1,4,misere", "subtraction:all-but-1,4,misere");
    expect_rules("subtraction:all-but-5,3,4", "subtraction:all-but-3-5");
    expect_rules("subtraction:all-but-1,2", "subtraction:all-but-1,2");
    expect_rules("subtraction:all-but-1-2,9,8,7", "subtraction:all-but-1,2,7-9");
    expect_rules("subtraction:all-but-1-1048576", "subtraction:all-but-1-1048576");
}

Test(game_subtraction, what_is_no_set_is_refused)
{
    expect_bad_rules("subtraction", "at 12 (the end): ':' and what may be taken was expected");
    expect_bad_rules("subtraction:", "at 13 (the end): numbers such as 1,3-5, or all-but-1,4, "
                                     "or squares, or fibonacci, was expected");
    expect_bad_rules("subtraction:cubes", "at 13 ('c'): numbers such as 1,3-5, or all-but-1,4, or "
                                          "squares, or fibonacci, was expected");
    expect_bad_rules("subtraction:5-3", "at 13: a range begins with its least number: 3-5");
    expect_bad_rules("subtraction:1,5-", "at 17 (the end): a number was expected");
    expect_bad_rules("subtraction:1,5-0", "at 17: the number must be from 1 to 1048576");
    expect_bad_rules("subtraction:1-3-5", "at 16 ('-'): the end was expected");
    expect_bad_rules("subtraction:-5", "at 13 ('-'): numbers such as 1,3-5, or all-but-1,4, or "
                                       "squares, or fibonacci, was expected");
    expect_bad_rules("subtraction:1,3-1048577", "at 17: the number must be from 1 to 1048576");
    expect_bad_rules("subtraction:1-1024,2000",
                     "at 13: these are 1025 numbers; at most 1024 may be listed, or a single range "
                     "such as 1-5000");
    expect_bad_rules("subtraction:all-but", "at 13 ('a'): numbers such as 1,3-5, or all-but-1,4, "
                                            "or squares, or fibonacci, was expected");
    expect_bad_rules("subtraction:all-but-", "at 21 (the end): the numbers that may not be taken, "
                                             "such as 1,3-5, was expected");
    expect_bad_rules("subtraction:all-but-squares", "at 21 ('s'): the numbers that may not be "
                                                    "taken, such as 1,3-5, was expected");
    expect_bad_rules("subtraction:all-but-1,4-2", "at 23: a range begins with its least number: "
                                                  "2-4");
    expect_bad_rules("subtraction:1,all-but-4", "at 15 ('a'): clear or misere was expected");
    expect_bad_rules("subtraction:0,1", "at 13: the number must be from 1 to 1048576");
    expect_bad_rules("subtraction:1,1048577", "at 15: the number must be from 1 to 1048576");
    expect_bad_rules("subtraction:1,,2", "at 15 (','): clear or misere was expected");
    expect_bad_rules("subtraction:1,", "at 15 (the end): clear or misere was expected");
    expect_bad_rules("subtraction:1 2", "at 14 (a space): the end was expected");
    expect_bad_rules("subtraction:01", "at 13: a number does not begin with 0");
    expect_bad_rules("subtraction:squares1", "at 20 ('1'): the end was expected");
}

Test(game_subtraction, as_many_numbers_as_a_text_holds)
{
    struct text text = {0};
    struct subtraction_range range;
    text_append_string(&text, "subtraction:1");
    for (int i = 2; i <= 82; i++)
        text_printf(&text, ",%d", i);
    cr_assert_eq(text.len, 248);
    struct rules rules = rules_of(text_string(&text));
    cr_assert_str_eq(rules.text, text_string(&text));
    cr_assert(subtraction_is_range(&rules, &range) && range.least == 1 && range.most == 82);
    text_append_string(&text, ",83");
    expect_rules(text_string(&text), "subtraction:1-83");
    text_clear(&text);
    text_append_string(&text, "subtraction:1");
    for (int i = 3; text.len <= 252; i += 2)
        text_printf(&text, ",%d", i);
    cr_assert_gt(text.len, 249);
    expect_rules(text_string(&text), text_string(&text));
    text_clear(&text);
    text_append_string(&text, "subtraction:1");
    while (text.len < 255)
        text_append_string(&text, ",1");
    expect_rules(text_string(&text), "subtraction:1");
    text_finish(&text);
}

/* One text for one set: whatever the order, the repetition and the ranges. */
Test(game_subtraction, a_set_has_one_text)
{
    struct random random = random_from_seed(20);
    for (int round = 0; round < 500; round++) {
        bool is_listed[41] = {false};
        struct text text = {0}, ranges = {0}, shuffled = {0};
        const char *prefix = round % 2 ? "subtraction:all-but-" : "subtraction:";
        int64_t dense = 1 + (int64_t)random_below(&random, 9);
        for (int i = 1; i <= 40; i++)
            is_listed[i] = i == 20 || (int64_t)random_below(&random, 10) < dense;
        for (int i = 1; i <= 40; i++) {
            if (!is_listed[i])
                continue;
            text_printf(&text, "%s%d", text.len ? "," : prefix, i);
            int last = i;
            while (last < 40 && is_listed[last + 1] && random_below(&random, 4))
                last++;
            text_printf(&ranges, "%s%d-%d", ranges.len ? "," : prefix, i, last);
            while (i < last)
                text_printf(&text, ",%d", ++i);
        }
        for (int i = 40; i >= 1; i--) {
            if (is_listed[i])
                text_printf(&shuffled, "%s%d%s", shuffled.len ? "," : prefix, i,
                            i % 3 ? "" : ",20");
        }
        struct rules rules = rules_of(text_string(&text));
        if (shuffled.len <= RULES_TEXT_MAX)
            expect_rules(text_string(&shuffled), rules.text);
        expect_rules(text_string(&ranges), rules.text);
        expect_rules(rules.text, rules.text);
        for (int64_t i = 1; i <= 40; i++)
            EXPECT(subtraction_contains(&rules, i) == (is_listed[i] != (round % 2 == 1)), "%s: %d",
                   rules.text, (int)i);
        text_finish(&text);
        text_finish(&ranges);
        text_finish(&shuffled);
    }
}

/* The wording: a number of the set may be taken. */
static bool is_in_set(const char *set, int64_t number)
{
    if (strcmp(set, "squares") == 0) {
        for (int64_t root = 1; root * root <= number; root++) {
            if (root * root == number)
                return true;
        }
        return false;
    }
    if (strcmp(set, "fibonacci") == 0) {
        int64_t a = 1, b = 2;
        while (a < number) {
            int64_t next = a + b;
            a = b;
            b = next;
        }
        return a == number;
    }
    if (strncmp(set, "all-but-", 8) == 0)
        return !is_in_set(set + 8, number);
    if (strchr(set, '-')) {
        int64_t least = 0, most = 0;
        cr_assert_eq(sscanf(set, "%" SCNd64 "-%" SCNd64, &least, &most), 2);
        return least <= number && number <= most;
    }
    char wanted[32], all[300];
    snprintf(wanted, sizeof wanted, ",%" PRId64 ",", number);
    snprintf(all, sizeof all, ",%s,", set);
    return strstr(all, wanted) != NULL;
}

static const char *const sets[] = {"1,3,4",       "1,2,3",
                                   "2,5,7",       "1",
                                   "3",           "1,20,50",
                                   "squares",     "fibonacci",
                                   "3-5",         "100-200",
                                   "all-but-1,4", "all-but-3",
                                   "all-but-2-4", "all-but-1,2,3,9,50"};
enum { SETS = sizeof sets / sizeof *sets };

static struct table table_of_set(const char *set, const char *position)
{
    char rules[300];
    snprintf(rules, sizeof rules, "subtraction:%s", set);
    return table_of(rules, position);
}

/* Every text "heap>left", and the moves by index, against the wording. */
static void check_heap(const char *set, int64_t heap)
{
    char text[64];
    snprintf(text, sizeof text, "%" PRId64, heap);
    struct table table = table_of_set(set, text);
    uint128 index = 0, count = move_count(&table.rules, &table.position);
    for (int64_t left = heap - 1; left >= 0; left--) {
        struct move move = {0};
        bool legal = is_in_set(set, heap - left);
        if (legal) {
            cr_assert(index < count, "%s, %s", table.rules.text, text);
            move_at(&table.rules, &table.position, index++, &move);
        }
        snprintf(text, sizeof text, "%" PRId64 ">%" PRId64, heap, left);
        cr_assert_eq(table_allows(&table, text, &move), legal, "%s: %s", table.rules.text, text);
    }
    cr_assert(index == count, "%s, heap %" PRId64, table.rules.text, heap);
    table_clear(&table);
}

Test(game_subtraction, the_moves_are_those_of_the_wording)
{
    for (int i = 0; i < SETS; i++) {
        for (int64_t heap = 1; heap <= 64; heap++)
            check_heap(sets[i], heap);
    }
}

Test(game_subtraction, moves_of_several_heaps_are_ordered)
{
    static const char *const expected[] = {"2>1", "5>4", "5>2", "5>1"};
    struct table table = table_of("subtraction:1,3,4", "2+5+5");
    struct text text = {0};
    cr_assert(move_count(&table.rules, &table.position) == 4);
    for (int i = 0; i < 4; i++) {
        struct move move;
        move_at(&table.rules, &table.position, (uint128)i, &move);
        cr_assert_str_eq(move_text(&table, &move, &text), expected[i]);
    }
    text_finish(&text);
    table_clear(&table);
}

Test(game_subtraction, large_heaps_have_the_right_numbers)
{
    struct table table = table_of("subtraction:1,2,3", "9223372036854775807");
    struct text text = {0};
    struct move move;
    cr_assert(move_count(&table.rules, &table.position) == 3);
    move_at(&table.rules, &table.position, 2, &move);
    cr_assert_str_eq(move_text(&table, &move, &text), "9223372036854775807>9223372036854775804");
    table_clear(&table);
    table = table_of("subtraction:squares", "1048576");
    cr_assert(move_count(&table.rules, &table.position) == 1024);
    move_at(&table.rules, &table.position, 1023, &move);
    cr_assert_str_eq(move_text(&table, &move, &text), "1048576>0");
    table_clear(&table);
    table = table_of("subtraction:squares", "1048575");
    cr_assert(move_count(&table.rules, &table.position) == 1023);
    table_clear(&table);
    table = table_of("subtraction:fibonacci", "1048576");
    cr_assert(move_count(&table.rules, &table.position) == 29);
    move_at(&table.rules, &table.position, 28, &move);
    cr_assert_str_eq(move_text(&table, &move, &text), "1048576>216536"); /* 832040 is the 29th */
    table_clear(&table);
    text_finish(&text);
}

Test(game_subtraction, moves_outside_the_set_are_refused)
{
    expect_move("subtraction:1,3,4", "2+7", "7>4", "7>4", "2+4");
    expect_move("subtraction:1,3,4", "4", "4>0", "4>0", "0");
    expect_bad_move("subtraction:1,3,4", "7", "7>5", ERROR_ILLEGAL_MOVE,
                    "2 may not be taken in subtraction:1,3,4");
    expect_bad_move("subtraction:squares", "7", "7>2", ERROR_ILLEGAL_MOVE,
                    "5 may not be taken in subtraction:squares");
    expect_bad_move("subtraction:1,3,4", "7", "7>2+4", ERROR_ILLEGAL_MOVE,
                    "subtraction:1,3,4: a heap may not be split");
    expect_bad_move("subtraction:1,3,4", "7", "8>7", ERROR_BAD_MOVE,
                    "no heap of 8 is on the table");
}

Test(game_subtraction, heaps_are_limited_where_no_theory_gives_their_value)
{
    expect_position("subtraction:1,2,3", "9223372036854775807", "9223372036854775807");
    expect_position("subtraction:1", "9223372036854775807", "9223372036854775807");
    expect_position("subtraction:1,3,4", "1048576", "1048576");
    expect_bad_position("subtraction:1,3,4", "1048577",
                        "heaps of 1048576 at most, not 1048577, may stand in subtraction:1,3,4");
    expect_position("subtraction:2", "9223372036854775807", "9223372036854775807");
    expect_position("subtraction:3-5", "9223372036854775807", "9223372036854775807");
    expect_position("subtraction:all-but-3-5", "9223372036854775807", "9223372036854775807");
    expect_bad_position("subtraction:3-5,9", "1048577",
                        "heaps of 1048576 at most, not 1048577, may stand in "
                        "subtraction:3,4,5,9");
    expect_bad_position("subtraction:all-but-1,4", "1048577",
                        "heaps of 1048576 at most, not 1048577, may stand in "
                        "subtraction:all-but-1,4");
    expect_bad_position("subtraction:squares", "1048577",
                        "heaps of 1048576 at most, not 1048577, may stand in subtraction:squares");
    expect_position("subtraction:1,3,4,misere", "1048576+1048576", "1048576+1048576");
    expect_position("subtraction:1,2,3,misere", "9223372036854775807", "9223372036854775807");
    expect_bad_position("subtraction:1,3,4,misere", "1048577",
                        "heaps of 1048576 at most, not 1048577, may stand in "
                        "subtraction:1,3,4,misere");
}

Test(game_subtraction, clear_is_a_draw_where_counters_are_left)
{
    static const struct {
        const char *rules, *position;
        enum stuck_result result;
    } ends[] = {
        {"subtraction:2,3,clear", "0", STUCK_LOSES},
        {"subtraction:2,3,clear", "1+1", STUCK_DRAWS},
        {"subtraction:2,3,clear,misere", "0", STUCK_WINS},
        {"subtraction:2,3,clear,misere", "1", STUCK_DRAWS},
        {"subtraction:2,3", "1", STUCK_LOSES},
        {"subtraction:2,3,misere", "1", STUCK_WINS},
    };
    expect_rules("subtraction:3,2,misere,clear", "subtraction:2,3,clear,misere");
    expect_rules("subtraction:all-but-1,clear", "subtraction:all-but-1,clear");
    expect_bad_rules("subtraction:2,3,clear,clear", "at 23: clear is given twice");
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct table table = table_of(ends[i].rules, ends[i].position);
        EXPECT(position_stuck_result(&table.rules, &table.position) == ends[i].result, "%s %s",
               ends[i].rules, ends[i].position);
        table_clear(&table);
    }
}

#define CLEAR_LIMIT                                                                                \
    "heaps go to 1048576, and the product of (heap + 1) over all heaps, times the number of "      \
    "heaps, times the moves of the largest heap, is at most 8388608"

Test(game_subtraction, clear_is_limited_by_the_work_of_the_search)
{
    expect_position("subtraction:2,3,clear", "1048576", "1048576");
    expect_position("subtraction:1040000,clear", "1040000", "1040000");
    expect_bad_position("subtraction:2,3,clear", "2000+2000",
                        "subtraction:2,3,clear: " CLEAR_LIMIT);
    expect_bad_position("subtraction:7,clear", "1048577", "subtraction:7,clear: " CLEAR_LIMIT);
}

Test(game_subtraction, clear_draws_starts_within_its_limits)
{
    static const char *const all_rules[] = {
        "subtraction:2,3,clear",
        "subtraction:squares,clear",
        "subtraction:1040000,1040001,clear",
        "subtraction:400000-400900,500000,clear",
    };
    struct random random = random_from_seed(7);
    struct error error;
    for (size_t i = 0; i < sizeof all_rules / sizeof *all_rules; i++)
        for (int k = 0; k < 50; k++) {
            struct rules rules = rules_of(all_rules[i]);
            struct position position = {0};
            position_draw_start(&rules, &random, &position);
            EXPECT(!position_check_start(&rules, &position, &error), "%s: %s", rules.text,
                   error.message);
            position_finish(&position);
        }
}

Test(game_subtraction, drawn_starts_may_be_played)
{
    struct random random = random_from_seed(1);
    for (int i = 0; i < SETS; i++) {
        struct table table = table_of_set(sets[i], "0");
        for (int round = 0; round < 100; round++) {
            struct error error;
            position_draw_start(&table.rules, &random, &table.position);
            cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE,
                         "%s", error.message);
        }
        table_clear(&table);
    }
}
