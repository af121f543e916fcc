#include "web/rules/json.h"

#include <assert.h>
#include <string.h>

static void begin_value(struct text *out, const char *key)
{
    char last = out->len ? out->bytes[out->len - 1] : '\0';
    if (last && !strchr("{[", last))
        text_append_char(out, ',');
    if (key)
        text_printf(out, "\"%s\":", key);
}

void json_open(struct text *out, const char *key, char bracket)
{
    begin_value(out, key);
    text_append_char(out, bracket);
}

void json_close(struct text *out, char bracket)
{
    text_append_char(out, bracket);
}

void json_text(struct text *out, const char *key, const char *bytes, size_t len)
{
    begin_value(out, key);
    text_append_char(out, '"');
    for (size_t i = 0; i < len; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == '"' || byte == '\\')
            text_printf(out, "\\%c", byte);
        else if (byte < 0x20)
            text_printf(out, "\\u%04x", byte);
        else
            text_append_char(out, (char)byte);
    }
    text_append_char(out, '"');
}

void json_string(struct text *out, const char *key, const char *string)
{
    if (string) {
        json_text(out, key, string, strlen(string));
        return;
    }
    begin_value(out, key);
    text_append_string(out, "null");
}

void json_words(struct text *out, const char *key, struct text *words)
{
    json_text(out, key, text_string(words), words->len);
    text_finish(words);
}

void json_count(struct text *out, const char *key, uint128 value)
{
    begin_value(out, key);
    text_append_char(out, '"');
    text_append_uint128(out, value);
    text_append_char(out, '"');
}

void json_number(struct text *out, const char *key, int64_t value)
{
    assert(value > -(INT64_C(1) << 53) && value < INT64_C(1) << 53);
    begin_value(out, key);
    text_append_int(out, value);
}

void json_bool(struct text *out, const char *key, bool value)
{
    begin_value(out, key);
    text_append_string(out, value ? "true" : "false");
}
