/* The person's identity on a server: `takeaway register`, `login`, `passwd` and `account` manage an
 * account, which is a name with a password; `tokens` and `logout` manage the places of login; `key`
 * prints the name of the key that signs records, the person's own or the server's. */
#include "client/cli/command.h"
#include "client/cli/own_name.h"
#include "client/cli/password.h"
#include "client/cli/session.h"
#include "client/cli/state_folder.h"
#include "client/show/json.h"
#include "client/show/summary.h"
#include "common/export/key_file.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <string.h>

/* --- register, login, passwd --- */

struct account {
    struct session *session;
    const char *done; /* printed in front of the name on success */
    struct password password;
};

static void print_done(void *owner, const void *result, struct text *out)
{
    (void)result;
    const struct account *account = owner;
    char server[SERVER_ADDRESS_TEXT_MAX];
    session_print_server(account->session, server);
    text_printf(out, "%s '%s' on %s.\n", account->done,
                client_name(session_client(account->session)),
                session_is_private(account->session) ? "your private server" : server);
}

int register_run(const struct options *options, struct error *error)
{
    const char *name = options->argument_count > 0 ? options->arguments[0] : NULL;
    struct account account = {.done = "The account is made: you are"};
    if (name_check_value("the name", name, error))
        return EXIT_USAGE;
    if (password_read_new("A password for the account", &account.password, error))
        return EXIT_REFUSED;
    struct session_config config = {.server = options->values[OPTION_SERVER],
                                    .server_key = options->values[OPTION_SERVER_KEY],
                                    .name = name};
    struct wire_register request;
    wire_record_clear(&wire_record_register, &request);
    request.password = wire_text(account.password.text);
    int exit_code = session_ask_once(&config, WIRE_ACCOUNT_REGISTER, &request, print_done, &account,
                                     &account.session);
    password_forget(&account.password);
    return exit_code;
}

static void on_logged_in(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct account *account = owner;
    struct text text = {0};
    if (!is_first)
        return;
    print_done(account, NULL, &text);
    command_print(&text);
    session_end(account->session, EXIT_OK);
}

/* Logs in with the account's password, and with the operator's code that sets it; NULL: none. */
static int log_in(const struct options *options, struct account *account, const char *code)
{
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .name = options->arguments[0],
        .password = account->password.text,
        .code = code,
    };
    struct session_events events = {.owner = account, .ready = on_logged_in};
    int exit_code = session_run(&config, &events, &account->session);
    password_forget(&account->password);
    return exit_code;
}

int login_run(const struct options *options, struct error *error)
{
    struct account account = {.done = "You are logged in as"};
    if (name_check_value("the name", options->arguments[0], error))
        return EXIT_USAGE;
    if (password_read("Password", &account.password, error))
        return EXIT_REFUSED;
    return log_in(options, &account, NULL);
}

static int recover_run(const struct options *options, struct error *error)
{
    struct account account = {
        .done = "The password is set, and only here you are logged in, as",
    };
    struct password code = {0};
    if (name_check_value("the name", options->arguments[0], error))
        return EXIT_USAGE;
    enum error_code failed = password_read_code(&code, error);
    if (!failed)
        failed = password_read_new("The new password", &account.password, error);
    int exit_code = failed ? EXIT_REFUSED : log_in(options, &account, code.text);
    password_forget(&code);
    return exit_code;
}

int passwd_run(const struct options *options, struct error *error)
{
    const char *name = options->values[OPTION_AS];
    struct account account = {
        .done = "The password is changed, and only here you are still logged in as",
    };
    struct password old = {0};
    if (name_check_value("the name", name, error))
        return EXIT_USAGE;
    enum error_code failed = password_read("The password so far", &old, error);
    if (!failed)
        failed = password_read_new("The new password", &account.password, error);
    if (failed) {
        password_forget(&old);
        return EXIT_REFUSED;
    }
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .name = name,
        .has_to_be_known = true,
    };
    struct wire_password request;
    wire_record_clear(&wire_record_password, &request);
    request.old = wire_text(old.text);
    request.password = wire_text(account.password.text);
    int exit_code = session_ask_once(&config, WIRE_ACCOUNT_PASSWORD, &request, print_done, &account,
                                     &account.session);
    password_forget(&old);
    password_forget(&account.password);
    return exit_code;
}

static void print_closed(void *owner, const void *result, struct text *out)
{
    const struct account *account = owner;
    print_done(owner, result, out);
    session_forget_token(account->session);
}

static int close_run(const struct options *options, struct error *error)
{
    const char *name = options->arguments[0];
    struct account account = {.done = "The account is closed for good:"};
    if (name_check_value("the name", name, error))
        return EXIT_USAGE;
    if (password_read("The password, to close the account for good", &account.password, error))
        return EXIT_REFUSED;
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .name = name,
        .has_to_be_known = true,
    };
    struct wire_closure request;
    wire_record_clear(&wire_record_closure, &request);
    request.password = wire_text(account.password.text);
    int exit_code = session_ask_once(&config, WIRE_ACCOUNT_CLOSE, &request, print_closed, &account,
                                     &account.session);
    password_forget(&account.password);
    return exit_code;
}

/* --- other players: blocks and reports --- */

static struct session_config known_config(const struct options *options)
{
    return (struct session_config){
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .name = options->values[OPTION_AS],
        .has_to_be_known = true,
    };
}

static void print_words(void *owner, const void *result, struct text *out)
{
    (void)result;
    text_append_string(out, owner);
}

/* block or unblock */
static int block_run(const struct options *options, struct error *error)
{
    bool is_block = strcmp(options->command->name, "account block") == 0;
    struct session_config config = known_config(options);
    struct wire_player_name request = {.player = wire_text(options->arguments[0])};
    struct text done = {0};
    if (name_check_value("the name", options->arguments[0], error) ||
        name_check_value("--as", config.name, error))
        return EXIT_USAGE;
    text_printf(&done,
                is_block ? "You neither read nor meet '%s' any more.\n"
                         : "You may read and meet '%s' again.\n",
                options->arguments[0]);
    int exit_code = session_ask_once(&config, is_block ? WIRE_PLAYER_BLOCK : WIRE_PLAYER_UNBLOCK,
                                     &request, print_words, done.bytes, NULL);
    text_finish(&done);
    return exit_code;
}

static void print_blocks(void *owner, const void *result, struct text *out)
{
    const bool *is_json = owner;
    const struct wire_blocks *blocks = result;
    json_t *json = json_array();
    for (size_t i = 0; i < blocks->players_count; i++) {
        const struct wire_blocked *blocked = &blocks->players[i];
        json_array_append_new(json, json_of_record(&wire_record_blocked, blocked));
        if (*is_json)
            continue;
        text_printf(out, "%.*s, since ", (int)blocked->name.len, blocked->name.bytes);
        summary_print_utc(blocked->since, out);
        text_append_char(out, '\n');
    }
    if (*is_json)
        json_print(json_incref(json), out);
    else if (blocks->players_count == 0)
        text_append_string(out, "You have blocked nobody.\n");
    json_decref(json);
}

static int blocks_run(const struct options *options, struct error *error)
{
    struct session_config config = known_config(options);
    bool is_json = options->values[OPTION_JSON] != NULL;
    if (name_check_value("--as", config.name, error))
        return EXIT_USAGE;
    return session_ask_once(&config, WIRE_PLAYER_BLOCKS, NULL, print_blocks, &is_json, NULL);
}

static int report_run(const struct options *options, struct error *error)
{
    struct session_config config = known_config(options);
    struct wire_player_report request;
    if (name_check_value("the name", options->arguments[0], error) ||
        name_check_value("--as", config.name, error))
        return EXIT_USAGE;
    wire_record_clear(&wire_record_player_report, &request);
    request.player = wire_text(options->arguments[0]);
    request.words = wire_text(options->arguments[1]);
    if (request.words.len == 0 || request.words.len > WIRE_REPORT_MAX) {
        error_set(error, ERROR_USAGE, "the report has %zu bytes: 1 to %d were expected",
                  request.words.len, WIRE_REPORT_MAX);
        return EXIT_USAGE;
    }
    char done[] = "The operator has your report.\n";
    return session_ask_once(&config, WIRE_PLAYER_REPORT, &request, print_words, done, NULL);
}

/* --- tokens, logout --- */

enum task {
    TASK_LIST,
    TASK_REVOKE, /* revoke one token */
    TASK_REVOKE_OTHERS,
    TASK_LOGOUT,
};

struct tokens {
    struct session *session;
    enum task task;
    int64_t token; /* to revoke; LOGOUT sets it to the current one */
    bool is_own;   /* it is the current one */
    bool json;
};

static void print_token(const struct wire_token *token, struct text *out)
{
    text_printf(out, "%" PRId64 "  %.*s, since ", token->token, (int)token->client.len,
                token->client.bytes);
    summary_print_utc(token->created, out);
    text_append_string(out, ", ends ");
    summary_print_utc(token->expires, out);
    text_append_string(out, token->current ? ", the one that is kept here\n" : "\n");
}

static void print_tokens(const struct tokens *tokens, const struct wire_tokens *all,
                         struct text *out)
{
    json_t *json = json_array();
    for (size_t i = 0; i < all->tokens_count; i++) {
        if (tokens->json)
            json_array_append_new(json, json_of_record(&wire_record_token, &all->tokens[i]));
        else
            print_token(&all->tokens[i], out);
    }
    if (tokens->json)
        json_print(json_incref(json), out);
    json_decref(json);
}

static void print_revoked(void *owner, const void *result, struct text *out)
{
    (void)result;
    struct tokens *tokens = owner;
    if (tokens->is_own)
        session_forget_token(tokens->session);
    text_append_string(out, tokens->json                         ? "{}\n"
                            : tokens->is_own                     ? "You are logged out.\n"
                            : tokens->task == TASK_REVOKE_OTHERS ? "You are logged in here alone.\n"
                                                                 : "That token is no more.\n");
}

static void on_listed(void *owner, const void *result, struct text *out)
{
    struct tokens *tokens = owner;
    const struct wire_tokens *all = result;
    int64_t own = 0; /* the token in use; 0: none */
    for (size_t i = 0; i < all->tokens_count; i++) {
        if (all->tokens[i].current)
            own = all->tokens[i].token;
    }
    if (tokens->task == TASK_LIST) {
        print_tokens(tokens, all, out);
        return;
    }
    if (tokens->task == TASK_LOGOUT)
        tokens->token = own;
    tokens->is_own = own > 0 && tokens->token == own;
    if (tokens->is_own && !session_is_account(tokens->session)) {
        struct error error;
        error_set(&error, ERROR_NO_ACCOUNT,
                  "you are a guest: nobody could come back as you. `takeaway register` makes an "
                  "account of you");
        session_fail(tokens->session, &error);
        return;
    }
    struct wire_token_choice choice;
    wire_record_clear(&wire_record_token_choice, &choice);
    choice.token = tokens->task == TASK_REVOKE_OTHERS ? WIRE_ABSENT : tokens->token;
    session_ask(tokens->session, WIRE_TOKEN_REVOKE, &choice, print_revoked, tokens);
}

static enum error_code parse_task(const struct options *options, struct tokens *tokens,
                                  struct error *error)
{
    bool others = options->values[OPTION_OTHERS] != NULL;
    int count = options->argument_count;
    if (strcmp(options->command->name, "logout") == 0)
        tokens->task = TASK_LOGOUT;
    if (count > 0 && strcmp(options->arguments[0], "revoke") != 0)
        return error_set(error, ERROR_USAGE, "'%.40s' is not understood, but revoke is",
                         options->arguments[0]);
    if (count == 0 && others)
        return error_set(error, ERROR_USAGE,
                         "--others goes with revoke: `takeaway tokens revoke --others`");
    if (count == 0)
        return ERROR_NONE;
    if (others == (count == 2))
        return error_set(error, ERROR_USAGE, "revoke takes a token's number, or --others");
    tokens->task = others ? TASK_REVOKE_OTHERS : TASK_REVOKE;
    return others ? ERROR_NONE
                  : options_number(options->arguments[1], "a token", WIRE_INT_MAX, &tokens->token,
                                   error);
}

int tokens_run(const struct options *options, struct error *error)
{
    struct tokens tokens = {.json = options->values[OPTION_JSON] != NULL};
    const char *name = options->values[OPTION_AS];
    if (parse_task(options, &tokens, error) || name_check_value("--as", name, error))
        return EXIT_USAGE;
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .name = name,
        .has_to_be_known = true,
    };
    return session_ask_once(&config, WIRE_TOKEN_LIST, NULL, on_listed, &tokens, &tokens.session);
}

/* --- key --- */

static void print_key(void *owner, const void *result, struct text *out)
{
    (void)owner;
    const struct wire_signing_key *answer = result;
    text_printf(out, "%.*s\n", (int)answer->key.len, answer->key.bytes);
}

/* Prints the key of this person's private servers. */
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

/* --- the parts of `takeaway account` --- */

const struct cli_command account_commands[] = {
    {COMMAND("account recover", "NAME", OPTIONS_OF_SERVER, recover_run,
             "set a new password with a one-time code of the operator",
             "Ask the server's operator for the code when the password is lost. The code and the\n"
             "new password are asked for at the terminal, or read from standard input, a line for\n"
             "each. The code is good for a day and for one use; the old password ends, and so do\n"
             "all logins.\n")},
    {COMMAND(
        "account close", "NAME", OPTIONS_OF_SERVER, close_run,
        "close your account of this name, for good",
        "The password is asked for at the terminal, or read from standard input. Unfinished\n"
        "matches are resigned, or aborted where not both have moved; you withdraw from\n"
        "tournaments; logins, the password and ratings are deleted. Your matches stay, under\n"
        "the name closed-N, and nobody else can have your name. Signed records of tournaments\n"
        "keep it. An account that directs a tournament is closed when that is over.\n")},
    {COMMAND("account block", "NAME", OPTIONS_OF_SERVER | OPTION_BIT(AS), block_run,
             "keep a player from you, for good",
             "You read nothing that this player says, and the two of you meet in no match:\n"
             "challenges, seeks, rematches and invitations of one are not for the other.\n"
             "Tournaments pair you all the same. The player is not told.\n")},
    {COMMAND("account unblock", "NAME", OPTIONS_OF_SERVER | OPTION_BIT(AS), block_run,
             "let a player whom you have blocked come to you again", NULL)},
    {COMMAND("account blocks", NULL, OPTIONS_OF_SERVER | OPTION_BIT(AS) | OPTION_BIT(JSON),
             blocks_run, "list whom you have blocked",
             "JSON: a list with player (its number), name and since of each.\n")},
    {COMMAND("account report", "NAME TEXT", OPTIONS_OF_SERVER | OPTION_BIT(AS), report_run,
             "tell the operator about a player",
             "The operator reads TEXT, one line, with what was said in your last match with this\n"
             "player. During a match `report TEXT` does the same. Nobody else sees it.\n")},
    {0},
};
