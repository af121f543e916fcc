/* What takeaway-bot says of itself: its help and its manual page. */
#include "bots/manual.h"

#include "bots/option_table.h"
#include "bots/options.h"
#include "client/lib/strategy_name.h"
#include "common/base/exit_status.h"
#include "common/game/game.h"

static const char synopsis[] =
    "takeaway-bot --server HOST[:PORT] --name NAME --strategy STRATEGY [OPTION ...]\n"
    "takeaway-bot --server HOST[:PORT] --name NAME --exec COMMAND [OPTION ...]\n";

static const char description[] =
    "A player that is a program: accepts every challenge to a game that it plays, and\n"
    "plays any number of matches at once. When the connection breaks it comes back.\n"
    "With a clock it thinks about a move for half of the time that is left, 20 seconds at\n"
    "most, and then makes a greedy one in haste, so that thinking never loses on time. In a\n"
    "tournament, where chance follows from the match alone, and with --exec it thinks until\n"
    "a second before the flag would fall.\n";

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

static void print_strategies(struct text *out)
{
    for (int kind = 0; kind < STRATEGY_KIND_COUNT; kind++)
        text_printf(out, "  %-20s %s\n", strategy_kind_form(kind), strategy_kind_summary(kind));
}

static void print_ending(struct text *out)
{
    text_append_string(out, ends);
    exit_status_describe(EXIT_USAGE, out);
}

/* --- help --- */

enum { MEANING_COLUMN = 24 };

static void describe_option(int option, struct text *out)
{
    struct text head = {0};
    text_printf(&head, "  --%s %s", option_rows[option].name,
                option_rows[option].value ? option_rows[option].value : "");
    text_printf(out, "%-*s", MEANING_COLUMN, text_string(&head));
    text_finish(&head);
    for (const char *c = option_rows[option].meaning; *c; c++) {
        text_append_char(out, *c);
        if (*c == '\n')
            text_printf(out, "%*s", MEANING_COLUMN, "");
    }
    text_append_char(out, '\n');
}

void options_describe(struct text *out)
{
    text_printf(out, "usage:\n%s\n%s\n", synopsis, description);
    for (int i = 0; i < OPTION_COUNT; i++)
        describe_option(i, out);
    text_append_string(out, "\nstrategies:\n");
    print_strategies(out);
    text_printf(out, "\n%s\n" MANUAL_HELP "%s\n", output, manual_documents);
    print_ending(out);
}

/* --- the manual --- */

/* What is put together from the tables of the program. */
struct book {
    struct text games, strategy_names, strategies, ending;
};

static void fill(struct book *book)
{
    for (const struct game *game = games; game->name; game++)
        text_printf(&book->games, "%s ", game->name);
    strategy_names_print("", &book->strategy_names);
    print_strategies(&book->strategies);
    print_ending(&book->ending);
}

static void finish(struct book *book)
{
    text_finish(&book->games);
    text_finish(&book->strategy_names);
    text_finish(&book->strategies);
    text_finish(&book->ending);
}

bool bot_manual_answer(int argument_count, const char *const *arguments, struct text *out)
{
    struct book book = {0};
    fill(&book);
    const struct manual_values values[] = {
        {"RULES", text_string(&book.games)},
        {"STRATEGY", text_string(&book.strategy_names)},
        {"WHO", "me them random"},
        {"CONTROL", "none 300+3 30/move"},
        {"COMMAND", MANUAL_FILES},
        {"FILE", MANUAL_FILES},
        {0},
    };
    const struct manual_section sections[] = {
        {"STRATEGIES", text_string(&book.strategies)},
        {"OUTPUT", output},
        {"EXIT STATUS", text_string(&book.ending)},
        {"EXAMPLES", examples},
        {"SEE ALSO", see_also},
        {0},
    };
    const struct manual manual = {
        .program =
            {
                .name = "takeaway-bot",
                .arguments = "",
                .options = (UINT64_C(1) << OPTION_COUNT) - 1,
                .summary = "a player of take-away games that is a program",
                .details = description,
            },
        .synopsis = synopsis,
        .section = 1,
        .options = option_rows,
        .option_count = OPTION_COUNT,
        .values = values,
        .sections = sections,
    };
    bool is_answered = manual_answer(&manual, argument_count, arguments, out);
    finish(&book);
    return is_answered;
}
