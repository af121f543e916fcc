/* A position as it lies on the table, with the move that is chosen and the one that was made. */
#include "client/tui/table_view.h"
#include "tests/unit/test_game_table.h"

SUITE(tui_table, 60);

/* Arrows are <>^v, everything else stands for itself. */
static struct stroke stroke_of_letter(char letter)
{
    static const char letters[] = "<>^v";
    static const enum stroke_kind kinds[] = {STROKE_LEFT, STROKE_RIGHT, STROKE_UP, STROKE_DOWN};
    const char *found = strchr(letters, letter);
    return found ? stroke_of(kinds[found - letters]) : stroke_character(letter);
}

static void expect_canvas(const struct canvas *canvas, bool styles, const char *expected)
{
    struct text text = {0};
    canvas_print(canvas, styles, &text);
    cr_assert_str_eq(text_string(&text), expected, "this was drawn:\n%s", text_string(&text));
    text_finish(&text);
}

/* After strokes. */
static void expect_drawn(const char *rules, const char *position, const char *strokes, int rows,
                         bool styles, const char *expected)
{
    struct table table = table_of(rules, position);
    struct choice choice = {0};
    struct canvas canvas = {0};
    choice_begin(&choice, &table.rules, &table.position);
    for (; *strokes; strokes++)
        choice_stroke(&choice, stroke_of_letter(*strokes));
    struct table_view view = {
        .rules = &table.rules, .position = &table.position, .choice = &choice};
    canvas_clear(&canvas, rows, 50, true);
    table_draw(&view, &canvas, canvas_area(&canvas));
    expect_canvas(&canvas, styles, expected);
    canvas_finish(&canvas);
    choice_finish(&choice);
    table_clear(&table);
}

static void expect_table(const char *rules, const char *position, const char *strokes, int rows,
                         const char *expected)
{
    expect_drawn(rules, position, strokes, rows, false, expected);
}

/* With the move that led to the position, played from another one. */
static void expect_after(const char *rules, const char *before, const char *move_text,
                         const char *expected)
{
    struct table table = table_of(rules, before);
    struct move move;
    struct error error;
    struct canvas canvas = {0};
    cr_assert_eq(
        move_parse(&table.rules, &table.position, move_text, strlen(move_text), &move, &error),
        ERROR_NONE);
    struct position start = {0};
    position_copy(&start, &table.position);
    move_apply(&table.rules, &table.position, &move);
    struct table_view view = {
        .rules = &table.rules, .position = &table.position, .last = &move, .before = &start};
    canvas_clear(&canvas, 4, 50, true);
    table_draw(&view, &canvas, canvas_area(&canvas));
    expect_canvas(&canvas, true, expected);
    position_finish(&start);
    canvas_finish(&canvas);
    table_clear(&table);
}

/* --- tables --- */

Test(tui_table, the_quota_is_a_mark_before_what_may_be_taken)
{
    expect_table("fibonacci-nim", "12@5", "^", 1, "▸ 12  ● ● ● ● ● ● ●│● ● ● ◌ ◌  leaves 10\n");
    expect_table("take-away:2x,global", "3+5+7@2", "", 3,
                 "▸ 3  ●│● ◌  leaves 2\n"
                 "  5  ● ● ●│● ●\n"
                 "  7  ● ● ● ● ●│● ●\n");
    expect_table("take-away:2x,local", "5@1+8@3", "v", 2,
                 "  5  ● ● ● ●│●\n"
                 "▸ 8  ● ● ● ● ●│● ● ◌  leaves 7\n");
}

Test(tui_table, a_long_heap_takes_several_lines)
{
    expect_table("fibonacci-nim", "50@30", "25", 4,
                 "▸ 50  ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ●\n"
                 "     │● ● ● ● ● ◌ ◌ ◌ ◌ ◌ ◌ ◌ ◌ ◌ ◌ ◌ ◌ ◌ ◌ ◌\n"
                 "      ◌ ◌ ◌ ◌ ◌ ◌ ◌ ◌ ◌ ◌  leaves 25\n"
                 "\n");
}

Test(tui_table, a_large_heap_is_a_bar_with_exact_figures)
{
    expect_table("nim", "7+1000+100000", "vv25000", 3,
                 "       7  █\n"
                 "    1000  █\n"
                 "▸ 100000  ███████████████████░░░░░░░ leaves 75000\n");
    expect_table("fibonacci-nim", "9223372036854775807@4611686018427387904", "", 1,
                 "▸ 9223372036854775807  █████████████│████████████░\n");
    expect_table("laskers-nim", "1000", "0", 1, "▸ 1000  █████████████/██████████████\n");
}

/* --- boards of squares --- */

Test(tui_table, chips_stand_on_a_strip)
{
    expect_table("nimble", "3+5+7", "", 2,
                 "   . . ◌ ● . ● . ●\n"
                 "   0 1 2 3 4 5 6 7\n");
    expect_table("nimble", "3+5+7", "v1", 2,
                 "   . ◌ . ● . ● . ●\n"
                 "   0 1 2 3 4 5 6 7\n");
    expect_table("nimble", "3+3+10", "vv3", 2,
                 "    .  .  .  2  .  .  .  .  .  .  ●\n"
                 "    0  1  2  3  4  5  6  7  8  9 10\n");
    expect_table("scoring", "2+20", "v17", 2,
                 "   . . ● . . . . . . . . . . . . . . ◌ . . ●\n"
                 "   0         5        10        15        20\n");
}

Test(tui_table, the_dollar_is_seen_where_it_lies_while_a_move_is_chosen)
{
    expect_table("silver-dollar,one-step", "1$+5", "", 2,
                 "   ◌ $ . . . ●\n"
                 "   0 1 2 3 4 5\n");
    expect_table("silver-dollar,two-step", "1$+5", "v3", 2,
                 "   . $ . ◌ . ●\n"
                 "   0 1 2 3 4 5\n");
    expect_table("silver-dollar,two-step", "0$+5", "", 2,
                 "   $ . . . . ●\n"
                 "   0 1 2 3 4 5\n");
    expect_table("silver-dollar,two-step", "1+5$", "", 2,
                 "   ◌ ● . . . $\n"
                 "   0 1 2 3 4 5\n");
}

Test(tui_table, chips_of_one_square_are_counted)
{
    expect_table("nimble", "1+1+1+1+1+1+1+1+1+1+1+1+3", "v", 2,
                 "    . 12  ◌  ●\n"
                 "    0  1  2  3\n");
}

Test(tui_table, a_queen_goes_over_a_board)
{
    expect_table("wythoff", "2+3", "", 4,
                 "  2  . . . ♛\n"
                 "  1  . . . ◌\n"
                 "  0  . . . .\n"
                 "     0 1 2 3\n");
    expect_drawn("wythoff", "2+3", "v", 4, true,
                 "  2  . . . ♛\n"
                 "..d..k.k.k.c\n"
                 "  1  . . . .\n"
                 "..d..d.d.k.k\n"
                 "  0  . . . ◌\n"
                 "..d..d.k.d.x\n"
                 "     0 1 2 3\n"
                 ".....d.d.d.d\n");
    expect_table("wythoff", "9+20", "<", 3, /* only a part of it fits */
                 "  9  . . . . . . . . . . . . . . . . . . . . ♛\n"
                 "↓ 8  . . . . . . . . . . . . . . . . . . . ◌ .\n"
                 "     0         5        10        15        20\n");
}

Test(tui_table, rows_of_bits_and_bands_of_checkers_are_drawn)
{
    expect_table("plainim", "5+14", "vv", 3,
                 "  1  . ● . ●\n"
                 "  2  ◌ ● ● .\n"
                 "     8 4 2 1\n");
    expect_drawn("plainim", "5+14", "vv>>>", 3, true,
                 "  1  . ● . ●\n"
                 "..d..d.o.d.o\n"
                 "  2  ◌ ◌ ◌ ◌\n"
                 "..d..c.c.c.x\n"
                 "     8 4 2 1\n"
                 ".....d.d.d.d\n");
    expect_table("tiouk-tiouk", "2+4", "v", 2,
                 "  1  ○ . ◌ ●\n"
                 "  2  ○ . . . . ●\n");
    expect_after("tiouk-tiouk", "2+4", "4>3",
                 "  1  ○ . . ●\n"
                 "..d..o.d.d.o\n"
                 "  2  ○ . . . ● .\n"
                 "..d..o.d.d.d.l.l\n"
                 "\n"
                 "\n"
                 "\n"
                 "\n");
}

Test(tui_table, a_calendar_shows_the_date_and_where_it_goes)
{
    expect_table("date", "27sep", "", 13,
                 "  jan  . . . . . . . . . . . . . . . . . . . . . .\n"
                 "  feb  . . . . . . . . . . . . . . . . . . . .\n"
                 "  mar  . . . . . . . . . . . . . . . . . . . . . .\n"
                 "  apr  . . . . . . . . . . . . . . . . . . . . .\n"
                 "  may  . . . . . . . . . . . . . . . . . . . . . .\n"
                 "  jun  . . . . . . . . . . . . . . . . . . . . .\n"
                 "  jul  . . . . . . . . . . . . . . . . . . . . . .\n"
                 "  aug  . . . . . . . . . . . . . . . . . . . . . .\n"
                 "  sep  . . . . . . . . . . . . . . . . . ◆ . . .\n"
                 "  oct  . . . . . . . . . . . . . . . . . ◌ . . . .\n"
                 "  nov  . . . . . . . . . . . . . . . . . . . . .\n"
                 "  dec  . . . . . . . . . . . . . . . . . . . . . .\n"
                 "        11        16        21        26        31\n");
}

Test(tui_table, checkers_of_both_colours_stand_in_rows)
{
    expect_table("northcott", "w...b+.w..b.+wb@3b", "v<", 4,
                 "  1  ○ . . . ●\n"
                 "  2  . ○ ◌ . ● .\n"
                 "  3  ○ ●\n"
                 "     1 2 3 4 5 6\n");
}

Test(tui_table, a_strip_that_is_long_goes_on_in_the_next_lines)
{
    expect_table("nimble", "3+30", "", 4,
                 "   . . ◌ ● . . . . . . . . . . . . . . . . . . . .\n"
                 "   0         5        10        15        20\n"
                 "   . . . . . . ●\n"
                 "    25        30\n");
}

Test(tui_table, of_a_strip_the_chosen_chip_alone_stands_out)
{
    expect_drawn("nimble", "3+5", "", 2, true,
                 "   . . ◌ ● . ●\n"
                 "...k.k.x.c.d.o\n"
                 "   0 1 2 3 4 5\n"
                 "...d.d.d.d.d.d\n");
}

Test(tui_table, a_strip_that_is_too_long_is_heaps)
{
    expect_table("nimble", "7+1000+100000", "vv25000", 3,
                 "       7  █\n"
                 "    1000  █\n"
                 "▸ 100000  ███████████████████░░░░░░░ leaves 75000\n");
}

Test(tui_table, all_heaps_are_bars_of_one_scale_where_one_has_to_be)
{
    expect_table("nim", "10+20+21", "", 3,
                 "▸ 10  █████████████░ leaves 9\n"
                 "  20  ████████████████████████████\n"
                 "  21  ██████████████████████████████\n");
}

Test(tui_table, what_is_left_stands_below_where_the_counters_fill_the_line)
{
    expect_table("nim", "3+20", "v", 3,
                 "   3  ● ● ●\n"
                 "▸ 20  ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ◌\n"
                 "      leaves 19\n");
}

Test(tui_table, pins_show_where_they_fall)
{
    expect_table("kayles", "11", "2<<<", 1, "▸ 11  ▌ ▌ ▌ ▌ ▌ ▌ ◌ ◌ ▌ ▌ ▌  leaves 6+3\n");
    expect_table("kayles", "2", "2", 1, "▸ 2  ◌ ◌  leaves 0\n");
}

Test(tui_table, a_split_is_shown_as_one)
{
    expect_table("grundy", "8", "", 1, "▸ 8  ● ● ● ● ●/● ● ●  leaves 5+3\n");
    expect_table("laskers-nim", "2+5+7", "vv0", 3,
                 "  2  ● ●\n"
                 "  5  ● ● ● ● ●\n"
                 "▸ 7  ● ● ● ●/● ● ●  leaves 4+3\n");
}

Test(tui_table, both_heaps_of_wythoff_are_taken_from_at_once)
{
    expect_table("wythoff", "3+26", "vv<", 3,
                 "   3  █░░ leaves 1\n"
                 "  26  ████████████████████████████░░ leaves 24\n"
                 "▸ both heaps, the same number from each\n");
}

Test(tui_table, a_bite_takes_the_rows_below_along)
{
    expect_table("chomp", "5+5+3", "v<<", 3,
                 "  5  X ● ● ● ●\n"
                 "▸ 5  ● ● ◌ ◌ ◌  leaves 2\n"
                 "  3  ● ● ◌  leaves 2\n");
    expect_table("chomp", "40+40", "vv", 2,
                 "  40  ██████████████████████████████\n"
                 "▸ 40  █████████████████████████████░ leaves 39\n");
}

Test(tui_table, a_cut_lets_fall_what_the_ground_does_not_hold)
{
    expect_table("green-hackenbush", "0-1-2-0+2-3", "4", 4,
                 "  1  █───1\n"
                 "  2  █   └───2\n"
                 "  3  █       ├───█\n"
                 "▸ 4  █       └◌◌◌3  cut\n");
    expect_table("green-hackenbush", "0-1-2+1-3", "", 3,
                 "▸ 1  █◌◌◌1  cut\n"
                 "  2  █   ├◌◌◌2  falls\n"
                 "  3  █   └◌◌◌3  falls\n");
}

Test(tui_table, of_two_edges_between_the_same_points_the_other_one_holds)
{
    static const char *const picture = "0-1-2+1-3+0-1";
    expect_table("green-hackenbush", picture, "", 4,
                 "▸ 1  █◌◌◌1  cut\n"
                 "  2  █   ├───█\n"
                 "  3  █   ├───2\n"
                 "  4  █   └───3\n");
    expect_table("green-hackenbush", picture, "v", 4,
                 "  1  █───1\n"
                 "▸ 2  █   ├◌◌◌█  cut\n"
                 "  3  █   ├───2\n"
                 "  4  █   └───3\n");
}

Test(tui_table, a_point_that_an_edge_leads_back_to_is_there_again)
{
    expect_table("green-hackenbush", "0-1-2-3-1+0-4", "", 5,
                 "▸ 1  █◌◌◌1  cut\n"
                 "  2  █   └◌◌◌2  falls\n"
                 "  3  █       └◌◌◌3  falls\n"
                 "  4  █           └◌◌◌1 again  falls\n"
                 "  5  █───4\n");
}

Test(tui_table, a_tall_stalk_is_drawn_closer_and_what_does_not_fit_is_named)
{
    expect_table("green-hackenbush", "0-1-2-3-4-5-6-7-8-9-10-11-12-13-14-15-16-17-18-19-20", "20",
                 20,
                 "   1  █─1\n"
                 "   2  █ └─2\n"
                 "   3  █   └─3\n"
                 "   4  █     └─4\n"
                 "   5  █       └─5\n"
                 "   6  █         └─6\n"
                 "   7  █           └─7\n"
                 "   8  █             └─8\n"
                 "   9  █               └─9\n"
                 "  10  █                 └─10\n"
                 "  11  █                   └─11\n"
                 "  12  █                     └─12\n"
                 "  13  █                       └─13\n"
                 "  14  █                         └─14\n"
                 "  15  █                           └─15\n"
                 "  16  █                             └─16\n"
                 "  17  █                               └─17\n"
                 "  18  █ …17-18\n"
                 "  19  █ …18-19\n"
                 "▸ 20  █ …19-20  cut\n");
}

Test(tui_table, more_heaps_than_fit_are_seen_in_part)
{
    expect_table("nim", "1+2+3+4+5+6+7+8+9+10", "", 4,
                 "▸  1  ◌  leaves 0\n"
                 "   2  ● ●\n"
                 "   3  ● ● ●\n"
                 "  1 to 3 of 10, Up and Down scroll\n");
    expect_table("nim", "1+2+3+4+5+6+7+8+9+10", "vvvvv", 4,
                 "   5  ● ● ● ● ●\n"
                 "▸  6  ● ● ● ● ● ◌  leaves 5\n"
                 "   7  ● ● ● ● ● ● ●\n"
                 "  5 to 7 of 10, Up and Down scroll\n");
    expect_table("nim", "1+2+3+4+5+6+7+8+9+10", "vvvvvvvvvv", 4,
                 "   8  ● ● ● ● ● ● ● ●\n"
                 "   9  ● ● ● ● ● ● ● ● ●\n"
                 "▸ 10  ● ● ● ● ● ● ● ● ● ◌  leaves 9\n"
                 "  8 to 10 of 10, Up and Down scroll\n");
    expect_table("nim", "1+2+3", "v", 2,
                 "▸ 2  ● ◌  leaves 1\n"
                 "  2 of 3, Up and Down scroll\n");
}

Test(tui_table, an_empty_table_says_so)
{
    expect_table("nim", "0", "", 1, "nothing is left\n");
}

/* The mark says it without colours, too. */
Test(tui_table, counters_that_may_not_be_taken_are_dimmed_in_heaps_and_in_bars)
{
    expect_after("fibonacci-nim", "12@9", "12>10",
                 "  10  ● ● ● ● ● ●│● ● ● ●  was 12\n"
                 "..tt..d.d.d.d.d.dwl.l.l.l..llllll\n"
                 "\n"
                 "\n"
                 "\n"
                 "\n"
                 "\n"
                 "\n");
    expect_after("take-away:2x,local", "1000@500", "1000>800",
                 "  800  ██████████████│██████████████ was 1000\n"
                 "..ttt..ddddddddddddddwllllllllllllll.llllllll\n"
                 "\n"
                 "\n"
                 "\n"
                 "\n"
                 "\n"
                 "\n");
}

/* --- the last move --- */

Test(tui_table, what_the_last_move_left_is_marked)
{
    expect_after("nim", "3+4+7", "7>4",
                 "  3  ● ● ●\n"
                 "..t..o.o.o\n"
                 "  4  ● ● ● ●  was 7\n"
                 "..t..l.l.l.l..lllll\n"
                 "  4  ● ● ● ●\n"
                 "..t..o.o.o.o\n"
                 "\n"
                 "\n");
    expect_after("kayles", "11", "11>2+8",
                 "  2  ▌ ▌  was 11\n"
                 "..t..l.l..llllll\n"
                 "  8  ▌ ▌ ▌ ▌ ▌ ▌ ▌ ▌  was 11\n"
                 "..t..l.l.l.l.l.l.l.l..llllll\n"
                 "\n"
                 "\n"
                 "\n"
                 "\n");
    expect_after("take-away:2x,local", "5@1+8@3", "8>6",
                 "  5  ● ● ● ●│●\n"
                 "..t..d.d.d.dwo\n"
                 "  6  ● ●│● ● ● ●  was 8\n"
                 "..t..d.dwl.l.l.l..lllll\n"
                 "\n"
                 "\n"
                 "\n"
                 "\n");
    expect_after("wythoff", "1+5", "1+5>4",
                 "  1  . . . . . .\n"
                 "..d..d.d.d.d.d.l\n"
                 "  0  . . . . ♛ .\n"
                 "..d..d.d.d.d.l.d\n"
                 "     0 1 2 3 4 5\n"
                 ".....d.d.d.d.d.d\n"
                 "\n"
                 "\n");
    expect_after("chomp", "4+4+2", "4+4+2>4+1+1",
                 "  4  X ● ● ●\n"
                 "..t..b.o.o.o\n"
                 "  1  ●  was 4\n"
                 "..t..l..lllll\n"
                 "  1  ●\n"
                 "..t..l\n"
                 "\n"
                 "\n");
}

/* At that place of the drawn table, in which the smallest heap is chosen. */
static void expect_press(const char *rules, int row, int column, const char *expected)
{
    struct table table = table_of(rules, "3+5+7");
    struct choice choice = {0};
    struct canvas canvas = {0};
    struct stroke stroke;
    choice_begin(&choice, &table.rules, &table.position);
    struct table_view view = {
        .rules = &table.rules, .position = &table.position, .choice = &choice};
    canvas_clear(&canvas, 6, 50, true);
    table_draw(&view, &canvas, canvas_area(&canvas));
    cr_assert(canvas_target_at(&canvas, row, column, &stroke));
    choice_stroke(&choice, stroke);
    struct text text = {0};
    move_print(&table.rules, &table.position, choice_move(&choice), &text);
    cr_assert_str_eq(text_string(&text), expected);
    text_finish(&text);
    canvas_finish(&canvas);
    choice_finish(&choice);
    table_clear(&table);
}

Test(tui_table, a_press_on_a_counter_takes_it)
{
    expect_press("nim", 2, 5 + 2 * 4, "7>4");
}

Test(tui_table, a_press_on_a_square_moves_the_chosen_chip_there_and_one_on_a_chip_chooses_it)
{
    expect_press("nimble", 0, 3 + 2 * 1, "3>1");
    expect_press("nimble", 0, 3 + 2 * 7, "7>6");
}

Test(tui_table, the_square_that_a_chip_has_left_is_marked)
{
    expect_after("nimble", "3+4+7", "7>4",
                 "   . . . ● 2 . . .\n"
                 "...d.d.d.o.l.d.d.l\n"
                 "   0 1 2 3 4 5 6 7\n"
                 "...d.d.d.d.d.d.d.d\n"
                 "\n"
                 "\n"
                 "\n"
                 "\n");
}
