/* The output of a bot: lines for programs on standard output, and lines for people on standard
 * error, each line at once and in one write. */
#ifndef BOTS_REPORT_H
#define BOTS_REPORT_H

/* Sets the name in reports of trouble: `takeaway-bot crash: ...`. Borrowed; NULL: none. */
void report_set_name(const char *name);
void report_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
void report_trouble(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
