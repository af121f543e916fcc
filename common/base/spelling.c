#include "common/base/spelling.h"

#include <stdbool.h>
#include <string.h>

/* Is `typed` this name but for one letter more, less or other, or two neighbours swapped? */
static bool is_close(const char *typed, size_t len, const char *name)
{
    size_t name_len = strlen(name);
    while (len > 0 && name_len > 0 && *typed == *name) {
        typed++, name++;
        len--, name_len--;
    }
    while (len > 0 && name_len > 0 && typed[len - 1] == name[name_len - 1])
        len--, name_len--;
    if (len == 2 && name_len == 2)
        return typed[0] == name[1] && typed[1] == name[0];
    return len <= 1 && name_len <= 1;
}

void spelling_offer(struct spelling *spelling, const char *name)
{
    if (!spelling->close && is_close(spelling->typed, spelling->len, name))
        spelling->close = name;
    if (spelling->len > 0 && strncmp(name, spelling->typed, spelling->len) == 0) {
        spelling->beginning = name;
        spelling->beginnings++;
    }
}

const char *spelling_meant(const struct spelling *spelling)
{
    if (spelling->close)
        return spelling->close;
    return spelling->beginnings == 1 ? spelling->beginning : NULL;
}
