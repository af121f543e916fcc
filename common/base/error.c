#include "common/base/error.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Removes the beginning of a multi-byte character that a cut has left at the end. */
static void drop_cut_character(char *text, size_t len)
{
    size_t start = len;
    while (start > 0 && ((unsigned char)text[start - 1] & 0xC0) == 0x80)
        start--;
    if (start > 0 && (unsigned char)text[start - 1] >= 0xC0)
        text[start - 1] = '\0';
    else
        text[start] = '\0';
}

enum error_code error_set(struct error *error, enum error_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int needed = vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    assert(needed >= 0);
    if (needed >= (int)sizeof error->message)
        drop_cut_character(error->message, sizeof error->message - 1);
    error->code = code;
    error->wait_ms = 0;
    error->challenge = 0;
    error->work_bits = 0;
    return code;
}

const char *error_name(enum error_code code)
{
    switch (code) {
    case ERROR_NONE:
        return "none";
#define X(number, name, text, meaning)                                                             \
    case ERROR_##name:                                                                             \
        return text;
        ERROR_CODES(X)
#undef X
    }
    return "unknown";
}

const char *error_meaning(enum error_code code)
{
    switch (code) {
    case ERROR_NONE:
        return "no error";
#define X(number, name, text, meaning)                                                             \
    case ERROR_##name:                                                                             \
        return meaning;
        ERROR_CODES(X)
#undef X
    }
    return "an error this program does not know";
}
