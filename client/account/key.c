/* `takeaway key`: the name of the key that records are signed with, this person's or a server's. */
#include "client/command.h"
#include "client/json.h"
#include "client/session.h"
#include "client/state.h"
#include "common/export/key_file.h"
#include "common/wire/wire.h"

#include <stdio.h>

struct key {
    struct session *session;
    const struct options *options;
};

static void print_key(struct wire_text key, const struct options *options)
{
    struct text text = {0};
    if (options->values[OPTION_JSON])
        json_print(json_pack("{s:s%}", "key", key.bytes, key.len), &text);
    else
        text_printf(&text, "%.*s\n", (int)key.len, key.bytes);
    fputs(text_string(&text), stdout);
    text_finish(&text);
}

/* --- a server's --- */

static void on_answer(void *owner, const struct error *error, const void *result)
{
    struct key *key = owner;
    const struct wire_signing_key *answer = result;
    if (error) {
        session_fail(key->session, error);
        return;
    }
    print_key(answer->key, key->options);
    session_end(key->session, EXIT_OK);
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct key *key = owner;
    if (is_first)
        client_call(session_client(key->session), WIRE_SERVER_KEY, NULL, on_answer, key);
}

static int ask_server(const struct options *options)
{
    struct key key = {.options = options};
    struct session_config config = {.server = options->values[OPTION_SERVER], .only_looks = true};
    struct session_events events = {.owner = &key, .ready = on_connected};
    return session_run(&config, &events, &key.session);
}

/* --- this person's --- */

static int tell_own(const struct options *options)
{
    unsigned char key[EXPORT_KEY_BYTES];
    struct text path = {0}, name = {0};
    struct error error;
    enum error_code failed = state_key_path(&path, &error);
    if (!failed)
        failed = key_file_load_public(text_string(&path), key, &error);
    text_finish(&path);
    if (failed)
        return command_fail("key", &error);
    export_key_print(key, &name);
    print_key(wire_text(text_string(&name)), options);
    text_finish(&name);
    return EXIT_OK;
}

int key_run(const struct options *options)
{
    return options->values[OPTION_SERVER] ? ask_server(options) : tell_own(options);
}
