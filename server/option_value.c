/* The values of options: from text, and back. */
#include "common/base/memory.h"
#include "common/base/scanner.h"
#include "server/option_row.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIB INT64_C(1024)
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

const char *option_word(enum option_kind kind)
{
    static const char *const words[OPTION_KIND_COUNT] = {
        [OPTION_TEXT] = "PATH",   [OPTION_FLAG] = "yes|no",     [OPTION_NUMBER] = "N",
        [OPTION_BYTES] = "BYTES", [OPTION_SECONDS] = "SECONDS", [OPTION_ADDRESS] = "HOST:PORT",
        [OPTION_LEVEL] = "LEVEL",
    };
    return words[kind];
}

/* --- places --- */

static const void *place(const struct option_row *row, const struct options *options)
{
    return (const char *)options + row->offset;
}

static void *place_to_set(const struct option_row *row, struct options *options)
{
    return (char *)options + row->offset;
}

static int64_t number_of(const struct option_row *row, const struct options *options)
{
    return *(const int64_t *)place(row, options);
}

/* --- printing --- */

/* 10, 0.5, 0.025 */
static void print_seconds(int64_t ms, struct text *out)
{
    char decimals[8];
    text_printf(out, "%" PRId64, ms / 1000);
    if (ms % 1000 == 0)
        return;
    int len = snprintf(decimals, sizeof decimals, ".%03d", (int)(ms % 1000));
    while (decimals[len - 1] == '0')
        len--;
    text_append(out, decimals, (size_t)len);
}

static const struct unit {
    char letter;
    int64_t bytes;
} units[] = {{'G', GIB}, {'M', MIB}, {'K', KIB}};

enum { UNIT_COUNT = sizeof units / sizeof units[0] };

/* 8M, 100 */
static void print_bytes(int64_t bytes, struct text *out)
{
    for (size_t i = 0; i < UNIT_COUNT; i++) {
        if (bytes > 0 && bytes % units[i].bytes == 0) {
            text_printf(out, "%" PRId64 "%c", bytes / units[i].bytes, units[i].letter);
            return;
        }
    }
    text_append_int(out, bytes);
}

static void print_address(const struct address *address, struct text *out)
{
    char text[ADDRESS_TEXT_MAX] = "";
    if (*address->host)
        address_print(address, text);
    text_append_string(out, text);
}

void option_print(const struct option_row *row, const struct options *options, struct text *out)
{
    const void *value = place(row, options);
    switch (row->kind) {
    case OPTION_TEXT:
        text_append_string(out, *(char *const *)value ? *(char *const *)value : "");
        break;
    case OPTION_FLAG:
        text_append_string(out, *(const bool *)value ? "yes" : "no");
        break;
    case OPTION_NUMBER:
        text_append_int(out, number_of(row, options));
        break;
    case OPTION_BYTES:
        print_bytes(number_of(row, options), out);
        break;
    case OPTION_SECONDS:
        print_seconds(number_of(row, options), out);
        break;
    case OPTION_ADDRESS:
        print_address(value, out);
        break;
    case OPTION_LEVEL:
        text_append_string(out, log_level_name(*(const enum log_level *)value));
        break;
    case OPTION_KIND_COUNT:
    default:
        assert(false);
    }
}

static void print_number(enum option_kind kind, int64_t number, struct text *out)
{
    if (kind == OPTION_SECONDS)
        print_seconds(number, out);
    else if (kind == OPTION_BYTES)
        print_bytes(number, out);
    else
        text_append_int(out, number);
}

/* --- reading --- */

static enum error_code number_expected(const struct option_row *row, const char *value,
                                       struct error *error)
{
    static const char *const words[OPTION_KIND_COUNT] = {
        [OPTION_NUMBER] = "a whole number",
        [OPTION_BYTES] = "a number of bytes, or of KiB, MiB or GiB as 64K, 8M or 1G,",
        [OPTION_SECONDS] = "a number of seconds with at most three decimals",
    };
    struct text range = {0};
    print_number(row->kind, row->minimum, &range);
    text_append_string(&range, " to ");
    print_number(row->kind, row->maximum, &range);
    error_set(error, ERROR_USAGE, "%s from %s was expected, not '%.80s'", words[row->kind],
              text_string(&range), value);
    text_finish(&range);
    return ERROR_USAGE;
}

/* Takes the decimals of a number of seconds, as ms. */
static bool take_decimals(struct scanner *scanner, int64_t *ret_ms)
{
    int64_t worth = 100;
    *ret_ms = 0;
    if (!scanner_take(scanner, '.'))
        return true;
    if (!isdigit((unsigned char)scanner_peek(scanner)))
        return false;
    for (; worth > 0 && isdigit((unsigned char)scanner_peek(scanner)); worth /= 10) {
        *ret_ms += (scanner_peek(scanner) - '0') * worth;
        scanner->at++;
    }
    return true;
}

/* What stands behind the whole number: *ret_scale multiplies it, *ret_more is added. */
static bool take_rest(enum option_kind kind, struct scanner *scanner, int64_t *ret_scale,
                      int64_t *ret_more)
{
    *ret_scale = 1;
    *ret_more = 0;
    if (kind == OPTION_SECONDS) {
        *ret_scale = 1000;
        return take_decimals(scanner, ret_more);
    }
    for (size_t i = 0; kind == OPTION_BYTES && i < UNIT_COUNT; i++) {
        if (scanner_take(scanner, units[i].letter))
            *ret_scale = units[i].bytes;
    }
    return true;
}

static enum error_code read_number(const struct option_row *row, const char *value,
                                   int64_t *ret_number, struct error *error)
{
    struct scanner scanner = {.text = value, .len = strlen(value)};
    struct error cause;
    int64_t whole, scale, more;
    if (scanner_take_int(&scanner, &whole, ERROR_USAGE, &cause) ||
        !take_rest(row->kind, &scanner, &scale, &more) || !scanner_at_end(&scanner) ||
        whole > row->maximum / scale)
        return number_expected(row, value, error);
    int64_t number = whole * scale + more;
    if (number < row->minimum || number > row->maximum)
        return number_expected(row, value, error);
    *ret_number = number;
    return ERROR_NONE;
}

static enum error_code read_flag(const char *value, bool *ret_flag, struct error *error)
{
    bool yes = strcmp(value, "yes") == 0;
    if (!yes && strcmp(value, "no") != 0)
        return error_set(error, ERROR_USAGE, "yes or no was expected, not '%.80s'", value);
    *ret_flag = yes;
    return ERROR_NONE;
}

/* Everything that can be given can be written into a configuration file, too. */
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

static enum error_code read_text(const struct option_row *row, const char *value, char **ret_text,
                                 struct error *error)
{
    if (!fits_file(value))
        return error_set(
            error, ERROR_USAGE,
            "a path without a blank at its ends, and without control characters, was "
            "expected, and without '#' or ';' at its start or after a blank: they begin "
            "a comment in a file; not '%.80s'",
            value);
    if (strlen(value) > (size_t)row->maximum)
        return error_set(error, ERROR_USAGE,
                         "at most %" PRId64 " bytes were expected, not '%.80s...'", row->maximum,
                         value);
    free(*ret_text);
    *ret_text = memory_text(value, strlen(value));
    return ERROR_NONE;
}

static enum error_code read_address(const struct option_row *row, const char *value,
                                    struct address *ret_address, struct error *error)
{
    if (!*value && row->minimum == 0) {
        *ret_address = (struct address){0};
        return ERROR_NONE;
    }
    return address_parse(value, (uint16_t)row->maximum, ret_address, error);
}

enum error_code option_read(const struct option_row *row, const char *value,
                            struct options *options, struct error *error)
{
    void *target = place_to_set(row, options);
    switch (row->kind) {
    case OPTION_TEXT:
        return read_text(row, value, target, error);
    case OPTION_FLAG:
        return read_flag(value, target, error);
    case OPTION_NUMBER:
    case OPTION_BYTES:
    case OPTION_SECONDS:
        return read_number(row, value, target, error);
    case OPTION_ADDRESS:
        return read_address(row, value, target, error);
    case OPTION_LEVEL:
        return log_level_parse(value, target, error);
    case OPTION_KIND_COUNT:
    default:
        assert(false);
        return ERROR_INTERNAL;
    }
}
