#include "bots/bot_options.h"

#include "client/lib/server_address.h"
#include "client/lib/server_trust.h"
#include "client/lib/strategy_name.h"
#include "common/base/exit_status.h"
#include "common/base/memory.h"
#include "common/base/scanner.h"
#include "common/game/drawn.h"
#include "common/game/time_control.h"
#include "common/wire/schema.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- values --- */

static enum error_code read_server(const struct cli_given *given, struct error *error)
{
    struct server_list list;
    if (server_list_parse(given->text, &list, error))
        return ERROR_USAGE;
    return cli_string.read(given, error);
}

static enum error_code read_strategy(const struct cli_given *given, struct error *error)
{
    struct strategy_name name;
    struct error refusal;
    if (strategy_name_parse(given->text, &name, &refusal))
        return error_set(error, ERROR_USAGE, "%s %.40s: %s", given->name, given->text,
                         refusal.message);
    return cli_string.read(given, error);
}

static enum error_code read_command(const struct cli_given *given, struct error *error)
{
    if (strspn(given->text, " \t\n") == strlen(given->text))
        return error_set(error, ERROR_USAGE, "%s takes a command", given->name);
    return cli_string.read(given, error);
}

static enum error_code read_number(const struct cli_given *given, struct error *error)
{
    struct scanner scanner = {.text = given->text, .len = strlen(given->text)};
    struct error refusal;
    int64_t number;
    if (scanner_take_int(&scanner, &number, ERROR_USAGE, &refusal) || !scanner_at_end(&scanner) ||
        number < given->option->minimum || number > given->option->maximum)
        return error_set(error, ERROR_USAGE,
                         "%s is a whole number from %" PRId64 " to %" PRId64 ", not '%.80s'",
                         given->name, given->option->minimum, given->option->maximum, given->text);
    *(int64_t *)given->place = number;
    return ERROR_NONE;
}

/* `place` is the struct bot_options. */
static enum error_code read_game(const struct cli_given *given, struct error *error)
{
    struct bot_options *options = given->place;
    struct rules rules;
    struct error refusal;
    if (rules_or_class_parse(&rules, given->text, strlen(given->text), &refusal))
        return error_set(error, ERROR_USAGE, "%s '%.80s': %s", given->name, given->text,
                         refusal.message);
    size_t count = options->bot.game_count++;
    options->games = memory_resized(options->games, count + 1, sizeof *options->games);
    options->games[count] = memory_text(rules.text, rules.text_len);
    options->looks = memory_resized(options->looks, count + 1, sizeof *options->looks);
    options->looks[count] = look_text(rules.look);
    return ERROR_NONE;
}

static enum error_code read_first(const struct cli_given *given, struct error *error)
{
    static const char *const words[][2] = {
        {"me", "maker"}, {"them", "taker"}, {"random", "random"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i][0], given->text) == 0) {
            *(const char **)given->place = words[i][1];
            return ERROR_NONE;
        }
    }
    return error_set(error, ERROR_USAGE, "%s is me, them or random, not '%.80s'", given->name,
                     given->text);
}

static enum error_code read_clock(const struct cli_given *given, struct error *error)
{
    struct time_control control;
    struct error refusal;
    if (time_control_parse(given->text, strlen(given->text), &control, &refusal))
        return error_set(error, ERROR_USAGE, "%s '%.80s': %s; such as 300+3 or 30/move",
                         given->name, given->text, refusal.message);
    return cli_string.read(given, error);
}

static const struct cli_type server_type = {.read = read_server};
static const struct cli_type strategy_type = {.read = read_strategy};
static const struct cli_type command_type = {.read = read_command};
static const struct cli_type number_type = {.read = read_number};
static const struct cli_type games_type = {.read = read_game, .is_list = true};
static const struct cli_type first_type = {.read = read_first};
static const struct cli_type clock_type = {.read = read_clock};

/* --- the table --- */

enum { MATCHES_MAX = 1000000, PATIENCE_MAX_S = 86400 };

enum {
    SERVER,
    SERVER_KEY,
    NAME,
    STRATEGY,
    EXEC,
    RESIGN,
    SEED,
    GAME,
    CHALLENGE,
    LOOK,
    START,
    FIRST,
    CLOCK,
    MATCHES,
    TOURNAMENT,
    PATIENCE,
    TAKEBACKS,
    TOKEN_FILE,
    EXIT_ON_EOF,
    VERSION,
    HELP,
    ROWS,
};

#define AT(member) offsetof(struct bot_options, member)
#define BOT(member) AT(bot.member)

static const struct cli_option rows[ROWS] = {
    [SERVER] = {NULL, "server", "SERVER", &server_type, BOT(server), 0, 0,
                "the server to play on, see below"},
    [SERVER_KEY] = {NULL, "server-key", "KEY", &cli_string, BOT(server_key), 0, 0,
                    "the key that the server must have: sha256:..."},
    [NAME] = {NULL, "name", "NAME", &cli_string, BOT(name), 0, 0, "the bot's name there"},
    [STRATEGY] = {NULL, "strategy", "STRATEGY", &strategy_type, BOT(strategy), 0, 0,
                  "how it plays, see below"},
    [EXEC] = {NULL, "exec", "COMMAND", &command_type, BOT(command), 0, 0,
              "instead of --strategy: this program chooses the moves, asked\n"
              "in lines of text as bots/BRIDGE.md describes"},
    [RESIGN] = {NULL, "resign-for-haste", NULL, &cli_switch, BOT(resigns_for_haste), 0, 0,
                "resigns where it would have to move in haste"},
    [SEED] = {NULL, "seed", "N", &number_type, BOT(seed), 0, INT64_MAX,
              "of the strategy's chance: equal seeds play equally; without it 1"},
    [GAME] = {NULL, "game", "RULES", &games_type, 0, 0, 0,
              "a game that it plays, such as kayles or take-away:2x, or\n"
              "a class of drawn games, such as drawn:octal:4; may be\n"
              "given several times; without it any game"},
    [CHALLENGE] = {NULL, "challenge", "NAME", &cli_string, BOT(challenge), 0, 0,
                   "challenges this player, as soon as they are there, to the\n"
                   "games given with --game in turn, and ends when the\n"
                   "matches have ended"},
    [LOOK] = {NULL, "look", "LOOK", &cli_string, AT(look), 0, 0,
              "what boards look like in its challenges, such as strip or\n"
              "queen; without it as the game's name says"},
    [START] = {NULL, "start", "POSITION", &cli_string, BOT(start), 0, 0,
               "of its challenges; without it the server draws one"},
    [FIRST] = {NULL, "first", "WHO", &first_type, BOT(first), 0, 0,
               "who moves first in its challenges: me, them or random (default)"},
    [CLOCK] = {NULL, "clock", "CONTROL", &clock_type, BOT(clock), 0, 0,
               "the time in its challenges: 300+3, 30/move or none (default)"},
    [MATCHES] = {NULL, "matches", "N", &number_type, BOT(matches), 1, MATCHES_MAX,
                 "how many challenges, one after another; without it 1"},
    [TOURNAMENT] = {NULL, "tournament", "N", &number_type, BOT(tournament), 1, WIRE_INT_MAX,
                    "takes part in this tournament, accepts no challenges, and ends\n"
                    "when the tournament is over"},
    [PATIENCE] = {NULL, "patience", "SECONDS", &number_type, AT(patience_s), 1, PATIENCE_MAX_S,
                  "waits so long for an opponent who has gone before it asks\n"
                  "the server, again and again, for the end; without it 60"},
    [TAKEBACKS] = {NULL, "takebacks", "N", &number_type, BOT(takebacks), 0, WIRE_PLY_MAX,
                   "lets opponents take moves back so often in a friendly match;\n"
                   "without it as often as the server does, with 0 never"},
    [TOKEN_FILE] = {NULL, "token-file", "FILE", &cli_string, BOT(token_file), 0, 0,
                    "keeps its token there, so that it can be started again\n"
                    "and goes on with its matches"},
    [EXIT_ON_EOF] = {NULL, "exit-on-eof", NULL, &cli_switch, AT(exit_on_eof), 0, 0,
                     "ends when its standard input ends"},
    [VERSION] = {.name = "version", .meaning = "prints the version"},
    [HELP] = {.name = "help", .meaning = "prints this"},
};

static enum error_code refuse(enum cli_fault fault, const char *word, struct error *error)
{
    if (fault == CLI_NO_VALUE)
        return error_set(error, ERROR_USAGE, "%.80s needs a value", word);
    return error_set(error, ERROR_USAGE, "'%.80s' is not understood; try --help", word);
}

/* --- texts --- */

static const char synopsis[] =
    "takeaway-bot --server SERVER --name NAME --strategy STRATEGY [OPTION ...]\n"
    "takeaway-bot --server SERVER --name NAME --exec COMMAND [OPTION ...]\n";

static const char description[] =
    "A player that is a program: accepts every challenge to a game that it plays, and\n"
    "plays any number of matches at once. When the connection breaks it comes back.\n"
    "With a clock it thinks about a move for half of the time that is left, 20 seconds at\n"
    "most, and then makes a greedy one in haste, so that thinking never loses on time. In a\n"
    "tournament, where chance follows from the match alone, and with --exec it thinks until\n"
    "a second before the flag would fall.\n";

static const char servers[] =
    "  HOST, HOST:PORT     with TLS, if it speaks it, or is on this machine; without PORT 7800\n"
    "  tls://HOST[:PORT]   with TLS\n"
    "  wss://HOST[:PORT]/  by WebSocket with TLS; without PORT 443\n"
    "  ws://HOST[:PORT]/   by WebSocket without TLS; without PORT 80\n"
    "  /PATH               a Unix socket\n"
    "A server at several addresses, of which one answers at a time, is named by all of them, such\n"
    "as one.example.org,two.example.org: up to 16, with commas between. They are tried one after\n"
    "another, also after a break, beginning with the one that answered last. Any of them is given\n"
    "the bot's token, and --server-key is the key of all.\n"
    "Without --server it is the one in TAKEAWAY_SERVER, or in the first line of the file\n"
    "$XDG_CONFIG_HOME/takeaway/server, by default ~/.config/takeaway/server. A server for which\n"
    "the system's authorities do not vouch needs --server-key; the bot says which key it has\n"
    "found. Without TLS the token is not sent to another machine: the bot is a new guest each\n"
    "time.\n";

static const char output[] =
    "On standard output it says, for programs:\n"
    "  ready NAME                           once, when the server has greeted it\n"
    "  match ID started RULES against NAME  when a match begins or is taken up again\n"
    "  match ID haste PLY made              there was no move in time: it made one in haste; or:\n"
    "                                       resigned (with --exec, and where a seed is to decide)\n"
    "  match ID ended ENDING WINNER         such as: normal first\n"
    "  match ID lost                        the match cannot be played on\n"
    "  tournament N joined                  once\n"
    "  tournament N finished                or: cancelled; then it ends\n"
    "Everything else goes to standard error.\n";

static const char ends[] =
    "It ends on SIGTERM and SIGINT, at the end of standard input with --exit-on-eof, and when its\n"
    "challenges have been played or its tournament is over. When no server is found, it ends with\n"
    "status 1 after three tries, within about two seconds, unless it has been there before and\n"
    "keeps the token in --token-file, or --exit-on-eof is given: then it waits for the server. A\n"
    "service manager that may start the bot before the server should start it again on failure.\n";

static const char examples[] =
    "Two bots that play Kayles against each other, ten times:\n"
    "  takeaway-bot --server 127.0.0.1:7800 --name deep --strategy mcts:5000\n"
    "  takeaway-bot --server 127.0.0.1:7800 --name quick --strategy greedy --challenge deep "
    "--game kayles --matches 10\n"
    "\n"
    "A program of yours, asked as bots/BRIDGE.md describes:\n"
    "  takeaway-bot --server 127.0.0.1:7800 --name mine --exec './mybot --fast'\n";

static const char see_also[] = "`takeaway(1)`, `takeaway-server(8)`\n";

static void print_strategy_names(struct text *out)
{
    strategy_names_print("", out);
}

static void print_strategies(struct text *out)
{
    for (int kind = 0; kind < STRATEGY_KIND_COUNT; kind++)
        text_printf(out, "  %-20s %s\n", strategy_kind_form(kind), strategy_kind_summary(kind));
}

const struct cli bot_cli = {
    .program =
        {
            .name = "takeaway-bot",
            .options = ((uint128)1 << ROWS) - 1,
            .summary = "a player of take-away games that is a program",
            .details = description,
        },
    .synopsis = synopsis,
    .section = 1,
    .options = rows,
    .option_count = ROWS,
    .last_status = EXIT_USAGE,
    .values =
        (const struct cli_values[]){
            {.word = "RULES", .print = games_print_names},
            {.word = "STRATEGY", .print = print_strategy_names},
            {.word = "WHO", .values = "me them random"},
            {.word = "CONTROL", .values = "none 300+3 30/move"},
            {.word = "COMMAND", .values = CLI_FILES},
            {.word = "FILE", .values = CLI_FILES},
            {0},
        },
    .sections =
        (const struct cli_section[]){
            {.title = "STRATEGIES", .text = "", .print = print_strategies},
            {.title = "SERVERS", .text = servers},
            {.title = "OUTPUT", .text = output},
            {.title = "EXIT STATUS", .text = ends, .has_statuses = true},
            {.title = "EXAMPLES", .text = examples},
            {.title = "SEE ALSO", .text = see_also},
            {0},
        },
    .letters = ":",
    .help_column = 24,
    .refuse = refuse,
};

void bot_options_describe(struct text *out)
{
    text_printf(out, "usage:\n%s\n%s\n", synopsis, description);
    cli_print_options(&bot_cli, &bot_cli.program, out);
    text_append_string(out, "\nstrategies:\n");
    print_strategies(out);
    text_printf(out, "\nservers:\n%s\n%s\n%s\n%s", servers, output, cli_own_help, ends);
    exit_status_describe(EXIT_USAGE, out);
}

/* --- reading --- */

/* Checks that the required options are given and that no two exclude each other. */
static enum error_code check_given(const struct options *given, struct error *error)
{
    const char *const *values = given->values;
    if (!values[NAME])
        return error_set(error, ERROR_USAGE, "--name NAME is missing");
    if (!values[STRATEGY] == !values[EXEC])
        return error_set(error, ERROR_USAGE, "%s of --strategy STRATEGY and --exec COMMAND",
                         values[STRATEGY] ? "only one" : "one is missing");
    if (values[CHALLENGE] && !values[GAME])
        return error_set(error, ERROR_USAGE, "--challenge needs a game: --game RULES");
    for (size_t i = LOOK; i <= MATCHES; i++) {
        if (values[i] && !values[CHALLENGE])
            return error_set(error, ERROR_USAGE, "--%s goes with --challenge NAME", rows[i].name);
    }
    /* A bot leaves when its tournament is over, and would abandon other matches. */
    if (values[TOURNAMENT] && (values[CHALLENGE] || values[GAME]))
        return error_set(error, ERROR_USAGE, "--%s does not go with --tournament N",
                         rows[values[CHALLENGE] ? CHALLENGE : GAME].name);
    return ERROR_NONE;
}

/* Gives all games the look. */
static enum error_code set_looks(struct bot_options *options, struct error *error)
{
    for (size_t i = 0; i < options->bot.game_count; i++) {
        struct rules rules;
        struct error refusal;
        enum error_code failed =
            rules_or_class_parse(&rules, options->games[i], strlen(options->games[i]), &refusal);
        assert(!failed); /* it is canonical */
        if (rules.class_size > 0)
            return error_set(error, ERROR_USAGE, "--look is for one game: %s are many",
                             options->games[i]);
        failed = look_set(&rules, options->look, &refusal);
        if (failed)
            return error_set(error, ERROR_USAGE, "--look '%.80s': %s", options->look,
                             refusal.message);
        options->looks[i] = look_text(rules.look);
    }
    return ERROR_NONE;
}

/* Checks that the start is a position of the one game. */
static enum error_code check_start(const struct bot_options *options, struct error *error)
{
    const char *start = options->bot.start;
    if (options->bot.game_count != 1)
        return error_set(error, ERROR_USAGE, "--start needs exactly one --game");
    struct rules rules;
    struct position position = {0};
    struct error refusal;
    enum error_code failed =
        rules_or_class_parse(&rules, options->games[0], strlen(options->games[0]), &refusal);
    assert(!failed); /* it is canonical */
    if (rules.class_size > 0)
        return error_set(error, ERROR_USAGE,
                         "--start does not go with --game %s: the start is drawn with the rules",
                         rules.text);
    failed = position_parse(&rules, start, strlen(start), &position, &refusal);
    if (!failed)
        failed = position_check_start(&rules, &position, &refusal);
    position_finish(&position);
    if (failed)
        return error_set(error, ERROR_USAGE, "--start '%.80s': %s", start, refusal.message);
    return ERROR_NONE;
}

/* Finds the server where no option names it. */
static enum error_code check_server(struct bot_options *options, struct error *error)
{
    struct server_list list;
    if (!options->bot.server) {
        if (server_address_default(NULL, &options->usual_server, error))
            return error->code;
        if (options->usual_server.len == 0)
            return error_set(error, ERROR_USAGE, "--server SERVER is missing");
        options->bot.server = text_string(&options->usual_server);
    }
    if (!options->bot.server_key)
        return ERROR_NONE;
    if (server_list_parse(options->bot.server, &list, error))
        return error->code;
    return server_trust_check_key(&list, options->bot.server_key, error);
}

enum error_code bot_options_parse(int argument_count, char **arguments,
                                  struct bot_options *ret_options, struct error *error)
{
    struct bot_options options = {
        .bot = {.seed = 1, .first = "random", .matches = 1, .takebacks = WIRE_PLY_MAX},
        .patience_s = 60,
    };
    struct options given;
    enum error_code failed =
        cli_parse(&bot_cli, &bot_cli.program, argument_count, arguments, &options, &given, error);
    options.help = given.values[HELP] != NULL;
    options.version = given.values[VERSION] != NULL;
    if (!failed && !options.help && !options.version) {
        failed = check_given(&given, error);
        if (!failed)
            failed = cli_read_values(&bot_cli, &given, &options, error);
        if (!failed)
            failed = check_server(&options, error);
        if (!failed && options.look)
            failed = set_looks(&options, error);
        if (!failed && options.bot.start)
            failed = check_start(&options, error);
    }
    if (failed) {
        bot_options_finish(&options);
        return failed;
    }
    options.bot.games = (const char *const *)options.games;
    options.bot.looks = options.looks;
    options.bot.patience_ms = (uint32_t)(options.patience_s * 1000);
    options.bot.waits_for_server = options.exit_on_eof;
    *ret_options = options;
    return ERROR_NONE;
}

void bot_options_finish(struct bot_options *options)
{
    for (size_t i = 0; i < options->bot.game_count; i++)
        free(options->games[i]);
    free(options->games);
    free(options->looks);
    text_finish(&options->usual_server);
    *options = (struct bot_options){0};
}
