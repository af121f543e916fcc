#include "server/hall/meetings.h"

#include "common/base/memory.h"
#include "common/base/scanner.h"

#include <stdlib.h>
#include <string.h>

void meetings_print(const struct meeting *meetings, size_t count, struct text *out)
{
    for (size_t i = 0; i < count; i++)
        text_printf(out, "%s%d-%d", i ? " " : "", meetings[i].first, meetings[i].second);
}

static bool take_entrant(struct scanner *scanner, int *ret_entrant)
{
    int64_t number;
    struct error error;
    if (scanner_take_int(scanner, &number, ERROR_INTERNAL, &error) || number >= ENTRANTS_MAX)
        return false;
    *ret_entrant = (int)number;
    return true;
}

static bool take_meeting(struct scanner *scanner, struct meeting *ret_meeting)
{
    return take_entrant(scanner, &ret_meeting->first) && scanner_take(scanner, '-') &&
           take_entrant(scanner, &ret_meeting->second);
}

bool meetings_parse(const char *text, struct meeting **ret_meetings, size_t *ret_count)
{
    struct scanner scanner = {.text = text, .len = strlen(text)};
    struct meeting *list = NULL;
    size_t count = 0;
    bool good = true;
    while (good && !scanner_at_end(&scanner)) {
        list = memory_resized(list, count + 1, sizeof *list);
        good = (count == 0 || scanner_take(&scanner, ' ')) && take_meeting(&scanner, &list[count]);
        count += good;
    }
    if (!good) {
        free(list);
        return false;
    }
    *ret_meetings = list;
    *ret_count = count;
    return true;
}
