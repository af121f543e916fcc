/* The forms of a server's address, and the server that is used where none is named. */
#include "client/lib/server_address.h"
#include "tests/e2e/folder.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void clean_up(void)
{
    folder_remove();
    suite_check_leaks();
}

TestSuite(server_address, .init = folder_make, .fini = clean_up, .timeout = BUSY_MACHINE_S(20));

static struct server_address parse(const char *text)
{
    struct server_address server;
    struct error error;
    cr_assert_eq(server_address_parse(text, &server, &error), ERROR_NONE, "%s: %s", text,
                 error.message);
    return server;
}

Test(server_address, has_five_forms)
{
    static const struct {
        const char *text, *printed, *name;
        enum server_way way;
    } rows[] = {
        {"example.org", "example.org:7800", "example.org:7800", SERVER_BY_HOST},
        {"example.org:1", "example.org:1", "example.org:1", SERVER_BY_HOST},
        {"::1", "[::1]:7800", "[::1]:7800", SERVER_BY_HOST},
        {"tls://example.org", "tls://example.org:7800", "example.org:7800", SERVER_BY_TLS},
        {"TLS://[2001:db8::1]:1", "tls://[2001:db8::1]:1", "[2001:db8::1]:1", SERVER_BY_TLS},
        {"ws://example.org", "ws://example.org:80/", "example.org:80", SERVER_BY_WS},
        {"ws://example.org/", "ws://example.org:80/", "example.org:80", SERVER_BY_WS},
        {"wss://example.org/", "wss://example.org:443/", "example.org:443", SERVER_BY_WSS},
        {"wss://a:7800/socket", "wss://a:7800/", "a:7800", SERVER_BY_WSS},
        {"wss://a:7800/games/x", "wss://a:7800/games/x", "a:7800/games/x", SERVER_BY_WSS},
        {"/run/takeaway.sock", "/run/takeaway.sock", "/run/takeaway.sock", SERVER_BY_SOCKET},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[SERVER_ADDRESS_TEXT_MAX];
        struct server_address server = parse(rows[i].text);
        cr_expect_eq(server.way, rows[i].way, "%s", rows[i].text);
        server_address_print(&server, text);
        cr_expect_str_eq(text, rows[i].printed);
        server = parse(text);
        cr_expect_eq(server.way, rows[i].way);
        server_address_print_name(&server, text);
        cr_expect_str_eq(text, rows[i].name);
    }
    cr_expect_str_eq(parse("wss://a/").path, "/socket");
}

static void expect_refused(const char *text, const char *said)
{
    struct server_address server;
    struct error error;
    cr_assert_eq(server_address_parse(text, &server, &error), ERROR_USAGE, "%s", text);
    cr_expect_not_null(strstr(error.message, said), "%s", error.message);
}

Test(server_address, other_forms_are_refused_with_what_was_expected)
{
    char path[200], host[400];
    memset(path, 'a', sizeof path);
    path[0] = '/';
    path[sizeof path - 1] = '\0';
    snprintf(host, sizeof host, "ws://h%s", path);
    expect_refused("", "HOST or HOST:PORT was expected");
    expect_refused("tls://", "HOST or HOST:PORT was expected");
    expect_refused("wss:///", "HOST or HOST:PORT was expected");
    expect_refused("tls://h:", "HOST or HOST:PORT was expected");
    expect_refused("tls://h:65536", "over 65535");
    expect_refused("tls://h/", "nothing was expected behind h");
    expect_refused("https://h/", "tls://HOST");
    expect_refused("x://h", "tls://HOST");
    expect_refused("ws://h/a?b", "path of a WebSocket");
    expect_refused("ws://h/a b", "path of a WebSocket");
    expect_refused("ws://h?b", "path of a WebSocket");
    expect_refused("ws://h/\xc3\xa4", "path of a WebSocket");
    expect_refused("ws://h/a\r\nHost: b", "path of a WebSocket");
    expect_refused(host, "path of a WebSocket");
    expect_refused(path, "Unix socket");
    memset(host, 'a', sizeof host);
    memcpy(host, "tls://", 6);
    host[sizeof host - 1] = '\0';
    expect_refused(host, "too long");
}

Test(server_address, says_whether_it_is_this_machine)
{
    static const char *const here[] = {"127.0.0.1", "127.9.8.7:1", "[::1]:7800",
                                       "localhost", "LocalHost",   "tls://localhost:1",
                                       "/run/x",    "ws://[::1]/"};
    static const char *const elsewhere[] = {
        "192.0.2.1", "0.0.0.0",          "::", "games.test", "localhost.games.test",
        "128.0.0.1", "wss://2130706433/"};
    for (size_t i = 0; i < sizeof here / sizeof *here; i++) {
        struct server_address server = parse(here[i]);
        cr_expect(server_address_is_local(&server), "%s", here[i]);
    }
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        struct server_address server = parse(elsewhere[i]);
        cr_expect_not(server_address_is_local(&server), "%s", elsewhere[i]);
    }
}

/* --- lists --- */

static void expect_list(const char *text, const char *printed)
{
    struct server_list list;
    struct error error;
    struct text again = {0};
    cr_assert_eq(server_list_parse(text, &list, &error), ERROR_NONE, "%s: %s", text, error.message);
    server_list_print(&list, &again);
    cr_expect_str_eq(text_string(&again), printed);
    text_finish(&again);
}

static void expect_list_refused(const char *text, const char *said)
{
    struct server_list list;
    struct error error;
    cr_assert_eq(server_list_parse(text, &list, &error), ERROR_USAGE, "%s", text);
    cr_expect_not_null(strstr(error.message, said), "%s: %s", text, error.message);
}

Test(server_address, several_stand_in_a_list)
{
    expect_list("h", "h:7800");
    expect_list("b,a:1,wss://a/,/run/x,[::1]", "b:7800,a:1,wss://a:443/,/run/x,[::1]:7800");
    expect_list("0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f",
                "0:7800,1:7800,2:7800,3:7800,4:7800,5:7800,6:7800,7:7800,8:7800,9:7800,a:7800,"
                "b:7800,c:7800,d:7800,e:7800,f:7800");
}

Test(server_address, bad_lists_are_refused_with_what_was_expected)
{
    expect_list_refused("", "HOST or HOST:PORT was expected");
    expect_list_refused(",", "',' has an empty address");
    expect_list_refused("a,", "'a,' has an empty address");
    expect_list_refused(",a", "',a' has an empty address");
    expect_list_refused("a,,b", "an address was expected before and after each comma");
    expect_list_refused("a,b:x", "'b:x' is no address");
    expect_list_refused("a,b,a:7800", "a:7800 stands twice");
    expect_list_refused("a,tls://A", "A:7800 stands twice");
    expect_list_refused("0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f,g",
                        "at most 16 addresses: g:7800 is one too many");
}

/* --- the default --- */

static void expect_default(const char *expected)
{
    struct text server = {0};
    struct error error;
    cr_assert_eq(server_address_default("private", &server, &error), ERROR_NONE, "%s",
                 error.message);
    cr_expect_str_eq(text_string(&server), expected);
    text_finish(&server);
}

static void expect_bad_default(enum error_code code, const char *said)
{
    struct text server = {0};
    struct error error;
    cr_assert_eq(server_address_default("private", &server, &error), code);
    cr_expect_not_null(strstr(error.message, said), "%s", error.message);
    cr_expect_eq(server.len, 0);
}

/* Writes the file `server` into the folder that `variable` names, or below it. */
static void write_file(const char *variable, const char *below, const char *content)
{
    char base[FOLDER_PATH_MAX], name[64], path[FOLDER_PATH_MAX];
    folder_path("base", base);
    mkdir(base, 0700);
    setenv(variable, base, 1);
    snprintf(name, sizeof name, "base%s", below);
    folder_path(name, path);
    mkdir(path, 0700);
    snprintf(name, sizeof name, "base%s/takeaway", below);
    folder_path(name, path);
    mkdir(path, 0700);
    snprintf(name, sizeof name, "base%s/takeaway/server", below);
    folder_path(name, path);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(content, file);
    fclose(file);
}

Test(server_address, default_is_of_the_environment_else_of_the_file)
{
    expect_default("");
    write_file("HOME", "/.config", "tls://home.test\n");
    expect_default("tls://home.test");
    write_file("XDG_CONFIG_HOME", "", "  config.test:1 \r\nmore\n");
    expect_default("config.test:1");
    setenv("TAKEAWAY_SERVER", "wss://environment.test/", 1);
    expect_default("wss://environment.test/");
    setenv("TAKEAWAY_SERVER", "one.test,two.test:1", 1);
    expect_default("one.test,two.test:1");
    setenv("TAKEAWAY_SERVER", "private", 1);
    expect_default("private");
    setenv("TAKEAWAY_SERVER", "", 1);
    expect_default("config.test:1");
}

Test(server_address, default_that_is_no_address_names_its_source)
{
    write_file("XDG_CONFIG_HOME", "", "http://x/\n");
    expect_bad_default(ERROR_USAGE, "takeaway/server: 'http://x/' is no address");
    setenv("TAKEAWAY_SERVER", "a,,b", 1);
    expect_bad_default(ERROR_USAGE, "TAKEAWAY_SERVER: 'a,,b' has an empty address");
    setenv("TAKEAWAY_SERVER", "a:b", 1);
    expect_bad_default(ERROR_USAGE, "TAKEAWAY_SERVER: ");
    unsetenv("TAKEAWAY_SERVER");
    write_file("XDG_CONFIG_HOME", "", "");
    expect_default("");
}
