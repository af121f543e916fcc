#include "common/game/time_control.h"

#include "common/base/scanner.h"

#include <assert.h>
#include <string.h>

enum { MS_PER_S = 1000, DECIMALS_MAX = 3 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The decimals of a number of seconds, in milliseconds. */
static enum error_code take_decimals(struct scanner *scanner, int64_t *ret_ms, struct error *error)
{
    int64_t unit = MS_PER_S;
    *ret_ms = 0;
    if (!scanner_take(scanner, '.'))
        return ERROR_NONE;
    for (int i = 0; i < DECIMALS_MAX && is_digit(scanner_peek(scanner)); i++) {
        unit /= 10;
        *ret_ms += unit * (scanner_peek(scanner) - '0');
        scanner->at++;
    }
    if (unit == MS_PER_S || is_digit(scanner_peek(scanner)))
        return scanner_expected(scanner, ERROR_BAD_CLOCK,
                                unit == MS_PER_S ? "a digit" : "at most three decimals", error);
    return ERROR_NONE;
}

static enum error_code take_seconds(struct scanner *scanner, int64_t least_ms, int64_t *ret_ms,
                                    struct error *error)
{
    int64_t seconds, rest_ms;
    enum error_code code = scanner_take_int(scanner, &seconds, ERROR_BAD_CLOCK, error);
    if (!code)
        code = take_decimals(scanner, &rest_ms, error);
    if (code)
        return code;
    if (seconds > TIME_CONTROL_MS_MAX / MS_PER_S ||
        seconds * MS_PER_S + rest_ms > TIME_CONTROL_MS_MAX)
        return error_set(error, ERROR_BAD_CLOCK, "a time is at most %d seconds (14 days)",
                         TIME_CONTROL_MS_MAX / MS_PER_S);
    *ret_ms = seconds * MS_PER_S + rest_ms;
    if (*ret_ms < least_ms)
        return error_set(error, ERROR_BAD_CLOCK, "a clock begins with at least 0.001 seconds");
    return ERROR_NONE;
}

static enum error_code take_control(struct scanner *scanner, struct time_control *control,
                                    struct error *error)
{
    if (scanner_take_word(scanner, "none"))
        return ERROR_NONE;
    enum error_code code = take_seconds(scanner, 1, &control->base_ms, error);
    if (code)
        return code;
    if (scanner_take_word(scanner, "/move")) {
        control->kind = TIME_PER_MOVE;
        return ERROR_NONE;
    }
    if (!scanner_take(scanner, '+'))
        return scanner_expected(scanner, ERROR_BAD_CLOCK, "'+SECONDS' or '/move'", error);
    control->kind = TIME_FISCHER;
    return take_seconds(scanner, 0, &control->increment_ms, error);
}

enum error_code time_control_parse(const char *text, size_t len, struct time_control *ret_control,
                                   struct error *error)
{
    struct scanner scanner = {.text = text, .len = len};
    struct time_control control = {0};
    enum error_code code = take_control(&scanner, &control, error);
    if (!code && !scanner_at_end(&scanner))
        code = scanner_expected(&scanner, ERROR_BAD_CLOCK, "the end", error);
    if (!code)
        *ret_control = control;
    return code;
}

bool time_control_is_of_days(const struct time_control *control)
{
    return control->kind != TIME_NONE && control->base_ms >= (int64_t)24 * 3600 * MS_PER_S;
}

bool time_control_is_patient(const struct time_control *control)
{
    return control->kind != TIME_NONE && control->base_ms >= (int64_t)3600 * MS_PER_S;
}

bool time_control_text_is_patient(const char *text)
{
    struct time_control control;
    struct error error;
    return !time_control_parse(text, strlen(text), &control, &error) &&
           time_control_is_patient(&control);
}

static void print_seconds(int64_t ms, struct text *out)
{
    assert(ms >= 0 && ms <= TIME_CONTROL_MS_MAX);
    text_append_int(out, ms / MS_PER_S);
    int64_t rest = ms % MS_PER_S;
    if (rest > 0)
        text_append_char(out, '.');
    for (int64_t unit = MS_PER_S / 10; rest > 0; unit /= 10) {
        text_append_char(out, (char)('0' + rest / unit));
        rest %= unit;
    }
}

void time_control_print(const struct time_control *control, struct text *out)
{
    switch (control->kind) {
    case TIME_NONE:
        text_append_string(out, "none");
        break;
    case TIME_FISCHER:
        print_seconds(control->base_ms, out);
        text_append_char(out, '+');
        print_seconds(control->increment_ms, out);
        break;
    case TIME_PER_MOVE:
        print_seconds(control->base_ms, out);
        text_append_string(out, "/move");
        break;
    }
}
