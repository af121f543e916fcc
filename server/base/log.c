#include "server/base/log.h"

#include <stdio.h>
#include <time.h>
#include <unictype.h>
#include <unistr.h>

static const char *const level_names[] = {
    [LOG_DEBUG] = "debug",
    [LOG_INFO] = "info",
    [LOG_WARN] = "warn",
    [LOG_ERROR] = "error",
};

static enum log_level threshold = LOG_INFO;

void log_set_level(enum log_level level)
{
    threshold = level;
}

bool log_takes(enum log_level level)
{
    return level >= threshold;
}

const char *log_level_name(enum log_level level)
{
    return level_names[level];
}

enum error_code log_level_parse(const char *text, enum log_level *ret_level, struct error *error)
{
    for (enum log_level level = LOG_DEBUG; level <= LOG_ERROR; level++) {
        if (strcmp(text, level_names[level]) == 0) {
            *ret_level = level;
            return ERROR_NONE;
        }
    }
    return error_set(error, ERROR_USAGE, "debug, info, warn or error was expected, not '%.80s'",
                     text);
}

/* --- values --- */

/* Controls, formatting characters such as those that change the direction, separators of lines, and
 * unassigned code points. */
static bool is_printing(ucs4_t character)
{
    return !uc_is_general_category(character, UC_CATEGORY_C) &&
           !uc_is_general_category(character, UC_CATEGORY_Zl) &&
           !uc_is_general_category(character, UC_CATEGORY_Zp);
}

static bool is_bare(ucs4_t character)
{
    return character != '"' && character != '\\' && character != '=' && is_printing(character) &&
           !uc_is_general_category(character, UC_CATEGORY_Zs);
}

/* The character at the start of `bytes` and its width; width 0: no UTF-8. */
static int read_character(const char *bytes, size_t len, ucs4_t *ret_character)
{
    int width = u8_mbtoucr(ret_character, (const uint8_t *)bytes, len);
    return width > 0 ? width : 0;
}

static bool needs_quotes(const char *bytes, size_t len)
{
    for (size_t at = 0; at < len;) {
        ucs4_t character;
        int width = read_character(bytes + at, len - at, &character);
        if (width == 0 || !is_bare(character))
            return true;
        at += (size_t)width;
    }
    return len == 0;
}

static void print_escaped(const char *bytes, int width, ucs4_t character, struct text *out)
{
    if (character == '"' || character == '\\')
        text_printf(out, "\\%c", (int)character);
    else if (character == '\n')
        text_append_string(out, "\\n");
    else if (character == '\t')
        text_append_string(out, "\\t");
    else if (!is_printing(character))
        text_printf(out, "\\u{%X}", (unsigned)character);
    else
        text_append(out, bytes, (size_t)width);
}

static void print_quoted(const char *bytes, size_t len, struct text *out)
{
    text_append_char(out, '"');
    for (size_t at = 0; at < len;) {
        ucs4_t character;
        int width = read_character(bytes + at, len - at, &character);
        if (width > 0)
            print_escaped(bytes + at, width, character, out);
        else
            text_printf(out, "\\x%02X", (unsigned)(unsigned char)bytes[at]);
        at += width > 0 ? (size_t)width : 1;
    }
    text_append_char(out, '"');
}

/* The length of the shown part of a text, which ends between two characters. */
static size_t shown_bytes(const char *bytes, size_t len)
{
    if (len <= LOG_VALUE_MAX)
        return len;
    len = LOG_VALUE_MAX;
    while (len > LOG_VALUE_MAX - 3 && ((unsigned char)bytes[len] & 0xC0) == 0x80)
        len--;
    return len;
}

void log_print_field(const struct log_field *field, struct text *out)
{
    text_printf(out, " %s=", field->key);
    if (!field->bytes) {
        text_append_int(out, field->number);
        return;
    }
    size_t len = shown_bytes(field->bytes, field->len);
    if (needs_quotes(field->bytes, len))
        print_quoted(field->bytes, len, out);
    else
        text_append(out, field->bytes, len);
    if (len < field->len)
        text_append_string(out, "...");
}

/* --- time --- */

static void print_log_time(struct text *out)
{
    struct timespec now;
    struct tm utc;
    char stamp[32];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    text_printf(out, "%s.%03ldZ", stamp, now.tv_nsec / 1000000);
}

/* --- the limit of lines --- */

enum {
    EVENTS_MAX = 64,
    LINES_A_SECOND = 100, /* of one event */
};

struct event {
    const char *name;
    time_t second;
    int lines;    /* in that second */
    int withheld; /* since the last line */
};

/* The row of the event; when all rows are used, the last row. */
static struct event *find_event(const char *name)
{
    static struct event events[EVENTS_MAX];
    struct event *event = events;
    while (event < &events[EVENTS_MAX - 1] && event->name && strcmp(event->name, name) != 0)
        event++;
    event->name = name;
    return event;
}

/* May the event have another line? *ret_withheld is the number of lines withheld since the last
 * one. */
static bool may_write(const char *name, int *ret_withheld)
{
    struct event *event = find_event(name);
    time_t now = time(NULL);
    if (event->second != now) {
        event->second = now;
        event->lines = 0;
    }
    if (event->lines++ >= LINES_A_SECOND) {
        event->withheld++;
        return false;
    }
    *ret_withheld = event->withheld;
    event->withheld = 0;
    return true;
}

/* --- lines --- */

void log_write(enum log_level level, const char *event, const struct log_field *fields,
               size_t count)
{
    struct text line = {0};
    int withheld = 0;
    if (level != LOG_DEBUG && !may_write(event, &withheld))
        return;
    print_log_time(&line);
    text_printf(&line, " %s %s", level_names[level], event);
    for (size_t i = 0; i < count; i++)
        log_print_field(&fields[i], &line);
    if (withheld > 0)
        text_printf(&line, " withheld=%d", withheld);
    text_append_char(&line, '\n');
    /* One call, so that the lines of several processes stay whole. */
    fwrite(line.bytes, 1, line.len, stderr);
    text_finish(&line);
}
