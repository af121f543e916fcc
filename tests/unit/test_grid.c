/* Boards of squares: of every game that has one, the ways to press a move. */
#include "common/words/choice.h"
#include "common/words/typed.h"
#include "tests/unit/test_game_table.h"

SUITE(grid, 60);

/* Every row of the table in grid.c, with positions large, small and ended. */
static const struct {
    const char *rules, *position;
} boards[] = {
    {"nimble", "3+5+10"},
    {"nimble", "3+3+3"},
    {"nimble", "40"},
    {"nimble", "0"},
    {"scoring", "1+6+9+11"},
    {"wythoff", "8+12"},
    {"wythoff", "5+5"},
    {"wythoff,misere", "1+2"},
    {"wythoff", "25+25"},
    {"wythoff", "7"},
    {"wythoff", "0"},
    {"silver-dollar", "2+5+9"},
    {"silver-dollar", "0"},
    {"silver-dollar", "1+2"},
    {"silver-dollar,misere", "3+900"},
    {"silver-dollar,one-step", "3+5+9$+11"},
    {"silver-dollar,one-step", "4$"},
    {"silver-dollar,one-step", "3+5"},
    {"silver-dollar,two-step", "3+5$+9+11"},
    {"silver-dollar,two-step", "0$+4"},
    {"silver-dollar,two-step", "0$"},
    {"silver-dollar,two-step", "0"},
    {"odd-scoring", "15@0"},
    {"odd-scoring", "40@1"},
    {"odd-scoring", "2@0"},
    {"odd-scoring", "0@1"},
    {"date", "1jan"},
    {"date", "29feb"},
    {"date", "31dec"},
    {"plainim", "5+9+14"},
    {"plainim", "7+7"},
    {"plainim", "4095"},
    {"plainim,misere", "0"},
    {"tiouk-tiouk", "3+4+6"},
    {"tiouk-tiouk", "5+5+5"},
    {"tiouk-tiouk,misere", "0"},
    {"queen", "5+7"},
    {"sticks", "1+2+2+4+8"},
    {"sticky", "3+3+3+4"},
    {"sticks", "1"},
    {"sticks", "0"},
    {"sticks", "6+6+6+6+6+6"},
    {"tactix", "xxxx/x.xx/xxxx"},
    {"bulo", "x"},
    {"tactix", "../.."},
    {"tactix", "xxxxx/xxxxx/xxxxx/xxxxx/xxxxx"},
    {"tactix", "xxxxxxxxxxxxxxxxxxxxxxxxx"},
    {"date", "1jan"},
    {"date", "29feb"},
    {"date", "31dec"},
    {"northcott", "w..b+.w...b+b.w@3b"},
    {"northcott", "wb+.w.b.@0w"},
    {"northcott", "wb+bw@5w"},
    {"dawsons-kayles-with-pins", "13"},
    {"dawsons-kayles-with-pins", "1+1"},
    {"dawsons-kayles-with-pins", "5+5+6+o7"},
    {"kayles-on-a-ring", "o13"},
    {"kayles-on-a-ring", "o1+o1+o2+o3+1+1+2"},
    {"kayles-on-a-ring,misere", "o40"},
    {"dawsons-chess-on-a-ring", "o11+4"},
    {"dawsons-chess-with-pawns", "9"},
    {"dawsons-chess-with-pawns,misere", "o5+o5+o2+1+2+3+3"},
    {"turning:2", "2+5+9"},
    {"turning:2", "0"},
    {"turning:2", "1"},
    {"turning:3", "1+2+9"},
    {"turning:3", "30"},
    {"turning:ruler", "2+3+9"},
    {"turning:twins", "1+2+9"},
    {"turning:twins", "1"},
    {"turning:3,misere", "3"},
};

/* Is the first path the beginning of the second? */
static bool begins(const struct grid_path *path, const struct grid_path *other)
{
    return path->count <= other->count &&
           memcmp(path->squares, other->squares, path->count * sizeof *path->squares) == 0;
}

/* No two ways are mixed up, whichever squares are pressed. */
static void expect_ways_apart(const struct choice *choice, const char *name)
{
    const struct choice_ways *ways = &choice->ways;
    uint32_t squares = choice->parts.grid.rows * choice->parts.grid.columns;
    for (uint32_t i = 0; i < ways->count; i++) {
        const struct grid_path *path = &ways->items[i].path;
        EXPECT(path->count >= 1 && path->count <= GRID_PATH_MAX, "%s: path of %u", name,
               path->count);
        for (uint32_t j = 0; j < path->count; j++)
            EXPECT(path->squares[j] < squares, "%s: square %u", name, path->squares[j]);
        /* The ways are sorted, so that beginnings stand next to each other. */
        EXPECT(i == 0 || !begins(&ways->items[i - 1].path, path), "%s: way %u begins way %u", name,
               i - 1, i);
    }
}

/* Presses of its squares choose the move, and one more of the last keeps it; where moves take, only
 * of a single one, because another move may begin with the last. */
static void expect_pressed(struct choice *choice, const struct choice_way *way, const char *name)
{
    struct move move = way->move;
    struct grid_path path = way->path;
    bool is_kept = !choice->parts.grid.is_by_taking || path.count == 1;
    for (uint32_t i = 0; i < path.count + is_kept; i++) {
        uint32_t square = path.squares[i < path.count ? i : path.count - 1];
        choice_stroke(choice, choice_press(square, 0, 0));
        EXPECT(!choice->refused.code, "%s: %s", name, choice->refused.message);
    }
    EXPECT(move_equal(choice_move(choice), &move) && choice_is_whole(choice), "%s: another move",
           name);
}

Test(grid, presses_choose_every_move_and_no_two_are_mixed_up)
{
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct table table = table_of(boards[i].rules, boards[i].position);
        struct choice choice = {0};
        choice_begin(&choice, &table.rules, &table.position);
        EXPECT(choice.parts.kind == PARTS_GRID, "%s has no board", boards[i].rules);
        EXPECT(choice.is_open == !position_is_over(&table.rules, &table.position), "%s",
               boards[i].position);
        expect_ways_apart(&choice, boards[i].rules);
        for (uint32_t j = 0; j < choice.ways.count; j++) {
            struct choice fresh = {0};
            choice_begin(&fresh, &table.rules, &table.position);
            expect_pressed(&fresh, &choice.ways.items[j], boards[i].rules);
            choice_finish(&fresh);
            /* One more press of the last square keeps a move, and so begins no other one. */
            const struct grid_path *path = &choice.ways.items[choice.ways.at].path;
            bool keeps = path->squares[path->count - 1] == choice.ways.items[j].path.squares[0];
            if (!keeps || !choice_is_whole(&choice))
                expect_pressed(&choice, &choice.ways.items[j], boards[i].rules);
        }
        choice_finish(&choice);
        table_clear(&table);
    }
}

/* Boards of pins of all sizes up to some: a square for each pin of a ring, next to the next one's,
 * with a gap at most where the circle is uneven. */
Test(grid, a_ring_is_a_circle_of_pins)
{
    enum { MOST = 100 };
    for (int64_t pins = 1; pins <= MOST; pins++) {
        struct table table = {.rules = rules_of("kayles-on-a-ring")};
        struct grid grid = {0};
        int64_t at[MOST + 1] = {0}, found = 0;
        position_push(&table.position, -pins);
        cr_assert(grid_of(&grid, &table.rules, &table.position));
        for (uint32_t i = 0; i < grid.rows * grid.columns; i++) {
            if (grid.squares[i].piece == GRID_HOLE)
                continue;
            cr_assert_eq(grid.squares[i].piece, GRID_PIN);
            at[strtol(grid.squares[i].label, NULL, 10) - 1] = i;
            found++;
        }
        cr_assert_eq(found, pins);
        for (int64_t pin = 0; pin < pins; pin++) {
            int64_t next = at[(pin + 1) % pins], columns = grid.columns;
            int64_t down = next / columns - at[pin] / columns;
            int64_t right = next % columns - at[pin] % columns;
            EXPECT(down >= -1 && down <= 1 && right >= -2 && right <= 2, "%d of %d", (int)pin,
                   (int)pins);
        }
        grid_finish(&grid);
        table_clear(&table);
    }
}

/* What a chosen move empties, as the indices of the squares: those of the pins or files that a
 * person names, although other places of the row would be the same move. */
static void expect_taken(const char *rules, const char *position, uint32_t first, uint32_t second,
                         const char *expected)
{
    static struct choice_square squares[GRID_SQUARES_MAX];
    struct table table = table_of(rules, position);
    struct choice choice = {0};
    struct text text = {0};
    choice_begin(&choice, &table.rules, &table.position);
    choice_stroke(&choice, choice_press(first, 0, 0));
    choice_stroke(&choice, choice_press(second, 0, 0));
    cr_assert(choice_is_whole(&choice));
    choice_squares(&choice, squares);
    for (uint32_t i = 0; i < choice.parts.grid.rows * choice.parts.grid.columns; i++)
        if (squares[i].changes)
            text_printf(&text, "%s%u", text.len ? " " : "", i);
    cr_assert_str_eq(text_string(&text), expected, "%s: %s", position, text_string(&text));
    text_finish(&text);
    choice_finish(&choice);
    table_clear(&table);
}

Test(grid, pins_and_pawns_are_taken_where_they_are_pressed)
{
    expect_taken("dawsons-kayles-with-pins", "11", 4, 5, "4 5");
    expect_taken("dawsons-kayles-with-pins", "11", 6, 5, "5 6");
    expect_taken("dawsons-kayles-with-pins", "4+4", 6, 7, "6 7");
    expect_taken("kayles-on-a-ring", "o9", 2, 2, "2");
    expect_taken("kayles-on-a-ring", "o5", 1, 2, "1 2"); /* 1 2 above, 5 and 3 beside, 4 below */
    expect_taken("kayles-on-a-ring", "o5", 4, 1, "1 4");
    expect_taken("kayles-on-a-ring", "o5", 2, 1, "1 2"); /* against the clock */
    expect_taken("kayles-on-a-ring", "o5", 1, 4, "1 4");
    expect_taken("dawsons-chess-on-a-ring", "o5", 2, 4, "1 2 4");
    expect_taken("dawsons-chess-with-pawns", "5", 4, 4, "3 4 13 14");
    expect_taken("dawsons-chess-with-pawns", "5", 12, 12, "1 2 3 11 12 13");
    expect_taken("dawsons-chess-with-pawns", "o5", 0, 0, "0 1 4 10 11 14");
}

static void expect_said(const char *rules, const char *position, uint32_t first, uint32_t second,
                        const char *expected)
{
    struct table table = table_of(rules, position);
    struct choice choice = {0};
    struct text text = {0};
    choice_begin(&choice, &table.rules, &table.position);
    choice_stroke(&choice, choice_press(first, 0, 0));
    choice_stroke(&choice, choice_press(second, 0, 0));
    choice_say_move(&choice, &text);
    cr_assert_str_eq(text_string(&text), expected, "%s: %s", position, text_string(&text));
    text_finish(&text);
    choice_finish(&choice);
    table_clear(&table);
}

Test(grid, words_name_what_is_pressed_where_other_places_are_the_same_move)
{
    expect_said("dawsons-kayles-with-pins", "9", 6, 7,
                "Knock down pins 7 and 8 of the row of 9, leaving rows of 1 and 6 pins (9>1+6).");
    expect_said("dawsons-chess-with-pawns", "7", 5, 5,
                "Advance a pawn on file f of the board of 7; with the exchanges files e to g are "
                "out of play, leaving a board of 4 files (7>4).");
    expect_said("kayles-on-a-ring", "3", 1, 1,
                "Knock down pin 2 of the row of 3, leaving rows of 1 and 1 pins (3>1+1).");
    expect_said("queen", "2+5", 5, 0, "Move the queen to column 0, row 2 (5>0).");
    expect_said("wythoff", "2+5", 5, 0, "Take the whole heap of 5 (5>0).");
}

Test(grid, rows_that_a_move_has_left_are_marked)
{
    struct table before = table_of("dawsons-kayles-with-pins", "6+9");
    struct table after = table_of("dawsons-kayles-with-pins", "3+4+6");
    struct grid grid = {0}, former = {0};
    cr_assert(grid_of(&former, &before.rules, &before.position));
    cr_assert(grid_of(&grid, &after.rules, &after.position));
    grid_show_last(&grid, &former);
    for (uint32_t i = 0; i < grid.rows * grid.columns; i++)
        cr_assert_eq(grid.squares[i].is_last, i < 3 || (i >= 6 && i < 10), "square %u", i);
    grid_finish(&grid);
    grid_finish(&former);
    table_clear(&before);
    table_clear(&after);
}

static void expect_ways(const char *rules, const char *position, uint32_t count)
{
    struct table table = table_of(rules, position);
    struct choice choice = {0};
    choice_begin(&choice, &table.rules, &table.position);
    EXPECT(choice.ways.count == count, "%s %s: %u ways", rules, position, choice.ways.count);
    choice_finish(&choice);
    table_clear(&table);
}

Test(grid, every_place_where_a_move_can_be_seen_can_be_pressed)
{
    expect_ways("nimble", "5+5", 5); /* two chips on one square */
    expect_ways("wythoff", "5+5", 5 + 5 + 5);
    expect_ways("wythoff", "3+5", 3 + 5 + 3); /* two of them lead to one position */
    expect_ways("plainim", "7+7", 7 + 7);
    expect_ways("tiouk-tiouk", "5+5+6", 2 * (5 + 5 + 6)); /* either checker */
}

/* By the rules of Plainim alone: remove a chip, and change what you like to its right. */
Test(grid, a_row_of_bits_becomes_any_smaller_number)
{
    for (uint32_t row = 0; row < 256; row++) {
        bool is_reached[256] = {0};
        for (uint32_t bit = 0; bit < 8; bit++)
            for (uint32_t changed = 0; row >> bit & 1 && changed < UINT32_C(1) << bit; changed++)
                is_reached[row ^ UINT32_C(1) << bit ^ changed] = true;
        for (uint32_t other = 0; other < 256; other++)
            EXPECT(is_reached[other] == (other < row), "%u to %u", row, other);
    }
}

static struct grid grid_with_last(const char *rules, const char *before, const char *after)
{
    struct table from = table_of(rules, before), to = table_of(rules, after);
    struct grid grid = {0}, former = {0};
    cr_assert(grid_of(&former, &from.rules, &from.position));
    cr_assert(grid_of(&grid, &to.rules, &to.position));
    grid_show_last(&grid, &former);
    grid_finish(&former);
    table_clear(&from);
    table_clear(&to);
    return grid;
}

Test(grid, the_squares_of_the_last_move_stay_on_the_board)
{
    struct grid grid = grid_with_last("nimble", "3+10", "2+3");
    cr_assert_eq(grid.columns, 11);
    for (uint32_t i = 0; i < grid.columns; i++) {
        cr_assert_eq(grid.squares[i].is_last, i == 2 || i == 10, "square %u", i);
        cr_assert_eq(grid.squares[i].at, i <= 3 ? (int32_t)i : GRID_NOWHERE, "square %u", i);
    }
    cr_assert_str_eq(grid.squares[10].label, "10");
    grid_finish(&grid);
    grid = grid_with_last("wythoff", "2+3", "1+3"); /* a row less, above */
    cr_assert_eq(grid.rows, 3);
    cr_assert(grid.squares[3].is_last && grid.squares[3].at == GRID_NOWHERE);
    cr_assert(grid.squares[7].is_last && grid.squares[7].at == 3);
    cr_assert_str_eq(grid.row_labels[0].text, "2");
    grid_finish(&grid);
}

static void expect_chosen(const char *rules, const char *position, const char *strokes,
                          const char *expected)
{
    struct table table = table_of(rules, position);
    struct choice choice = {0};
    struct text text = {0};
    choice_begin(&choice, &table.rules, &table.position);
    for (; *strokes; strokes++)
        choice_stroke(&choice, stroke_of(*strokes == 'v'   ? STROKE_DOWN
                                         : *strokes == '^' ? STROKE_UP
                                         : *strokes == '<' ? STROKE_LEFT
                                                           : STROKE_RIGHT));
    cr_assert_str_eq(move_text(&table, choice_move(&choice), &text), expected);
    text_finish(&text);
    choice_finish(&choice);
    table_clear(&table);
}

Test(grid, keys_go_through_sticks_and_chips)
{
    expect_chosen("sticks", "1+2+2+8", "", "1>0");
    expect_chosen("sticks", "1+2+2+8", "v", "2>1+1");
    expect_chosen("sticks", "1+2+2+8", "v>", "2+2>0");
    expect_chosen("sticks", "1+2+2+8", "vvv", "8>1+7");
    expect_chosen("sticks", "1+2+2+8", "vvv>>", "8>3+5");
    expect_chosen("sticks", "1+2+2+8", "vvv>>^", "2+2>0");
    expect_chosen("sticks", "8", ">>>>>>>>>", "8>1+7");
    expect_chosen("tactix", "xxx/xxx", "", "a1");
    expect_chosen("tactix", "xxx/xxx", ">>", "a1-c1");
    expect_chosen("tactix", "xxx/xxx", ">>>", "a1-a2");
    expect_chosen("tactix", "xxx/xxx", "v", "b1");
    expect_chosen("tactix", "xxx/x.x", "vvvv", "c2");
    expect_chosen("tactix", "xxx/x.x", "vvvv<", "c1-c2");
}

/* A break leaves the smaller piece in its row. */
static void expect_changed(const char *rules, const char *position, uint32_t pressed,
                           const char *expected)
{
    struct table table = table_of(rules, position);
    struct choice choice = {0};
    static struct choice_square squares[GRID_SQUARES_MAX];
    struct text text = {0};
    choice_begin(&choice, &table.rules, &table.position);
    choice_stroke(&choice, choice_press(pressed, 0, 0));
    choice_squares(&choice, squares);
    const struct grid *grid = &choice.parts.grid;
    for (uint32_t i = 0; i < grid->rows * grid->columns; i++)
        text_append_string(&text, squares[i].changes                    ? "x"
                                  : grid->squares[i].piece == GRID_HOLE ? " "
                                                                        : "o");
    cr_assert_str_eq(text_string(&text), expected);
    text_finish(&text);
    choice_finish(&choice);
    table_clear(&table);
}

Test(grid, sticks_show_what_a_press_removes_or_breaks_off)
{
    expect_changed("sticks", "2+2+5", 6, "xx   xx   ooooo");
    expect_changed("sticks", "2+2+5", 11, "oo   oo   ooxxx");
    expect_changed("sticks", "2+2+5", 12, "oo   oo   oooxx");
    expect_changed("sticks", "2+2+5", 13, "oo   oo   oooox");
    expect_changed("tactix", "xxx/xxx", 1, "oxoooo");
}

Test(grid, a_press_that_is_no_move_where_nothing_goes_anywhere_is_refused)
{
    struct table table = table_of("sticks", "2+3");
    struct choice choice = {0};
    choice_begin(&choice, &table.rules, &table.position);
    choice_stroke(&choice, choice_press(5, 0, 0));
    cr_assert_str_eq(choice.refused.message, "no move ends on this square");
    choice_finish(&choice);
    table_clear(&table);
}

/* After the first press the second one is refused, and the choice stays. */
static void expect_refused(const char *rules, const char *position, uint32_t first, uint32_t second,
                           const char *message)
{
    struct table table = table_of(rules, position);
    struct choice choice = {0};
    choice_begin(&choice, &table.rules, &table.position);
    choice_stroke(&choice, choice_press(first, 0, 0));
    struct move chosen = *choice_move(&choice);
    choice_stroke(&choice, choice_press(second, 0, 0));
    cr_assert_str_eq(choice.refused.message, message);
    cr_assert(move_equal(&choice.move, &chosen), "the choice stays");
    choice_finish(&choice);
    table_clear(&table);
}

Test(grid, a_press_that_no_move_follows_is_refused)
{
    expect_refused("scoring", "3+9", 9, 5,
                   "no move begins on this square, and the chosen piece cannot go there");
    expect_refused("tactix", "xxx/x.x/xxx", 0, 4,
                   "no move begins on this square, and the chosen one does not go on there");
}

/* Where a square has its coin, its pin, its pawn, these are spoken of. */
Test(grid, a_coin_is_called_one)
{
    struct table table = table_of("turning:2", "2+9");
    struct choice choice = {0};
    choice_begin(&choice, &table.rules, &table.position);
    choice_stroke(&choice, choice_press(3, 0, 0));
    choice_stroke(&choice, choice_press(6, 0, 0));
    cr_assert_str_eq(choice.refused.message,
                     "no move begins with this coin, and the chosen one does not go on with it");
    struct hint hints[CHOICE_HINTS_MAX];
    size_t count = choice_hints(&choice, hints);
    bool has_coin = false;
    for (size_t i = 0; i < count; i++)
        has_coin |= strcmp(hints[i].label, "coin") == 0;
    cr_assert(has_coin);
    choice_finish(&choice);
    table_clear(&table);
}

static void expect_typed(const char *rules, const char *position, const char *line,
                         const char *expected)
{
    struct table table = table_of(rules, position);
    struct move move;
    struct error error;
    struct text text = {0};
    if (typed_move(&table.rules, &table.position, line, &move, &error))
        text_append_string(&text, error.message);
    else
        move_print(&table.rules, &table.position, &move, &text);
    cr_assert_str_eq(text_string(&text), expected, "%s: '%s'", line, text_string(&text));
    text_finish(&text);
    table_clear(&table);
}

Test(grid, moves_are_typed_as_the_board_shows_them)
{
    expect_typed("plainim", "5+13", "2: 0110", "13>6");
    expect_typed("plainim", "5+13", "2:110", "13>6");
    expect_typed("plainim", "5+13", "13>6", "13>6");
    expect_typed("plainim", "5+13", "1: 111", "more counters stand after the move than before");
    expect_typed("plainim", "5+13", "3: 1", "'2: 1100', or a move such as 13>12 was expected");
    expect_typed("queen", "5+7", "2, 5", "7>2");
    expect_typed("queen", "5+7", "7,0", "5>0");
    expect_typed("queen", "5+7", "4,2", "5+7>2+4");
    expect_typed("queen", "5+7", "5,3", "7>3"); /* the same position, mirrored */
    expect_typed("wythoff", "5+7", "2,5", "'take 1 from 7', or a move such as 7>6 was expected");
}
