/* One run: the world is made, the steps are taken, at the end everything is mended and compared. */
#ifndef TESTS_SIM_RUN_H
#define TESTS_SIM_RUN_H

#include "tests/sim/step.h"
#include "tests/sim/tally.h"

/* Between the process in which a run happens and the one that waits for it: in shared memory. */
struct run_report {
    size_t steps_begun;
    char where[64]; /* the broken promise: file and line; "": none */
    char what[512]; /* and in words */
    struct tally tally;
};

/* How the process of a run ends, besides 0. */
enum { RUN_BROKEN = 3 };

/* Takes the steps in this process, and ends the process at the first broken promise, which `report`
 * then tells. */
void run_script(const struct script *script, struct run_report *report);

#endif
