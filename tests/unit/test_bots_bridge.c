/* The lines between the bridge and a program. */
#include "bots/bridge_text.h"
#include "client/lib/match_updates.h"
#include "common/wire/wire.h"
#include "tests/suite.h"

#include <string.h>

SUITE(bots_bridge, 20);

/* A match in which ann, the second, is to move. `moves` holds one move. */
static struct match *match_of(const char *rules, const char *start, const char *move,
                              const char *position)
{
    struct wire_match state;
    struct wire_text moves[] = {wire_text(move)};
    struct match *match = NULL;
    enum match_update update;
    struct error error;
    wire_record_clear(&wire_record_match, &state);
    state.match = 17;
    state.rules = wire_text(rules);
    state.start = wire_text(start);
    state.first = wire_text("ben");
    state.second = wire_text("ann");
    state.seat = wire_text("second");
    state.from_ply = 1;
    state.ply = state.seq = 1;
    state.seed = 99;
    state.position = wire_text(position);
    state.moves = moves;
    state.moves_count = 1;
    cr_assert_eq(match_create(&state, 0, &match, &update, &error), ERROR_NONE, "%s", error.message);
    return match;
}

static struct match *small_match(void)
{
    return match_of("nim", "2+3", "3>1", "1+2");
}

static void expect_text(struct text *text, const char *expected)
{
    cr_assert_str_eq(text_string(text), expected);
    text_finish(text);
}

Test(bots_bridge, a_question_says_all_there_is_to_know)
{
    struct match *match = small_match();
    struct bridge_time time = {.has_clock = true, .mine = 5000, .theirs = 7000, .limit = 2500};
    struct text text = {0};
    bridge_print_question(match, &time, &text);
    expect_text(&text, "match 17 second ben\n"
                       "rules nim\n"
                       "position 1+2\n"
                       "ply 2\n"
                       "last 3>1\n"
                       "seed 99\n"
                       "count 3\n"
                       "moves 1>0 2>1 2>0\n"
                       "clock 5000 7000\n"
                       "limit 2500\n"
                       "go\n");
    match_destroy(match);
}

Test(bots_bridge, many_moves_are_not_given_but_on_request)
{
    struct match *match = match_of("nim", "3+9223372036854775807", "3>0", "9223372036854775807");
    struct bridge_time time = {.limit = 60000};
    struct text text = {0};
    bridge_print_question(match, &time, &text);
    cr_assert_not_null(strstr(text_string(&text), "\ncount 9223372036854775807\nmoves -\n"
                                                  "clock - -\nlimit 60000\ngo\n"));
    text_clear(&text);
    bridge_print_moves(match, 1, 2, &text);
    cr_assert_str_eq(text_string(&text), "listed 1 9223372036854775807>9223372036854775805 "
                                         "9223372036854775807>9223372036854775804\n");
    text_clear(&text);
    bridge_print_moves(match, (uint128)INT64_MAX - 1, 256, &text);
    expect_text(&text, "listed 9223372036854775806 9223372036854775807>0\n");
    match_destroy(match);
}

Test(bots_bridge, the_end_says_who_has_won)
{
    struct match *match = small_match();
    struct text text = {0};
    strcpy(match->ending, "time");
    strcpy(match->winner, "second");
    bridge_print_end(match, &text);
    strcpy(match->winner, "first");
    bridge_print_end(match, &text);
    strcpy(match->winner, "nobody");
    bridge_print_end(match, &text);
    expect_text(&text, "end 17 time won\nend 17 time lost\nend 17 time nobody\n");
    match_destroy(match);
}

static struct bridge_answer read(const struct match *match, const char *line)
{
    return bridge_read_answer(match, line, strlen(line));
}

static void expect_move(const struct match *match, const char *line, int64_t before, int64_t after)
{
    struct bridge_answer answer = read(match, line);
    cr_assert_eq(answer.kind, BRIDGE_MOVE, "%s", line);
    cr_assert_eq(answer.move.cells[0], before);
    cr_assert_eq(answer.move.after_count > 0 ? answer.move.cells[1] : 0, after);
}

static void expect_refusal(const struct match *match, const char *line, const char *part)
{
    struct bridge_answer answer = read(match, line);
    cr_assert_eq(answer.kind, BRIDGE_REFUSED, "%s", line);
    cr_assert_not_null(strstr(answer.error.message, part), "%s: %s", line, answer.error.message);
    cr_assert_null(strchr(answer.error.message, '\n'));
}

Test(bots_bridge, answers_are_read)
{
    struct match *match = small_match();
    expect_move(match, "move 2>1", 2, 1);
    expect_move(match, "move 2>0\r", 2, 0);
    expect_move(match, "move 1>0  ", 1, 0);
    struct bridge_answer answer = read(match, "list 1 256");
    cr_assert_eq(answer.kind, BRIDGE_LIST);
    cr_assert(answer.from == 1 && answer.count == 256);
    cr_assert_eq(read(match, "resign").kind, BRIDGE_RESIGN);
    cr_assert_eq(read(match, "resign\r").kind, BRIDGE_RESIGN);
    match_destroy(match);
}

Test(bots_bridge, of_a_match_that_is_gone_no_moves_are_listed)
{
    uint128 from = 0;
    struct text text = {0};
    cr_assert(bridge_read_list("list 1000 50", 12, &from));
    bridge_print_no_moves(from, &text);
    expect_text(&text, "listed 1000\n");
    cr_assert_not(bridge_read_list("move 2>1", 8, &from));
    cr_assert_not(bridge_read_list("list 0 257", 10, &from));
}

Test(bots_bridge, what_is_no_answer_is_refused_with_the_reason)
{
    char longer[BRIDGE_ANSWER_MAX + 2];
    struct match *match = small_match();
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    expect_refusal(match, "", "move MOVE");
    expect_refusal(match, "2>1", "move MOVE");
    expect_refusal(match, "move", "move MOVE");
    expect_refusal(match, "move 3>1", "3");
    expect_refusal(match, "move 2>2", "");
    expect_refusal(match, "move 2>1 1>0", "");
    expect_refusal(match, "move \x1b[2J\xff", "");
    expect_refusal(match, "resigned", "resign");
    expect_refusal(match, "resign 17", "resign");
    expect_refusal(match, "list", "move MOVE");
    expect_refusal(match, "list 0", "list FROM COUNT");
    expect_refusal(match, "list 0 0", "list FROM COUNT");
    expect_refusal(match, "list 0 257", "list FROM COUNT");
    expect_refusal(match, "list -1 1", "list FROM COUNT");
    expect_refusal(match, "list 3 1", "less than the count");
    expect_refusal(match, "list 99999999999999999999999999999999999999 1", "less than the count");
    expect_refusal(match, "list 999999999999999999999999999999999999999 1", "list FROM COUNT");
    expect_refusal(match, longer, "2048 bytes");
    match_destroy(match);
}
