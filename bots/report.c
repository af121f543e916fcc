#include "bots/report.h"

#include <stdarg.h>
#include <stdio.h>

static const char *own_name;

void report_set_name(const char *name)
{
    own_name = name;
}

__attribute__((format(printf, 2, 0))) static void print(FILE *file, const char *format,
                                                        va_list arguments)
{
    vfprintf(file, format, arguments);
    fputc('\n', file);
    fflush(file);
}

void report_line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print(stdout, format, arguments);
    va_end(arguments);
}

void report_trouble(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "takeaway-bot%s%s: ", own_name ? " " : "", own_name ? own_name : "");
    print(stderr, format, arguments);
    va_end(arguments);
}
