/* Appends JSON to a text. Commas come by themselves. `key` is NULL for an element of an array and
 * for the outermost value; keys and constant texts must not need escapes. */
#ifndef WEB_RULES_JSON_H
#define WEB_RULES_JSON_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* `bracket` is '{' or '[', and its end '}' or ']'. */
void json_open(struct text *out, const char *key, char bracket);
void json_close(struct text *out, char bracket);
void json_text(struct text *out, const char *key, const char *bytes, size_t len);
void json_string(struct text *out, const char *key, const char *string); /* NULL: null */
void json_words(struct text *out, const char *key, struct text *words);  /* takes them over */
/* A number of counters, a value: a string of digits. */
void json_count(struct text *out, const char *key, uint128 value);
/* A number that JavaScript holds exactly. */
void json_number(struct text *out, const char *key, int64_t value);
void json_bool(struct text *out, const char *key, bool value);

#endif
