/* What every end-to-end test stands on: a folder of its own, and the certainty that nothing outlives the test and that no
 * program of it, however far down, has upset a sanitizer. */
#ifndef TESTS_E2E_STAGE_H
#define TESTS_E2E_STAGE_H

#include "tests/suite.h"

void stage_open(void);
void stage_close(void);

/* Declares the suite that this file's tests belong to. */
#define STAGE(name) TestSuite(name, .init = stage_open, .fini = stage_close, .timeout = 120)

#endif
