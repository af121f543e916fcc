#include "tests/sim/run.h"

#include "tests/sim/world.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define check_leaks() require(!__lsan_do_recoverable_leak_check(), "memory has leaked")
#endif
#endif
#ifndef check_leaks
#define check_leaks()
#endif

static struct run_report *report_of_this_run;

_Noreturn void require_failed(const char *file, int line, const char *format, ...)
{
    struct run_report *report = report_of_this_run;
    va_list arguments;
    const char *name = strrchr(file, '/');
    snprintf(report->where, sizeof report->where, "%s:%d", name ? name + 1 : file, line);
    va_start(arguments, format);
    vsnprintf(report->what, sizeof report->what, format, arguments);
    va_end(arguments);
    _exit(RUN_BROKEN);
}

void run_script(const struct script *script, struct run_report *report)
{
    report_of_this_run = report;
    struct world *world = world_create(script->seed, report);
    for (size_t i = 0; i < script->count; i++) {
        report->steps_begun = i + 1;
        world_take(world, &script->steps[i]);
    }
    world_finish(world);
    check_leaks();
    report->tally.runs++;
}
