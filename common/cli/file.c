/* A file of options: lines `name = value`, and sections where a program has some. */
#include "common/cli/cli.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>

enum { SECTION_MAX = 48 }; /* bytes: inih cuts longer names */

struct file {
    const struct cli *cli;
    const char *path;
    FILE *stream;
    void *target;
    int line;            /* the current line, from 1 */
    int *lines;          /* of each option; 0: none so far */
    struct error *error; /* code ERROR_NONE: none so far */
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

/* Says that a section begins, if one does in this line: inih tells only the lines behind it. */
static void look_for_section(struct file *file, const char *line)
{
    char section[SECTION_MAX + 1];
    struct error cause;
    line += strspn(line, " \t");
    size_t len = *line == '[' ? strcspn(line + 1, "]") : 0;
    if (*line != '[' || line[1 + len] != ']')
        return;
    if (len > SECTION_MAX) {
        blame_line(file, "the name of a section has at most %d bytes", SECTION_MAX);
        return;
    }
    snprintf(section, sizeof section, "%.*s", (int)len, line + 1);
    if (!file->cli->take_line)
        blame_line(file, "no section was expected, but there is [%.80s]", section);
    else if (file->cli->take_line(file->target, file->line, section, NULL, NULL, &cause))
        blame_line(file, "%s", cause.message);
}

/* As fgets(), but ends the reading at an error: inih would split a line that is too long for it. */
static char *read_line(char *bytes, int size, void *owner)
{
    struct file *file = owner;
    int len = 0, next = 0;
    if (file->error->code)
        return NULL;
    while (next != '\n' && len < size - 1 && (next = getc(file->stream)) != EOF)
        bytes[len++] = (char)next;
    bytes[len] = '\0';
    if (len == 0)
        return NULL;

    file->line++;
    if (memchr(bytes, '\0', (size_t)len))
        blame_line(file, "there is a zero byte in the line");
    else if (len == size - 1 && bytes[len - 1] != '\n')
        blame_line(file,
                   "the line has more than %d bytes: an option that is longer can be given on the "
                   "command line only",
                   size - 2);

    /* Cut comments: inih knows only some of them. */
    char *at = bytes;
    while (*at && !((*at == '#' || *at == ';') && (at == bytes || isspace((unsigned char)at[-1]))))
        at++;
    *at = '\0';
    if (!file->error->code)
        look_for_section(file, bytes);
    return file->error->code ? NULL : bytes;
}

/* Returns 0 to report an error to inih. */
static int on_line(void *owner, const char *section, const char *name, const char *value)
{
    struct file *file = owner;
    const struct cli *cli = file->cli;
    size_t i = 0;
    struct error cause;
    if (file->error->code)
        return 0;
    while (i < cli->option_count &&
           !(cli->options[i].type && strcmp(cli->options[i].name, name) == 0))
        i++;
    const struct cli_option *option = i < cli->option_count ? &cli->options[i] : NULL;
    struct cli_given given = {option, name, value, NULL};
    if (option)
        given.place = (char *)file->target + option->place;
    if (*section) {
        if (cli->take_line(file->target, file->line, section, name, value, &cause))
            blame_line(file, "%s", cause.message);
    } else if (!option) {
        if (cli->option_count > 0)
            blame_line(file, "there is no option '%.80s'; `%s --help` lists them", name,
                       cli->program.name);
        else
            blame_line(file, "a section was expected before '%.80s'", name);
    } else if (file->lines[i]) {
        blame_line(file, "%s is given twice", name);
    } else if (option->type->read(&given, &cause)) {
        blame_line(file, "%s", cause.message);
    } else {
        file->lines[i] = file->line;
    }
    return !file->error->code;
}

enum error_code cli_read_file(const struct cli *cli, const char *path, void *target,
                              int ret_lines[CLI_OPTIONS_MAX], struct error *error)
{
    struct file file = {
        .cli = cli, .path = path, .target = target, .lines = ret_lines, .error = error};
    memset(ret_lines, 0, CLI_OPTIONS_MAX * sizeof *ret_lines);
    error->code = ERROR_NONE;
    file.stream = fopen(path, "re");
    if (!file.stream)
        return error_set(error, ERROR_USAGE, "%s: %s", path, strerror(errno));
    int wrong_line = ini_parse_stream(read_line, &file, on_line, &file);
    if (ferror(file.stream))
        error_set(error, ERROR_USAGE, "%s: it cannot be read", path);
    fclose(file.stream);
    struct error cause;
    if (!error->code && wrong_line == 0 && cli->take_line &&
        cli->take_line(target, file.line, NULL, NULL, NULL, &cause))
        blame_line(&file, "%s", cause.message);
    /* inih continues after a line that it cannot parse. */
    if (wrong_line > 0 && (!error->code || wrong_line < file.line))
        error_set(error, ERROR_USAGE, "%s:%d: `name = value` was expected", path, wrong_line);
    return error->code;
}

void cli_print_file(const struct cli *cli, const void *target, uint128 left_out, struct text *out)
{
    size_t before = out->len;
    const char *group = NULL; /* the heading that comes before the next option */
    for (size_t i = 0; i < cli->option_count; i++) {
        const struct cli_option *option = &cli->options[i];
        if (option->group)
            group = option->group;
        if (!option->type || left_out >> i & 1)
            continue;
        if (group)
            text_printf(out, "%s# %s\n", out->len > before ? "\n" : "", group);
        group = NULL;
        assert(option->type->print && !option->type->is_list);
        text_printf(out, "%s = ", option->name);
        option->type->print(option, (const char *)target + option->place, out);
        text_append_char(out, '\n');
    }
}
