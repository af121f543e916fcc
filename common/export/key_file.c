#include "common/export/key_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char before_seed[] = "ed25519-secret:";

enum { LINE_BYTES = sizeof before_seed - 1 + (size_t)2 * EXPORT_SEED_BYTES + 1 };

static enum error_code io_error(const char *what, const char *path, struct error *error)
{
    return error_set(error, ERROR_IO, "cannot %s the signing key %s: %s", what, path,
                     strerror(errno));
}

/* Reads the line, and up to one byte more, which shows that the file holds something else. */
static ssize_t read_line(int fd, char line[LINE_BYTES + 1])
{
    size_t len = 0;
    ssize_t more = 1;
    while (len < LINE_BYTES + 1 && more > 0) {
        more = read(fd, line + len, LINE_BYTES + 1 - len);
        len += more > 0 ? (size_t)more : 0;
    }
    return more < 0 ? -1 : (ssize_t)len;
}

static bool parse_line(const char *line, size_t len, unsigned char ret_seed[EXPORT_SEED_BYTES])
{
    size_t seed_len, before = sizeof before_seed - 1;
    return len == LINE_BYTES && line[len - 1] == '\n' && memcmp(line, before_seed, before) == 0 &&
           sodium_hex2bin(ret_seed, EXPORT_SEED_BYTES, line + before, len - 1 - before, NULL,
                          &seed_len, NULL) == 0 &&
           seed_len == EXPORT_SEED_BYTES;
}

enum error_code key_file_load(const char *path, unsigned char ret_seed[EXPORT_SEED_BYTES],
                              struct error *error)
{
    char line[LINE_BYTES + 1];
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return io_error("read", path, error);
    enum error_code code = ERROR_NONE;
    ssize_t len = 0;
    if (fstat(fd, &status) < 0 || (len = read_line(fd, line)) < 0)
        code = io_error("read", path, error);
    else if (status.st_mode & (S_IRWXG | S_IRWXO))
        code = error_set(error, ERROR_IO,
                         "others may read the signing key %s: `chmod 600` it, or remove it if they "
                         "have",
                         path);
    else if (!parse_line(line, (size_t)len, ret_seed))
        code = error_set(error, ERROR_IO,
                         "%s is no signing key: one line with %s and %d hexadecimal digits was "
                         "expected",
                         path, before_seed, 2 * EXPORT_SEED_BYTES);
    close(fd);
    explicit_bzero(line, sizeof line);
    return code;
}

enum error_code key_file_load_public(const char *path, unsigned char ret_key[EXPORT_KEY_BYTES],
                                     struct error *error)
{
    unsigned char seed[EXPORT_SEED_BYTES], secret[EXPORT_SECRET_BYTES];
    enum error_code code = key_file_load(path, seed, error);
    if (!code)
        export_keys(seed, ret_key, secret);
    explicit_bzero(seed, sizeof seed);
    explicit_bzero(secret, sizeof secret);
    return code;
}

/* Writes a new key into a new file and closes it. False: errno says why. */
static bool write_new(int fd)
{
    unsigned char seed[EXPORT_SEED_BYTES];
    char line[LINE_BYTES + 1];
    size_t before = sizeof before_seed - 1;
    randombytes_buf(seed, sizeof seed);
    memcpy(line, before_seed, before);
    sodium_bin2hex(line + before, sizeof line - before, seed, sizeof seed);
    line[LINE_BYTES - 1] = '\n';

    errno = EIO; /* of a write that is cut short */
    bool is_written = write(fd, line, LINE_BYTES) == LINE_BYTES && fsync(fd) == 0;
    int reason = errno;
    bool is_closed = close(fd) == 0;
    if (!is_written)
        errno = reason;
    explicit_bzero(seed, sizeof seed);
    explicit_bzero(line, sizeof line);
    return is_written && is_closed;
}

/* link() fails if another process was first. Without hard links in the file system, the last of two
 * processes that come here at the very same time wins. */
static bool put_in_place(const char *draft, const char *path)
{
    return link(draft, path) == 0 || errno == EEXIST || rename(draft, path) == 0;
}

enum error_code key_file_make(const char *path, struct error *error)
{
    if (access(path, F_OK) == 0)
        return ERROR_NONE;
    struct text draft = {0};
    text_printf(&draft, "%s.XXXXXX", path);
    int fd = mkostemp(draft.bytes, O_CLOEXEC); /* makes it 0600 */
    enum error_code code = ERROR_NONE;
    if (fd < 0 || !write_new(fd) || !put_in_place(draft.bytes, path))
        code = io_error("make", path, error);
    if (fd >= 0)
        unlink(draft.bytes); /* it is gone already if it was renamed */
    text_finish(&draft);
    return code;
}
