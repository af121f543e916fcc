#include "common/base/harmless.h"

#include <assert.h>
#include <string.h>
#include <unictype.h>
#include <unistr.h>

bool harmless_is(uint32_t character)
{
    if (character >= ' ' && character < 0x7F)
        return true;
    return !uc_is_general_category(character, UC_CATEGORY_Cc) &&
           !uc_is_general_category(character, UC_CATEGORY_Zl) &&
           !uc_is_general_category(character, UC_CATEGORY_Zp) &&
           (!uc_is_general_category(character, UC_CATEGORY_Cf) ||
            uc_is_property_join_control(character));
}

size_t harmless_replace(char *bytes, size_t len)
{
    size_t kept = 0;
    for (size_t at = 0; at < len;) {
        ucs4_t character;
        int width = u8_mbtoucr(&character, (const uint8_t *)bytes + at, len - at);
        if (width > 0 && harmless_is(character)) {
            memmove(bytes + kept, bytes + at, (size_t)width);
            kept += (size_t)width;
        } else {
            bytes[kept++] = '?';
        }
        at += width > 0 ? (size_t)width : 1;
    }
    assert(kept <= len);
    return kept;
}

void harmless_make(char *text)
{
    text[harmless_replace(text, strlen(text))] = '\0';
}

void harmless_append(const char *bytes, size_t len, struct text *out)
{
    size_t start = out->len;
    text_append(out, bytes, len);
    if (out->len > start) {
        out->len = start + harmless_replace(out->bytes + start, len);
        out->bytes[out->len] = '\0';
    }
}
