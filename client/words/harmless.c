#include "client/words/harmless.h"

#include <stdbool.h>
#include <string.h>
#include <unistr.h>

/* U+0080 to U+009F: controls too. */
static bool is_high_control(const unsigned char *at)
{
    return at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0;
}

void harmless_make(char *text)
{
    const uint8_t *bad;
    while ((bad = u8_check((const uint8_t *)text, strlen(text))))
        text[bad - (const uint8_t *)text] = '?';
    for (unsigned char *at = (unsigned char *)text; *at; at++) {
        if (is_high_control(at))
            at[0] = at[1] = '?';
        else if (*at < ' ' || *at == 0x7F)
            *at = '?';
    }
}

void harmless_append(const char *bytes, size_t len, struct text *out)
{
    size_t start = out->len;
    text_append(out, bytes, len);
    if (out->len > start)
        harmless_make(out->bytes + start);
}
