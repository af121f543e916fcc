/* Lookup, execution and help of commands. */
#include "client/cli/command.h"

#include "client/cli/own_games.h"
#include "client/lib/server_address.h"
#include "client/lib/server_trust.h"
#include "common/base/scanner.h"
#include "common/base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Prints an error of the command line. Returns the exit status. */
static int refuse(const struct cli_command *command, const struct error *error)
{
    struct text call = {0};
    command_print_call(command->name, &call);
    fprintf(stderr, "takeaway %s: %s\nSee `%s --help`.\n", command->name, error->message,
            text_string(&call));
    text_finish(&call);
    return EXIT_USAGE;
}

static void describe_program(struct text *out)
{
    const char *program = program_invocation_name;
    text_printf(out,
                "Usage: %s [--server SERVER] [--as NAME]\n"
                "       %s COMMAND ...\n"
                "\n"
                "Without a command, on a terminal, it opens full screen: play, watch, learn.\n"
                "\n",
                program, program);
    for (const struct cli_command *command = takeaway_cli.program.parts; command->name; command++)
        text_printf(out, "  %-10s %s\n", command->name, command->summary);
    text_printf(out, "  help       explain a command: %s help COMMAND\n\n", program);
    cli_print_options(&takeaway_cli, &takeaway_cli.program, out);
    text_printf(out, "\n%s\nExit status:\n", cli_own_help);
    exit_status_describe(EXIT_UNSIGNED, out);
}

static void describe_command(const struct cli_command *command, struct text *out)
{
    struct text text = {0};
    text_append_string(&text, "Usage: ");
    command_print_call(command->name, &text);
    text_printf(&text, "%s%s [OPTION ...]\n\n%s\n", command->arguments ? " " : "",
                command->arguments ? command->arguments : "", command->summary);
    if (command->details)
        text_printf(&text, "\n%s", command->details);
    text_append_string(&text, command->parts ? "\nParts:\n" : "\nOptions:\n");
    for (const struct cli_command *part = command->parts; part && part->name; part++)
        text_printf(&text, "  %-28s %s\n", part->name, part->summary);
    if (command->parts)
        text_printf(&text, "\n`takeaway help %s PART` explains a part.\n", command->name);
    else
        cli_print_options(&takeaway_cli, command, &text);
    command_print_hints(text_string(&text), out);
    text_finish(&text);
}

static int unknown_command(const char *name)
{
    struct spelling spelling = {.typed = name, .len = strlen(name)};
    for (const struct cli_command *command = takeaway_cli.program.parts; command->name; command++)
        spelling_offer(&spelling, command->name);
    const char *meant = spelling_meant(&spelling);
    fprintf(stderr, "takeaway: there is no command '%s'", name);
    if (meant)
        fprintf(stderr, ": did you mean %s? There are", meant);
    else
        fputs(", but", stderr);
    for (const struct cli_command *command = takeaway_cli.program.parts; command->name; command++)
        fprintf(stderr, " %s,", command->name);
    fputs(" help\n", stderr);
    return EXIT_USAGE;
}

int command_print(struct text *text)
{
    fwrite(text_string(text), 1, text->len, stdout);
    text_finish(text);
    return EXIT_OK;
}

static int unknown_part(const struct cli_command *command, const char *name)
{
    struct error error;
    struct text known = {0};
    for (const struct cli_command *part = command->parts; part->name; part++)
        text_printf(&known, "%s%s", known.len > 0 ? ", " : "", cli_last_word(part));
    if (*name)
        error_set(&error, ERROR_USAGE, "there is no part '%.40s', but %s", name,
                  text_string(&known));
    else
        error_set(&error, ERROR_USAGE, "a part is expected: %s", text_string(&known));
    text_finish(&known);
    return refuse(command, &error);
}

/* Runs `takeaway help`, `takeaway help COMMAND` or `takeaway help COMMAND PART`; the names may be
 * NULL. */
static int run_help(const char *name, const char *part)
{
    struct text text = {0};
    const struct cli_command *command = name ? cli_part(&takeaway_cli.program, name) : NULL;
    if (name && strcmp(name, "help") != 0 && !command)
        return unknown_command(name);
    if (command && command->parts && part && !cli_part(command, part))
        return unknown_part(command, part);
    if (command && command->parts && part)
        command = cli_part(command, part);
    if (command)
        describe_command(command, &text);
    else
        describe_program(&text);
    return command_print(&text);
}

bool command_has_screen(void)
{
    const char *kind = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && kind && *kind &&
           strcmp(kind, "dumb") != 0;
}

static int refuse_screen(void)
{
    struct text words = {0};
    command_print_hints(
        "takeaway needs a terminal for its full screen; without one, `takeaway play` "
        "plays and `takeaway help` lists the commands\n",
        &words);
    fputs(text_string(&words), stderr);
    text_finish(&words);
    return EXIT_USAGE;
}

/* The word that stands for a private server, where another one is the usual one. */
static const char private_server[] = "private";

/* Finds the server of a command without --server, and checks it, since its form is the same for all
 * commands. Afterwards no value stands for a private server. */
static enum error_code choose_server(const struct cli_command *command, struct options *options,
                                     struct error *error)
{
    static struct text usual; /* the program has one command */
    const char **server = &options->values[OPTION_SERVER];
    const char *key = options->values[OPTION_SERVER_KEY];
    struct server_list servers;
    if (!(command->options & OPTION_BIT(SERVER)))
        return ERROR_NONE;
    if (!*server) {
        if (server_address_default(private_server, &usual, error))
            return error->code;
        *server = usual.len > 0 ? text_string(&usual) : NULL;
    }
    if (*server && strcmp(*server, private_server) == 0)
        *server = NULL;
    if (!*server)
        return key ? error_set(error, ERROR_USAGE,
                               "--server-key names the key of a server, but you name no --server")
                   : ERROR_NONE;
    if (server_list_parse(*server, &servers, error))
        return error->code;
    return key ? server_trust_check_key(&servers, key, error) : ERROR_NONE;
}

static enum error_code parse(const struct cli_command *command, int argument_count,
                             char **arguments, struct options *ret_options, struct error *error)
{
    if (cli_parse(&takeaway_cli, command, argument_count, arguments, NULL, ret_options, error))
        return error->code;
    return choose_server(command, ret_options, error);
}

/* Runs the full screen, --help or --version. */
static int run_without_command(int argument_count, char **arguments)
{
    struct options options;
    struct error error;
    if (parse(&takeaway_cli.program, argument_count, arguments, &options, &error)) {
        fprintf(stderr, "takeaway: %s\nSee `%s --help`.\n", error.message, program_invocation_name);
        return EXIT_USAGE;
    }
    if (options.values[OPTION_HELP])
        return run_help(NULL, NULL);
    if (options.values[OPTION_VERSION]) {
        puts("takeaway " TAKEAWAY_VERSION);
        return EXIT_OK;
    }
    return command_has_screen() ? tui_run(&options) : refuse_screen();
}

/* Runs a command; `arguments[0]` is the last word of its name. */
static int run_command(const struct cli_command *command, int argument_count, char **arguments)
{
    const char *next = argument_count > 1 ? arguments[1] : "";
    struct options options;
    struct error error = {0};
    if (command->parts) {
        const struct cli_command *part = cli_part(command, next);
        if (strcmp(next, "--help") == 0 || strcmp(next, "-h") == 0)
            return run_help(command->name, NULL);
        return part ? run_command(part, argument_count - 1, arguments + 1)
                    : unknown_part(command, next);
    }
    if (parse(command, argument_count, arguments, &options, &error))
        return refuse(command, &error);
    if (options.values[OPTION_HELP]) {
        struct text text = {0};
        describe_command(command, &text);
        return command_print(&text);
    }
    if (cli_check_arguments(&options, &error))
        return refuse(command, &error);
    int status = own_games_ask(&options, &error);
    if (status == EXIT_OK)
        status = command->run(&options, &error);
    if (status == EXIT_USAGE && error.code)
        return refuse(command, &error);
    if (status != EXIT_OK && error.code)
        fprintf(stderr, "takeaway %s: %s\n", command->name, error.message);
    return status;
}

static int run(int argument_count, char **arguments)
{
    struct text answer = {0};
    struct error error;
    if (own_games_use(&error)) {
        fprintf(stderr, "takeaway: %s\n", error.message);
        return EXIT_USAGE;
    }
    if (cli_answer(&takeaway_cli, argument_count, (const char *const *)arguments, &answer))
        return command_print(&answer);
    const char *name = argument_count > 1 ? arguments[1] : "-";
    if (name[0] == '-')
        return run_without_command(argument_count, arguments);
    if (strcmp(name, cli_help_command.name) == 0)
        return run_help(argument_count > 2 ? arguments[2] : NULL,
                        argument_count > 3 ? arguments[3] : NULL);
    const struct cli_command *command = cli_part(&takeaway_cli.program, name);
    return command ? run_command(command, argument_count - 1, arguments + 1)
                   : unknown_command(name);
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
