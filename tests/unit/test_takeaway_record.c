/* The record of a match and the list of matches, as they are printed. */
#include "client/cli/own_name.h"
#include "client/lib/match_updates.h"
#include "client/show/record.h"
#include "client/show/summary.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "tests/suite.h"
#include "tests/unit/review_match.h"

#include <string.h>

SUITE(takeaway_record, 20);

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

Test(takeaway_record, a_list_and_a_record_tell_the_clock)
{
    struct wire_summary summary;
    struct text text = {0};
    wire_record_clear(&wire_record_summary, &summary);
    summary.match = 7;
    summary.rules = wire_text("nim");
    summary.start = wire_text("1+2");
    summary.first = wire_text("anna");
    summary.second = wire_text("ben");
    summary.ply = summary.created = 0;
    summary.clock = wire_text("300+3");
    summary_print(&summary, &text);
    cr_assert_not_null(strstr(text_string(&text), " from 1+2, clock 300+3, 0 moves"), "%s",
                       text_string(&text));
    text_clear(&text);
    json_print(summary_json(&wire_record_summary, &summary), &text);
    cr_assert_not_null(strstr(text_string(&text), "\"clock\": \"300+3\""));
    text_finish(&text);
}

Test(takeaway_record, a_list_commands_no_terminal_whatever_the_server_says)
{
    struct wire_summary summary;
    struct text text = {0};
    struct wire_text hostile = wire_text("a\x1b[2J\nb\xc2\x9b");
    wire_record_clear(&wire_record_summary, &summary);
    summary.match = 7;
    summary.ply = summary.created = 0;
    summary.rules = summary.start = summary.first = summary.second = summary.clock =
        summary.ending = hostile;
    summary.winner = wire_text("first");
    summary_print(&summary, &text);
    cr_assert_not_null(strstr(text_string(&text), "a?[2J?b? against a?[2J?b?, a?[2J?b? from "),
                       "%s", text_string(&text));
    cr_assert_null(strpbrk(text_string(&text), "\x1b\a\xc2"));
    cr_assert_str_eq(strchr(text_string(&text), '\n'), "\n");
    text_finish(&text);
}

Test(takeaway_record, a_match_that_is_followed_commands_no_terminal_whatever_the_server_says)
{
    struct wire_match state;
    struct match *match = NULL;
    enum match_update update;
    struct text text = {0};
    struct error error;
    wire_record_clear(&wire_record_match, &state);
    state.match = 7;
    state.rules = wire_text("nim");
    state.start = state.position = wire_text("1+2");
    state.first = wire_text("a\x1b[2J");
    state.second = wire_text("b\n\xc2\x9b");
    state.seat = wire_text("second");
    state.created = state.ply = state.seq = 0;
    state.from_ply = 1;
    struct wire_text gone[] = {wire_text("2>\x1b[2J1"), wire_text("\n\xc2\x9b")};
    struct wire_taken_moves taken = {.ply = 1, .moves = gone, .moves_count = 2};
    state.taken_back = &taken;
    state.taken_back_count = 1;
    cr_assert_eq(match_create(&state, 0, &match, &update, &error), ERROR_NONE);
    record_print(match, &text);
    cr_assert_not_null(strstr(text_string(&text), "First a?[2J, second b??\n"), "%s",
                       text_string(&text));
    cr_assert_not_null(strstr(text_string(&text), "Taken back from move 1 on: 2>?[2J1 ??\n"), "%s",
                       text_string(&text));
    cr_assert_null(strpbrk(text_string(&text), "\x1b\xc2"));
    text_finish(&text);
    match_destroy(match);
}

/* Of a match of three moves. */
static void expect_record(struct match_time times[3], const char *expected)
{
    struct match match = {
        .id = 7,
        .moves = {.bytes = memory_text("4>3 3>2 2>0", 11), .len = 11},
        .ply = 3,
        .times = times,
        .first = "anna",
        .second = "ben",
        .ending = "normal",
        .winner = "first",
    };
    struct text text = {0};
    read_position("fibonacci-nim", "4", &match.rules, &match.start);
    read_position("fibonacci-nim", "0", &match.rules, &match.position);
    record_print(&match, &text);
    expect_text(&text, expected);
    position_finish(&match.start);
    position_finish(&match.position);
    free(match.moves.bytes);
}

Test(takeaway_record, a_record_shows_each_move_with_the_position_after_it)
{
    struct match_time times[] = {{-1, -1}, {-1, -1}, {-1, -1}};
    expect_record(times, "Match 7: Fibonacci Nim (take-away:2x), start 4\n"
                         "First anna, second ben\n"
                         "   1. anna  4>3  3\n"
                         "   2. ben   3>2  2@2\n"
                         "   3. anna  2>0  0\n"
                         "anna won: ben has no move left.\n");
}

Test(takeaway_record, a_record_shows_how_long_each_move_took)
{
    struct match_time times[] = {{2345, 0}, {12000, 99}, {61999, 0}};
    expect_record(times, "Match 7: Fibonacci Nim (take-away:2x), start 4\n"
                         "First anna, second ben\n"
                         "   1. anna  4>3   2.3 s  3\n"
                         "   2. ben   3>2  12.0 s  2@2\n"
                         "   3. anna  2>0  61.9 s  0\n"
                         "anna won: ben has no move left.\n");
}

Test(takeaway_record, a_record_shows_what_was_given_back_for_lag)
{
    struct match_time times[] = {{2345, 0}, {12000, 250}, {15000, 10400}};
    expect_record(times, "Match 7: Fibonacci Nim (take-away:2x), start 4\n"
                         "First anna, second ben\n"
                         "   1. anna  4>3   2.3 s                       3\n"
                         "   2. ben   3>2  12.0 s  (0.2 s given back)   2@2\n"
                         "   3. anna  2>0  15.0 s  (10.4 s given back)  0\n"
                         "anna won: ben has no move left.\n");
}

static void expect_name(const char *wanted, const char *expected)
{
    char name[WIRE_NAME_MAX + 1];
    name_fit(wanted, name);
    cr_assert_str_eq(name, expected);
}

Test(takeaway_record, names_are_made_to_fit)
{
    expect_name("anna", "anna");
    expect_name("anna.b_c-d2", "anna.b_c-d2");
    expect_name("anna@home x", "anna-home-x");
    expect_name("j\xC3\xBCrgen", "j-rgen");
    expect_name(NULL, "guest");
    expect_name("", "guest");
    expect_name("\xC3\xBC", "guest");
    expect_name("a234567890123456789012345678901234567890", "a2345678901234567890123456789012");
}

static void expect_sums(struct match *match, const char *sums)
{
    struct replay replay = {0};
    struct text text = {0};
    struct solver *solver = solver_create(&match->rules);
    replay_begin(&replay, match);
    replay_judge_by(&replay, solver);
    review_print(&replay, solver, &text);
    cr_expect_not_null(strstr(text_string(&text), sums), "%s", text_string(&text));
    text_finish(&text);
    replay_finish(&replay);
    solver_destroy(solver);
}

Test(takeaway_record, a_review_counts_the_wins_and_where_there_were_some_the_draws)
{
    expect_sums(review_match("nim", "3+5+7", "3>2 7>6", NULL, "resignation", "first"),
                "\n     could win  kept  threw away\n"
                "ann          1     1           0\n"
                "ben          0     0           0\n");
    expect_sums(
        review_match("subtraction:2,3,clear", "12", "12>9 9>7 7>4 4>1", NULL, "draw", "nobody"),
        "\n     could win  kept  threw away  could draw  kept  threw away\n"
        "ann          2     0           2           0     0           0\n"
        "ben          0     0           0           2     1           1\n");
    expect_sums(review_match("subtraction:2,3,clear", "9", "9>6", NULL, "resignation", "first"),
                "\n     could win  kept  threw away  could draw  kept  threw away\n"
                "ann          0     0           0           1     1           0\n"
                "ben          0     0           0           1     0           1\n");
}
