/* Who gets in, and who does not: accounts, passwords, tokens, over real sockets. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

STAGE(accounts);

#define PASSWORD "correct horse battery"
#define ANOTHER "staple, no horse at all"

/* --- accounts --- */

Test(accounts, a_guest_who_registers_stays_the_same_player_and_keeps_the_name)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "Anna");
    cr_assert_not(peer_welcome(anna)->account);
    cr_assert_eq(account_register(anna, PASSWORD), ERROR_NONE);
    peer_close(anna);
    struct peer *again = peer_log_in(&server, "anna", PASSWORD);
    cr_assert(peer_welcome(again)->account);
    cr_assert_eq(peer_welcome(again)->player, peer_welcome(anna)->player);
    cr_assert(wire_text_equal(peer_welcome(again)->name, "Anna"));
    peer_close(again);
    cr_assert_eq(hello_try(&server, "ANNA", NULL), ERROR_NAME_TAKEN);
}

/* A guest beside the account `zoe` with one of these anywhere in the name cannot be told from it.
 */
Test(accounts, nobody_comes_in_under_a_name_that_looks_like_an_accounts)
{
    static const char *const unseen[] = {"\u034f", "\ufe0f", "\u180b", "\u17b4", "\U000e0100",
                                         "\u3164", "\u115f", "\u1160", "\uffa0"};
    struct server server = server_start();
    peer_close(account_open(&server, "zoe", PASSWORD));
    for (int start = 0; start < 2; start++) {
        for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
            for (int at = 0; at < 3; at++) {
                const char zoe[] = "zoe";
                char name[16];
                snprintf(name, sizeof name, "%.*s%s%s", at + 1, zoe, unseen[i], zoe + at + 1);
                cr_assert_eq(hello_try(&server, name, NULL), ERROR_BAD_NAME, "'%s'", name);
            }
            cr_assert_eq(hello_try(&server, unseen[i], NULL), ERROR_BAD_NAME);
        }
        cr_assert_eq(hello_try(&server, "z\u043ee", NULL), ERROR_BAD_NAME); /* Cyrillic o */
        cr_assert_eq(hello_try(&server, "z0e", NULL), ERROR_NAME_TAKEN);
        cr_assert_eq(hello_try(&server, "Z0E", NULL), ERROR_NAME_TAKEN);
        cr_assert_eq(hello_try(&server, "zoe", PASSWORD), ERROR_NONE);
        cr_assert_eq(hello_try(&server, "joe", NULL), ERROR_NONE);
        server_kill(&server);
        server_start_again(&server);
    }
}

Test(accounts, a_login_takes_the_seats_over_and_the_first_connection_is_told)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    cr_assert_eq(account_register(table.first, PASSWORD), ERROR_NONE);
    struct peer *elsewhere = peer_log_in(&server, "anna", PASSWORD);
    cr_assert_eq(peer_welcome(elsewhere)->matches_count, 1);
    cr_assert_eq(peer_welcome(elsewhere)->matches[0], table.match);
    peer_event(table.first, WIRE_EVENT_SESSION_REPLACED);
    peer_expect_end(table.first);
    match_move(elsewhere, table.match, 1, "3+5>3+3");
}

Test(accounts, only_a_guest_registers_and_a_repeated_request_does_nothing)
{
    struct server server = server_start();
    struct peer *anna = peer_join(&server, "anna");
    struct wire_register wish = {.password = wire_text(PASSWORD), .key = wire_text("a")};
    peer_call(anna, WIRE_ACCOUNT_REGISTER, &wish);
    peer_call(anna, WIRE_ACCOUNT_REGISTER, &wish);
    cr_assert_eq(account_register(anna, ANOTHER), ERROR_HAS_ACCOUNT);
    cr_assert_eq(hello_try(&server, "anna", PASSWORD), ERROR_NONE);
}

Test(accounts, outlive_the_server_however_it_ends)
{
    struct server server = server_start();
    struct peer *anna = account_open(&server, "anna", PASSWORD);
    server_kill(&server);
    server_start_again(&server);
    cr_assert_eq(hello_try(&server, "anna", PASSWORD), ERROR_NONE);
    server_stop(&server);
    server_start_again(&server);
    cr_assert_eq(peer_welcome(peer_log_in(&server, "anna", PASSWORD))->player,
                 peer_welcome(anna)->player);
    cr_assert_eq(hello_try(&server, "anna", NULL), ERROR_NAME_TAKEN);
}

/* --- tokens --- */

Test(accounts, tokens_outlive_the_server_however_it_ends)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    struct peer *elsewhere = account_open(&server, "cleo", PASSWORD);
    server_kill(&server);
    server_start_again(&server);
    table_come_back(&table, &server);
    cr_assert_eq(peer_welcome(table.first)->matches_count, 1);
    server_stop(&server);
    server_start_again(&server);
    table_come_back(&table, &server);
    table_move(&table, 1, "5>3");
    cr_assert(peer_welcome(peer_come_back(&server, elsewhere))->account);
}

Test(accounts, each_login_has_a_token_of_its_own_that_can_be_revoked)
{
    struct server server = server_start();
    struct peer *first = account_open(&server, "anna", PASSWORD);
    struct peer *second = peer_log_in(&server, "anna", PASSWORD);
    const struct wire_tokens *tokens = token_list(second);
    cr_assert_eq(tokens->tokens_count, 2);
    cr_assert(tokens->tokens[0].current, "the latest first");
    cr_assert_not(tokens->tokens[1].current);
    cr_assert(wire_text_equal(tokens->tokens[0].client, "test"));
    cr_assert_eq(tokens->tokens[0].expires, peer_welcome(second)->token_expires);
    cr_assert_eq(token_revoke(second, tokens->tokens[1].token), ERROR_NONE);
    cr_assert_eq(hello_try_token(&server, peer_welcome(first)->token), ERROR_BAD_TOKEN);
    cr_assert_eq(token_list(second)->tokens_count, 1);
    cr_assert_eq(hello_try_token(&server, peer_welcome(second)->token), ERROR_NONE);
}

Test(accounts, a_revoked_token_stays_revoked_when_the_server_is_killed)
{
    struct server server = server_start();
    struct peer *first = account_open(&server, "anna", PASSWORD);
    struct peer *second = peer_log_in(&server, "anna", PASSWORD);
    cr_assert_eq(token_revoke(second, 0), ERROR_NONE);
    server_kill(&server);
    server_start_again(&server);
    cr_assert_eq(hello_try_token(&server, peer_welcome(first)->token), ERROR_BAD_TOKEN);
    cr_assert_eq(hello_try_token(&server, peer_welcome(second)->token), ERROR_NONE);
}

Test(accounts, who_revokes_the_token_in_use_is_answered_told_and_out)
{
    struct server server = server_start();
    struct peer *anna = account_open(&server, "anna", PASSWORD);
    cr_assert_eq(token_revoke(anna, token_list(anna)->tokens[0].token), ERROR_NONE);
    const struct wire_reason *told = peer_event(anna, WIRE_EVENT_SESSION_KICKED);
    cr_assert(wire_text_equal(told->reason, "this token was revoked"));
    peer_expect_end(anna);
    cr_assert_eq(hello_try_token(&server, peer_welcome(anna)->token), ERROR_BAD_TOKEN);
    cr_assert_eq(hello_try(&server, "anna", PASSWORD), ERROR_NONE);
}

Test(accounts, tokens_run_out)
{
    static const char *const options[] = {"--token-time", "0.001", NULL};
    struct server server = server_start_with(options);
    struct peer *anna = peer_join(&server, "anna");
    /* Each log-in makes the token last anew, so a fast machine would never see its end. */
    do
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    while (hello_try_token(&server, peer_welcome(anna)->token) == ERROR_NONE);
    cr_assert_eq(hello_try_token(&server, peer_welcome(anna)->token), ERROR_BAD_TOKEN);
}

/* --- passwords --- */

Test(accounts, a_new_password_ends_the_old_one_and_all_other_tokens)
{
    struct server server = server_start();
    struct peer *first = account_open(&server, "anna", PASSWORD);
    struct peer *second = peer_log_in(&server, "anna", PASSWORD);
    cr_assert_eq(account_password(second, PASSWORD, ANOTHER), ERROR_NONE);
    server_kill(&server);
    server_start_again(&server);
    cr_assert_eq(hello_try(&server, "anna", PASSWORD), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(hello_try_token(&server, peer_welcome(first)->token), ERROR_BAD_TOKEN);
    cr_assert_eq(hello_try_token(&server, peer_welcome(second)->token), ERROR_NONE);
    cr_assert_eq(hello_try(&server, "anna", ANOTHER), ERROR_NONE);
}

Test(accounts, a_password_is_changed_by_who_knows_it_and_has_one)
{
    struct server server = server_start();
    struct peer *anna = account_open(&server, "anna", PASSWORD);
    struct peer *ben = peer_join(&server, "ben");
    cr_assert_eq(account_password(anna, ANOTHER, ANOTHER), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(account_password(ben, PASSWORD, ANOTHER), ERROR_NO_ACCOUNT);
    cr_assert_eq(hello_try(&server, "anna", PASSWORD), ERROR_NONE);
}

Test(accounts, a_repeated_change_of_password_is_one_change)
{
    struct server server = server_start();
    struct peer *anna = account_open(&server, "anna", PASSWORD);
    struct wire_password wish = {
        .old = wire_text(PASSWORD),
        .password = wire_text(ANOTHER),
        .key = wire_text("a"),
    };
    peer_call(anna, WIRE_ACCOUNT_PASSWORD, &wish);
    peer_call(anna, WIRE_ACCOUNT_PASSWORD, &wish);
    cr_assert_eq(hello_try(&server, "anna", ANOTHER), ERROR_NONE);
}

Test(accounts, a_password_has_a_length_and_no_other_rule)
{
    struct server server = server_start();
    char longest[WIRE_PASSWORD_MAX + 2];
    struct peer *anna = peer_join(&server, "anna");
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    cr_assert_eq(account_register(anna, "7 bytes"), ERROR_BAD_ARGUMENTS);
    cr_assert_eq(account_register(anna, longest), ERROR_BAD_ARGUMENTS);
    longest[WIRE_PASSWORD_MAX] = '\0';
    cr_assert_eq(account_register(anna, longest), ERROR_NONE);
    cr_assert_eq(hello_try(&server, "anna", longest), ERROR_NONE);
    account_open(&server, "ben", "\t\n\"\xE2\x82\xAC\\  ");
    cr_assert_eq(hello_try(&server, "ben", "\t\n\"\xE2\x82\xAC\\  "), ERROR_NONE);
}

Test(accounts, a_password_goes_with_a_name_and_without_a_token)
{
    struct server server = server_start();
    struct peer *anna = account_open(&server, "anna", PASSWORD);
    struct wire_hello hello = {
        .protocol = WIRE_PROTOCOL,
        .client = wire_text("test"),
        .password = wire_text(PASSWORD),
    };
    cr_assert_eq(peer_refusal(peer_connect(&server), WIRE_SESSION_HELLO, &hello),
                 ERROR_BAD_ARGUMENTS);
    hello.name = wire_text("anna");
    hello.token = peer_welcome(anna)->token;
    cr_assert_eq(peer_refusal(peer_connect(&server), WIRE_SESSION_HELLO, &hello),
                 ERROR_BAD_ARGUMENTS);
}

/* --- one-time codes --- */

static char control[FOLDER_PATH_MAX];

static struct server start_with_control(const char *option, const char *value)
{
    static const char *options[] = {"--control", control, NULL, NULL, NULL};
    options[2] = option;
    options[3] = value;
    folder_path("control", control);
    return server_start_with(options);
}

static enum error_code try_code(const struct server *server, const char *name,
                                struct wire_text code, const char *password)
{
    struct peer *peer = peer_connect(server);
    return peer_answer(peer, hello_ask_code(peer, name, code, password)).code;
}

Test(accounts, a_code_of_the_operator_sets_a_new_password_once_and_ends_all_else)
{
    struct server server = start_with_control(NULL, NULL);
    struct table table = table_open(&server, "Anna", "ben", "nim", "3+5");
    cr_assert_eq(account_register(table.first, PASSWORD), ERROR_NONE);
    struct wire_text code = operator_reset_password(peer_connect_operator(control), "anna")->code;
    cr_assert_eq(code.len, 23, "%.*s", (int)code.len, code.bytes);
    server_kill(&server);
    server_start_again(&server);

    cr_assert_eq(try_code(&server, "anna", wire_text("00000-00000-00000-00000"), ANOTHER),
                 ERROR_BAD_CREDENTIALS);
    cr_assert_eq(try_code(&server, "ben", code, ANOTHER), ERROR_BAD_CREDENTIALS);
    struct peer *thief = peer_log_in(&server, "anna", PASSWORD);
    struct peer *owner = peer_connect(&server);
    char typed[32];
    snprintf(typed, sizeof typed, " %.5s%.17s", code.bytes, code.bytes + 6); /* as people do */
    typed[1] = typed[1] >= 'a' ? (char)(typed[1] - 'a' + 'A') : typed[1];
    const struct answer answer =
        peer_answer(owner, hello_ask_code(owner, "ANNA", wire_text(typed), ANOTHER));
    cr_assert_eq(answer.code, ERROR_NONE, "%s", answer.message);
    const struct wire_welcome *welcome = answer.result;
    cr_assert_eq(welcome->matches_count, 1);
    peer_event(thief, WIRE_EVENT_SESSION_REPLACED);
    peer_expect_end(thief);

    server_kill(&server);
    server_start_again(&server);
    cr_assert_eq(hello_try_token(&server, peer_welcome(thief)->token), ERROR_BAD_TOKEN);
    cr_assert_eq(hello_try_token(&server, peer_welcome(table.first)->token), ERROR_BAD_TOKEN);
    cr_assert_eq(hello_try(&server, "anna", PASSWORD), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(try_code(&server, "anna", code, PASSWORD), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(try_code(&server, "anna", code, ANOTHER), ERROR_NONE, "as after a lost answer");
    cr_assert_eq(hello_try_token(&server, welcome->token), ERROR_NONE);
    cr_assert_eq(hello_try(&server, "anna", ANOTHER), ERROR_NONE);
}

Test(accounts, there_is_one_code_for_an_account_and_none_for_a_guest)
{
    struct server server = start_with_control(NULL, NULL);
    account_open(&server, "anna", PASSWORD);
    peer_join(&server, "ben");
    struct peer *admin = peer_connect_operator(control);
    struct wire_text first = operator_reset_password(admin, "anna")->code;
    struct wire_text second = operator_reset_password(admin, "anna")->code;
    cr_assert_eq(try_code(&server, "anna", first, ANOTHER), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(try_code(&server, "anna", second, ANOTHER), ERROR_NONE);
    struct wire_account_name wish = {.player = wire_text("ben")};
    cr_assert_eq(peer_refusal(admin, WIRE_OPERATOR_RESET_PASSWORD, &wish), ERROR_NO_ACCOUNT);
    wish.player = wire_text("nobody");
    cr_assert_eq(peer_refusal(admin, WIRE_OPERATOR_RESET_PASSWORD, &wish), ERROR_NO_ACCOUNT);
}

Test(accounts, guesses_at_a_code_are_limited_as_those_at_a_password)
{
    struct server server = start_with_control(NULL, NULL);
    account_open(&server, "anna", PASSWORD);
    struct wire_text code = operator_reset_password(peer_connect_operator(control), "anna")->code;
    for (int i = 0; i < 6; i++)
        cr_assert_eq(try_code(&server, "anna", wire_text("guess"), ANOTHER), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(try_code(&server, "anna", code, ANOTHER), ERROR_TOO_MANY_ATTEMPTS);
}

/* --- what refusals tell, and how often --- */

enum { REFUSALS = 15 };

/* How long the server works for so many refusals, in ms, and what they say. The time on the wall
 * would be that of other programs, too. */
static long work_for_refusals(const struct server *server, const char *name,
                              struct answer *ret_answer)
{
    long before_ms = process_cpu_ms(server->process);
    for (int i = 0; i < REFUSALS; i++) {
        struct peer *peer = peer_connect(server);
        *ret_answer = peer_answer(peer, hello_ask(peer, name, ANOTHER));
    }
    return process_cpu_ms(server->process) - before_ms;
}

Test(accounts, a_wrong_name_and_a_wrong_password_are_refused_in_the_same_words_and_time)
{
    static const char *const options[] = {"--logins-per-minute", "1000", NULL};
    server_alone("The work of one process is measured.");
    struct server server = server_start_with(options);
    struct answer wrong_name, wrong_password;
    account_open(&server, "anna", PASSWORD);
    long one_ms = work_for_refusals(&server, "nobody", &wrong_name);
    long other_ms = work_for_refusals(&server, "anna", &wrong_password);
    cr_assert_eq(wrong_name.code, ERROR_BAD_CREDENTIALS);
    cr_assert_eq(wrong_password.code, ERROR_BAD_CREDENTIALS);
    cr_assert_str_eq(wrong_name.message, wrong_password.message);
    cr_assert_null(wrong_name.stale);
    cr_assert_null(wrong_password.stale);
    cr_assert(one_ms < 2 * other_ms && other_ms < 2 * one_ms, "%ld ms and %ld ms", one_ms,
              other_ms);
}

static enum error_code try_from(const struct server *server, const char *source, const char *name,
                                const char *password)
{
    struct peer *peer = peer_connect_from(server, source);
    struct answer answer = peer_answer(peer, hello_ask(peer, name, password));
    if (answer.code == ERROR_TOO_MANY_ATTEMPTS)
        cr_assert_not_null(strstr(answer.message, "try again in "), "%s", answer.message);
    return answer.code;
}

Test(accounts, right_passwords_that_come_all_at_once_are_not_called_wrong)
{
    enum { PEERS = 10 };
    static const char *const options[] = {"--logins-per-minute", "2", NULL};
    struct server server = server_start_with(options);
    struct peer *peers[PEERS];
    uint32_t requests[PEERS];
    int refused = 0;
    account_open(&server, "anna", PASSWORD);
    for (int i = 0; i < PEERS; i++)
        peers[i] = peer_connect(&server);
    for (int i = 0; i < PEERS; i++)
        requests[i] = hello_ask(peers[i], "anna", PASSWORD);
    for (int i = 0; i < PEERS; i++) {
        struct answer answer = peer_answer(peers[i], requests[i]);
        if (answer.code != ERROR_TOO_MANY_ATTEMPTS)
            continue;
        refused++;
        cr_assert_not_null(strstr(answer.message, "too many attempts to log in at once or with a "
                                                  "wrong password: try again in "),
                           "%s", answer.message);
    }
    cr_assert_gt(refused, 0);
    cr_assert_eq(hello_try(&server, "anna", PASSWORD), ERROR_NONE);
}

Test(accounts, the_log_names_the_account_and_the_address_of_those_who_guess)
{
    static const char *const options[] = {"--logins-per-minute", "1", NULL};
    server_alone("The log of one process is read.");
    struct server server = server_start_with(options);
    account_open(&server, "anna", PASSWORD);
    cr_assert_eq(hello_try(&server, "Anna", ANOTHER), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(hello_try(&server, "Anna", ANOTHER), ERROR_TOO_MANY_ATTEMPTS);
    const char *log = process_errors(server.process);
    cr_assert_not_null(
        strstr(log, " warn wrong-password session=2 address=127.0.0.1 account=anna\n"), "%s", log);
    cr_assert_not_null(strstr(log, " warn attempts session=3 address=127.0.0.1 account=anna\n"),
                       "%s", log);
}

/* They all have the same address. */
Test(accounts, nobody_who_comes_through_a_tunnel_is_held_up_by_the_guesses_of_another)
{
    struct server server = server_start();
    char name[16];
    account_open(&server, "anna", PASSWORD);
    for (int i = 0; i < 12; i++) {
        snprintf(name, sizeof name, "nobody-%d", i);
        cr_assert_eq(hello_try(&server, name, ANOTHER), ERROR_BAD_CREDENTIALS);
    }
    cr_assert_eq(hello_try(&server, "anna", PASSWORD), ERROR_NONE);
}

Test(accounts, a_name_has_so_many_attempts_from_all_addresses_whether_it_is_an_accounts_or_not)
{
    struct server server = server_start();
    struct peer *anna = account_open(&server, "anna", PASSWORD);
    static const char *const names[] = {"Anna", "nobody"};
    for (int name = 0; name < 2; name++) {
        char source[16];
        for (int i = 0; i < 6; i++) {
            snprintf(source, sizeof source, "127.0.1.%d", 10 * name + i + 1);
            cr_assert_eq(try_from(&server, source, names[name], ANOTHER), ERROR_BAD_CREDENTIALS);
        }
        cr_assert_eq(try_from(&server, "127.0.2.1", names[name], PASSWORD),
                     ERROR_TOO_MANY_ATTEMPTS);
    }
    cr_assert_eq(hello_try_token(&server, peer_welcome(anna)->token), ERROR_NONE,
                 "tokens are not limited");
}

static void use_up_attempts(const struct server *server, const char *name)
{
    enum error_code code;
    while ((code = hello_try(server, name, ANOTHER)) == ERROR_BAD_CREDENTIALS)
        ;
    cr_assert_eq(code, ERROR_TOO_MANY_ATTEMPTS);
}

/* All come through one tunnel. */
Test(accounts, the_owner_logs_in_with_a_little_work_while_strangers_try)
{
    struct server server = server_start();
    account_open(&server, "anna", PASSWORD);
    use_up_attempts(&server, "anna");
    struct peer *owner = peer_connect(&server);
    struct answer refusal = peer_answer(owner, hello_ask(owner, "anna", PASSWORD));
    cr_assert_eq(refusal.code, ERROR_TOO_MANY_ATTEMPTS);
    struct peer *stranger = peer_connect(&server);
    struct answer other = peer_answer(stranger, hello_ask(stranger, "anna", ANOTHER));
    other.challenge++; /* work for another challenge is none */
    other = peer_answer(stranger, hello_ask_working(stranger, "anna", ANOTHER, &other));
    cr_assert_eq(other.code, ERROR_TOO_MANY_ATTEMPTS);
    struct answer answer = peer_answer(owner, hello_ask_working(owner, "anna", PASSWORD, &refusal));
    cr_assert_eq(answer.code, ERROR_NONE, "%s", answer.message);
    other = peer_answer(stranger, hello_ask_working(stranger, "anna", ANOTHER, &other));
    cr_assert_eq(other.code, ERROR_BAD_CREDENTIALS);
    struct answer next = peer_answer(stranger, hello_ask(stranger, "anna", ANOTHER));
    cr_assert_neq(next.challenge, other.challenge, "a proof is good for one attempt");
    cr_assert_gt(next.work, refusal.work, "each guess makes the next one dearer");
}

Test(accounts, names_without_an_account_ask_for_the_same_work)
{
    struct server server = server_start();
    account_open(&server, "anna", PASSWORD);
    use_up_attempts(&server, "anna");
    use_up_attempts(&server, "nobody");
    struct peer *peer = peer_connect(&server);
    struct answer anna = peer_answer(peer, hello_ask(peer, "anna", PASSWORD));
    struct answer nobody = peer_answer(peer, hello_ask(peer, "nobody", PASSWORD));
    cr_assert_eq(anna.code, nobody.code);
    cr_assert_eq(anna.work, nobody.work);
}

/* Of strangers who stay connected, each failed already, as many as may wait; and one who has not.
 */
Test(accounts, a_full_queue_lets_the_one_in_who_works)
{
    static const char *const options[] = {"--passwords-waiting", "1", "--logins-per-minute", "1000",
                                          NULL};
    enum { PEERS = 8 };
    struct server server = server_start_with(options);
    struct peer *peers[PEERS];
    uint32_t requests[PEERS];
    struct answer refusal = {0};
    account_open(&server, "anna", PASSWORD);
    struct peer *owner = peer_connect(&server);
    for (int i = 0; i < PEERS; i++)
        peers[i] = peer_connect(&server);
    while (refusal.code != ERROR_LIMIT_REACHED) {
        for (int i = 0; i < PEERS; i++)
            requests[i] = hello_ask(peers[i], "nobody", ANOTHER);
        refusal = peer_answer(owner, hello_ask(owner, "anna", ANOTHER));
        for (int i = 0; i < PEERS; i++)
            peer_answer(peers[i], requests[i]);
    }
    cr_assert_gt(refusal.wait_ms, 0);
    cr_assert_eq(peer_answer(owner, hello_ask_working(owner, "anna", PASSWORD, &refusal)).code,
                 ERROR_NONE);
}

Test(accounts, who_knows_the_password_may_log_in_as_often_as_they_like)
{
    struct server server = server_start();
    account_open(&server, "anna", PASSWORD);
    for (int i = 0; i < 20; i++)
        cr_assert_eq(hello_try(&server, "anna", PASSWORD), ERROR_NONE);
}

Test(accounts, guesses_at_the_old_password_are_limited_too)
{
    struct server server = server_start();
    struct peer *anna = account_open(&server, "anna", PASSWORD);
    for (int i = 0; i < 6; i++)
        cr_assert_eq(account_password(anna, ANOTHER, ANOTHER), ERROR_BAD_CREDENTIALS);
    cr_assert_eq(account_password(anna, PASSWORD, ANOTHER), ERROR_TOO_MANY_ATTEMPTS);
}

Test(accounts, one_password_of_a_connection_is_worked_on_at_a_time)
{
    struct server server = server_start();
    account_open(&server, "anna", PASSWORD);
    struct peer *peer = peer_connect(&server);
    uint32_t first = hello_ask(peer, "anna", PASSWORD);
    uint32_t second = hello_ask(peer, "anna", PASSWORD);
    cr_assert_eq(peer_answer(peer, second).code, ERROR_HELLO_TWICE);
    cr_assert_eq(peer_answer(peer, first).code, ERROR_NONE);
    struct peer *ben = peer_join(&server, "ben");
    struct wire_register wish = {.password = wire_text(PASSWORD), .key = wire_text("a")};
    first = peer_ask_often(ben, WIRE_ACCOUNT_REGISTER, &wish, 2);
    cr_assert_eq(peer_answer(ben, first + 1).code, ERROR_LIMIT_REACHED);
    cr_assert_eq(peer_answer(ben, first).code, ERROR_NONE);
}

Test(accounts, so_many_passwords_wait_and_the_next_is_refused_at_once)
{
    static const char *const options[] = {"--passwords-waiting", "1", "--logins-per-minute", "1000",
                                          NULL};
    struct server server = server_start_with(options);
    enum { PEERS = 16 };
    struct peer *peers[PEERS];
    uint32_t requests[PEERS];
    int refused = 0;
    for (int i = 0; i < PEERS; i++)
        peers[i] = peer_connect(&server);
    for (int i = 0; i < PEERS; i++)
        requests[i] = hello_ask(peers[i], "nobody", PASSWORD);
    for (int i = 0; i < PEERS; i++) {
        enum error_code code = peer_answer(peers[i], requests[i]).code;
        cr_assert(code == ERROR_BAD_CREDENTIALS || code == ERROR_LIMIT_REACHED);
        refused += code == ERROR_LIMIT_REACHED;
    }
    cr_assert_gt(refused, 0);
    cr_assert_lt(refused, PEERS);
    cr_assert_eq(hello_try(&server, "nobody", PASSWORD), ERROR_BAD_CREDENTIALS);
}

Test(accounts, who_hangs_up_during_a_login_leaves_nothing_behind)
{
    static const char *const options[] = {"--passwords-waiting", "4", "--logins-per-minute", "1000",
                                          NULL};
    struct server server = server_start_with(options);
    account_open(&server, "anna", PASSWORD);
    for (int i = 0; i < 40; i++) {
        struct peer *peer = peer_connect(&server);
        hello_ask(peer, "anna", i % 2 ? PASSWORD : ANOTHER);
        peer_close(peer);
    }
    /* On a busy machine this takes more tries than one address may have connections. */
    enum error_code code;
    do {
        struct peer *peer = peer_connect(&server);
        code = peer_answer(peer, hello_ask(peer, "anna", PASSWORD)).code;
        peer_close(peer);
    } while (code == ERROR_LIMIT_REACHED);
    cr_assert_eq(code, ERROR_NONE);
    server_stop(&server);
}

Test(accounts, the_server_stops_in_time_with_logins_waiting)
{
    static const char *const options[] = {"--logins-per-minute", "1000", NULL};
    struct server server = server_start_with(options);
    struct peer *witness = peer_join(&server, "anna");
    for (int i = 0; i < 40; i++)
        hello_ask(peer_connect(&server), "nobody", PASSWORD);
    peer_call(witness, WIRE_SESSION_PING, NULL);
    server_stop(&server);
}

/* --- secrets in memory --- */

Test(accounts, no_token_stays_in_the_memory_of_an_idle_server)
{
    enum { PEERS = 32 };
    struct server server = server_start();
    struct wire_text tokens[PEERS];
    struct peer *peers[PEERS];
    char name[16];
    for (int i = 0; i < PEERS; i++) {
        snprintf(name, sizeof name, "guest-%d", i);
        peers[i] = peer_connect(&server);
        /* The answers share a queue that grows. */
        uint32_t hello = hello_ask(peers[i], name, NULL);
        for (int k = 0; k < i; k++)
            peer_ask(peers[i], WIRE_SERVER_STATS, NULL);
        const struct wire_welcome *welcome = peer_answer(peers[i], hello).result;
        tokens[i] = welcome->token;
        peer_call(peers[i], WIRE_SESSION_PING, NULL);
    }
    /* The tests' own copies live on in their peers. */
    struct text memory = process_memory(server.process);
    cr_assert_not_null(memmem(memory.bytes, memory.len, "takeaway", 8));
    int found = 0;
    for (int i = 0; i < PEERS; i++)
        found += memmem(memory.bytes, memory.len, tokens[i].bytes, tokens[i].len) != NULL;
    cr_assert_eq(found, 0, "%d of %d tokens are there", found, PEERS);
    text_finish(&memory);
}

/* --- passwords and the network --- */

/* A server that believes proxies on this machine, so that a test can come from anywhere. */
static struct server start_behind_proxy(void)
{
    return server_start_with((const char *const[]){"--proxy-protocol", "loopback", NULL});
}

Test(accounts, a_server_that_others_can_reach_warns_that_all_is_readable)
{
    struct server server = {0};
    folder_path("matches.db", server.database);
    server.process =
        process_start(SERVER_PROGRAM, (const char *const[]){"--listen", "0.0.0.0:0", "--db",
                                                            server.database, "--public", NULL});
    cr_assert_not_null(process_read_line(server.process));
    server_stop(&server);
    const char *log = process_errors(server.process);
    cr_assert_not_null(strstr(log, "warn readable address=0.0.0.0:"), "%s", log);
    cr_assert_not_null(strstr(log, "nothing is encrypted"), "%s", log);
    cr_assert_not_null(strstr(log, "give --tls-self-signed DIR"), "%s", log);
    struct server inside = server_start_on("inside.db");
    server_stop(&inside);
    cr_assert_null(strstr(process_errors(inside.process), "warn readable"));
}

static enum error_code try_proxied(const struct server *server, const char *source, bool is_tls,
                                   const char *name, const char *password)
{
    struct peer *peer = peer_connect_proxied(server, source, is_tls);
    return peer_answer(peer, hello_ask(peer, name, password)).code;
}

Test(accounts, passwords_and_tokens_are_neither_taken_nor_given_where_others_can_listen)
{
    struct server server = start_behind_proxy();
    struct peer *first = peer_connect_proxied(&server, "192.0.2.1", true);
    cr_assert_eq(peer_answer(first, hello_ask(first, "anna", NULL)).code, ERROR_NONE);
    cr_assert_eq(account_register(first, PASSWORD), ERROR_NONE);
    cr_assert_eq(try_proxied(&server, "192.0.2.1", true, "anna", PASSWORD), ERROR_NONE);
    cr_assert_eq(try_proxied(&server, "192.0.2.1", false, "anna", PASSWORD), ERROR_NOT_PRIVATE);
    cr_assert_eq(try_proxied(&server, "127.0.0.1", false, "anna", ANOTHER), ERROR_NOT_PRIVATE);

    struct peer *private = peer_connect_proxied(&server, "192.0.2.1", true);
    struct wire_welcome welcome;
    struct answer answer = peer_answer(private, hello_ask(private, "cleo", NULL));
    welcome = *(const struct wire_welcome *)answer.result;
    cr_assert_not_null(welcome.token.bytes);
    struct peer *far = peer_connect_proxied(&server, "192.0.2.1", false);
    cr_assert_eq(peer_answer(far, hello_ask_token(far, welcome.token)).code, ERROR_NOT_PRIVATE);

    struct peer *guest = peer_connect_proxied(&server, "192.0.2.1", false);
    answer = peer_answer(guest, hello_ask(guest, "ben", NULL));
    cr_assert_eq(answer.code, ERROR_NONE);
    welcome = *(const struct wire_welcome *)answer.result;
    cr_assert_null(welcome.token.bytes);
    cr_assert_eq(welcome.token_expires, WIRE_ABSENT);
    cr_assert_eq(account_register(guest, PASSWORD), ERROR_NOT_PRIVATE);
}

Test(accounts, an_address_that_is_not_loopback_has_so_many_attempts_for_all_names)
{
    struct server server = start_behind_proxy();
    const char *host = "192.0.2.1";
    struct peer *anna = peer_connect_proxied(&server, "192.0.2.2", true);
    cr_assert_eq(peer_answer(anna, hello_ask(anna, "anna", NULL)).code, ERROR_NONE);
    cr_assert_eq(account_register(anna, PASSWORD), ERROR_NONE);
    for (int i = 0; i < 6; i++)
        cr_assert_eq(try_proxied(&server, host, true, i % 2 ? "anna" : "nobody", ANOTHER),
                     ERROR_BAD_CREDENTIALS);
    cr_assert_eq(try_proxied(&server, host, true, "anna", PASSWORD), ERROR_TOO_MANY_ATTEMPTS);
    cr_assert_eq(try_proxied(&server, host, true, "cleo", PASSWORD), ERROR_TOO_MANY_ATTEMPTS);
    cr_assert_eq(try_proxied(&server, "192.0.2.2", true, "anna", PASSWORD), ERROR_NONE);
}

/* A proxy on this machine that does not know whom it serves, or serves its own machine, has as many
 * attempts as any other address. */
Test(accounts, behind_a_proxy_no_address_is_the_loopback)
{
    static const char *const sources[] = {NULL, "127.0.0.1"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct server server = start_behind_proxy();
        int tries = 0;
        enum error_code code;
        do {
            char name[16];
            snprintf(name, sizeof name, "nobody%d", tries);
            code = try_proxied(&server, sources[i], true, name, PASSWORD);
        } while (code == ERROR_BAD_CREDENTIALS && ++tries < 30);
        cr_expect_eq(code, ERROR_TOO_MANY_ATTEMPTS, "source %zu", i);
        cr_expect_eq(try_proxied(&server, sources[i], false, "anna", PASSWORD), ERROR_NOT_PRIVATE);
        cr_expect_eq(try_proxied(&server, sources[i], false, "anna", NULL), ERROR_NONE);
        server_stop(&server);
    }
}

/* A proxy that looks whether the server lives, which it begins with a head of its own kind. */
Test(accounts, a_proxy_that_speaks_for_itself_is_a_guest_as_anybody)
{
    static const char local[] = "\r\n\r\n\0\r\nQUIT\n\x20\0\0\0";
    struct server server = start_behind_proxy();
    struct peer *proxy = peer_connect(&server);
    peer_send(proxy, local, 16);
    cr_assert_eq(peer_answer(proxy, hello_ask(proxy, "anna", PASSWORD)).code, ERROR_NOT_PRIVATE);
    struct answer answer = peer_answer(proxy, hello_ask(proxy, "anna", NULL));
    cr_assert_eq(answer.code, ERROR_NONE);
    cr_assert_null(((const struct wire_welcome *)answer.result)->token.bytes);
}

/* --- secrets --- */

static void assert_not_in_log(const struct server *server, const char *secret, size_t len)
{
    const char *log = process_errors(server->process);
    cr_assert_null(memmem(log, strlen(log), secret, len), "'%.*s' is in the log", (int)len, secret);
}

Test(accounts, no_password_no_token_and_no_code_is_in_the_log)
{
    struct server server = start_with_control("--log-level", "debug");
    struct peer *anna = account_open(&server, "anna", PASSWORD);
    struct wire_text code = operator_reset_password(peer_connect_operator(control), "anna")->code;
    cr_assert_eq(try_code(&server, "anna", code, PASSWORD), ERROR_NONE);
    struct peer *again = peer_log_in(&server, "anna", PASSWORD);
    hello_try(&server, "anna", ANOTHER);
    hello_try(&server, "nobody", ANOTHER);
    account_register(again, ANOTHER);
    account_password(again, PASSWORD, ANOTHER);
    hello_try_token(&server, peer_welcome(anna)->token);
    peer_send(again, "\xC1" PASSWORD, 1 + strlen(PASSWORD));
    peer_event(again, WIRE_EVENT_SESSION_FAULT);
    server_stop(&server);
    assert_not_in_log(&server, PASSWORD, strlen(PASSWORD));
    assert_not_in_log(&server, ANOTHER, strlen(ANOTHER));
    assert_not_in_log(&server, code.bytes, code.len);
    const struct peer *peers[] = {anna, again};
    for (int i = 0; i < 2; i++)
        assert_not_in_log(&server, peer_welcome(peers[i])->token.bytes,
                          peer_welcome(peers[i])->token.len);
}

static bool is_in_memory(const struct server *server, const char *secret)
{
    struct text memory = process_memory(server->process);
    bool is_there = memmem(memory.bytes, memory.len, secret, strlen(secret)) != NULL;
    text_finish(&memory);
    return is_there;
}

/* In pieces, each of which the server has read before the next one comes; much follows the
 * password. */
static void register_in_pieces(struct peer *peer, struct peer *witness, const char *password)
{
    enum { REQUEST = 1000, PIECE = 8 };
    struct wire_register wish = {
        .password = wire_text(password),
        .key = wire_text("a-key-as-long-as-keys-may-be-so-that-what-is-collected-has-to-mov"),
    };
    struct text bytes = {0};
    wish.key.len = WIRE_KEY_MAX;
    wire_encode_request(&bytes, REQUEST, WIRE_ACCOUNT_REGISTER, &wish);
    for (size_t i = 0; i < bytes.len; i += PIECE) {
        peer_send(peer, bytes.bytes + i, bytes.len - i < PIECE ? bytes.len - i : PIECE);
        peer_call(witness, WIRE_SESSION_PING, NULL);
        peer_call(witness, WIRE_SESSION_PING, NULL);
    }
    text_finish(&bytes);
    cr_assert_eq(peer_answer(peer, REQUEST).code, ERROR_HAS_ACCOUNT);
}

Test(accounts, no_password_and_no_code_stays_in_the_servers_memory)
{
    struct server server = start_with_control(NULL, NULL);
    struct peer *witness = peer_join(&server, "kept-in-memory");
    cr_assert(is_in_memory(&server, "kept-in-memory"), "the search finds what is there");
    struct peer *anna = account_open(&server, "anna", PASSWORD);
    hello_try(&server, "anna", PASSWORD);
    anna = peer_log_in(&server, "anna", PASSWORD);
    hello_try(&server, "nobody", PASSWORD);
    account_password(anna, PASSWORD, PASSWORD);
    account_register(anna, PASSWORD);
    register_in_pieces(anna, witness, PASSWORD);
    struct wire_text code = operator_reset_password(peer_connect_operator(control), "anna")->code;
    char shown[32];
    snprintf(shown, sizeof shown, "%.*s", (int)code.len, code.bytes);
    peer_call(witness, WIRE_SESSION_PING, NULL);
    cr_assert_not(is_in_memory(&server, shown), "after it was made");
    cr_assert_eq(try_code(&server, "anna", code, PASSWORD), ERROR_NONE);
    peer_call(witness, WIRE_SESSION_PING, NULL);
    cr_assert_not(is_in_memory(&server, shown), "after it was used");
    cr_assert_not(is_in_memory(&server, PASSWORD));
}
