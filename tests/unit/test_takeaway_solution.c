/* What `takeaway solve` says: of one position, and line by line. */
#include "client/show/json.h"
#include "client/study/batch.h"
#include "common/words/typed.h"
#include "common/words/why.h"
#include "tests/suite.h"

#include <string.h>

SUITE(takeaway_solution, 60);

/* A position with all that is said of it; solved_finish() it. */
struct solved {
    struct rules rules;
    struct position position;
    struct solver *solver;
    struct solution solution;
};

static void solve(const char *rules, const char *position, struct solved *solved)
{
    struct error error;
    *solved = (struct solved){0};
    cr_assert_eq(rules_parse(&solved->rules, rules, strlen(rules), &error), ERROR_NONE);
    cr_assert_eq(
        typed_problem_parse(&solved->rules, position, strlen(position), &solved->position, &error),
        ERROR_NONE);
    solved->solver = solver_create(&solved->rules);
    solution_find(solved->solver, &solved->position, &solved->solution);
}

static void solved_finish(struct solved *solved)
{
    position_finish(&solved->position);
    solver_destroy(solved->solver);
}

static void expect_text(struct text *text, const char *expected)
{
    cr_assert_str_eq(text_string(text), expected, "'%s' is not '%s'", text_string(text), expected);
    text_finish(text);
}

static void expect_solution(const char *rules, const char *position, const char *expected)
{
    struct text text = {0};
    struct solved solved;
    solve(rules, position, &solved);
    solution_print(&solved.rules, &solved.position, &solved.solution, &text);
    expect_text(&text, expected);
    solved_finish(&solved);
}

Test(takeaway_solution, tells_the_outcome_and_the_moves)
{
    expect_solution("nim", "3+5+7",
                    "Nim, position 3+5+7: heaps of 3, 5 and 7.\n"
                    "The next player wins (an N-position): whoever is to move can win.\n"
                    "Grundy value: 1\n"
                    "Winning moves (3): 3>2 5>4 7>6\n"
                    "Best move: 3>2\n");
    expect_solution("nim", "0",
                    "Nim, position 0: nothing is left.\n"
                    "The previous player wins (a P-position): whoever is to move loses against "
                    "best play.\n"
                    "Grundy value: 0\n"
                    "Winning moves: none\n"
                    "There is no legal move.\n");
    expect_solution("chomp", "2+1",
                    "Chomp, position 2+1: rows of 2 and 1 squares.\n"
                    "     1  2\n"
                    "  1  X  #\n"
                    "  2  #\n"
                    "The previous player wins (a P-position): whoever is to move loses against "
                    "best play.\n"
                    "Grundy value: 0\n"
                    "Winning moves: none\n"
                    "Hardest move to answer: 2+1>1+1\n");
}

Test(takeaway_solution, tells_a_picture_once)
{
    expect_solution("green-hackenbush", "0-1-2",
                    "Green Hackenbush, position 0-1-2, a picture of 2 edges.\n"
                    "The next player wins (an N-position): whoever is to move can win.\n"
                    "Grundy value: 2\n"
                    "Winning moves (1): 0-1\n"
                    "Best move: 0-1\n");
    expect_solution("green-hackenbush", "0",
                    "Green Hackenbush, position 0: nothing is left.\n"
                    "The previous player wins (a P-position): whoever is to move loses against "
                    "best play.\n"
                    "Grundy value: 0\n"
                    "Winning moves: none\n"
                    "There is no legal move.\n");
}

static void expect_hint(const char *rules, const char *position, const char *expected)
{
    struct text text = {0};
    struct solved solved;
    solve(rules, position, &solved);
    solution_say_move(&solved.rules, &solved.position, &solved.solution, &text);
    expect_text(&text, expected);
    solved_finish(&solved);
}

Test(takeaway_solution, a_hint_says_the_move)
{
    expect_hint("fibonacci-nim", "44", "You can win: take 2, leaving 42; or take 10, leaving 34.");
    expect_hint("nim", "3+5+7",
                "You can win: take 1 from the heap of 3, leaving 2; take 1 from the heap of 5, "
                "leaving 4; or take 1 from the heap of 7, leaving 6.");
    expect_hint("nim", "2+3+5+7+9+11",
                "You can win: take 1 from the heap of 3, leaving 2; take 1 from the heap of 5, "
                "leaving 4; or take 1 from the heap of 7, leaving 6; and more moves do.");
    expect_hint("nim", "1+1",
                "No move wins if the other plays well. The hardest to answer: take the whole heap "
                "of 1.");
    expect_hint("nim", "0", "");
}

Test(takeaway_solution, reads_heaps_as_people_write_them)
{
    static const char *const written[] = {"5 + 8", "5,8", "5 8", " 5, 8 ", "8+5"};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        struct text text = {0};
        struct solved solved;
        solve("kayles", written[i], &solved);
        position_print(&solved.rules, &solved.position, &text);
        expect_text(&text, "5+8");
        solved_finish(&solved);
    }
}

static void expect_values(const char *rules, const char *position, const char *expected)
{
    struct move_values values;
    struct text text = {0};
    struct error error;
    struct solved solved;
    solve(rules, position, &solved);
    cr_assert_eq(move_values_find(solved.solver, &solved.position, &values, &error), ERROR_NONE);
    move_values_print(&solved.rules, &solved.position, &values, &text);
    expect_text(&text, expected);
    move_values_finish(&values);
    solved_finish(&solved);
}

Test(takeaway_solution, lists_the_moves_by_the_values_that_they_lead_to)
{
    expect_values("kayles", "4",
                  "\nThe moves by the value that they lead to. No move leads to 1, the first value "
                  "that\nis missing, and so the position has the value 1 (the mex):\n"
                  "     0  4>1+1\n"
                  "     1  no move\n"
                  "     2  4>2\n"
                  "     3  4>1+2 4>3\n");
    expect_values("nim", "1+2",
                  "\nThe moves by the value that they lead to. No move leads to 3, the first value "
                  "that\nis missing, and so the position has the value 3 (the mex):\n"
                  "     0  2>1\n"
                  "     1  2>0\n"
                  "     2  1>0\n"
                  "     3  no move\n");
    expect_values("nim", "0",
                  "\nThe moves by the value that they lead to. No move leads to 0, the first value "
                  "that\nis missing, and so the position has the value 0 (the mex):\n"
                  "     0  no move\n");
}

Test(takeaway_solution, lists_no_values_where_there_are_none)
{
    struct move_values values;
    struct error error;
    struct solved solved;
    solve("kayles,misere", "4", &solved);
    cr_assert_eq(move_values_find(solved.solver, &solved.position, &values, &error), ERROR_USAGE);
    cr_assert(strstr(error.message, "in misere play") != NULL);
    solved_finish(&solved);
    solve("nim", "5000", &solved);
    cr_assert_eq(move_values_find(solved.solver, &solved.position, &values, &error), ERROR_USAGE);
    cr_assert(strstr(error.message, "more than 4096 moves") != NULL);
    solved_finish(&solved);
}

static void expect_explanation(const char *position, const char *expected)
{
    struct text figures = {0}, text = {0};
    struct solved solved;
    solve("nim", position, &solved);
    solver_explain(solved.solver, &solved.position, &figures);
    explanation_print(&figures, &text);
    expect_text(&text, expected);
    text_finish(&figures);
    solved_finish(&solved);
}

Test(takeaway_solution, nim_shows_its_heaps_in_binary_columns)
{
    expect_explanation(
        "3+5+12", "\nWhy:\n"
                  "  Bring 12 down to 6: then, in binary, each column has an even number of 1s\n"
                  "  (the nim-sum is 0). Every answer spoils that, and it can be restored.\n"
                  "   3    11\n"
                  "   5   101\n"
                  "  12  1100\n"
                  "  --  ----\n"
                  "  10  1010  the nim-sum\n"
                  "   6   110  after the move\n");
    expect_explanation(
        "1+2+3",
        "\nWhy:\n"
        "  No move wins: in binary each column has an even number of 1s (the nim-sum is 0),\n"
        "  and every move spoils that.\n"
        "  1   1\n"
        "  2  10\n"
        "  3  11\n"
        "  -  --\n"
        "  0   0  the nim-sum\n");
    expect_explanation("0", "");
}

/* The digits of 2^60 and their heap are as wide as a terminal. */
Test(takeaway_solution, nim_keeps_the_columns_of_large_heaps_below_each_other)
{
    expect_explanation("1152921504606846975+1152921504606846000+3",
                       "\nWhy:\n"
                       "  Bring 1152921504606846975 down to 1152921504606846003:\n"
                       "  then, in binary, each column has an even number of 1s\n"
                       "  (the nim-sum is 0). Every answer spoils that, and it can be restored.\n"
                       "  (Not shown: 50 columns on the left. They are even, and stay so.)\n"
                       "                    3          11\n"
                       "  1152921504606846000  0000110000\n"
                       "  1152921504606846975  1111111111\n"
                       "  -------------------  ----------\n"
                       "                  972  1111001100  the nim-sum\n"
                       "  1152921504606846003  0000110011  after the move\n");
    expect_explanation("1152921504606846975+3",
                       "\nWhy:\n"
                       "  Bring 1152921504606846975 down to 3:\n"
                       "  then, in binary, each column has an even number of 1s\n"
                       "  (the nim-sum is 0). Every answer spoils that, and it can be restored.\n"
                       "  The columns on the left, from 2^32 on:\n"
                       "                    3                             0\n"
                       "  1152921504606846975  1111111111111111111111111111\n"
                       "  -------------------  ----------------------------\n"
                       "  1152921504606846972  1111111111111111111111111111  the nim-sum\n"
                       "                    3                             0  after the move\n"
                       "  The columns on the right:\n"
                       "                    3                                11\n"
                       "  1152921504606846975  11111111111111111111111111111111\n"
                       "  -------------------  --------------------------------\n"
                       "  1152921504606846972  11111111111111111111111111111100  the nim-sum\n"
                       "                    3                                11  after the move\n");
}

Test(takeaway_solution, nim_sums_up_the_heaps_that_are_too_many_to_show)
{
    struct text figures = {0};
    struct solved solved;
    solve("nim", "1+1+2+3+3+3+3+3+3+3+3+3+3+3+9", &solved);
    solver_explain(solved.solver, &solved.position, &figures);
    cr_assert(strstr(text_string(&figures), "\n2    10  3 more heaps\n3    11\n") != NULL, "%s",
              text_string(&figures));
    text_finish(&figures);
    solved_finish(&solved);
}

static void play_line(struct solved *solved, int64_t moves_max, struct best_line *line)
{
    best_line_begin(line, solved->solver, &solved->position);
    while (!line->is_complete && line->count < moves_max)
        best_line_go_on(line);
}

static void expect_line(const char *rules, const char *position, int64_t moves_max,
                        const char *expected)
{
    struct solved solved;
    struct best_line line;
    struct text text = {0};
    solve(rules, position, &solved);
    play_line(&solved, moves_max, &line);
    best_line_print(&line, &text);
    expect_text(&text, expected);
    best_line_finish(&line);
    solved_finish(&solved);
}

Test(takeaway_solution, plays_on_to_the_end)
{
    expect_line("fibonacci-nim", "17", 1000,
                "\nBest play of both sides, 7 moves:\n"
                "  17>16 16>14 14>13 13>11 11>8 8>5 5>0\n");
    expect_line("nim", "1", 1000, "\nBest play of both sides, 1 move:\n  1>0\n");
    expect_line("nim", "0", 1000, "");
    expect_line("nim", "3", 0, "");
    expect_line("nim", "1000000+1000000", 2,
                "\nBest play of both sides:\n"
                "  1000000>999999 1000000>999999\n"
                "  ... and so on; after 2 moves 1999998 are still left.\n");
}

Test(takeaway_solution, shows_forty_moves_of_a_line_in_lines_of_a_hundred_bytes)
{
    struct solved solved;
    struct best_line line;
    struct text text = {0};
    solve("nim", "30+30", &solved);
    play_line(&solved, 1000, &line);
    cr_assert(line.is_complete);
    cr_assert_gt(line.count, 41);
    best_line_print(&line, &text);
    int width = 0, shown = 0;
    for (const char *c = text_string(&text); *c; c++) {
        width = *c == '\n' ? 0 : width + 1;
        shown += *c == '>';
        cr_assert_leq(width, 100);
    }
    cr_assert_eq(shown, 40);
    cr_assert_not_null(strstr(text_string(&text), " more moves to the end.\n"));
    text_finish(&text);
    best_line_finish(&line);
    solved_finish(&solved);
}

Test(takeaway_solution, prints_json)
{
    struct solved solved;
    const char *rules, *position, *outcome, *best;
    int grundy, count, truncated;
    json_t *moves;
    solve("nim", "3+5+7", &solved);
    json_t *value = json_of_solution(&solved.rules, &solved.position, &solved.solution);
    cr_assert_eq(json_unpack(value, "{s:s, s:s, s:s, s:i, s:o, s:i, s:b, s:s !}", "rules", &rules,
                             "position", &position, "outcome", &outcome, "grundy", &grundy,
                             "winning_moves", &moves, "winning_count", &count, "truncated",
                             &truncated, "best", &best),
                 0);
    cr_assert_str_eq(rules, "nim");
    cr_assert_str_eq(position, "3+5+7");
    cr_assert_str_eq(outcome, "N");
    cr_assert_eq(grundy, 1);
    cr_assert_eq(count, 3);
    cr_assert_not(truncated);
    cr_assert_str_eq(json_string_value(json_array_get(moves, 2)), "7>6");
    cr_assert_str_eq(best, "3>2");
    json_decref(value);
    solved_finish(&solved);
}

/* Every heap has the highest bit of the nim-sum, for they are odd in number. */
Test(takeaway_solution, lists_a_thousand_winning_moves_and_says_that_there_are_more)
{
    struct solved solved;
    struct text position = {0}, text = {0};
    for (int heap = 4097; heap <= 4097 + 1020; heap++)
        text_printf(&position, "%s%d", heap > 4097 ? "+" : "", heap);
    solve("nim", text_string(&position), &solved);
    json_t *value = json_of_solution(&solved.rules, &solved.position, &solved.solution);
    cr_assert_eq(json_array_size(json_object_get(value, "winning_moves")), 1000);
    cr_assert_eq(json_integer_value(json_object_get(value, "winning_count")), 1021);
    cr_assert_eq(json_typeof(json_object_get(value, "truncated")), JSON_TRUE);
    solution_print(&solved.rules, &solved.position, &solved.solution, &text);
    cr_assert_not_null(strstr(text_string(&text), "\nWinning moves (1021, the first 50): 4097>"));
    json_decref(value);
    text_finish(&position);
    text_finish(&text);
    solved_finish(&solved);
}

Test(takeaway_solution, a_line_becomes_arrays_in_json)
{
    struct solved solved;
    struct best_line line;
    solve("fibonacci-nim", "5", &solved);
    play_line(&solved, 1000, &line);
    json_t *moves = json_of_pieces(&line.moves, ' ');
    cr_assert_eq(json_array_size(moves), (size_t)line.count);
    cr_assert_str_eq(json_string_value(json_array_get(moves, 0)), "5>3");
    struct text figures = {0};
    text_append_string(&figures, "one\n\nthree\n");
    json_t *lines = json_of_pieces(&figures, '\n');
    cr_assert_eq(json_array_size(lines), 3);
    cr_assert_str_eq(json_string_value(json_array_get(lines, 2)), "three");
    json_decref(lines);
    json_decref(moves);
    text_finish(&figures);
    best_line_finish(&line);
    solved_finish(&solved);
}

/* --- line by line --- */

static void expect_answer(struct batch *batch, const char *line, const char *expected)
{
    struct text text = {0};
    batch_answer(batch, line, strlen(line), &text);
    expect_text(&text, expected);
}

Test(takeaway_solution, a_batch_answers_each_line_with_an_object)
{
    struct batch batch;
    batch_init(&batch, false);
    expect_answer(
        &batch, "nim 3+5+7",
        "{\"rules\": \"nim\", \"position\": \"3+5+7\", \"outcome\": \"N\", \"grundy\": 1, "
        "\"winning_moves\": [\"3>2\", \"5>4\", \"7>6\"], \"winning_count\": 3, "
        "\"truncated\": false, \"best\": \"3>2\"}\n");
    expect_answer(&batch, "  nim,misere\t1+0 \r",
                  "{\"error\": \"POSITION: at 3: a sum has no heap of 0 (0 alone is the empty "
                  "position); for example 3+5+7\", \"line\": 2}\n");
    expect_answer(
        &batch, "nim,misere 1",
        "{\"rules\": \"nim,misere\", \"position\": \"1\", \"outcome\": \"P\", \"grundy\": "
        "null, \"winning_moves\": [], \"winning_count\": 0, \"truncated\": false, "
        "\"best\": \"1>0\"}\n");
    expect_answer(
        &batch, "nim 2",
        "{\"rules\": \"nim\", \"position\": \"2\", \"outcome\": \"N\", \"grundy\": 2, "
        "\"winning_moves\": [\"2>0\"], \"winning_count\": 1, \"truncated\": false, \"best\": "
        "\"2>0\"}\n");
    expect_answer(
        &batch, "kayles 0",
        "{\"rules\": \"octal:0.77\", \"position\": \"0\", \"outcome\": \"P\", \"grundy\": "
        "0, \"winning_moves\": [], \"winning_count\": 0, \"truncated\": false, \"best\": "
        "null}\n");
    batch_finish(&batch);
}

Test(takeaway_solution, a_batch_passes_over_comments_and_goes_on_after_bad_lines)
{
    struct batch batch;
    batch_init(&batch, false);
    expect_answer(&batch, "", "");
    expect_answer(&batch, " \t\r", "");
    expect_answer(&batch, " # nim 3", "");
    expect_answer(&batch, "nim",
                  "{\"error\": \"a position was expected after the rules, as in 'nim 3+5+7'\", "
                  "\"line\": 4}\n");
    expect_answer(&batch, "nim 1 2",
                  "{\"error\": \"nothing was expected after the position: a line is RULES "
                  "POSITION\", \"line\": 5}\n");
    expect_answer(&batch, "nim 3+x",
                  "{\"error\": \"POSITION: at 3 ('x'): a number was expected; for example 3+5+7\", "
                  "\"line\": 6}\n");
    expect_answer(&batch, "take-away:2 5",
                  "{\"error\": \"RULES: at 12 (the end): x was expected\", \"line\": 7}\n");
    expect_answer(
        &batch, "nim \xFF\xFE",
        "{\"error\": \"POSITION: at 1 (byte 0xFF): a number was expected; for example 3+5+7\", "
        "\"line\": "
        "8}\n");
    batch_finish(&batch);
}

Test(takeaway_solution, a_batch_takes_positions_of_sixteen_kilobytes_and_refuses_longer_lines)
{
    struct batch batch;
    struct text line = {0}, answer = {0};
    batch_init(&batch, false);
    text_append_string(&line, "nim 1");
    while (line.len < strlen("nim ") + POSITION_TEXT_MAX - 16)
        text_append_string(&line, "+100000000000000");
    batch_answer(&batch, text_string(&line), line.len, &answer);
    cr_assert_null(strstr(text_string(&answer), "error"), "%s", text_string(&answer));
    text_clear(&answer);
    while (line.len <= BATCH_LINE_MAX)
        text_append_string(&line, "+1");
    batch_answer(&batch, text_string(&line), line.len, &answer);
    expect_text(&answer, "{\"error\": \"the line is over 16896 bytes\", \"line\": 2}\n");
    text_finish(&line);
    batch_finish(&batch);
}

Test(takeaway_solution, numbers_beyond_63_bits_are_texts)
{
    struct batch batch;
    struct text answer = {0};
    const char *line = "laskers-nim 9223372036854775807";
    batch_init(&batch, false);
    batch_answer(&batch, line, strlen(line), &answer);
    cr_assert_not_null(strstr(text_string(&answer), "\"grundy\": \"9223372036854775808\""), "%s",
                       text_string(&answer));
    text_finish(&answer);
    batch_finish(&batch);
}

Test(takeaway_solution, a_batch_keeps_the_tables_for_further_lines)
{
    struct batch batch;
    struct rules rules;
    struct error error;
    struct text answer = {0};
    const char *rules_text = "take-away:2x,local", *line = "take-away:2x,local 5";
    batch_init(&batch, false);
    batch_answer(&batch, line, strlen(line), &answer);
    cr_assert_eq(rules_parse(&rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    struct solver *solver = solver_shelf_take(batch.shelf, &rules);
    cr_assert_gt(solver_memory(solver), 0); /* a new one has no tables */
    solver_shelf_give_back(batch.shelf, solver);
    text_finish(&answer);
    batch_finish(&batch);
}

Test(takeaway_solution, a_batch_answers_with_certificates)
{
    struct batch batch;
    batch_init(&batch, true);
    expect_answer(&batch, "# none", "");
    expect_answer(&batch, "nim 3+5+7",
                  "takeaway certificate 1\nrules nim\nposition 3+5+7\nverdict N leave 2+5+7\n"
                  "theorem nim-sum [Sprague] [Grundy]\nsum 3+5+7 values 3 5 7 nim-sum 1\n"
                  "sum 2+5+7 values 2 5 7 nim-sum 0\nvalues size [Bouton]\nend\n");
    expect_answer(&batch, "grundy,misere 2",
                  "takeaway certificate 1\nrules grundy,misere\nposition 2\nverdict N over\nend\n");
    expect_answer(
        &batch, "nim 3+x",
        "refused: line 4: POSITION: at 3 ('x'): a number was expected; for example 3+5+7\n");
    batch_finish(&batch);
}

Test(takeaway_solution, a_certificate_of_more_moves_than_the_limit_is_refused)
{
    struct batch batch;
    batch_init(&batch, true);
    expect_answer(&batch, "grundy 1500",
                  "refused: line 1: grundy: a certificate lists 500000 moves at most, and this one "
                  "needs more\n");
    expect_answer(&batch, "take-away:2x,global 100+100+100",
                  "refused: line 2: take-away:2x,global: a certificate lists 500000 moves at most, "
                  "and this one needs more\n");
    batch_finish(&batch);
}
