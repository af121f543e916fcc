/* What a model says when something cannot be. Who links the models says what comes of it: a test
 * fails, a simulation ends. */
#ifndef TESTS_HALL_REQUIRE_H
#define TESTS_HALL_REQUIRE_H

/* Like cr_assert, but silent on success: simulations check millions of things. */
#define require(condition, ...)                                                                    \
    do {                                                                                           \
        if (!(condition))                                                                          \
            require_failed(__FILE__, __LINE__, __VA_ARGS__);                                       \
    } while (0)
_Noreturn void require_failed(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
