#include "tests/unit/test_game_table.h"

#include "common/game/silver_dollar.h"

SUITE(game_silver_dollar, 60);

Test(game_silver_dollar, rules_have_two_variants)
{
    expect_rules("silver-dollar", "silver-dollar");
    expect_rules("silver-dollar,misere", "silver-dollar,misere");
    expect_rules("silver-dollar,one-step", "silver-dollar,one-step");
    expect_rules("silver-dollar-one-step", "silver-dollar,one-step");
    expect_rules("silver-dollar-two-step", "silver-dollar,two-step");
    expect_bad_rules("silver-dollar:2", "at 14 (':'): the end was expected");
    expect_bad_rules("silver-dollar,local",
                     "at 15 ('l'): one-step or two-step or misere was expected");
    expect_bad_rules("silver-dollar,one-step,two-step",
                     "at 24: one-step and two-step exclude each other");
    expect_bad_rules("silver-dollar-one-step,one-step", "at 24: one-step is given twice");
    expect_bad_rules("silver-dollar-one-step,local", "at 23 (','): the end was expected");
}

Test(game_silver_dollar, with_the_dollar_there_is_no_misere_play)
{
    expect_bad_rules("silver-dollar,one-step,misere",
                     "silver-dollar,one-step has no misere play: whoever takes the dollar wins");
    expect_bad_rules("silver-dollar,misere,two-step",
                     "silver-dollar,two-step has no misere play: whoever takes the dollar wins");
    expect_bad_rules("silver-dollar-two-step,misere",
                     "silver-dollar,two-step has no misere play: whoever takes the dollar wins");
}

Test(game_silver_dollar, positions_are_different_squares)
{
    expect_position("silver-dollar", "0", "0");
    expect_position("silver-dollar", "9+2+5", "2+5+9");
    expect_position("silver-dollar", "1000", "1000");
    expect_position("silver-dollar,one-step", "9+2+5$", "2+5$+9");
    expect_position("silver-dollar,one-step", "2+5", "2+5");
    expect_position("silver-dollar,two-step", "3+0$", "0$+3");
    expect_position("silver-dollar,two-step", "0$", "0$");
    expect_bad_position("silver-dollar", "2+5+2", "at 5: square 2 is named twice");
    expect_bad_position("silver-dollar", "2+0", "at 3: the squares are numbered from 1");
    expect_bad_position("silver-dollar", "2+5$", "at 4 ('$'): '+' or the end was expected");
    expect_bad_position("silver-dollar", "2+", "at 3 (the end): a number was expected");
    expect_bad_position("silver-dollar", "1001",
                        "silver-dollar: the last square is at most 1000, not 1001");
    expect_bad_position("silver-dollar,one-step", "0$+2", "at 1: the squares are numbered from 1");
    expect_bad_position("silver-dollar,two-step", "0+2$",
                        "at 1: the squares are numbered from 1; only 0$ is beside it");
    expect_bad_position("silver-dollar,two-step", "2$+3$",
                        "at 5: $ may stand behind one square only");
}

Test(game_silver_dollar, a_match_needs_a_move)
{
    struct table table = table_of("silver-dollar", "1+2+3");
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    table_clear(&table);
    table = table_of("silver-dollar,one-step", "2+5");
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    table_set(&table, "1$");
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
    table_clear(&table);
}

Test(game_silver_dollar, a_counter_moves_to_the_left)
{
    expect_move("silver-dollar", "2+5+9", "9>6", "9>6", "2+5+6");
    expect_move("silver-dollar", "2+5+9", "2>1", "2>1", "1+5+9");
    expect_move("silver-dollar,one-step", "2+5$+9", "2>0", "2>0", "5$+9");
    expect_move("silver-dollar,one-step", "5$+9", "5>0", "5>0", "9");
    expect_move("silver-dollar,one-step", "2+5$+9", "5>3", "5>3", "2+3$+9");
    expect_move("silver-dollar,two-step", "5$+9", "5>0", "5>0", "0$+9");
    expect_move("silver-dollar,two-step", "0$+9", "9>0", "9>0", "0$");
    expect_move("silver-dollar,two-step", "0$+9", "take", "take", "9");
    expect_move("silver-dollar,two-step", "0$", "take", "take", "0");
}

Test(game_silver_dollar, what_the_rules_forbid_is_named)
{
    expect_bad_move("silver-dollar", "2+5+9", "9>5", ERROR_ILLEGAL_MOVE,
                    "the counter on 5 is in the way: it may be neither hit nor jumped");
    expect_bad_move("silver-dollar", "2+5+9", "9>3", ERROR_ILLEGAL_MOVE,
                    "the counter on 5 is in the way: it may be neither hit nor jumped");
    expect_bad_move("silver-dollar", "2+5+9", "2>0", ERROR_ILLEGAL_MOVE,
                    "the strip ends at square 1");
    expect_bad_move("silver-dollar", "2+5+9", "5>7", ERROR_ILLEGAL_MOVE,
                    "a counter moves to the left: from 5 to a smaller square");
    expect_bad_move("silver-dollar", "2+5+9", "4>3", ERROR_BAD_MOVE, "no counter is on square 4");
    expect_bad_move("silver-dollar", "2+5+9", "9>6+1", ERROR_BAD_MOVE,
                    "at 4 ('+'): the end was expected");
    expect_bad_move("silver-dollar", "2+5+9", "9", ERROR_BAD_MOVE,
                    "at 2 (the end): '>' was expected");
    expect_bad_move("silver-dollar", "2+5+9", "take", ERROR_ILLEGAL_MOVE,
                    "silver-dollar: no move takes a counter up; one moves");
    expect_bad_move("silver-dollar,two-step", "2$+5", "take", ERROR_ILLEGAL_MOVE,
                    "the dollar can be taken from square 0 only; it lies on 2");
    expect_bad_move("silver-dollar,two-step", "0$+5", "taken", ERROR_BAD_MOVE,
                    "at 5 ('n'): the end was expected");
    expect_bad_move("silver-dollar,two-step", "5", "5>3", ERROR_ILLEGAL_MOVE,
                    "the dollar is taken: the match is over");
}

/* --- the moves of plain loops --- */

struct board {
    bool is_held[16]; /* square 0: the dollar */
    int dollar;       /* its square; -1: none */
};

static void print_board(const struct board *board, struct text *out)
{
    text_clear(out);
    for (int square = 0; square < 16; square++) {
        if (board->is_held[square])
            text_printf(out, "%s%d%s", out->len ? "+" : "", square,
                        square == board->dollar ? "$" : "");
    }
    if (out->len == 0)
        text_append_char(out, '0');
}

/* The next move is this one, and leaves this board. */
static void expect_next(struct table *table, uint128 *index, const char *text,
                        const struct board *after)
{
    struct text printed = {0}, expected = {0};
    struct table left = {.rules = table->rules};
    struct move move = expect_next_move(table, index, text);
    position_copy(&left.position, &table->position);
    move_apply(&left.rules, &left.position, &move);
    print_board(after, &expected);
    cr_assert_str_eq(position_text(&left, &printed), text_string(&expected), "after %s", text);
    table_set(table, position_text(table, &printed)); /* the printed position can be read */
    table_clear(&left);
    text_finish(&printed);
    text_finish(&expected);
}

static void check_board(const char *rules, struct board board)
{
    struct text text = {0};
    print_board(&board, &text);
    struct table table = table_of(rules, text_string(&text));
    int variant = table.rules.variant;
    uint128 index = 0;
    bool is_over = variant && board.dollar < 0;
    if (board.dollar == 0) {
        struct board after = board;
        after.is_held[0] = false;
        after.dollar = -1;
        expect_next(&table, &index, "take", &after);
    }
    for (int from = 1; from < 16 && !is_over; from++) {
        for (int to = from - 1; board.is_held[from] && to >= !variant; to--) {
            if (to > 0 && board.is_held[to])
                break;
            bool is_dollar = board.dollar == from, goes = to == 0 && !(is_dollar && variant == 2);
            struct board after = board;
            after.is_held[from] = false;
            after.is_held[to] |= !goes;
            if (is_dollar)
                after.dollar = goes ? -1 : to;
            text_clear(&text);
            text_printf(&text, "%d>%d", from, to);
            expect_next(&table, &index, text_string(&text), &after);
        }
    }
    cr_assert(index == move_count(&table.rules, &table.position));
    cr_assert_eq(position_is_over(&table.rules, &table.position), index == 0);
    table_clear(&table);
    text_finish(&text);
}

static void check_boards(const char *rules, int least_dollar)
{
    for (int set = 0; set < 1 << 9; set++) {
        struct board board = {0};
        for (int square = 1; square <= 9; square++)
            board.is_held[square] = set >> (square - 1) & 1;
        board.dollar = -1;
        check_board(rules, board);
        for (board.dollar = least_dollar; board.dollar <= 9; board.dollar++) {
            if (board.dollar == 0 || board.is_held[board.dollar]) {
                board.is_held[0] = board.dollar == 0;
                check_board(rules, board);
            }
        }
    }
}

Test(game_silver_dollar, moves_are_those_of_plain_loops_in_the_stated_order)
{
    check_boards("silver-dollar", 10);
    check_boards("silver-dollar,one-step", 1);
    check_boards("silver-dollar,two-step", 0);
}

Test(game_silver_dollar, the_moves_that_are_left_are_counted)
{
    static const struct {
        const char *rules, *position;
        int64_t most;
    } rows[] = {
        {"silver-dollar", "2+5+9", 10},           {"silver-dollar", "1+2", 0},
        {"silver-dollar,one-step", "2+5$", 7},    {"silver-dollar,one-step", "2+5", 0},
        {"silver-dollar,two-step", "2+5$+9", 17}, {"silver-dollar,two-step", "0$", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct table table = table_of(rows[i].rules, rows[i].position);
        cr_assert(position_counters(&table.rules, &table.position) == (uint128)rows[i].most, "%s",
                  rows[i].position);
        table_clear(&table);
    }
}

Test(game_silver_dollar, starts_are_drawn_with_a_move)
{
    static const char *const all[] = {"silver-dollar", "silver-dollar,misere",
                                      "silver-dollar,one-step", "silver-dollar,two-step"};
    struct random random = random_from_seed(3);
    struct position position = {0};
    struct error error;
    for (int i = 0; i < 1000; i++) {
        struct rules rules = rules_of(all[i % 4]);
        position_draw_start(&rules, &random, &position);
        cr_assert_geq(silver_dollar_count(&position), 3);
        cr_assert_eq(position_check_start(&rules, &position, &error), ERROR_NONE);
    }
    position_finish(&position);
}
