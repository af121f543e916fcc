/* Reads a short text from left to right and keeps the place, so that errors can name it. */
#ifndef COMMON_BASE_SCANNER_H
#define COMMON_BASE_SCANNER_H

#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scanner {
    const char *text; /* borrowed, need not be zero-terminated */
    size_t len;
    size_t at;
};

bool scanner_at_end(const struct scanner *scanner);
/* The next byte without taking it; 0 at the end. */
char scanner_peek(const struct scanner *scanner);
/* Takes `c` when it is next. */
bool scanner_take(struct scanner *scanner, char c);
/* Takes `word` when it is next. */
bool scanner_take_word(struct scanner *scanner, const char *word);
/* Takes a decimal number from 0 to 2^63-1, without sign and without leading zeros. A failure sets
 * `error` with `code` ("at 3: a number was expected" or "... is over 9223372036854775807") and
 * leaves the place alone. */
enum error_code scanner_take_int(struct scanner *scanner, int64_t *ret_value, enum error_code code,
                                 struct error *error);
/* The same where nobody asks why there is none. */
bool scanner_takes_int(struct scanner *scanner, int64_t *ret_value);
/* error_set with "at BYTE ('x'): <expected> was expected"; BYTE counts from 1. */
enum error_code scanner_expected(const struct scanner *scanner, enum error_code code,
                                 const char *expected, struct error *error);

/* --- names that are almost right, for "did you mean" --- */

/* The search for the name that a misspelling means. Call spelling_offer() for each name of a list;
 * then spelling_meant() returns the first close name, else the only name that begins with the typed
 * text, else NULL. */
struct spelling {
    const char *typed; /* borrowed, `len` bytes */
    size_t len;
    const char *close;     /* NULL: none yet */
    const char *beginning; /* NULL: none yet */
    int beginnings;        /* the number of names that begin with it */
};

void spelling_offer(struct spelling *spelling, const char *name);
const char *spelling_meant(const struct spelling *spelling);

#endif
