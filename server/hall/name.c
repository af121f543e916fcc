#include "server/hall/name.h"

#include "common/base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

static bool is_allowed(ucs4_t character)
{
    return uc_is_general_category(character, UC_CATEGORY_L) ||
           uc_is_general_category(character, UC_CATEGORY_M) ||
           uc_is_general_category(character, UC_CATEGORY_N) || character == '-' ||
           character == '_' || character == '.';
}

enum error_code name_check(const char *name, size_t len, struct error *error)
{
    const uint8_t *bytes = (const uint8_t *)name;
    if (len == 0)
        return error_set(error, ERROR_BAD_NAME, "a name has at least one character");
    if (len > NAME_BYTES_MAX)
        return error_set(error, ERROR_BAD_NAME, "the name has %zu bytes: at most %d are allowed",
                         len, NAME_BYTES_MAX);
    if (u8_check(bytes, len))
        return error_set(error, ERROR_BAD_NAME, "the name is not UTF-8");
    for (size_t at = 0; at < len;) {
        ucs4_t character;
        int width = u8_mbtouc(&character, bytes + at, len - at);
        if (!is_allowed(character))
            return error_set(
                error, ERROR_BAD_NAME,
                "at byte %zu of the name: a letter, a digit or one of -_. was expected", at + 1);
        at += (size_t)width;
    }
    return ERROR_NONE;
}

char *name_key(const char *name, size_t len)
{
    size_t key_len = 0;
    uint8_t *folded = u8_casefold((const uint8_t *)name, len, NULL, UNINORM_NFKC, NULL, &key_len);
    if (!folded)
        return memory_text(name, len);
    char *key = memory_text((const char *)folded, key_len);
    free(folded);
    return key;
}
