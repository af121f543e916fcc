/* Every position up to a size: what a proof by comparison with the oracle goes through. */
#ifndef TESTS_UNIT_TEST_SOLVER_ENUMERATION_H
#define TESTS_UNIT_TEST_SOLVER_ENUMERATION_H

#include "test_solver_checks.h"

enum { FEW_HEAPS = 4 };

/* What is gone through, and what `size` means there. */
enum enumeration {
    ALL_HEAPS,          /* all multisets of heaps; the most counters */
    ALL_PAIRS_OF_HEAPS, /* of at most two heaps; the largest heap */
    ALL_QUOTAS,         /* one heap and a quota; the largest heap */
    ALL_LOCAL_QUOTAS,   /* all multisets of heaps with quotas; the most counters */
    ALL_GLOBAL_QUOTAS,  /* all multisets of heaps and a quota; the most counters */
    FEW_GLOBAL_QUOTAS,  /* the same with at most FEW_HEAPS; the most counters */
    ALL_ROWS,      /* all rows of chocolate, at least one; the most squares; within the limits */
    ALL_SUBGRAPHS, /* what is left of a picture, whatever is cut; the most edges that are left */
};

/* check_position() for each, and each once. `start` is the picture that is cut. */
void check_every_position(struct checker *checker, enum enumeration enumeration, int64_t size,
                          const char *start);

#endif
