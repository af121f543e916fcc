/* The coach's sentences: about a move that was made, and help in three steps. */
#include "common/words/coach.h"
#include "tests/suite.h"

#include <string.h>

SUITE(coach, 60);

/* A position with its solution; lesson_finish() it. */
struct lesson_position {
    struct rules rules;
    struct position position;
    struct solver *solver;
    struct solution solution;
};

static void learn(const char *rules, const char *position, struct lesson_position *lesson)
{
    struct error error;
    *lesson = (struct lesson_position){0};
    cr_assert_eq(rules_parse(&lesson->rules, rules, strlen(rules), &error), ERROR_NONE);
    cr_assert_eq(
        position_parse(&lesson->rules, position, strlen(position), &lesson->position, &error),
        ERROR_NONE);
    lesson->solver = solver_create(&lesson->rules);
    solution_find(lesson->solver, &lesson->position, &lesson->solution);
}

static void lesson_finish(struct lesson_position *lesson)
{
    position_finish(&lesson->position);
    solver_destroy(lesson->solver);
}

static void expect_text(struct text *text, const char *expected)
{
    cr_assert_str_eq(text_string(text), expected, "'%s' is not '%s'", text_string(text), expected);
    text_finish(text);
}

static void expect_about_move(const char *rules, const char *position, const char *move_text,
                              const char *mark_text, const char *expected)
{
    struct lesson_position lesson;
    struct move move;
    struct error error;
    struct text text = {0}, mark_printed = {0};
    learn(rules, position, &lesson);
    cr_assert_eq(
        move_parse(&lesson.rules, &lesson.position, move_text, strlen(move_text), &move, &error),
        ERROR_NONE);
    struct mark mark =
        coach_say_move(lesson.solver, &lesson.position, &lesson.solution, &move, &text);
    mark_print(&mark, &mark_printed);
    expect_text(&mark_printed, mark_text);
    expect_text(&text, expected);
    lesson_finish(&lesson);
}

static void expect_help(const char *rules, const char *position, enum coach_step step,
                        const char *expected)
{
    struct lesson_position lesson;
    struct text text = {0};
    learn(rules, position, &lesson);
    coach_say_help(&lesson.rules, &lesson.position, &lesson.solution, step, &text);
    expect_text(&text, expected);
    lesson_finish(&lesson);
}

Test(coach, says_of_a_move_what_became_of_the_win)
{
    expect_about_move("kayles", "5+8", "5>4", "+1", "Kept: the only winning move of 13.");
    expect_about_move("nim", "3+5+7", "5>4", "+3",
                      "Kept: one of 3 winning moves. Whatever your opponent answers, you can win.");
    expect_about_move("kayles", "5+8", "8>7", "-1",
                      "Thrown away: 1 of 13 moves kept the win. Now your opponent can win.");
    expect_about_move("nim", "3+5+6", "6>1", "0",
                      "It was lost already: whatever you play, your opponent can win.");
    expect_about_move("nim", "3+5+6", "3>2", "0",
                      "It was lost already, and this is the hardest move to answer.");
    expect_about_move("take-away:x", "3@1", "3>2", "+1",
                      "Kept: it was the only move, and it wins.");
}

Test(coach, says_of_the_last_move_who_has_won)
{
    expect_about_move("nim", "3", "3>0", "+1", "Won: your opponent has no move left.");
    expect_about_move("silver-dollar,one-step", "1$+5", "1>0", "+1", "Won: you took the dollar.");
    expect_about_move("silver-dollar,two-step", "0$+5", "take", "+1", "Won: you took the dollar.");
    expect_about_move("subtraction:2,3,clear", "3", "3>0", "+1", "Won: you took the last counter.");
    expect_about_move("odd-scoring", "1@1", "1>0", "+1", "Won: you made an even number of steps.");
    expect_about_move("nim,misere", "3", "3>0", "-1",
                      "Thrown away: 1 of 3 moves kept the win. This was the last move, and it "
                      "loses.");
    expect_about_move("nim,misere", "1", "1>0", "0",
                      "Lost: there was no other way, and the last move loses.");
}

Test(coach, helps_first_with_the_outcome)
{
    expect_help("kayles", "5+8", COACH_OUTCOME, "You can win: 1 of 13 moves keeps the win.");
    expect_help("nim", "3+5+7", COACH_OUTCOME, "You can win: 3 of 15 moves keep the win.");
    expect_help("nim", "1", COACH_OUTCOME, "You can win: every move keeps the win.");
    expect_help("nim", "3+5+6", COACH_OUTCOME,
                "No move wins here if your opponent plays well. Look for the one that is hardest "
                "to answer.");
}

Test(coach, helps_then_with_the_heap)
{
    expect_help("kayles", "5+8", COACH_PART, "The winning move is in the heap of 5.");
    expect_help("nim", "3+5+7", COACH_PART, "A winning move is in the heap of 3.");
    expect_help("nim", "3+5+6", COACH_PART,
                "The move that is hardest to answer is in the heap of 3.");
    expect_help("nim", "1+1", COACH_PART, "There is only one move.");
    expect_help("wythoff", "8+9", COACH_PART, "The winning move takes from both heaps.");
    expect_help("chomp", "4+4+2", COACH_PART, "The winning move bites into row 2.");
    expect_help("silver-dollar", "2+5+9", COACH_PART, "The winning move begins on square 9.");
    expect_help("turning:2", "2+5+9", COACH_PART, "The winning move begins with coin 9.");
    expect_help("turning:3", "100", COACH_PART, "You can win: turn coin 100 to tails.");
    expect_help("green-hackenbush", "0-1-2", COACH_PART,
                "The winning move cuts an edge that stands on the ground.");
    expect_help("green-hackenbush", "0-1-2+0-3", COACH_PART,
                "The winning move cuts an edge with 1 edge between it and the ground.");
}

Test(coach, says_of_a_single_heap_what_becomes_of_it)
{
    expect_help("fibonacci-nim", "44", COACH_PART, "A winning move takes at most 22.");
    expect_help("nim", "9", COACH_PART, "The winning move takes more than 5.");
    expect_help("kayles", "11", COACH_PART, "A winning move splits the heap in two.");
    expect_help("kayles", "2", COACH_PART, "The winning move leaves one heap or none.");
    expect_help("grundy", "18", COACH_PART,
                "A winning move leaves two heaps, the smaller of at most 4.");
}

Test(coach, says_of_a_board_where_the_move_begins)
{
    expect_help("nimble", "3+5+7", COACH_PART, "A winning move begins on square 3.");
    expect_help("plainim", "5+9", COACH_PART, "The winning move begins on row 2.");
    expect_help("plainim", "9", COACH_PART, "The winning move begins on column 8.");
    expect_help("tiouk-tiouk", "9+3", COACH_PART, "The winning move begins on row 2.");
    expect_help("two-sticks", "4+4+3", COACH_PART, "The winning move is in one of the rows 4.");
    expect_help("dawsons-kayles-with-pins", "11", COACH_PART, "A winning move begins with pin 3.");
    expect_help("dawsons-kayles-with-pins", "5+8", COACH_PART,
                "A winning move begins with pin 2 of row 5.");
    expect_help("dawsons-kayles-with-pins", "4+4+5", COACH_PART,
                "The move that is hardest to answer begins with pin 1 of one of the rows 4.");
    expect_help("dawsons-chess-with-pawns", "7+4", COACH_PART,
                "A winning move is on a board of 4 files.");
}

Test(coach, says_of_a_single_piece_on_a_board_how_far_it_goes)
{
    expect_help("odd-scoring", "15@0", COACH_PART, "The winning move goes more than 2 squares.");
    expect_help("nimble", "7", COACH_PART, "The winning move goes more than 4 squares.");
    expect_help("silver-dollar", "7", COACH_PART, "The winning move goes more than 3 squares.");
    expect_help("wythoff", "7", COACH_PART, "The winning move goes more than 4 squares.");
    expect_help("queen", "3+8", COACH_PART, "The winning move goes along the row.");
    expect_help("queen", "3+3", COACH_PART, "The winning move goes along the diagonal.");
}

Test(coach, says_of_a_board_of_pawns_what_is_left)
{
    expect_help("dawsons-chess-with-pawns", "11", COACH_PART, "A winning move leaves two boards.");
    expect_help("dawsons-chess-with-pawns", "3", COACH_PART,
                "The winning move leaves one board or none.");
}

Test(coach, helps_at_last_with_the_move)
{
    expect_help("fibonacci-nim", "44", COACH_MOVE,
                "You can win: take 2, leaving 42; or take 10, leaving 34.");
}

Test(coach, a_draw_is_kept_or_thrown_away)
{
    const char *rules = "subtraction:2,3,clear";
    expect_about_move(rules, "9", "9>6", "=1", "Kept: it is a draw if both play well.");
    expect_about_move(rules, "4", "4>1", "=1", "Kept: a draw, nobody can move.");
    expect_about_move(rules, "9", "9>7", "!1",
                      "Thrown away: 1 of 2 moves kept the draw. Now your opponent can win.");
    expect_about_move(
        rules, "12", "12>9", "/1",
        "Thrown away: 1 of 2 moves kept the win. Now it is a draw if both play well.");
    expect_about_move(rules, "3", "3>1", "/1",
                      "Thrown away: 1 of 2 moves kept the win. Nobody can move now: a draw.");
    expect_help(rules, "9", COACH_OUTCOME,
                "Nobody can force a win here: it is a draw if both play well. Look for a move that "
                "keeps it.");
    expect_help(
        rules, "9", COACH_MOVE,
        "It is a draw if both play well. To keep it: take 3 from the heap of 9, leaving 6.");
}
