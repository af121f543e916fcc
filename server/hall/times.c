#include "server/hall/times.h"

void times_append(struct text *times, int64_t taken_ms, int64_t credit_ms)
{
    if (times->len > 0)
        text_append_char(times, ' ');
    text_append_int(times, taken_ms);
    if (credit_ms == 0)
        return;
    text_append_char(times, '-');
    text_append_int(times, credit_ms);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool read_ms(const char **at, int64_t *ret_ms)
{
    if (!is_digit(**at))
        return false;
    int64_t ms = 0;
    for (; is_digit(**at); ++*at) {
        if (ms > (INT64_MAX - 9) / 10)
            return false;
        ms = 10 * ms + (**at - '0');
    }
    *ret_ms = ms;
    return true;
}

bool times_next(const char **at, int64_t *ret_taken_ms, int64_t *ret_credit_ms)
{
    int64_t taken_ms, credit_ms = 0;
    if (!read_ms(at, &taken_ms))
        return false;
    if (**at == '-') {
        ++*at;
        if (!read_ms(at, &credit_ms) || credit_ms > taken_ms)
            return false;
    }
    if (**at == ' ' && is_digit((*at)[1]))
        ++*at;
    else if (**at != '\0')
        return false;
    *ret_taken_ms = taken_ms;
    *ret_credit_ms = credit_ms;
    return true;
}
