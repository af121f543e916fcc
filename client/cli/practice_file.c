#include "client/cli/practice_file.h"

#include "client/cli/atomic_file.h"
#include "client/cli/state_folder.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#define FILE_NAME "puzzles"

int64_t practice_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static enum error_code read_file(const char *path, struct text *out, struct error *error)
{
    char bytes[4096];
    FILE *file = fopen(path, "re");
    if (!file)
        return errno == ENOENT ? ERROR_NONE
                               : error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
    for (size_t len; (len = fread(bytes, 1, sizeof bytes, file)) > 0;)
        text_append(out, bytes, len);
    bool failed = ferror(file);
    int reason = errno;
    fclose(file);
    return failed ? error_set(error, ERROR_IO, "%s: %s", path, strerror(reason)) : ERROR_NONE;
}

enum error_code practice_file_read(struct practice *ret_practice, struct error *error)
{
    struct text path = {0}, kept = {0};
    practice_init(ret_practice);
    enum error_code code = state_path(FILE_NAME, &path, error);
    if (!code)
        code = read_file(path.bytes, &kept, error);
    if (!code && kept.len > 0 && kept.bytes[kept.len - 1] == '\n')
        kept.bytes[--kept.len] = '\0';
    if (!code && !practice_parse(ret_practice, text_string(&kept)))
        code = error_set(error, ERROR_IO,
                         "%s is damaged, or of a newer version; a new one is made when it is moved "
                         "elsewhere",
                         path.bytes);
    text_finish(&path);
    text_finish(&kept);
    return code;
}

enum error_code practice_file_write(const struct practice *practice, struct error *error)
{
    struct text path = {0}, kept = {0};
    struct atomic_file draft = {0};
    enum error_code code = state_path(FILE_NAME, &path, error);
    if (!code)
        code = atomic_file_open(path.bytes, &draft, error);
    if (!code) {
        practice_print(practice, &kept);
        fprintf(draft.file, "%s\n", kept.bytes);
        code = atomic_file_keep(&draft, error);
    }
    text_finish(&path);
    text_finish(&kept);
    return code;
}
