#include "bots/bot_options.h"
#include "bots/report.h"
#include "client/lib/strategy_name.h"
#include "common/base/text.h"
#include "common/solver/solver.h"
#include "tests/suite.h"
#include "tests/unit/test_bots_table.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

SUITE(bots_strategy, 60);

/* One of each kind, and some more. */
static const char *const strategies[] = {
    "perfect", "greedy", "random", "mistaken:0.3", "mcts:40", "level:1", "level:5", "level:9",
};

enum { STRATEGIES = sizeof strategies / sizeof *strategies };

/* In a match without a seed. */
static struct move choose(const struct strategy *strategy, const struct table *table, int64_t match,
                          int64_t ply)
{
    return table_choose(table, strategy, match, ply, 0);
}

static void expect_choice(const char *name, const char *rules, const char *position,
                          const char *expected)
{
    struct strategy strategy = strategy_of(name, 1);
    struct table table = table_of(rules, position);
    struct move move = choose(&strategy, &table, 1, 1);
    struct text text = {0};
    move_print(&table.rules, &table.position, &move, &text);
    cr_assert_str_eq(text_string(&text), expected);
    text_finish(&text);
    table_finish(&table);
}

static bool is_legal(const struct table *table, const struct move *move)
{
    struct text text = {0};
    struct move parsed;
    struct error error;
    move_print(&table->rules, &table->position, move, &text);
    enum error_code failed =
        move_parse(&table->rules, &table->position, text_string(&text), text.len, &parsed, &error);
    bool legal = !failed && move_equal(&parsed, move);
    text_finish(&text);
    return legal;
}

/* Plays a match between two strategies from a table that it leaves empty; returns who has won, 0
 * or 1. */
static int play(const struct strategy *const players[2], struct table *table)
{
    int64_t ply = 0;
    while (!position_is_over(&table->rules, &table->position)) {
        struct move move = choose(players[ply % 2], table, 1, ply + 1);
        cr_assert(is_legal(table, &move));
        move_apply(&table->rules, &table->position, &move);
        ply++;
    }
    bool stuck_wins = position_stuck_result(&table->rules, &table->position) == STUCK_WINS;
    table_finish(table);
    return (int)((ply + 1) % 2) ^ stuck_wins;
}

Test(bots_strategy, each_one_plays_every_game_by_the_rules)
{
    for (int i = 0; i < STRATEGIES; i++) {
        struct strategy strategy = strategy_of(strategies[i], 3);
        const struct strategy *players[2] = {&strategy, &strategy};
        for (const struct game *game = games; game->name; game++) {
            struct table table = table_of(game->rules, game->example);
            play(players, &table);
        }
    }
}

Test(bots_strategy, perfect_wins_from_every_position_that_can_be_won)
{
    struct strategy perfect = strategy_of("perfect", 1);
    for (int i = 0; i < STRATEGIES; i++) {
        struct strategy other = strategy_of(strategies[i], 5);
        const struct strategy *players[2] = {&perfect, &other};
        for (const struct game *game = games; game->name; game++) {
            struct table table = table_of(game->rules, game->example);
            bool can_be_won = solver_outcome(table.solver, &table.position) == OUTCOME_N;
            int winner = play(players, &table);
            cr_assert(winner == 0 || !can_be_won, "%s lost to %s", game->name, strategies[i]);
        }
    }
}

Test(bots_strategy, greedy_takes_the_most_counters)
{
    expect_choice("greedy", "nim", "3+5+7", "7>0");
    expect_choice("greedy", "nim", "2+9223372036854775807", "9223372036854775807>0");
    expect_choice("greedy", "take-away:2x", "35@12", "35>23");
}

Test(bots_strategy, greedy_takes_the_first_of_the_moves_that_take_the_most)
{
    expect_choice("greedy", "kayles", "1+11", "11>1+8");
    expect_choice("greedy", "kayles", "2+11", "2>0");
    expect_choice("greedy", "dawsons-kayles", "2+5", "2>0");
}

/* The first of the moves that take the most, by looking at every one. */
static struct move greediest(const struct table *table)
{
    struct move best = {0}, move;
    uint128 least = position_counters(&table->rules, &table->position) + 1;
    for (uint128 at = 0; at < move_count(&table->rules, &table->position); at++) {
        struct position after = {0};
        position_copy(&after, &table->position);
        move_at(&table->rules, &table->position, at, &move);
        move_apply(&table->rules, &after, &move);
        uint128 left = position_counters(&table->rules, &after);
        if (left < least)
            best = move;
        least = left < least ? left : least;
        position_finish(&after);
    }
    return best;
}

Test(bots_strategy, greedy_agrees_with_a_look_at_every_move)
{
    static const char *const places[][2] = {
        {"nim", "1+1+4+6"},
        {"laskers-nim", "2+5+7"},
        {"dawsons-chess", "1+2+11"},
        {"octal:0.137", "2+4"},
        {"octal:4.7321", "1+6+9"},
        {"take-away:2x", "30@7"},
        {"nim,misere", "3+5"},
        {"subtraction:1,3,4", "2+9"},
        {"grundy", "3+8"},
        {"take-away:2x,local", "5+8@3+8+9@1"},
        {"take-away:2x,global", "5+8+9@6"},
        {"wythoff", "4+6"},
        {"wythoff", "3+9"},
        {"wythoff", "5+5"},
        {"chomp", "4+4+2"},
        {"chomp", "900+800"},
        {"green-hackenbush", "0-1-2-3+0-4-5-4"},
        /* More moves than are tried. */
        {"octal:0.77", "1+99+71"},
        {"octal:0.137", "120+121+122"},
        {"octal:4.7321", "40+41+41+42"},
        {"nim", "3000+3000+5000"},
        {"subtraction:1,3,4", "2+4000"},
        {"grundy", "3+9000"},
        {"take-away:2x", "6000"},
        {"take-away:2x,local", "3000@2000+3000+4000@1+5000@2000"},
        {"take-away:2x,global", "3000+5000@4500"},
        {"wythoff", "1800+2000"},
        {"wythoff", "2000+4100"},
        {"wythoff", "2000+2000"},
        {"chomp", "5000"},
    };
    struct strategy greedy = strategy_of("greedy", 1);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct table table = table_of(places[i][0], places[i][1]);
        struct move chosen = choose(&greedy, &table, 1, 1), best = greediest(&table);
        cr_assert(move_equal(&chosen, &best), "%s %s", places[i][0], places[i][1]);
        table_finish(&table);
    }
}

Test(bots_strategy, random_repeats_itself_with_its_seed_whatever_came_before)
{
    struct strategy a = strategy_of("random", 9), b = strategy_of("random", 9);
    struct strategy other = strategy_of("random", 10);
    struct table table = table_of("nim", "1000000000000+1000000000007");
    struct move first = choose(&a, &table, 4, 2);
    choose(&b, &table, 99, 1);
    struct move again = choose(&b, &table, 4, 2);
    cr_assert(move_equal(&first, &again));
    struct move others[] = {choose(&a, &table, 5, 2), choose(&a, &table, 4, 3),
                            choose(&other, &table, 4, 2)};
    for (int i = 0; i < 3; i++)
        cr_assert_not(move_equal(&first, &others[i]), "%d", i);
    table_finish(&table);
}

Test(bots_strategy, random_plays_every_move_equally_often)
{
    enum { MOVES = 15, ROUNDS = 15000 };
    struct strategy strategy = strategy_of("random", 1);
    struct table table = table_of("nim", "3+5+7");
    cr_assert_eq((int)move_count(&table.rules, &table.position), MOVES);
    struct move moves[MOVES];
    int seen[MOVES] = {0};
    for (int i = 0; i < MOVES; i++)
        move_at(&table.rules, &table.position, (uint128)i, &moves[i]);
    for (int round = 0; round < ROUNDS; round++) {
        struct move move = choose(&strategy, &table, round, 1);
        for (int i = 0; i < MOVES; i++)
            seen[i] += move_equal(&move, &moves[i]);
    }
    for (int i = 0; i < MOVES; i++) /* six standard deviations */
        cr_assert(seen[i] > 815 && seen[i] < 1185, "%d came %d times", i, seen[i]);
    table_finish(&table);
}

static void expect_quick(const char *name, const char *rules, const char *position, bool expected)
{
    struct strategy strategy = strategy_of(name, 1);
    struct table table = table_of(rules, position);
    struct turn turn = {&table.rules, &table.position, 1, 1, 0};
    bool is_quick = strategy.is_quick(&strategy, strategy.uses_solver ? table.solver : NULL, &turn);
    cr_assert_eq(is_quick, expected, "%s: %s %s", name, rules, position);
    table_finish(&table);
}

Test(bots_strategy, are_quick_where_there_is_little_to_look_at)
{
    expect_quick("perfect", "take-away:2x", "4000000000000000000", true);
    expect_quick("perfect", "nim", "3+5+7", true);
    expect_quick("perfect", "nim", "1000+1001+1002",
                 false); /* so many moves may have to be tried */
    expect_quick("perfect", "kayles", "5+8+9", true);
    expect_quick("perfect", "kayles", "1000", false);
    expect_quick("perfect", "octal:0.6", "900000", false);
    expect_quick("perfect", "take-away:10000x", "4000000000000000000", false);
    expect_quick("perfect", "take-away:2x,local", "20+21+22", true);
    expect_quick("perfect", "take-away:2x,local", "900000", false);
    expect_quick("perfect", "take-away:3/2x,global", "4000000000000000000+9@1000", true);
    expect_quick("perfect", "take-away:3x,global", "20+20+21", true);
    expect_quick("perfect", "take-away:3x,global", "20+20+23", false);
    expect_quick("perfect", "take-away:3x,global", "4000000000000000000", true);
    expect_quick("perfect", "kayles,misere", "25+12", true);
    expect_quick("perfect", "kayles,misere", "25+16", false);
    expect_quick("perfect", "laskers-nim,misere", "3+5", true);
    expect_quick("perfect", "laskers-nim,misere", "3+6", false);
    expect_quick("greedy", "nim", "3+9223372036854775807", true);
    expect_quick("greedy", "octal:0.77777777777777777777777777777777777777777777777777",
                 "1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16", true);
    expect_quick("greedy", "octal:0.77777777777777777777777777777777777777777777777777",
                 "1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17", false);
    expect_quick("random", "octal:0.6", "900000", true);
}

Test(bots_strategy, chance_follows_from_the_seed_of_the_match_and_the_ply_alone)
{
    struct strategy a = strategy_of("random", 1), b = strategy_of("random", 2);
    struct turn turn = {.match = 3, .ply = 4, .seed = 5},
                elsewhere = {.match = 6, .ply = 4, .seed = 5};
    struct random one = strategy_chance(&a, &turn), same = strategy_chance(&b, &elsewhere);
    cr_assert_eq(random_next(&one), random_next(&same));
    elsewhere.ply = 5;
    struct random next = strategy_chance(&a, &elsewhere);
    cr_assert_neq(random_next(&one), random_next(&next));
}

/* --- their names --- */

static void expect_name(const char *text, enum strategy_kind kind, int64_t parameter)
{
    struct strategy_name name;
    struct error error;
    cr_assert_eq(strategy_name_parse(text, &name, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(name.kind, kind);
    cr_assert_eq(name.parameter, parameter, "%s", text);
}

static void expect_no_name(const char *text, const char *part)
{
    struct strategy_name name;
    struct error error;
    cr_assert_eq(strategy_name_parse(text, &name, &error), ERROR_USAGE, "%s", text);
    cr_assert_not_null(strstr(error.message, part), "%s: %s", text, error.message);
}

Test(bots_strategy, names_carry_parameters)
{
    expect_name("perfect", STRATEGY_PERFECT, 0);
    expect_name("mistaken:0", STRATEGY_MISTAKEN, 0);
    expect_name("mistaken:1", STRATEGY_MISTAKEN, STRATEGY_CHANCE_ONE);
    expect_name("mistaken:0.05", STRATEGY_MISTAKEN, 50000);
    expect_name("mistaken:0.000001", STRATEGY_MISTAKEN, 1);
    expect_name("mcts", STRATEGY_MCTS, STRATEGY_PLAYOUTS_DEFAULT);
    expect_name("mcts:7", STRATEGY_MCTS, 7);
    expect_name("level:10", STRATEGY_LEVEL, 10);
}

Test(bots_strategy, unknown_names_are_refused_with_what_would_be_right)
{
    expect_no_name("lucky",
                   "perfect, greedy, random, mistaken:P, mcts[:PLAYOUTS] and level:1 to level:10");
    expect_no_name("", "there is no strategy ''");
    expect_no_name("perf", "perfect, greedy");
    expect_no_name("perfect:1", "there is no strategy 'perfect:1'");
    expect_no_name("mistaken", "a probability from 0 to 1");
    expect_no_name("mistaken:", "a probability from 0 to 1");
    expect_no_name("mistaken:1.01", "a probability from 0 to 1");
    expect_no_name("mistaken:.5", "a probability from 0 to 1");
    expect_no_name("mistaken:0.", "a probability from 0 to 1");
    expect_no_name("mistaken:0.0000001", "6 decimals");
    expect_no_name("mistaken:0.5x", "a probability from 0 to 1");
    expect_no_name("mcts:", "a whole number from 1");
    expect_no_name("mcts:0", "a whole number from 1");
    expect_no_name("mcts:1000001", "to 1000000");
    expect_no_name("level", "level:1 to level:10");
    expect_no_name("level:0", "level:1 to level:10");
    expect_no_name("level:11", "level:1 to level:10");
}

/* --- the command line --- */

SUITE(bots_options, 20);

enum { ARGUMENTS_MAX = 32, LINE_MAX = 512 };

/* A command line, its words cut at spaces. */
struct command {
    char line[LINE_MAX];
    char *words[ARGUMENTS_MAX + 1];
    int count;
};

static enum error_code parse(struct command *command, const char *line, struct bot_options *options,
                             struct error *error)
{
    snprintf(command->line, sizeof command->line, "takeaway-bot %s", line);
    command->count = 0;
    for (char *word = strtok(command->line, " "); word; word = strtok(NULL, " "))
        command->words[command->count++] = word;
    command->words[command->count] = NULL;
    return bot_options_parse(command->count, command->words, options, error);
}

#define BASIC "--server localhost:7800 --name bo --strategy random "

static void expect_refusal(const char *line, const char *part)
{
    struct command command;
    struct bot_options options;
    struct error error;
    cr_assert_eq(parse(&command, line, &options, &error), ERROR_USAGE, "%s", line);
    cr_assert_not_null(strstr(error.message, part), "%s", error.message);
}

Test(bots_options, are_read)
{
    struct command command;
    struct bot_options options;
    struct error error;
    cr_assert_eq(parse(&command,
                       BASIC "--seed 7 --game fibonacci-nim --game kayles --game drawn "
                             "--challenge al "
                             "--first me --matches 3 --token-file t --exit-on-eof "
                             "--clock 10+0.1 --patience 5",
                       &options, &error),
                 ERROR_NONE, "%s", error.message);
    cr_assert_str_eq(options.bot.server, "localhost:7800");
    cr_assert_str_eq(options.bot.name, "bo");
    cr_assert_eq(options.bot.seed, 7);
    cr_assert_eq(options.bot.game_count, 3);
    cr_assert_str_eq(options.bot.games[0], "take-away:2x");
    cr_assert_str_eq(options.bot.games[1], "octal:0.77");
    cr_assert_str_eq(options.bot.games[2], "drawn:octal:4");
    cr_assert_str_eq(options.bot.challenge, "al");
    cr_assert_str_eq(options.bot.first, "maker");
    cr_assert_eq(options.bot.matches, 3);
    cr_assert_str_eq(options.bot.token_file, "t");
    cr_assert_str_eq(options.bot.clock, "10+0.1");
    cr_assert_eq(options.bot.patience_ms, 5000);
    cr_assert(options.exit_on_eof);
    bot_options_finish(&options);
}

Test(bots_options, of_a_tournament_and_of_a_program_are_read)
{
    struct command command;
    struct bot_options options;
    struct error error;
    cr_assert_eq(parse(&command,
                       "--server h:1 --name bo --exec ./bo --tournament 12 --resign-for-haste",
                       &options, &error),
                 ERROR_NONE, "%s", error.message);
    cr_assert_eq(options.bot.tournament, 12);
    cr_assert_str_eq(options.bot.command, "./bo");
    cr_assert(options.bot.resigns_for_haste);
    cr_assert_null(options.bot.strategy);
    bot_options_finish(&options);
}

Test(bots_options, know_what_challenges_look_like)
{
    struct command command;
    struct bot_options options;
    struct error error;
    cr_assert_eq(
        parse(&command, BASIC "--challenge al --game nimble --game kayles", &options, &error),
        ERROR_NONE, "%s", error.message);
    cr_assert_str_eq(options.bot.looks[0], "strip");
    cr_assert_null(options.bot.looks[1]);
    bot_options_finish(&options);
    cr_assert_eq(
        parse(&command, BASIC "--challenge al --game nimble --look band", &options, &error),
        ERROR_NONE, "%s", error.message);
    cr_assert_str_eq(options.bot.looks[0], "band");
    bot_options_finish(&options);
    expect_refusal(BASIC "--challenge al --game drawn:octal:3 --look strip",
                   "--look is for one game: drawn:octal:3 are many");
    expect_refusal(BASIC "--game nim --look band", "--look goes with --challenge NAME");
    expect_refusal(BASIC "--challenge al --game nimble --game chomp --look strip",
                   "--look 'strip': chomp has no look but that of its rules");
}

Test(bots_options, have_defaults)
{
    struct command command;
    struct bot_options options;
    struct error error;
    cr_assert_eq(parse(&command, BASIC, &options, &error), ERROR_NONE);
    cr_assert_eq(options.bot.game_count, 0);
    cr_assert_eq(options.bot.matches, 1);
    cr_assert_str_eq(options.bot.first, "random");
    cr_assert_null(options.bot.challenge);
    cr_assert_null(options.bot.clock);
    cr_assert_eq(options.bot.patience_ms, 60000);
    cr_assert_not(options.exit_on_eof);
    bot_options_finish(&options);
}

Test(bots_options, are_refused_with_what_would_be_right)
{
    expect_refusal("", "--name NAME is missing");
    expect_refusal("--name a --strategy random", "--server SERVER is missing");
    expect_refusal("--server localhost: --name a --strategy random", "HOST:PORT was expected");
    expect_refusal("--server h:1 --name a --strategy lucky", "perfect, greedy, random");
    expect_refusal("--server h:1 --strategy random", "--name NAME is missing");
    expect_refusal("--server h:1 --name a", "one is missing of --strategy STRATEGY and --exec");
    expect_refusal(BASIC "--exec ./bo", "only one of --strategy STRATEGY and --exec COMMAND");
    expect_refusal(BASIC "--tournament 0", "--tournament is a whole number from 1");
    expect_refusal(BASIC "--tournament 1 --game nim", "--game does not go with --tournament");
    expect_refusal(BASIC "--tournament 1 --challenge al --game nim",
                   "does not go with --tournament");
    expect_refusal(BASIC "--seed", "--seed needs a value");
    expect_refusal(BASIC "--seed 12x", "a whole number");
    expect_refusal(BASIC "--matches 0", "--matches goes with --challenge");
    expect_refusal(BASIC "--challenge al --game nim --matches 0", "from 1 to");
    expect_refusal(BASIC "--challenge al", "--game RULES");
    expect_refusal(BASIC "--challenge al --game nim --first you", "me, them or random");
    expect_refusal(BASIC "--challenge al --game nim --game kayles --start 3", "exactly one");
    expect_refusal(BASIC "--challenge al --game nim --start 0", "--start '0'");
    expect_refusal(BASIC "--challenge al --game drawn:octal:3 --start 5",
                   "--start does not go with --game drawn:octal:3: the start is drawn with the "
                   "rules");
    expect_refusal(BASIC "--game drawn:octal:9", "from 3 to 6, not 9");
    expect_refusal(BASIC "--clock 10+0.1", "--clock goes with --challenge");
    expect_refusal(BASIC "--challenge al --game nim --clock soon", "--clock 'soon': ");
    expect_refusal(BASIC "--patience 0", "--patience is a whole number from 1");
    expect_refusal(BASIC "--game chess", "--game 'chess'");
    expect_refusal(BASIC "--frobnicate", "not understood");
    expect_refusal(BASIC "more", "not understood");
    expect_refusal(BASIC "--se 2", "not understood"); /* --server and --seed begin so */
}

Test(bots_options, are_all_explained)
{
    struct text help = {0};
    bot_options_describe(&help);
    cr_assert_not_null(strstr(text_string(&help), "--token-file FILE"));
    for (int kind = 0; kind < STRATEGY_KIND_COUNT; kind++)
        cr_assert_not_null(
            strstr(text_string(&help), strategy_kind_form((enum strategy_kind)kind)));
    text_finish(&help);
}

/* --- what a bot says --- */

/* A pipe of packets hands out one write at a time. */
Test(bots_strategy, a_line_of_trouble_is_one_write)
{
    static const char expected[] = "takeaway-bot crash: match 17, move 3: made in haste\n";
    int packets[2], standard_error = dup(STDERR_FILENO);
    char written[256] = "";
    cr_assert_eq(pipe2(packets, O_DIRECT), 0);
    dup2(packets[1], STDERR_FILENO);
    report_set_name("crash");
    report_trouble("match %d, move %d: %s", 17, 3, "made in haste");
    report_set_name(NULL);
    dup2(standard_error, STDERR_FILENO);
    cr_assert_gt(read(packets[0], written, sizeof written - 1), 0);
    cr_expect_str_eq(written, expected);
    close(standard_error);
    close(packets[0]);
    close(packets[1]);
}
