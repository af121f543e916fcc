/* A run in a process of its own, so that whatever it does to itself (a failed assertion, a fault of
 * memory, an endless loop) is only an outcome; and the search for the shortest list of steps with
 * the same outcome. */
#ifndef TESTS_SIM_TRIAL_H
#define TESTS_SIM_TRIAL_H

#include "tests/sim/run.h"

struct trial {
    struct run_report *report; /* shared with the runs; its tally goes on from run to run */
};

void trial_init(struct trial *trial);
void trial_finish(struct trial *trial);
/* Runs the script; false: a promise was broken, and the report says which. */
bool trial_run(struct trial *trial, const struct script *script);
/* Leaves out every step without which the same promise is still broken, and makes the numbers of
 * the others as small as may be. `told`: how far it is, for people at a terminal; NULL: nobody is
 * told. */
void trial_shrink(struct script *script, const struct run_report *broken, FILE *told);

#endif
