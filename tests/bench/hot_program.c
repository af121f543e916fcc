#include "tests/bench/hot_program.h"

#include "tests/bench/bench.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RUNS = 5, COUNT_LONG = 512000, COUNT_SHORT = 1024, COUNTED = 6144 };

static void find_program(char ret_path[PATH_MAX])
{
    ssize_t len = readlink("/proc/self/exe", ret_path, PATH_MAX - 1);
    if (len < 0)
        bench_fail("the system does not tell which program this is");
    ret_path[len] = '\0';
    char *slash = strrchr(ret_path, '/');
    snprintf(slash + 1, PATH_MAX - (size_t)(slash + 1 - ret_path), "takeaway-hot");
}

/* The last figure behind this word in what a program prints; ends this one when there is none, or
 * the program fails. `before`: what runs the program, if anything. */
static double run(const char *before, const char *path, int count, const char *word)
{
    char program[PATH_MAX], command[PATH_MAX + 256], line[512];
    double figure = -1;
    find_program(program);
    snprintf(command, sizeof command, "%s '%s' %s %d 2>&1", before, program, path, count);
    FILE *output = popen(command, "r");
    while (output && fgets(line, sizeof line, output)) {
        const char *found = strstr(line, word);
        if (found)
            figure = strtod(found + strlen(word), NULL);
    }
    if (!output || pclose(output) != 0 || figure < 0) {
        fprintf(stderr, "bench: %s\n", command);
        bench_fail("this fails, or prints no figure");
    }
    return figure;
}

double hot_ns(const char *path, bool is_short)
{
    double least = INFINITY;
    for (int i = 0; i < (is_short ? 1 : RUNS); i++)
        least = fmin(least, run("", path, is_short ? COUNT_SHORT : COUNT_LONG, ": "));
    return least;
}

bool hot_is_counted(void)
{
#if defined __SANITIZE_ADDRESS__
    return false;
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return false;
#endif
#endif
    return system("valgrind --version >/dev/null 2>&1") == 0;
}

double hot_instructions(const char *path)
{
    return run("valgrind --tool=callgrind --callgrind-out-file=/dev/null "
               "--toggle-collect=hot_measured",
               path, COUNTED, "Collected : ") /
           COUNTED;
}
