/* `takeaway register`, `takeaway login` and `takeaway passwd`: an account, which is a name with a
 * password. */
#include "client/account/name.h"
#include "client/account/password.h"
#include "client/command.h"
#include "client/session.h"
#include "common/wire/wire.h"

#include <stdio.h>

struct account {
    struct session *session;
    const char *done; /* what to say in the end, before the name */
    struct password old;
    struct password password;
};

static void say_done(struct account *account)
{
    struct client *client = session_client(account->session);
    printf("%s '%s' on %s.\n", account->done, client_name(client),
           session_is_private(account->session) ? "your private server"
                                                : session_address(account->session));
    session_end(account->session, EXIT_OK);
}

/* The server has answered the request. */
static void on_answered(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct account *account = owner;
    if (error)
        session_fail(account->session, error);
    else
        say_done(account);
}

/* Runs the command with the passwords that were read, and forgets them. */
static int run(struct account *account, struct session_config *config,
               const struct session_events *events)
{
    int exit_code = session_run(config, events, &account->session);
    password_forget(&account->old);
    password_forget(&account->password);
    return exit_code;
}

/* Before anything is asked for or sent. */
static enum error_code check_way(const struct options *options, struct error *error)
{
    return options->values[OPTION_PLAIN_PASSWORDS]
               ? ERROR_NONE
               : password_check_server(options->values[OPTION_SERVER], error);
}

static enum error_code check_name(const char *name, struct error *error)
{
    if (name && name_check_given(name, error))
        return options_blame(error, "the name", name);
    return ERROR_NONE;
}

/* --- register --- */

static void begin_registering(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct account *account = owner;
    if (!is_first)
        return;
    struct wire_register request;
    wire_record_clear(&wire_record_register, &request);
    request.password = wire_text(account->password.text);
    client_call(session_client(account->session), WIRE_ACCOUNT_REGISTER, &request, on_answered,
                account);
}

int register_run(const struct options *options)
{
    const char *name = options->argument_count > 0 ? options->arguments[0] : NULL;
    struct account account = {.done = "The account is made: you are"};
    struct error error;
    if (check_name(name, &error))
        return command_refuse("register", &error);
    if (check_way(options, &error) ||
        password_read_new("A password for the account", &account.password, &error))
        return command_fail("register", &error);
    struct session_config config = {.server = options->values[OPTION_SERVER], .name = name};
    struct session_events events = {.owner = &account, .ready = begin_registering};
    return run(&account, &config, &events);
}

/* --- login --- */

static void on_logged_in(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    if (is_first)
        say_done(owner);
}

int login_run(const struct options *options)
{
    const char *name = options->arguments[0];
    struct account account = {.done = "You are logged in as"};
    struct error error;
    if (check_name(name, &error))
        return command_refuse("login", &error);
    if (check_way(options, &error) || password_read("Password", &account.password, &error))
        return command_fail("login", &error);
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .name = name,
        .password = account.password.text,
    };
    struct session_events events = {.owner = &account, .ready = on_logged_in};
    return run(&account, &config, &events);
}

/* --- passwd --- */

static void begin_changing(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct account *account = owner;
    if (!is_first)
        return;
    struct wire_password request;
    wire_record_clear(&wire_record_password, &request);
    request.old = wire_text(account->old.text);
    request.password = wire_text(account->password.text);
    client_call(session_client(account->session), WIRE_ACCOUNT_PASSWORD, &request, on_answered,
                account);
}

int passwd_run(const struct options *options)
{
    const char *name = options->values[OPTION_AS];
    struct account account = {
        .done = "The password is changed, and only here you are still logged in as",
    };
    struct error error;
    if (check_name(name, &error))
        return command_refuse("passwd", &error);
    enum error_code failed = check_way(options, &error);
    if (!failed)
        failed = password_read("The password so far", &account.old, &error);
    if (!failed)
        failed = password_read_new("The new password", &account.password, &error);
    if (failed) {
        password_forget(&account.old);
        return command_fail("passwd", &error);
    }
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .name = name,
        .has_to_be_known = true,
    };
    struct session_events events = {.owner = &account, .ready = begin_changing};
    return run(&account, &config, &events);
}
