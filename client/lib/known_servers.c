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

/* Reads the lines from where the file stands, and calls `take` with the number and the key of each
 * that is about the server, until it returns true. Returns whether the last line has its newline.
 */
static bool read_lines(FILE *file, const char *name,
                       bool (*take)(void *owner, int number, const char *pin), void *owner)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t len;
    bool is_whole = true, is_over = false;
    for (int number = 1; !is_over && (len = getline(&line, &capacity, file)) > 0; number++) {
        static const char blanks[] = " \t\r\n";
        char *rest;
        is_whole = line[len - 1] == '\n';
        const char *first = strtok_r(line, blanks, &rest);
        const char *second = first ? strtok_r(NULL, blanks, &rest) : NULL;
        is_over = second && strcasecmp(first, name) == 0 && take(owner, number, second);
    }
    free(line);
    return is_whole;
}

/* Reads a file that need not be there. */
static enum error_code read_file(const char *path, const char *name,
                                 bool (*take)(void *owner, int number, const char *pin),
                                 void *owner, struct error *error)
{
    FILE *file = fopen(path, "re");
    if (!file)
        return errno == ENOENT ? ERROR_NONE : io_error("read", path, error);
    read_lines(file, name, take, owner);
    enum error_code code = ferror(file) ? io_error("read", path, error) : ERROR_NONE;
    fclose(file);
    return code;
}

struct search {
    const char *pin;
    enum known_server known;
    int line; /* the first one of the server; 0: none yet */
};

static bool compare(void *owner, int number, const char *pin)
{
    struct search *search = owner;
    if (!search->line)
        search->line = number;
    search->known = strcmp(pin, search->pin) == 0 ? KNOWN_SERVER_SAME : KNOWN_SERVER_OTHER;
    return search->known == KNOWN_SERVER_SAME;
}

enum error_code known_servers_find(const char *path, const char *name, const char *pin,
                                   enum known_server *ret_known, int *ret_line, struct error *error)
{
    struct search search = {.pin = pin, .known = KNOWN_SERVER_NOT};
    enum error_code code = read_file(path, name, compare, &search, error);
    *ret_known = search.known;
    *ret_line = search.line;
    return code;
}

struct visitor {
    bool (*visit)(void *owner, const char *pin);
    void *owner;
};

static bool pass_on(void *owner, int number, const char *pin)
{
    const struct visitor *visitor = owner;
    (void)number;
    return certificate_pin_is_valid(pin) && visitor->visit(visitor->owner, pin);
}

enum error_code known_servers_visit(const char *path, const char *name,
                                    bool (*visit)(void *owner, const char *pin), void *owner,
                                    struct error *error)
{
    struct visitor visitor = {visit, owner};
    return read_file(path, name, pass_on, &visitor, error);
}

enum error_code known_servers_add(const char *path, const char *name, const char *pin,
                                  struct error *error)
{
    assert(certificate_pin_is_valid(pin) && !strpbrk(name, " \t\r\n"));
    enum error_code code = ERROR_NONE;
    struct text line = {0};
    struct search search = {.pin = pin, .known = KNOWN_SERVER_NOT};
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
        bool is_whole = read_lines(file, name, compare, &search);
        if (search.known != KNOWN_SERVER_SAME) {
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
