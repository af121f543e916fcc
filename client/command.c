/* What is done with the commands: one is found and run, or explained. */
#include "client/command.h"

#include "client/manual.h"
#include "common/base/spelling.h"
#include "common/base/text.h"
#include "common/manual/manual.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The part of a command whose own name follows the command's: "count" of "alpha count". */
static const struct command *find_part(const struct command *command, const char *name)
{
    size_t skipped = strlen(command->name) + 1;
    for (const struct command *part = command->parts; part->name; part++) {
        if (strcmp(part->name + skipped, name) == 0)
            return part;
    }
    return NULL;
}

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
    const char *program = program_invocation_name;
    text_printf(out,
                "Usage: %s [--server HOST[:PORT]] [--as NAME]\n"
                "       %s COMMAND ...\n"
                "\n"
                "Without a command, on a terminal, it opens full screen: play, watch, learn.\n"
                "\n",
                program, program);
    for (const struct command *command = commands; command->name; command++)
        text_printf(out, "  %-10s %s\n", command->name, command->summary);
    text_printf(out, "  help       explain a command: %s help COMMAND\n\n", program);
    options_describe(PROGRAM_OPTIONS, NULL, out);
    text_append_string(out, "\n" MANUAL_HELP);
    text_append_string(out, manual_documents);
    text_append_string(out, "\nExit status:\n");
    exit_status_describe(EXIT_UNSIGNED, out);
}

static void describe_parts(const struct command *command, struct text *out)
{
    text_append_string(out, "\nParts:\n");
    for (const struct command *part = command->parts; part->name; part++)
        text_printf(out, "  %-28s %s\n", part->name, part->summary);
    text_printf(out, "\n`takeaway help %s PART` explains a part.\n", command->name);
}

static void describe_options(const struct command *command, struct text *out)
{
    text_append_string(out, "\nOptions:\n");
    options_describe(command->options | OPTION_BIT(HELP), command->words, out);
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
    if (command->parts)
        describe_parts(command, &text);
    else
        describe_options(command, &text);
    command_print_hints(text_string(&text), out);
    text_finish(&text);
}

static int unknown_command(const char *name)
{
    struct spelling spelling = {.typed = name, .len = strlen(name)};
    for (const struct command *command = commands; command->name; command++)
        spelling_offer(&spelling, command->name);
    const char *meant = spelling_meant(&spelling);
    fprintf(stderr, "takeaway: there is no command '%s'", name);
    if (meant)
        fprintf(stderr, ": did you mean %s? There are", meant);
    else
        fputs(", but", stderr);
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

static int unknown_part(const struct command *command, const char *name)
{
    struct error error;
    struct text known = {0};
    for (const struct command *part = command->parts; part->name; part++)
        text_printf(&known, "%s%s", known.len > 0 ? ", " : "",
                    part->name + strlen(command->name) + 1);
    if (*name)
        error_set(&error, ERROR_USAGE, "there is no part '%.40s', but %s", name,
                  text_string(&known));
    else
        error_set(&error, ERROR_USAGE, "a part is expected: %s", text_string(&known));
    text_finish(&known);
    return command_refuse(command->name, &error);
}

/* `takeaway help`, `takeaway help COMMAND` and `takeaway help COMMAND PART`; the names may be NULL.
 */
static int run_help(const char *name, const char *part)
{
    struct text text = {0};
    const struct command *command = name ? find_command(name) : NULL;
    if (name && strcmp(name, "help") != 0 && !command)
        return unknown_command(name);
    if (command && command->parts && part && !find_part(command, part))
        return unknown_part(command, part);
    if (command && command->parts && part)
        command = find_part(command, part);
    if (command)
        describe_command(command, &text);
    else
        describe_program(&text);
    print(&text, stdout);
    return EXIT_OK;
}

/* Is there a terminal that can be drawn on? */
static bool has_screen(void)
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
    print(&words, stderr);
    return EXIT_USAGE;
}

/* Options at most: the full screen. */
static int run_without_command(int argument_count, char **arguments)
{
    struct options options;
    struct error error;
    const char *refusal = manual_refusal(argument_count, (const char *const *)arguments);
    if (refusal || options_parse(argument_count, arguments, PROGRAM_OPTIONS, 0, &options, &error)) {
        fprintf(stderr, "takeaway: %s\nSee `%s --help`.\n", refusal ? refusal : error.message,
                program_invocation_name);
        return EXIT_USAGE;
    }
    if (options.values[OPTION_HELP])
        return run_help(NULL, NULL);
    if (options.values[OPTION_VERSION]) {
        puts("takeaway " TAKEAWAY_VERSION);
        return EXIT_OK;
    }
    return has_screen() ? tui_run(&options) : refuse_screen();
}

static int run_simple(const struct command *command, int argument_count, char **arguments)
{
    struct options options;
    struct error error;
    if (options_parse(argument_count, arguments, command->options | OPTION_BIT(HELP),
                      command->arguments_max, &options, &error))
        return command_refuse(command->name, &error);
    if (options.values[OPTION_HELP]) {
        struct text text = {0};
        describe_command(command, &text);
        print(&text, stdout);
        return EXIT_OK;
    }
    if (options.argument_count < command->arguments_min) {
        error_set(&error, ERROR_USAGE, "%s expected", command->arguments);
        return command_refuse(command->name, &error);
    }
    return command->run(&options);
}

static int run_row(const struct command *command, int argument_count, char **arguments)
{
    if (!command->parts)
        return run_simple(command, argument_count, arguments);
    const char *name = argument_count > 1 ? arguments[1] : "";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return run_help(command->name, NULL);
    const struct command *part = find_part(command, name);
    return part ? run_simple(part, argument_count - 1, arguments + 1) : unknown_part(command, name);
}

static int run(int argument_count, char **arguments)
{
    struct text answer = {0};
    if (takeaway_manual_answer(argument_count, (const char *const *)arguments, &answer)) {
        print(&answer, stdout);
        return EXIT_OK;
    }
    const char *name = argument_count > 1 ? arguments[1] : "-";
    if (name[0] == '-')
        return run_without_command(argument_count, arguments);
    if (strcmp(name, "help") == 0)
        return run_help(argument_count > 2 ? arguments[2] : NULL,
                        argument_count > 3 ? arguments[3] : NULL);
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
