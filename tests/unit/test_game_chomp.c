#include "tests/unit/test_game_table.h"

#include "common/game/chomp.h"

SUITE(game_chomp, 60);

Test(game_chomp, rules_have_no_parameters)
{
    expect_rules("chomp", "chomp");
    expect_rules("chomp,misere", "chomp,misere");
    expect_bad_rules("chomp:5", "at 6 (':'): the end was expected");
}

Test(game_chomp, a_position_is_its_rows_the_longest_first)
{
    expect_position("chomp", "1", "1");
    expect_position("chomp", "5+3+1", "5+3+1");
    expect_position("chomp", "4+4+4", "4+4+4");
    expect_bad_position("chomp", "1+3+5", "the longest row comes first: 5+3+1");
    expect_bad_position("chomp", "5+1+3+3", "the longest row comes first: 5+3+3+1");
    expect_bad_position("chomp", "", "at 1 (the end): a number was expected");
    expect_bad_position("chomp", "5+", "at 3 (the end): a number was expected");
    expect_bad_position("chomp", "5,3", "at 2 (','): '+' or the end was expected");
    expect_bad_position("chomp", "5+0", "at 3: a row has at least one square");
    expect_bad_position("chomp", "0",
                        "at 1: 0 is no position of chomp: the poisoned square, 1, stays last");
}

static char *rows_of(int count, int length)
{
    struct text text = {0};
    for (int i = 0; i < count; i++)
        text_printf(&text, "%s%d", i ? "+" : "", length);
    return text.bytes;
}

static void expect_fits(int rows, int length)
{
    char *text = rows_of(rows, length);
    struct table table = table_of("chomp", text);
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE, "%s",
                 error.message);
    table_clear(&table);
    free(text);
}

static void expect_too_large(int rows, int length)
{
    char *text = rows_of(rows, length), message[200];
    snprintf(message, sizeof message,
             "chomp: within %d rows of %d there are over 1000000 positions; 11 rows of 11 and 2 of "
             "1412 are possible",
             rows, length);
    expect_bad_position("chomp", text, message);
    free(text);
}

Test(game_chomp, a_box_has_a_million_positions_at_most)
{
    expect_fits(11, 11);
    expect_fits(10, 12);
    expect_fits(2, 1412);
    expect_fits(3, 179);
    expect_fits(1, 999999);
    expect_fits(255, 2);
    expect_fits(179, 3);
    expect_too_large(11, 12);
    expect_too_large(12, 11);
    expect_too_large(2, 1413);
    expect_too_large(3, 180);
    expect_too_large(1, 1000000);
    expect_too_large(255, 3);
    expect_bad_position("chomp,misere", "9223372036854775807+1",
                        "chomp,misere: within 2 rows of 9223372036854775807 there are over 1000000 "
                        "positions; 11 rows of 11 and 2 of 1412 are possible");
}

Test(game_chomp, a_position_has_255_rows_at_most)
{
    char *text = rows_of(256, 1);
    expect_bad_position("chomp", text, "at 511: a position has at most 255 rows");
    free(text);
    struct table table = table_of("chomp", "1");
    for (int i = 0; i < 255; i++)
        position_push(&table.position, 1);
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_BAD_POSITION);
    cr_assert_str_eq(error.message, "chomp: at most 255 rows, not 256");
    table_clear(&table);
}

/* Two whole positions are the longest move there is. */
Test(game_chomp, every_move_of_the_tallest_bar_can_be_typed)
{
    char *text = rows_of(255, 2);
    struct table table = table_of("chomp", text);
    struct text printed = {0};
    for (uint128 i = 0; i < move_count(&table.rules, &table.position); i++) {
        struct move move;
        move_at(&table.rules, &table.position, i, &move);
        cr_assert(table_allows(&table, move_text(&table, &move, &printed), &move));
    }
    text_finish(&printed);
    table_clear(&table);
    free(text);
}

Test(game_chomp, binomials_are_exact_up_to_the_bound)
{
    cr_assert_eq(chomp_positions(0, 0, 10), 1);
    cr_assert_eq(chomp_positions(0, 5, 10), 1);
    cr_assert_eq(chomp_positions(2, 3, 10), 10);
    cr_assert_eq(chomp_positions(3, 2, 9), 10);
    cr_assert_eq(chomp_positions(4, 4, 9), 10);
    cr_assert_eq(chomp_positions(11, 11, CHOMP_POSITIONS_MAX), 705432);
    cr_assert_eq(chomp_positions(16, 17, UINT32_MAX), 1166803110);
    cr_assert_eq(chomp_positions(INT64_MAX, INT64_MAX, UINT32_MAX), (uint64_t)UINT32_MAX + 1);
}

Test(game_chomp, a_match_starts_with_a_square_to_bite)
{
    struct table table = table_of("chomp", "1");
    struct error error;
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    cr_assert(position_is_over(&table.rules, &table.position));
    table_set(&table, "1+1");
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
    cr_assert(position_counters(&table.rules, &table.position) == 2);
    table_clear(&table);
}

Test(game_chomp, a_bite_takes_all_below_and_to_the_right)
{
    expect_move("chomp", "4+4+2", "4+4+2>4+1+1", "4+4+2>4+1+1", "4+1+1");
    expect_move("chomp", "4+4+2", "4+4+2>4+4+1", "4+4+2>4+4+1", "4+4+1");
    expect_move("chomp", "4+4+2", "4+4+2>4+4", "4+4+2>4+4", "4+4");
    expect_move("chomp", "4+4+2", "4+4+2>4", "4+4+2>4", "4");
    expect_move("chomp", "4+4+2", "4+4+2>3+3+2", "4+4+2>3+3+2", "3+3+2");
    expect_move("chomp", "4+4+2", "4+4+2>1+1+1", "4+4+2>1+1+1", "1+1+1");
    expect_move("chomp", "2", "2>1", "2>1", "1");
}

Test(game_chomp, what_is_no_bite_is_refused_with_the_reason)
{
    expect_bad_move("chomp", "4+4+2", "4+4+2>4+1+2", ERROR_BAD_MOVE,
                    "the longest row comes first: 4+2+1");
    expect_bad_move("chomp", "4+4+2", "4+4+2>4+1", ERROR_ILLEGAL_MOVE,
                    "a bite that leaves 1 in row 2 leaves no more below: 4+1+1");
    expect_bad_move("chomp", "4+4+2", "4+4+2>3+2+2", ERROR_ILLEGAL_MOVE,
                    "a bite that leaves 3 in row 1 leaves no more below: 3+3+2");
    expect_bad_move("chomp", "4+4+2", "4+4+2>4+4+2", ERROR_ILLEGAL_MOVE,
                    "the move changes nothing");
    expect_bad_move("chomp", "4+4+2", "4+4+2>5+4", ERROR_ILLEGAL_MOVE,
                    "row 1 has 4 squares before and 5 after the move");
    expect_bad_move("chomp", "4+4+2", "4+4+2>4+4+2+1", ERROR_ILLEGAL_MOVE,
                    "row 4 has 0 squares before and 1 after the move");
    expect_bad_move("chomp", "4+4+2", "4+4+2>0", ERROR_ILLEGAL_MOVE,
                    "the poisoned square may not be eaten");
}

Test(game_chomp, what_cannot_be_read_as_a_move_is_named)
{
    expect_bad_move("chomp", "4+4+2", "4+4+1>4", ERROR_BAD_MOVE,
                    "a move begins with the position on the table: 4+4+2>");
    expect_bad_move("chomp", "4+4+2", "4>2", ERROR_BAD_MOVE,
                    "a move begins with the position on the table: 4+4+2>");
    expect_bad_move("chomp", "4+4+2", "", ERROR_BAD_MOVE, "at 1 (the end): a number was expected");
    expect_bad_move("chomp", "4+4+2", "4+4+2", ERROR_BAD_MOVE,
                    "at 6 (the end): '+' or '>' was expected");
    expect_bad_move("chomp", "4+4+2", "4+4+2>", ERROR_BAD_MOVE,
                    "at 7 (the end): a number was expected");
    expect_bad_move("chomp", "4+4+2", "4+4+2>4 ", ERROR_BAD_MOVE,
                    "at 8 (a space): '+' or the end was expected");
    expect_bad_move("chomp", "4+4+2", "4+4+2>4+0", ERROR_BAD_MOVE,
                    "at 9: a row has at least one square");
    expect_bad_move("chomp", "4+4+2", "0>4", ERROR_BAD_MOVE,
                    "at 1: 0 is no position of chomp: the poisoned square, 1, stays last");
    expect_bad_move("chomp", "4+4+2", "4+4+2>0+1", ERROR_BAD_MOVE,
                    "at 7: 0 is no position of chomp: the poisoned square, 1, stays last");
}

enum { BOX = 5 };

/* Chocolate, square by square. */
struct bar {
    bool squares[BOX][BOX];
};

static struct bar bar_of(const int rows[static BOX])
{
    struct bar bar = {0};
    for (int y = 0; y < BOX; y++)
        for (int x = 0; x < rows[y]; x++)
            bar.squares[y][x] = true;
    return bar;
}

static struct bar bar_bitten(const struct bar *bar, int y, int x)
{
    struct bar bitten = *bar;
    for (int below = y; below < BOX; below++)
        for (int right = x; right < BOX; right++)
            bitten.squares[below][right] = false;
    return bitten;
}

static void bar_print(const struct bar *bar, char text[static 32])
{
    char *out = text;
    for (int y = 0; y < BOX && bar->squares[y][0]; y++) {
        int length = 0;
        while (length < BOX && bar->squares[y][length])
            length++;
        out += sprintf(out, "%s%d", y ? "+" : "", length);
    }
}

/* The next rows in a box of BOX rows and columns, none longer than the one above; false at the end.
 */
static bool next_rows(int rows[static BOX])
{
    for (int y = BOX - 1; y >= 0; y--) {
        if (rows[y] < (y ? rows[y - 1] : BOX)) {
            rows[y]++;
            return true;
        }
        rows[y] = 0;
    }
    return false;
}

static void expect_bite(struct table *table, const char *before, const struct bar *after,
                        uint128 index)
{
    char after_text[32], text[80];
    struct text printed = {0};
    struct move move;
    bar_print(after, after_text);
    snprintf(text, sizeof text, "%s>%s", before, after_text);
    move_at(&table->rules, &table->position, index, &move);
    cr_assert_str_eq(move_text(table, &move, &printed), text);
    cr_assert(table_allows(table, text, &move));
    struct table left = {.rules = table->rules};
    position_copy(&left.position, &table->position);
    move_apply(&left.rules, &left.position, &move);
    cr_assert_str_eq(position_text(&left, &printed), after_text);
    table_clear(&left);
    text_finish(&printed);
}

Test(game_chomp, moves_are_those_of_a_grid_in_the_stated_order)
{
    int rows[BOX] = {0};
    while (next_rows(rows)) {
        struct bar bar = bar_of(rows);
        char before[32];
        bar_print(&bar, before);
        struct table table = table_of("chomp", before);
        uint128 index = 0;
        for (int y = 0; y < BOX; y++)
            for (int x = rows[y] - 1; x >= (y == 0); x--) {
                struct bar after = bar_bitten(&bar, y, x);
                expect_bite(&table, before, &after, index++);
            }
        cr_assert(move_count(&table.rules, &table.position) == index);
        cr_assert(position_counters(&table.rules, &table.position) == index + 1);
        table_clear(&table);
    }
}

static bool some_bite_leaves(const struct bar *bar, const struct bar *after)
{
    for (int y = 0; y < BOX; y++)
        for (int x = 0; x < BOX; x++) {
            struct bar bitten = bar_bitten(bar, y, x);
            if (bar->squares[y][x] && x + y > 0 && memcmp(&bitten, after, sizeof bitten) == 0)
                return true;
        }
    return false;
}

Test(game_chomp, nothing_else_can_be_said)
{
    int rows[BOX] = {0};
    uint32_t allowed = 0;
    while (next_rows(rows)) {
        struct bar bar = bar_of(rows);
        char before[32];
        bar_print(&bar, before);
        struct table table = table_of("chomp", before);
        int other[BOX] = {0};
        while (next_rows(other)) {
            struct bar after = bar_of(other);
            char after_text[32], text[80];
            struct move move;
            struct error error;
            bar_print(&after, after_text);
            snprintf(text, sizeof text, "%s>%s", before, after_text);
            bool is_read =
                !move_parse(&table.rules, &table.position, text, strlen(text), &move, &error);
            if (is_read != some_bite_leaves(&bar, &after))
                cr_fatal("%s", text);
            allowed += is_read;
        }
        table_clear(&table);
    }
    cr_assert_eq(allowed, 2899, "%u", allowed);
}

Test(game_chomp, starts_are_drawn_within_the_limits)
{
    struct rules rules = rules_of("chomp");
    struct random random = random_from_seed(4);
    struct table table = {.rules = rules};
    struct text printed = {0};
    struct error error;
    for (int i = 0; i < 1000; i++) {
        position_draw_start(&rules, &random, &table.position);
        cr_assert_eq(position_check_start(&rules, &table.position, &error), ERROR_NONE);
        const char *text = position_text(&table, &printed);
        expect_position("chomp", text, text);
    }
    text_finish(&printed);
    table_clear(&table);
}
