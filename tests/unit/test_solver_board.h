/* What the tests of the solvers of Wythoff's game, Chomp and Green Hackenbush share. */
#ifndef TESTS_UNIT_TEST_SOLVER_BOARD_H
#define TESTS_UNIT_TEST_SOLVER_BOARD_H

#include "test_solver_checks.h"

#include <jansson.h>

/* The vectors of a file; json_decref() them. */
json_t *vectors_load(const char *path);
/* A number in an array. */
int64_t vector_element(const json_t *array, size_t index);

/* Plays best moves for both sides to the end, and prints and returns how many. */
uint32_t plies_from(const char *rules, const char *start);

#endif
