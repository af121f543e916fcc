#include "bots/options.h"

#include "bots/option_table.h"
#include "client/lib/strategy_name.h"
#include "common/base/address.h"
#include "common/base/memory.h"
#include "common/base/scanner.h"
#include "common/game/game.h"
#include "common/game/time_control.h"
#include "common/wire/schema.h"

#include <assert.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_DEFAULT = 1, MATCHES_MAX = 1000000, PATIENCE_DEFAULT_S = 60, PATIENCE_MAX_S = 86400 };

/* The values as they were given; NULL: not given, "" for a switch. */
struct given {
    const char *values[OPTION_COUNT];
};

/* --- values --- */

static enum error_code parse_number(enum option_name option, const char *text, int64_t min,
                                    int64_t max, int64_t *ret_value, struct error *error)
{
    struct scanner scanner = {.text = text, .len = strlen(text)};
    struct error refusal;
    int64_t value;
    if (scanner_take_int(&scanner, &value, ERROR_USAGE, &refusal) || !scanner_at_end(&scanner) ||
        value < min || value > max)
        return error_set(error, ERROR_USAGE,
                         "--%s is a whole number from %" PRId64 " to %" PRId64 ", not '%.80s'",
                         option_rows[option].name, min, max, text);
    *ret_value = value;
    return ERROR_NONE;
}

static enum error_code add_game(struct options *options, const char *text, struct error *error)
{
    struct rules rules;
    struct error refusal;
    if (rules_parse(&rules, text, strlen(text), &refusal))
        return error_set(error, ERROR_USAGE, "--game '%.80s': %s", text, refusal.message);
    size_t count = options->bot.game_count++;
    options->games = memory_resized(options->games, count + 1, sizeof *options->games);
    options->games[count] = memory_text(rules.text, rules.text_len);
    return ERROR_NONE;
}

static enum error_code check_strategy(const char *text, struct error *error)
{
    struct strategy_name name;
    struct error refusal;
    if (strategy_name_parse(text, &name, &refusal))
        return error_set(error, ERROR_USAGE, "--strategy %.40s: %s", text, refusal.message);
    return ERROR_NONE;
}

static enum error_code check_command(const char *text, struct error *error)
{
    if (strspn(text, " \t\n") == strlen(text))
        return error_set(error, ERROR_USAGE, "--exec takes a command");
    return ERROR_NONE;
}

/* NULL: anybody. */
static enum error_code parse_first(const char *text, const char **ret_first, struct error *error)
{
    static const char *const words[][2] = {
        {"me", "maker"}, {"them", "taker"}, {"random", "random"}};
    if (!text)
        text = "random";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i][0], text) == 0) {
            *ret_first = words[i][1];
            return ERROR_NONE;
        }
    }
    return error_set(error, ERROR_USAGE, "--first is me, them or random, not '%.80s'", text);
}

/* A position belongs to one game. */
static enum error_code check_start(const struct options *options, struct error *error)
{
    const char *start = options->bot.start;
    if (options->bot.game_count != 1)
        return error_set(error, ERROR_USAGE, "--start needs exactly one --game");
    struct rules rules;
    struct position position = {0};
    struct error refusal;
    enum error_code failed =
        rules_parse(&rules, options->games[0], strlen(options->games[0]), &refusal);
    assert(!failed); /* it is canonical */
    failed = position_parse(&rules, start, strlen(start), &position, &refusal);
    if (!failed)
        failed = position_check_start(&rules, &position, &refusal);
    position_finish(&position);
    if (failed)
        return error_set(error, ERROR_USAGE, "--start '%.80s': %s", start, refusal.message);
    return ERROR_NONE;
}

/* --- the command line --- */

static enum error_code check_needed(const struct given *given, struct error *error)
{
    static const enum option_name needed[] = {OPTION_SERVER, OPTION_NAME};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (!given->values[needed[i]])
            return error_set(error, ERROR_USAGE, "--%s %s is missing", option_rows[needed[i]].name,
                             option_rows[needed[i]].value);
    }
    const char *strategy = given->values[OPTION_STRATEGY], *command = given->values[OPTION_EXEC];
    if (!strategy == !command)
        return error_set(error, ERROR_USAGE, "%s of --strategy STRATEGY and --exec COMMAND",
                         strategy ? "only one" : "one is missing");
    return ERROR_NONE;
}

static enum error_code check_challenge(const struct given *given, struct error *error)
{
    static const enum option_name of_challenge[] = {OPTION_START, OPTION_FIRST, OPTION_CLOCK,
                                                    OPTION_MATCHES};
    if (given->values[OPTION_CHALLENGE] && !given->values[OPTION_GAME])
        return error_set(error, ERROR_USAGE, "--challenge needs a game: --game RULES");
    for (size_t i = 0; i < sizeof of_challenge / sizeof *of_challenge; i++) {
        if (given->values[of_challenge[i]] && !given->values[OPTION_CHALLENGE])
            return error_set(error, ERROR_USAGE, "--%s goes with --challenge NAME",
                             option_rows[of_challenge[i]].name);
    }
    return ERROR_NONE;
}

/* It would leave those in the lurch whom it plays with besides. */
static enum error_code check_tournament(const struct given *given, struct error *error)
{
    static const enum option_name others[] = {OPTION_CHALLENGE, OPTION_GAME};
    for (size_t i = 0; given->values[OPTION_TOURNAMENT] && i < sizeof others / sizeof *others;
         i++) {
        if (given->values[others[i]])
            return error_set(error, ERROR_USAGE, "--%s does not go with --tournament N",
                             option_rows[others[i]].name);
    }
    return ERROR_NONE;
}

static enum error_code check_clock(const char *clock, struct error *error)
{
    struct time_control control;
    struct error refusal;
    if (time_control_parse(clock, strlen(clock), &control, &refusal))
        return error_set(error, ERROR_USAGE, "--clock '%.80s': %s; such as 300+3 or 30/move", clock,
                         refusal.message);
    return ERROR_NONE;
}

static enum error_code read_numbers(const struct given *given, struct bot_config *bot,
                                    struct error *error)
{
    int64_t seed = SEED_DEFAULT, patience_s = PATIENCE_DEFAULT_S;
    const struct {
        enum option_name option;
        int64_t min, max;
        int64_t *value;
    } numbers[] = {
        {OPTION_SEED, 0, INT64_MAX, &seed},
        {OPTION_MATCHES, 1, MATCHES_MAX, &bot->matches},
        {OPTION_TOURNAMENT, 1, WIRE_INT_MAX, &bot->tournament},
        {OPTION_PATIENCE, 1, PATIENCE_MAX_S, &patience_s},
    };
    bot->matches = 1;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *text = given->values[numbers[i].option];
        if (text && parse_number(numbers[i].option, text, numbers[i].min, numbers[i].max,
                                 numbers[i].value, error))
            return ERROR_USAGE;
    }
    bot->seed = (uint64_t)seed;
    bot->patience_ms = (uint32_t)(patience_s * 1000);
    return ERROR_NONE;
}

static void take_texts(const struct given *given, struct options *options)
{
    struct bot_config *bot = &options->bot;
    bot->server = given->values[OPTION_SERVER];
    bot->name = given->values[OPTION_NAME];
    bot->strategy = given->values[OPTION_STRATEGY];
    bot->command = given->values[OPTION_EXEC];
    bot->resigns_for_haste = given->values[OPTION_RESIGN] != NULL;
    bot->challenge = given->values[OPTION_CHALLENGE];
    bot->start = given->values[OPTION_START];
    bot->clock = given->values[OPTION_CLOCK];
    bot->token_file = given->values[OPTION_TOKEN_FILE];
    options->exit_on_eof = given->values[OPTION_EXIT_ON_EOF] != NULL;
    bot->waits_for_server = options->exit_on_eof;
}

static enum error_code read_values(const struct given *given, struct options *options,
                                   struct error *error)
{
    struct bot_config *bot = &options->bot;
    struct address address;
    take_texts(given, options);
    enum error_code failed = address_parse(bot->server, ADDRESS_PORT_OF_SERVER, &address, error);
    if (!failed && bot->strategy)
        failed = check_strategy(bot->strategy, error);
    if (!failed && bot->command)
        failed = check_command(bot->command, error);
    if (!failed)
        failed = read_numbers(given, bot, error);
    if (!failed && bot->clock)
        failed = check_clock(bot->clock, error);
    if (!failed)
        failed = parse_first(given->values[OPTION_FIRST], &bot->first, error);
    if (!failed && bot->start)
        failed = check_start(options, error);
    return failed;
}

static enum error_code check_and_read(const struct given *given, struct options *options,
                                      struct error *error)
{
    options->help = given->values[OPTION_HELP] != NULL;
    options->version = given->values[OPTION_VERSION] != NULL;
    if (options->help || options->version)
        return ERROR_NONE;
    enum error_code failed = check_needed(given, error);
    if (!failed)
        failed = check_challenge(given, error);
    if (!failed)
        failed = check_tournament(given, error);
    if (!failed)
        failed = read_values(given, options, error);
    options->bot.games = (const char *const *)options->games;
    return failed;
}

/* What getopt_long() stopped at. */
static enum error_code refuse_argument(int outcome, const char *argument, struct error *error)
{
    if (outcome == ':')
        return error_set(error, ERROR_USAGE, "%.80s needs a value", argument);
    return error_set(error, ERROR_USAGE, "'%.80s' is not understood; try --help", argument);
}

static void fill_long_options(struct option long_options[OPTION_COUNT + 1])
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        long_options[i] = (struct option){
            .name = option_rows[i].name,
            .has_arg = option_rows[i].value ? required_argument : no_argument,
        };
    }
    long_options[OPTION_COUNT] = (struct option){0};
}

static enum error_code take_arguments(int argument_count, char **arguments, struct given *given,
                                      struct options *options, struct error *error)
{
    struct option long_options[OPTION_COUNT + 1];
    int index = 0, outcome;
    fill_long_options(long_options);
    optind = 0; /* from the beginning, whatever was parsed before */
    while ((outcome = getopt_long(argument_count, arguments, ":", long_options, &index)) == 0) {
        given->values[index] = optarg ? optarg : "";
        enum error_code failed =
            index == OPTION_GAME ? add_game(options, optarg, error) : ERROR_NONE;
        if (failed)
            return failed;
    }
    if (outcome != -1)
        return refuse_argument(outcome, arguments[optind - 1], error);
    if (optind < argument_count)
        return refuse_argument(0, arguments[optind], error);
    return ERROR_NONE;
}

enum error_code options_parse(int argument_count, char **arguments, struct options *ret_options,
                              struct error *error)
{
    struct options options = {0};
    struct given given = {0};
    enum error_code failed = take_arguments(argument_count, arguments, &given, &options, error);
    if (!failed)
        failed = check_and_read(&given, &options, error);
    if (failed)
        options_finish(&options);
    else
        *ret_options = options;
    return failed;
}

void options_finish(struct options *options)
{
    for (size_t i = 0; i < options->bot.game_count; i++)
        free(options->games[i]);
    free(options->games);
    *options = (struct options){0};
}
