#include "test_game_table.h"

#include <inttypes.h>

SUITE(game_grundy, 60);

/* Every text "heap>a+b" against the wording: a heap becomes two that differ. */
Test(game_grundy, the_moves_are_those_of_the_wording)
{
    for (int64_t heap = 1; heap <= 60; heap++) {
        char text[64];
        snprintf(text, sizeof text, "%" PRId64, heap);
        struct table table = table_of("grundy", text);
        uint128 index = 0, count = move_count(&table.rules, &table.position);
        for (int64_t a = 1; a < heap; a++) {
            for (int64_t b = a; a + b <= heap; b++) {
                struct move move = {0};
                bool legal = a != b && a + b == heap;
                if (legal) {
                    cr_assert(index < count, "heap %" PRId64, heap);
                    move_at(&table.rules, &table.position, index++, &move);
                }
                snprintf(text, sizeof text, "%" PRId64 ">%" PRId64 "+%" PRId64, heap, a, b);
                cr_assert_eq(table_allows(&table, text, &move), legal, "%s", text);
            }
            snprintf(text, sizeof text, "%" PRId64 ">%" PRId64, heap, a);
            cr_assert_not(table_allows(&table, text, &(struct move){0}), "%s", text);
        }
        cr_assert(index == count, "heap %" PRId64, heap);
        table_clear(&table);
    }
}

Test(game_grundy, moves_are_played_and_refused)
{
    expect_rules("grundy", "grundy");
    expect_rules("grundy,misere", "grundy,misere");
    expect_move("grundy", "3+7", "7>5+2", "7>2+5", "2+3+5");
    expect_bad_move("grundy", "6", "6>3+3", ERROR_ILLEGAL_MOVE,
                    "grundy: the two heaps must differ");
    expect_bad_move("grundy", "6", "6>5", ERROR_ILLEGAL_MOVE,
                    "grundy: a heap must be split into two");
    expect_bad_move("grundy", "6", "6>0", ERROR_ILLEGAL_MOVE,
                    "grundy: a heap must be split into two");
    expect_bad_move("grundy", "6", "6>2+3", ERROR_ILLEGAL_MOVE,
                    "grundy: nothing may be taken, and 1 would be missing");
}

Test(game_grundy, heaps_of_one_and_two_are_dead)
{
    struct table table = table_of("grundy", "1+1+2+2");
    cr_assert(position_is_over(&table.rules, &table.position));
    table_clear(&table);
}

Test(game_grundy, heaps_are_limited)
{
    expect_position("grundy", "1048576+5", "5+1048576");
    expect_bad_position("grundy", "1048577",
                        "heaps of 1048576 at most, not 1048577, may stand in grundy");
    expect_position("grundy,misere", "20+20", "20+20");
    expect_bad_position("grundy,misere", "20+21",
                        "40 counters at most in all may stand in grundy,misere");
}

Test(game_grundy, drawn_starts_may_be_played)
{
    const char *const rules[] = {"grundy", "grundy,misere"};
    struct random random = random_from_seed(2);
    for (int i = 0; i < 2; i++) {
        struct table table = table_of(rules[i], "0");
        for (int round = 0; round < 200; round++) {
            struct error error;
            position_draw_start(&table.rules, &random, &table.position);
            cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE,
                         "%s", error.message);
        }
        table_clear(&table);
    }
}
