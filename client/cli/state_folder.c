#include "client/cli/state_folder.h"

#include "common/export/key_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Creates every folder in front of a '/' of the path. */
static enum error_code make_folders(char *path, struct error *error)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int failed = mkdir(path, 0700);
        int reason = errno;
        if (failed && reason != EEXIST)
            error_set(error, ERROR_IO, "cannot make the folder %s: %s", path, strerror(reason));
        *slash = '/';
        if (failed && reason != EEXIST)
            return ERROR_IO;
    }
    return ERROR_NONE;
}

enum error_code state_path(const char *name, struct text *ret_path, struct error *error)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    if (state && state[0] == '/') /* the XDG specification ignores a relative path */
        text_append_string(ret_path, state);
    else if (home && home[0] == '/')
        text_printf(ret_path, "%s/.local/state", home);
    else
        return error_set(error, ERROR_IO,
                         "neither XDG_STATE_HOME nor HOME says where files can be kept");
    text_printf(ret_path, "/takeaway/%s", name);
    return make_folders(ret_path->bytes, error);
}

enum error_code state_key_path(struct text *ret_path, struct error *error)
{
    enum error_code failed = state_path("signing-key", ret_path, error);
    return failed ? failed : key_file_make(text_string(ret_path), error);
}

/* Appends a word escaped for a file's name; different words stay different. */
static void append_escaped(const char *word, struct text *out)
{
    for (const char *c = word; *c; c++) {
        if (isalnum((unsigned char)*c) || strchr("._-", *c))
            text_append_char(out, *c);
        else
            text_printf(out, "%%%02X", (unsigned)(unsigned char)*c);
    }
}

enum error_code state_token_path(const char *server, const char *name, struct text *ret_path,
                                 struct error *error)
{
    struct text file = {0};
    text_append_string(&file, "tokens/");
    append_escaped(server, &file);
    text_append_char(&file, ',');
    append_escaped(name, &file);
    enum error_code failed = state_path(text_string(&file), ret_path, error);
    text_finish(&file);
    return failed;
}
