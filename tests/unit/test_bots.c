#include "bots/options.h"
#include "bots/strategy.h"
#include "common/base/text.h"
#include "common/solver/solver.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(bots_strategy, 60);

/* Where a move is to be chosen. */
struct table {
    struct rules rules;
    struct position position;
};

static struct table table_of(const char *rules, const char *position)
{
    struct table table = {0};
    struct error error;
    cr_assert_eq(rules_parse(&table.rules, rules, strlen(rules), &error), ERROR_NONE);
    cr_assert_eq(position_parse(&table.rules, position, strlen(position), &table.position, &error),
                 ERROR_NONE, "%s", error.message);
    return table;
}

static struct move choose(struct strategy *strategy, const struct table *table, int64_t match,
                          int64_t ply)
{
    struct turn turn = {&table->rules, &table->position, match, ply};
    struct move move;
    strategy_choose(strategy, &turn, &move);
    return move;
}

static void expect_choice(const char *name, const char *rules, const char *position,
                          const char *expected)
{
    struct strategy *strategy = strategy_create(name, 1);
    struct table table = table_of(rules, position);
    struct move move = choose(strategy, &table, 1, 1);
    struct text text = {0};
    move_print(&table.rules, &table.position, &move, &text);
    cr_assert_str_eq(text_string(&text), expected);
    text_finish(&text);
    position_finish(&table.position);
    strategy_destroy(strategy);
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

/* Plays a match between two strategies from a table that it leaves empty; returns who made the last
 * move, 0 or 1. */
static int play(struct strategy *const players[2], struct table *table)
{
    int64_t ply = 0;
    while (!position_is_over(&table->rules, &table->position)) {
        struct move move = choose(players[ply % 2], table, 1, ply + 1);
        cr_assert(is_legal(table, &move));
        move_apply(&table->rules, &table->position, &move);
        ply++;
    }
    position_finish(&table->position);
    return (int)((ply + 1) % 2);
}

Test(bots_strategy, each_one_plays_every_game_by_the_rules)
{
    for (int i = 0; strategy_name(i); i++) {
        struct strategy *strategy = strategy_create(strategy_name(i), 3);
        struct strategy *players[2] = {strategy, strategy};
        for (const struct game *game = games; game->name; game++) {
            struct table table = table_of(game->rules, game->example);
            play(players, &table);
        }
        strategy_destroy(strategy);
    }
}

Test(bots_strategy, perfect_wins_from_every_position_that_can_be_won)
{
    struct strategy *perfect = strategy_create("perfect", 1);
    struct strategy *players[2] = {perfect, NULL};
    for (int i = 0; strategy_name(i); i++) {
        players[1] = strategy_create(strategy_name(i), 5);
        for (const struct game *game = games; game->name; game++) {
            struct table table = table_of(game->rules, game->example);
            struct solver *solver = solver_create(&table.rules);
            bool can_be_won = solver_outcome(solver, &table.position) == OUTCOME_N;
            solver_destroy(solver);
            int winner = play(players, &table);
            cr_assert(winner == 0 || !can_be_won, "%s lost to %s", game->name, strategy_name(i));
        }
        strategy_destroy(players[1]);
    }
    strategy_destroy(perfect);
}

Test(bots_strategy, perfect_remembers_some_games_and_plays_any_number)
{
    struct strategy *perfect = strategy_create("perfect", 1);
    for (int round = 0; round < 2; round++) {
        for (int coefficient = 1; coefficient <= 20; coefficient++) {
            char rules[32];
            snprintf(rules, sizeof rules, "take-away:%dx", coefficient);
            struct table table = table_of(rules, "50");
            struct move move = choose(perfect, &table, 1, 1);
            cr_assert(is_legal(&table, &move));
            position_finish(&table.position);
        }
    }
    strategy_destroy(perfect);
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

Test(bots_strategy, greedy_agrees_with_a_look_at_every_move)
{
    static const char *const places[][2] = {
        {"nim", "1+1+4+6"},     {"laskers-nim", "2+5+7"},  {"dawsons-chess", "1+2+11"},
        {"octal:0.137", "2+4"}, {"octal:4.7321", "1+6+9"}, {"take-away:2x", "30@7"},
    };
    struct strategy *greedy = strategy_create("greedy", 1);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct table table = table_of(places[i][0], places[i][1]);
        struct move chosen = choose(greedy, &table, 1, 1), best = {0}, move;
        int64_t most = -1;
        for (uint128 at = 0; at < move_count(&table.rules, &table.position); at++) {
            int64_t taken = 0;
            move_at(&table.rules, &table.position, at, &move);
            for (int cell = 0; cell < move.before_count + move.after_count; cell++)
                taken += cell < move.before_count ? move.cells[cell] : -move.cells[cell];
            if (taken > most)
                best = move;
            most = taken > most ? taken : most;
        }
        cr_assert(move_equal(&chosen, &best), "%s %s", places[i][0], places[i][1]);
        position_finish(&table.position);
    }
    strategy_destroy(greedy);
}

Test(bots_strategy, random_repeats_itself_with_its_seed_whatever_came_before)
{
    struct strategy *a = strategy_create("random", 9), *b = strategy_create("random", 9);
    struct strategy *other = strategy_create("random", 10);
    struct table table = table_of("nim", "1000000000000+1000000000007");
    struct move first = choose(a, &table, 4, 2);
    choose(b, &table, 99, 1);
    struct move again = choose(b, &table, 4, 2);
    cr_assert(move_equal(&first, &again));
    struct move others[] = {choose(a, &table, 5, 2), choose(a, &table, 4, 3),
                            choose(other, &table, 4, 2)};
    for (int i = 0; i < 3; i++)
        cr_assert_not(move_equal(&first, &others[i]), "%d", i);
    position_finish(&table.position);
    strategy_destroy(a);
    strategy_destroy(b);
    strategy_destroy(other);
}

Test(bots_strategy, random_plays_every_move_equally_often)
{
    enum { MOVES = 15, ROUNDS = 15000 };
    struct strategy *strategy = strategy_create("random", 1);
    struct table table = table_of("nim", "3+5+7");
    cr_assert_eq((int)move_count(&table.rules, &table.position), MOVES);
    struct move moves[MOVES];
    int seen[MOVES] = {0};
    for (int i = 0; i < MOVES; i++)
        move_at(&table.rules, &table.position, (uint128)i, &moves[i]);
    for (int round = 0; round < ROUNDS; round++) {
        struct move move = choose(strategy, &table, round, 1);
        for (int i = 0; i < MOVES; i++)
            seen[i] += move_equal(&move, &moves[i]);
    }
    for (int i = 0; i < MOVES; i++) /* six standard deviations */
        cr_assert(seen[i] > 815 && seen[i] < 1185, "%d came %d times", i, seen[i]);
    position_finish(&table.position);
    strategy_destroy(strategy);
}

Test(bots_strategy, unknown_names_are_no_strategy)
{
    cr_assert_null(strategy_create("lucky", 1));
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

static enum error_code parse(struct command *command, const char *line, struct options *options,
                             struct error *error)
{
    snprintf(command->line, sizeof command->line, "takeaway-bot %s", line);
    command->count = 0;
    for (char *word = strtok(command->line, " "); word; word = strtok(NULL, " "))
        command->words[command->count++] = word;
    command->words[command->count] = NULL;
    return options_parse(command->count, command->words, options, error);
}

#define BASIC "--server localhost:7800 --name bo --strategy random "

static void expect_refusal(const char *line, const char *part)
{
    struct command command;
    struct options options;
    struct error error;
    cr_assert_eq(parse(&command, line, &options, &error), ERROR_USAGE, "%s", line);
    cr_assert_not_null(strstr(error.message, part), "%s", error.message);
}

Test(bots_options, are_read)
{
    struct command command;
    struct options options;
    struct error error;
    cr_assert_eq(parse(&command,
                       BASIC "--seed 7 --game fibonacci-nim --game kayles --challenge al "
                             "--first me --matches 3 --token-file t --exit-on-eof",
                       &options, &error),
                 ERROR_NONE, "%s", error.message);
    cr_assert_str_eq(options.bot.server, "localhost:7800");
    cr_assert_str_eq(options.bot.name, "bo");
    cr_assert_eq(options.bot.seed, 7);
    cr_assert_eq(options.bot.game_count, 2);
    cr_assert_str_eq(options.bot.games[0], "take-away:2x");
    cr_assert_str_eq(options.bot.games[1], "octal:0.77");
    cr_assert_str_eq(options.bot.challenge, "al");
    cr_assert_str_eq(options.bot.first, "maker");
    cr_assert_eq(options.bot.matches, 3);
    cr_assert_str_eq(options.bot.token_file, "t");
    cr_assert(options.exit_on_eof);
    options_finish(&options);
}

Test(bots_options, have_defaults)
{
    struct command command;
    struct options options;
    struct error error;
    cr_assert_eq(parse(&command, BASIC, &options, &error), ERROR_NONE);
    cr_assert_eq(options.bot.game_count, 0);
    cr_assert_eq(options.bot.matches, 1);
    cr_assert_str_eq(options.bot.first, "random");
    cr_assert_null(options.bot.challenge);
    cr_assert_not(options.exit_on_eof);
    options_finish(&options);
}

Test(bots_options, are_refused_with_what_would_be_right)
{
    expect_refusal("", "--server HOST:PORT is missing");
    expect_refusal("--server localhost --name a --strategy random", "HOST:PORT was expected");
    expect_refusal("--server h:1 --name a --strategy lucky", "perfect, greedy, random");
    expect_refusal("--server h:1 --strategy random", "--name NAME is missing");
    expect_refusal(BASIC "--seed", "--seed needs a value");
    expect_refusal(BASIC "--seed 12x", "a whole number");
    expect_refusal(BASIC "--matches 0", "--matches goes with --challenge");
    expect_refusal(BASIC "--challenge al --game nim --matches 0", "from 1 to");
    expect_refusal(BASIC "--challenge al", "--game RULES");
    expect_refusal(BASIC "--challenge al --game nim --first you", "me, them or random");
    expect_refusal(BASIC "--challenge al --game nim --game kayles --start 3", "exactly one");
    expect_refusal(BASIC "--challenge al --game nim --start 0", "--start '0'");
    expect_refusal(BASIC "--game chess", "--game 'chess'");
    expect_refusal(BASIC "--frobnicate", "not understood");
    expect_refusal(BASIC "more", "not understood");
}

Test(bots_options, are_all_explained)
{
    struct text help = {0};
    options_describe(&help);
    cr_assert_not_null(strstr(text_string(&help), "--token-file FILE"));
    for (int i = 0; strategy_name(i); i++)
        cr_assert_not_null(strstr(text_string(&help), strategy_name(i)));
    text_finish(&help);
}
