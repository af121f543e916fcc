#include "common/base/text.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Not inlined, so that it does not burden the many short appends, which seldom grow. */
__attribute__((noinline)) static void grow(struct text *text, size_t len)
{
    size_t capacity = text->capacity ? text->capacity : 32;
    while (capacity - text->len <= len)
        capacity *= 2;
    if (text->is_secret && text->bytes) {
        char *larger = memory_resized(NULL, capacity, 1);
        memcpy(larger, text->bytes, text->len + 1);
        explicit_bzero(text->bytes, text->capacity);
        free(text->bytes);
        text->bytes = larger;
    } else {
        text->bytes = memory_resized(text->bytes, capacity, 1);
    }
    text->capacity = capacity;
    assert(text->capacity - text->len > len);
}

/* Makes room for `len` more bytes and the zero. */
static void reserve(struct text *text, size_t len)
{
    if (text->capacity - text->len <= len)
        grow(text, len);
}

void text_make_secret(struct text *text)
{
    text->is_secret = true;
}

void text_finish(struct text *text)
{
    if (text->is_secret && text->bytes)
        explicit_bzero(text->bytes, text->capacity);
    free(text->bytes);
    *text = (struct text){0};
}

void text_wipe(struct text *text)
{
    text_make_secret(text);
    text_finish(text);
}

/* Behind its length no secret has been: a text only grows until it is cleared. */
void text_clear(struct text *text)
{
    if (text->is_secret && text->bytes)
        explicit_bzero(text->bytes, text->len);
    text->is_secret = false;
    text->len = 0;
    if (text->bytes)
        text->bytes[0] = '\0';
}

void text_append(struct text *text, const char *bytes, size_t len)
{
    reserve(text, len);
    if (len)
        memcpy(text->bytes + text->len, bytes, len);
    text->len += len;
    text->bytes[text->len] = '\0';
}

void text_append_secret(struct text *text, const char *bytes, size_t len)
{
    text_make_secret(text);
    text_append(text, bytes, len);
}

void text_append_string(struct text *text, const char *string)
{
    text_append(text, string, strlen(string));
}

void text_append_char(struct text *text, char c)
{
    text_append(text, &c, 1);
}

void text_append_int(struct text *text, int64_t value)
{
    char digits[20]; /* 2^63 has 19, and the sign */
    size_t at = sizeof digits;
    uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + (int)(left % 10));
        left /= 10;
    } while (left > 0);
    if (value < 0)
        digits[--at] = '-';
    text_append(text, digits + at, sizeof digits - at);
}

void text_append_uint128(struct text *text, uint128 value)
{
    char digits[40]; /* 2^128 has 39 */
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value > 0);
    text_append(text, digits + at, sizeof digits - at);
}

void text_vprintf(struct text *text, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int len = vsnprintf(NULL, 0, format, arguments);
    assert(len >= 0);
    reserve(text, (size_t)len);
    vsnprintf(text->bytes + text->len, (size_t)len + 1, format, again);
    va_end(again);
    text->len += (size_t)len;
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(text, format, arguments);
    va_end(arguments);
}

const char *text_string(const struct text *text)
{
    return text->bytes ? text->bytes : "";
}
