#include "common/base/exit_status.h"

static const struct {
    enum exit_status status;
    const char *meaning;
} rows[] = {
#define X(number, name, meaning) {EXIT_##name, meaning},
    EXIT_STATUSES(X)
#undef X
};

void exit_status_describe(enum exit_status last, struct text *out)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows && rows[i].status <= last; i++)
        text_printf(out, "  %d      %s\n", (int)rows[i].status, rows[i].meaning);
    text_append_string(out, "  128+N  signal N ended it\n");
}
