/* What all fuzz targets share. Each target is one file with one function of libFuzzer's name; it is
 * linked twice: with libFuzzer
 * (`./dev fuzz TARGET SECONDS`) and with replay.c, which runs the kept inputs in `./dev test`. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* One input; returns 0. A fault ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process with this message: the input has found a fault that no sanitizer sees. */
void fuzz_fault(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
