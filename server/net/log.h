/* The server's log: one line an event on standard error, `time level event key=value ...`. Never a secret. */
#ifndef SERVER_NET_LOG_H
#define SERVER_NET_LOG_H

#include <stdbool.h>

/* Leaves the info lines out, or no longer. For the whole process; before there are threads. */
void log_set_errors_only(bool errors_only);

/* `event` is a word, `format` the key=value pairs. */
void log_info(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));
void log_error(const char *event, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
