#include "server/hall/line.h"

#include "common/base/harmless.h"

#include <inttypes.h>
#include <unistr.h>

enum error_code line_check(const char *what, const char *text, size_t len, struct error *error)
{
    for (size_t at = 0; at < len;) {
        ucs4_t character;
        int width = u8_mbtouc(&character, (const uint8_t *)text + at, len - at);
        if (!harmless_is(character))
            return error_set(error, ERROR_BAD_ARGUMENTS,
                             "at byte %zu of %s: one line without control characters was expected, "
                             "and U+%04" PRIX32 " is one",
                             at + 1, what, (uint32_t)character);
        at += (size_t)width;
    }
    return ERROR_NONE;
}
