/* takeaway-sim: whole evenings of the server in virtual time, with everything that can go wrong.
 * world.h draws the picture, step.h says what a run is, check.c and referee.c what is promised. */
#include "tests/sim/setting.h"
#include "tests/sim/trial.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SIM_IS_SLOW 1
#endif
#endif

enum {
    RUN_STEPS = 2000,
#ifdef SIM_IS_SLOW
    TEST_STEPS = 800000,
#else
    TEST_STEPS = 2000000,
#endif
};

struct options {
    uint64_t seed;
    bool one_seed;  /* this one, and no other */
    bool cluster;   /* only seeds with gateways */
    uint64_t steps; /* in all; 0: no end */
    double hours;   /* 0: no end */
    const char *replay;
    bool tap;
};

static const char usage[] =
    "usage: takeaway-sim [OPTION...]\n"
    "\n"
    "  --seed N        run the seed N, and no other\n"
    "  --from N        begin with the seed N, and go on with N + 1, ...\n"
    "  --steps N       end after so many steps\n"
    "  --hours N       end after so many hours\n"
    "  --cluster       only those seeds in which the hall is reached through gateways\n"
    "  --replay FILE   run the steps of this file, as they were printed at a failure\n"
    "  --tap           the test of the suite: two million steps (fewer under AddressSanitizer) "
    "from seed 1\n"
    "                  on, after which everything has to have been met\n";

static _Noreturn void fail_usage(void)
{
    fputs(usage, stderr);
    exit(2);
}

static struct options read_options(int count, char **words)
{
    struct options options = {.seed = (uint64_t)time(NULL) * 1000000};
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        if (strcmp(words[i], "--tap") == 0) {
            options.tap = true;
            options.seed = 1;
            options.steps = TEST_STEPS;
            continue;
        }
        if (strcmp(words[i], "--cluster") == 0) {
            options.cluster = true;
            continue;
        }
        if (!value)
            fail_usage();
        i++;
        if (strcmp(words[i - 1], "--seed") == 0 || strcmp(words[i - 1], "--from") == 0) {
            options.seed = strtoull(value, NULL, 10);
            options.one_seed = strcmp(words[i - 1], "--seed") == 0;
        } else if (strcmp(words[i - 1], "--steps") == 0) {
            options.steps = strtoull(value, NULL, 10);
        } else if (strcmp(words[i - 1], "--hours") == 0) {
            options.hours = strtod(value, NULL);
        } else if (strcmp(words[i - 1], "--replay") == 0) {
            options.replay = value;
        } else {
            fail_usage();
        }
    }
    return options;
}

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* --- failures --- */

static void report_failure(const struct run_report *report, const struct script *script)
{
    fprintf(stderr, "\nBROKEN in step %zu of seed %" PRIu64 " (%s): %s\n", report->steps_begun,
            script->seed, report->where, report->what);
}

static void shrink_and_print(const struct run_report *report, struct script *script)
{
    struct run_report broken = *report;
    size_t before = script->count;
    double began_s = now_s();
    trial_shrink(script, &broken, isatty(STDERR_FILENO) ? stderr : NULL);
    fprintf(stderr,
            "%zu of %zu steps do the same (found in %.1f s); give them back with --replay FILE:\n",
            script->count, before, now_s() - began_s);
    script_print(script, stdout);
    fflush(stdout);
}

/* --- runs --- */

/* How progress is told on standard error. */
struct telling {
    double every_s;
    const char *start, *end; /* of what is told each time */
    const char *end_of_all;
};

static struct telling choose_telling(const struct options *options)
{
    if (options->tap)
        return (struct telling){5, "# ", "\n", "# "};
    if (isatty(STDERR_FILENO)) /* one line, written over and over */
        return (struct telling){1, "\r", "   ", "\n"};
    return (struct telling){10, "", "\n", ""};
}

static void tell_progress(const struct telling *telling, const struct tally *tally, double since_s)
{
    static double told_s;
    double now = now_s();
    if (now - told_s < telling->every_s)
        return;
    told_s = now;
    fprintf(stderr, "%s%" PRIu64 " steps, %" PRIu64 " runs, %.0f steps/s, no fault%s",
            telling->start, tally->steps, tally->runs, (double)tally->steps / (now - since_s),
            telling->end);
}

static bool is_enough(const struct options *options, const struct tally *tally, double since_s)
{
    return (options->one_seed && tally->runs > 0) ||
           (options->steps && tally->steps >= options->steps) ||
           (options->hours > 0 && now_s() - since_s >= options->hours * 3600);
}

/* Seed after seed; false at the first broken promise. */
static bool run_seeds(const struct options *options, struct trial *trial)
{
    const struct tally *tally = &trial->report->tally;
    struct telling telling = choose_telling(options);
    double since_s = now_s();
    bool is_whole = true;
    for (uint64_t seed = options->seed; is_whole && !is_enough(options, tally, since_s); seed++) {
        struct script script;
        if (options->cluster && setting_draw(seed).gates == 0)
            continue;
        script_draw(&script, seed, RUN_STEPS);
        is_whole = trial_run(trial, &script);
        tell_progress(&telling, tally, since_s);
        if (!is_whole) {
            report_failure(trial->report, &script);
            shrink_and_print(trial->report, &script);
        }
        script_finish(&script);
    }
    fprintf(stderr, "%s%.1f s, ", telling.end_of_all, now_s() - since_s);
    tally_print(tally, stderr);
    return is_whole;
}

static bool replay(const char *path, struct trial *trial)
{
    struct script script;
    struct error error;
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(2);
    }
    if (script_read(&script, file, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        exit(2);
    }
    fclose(file);
    bool is_whole = trial_run(trial, &script);
    if (is_whole)
        fprintf(stderr, "%zu steps, no fault\n", script.count);
    else
        report_failure(trial->report, &script);
    script_finish(&script);
    return is_whole;
}

/* Two tests: nothing is broken, and nothing was left out. */
static bool run_as_test(const struct options *options, struct trial *trial)
{
    puts("1..2");
    bool is_whole = run_seeds(options, trial);
    printf("%s 1 - every promise holds in %" PRIu64 " steps\n", is_whole ? "ok" : "not ok",
           trial->report->tally.steps);
    bool met = tally_gaps(&trial->report->tally, stderr) == 0;
    printf("%s 2 - every verb, ending, error, message and record was met\n", met ? "ok" : "not ok");
    return is_whole && met;
}

int main(int count, char **words)
{
    struct options options = read_options(count, words);
    struct trial trial;
    bool is_whole;
    trial_init(&trial);
    if (options.replay)
        is_whole = replay(options.replay, &trial);
    else if (options.tap)
        is_whole = run_as_test(&options, &trial);
    else
        is_whole = run_seeds(&options, &trial);
    trial_finish(&trial);
    return is_whole ? 0 : 1;
}
