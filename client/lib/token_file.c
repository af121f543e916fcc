#include "client/lib/token_file.h"

#include "common/wire/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum error_code token_file_load(const char *path, struct text *ret_token, struct error *error)
{
    FILE *file = fopen(path, "re");
    if (!file && errno != ENOENT)
        return error_set(error, ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    text_clear(ret_token);
    if (!file)
        return ERROR_NONE;
    char line[WIRE_TOKEN_MAX + 2]; /* the token, its newline, the zero */
    if (fgets(line, sizeof line, file))
        text_append(ret_token, line, strcspn(line, "\n"));
    int reason = ferror(file) ? errno : 0;
    fclose(file);
    if (reason)
        return error_set(error, ERROR_IO, "cannot read %s: %s", path, strerror(reason));
    return ERROR_NONE;
}

/* Writes and syncs the draft and closes it. */
static bool write_draft(int fd, const char *token)
{
    bool written = dprintf(fd, "%s\n", token) >= 0 && fsync(fd) == 0;
    int reason = errno;
    bool closed = close(fd) == 0;
    if (!written)
        errno = reason;
    return written && closed;
}

/* Writes a draft and renames it to `path`. `draft` is a template for mkostemp(). */
static bool replace(const char *path, char *draft, const char *token)
{
    int fd = mkostemp(draft, O_CLOEXEC); /* with mode 0600 */
    if (fd < 0)
        return false;
    if (write_draft(fd, token) && rename(draft, path) == 0)
        return true;
    int reason = errno;
    unlink(draft);
    errno = reason;
    return false;
}

enum error_code token_file_save(const char *path, const char *token, struct error *error)
{
    struct text draft = {0};
    text_printf(&draft, "%s.XXXXXX", path);
    bool saved = replace(path, draft.bytes, token);
    if (!saved)
        error_set(error, ERROR_IO, "cannot write %s: %s", path, strerror(errno));
    text_finish(&draft);
    return saved ? ERROR_NONE : ERROR_IO;
}
