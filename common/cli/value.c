/* The types of values. */
#include "common/base/address.h"
#include "common/base/memory.h"
#include "common/base/scanner.h"
#include "common/cli/cli.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- switches --- */

static enum error_code read_yes_no(const struct cli_given *given, struct error *error)
{
    bool yes = given->option->type == &cli_switch || strcmp(given->text, "yes") == 0;
    if (!yes && strcmp(given->text, "no") != 0)
        return error_set(error, ERROR_USAGE, "%s: yes or no was expected, not '%.80s'", given->name,
                         given->text);
    *(bool *)given->place = yes;
    return ERROR_NONE;
}

static void print_yes_no(const struct cli_option *option, const void *place, struct text *out)
{
    (void)option;
    text_append_string(out, *(const bool *)place ? "yes" : "no");
}

/* --- texts --- */

static enum error_code read_string(const struct cli_given *given, struct error *error)
{
    (void)error;
    *(const char **)given->place = given->text;
    return ERROR_NONE;
}

static void print_string(const struct cli_option *option, const void *place, struct text *out)
{
    (void)option;
    const char *text = *(const char *const *)place;
    text_append_string(out, text ? text : "");
}

/* A value has to fit into a file of options, even if it is given on the command line. */
static bool fits_file(const char *value)
{
    size_t len = strlen(value);
    for (const char *at = value; *at; at++) {
        if (iscntrl((unsigned char)*at) ||
            ((*at == ';' || *at == '#') && (at == value || isspace((unsigned char)at[-1]))))
            return false;
    }
    return len == 0 ||
           (!isspace((unsigned char)value[0]) && !isspace((unsigned char)value[len - 1]));
}

static enum error_code read_path(const struct cli_given *given, struct error *error)
{
    char **path = given->place;
    assert(given->option->maximum > 0);
    if (!fits_file(given->text))
        return error_set(
            error, ERROR_USAGE,
            "%s: a path without a blank at its ends, and without control characters, was "
            "expected, and without '#' or ';' at its start or after a blank: they begin "
            "a comment in a file; not '%.80s'",
            given->name, given->text);
    if (strlen(given->text) > (size_t)given->option->maximum)
        return error_set(error, ERROR_USAGE,
                         "%s: at most %" PRId64 " bytes were expected, not '%.80s...'", given->name,
                         given->option->maximum, given->text);
    free(*path);
    *path = memory_text(given->text, strlen(given->text));
    return ERROR_NONE;
}

/* --- numbers --- */

#define KIB INT64_C(1024)

static const struct unit {
    char letter;
    int64_t bytes;
} units[] = {{'G', KIB *KIB *KIB}, {'M', KIB *KIB}, {'K', KIB}};

enum { UNIT_COUNT = sizeof units / sizeof units[0] };

/* 100; 8M; 10, 0.5, 0.025 */
static void print_value(const struct cli_type *type, int64_t number, struct text *out)
{
    char decimals[8];
    if (type == &cli_seconds && number % 1000 != 0) {
        int len = snprintf(decimals, sizeof decimals, ".%03d", (int)(number % 1000));
        while (decimals[len - 1] == '0')
            len--;
        text_printf(out, "%" PRId64 "%.*s", number / 1000, len, decimals);
        return;
    }
    if (type == &cli_seconds)
        number /= 1000;
    for (size_t i = 0; type == &cli_bytes && number > 0 && i < UNIT_COUNT; i++) {
        if (number % units[i].bytes == 0) {
            text_printf(out, "%" PRId64 "%c", number / units[i].bytes, units[i].letter);
            return;
        }
    }
    text_append_int(out, number);
}

static void print_number(const struct cli_option *option, const void *place, struct text *out)
{
    print_value(option->type, *(const int64_t *)place, out);
}

/* Takes a unit, which multiplies the whole number, or decimals, which are added to it. */
static bool take_rest(const struct cli_type *type, struct scanner *scanner, int64_t *ret_scale,
                      int64_t *ret_more)
{
    *ret_scale = type == &cli_seconds ? 1000 : 1;
    *ret_more = 0;
    for (size_t i = 0; type == &cli_bytes && i < UNIT_COUNT; i++) {
        if (scanner_take(scanner, units[i].letter))
            *ret_scale = units[i].bytes;
    }
    if (type != &cli_seconds || !scanner_take(scanner, '.'))
        return true;
    if (!isdigit((unsigned char)scanner_peek(scanner)))
        return false;
    for (int64_t worth = 100; worth > 0 && isdigit((unsigned char)scanner_peek(scanner));
         worth /= 10) {
        *ret_more += (scanner_peek(scanner) - '0') * worth;
        scanner->at++;
    }
    return true;
}

static enum error_code read_number(const struct cli_given *given, struct error *error)
{
    const struct cli_option *option = given->option;
    const struct cli_type *type = option->type;
    struct scanner scanner = {.text = given->text, .len = strlen(given->text)};
    struct error cause;
    int64_t whole, scale, more;
    assert(option->minimum <= option->maximum);
    bool is_read = !scanner_take_int(&scanner, &whole, ERROR_USAGE, &cause) &&
                   take_rest(type, &scanner, &scale, &more) && scanner_at_end(&scanner) &&
                   whole <= option->maximum / scale;
    int64_t number = is_read ? whole * scale + more : 0;
    if (is_read && number >= option->minimum && number <= option->maximum) {
        *(int64_t *)given->place = number;
        return ERROR_NONE;
    }

    struct text range = {0};
    print_value(type, option->minimum, &range);
    text_append_string(&range, " to ");
    print_value(type, option->maximum, &range);
    error_set(error, ERROR_USAGE, "%s: %s from %s was expected, not '%.80s'", given->name,
              type == &cli_bytes     ? "a number of bytes, or of KiB, MiB or GiB as 64K, 8M or 1G,"
              : type == &cli_seconds ? "a number of seconds with at most three decimals"
                                     : "a whole number",
              text_string(&range), given->text);
    text_finish(&range);
    return ERROR_USAGE;
}

/* --- addresses --- */

static enum error_code read_address(const struct cli_given *given, struct error *error)
{
    struct error cause;
    assert(given->option->maximum <= UINT16_MAX);
    if (!*given->text && given->option->minimum == 0) {
        *(struct address *)given->place = (struct address){0};
        return ERROR_NONE;
    }
    if (!address_parse(given->text, (uint16_t)given->option->maximum, given->place, &cause))
        return ERROR_NONE;
    return error_set(error, cause.code, "%s: %s", given->name, cause.message);
}

static void print_address(const struct cli_option *option, const void *place, struct text *out)
{
    (void)option;
    const struct address *address = place;
    char text[ADDRESS_TEXT_MAX] = "";
    if (*address->host)
        address_print(address, text);
    text_append_string(out, text);
}

const struct cli_type cli_switch = {.read = read_yes_no, .print = print_yes_no};
const struct cli_type cli_yes_no = {.read = read_yes_no, .print = print_yes_no};
const struct cli_type cli_string = {.read = read_string, .print = print_string};
const struct cli_type cli_path = {.read = read_path, .print = print_string};
const struct cli_type cli_number = {.read = read_number, .print = print_number};
const struct cli_type cli_bytes = {.read = read_number, .print = print_number};
const struct cli_type cli_seconds = {.read = read_number, .print = print_number};
const struct cli_type cli_address = {.read = read_address, .print = print_address};
