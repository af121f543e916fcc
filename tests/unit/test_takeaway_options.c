/* The command line, and what the options of `takeaway play` ask for. */
#include "client/cli/input.h"
#include "client/cli/options.h"
#include "client/cli/wish.h"
#include "client/lib/lines.h"
#include "common/wire/wire.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(takeaway_options, 20);

#define PLAY                                                                                       \
    (OPTION_BIT(SERVER) | OPTION_BIT(AS) | OPTION_BIT(GAME) | OPTION_BIT(LOOK) |                   \
     OPTION_BIT(START) | OPTION_BIT(FIRST) | OPTION_BIT(CLOCK) | OPTION_BIT(RATING) |              \
     OPTION_BIT(ONLY) | OPTION_BIT(AGAINST) | OPTION_BIT(MATCH) | OPTION_BIT(NEW) |                \
     OPTION_BIT(HELP))

static const struct cli play = {
    .program = {.name = "play", .arguments = "[N]", .options = PLAY},
    .options = option_rows,
    .option_count = OPTION_COUNT,
    .letters = ":h",
};

/* Parses a line as options of `play` with at most one argument. The texts live until the next line.
 */
static enum error_code parse(const char *line, struct options *options, struct error *error)
{
    static char copy[256];
    char *words[16] = {copy};
    int count = 1;
    snprintf(copy, sizeof copy, "play %s", line);
    for (char *blank = strchr(copy, ' '); blank; blank = strchr(blank, ' ')) {
        *blank++ = '\0';
        if (*blank)
            words[count++] = blank;
    }
    return cli_parse(&play, &play.program, count, words, NULL, options, error);
}

static void expect_refused(const char *line, const char *message)
{
    struct options options;
    struct error error;
    cr_assert_eq(parse(line, &options, &error), ERROR_USAGE);
    cr_assert_str_eq(error.message, message);
}

Test(takeaway_options, options_and_arguments_may_stand_in_any_order)
{
    struct options options;
    struct error error;
    cr_assert_eq(parse("12 --server [::1]:7800 --new", &options, &error), ERROR_NONE);
    cr_assert_str_eq(options.values[OPTION_SERVER], "[::1]:7800");
    cr_assert_str_eq(options.values[OPTION_NEW], "");
    cr_assert_null(options.values[OPTION_GAME]);
    cr_assert_eq(options.argument_count, 1);
    cr_assert_str_eq(options.arguments[0], "12");
    cr_assert_eq(parse("-h", &options, &error), ERROR_NONE);
    cr_assert_str_eq(options.values[OPTION_HELP], "");
}

Test(takeaway_options, what_is_wrong_is_said_with_what_would_be_right)
{
    expect_refused("--sever x",
                   "there is no option --sever here: did you mean --server? There are --server, "
                   "--as, --game, --look, --start, --first, --clock, --rating, --only, --against, "
                   "--match, --new, --help");
    expect_refused("--zzz",
                   "there is no option --zzz here; there are --server, --as, --game, --look, "
                   "--start, --first, --clock, --rating, --only, --against, --match, --new, "
                   "--help");
    expect_refused("-3", "'-3' is below 1; no number that is given here may be");
    expect_refused("--server", "--server needs a value: --server SERVER");
    expect_refused("--new=1", "--new takes no value");
    expect_refused("1 2", "'2' is too much: one argument is the most");
}

Test(takeaway_options, numbers_are_whole_and_within_their_limit)
{
    int64_t number = 0;
    struct error error;
    cr_assert_eq(options_number("12", "a match", 20, &number, &error), ERROR_NONE);
    cr_assert_eq(number, 12);
    const char *const wrong[] = {"0", "21", "1x", "", "-1", " 1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_assert_eq(options_number(wrong[i], "a match", 20, &number, &error), ERROR_USAGE);
    cr_assert_str_eq(error.message, "a match is a number from 1 to 20, not ' 1'");
}

Test(takeaway_options, options_that_were_given_are_named)
{
    struct options options;
    struct error error;
    struct text text = {0};
    cr_assert_eq(parse("--game nim --first me --as anna", &options, &error), ERROR_NONE);
    cr_assert_eq(options_print_given(&options, OPTION_BIT(GAME) | OPTION_BIT(FIRST), &text), 2);
    cr_assert_str_eq(text_string(&text), "--game nim and --first me");
    text_finish(&text);
}

static enum error_code wish(const char *line, struct wish *wish, struct error *error)
{
    static struct options options;
    cr_assert_eq(parse(line, &options, error), ERROR_NONE);
    return wish_parse(&options, wish, error);
}

Test(takeaway_options, without_options_a_beginner_plays_the_perfect_bot)
{
    struct wish wanted;
    struct error error;
    cr_assert_eq(wish("", &wanted, &error), ERROR_NONE);
    cr_assert_eq(wanted.opponent, WISH_BOT);
    cr_assert_str_eq(wanted.opponent_name, "perfect");
    cr_assert_str_eq(wanted.rules.text, "take-away:2x");
    cr_assert(wish_is_for_beginner(&wanted, "perfect"));
    wish_finish(&wanted);
}

Test(takeaway_options, a_beginner_gets_a_start_that_can_be_won)
{
    struct wish wanted;
    struct error error;
    struct random random = random_from_seed(1);
    cr_assert_eq(wish("", &wanted, &error), ERROR_NONE);
    for (int i = 0; i < 200; i++) {
        wish_draw_beginner(&wanted, &random);
        int heap = atoi(text_string(&wanted.start));
        cr_assert(heap >= 20 && heap <= 50 && heap != 21 && heap != 34, "%d", heap);
    }
    cr_assert_str_eq(wish_seeking(&wanted, NULL).first, "maker");
    wish_finish(&wanted);
}

Test(takeaway_options, any_choice_of_ones_own_is_left_alone)
{
    const char *const choices[] = {
        "--game kayles",           "--start 34", "--first them", "--against bot:random",
        "--server localhost:7800",
    };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        struct wish wanted;
        struct error error;
        cr_assert_eq(wish(choices[i], &wanted, &error), ERROR_NONE);
        cr_assert_not(wish_is_for_beginner(&wanted, "perfect"));
        wish_finish(&wanted);
    }
}

static void expect_wish_refused(const char *line, enum error_code code, const char *message)
{
    struct wish wanted;
    struct error error;
    cr_assert_eq(wish(line, &wanted, &error), code);
    cr_assert_str_eq(error.message, message);
    wish_finish(&wanted);
}

Test(takeaway_options, wishes_that_cannot_come_true_are_refused)
{
    expect_wish_refused("--against anyone", ERROR_USAGE,
                        "nobody else comes to a private server: name a shared one with --server, "
                        "or play --against bot:perfect");
    expect_wish_refused("--against bot:", ERROR_USAGE,
                        "--against takes a player's name, bot:STRATEGY (such as bot:perfect) or "
                        "anyone");
    expect_wish_refused(
        "--against bot:deep", ERROR_USAGE,
        "--against 'bot:deep': there is no strategy 'deep', only perfect, greedy, random, "
        "mistaken:P, mcts[:PLAYOUTS] and level:1 to level:10");
    expect_wish_refused("--as a/b", ERROR_USAGE,
                        "--as 'a/b': a name is 1 to 32 bytes of letters, digits and -_.");
    expect_wish_refused("--first you", ERROR_USAGE, "--first is me, them or random, not 'you'");
    expect_wish_refused("--start 0", ERROR_NO_LEGAL_MOVE,
                        "--start '0': take-away:2x: a match cannot start where there is no legal "
                        "move");
    expect_wish_refused("--game kayles --start 3+", ERROR_BAD_POSITION,
                        "--start '3+': at 3 (the end): a number was expected; for example 3+8");
    expect_wish_refused("--game kayles,misere --start 5@", ERROR_BAD_POSITION,
                        "--start '5@': at 2 ('@'): '+' or the end was expected; for example 3+8");
    expect_wish_refused("--game grundy --start 1048577", ERROR_BAD_POSITION,
                        "--start '1048577': heaps of 1048576 at most, not 1048577, may stand in "
                        "grundy");
    expect_wish_refused("--game take-away:0.5x", ERROR_BAD_RULES,
                        "--game 'take-away:0.5x': the coefficient of x is below 1; such rules are "
                        "written take-away:F (as take-away:2x)");
    expect_wish_refused("--game kayles,local", ERROR_BAD_RULES,
                        "--game 'kayles,local': at 8 ('l'): misere was expected");
    expect_wish_refused("--new --match 3", ERROR_USAGE,
                        "--match goes on with a match and --new starts one: only one of them");
}

static bool fits(const struct wish *wish, const char *rules, const char *start, const char *first,
                 const char *clock)
{
    struct seeking_wish seeking = wish_seeking(wish, NULL);
    struct wire_offer offer = {.rules = wire_text(rules),
                               .start = wire_text(start),
                               .first = wire_text(first),
                               .clock = wire_text(clock)};
    return seeking_fits(&seeking, &offer, &(struct applicant){.rating = -1});
}

Test(takeaway_options, a_clock_is_asked_for_in_its_notation)
{
    struct wish wanted;
    struct error error;
    cr_assert_eq(wish("--clock 300.50+3.0", &wanted, &error), ERROR_NONE, "%s", error.message);
    cr_assert_str_eq(text_string(&wanted.clock), "300.5+3");
    cr_assert_not(wish_is_for_beginner(&wanted, "perfect"));
    wish_finish(&wanted);
    cr_assert_eq(wish("--clock none", &wanted, &error), ERROR_NONE);
    cr_assert_str_empty(text_string(&wanted.clock));
    wish_finish(&wanted);
    cr_assert_eq(wish("--clock soon", &wanted, &error), ERROR_BAD_CLOCK);
    cr_assert(strncmp(error.message, "--clock 'soon': ", 16) == 0, "%s", error.message);
    cr_assert_not_null(strstr(error.message, "; such as 300+3 or 30/move"), "%s", error.message);
    wish_finish(&wanted);
}

Test(takeaway_options, an_offer_fits_only_with_the_same_clock)
{
    struct wish wanted;
    struct error error;
    cr_assert_eq(wish("--server x:1 --clock 300+3", &wanted, &error), ERROR_NONE);
    cr_assert(fits(&wanted, "take-away:2x", "21", "maker", "300+3"));
    cr_assert_not(fits(&wanted, "take-away:2x", "21", "maker", ""));
    cr_assert_not(fits(&wanted, "take-away:2x", "21", "maker", "300/move"));
    wish_finish(&wanted);
    cr_assert_eq(wish("--server x:1", &wanted, &error), ERROR_NONE);
    cr_assert_not(fits(&wanted, "take-away:2x", "21", "maker", "300+3"));
    wish_finish(&wanted);
}

Test(takeaway_options, a_drawn_game_is_wished_for_by_its_class)
{
    struct wish wanted;
    struct error error;
    cr_assert_eq(wish("--game drawn", &wanted, &error), ERROR_NONE);
    cr_assert_str_eq(wish_seeking(&wanted, NULL).rules, "drawn:octal:4");
    cr_assert_null(wish_seeking(&wanted, NULL).start);
    wish_finish(&wanted);
    expect_wish_refused("--game drawn:subtraction:4 --start 9", ERROR_BAD_POSITION,
                        "--start '9': the start of drawn:subtraction:4 is drawn with the rules "
                        "when the match begins: leave it out");
    struct text text = {0};
    cr_assert_eq(wish("--game drawn", &wanted, &error), ERROR_NONE);
    input_describe(&wanted.rules, NULL, false, &text);
    cr_assert_not_null(strstr(text_string(&text), "is told when the rules are drawn"));
    text_finish(&text);
    wish_finish(&wanted);
}

Test(takeaway_options, an_offer_fits_when_it_is_the_same_game_and_turn)
{
    struct wish wanted;
    struct error error;
    cr_assert_eq(wish("--server x:1 --game nim --start 7+3+5 --first me", &wanted, &error),
                 ERROR_NONE);
    cr_assert(fits(&wanted, "nim", "3+5+7", "taker", ""));
    cr_assert_not(fits(&wanted, "nim", "3+5+7", "maker", ""));
    cr_assert_not(fits(&wanted, "nim", "3+5+7", "random", ""));
    cr_assert_not(fits(&wanted, "nim", "3+5", "taker", ""));
    cr_assert_not(fits(&wanted, "octal:0.77", "3+5+7", "taker", ""));
    wish_finish(&wanted);
    cr_assert_eq(wish("--server x:1", &wanted, &error), ERROR_NONE);
    cr_assert(fits(&wanted, "take-away:2x", "21", "maker", ""));
    wish_finish(&wanted);
}

static bool fits_look(const char *options, const char *look)
{
    struct wish wanted;
    struct error error;
    cr_assert_eq(wish(options, &wanted, &error), ERROR_NONE);
    struct seeking_wish seeking = wish_seeking(&wanted, NULL);
    struct wire_offer offer = {.rules = wire_text("nim"),
                               .look = wire_text(look),
                               .start = wire_text("3+5"),
                               .first = wire_text("random")};
    bool does = seeking_fits(&seeking, &offer, &(struct applicant){.rating = -1});
    wish_finish(&wanted);
    return does;
}

Test(takeaway_options, an_offer_fits_when_it_looks_the_same)
{
    cr_assert(fits_look("--server x:1 --game nim", NULL));
    cr_assert(fits_look("--server x:1 --game nimble", "strip"));
    cr_assert_not(fits_look("--server x:1 --game nimble", NULL));
    cr_assert_not(fits_look("--server x:1 --game nim", "strip"));
    cr_assert_not(fits_look("--server x:1 --game nimble", "of-tomorrow"));
    cr_assert(fits_look("--server x:1 --game nim --look strip", "strip"));
    cr_assert(fits_look("--server x:1 --game nimble --look binary", "binary"));
}

Test(takeaway_options, a_look_that_the_rules_do_not_have_is_refused_with_those_that_they_have)
{
    struct wish wanted;
    struct error error;
    cr_assert_eq(wish("--server x:1 --game nim --look queen", &wanted, &error), ERROR_USAGE);
    cr_assert_str_eq(error.message, "--look 'queen': nim has these looks: strip, binary, band");
    wish_finish(&wanted);
    cr_assert_eq(wish("--server x:1 --game kayles --look strip", &wanted, &error), ERROR_USAGE);
    cr_assert_str_eq(error.message, "--look 'strip': octal:0.77 has these looks: pins, ring, pile");
    wish_finish(&wanted);
    cr_assert_eq(wish("--server x:1 --game chomp --look strip", &wanted, &error), ERROR_USAGE);
    cr_assert_str_eq(error.message, "--look 'strip': chomp has no look but that of its rules");
    wish_finish(&wanted);
}

Test(takeaway_options, typed_lines_come_out_in_their_order)
{
    struct line_queue queue = {0};
    char line[16];
    int taken = 0;
    for (int i = 0; i < 1000; i++) {
        snprintf(line, sizeof line, "%d", i);
        line_queue_push(&queue, line, strlen(line));
        for (; i % 3 == 0 && line_queue_peek(&queue) && taken < i - 20; taken++) {
            char *next = line_queue_take(&queue);
            cr_assert_eq(atoi(next), taken);
            free(next);
        }
    }
    cr_assert_gt(taken, 900);
    line_queue_finish(&queue);
}

static void expect_range(const char *line, int64_t min, int64_t max, enum audience only)
{
    struct wish wanted;
    struct error error;
    cr_assert_eq(wish(line, &wanted, &error), ERROR_NONE, "%s: %s", line, error.message);
    struct conditions conditions = wish_seeking(&wanted, NULL).conditions;
    cr_assert_eq(conditions.rating_min, min, "%s", line);
    cr_assert_eq(conditions.rating_max, max, "%s", line);
    cr_assert_eq(conditions.only, only, "%s", line);
    wish_finish(&wanted);
}

Test(takeaway_options, a_range_of_ratings_may_be_open)
{
    expect_range("--server x:1 --rating 1400-1600", 1400, 1600, AUDIENCE_ANYBODY);
    expect_range("--server x:1 --rating 1400- --only people", 1400, 0, AUDIENCE_PEOPLE);
    expect_range("--server x:1 --rating 1-1600 --only bots", 1, 1600, AUDIENCE_BOTS);
    static const char *const wrong[] = {"1400", "1600-1400", "0-5", "1-10000", "a-b", "1--2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char line[64], message[160];
        snprintf(line, sizeof line, "--server x:1 --rating %s", wrong[i]);
        snprintf(
            message, sizeof message,
            "--rating '%s': a range of ratings from 1 to 9999 was expected, such as 1400-1600, "
            "or 1400- without an end",
            wrong[i]);
        expect_wish_refused(line, ERROR_USAGE, message);
    }
    expect_wish_refused("--server x:1 --only cats", ERROR_USAGE,
                        "--only is people or bots, not 'cats'");
    expect_wish_refused("--server x:1 --against ben --only people", ERROR_USAGE,
                        "--rating and --only choose among players who are open to anyone: they go "
                        "with --server and --against anyone, and not with --invite");
}

Test(takeaway_options, an_offer_fits_only_when_both_fit_its_and_our_conditions)
{
    struct wish wanted;
    struct error error;
    struct wire_offer offer;
    struct applicant person = {.rating = 1500}, bot = {.is_bot = true, .rating = 1500};
    wire_record_clear(&wire_record_offer, &offer);
    offer.rules = wire_text("nim");
    offer.start = wire_text("3+5");
    offer.first = wire_text("random");
    offer.rating = 1450;
    cr_assert_eq(wish("--server x:1 --game nim --rating 1400-1500", &wanted, &error), ERROR_NONE);
    struct seeking_wish seeking = wish_seeking(&wanted, NULL);
    cr_assert(seeking_fits(&seeking, &offer, &person));
    offer.rating = 1501;
    cr_assert_not(seeking_fits(&seeking, &offer, &person), "the maker is too strong for us");
    offer.rating = WIRE_ABSENT;
    cr_assert_not(seeking_fits(&seeking, &offer, &person), "a guest has no rating");
    offer.rating = 1450;
    offer.rating_min = 1501;
    cr_assert_not(seeking_fits(&seeking, &offer, &person), "we are too weak for the maker");
    offer.rating_min = WIRE_ABSENT;
    offer.only = wire_text("people");
    cr_assert(seeking_fits(&seeking, &offer, &person));
    cr_assert_not(seeking_fits(&seeking, &offer, &bot));
    offer.only = wire_text("martians");
    cr_assert_not(seeking_fits(&seeking, &offer, &person), "of a newer server");
    offer.only = wire_text(NULL);
    seeking.conditions.only = AUDIENCE_PEOPLE;
    offer.bot = true;
    cr_assert_not(seeking_fits(&seeking, &offer, &person), "the maker is a bot");
    wish_finish(&wanted);
}
