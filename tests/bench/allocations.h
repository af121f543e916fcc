/* Counts the calls of malloc(), calloc() and realloc(), which are replaced for this purpose. */
#ifndef TESTS_BENCH_ALLOCATIONS_H
#define TESTS_BENCH_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/* False under a sanitizer, which replaces them itself: then nothing is counted. */
bool allocations_are_counted(void);
/* Since the program began. */
int64_t allocations_count(void);

#endif
