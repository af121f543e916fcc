/* `takeaway periods`: the periods of all octal codes of up to three digits. */
#include "client/cli/command.h"
#include "client/lib/loop.h"
#include "client/study/octal_periods.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>

enum { WRITE_EVERY_MS = 2000 };

static atomic_bool is_interrupted;

static void interrupt(int number)
{
    (void)number;
    atomic_store(&is_interrupted, true);
}

/* Looks at one row after the other and keeps what is found. */
static enum error_code extend_all(struct octal_periods *periods, int64_t upto, const char *path,
                                  bool tells, struct error *error)
{
    struct progress progress = progress_begin(tells);
    int64_t written_ms = clock_now_ms();
    enum error_code failed = ERROR_NONE;
    for (size_t i = 0; i < periods->count && !failed && !atomic_load(&is_interrupted); i++) {
        octal_period_extend(&periods->rows[i], upto);
        struct progress_state state = {
            .share_done = (double)(i + 1) / (double)periods->count,
            .parts_done = (int64_t)i + 1,
            .parts = (int64_t)periods->count,
        };
        progress_show(&progress, &state);
        if (clock_now_ms() - written_ms >= WRITE_EVERY_MS) {
            failed = octal_periods_write(periods, path, error);
            written_ms = clock_now_ms();
        }
    }
    progress_end(&progress);
    return failed ? failed : octal_periods_write(periods, path, error);
}

static int print_end(const struct octal_periods *periods)
{
    struct text out = {0};
    size_t proven = 0;
    for (size_t i = 0; i < periods->count; i++)
        proven += periods->rows[i].period > 0;
    text_printf(&out, "%zu of %zu codes have a proven period.\n", proven, periods->count);
    int status = command_print(&out);
    if (atomic_load(&is_interrupted)) {
        fputs("takeaway periods: stopped; what was found is kept, and the same command goes on\n",
              stderr);
        return EXIT_UNFINISHED;
    }
    return status;
}

int periods_run(const struct options *options, struct error *error)
{
    const char *path = options->values[OPTION_CHECKPOINT], *text = options->values[OPTION_UPTO];
    int64_t upto;
    if (!text || !path) {
        error_set(error, ERROR_USAGE, "--upto N and --checkpoint FILE expected");
        return EXIT_USAGE;
    }
    if (options_number(text, "--upto", 1048576, &upto, error))
        return EXIT_USAGE;
    struct octal_periods periods = octal_periods_create();
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    enum error_code failed = octal_periods_read(&periods, path, error);
    if (!failed)
        failed = extend_all(&periods, upto, path, options->values[OPTION_PROGRESS], error);
    int status = failed ? EXIT_REFUSED : print_end(&periods);
    octal_periods_finish(&periods);
    return status;
}
