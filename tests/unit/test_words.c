/* Rules, positions, moves, results and refusals in words. */
#include "common/base/memory.h"
#include "common/game/octal.h"
#include "common/words/words.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(words, 20);

static void read_position(const char *rules_text, const char *text, struct rules *rules,
                          struct position *position)
{
    struct error error;
    cr_assert_eq(rules_parse(rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    cr_assert_eq(position_parse(rules, text, strlen(text), position, &error), ERROR_NONE);
}

static void expect_text(struct text *text, const char *expected)
{
    cr_assert_str_eq(text_string(text), expected, "'%s' is not '%s'", text_string(text), expected);
    text_finish(text);
}

static void expect_position(const char *rules_text, const char *position_text, const char *words)
{
    struct rules rules;
    struct position position = {0};
    struct text text = {0};
    read_position(rules_text, position_text, &rules, &position);
    words_position(&rules, &position, &text);
    expect_text(&text, words);
    position_finish(&position);
}

Test(words, a_take_away_position_tells_its_quota)
{
    expect_position("fibonacci-nim", "35", "35 counters; 1 to 34 of them may be taken");
    expect_position("fibonacci-nim", "29@12", "29 counters; 1 to 12 of them may be taken");
    expect_position("fibonacci-nim", "4@4", "4 counters; all of them may be taken");
    expect_position("fibonacci-nim", "2", "2 counters; only 1 of them may be taken");
    expect_position("fibonacci-nim", "1@1", "1 counter, which may be taken");
    expect_position("fibonacci-nim", "1", "1 counter, which may not be taken");
    expect_position("fibonacci-nim", "0", "nothing is left");
}

Test(words, heaps_are_counted_up)
{
    expect_position("nim", "7", "one heap of 7");
    expect_position("nim", "3+5", "heaps of 3 and 5");
    expect_position("nim", "3+5+7", "heaps of 3, 5 and 7");
    expect_position("kayles", "0", "nothing is left");
    expect_position("wythoff", "3+5", "heaps of 3 and 5");
    expect_position("subtraction:1,3,4", "9", "one heap of 9");
}

Test(words, several_heaps_tell_their_quotas)
{
    expect_position("take-away:2x,local", "8@3", "a heap of 8, of which at most 3 may be taken");
    expect_position("take-away:2x,local", "8@3+5",
                    "heaps of 5 and 8, of which at most 4 and 3 may be taken");
    expect_position("take-away:2x,local", "0", "nothing is left");
    expect_position("take-away:2x,global", "3+5+7",
                    "heaps of 3, 5 and 7; at most 6 may be taken from one heap");
    expect_position("take-away:2x,global", "7@2",
                    "one heap of 7; at most 2 may be taken from one heap");
}

Test(words, boards_are_told)
{
    expect_position("chomp", "4+4+2", "rows of 4, 4 and 2 squares");
    expect_position("tactix", "xx/x.", "3 chips on a board of 2 rows and 2 columns");
    expect_position("tactix", "x", "1 chip on a board of 1 row and 1 column");
    expect_position("tactix", "..", "nothing is left");
    expect_position("sticks", "7+8", "sticks of length 7 and 8");
    expect_position("sticky", "4", "a stick of length 4");
    expect_position("chomp", "1", "only the poisoned square is left");
    expect_position("green-hackenbush", "0-1-2", "0-1-2, a picture of 2 edges");
    expect_position("green-hackenbush", "0", "nothing is left");
    expect_position("date", "29feb", "29 February");
    expect_position("northcott", ".w..b.+w....b",
                    "rows with gaps of 2 and 4; 10 retreats are left, and white is to move");
    expect_position("northcott", "wb@1b",
                    "a row with a gap of 0; 1 retreat is left, and black is to move");
    expect_position("northcott", "b..w@0",
                    "a row with a gap of 2; no retreat is left, and white is to move");
}

static void expect_drawing(const char *rules_text, const char *position_text, const char *drawing)
{
    struct rules rules;
    struct position position = {0};
    struct text text = {0};
    read_position(rules_text, position_text, &rules, &position);
    words_drawing(&rules, &position, &text);
    expect_text(&text, drawing);
    position_finish(&position);
}

Test(words, chocolate_is_drawn_where_it_fits_a_line)
{
    expect_drawing("chomp", "3+1", "\n     1  2  3\n  1  X  #  #\n  2  #");
    expect_drawing("chomp", "37", "");
    expect_drawing("tactix", "xx./x.x", "\n     a  b  c\n  1  x  x  .\n  2  x  .  x");
    expect_drawing("nim", "3+1", "");
}

Test(words, rows_of_checkers_are_drawn_where_they_fit_a_line)
{
    expect_drawing("northcott", ".w.b+bw@3b", "\n  1  .  w  .  b\n  2  b  w\n     1  2  3  4");
    expect_drawing("northcott", "w...................................b", "");
}

static void expect_move(const char *rules_text, const char *position_text, const char *move_text,
                        const char *words)
{
    struct rules rules;
    struct position position = {0};
    struct move move;
    struct error error;
    struct text text = {0};
    read_position(rules_text, position_text, &rules, &position);
    cr_assert_eq(move_parse(&rules, &position, move_text, strlen(move_text), &move, &error),
                 ERROR_NONE);
    words_move(&rules, &position, &move, false, &text);
    expect_text(&text, words);
    position_finish(&position);
}

Test(words, moves_say_what_is_taken_and_left)
{
    expect_move("fibonacci-nim", "35", "35>29", "takes 6, leaving 29");
    expect_move("fibonacci-nim", "2@2", "2>0", "takes the last 2 counters");
    expect_move("fibonacci-nim", "1@1", "1>0", "takes the last counter");
    expect_move("nim", "3+7", "7>4", "takes 3 from the heap of 7, leaving 4");
    expect_move("nim", "3+7", "7>0", "takes the whole heap of 7");
    expect_move("kayles", "11", "11>3+7", "takes 1 from the heap of 11, leaving 3 and 7");
    expect_move("hexadecimal:0.8", "11", "11>2+3+5",
                "takes 1 from the heap of 11, leaving 2, 3 and 5");
    expect_move("laskers-nim", "7", "7>2+5", "splits the heap of 7 into 2 and 5");
    expect_move("grundy", "7", "7>2+5", "splits the heap of 7 into 2 and 5");
    expect_move("subtraction:squares", "9", "9>5", "takes 4 from the heap of 9, leaving 5");
    expect_move("take-away:2x,local", "8@3+5", "8>6", "takes 2 from the heap of 8, leaving 6");
    expect_move("take-away:2x,global", "3+5@5", "5>0", "takes the whole heap of 5");
}

Test(words, counters_on_a_strip_are_told)
{
    expect_position("silver-dollar", "2+5+9", "counters on squares 2, 5 and 9");
    expect_position("silver-dollar", "0", "no counters");
    expect_position("silver-dollar,one-step", "2+5$+9",
                    "counters on squares 2 and 9, the dollar on square 5");
    expect_position("silver-dollar,one-step", "5$", "the dollar on square 5");
    expect_position("silver-dollar,one-step", "2+9", "the dollar is taken");
    expect_position("silver-dollar,two-step", "0$+9",
                    "a counter on square 9, the dollar on square 0, where it can be taken");
    expect_drawing("silver-dollar", "2+5", "\n  .  o  .  .  o\n  1  2  3  4  5");
    expect_drawing("silver-dollar,two-step", "0$+2", "\n  $  .  o\n  0  1  2");
    expect_drawing("silver-dollar", "27", "");
    expect_drawing("silver-dollar", "0", "");
    expect_move("silver-dollar", "2+5", "5>3", "moves the counter from square 5 to square 3");
    expect_move("silver-dollar,one-step", "2+5$", "2>0",
                "moves the counter from square 2 to square 0, out of the game");
    expect_move("silver-dollar,one-step", "5$", "5>0",
                "moves the dollar from square 5 to square 0 and takes it");
    expect_move("silver-dollar,two-step", "5$", "5>0",
                "moves the dollar from square 5 to square 0");
    expect_move("silver-dollar,two-step", "0$", "take", "takes the dollar");
}

Test(words, coins_in_a_row_are_told)
{
    expect_position("turning:2", "2+5+9", "coins 2, 5 and 9 show heads");
    expect_position("turning:2", "5", "coin 5 shows heads");
    expect_position("turning:2", "0", "all coins show tails");
    expect_drawing("turning:3", "2+4", "\n  X  O  X  O\n  1  2  3  4");
    expect_drawing("turning:3", "27", "");
    expect_drawing("turning:3", "0", "");
    expect_move("turning:2", "2+5", "5", "turns coin 5 to tails");
    expect_move("turning:2", "2+5", "2+5", "turns coins 5 and 2 to tails");
    expect_move("turning:2", "5", "2+5", "turns coin 5 to tails and 2 to heads");
    expect_move("turning:3", "1+2+5", "1+2+5", "turns coins 5, 2 and 1 to tails");
    expect_move("turning:3", "2+5", "2+3+5", "turns coin 5 to tails, 3 to heads and 2 to tails");
    expect_move("turning:ruler", "2+5", "2-5", "turns over coins 2 to 5");
    expect_move("turning:ruler", "2+5", "4-5", "turns over coins 4 and 5");
    expect_move("turning:ruler", "2+5", "5", "turns coin 5 to tails");
}

Test(words, moves_on_boards_say_what_goes)
{
    expect_move("wythoff", "3+8", "3+8>1+6", "takes 2 from both heaps, leaving 1 and 6");
    expect_move("wythoff", "3+8", "3+8>5", "takes 3 from both heaps, leaving 5");
    expect_move("wythoff", "3+3", "3+3>0", "takes 3 from both heaps, leaving nothing");
    expect_move("wythoff", "9223372036854775806+9223372036854775807",
                "9223372036854775806+9223372036854775807>4+5",
                "takes 9223372036854775802 from both heaps, leaving 4 and 5");
    expect_move("wythoff", "3+5", "5>4", "takes 1 from the heap of 5, leaving 4");
    expect_move("chomp", "4+4+2", "4+4+2>4+2+2",
                "eats from row 2, column 3 on, leaving rows of 4, 2 and 2 squares");
    expect_move("chomp", "2", "2>1",
                "eats from row 1, column 2 on, leaving only the poisoned square");
    expect_move("northcott", ".w..b.", "1:2>4",
                "slides white's checker of row 1 from square 2 to square 4");
    expect_move("northcott", "wb+.w..b.@3b", "2:5>6",
                "slides black's checker of row 2 from square 5 to square 6, a retreat");
    expect_move("candy", "3+8", "8>3+5",
                "eats the heap of 3 and splits the heap of 8 into 3 and 5");
    expect_move("candy", "3+8", "3>1+2",
                "eats the heap of 8 and splits the heap of 3 into 1 and 2");
    expect_move("candy", "8+8", "8>4+4", "eats one heap of 8 and splits the other into 4 and 4");
    expect_move("date", "9jan", "20jan", "says 20 January");
    expect_move("tactix", "xxx/xxx", "b2", "takes the chip on b2");
    expect_move("tactix", "xxx/xxx", "b1-b2", "takes the 2 chips from b1 to b2");
    expect_move("tactix", "xxx/xxx", "a2-c2", "takes the 3 chips from a2 to c2");
    expect_move("sticks", "3+8", "8>3+5", "breaks a stick of length 8 into 3 and 5");
    expect_move("sticks", "2+2+3", "2+2>0", "removes 2 sticks of length 2");
    expect_move("sticks", "1+2", "1>0", "removes a stick of length 1");
    expect_move("green-hackenbush", "0-1-2-3", "0-1", "cuts the edge 0-1, and 2 more fall");
    expect_move("green-hackenbush", "0-1-2-3", "1-2", "cuts the edge 1-2, and 1 more falls");
    expect_move("green-hackenbush", "0-1-2-3", "2-3", "cuts the edge 2-3");
}

static void expect_result(const struct match *match, const char *words)
{
    struct text text = {0};
    words_result(match, &text);
    expect_text(&text, words);
}

Test(words, a_result_says_who_won_and_why)
{
    struct match match = {.first = "anna", .second = "ben", .ending = "normal", .winner = "first"};
    expect_result(&match, "anna won: ben has no move left.");
    match.seat = MATCH_FIRST;
    expect_result(&match, "You won: ben has no move left.");
    match.seat = MATCH_SECOND;
    expect_result(&match, "You lost: you have no move left.");
    strcpy(match.ending, "resignation");
    expect_result(&match, "You lost: you resigned.");
    strcpy(match.winner, "second");
    expect_result(&match, "You won: anna resigned.");
    strcpy(match.ending, "time");
    expect_result(&match, "You won: anna ran out of time.");
    strcpy(match.ending, "abandoned");
    expect_result(&match, "You won: anna was gone too long.");
    strcpy(match.winner, "first");
    expect_result(&match, "You lost: you were gone too long.");
    strcpy(match.winner, "nobody");
    expect_result(&match, "No move came for too long; nobody won.");
    strcpy(match.ending, "draw");
    expect_result(&match, "A draw: nobody can move, and counters are left.");
    strcpy(match.ending, "unstarted");
    expect_result(&match, "A first move did not come in time; nobody won.");
    strcpy(match.ending, "aborted");
    expect_result(&match, "The match was aborted; nobody won.");
    strcpy(match.ending, "void");
    expect_result(&match,
                  "The match does not count: who directs the tournament has the pair played "
                  "again, or has cancelled it all.");
    strcpy(match.ending, "plies");
    expect_result(&match, "The match has reached its limit of 10000 moves; nobody won.");
}

Test(words, the_last_counter_decides_where_others_are_a_draw)
{
    static const struct {
        const char *rules, *result;
    } rows[] = {
        {"subtraction:2,3,clear", "You lost: anna took the last counter."},
        {"subtraction:2,3,clear,misere",
         "You lost: you took the last counter, which loses in misere play."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct match match = {.first = "anna",
                              .second = "ben",
                              .ending = "normal",
                              .winner = "first",
                              .seat = MATCH_SECOND};
        struct error error;
        cr_assert_eq(rules_parse(&match.rules, rows[i].rules, strlen(rows[i].rules), &error),
                     ERROR_NONE);
        expect_result(&match, rows[i].result);
    }
}

Test(words, whoever_takes_the_dollar_has_won)
{
    static const char *const with_dollar[] = {"silver-dollar,one-step", "silver-dollar,two-step"};
    for (size_t i = 0; i < sizeof with_dollar / sizeof *with_dollar; i++) {
        struct match match = {
            .first = "anna", .second = "ben", .ending = "normal", .winner = "first"};
        struct error error;
        cr_assert_eq(rules_parse(&match.rules, with_dollar[i], strlen(with_dollar[i]), &error),
                     ERROR_NONE);
        expect_result(&match, "anna won: anna took the dollar.");
        match.seat = MATCH_FIRST;
        expect_result(&match, "You won: you took the dollar.");
        match.seat = MATCH_SECOND;
        expect_result(&match, "You lost: anna took the dollar.");
        strcpy(match.ending, "resignation");
        expect_result(&match, "You lost: you resigned.");
    }
}

Test(words, in_misere_play_whoever_has_no_move_left_has_won)
{
    struct match match = {
        .rules.misere = true,
        .first = "anna",
        .second = "ben",
        .ending = "normal",
        .winner = "first",
    };
    expect_result(&match, "anna won: anna has no move left, which wins in misere play.");
    match.seat = MATCH_FIRST;
    expect_result(&match, "You won: you have no move left, which wins in misere play.");
    match.seat = MATCH_SECOND;
    expect_result(&match, "You lost: anna has no move left, which wins in misere play.");
    strcpy(match.ending, "resignation");
    expect_result(&match, "You lost: you resigned.");
}

static void expect_rules(const char *rules, const char *words)
{
    struct text text = {0};
    words_rules(rules, LOOK_PLAIN, &text);
    expect_text(&text, words);
}

Test(words, rules_are_told_by_their_names)
{
    expect_rules("nim", "Nim");
    expect_rules("octal:0.77", "Kayles (octal:0.77)");
    expect_rules("octal:0.77,misere", "Kayles, misere (octal:0.77,misere)");
    expect_rules("take-away:2x,local", "Fibonacci Nim, local (take-away:2x,local)");
    expect_rules("take-away:3x,global,misere", "take-away:3x,global,misere");
}

Test(words, a_class_is_told_as_the_drawn_game)
{
    struct text text = {0};
    expect_rules("drawn:octal:4", "A game that has no table yet (drawn:octal:4)");
    expect_rules("drawn:subtraction:5", "A game that has no table yet (drawn:subtraction:5)");
    words_explain("drawn:subtraction:5", LOOK_PLAIN, &text);
    expect_text(&text, "The rules are drawn when the match begins, so that neither player knows "
                       "them. Whoever cannot move loses.");
}

Test(words, rules_that_look_different_have_another_name)
{
    struct text text = {0};
    words_rules("nim", LOOK_STRIP, &text);
    expect_text(&text, "Nimble (nim)");
    text_clear(&text);
    words_rules("subtraction:1,2,3,misere", LOOK_STRIP, &text);
    expect_text(&text, "Scoring, misere (subtraction:1,2,3,misere)");
    text_clear(&text);
    words_rules("subtraction:2,5", LOOK_STRIP, &text);
    expect_text(&text, "subtraction:2,5, as a strip");
    text_clear(&text);
    words_explain("nim", LOOK_STRIP, &text);
    expect_text(&text,
                "Move one chip to any square on its left. A chip on square 7 is a heap of 7. "
                "Whoever cannot move loses.");
}

/* The name stands for misere play, and the summary says so. */
Test(words, a_game_that_is_misere_by_its_name_says_its_end_once)
{
    struct text text = {0};
    words_explain("tactix,misere", LOOK_PLAIN, &text);
    expect_text(&text, "Take one chip, or chips side by side in a row or a column without a gap; "
                       "whoever takes the last one loses.");
    text_clear(&text);
    words_explain("tactix", LOOK_PLAIN, &text);
    expect_text(&text, "Take one chip, or chips side by side in a row or a column without a gap. "
                       "Whoever cannot move loses.");
}

Test(words, counters_of_octal_codes_can_be_pins_or_files_of_pawns)
{
    struct text text = {0};
    words_rules("octal:0.77", LOOK_RING, &text);
    expect_text(&text, "Kayles on a ring (octal:0.77)");
    text_clear(&text);
    words_rules("octal:0.137,misere", LOOK_PAWNS, &text);
    expect_text(&text, "Dawson's Chess with pawns, misere (octal:0.137,misere)");
    text_clear(&text);
    words_rules("octal:0.6", LOOK_PINS, &text);
    expect_text(&text, "octal:0.6, in rows of pins");
    text_clear(&text);
    words_explain("octal:0.07", LOOK_PINS, &text);
    expect_text(&text, "Knock down two neighbouring pins. 7 is a row of 7 pins, o7 a ring. Rows "
                       "that fall apart are rows of their own. Whoever cannot move loses.");

    expect_position("kayles", "o13+5", "a ring of 13 and one heap of 5");
    expect_position("kayles", "o13+o2+5+7", "rings of 13 and 2 and heaps of 5 and 7");
    expect_move("kayles", "o13+5", "o13>11", "takes 2 from the ring of 13, leaving 11");
    expect_move("kayles", "o2", "o2>0", "takes the whole ring of 2");
    expect_position("kayles-on-a-ring", "o13+5", "a ring of 13 pins and a row of 5 pins");
    expect_position("dawsons-kayles-with-pins", "1+3+5", "rows of 1, 3 and 5 pins");
    expect_position("dawsons-kayles-with-pins", "1", "a row of 1 pin");
    expect_position("dawsons-kayles-with-pins", "0", "nothing is left");
    expect_move("kayles-on-a-ring", "o13", "o13>12",
                "knocks down 1 pin of the ring of 13, leaving a row of 12 pins");
    expect_move("kayles-on-a-ring", "o2", "o2>0",
                "knocks down 2 neighbouring pins of the ring of 2, leaving nothing of it");
    expect_move("dawsons-kayles-with-pins", "11", "11>4+5",
                "knocks down pins 5 and 6 of the row of 11, leaving rows of 4 and 5 pins");
    expect_move("kayles-on-a-ring", "11", "11>10",
                "knocks down pin 1 of the row of 11, leaving a row of 10 pins");
    expect_position("dawsons-chess-with-pawns", "o9+4",
                    "a round board of 9 files and a board of 4 "
                    "files");
    expect_move("dawsons-chess-with-pawns", "9", "9>1+5",
                "advances a pawn on file c of the board of 9; with the exchanges files b to d are "
                "out of play, leaving boards of 1 and 5 files");
    expect_move("dawsons-chess-with-pawns", "9", "9>7",
                "advances a pawn on file a of the board of 9; with the exchanges files a and b are "
                "out of play, leaving a board of 7 files");
    expect_move("dawsons-chess-with-pawns", "1", "1>0",
                "advances a pawn on file a of the board of 1, leaving nothing of it");
    expect_move("dawsons-chess-with-pawns", "o9", "o9>6",
                "advances a pawn on file b of the round board of 9; with the exchanges 3 files are "
                "out of play, leaving a board of 6 files");
}

Test(words, on_a_strip_heaps_are_chips)
{
    expect_position("nimble", "3+5+7", "chips on squares 3, 5 and 7");
    expect_position("scoring", "6", "a chip on square 6");
    expect_position("nimble", "0", "all chips are on square 0");
    expect_move("nimble", "3+5+7", "7>2", "moves a chip from square 7 to square 2");
    expect_move("scoring,misere", "3", "3>0", "moves a chip from square 3 to square 0");
}

Test(words, rows_of_bits_bands_and_a_queen_are_told_as_they_are_seen)
{
    expect_position("plainim", "5+9+14", "the rows 101, 1001 and 1110");
    expect_position("plainim", "1", "the row 1");
    expect_position("plainim,misere", "0", "no chip is left");
    expect_move("plainim", "13", "13>6", "changes a row from 1101 to 0110");
    expect_position("tiouk-tiouk", "3+4+6", "gaps of 3, 4 and 6 squares");
    expect_position("tiouk-tiouk", "1", "a gap of 1 square");
    expect_position("tiouk-tiouk", "0", "all gaps are closed");
    expect_move("tiouk-tiouk", "3+6", "6>2", "narrows the gap of 6 to 2");
    expect_move("tiouk-tiouk", "3+6", "6>0", "closes the gap of 6");
    expect_position("queen", "5+7", "the queen in column 7, row 5");
    expect_position("queen", "0", "the queen is in the corner");
    expect_move("queen", "5+7", "7>2", "moves the queen to column 5, row 2");
    expect_move("queen", "5+7", "5>0", "moves the queen to column 7, row 0");
    expect_move("queen", "5+7", "5+7>4+6", "moves the queen to column 6, row 4");
    expect_move("queen", "9223372036854775806+9223372036854775807",
                "9223372036854775806+9223372036854775807>4+5",
                "moves the queen to column 5, row 4");
    expect_move("queen", "7", "7>3", "moves the queen to column 3, row 0");
}

static void expect_explanation(const char *rules, const char *words)
{
    struct text text = {0};
    words_explain(rules, LOOK_PLAIN, &text);
    expect_text(&text, words);
}

Test(words, rules_are_explained_with_who_wins)
{
    expect_explanation("nim",
                       "Take any number of counters from one heap. Whoever cannot move loses.");
    expect_explanation("nim,misere",
                       "Take any number of counters from one heap. Whoever cannot move wins.");
    expect_explanation("subtraction:1,3,4", "Take counters from one heap; their number must be 1, "
                                            "3 or 4. Whoever cannot move loses.");
    expect_explanation("subtraction:1-2", "Take counters from one heap; their number must be 1 "
                                          "or 2. Whoever cannot move loses.");
    expect_explanation("subtraction:3-5", "Take counters from one heap; their number must be from "
                                          "3 to 5. Whoever cannot move loses.");
    expect_explanation("subtraction:5,1-3", "Take counters from one heap; their number must be 1 "
                                            "to 3 or 5. Whoever cannot move loses.");
    expect_explanation("subtraction:all-but-4", "Take counters from one heap, any number but 4. "
                                                "Whoever cannot move loses.");
    expect_explanation(
        "subtraction:all-but-1,4-9,misere",
        "Take counters from one heap, any number but 1 and 4 to 9. Whoever cannot move "
        "wins.");
    expect_explanation("subtraction:fibonacci,misere",
                       "Take counters from one heap; their number must be a Fibonacci number. "
                       "Whoever cannot move wins.");
    expect_explanation("take-away:3/2x+1",
                       "Take counters from the one heap, not all of them at first; after x were "
                       "taken, at most 3/2x+1, rounded down. Whoever cannot move loses.");
    expect_explanation("take-away:phi",
                       "Take counters from the one heap, not all of them at first; after x were "
                       "taken, at most phi x, rounded down. Whoever cannot move loses.");
    expect_explanation("take-away:sqrt(2)x+1",
                       "Take counters from the one heap, not all of them at first; after x were "
                       "taken, at most sqrt(2) x+1, rounded down. Whoever cannot move loses.");
    expect_explanation("take-away:1.0123456789x,misere",
                       "Take counters from the one heap, not all of them at first; after x were "
                       "taken, at most 1.0123456789x, rounded down. Whoever cannot move wins.");
    expect_explanation(
        "take-away:2x,local,misere",
        "Take counters from one heap. Each heap has a quota of its own: at first all "
        "but one of its counters; after x were taken from it, at most 2x. Whoever cannot "
        "move wins.");
    expect_explanation(
        "take-away:2x,global",
        "Take counters from one heap. There is one quota for all heaps: at first one less "
        "than the largest heap; after x were taken, at most 2x. Whoever cannot move "
        "loses.");
}

static void expect_octal(const char *rules, const char *words)
{
    struct text text = {0};
    words_explain(rules, LOOK_PLAIN, &text);
    struct text expected = {0};
    text_printf(&expected, "%s Whoever cannot move loses.", words);
    expect_text(&text, text_string(&expected));
    text_finish(&expected);
}

Test(words, octal_codes_say_what_may_be_taken_and_left)
{
    expect_octal("octal:0.6", "Take counters from one heap: 1, leaving one heap or two.");
    expect_octal("octal:0.45", "Take counters from one heap: 1, leaving two heaps; 2, leaving "
                               "nothing of it or two heaps.");
    expect_octal("octal:0.3022", "Take counters from one heap: 1, leaving nothing of it or one "
                                 "heap; 3 or 4, leaving one heap.");
    expect_octal("octal:0.5055501",
                 "Take counters from one heap: 1 or 3 to 5, leaving nothing of it or two heaps; 7, "
                 "leaving nothing of it.");
    expect_octal("octal:4.7", "Split a heap into two, or take counters from one: 1, leaving "
                              "nothing of it, one heap or two.");
    expect_octal("octal:4.0", "Split a heap into two.");
    expect_octal("hexadecimal:8.0", "Split a heap into three.");
    expect_octal("hexadecimal:c.0b",
                 "Split a heap into two or three, or take counters from one: 2, "
                 "leaving nothing of it, one heap or three.");
    expect_octal("hexadecimal:0.3f", "Take counters from one heap: 1, leaving nothing of it or one "
                                     "heap; 2, leaving nothing of it, one heap, two or three.");
    expect_octal("hexadecimal:0.c8", "Take counters from one heap: 1, leaving two heaps or three; "
                                     "2, leaving three heaps.");
    expect_explanation("octal:0.06,misere", "Take counters from one heap: 2, leaving one heap or "
                                            "two. Whoever cannot move wins.");
}

Test(words, endless_octal_codes_say_how_they_go_on)
{
    expect_octal("octal:0.3...", "Take counters from one heap: any number, leaving nothing of it "
                                 "or one heap.");
    expect_octal("octal:0.25...", "Take counters from one heap: 1, leaving one heap; 2 or more, "
                                  "leaving nothing of it or two heaps.");
    expect_octal("octal:0.(37)", "Take counters from one heap: 1, 3, ..., leaving nothing of it "
                                 "or one heap; 2, 4, ..., leaving nothing of it, one heap or two. "
                                 "The dots go on in steps of 2.");
    expect_octal(
        "octal:0.2(0337)",
        "Take counters from one heap: 1, leaving one heap; 3, 4, 7, 8, ..., leaving "
        "nothing of it or one heap; 5, 9, ..., leaving nothing of it, one heap or two. The "
        "dots go on in steps of 4.");
    expect_octal(
        "octal:0.(3733)",
        "Take counters from one heap: 1, 3 to 5, 7 to 9, ..., leaving nothing of it or one "
        "heap; 2, 6, ..., leaving nothing of it, one heap or two. The dots go on in steps "
        "of 4.");
}

enum { TOLD_TO = 12 };

/* What the words between two commas or semicolons add: "3", "3 to 5", "3 or more", "1 or 3". */
static void take_numbers(const char *words, bool told[TOLD_TO + 1])
{
    int first, last, len = 0;
    if (strncmp(words, "any number", strlen("any number")) == 0)
        first = 1, last = TOLD_TO;
    else if (sscanf(words, "%d to %d%n", &first, &last, &len) == 2)
        words += len;
    else if (sscanf(words, "%d or more%n", &first, &len) == 1 && len > 0)
        last = TOLD_TO;
    else if (sscanf(words, "%d%n", &first, &len) == 1)
        words += len, last = first;
    else
        cr_fatal("'%s' is no number", words);
    for (int k = first; k <= last && k <= TOLD_TO; k++)
        told[k] = true;
    if (strncmp(words, " or ", 4) == 0)
        take_numbers(words + 4, told);
    else if (strncmp(words, ", ", 2) == 0 && words[2] != 'l')
        take_numbers(words + 2, told);
}

/* The digit that leaves what these words say. */
static int digit_of(const char *words)
{
    size_t len = strcspn(words, ";.");
    int digit = 0;
    for (size_t i = 0; i < len; i++) {
        digit |= strncmp(words + i, "nothing", 7) == 0 ? OCTAL_LEAVE_NONE : 0;
        digit |= strncmp(words + i, "one heap", 8) == 0 ? OCTAL_LEAVE_ONE : 0;
        digit |= strncmp(words + i, "two", 3) == 0 ? OCTAL_LEAVE_TWO : 0;
        digit |= strncmp(words + i, "three", 5) == 0 ? OCTAL_LEAVE_THREE : 0;
    }
    return digit;
}

/* The words say of each number what its digit does. */
static void check_octal(const char *text)
{
    int told[TOLD_TO + 1] = {0};
    struct rules rules;
    struct error error;
    struct text words = {0};
    if (rules_parse(&rules, text, strlen(text), &error))
        return; /* no move at all */
    words_octal(rules.text, &words);
    const char *clause = strstr(text_string(&words), ": ");
    for (; clause; clause = strstr(clause, "; ")) {
        bool numbers[TOLD_TO + 1] = {false};
        clause += 2;
        take_numbers(clause, numbers);
        int digit = digit_of(strstr(clause, ", leaving ") + strlen(", leaving "));
        for (int k = 1; k <= TOLD_TO; k++)
            told[k] += numbers[k] ? digit : 0;
    }
    for (int k = 1; k <= TOLD_TO; k++)
        cr_assert_eq(told[k], octal_digit(&rules, k), "%s, %d: %s", text, k, text_string(&words));
    text_finish(&words);
}

Test(words, octal_codes_of_four_digits_are_told_exactly)
{
    for (int code = 0; code < 16 * 16 * 16 * 16; code++) {
        for (int form = 0; form < 3; form++) { /* plain, with a tail, with a gap */
            struct text text = {0};
            int a = code >> 12, b = code >> 8 & 15, c = code >> 4 & 15, d = code & 15;
            text_append_string(&text, form == 1 ? "hexadecimal:4." : "hexadecimal:0.");
            text_printf(&text, "%x%s%x%x%x", a, form == 2 ? "0" : "", b, c, d);
            text_append_string(&text, form == 1 ? "..." : "");
            check_octal(text_string(&text));
            text_finish(&text);
        }
    }
}

Test(words, of_long_octal_codes_the_beginning_is_told)
{
    expect_octal("octal:0.101010101010101",
                 "Take counters from one heap: 1, 3, 5, 7, 9, 11, ..., leaving nothing of it. The "
                 "code tells the rest: its digit k, counted from the point, is the sum of what "
                 "taking k may leave, 1 for nothing, 2 for one heap, 4 for two and 8 for three.");
    expect_octal("octal:0.10101010101", "Take counters from one heap: 1, 3, 5, 7, 9 or 11, leaving "
                                        "nothing of it.");
}

Test(words, rules_of_every_family_are_explained)
{
    static const char *const rules[] = {
        "nim",
        "take-away:x",
        "octal:0.(1234567)",
        "subtraction:2",
        "grundy",
        "wythoff",
        "take-away:3x,global",
        "chomp",
        "green-hackenbush",
        "silver-dollar",
        "turning:3",
        "silver-dollar,two-step",
        "date",
        "candy",
        "sticks",
        "sticks:5",
        "tactix",
        "northcott",
        "turning:twins",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct text text = {0};
        words_explain(rules[i], LOOK_PLAIN, &text);
        cr_expect_gt(strlen(text_string(&text)), strlen("Whoever cannot move loses.") + 20,
                     "%s: %s", rules[i], text_string(&text));
        text_finish(&text);
    }
}

Test(words, examples_of_positions_can_be_read)
{
    static const char *const basis[] = {
        "take-away:2x", "take-away:x,local", "take-away:3/2x,global", "nim",
        "octal:0.6",    "octal:4.7",         "subtraction:1,3",       "grundy",
        "chomp",        "wythoff",           "green-hackenbush",      "silver-dollar",
        "chomp",        "wythoff",           "green-hackenbush",      "date",
        "chomp",        "wythoff",           "green-hackenbush",      "sticks",
        "tactix",
    };
    for (size_t i = 0; i < 2 * (sizeof basis / sizeof *basis); i++) {
        struct rules rules;
        struct error error;
        struct position position = {0};
        struct text text = {0};
        text_printf(&text, "%s%s", basis[i / 2], i % 2 ? ",misere" : "");
        cr_assert_eq(rules_parse(&rules, text.bytes, text.len, &error), ERROR_NONE);
        const char *example = words_example(&rules);
        cr_assert_eq(position_parse(&rules, example, strlen(example), &position, &error),
                     ERROR_NONE, "%s: %s", rules.text, error.message);
        position_finish(&position);
        text_finish(&text);
    }
}

/* --- clocks --- */

static void expect_control(const char *control, const char *words)
{
    struct text text = {0};
    words_control(control, &text);
    expect_text(&text, words);
}

Test(words, a_time_control_is_said_in_seconds)
{
    expect_control("300+3", ", 300 seconds each and 3 more after each move");
    expect_control("0.5+0.05", ", 0.5 seconds each and 0.05 more after each move");
    expect_control("60+0", ", 60 seconds each");
    expect_control("30/move", ", 30 seconds for each move");
    expect_control("", "");
}

static void expect_time(int64_t ms, const char *words)
{
    struct text text = {0};
    words_time(ms, &text);
    expect_text(&text, words);
}

Test(words, a_time_is_said_more_exactly_when_it_is_short)
{
    expect_time(0, "0.0");
    expect_time(999, "0.9");
    expect_time(9999, "9.9");
    expect_time(10000, "0:10");
    expect_time(299999, "4:59");
    expect_time(3599999, "59:59");
    expect_time(3600000, "1:00:00");
    expect_time(1209600000, "336:00:00");
}

/* After one move; the second player's clock runs since 1000. */
static struct match match_with_clock(void)
{
    return (struct match){
        .first = "anna",
        .second = "ben",
        .clock = "60+0",
        .left_ms = {59000, 9500},
        .clock_since_ms = 1000,
        .clock_runs = true,
        .ply = 1,
    };
}

Test(words, both_clocks_are_told_ones_own_first)
{
    struct match match = match_with_clock();
    struct text text = {0};
    words_clocks(&match, 1000, &text);
    expect_text(&text, "anna 0:59, ben 9.5");
    match.seat = MATCH_SECOND;
    words_clocks(&match, 2300, &text);
    expect_text(&text, "you 8.2, anna 0:59");
    match.seat = MATCH_FIRST;
    words_clocks(&match, 60000, &text);
    expect_text(&text, "you 0:59, ben 0.0");
}

Test(words, the_time_of_a_move_is_told_with_what_was_given_back)
{
    struct text text = {0};
    words_taken((struct match_time){-1, -1}, &text);
    expect_text(&text, "");
    words_taken((struct match_time){2345, 99}, &text);
    expect_text(&text, " in 2.3 s");
    words_taken((struct match_time){2345, 250}, &text);
    expect_text(&text, " in 2.3 s (0.2 s of them given back)");
}

/* --- refusals --- */

static void expect_refusal(enum error_code code, const char *message, const char *words)
{
    struct error error;
    error_set(&error, code, "%s", message);
    cr_expect_str_eq(refusal_of(&error).words, words);
}

Test(words, a_refusal_does_not_speak_of_the_protocol)
{
    expect_refusal(ERROR_SERVER_STALLED, "the disk takes no writes: ask again after server.resumed",
                   "the server cannot store anything now; try again in a while");
    expect_refusal(ERROR_NO_SUCH_TOKEN, "there is no token 7: token.list shows yours",
                   "you have no token of this number; `takeaway tokens` lists yours");
    struct error error;
    error_set(&error, ERROR_BAD_ARGUMENTS, "'text' must be a text of 1 to 500 bytes");
    cr_expect_null(strstr(refusal_of(&error).words, "'text'"));
}

Test(words, a_refusal_commands_no_terminal)
{
    expect_refusal(ERROR_TOO_EARLY, "\x1b]0;owned\a", "?]0;owned?");
    expect_refusal(ERROR_NOT_PRIVATE, "use\n  ssh\x1b[2J\nhere", "use\n  ssh?[2J\nhere");
}

Test(words, a_refusal_leaves_the_servers_words_where_they_are_for_people)
{
    expect_refusal(ERROR_TOO_EARLY, "'ann' is connected", "'ann' is connected");
    expect_refusal(ERROR_TOO_EARLY, "it is your move in match 1", "it is your move in match 1");
    expect_refusal(ERROR_LIMIT_REACHED, "you play 2 matches", "you play 2 matches");
}
