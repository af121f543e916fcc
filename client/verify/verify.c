/* `takeaway verify`: is the record of a tournament true? */
#include "client/verify/verify.h"

#include "client/command.h"
#include "client/json.h"

#include <stdio.h>
#include <string.h>

/* False: it is not a key in hexadecimal digits. */
static bool read_key(const char *text, unsigned char key[EXPORT_KEY_BYTES])
{
    for (int i = 0; i < EXPORT_KEY_BYTES; i++) {
        unsigned value;
        int len = 0;
        if (strspn(text, "0123456789abcdefABCDEF") < 2 || sscanf(text, "%2x%n", &value, &len) != 1)
            return false;
        key[i] = (unsigned char)value;
        text += len;
    }
    return *text == '\0';
}

static void print(const struct verdict *verdict, bool as_json)
{
    struct text out = {0};
    if (as_json)
        json_print(verdict_json(verdict), &out);
    else
        verdict_print(verdict, &out);
    fwrite(out.bytes, 1, out.len, stdout);
    text_finish(&out);
}

int verify_run(const struct options *options)
{
    const char *key_text = options->values[OPTION_KEY];
    unsigned char key[EXPORT_KEY_BYTES];
    struct verdict verdict = {0};
    struct error error;
    if (key_text && !read_key(key_text, key)) {
        error_set(&error, ERROR_USAGE, "--key is %d hexadecimal digits", 2 * EXPORT_KEY_BYTES);
        return command_refuse("verify", &error);
    }
    if (verify_record(options->arguments[0], key_text ? key : NULL, &verdict, &error))
        return command_fail("verify", &error);
    print(&verdict, options->values[OPTION_JSON] != NULL);
    bool is_good = verdict_is_good(&verdict, options->values[OPTION_UNJUDGED] != NULL);
    int exit_code = is_good ? EXIT_OK : EXIT_REFUSED;
    verdict_finish(&verdict);
    return exit_code;
}
