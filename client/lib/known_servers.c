#include "client/lib/known_servers.h"

#include "common/base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <unistd.h>

static enum error_code io_error(const char *what, const char *path, struct error *error)
{
    return error_set(error, ERROR_IO, "cannot %s %s: %s", what, path, strerror(errno));
}

/* Reads the lines from where the file stands. `*ret_is_whole`: the last one has its newline. */
static void read_lines(FILE *file, const char *name, const char *pin, enum known_server *ret_known,
                       int *ret_line, bool *ret_is_whole)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t len;
    *ret_known = KNOWN_SERVER_NOT;
    *ret_line = 0;
    *ret_is_whole = true;
    for (int number = 1; (len = getline(&line, &capacity, file)) > 0; number++) {
        static const char blanks[] = " \t\r\n";
        char *rest;
        *ret_is_whole = line[len - 1] == '\n';
        const char *first = strtok_r(line, blanks, &rest);
        const char *second = first ? strtok_r(NULL, blanks, &rest) : NULL;
        if (!second || strcasecmp(first, name) != 0)
            continue;
        if (*ret_known == KNOWN_SERVER_NOT)
            *ret_line = number;
        if (strcmp(second, pin) == 0)
            *ret_known = KNOWN_SERVER_SAME;
        else if (*ret_known == KNOWN_SERVER_NOT)
            *ret_known = KNOWN_SERVER_OTHER;
    }
    free(line);
}

enum error_code known_servers_find(const char *path, const char *name, const char *pin,
                                   enum known_server *ret_known, int *ret_line, struct error *error)
{
    bool is_whole;
    *ret_known = KNOWN_SERVER_NOT;
    *ret_line = 0;
    FILE *file = fopen(path, "re");
    if (!file)
        return errno == ENOENT ? ERROR_NONE : io_error("read", path, error);
    read_lines(file, name, pin, ret_known, ret_line, &is_whole);
    enum error_code code = ferror(file) ? io_error("read", path, error) : ERROR_NONE;
    fclose(file);
    return code;
}

enum error_code known_servers_add(const char *path, const char *name, const char *pin,
                                  struct error *error)
{
    assert(certificate_pin_is_valid(pin) && !strpbrk(name, " \t\r\n"));
    enum error_code code = ERROR_NONE;
    struct text line = {0};
    enum known_server known;
    bool is_whole;
    int number;
    int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
    if (!file) {
        code = io_error("write", path, error);
        if (fd >= 0)
            close(fd);
        return code;
    }
    /* The lock ends with the descriptor. A line is written at once: readers take no lock. */
    if (flock(fd, LOCK_EX)) {
        code = io_error("lock", path, error);
    } else {
        read_lines(file, name, pin, &known, &number, &is_whole);
        if (known != KNOWN_SERVER_SAME) {
            text_printf(&line, "%s%s %s\n", is_whole ? "" : "\n", name, pin);
            errno = EIO; /* of a write that is cut short */
            if (write(fd, line.bytes, line.len) != (ssize_t)line.len || fsync(fd))
                code = io_error("write", path, error);
        }
    }
    fclose(file);
    text_finish(&line);
    return code;
}
