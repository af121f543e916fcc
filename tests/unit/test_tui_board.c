/* A match as it is drawn. */
#include "client/tui/board_view.h"
#include "common/words/words.h"
#include "tests/unit/test_game_table.h"

SUITE(tui_board, 60);

/* A board with a choice after some strokes: arrows are <>^v, everything else stands for itself. */
struct scene {
    struct table table;
    struct choice choice;
    struct text does, leaves, refused;
    struct board_hint hint;
    struct board_view view;
};

static struct stroke stroke_of_letter(char letter)
{
    static const char letters[] = "<>^v";
    static const enum stroke_kind kinds[] = {STROKE_LEFT, STROKE_RIGHT, STROKE_UP, STROKE_DOWN};
    const char *found = strchr(letters, letter);
    return found ? stroke_of(kinds[found - letters]) : stroke_character(letter);
}

static void choose(struct scene *scene, const char *strokes)
{
    struct choice *choice = &scene->choice;
    choice_begin(choice, &scene->table.rules, &scene->table.position);
    for (; *strokes; strokes++)
        choice_stroke(choice, stroke_of_letter(*strokes));
    choice_say_move(choice, &scene->does);
    choice_say_after(choice, &scene->leaves);
    choice_say_refused(choice, &scene->refused);
    scene->view.table.choice = choice;
}

/* `strokes` NULL: it is ben's turn. */
static void scene_begin(struct scene *scene, const char *rules, const char *position,
                        const char *strokes)
{
    *scene = (struct scene){.table = table_of(rules, position)};
    bool is_ours = strokes != NULL;
    scene->view = (struct board_view){
        .table = {.rules = &scene->table.rules,
                  .position = &scene->table.position,
                  .has_legend = true},
        .players = {{.name = "ann", .is_you = true, .is_to_move = is_ours, .left_ms = -1},
                    {.name = "ben", .is_to_move = !is_ours, .left_ms = -1}},
        .last = {"", STYLE_LAST},
        .rules = "",
        .room = "Chat with ben",
        .no_chat = "",
        .verdict = {"", STYLE_PLAIN},
        .status = {is_ours ? "Your move." : "ben is to move.", STYLE_TITLE},
    };
    if (is_ours)
        choose(scene, strokes);
    scene->view.does = text_string(&scene->does);
    scene->view.leaves = text_string(&scene->leaves);
    scene->view.refused = text_string(&scene->refused);
}

static void show_hint(struct scene *scene, const char *text)
{
    text_append_string(&scene->hint.text, text);
    scene->view.hint = &scene->hint;
}

static void scene_end(struct scene *scene)
{
    text_finish(&scene->hint.text);
    text_finish(&scene->does);
    text_finish(&scene->leaves);
    text_finish(&scene->refused);
    choice_finish(&scene->choice);
    table_clear(&scene->table);
}

struct size {
    int rows, columns;
    bool has_unicode;
};

static const struct size full = {21, 80, true}, plain = {21, 80, false}, narrow = {14, 48, true};

static void expect_canvas(const struct canvas *canvas, bool styles, const char *expected)
{
    struct text text = {0};
    canvas_print(canvas, styles, &text);
    cr_assert_str_eq(text_string(&text), expected, "this was drawn:\n%s", text_string(&text));
    text_finish(&text);
}

static void expect_drawn(struct scene *scene, struct size size, const char *expected)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, size.rows, size.columns, size.has_unicode);
    board_draw(&scene->view, &canvas, canvas_area(&canvas));
    expect_canvas(&canvas, false, expected);
    canvas_finish(&canvas);
    scene_end(scene);
}

/* --- whole screens --- */

Test(tui_board, a_match_of_nim_shows_what_would_be_taken_and_what_that_leaves)
{
    struct scene scene;
    static const struct board_line moves[] = {
        {"8>5", STYLE_PLAIN},
        {"4>0", STYLE_PLAIN},
        {"9>7", STYLE_PLAIN},
    };
    scene_begin(&scene, "nim", "3+5+7", "vv<<");
    scene.view.moves = moves;
    scene.view.move_count = 3;
    scene.view.last = (struct board_line){"Last move: ben takes the whole heap of 4.", STYLE_LAST};
    expect_drawn(&scene, full,
                 "▸ ann (you)  to move                                  │ Moves\n"
                 "  ben                                                 │ 1. 8>5      2. 4>0\n"
                 "Last move: ben takes the whole heap of 4.             │ 3. 9>7\n"
                 "                                                      │\n"
                 "  3  ● ● ●                                            │\n"
                 "  5  ● ● ● ● ●                                        │\n"
                 "▸ 7  ● ● ● ● ◌ ◌ ◌  leaves 4                          │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "Your move.                                            │\n"
                 "Take 3 from the heap of 7, leaving 4 (7>4).           │\n"
                 "Then: heaps of 3, 4 and 5.                            │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n");
}

Test(tui_board, clocks_and_chat_stand_beside_the_table)
{
    struct scene scene;
    static const struct board_line chat[] = {
        {"ann: good luck", STYLE_PLAIN},
        {"ben: and to you, this one is hard", STYLE_PLAIN},
    };
    scene_begin(&scene, "fibonacci-nim", "35@12", "4");
    scene.view.chat = chat;
    scene.view.chat_count = 2;
    scene.view.players[0].left_ms = 299000;
    scene.view.players[1].left_ms = 61500;
    scene.view.players[1].is_gone = true;
    expect_drawn(&scene, full,
                 "▸ ann (you)  4:59  to move                            │ Moves\n"
                 "  ben        1:01  not connected                      │\n"
                 "                                                      │\n"
                 "▸ 35  ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ●         │\n"
                 "      ● ● ●│● ● ● ● ● ● ● ● ◌ ◌ ◌ ◌  leaves 31        │\n"
                 "  │  counters left of it may not be taken now         │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │ Chat with ben\n"
                 "                                                      │ ann: good luck\n"
                 "                                                      │ ben: and to you, this\n"
                 "                                                      │ one is hard\n"
                 "Your move.                                            │\n"
                 "Take 4, leaving 31 (35>31).                           │\n"
                 "Then: 31 counters; 1 to 8 of them may be taken.       │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n");
}

/* At the lower edge of the words, whatever stands above it. */
Test(tui_board, in_training_the_last_move_is_judged_below_the_next_one)
{
    struct scene scene;
    scene_begin(&scene, "nim", "3+5+7", "");
    scene.view.verdict = (struct board_line){
        "You played 4>0. Thrown away: 1 of 19 moves kept the win. Now your opponent can win.",
        STYLE_BAD};
    expect_drawn(&scene, narrow,
                 "▸ ann (you)  to move\n"
                 "  ben\n"
                 "\n"
                 "▸ 3  ● ● ◌  leaves 2\n"
                 "  5  ● ● ● ● ●\n"
                 "  7  ● ● ● ● ● ● ●\n"
                 "\n"
                 "\n"
                 "Your move.\n"
                 "Take 1 from the heap of 3, leaving 2 (3>2).\n"
                 "Then: heaps of 2, 5 and 7.\n"
                 "\n"
                 "You played 4>0. Thrown away: 1 of 19 moves kept\n"
                 "the win. Now your opponent can win.\n");
}

Test(tui_board, a_terminal_without_unicode_shows_the_same)
{
    struct scene scene;
    scene_begin(&scene, "kayles", "1+11", "v2<<");
    expect_drawn(&scene, plain,
                 "> ann (you)  to move                                  | Moves\n"
                 "  ben                                                 |\n"
                 "                                                      |\n"
                 "   1  |                                               |\n"
                 "> 11  | | | | | | | . . | |  leaves 7+2               |\n"
                 "                                                      |\n"
                 "                                                      |\n"
                 "                                                      |\n"
                 "                                                      |\n"
                 "                                                      |\n"
                 "                                                      |\n"
                 "                                                      |\n"
                 "                                                      |\n"
                 "                                                      |\n"
                 "                                                      |\n"
                 "Your move.                                            |\n"
                 "Take 2 from the heap of 11, leaving 2 and 7 (11>2+7). |\n"
                 "Then: heaps of 1, 2 and 7.                            |\n"
                 "                                                      |\n"
                 "                                                      |\n"
                 "                                                      |\n");
}

Test(tui_board, a_narrow_terminal_has_no_side_but_the_last_line_of_chat)
{
    struct scene scene;
    static const struct board_line chat[] = {{"ben: hello", STYLE_PLAIN}};
    scene_begin(&scene, "nim", "3+5+7", "");
    scene.view.chat = chat;
    scene.view.chat_count = 1;
    expect_drawn(&scene, narrow,
                 "▸ ann (you)  to move\n"
                 "  ben\n"
                 "\n"
                 "▸ 3  ● ● ◌  leaves 2\n"
                 "  5  ● ● ● ● ●\n"
                 "  7  ● ● ● ● ● ● ●\n"
                 "\n"
                 "ben: hello\n"
                 "Your move.\n"
                 "Take 1 from the heap of 3, leaving 2 (3>2).\n"
                 "Then: heaps of 2, 5 and 7.\n"
                 "\n"
                 "\n"
                 "\n");
}

Test(tui_board, what_is_forbidden_is_told)
{
    struct scene scene;
    scene_begin(&scene, "fibonacci-nim", "35@12", "20");
    expect_drawn(&scene, narrow,
                 "▸ ann (you)  to move\n"
                 "  ben\n"
                 "\n"
                 "▸ 35  ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ● ●\n"
                 "      ● ● ●│● ● ● ● ● ● ● ● ● ● ◌ ◌  leaves 33\n"
                 "  │  counters left of it may not be taken now\n"
                 "\n"
                 "\n"
                 "Your move.\n"
                 "20 is not possible: at most 12 of 35 may be\n"
                 "taken now.\n"
                 "\n"
                 "\n"
                 "\n");
}

static void append_numbers(int count, const char *between, struct text *out)
{
    for (int i = 1; i <= count; i++)
        text_printf(out, "%s%d", i > 1 ? between : "", i);
}

/* So many heaps as there can hardly be more of, with a hint of as many lines. */
Test(tui_board, a_hint_leaves_the_table_a_third_of_the_rows)
{
    struct scene scene;
    struct canvas canvas = {0};
    struct text heaps = {0}, lines = {0}, drawn = {0};
    append_numbers(30, "+", &heaps);
    append_numbers(30, "\n", &lines);
    scene_begin(&scene, "nim", text_string(&heaps), "");
    show_hint(&scene, text_string(&lines));
    scene.view.last = (struct board_line){"Last move: ben takes the whole heap of 4.", STYLE_LAST};
    canvas_clear(&canvas, full.rows, full.columns, true);
    board_draw(&scene.view, &canvas, canvas_area(&canvas));
    canvas_print(&canvas, false, &drawn);
    cr_assert_not_null(strstr(text_string(&drawn), "1 to 7 of 30, Up and Down scroll"), "%s",
                       text_string(&drawn));
    cr_assert_geq(scene.hint.rows, 5);
    cr_assert_gt(scene.hint.below, 0);
    text_finish(&heaps);
    text_finish(&lines);
    text_finish(&drawn);
    canvas_finish(&canvas);
    scene_end(&scene);
}

Test(tui_board, a_hint_stands_below_over_the_whole_width)
{
    struct scene scene;
    scene_begin(&scene, "nim", "3+5+7", "");
    show_hint(&scene, "You can win: take 1 from the heap of 3, leaving 2.\n"
                      "The nim-sum of the heaps is 1:\n  011\n  101\n  111\n  ---\n  001");
    expect_drawn(&scene, full,
                 "▸ ann (you)  to move                                  │ Moves\n"
                 "  ben                                                 │\n"
                 "                                                      │\n"
                 "▸ 3  ● ● ◌  leaves 2                                  │\n"
                 "  5  ● ● ● ● ●                                        │\n"
                 "  7  ● ● ● ● ● ● ●                                    │\n"
                 "                                                      │\n"
                 "Your move.                                            │\n"
                 "Take 1 from the heap of 3, leaving 2 (3>2).           │\n"
                 "Then: heaps of 2, 5 and 7.                            │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "                                                      │\n"
                 "What perfect play says\n"
                 "You can win: take 1 from the heap of 3, leaving 2.\n"
                 "The nim-sum of the heaps is 1:\n"
                 "  011\n"
                 "  101\n"
                 "  111\n"
                 "  ---\n"
                 "  001\n");
}

Test(tui_board, on_a_small_screen_the_chosen_heap_and_move_stand_before_everything_else)
{
    struct scene scene;
    scene_begin(&scene, "nim", "30+50+70", "v");
    scene.view.rules = "Rules that take some rows, more of them than there are here, and so they "
                       "have to wait.";
    scene.view.is_new_game = true;
    show_hint(&scene, "You can win.\nIt takes\nsome lines\nto say\nhow.");
    expect_drawn(&scene, (struct size){7, 40, true},
                 "▸ 50  █████████████░ leaves 49\n"
                 "Your move.\n"
                 "Take 1 from the heap of 50, leaving 49\n"
                 "(50>49).\n"
                 "What perfect play says        PgDn: more\n"
                 "You can win.\n"
                 "It takes\n");
}

Test(tui_board, what_is_longer_than_its_room_is_scrolled_and_no_further_than_to_its_end)
{
    struct scene scene;
    scene_begin(&scene, "nim", "30+50+70", "v");
    show_hint(&scene, "You can win.\nIt takes\nsome lines\nto say\nhow.");
    scene.hint.skip = 9;
    struct canvas canvas = {0};
    canvas_clear(&canvas, 7, 40, true);
    board_draw(&scene.view, &canvas, canvas_area(&canvas));
    cr_assert_eq(scene.hint.skip, 3);
    cr_assert_eq(scene.hint.rows, 2);
    cr_assert_eq(scene.hint.below, 0);
    canvas_finish(&canvas);
    scene.hint.skip = 1;
    expect_drawn(&scene, (struct size){7, 40, true},
                 "▸ 50  █████████████░ leaves 49\n"
                 "Your move.\n"
                 "Take 1 from the heap of 50, leaving 49\n"
                 "(50>49).\n"
                 "What perfect play says  PgUp, PgDn: more\n"
                 "It takes\n"
                 "some lines\n");
}

Test(tui_board, before_the_first_move_the_rules_have_all_the_rows_they_need)
{
    struct scene scene;
    scene_begin(&scene, "chomp", "4+4", "");
    scene.view.rules = "Bite into the chocolate: a square goes, and with it all that are below it "
                       "or to its right. The first square of the first row is poisoned. Whoever "
                       "cannot move loses.";
    scene.view.is_new_game = true;
    expect_drawn(&scene, narrow,
                 "▸ ann (you)  to move\n"
                 "  ben\n"
                 "Bite into the chocolate: a square goes, and with\n"
                 "it all that are below it or to its right. The\n"
                 "first square of the first row is poisoned.\n"
                 "Whoever cannot move loses.\n"
                 "▸ 4  X ● ● ◌  leaves 3\n"
                 "  4  ● ● ● ◌  leaves 3\n"
                 "  X  the poisoned square\n"
                 "Your move.\n"
                 "Eat from row 1, column 4 on, leaving rows of 3\n"
                 "and 3 squares (4+4>3+3).\n"
                 "Then: rows of 3 and 3 squares.\n"
                 "\n");
}

Test(tui_board, the_rules_stay_below_the_last_move_while_the_game_is_new)
{
    struct scene scene;
    scene_begin(&scene, "nim", "3+5+7", "");
    scene.view.last = (struct board_line){"Last move: ben takes the whole heap of 4.", STYLE_LAST};
    scene.view.rules = "Take any number of counters from one heap.";
    scene.view.is_new_game = true;
    expect_drawn(&scene, narrow,
                 "▸ ann (you)  to move\n"
                 "  ben\n"
                 "Last move: ben takes the whole heap of 4.\n"
                 "Take any number of counters from one heap.\n"
                 "▸ 3  ● ● ◌  leaves 2\n"
                 "  5  ● ● ● ● ●\n"
                 "  7  ● ● ● ● ● ● ●\n"
                 "\n"
                 "Your move.\n"
                 "Take 1 from the heap of 3, leaving 2 (3>2).\n"
                 "Then: heaps of 2, 5 and 7.\n"
                 "\n"
                 "\n"
                 "\n");
}

Test(tui_board, on_a_large_screen_the_words_stand_below_the_table_and_the_rules_stay)
{
    static const struct size large = {30, 60, true};
    struct scene scene;
    struct table start = table_of("nim", "3+4+5+7");
    scene_begin(&scene, "nim", "3+5+7", "");
    scene.view.start = &start.position;
    scene.view.last = (struct board_line){"Last move: ben takes the whole heap of 4.", STYLE_LAST};
    scene.view.rules = "Take any number of counters from one heap.";
    expect_drawn(&scene, large,
                 "▸ ann (you)  to move\n"
                 "  ben\n"
                 "Last move: ben takes the whole heap of 4.\n"
                 "Take any number of counters from one heap.\n"
                 "\n"
                 "▸ 3  ● ● ◌  leaves 2\n"
                 "  5  ● ● ● ● ●\n"
                 "  7  ● ● ● ● ● ● ●\n"
                 "\n" /* where the fourth heap was */
                 "\n"
                 "Your move.\n"
                 "Take 1 from the heap of 3, leaving 2 (3>2).\n"
                 "Then: heaps of 2, 5 and 7.\n"
                 "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n");
    table_clear(&start);
}

Test(tui_board, before_anything_is_said_the_side_says_who_would_read_it)
{
    struct scene scene;
    struct canvas canvas = {0};
    struct text drawn = {0};
    scene_begin(&scene, "nim", "3+5+7", NULL);
    scene.view.room = "Spectators' chat";
    scene.view.no_chat = "t writes to the others who watch.";
    canvas_clear(&canvas, full.rows, full.columns, true);
    board_draw(&scene.view, &canvas, canvas_area(&canvas));
    canvas_print(&canvas, false, &drawn);
    cr_assert_not_null(strstr(text_string(&drawn), "│ Spectators' chat\n"), "%s",
                       text_string(&drawn));
    text_finish(&drawn);
    canvas_finish(&canvas);
    scene_end(&scene);
}

/* The row of the screen on which it is said whose turn it is; 40 counters leave no room for "leaves
 * 39" beside them. */
static int row_of_status(const char *strokes, const char *status)
{
    struct scene scene;
    struct canvas canvas = {0};
    struct text drawn = {0};
    scene_begin(&scene, "nim", "3+40", strokes);
    scene.view.start = &scene.table.position;
    canvas_clear(&canvas, 30, 80, true);
    board_draw(&scene.view, &canvas, (struct area){0, 0, 30, 78});
    canvas_print(&canvas, false, &drawn);
    const char *text = text_string(&drawn), *found = strstr(text, status);
    cr_assert_not_null(found, "%s", text);
    int row = 0;
    for (; text < found; text++)
        row += *text == '\n';
    text_finish(&drawn);
    canvas_finish(&canvas);
    scene_end(&scene);
    return row;
}

Test(tui_board, the_words_below_the_table_stay_where_they_are_in_the_others_turn)
{
    cr_assert_eq(row_of_status("v", "Your move."), row_of_status(NULL, "ben is to move."));
}

/* The newest moves of 200, drawn on 6 rows beside the table. */
static void expect_moves(const char *notation, const char *first_line, const char *last_line)
{
    struct board_line moves[200];
    struct scene scene;
    struct canvas canvas = {0};
    struct text drawn = {0};
    for (int i = 0; i < 200; i++)
        moves[i] = (struct board_line){notation, STYLE_PLAIN};
    scene_begin(&scene, "nim", "3+5", "");
    scene.view.moves = moves;
    scene.view.move_count = 200;
    canvas_clear(&canvas, 7, 80, true);
    board_draw(&scene.view, &canvas, canvas_area(&canvas));
    canvas_print(&canvas, false, &drawn);
    const char *text = text_string(&drawn);
    cr_assert(strstr(text, first_line) && strstr(text, last_line), "%s", text);
    text_finish(&drawn);
    canvas_finish(&canvas);
    scene_end(&scene);
}

Test(tui_board, the_newest_moves_stand_two_a_line_where_they_fit)
{
    expect_moves("44>42", "│ 189. 44>42  190. 44>42\n", "│ 199. 44>42  200. 44>42\n");
    expect_moves("144>100+42", "│ 195. 144>100+42\n", "│ 200. 144>100+42\n");
}

Test(tui_board, a_line_is_typed_at_the_bottom)
{
    struct scene scene;
    struct field field = {0};
    field_set(&field, "7>4");
    scene_begin(&scene, "nim", "3+5+7", "");
    scene.view.prompt = "Move:";
    scene.view.field = &field;
    expect_drawn(&scene, narrow,
                 "▸ ann (you)  to move\n"
                 "  ben\n"
                 "\n"
                 "▸ 3  ● ● ◌  leaves 2\n"
                 "  5  ● ● ● ● ●\n"
                 "  7  ● ● ● ● ● ● ●\n"
                 "\n"
                 "\n"
                 "Your move.\n"
                 "Take 1 from the heap of 3, leaving 2 (3>2).\n"
                 "Then: heaps of 2, 5 and 7.\n"
                 "\n"
                 "\n"
                 "Move: 7>4\n");
}

Test(tui_board, a_choice_is_told_in_the_words_of_the_list_of_moves)
{
    struct scene scene;
    struct text words = {0};
    scene_begin(&scene, "wythoff", "3+4", "<");
    words_move(&scene.table.rules, &scene.table.position, choice_move(&scene.choice), true, &words);
    cr_assert_str_eq(text_string(&words), "take 2 from the heap of 4, leaving 2");
    cr_assert_str_eq(scene.view.does, "Take 2 from the heap of 4, leaving 2 (4>2).");
    text_finish(&words);
    scene_end(&scene);
}

Test(tui_board, a_match_that_is_not_there_yet_is_said_to_be_looked_up)
{
    struct scene scene;
    scene_begin(&scene, "nim", "3+5+7", NULL);
    scene.view.table.rules = NULL;
    scene.view.status.text = "Looking up match 7 ...";
    expect_drawn(&scene, (struct size){2, 48, true},
                 "Looking up match 7 ...\n"
                 "\n");
}

Test(tui_board, the_last_ten_seconds_stand_out_by_style_and_by_words)
{
    struct scene scene;
    struct canvas canvas = {0};
    scene_begin(&scene, "nim", "1", "");
    scene.view.players[0].left_ms = BOARD_URGENT_MS - 1;
    scene.view.players[1].left_ms = BOARD_URGENT_MS;
    canvas_clear(&canvas, 6, 48, true);
    board_draw(&scene.view, &canvas, canvas_area(&canvas));
    expect_canvas(&canvas, true,
                  "▸ ann (you)  only 9.9 s left  to move\n"
                  "c.ttt........uuuuuuuuuuuuuuu\n"
                  "  ben        0:10\n"
                  "..ttt\n"
                  "▸ 1  ◌  leaves 0\n"
                  "c.c..x..xxxxxxxx\n"
                  "Your move.\n"
                  "tttttttttt\n"
                  "Take the whole heap of 1 (1>0).\n"
                  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
                  "Then: nothing is left; nobody can move, and  …\n"
                  "\n");
    canvas_finish(&canvas);
    scene_end(&scene);
}

/* --- any size --- */

Test(tui_board, any_size_can_be_drawn)
{
    static const char *const games_to_draw[][3] = {
        {"nim", "3+5+7", "vv<<"},
        {"fibonacci-nim", "9223372036854775807@5", "3"},
        {"kayles", "1+40", "v<<<"},
        {"chomp", "9+9+5", "v<<"},
        {"green-hackenbush", "0-1-2-0+0-3-4-5+2-6", "v"},
        {"wythoff", "3+500", "vv"},
        {"grundy", "9+1048576", "v<"},
        {"octal:0.137", "7+12", "v2<"},
        {"green-hackenbush", "0-1-2-3-4-5-6-7-8-9-10-11-12-13-14-15-16-17-18-19-20", "20"},
        {"nim", "1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17+18+19+20", "vvvvv"},
    };
    static const int sizes[] = {0, 1, 2, 3, 5, 9, 10, 14, 21, 40, 47, 71, 72, 80, 200};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    for (size_t game = 0; game < sizeof games_to_draw / sizeof *games_to_draw; game++) {
        struct scene scene;
        scene_begin(&scene, games_to_draw[game][0], games_to_draw[game][1], games_to_draw[game][2]);
        show_hint(&scene, "A hint,\nof some lines.");
        for (int i = 0; i < 2 * SIZES * SIZES; i++) {
            struct canvas canvas = {0};
            scene.view.hint = i < SIZES * SIZES ? &scene.hint : NULL;
            canvas_clear(&canvas, sizes[i / SIZES % SIZES], sizes[i % SIZES], i % 2);
            board_draw(&scene.view, &canvas, canvas_area(&canvas));
            canvas_finish(&canvas);
        }
        scene_end(&scene);
    }
}

Test(tui_board, nothing_can_be_pressed_while_the_other_is_to_move)
{
    struct scene scene;
    struct canvas canvas = {0};
    scene_begin(&scene, "nim", "3+5+7", NULL);
    canvas_clear(&canvas, 21, 80, true);
    board_draw(&scene.view, &canvas, canvas_area(&canvas));
    cr_assert_eq(canvas.target_count, 0);
    canvas_finish(&canvas);
    scene_end(&scene);
}
