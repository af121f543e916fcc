#include "bots/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *own_name;

void report_set_name(const char *name)
{
    own_name = name;
}

void report_line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

/* One fprintf() is one write, also without a buffer: bots that share a log do not mix their
 * lines. */
void report_trouble(const char *format, ...)
{
    char *message = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&message, format, arguments) >= 0)
        fprintf(stderr, "takeaway-bot%s%s: %s\n", own_name ? " " : "", own_name ? own_name : "",
                message);
    va_end(arguments);
    free(message);
}
