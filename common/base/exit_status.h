/* The exit statuses of the programs: one list for the code, the help and the manual pages. A
 * program that a signal ends has 128 plus the signal's number. */
#ifndef COMMON_BASE_EXIT_STATUS_H
#define COMMON_BASE_EXIT_STATUS_H

#include "common/base/text.h"

/* X(number, NAME, "what it means") */
#define EXIT_STATUSES(X)                                                                           \
    X(0, OK, "done, or ended as asked")                                                            \
    X(1, REFUSED, "it could not be done; standard error says why")                                 \
    X(2, USAGE, "the command line cannot be read; standard error says what would be right")        \
    X(3, UNFINISHED, "you left before the end of a match or a count; the full screen: 0")          \
    X(4, UNSIGNED, "verify: the record is consistent, but not signed")

enum exit_status {
#define X(number, name, meaning) EXIT_##name = (number),
    EXIT_STATUSES(X)
#undef X
};

/* Appends a line of help for each status up to `last`, and one for signals. */
void exit_status_describe(enum exit_status last, struct text *out);

#endif
