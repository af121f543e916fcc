#include "server/options.h"

#include "server/option_row.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the configuration file --- */

struct file {
    const char *path;
    FILE *stream;
    struct options *options;
    int line;                /* the one that is being read, from 1 */
    bool given[OPTION_ROWS]; /* is there a line for it already? */
    struct error *error;     /* its code is ERROR_NONE until there is one */
};

__attribute__((format(printf, 2, 3))) static void blame_line(struct file *file, const char *format,
                                                             ...)
{
    char what[sizeof file->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    error_set(file->error, ERROR_USAGE, "%s:%d: %s", file->path, file->line, what);
}

/* As fgets(), but with its length. */
static size_t read_bytes(FILE *stream, char *bytes, size_t size)
{
    size_t len = 0;
    int next = 0;
    while (next != '\n' && len < size - 1 && (next = getc(stream)) != EOF)
        bytes[len++] = (char)next;
    bytes[len] = '\0';
    return len;
}

/* inih takes a part only of what is a comment here. */
static void cut_comment(char *line)
{
    char *at = line;
    while (*at && !((*at == '#' || *at == ';') && (at == line || isspace((unsigned char)at[-1]))))
        at++;
    *at = '\0';
}

/* As fgets(). Ends the reading where there is an error, and does not let inih take a line apart
 * that is too long for it. */
static char *read_line(char *bytes, int size, void *owner)
{
    struct file *file = owner;
    size_t len = file->error->code ? 0 : read_bytes(file->stream, bytes, (size_t)size);
    if (len == 0)
        return NULL;
    file->line++;
    if (memchr(bytes, '\0', len))
        blame_line(file, "there is a zero byte in the line");
    else if (len == (size_t)size - 1 && bytes[len - 1] != '\n')
        blame_line(file,
                   "the line has more than %d bytes: an option that is longer can be given on the "
                   "command line only",
                   size - 2);
    cut_comment(bytes);
    return file->error->code ? NULL : bytes;
}

static void take_line(struct file *file, const char *section, const char *name, const char *value)
{
    struct error cause;
    const struct option_row *row = option_row_find(name);
    if (*section)
        blame_line(file, "no section was expected, but there is [%.80s]", section);
    else if (!row)
        blame_line(file, "there is no option '%.80s'; `takeaway-server --help` lists them", name);
    else if (file->given[row - option_rows])
        blame_line(file, "%s is given twice", name);
    else if (option_read(row, value, file->options, &cause))
        blame_line(file, "%s: %s", name, cause.message);
    else
        file->given[row - option_rows] = true;
}

/* For inih: 0 is a failure. */
static int on_line(void *owner, const char *section, const char *name, const char *value)
{
    struct file *file = owner;
    if (!file->error->code)
        take_line(file, section, name, value);
    return !file->error->code;
}

static enum error_code read_file(const char *path, struct options *options, struct error *error)
{
    struct file file = {.path = path, .options = options, .error = error};
    error->code = ERROR_NONE;
    file.stream = fopen(path, "re");
    if (!file.stream)
        return error_set(error, ERROR_USAGE, "%s: %s", path, strerror(errno));
    int wrong_line = ini_parse_stream(read_line, &file, on_line, &file);
    if (ferror(file.stream))
        error_set(error, ERROR_USAGE, "%s: it cannot be read", path);
    fclose(file.stream);
    /* inih goes on behind a line that it cannot read. */
    if (wrong_line > 0 && (!error->code || wrong_line < file.line))
        error_set(error, ERROR_USAGE, "%s:%d: `name = value` was expected", path, wrong_line);
    return error->code;
}

/* --- the command line --- */

enum {
    CONFIG = OPTION_ROWS,
    CHECK_CONFIG,
    VERSION,
    HELP,
    NAME_COUNT,
    FIRST_RETURN = 256, /* of getopt_long(), apart from every character */
};

static const char *const other_names[] = {
    [CONFIG - OPTION_ROWS] = "config",
    [CHECK_CONFIG - OPTION_ROWS] = "check-config",
    [VERSION - OPTION_ROWS] = "version",
    [HELP - OPTION_ROWS] = "help",
};

/* What was given, the last of each. */
struct given {
    const char *values[NAME_COUNT]; /* "" for a word without a value, but "yes" for a flag */
};

static void fill_table(struct option table[NAME_COUNT + 1])
{
    for (int i = 0; i < OPTION_ROWS; i++)
        table[i] = (struct option){
            .name = option_rows[i].name,
            .has_arg = option_rows[i].kind == OPTION_FLAG ? optional_argument : required_argument,
            .val = FIRST_RETURN + i,
        };
    for (int i = OPTION_ROWS; i < NAME_COUNT; i++)
        table[i] = (struct option){
            .name = other_names[i - OPTION_ROWS],
            .has_arg = i == CONFIG ? required_argument : no_argument,
            .val = FIRST_RETURN + i,
        };
    table[NAME_COUNT] = (struct option){0};
}

/* Why getopt_long() stopped: `reason` is its return value, `word` where it stopped. */
static enum error_code refuse_option(int reason, const char *word, struct error *error)
{
    int name = optopt - FIRST_RETURN;
    if (name < 0)
        return error_set(error, ERROR_USAGE, "there is no option %.80s, or it is cut too short",
                         word);
    const char *text =
        name < OPTION_ROWS ? option_rows[name].name : other_names[name - OPTION_ROWS];
    if (reason == ':')
        return error_set(error, ERROR_USAGE, "--%s needs a value: --%s %s", text, text,
                         name < OPTION_ROWS ? option_word(option_rows[name].kind) : "FILE");
    return error_set(error, ERROR_USAGE, "--%s takes no value", text);
}

static enum error_code read_words(int argument_count, char **arguments, struct given *ret_given,
                                  struct error *error)
{
    struct option table[NAME_COUNT + 1];
    fill_table(table);
    *ret_given = (struct given){0};
    opterr = 0;
    optind = 0; /* begin anew */
    for (;;) {
        int found = getopt_long(argument_count, arguments, "+:", table, NULL);
        if (found == -1)
            break;
        if (found == ':' || found == '?')
            return refuse_option(found, arguments[optind - 1], error);
        int name = found - FIRST_RETURN;
        ret_given->values[name] = optarg ? optarg : name < OPTION_ROWS ? "yes" : "";
    }
    if (optind < argument_count)
        return error_set(error, ERROR_USAGE, "an option was expected, not '%.80s'",
                         arguments[optind]);
    return ERROR_NONE;
}

static enum options_wish wish_of(const struct given *given)
{
    if (given->values[HELP])
        return OPTIONS_HELP;
    if (given->values[VERSION])
        return OPTIONS_VERSION;
    return given->values[CHECK_CONFIG] ? OPTIONS_CHECK : OPTIONS_RUN;
}

struct options options_default(void)
{
    return (struct options){
        .server =
            {
                .listen = {.host = "127.0.0.1", .port = ADDRESS_PORT_OF_SERVER},
                .hall_limits = hall_limits_default,
                .net_limits = net_limits_default,
            },
        .log_level = LOG_INFO,
    };
}

static enum error_code take_words(const struct given *given, struct options *options,
                                  struct error *error)
{
    for (size_t i = 0; i < OPTION_ROWS; i++) {
        struct error cause;
        if (given->values[i] && option_read(&option_rows[i], given->values[i], options, &cause))
            return error_set(error, ERROR_USAGE, "--%s: %s", option_rows[i].name, cause.message);
    }
    return ERROR_NONE;
}

/* The empty path is none. */
static const char *path_or_null(const char *path)
{
    return path && *path ? path : NULL;
}

enum error_code options_parse(int argument_count, char **arguments, struct options *ret_options,
                              struct error *error)
{
    struct given given;
    *ret_options = options_default();
    enum error_code code = read_words(argument_count, arguments, &given, error);
    if (code)
        return code;
    ret_options->wish = wish_of(&given);
    if (ret_options->wish == OPTIONS_HELP || ret_options->wish == OPTIONS_VERSION)
        return ERROR_NONE;
    if (given.values[CONFIG])
        code = read_file(given.values[CONFIG], ret_options, error);
    if (!code)
        code = take_words(&given, ret_options, error);
    ret_options->server.database = path_or_null(ret_options->database);
    ret_options->server.control = path_or_null(ret_options->control);
    ret_options->server.signing_key = path_or_null(ret_options->signing_key);
    return code ? code : server_check(&ret_options->server, error);
}

void options_finish(struct options *options)
{
    free(options->database);
    free(options->control);
    free(options->signing_key);
    *options = (struct options){0};
}

/* --- printing --- */

void options_print(const struct options *options, struct text *out)
{
    for (size_t i = 0; i < OPTION_ROWS; i++) {
        if (option_rows[i].group)
            text_printf(out, "%s# %s\n", i > 0 ? "\n" : "", option_rows[i].group);
        text_printf(out, "%s = ", option_rows[i].name);
        option_print(&option_rows[i], options, out);
        text_append_char(out, '\n');
    }
}
