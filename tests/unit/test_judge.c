#include "common/judge/judge.h"
#include "tests/oracle.h"
#include "tests/suite.h"

#include <string.h>

SUITE(judge, 60);

static struct rules rules_of(const char *text)
{
    struct rules rules;
    struct error error;
    cr_assert_eq(rules_parse(&rules, text, strlen(text), &error), ERROR_NONE, "%s", error.message);
    return rules;
}

static enum error_code judge(const char *rules_text, const char *start, const char *moves,
                             struct text *marks, struct error *error)
{
    struct rules rules = rules_of(rules_text);
    struct solver *solver = solver_create(&rules);
    enum error_code code = judge_match(solver, start, moves, NULL, marks, error);
    solver_destroy(solver);
    return code;
}

static void expect_marks(const char *rules, const char *start, const char *moves,
                         const char *expected)
{
    struct text marks = {0};
    struct error error = {0};
    cr_expect_eq(judge(rules, start, moves, &marks, &error), ERROR_NONE, "%s", error.message);
    cr_expect_str_eq(text_string(&marks), expected, "%s %s %s: %s", rules, start, moves,
                     text_string(&marks));
    text_finish(&marks);
}

Test(judge, matches_worked_out_by_hand)
{
    /* Nim 3+5+7 is won by taking it to nim-sum 0: 3>2, 5>4, 7>6. */
    expect_marks("nim", "3+5+7", "3>2 5>4 2>0 4>3", "+3 0 -1 -1");
    expect_marks("nim", "1", "1>0", "+1");
    /* With one heap left, misere Nim is won by leaving 1. */
    expect_marks("nim,misere", "2", "2>0", "-1");
    expect_marks("nim,misere", "2", "2>1 1>0", "+1 0");
    expect_marks("take-away:2x", "13", "13>12 12>10", "0 -1");
}

/* Lost are the multiples of 5; won those from which 2 or 3 lead there; the others are draws. */
Test(judge, a_win_that_becomes_a_draw_and_a_draw_that_is_lost)
{
    expect_marks("subtraction:2,3,clear", "12", "12>9 9>6 6>4 4>1", "/1 =1 =1 =1");
    expect_marks("subtraction:2,3,clear", "9", "9>7 7>5 5>3 3>0", "!1 +1 0 +1");
}

Test(judge, a_match_without_moves_has_no_marks)
{
    expect_marks("nim", "3+5", "", "");
}

/* What the marks of a match would be by trying every move. */
static void oracle_marks(struct oracle *oracle, const struct rules *rules, const char *start,
                         const struct move *moves, size_t count, struct text *out)
{
    struct position position = {0};
    struct error error;
    position_parse(rules, start, strlen(start), &position, &error);
    for (size_t i = 0; i < count; i++) {
        struct mark mark = {.counted = true, .won = oracle_wins(oracle, &position)};
        for (uint128 m = 0; m < move_count(rules, &position); m++) {
            struct move move;
            move_at(rules, &position, m, &move);
            mark.winning += oracle_move_wins(oracle, &position, &move);
        }
        mark.kept = mark.won && oracle_move_wins(oracle, &position, &moves[i]);
        mark_print(&mark, out);
        move_apply(rules, &position, &moves[i]);
    }
    position_finish(&position);
}

enum { MOVES_MAX = 200 };

static size_t play_at_random(const struct rules *rules, const char *start, struct random *random,
                             struct move moves[MOVES_MAX], struct text *out)
{
    struct position position = {0};
    struct error error;
    size_t count = 0;
    cr_assert_eq(position_parse(rules, start, strlen(start), &position, &error), ERROR_NONE);
    while (!position_is_over(rules, &position)) {
        struct move *move = &moves[count++];
        move_at(rules, &position, random_below(random, move_count(rules, &position)), move);
        if (out->len > 0)
            text_append_char(out, ' ');
        move_print(rules, &position, move, out);
        move_apply(rules, &position, move);
    }
    position_finish(&position);
    return count;
}

static void compare_with_oracle(const char *rules_text, const char *start, int matches)
{
    struct rules rules = rules_of(rules_text);
    struct oracle *oracle = oracle_create(&rules);
    struct solver *solver = solver_create(&rules);
    struct random random = random_from_seed(7);
    for (int i = 0; i < matches; i++) {
        struct move moves[MOVES_MAX];
        struct text text = {0}, expected = {0}, marks = {0};
        struct error error = {0};
        size_t count = play_at_random(&rules, start, &random, moves, &text);
        oracle_marks(oracle, &rules, start, moves, count, &expected);
        cr_expect_eq(judge_match(solver, start, text_string(&text), NULL, &marks, &error),
                     ERROR_NONE, "%s", error.message);
        cr_expect_str_eq(text_string(&marks), text_string(&expected), "%s %s: %s", rules_text,
                         start, text_string(&text));
        text_finish(&text);
        text_finish(&expected);
        text_finish(&marks);
    }
    solver_destroy(solver);
    oracle_destroy(oracle);
}

Test(judge, random_matches_have_the_marks_that_trying_every_move_gives)
{
    static const char *const rows[][2] = {
        {"nim", "3+4+5"},
        {"nim,misere", "1+3+4"},
        {"take-away:2x", "30"},
        {"take-away:3/2x+1,misere", "20"},
        {"take-away:2x,local", "7+9"},
        {"take-away:2x,global", "5+8"},
        {"octal:0.77", "4+9"},
        {"octal:0.77,misere", "3+7"},
        {"octal:4.3...", "3+5"},
        {"subtraction:1,3,4", "11+6"},
        {"subtraction:1,3,4,misere", "11+6"},
        {"subtraction:squares,misere", "14"},
        {"grundy", "9+7"},
        {"wythoff", "6+9"},
        {"wythoff,misere", "5+7"},
        {"chomp", "4+4+3"},
        {"chomp,misere", "3+3+2"},
        {"green-hackenbush", "0-1-2-0+1-3"},
        {"green-hackenbush,misere", "0-1-2-0+1-3"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        compare_with_oracle(rows[i][0], rows[i][1], 40);
}

static void expect_refused(const char *start, const char *moves, enum error_code code,
                           const char *in_message)
{
    struct text marks = {0};
    struct error error = {0};
    cr_expect_eq(judge("take-away:2x", start, moves, &marks, &error), code, "%s %s", start, moves);
    cr_expect_not_null(strstr(error.message, in_message), "%s", error.message);
    cr_expect_eq(marks.len, 0, "%s %s: %s", start, moves, text_string(&marks));
    text_finish(&marks);
}

Test(judge, what_the_rules_refuse_is_refused_with_its_ply)
{
    expect_refused("x", "", ERROR_BAD_POSITION, "");
    expect_refused("10", "10>9 9>6", ERROR_ILLEGAL_MOVE, "ply 2");
    expect_refused("10", "10>9 8>7", ERROR_BAD_MOVE, "ply 2");
    expect_refused("10", "10>9  9>8", ERROR_BAD_MOVE, "ply 2");
    expect_refused("2", "2>1 1>0 1>0", ERROR_BAD_MOVE, "ply 3");
}

static bool count_down(void *owner)
{
    return (*(int *)owner)-- > 0;
}

Test(judge, gives_up_when_the_patience_is_at_its_end)
{
    struct rules rules = rules_of("nim");
    struct solver *solver = solver_create(&rules);
    for (int left = 0; left <= 3; left++) {
        int asked = left;
        struct patience patience = {.go_on = count_down, .owner = &asked};
        struct text marks = {0};
        struct error error;
        enum error_code code = judge_match(solver, "3", "3>2 2>1 1>0", &patience, &marks, &error);
        cr_expect_eq(code, left < 3 ? ERROR_DISCONNECTED : ERROR_NONE, "%d", left);
        cr_expect_str_eq(text_string(&marks), left < 3 ? "" : "-1 -1 +1");
        text_finish(&marks);
    }
    solver_destroy(solver);
}
