/* One option: a row of the table, its value as text and back. Private to the options. */
#ifndef SERVER_OPTION_ROW_H
#define SERVER_OPTION_ROW_H

#include "server/options.h"

#include <stddef.h>
#include <stdint.h>

enum option_kind {
    OPTION_TEXT, /* an owned char * */
    OPTION_FLAG,
    OPTION_NUMBER,
    OPTION_BYTES,
    OPTION_SECONDS, /* kept in ms */
    OPTION_ADDRESS,
    OPTION_LEVEL,
    OPTION_KIND_COUNT,
};

struct option_row {
    const char *group; /* that begins with this row; NULL: the one before goes on */
    const char *name;
    enum option_kind kind;
    size_t offset; /* in struct options */
    /* Of numbers. Of texts and addresses the minimum is 0 when they may be empty, which means none;
     * the maximum of an address is the port of a host without one, 0 when it has to be given. */
    int64_t minimum, maximum;
    const char *meaning;
};

enum { OPTION_ROWS = 58 };

extern const struct option_row option_rows[OPTION_ROWS];

/* What is in force where nothing is given. */
struct options options_default(void);

/* NULL: there is none. */
const struct option_row *option_row_find(const char *name);
/* What a value looks like, as "SECONDS". */
const char *option_word(enum option_kind kind);

void option_print(const struct option_row *row, const struct options *options, struct text *out);
/* USAGE says what was expected; then nothing is changed. */
enum error_code option_read(const struct option_row *row, const char *value,
                            struct options *options, struct error *error);

#endif
