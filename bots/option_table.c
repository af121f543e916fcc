#include "bots/option_table.h"

const struct manual_option option_rows[OPTION_COUNT] = {
#define X(row, text, what, sense)                                                                  \
    [OPTION_##row] = {.name = (text), .value = (what), .meaning = (sense)},
    OPTIONS(X)
#undef X
};
