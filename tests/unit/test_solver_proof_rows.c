#include "test_solver_proof.h"
#include "test_solver_proof_counts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every 11th position is checked thoroughly, which takes the square of the number of its moves. A
 * prime, so that no pattern of the enumeration is always missed. */
enum { THOROUGH_EVERY = 11 };

#ifdef TESTS_UNDER_ASAN
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* Of the positions in full: those that are gone through in the short form are more than this part.
 */
enum { SHORT_PART = 4 };

static bool is_full(void)
{
    const char *proof = getenv("PROOF");
    return !SANITIZED && proof && strcmp(proof, "full") == 0;
}

static int64_t size_of(const struct proof_row *row)
{
    if (SANITIZED)
        return row->sanitized_size;
    return is_full() ? row->size : (row->size + row->sanitized_size) / 2;
}

static uint64_t prove_row(const struct proof_row *row)
{
    struct checker checker = checker_start(row->rules);
    checker.thorough_every = THOROUGH_EVERY;
    int64_t size = size_of(row);
    check_every_position(&checker, row->enumeration, size, row->start);
    uint64_t positions = checker.positions;
    uint64_t expected = count_every_position(&checker.rules, row->enumeration, size, row->start);
    EXPECT(positions == expected, "%s: %" PRIu64 " positions, not %" PRIu64, row->rules, positions,
           expected);
    checker_finish(&checker);
    return positions;
}

void prove_rows(const char *part, const struct proof_row *rows, size_t count, uint64_t least)
{
    uint64_t positions = 0;
    for (size_t i = 0; i < count; i++)
        positions += prove_row(&rows[i]);
    fprintf(stderr, "%s: %zu rules, %" PRIu64 " positions\n", part, count, positions);
    if (!is_full())
        least = SANITIZED ? count : least / SHORT_PART;
    EXPECT(positions >= least, "%s: only %" PRIu64 " positions", part, positions);
}
