/* The proof by comparison: rows of {rules, what is gone through}, and how many positions a part of
 * the proof has to come to. */
#ifndef TESTS_UNIT_TEST_SOLVER_PROOF_H
#define TESTS_UNIT_TEST_SOLVER_PROOF_H

#include "test_solver_enumeration.h"

struct proof_row {
    const char *rules;
    enum enumeration enumeration;
    int64_t size;           /* in full, with PROOF=full in the environment; see ./dev proof */
    int64_t sanitized_size; /* where everything takes several times as long */
    const char *start;      /* of ALL_SUBGRAPHS */
};

/* Checks all positions of all rows up to the middle of the two sizes, which are about a third of
 * them, or up to another size as told above. Prints how many there were; at least `least` in
 * full. */
void prove_rows(const char *part, const struct proof_row *rows, size_t count, uint64_t least);

#define PROVE(part, rows, least) prove_rows(part, rows, sizeof(rows) / sizeof *(rows), least)

#endif
