#include "tests/bench/guard.h"

#include "tests/bench/bench.h"
#include "tests/bench/hot_program.h"

#include <gnu/libc-version.h>
#include <msgpack.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

enum { TOLERATED_PERCENT = 10 };

/* In a static buffer. */
static const char *key_of_this_build(void)
{
    static char key[256];
    struct utsname machine;
    uname(&machine);
    snprintf(key, sizeof key, "%s,%s,glibc-%s,msgpack-%s", machine.machine, BENCH_BUILD,
             gnu_get_libc_version(), msgpack_version());
    return key;
}

static bool guard_path(int number, const char *path, double expected)
{
    double counted = hot_instructions(path);
    double change = (counted / expected - 1) * 100;
    bool is_near = change <= TOLERATED_PERCENT && change >= -TOLERATED_PERCENT;
    printf("%sok %d - %s\n# %.0f instructions, expected %.0f (%+.1f %%)\n", is_near ? "" : "not ",
           number, path, counted, expected, change);
    return is_near;
}

static bool guard_all(FILE *file)
{
    char line[256], key[128], path[64];
    double expected;
    bool is_good = true;
    int number = 0;
    while (fgets(line, sizeof line, file)) {
        if (*line != '#' && sscanf(line, "%127s %63s %lf", key, path, &expected) == 3 &&
            strcmp(key, key_of_this_build()) == 0)
            is_good = guard_path(++number, path, expected) && is_good;
    }
    printf("1..%d%s%s\n", number, number == 0 ? " # SKIP no values for " : "",
           number == 0 ? key_of_this_build() : "");
    return is_good;
}

bool guard_run(const char *values)
{
    if (!hot_is_counted()) {
        printf("1..0 # SKIP no valgrind, or a build that it cannot run\n");
        return true;
    }
    FILE *file = fopen(values, "r");
    if (!file)
        bench_fail("the values of the instruction counts cannot be read");
    bool is_good = guard_all(file);
    fclose(file);
    return is_good;
}
