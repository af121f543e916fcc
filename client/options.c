#include "client/options.h"

#include "common/base/address.h"
#include "common/base/scanner.h"
#include "common/base/spelling.h"
#include "common/words/given.h"

#include <assert.h>
#include <getopt.h>
#include <inttypes.h>
#include <string.h>

static_assert(OPTION_COUNT <= MANUAL_OPTIONS_MAX, "a set of options has a bit for each");

const struct manual_option option_rows[OPTION_COUNT] = {
#define X(row, text, what, sense)                                                                  \
    [OPTION_##row] = {.name = (text), .value = (what), .meaning = (sense)},
    OPTIONS(X)
#undef X
};

/* What getopt_long() returns for an option; apart from every character. */
enum { FIRST_RETURN = 256 };

static bool is_allowed(uint64_t allowed, int name)
{
    return allowed >> name & 1;
}

static void fill_table(uint64_t allowed, struct option table[OPTION_COUNT + 1])
{
    int count = 0;
    for (int name = 0; name < OPTION_COUNT; name++) {
        if (is_allowed(allowed, name))
            table[count++] = (struct option){
                .name = option_rows[name].name,
                .has_arg = option_rows[name].value ? required_argument : no_argument,
                .val = FIRST_RETURN + name,
            };
    }
    table[count] = (struct option){0};
}

static enum error_code unknown_option(const char *given, uint64_t allowed, struct error *error)
{
    if (given[0] == '-' && given[1] >= '0' && given[1] <= '9')
        return error_set(error, ERROR_USAGE, "'%s' is below 1; no number that is given here may be",
                         given);
    struct text known = {0};
    const char *typed = given + strspn(given, "-");
    struct spelling spelling = {.typed = typed, .len = strcspn(typed, "=")};
    for (int name = 0; name < OPTION_COUNT; name++) {
        if (!is_allowed(allowed, name))
            continue;
        text_printf(&known, "%s--%s", known.len > 0 ? ", " : "", option_rows[name].name);
        spelling_offer(&spelling, option_rows[name].name);
    }
    const char *meant = spelling_meant(&spelling);
    if (meant)
        error_set(error, ERROR_USAGE, "there is no option %s here: did you mean --%s? There are %s",
                  given, meant, text_string(&known));
    else
        error_set(error, ERROR_USAGE, "there is no option %s here; there are %s", given,
                  text_string(&known));
    text_finish(&known);
    return ERROR_USAGE;
}

/* Why getopt_long() stopped: `reason` is its return value, `given` the word it stopped at. */
static enum error_code refused_option(int reason, const char *given, uint64_t allowed,
                                      struct error *error)
{
    if (optopt < FIRST_RETURN)
        return unknown_option(given, allowed, error);
    int name = optopt - FIRST_RETURN;
    if (reason == ':')
        return error_set(error, ERROR_USAGE, "--%s needs a value: --%s %s", option_rows[name].name,
                         option_rows[name].name, option_rows[name].value);
    return error_set(error, ERROR_USAGE, "--%s takes no value", option_rows[name].name);
}

static enum error_code take_arguments(int argument_count, char **arguments, int arguments_max,
                                      struct options *options, struct error *error)
{
    if (argument_count > arguments_max)
        return error_set(error, ERROR_USAGE, "'%s' is too much: %s", arguments[arguments_max],
                         arguments_max == 0   ? "no argument is expected"
                         : arguments_max == 1 ? "one argument is the most"
                         : arguments_max == 2 ? "two arguments are the most"
                                              : "three arguments are the most");
    options->argument_count = argument_count;
    for (int i = 0; i < argument_count; i++)
        options->arguments[i] = arguments[i];
    return ERROR_NONE;
}

enum error_code options_parse(int argument_count, char **arguments, uint64_t allowed,
                              int arguments_max, struct options *ret_options, struct error *error)
{
    struct option table[OPTION_COUNT + 1];
    fill_table(allowed, table);
    *ret_options = (struct options){0};
    opterr = 0;
    optind = 0; /* begin anew, for glibc and musl alike */
    for (;;) {
        int found = getopt_long(argument_count, arguments, ":h", table, NULL);
        if (found == -1)
            break;
        if (found == ':' || found == '?')
            return refused_option(found, arguments[optind - 1], allowed, error);
        int name = found == 'h' ? OPTION_HELP : found - FIRST_RETURN;
        ret_options->values[name] = option_rows[name].value ? optarg : "";
    }
    const char *server = ret_options->values[OPTION_SERVER];
    struct address address;
    if (server && address_parse(server, ADDRESS_PORT_OF_SERVER, &address, error))
        return error->code;
    return take_arguments(argument_count - optind, arguments + optind, arguments_max, ret_options,
                          error);
}

enum error_code options_number(const char *text, const char *what, int64_t max, int64_t *ret_number,
                               struct error *error)
{
    struct scanner scanner = {.text = text, .len = strlen(text)};
    int64_t number;
    struct error unread;
    enum error_code failed = scanner_take_int(&scanner, &number, ERROR_USAGE, &unread);
    if (failed || !scanner_at_end(&scanner) || number < 1 || number > max)
        return error_set(error, ERROR_USAGE, "%s is a number from 1 to %" PRId64 ", not '%s'", what,
                         max, text);
    *ret_number = number;
    return ERROR_NONE;
}

enum error_code options_blame(struct error *error, const char *what, const char *value)
{
    if (error->code == ERROR_BAD_RULES)
        given_rules_blame(error, value);
    struct error cause = *error;
    return error_set(error, cause.code, "%s '%.40s'%s: %s", what, value,
                     strlen(value) > 40 ? "..." : "", cause.message);
}

int options_print_given(const struct options *options, uint64_t set, struct text *out)
{
    int count = 0;
    for (int name = 0; name < OPTION_COUNT; name++) {
        if (!is_allowed(set, name) || !options->values[name])
            continue;
        text_printf(out, "%s--%s%s%s", count++ > 0 ? " and " : "", option_rows[name].name,
                    option_rows[name].value ? " " : "", options->values[name]);
    }
    return count;
}

static const char *meaning_of(enum option_name option, const struct manual_words *words)
{
    for (; words && words->meaning; words++) {
        if (words->option == (size_t)option)
            return words->meaning;
    }
    return option_rows[option].meaning;
}

void options_describe(uint64_t allowed, const struct manual_words *words, struct text *out)
{
    for (int name = 0; name < OPTION_COUNT; name++) {
        if (!is_allowed(allowed, name))
            continue;
        struct text left = {0};
        text_printf(&left, "--%s%s%s", option_rows[name].name, option_rows[name].value ? " " : "",
                    option_rows[name].value ? option_rows[name].value : "");
        text_printf(out, "  %-28s %s\n", text_string(&left),
                    meaning_of((enum option_name)name, words));
        text_finish(&left);
    }
}
