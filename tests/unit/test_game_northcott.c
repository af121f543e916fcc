#include "tests/unit/test_game_table.h"

#include "common/game/match.h"
#include "common/game/northcott.h"

SUITE(game_northcott, 60);

Test(game_northcott, rules_have_no_parameters)
{
    expect_rules("northcott", "northcott");
    expect_rules("northcott,misere", "northcott,misere");
    expect_bad_rules("northcott:8", "at 10 (':'): the end was expected");
}

Test(game_northcott, a_position_is_rows_retreats_and_who_is_to_move)
{
    expect_position("northcott", ".w..b.+w....b@3b", ".w..b.+w....b@3b");
    expect_position("northcott", ".w..b.", ".w..b.@10w");
    expect_position("northcott", ".w..b.@0", ".w..b.@0w");
    expect_position("northcott", "b.w+wb@7w", "b.w+wb@7w");
    expect_position("northcott", "wb", "wb@10w");
}

Test(game_northcott, what_cannot_be_read_is_named)
{
    expect_bad_position("northcott", "", "at 1 (the end): '.', 'w' or 'b' was expected");
    expect_bad_position("northcott", "w.b+", "at 5 (the end): '.', 'w' or 'b' was expected");
    expect_bad_position("northcott", "w.b+w..",
                        "row 2 has 1 white checkers (w) and 0 black ones (b), and has to have one "
                        "of each");
    expect_bad_position("northcott", "wwb",
                        "row 1 has 2 white checkers (w) and 1 black ones (b), and has to have one "
                        "of each");
    expect_bad_position(
        "northcott", "w.b 3",
        "at 4 (a space): '.', 'w', 'b', '+', '@' with the retreats or the end was expected");
    expect_bad_position("northcott", "w.b@", "at 5 (the end): a number was expected");
    expect_bad_position("northcott", "w.b@3x",
                        "at 6 ('x'): 'w' or 'b', who is to move, or the end was expected");
    expect_bad_position("northcott", "w.b@3bw",
                        "at 7 ('w'): 'w' or 'b', who is to move, or the end was expected");
}

static char *rows_of(int count, int squares, const char *state)
{
    struct text text = {0};
    for (int i = 0; i < count; i++) {
        text_append_string(&text, i > 0 ? "+w" : "w");
        for (int k = 2; k < squares; k++)
            text_append_char(&text, '.');
        text_append_char(&text, 'b');
    }
    text_append_string(&text, state);
    return text.bytes;
}

static void expect_fits(int rows, int squares, const char *state)
{
    char *text = rows_of(rows, squares, state);
    struct table table = table_of("northcott", text);
    cr_assert(position_counters(&table.rules, &table.position) <= MATCH_PLIES_MAX);
    table_clear(&table);
    free(text);
}

static void expect_too_large(int rows, int squares, const char *state, const char *message)
{
    char *text = rows_of(rows, squares, state);
    expect_bad_position("northcott", text, message);
    free(text);
}

Test(game_northcott, a_board_has_1024_squares_and_a_match_10000_moves)
{
    expect_fits(1, 1024, "@8w");
    expect_fits(512, 2, "@9999w");
    expect_fits(32, 32, "@10w");
    expect_too_large(1, 1024, "@9w",
                     "northcott: the squares of the gaps and, for each retreat, the squares of the "
                     "longest row but one are together over 10000, the most moves of a match");
    expect_too_large(
        33, 32, "@0w",
        "northcott: 33 rows of up to 32 squares are over 1024 squares, the most there may be");
    expect_too_large(1, 8, "@9223372036854775807w",
                     "northcott: the squares of the gaps and, for each retreat, the squares of the "
                     "longest row but one are together over 10000, the most moves of a match");
}

Test(game_northcott, checkers_slide_and_retreats_are_counted)
{
    expect_move("northcott", ".w..b.@3w", "1:2>4", "1:2>4", "...wb.@3b");
    expect_move("northcott", ".w..b.@3b", "1:5>3", "1:5>3", ".wb...@3w");
    expect_move("northcott", ".w..b.@3w", "1:2>1", "1:2>1", "w...b.@2b");
    expect_move("northcott", ".w..b.@3b", "1:5>6", "1:5>6", ".w...b@2w");
    expect_move("northcott", "wb+.b.w..@1w", "2:4>6", "2:4>6", "wb+.b...w@0b");
    expect_move("northcott", "wb+.b.w..@0w", "2:4>3", "2:4>3", "wb+.bw...@0b");
}

Test(game_northcott, other_moves_are_refused_with_the_reason)
{
    static const char start[] = "w..b+.w..b.@1w", last[] = "w..b+.w..b.@0b";
    expect_bad_move("northcott", start, "1:4>3", ERROR_BAD_MOVE,
                    "white is to move, whose checker in row 1 is on square 1");
    expect_bad_move("northcott", last, "1:1>3", ERROR_BAD_MOVE,
                    "black is to move, whose checker in row 1 is on square 4");
    expect_bad_move("northcott", start, "3:1>2", ERROR_BAD_MOVE,
                    "there is no row 3, but rows 1 to 2");
    expect_bad_move("northcott", start, "0:1>2", ERROR_BAD_MOVE,
                    "there is no row 0, but rows 1 to 2");
    expect_bad_move("northcott", start, "1:1>1", ERROR_ILLEGAL_MOVE,
                    "the checker is on square 1 already");
    expect_bad_move("northcott", start, "1:1>4", ERROR_ILLEGAL_MOVE,
                    "black's checker on square 4 is in the way");
    expect_bad_move("northcott", start, "2:2>6", ERROR_ILLEGAL_MOVE,
                    "black's checker on square 5 is in the way");
    expect_bad_move("northcott", last, "2:5>1", ERROR_ILLEGAL_MOVE,
                    "white's checker on square 2 is in the way");
    expect_bad_move("northcott", start, "1:1>5", ERROR_ILLEGAL_MOVE,
                    "row 1 has the squares 1 to 4");
    expect_bad_move("northcott", start, "2:2>0", ERROR_ILLEGAL_MOVE,
                    "row 2 has the squares 1 to 6");
    expect_bad_move("northcott", last, "2:5>6", ERROR_ILLEGAL_MOVE,
                    "no retreat is left: black's checker may only go towards white's");
    expect_bad_move("northcott", start, "1", ERROR_BAD_MOVE, "at 2 (the end): ':' was expected");
    expect_bad_move("northcott", start, "1:1", ERROR_BAD_MOVE, "at 4 (the end): '>' was expected");
    expect_bad_move("northcott", start, "1:1>2 ", ERROR_BAD_MOVE,
                    "at 6 (a space): the end was expected");
}

/* A board of two rows, square by square. */
enum { ROWS = 2, SQUARES = 5 };

struct board {
    char rows[ROWS][SQUARES + 1];
    int retreats;
    char side;
};

static void board_print(const struct board *board, char text[static 32])
{
    snprintf(text, 32, "%s+%s@%d%c", board->rows[0], board->rows[1], board->retreats, board->side);
}

/* Slides the checker of the side in a row, a square at a time, as far as it goes. Expects that each
 * of these moves is read, and is the next one in the order. */
static void slide_along(const struct table *table, const struct board *board, int row, int step,
                        bool is_retreat, uint128 *index)
{
    struct text printed = {0};
    char text[32], expected[32];
    int from = (int)(strchr(board->rows[row], board->side) - board->rows[row]);
    for (int to = from + step; to >= 0 && to < SQUARES && board->rows[row][to] == '.'; to += step) {
        struct board after = *board;
        struct move move;
        snprintf(text, sizeof text, "%d:%d>%d", row + 1, from + 1, to + 1);
        cr_assert(move_count(&table->rules, &table->position) > *index, "%s", text);
        move_at(&table->rules, &table->position, (*index)++, &move);
        cr_assert_str_eq(move_text(table, &move, &printed), text);
        cr_assert(table_allows(table, text, &move), "%s", text);
        cr_assert_eq(northcott_is_retreat(&table->position, &move), is_retreat);
        after.rows[row][from] = '.';
        after.rows[row][to] = board->side;
        after.retreats -= is_retreat;
        after.side = board->side == 'w' ? 'b' : 'w';
        board_print(&after, expected);
        expect_move("northcott", position_text(table, &printed), text, text, expected);
    }
    text_finish(&printed);
}

static void check_board(const struct board *board)
{
    char text[32];
    board_print(board, text);
    struct table table = table_of("northcott", text);
    uint128 index = 0;
    for (int retreats = 0; retreats < 2; retreats++)
        for (int row = 0; row < ROWS; row++) {
            const char *squares = board->rows[row];
            bool is_left =
                strchr(squares, board->side) < strchr(squares, board->side == 'w' ? 'b' : 'w');
            if (!retreats || board->retreats > 0)
                slide_along(&table, board, row, is_left != retreats ? 1 : -1, retreats, &index);
        }
    cr_assert(move_count(&table.rules, &table.position) == index, "%s", text);
    cr_assert_eq(position_is_over(&table.rules, &table.position), index == 0, "%s", text);
    table_clear(&table);
}

/* Puts the checkers of a row on the squares with this number; false: on the same one. */
static bool set_row(char row[static SQUARES + 1], int places)
{
    memset(row, '.', SQUARES);
    row[SQUARES] = '\0';
    row[places / SQUARES] = 'w';
    row[places % SQUARES] = 'b';
    return places / SQUARES != places % SQUARES;
}

Test(game_northcott, the_moves_of_all_small_boards_are_those_of_the_wording)
{
    int boards = 0;
    for (int places = 0; places < SQUARES * SQUARES * SQUARES * SQUARES; places++)
        for (int state = 0; state < 4; state++) {
            struct board board = {.retreats = state / 2, .side = state % 2 ? 'b' : 'w'};
            if (!set_row(board.rows[0], places % (SQUARES * SQUARES)) ||
                !set_row(board.rows[1], places / (SQUARES * SQUARES)))
                continue;
            check_board(&board);
            boards++;
        }
    cr_assert_eq(boards, 20 * 20 * 4);
}

/* Four moves that lead back, but for the retreats that are left. */
Test(game_northcott, sliding_back_and_forth_uses_up_the_retreats)
{
    expect_move("northcott", "w...b@2w", "1:1>2", "1:1>2", ".w..b@2b");
    expect_move("northcott", ".w..b@2b", "1:5>4", "1:5>4", ".w.b.@2w");
    expect_move("northcott", ".w.b.@2w", "1:2>1", "1:2>1", "w..b.@1b");
    expect_move("northcott", "w..b.@1b", "1:4>5", "1:4>5", "w...b@0w");
}

Test(game_northcott, starts_are_drawn_with_white_to_move)
{
    struct table table = table_of("northcott", "wb");
    struct random random = random_from_seed(4);
    struct error error;
    struct text printed = {0};
    cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NO_LEGAL_MOVE);
    for (int i = 0; i < 1000; i++) {
        position_draw_start(&table.rules, &random, &table.position);
        cr_assert_eq(position_check_start(&table.rules, &table.position, &error), ERROR_NONE);
        const char *text = position_text(&table, &printed);
        expect_position("northcott", text, text);
    }
    text_finish(&printed);
    table_clear(&table);
}
