/* What every end-to-end test stands on: a folder of its own, and the certainty that nothing
 * outlives the test and that no program of it, however far down, has upset a sanitizer. */
#ifndef TESTS_E2E_STAGE_H
#define TESTS_E2E_STAGE_H

#include "tests/suite.h"

#include <stdbool.h>

/* The programs of a sanitizer's build keep accounts of their own for each byte, and take their
 * time: nothing is said by their memory and their speed. */
bool is_sanitized(void);

void stage_open(void);
void stage_close(void);

/* Declares the suite that this file's tests belong to. */
#define STAGE(name)                                                                                \
    TestSuite(name, .init = stage_open, .fini = stage_close, .timeout = BUSY_MACHINE_S(120))

#endif
