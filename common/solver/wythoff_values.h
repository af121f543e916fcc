/* The Grundy values of Wythoff's game, computed by their definition: no closed form is known. */
#ifndef COMMON_SOLVER_WYTHOFF_VALUES_H
#define COMMON_SOLVER_WYTHOFF_VALUES_H

#include <stddef.h>
#include <stdint.h>

enum { WYTHOFF_VALUED_MAX = 2048 }; /* the largest heap in the table */

struct wythoff_values;

struct wythoff_values *wythoff_values_create(void);
void wythoff_values_destroy(struct wythoff_values *values);
/* In bytes. */
size_t wythoff_values_memory(const struct wythoff_values *values);

/* Extends the table as far as needed. Precondition: 0 <= smaller <= larger <= WYTHOFF_VALUED_MAX.
 */
uint64_t wythoff_values_get(struct wythoff_values *values, int64_t smaller, int64_t larger);

#endif
