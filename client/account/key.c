/* `takeaway key`: the name of the key that records are signed with, this person's or a server's. */
#include "client/command.h"
#include "client/json.h"
#include "client/session.h"
#include "client/state.h"
#include "common/export/key_file.h"
#include "common/wire/wire.h"

#include <stdio.h>

static void print_key(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_signing_key *answer = result;
    text_printf(out, "%.*s\n", (int)answer->key.len, answer->key.bytes);
}

/* This person's. */
static int tell_own(const struct options *options)
{
    unsigned char key[EXPORT_KEY_BYTES];
    struct text path = {0}, name = {0}, text = {0};
    struct error error;
    enum error_code failed = state_key_path(&path, &error);
    if (!failed)
        failed = key_file_load_public(text_string(&path), key, &error);
    text_finish(&path);
    if (failed)
        return command_fail("key", &error);
    export_key_print(key, &name);
    if (options->values[OPTION_JSON])
        json_print(json_pack("{s:o}", "key", json_of_grown(&name)), &text);
    else
        text_printf(&text, "%s\n", text_string(&name));
    fputs(text_string(&text), stdout);
    text_finish(&text);
    text_finish(&name);
    return EXIT_OK;
}

int key_run(const struct options *options)
{
    struct session_config config = {.server = options->values[OPTION_SERVER], .only_looks = true};
    if (!config.server)
        return tell_own(options);
    return session_ask_once(&config, WIRE_SERVER_KEY, NULL,
                            options->values[OPTION_JSON] ? NULL : print_key, NULL, NULL);
}
