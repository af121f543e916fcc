/* Is a text in Prometheus' text format, 0.0.4? So far as a server may use it: every sample has its
 * HELP and TYPE before it, no sample comes twice, and histograms are cumulative up to +Inf, which
 * is their count. */
#ifndef TESTS_EXPOSITION_H
#define TESTS_EXPOSITION_H

#include <stdbool.h>
#include <stddef.h>

/* `why` (of `size` bytes) says what is wrong and where. */
bool exposition_is_sound(const char *text, char *why, size_t size);
/* The value of a sample, with its labels as they stand there; -1: there is none. */
double exposition_value(const char *text, const char *sample);

#endif
