#include "server/hall/line.h"

#include <stdbool.h>
#include <stdint.h>
#include <unictype.h>
#include <unistr.h>

static bool is_allowed(ucs4_t character)
{
    return !uc_is_general_category(character, UC_CATEGORY_Cc) &&
           !uc_is_general_category(character, UC_CATEGORY_Zl) &&
           !uc_is_general_category(character, UC_CATEGORY_Zp);
}

enum error_code line_check(const char *what, const char *text, size_t len, struct error *error)
{
    for (size_t at = 0; at < len;) {
        ucs4_t character;
        int width = u8_mbtouc(&character, (const uint8_t *)text + at, len - at);
        if (!is_allowed(character))
            return error_set(error, ERROR_BAD_ARGUMENTS,
                             "at byte %zu of %s: one line without control characters was expected",
                             at + 1, what);
        at += (size_t)width;
    }
    return ERROR_NONE;
}
