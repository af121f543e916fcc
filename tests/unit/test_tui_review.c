/* The review of a match: its steps, its sentences, its screen. */
#include "client/show/record.h"
#include "client/tui/review_page.h"
#include "common/judge/judge.h"
#include "common/words/review.h"
#include "review_match.h"
#include "tests/suite.h"

#include <inttypes.h>
#include <string.h>

SUITE(tui_review, 60);

/* What a page has of a terminal of 80x24. */
enum { ROWS = 21, COLUMNS = 80 };

/* A judged match under review, as its page has it. */
struct review {
    struct replay replay;
    struct solver *solver;
    struct choice choice;
    bool has_move;
    struct text result, move, worth, winning, figures;
    struct canvas canvas;
    struct text screen;
    int below;
};

/* --- a match --- */

static void judge(struct review *review)
{
    struct text start = {0}, marks = {0};
    struct error error;
    const struct match *match = review->replay.match;
    position_print(&match->rules, &match->start, &start);
    cr_assert_eq(judge_match(review->solver, text_string(&start), text_string(&match->moves), NULL,
                             &marks, &error),
                 ERROR_NONE, "%s", error.message);
    cr_assert(replay_judge(&review->replay, text_string(&marks)), "%s", text_string(&marks));
    text_finish(&start);
    text_finish(&marks);
}

static void begin(struct review *review, struct match *match)
{
    *review = (struct review){.solver = solver_create(&match->rules)};
    replay_begin(&review->replay, match);
    text_append_string(&review->result, "ann won: ben has no move left.");
}

/* ann throws the win away with her first move, ben with his first; from then on she keeps it. */
static void begin_fibonacci(struct review *review, const char *seat)
{
    begin(review, review_match("take-away:2x", "20",
                               "20>15 15>14 14>13 13>12 12>10 10>8 8>7 7>5 5>4 4>3 3>2 2>0", seat,
                               "normal", "second"));
    judge(review);
}

static void finish(struct review *review)
{
    struct text *texts[] = {&review->result,  &review->move,    &review->worth,
                            &review->winning, &review->figures, &review->screen};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        text_finish(texts[i]);
    replay_finish(&review->replay);
    choice_finish(&review->choice);
    canvas_finish(&review->canvas);
    solver_destroy(review->solver);
}

/* --- a stop --- */

static void solve(struct review *review)
{
    const struct position *position = &review->replay.walk.position;
    static struct solution solution;
    if (position_is_over(&review->replay.match->rules, position)) {
        review_say_worth(&review->replay, NULL, &review->worth);
        return;
    }
    solution = (struct solution){0};
    solution_find(review->solver, position, &solution);
    solver_explain(review->solver, position, &review->figures);
    replay_judge_start(&review->replay, solution.outcome);
    review_say_worth(&review->replay, solution.outcome != OUTCOME_P ? &solution.best : NULL,
                     &review->worth);
    review_say_winning(&review->replay, &solution, &review->winning);
}

static void stop_at(struct review *review, int64_t stop)
{
    struct match_step step;
    text_clear(&review->move);
    text_clear(&review->worth);
    text_clear(&review->winning);
    text_clear(&review->figures);
    replay_go(&review->replay, stop);
    review->has_move = replay_step(&review->replay, &step);
    if (review->has_move) {
        choice_begin(&review->choice, &review->replay.match->rules, &review->replay.walk.position);
        choice_set(&review->choice, &step.move);
    }
    review_say_move(&review->replay, &review->move);
    solve(review);
}

static struct review_view view_of(struct review *review)
{
    return (struct review_view){
        .replay = &review->replay,
        .choice = review->has_move ? &review->choice : NULL,
        .result = text_string(&review->result),
        .move = text_string(&review->move),
        .worth = text_string(&review->worth),
        .winning = text_string(&review->winning),
        .figures = text_string(&review->figures),
    };
}

static void draw_view(struct review *review, const struct review_view *view, int rows, int columns,
                      bool has_unicode)
{
    text_clear(&review->screen);
    canvas_clear(&review->canvas, rows, columns, has_unicode);
    review->below = review_draw(view, &review->canvas, canvas_area(&review->canvas));
    canvas_print(&review->canvas, false, &review->screen);
}

static void draw(struct review *review)
{
    struct review_view view = view_of(review);
    draw_view(review, &view, ROWS, COLUMNS, false);
}

static void expect_screen(const struct review *review, const char *expected)
{
    cr_assert_str_eq(text_string(&review->screen), expected, "\n%s\nis not\n%s",
                     text_string(&review->screen), expected);
}

static bool shows(const struct review *review, const char *words)
{
    return strstr(text_string(&review->screen), words) != NULL;
}

static void expect_worth(struct review *review, int64_t stop, const char *expected)
{
    stop_at(review, stop);
    cr_assert_str_eq(text_string(&review->worth), expected, "'%s' is not '%s'",
                     text_string(&review->worth), expected);
}

/* --- the sentences --- */

Test(tui_review, says_which_move_would_have_won)
{
    struct review review;
    begin_fibonacci(&review, "first");
    expect_worth(
        &review, 1,
        "Your first mistake. You had a winning move here, the only one: take 2, leaving 18. You chose to take "
        "5, leaving 15, and from then on ben could win.");
    finish(&review);
}

Test(tui_review, says_that_a_win_was_kept_or_lost_already)
{
    struct review review;
    begin_fibonacci(&review, "first");
    expect_worth(
        &review, 2,
        "ben had a winning move here, the only one: take 2, leaving 13. ben chose to take 1, leaving 14, "
        "and from then on you could win.");
    expect_worth(&review, 3, "The only winning move: whatever ben answers, you can win.");
    expect_worth(&review, 7,
                 "There was no winning move here: after any move ben could win. And ben kept "
                 "the win.");
    expect_worth(&review, 4,
                 "There was no winning move here: after any move you could win. But you threw the "
                 "win away on the next move.");
    finish(&review);
}

Test(tui_review, says_who_took_the_dollar)
{
    struct review review;
    begin(&review,
          review_match("silver-dollar,one-step", "1$+5", "1>0", "first", "normal", "first"));
    judge(&review);
    expect_worth(&review, 1, "The only winning move: it takes the dollar.");
    finish(&review);
}

Test(tui_review, names_both_players_to_a_spectator)
{
    struct review review;
    begin_fibonacci(&review, NULL);
    expect_worth(&review, 3, "The only winning move: whatever ben answers, ann can win.");
    finish(&review);
}

Test(tui_review, ends_with_how_the_win_changed_hands)
{
    struct review review;
    begin_fibonacci(&review, NULL);
    expect_worth(
        &review, 13,
        "At the start ann could win with best play. A win was thrown away 3 times, first by "
        "ann, with move 1.");
    finish(&review);
}

static void expect_end_of(const char *moves, const char *seat, const char *ending,
                          const char *winner, const char *expected)
{
    struct review review;
    begin(&review, review_match("nim", "1+2", moves, seat, ending, winner));
    judge(&review);
    expect_worth(&review, INT64_MAX, expected);
    finish(&review);
}

static void expect_end(const char *moves, const char *expected)
{
    expect_end_of(moves, NULL, "normal", "first", expected);
}

Test(tui_review, tells_at_the_end_whether_a_move_threw_a_win_away)
{
    expect_end("2>1 1>0 1>0",
               "At the start ann could win with best play, and nobody threw a win away.");
    expect_end("2>0 1>0",
               "At the start ann could win with best play. A win was thrown away once by "
               "ann, with move 1.");
}

Test(tui_review, tells_at_the_end_whether_the_ending_threw_a_win_away)
{
    expect_end_of("", NULL, "resignation", "second",
                  "ann resigned in a won position: to take 1 from the heap of 2, leaving 1, would "
                  "have kept the win.");
    expect_end_of("", "first", "resignation", "second",
                  "You resigned in a won position: to take 1 from the heap of 2, leaving 1, would "
                  "have kept the win.");
    expect_end_of(
        "2>0", "second", "time", "first",
        "You ran out of time in a won position: to take the whole heap of 1 would have "
        "kept the win. At the start ann could win with best play. Before the end a win was "
        "thrown away once by ann, with move 1.");
    expect_end_of("2>1", "first", "abandoned", "second",
                  "You were gone too long in a won position: ben was to move, and had no winning "
                  "move. At the start you could win with best play, and no move threw a win away.");
    expect_end_of(
        "2>1", "second", "resignation", "second",
        "ann resigned in a won position: you were to move, and had no winning move. At the "
        "start ann could win with best play, and no move threw a win away.");
}

Test(tui_review, tells_wins_that_became_draws_and_draws_that_were_lost)
{
    struct review review;
    begin(&review, review_match("subtraction:2,3,clear", "12", "12>9 9>7 7>4 4>1", "first", "draw",
                                "nobody"));
    judge(&review);
    expect_worth(&review, 1,
                 "Your first mistake. You had a winning move here, the only one: take 2 from the "
                 "heap of 12, leaving 10. You chose to take 3 from the heap of 12, leaving 9, and "
                 "from then on it was a draw with best play.");
    expect_worth(
        &review, 2,
        "It was a draw with best play; ben had one move that kept it: take 3 from the "
        "heap of 9, leaving 6. ben chose to take 2 from the heap of 9, leaving 7, and from "
        "then on you could win.");
    expect_worth(&review, 4, "It was a draw with best play, and the move keeps it.");
    expect_worth(&review, 5,
                 "At the start you could win with best play. Moves that threw a win or a draw "
                 "away: 3, the first by you, move 1.");
    finish(&review);
}

Test(tui_review, tells_you_that_you_threw_a_draw_away)
{
    struct review review;
    begin(&review,
          review_match("subtraction:2,3,clear", "9", "9>7", "first", "resignation", "second"));
    judge(&review);
    expect_worth(&review, 1,
                 "Your first mistake. It was a draw with best play; you had one move that kept it: "
                 "take 3 from the heap of 9, leaving 6. You chose to take 2 from the heap of 9, "
                 "leaving 7, and from then on ben could win.");
    finish(&review);
}

Test(tui_review, tells_who_decides_a_match_by_the_last_move)
{
    struct review review;
    begin(&review, review_match("subtraction:2,3,clear", "3", "3>0", "first", "normal", "first"));
    judge(&review);
    expect_worth(&review, 1, "The only winning move: it takes the last counter.");
    finish(&review);
    begin(&review, review_match("odd-scoring", "1@1", "1>0", "second", "normal", "first"));
    judge(&review);
    expect_worth(&review, 1, "The only winning move: ann made an even number of steps.");
    finish(&review);
}

Test(tui_review, tells_at_the_end_that_a_draw_was_given_up)
{
    struct review review;
    begin(&review, review_match("subtraction:2,3,clear", "9", "9>6", NULL, "resignation", "first"));
    judge(&review);
    expect_worth(&review, 2,
                 "ben resigned in a position that was a draw with best play. At the start it was a "
                 "draw with best play, and nothing was thrown away before the end.");
    stop_at(&review, 2);
    draw(&review);
    cr_assert(shows(&review, "-- ! threw the draw away at the end ---"), "%s",
              text_string(&review.screen));
    finish(&review);
}

Test(tui_review, tells_at_the_end_that_a_position_was_lost_anyway)
{
    expect_end_of("2>1", NULL, "time", "first",
                  "ben ran out of time in a lost position: after any move ann could win. At the "
                  "start ann could win with best play, and nobody threw a win away.");
    expect_end_of(
        "2>0", NULL, "resignation", "second",
        "ann resigned in a lost position: ben was to move, and had a winning move. At the "
        "start ann could win with best play. A win was thrown away once by ann, with "
        "move 1.");
    expect_end_of("2>1", NULL, "aborted", "nobody",
                  "At the start ann could win with best play, and nobody threw a win away.");
    expect_end_of("", NULL, "unstarted", "nobody", "");
}

/* Whatever the ending: nobody reads that no win was thrown away where the loser gave up a won
 * position. */
Test(tui_review, says_what_is_true_of_every_ending)
{
    static const char *const endings[] = {"resignation", "time",    "abandoned", "stall",
                                          "disconnect",  "illegal", "protocol"};
    static const char *const moves[] = {"", "2>1", "2>0", "1>0", "2>1 1>0", "2>0 1>0"};
    static const char *const seats[] = {NULL, "first", "second"};
    for (int i = 0; i < 7 * 6 * 3 * 2; i++) {
        struct review review;
        const char *winner = i % 2 ? "first" : "second", *ending = endings[i / 2 % 7];
        begin(&review,
              review_match("nim", "1+2", moves[i / 14 % 6], seats[i / 84], ending, winner));
        judge(&review);
        int64_t end = review.replay.match->ply + 1;
        stop_at(&review, end);
        bool is_over =
            position_is_over(&review.replay.match->rules, &review.replay.match->position);
        bool mover_wins =
            !is_over && solver_outcome(review.solver, &review.replay.match->position) == OUTCOME_N;
        bool first_wins = mover_wins == (end % 2 == 1);
        bool is_mistake = first_wins != (i % 2 == 1);
        const char *said = text_string(&review.worth);
        cr_expect_eq(replay_is_mistake(&review.replay, end), is_mistake, "%s", said);
        cr_expect_eq(strstr(said, "in a won position") != NULL, is_mistake, "%s", said);
        cr_expect_eq(strstr(said, "in a lost position") != NULL, !is_mistake, "%s", said);
        cr_expect_not(is_mistake && strstr(said, "nobody threw"), "%s", said);
        for (int player = 0; player < 2; player++) {
            const struct mark_sums *sums = &review.replay.sums[player];
            cr_expect_eq(sums->won, sums->kept + sums->thrown);
        }
        finish(&review);
    }
}

/* --- the steps --- */

static void expect_stop(struct review *review, int64_t asked, int64_t expected,
                        const char *position)
{
    struct text text = {0};
    replay_go(&review->replay, asked);
    cr_expect_eq(review->replay.stop, expected);
    position_print(&review->replay.match->rules, &review->replay.walk.position, &text);
    cr_expect_str_eq(text_string(&text), position, "%s", text_string(&text));
    text_finish(&text);
}

Test(tui_review, goes_to_any_stop_from_any_other)
{
    struct review review;
    begin(&review, review_match("nim", "3+5", "5>3 3>2 3>2", NULL, "resignation", "second"));
    expect_stop(&review, 1, 1, "3+5");
    expect_stop(&review, 3, 3, "2+3");
    expect_stop(&review, 2, 2, "3+3");
    expect_stop(&review, 99, 4, "2+2");
    expect_stop(&review, 4, 4, "2+2");
    expect_stop(&review, -5, 1, "3+5");
    finish(&review);
}

static void expect_next_mistake(struct review *review, int64_t from, int64_t expected)
{
    replay_go(&review->replay, from);
    cr_expect_eq(replay_next_mistake(&review->replay), expected, "from %" PRId64, from);
}

Test(tui_review, finds_the_next_mistake_by_a_move_or_by_the_ending)
{
    struct review review;
    begin_fibonacci(&review, NULL);
    expect_next_mistake(&review, 1, 2);
    expect_next_mistake(&review, 2, 5);
    expect_next_mistake(&review, 5, 0);
    expect_next_mistake(&review, 13, 0);
    cr_expect_eq(replay_first_mistake(&review.replay, MATCH_SPECTATOR), 1);
    cr_expect_eq(replay_first_mistake(&review.replay, MATCH_SECOND), 2);
    cr_assert(replay_judge(&review.replay, "+1 0 +1 0 +1 0 +1 0 +1 0 +1 0"));
    expect_next_mistake(&review, 1, 0);
    finish(&review);
    begin(&review, review_match("nim", "3+5", "5>3 3>2", NULL, "time", "second"));
    judge(&review);
    expect_next_mistake(&review, 1, 3);
    expect_next_mistake(&review, 3, 0);
    cr_expect_eq(replay_seat_of_mistake(&review.replay, 3), MATCH_FIRST);
    cr_expect_eq(review.replay.sums[0].won, 2);
    cr_expect_eq(review.replay.sums[0].thrown, 1);
    finish(&review);
}

Test(tui_review, takes_only_marks_that_are_one_for_each_move)
{
    struct review review;
    begin(&review, review_match("nim", "3+5", "5>3 3>2", NULL, "resignation", "second"));
    cr_assert_not(replay_judge(&review.replay, ""));
    cr_assert_not(replay_judge(&review.replay, "+1"));
    cr_assert_not(replay_judge(&review.replay, "+1 0 0"));
    cr_assert_not(replay_judge(&review.replay, "+1 x"));
    cr_assert_null(replay_mark(&review.replay, 1));
    cr_assert(replay_judge(&review.replay, "-1 +2"));
    cr_assert_eq(replay_first_mistake(&review.replay, MATCH_SPECTATOR), 1);
    cr_assert_eq(review.replay.sums[1].kept, 1);
    cr_assert_null(replay_mark(&review.replay, 3));
    cr_assert_null(replay_mark(&review.replay, 0));
    finish(&review);
}

/* --- the screen --- */

/* Which stop a press on the cell leads to; 0: none. */
static int64_t pressed(const struct review *review, int row, int column)
{
    struct stroke stroke;
    if (!canvas_target_at(&review->canvas, row, column, &stroke) || stroke.kind != STROKE_CHOOSE)
        return 0;
    return stroke.code;
}

Test(tui_review, shows_a_move_with_its_worth_and_its_figures)
{
    struct review review;
    begin_fibonacci(&review, "first");
    stop_at(&review, 1);
    draw(&review);
    expect_screen(
        &review,
        "ann won: ben has no move left.\n"
        "                could win  kept  threw away  + kept  x threw away  . lost  | end\n"
        "you                     3     1           2  x + x . . . |\n"
        "ben                     5     4           1   x . + + + +\n"
        "Move 1 of 12: you take 5, leaving 15\n"
        "> 20  o|o o o o o o o o o o o o o o . . . . .  leaves 15\n"
        "-- x threw the win away --------------------------------------------------------\n"
        "Your first mistake. You had a winning move here, the only one: take 2, leaving\n"
        "18. You chose to take 5, leaving 15, and from then on ben could win.\n"
        "The winning move: take 2, leaving 18.\n"
        "Take 2, the smallest part of 20 = 13 + 5 + 2.\n"
        "The opponent may then take at most 4: the next part, 5, cannot be taken whole.\n"
        "After any answer the smallest part of the rest may be taken again, and so on.\n"
        "Such parts are Fibonacci numbers 1, 2, 3, 5, 8, ..., no two of them neighbours.\n"
        "\n\n\n\n\n\n\n");
    finish(&review);
}

Test(tui_review, shows_the_nim_sum_in_columns)
{
    struct review review;
    begin(&review, review_match("nim", "3+5+7", "3>2 7>6", NULL, "resignation", "first"));
    judge(&review);
    stop_at(&review, 1);
    draw(&review);
    expect_screen(
        &review,
        "ann won: ben has no move left.\n"
        "                could win  kept  threw away  + kept  x threw away  . lost  | end\n"
        "ann                     1     1           0  + |\n"
        "ben                     0     0           0   .\n"
        "Move 1 of 2: ann takes 1 from the heap of 3, leaving 2\n"
        "> 3  o o .  leaves 2\n"
        "  5  o o o o o\n"
        "  7  o o o o o o o\n"
        "-- + kept the win --------------------------------------------------------------\n"
        "A winning move: whatever ben answers, ann can win.\n"
        "3 winning moves: take 1 from the heap of 3, leaving 2; take 1 from the heap of\n"
        "5, leaving 4; take 1 from the heap of 7, leaving 6.\n"
        "Bring 3 down to 2: then, in binary, each column has an even number of 1s\n"
        "(the nim-sum is 0). Every answer spoils that, and it can be restored.\n"
        "3   11\n"
        "5  101\n"
        "7  111\n"
        "-  ---\n"
        "1    1  the nim-sum\n"
        "2   10  after the move\n\n");
    cr_assert_eq(review.below, 0);
    finish(&review);
}

/* The ending has a mark and a count of its own. */
Test(tui_review, shows_a_resignation_that_threw_the_win_away)
{
    struct review review;
    begin(&review,
          review_match("take-away:2x", "20", "20>18 18>16", "first", "resignation", "second"));
    judge(&review);
    stop_at(&review, 3);
    draw(&review);
    cr_assert(shows(&review, "  + kept  x threw away  . lost  ! end\n"
                             "you                     2     1           1  + !\n"
                             "ben                     0     0           0   .\n"
                             "After 2 moves\n"),
              "%s", text_string(&review.screen));
    cr_assert(shows(&review, "-- ! threw the win away at the end ---"));
    cr_assert(
        shows(&review,
              "You resigned in a won position: to take 3, leaving 13, would have kept the win."));
    struct review_view view = view_of(&review);
    view.hides_marks = true;
    draw_view(&review, &view, ROWS, COLUMNS, false);
    cr_assert_not(shows(&review, "!"), "%s", text_string(&review.screen));
    finish(&review);
}

/* What a page has of a terminal of 120x40. */
Test(tui_review, a_large_terminal_has_the_list_of_moves_beside_it)
{
    struct review review;
    begin_fibonacci(&review, "first");
    stop_at(&review, 2);
    struct review_view view = view_of(&review);
    draw_view(&review, &view, 37, 120, false);
    cr_assert(shows(&review, "|       you            ben"), "%s", text_string(&review.screen));
    cr_assert(shows(&review, "|    1. x 20>15        x 15>14\n"));
    cr_assert(shows(&review, "|   13. | end\n"));
    cr_expect_eq(pressed(&review, 6, 90), 1);
    cr_expect_eq(pressed(&review, 6, 106), 2);
    view.hides_marks = true;
    draw_view(&review, &view, 37, 120, false);
    cr_assert(shows(&review, "|    1. ? 20>15        ? 15>14\n"), "%s",
              text_string(&review.screen));
    finish(&review);
}

/* What a page has of a terminal of 40x10. */
Test(tui_review, a_small_terminal_shows_the_position_and_scrolls_the_sentences)
{
    struct review review;
    begin_fibonacci(&review, "first");
    stop_at(&review, 1);
    struct review_view view = view_of(&review);
    draw_view(&review, &view, 7, 40, false);
    cr_assert(shows(&review, "> 20  o|o o o"), "%s", text_string(&review.screen));
    cr_assert(shows(&review, "Your first mistake."), "%s", text_string(&review.screen));
    cr_assert_gt(review.below, 0);
    view.skip = review.below;
    draw_view(&review, &view, 7, 40, false);
    cr_assert_eq(review.below, 0);
    cr_assert(shows(&review, "them neighbours."), "%s", text_string(&review.screen));
    finish(&review);
}

Test(tui_review, keeps_hidden_marks_to_itself)
{
    struct review review;
    begin_fibonacci(&review, "first");
    stop_at(&review, 1);
    struct review_view view = view_of(&review);
    view.hides_marks = true;
    draw_view(&review, &view, ROWS, COLUMNS, false);
    cr_assert_not(shows(&review, "threw the win away"), "%s", text_string(&review.screen));
    cr_assert_not(shows(&review, "leaving 18"));
    cr_assert_not(shows(&review, "winning move"));
    cr_assert_not(shows(&review, "13 + 5 + 2"));
    cr_assert(shows(&review, "the marks are hidden"));
    cr_assert(shows(&review, "?  ? ? ? ? ? ? |"), "%s", text_string(&review.screen));
    finish(&review);
}

Test(tui_review, says_how_far_the_judging_is)
{
    struct review review;
    begin(&review, review_match("nim", "3+5", "5>3 3>2", NULL, "resignation", "second"));
    stop_at(&review, 1);
    struct review_view view = view_of(&review);
    view.is_judging = true;
    view.judged = 1;
    draw_view(&review, &view, ROWS, COLUMNS, false);
    cr_assert(shows(&review, "judging: 1 of 2"), "%s", text_string(&review.screen));
    finish(&review);
}

Test(tui_review, has_a_place_to_press_for_every_stop)
{
    struct review review;
    begin_fibonacci(&review, NULL);
    stop_at(&review, 13);
    draw(&review);
    for (int64_t stop = 1; stop <= 13; stop++) {
        cr_expect_eq(pressed(&review, 2, 44 + (int)stop), stop);
        cr_expect_eq(pressed(&review, 3, 44 + (int)stop), stop);
    }
    cr_expect_eq(pressed(&review, 2, 58), 0);
    finish(&review);
}

/* --- any match --- */

static void play_at_random(const char *rules_text, const char *start, struct random *random,
                           struct text *out)
{
    struct rules rules;
    struct position position = {0};
    struct error error;
    struct move move;
    rules_parse(&rules, rules_text, strlen(rules_text), &error);
    cr_assert_eq(position_parse(&rules, start, strlen(start), &position, &error), ERROR_NONE);
    for (int ply = 0; ply < REVIEW_MOVES_MAX && !position_is_over(&rules, &position); ply++) {
        move_at(&rules, &position, random_below(random, move_count(&rules, &position)), &move);
        if (ply > 0)
            text_append_char(out, ' ');
        move_print(&rules, &position, &move, out);
        move_apply(&rules, &position, &move);
    }
    position_finish(&position);
}

static void draw_at_all_sizes(struct review *review)
{
    static const int sizes[][2] = {{1, 1}, {2, 200}, {10, 40}, {5, 20}, {50, 132}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct review_view view = view_of(review);
        view.skip = (int)i;
        draw_view(review, &view, sizes[i][0], sizes[i][1], i % 2);
    }
    draw(review);
}

/* Every stop has its sentence, and it says what the mark says. */
static void check_stops(struct review *review)
{
    for (int64_t stop = 1; stop <= review->replay.match->ply; stop++) {
        stop_at(review, stop);
        const struct mark *mark = replay_mark(&review->replay, stop);
        const char *begins = !mark->won   ? "There was no"
                             : mark->kept ? (mark->winning == 1 ? "The only" : "A winning")
                             : stop == replay_first_mistake(&review->replay, MATCH_SPECTATOR)
                                 ? "The first mistake. "
                                 : (stop % 2 ? "ann had a" : "ben had a");
        cr_expect_eq(strncmp(text_string(&review->worth), begins, strlen(begins)), 0, "%s: %s",
                     begins, text_string(&review->worth));
        draw_at_all_sizes(review);
    }
    stop_at(review, INT64_MAX);
    draw_at_all_sizes(review);
}

static void check_match(const char *rules, const char *start, struct random *random)
{
    struct text moves = {0};
    struct review review;
    play_at_random(rules, start, random, &moves);
    begin(&review, review_match(rules, start, text_string(&moves), NULL, "normal", "first"));
    judge(&review);
    check_stops(&review);
    finish(&review);
    text_finish(&moves);
}

/* ben throws the win away with his move; ann's only mistake is that she resigns. */
Test(tui_review, the_first_mistake_by_a_move_is_told_where_ones_own_is_the_ending)
{
    struct review review;
    json_t *summary = json_object();
    begin(&review, review_match("nim", "2+2", "2>1 2>0", "first", "resignation", "second"));
    judge(&review);
    cr_assert_eq(replay_first_mistake(&review.replay, MATCH_FIRST), 3);
    record_json_add(review.replay.match, summary);
    review_json_add(&review.replay, review.solver, summary);
    cr_assert_eq(json_integer_value(json_object_get(summary, "first_mistake")), 2);
    json_decref(summary);
    finish(&review);
}

Test(tui_review, shows_every_stop_of_random_matches_of_every_game)
{
    struct random random = random_from_seed(3);
    for (const struct game *game = games; game->name; game++) {
        for (int i = 0; i < 3; i++)
            check_match(game->rules, game->example, &random);
    }
    check_match("take-away:2x,local", "8@3+5", &random);
    check_match("take-away:3x,global", "5+8", &random);
    check_match("octal:0.77,misere", "3+5+4", &random);
    check_match("grundy,misere", "9", &random);
}
