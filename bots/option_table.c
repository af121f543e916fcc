#include "bots/option_table.h"

#include "bots/options.h"
#include "client/lib/strategy_name.h"

const struct option_row option_rows[OPTION_COUNT] = {
#define X(name, text, value, meaning) [OPTION_##name] = {text, value, meaning},
    OPTIONS(X)
#undef X
};

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
    text_append_string(
        out,
        "usage: takeaway-bot --server HOST:PORT --name NAME --strategy STRATEGY [OPTION]...\n"
        "\n"
        "A player that is a program: accepts every challenge to a game that it plays, and\n"
        "plays any number of matches at once. When the connection breaks it comes back.\n"
        "With a clock it thinks about a move for half of the time that is left, 20 seconds at\n"
        "most, and then makes a greedy one in haste, so that thinking never loses on time. In a\n"
        "tournament, where chance follows from the match alone, and with --exec it thinks until\n"
        "a second before the flag would fall.\n"
        "\n");
    for (int i = 0; i < OPTION_COUNT; i++)
        describe_option(i, out);
    text_append_string(out, "\nstrategies:\n");
    for (int kind = 0; kind < STRATEGY_KIND_COUNT; kind++)
        text_printf(out, "  %-20s %s\n", strategy_kind_form(kind), strategy_kind_summary(kind));
    text_append_string(
        out, "\n"
             "On standard output it says, for programs:\n"
             "  ready NAME                           once, when the server has greeted it\n"
             "  match ID started RULES against NAME  when a match begins or is taken up again\n"
             "  match ID ended ENDING WINNER         such as: normal first\n"
             "  match ID lost                        the match cannot be played on\n"
             "  tournament N joined                  once\n"
             "  tournament N finished                or: cancelled; then it ends\n"
             "Everything else goes to standard error.\n"
             "\n"
             "It ends with status 0 on SIGTERM and SIGINT, at the end of standard input with\n"
             "--exit-on-eof, and when its challenges have been played or its tournament is\n"
             "over; 1: it could not go on; 2: the command line cannot be read.\n");
}
