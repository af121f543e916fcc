#include "client/cli/options.h"

#include "common/base/scanner.h"
#include "common/game/drawn.h"
#include "common/words/typed.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

const struct cli_option option_rows[OPTION_COUNT] = {
#define X(row, text, what, sense)                                                                  \
    [OPTION_##row] = {.name = (text), .value = (what), .meaning = (sense)},
    OPTIONS(X)
#undef X
};

enum error_code options_number(const char *text, const char *what, int64_t max, int64_t *ret_number,
                               struct error *error)
{
    assert(max >= 1);
    struct scanner scanner = {.text = text, .len = strlen(text)};
    int64_t number;
    if (!scanner_takes_int(&scanner, &number) || !scanner_at_end(&scanner) || number < 1 ||
        number > max)
        return error_set(error, ERROR_USAGE, "%s is a number from 1 to %" PRId64 ", not '%s'", what,
                         max, text);
    *ret_number = number;
    return ERROR_NONE;
}

enum error_code options_take_number(const struct options *options, enum option_name option,
                                    int64_t max, int64_t *number, struct error *error)
{
    const char *value = options->values[option];
    char what[80];
    assert(option_rows[option].value);
    snprintf(what, sizeof what, "--%s", option_rows[option].name);
    return value ? options_number(value, what, max, number, error) : ERROR_NONE;
}

enum error_code options_take_date(const struct options *options, enum option_name option,
                                  int64_t *ret_ms, struct error *error)
{
    static const char *const forms[] = {"%Y-%m-%d", "%Y-%m-%dT%H:%M"};
    const char *value = options->values[option];
    if (!value)
        return ERROR_NONE;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct tm read = {.tm_isdst = -1};
        const char *end = strptime(value, forms[i], &read);
        int day = read.tm_mday;
        time_t seconds = end && !*end ? mktime(&read) : -1;
        if (seconds < 0 || read.tm_mday != day) /* mktime() makes 3 March of 31 February */
            continue;
        *ret_ms = (int64_t)seconds * 1000;
        return ERROR_NONE;
    }
    return error_set(error, ERROR_USAGE,
                     "--%s is a date such as 2026-11-24 or 2026-11-24T18:30, not '%.40s'",
                     option_rows[option].name, value);
}

enum error_code options_take_rules(const struct options *options, struct rules *ret_rules,
                                   struct error *error)
{
    const char *rules = options->values[OPTION_GAME], *look = options->values[OPTION_LOOK];
    if (!rules)
        rules = "fibonacci-nim";
    if (rules_or_class_parse(ret_rules, rules, strlen(rules), error))
        return options_blame(error, "--game", rules);
    if (look && ret_rules->class_size > 0)
        return error_set(error, ERROR_USAGE, "--look is for one game: %s are many", rules);
    if (look && look_set(ret_rules, look, error))
        return options_blame(error, "--look", look);
    return ERROR_NONE;
}

enum error_code options_blame(struct error *error, const char *what, const char *value)
{
    if (error->code == ERROR_BAD_RULES)
        typed_rules_blame(error, value);
    struct error cause = *error;
    return error_set(error, cause.code, "%s '%.40s'%s: %s", what, value,
                     strlen(value) > 40 ? "..." : "", cause.message);
}

int options_print_given(const struct options *options, uint128 set, struct text *out)
{
    int count = 0;
    for (int name = 0; name < OPTION_COUNT; name++) {
        if (!(set >> name & 1) || !options->values[name])
            continue;
        text_printf(out, "%s--%s%s%s", count++ > 0 ? " and " : "", option_rows[name].name,
                    option_rows[name].value ? " " : "", options->values[name]);
    }
    return count;
}
