/* Words that are almost right, for "did you mean". */
#ifndef COMMON_BASE_SPELLING_H
#define COMMON_BASE_SPELLING_H

#include <stddef.h>

/* A list of names in which the one that was meant is looked for: call spelling_offer() for each of
 * them. spelling_meant() is then the first close name; where there is none, the only name that
 * begins with what was typed; else NULL. */
struct spelling {
    const char *typed;
    size_t len;
    const char *close;     /* NULL: none yet */
    const char *beginning; /* NULL: none yet */
    int beginnings;        /* how many names begin so */
};

void spelling_offer(struct spelling *spelling, const char *name);
const char *spelling_meant(const struct spelling *spelling);

#endif
