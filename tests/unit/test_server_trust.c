/* The file of known servers, and whether a server is trusted. */
#include "client/lib/known_servers.h"
#include "client/lib/server_trust.h"
#include "common/base/text.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[FOLDER_PATH_MAX];

static void set_up(void)
{
    folder_make();
    folder_path("known_servers", path);
}

static void clean_up(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(server_trust, .init = set_up, .fini = clean_up, .timeout = BUSY_MACHINE_S(20));

#define PIN_A "sha256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define PIN_B "sha256:BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA"

static void expect_known(const char *name, const char *pin, enum known_server expected, int line)
{
    enum known_server known;
    int found;
    struct error error;
    cr_assert_eq(known_servers_find(path, name, pin, &known, &found, &error), ERROR_NONE, "%s",
                 error.message);
    cr_expect_eq(known, expected, "%s %s", name, pin);
    cr_expect_eq(found, line);
}

static void add(const char *name, const char *pin)
{
    struct error error;
    cr_assert_eq(known_servers_add(path, name, pin, &error), ERROR_NONE, "%s", error.message);
}

static void write_file(const char *content)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(content, file);
    fclose(file);
}

static void expect_file(const char *expected)
{
    char *content = folder_read("known_servers");
    cr_assert_not_null(content);
    cr_expect_str_eq(content, expected);
    free(content);
}

Test(server_trust, server_is_known_by_name_and_key)
{
    expect_known("a:1", PIN_A, KNOWN_SERVER_NOT, 0);
    add("a:1", PIN_A);
    add("b:1", PIN_B);
    expect_known("a:1", PIN_A, KNOWN_SERVER_SAME, 1);
    expect_known("A:1", PIN_A, KNOWN_SERVER_SAME, 1);
    expect_known("a:1", PIN_B, KNOWN_SERVER_OTHER, 1);
    expect_known("a:1", "", KNOWN_SERVER_OTHER, 1);
    expect_known("b:1", PIN_A, KNOWN_SERVER_OTHER, 2);
    expect_known("a:2", PIN_A, KNOWN_SERVER_NOT, 0);
    add("b:1", PIN_A);
    expect_known("b:1", PIN_A, KNOWN_SERVER_SAME, 2);
    expect_known("b:1", PIN_B, KNOWN_SERVER_SAME, 2);
}

Test(server_trust, file_is_for_its_owner_and_a_line_is_there_once)
{
    struct stat status;
    umask(0);
    add("a:1", PIN_A);
    add("a:1", PIN_A);
    expect_file("a:1 " PIN_A "\n");
    cr_assert_eq(stat(path, &status), 0);
    cr_expect_eq(status.st_mode & 07777, 0600);
}

/* People edit it. */
Test(server_trust, file_may_have_other_lines_and_no_last_newline)
{
    write_file("# mine\n\n  a:1\t" PIN_A " the one at home\r\nb:1\nc:1 " PIN_B);
    expect_known("a:1", PIN_A, KNOWN_SERVER_SAME, 3);
    expect_known("b:1", PIN_A, KNOWN_SERVER_NOT, 0);
    expect_known("c:1", PIN_B, KNOWN_SERVER_SAME, 5);
    add("d:1", PIN_A);
    expect_file("# mine\n\n  a:1\t" PIN_A " the one at home\r\nb:1\nc:1 " PIN_B "\nd:1 " PIN_A
                "\n");
}

Test(server_trust, programs_add_lines_at_the_same_time)
{
    enum { PROGRAMS = 8, LINES = 20 };
    for (int program = 0; program < PROGRAMS; program++)
        if (fork() == 0) {
            for (int line = 0; line < LINES; line++) {
                char name[32];
                struct error error;
                snprintf(name, sizeof name, "h%d-%d:1", program, line);
                if (known_servers_add(path, name, PIN_A, &error) ||
                    known_servers_add(path, "all:1", PIN_B, &error))
                    _exit(1);
            }
            _exit(0);
        }
    for (int program = 0; program < PROGRAMS; program++) {
        int status;
        cr_assert_gt(wait(&status), 0);
        cr_assert_eq(status, 0);
    }
    char *content = folder_read("known_servers");
    size_t lines = 0;
    for (const char *at = content; *at; at++)
        lines += *at == '\n';
    cr_expect_eq(lines, PROGRAMS * LINES + 1);
    free(content);
    for (int program = 0; program < PROGRAMS; program++)
        for (int line = 0; line < LINES; line++) {
            char name[32];
            enum known_server known;
            int found;
            struct error error;
            snprintf(name, sizeof name, "h%d-%d:1", program, line);
            known_servers_find(path, name, PIN_A, &known, &found, &error);
            cr_expect_eq(known, KNOWN_SERVER_SAME, "%s", name);
        }
}

Test(server_trust, file_that_cannot_be_read_is_an_error_and_expects_a_key)
{
    enum known_server known;
    int line;
    struct error error;
    struct server_trust trust = {.known_servers = path};
    cr_assert_eq(mkdir(path, 0700), 0);
    cr_assert_eq(known_servers_find(path, "a:1", PIN_A, &known, &line, &error), ERROR_IO);
    cr_expect_not_null(strstr(error.message, path), "%s", error.message);
    cr_assert_eq(known_servers_add(path, "a:1", PIN_A, &error), ERROR_IO);
    cr_expect(server_trust_expects_key(&trust, "a:1"));
}

/* --- the judgement --- */

static enum error_code judge(const char *server_key, const char *pin, const char *distrust,
                             struct error *error)
{
    struct server_trust trust = {.server_key = server_key, .known_servers = path};
    struct certificate certificate = {0};
    strcpy(certificate.pin, pin);
    return server_trust_judge(&trust, "a:1", &certificate, distrust, error);
}

Test(server_trust, authorities_are_enough)
{
    struct error error;
    cr_expect_eq(judge(NULL, PIN_A, NULL, &error), ERROR_NONE);
    add("a:1", PIN_B); /* from before it had a certificate of an authority */
    cr_expect_eq(judge(NULL, PIN_A, NULL, &error), ERROR_NONE);
}

Test(server_trust, vouched_key_is_remembered_so_that_nobody_can_come_without_it)
{
    struct error error;
    struct server_trust trust = {.known_servers = path};
    cr_assert_eq(judge(NULL, PIN_A, NULL, &error), ERROR_NONE);
    cr_expect(server_trust_expects_key(&trust, "a:1"));
    cr_expect_eq(judge(NULL, PIN_B, "self-signed certificate", &error), ERROR_WRONG_SERVER);
    cr_expect_eq(judge(NULL, PIN_A, "certificate has expired", &error), ERROR_NONE);
    cr_expect_eq(judge(NULL, PIN_B, NULL, &error), ERROR_NONE); /* renewed with another key */
    expect_file("a:1 " PIN_A "\na:1 " PIN_B "\n");
}

Test(server_trust, known_key_is_enough)
{
    struct error error;
    add("a:1", PIN_A);
    cr_expect_eq(judge(NULL, PIN_A, "certificate has expired", &error), ERROR_NONE);
}

Test(server_trust, unknown_key_is_told_with_the_option_that_would_take_it)
{
    struct error error;
    add("b:1", PIN_A);
    cr_assert_eq(judge(NULL, PIN_A, "self-signed certificate", &error), ERROR_UNKNOWN_SERVER);
    cr_expect_not_null(strstr(error.message, "--server-key " PIN_A), "%s", error.message);
    cr_expect_not_null(strstr(error.message, "a:1 (self-signed certificate)"), "%s", error.message);
}

Test(server_trust, changed_key_is_refused_with_the_line_of_the_old_one)
{
    struct error error;
    add("b:1", PIN_A);
    add("a:1", PIN_A);
    cr_assert_eq(judge(NULL, PIN_B, "self-signed certificate", &error), ERROR_WRONG_SERVER);
    cr_expect_not_null(strstr(error.message, "THE KEY OF a:1 HAS CHANGED"), "%s", error.message);
    cr_expect_not_null(strstr(error.message, PIN_B), "%s", error.message);
    cr_expect_not_null(strstr(error.message, "line 2 of"), "%s", error.message);
    cr_expect_not_null(strstr(error.message, path), "%s", error.message);
}

Test(server_trust, named_key_comes_before_all_else)
{
    struct error error;
    add("a:1", PIN_B);
    cr_expect_eq(judge(PIN_A, PIN_A, "self-signed certificate", &error), ERROR_NONE);
    cr_expect_eq(judge(PIN_A, PIN_B, "self-signed certificate", &error), ERROR_WRONG_SERVER);
    cr_expect_not_null(strstr(error.message, PIN_A), "%s", error.message);
    cr_expect_not_null(strstr(error.message, PIN_B), "%s", error.message);
    cr_expect_eq(judge(PIN_A, PIN_B, NULL, &error), ERROR_WRONG_SERVER);
}

Test(server_trust, key_is_expected_where_one_is_named_or_known)
{
    struct server_trust trust = {.known_servers = path};
    cr_expect_not(server_trust_expects_key(&trust, "a:1"));
    add("a:1", PIN_A);
    cr_expect(server_trust_expects_key(&trust, "a:1"));
    cr_expect_not(server_trust_expects_key(&trust, "b:1"));
    trust.server_key = PIN_A;
    cr_expect(server_trust_expects_key(&trust, "b:1"));
    trust = (struct server_trust){0};
    cr_expect_not(server_trust_expects_key(&trust, "a:1"));
}

Test(server_trust, named_key_has_the_form_of_a_pin_and_the_address_tls)
{
    static const struct {
        const char *address, *key, *said;
    } rows[] = {
        {"a", PIN_A, NULL},
        {"tls://a", PIN_A, NULL},
        {"wss://a/", PIN_A, NULL},
        {"127.0.0.1", PIN_A, NULL},
        {"a", "sha256:abc", "43 characters"},
        {"a", "ed25519:abc", "43 characters"},
        {"a,tls://b", PIN_A, NULL},
        {"a,ws://b/", PIN_A, "ws://b:80/ is an address without it"},
        {"ws://a/", PIN_A, "ws://a:80/ is an address without it"},
        {"/run/x", PIN_A, "/run/x is an address without it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct server_list list;
        struct error error;
        cr_assert_eq(server_list_parse(rows[i].address, &list, &error), ERROR_NONE);
        enum error_code code = server_trust_check_key(&list, rows[i].key, &error);
        cr_expect_eq(code, rows[i].said ? ERROR_USAGE : ERROR_NONE, "%s", rows[i].address);
        if (code)
            cr_expect_not_null(strstr(error.message, rows[i].said), "%s", error.message);
    }
}

Test(server_trust, key_of_one_address_is_good_for_those_whose_keys_are_not_known)
{
    struct server_list list;
    struct error error;
    struct certificate certificate = {.pin = PIN_A};
    struct server_trust trust = {.known_servers = path, .list = &list};
    cr_assert_eq(server_list_parse("a:1,b:1,c:1", &list, &error), ERROR_NONE);
    cr_expect_not(server_trust_expects_key(&trust, "b:1"));
    add("c:1", PIN_A);
    cr_expect(server_trust_expects_key(&trust, "b:1"));
    cr_expect_eq(server_trust_judge(&trust, "b:1", &certificate, "why", &error), ERROR_NONE);
    strcpy(certificate.pin, PIN_B);
    cr_expect_eq(server_trust_judge(&trust, "b:1", &certificate, "why", &error),
                 ERROR_UNKNOWN_SERVER);
    add("b:1", PIN_B);
    cr_expect_eq(server_trust_judge(&trust, "b:1", &certificate, "why", &error), ERROR_NONE);
    strcpy(certificate.pin, PIN_A);
    cr_expect_eq(server_trust_judge(&trust, "b:1", &certificate, "why", &error), ERROR_WRONG_SERVER,
                 "its own key is known");
    trust.list = NULL;
    cr_expect_eq(server_trust_judge(&trust, "a:1", &certificate, "why", &error),
                 ERROR_UNKNOWN_SERVER, "it has one address");
    expect_file("c:1 " PIN_A "\nb:1 " PIN_B "\n");
}

/* --- visits --- */

static bool note_first_two(void *owner, const char *pin)
{
    struct text *noted = owner;
    text_append_string(noted, pin);
    return noted->len == 2 * strlen(PIN_A);
}

Test(server_trust, the_keys_of_one_name_are_visited_until_one_is_enough)
{
    struct text noted = {0};
    struct error error;
    cr_assert_eq(known_servers_visit(path, "a:1", note_first_two, &noted, &error), ERROR_NONE);
    cr_assert_eq(noted.len, 0, "there is no file");
    write_file("b:1 " PIN_B "\na:1 nonsense\nA:1 " PIN_A "\na:1 " PIN_B "\na:1 " PIN_A "\n");
    cr_assert_eq(known_servers_visit(path, "a:1", note_first_two, &noted, &error), ERROR_NONE);
    cr_assert_str_eq(text_string(&noted), PIN_A PIN_B);
    text_finish(&noted);
}
