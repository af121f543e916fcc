/* A move while a person chooses it. */
#include "common/words/choice.h"
#include "tests/unit/test_game_table.h"

SUITE(tui_choice, 120);

/* --- strokes, as a text: arrows are <>^v, Backspace is b, everything else stands for itself --- */

static struct stroke stroke_of_letter(char letter)
{
    static const char letters[] = "<>^vb";
    static const enum stroke_kind kinds[] = {STROKE_LEFT, STROKE_RIGHT, STROKE_UP, STROKE_DOWN,
                                             STROKE_BACKSPACE};
    const char *found = strchr(letters, letter);
    return found ? stroke_of(kinds[found - letters]) : stroke_character(letter);
}

static struct choice choice_of(const char *rules, const char *position, const char *strokes)
{
    struct table table = table_of(rules, position);
    struct choice choice = {0};
    choice_begin(&choice, &table.rules, &table.position);
    for (; *strokes; strokes++)
        choice_stroke(&choice, stroke_of_letter(*strokes));
    table_clear(&table);
    return choice;
}

/* The chosen move in the notation, followed by why the last stroke was refused. */
static void print_choice(const struct choice *choice, struct text *out)
{
    const struct move *move = choice_move(choice);
    if (move)
        move_print(&choice->rules, &choice->position, move, out);
    else
        text_append_string(out, "no move");
    if (choice->refused.code)
        text_printf(out, "; %s", choice->refused.message);
}

static void expect_choice(struct choice *choice, const char *strokes, const char *expected)
{
    struct text text = {0};
    print_choice(choice, &text);
    cr_assert_str_eq(text_string(&text), expected, "after %s: '%s' instead of '%s'", strokes,
                     text_string(&text), expected);
    text_finish(&text);
    choice_finish(choice);
}

static void expect(const char *rules, const char *position, const char *strokes,
                   const char *expected)
{
    struct choice choice = choice_of(rules, position, strokes);
    expect_choice(&choice, strokes, expected);
}

static void expect_press(const char *rules, const char *position, const char *strokes,
                         struct stroke press, const char *expected)
{
    struct choice choice = choice_of(rules, position, strokes);
    choice_stroke(&choice, press);
    expect_choice(&choice, "a press", expected);
}

Test(tui_choice, begins_with_one_counter_of_the_first_heap_that_has_a_move)
{
    expect("nim", "3+5+7", "", "3>2");
    expect("fibonacci-nim", "35", "", "35>34");
    expect("grundy", "2+8", "", "8>3+5");
    expect("laskers-nim", "2+5", "", "2>1");
    expect("subtraction:3,5", "2+9", "", "9>6");
    expect("chomp", "4+4", "", "4+4>3+3");
    expect("green-hackenbush", "0-1-2", "", "0-1");
    expect("nim", "0", "", "no move");
}

Test(tui_choice, left_and_right_go_through_the_counters)
{
    expect("nim", "7", "<<", "7>4");
    expect("nim", "7", "<<>", "7>5");
    expect("nim", "2", "<<", "2>0");
    expect("nim", "2", ">", "2>1");
    expect("subtraction:all-but-1-3", "2+9223372036854775807", "",
           "9223372036854775807>9223372036854775803");
    expect("subtraction:squares", "13", "<", "13>9");
    expect("subtraction:squares", "13", "<<", "13>4");
    expect("subtraction:squares", "13", "<<<", "13>4; 10 may not be taken in subtraction:squares");
}

Test(tui_choice, up_and_down_go_from_heap_to_heap_and_keep_the_number)
{
    expect("nim", "3+5+7", "vv<<", "7>4");
    expect("nim", "3+5+7", "vv<<<<<^", "5>0");
    expect("nim", "3+5+7", "^", "3>2");
    expect("grundy", "8+9", "v", "9>4+5");
    expect("take-away:2x,local", "5@2+5@4+6@1", "<v<v", "6>5");
}

static void expect_hints(const char *rules, const char *position, const char *strokes,
                         const char *expected)
{
    struct choice choice = choice_of(rules, position, strokes);
    struct hint hints[CHOICE_HINTS_MAX];
    struct text text = {0};
    size_t count = choice_hints(&choice, hints);
    for (size_t i = 0; i < count; i++)
        text_printf(&text, "%s%s %s", i > 0 ? ", " : "", hints[i].key, hints[i].label);
    cr_assert_str_eq(text_string(&text), expected, "after %s: '%s' instead of '%s'", strokes,
                     text_string(&text), expected);
    text_finish(&text);
    choice_finish(&choice);
}

Test(tui_choice, a_hint_says_which_key_splits_and_none_is_told_twice)
{
    expect_hints("laskers-nim", "12", "", "0 split, Left more, Right fewer, 0-9 number");
    expect_hints(
        "laskers-nim", "12", "0",
        "Left/Right where, + take some, 0-9 number, BSpace undo a digit; an arrow: all of them");
    expect_hints("laskers-nim", "1", "", "");
    expect_hints("kayles", "9", "", "Left split, + more, - fewer, 0-9 number");
    expect_hints("grundy", "9", "", "Left/Right where, 0-9 first heap");
    expect_hints("nim", "9", "", "Left more, Right fewer, 0-9 number");
    expect_hints("nim", "9+3", "", "Up/Down heap, Left more, Right fewer, 0-9 number");
}

Test(tui_choice, keys_for_another_number_are_told_where_there_is_one)
{
    expect_hints("dawsons-kayles", "7", "", "Left split");
    expect_hints("dawsons-kayles", "7", "<", "Left/Right where");
    expect_hints("dawsons-kayles", "3+3", "", "Up/Down row");
    expect_hints("dawsons-chess", "9", "", "Left more, Right fewer, 0-9 number");
    expect_hints("dawsons-chess", "3", "", "Left more, Right fewer, 0-9 number");
    expect_hints("kayles", "1+1", "", "Up/Down row");
    expect_hints("kayles", "1+2", "v", "Up/Down row, Left more, Right fewer, 0-9 number");
}

Test(tui_choice, at_an_edge_nothing_is_said)
{
    expect("nim", "2", "v", "2>1");
    expect("nim", "2", "-", "2>1");
    expect("nim", "2", "++", "2>0");
    expect("nim", "2", "3-", "2>1");
    expect("chomp", "3+3", "v<<<", "3+3>3");
}

Test(tui_choice, with_one_heap_alone_up_and_down_take_more_and_fewer)
{
    expect("fibonacci-nim", "29@12", "^^", "29>26");
    expect("fibonacci-nim", "29@12", "^^v", "29>27");
}

Test(tui_choice, the_quota_is_where_it_ends)
{
    expect("fibonacci-nim", "29@3", "^^^", "29>26; at most 3 of 29 may be taken now");
    expect("fibonacci-nim", "29@12", "20", "no move; at most 12 of 29 may be taken now");
    expect("fibonacci-nim", "29@12", "12", "29>17");
    expect("take-away:2x,global", "3+5+7@2", "vv3", "no move; at most 2 of 7 may be taken now");
    expect("take-away:2x,local", "5+8@3", "4", "5>1");
    expect("take-away:2x,local", "5+8@3", "v4", "no move; at most 3 of 8 may be taken now");
}

Test(tui_choice, a_number_is_typed_digit_by_digit)
{
    expect("subtraction:4,12", "30", "1", "no move; 1 may not be taken in subtraction:4,12");
    expect("subtraction:4,12", "30", "12", "30>18");
    expect("subtraction:4,12", "30", "12b", "no move; 1 may not be taken in subtraction:4,12");
    expect("nim", "30", "12b", "30>29");
    expect("nim", "30", "12bb", "30>29");
    expect("nim", "30", "90000000000000000000000bbbbbbbbbbbbbbbbb",
           "no move; 92 cannot be taken from a heap of 30");
    expect("nim", "30", "31<", "30>28");
    expect("nim", "30", "0", "no move; the move changes nothing");
    expect("kayles", "30", "0",
           "no move; a heap may not be split without taking: digit 0 of octal:0.77 is 0");
}

Test(tui_choice, a_digit_that_leaves_no_number_begins_one_if_it_is_one_by_itself)
{
    expect("kayles", "9", "21", "9>8");
    expect("kayles", "9", "25",
           "no move; only 1 or 2 may be taken (25 cannot be taken from a heap of 9)");
    expect("kayles", "9", "25b", "9>7");
    expect("fibonacci-nim", "29@12", "13", "29>26");
    expect("grundy", "9", "34", "9>4+5");
    expect("candy", "3+8", "", "3>1+2");
    expect("candy", "3+8", "v", "8>2+6");
    expect("candy", "3+8", "v>", "8>3+5");
    expect("candy", "3+8", "v3", "8>3+5");
    expect("chomp", "4+4", "31", "no move; row 1 has no column 31, but columns 1 to 4");
    expect("green-hackenbush", "0-1-2", "21", "0-1");
}

Test(tui_choice, a_digit_goes_on_with_a_number_while_a_longer_one_is_possible)
{
    expect("subtraction:1,115", "200", "11", "no move; 11 may not be taken in subtraction:1,115");
    expect("subtraction:1,115", "200", "115", "200>85");
    expect("subtraction:1,115", "30", "11", "30>29");
}

Test(tui_choice, a_number_that_is_ended_is_not_gone_on_with)
{
    struct choice choice = choice_of("nim", "30", "2");
    choice_end_number(&choice);
    choice_stroke(&choice, stroke_character('1'));
    expect_choice(&choice, "2, and 1", "30>29");
}

Test(tui_choice, the_largest_heaps_are_chosen_from_without_a_pause)
{
    expect("nim", "9223372036854775807", "4611686018427387904",
           "9223372036854775807>4611686018427387903");
    expect("fibonacci-nim", "9223372036854775807@5", "5",
           "9223372036854775807>9223372036854775802");
    expect("laskers-nim", "9223372036854775807", "0",
           "9223372036854775807>4611686018427387903+4611686018427387904");
    expect("nim", "9223372036854775807", "9223372036854775807+", "9223372036854775807>0");
    expect_press("nim", "9223372036854775807", "", choice_press(0, 1, 2),
                 "9223372036854775807>4611686018427387903");
    expect_press("kayles", "9223372036854775807", "2", choice_press(0, 1, 4),
                 "9223372036854775807>2305843009213693951+6917529027641081854");
}

Test(tui_choice, pins_fall_anywhere_in_their_row)
{
    expect("kayles", "11", "", "11>10");
    expect("kayles", "11", "<<", "11>2+8");
    expect("kayles", "11", "<<2", "11>1+8");
    expect("kayles", "11", "2<", "11>1+8");
    expect("kayles", "4", "<<<", "4>3");
    expect("kayles", "4", ">", "4>3");
    expect("kayles", "11", "3",
           "no move; only 1 or 2 may be taken (3 may not be taken: digit 3 of octal:0.77 is 0)");
    expect_press("kayles", "11", "", choice_press(0, 3, 11), "11>3+7");
    expect_press("kayles", "11", "2", choice_press(0, 10, 11), "11>9");
}

Test(tui_choice, a_press_where_the_row_cannot_be_emptied_takes_the_pins_from_there)
{
    expect_press("dawsons-chess", "9", "", choice_press(0, 3, 9), "9>3+3");
    expect_press("dawsons-chess", "9", "", choice_press(0, 8, 9), "9>6");
    expect_press("dawsons-chess", "9", "", choice_press(0, 7, 9), "9>7");
    expect_press("dawsons-chess", "4", "", choice_press(0, 0, 4), "4>2");
    expect_press("dawsons-kayles", "3", "", choice_press(0, 0, 3), "3>1");
    expect_press("dawsons-kayles", "2+3", "", choice_press(1, 2, 3), "3>1");
}

Test(tui_choice, a_heap_is_split_where_nothing_is_taken)
{
    expect("laskers-nim", "7", "0", "7>3+4");
    expect("laskers-nim", "7", "-", "7>3+4");
    expect("laskers-nim", "7", "->", "7>2+5");
    expect("laskers-nim", "7", "->>>", "7>1+6; the move changes nothing");
    expect("laskers-nim", "7", "-+", "7>6");
    expect("grundy", "8", ">", "8>2+6");
    expect("grundy", "8", "<", "8>3+5");
    expect("grundy", "8", "2", "8>2+6");
    expect("grundy", "8", "4", "no move; grundy: the two heaps must differ");
    expect("grundy", "8", "9", "no move; more counters stand after the move than before");
    expect("grundy", "8", "+", "8>3+5; grundy: a heap must be split into two");
    expect_press("grundy", "8", "", choice_press(0, 1, 8), "8>1+7");
}

Test(tui_choice, both_of_wythoffs_heaps_come_after_each_alone)
{
    expect("wythoff", "30+50", "vv", "30+50>29+49");
    expect("wythoff", "30+50", "vv20", "50>10");
    expect("wythoff", "30+50", "vv40", "no move; 1 to 30 can be taken from both heaps, not 40");
    expect("wythoff", "30+50", "vv<<<", "30+50>26+46");
    expect("wythoff", "9223372036854775807+9223372036854775807", "vv",
           "9223372036854775807+9223372036854775807>9223372036854775806+9223372036854775806");
    expect_press("wythoff", "30+50", "20", choice_press(2, 0, 0), "50>10");
}

Test(tui_choice, says_how_a_move_ends_the_match)
{
    static const struct {
        const char *rules, *position, *then;
    } rows[] = {
        {"nim", "1", "Then: nothing is left; nobody can move, and you win."},
        {"silver-dollar,one-step", "1$+5", "Then: the dollar is taken, and you win."},
        {"silver-dollar,two-step", "0$+5", "Then: the dollar is taken, and you win."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct choice choice = choice_of(rows[i].rules, rows[i].position, "");
        struct text text = {0};
        choice_say_after(&choice, &text);
        cr_assert_str_eq(text_string(&text), rows[i].then);
        text_finish(&text);
        choice_finish(&choice);
    }
}

Test(tui_choice, a_bite_begins_at_a_square)
{
    expect("chomp", "4+4+2", "v", "4+4+2>4+3+2");
    expect("chomp", "4+4+2", "v<<", "4+4+2>4+1+1");
    expect("chomp", "4+4+2", "<<<", "4+4+2>1+1+1; the first square of row 1 is poisoned and stays");
    expect("chomp", "4+4+2", "v1", "4+4+2>4");
    expect("chomp", "4+4+2", "vv3", "no move; row 3 has no column 3, but columns 1 to 2");
    expect_press("chomp", "4+4+2", "", choice_press(1, 2, 4), "4+4+2>4+2+2");
    expect_press("chomp", "4+4+2", "", choice_press(0, 0, 4),
                 "4+4+2>3+3+2; the first square of row 1 is poisoned and stays");
}

Test(tui_choice, edges_are_chosen_as_they_hang_on_one_another)
{
    expect("green-hackenbush", "0-1-2-0+2-3", "v", "1-2");
    expect("green-hackenbush", "0-1-2-0+2-3", "vv", "0-2");
    expect("green-hackenbush", "0-1-2-0+2-3", "4", "2-3");
    expect("green-hackenbush", "0-1-2-0+2-3", "5", "no move; the edges are numbered from 1 to 4");
    expect_press("green-hackenbush", "0-1-2-0+2-3", "", choice_press(3, 0, 0), "2-3");
}

Test(tui_choice, a_press_on_what_may_not_be_taken_says_why)
{
    expect_press("fibonacci-nim", "9@3", "", choice_press(0, 6, 9), "9>6");
    expect_press("fibonacci-nim", "9@3", "", choice_press(0, 2, 9),
                 "9>8; at most 3 of 9 may be taken now");
    expect_press("subtraction:3,5", "2+9", "", choice_press(0, 0, 0),
                 "9>6; 1 may not be taken in subtraction:3,5");
    expect_press("hexadecimal:0.3", "9", "", choice_press(0, 0, 9),
                 "9>8; only 1 may be taken (9 may not be taken: digit 9 of octal:0.3 is 0)");
    expect_press("grundy", "2+8", "", choice_press(0, 1, 2),
                 "8>3+5; grundy: the two heaps must differ");
}

Test(tui_choice, a_press_on_a_bar_takes_about_so_many)
{
    expect_press("nim", "1000", "", choice_press(0, 5, 10), "1000>500");
    expect_press("fibonacci-nim", "1000@100", "", choice_press(0, 5, 10), "1000>900");
    expect_press("subtraction:squares", "1000", "", choice_press(0, 5, 10), "1000>471");
}

/* --- properties --- */

static const char *const rules_to_try[] = {
    "nim",
    "nim,misere",
    "fibonacci-nim",
    "take-away:3x",
    "take-away:2x,local",
    "take-away:2x,global",
    "take-away:2x,misere",
    "kayles",
    "kayles,misere",
    "laskers-nim",
    "dawsons-kayles",
    "dawsons-chess",
    "octal:0.6",
    "octal:4.07",
    "octal:0.00045",
    "hexadecimal:0.3f",
    "hexadecimal:c.08",
    "hexadecimal:0.8...",
    "bachets-game",
    "subtraction:2,5",
    "subtract-a-square",
    "subtraction:fibonacci",
    "subtraction:all-but-1,4",
    "grundy",
    "wythoff",
    "chomp",
    "green-hackenbush",
    NULL,
};

static const char *const positions_to_try[] = {
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "8",
    "11",
    "16",
    "1+1",
    "1+2",
    "2+2",
    "3+5",
    "4+4",
    "5+8",
    "4+9",
    "9@4",
    "9@9",
    "12@1",
    "2@1",
    "1+1+1",
    "2+3+3",
    "3+5+7",
    "4+4+4",
    "1@1+3@2",
    "5@2+5@4+6@1",
    "4@1+4@1+4@3",
    "3+5+7@2",
    "4+4@3",
    "1+1+1@1",
    "4+4+2",
    "5+3+1",
    "3+3+3",
    "2+1",
    "0-1",
    "0-1-2-0+2-3",
    "0-0",
    "0-1-0",
    "0-1+0-1+1-2+1-2",
    "0-1-2-0+0-3-4-5+2-6",
    "0-5-3-1+5-2",
    NULL,
};

static bool parses(const struct rules *rules, const char *text, struct position *position)
{
    struct error error;
    return position_parse(rules, text, strlen(text), position, &error) == ERROR_NONE;
}

enum { STATES_MAX = 4096 };

/* Every choice that arrows, + and - lead to. */
struct search {
    struct choice seen[STATES_MAX];
    size_t count;
};

static void visit(struct search *search, const struct choice *choice)
{
    for (size_t i = 0; i < search->count; i++) {
        const struct choice *seen = &search->seen[i];
        if (seen->part == choice->part && seen->taken == choice->taken &&
            seen->before == choice->before && seen->ways.at == choice->ways.at &&
            seen->ways.pressed == choice->ways.pressed && move_equal(&seen->move, &choice->move))
            return;
    }
    EXPECT(search->count < STATES_MAX, "too many choices in %s", choice->rules.text);
    search->seen[search->count++] = *choice;
}

static bool is_reached(const struct search *search, const struct move *move)
{
    for (size_t i = 0; i < search->count; i++) {
        const struct move *chosen = choice_move(&search->seen[i]);
        if (chosen && move_equal(chosen, move))
            return true;
    }
    return false;
}

static void expect_all_reached(const struct rules *rules, const struct position *position)
{
    static struct search search;
    struct choice first = {0};
    choice_begin(&first, rules, position);
    search.count = 0;
    visit(&search, &first);
    for (size_t i = 0; i < search.count; i++) {
        for (const char *letter = "<>^v+-"; *letter; letter++) {
            struct choice next = search.seen[i];
            choice_stroke(&next, stroke_of_letter(*letter));
            visit(&search, &next);
        }
    }
    for (uint128 i = 0; i < move_count(rules, position); i++) {
        struct move move;
        struct text text = {0};
        move_at(rules, position, i, &move);
        move_print(rules, position, &move, &text);
        EXPECT(is_reached(&search, &move), "%s: no strokes lead to %s", rules->text,
               text_string(&text));
        text_finish(&text);
    }
    choice_finish(&first);
}

Test(tui_choice, strokes_lead_to_every_legal_move)
{
    for (const char *const *rules_text = rules_to_try; *rules_text; rules_text++) {
        struct rules rules = rules_of(*rules_text);
        struct position position = {0};
        for (const char *const *text = positions_to_try; *text; text++) {
            if (parses(&rules, *text, &position))
                expect_all_reached(&rules, &position);
        }
        position_finish(&position);
    }
}

/* Legal, of the part that is chosen, and told as it will be drawn. */
static void expect_sound(const struct choice *choice)
{
    const struct move *move = choice_move(choice);
    if (!move)
        return;
    struct text text = {0};
    struct move parsed;
    struct error error;
    move_print(&choice->rules, &choice->position, move, &text);
    EXPECT(move_parse(&choice->rules, &choice->position, text.bytes, text.len, &parsed, &error) ==
                   ERROR_NONE &&
               move_equal(&parsed, move),
           "%s: %s was chosen", choice->rules.text, text_string(&text));
    text_finish(&text);
    if (choice->parts.kind == PARTS_GRID)
        return;
    struct choice_cut cut = choice_cut_of(choice, choice->part);
    int64_t left = choice->parts.items[choice->part].size - cut.taken;
    EXPECT(cut.taken >= 0 && left >= 0 && cut.before >= 0 && cut.before <= left,
           "%s: %lld of %lld are drawn as taken after %lld", choice->rules.text,
           (long long)cut.taken, (long long)(cut.taken + left), (long long)cut.before);
}

static struct stroke draw_stroke(struct random *random)
{
    static const char letters[] = "<<>>^^vv++--0123456789b";
    if (random_below(random, 4) == 0) {
        uint32_t cells = (uint32_t)random_below(random, 20);
        return choice_press((uint32_t)random_below(random, 6), (uint32_t)random_below(random, 20),
                            cells);
    }
    return stroke_of_letter(letters[random_below(random, sizeof letters - 1)]);
}

static void stroke_at_random(const struct rules *rules, const struct position *position,
                             struct random *random)
{
    struct choice choice = {0};
    choice_begin(&choice, rules, position);
    EXPECT(choice.is_open == !position_is_over(rules, position), "%s", rules->text);
    for (int i = 0; i < 40; i++) {
        choice_stroke(&choice, draw_stroke(random));
        expect_sound(&choice);
    }
    choice_finish(&choice);
}

Test(tui_choice, no_strokes_lead_to_an_illegal_move)
{
    struct random random = random_from_seed(6);
    for (const char *const *rules_text = rules_to_try; *rules_text; rules_text++) {
        struct rules rules = rules_of(*rules_text);
        struct position position = {0};
        for (int i = 0; i < 400; i++) {
            position_draw_start(&rules, &random, &position);
            stroke_at_random(&rules, &position, &random);
        }
        for (const char *const *text = positions_to_try; *text; text++) {
            if (parses(&rules, *text, &position))
                stroke_at_random(&rules, &position, &random);
        }
        position_finish(&position);
    }
}

Test(tui_choice, a_move_that_is_set_is_the_one_that_is_chosen)
{
    struct random random = random_from_seed(7);
    for (const char *const *rules_text = rules_to_try; *rules_text; rules_text++) {
        struct rules rules = rules_of(*rules_text);
        struct position position = {0};
        struct choice choice = {0};
        for (int i = 0; i < 50; i++) {
            struct move move;
            position_draw_start(&rules, &random, &position);
            move_at(&rules, &position, random_below(&random, move_count(&rules, &position)), &move);
            choice_begin(&choice, &rules, &position);
            choice_set(&choice, &move);
            EXPECT(move_equal(choice_move(&choice), &move), "%s", rules.text);
            expect_sound(&choice);
        }
        position_finish(&position);
        choice_finish(&choice);
    }
}
