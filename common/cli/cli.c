#include "common/cli/cli.h"

#include "common/base/scanner.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

/* getopt_long() returns this plus the row for an option; no character has such a code. */
enum { FIRST_RETURN = 256 };

static const struct cli_option own_rows[] = {
    {
        .group = "Help",
        .name = "completion",
        .value = "bash|zsh|fish",
        .meaning = "print what the shell needs to complete command lines",
    },
    {.name = "manual", .meaning = "print this manual page"},
};

const struct cli_command cli_help_command = {
    .name = "help",
    .arguments = "[COMMAND [PART]]",
    .summary = "explain a command",
};

#define DOCUMENTS                                                                                  \
    "The documents that are named here, such as README.md, are in the source tree, and "           \
    "installed in\n" TAKEAWAY_DOCUMENTS ".\n"

const char cli_documents[] = DOCUMENTS;

const char cli_own_help[] =
    "--manual prints the manual page (... --manual | man -l -), --completion bash, zsh or fish "
    "what\n"
    "that shell needs to complete command lines.\n" DOCUMENTS;

/* --- the description --- */

size_t cli_option_count(const struct cli *cli)
{
    assert(cli->option_count <= CLI_OPTIONS_MAX);
    return cli->option_count + sizeof own_rows / sizeof *own_rows;
}

const struct cli_option *cli_option_at(const struct cli *cli, size_t index)
{
    assert(index < cli_option_count(cli));
    return index < cli->option_count ? &cli->options[index] : &own_rows[index - cli->option_count];
}

bool cli_takes(const struct cli *cli, const struct cli_command *command, size_t index)
{
    if (index >= cli->option_count)
        return command == &cli->program;
    uint128 taken = command->options | (command->run ? cli->options_of_all : 0);
    return taken >> index & 1;
}

void cli_print_meaning(const struct cli *cli, const struct cli_command *command, size_t index,
                       struct text *out)
{
    const struct cli_option *option = cli_option_at(cli, index);
    const char *meaning = option->meaning;
    for (const struct cli_words *words = command->words; words && words->meaning; words++) {
        if (words->option == index)
            meaning = words->meaning;
    }
    text_append_string(out, meaning);
    if (!cli->print_default || !option->type || !option->value)
        return;

    struct text value = {0};
    cli->print_default(option, &value);
    if (value.len > 0)
        text_printf(out, " [%s]", text_string(&value));
    text_finish(&value);
}

const char *cli_last_word(const struct cli_command *command)
{
    const char *blank = strrchr(command->name, ' ');
    return blank ? blank + 1 : command->name;
}

const struct cli_command *cli_part(const struct cli_command *command, const char *word)
{
    for (const struct cli_command *part = command->parts; part && part->name; part++) {
        if (strcmp(cli_last_word(part), word) == 0)
            return part;
    }
    return NULL;
}

/* --- the command line --- */

static enum error_code refuse_unknown(const struct cli *cli, const struct cli_command *command,
                                      const char *word, struct error *error)
{
    if (word[0] == '-' && word[1] >= '0' && word[1] <= '9')
        return error_set(error, ERROR_USAGE, "'%s' is below 1; no number that is given here may be",
                         word);
    struct text known = {0};
    const char *typed = word + strspn(word, "-");
    struct spelling spelling = {.typed = typed, .len = strcspn(typed, "=")};
    for (size_t i = 0; i < cli->option_count; i++) {
        if (!cli_takes(cli, command, i))
            continue;
        text_printf(&known, "%s--%s", known.len > 0 ? ", " : "", cli->options[i].name);
        spelling_offer(&spelling, cli->options[i].name);
    }
    const char *meant = spelling_meant(&spelling);
    if (meant)
        error_set(error, ERROR_USAGE, "there is no option %s here: did you mean --%s? There are %s",
                  word, meant, text_string(&known));
    else
        error_set(error, ERROR_USAGE, "there is no option %s here; there are %s", word,
                  text_string(&known));
    text_finish(&known);
    return ERROR_USAGE;
}

/* Counts the words in the form of the arguments, with or without those in brackets. */
static int count_arguments(const struct cli_command *command, bool with_optional)
{
    int count = 0, depth = 0;
    char before = ' ';
    for (const char *c = command->arguments; c && *c; before = *c++) {
        depth += (*c == '[') - (*c == ']');
        bool begins = (before == ' ' || before == '[') && *c != ' ' && *c != '[';
        count += begins && (depth == 0 || with_optional);
    }
    assert(count <= CLI_ARGUMENTS_MAX);
    return count;
}

/* `option` is NULL for CLI_UNKNOWN and CLI_MORE_ARGUMENTS. */
static enum error_code refuse(const struct cli *cli, const struct cli_command *command,
                              enum cli_fault fault, const char *word,
                              const struct cli_option *option, struct error *error)
{
    static const char *const most[CLI_ARGUMENTS_MAX + 1] = {
        "no argument is expected",
        "one argument is the most",
        "two arguments are the most",
        "three arguments are the most",
    };
    if (cli->refuse && cli->refuse(fault, word, error))
        return ERROR_USAGE;
    switch (fault) {
    case CLI_UNKNOWN:
        return refuse_unknown(cli, command, word, error);
    case CLI_NO_VALUE:
        return error_set(error, ERROR_USAGE, "--%s needs a value: --%s %s", option->name,
                         option->name, option->value);
    case CLI_VALUE:
        return error_set(error, ERROR_USAGE, "--%s takes no value", option->name);
    case CLI_MORE_ARGUMENTS:
    default:
        return error_set(error, ERROR_USAGE, "'%s' is too much: %s", word,
                         most[count_arguments(command, true)]);
    }
}

/* Fills the table for getopt_long() with the options of the command. */
static void fill_table(const struct cli *cli, const struct cli_command *command,
                       struct option table[CLI_OPTIONS_MAX + 1])
{
    size_t count = 0;
    for (size_t i = 0; i < cli->option_count; i++) {
        const struct cli_option *option = &cli->options[i];
        if (cli_takes(cli, command, i))
            table[count++] = (struct option){
                .name = option->name,
                .has_arg = option->value                 ? required_argument
                           : option->type == &cli_yes_no ? optional_argument
                                                         : no_argument,
                .val = FIRST_RETURN + (int)i,
            };
    }
    table[count] = (struct option){0};
}

static enum error_code read_value(const struct cli_option *option, const char *value, void *target,
                                  struct error *error)
{
    char name[80];
    snprintf(name, sizeof name, "--%s", option->name);
    struct cli_given given = {option, name, value, (char *)target + option->place};
    return option->type->read(&given, error);
}

enum error_code cli_parse(const struct cli *cli, const struct cli_command *command,
                          int argument_count, char **arguments, void *target,
                          struct options *ret_options, struct error *error)
{
    struct option table[CLI_OPTIONS_MAX + 1];
    int found;
    assert(argument_count > 0);
    *ret_options = (struct options){.command = command};
    if (command == &cli->program && argument_count > 1 && strcmp(arguments[1], "--completion") == 0)
        return error_set(error, ERROR_USAGE, "--completion %s: bash, zsh or fish",
                         argument_count > 3 ? "takes one shell" : "needs a shell");

    fill_table(cli, command, table);
    opterr = 0;
    optind = 0; /* restarts getopt_long(), in glibc and musl */
    while ((found = getopt_long(argument_count, arguments, cli->letters, table, NULL)) != -1) {
        if (found == ':' || found == '?') {
            const struct cli_option *option =
                optopt < FIRST_RETURN ? NULL : &cli->options[optopt - FIRST_RETURN];
            enum cli_fault fault = !option ? CLI_UNKNOWN : found == ':' ? CLI_NO_VALUE : CLI_VALUE;
            return refuse(cli, command, fault, arguments[optind - 1], option, error);
        }
        size_t row = 0;
        if (found != 'h')
            row = (size_t)(found - FIRST_RETURN);
        while (found == 'h' && strcmp(cli_option_at(cli, row)->name, "help") != 0)
            row++;
        assert(row < cli->option_count);
        const struct cli_option *option = &cli->options[row];
        const struct cli_type *type = option->type;
        ret_options->values[row] = optarg ? optarg : type == &cli_yes_no ? "yes" : "";
        if (type && type->is_list && read_value(option, optarg, target, error))
            return ERROR_USAGE;
    }

    int count = argument_count - optind, most = count_arguments(command, true);
    if (count > most)
        return refuse(cli, command, CLI_MORE_ARGUMENTS, arguments[optind + most], NULL, error);
    ret_options->argument_count = count;
    memcpy(ret_options->arguments, arguments + optind, (size_t)count * sizeof *arguments);
    return ERROR_NONE;
}

enum error_code cli_check_arguments(const struct options *options, struct error *error)
{
    const struct cli_command *command = options->command;
    if (command->may_lack_arguments || options->argument_count >= count_arguments(command, false))
        return ERROR_NONE;
    return error_set(error, ERROR_USAGE, "%s expected", command->arguments);
}

enum error_code cli_read_values(const struct cli *cli, const struct options *options, void *target,
                                struct error *error)
{
    for (size_t i = 0; i < cli->option_count; i++) {
        const struct cli_option *option = &cli->options[i];
        bool is_due = option->type && !option->type->is_list && options->values[i];
        if (is_due && read_value(option, options->values[i], target, error))
            return ERROR_USAGE;
    }
    return ERROR_NONE;
}

/* --- help --- */

/* Breaks the text at `help_width`; each line begins at `help_column`. */
static void print_wrapped(const struct cli *cli, const char *words, size_t column, struct text *out)
{
    size_t width = cli->help_width > 0 ? (size_t)cli->help_width : SIZE_MAX;
    size_t begin = (size_t)cli->help_column;
    assert(begin > 0 && begin < width);
    while (*words) {
        size_t len = strcspn(words, " \n");
        if (column + 1 + len > width) {
            text_append_char(out, '\n');
            column = 0;
        }
        size_t blanks = column < begin ? begin - column : 1;
        text_printf(out, "%*s%.*s", (int)blanks, "", (int)len, words);
        column += blanks + len;
        words += len;
        if (*words == '\n') {
            text_append_char(out, '\n');
            column = 0;
        }
        words += strspn(words, " \n");
    }
    text_append_char(out, '\n');
}

void cli_print_options(const struct cli *cli, const struct cli_command *command, struct text *out)
{
    for (size_t i = 0; i < cli->option_count; i++) {
        const struct cli_option *option = &cli->options[i];
        struct text meaning = {0};
        if (!cli_takes(cli, command, i))
            continue;
        if (option->group)
            text_printf(out, "\n%s\n", option->group);
        size_t before = out->len;
        text_printf(out, "  --%s%s%s", option->name, option->value ? " " : "",
                    option->value ? option->value : "");
        cli_print_meaning(cli, command, i, &meaning);
        print_wrapped(cli, text_string(&meaning), out->len - before, out);
        text_finish(&meaning);
    }
}
