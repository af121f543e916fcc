/* The server's log: one line per event on standard error, `time level event key=value ...`. A value
 * stays one value on one line whatever bytes it holds, so a client's text cannot forge a line.
 * Clients cannot fill the disk either: an event has at most 100 lines a second, and its next line
 * gives the number of suppressed ones; LOG_DEBUG has no such limit. Secrets are never logged. On
 * the loop's thread.
 *
 *     log_info("hello", log_int("session", 7), log_bytes("client", client.bytes, client.len));
 *     2026-01-31T12:00:00.123Z info hello session=7 client="my bot 1.0" */
#ifndef SERVER_BASE_LOG_H
#define SERVER_BASE_LOG_H

#include "common/base/error.h"
#include "common/base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum log_level {
    LOG_DEBUG, /* frequent events: single requests, single connections */
    LOG_INFO,  /* events that an operator looks up later */
    LOG_WARN,  /* suspicious events: limits that are hit, attempts to break in */
    LOG_ERROR, /* failures that need an operator now */
};

enum { LOG_VALUE_MAX = 512 }; /* bytes of a text; a longer one is cut and ends with "..." */

/* Suppresses lines of lower levels, in the whole process. Call before there are threads. LOG_INFO
 * at the start. */
void log_set_level(enum log_level level);
/* Such as "debug". */
const char *log_level_name(enum log_level level);
/* USAGE lists the levels. */
enum error_code log_level_parse(const char *text, enum log_level *ret_level, struct error *error);

/* A key and its value; made by the functions below, borrowed until the line is written. */
struct log_field {
    const char *key;
    const char *bytes; /* NULL: `number` */
    size_t len;
    int64_t number;
};

static inline struct log_field log_int(const char *key, int64_t number)
{
    return (struct log_field){.key = key, .number = number};
}

/* Any bytes. */
static inline struct log_field log_bytes(const char *key, const char *bytes, size_t len)
{
    return (struct log_field){.key = key, .bytes = bytes ? bytes : "", .len = len};
}

/* NULL is the empty text. */
static inline struct log_field log_text(const char *key, const char *text)
{
    return log_bytes(key, text, text ? strlen(text) : 0);
}

/* `event` is a word, with at least one field. The fields are not evaluated when the level is
 * suppressed. */
#define log_debug(event, ...) LOG_LINE(LOG_DEBUG, event, __VA_ARGS__)
#define log_info(event, ...) LOG_LINE(LOG_INFO, event, __VA_ARGS__)
#define log_warn(event, ...) LOG_LINE(LOG_WARN, event, __VA_ARGS__)
#define log_error(event, ...) LOG_LINE(LOG_ERROR, event, __VA_ARGS__)

#define LOG_LINE(level, event, ...)                                                                \
    do {                                                                                           \
        if (log_takes(level))                                                                      \
            log_write(level, event, (const struct log_field[]){__VA_ARGS__},                       \
                      sizeof((const struct log_field[]){__VA_ARGS__}) / sizeof(struct log_field)); \
    } while (0)

bool log_takes(enum log_level level);
void log_write(enum log_level level, const char *event, const struct log_field *fields,
               size_t count);

/* Appends ` key=value`: bare if it is unambiguous, otherwise in quotes, with \" \\ \n \t, \u{202E}
 * for characters that do not print, and \xFF for bytes that are no UTF-8. */
void log_print_field(const struct log_field *field, struct text *out);

#endif
