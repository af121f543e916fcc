/* A growing text, always zero-terminated: printers append to it. */
#ifndef COMMON_BASE_TEXT_H
#define COMMON_BASE_TEXT_H

#include "common/base/random.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `struct text t = {0}` is the empty text; bytes is NULL until something is appended. */
struct text {
    char *bytes;
    size_t len;
    size_t capacity;
    bool is_secret; /* see text_make_secret() */
};

void text_finish(struct text *text);
/* Marks the text as a secret: from now on its bytes are overwritten whenever it grows, is cleared
 * or is finished. */
void text_make_secret(struct text *text);
/* Makes it secret and finishes it. */
void text_wipe(struct text *text);
/* Makes it secret and appends. */
void text_append_secret(struct text *text, const char *bytes, size_t len);
/* Empties the text and keeps its memory. It is no longer a secret. */
void text_clear(struct text *text);
void text_append(struct text *text, const char *bytes, size_t len);
void text_append_string(struct text *text, const char *string);
void text_append_char(struct text *text, char c);
void text_append_int(struct text *text, int64_t value);
void text_append_uint128(struct text *text, uint128 value);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* `arguments` are used up, as by vprintf(). */
void text_vprintf(struct text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));
/* The text as a C string; "" when empty. Owned by the text, valid until its next change. */
const char *text_string(const struct text *text);

#endif
