/* How whoever asks the solver for much can be stopped. */
#ifndef COMMON_JUDGE_PATIENCE_H
#define COMMON_JUDGE_PATIENCE_H

#include <stdbool.h>
#include <stddef.h>

/* `go_on` is asked before each question to the solver, which takes some milliseconds at most but
 * for a table that has to be made first; false gives up. */
struct patience {
    bool (*go_on)(void *owner);
    void *owner;
};

/* NULL is endless patience. */
static inline bool patience_goes_on(const struct patience *patience)
{
    return patience == NULL || patience->go_on(patience->owner);
}

#endif
