/* `takeaway key`: the name of the key that records are signed with, this person's or a server's. */
#include "client/command.h"
#include "client/json.h"
#include "client/session.h"
#include "client/state.h"
#include "common/export/key_file.h"
#include "common/wire/wire.h"

static void print_key(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_signing_key *answer = result;
    text_printf(out, "%.*s\n", (int)answer->key.len, answer->key.bytes);
}

/* This person's. */
static int tell_own(const struct options *options, struct error *error)
{
    unsigned char key[EXPORT_KEY_BYTES];
    struct text path = {0}, name = {0}, text = {0};
    enum error_code failed = state_key_path(&path, error);
    if (!failed)
        failed = key_file_load_public(text_string(&path), key, error);
    text_finish(&path);
    if (failed)
        return EXIT_REFUSED;
    export_key_print(key, &name);
    if (options->values[OPTION_JSON])
        json_print(json_pack("{s:o}", "key", json_of_grown(&name)), &text);
    else
        text_printf(&text, "%s\n", text_string(&name));
    text_finish(&name);
    return command_print(&text);
}

int key_run(const struct options *options, struct error *error)
{
    return options->values[OPTION_SERVER]
               ? session_show(options, WIRE_SERVER_KEY, NULL, print_key, NULL)
               : tell_own(options, error);
}
