#include "client/command.h"

#include "common/base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct command commands[] = {
    {
        .name = "play",
        .arguments = "",
        .options = OPTION_BIT(SERVER) | OPTION_BIT(AS) | OPTION_BIT(GAME) | OPTION_BIT(START) |
                   OPTION_BIT(FIRST) | OPTION_BIT(AGAINST) | OPTION_BIT(MATCH) | OPTION_BIT(NEW),
        .summary = "play a match",
        .details =
            "Without --server you play on a private server that ends with the program, against\n"
            "bot:perfect; with one, against anyone: an open seek for the same game is accepted,\n"
            "or one is opened. An unfinished match of yours is gone on with first.\n"
            "\n"
            "Fibonacci nim on the private server begins where you can win, if you see how.\n"
            "`takeaway games` lists games for --game; `takeaway help solve` shows how other\n"
            "rules and positions are written.\n"
            "\n"
            "Type 'help' during the match. Moves can come through a pipe: the program then ends\n"
            "with the match, or with status 3 when the lines end before it.\n",
        .run = play_run,
    },
    {
        .name = "watch",
        .arguments = "[MATCH]",
        .arguments_max = 1,
        .options = OPTION_BIT(SERVER),
        .summary = "follow a match that is being played, by default the newest",
        .run = watch_run,
    },
    {
        .name = "matches",
        .arguments = "",
        .options = OPTION_BIT(SERVER) | OPTION_BIT(JSON),
        .summary = "list the matches that are being played",
        .run = matches_run,
    },
    {
        .name = "history",
        .arguments = "",
        .options = OPTION_BIT(SERVER) | OPTION_BIT(PLAYER) | OPTION_BIT(LIMIT) | OPTION_BIT(JSON),
        .summary = "list the matches that have ended, the latest first",
        .run = history_run,
    },
    {
        .name = "show",
        .arguments = "MATCH",
        .arguments_min = 1,
        .arguments_max = 1,
        .options = OPTION_BIT(SERVER) | OPTION_BIT(JSON),
        .summary = "print the record of a match",
        .run = show_run,
    },
    {
        .name = "demo",
        .arguments = "",
        .options = OPTION_BIT(GAME) | OPTION_BIT(START) | OPTION_BIT(FIRST_STRATEGY) |
                   OPTION_BIT(SECOND_STRATEGY) | OPTION_BIT(JSON),
        .summary = "let two bots play a match, and print its record",
        .details = "Without options perfect plays against random. The strategies are those of\n"
                   "takeaway-bot.\n",
        .run = demo_run,
    },
    {
        .name = "solve",
        .arguments = "RULES POSITION",
        .arguments_min = 2,
        .arguments_max = 2,
        .options = OPTION_BIT(JSON),
        .summary = "tell who wins a position with best play, and how",
        .details =
            "RULES are a name from `takeaway games`, or for example\n"
            "  take-away:3x     at most three times what was just taken\n"
            "  octal:0.137      take-and-break by octal code\n"
            "POSITION is the heaps, joined by '+': 3+5+7. In a take-away game 35@12 is a heap of\n"
            "35 of which at most 12 may be taken; without '@', all but one.\n"
            "\n"
            "JSON: rules, position, outcome (\"N\": the next player wins, \"P\": the one before),\n"
            "grundy (null where there is none), winning_moves (at most 50), winning_count (null\n"
            "where counting takes too long), truncated, best (null at the end). A number over\n"
            "2^63-1 is a text.\n",
        .run = solve_run,
    },
    {
        .name = "games",
        .arguments = "",
        .options = OPTION_BIT(JSON),
        .summary = "list the games that have names",
        .run = games_run,
    },
    {0},
};

static const struct command *find_command(const char *name)
{
    for (const struct command *command = commands; command->name; command++) {
        if (strcmp(command->name, name) == 0)
            return command;
    }
    return NULL;
}

void command_print_call(const char *command, struct text *out)
{
    const char *play = getenv("TAKEAWAY_COMMAND");
    if (play && *play && strcmp(command, "play") == 0)
        text_append_string(out, play);
    else
        text_printf(out, "%s %s", program_invocation_name, command);
}

void command_print_hints(const char *text, struct text *out)
{
    static const char program[] = "`takeaway ";
    const char *hint;
    while ((hint = strstr(text, program))) {
        text_append(out, text, (size_t)(hint - text));
        text_printf(out, "`%s ", program_invocation_name);
        text = hint + strlen(program);
    }
    text_append_string(out, text);
}

int command_fail(const char *command, const struct error *error)
{
    fprintf(stderr, "takeaway %s: %s\n", command, error->message);
    return EXIT_REFUSED;
}

int command_refuse(const char *command, const struct error *error)
{
    struct text call = {0};
    command_print_call(command, &call);
    fprintf(stderr, "takeaway %s: %s\nSee `%s --help`.\n", command, error->message,
            text_string(&call));
    text_finish(&call);
    return EXIT_USAGE;
}

static void describe_program(struct text *out)
{
    text_printf(out, "Usage: %s COMMAND ...\n\n", program_invocation_name);
    for (const struct command *command = commands; command->name; command++)
        text_printf(out, "  %-9s %s\n", command->name, command->summary);
    text_printf(out, "  help      explain a command: %s help COMMAND\n", program_invocation_name);
    text_append_string(out,
                       "\n"
                       "  --version print the version\n"
                       "\n"
                       "Exit status: 0 done; 1 it could not be done; 2 the command line cannot be "
                       "read;\n3 you left before the match's end.\n");
}

static void describe_command(const struct command *command, struct text *out)
{
    struct text text = {0};
    text_append_string(&text, "Usage: ");
    command_print_call(command->name, &text);
    text_printf(&text, "%s%s [OPTION ...]\n\n%s\n", *command->arguments ? " " : "",
                command->arguments, command->summary);
    if (command->details)
        text_printf(&text, "\n%s", command->details);
    text_append_string(&text, "\nOptions:\n");
    options_describe(command->options | OPTION_BIT(HELP), &text);
    command_print_hints(text_string(&text), out);
    text_finish(&text);
}

static int unknown_command(const char *name)
{
    fprintf(stderr, "takeaway: there is no command '%s', but", name);
    for (const struct command *command = commands; command->name; command++)
        fprintf(stderr, " %s,", command->name);
    fputs(" help\n", stderr);
    return EXIT_USAGE;
}

static void print(struct text *text, FILE *file)
{
    fputs(text_string(text), file);
    text_finish(text);
}

/* `takeaway help` and `takeaway help COMMAND` */
static int run_help(const char *name)
{
    struct text text = {0};
    const struct command *command = name ? find_command(name) : NULL;
    if (name && strcmp(name, "help") != 0 && !command)
        return unknown_command(name);
    if (command)
        describe_command(command, &text);
    else
        describe_program(&text);
    print(&text, stdout);
    return EXIT_OK;
}

static int run_without_command(void)
{
    struct text text = {0};
    describe_program(&text);
    print(&text, stderr);
    return EXIT_USAGE;
}

static int run_row(const struct command *command, int argument_count, char **arguments)
{
    struct options options;
    struct error error;
    if (options_parse(argument_count, arguments, command->options | OPTION_BIT(HELP),
                      command->arguments_max, &options, &error))
        return command_refuse(command->name, &error);
    if (options.values[OPTION_HELP])
        return run_help(command->name);
    if (options.argument_count < command->arguments_min) {
        error_set(&error, ERROR_USAGE, "%s expected", command->arguments);
        return command_refuse(command->name, &error);
    }
    return command->run(&options);
}

static int run(int argument_count, char **arguments)
{
    if (argument_count < 2)
        return run_without_command();
    const char *name = arguments[1];
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return run_help(argument_count > 2 ? arguments[2] : NULL);
    if (strcmp(name, "--version") == 0) {
        puts("takeaway " TAKEAWAY_VERSION);
        return EXIT_OK;
    }
    const struct command *command = find_command(name);
    return command ? run_row(command, argument_count - 1, arguments + 1) : unknown_command(name);
}

int command_run(int argument_count, char **arguments)
{
    int exit_code = run(argument_count, arguments);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "takeaway: cannot write to standard output: %s\n", strerror(errno));
        return exit_code == EXIT_OK ? EXIT_REFUSED : exit_code;
    }
    return exit_code;
}
