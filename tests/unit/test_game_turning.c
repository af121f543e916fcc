#include "tests/unit/test_game_table.h"

#include "common/game/turning.h"

SUITE(game_turning, 60);

Test(game_turning, rules_name_the_coins_that_may_be_turned)
{
    expect_rules("turning:2", "turning:2");
    expect_rules("turning:3,misere", "turning:3,misere");
    expect_rules("turning-turtles", "turning:2");
    expect_rules("mock-turtles,misere", "turning:3,misere");
    expect_rules("ruler", "turning:ruler");
    expect_rules("twins", "turning:twins");
    expect_bad_rules("turning", "at 8 (the end): ':' and 2, 3, ruler or twins was expected");
    expect_bad_rules("turning:4", "at 9 ('4'): 2, 3, ruler or twins was expected");
    expect_bad_rules("turning:22", "at 10 ('2'): the end was expected");
    expect_bad_rules("turning:2,local", "at 11 ('l'): misere was expected");
}

Test(game_turning, positions_are_the_coins_that_show_heads)
{
    expect_position("turning:2", "0", "0");
    expect_position("turning:2", "9+2+5", "2+5+9");
    expect_position("turning:3", "100", "100");
    expect_position("turning:3,misere", "20", "20");
    expect_position("turning:ruler,misere", "100", "100");
    expect_bad_position("turning:2", "2+2", "at 3: coin 2 is named twice");
    expect_bad_position("turning:2", "0+2", "at 1: the coins are numbered from 1");
    expect_bad_position("turning:2", "2-5", "at 2 ('-'): '+' or the end was expected");
    expect_bad_position("turning:2", "101", "turning:2: the last coin is at most 100, not 101");
    expect_bad_position("turning:twins,misere", "21",
                        "turning:twins,misere: the last coin is at most 20, not 21");
}

Test(game_turning, a_match_needs_a_move)
{
    struct table table = table_of("turning:twins", "1");
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    table_set(&table, "0");
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    table_set(&table, "1+2");
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
    table_clear(&table);
}

Test(game_turning, coins_are_turned)
{
    expect_move("turning:2", "2+9", "9", "9", "2");
    expect_move("turning:2", "2+9", "9+4", "4+9", "2+4");
    expect_move("turning:2", "2+9", "2+9", "2+9", "0");
    expect_move("turning:3", "2+9", "9+2+1", "1+2+9", "1");
    expect_move("turning:ruler", "2+5", "3-5", "3-5", "2+3+4");
    expect_move("turning:ruler", "2+5", "5", "5", "2");
    expect_move("turning:twins", "2+5", "1+2", "1+2", "1+5");
}

Test(game_turning, what_the_rules_forbid_is_named)
{
    expect_bad_move("turning:2", "2+9", "8", ERROR_ILLEGAL_MOVE,
                    "the rightmost coin of a move has to show heads, and coin 8 does not");
    expect_bad_move("turning:2", "2+9", "9+10", ERROR_ILLEGAL_MOVE,
                    "the rightmost coin of a move has to show heads, and coin 10 does not");
    expect_bad_move("turning:2", "2+9", "9+4+2", ERROR_ILLEGAL_MOVE,
                    "turning:2: a move turns one coin or two, not 3");
    expect_bad_move("turning:3", "2+9", "1+2+3+9", ERROR_ILLEGAL_MOVE,
                    "turning:3: a move turns one to three coins, not 4");
    expect_bad_move("turning:twins", "2+9", "9", ERROR_ILLEGAL_MOVE,
                    "turning:twins: a move turns two coins, not 1");
    expect_bad_move("turning:2", "2+9", "0", ERROR_ILLEGAL_MOVE,
                    "turning:2: a move turns one coin or two, not 0");
    expect_bad_move("turning:2", "2+9", "4-9", ERROR_BAD_MOVE,
                    "at 2 ('-'): '+' or the end was expected");
    expect_bad_move("turning:ruler", "2+9", "4+9", ERROR_BAD_MOVE,
                    "a run is told by its ends: 4-9");
    expect_bad_move("turning:ruler", "2+9", "9-4", ERROR_BAD_MOVE,
                    "the left end of the run comes first");
    expect_bad_move("turning:ruler", "2+9", "9-9", ERROR_BAD_MOVE,
                    "the left end of the run comes first");
    expect_bad_move("turning:ruler", "2+9", "4-9-1", ERROR_BAD_MOVE,
                    "at 4 ('-'): '-' or the end was expected");
    expect_bad_move("turning:ruler", "2+9", "4-8", ERROR_ILLEGAL_MOVE,
                    "the rightmost coin of a move has to show heads, and coin 8 does not");
    expect_bad_move("turning:2", "2+9", "9>4", ERROR_BAD_MOVE,
                    "at 2 ('>'): '+' or the end was expected");
}

/* --- the moves of plain loops --- */

static void print_row(uint32_t heads, struct text *out)
{
    text_clear(out);
    for (int square = 1; heads >> (square - 1); square++) {
        if (heads >> (square - 1) & 1)
            text_printf(out, "%s%d", out->len ? "+" : "", square);
    }
    if (out->len == 0)
        text_append_char(out, '0');
}

/* The row with the next of its moves. */
struct walk {
    struct table table;
    uint32_t heads;
    uint128 index;
};

/* The next move turns these coins. */
static void expect_next(struct walk *walk, const char *text, uint32_t turned)
{
    struct text printed = {0}, expected = {0};
    struct table left = {.rules = walk->table.rules};
    struct move move = expect_next_move(&walk->table, &walk->index, text);
    position_copy(&left.position, &walk->table.position);
    move_apply(&left.rules, &left.position, &move);
    print_row(walk->heads ^ turned, &expected);
    cr_assert_str_eq(position_text(&left, &printed), text_string(&expected), "after %s", text);
    cr_assert(position_counters(&left.rules, &left.position) <
                  position_counters(&left.rules, &walk->table.position),
              "%s uses nothing up", text);
    table_clear(&left);
    text_finish(&printed);
    text_finish(&expected);
}

static void expect_moves_of_coin(struct walk *walk, int coin)
{
    enum turning_kind kind = turning_kind(&walk->table.rules);
    uint32_t turned = 1U << (coin - 1);
    char text[40];
    snprintf(text, sizeof text, "%d", coin);
    if (kind != TURNING_TWINS)
        expect_next(walk, text, turned);
    for (int first = coin - 1; kind == TURNING_RULER && first >= 1; first--) {
        turned |= 1U << (first - 1);
        snprintf(text, sizeof text, "%d-%d", first, coin);
        expect_next(walk, text, turned);
    }
    for (int next = 1; kind != TURNING_RULER && next < coin; next++) {
        snprintf(text, sizeof text, "%d+%d", next, coin);
        expect_next(walk, text, turned | 1U << (next - 1));
    }
    for (int next = 2; kind == TURNING_MOCK_TURTLES && next < coin; next++) {
        for (int third = 1; third < next; third++) {
            snprintf(text, sizeof text, "%d+%d+%d", third, next, coin);
            expect_next(walk, text, turned | 1U << (next - 1) | 1U << (third - 1));
        }
    }
}

Test(game_turning, moves_are_those_of_plain_loops_in_the_stated_order)
{
    static const char *const all[] = {"turning:2", "turning:3", "turning:ruler", "turning:twins"};
    struct text text = {0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        for (uint32_t heads = 0; heads < 1U << 8; heads++) {
            print_row(heads, &text);
            struct walk walk = {.table = table_of(all[i], text_string(&text)), .heads = heads};
            for (int coin = 1; coin <= 8; coin++) {
                if (heads >> (coin - 1) & 1)
                    expect_moves_of_coin(&walk, coin);
            }
            cr_assert(walk.index == move_count(&walk.table.rules, &walk.table.position));
            cr_assert_eq(position_is_over(&walk.table.rules, &walk.table.position),
                         walk.index == 0);
            table_clear(&walk.table);
        }
    }
    text_finish(&text);
}

Test(game_turning, starts_are_drawn_with_a_move)
{
    static const char *const all[] = {"turning:2", "turning:3,misere", "turning:ruler,misere",
                                      "turning:twins"};
    struct random random = random_from_seed(3);
    struct position position = {0};
    struct error error;
    for (int i = 0; i < 1000; i++) {
        struct rules rules = rules_of(all[i % 4]);
        position_draw_start(&rules, &random, &position);
        cr_assert_eq(position_check_start(&rules, &position, &error), ERROR_NONE);
    }
    position_finish(&position);
}
