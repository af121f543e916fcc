/* What every Criterion test file starts from. Criterion 2.4 passes a test that leaks under
 * AddressSanitizer and waits for ever for one that hangs; SUITE() makes both fail. */
#ifndef TESTS_SUITE_H
#define TESTS_SUITE_H

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TESTS_UNDER_ASAN 1
#endif
#endif

#ifdef TESTS_UNDER_ASAN
#include <sanitizer/lsan_interface.h>
#include <stdio.h>
/* The runner of Criterion itself may leak, so tests/environment.sh takes the check at the exit from
 * test programs. The programs that a test starts keep it. */
static inline void suite_begin(void)
{
    const char *given = getenv("LSAN_OPTIONS");
    char *options;
    if (asprintf(&options, "%s:leak_check_at_exit=1", given ? given : "") < 0)
        abort();
    setenv("LSAN_OPTIONS", options, 1);
    free(options);
}

static inline void suite_check_leaks(void)
{
    if (__lsan_do_recoverable_leak_check())
        abort();
}
#else
static inline void suite_begin(void)
{
}

static inline void suite_check_leaks(void)
{
}
#endif

/* Criterion reports every assertion that holds to another process; where there are millions, only a
 * failure may. */
#define EXPECT(condition, ...)                                                                     \
    do {                                                                                           \
        if (!(condition))                                                                          \
            cr_fatal(__VA_ARGS__);                                                                 \
    } while (0)

/* The seconds that a test may take which takes at most so many on a quiet machine. */
#define BUSY_MACHINE_S(quiet_s) (4.0 * (quiet_s))

/* Declares the suite that this file's tests belong to. timeout_s: on a quiet machine. */
#define SUITE(name, timeout_s)                                                                     \
    TestSuite(name, .init = suite_begin, .fini = suite_check_leaks,                                \
              .timeout = BUSY_MACHINE_S(timeout_s))

#endif
