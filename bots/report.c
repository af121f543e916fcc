#include "bots/report.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 3, 0))) static void print(FILE *file, const char *before,
                                                        const char *format, va_list arguments)
{
    fputs(before, file);
    vfprintf(file, format, arguments);
    fputc('\n', file);
    fflush(file);
}

void report_line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print(stdout, "", format, arguments);
    va_end(arguments);
}

void report_trouble(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print(stderr, "takeaway-bot: ", format, arguments);
    va_end(arguments);
}
