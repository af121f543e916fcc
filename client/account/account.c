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
    struct password password;
};

static void print_done(void *owner, const void *result, struct text *out)
{
    (void)result;
    const struct account *account = owner;
    text_printf(out, "%s '%s' on %s.\n", account->done,
                client_name(session_client(account->session)),
                session_is_private(account->session) ? "your private server"
                                                     : session_address(account->session));
}

/* Before anything is asked for or sent. */
static enum error_code check_way(const struct options *options, struct error *error)
{
    return options->values[OPTION_PLAIN_PASSWORDS]
               ? ERROR_NONE
               : password_check_server(options->values[OPTION_SERVER], error);
}

int register_run(const struct options *options, struct error *error)
{
    const char *name = options->argument_count > 0 ? options->arguments[0] : NULL;
    struct account account = {.done = "The account is made: you are"};
    if (name_check_value("the name", name, error))
        return EXIT_USAGE;
    if (check_way(options, error) ||
        password_read_new("A password for the account", &account.password, error))
        return EXIT_REFUSED;
    struct session_config config = {.server = options->values[OPTION_SERVER], .name = name};
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

int login_run(const struct options *options, struct error *error)
{
    const char *name = options->arguments[0];
    struct account account = {.done = "You are logged in as"};
    if (name_check_value("the name", name, error))
        return EXIT_USAGE;
    if (check_way(options, error) || password_read("Password", &account.password, error))
        return EXIT_REFUSED;
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .name = name,
        .password = account.password.text,
    };
    struct session_events events = {.owner = &account, .ready = on_logged_in};
    int exit_code = session_run(&config, &events, &account.session);
    password_forget(&account.password);
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
    enum error_code failed = check_way(options, error);
    if (!failed)
        failed = password_read("The password so far", &old, error);
    if (!failed)
        failed = password_read_new("The new password", &account.password, error);
    if (failed) {
        password_forget(&old);
        return EXIT_REFUSED;
    }
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
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
