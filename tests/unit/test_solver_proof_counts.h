/* How many positions a proof has to go through, found in other ways than by listing them. */
#ifndef TESTS_UNIT_TEST_SOLVER_PROOF_COUNTS_H
#define TESTS_UNIT_TEST_SOLVER_PROOF_COUNTS_H

#include "test_solver_enumeration.h"

/* The arguments are those of check_every_position(). */
uint64_t count_every_position(const struct rules *rules, enum enumeration enumeration, int64_t size,
                              const char *start);

#endif
