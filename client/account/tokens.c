/* `takeaway tokens` and `takeaway logout`: where one is logged in. */
#include "client/account/name.h"
#include "client/command.h"
#include "client/json.h"
#include "client/json_record.h"
#include "client/record/summary.h"
#include "client/session.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <string.h>

enum task {
    TASK_LIST,
    TASK_REVOKE, /* of one token */
    TASK_REVOKE_OTHERS,
    TASK_LOGOUT,
};

struct tokens {
    struct session *session;
    enum task task;
    int64_t token; /* to be revoked; of LOGOUT the one in use, once it is known */
    bool is_own;   /* it is the one in use */
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

static int64_t own_token(const struct wire_tokens *all)
{
    for (size_t i = 0; i < all->tokens_count; i++) {
        if (all->tokens[i].current)
            return all->tokens[i].token;
    }
    return 0;
}

static void on_listed(void *owner, const void *result, struct text *out)
{
    struct tokens *tokens = owner;
    int64_t own = own_token(result);
    if (tokens->task == TASK_LIST) {
        print_tokens(tokens, result, out);
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
        .name = name,
        .has_to_be_known = true,
    };
    return session_ask_once(&config, WIRE_TOKEN_LIST, NULL, on_listed, &tokens, &tokens.session);
}
