#include "client/account/token.h"

#include "client/state.h"

#include <ctype.h>
#include <string.h>

/* Appends a word so that it can be part of a file's name, and different words stay different. */
static void append_escaped(const char *word, struct text *out)
{
    for (const char *c = word; *c; c++) {
        if (isalnum((unsigned char)*c) || strchr("._-", *c))
            text_append_char(out, *c);
        else
            text_printf(out, "%%%02X", (unsigned)(unsigned char)*c);
    }
}

enum error_code token_path(const char *server, const char *name, struct text *ret_path,
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
