/* A growing text, always zero-terminated: printers append to it. */
#ifndef COMMON_BASE_TEXT_H
#define COMMON_BASE_TEXT_H

#include "common/base/random.h"

#include <stddef.h>
#include <stdint.h>

/* `struct text t = {0}` is the empty text; bytes is NULL until something is appended. */
struct text {
    char *bytes;
    size_t len;
    size_t capacity;
};

void text_finish(struct text *text);
/* These two for what may hold a secret: nothing of it stays in memory, not even where it was before it grew. */
void text_wipe(struct text *text);
void text_append_secret(struct text *text, const char *bytes, size_t len);
/* Empties the text, keeps its memory. */
void text_clear(struct text *text);
void text_append(struct text *text, const char *bytes, size_t len);
void text_append_string(struct text *text, const char *string);
void text_append_char(struct text *text, char c);
void text_append_int(struct text *text, int64_t value);
void text_append_uint128(struct text *text, uint128 value);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The text as a C string; "" when empty. Owned by the text, valid until its next change. */
const char *text_string(const struct text *text);

#endif
