#include "server/net/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

static bool errors_only;

void log_set_errors_only(bool value)
{
    errors_only = value;
}

__attribute__((format(printf, 3, 0))) static void write_line(const char *level, const char *event,
                                                             const char *format, va_list arguments)
{
    struct timespec now;
    struct tm utc;
    char line[1024], stamp[32];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    vsnprintf(line, sizeof line, format, arguments);
    /* One call, so that lines of several processes stay whole. */
    fprintf(stderr, "%s.%03ldZ %s %s %s\n", stamp, now.tv_nsec / 1000000, level, event, line);
}

void log_info(const char *event, const char *format, ...)
{
    va_list arguments;
    if (errors_only)
        return;
    va_start(arguments, format);
    write_line("info", event, format, arguments);
    va_end(arguments);
}

void log_error(const char *event, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    write_line("error", event, format, arguments);
    va_end(arguments);
}
